"""Scoring a round, and what follows: elimination, mandatory re-entry, the end of the match or the summary.

Source: docs/rules.md, "Scoring, elimination, re-entry, end" and "Closing" (false close).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine import events as e
from engine.arrange import CloseOutcome
from engine.cards import Card
from engine.draft import Draft
from engine.ending import decide_all_out, end_match, reveal_seed
from engine.melds import sort_cards
from engine.rules import HAND_SIZE, NextRound, Reentry, Rules
from engine.state import NOBODY, MatchEnd, RoundEnd, RoundResult, SeatResult


@dataclass(frozen=True, slots=True)
class Shown:
    """What a seat has at the end of a round."""

    points: int
    hand: tuple[Card, ...] = ()
    """The seven cards at the end of play, empty where they are not shown."""
    loose: tuple[Card, ...] = ()


def score_round(draft: Draft, end: RoundEnd, shown: Mapping[int, Shown]) -> None:
    """Book the points of every seat dealt in and go on: to the end of the match, or to the summary."""
    showdown = draft.round.showdown
    closer = showdown.closer if showdown else NOBODY
    outcome = showdown.outcome if showdown else CloseOutcome.ILLEGAL
    wins = wins_match(outcome, draft.table.rules)
    _book(draft, end, closer, outcome, shown, totals_stay=wins)
    if wins:
        end_match(draft, MatchEnd.CHINCHON, (closer,), closer)
    else:
        _go_on(draft)


def score_false_close(draft: Draft, offender: int) -> None:
    """Book a false close: the offender scores all its cards and pays the stake; one too many loses the match."""
    rules = draft.table.rules
    hand = sort_cards(draft.round.hands[offender], rules)
    assert len(hand) == HAND_SIZE
    shown = {seat: Shown(0) for seat in draft.round.seats}
    shown[offender] = Shown(sum(map(rules.points_of, hand)), hand, hand)
    _book(draft, RoundEnd.FALSE_CLOSE, offender, CloseOutcome.ILLEGAL, shown, totals_stay=False)
    _pay_stake(draft, offender)
    if draft.table.seats[offender].false_closes > rules.max_false_closes:
        others = [
            index for index, seat in enumerate(draft.table.seats) if seat.in_match and index != offender
        ]
        end_match(draft, MatchEnd.FALSE_CLOSES, others, offender, all_share=True)
    else:
        _go_on(draft)


def wins_match(outcome: CloseOutcome, rules: Rules) -> bool:
    """Tell whether a close with this outcome wins the match whatever the totals."""
    return (outcome is CloseOutcome.CHINCHON and rules.chinchon_wins) or (
        outcome is CloseOutcome.JOKER_CHINCHON and rules.joker_chinchon_wins
    )


def _book(
    draft: Draft,
    end: RoundEnd,
    closer: int,
    outcome: CloseOutcome,
    shown: Mapping[int, Shown],
    *,
    totals_stay: bool,
) -> None:
    table = draft.table
    results = tuple(
        SeatResult(
            seat=seat,
            points=shown[seat].points,
            total=table.seats[seat].score + (0 if totals_stay else shown[seat].points),
            hand=shown[seat].hand,
            loose=shown[seat].loose,
        )
        for seat in draft.round.seats
    )
    draft.emit(e.RoundScored(RoundResult(draft.round.number, end, closer, outcome, results)))
    reveal_seed(draft)
    if table.proposal:
        draft.emit(e.ProposalDropped(table.proposal.number, lapsed=True))


def _go_on(draft: Draft) -> None:
    rules, dealt_in = draft.table.rules, draft.round.seats
    over = [seat for seat in dealt_in if rules.is_over_limit(draft.table.seats[seat].score)]
    left = [seat for seat in dealt_in if seat not in over]
    for seat in over:
        draft.emit(e.SeatEliminated(seat))
    if not left:
        end_match(draft, MatchEnd.ALL_OUT, decide_all_out(draft.table, dealt_in))
    elif len(left) == 1:
        end_match(draft, MatchEnd.LAST_SEAT_IN, left)
    elif draft.round.number >= rules.match_round_limit:
        end_match(draft, MatchEnd.ROUND_LIMIT, decide_all_out(draft.table, left))
    else:
        if rules.reentry is Reentry.MANDATORY:
            highest = max(draft.table.seats[seat].score for seat in left)
            for seat in over:
                _pay_stake(draft, seat)
                draft.emit(e.SeatReentered(seat, highest, tokens_left=0))
        opens_itself = rules.next_round is NextRound.AUTOMATIC
        next_round_at = draft.deadline(rules.next_round_delay) if opens_itself else 0
        draft.emit(e.SummaryStarted(draft.round.number, next_round_at))


def _pay_stake(draft: Draft, seat: int) -> None:
    stake = draft.table.rules.stake
    if stake:
        draft.emit(e.StakePaid(seat, stake, draft.table.pot + stake))
