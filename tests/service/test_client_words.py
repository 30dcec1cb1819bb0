"""What a person types: every way to say it, and that nothing that can be typed does harm."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import notation
from engine.rules import JokerKind
from service.client.cards import name, read_cards, short
from service.client.words import Misread, read_action
from tests.engine.tables import BARAJAMOS, CLUB, PROPOSE, TAKE, Game, close, expose, match, position
from tests.service.client_views import said, view_of

ANY_CARD = st.integers(1, 49)


def read(game: Game, seat: int, line: str) -> str:
    return said(read_action(view_of(game, seat), line).action)


def complaint(game: Game, seat: int, line: str) -> str:
    with pytest.raises(Misread) as misread:
        read_action(view_of(game, seat), line)
    return str(misread.value)


@given(ANY_CARD)
def test_cards_are_written_as_the_engine_writes_them_and_read_in_full_too(card: int) -> None:
    assert short(card) == notation(card)
    assert read_cards(short(card).split()) == [card]
    assert read_cards(name(card).split()) == [card]


@pytest.mark.parametrize("line", ["s", "stock", "MAZO", " s "])
def test_a_draw_from_the_stock(line: str) -> None:
    assert read(position(BARAJAMOS, "... | ... | ..."), 0, line) == "draw_stock"


@pytest.mark.parametrize("line", ["p", "pile", "discard", "descarte"])
def test_a_draw_from_the_discard_pile(line: str) -> None:
    assert read(position(BARAJAMOS, "... | ... | ..."), 0, line) == "draw_discard"


THROWING = "2c 3c 4c 7o 7c 7e 5b 12e | ... | ..."


@pytest.mark.parametrize("line", ["12e", "12 e", "rey de espadas", "throw 12e", "discard REY de Espadas"])
def test_a_throw(line: str) -> None:
    assert read(position(BARAJAMOS, THROWING), 0, line) == "discard 12e"


@pytest.mark.parametrize("line", ["close", "close 12e", "c rey de espadas", "cerrar 12e"])
def test_a_close(line: str) -> None:
    """Where no card is named, the best close is meant: the king goes face down, not the 5b."""
    assert read(position(BARAJAMOS, THROWING), 0, line) == "close 12e"


def test_what_is_wrong_with_a_throw() -> None:
    game = position(BARAJAMOS, THROWING)
    assert complaint(game, 0, "9o") == "You do not hold the 9 de oros."
    assert complaint(game, 0, "13o") == "13o is no card; write 7c, 12e or rey de espadas."
    assert (
        complaint(game, 0, "close 5b") == "You may not close with the 5 de bastos: the rest would count 12."
    )


def test_the_card_just_taken_may_not_go_back_where_the_rules_say_so() -> None:
    hand = "2c 3c 4c 7o 7c 7e 5b | ..."
    game = position(CLUB, hand, discards="12e")
    game.do(0, TAKE)
    assert complaint(game, 0, "12e") == "You have just taken the rey de espadas: it may not go back."


def test_a_false_close_is_marked() -> None:
    game = position(CLUB, "2c 3c 4c 7o 7c 1b 3b 12e | ...")
    assert read_action(view_of(game, 0), "close 12e").false_close
    assert complaint(game, 0, "close") == "You may not close yet."


def test_a_showdown_by_hand() -> None:
    hands = "2c 3c 4c 7o 7c 7e 3b 12e | 5c 6e 6b 6o 10o 10c 2b"
    game = position(CLUB, hands).do(0, close("12e"))
    assert read(game, 0, "show") == "expose_meld 7o 7c 7e"
    assert read(game, 0, "show 2") == "expose_meld 2c 3c 4c"
    assert read(game, 0, "show 4c 3c 2c") == "expose_meld 4c 3c 2c"
    assert complaint(game, 0, "show 3") == "There are melds 1 to 2."
    game.do(0, expose("2c 3c 4c"))
    assert read(game, 1, "lay 5c") == "lay_off 5c"
    assert complaint(game, 1, "lay 2b") == "The 2 de bastos does not fit there."
    assert read(game, 1, "p") == "pass_lay_off"
    assert read_action(view_of(game, 1), "rest").action.pass_lay_off.rest_of_showdown


def test_a_joker_at_either_end_of_a_run() -> None:
    hands = "3c 4c 5c 7o 7c 7e 3b 12e | 1o 6e 6b 11o 10o 10c 2b"
    game = position(CLUB, hands).do(0, close("12e"), expose("3c 4c 5c"))
    assert complaint(game, 1, "lay 1o") == "At which end? Add low or high."
    low = read_action(view_of(game, 1), "lay 1o low").action.lay_off
    high = read_action(view_of(game, 1), "lay as de oros high").action.lay_off
    assert (low.end, high.end) == (1, 2)


def test_a_proposal() -> None:
    game = match(CLUB, 2)
    assert read(game, 0, "propose") == "propose_end"
    game.do(0, PROPOSE)
    assert read_action(view_of(game, 1), "agree").action.answer_end.agree
    assert not read_action(view_of(game, 1), "no").action.answer_end.agree


def test_what_does_not_fit_is_said_to_do_so() -> None:
    assert (
        complaint(position(BARAJAMOS, "... | ... | ..."), 0, "lay 7c")
        == "'lay 7c' does not fit here; help says what does."
    )


POSITIONS = [
    position(BARAJAMOS, "... | ... | ..."),
    position(BARAJAMOS, THROWING),
    position(replace(CLUB, jokers=JokerKind.TWO_JOKERS), "2c 3c 4c 7o 7c 1b jk 12e | ..."),
    position(CLUB, "3c 4c 5c 7o 7c 7e 3b 12e | 1o 6e 6b 11o 10o 10c 2b").do(
        0, close("12e"), expose("3c 4c 5c")
    ),
]
WORDS = st.sampled_from(
    [
        "s",
        "p",
        "pile",
        "close",
        "throw",
        "show",
        "lay",
        "rest",
        "pass",
        "low",
        "high",
        "1",
        "99",
        "7c",
        "1o",
        "jk",
        "joker",
        "as",
        "de",
        "o",
        "'",
        "-",
        "ñ",
    ]
)


@given(st.sampled_from(POSITIONS), st.lists(WORDS).map(" ".join) | st.text())
def test_whatever_is_typed_is_an_action_or_a_complaint(game: Game, line: str) -> None:
    for seat in range(2):
        with suppress(Misread):
            assert read_action(view_of(game, seat), line).action.WhichOneof("kind")
