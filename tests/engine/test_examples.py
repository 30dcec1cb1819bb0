"""The worked examples of the rules, one by one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import actions as a
from engine.arrange import CloseOutcome, arrange, judge_close
from engine.cards import parse_cards
from engine.dealing import seat_after
from engine.rules import Rules
from engine.state import NOBODY, CancelReason, MatchEnd
from engine.violations import Reason
from tests.engine.tables import BARAJAMOS, CLUB, TAKE, close, discard, position
from tests.engine.test_scoring import CLUB_AT_ONCE, total


def best(cards: str, rules: Rules = BARAJAMOS, decks: int = 1) -> int:
    """Return the fewest points that stay loose."""
    return arrange(parse_cards(cards), rules, decks).points


def outcome(seven: str, rules: Rules = BARAJAMOS) -> tuple[CloseOutcome, int]:
    judged = judge_close(parse_cards(seven), rules, decks=1)
    return judged.outcome, judged.points


def test_example_1_lay_offs_onto_a_set_and_a_run() -> None:
    hands = "7o 7c 7b 9e 10e 11e 4o 2c | 7e 1o 3c 5e 6b 9o 10c | 12e 2o 4b 5c 6o 8b 1c"
    game = position(BARAJAMOS, hands).do(0, close("2c"))
    assert game.points == (4, 1 + 3 + 5 + 6 + 9 + 10, 2 + 4 + 5 + 6 + 8 + 1)


def test_example_2_too_many_points() -> None:
    assert best("5o 5c 5e 1b 2b 3b 10o") == 10
    assert outcome("5o 5c 5e 1b 2b 3b 10o")[0] is CloseOutcome.ILLEGAL
    assert best("3c 4c 5c 6c 6o 6e 1b") == 1
    assert best("11o 12o 1o 5o 5c 5e 2b") == 26


def test_example_3_the_full_hand_and_the_chinchon() -> None:
    assert outcome("7o 8o 9o 10o 2c 2e 2b") == (CloseOutcome.FULL_HAND, -10)
    assert outcome("3e 4e 5e 6e 7e 8e 9e") == (CloseOutcome.CHINCHON, 0)


def test_example_4_out_and_back_in_at_barajamos() -> None:
    game = total(BARAJAMOS, 71, 71, 71)
    assert (game.end, game.winners) == (MatchEnd.ALL_OUT, ())
    closer = position(BARAJAMOS, "7o 7c 7b 9e 10e 11e 4o 2c | ... | ...", scores=(68, 0, 0)).do(
        0, close("2c")
    )
    assert (closer.totals[0], closer.out) == (72, {0})
    game = total(BARAJAMOS, 80, 75, 40, 12).do(0, a.Reenter(1)).do(1, a.Reenter(1))
    assert game.totals == (40, 40, 40, 12)
    assert total(BARAJAMOS, 25, 80, 3, out={1}).do(1, a.Reenter(1)).totals == (25, 25, 3)
    assert total(BARAJAMOS, -10, 80, 5).do(1, a.Reenter(1)).totals == (-10, 5, 5)


def test_example_5_hands_off_turn_and_on_turn() -> None:
    game = position(BARAJAMOS, "... | ... | ...").do(0, TAKE)
    assert [len(hand) for hand in game.round.hands] == [8, 7, 7]


def test_example_6_two_decks() -> None:
    assert best("5o 5o 5c", decks=2) == 0
    assert best("4c 4c 5c", decks=2) == 13
    rules = replace(CLUB, two_decks_from=3)
    equal = position(rules, "5o 2c 4e 6b 10o 11c 12e | ... | ...", discards="5o").do(0, TAKE)
    equal.do(0, discard("5o"))
    single = position(rules, "5o 2c 4e 7b 10o 11c 12e | ... | ...", discards="6e").do(0, TAKE)
    assert single.refused(0, discard("6e")) is Reason.CARD_JUST_TAKEN


def test_example_7_the_ace_of_oros_at_club() -> None:
    assert outcome("1o 2o 3o 4o 5o 6o 7o", CLUB) == (CloseOutcome.CHINCHON, 0)
    assert outcome("1o 2c 3c 4c 5c 6c 7c", CLUB) == (CloseOutcome.JOKER_CHINCHON, -25)
    assert best("7o 7c 7e 7b 1o 2c 3e", CLUB) == 12


def test_example_8_a_false_close() -> None:
    game = position(CLUB, "4c 5c 6c 11o 11e 11b 6b 12c | ... | ...", scores=(15, 0, 0)).do(0, close("12c"))
    assert (game.points[0], game.totals[0], game.table.pot) == (54, 69, 10)


def test_example_9_a_false_close_too_many() -> None:
    hands = "7o 7c 5c 10o 11e 12b 12o 12c | ... | ... | ..."
    game = position(CLUB, hands, scores=(55, 30, -10, 13), pot=40).given(0, false_closes=2)
    game.do(0, close("12c"))
    assert game.prizes == {1: 68, 2: 67, 3: 67}


def test_example_10_mandatory_reentry_and_the_last_two() -> None:
    game = total(CLUB_AT_ONCE, 107, 97, 64, 100, 101, pot=20)
    assert (game.totals, game.table.pot) == ((100, 97, 64, 100, 100), 40)
    assert total(CLUB_AT_ONCE, 103, 100).prizes == {1: 103}
    assert total(CLUB_AT_ONCE, 103, 103).prizes == {0: 0, 1: 0}


@pytest.mark.parametrize(
    ("lead", "seats", "following"),
    [(1, (0, 1, 2, 3, 4), 2), (2, (0, 1, 2, 4), 4), (4, (0, 1, 2, 4), 0), (4, (1, 2, 4), 1)],
)
def test_example_11_lead_seats(lead: int, seats: tuple[int, ...], following: int) -> None:
    assert seat_after(lead, seats) == following


def test_example_12_a_match_that_is_cancelled() -> None:
    """Who is connected is the service's business; a cancelled match is the engine's."""
    game = position(BARAJAMOS, "... | ... |", scores=(10, 20, 80))
    game.do(NOBODY, a.CancelMatch(CancelReason.CONNECTION_LOST))
    assert (game.end, game.winners, game.totals) == (MatchEnd.CANCELLED, (), (10, 20, 80))
