"""Records of matches that are played in a test, without a server."""

from __future__ import annotations

from random import Random

from chinchon.v1.event_pb2 import BotLevel
from chinchon.v1.record_service_pb2 import Record
from engine import actions as a
from engine.state import NOBODY, TableState
from service.wire import match_result_to, record_event, rules_to, write_time
from tests.engine.players import choose
from tests.engine.tables import Game


class Recording:
    """A match from its start on, which seat 0 asks for."""

    def __init__(self, game: Game) -> None:
        table = game.table
        self.game = game
        self._record = Record(
            table_id=table.table_id,
            match=table.match + 1,
            engine_version=table.engine_version,
            rules=rules_to(table.rules),
            shuffle_commitment=table.commitment,
        )
        for index, seat in enumerate(table.seats):
            if seat.taken:
                self._record.seats.add(
                    seat=index,
                    display_name=seat.name,
                    bot=BotLevel.Name(seat.bot),
                    host=index == table.host,
                    acting_host=index == table.acting_host,
                    stand_in=seat.stand_in,
                    generation=seat.generation,
                )
        self.do(0, a.StartMatch())

    def do(self, seat: int, command: a.Command) -> Recording:
        self.game.do(seat, command)
        return self._note(seat)

    def elapse(self) -> Recording:
        self.game.elapse()
        return self._note(NOBODY)

    def play(self, rng: Random) -> Recording:
        """Play at random until the match is over."""
        while (table := self.game.table).state is TableState.PLAYING:
            step = choose(table, rng)
            if step and (rng.random() > 0.02 or not table.deadline):
                self.do(*step)
            elif table.deadline:
                self.elapse()
        return self

    def record(self) -> Record:
        """Return the record of the match, which is over."""
        assert self.game.table.match_result is not None
        self._record.result.CopyFrom(match_result_to(self.game.table.match_result))
        return self._record

    def _note(self, seat: int) -> Recording:
        version = self.game.table.version
        batch = self._record.batches.add(
            version=version, batch_id=version, events=map(record_event, self.game.events)
        )
        write_time(batch.time, self.game.now)
        if seat != NOBODY:
            batch.seat = seat
        return self
