"""`chinchon verify`: check that the shuffles of a record were fixed before anybody could influence them.

Source: docs/fairness.md, checks 1 and 2. Beyond them: cards come from where they are said to, and totals add up.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from engine import events as e
from engine.dealing import next_round, round_dealt
from engine.events import Event
from engine.scoring import wins_match
from engine.shuffle import ShuffleKey, previous_seed, seed_at
from engine.state import Table, TableState
from engine.values import replace
from service.client.main import run_until_stopped
from service.client.style import count
from service.records.document import Unreadable, read
from service.records.history import History, Mismatch, cannot_follow, follow, history_of, place, require_same
from service.records.output import complain, put
from service.wire import match_result_to


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "verify",
        help="check the shuffles of a record",
        description="Check a record, as `chinchon record` writes it, against docs/fairness.md: the revealed seeds lead "
        "back to the table's commitment, and every hand, lot, stock and draw comes from them; and the totals add up. "
        "No server is asked.",
        epilog="exit status: 0 everything agrees, 1 something does not, 2 the file cannot be read",
    )
    parser.add_argument("file", metavar="FILE", type=Path, help="the record")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Verify a record and say what was checked; return the exit code."""
    return run_until_stopped(lambda: _verify(args.file))


async def _verify(file: Path) -> int:
    try:
        verification = Verification(history_of(read(file)))
        verification.run()
    except (Unreadable, Mismatch) as error:
        return complain(file, error)
    put("".join(f"{line}\n" for line in verification.report()))
    return 0


class Verification:
    """One record, checked event by event."""

    def __init__(self, history: History) -> None:
        self._history = history
        self._seeds = history.seeds
        self._checked: Counter[type[Event]] = Counter()
        self._revealed = history.table.seeds_used

    def run(self) -> None:
        """Check everything. Raises Mismatch at the first thing that does not agree."""
        table, match = self._history.table, self._history.record.match
        if self._revealed < match - 1 or (match == 1 and self._revealed):
            raise Mismatch(f"s_{self._revealed + 1} cannot shuffle the first round of match {match}")
        for batch in self._history.batches:
            for event in batch.events:
                try:
                    expected = self._expected(table, event, batch.version)
                except (ValueError, IndexError):
                    raise cannot_follow(table, event, batch.version) from None
                require_same(place(table, batch.version), expected, event)
                table = follow(table, event, batch.version)
                self._checked[type(event)] += 1
        result = table.match_result
        if self._revealed < table.seeds_used:
            raise Mismatch(f"s_{table.seeds_used} is not revealed when its round ends")
        if table.state is TableState.PLAYING or result is None or table.match != match:
            raise Mismatch(f"match {match} is not the one that ends")
        if match_result_to(result) != self._history.record.result:
            raise Mismatch("the result of the record is not the one that the match ended with")

    def report(self) -> Iterator[str]:
        """Yield what was checked, a line each."""
        record, table, checked = self._history.record, self._history.table, self._checked
        yield f"Match {record.match} of table {record.table_id}: {count(len(record.batches), 'action')}"
        yield (
            f"Chain: {count(checked[e.SeedRevealed], 'seed')}, from s_{table.seeds_used + 1} on, "
            f"back to the commitment {table.commitment.hex()}"
        )
        yield (
            f"Shuffles: 1 lot for the first lead, {count(checked[e.RoundDealt], 'deal')}, "
            f"{count(checked[e.StockReshuffled], 'reshuffle')}"
        )
        yield f"Draws: {count(checked[e.CardDrawn], 'card')}, each the top of its pile"
        yield f"Scores: {count(checked[e.RoundScored], 'round')}, up to the result"
        yield "Everything agrees: nobody chose a deal."

    def _expected(self, table: Table, event: Event, version: int) -> Event:
        """Return what an event must be, as far as that follows from the seeds and from what came before."""
        round_ = table.round
        match event:
            case e.MatchStarted():
                return replace(event, match=table.match + 1, decks=table.rules.decks(len(event.seats)))
            case e.RoundDealt():
                return self._deal(table, version)
            case e.StockReshuffled() if round_:
                key = self._key(table, round_.seed_index, round_.number)
                order = key.shuffled(round_.discards, f"reshuffle {round_.exhaustions + 1}")
                return replace(event, stock=order[::-1])
            case e.CardDrawn(_, source) if round_:
                pile = round_.stock if source is e.DrawSource.STOCK else round_.discards
                return replace(event, card=pile[-1])
            case e.SeedRevealed() if round_:
                self._revealed = round_.seed_index
                return replace(event, seed_index=round_.seed_index)
            case e.RoundScored(result) if round_:
                stay = wins_match(result.outcome, table.rules)
                seats = tuple(
                    replace(seat, total=table.seats[seat.seat].score + (0 if stay else seat.points))
                    for seat in result.seats
                )
                return replace(event, result=replace(result, number=round_.number, seats=seats))
            case e.SeatReentered():
                return replace(event, total=max(table.seats[seat].score for seat in table.seats_in()))
            case e.StakePaid(_, amount):
                return replace(event, pot=table.pot + amount)
            case e.MatchEnded(result):
                standings = tuple(
                    replace(
                        each, total=table.seats[each.seat].score, reentries=table.seats[each.seat].reentries
                    )
                    for each in result.standings
                )
                return replace(event, result=replace(result, match=table.match, standings=standings))
        return event

    def _deal(self, table: Table, version: int) -> Event:
        number, index = next_round(table), table.seeds_used + 1
        self._check_chain(index, number, version)
        return round_dealt(table, self._key(table, index, number))

    def _check_chain(self, index: int, number: int, version: int) -> None:
        """Check that a seed was revealed, after the one before it, and leads back to what was published."""
        where = f"round {number}, version {version}"
        if index not in self._seeds:
            raise Mismatch(f"{where}: the seed of the round, s_{index}, is never revealed")
        if self._revealed != index - 1:
            raise Mismatch(f"{where}: s_{index} is used before s_{index - 1} is revealed")
        before = self._seeds.get(index - 1)
        if before is None:
            first, published = seed_at(self._seeds[index], index, 0), self._history.table.commitment
            if first != published:
                raise Mismatch(
                    f"{where}: s_{index} leads back to {first.hex()}, but the commitment is {published.hex()}"
                )
        elif (hashed := previous_seed(self._seeds[index])) != before:
            raise Mismatch(
                f"{where}: s_{index} hashes to {hashed.hex()}, but s_{index - 1} is {before.hex()}"
            )

    def _key(self, table: Table, index: int, number: int) -> ShuffleKey:
        return ShuffleKey(self._seeds[index], table.salts, table.table_id, table.match, number)
