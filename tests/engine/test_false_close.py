"""docs/rules.md, "Closing": the false close (arrenuncio) and what it costs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine import actions as a
from engine import events as e
from engine.arrange import CloseOutcome
from engine.cards import parse_cards
from engine.legal import discard_options, legal_actions
from engine.rules import Prize
from engine.state import MatchEnd, RoundEnd, RoundPhase
from engine.view import public
from engine.violations import Reason
from tests.engine.tables import CLUB, Game, close, position

BAD = "4c 5c 6c 11o 11e 11b 6b 12c"
"""Closing with the 12c leaves 4c 5c 6c 11o 11e 11b and the 6b: one loose card, but 6 points."""


def false_close(hands: str = f"{BAD} | ... | ...", **kinds: Any) -> Game:
    return position(CLUB, hands, **kinds).do(0, close("12c"))


def test_example_8_the_sum_of_all_seven_and_the_stake() -> None:
    game = false_close(scores=(15, 40, 40))
    assert game.points == (54, 0, 0)
    assert game.totals == (69, 40, 40)
    assert game.table.pot == 10
    assert game.result.end is RoundEnd.FALSE_CLOSE
    assert game.result.outcome is CloseOutcome.ILLEGAL
    assert game.result.closer == 0


def test_example_9_the_third_one_loses_the_match() -> None:
    hands = "7o 7c 5c 10o 11e 12b 12o 12c | ... | ... | ..."
    game = position(CLUB, hands, scores=(55, 30, -10, 13), pot=40).given(0, false_closes=2)
    game.do(0, close("12c"))
    assert game.points == (64, 0, 0, 0)
    assert game.end is MatchEnd.FALSE_CLOSES
    assert game.match_result.caused_by == 0
    assert game.totals == (119, 30, -10, 13)
    assert game.prizes == {1: 68, 2: 67, 3: 67}


def test_the_round_ends_at_once() -> None:
    game = false_close()
    assert game.names() == ["FalseCloseMade", "RoundScored", "SeedRevealed", "StakePaid", "SummaryStarted"]
    assert game.round.phase is RoundPhase.SUMMARY


def test_only_the_closers_seven_cards_are_shown() -> None:
    game = false_close()
    seven = parse_cards("11o 4c 5c 6c 11e 6b 11b")
    assert public(game.events[0]) == e.FalseCloseMade(0, seven, false_closes=1, card=0)
    assert [seat.hand for seat in game.result.seats] == [seven, (), ()]


def test_a_close_that_comes_too_early_is_a_false_close() -> None:
    game = false_close("7o 7c 7b 10e 11e 12e 3b 12c | ... | ...", turns=0)
    assert game.points == (7 + 7 + 7 + 10 + 11 + 12 + 3, 0, 0)


def test_loose_jokers_count_their_points() -> None:
    assert false_close("1o 2c 4e 6b 7o 10e 11b 12c | ... | ...").points[0] == 25 + 2 + 4 + 6 + 7 + 10 + 11


def test_the_stake_is_no_reentry() -> None:
    game = false_close()
    assert game.table.seats[0].reentries == 0
    assert game.table.seats[0].false_closes == 1


def test_a_false_close_can_put_the_closer_out_which_costs_a_stake_more() -> None:
    game = false_close(scores=(60, 30, 20))
    assert game.totals == (30, 30, 20)
    assert game.table.pot == 20
    assert game.table.seats[0].reentries == 1


def test_the_one_too_many_ends_the_match_also_when_it_would_leave_one_seat_in() -> None:
    game = position(CLUB, f"{BAD} | ...", scores=(90, 20)).given(0, false_closes=2).do(0, close("12c"))
    assert (game.end, game.winners, game.prizes) == (MatchEnd.FALSE_CLOSES, (1,), {1: 144 + 20 + 10})


def test_nothing_is_paid_below_zero_or_without_a_prize() -> None:
    game = position(CLUB, f"{BAD} | ...", scores=(-90, -20)).given(0, false_closes=2).do(0, close("12c"))
    assert game.prizes == {1: 0}
    rules = replace(CLUB, stake=0, prize=Prize.NONE)
    game = position(rules, f"{BAD} | ...", scores=(50, 20)).given(0, false_closes=2).do(0, close("12c"))
    assert game.prizes == {1: 0}


def test_seats_that_are_out_share_too() -> None:
    game = position(CLUB, f"{BAD} | ... |", scores=(20, 30, 120)).given(0, false_closes=2)
    assert game.do(0, close("12c")).prizes == {1: 117, 2: 117}


def test_a_wrong_turn_or_a_card_not_held_stays_a_refusal() -> None:
    game = position(CLUB, f"{BAD} | ... | ...")
    assert game.refused(1, close("12c")) is Reason.NOT_YOUR_TURN
    assert game.refused(0, close("12o")) is Reason.CARD_NOT_IN_HAND


def test_legal_actions_mark_false_closes_and_may_close_does_not_count_them() -> None:
    game = position(CLUB, "7o 7c 7b 10e 11e 12e 3b 12c | ... | ...")
    closes = {
        legal.action.card: legal.false_close
        for legal in legal_actions(game.table, 0)
        if isinstance(legal.action, a.Close)
    }
    good = set(parse_cards("12c"))
    assert {card for card, false in closes.items() if not false} == good
    assert len(closes) == 8
    assert {option.card for option in discard_options(game.table, 0) if option.may_close} == good


def test_the_next_round_is_played_as_usual() -> None:
    game = false_close().do(0, a.OpenRound(2))
    assert game.round.number == 2
    assert game.table.seats[0].false_closes == 1
