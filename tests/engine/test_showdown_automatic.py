"""docs/rules.md, "Showdown, AUTOMATIC": as it happens at a table; test_vectors.py and test_melds_oracle.py say who keeps what."""

from __future__ import annotations

from dataclasses import replace

from engine import events as e
from engine.cards import parse_cards
from engine.rules import LayOffScope
from tests.engine.tables import BARAJAMOS, CLUB, PASO, Game, close, position

HANDS = "7o 7c 7b 9e 10e 11e 4o 2c | 12e 4c 4e 4b 5c 6o 8b | 7e 1o 3c 5e 6b 9o 10c"
"""Seat 1 prolongs the run with the 12e and shows fours; seat 2 lays the 7e on the sevens."""


def shown(game: Game) -> list[tuple[int, str]]:
    """Return who showed or laid what, in order."""
    found = []
    for event in game.events:
        if isinstance(event, e.MeldExposed):
            found.append((event.seat, f"shows {event.meld.kind.name} of {event.meld.rank}"))
        if isinstance(event, e.CardLaidOff):
            found.append((event.seat, f"lays {event.lay_off.card} on {event.lay_off.meld}"))
    return found


def test_the_closer_shows_then_each_opponent_in_turn_order_shows_and_lays_off() -> None:
    game = position(BARAJAMOS, HANDS).do(0, close("2c"))
    assert shown(game) == [
        (0, "shows SET of 7"),
        (0, "shows RUN of 9"),
        (1, "shows SET of 4"),
        (1, "lays 36 on 1"),
        (2, "lays 31 on 0"),
    ]
    assert game.points == (4, 5 + 6 + 8, 1 + 3 + 5 + 6 + 9 + 10)


def test_the_closers_loose_cards_are_laid_off_last_where_it_may() -> None:
    game = position(replace(BARAJAMOS, closer_may_lay_off=True), HANDS).do(0, close("2c"))
    assert shown(game)[-1] == (0, "lays 4 on 2")
    assert game.points[0] == 0


def test_a_seat_lays_only_on_melds_that_lie_on_the_table_already() -> None:
    """Seat 1 holds the 4c, but seat 2 shows its fours only after it."""
    hands = "7o 7c 7b 9e 10e 11e 1o 2c | 4c 2o 3b 5c 6o 8b 12b | 4o 4e 4b 1e 3c 6b 10c"
    game = position(BARAJAMOS, hands).do(0, close("2c"))
    assert parse_cards("4c")[0] in game.result.seats[1].loose


def test_an_opponent_breaks_a_meld_where_that_is_better() -> None:
    """Three nines would keep 10c 10o 2e 4b; two of them open the closer's runs to the tens, and 9b 2e 4b stay."""
    hands = "6c 7c 8c 6o 7o 8o 1b 3b | 9c 9o 9b 10c 10o 2e 4b | ..."
    game = position(BARAJAMOS, hands).do(0, close("3b"))
    assert game.points[1] == 9 + 2 + 4


def test_opponents_get_no_full_hand_bonus_and_win_by_no_run() -> None:
    hands = "7o 7c 7b 9e 10e 11e 4o 2c | 1o 1c 1e 3b 4b 5b 6b | 3c 4c 5c 6c 8c 9c 10c"
    assert position(BARAJAMOS, hands).do(0, close("2c")).points == (4, 0, 3 + 4 + 5 + 6 - 18)


def test_a_paso_is_settled_without_a_closer() -> None:
    rules = replace(CLUB, showdown=BARAJAMOS.showdown, lay_off_after_full_hand=LayOffScope.NONE)
    hands = "4o 2c 3e 5b 6c 10b 12e | 7o 7c 7b 1e 2b 5c 11b | 7e 1b 3c 4b 6o 10o 12c"
    game = position(rules, hands, rest="discards", discards="6e", exhaustions=1, turn=1).do(1, PASO)
    assert [event.order for event in game.events if isinstance(event, e.ShowdownStarted)] == [(0, 1, 2)]
    assert shown(game) == [(1, "shows SET of 7"), (2, "lays 31 on 0")]
    assert game.points == (42, 19, 36)
