"""Opening a round: who leads, who deals, which cards.

Source: docs/rules.md, "Deal and turn order", and docs/fairness.md.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine import events as e
from engine.cards import deck_cards
from engine.draft import Draft
from engine.rules import HAND_SIZE
from engine.shuffle import ShuffleKey, previous_seed, seed_at
from engine.state import Table


def shuffle_key(table: Table, seed_index: int, round_number: int) -> ShuffleKey:
    """Return what the randomness of a round comes from."""
    seed = seed_at(table.seed, table.chain_length, seed_index)
    return ShuffleKey(seed, table.salts, table.table_id, table.match, round_number)


def deal(draft: Draft) -> None:
    """Deal the next round to the seats that are in, and give the lead seat the turn."""
    table = draft.table
    key = shuffle_key(table, table.seeds_used + 1, next_round(table))
    dealt = round_dealt(table, key)
    draft.emit(dealt)
    start_turn(draft, dealt.lead_seat)


def next_round(table: Table) -> int:
    """Return the number of the next round of the match."""
    return table.round.number + 1 if table.round else 1


def round_dealt(table: Table, key: ShuffleKey) -> e.RoundDealt:
    """Return the next round of a match as its key deals it."""
    seats = table.seats_in()
    lead = seat_after(table.round.lead_seat, seats) if table.round else key.shuffled(seats, "lead")[0]
    order = turn_order(seats, lead)
    cards = key.shuffled(deck_cards(table.rules.deck, table.rules.jokers, table.decks), "deal")
    dealt = len(order) * HAND_SIZE
    hands = {seat: cards[place : dealt : len(order)] for place, seat in enumerate(order)}
    return e.RoundDealt(
        round=key.round,
        dealer=order[-1],
        lead_seat=lead,
        seats=seats,
        discard=cards[dealt],
        seed_index=table.seeds_used + 1,
        commitment=previous_seed(key.seed),
        hands=tuple(hands[seat] for seat in seats),
        stock=cards[:dealt:-1],
    )


def start_turn(draft: Draft, seat: int) -> None:
    """Give a seat the turn, and start its clock where the rules have one."""
    draft.emit(e.TurnStarted(seat, draft.deadline(draft.table.rules.turn_time)))


def turn_order(seats: Sequence[int], first: int) -> tuple[int, ...]:
    """Return ascending seats in the order of play (anticlockwise, rising), from one of them on."""
    start = seats.index(first)
    return (*seats[start:], *seats[:start])


def seat_after(seat: int, seats: Sequence[int]) -> int:
    """Return the first of ascending seats anticlockwise after a seat, which need not be among them."""
    return next((other for other in seats if other > seat), seats[0])
