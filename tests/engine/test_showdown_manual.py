"""docs/rules.md, "Showdown, MANUAL": scripted CLUB rounds, worked out by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import events as e
from engine.arrange import CloseOutcome
from engine.cards import Deck, JokerKind, parse_cards
from engine.legal import legal_actions
from engine.melds import LayOffEnd
from engine.rules import LayOffScope, Rules
from engine.state import DeadlineKind, RoundPhase
from engine.violations import Reason
from tests.engine.tables import (
    CLUB,
    END_EXPOSING,
    HIGH,
    LOW,
    NOW,
    PASO,
    Game,
    close,
    expose,
    lay_off,
    pass_on,
    position,
)

EXPOSE, LAY_OFF, SUMMARY = RoundPhase.EXPOSE, RoundPhase.LAY_OFF, RoundPhase.SUMMARY

TO_ALL = replace(CLUB, lay_off_after_full_hand=LayOffScope.ALL)
THREE = "7o 7c 7b 10e 11e 12e 3b 12c | 2c 2o 2e 7e 4b 10o 12b | 4c 5c 6c 4o 5e 11b 10c"
"""Seat 0 closes with 7o 7c 7b, 10e 11e 12e and the 3b loose. Seat 1 holds three twos and the 7e, which fits on
the sevens; seat 2 holds 4c 5c 6c, which could have prolonged nothing."""


def closed(hands: str = THREE, rules: Rules = CLUB, card: str = "12c", melds: tuple[str, ...] = ()) -> Game:
    return position(rules, hands).do(0, close(card, *melds))


def phase_of(game: Game) -> tuple[RoundPhase, int]:
    """Return the phase, and who is exposing."""
    return game.round.phase, game.showdown.exposing


# The course of a showdown


def test_the_closer_exposes_first_one_meld_at_a_time_with_a_window_after_each() -> None:
    game = closed()
    assert phase_of(game) == (EXPOSE, 0)
    game.do(0, expose("7o 7c 7b"))
    assert phase_of(game) == (LAY_OFF, 0)
    game.pass_all(0, 1, 2)
    assert phase_of(game) == (EXPOSE, 0)
    game.do(0, expose("12e 10e 11e")).pass_all(1, 2, 0)
    assert phase_of(game) == (EXPOSE, 1)


def test_a_whole_round_worked_out_by_hand() -> None:
    game = closed()
    game.do(0, expose("7o 7c 7b")).do(1, lay_off("7e", 1)).pass_all(0, 1, 2)
    game.do(0, expose("10e 11e 12e")).pass_all(0, 1, 2)
    game.do(1, expose("2o 2c 2e")).pass_all(0, 1, 2)
    game.do(2, expose("4c 5c 6c")).pass_all(0, 1, 2)
    assert game.round.phase is SUMMARY
    assert game.points == (3, 4 + 10 + 12, 4 + 5 + 11 + 10)
    assert [seat.loose for seat in game.result.seats] == [
        parse_cards("3b"),
        parse_cards("10o 4b 12b"),
        parse_cards("4o 10c 5e 11b"),
    ]
    assert [seat.hand for seat in game.result.seats] == [
        parse_cards("7o 7c 10e 11e 12e 3b 7b"),
        parse_cards("2o 10o 2c 2e 7e 4b 12b"),
        parse_cards("4o 4c 5c 6c 10c 5e 11b"),
    ]


def test_each_phase_has_its_window() -> None:
    game = closed()
    assert game.table.deadline is not None
    assert (game.table.deadline.kind, game.table.deadline.seat) == (DeadlineKind.EXPOSE, 0)
    assert game.table.deadline.at == NOW + 20_000
    game.now += 5_000
    game.do(0, expose("7o 7c 7b"))
    assert game.table.deadline.kind is DeadlineKind.LAY_OFF
    assert game.table.deadline.at == NOW + 25_000


def test_a_seat_without_a_meld_is_passed_over() -> None:
    game = closed("7o 7c 7b 10e 11e 12e 3b 12c | ... | 4c 5c 6c 4o 5e 11b 10c")
    game.do(0, expose("7o 7c 7b")).pass_all(0, 1, 2)
    game.do(0, expose("10e 11e 12e")).pass_all(0, 1, 2)
    assert phase_of(game) == (EXPOSE, 2)


def test_after_paso_the_seat_that_played_last_exposes_first() -> None:
    hands = "2c 2o 2e 7e 4b 10o 12b | 4c 5c 6c 4o 5e 11b 10c | 7o 7c 7b 10e 11e 12e 3b"
    game = position(CLUB, hands, rest="discards", discards="12c", exhaustions=1, turn=1).do(1, PASO)
    assert game.showdown.order == (0, 1, 2)
    game.do(0, expose("2o 2c 2e")).pass_all(0, 1, 2)
    game.do(1, expose("4c 5c 6c")).pass_all(0, 1, 2)
    game.do(2, expose("10e 11e 12e")).pass_all(0, 1, 2)
    game.do(2, expose("7o 7c 7b")).do(0, lay_off("7e", 4)).pass_all(0, 1, 2)
    assert game.points == (26, 30, 3)


# Exposing


def test_the_closer_exposes_exactly_the_melds_fixed_at_the_close() -> None:
    game = closed("7o 7c 7b 7e 4o 5o 6o 12c | ... | ...", TO_ALL, melds=("7c 7b 7e", "4o 5o 6o 7o"))
    assert game.refused(0, expose("7o 7c 7b")) is Reason.MELDS_NOT_VALID
    assert game.refused(0, expose("4o 5o 6o")) is Reason.MELDS_NOT_VALID


def test_others_expose_any_valid_meld_in_hand() -> None:
    game = to_seat_1("7o 7c 7b 10e 11e 12e 3b 12c | 2c 2o 2e 2b 4b 10o 12b | ...")
    assert game.refused(1, expose("2c 2o 4b")) is Reason.MELDS_NOT_VALID
    assert game.refused(1, expose("2c 2o 3b")) is Reason.CARD_NOT_IN_HAND
    assert game.refused(1, expose("2c 2c 2o")) is Reason.CARD_NOT_IN_HAND
    assert game.refused(2, expose("2c 2o 2e")) is Reason.NOT_YOUR_TURN
    game.do(1, expose("2c 2o 2e")).do(1, lay_off("2b", 3))


def to_seat_1(hands: str = THREE, rules: Rules = CLUB) -> Game:
    """Return the moment at which the closer has shown its two melds and seat 1 exposes."""
    game = closed(hands, rules)
    while game.showdown.exposing == 0:
        game.do(0, legal_actions(game.table, 0)[0].action).pass_all(*game.round.seats)
    return game


def test_who_ends_exposing_keeps_what_it_holds() -> None:
    game = to_seat_1().do(1, END_EXPOSING)
    assert phase_of(game) == (EXPOSE, 2)
    game.do(2, END_EXPOSING)
    assert game.points == (3, 2 + 2 + 2 + 7 + 4 + 10 + 12, 4 + 5 + 6 + 4 + 5 + 11 + 10)


def test_the_closer_cannot_end_exposing() -> None:
    assert closed().refused(0, END_EXPOSING) is Reason.MELDS_NOT_VALID


def test_at_its_deadline_the_engine_exposes_what_is_left_meld_by_meld() -> None:
    game = closed().elapse()
    assert game.names() == ["WindowElapsed", "ExposingEnded", "MeldExposed", "LayOffStarted"]
    game.pass_all(0, 1, 2)
    assert game.names() == ["LayOffPassed", "MeldExposed", "LayOffStarted"]
    assert len(game.showdown.melds) == 2
    game.pass_all(0, 1, 2)
    assert phase_of(game) == (EXPOSE, 1)


def test_the_engine_exposes_the_canonically_first_meld_of_the_best_arrangement() -> None:
    hands = "7o 7c 7b 10e 11e 12e 3b 12c | 2c 2o 2e 5b 6b 7e 4b | ..."
    game = to_seat_1(hands).elapse()
    assert game.showdown.melds[-1].meld.cards == parse_cards("2o 2c 2e")
    game.pass_all(0, 1, 2)
    assert game.showdown.melds[-1].meld.cards == parse_cards("4b 5b 6b")


def test_the_next_seat_exposes_by_itself_again() -> None:
    game = closed("7o 7c 7b 10e 11e 12e 3b 12c | 2c 2o 2e 4b 5b 6b 7e | ...").elapse()
    game.pass_all(0, 1, 2).pass_all(0, 1, 2)
    game.do(1, expose("2o 2c 2e")).pass_all(0, 1, 2)
    assert phase_of(game) == (EXPOSE, 1)


def test_who_ran_out_of_time_may_go_on_laying() -> None:
    game = to_seat_1("7o 7c 7b 10e 11e 12e 3b 12c | 2c 2o 2e 2b 4b 10o 12b | ...").elapse()
    game.pass_all(0, 1, 2)
    assert phase_of(game) != (EXPOSE, 1)
    assert game.points[1] == 4 + 10 + 12


# Laying off


def test_any_seat_may_lay_on_the_meld_just_exposed_and_on_no_other() -> None:
    game = closed().do(0, expose("7o 7c 7b")).pass_all(0, 1, 2).do(0, expose("10e 11e 12e"))
    assert game.refused(1, lay_off("7e", 1)) is Reason.WRONG_PHASE
    assert game.refused(1, lay_off("7e", 3)) is Reason.WRONG_PHASE
    refusal = game.violation(1, lay_off("10o", 2))
    assert refusal.reason is Reason.LAY_OFF_NOT_POSSIBLE
    assert refusal.metadata["meld_id"] == "2"
    assert game.refused(1, lay_off("5c", 2)) is Reason.CARD_NOT_IN_HAND
    game.do(1, lay_off("7e", 2))


def test_a_run_grows_card_by_card_by_several_seats() -> None:
    hands = "4c 5c 6c 10e 11e 12e 3b 12b | 7c 11c 2o 4e 6b 10o 1b | 10c 3c 2e 5o 1e 11b 12o"
    game = closed(hands, card="12b").do(0, expose("4c 5c 6c"))
    assert game.refused(2, lay_off("10c", 1)) is Reason.LAY_OFF_NOT_POSSIBLE
    game.do(1, lay_off("7c", 1)).do(2, lay_off("10c", 1)).do(1, lay_off("11c", 1)).do(2, lay_off("3c", 1))
    assert game.showdown.melds[0].meld.cards == parse_cards("3c 4c 5c 6c 7c 10c 11c")


def test_a_lay_off_clears_all_passes_and_restarts_the_window() -> None:
    game = closed().do(0, expose("7o 7c 7b")).pass_all(0, 2)
    assert game.showdown.passed == {0, 2}
    assert game.refused(2, pass_on(1)) is Reason.WRONG_PHASE
    game.now += 12_000
    game.do(1, lay_off("7e", 1))
    assert game.showdown.passed == frozenset()
    assert game.table.deadline is not None
    assert game.table.deadline.at == NOW + 32_000
    game.pass_all(0, 2)


def test_who_has_passed_lays_nothing_until_a_lay_off_clears_the_passes() -> None:
    hands = "4c 5c 6c 10e 11e 12e 3b 12b | 7c 11c 2o 4e 6b 10o 1b | 10c 3c 2e 5o 1e 11b 12o"
    game = closed(hands, card="12b").do(0, expose("4c 5c 6c")).pass_all(2)
    assert game.refused(2, lay_off("3c", 1)) is Reason.WRONG_PHASE
    game.do(1, lay_off("7c", 1)).do(2, lay_off("10c", 1))


def test_a_pass_for_the_rest_is_never_cleared() -> None:
    game = closed().do(0, expose("7o 7c 7b")).pass_all(2, rest=True).do(1, lay_off("7e", 1))
    assert game.refused(2, pass_on(1)) is Reason.WRONG_PHASE
    game.pass_all(0, 1).do(0, expose("10e 11e 12e"))
    assert game.showdown.passed == {2}
    game.pass_all(0, 1)
    assert phase_of(game) == (EXPOSE, 1)


def test_passes_for_the_rest_end_with_the_round() -> None:
    game = closed().do(0, expose("7o 7c 7b")).pass_all(0, 1, 2, rest=True)
    game.do(0, expose("10e 11e 12e"))
    assert phase_of(game) == (EXPOSE, 1)
    game.do(1, END_EXPOSING).do(2, END_EXPOSING)
    assert game.round.phase is SUMMARY


def test_a_pass_names_the_meld() -> None:
    game = closed().do(0, expose("7o 7c 7b"))
    assert game.refused(1, pass_on(2)) is Reason.WRONG_PHASE


def test_when_the_window_is_over_the_next_exposing_follows() -> None:
    game = closed().do(0, expose("7o 7c 7b")).elapse()
    assert game.names() == ["WindowElapsed", "ExposingStarted"]
    assert phase_of(game) == (EXPOSE, 0)


def test_nobody_is_passed_for_but_a_seat_without_cards() -> None:
    hands = "7o 7c 7b 10e 11e 12e 3b 12c | 2c 2o 2e 4c 4o 4e 4b | 7e 2b 5e 11b 10c 12o 1c"
    game = to_seat_1(hands).do(1, expose("2o 2c 2e")).do(2, lay_off("2b", 3)).pass_all(0, 1, 2)
    game.do(1, expose("4o 4c 4e 4b"))
    assert game.showdown.passed == frozenset()
    game.pass_all(0, 2)
    assert game.round.phase is SUMMARY
    assert game.points[1] == 0


def test_the_closer_lays_only_loose_cards_and_then_scores_nothing() -> None:
    hands = "7o 7c 7b 10e 11e 12e 3b 12c | 4b 5b 6b 7e 2c 10o 12b | ..."
    game = to_seat_1(hands).do(1, expose("4b 5b 6b")).do(0, lay_off("3b", 3))
    game.pass_all(1, 2)
    assert game.points[0] == 0
    assert game.result.outcome is CloseOutcome.POINTS


def test_the_closer_keeps_the_melds_that_it_has_not_shown_yet() -> None:
    game = closed("7o 7c 7b 7e 4o 5o 6o 12c | ... | ...", TO_ALL, melds=("4o 5o 6o 7o", "7c 7b 7e"))
    game.do(0, expose("7c 7b 7e"))
    assert game.refused(0, lay_off("7o", 1)) is Reason.LAY_OFF_NOT_POSSIBLE


def test_where_the_closer_may_not_lay_off_it_can_only_pass() -> None:
    hands = "7o 7c 7b 10e 11e 12e 3b 12c | 4b 5b 6b 7e 2c 10o 12b | ..."
    game = to_seat_1(hands, replace(CLUB, closer_may_lay_off=False)).do(1, expose("4b 5b 6b"))
    assert game.refused(0, lay_off("3b", 3)) is Reason.LAY_OFF_NOT_POSSIBLE
    game.pass_all(0, 1, 2)
    assert game.points[0] == 3


# Jokers


def test_a_joker_on_a_run_needs_an_end() -> None:
    hands = "4c 5c 6c 10e 11e 12e 3b 12b | 1o 11c 2o 4e 6b 10o 1b | ..."
    game = closed(hands, card="12b").do(0, expose("4c 5c 6c"))
    refusal = game.violation(1, lay_off("1o", 1))
    assert (refusal.reason, refusal.metadata) == (Reason.INVALID_REQUEST, {"field": "end"})
    game.do(1, lay_off("1o", 1, LOW))
    assert game.showdown.melds[0].meld.stands_for == parse_cards("4c 5c 6c 3c")


def test_also_when_only_one_end_has_room() -> None:
    game = closed("7o 7c 7b 10e 11e 12e 3b 12c | 1o 2o 2e 7e 4b 10o 12b | ...").do(0, expose("10e 11e 12e"))
    assert game.refused(1, lay_off("1o", 1)) is Reason.INVALID_REQUEST
    assert game.refused(1, lay_off("1o", 1, HIGH)) is Reason.LAY_OFF_NOT_POSSIBLE
    game.do(1, lay_off("1o", 1, LOW))


def test_two_seats_race_for_one_end_and_the_first_wins() -> None:
    hands = "7o 7c 7b 4e 5e 6e 3b 12c | 7e 2o 2c 11e 4b 10o 12b | 1o 2b 5o 11b 10c 12o 1c"
    game = closed(hands).do(0, expose("4e 5e 6e")).do(2, lay_off("1o", 1, HIGH))
    assert game.refused(1, lay_off("7e", 1)) is Reason.LAY_OFF_NOT_POSSIBLE


@pytest.mark.parametrize(("end", "stands_for"), [(LOW, "1o"), (HIGH, "5o")])
def test_the_named_end_decides_what_the_ace_of_oros_is(end: LayOffEnd, stands_for: str) -> None:
    hands = "2o 3o 4o 10e 11e 12e 3b 12b | 1o 11c 2c 4e 6b 10o 1b | ..."
    game = closed(hands, card="12b").do(0, expose("2o 3o 4o"))
    game.do(1, lay_off("1o", 1, end))
    laid = game.showdown.lay_offs[0].lay_off
    assert (laid.end, laid.stands_for) == (end, *parse_cards(stands_for))


def test_on_a_set_of_aces_it_is_itself() -> None:
    hands = "1c 1e 1b 10e 11e 12e 3b 12b | 1o 11c 2c 4e 6b 10o 2o | ..."
    game = closed(hands, card="12b").do(0, expose("1c 1e 1b")).do(1, lay_off("1o", 1))
    assert game.showdown.melds[0].meld.jokers == 0


def test_a_run_with_a_joker_is_read_as_its_owner_gives_it() -> None:
    hands = "7o 7c 7b 10e 11e 12e 3b 12c | 4c 5c 1o 7e 2b 10o 12b | ..."
    assert to_seat_1(hands).do(1, expose("1o 4c 5c")).showdown.melds[-1].meld.low == 3
    assert to_seat_1(hands).do(1, expose("4c 5c 1o")).showdown.melds[-1].meld.high == 6
    assert to_seat_1(hands).do(1, expose("5c 1o 4c")).showdown.melds[-1].meld.high == 6


def test_the_closer_too_reads_its_run_when_exposing_else_as_at_the_close() -> None:
    hands = "4c 5c 1o 10e 11e 12e 3b 12b | ... | ..."

    def exposed(cards: str) -> int:
        game = closed(hands, card="12b", melds=("1o 4c 5c", "10e 11e 12e"))
        return game.do(0, expose(cards)).showdown.melds[0].meld.low

    assert exposed("4c 5c 1o") == 4
    assert exposed("1o 4c 5c") == 3
    assert exposed("5c 4c 1o") == 3


def test_what_is_offered_to_the_closer_reads_its_run_as_at_the_close() -> None:
    game = closed("4c 5c 1o 10e 11e 12e 3b 12b | ... | ...", card="12b", melds=("1o 4c 5c", "10e 11e 12e"))
    offered = [legal.action for legal in legal_actions(game.table, 0)]
    assert offered[0] == expose("1o 4c 5c")


def test_a_run_with_two_jokers_is_read_as_given_too() -> None:
    rules = replace(TO_ALL, jokers=JokerKind.TWO_JOKERS, max_jokers_per_meld=2, deck=Deck.DECK_48)
    game = closed("4c 6c jk jk 10e 11e 12e 12b | ... | ...", rules, "12b", ("jk 4c jk 6c", "10e 11e 12e"))
    game.do(0, expose("4c jk 6c jk"))
    assert game.showdown.melds[0].meld.low == 4


# After a close with all seven melded

FULL = "7o 7c 7b 3e 4e 5e 6e 12c | 2c 2o 2e 7e 4b 10o 12b | 4c 5c 6c 2b 5o 11b 10c"


def test_with_none_the_engine_arranges_everybody_at_once_without_lay_offs() -> None:
    game = closed(FULL)
    assert game.round.phase is SUMMARY
    assert game.points == (-10, 7 + 4 + 10 + 12, 2 + 5 + 11 + 10)


def test_with_others_the_closer_exposes_without_windows_and_takes_nothing() -> None:
    game = closed(FULL, replace(CLUB, lay_off_after_full_hand=LayOffScope.OTHERS))
    assert phase_of(game) == (EXPOSE, 0)
    game.do(0, expose("7o 7c 7b"), expose("3e 4e 5e 6e"))
    assert "LayOffStarted" not in game.names()
    assert phase_of(game) == (EXPOSE, 1)
    game.do(1, expose("2o 2c 2e")).do(2, lay_off("2b", 3)).pass_all(1, 2)
    game.do(2, expose("4c 5c 6c")).pass_all(1, 2)
    assert game.points == (-10, 33, 5 + 11 + 10)


def test_with_all_the_closers_melds_take_cards_too() -> None:
    game = closed(FULL, TO_ALL)
    assert phase_of(game) == (EXPOSE, 0)
    game.do(0, expose("7o 7c 7b")).do(1, lay_off("7e", 1)).pass_all(0, 1, 2)
    game.do(0, expose("3e 4e 5e 6e")).pass_all(1, 2)
    assert phase_of(game) == (EXPOSE, 1)


def test_a_joker_chinchon_that_scores_is_a_full_hand_here() -> None:
    game = closed("2c 3c 4c 5c 6c 7c 1o 12b | ... | ...", card="12b")
    assert game.round.phase is SUMMARY
    assert game.points[0] == -25


def test_a_chinchon_that_wins_is_shown_at_once() -> None:
    game = closed("1e 2e 3e 4e 5e 6e 7e 12b | ... | ...", card="12b")
    assert game.end.name == "CHINCHON"
    assert [event for event in game.events if isinstance(event, e.ExposingStarted)] == []
