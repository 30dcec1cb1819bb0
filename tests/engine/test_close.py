"""docs/rules.md, "Closing": when a close is legal, what it is, and what is kept secret about it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import events as e
from engine.arrange import CloseOutcome
from engine.cards import parse_card, parse_cards
from engine.rules import CloseRule, IllegalClose, LayOffScope
from engine.state import NOBODY, MatchEnd, RoundEnd
from engine.view import public, redact
from engine.violations import Reason
from tests.engine.tables import BARAJAMOS, CLUB, DRAW, TAKE, Game, close, position

CHINCHON_OTHERS = "1o 1e 3e 2b 6b 10o 11b | 2o 4o 6e 7b 8b 10e 12o"


def outcome_of(game: Game) -> tuple[str, int]:
    """Return what the close was and what the closer scored."""
    closer = next(seat for seat in game.result.seats if seat.seat == game.result.closer)
    return game.result.outcome.name, closer.points


def test_a_close_with_few_enough_points_ends_the_round() -> None:
    game = position(BARAJAMOS, "7o 7c 7b 9e 10e 11e 4o 12c | ... | ...").do(0, close("12c"))
    assert game.result.end is RoundEnd.CLOSE
    assert game.result.closer == 0
    assert outcome_of(game) == ("POINTS", 4)


def test_a_close_is_a_completed_turn() -> None:
    game = position(BARAJAMOS, "7o 7c 7b 9e 10e 11e 4o 12c | ... | ...", turns=7).do(0, close("12c"))
    assert game.round.turns == 8
    assert game.round.last_turn == 0


def test_too_many_points_are_refused_with_the_fewest_that_stay_loose() -> None:
    game = position(BARAJAMOS, "5o 5c 5e 1b 2b 3b 10o 12c | ... | ...")
    refusal = game.violation(0, close("12c"))
    assert refusal.reason is Reason.CLOSE_NOT_ALLOWED
    assert refusal.metadata == {"points": "10", "limit": "5", "close_rule": "SUM"}


def test_at_club_one_loose_card_is_allowed_although_two_would_count_less() -> None:
    rules = replace(CLUB, illegal_close=IllegalClose.REJECT)
    game = position(rules, "1e 2e 4b 6b 7b 10b 1o 12c | ... | ...")
    game.do(0, close("12c"))
    closed = next(event for event in game.events if isinstance(event, e.RoundClosed))
    assert (closed.outcome, closed.points) == (CloseOutcome.POINTS, 4)
    assert closed.loose == parse_cards("4b")


def test_two_loose_cards_do_not_close_at_club_however_low() -> None:
    rules = replace(CLUB, illegal_close=IllegalClose.REJECT)
    game = position(rules, "7o 7c 7b 10o 11o 1b 2e 12c | ... | ...")
    assert game.refused(0, close("12c")) is Reason.CLOSE_NOT_ALLOWED


def test_at_club_every_seat_must_have_completed_a_turn() -> None:
    rules = replace(CLUB, illegal_close=IllegalClose.REJECT)
    hands = "7o 7c 7b 10e 11e 12e 3b 12c | ... | ..."
    refusal = position(rules, hands, turns=2).violation(0, close("12c"))
    assert refusal.reason is Reason.CLOSE_TOO_EARLY
    assert refusal.metadata == {"turns_played": "2", "turns_needed": "3"}
    position(rules, hands, turns=3).do(0, close("12c"))


def test_at_barajamos_the_very_first_turn_may_close() -> None:
    game = position(BARAJAMOS, "7o 7c 7b 9e 10e 11e 4o 12c | ... | ...", turns=0).do(0, close("12c"))
    assert game.points[0] == 4


@pytest.mark.parametrize(
    ("seven", "outcome", "points"),
    [
        ("7o 7c 7b 9e 10e 11e 4o", "POINTS", 4),
        ("7o 8o 9o 10o 2c 2e 2b", "FULL_HAND", -10),
        ("3e 4e 5e 6e 7e 8e 9e", "CHINCHON", 0),
    ],
)
def test_outcomes_without_jokers(seven: str, outcome: str, points: int) -> None:
    game = position(BARAJAMOS, f"{seven} 12c | ... | ...")
    game.do(0, close("12c"))
    assert outcome_of(game) == (outcome, points)


@pytest.mark.parametrize(
    ("seven", "outcome", "points"),
    [
        ("1o 2o 3o 4o 5o 6o 7o", "CHINCHON", 0),
        ("2c 3c 4c 5c 6c 7c 1o", "JOKER_CHINCHON", -25),
        ("2c 3c 4c 5c 6b 7b 1o", "FULL_HAND", -10),
    ],
)
def test_outcomes_with_the_ace_of_oros(seven: str, outcome: str, points: int) -> None:
    game = position(CLUB, f"{seven} 12c | ... | ...")
    game.do(0, close("12c"))
    assert outcome_of(game) == (outcome, points)


def test_a_chinchon_wins_the_match_and_the_totals_stay() -> None:
    game = position(BARAJAMOS, f"3c 4c 5c 6c 7c 8c 9c 12e | {CHINCHON_OTHERS}", scores=(69, 12, 5))
    game.do(0, close("12e"))
    assert (game.end, game.winners, game.totals) == (MatchEnd.CHINCHON, (0,), (69, 12, 5))
    assert game.points == (0, 34, 49)


def test_a_chinchon_that_only_scores_ends_the_round() -> None:
    rules = replace(BARAJAMOS, chinchon_wins=False)
    game = position(rules, f"3c 4c 5c 6c 7c 8c 9c 12e | {CHINCHON_OTHERS}", scores=(69, 12, 5))
    game.do(0, close("12e"))
    assert game.totals == (19, 46, 54)


def test_named_melds_are_shown_and_decide_the_points_at_club() -> None:
    hands = "7o 7c 7b 7e 4o 5o 6o 12c | ... | ..."
    unnamed = position(CLUB, hands).do(0, close("12c"))
    assert unnamed.result.outcome is CloseOutcome.FULL_HAND
    named = position(CLUB, hands).do(0, close("12c", "7c 7b 7e", "4o 5o 6o 7o"))
    assert [meld.cards for meld in named.showdown.close_melds] == [
        parse_cards("7c 7e 7b"),
        parse_cards("4o 5o 6o 7o"),
    ]
    loose = position(CLUB, hands.replace("7e 4o", "1b 4o")).do(0, close("12c", "7c 7b 7o", "4o 5o 6o"))
    assert loose.showdown.close_loose == parse_cards("1b")


@pytest.mark.parametrize(
    "melds",
    [
        ("7o 7c 4o",),
        ("7o 7c 7b", "7o 7c 7b"),
        ("7o 7c 7e",),
        ("7o 7c 7b",),
        ("",),
    ],
    ids=["no meld", "twice", "not held", "not good enough", "empty"],
)
def test_bad_melds_are_refused_when_the_seven_could_close(melds: tuple[str, ...]) -> None:
    game = position(BARAJAMOS, "7o 7c 7b 9e 10e 11e 4o 12c | ... | ...")
    assert game.refused(0, close("12c", *melds)) is Reason.MELDS_NOT_VALID


def test_bad_melds_are_refused_also_when_the_close_comes_too_early() -> None:
    game = position(CLUB, "7o 7c 7b 10e 11e 12e 3b 12c | ... | ...", turns=0)
    assert game.refused(0, close("12c", "7o 7c 3b")) is Reason.MELDS_NOT_VALID


def test_named_melds_are_ignored_when_the_seven_may_not_close() -> None:
    game = position(CLUB, "7o 7c 7b 10e 11e 1b 2e 12c | ... | ...")
    game.do(0, close("12c", "7o 7c 1b"))
    assert game.result.end is RoundEnd.FALSE_CLOSE


def test_seven_in_one_run_are_chinchon_whatever_was_named() -> None:
    game = position(BARAJAMOS, f"3c 4c 5c 6c 7c 8c 9c 12e | {CHINCHON_OTHERS}")
    game.do(0, close("12e", "3c 4c 5c", "6c 7c 8c 9c"))
    assert game.end is MatchEnd.CHINCHON


def test_the_close_is_judged_on_the_closers_own_cards_alone() -> None:
    rules = replace(CLUB, illegal_close=IllegalClose.REJECT, close_rule=CloseRule.SUM)
    others = "6c 1c 2e 4e 6b 10o 11b | 12o 2o 6e 1b 4b 10e 11o"
    assert position(rules, f"3c 4c 5c 7c 12c 12e 12b 3b | {others}").refused(0, close("3b")) is (
        Reason.CLOSE_NOT_ALLOWED
    )
    position(rules, f"3c 4c 5c 10c 7c 11c 12e 3b | {others}").do(0, close("12e"))


def test_the_closing_card_counts_for_nobody_and_nobody_sees_it() -> None:
    game = position(CLUB, "7o 7c 7b 10e 11e 12e 3b 12c | ... | ...", discards="10c").do(0, close("12c"))
    assert game.showdown.closing_card == parse_card("12c")
    assert game.round.discards == parse_cards("10c")
    closed = public(game.events[0])
    assert closed == e.RoundClosed(0, CloseOutcome.POINTS, 3, card=0, melds=(), loose=())
    for viewer in (NOBODY, 1, 2):
        seen = redact(game.table, viewer).round
        assert seen is not None
        assert seen.showdown is not None
        assert (seen.showdown.closing_card, seen.showdown.close_melds, seen.showdown.close_loose) == (
            0,
            (),
            (),
        )


def test_closing_can_put_the_closer_out() -> None:
    game = position(BARAJAMOS, "7o 7c 7b 9e 10e 11e 4o 12c | ... | ...", scores=(68, 0, 0))
    game.do(0, close("12c"))
    assert (game.totals[0], game.out) == (72, {0})


def test_the_card_just_taken_may_not_close_at_club_unless_an_equal_one_is_held() -> None:
    rules = replace(CLUB, two_decks_from=3, lay_off_after_full_hand=LayOffScope.NONE)
    game = position(rules, "7o 7c 7b 10e 11e 12e 3b | ... | ...", discards="12c").do(0, TAKE)
    assert game.refused(0, close("12c")) is Reason.CARD_JUST_TAKEN
    game = position(rules, "7o 7c 7b 10e 11e 12e 3b | ... | ...", discards="3b").do(0, TAKE)
    game.do(0, close("3b"))


def test_nobody_closes_before_drawing() -> None:
    game = position(BARAJAMOS, "7o 7c 7b 9e 10e 11e 4o | ... | ...")
    assert game.refused(0, close("4o")) is Reason.WRONG_PHASE
    game.do(0, DRAW)
