"""docs/rules.md, "Scoring, elimination, re-entry, end"."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import pytest

from engine import actions as a
from engine.legal import legal_actions
from engine.rules import AllOut, LimitRule, NextRound, Prize, Reentry, Rules, ShowdownKind
from engine.state import NOBODY, DeadlineKind, MatchEnd, RoundPhase, TableState
from engine.violations import Reason
from tests.engine.tables import BARAJAMOS, CLUB, NOW, Game, close, position

CLOSE = close("12c")
CLUB_AT_ONCE = replace(CLUB, showdown=ShowdownKind.AUTOMATIC)


def about_to_total(
    rules: Rules, *totals: int, out: Collection[int] = (), pot: int = 0, number: int = 1
) -> Game:
    """Return a round after which the totals are these, once seat 0 has made its CLOSE."""
    closer = "7o 7c 7b 10e 11e 12e 3b 12c"
    hands = [closer, *("" if seat in out else "..." for seat in range(1, len(totals)))]
    game = position(rules, "|".join(hands), pot=pot, number=number)
    result = Game(game.table).do(0, CLOSE).result
    points = {each.seat: each.points for each in result.seats}
    for seat, total in enumerate(totals):
        game.given(seat, score=total - points.get(seat, 0))
    return game


def total(rules: Rules, *totals: int, out: Collection[int] = (), pot: int = 0, number: int = 1) -> Game:
    """Return the table after a round that made these totals."""
    return about_to_total(rules, *totals, out=out, pot=pot, number=number).do(0, CLOSE)


# Elimination


def test_the_limit_itself_stays_in_where_it_must_be_exceeded() -> None:
    assert total(BARAJAMOS, 10, 70, 71).out == {2}


def test_the_limit_itself_is_out_where_it_must_be_reached() -> None:
    assert total(replace(BARAJAMOS, limit_rule=LimitRule.REACH), 10, 69, 70).out == {2}


def test_totals_may_be_negative() -> None:
    assert total(BARAJAMOS, -35, 20, 30).totals == (-35, 20, 30)


def test_the_last_seat_in_wins() -> None:
    game = total(BARAJAMOS, 71, 40, 90)
    assert (game.end, game.winners, game.prizes) == (MatchEnd.LAST_SEAT_IN, (1,), {1: 0})
    assert game.table.state is TableState.LOBBY


def test_nobody_reenters_a_match_that_is_over() -> None:
    assert "SeatReentered" not in total(CLUB_AT_ONCE, 150, 40, 101).names()


# All out


def test_all_out_at_barajamos_is_a_draw() -> None:
    game = total(BARAJAMOS, 71, 72, 73)
    assert (game.end, game.winners) == (MatchEnd.ALL_OUT, ())


def test_all_out_at_club_the_lowest_total_wins() -> None:
    game = total(CLUB_AT_ONCE, 103, 101, 120, pot=20)
    assert (game.end, game.prizes) == (MatchEnd.ALL_OUT, {1: 20 + 103 + 120})


def test_then_the_fewest_reentries() -> None:
    game = about_to_total(CLUB_AT_ONCE, 103, 103, 120).given(0, reentries=2).given(1, reentries=1)
    assert game.do(0, CLOSE).prizes == {1: 103 + 120}


def test_then_they_share_with_the_remainder_from_the_lowest_seat_on() -> None:
    game = total(CLUB_AT_ONCE, 121, 103, 103, 103, pot=10)
    assert game.prizes == {1: 44, 2: 44, 3: 43}


def test_only_seats_that_were_dealt_in_take_part_in_all_out() -> None:
    rules = replace(BARAJAMOS, all_out=AllOut.LOWEST)
    assert total(rules, 80, 72, 71, 90, out={2}).winners == (1,)


# Prizes


def test_the_winner_gets_the_pot_and_the_signed_totals_of_the_others() -> None:
    assert total(CLUB_AT_ONCE, -30, 101, 102, pot=30).prizes == {0: 233}
    rules = replace(CLUB_AT_ONCE, reentry=Reentry.NONE)
    assert total(rules, 101, -30, 102, 50, out={3}, pot=30).prizes == {1: 30 + 101 + 102 + 50}


def test_a_prize_is_never_below_zero() -> None:
    assert total(CLUB_AT_ONCE, -50, -20, 3, number=200, pot=5).prizes == {0: 0}


def test_without_a_prize_the_winner_gets_nothing() -> None:
    rules = replace(CLUB_AT_ONCE, stake=0, prize=Prize.NONE)
    assert total(rules, 10, 101, 102).prizes == {0: 0}


# Mandatory re-entry


def test_mandatory_reenters_everybody_at_the_highest_total_of_those_not_out() -> None:
    game = total(CLUB_AT_ONCE, 20, 101, 55, 130, pot=5)
    assert game.totals == (20, 55, 55, 55)
    assert game.out == set()
    assert game.table.pot == 25
    assert [seat.reentries for seat in game.table.seats] == [0, 1, 0, 1]


def test_without_a_stake_reentry_is_free() -> None:
    game = total(replace(CLUB_AT_ONCE, stake=0), 20, 101, 55)
    assert game.table.pot == 0
    assert "StakePaid" not in game.names()


# Tokens


def test_a_seat_with_a_token_may_reenter_at_the_highest_total_of_those_in() -> None:
    game = total(BARAJAMOS, 40, 80, 75, 12)
    assert game.out == {1, 2}
    game.do(1, a.Reenter(1)).do(2, a.Reenter(1))
    assert game.totals == (40, 40, 40, 12)
    assert [seat.tokens for seat in game.table.seats] == [2, 1, 1, 2]
    assert game.out == set()


def test_in_any_later_summary_too() -> None:
    game = total(BARAJAMOS, 25, 80, 12, 24, out={1})
    game.do(1, a.Reenter(1))
    assert game.totals[1] == 25


def test_reentry_needs_a_token_a_seat_that_is_out_and_the_right_summary() -> None:
    game = total(BARAJAMOS, 40, 80, 12).given(1, tokens=0)
    refusal = game.violation(1, a.Reenter(1))
    assert (refusal.reason, refusal.metadata) == (Reason.NO_REENTRY_LEFT, {"tokens": "0"})
    assert game.refused(0, a.Reenter(1)) is Reason.NO_REENTRY_LEFT
    game.given(1, tokens=1)
    assert game.refused(1, a.Reenter(2)) is Reason.WRONG_PHASE
    game.do(0, a.OpenRound(2))
    assert game.refused(1, a.Reenter(1)) is Reason.WRONG_PHASE


def test_declining_is_advisory_and_once_a_summary() -> None:
    game = total(BARAJAMOS, 40, 80, 12).do(1, a.DeclineReentry(1))
    assert game.round.declined == {1}
    assert game.refused(1, a.DeclineReentry(1)) is Reason.WRONG_PHASE
    game.do(1, a.Reenter(1))
    assert game.refused(1, a.DeclineReentry(1)) is Reason.NO_REENTRY_LEFT


def test_the_host_need_not_wait_for_anybody_who_is_out() -> None:
    game = total(BARAJAMOS, 40, 80, 12).do(0, a.OpenRound(2))
    assert game.round.seats == (0, 2)
    assert game.round.hands[1] == ()


def test_a_host_that_is_out_still_opens_rounds() -> None:
    game = total(BARAJAMOS, 80, 40, 12)
    assert game.refused(1, a.OpenRound(2)) is Reason.NOT_HOST
    game.do(0, a.OpenRound(2))


def test_without_reentry_out_is_out() -> None:
    game = total(replace(BARAJAMOS, reentry=Reentry.NONE), 40, 80, 12)
    assert game.refused(1, a.Reenter(1)) is Reason.NO_REENTRY_LEFT


# The next round


def test_only_the_next_round_can_be_opened_and_only_in_a_summary() -> None:
    game = total(BARAJAMOS, 10, 20, 30)
    assert game.round.phase is RoundPhase.SUMMARY
    assert game.refused(0, a.OpenRound(3)) is Reason.WRONG_PHASE
    game.do(0, a.OpenRound(2))
    assert game.refused(0, a.OpenRound(3)) is Reason.WRONG_PHASE


def test_where_rounds_open_by_themselves_nobody_else_opens_them() -> None:
    rules = replace(BARAJAMOS, next_round=NextRound.AUTOMATIC, next_round_delay=5_000)
    game = total(rules, 10, 20, 30)
    deadline = game.table.deadline
    assert deadline is not None
    assert (deadline.kind, deadline.seat, deadline.at) == (DeadlineKind.NEXT_ROUND, NOBODY, NOW + 5_000)
    assert game.refused(0, a.OpenRound(2)) is Reason.WRONG_PHASE
    assert not any(isinstance(legal.action, a.OpenRound) for legal in legal_actions(game.table, 0))
    assert game.elapse().round.number == 2


# Limits


def test_in_the_last_round_nobody_reenters_and_the_lowest_wins() -> None:
    game = total(CLUB_AT_ONCE, 20, 101, 15, number=200, pot=3)
    assert (game.end, game.prizes) == (MatchEnd.ROUND_LIMIT, {2: 3 + 20 + 101})
    assert "StakePaid" not in game.names()


def test_in_the_last_round_a_draw_where_the_rules_say_draw() -> None:
    game = total(BARAJAMOS, 20, 71, 15, number=200)
    assert (game.end, game.winners) == (MatchEnd.ROUND_LIMIT, ())


@pytest.mark.parametrize(("totals", "winners"), [((20, 20, 30), (0, 1)), ((20, 101, 102), (0,))])
def test_the_last_round_among_those_not_out(totals: tuple[int, ...], winners: tuple[int, ...]) -> None:
    assert total(CLUB_AT_ONCE, *totals, number=200).winners == winners


def test_a_rematch_starts_afresh() -> None:
    game = total(BARAJAMOS, 71, 40, 90).do(0, a.StartMatch())
    assert game.table.match == 2
    assert game.totals == (0, 0, 0)
    assert game.out == set()
    assert (game.round.number, game.round.seed_index) == (1, 2)
