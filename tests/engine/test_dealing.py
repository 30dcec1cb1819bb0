"""docs/rules.md, "Deal and turn order"."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from engine import actions as a
from engine import events as e
from engine.cards import deck_cards
from engine.dealing import seat_after, shuffle_key, turn_order
from engine.rules import Reentry
from engine.state import NOBODY, RoundPhase, Table
from tests.engine.tables import BARAJAMOS, CLUB, Game, close, lobby, match, position


def dealt(game: Game) -> e.RoundDealt:
    return next(event for event in game.events if isinstance(event, e.RoundDealt))


def order_of(table: Table) -> tuple[int, ...]:
    """Return the shuffled deck of the running round, worked out from its seed."""
    assert table.round is not None
    key = shuffle_key(table, table.round.seed_index, table.round.number)
    return key.shuffled(deck_cards(table.rules.deck, table.rules.jokers, table.decks), "deal")


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_cards_are_dealt_one_at_a_time_lead_seat_first(seats: int) -> None:
    game = match(BARAJAMOS, seats)
    deck, round_ = order_of(game.table), game.round
    for turn in range(7):
        for place in range(seats):
            seat = (round_.lead_seat + place) % seats
            assert round_.hands[seat][turn] == deck[turn * seats + place]
    assert round_.discards == (deck[7 * seats],)
    assert round_.stock[::-1] == deck[7 * seats + 1 :]


def test_the_first_card_of_the_stock_is_drawn_first() -> None:
    game = match(BARAJAMOS, 3)
    deck = order_of(game.table)
    game.do(game.round.lead_seat, a.DrawStock())
    assert game.round.hands[game.round.lead_seat][-1] == deck[22]


def test_the_first_lead_seat_is_drawn_by_lot() -> None:
    leads = [match(BARAJAMOS, 3, bytes([n]) * 32).round.lead_seat for n in range(60)]
    assert all(10 <= leads.count(seat) <= 30 for seat in range(3))


def test_the_dealer_sits_before_the_lead_seat_and_the_lead_seat_plays_first() -> None:
    game = match(BARAJAMOS, 5)
    assert game.round.dealer == (game.round.lead_seat - 1) % 5
    assert game.round.on_turn == game.round.lead_seat
    assert game.round.phase is RoundPhase.DRAW
    assert (game.round.turns, game.round.last_turn) == (0, NOBODY)


def test_the_lead_moves_to_the_next_seat_that_is_in() -> None:
    game = position(BARAJAMOS, "7o 7c 7b 9e 10e 11e 4o 12c | ... | ... | | ...")
    game.table = replace(game.table, round=replace(game.round, lead_seat=2))
    game.do(0, close("12c")).do(0, a.OpenRound(2))
    assert (game.round.lead_seat, game.round.dealer) == (4, 2)
    assert dealt(game).seats == (0, 1, 2, 4)


def test_a_seat_that_reenters_before_the_round_is_opened_may_lead_it() -> None:
    game = position(BARAJAMOS, "7o 7c 7b 9e 10e 11e 4o 12c | ... | ... | | ...")
    game.table = replace(game.table, round=replace(game.round, lead_seat=2))
    game.given(3, tokens=1, score=80).do(0, close("12c")).do(3, a.Reenter(1)).do(0, a.OpenRound(2))
    assert (game.round.lead_seat, game.round.dealer) == (3, 2)


@pytest.mark.parametrize(
    ("lead", "seats", "following"),
    [(1, (0, 1, 2, 4), 2), (2, (0, 1, 2, 4), 4), (4, (0, 1, 2, 4), 0), (4, (1, 2, 4), 1), (0, (3, 4), 3)],
)
def test_the_next_seat_is_the_first_one_after_it_that_is_in(
    lead: int, seats: tuple[int, ...], following: int
) -> None:
    assert seat_after(lead, seats) == following


def test_the_order_of_play_rises_and_goes_round() -> None:
    assert turn_order((0, 2, 3, 5), 3) == (3, 5, 0, 2)


@pytest.mark.parametrize(("seats", "decks"), [(3, 1), (4, 1), (5, 2), (6, 2)])
def test_the_number_of_decks_depends_on_the_seats_at_the_start(seats: int, decks: int) -> None:
    assert match(BARAJAMOS, seats).table.decks == decks


def test_the_number_of_decks_stays_when_seats_go_out() -> None:
    rules = replace(BARAJAMOS, reentry=Reentry.NONE)
    game = position(rules, "7o 7c 7b 9e 10e 11e 4o 12c | ... | ... | | ").do(0, close("12c"))
    game.do(0, a.OpenRound(2))
    assert game.table.decks == 2
    assert len(game.round.stock) == 96 - 3 * 7 - 1


def test_empty_seats_do_not_play() -> None:
    game = lobby(CLUB, 5).do(3, a.LeaveSeat()).do(0, a.StartMatch())
    assert dealt(game).seats == (0, 1, 2, 4)
    assert game.round.hands[3] == ()
    assert game.table.decks == 1


def test_seats_that_are_out_get_no_cards_and_no_turn() -> None:
    game = position(BARAJAMOS, "7o 7c 7b 9e 10e 11e 4o 12c | | ... | ...").do(0, close("12c"))
    game.do(0, a.OpenRound(2))
    assert game.round.hands[1] == ()
    turns = []
    for _ in range(6):
        turns.append(game.round.on_turn)
        game.do(turns[-1], a.DrawStock()).do(turns[-1], a.Discard(game.round.hands[turns[-1]][0]))
    assert all(after == seat_after(before, (0, 2, 3)) for before, after in pairwise(turns))
