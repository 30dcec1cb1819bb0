"""How a table looks in a terminal: aligned, of a fixed height, readable without colour and in a narrow window."""

from __future__ import annotations

from dataclasses import replace
from io import StringIO
from random import Random

import pytest
from rich.console import Console, RenderableType
from rich.text import Text

from chinchon.v1.table_pb2 import You
from engine.state import TableState
from service.client import render
from service.client.ask import false_close_warning, question
from service.client.story import Story
from service.client.words import read_action
from tests.engine.tables import BARAJAMOS, CLUB, PROPOSE, TAKE, Game, close, discard, expose, match, position
from tests.service.client_views import last_update, step, view_of


def plain(*shown: RenderableType, width: int = 80) -> list[str]:
    """Return lines as a terminal without colours has them."""
    console = Console(file=StringIO(), width=width, no_color=True, force_terminal=False)
    for each in shown:
        console.print(each)
    output = console.file
    assert isinstance(output, StringIO)
    return [line.rstrip() for line in output.getvalue().splitlines()]


def asked(game: Game, seat: int, time_left: float | None = None) -> list[str]:
    """Return a question with the words that answer it."""
    found = question(view_of(game, seat), time_left)
    assert found is not None
    return [*plain(found.shown), f"  {found.words}"]


def story(game: Game, me: int | None = None) -> list[str]:
    """Return the last step in plain words."""
    told = Story(me).tell(last_update(game), view_of(game))
    return [str(line) for _, lines in told for line in lines]


def hands_of(game: Game, seats: int) -> dict[int, You]:
    return {seat: view_of(game, seat).you for seat in range(seats)}


def test_a_table_with_open_hands() -> None:
    game = position(
        BARAJAMOS,
        "2c 3c 4c 7o 7c 7e 5b 12e | 1o 3b 5e 6c 8o 10c 11b | ...",
        discards="9o",
        scores=[5, -10, 71],
    )
    game.given(0, tokens=2).given(1, tokens=1).given(2, tokens=0, out=True)
    log = [Text("player 2 throws 9o"), Text("player 0 draws from the stock")]
    assert plain(render.table(view_of(game), log, 80, 12, hands_of(game, 3))) == [
        "Chinchón · BARAJAMOS · match 1 · round 1 ───────────────────────────────────────",
        "   player    points  tokens  hand                             loose",
        "▶  player 0       5  ●●      [7o 7c 7e] [2c 3c 4c] 12e 5b        17",
        "   player 1     -10  ●○      1o 8o 6c 10c 5e 3b 11b              44",
        "   player 2      71  ○○      out",
        "",
        "stock 25   discard pile  1, 9o on top       o oros  c copas  e espadas  b bastos",
        "─" * 80,
        "player 2 throws 9o",
        "player 0 draws from the stock",
        "",
        "",
    ]


def test_a_spectator_sees_how_many_cards_there_are() -> None:
    game = position(BARAJAMOS, "2c 3c 4c 7o 7c 7e 5b 12e | ... | ...")
    lines = plain(render.table(view_of(game), [], 80, 10))
    assert lines[1:3] == ["   player    points  tokens  cards", "▶  player 0       0  ●●      8"]


@pytest.mark.parametrize("width", [24, 50, 80])
def test_no_line_is_wider_than_the_window_and_the_height_never_changes(width: int) -> None:
    game, random, log = match(CLUB, 6), Random(1), []
    for _ in range(120):
        if game.table.state is TableState.PLAYING:
            assert step(game, random.random)
        log += [Text(line) for line in story(game)]
        lines = plain(render.table(view_of(game), log, width, 22, hands_of(game, 6)), width=width)
        assert len(lines) == 22
        assert max(map(len, lines)) <= width


def test_a_draw_is_asked_with_what_the_visible_card_is_worth() -> None:
    game = position(BARAJAMOS, "7o 7c 1e 2b 5e 9c 11b | ... | ...", discards="7e")
    assert asked(game, 0) == [
        "  hand  7o 7c 9c 1e 5e 2b 11b   42 points loose",
        "  stock 26   discard pile 7e (taking it would leave 17)",
        "  s stock · p discard pile",
    ]


@pytest.mark.parametrize("may_go_back", [True, False])
def test_a_visible_card_that_does_not_help_is_not_counted_as_thrown_again(may_go_back: bool) -> None:
    rules = replace(BARAJAMOS, may_discard_taken_card=may_go_back)
    game = position(rules, "7o 7c 1e 2b 5e 9c 11b | ... | ...", discards="12o")
    assert asked(game, 0)[1] == "  stock 26   discard pile 12o (taking it would leave 43)"


