"""Whether a state that a caller hands in makes sense: only such a state is worth deciding on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from engine.arrange import CloseOutcome
from engine.cards import JOKER, Card, deck_cards, rank_of, ranks_of, suit_of
from engine.melds import MELD_SIZE, Meld, MeldKind
from engine.rules import HAND_SIZE, Rules, violations
from engine.shuffle import SEED_BYTES
from engine.state import NOBODY, Round, RoundPhase, Showdown, Table, TableState
from service.errors import invalid_request, invalid_rules

MAX_CHAIN: Final = 100_000
"""Most seeds of a chain: a deal may have to walk all of it."""

_SHOWING: Final = (RoundPhase.EXPOSE, RoundPhase.LAY_OFF)


def check_state(table: Table, path: str = "state") -> None:
    """Refuse a table that no match leads to, as far as that could mislead the engine.

    Raises INVALID_RULES or INVALID_REQUEST; `path` says where the state stands in the request.
    """
    broken_rules = violations(table.rules)
    if broken_rules:
        raise invalid_rules(broken_rules)
    for field, expected in _broken(table):
        raise invalid_request(f"{path}.{field}", expected)
    check_conservation(table, path)


def check_conservation(table: Table, path: str = "state") -> None:
    """Refuse a round whose stock, discards, hands, melds on the table and closing card are not exactly the deck.

    Raises INVALID_REQUEST; `path` says where the state stands in the request.
    """
    round_ = table.round
    if round_ is None:
        return
    held = Counter((*round_.stock, *round_.discards))
    for hand in round_.hands:
        held.update(hand)
    if round_.showdown:
        for laid in round_.showdown.melds:
            held.update(laid.meld.cards)
        if round_.showdown.closing_card:
            held[round_.showdown.closing_card] += 1
    if held != Counter(deck_cards(table.rules.deck, table.rules.jokers, table.decks)):
        raise invalid_request(f"{path}.round", "every card of the deck exactly once for each deck in play")


def _broken(table: Table) -> Iterator[tuple[str, str]]:
    seats = len(table.seats)
    if not 2 <= seats <= table.rules.max_players:
        yield "seats", "2 to max_players seats"
    if len(table.seed) != SEED_BYTES:
        yield "seed", f"{SEED_BYTES} bytes"
    if not table.seeds_used <= table.chain_length <= MAX_CHAIN:
        yield "chain_length", f"at least seeds_used, at most {MAX_CHAIN}"
    if table.decks not in (1, 2):
        yield "decks", "1 or 2"
    if table.host >= seats:
        yield "host", "a seat of the table"
    if (table.round is not None) != (table.state is TableState.PLAYING):
        yield "round", "a round exactly while a match is being played"
    if table.round:
        yield from _broken_round(table, table.round)


def _broken_round(table: Table, round_: Round) -> Iterator[tuple[str, str]]:
    players = [index for index, seat in enumerate(table.seats) if seat.in_match]
    if (
        len(round_.seats) < 2
        or list(round_.seats) != sorted(round_.seats)
        or not set(round_.seats) <= set(players)
    ):
        yield "round.seats", "two or more seats of the match, ascending"
    if max(round_.dealer, round_.lead_seat, round_.last_turn) >= len(table.seats):
        yield "round", "seats of the table"
    if not 1 <= round_.seed_index <= table.seeds_used:
        yield "round.seed_index", "1 to seeds_used"
    if len(round_.hands) != len(table.seats):
        yield "round.hands", "a hand, maybe empty, for each seat"
    elif any(hand for seat, hand in enumerate(round_.hands) if seat not in round_.seats):
        yield "round.hands", "no cards for seats that were not dealt in"
    elif round_.phase in _SHOWING:
        yield from _broken_showdown(table, round_)
    elif round_.phase is not RoundPhase.SUMMARY:
        yield from _broken_turn(round_)


def _broken_turn(round_: Round) -> Iterator[tuple[str, str]]:
    if round_.on_turn not in round_.seats:
        yield "round.on_turn", "a seat that was dealt in"
        return
    if round_.showdown:
        yield "round.showdown", "no showdown while cards are drawn"
    drawn = round_.phase is RoundPhase.DISCARD
    if any(
        len(round_.hands[seat]) != HAND_SIZE + (drawn and seat == round_.on_turn) for seat in round_.seats
    ):
        yield "round.hands", "7 cards in each hand, 8 after drawing"
    if round_.taken and not (drawn and round_.taken in round_.hands[round_.on_turn]):
        yield "round.taken", "a card in the hand of the seat on turn, in phase DISCARD"
    if not drawn and not round_.discards:
        yield "round.discards", "a visible card while a seat has to draw"


def _broken_showdown(table: Table, round_: Round) -> Iterator[tuple[str, str]]:
    showdown = round_.showdown
    if showdown is None or sorted(showdown.order) != list(round_.seats):
        yield "round.showdown.order", "every seat dealt in"
        return
    if showdown.exposing not in showdown.order:
        yield "round.showdown.exposing", "a seat dealt in"
    if showdown.closer not in (NOBODY, showdown.order[0]):
        yield "round.showdown.closer", "nobody, or the seat that shows first"
    if showdown.closer == NOBODY and showdown.outcome is not CloseOutcome.ILLEGAL:
        yield "round.showdown.outcome", "no outcome without a closer"
    if round_.phase is RoundPhase.LAY_OFF and not showdown.melds:
        yield "round.showdown.melds", "a meld to lay off onto"
    if any(laid.lay_off.meld >= len(showdown.melds) for laid in showdown.lay_offs):
        yield "round.showdown.lay_offs", "melds on the table"
    for index, on_meld in enumerate(showdown.melds):
        laid_here = Counter(laid.lay_off.card for laid in showdown.lay_offs if laid.lay_off.meld == index)
        if not laid_here <= Counter(on_meld.meld.cards):
            yield "round.showdown.lay_offs", "cards of the melds that they were laid on"
    on_table = [laid.meld for laid in showdown.melds]
    if not all(_is_meld(meld, table.rules) for meld in (*on_table, *showdown.close_melds)):
        yield "round.showdown", "valid melds"
    if showdown.closer != NOBODY and not _holds_its_close(round_, showdown):
        yield "round.showdown.close_melds", "the closer's cards"


def _holds_its_close(round_: Round, showdown: Showdown) -> bool:
    own = [laid.seat == showdown.closer for laid in showdown.melds]
    shown = Counter(
        card for laid in showdown.melds if laid.seat == showdown.closer for card in laid.meld.cards
    )
    shown -= Counter(each.lay_off.card for each in showdown.lay_offs if own[each.lay_off.meld])
    closed_with = Counter(card for meld in showdown.close_melds for card in meld.cards)
    left = closed_with - shown + Counter(showdown.close_loose)
    return Counter(round_.hands[showdown.closer]) == left


def _is_meld(meld: Meld, rules: Rules) -> bool:
    pairs = list(meld.pairs())
    if len(pairs) < MELD_SIZE or JOKER in meld.stands_for:
        return False
    if any(card != stood and not rules.is_joker(card) for card, stood in pairs):
        return False
    if meld.kind is MeldKind.SET:
        return len({rank_of(stood) for stood in meld.stands_for}) == 1
    return _is_run(sorted(meld.stands_for), rules)


def _is_run(cards: list[Card], rules: Rules) -> bool:
    ranks = ranks_of(rules.deck)
    if len({suit_of(card) for card in cards}) > 1 or any(rank_of(card) not in ranks for card in cards):
        return False
    places = [ranks.index(rank_of(card)) for card in cards]
    return places == list(range(places[0], places[0] + len(places)))
