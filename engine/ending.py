"""How a match ends: who wins, what is paid, and what is revealed.

Source: docs/rules.md, "Scoring, elimination, re-entry, end".
"""

from __future__ import annotations

from collections.abc import Sequence

from engine import events as e
from engine.draft import Draft
from engine.evolve import is_scored
from engine.rules import AllOut, Prize
from engine.shuffle import seed_at
from engine.state import (
    NOBODY,
    CancelReason,
    MatchEnd,
    MatchResult,
    Seat,
    Standing,
    Table,
)


def end_match(
    draft: Draft, end: MatchEnd, winners: Sequence[int], caused_by: int = NOBODY, *, all_share: bool = False
) -> None:
    """End the match with these winners, joint where they are several.

    The prize is the pot and the totals of those who did not win; with `all_share` those of the winners too, as
    after a false close too many.
    """
    table = draft.table
    prizes = _prizes(table, winners, all_share)
    _finish(draft, end, CancelReason.NONE, caused_by, prizes)


def cancel(draft: Draft, reason: CancelReason, caused_by: int) -> None:
    """End the match as cancelled: nobody wins, nothing is paid, the running round's seed is revealed."""
    _finish(draft, MatchEnd.CANCELLED, reason, caused_by, {})


def decide_all_out(table: Table, among: Sequence[int]) -> tuple[int, ...]:
    """Return who wins when nobody is left in or no round is left: nobody, or the lowest, as the rules say."""
    return () if table.rules.all_out is AllOut.DRAW else lowest(table, among)


def lowest(table: Table, among: Sequence[int]) -> tuple[int, ...]:
    """Return the seats with the lowest total, of those the ones with the fewest re-entries."""

    def standing(index: int) -> tuple[int, int]:
        return table.seats[index].score, table.seats[index].reentries

    best = min(map(standing, among))
    return tuple(index for index in among if standing(index) == best)


def reveal_seed(draft: Draft) -> None:
    """Reveal the seed that shuffled the running round."""
    table, index = draft.table, draft.round.seed_index
    draft.emit(e.SeedRevealed(index, seed_at(table.seed, table.chain_length, index)))


def _finish(
    draft: Draft, end: MatchEnd, reason: CancelReason, caused_by: int, prizes: dict[int, int]
) -> None:
    if not is_scored(draft.table):
        reveal_seed(draft)
    standings = tuple(
        Standing(index, seat.score, seat.reentries, index in prizes, prizes.get(index, 0))
        for index, seat in _players(draft.table)
    )
    draft.emit(e.MatchEnded(MatchResult(draft.table.match, end, reason, caused_by, standings)))


def _prizes(table: Table, winners: Sequence[int], all_share: bool) -> dict[int, int]:
    if table.rules.prize is Prize.NONE or not winners:
        return dict.fromkeys(winners, 0)
    paying = [seat.score for index, seat in _players(table) if all_share or index not in winners]
    share, remainder = divmod(max(0, table.pot + sum(paying)), len(winners))
    return {index: share + (place < remainder) for place, index in enumerate(sorted(winners))}


def _players(table: Table) -> list[tuple[int, Seat]]:
    return [(index, seat) for index, seat in enumerate(table.seats) if seat.in_match]
