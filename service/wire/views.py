"""Views: a table as one viewer may see it, from a table that `engine.view.redact` has already made safe."""

from __future__ import annotations

from collections.abc import Container
from typing import Any, Final

from chinchon.v1 import event_pb2, table_pb2
from engine.state import NOBODY, MatchResult, Round, RoundPhase, RoundResult, Showdown, Table
from engine.summary import undecided_seats
from engine.view import You
from service.wire.rules import write_rules
from service.wire.shapes import write_time
from service.wire.values import (
    DEADLINE,
    MATCH_RESULT,
    PROPOSAL,
    ROUND_RESULT,
    SEAT_LAY_OFF,
    write_table_meld,
)
from service.wire.you import you_bytes

_SHOWING: Final = (RoundPhase.EXPOSE, RoundPhase.LAY_OFF)


def table_view(
    table: Table, you: You | None, batch_id: int, connected: Container[int]
) -> table_pb2.TableView:
    """Return the view of a table that was redacted for its viewer.

    `you` is what the viewer's seat alone may know, None for a spectator; `batch_id` names the batch of the
    table's version; `connected` holds the seats whose players count as connected.
    """
    message: Any = table_pb2.TableView(
        table_id=table.table_id,
        version=table.version,
        batch_id=batch_id,
        invite_code=table.invite_code,
        match=table.match,
        pot=table.pot,
        decks=table.decks,
    )
    message.state = table.state
    message.visibility = table.visibility
    write_rules(message.rules, table.rules)
    write_time(message.create_time, table.created_at)
    _write_seats(message.seats, table, connected)
    _write_shuffle(message.shuffle, table)
    if table.round:
        _write_round(message.round, table.round, table)
    if table.proposal:
        PROPOSAL.write(message.proposal, table.proposal)
    if table.deadline:
        DEADLINE.write(message.deadlines.add(), table.deadline)
    if table.last_round:
        message.last_round.CopyFrom(_round_result(table.last_round, table.last_seed))
    if table.match_result:
        message.match_result.CopyFrom(match_result_to(table.match_result))
    if you:
        message.you.MergeFromString(you_bytes(you))
    return message  # type: ignore[no-any-return]


def match_result_to(result: MatchResult) -> event_pb2.MatchResult:
    """Return the result of a match."""
    message = event_pb2.MatchResult()
    MATCH_RESULT.write(message, result)
    return message


def _round_result(result: RoundResult, seed: bytes) -> event_pb2.RoundResult:
    """Return the result of a round with its seed, now revealed."""
    message = event_pb2.RoundResult(seed=seed)
    ROUND_RESULT.write(message, result)
    return message


def _write_seats(messages: Any, table: Table, connected: Container[int]) -> None:
    hands = table.round.hands if table.round else ()
    for index, seat in enumerate(table.seats):
        message = messages.add()
        message.seat = index
        message.taken = seat.taken
        message.display_name = seat.name
        message.host = index == table.host
        message.bot = seat.bot
        message.connected = index in connected
        message.acting_host = index == table.acting_host
        message.stand_in = seat.stand_in
        message.in_match = seat.in_match
        message.out = seat.out
        message.score = seat.score
        message.tokens = seat.tokens
        message.reentries = seat.reentries
        message.false_closes = seat.false_closes
        message.card_count = len(hands[index]) if hands else 0


def _write_shuffle(message: Any, table: Table) -> None:
    message.commitment = table.commitment
    message.chain_length = table.chain_length
    message.seeds_used = table.seeds_used
    message.salts.extend(seat.salt for seat in table.seats)


def _write_round(message: Any, round_: Round, table: Table) -> None:
    message.round = round_.number
    message.dealer = round_.dealer
    message.lead_seat = round_.lead_seat
    message.phase = round_.phase
    message.turns_played = round_.turns
    message.stock_count = len(round_.stock)
    message.stock_exhaustions = round_.exhaustions
    message.discard_count = len(round_.discards)
    message.seed_index = round_.seed_index
    message.shuffle_commitment = round_.commitment
    message.declined_seats.extend(sorted(round_.declined))
    message.undecided_seats.extend(undecided_seats(table))
    if round_.on_turn != NOBODY:
        message.seat_on_turn = round_.on_turn
    if not table.rules.may_discard_taken_card:
        message.taken_card = round_.taken
    closed = round_.showdown is not None and round_.showdown.closer != NOBODY
    if round_.discards and not closed:
        message.discard_top = round_.discards[-1]
    if round_.showdown:
        _write_showdown(message, round_.showdown, round_.phase)


def _write_showdown(message: Any, showdown: Showdown, phase: RoundPhase) -> None:
    if showdown.closer != NOBODY:
        message.closer = showdown.closer
        message.close_outcome = showdown.outcome
    if phase in _SHOWING:
        message.seat_on_turn = showdown.exposing
    for meld_id, laid in enumerate(showdown.melds, start=1):
        write_table_meld(message.melds.add(), meld_id, laid.seat, laid.meld)
    for lay_off in showdown.lay_offs:
        SEAT_LAY_OFF.write(message.lay_offs.add(), lay_off)
    if phase is RoundPhase.LAY_OFF:
        message.lay_off_meld_id = len(showdown.melds)
        message.passed_seats.extend(sorted(showdown.passed))
