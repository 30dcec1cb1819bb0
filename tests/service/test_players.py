"""Simple players: what they choose in positions that can be read, and that whole matches end."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engine import events as e
from engine.rules import CourtPoints, Rules
from engine.state import TableState
from service.client.players import undecided
from tests.engine.tables import (
    BARAJAMOS,
    CLUB,
    CONGA,
    END_EXPOSING,
    PROPOSE,
    Game,
    close,
    expose,
    match,
    pass_on,
    position,
)
from tests.service.client_views import choice, said, step, view_of


def test_takes_the_visible_card_when_it_makes_a_meld() -> None:
    game = position(BARAJAMOS, "7o 7c 1e 2b 5e 9c 11b | ... | ...", discards="7e")
    assert said(choice(game, 0)) == "draw_discard"


def test_draws_from_the_stock_when_the_visible_card_would_be_thrown_again() -> None:
    game = position(BARAJAMOS, "7o 7c 1e 2b 5e 9c 11b | ... | ...", discards="12o")
    assert said(choice(game, 0)) == "draw_stock"


@pytest.mark.parametrize("may_go_back", [True, False])
def test_takes_no_card_that_it_would_throw_again_even_where_that_may_not_be(may_go_back: bool) -> None:
    """With the 9o instead of the 12c it would have fewer points, but it would lose the better hopes of a meld."""
    rules = replace(BARAJAMOS, may_discard_taken_card=may_go_back)
    game = position(rules, "12c 12e 11c 11e 1b 2b 4b | ... | ...", discards="9o")
    you = view_of(game, 0).you
    assert min(option.points for option in you.take_options) < you.loose_points
    assert said(choice(game, 0)) == "draw_stock"


def test_says_paso_when_the_stock_is_empty_for_good_and_the_visible_card_does_not_help() -> None:
    game = position(CLUB, "2o 2c 2e 3b 4b 5b 6c | ...", discards="12o", rest="discards", exhaustions=1)
    assert said(choice(game, 0)) == "say_paso"


def test_throws_the_loose_card_that_counts_most() -> None:
    game = position(BARAJAMOS, "2c 3c 4c 7o 7c 7e 9b 12e | ... | ...", scores=[68, 0, 0])
    assert said(choice(game, 0)) == "discard 12e"


def test_keeps_cards_that_may_become_a_meld() -> None:
    """The 12 counts most, but two of them and a neighbour wait for a third; the 10 stands alone."""
    game = position(BARAJAMOS, "12c 12e 11c 10o 1b 3e 5c 7b | ... | ...")
    assert said(choice(game, 0)) == "discard 10o"


def test_closes_with_the_card_that_leaves_the_best_result() -> None:
    game = position(BARAJAMOS, "2c 3c 4c 7o 7c 7e 3b 12e | ... | ...")
    assert said(choice(game, 0)) == "close 12e"


def test_does_not_close_when_its_own_points_would_put_it_out() -> None:
    game = position(BARAJAMOS, "2c 3c 4c 7o 7c 7e 3b 12e | ... | ...", scores=[68, 0, 0])
    assert said(choice(game, 0)) == "discard 12e"


def test_closes_with_all_seven_melded_whatever_its_total() -> None:
    game = position(BARAJAMOS, "2c 3c 4c 7o 7c 7e 7b 12e | ... | ...", scores=[70, 0, 0])
    assert said(choice(game, 0)) == "close 12e"


def test_never_closes_falsely() -> None:
    game = position(CLUB, "2c 3c 4c 7o 7c 1b 3b 12e | ...")
    offered = [legal for legal in view_of(game, 0).you.legal_actions if legal.action.HasField("close")]
    assert offered
    assert all(legal.false_close for legal in offered)
    assert said(choice(game, 0)).startswith("discard")


def closed_round() -> Game:
    """Seat 0 has closed with 2c 3c 4c and the sevens; seat 1 holds the 5c and a meld of its own."""
    hands = "2c 3c 4c 7o 7c 7e 3b 12e | 5c 6e 6b 6o 10o 10c 2b"
    return position(CLUB, hands).do(0, close("12e"))


def test_a_closer_exposes_its_melds_one_by_one() -> None:
    game = closed_round()
    assert said(choice(game, 0)) == "expose_meld 7o 7c 7e"
    assert said(choice(game, 1)) == "nothing"
    game.do(0, expose("7o 7c 7e")).pass_all(0, 1)
    assert said(choice(game, 0)) == "expose_meld 2c 3c 4c"


def test_lays_a_loose_card_off_where_it_fits_and_passes_otherwise() -> None:
    game = closed_round().do(0, expose("2c 3c 4c"))
    assert said(choice(game, 0)) == "pass_lay_off"
    assert said(choice(game, 1)) == "lay_off 5c"
    assert said(choice(game.do(0, pass_on(1)), 0)) == "nothing"


def test_exposes_its_best_arrangement() -> None:
    game = closed_round().do(0, expose("2c 3c 4c")).pass_all(0, 1).do(0, expose("7o 7c 7e")).pass_all(0, 1)
    assert said(choice(game, 1)) == "expose_meld 6o 6e 6b"
    assert said(choice(game.do(1, END_EXPOSING), 0)) == "open_round"


def summary_with_one_out() -> Game:
    """A close has put seat 1 out; it has tokens."""
    hands = "2c 3c 4c 7o 7c 7e 3b 12e | ... | 2o 2e 2b 1o 1c 1e 9b"
    game = position(BARAJAMOS, hands, scores=[0, 69, 0]).given(1, tokens=2)
    return game.do(0, close("12e"))


def test_comes_back_while_it_has_tokens_and_the_host_waits_for_that() -> None:
    game = summary_with_one_out()
    assert undecided(view_of(game, 0)) == [1]
    assert said(choice(game, 0)) == "nothing"
    assert said(choice(game, 1)) == "reenter"


def test_the_host_does_not_wait_for_somebody_who_is_away() -> None:
    view = view_of(summary_with_one_out(), 0)
    view.seats[1].connected = False
    assert undecided(view) == []


def test_agrees_to_end_the_match() -> None:
    game = match(CLUB, 3).do(1, PROPOSE)
    action = choice(game, 2)
    assert action is not None
    assert action.answer_end.agree


@pytest.mark.parametrize("rules", [BARAJAMOS, CLUB, CONGA], ids=["BARAJAMOS", "CLUB", "CONGA"])
@pytest.mark.parametrize("seed", range(2))
def test_a_match_comes_to_its_end_without_a_false_close(rules: Rules, seed: int) -> None:
    game, random = match(rules, 3, seed=bytes([seed]) * 32), Random(seed)
    while game.table.state is TableState.PLAYING:
        assert step(game, random.random), "nobody has anything to do"
        assert not any(isinstance(event, e.FalseCloseMade) for event in game.events)
    assert game.winners or rules == BARAJAMOS


def test_the_toss_decides_between_equals() -> None:
    rules = replace(BARAJAMOS, court_points=CourtPoints.TEN)
    game = position(rules, "1o 4o 2c 5c 3e 6e 10b 12o | ... | ...")
    chosen = {said(choice(game, 0, Random(seed).random)) for seed in range(20)}
    assert chosen == {"discard 10b", "discard 12o"}