def test_a_throw_is_asked_with_what_each_card_leaves_and_the_close_when_it_is_legal() -> None:
    game = position(BARAJAMOS, "2c 3c 4c 7o 7c 7e 5b 12e | ... | ...")
    assert asked(game, 0) == [
        "  hand  [7o 7c 7e] [2c 3c 4c] 12e 5b   17 points loose",
        "  throw   7o  7c  7e  2c  3c  4c 12e  5b",
        "  leaves  31  31  31  24  23  22   5  12",
        "  close                          yes",
        "  a card to throw it · close, or close CARD",
    ]


def test_no_close_is_offered_that_would_be_false() -> None:
    game = position(CLUB, "2c 3c 4c 7o 7c 1b 3b 12e | ...")
    assert asked(game, 0)[-1] == "  a card to throw it"
    choice = read_action(view_of(game, 0), "close 12e")
    assert plain(false_close_warning(view_of(game, 0), choice.action), width=200) == [
        "  FALSE CLOSE: 18 points would stay loose, or more than one card, or it is too early. "
        "All seven cards would count, and 10 go into the pot. Type yes to do it."
    ]


def test_the_showdown_is_asked_meld_by_meld_with_the_time_left() -> None:
    game = position(CLUB, "2c 3c 4c 7o 7c 7e 3b 12e | 5c 6e 6b 6o 10o 10c 2b").do(0, close("12e"))
    assert asked(game, 0, time_left=19.6) == [
        "  hand  [7o 7c 7e] [2c 3c 4c] 3b   3 points loose",
        "   1  [7o 7c 7e]  (of the best arrangement)",
        "   2  [2c 3c 4c]  (of the best arrangement)",
        "  show NUMBER or show CARDS · 20 s left",
    ]
    game.do(0, expose("2c 3c 4c"))
    assert asked(game, 1, time_left=3) == [
        "  hand  [6o 6e 6b] 10o 5c 10c 2b   27 points loose",
        "  On player 0's meld [2c 3c 4c]: fits 5c",
        "  lay CARD · pass · rest · 3 s left",
    ]


def test_a_joker_says_what_it_stands_for() -> None:
    game = position(CLUB, "3c 1o 5c 7o 7c 7e 3b 12e | ...").do(0, close("12e"), expose("3c 1o 5c"))
    assert plain(*render.melds(view_of(game))) == ["player 0 [3c 1o=4c 5c]"]


def test_a_proposal_comes_before_everything_else() -> None:
    game = match(CLUB, 2).do(1, PROPOSE)
    assert asked(game, 0) == [
        "  player 1 proposes to end the match here: the lowest total wins.",
        "  agree · refuse",
    ]


def test_what_happens_is_told_in_plain_words_and_oneself_is_you() -> None:
    game = position(BARAJAMOS, "2c 3c 4c 7o 7c 7e 5b | 1o 3b 5e 6c 8o 10c 11b | ...", discards="12e")
    game.do(0, TAKE)
    assert story(game) == ["player 0 takes 12e from the discard pile"]
    assert story(game, me=0) == ["You take 12e from the discard pile"]
    game.do(0, discard("12e"))
    assert story(game) == ["player 0 throws 12e"]


def test_a_round_and_its_result() -> None:
    game = position(
        BARAJAMOS,
        "2c 3c 4c 7o 7c 7e 5b 12e | 1o 3b 5e 6c 8o 10c 7b | 2o 2e 2b 4o 4e 4b 12o",
        scores=[0, 70, 0],
    )
    game.do(0, close("12e"))
    assert story(game) == [
        "player 0 closes, 5 points",
        "player 0 shows [7o 7c 7e]",
        "player 0 shows [2c 3c 4c]",
        "player 1 lays off 7b on player 0's meld: [7o 7c 7e 7b]",
        "player 2 shows [2o 2e 2b]",
        "player 2 shows [4o 4e 4b]",
        "Round 1: player 0 +5, player 1 +33, player 2 +12",
        "player 1 goes out",
    ]
    assert plain(render.round_result(view_of(game), view_of(game).last_round)) == [
        "player    round  total  loose",
        "player 0     +5      5  5b closed",
        "player 1    +33    103  1o 8o 6c 10c 5e 3b",
        "player 2    +12     12  12o",
    ]


def test_the_end_of_a_match() -> None:
    game = position(CLUB, "2c 3c 4c 5c 6c 7c 10c 12e | ... | ...", scores=[50, 20, 30]).do(0, close("12e"))
    view = view_of(game)
    assert plain(render.scoreboard(view, view.match_result)) == [
        "Match 1 is over: chinchón ──────────────────────────────────────────────────────",
        "   player    points  re-entries  prize",
        "★  player 0      50           0    +50",
        "   player 1      20           0      0",
        "   player 2      30           0      0",
        "",
    ]
    assert render.verdict(view, view.match_result) == "Winner: player 0"
