"""Sets and runs: what a meld is, how its jokers are read, and what may be laid on it.

Source: docs/rules.md, "Melds". Cards are the integers of engine.cards, never more copies of one than are in play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from typing import Final

from engine.cards import JOKER, Card, Deck, JokerKind, Suit, card_of, deck_cards, rank_of, ranks_of, suit_of
from engine.rules import Rules

MELD_SIZE: Final = 3
"""The fewest cards of a meld."""

_RANKS: Final = {deck: ranks_of(deck) for deck in Deck}


class MeldKind(IntEnum):
    """The two kinds of meld."""

    SET = 1
    RUN = 2


class LayOffEnd(IntEnum):
    """The end of a run at which a card is laid."""

    LOW = 1
    HIGH = 2


class MeldsNotValid(ValueError):
    """The melds named at a close are no melds, overlap, are not in the hand or are not good enough to close."""


@dataclass(frozen=True, slots=True)
class Meld:
    """A valid set or run and how it is read; `read_meld` and `lay_off` make them."""

    kind: MeldKind
    cards: tuple[Card, ...]
    """In canonical order: suit, rank, jokers last (an ace of oros that may be a joker also where it is itself)."""
    stands_for: tuple[Card, ...]
    """Parallel to `cards`: the card that each one stands for here; itself unless it is used as a joker.

    What a joker in a set stands for is only told, never fixed: the lowest suit that the set has fewest of.
    """

    def pairs(self) -> Iterator[tuple[Card, Card]]:
        """Yield each card with the card that it stands for."""
        return zip(self.cards, self.stands_for, strict=True)

    @property
    def jokers(self) -> int:
        """The number of cards used as jokers; an ace of oros standing as itself is none."""
        return sum(card != stood for card, stood in self.pairs())

    def cards_as_read(self) -> tuple[Card, ...]:
        """Return the cards in the order of what they stand for: so given, a run is read like this again."""
        return tuple(card for _, card in sorted(zip(self.stands_for, self.cards, strict=True)))

    @property
    def rank(self) -> int:
        """The rank of a set."""
        return rank_of(self.stands_for[0])

    @property
    def suit(self) -> int:
        """The suit of a run."""
        return suit_of(self.stands_for[0])

    @property
    def low(self) -> int:
        """The lowest rank of a run."""
        return rank_of(min(self.stands_for))

    @property
    def high(self) -> int:
        """The highest rank of a run."""
        return rank_of(max(self.stands_for))


def canonical_key(card: Card, rules: Rules) -> int:
    """Return what cards sort by: the card itself, and every joker after all of them."""
    return JOKER if rules.is_joker(card) else card


def sort_cards(cards: Iterable[Card], rules: Rules) -> tuple[Card, ...]:
    """Return the cards in canonical order: suit, rank, jokers last. See docs/rules.md, "Arranging cards"."""
    return tuple(sorted(cards, key=lambda card: canonical_key(card, rules)))


def read_meld(cards: Sequence[Card], rules: Rules, decks: int, as_given: bool) -> Meld | None:
    """Return the meld that these cards are together, or None when they are none.

    Jokers in a run are read as docs/rules.md, "Melds", says: as few as possible; then, if `as_given` and the
    cards come in rising order, in that order; else at the high end when there is room.
    """
    if len(cards) < MELD_SIZE or not _in_play(cards, rules, decks):
        return None
    naturals = [card for card in cards if not rules.is_joker(card)]
    if not naturals:
        return None
    # Only one natural with two more can be both: 7o with two jokers is a set, 1o 1o 2o has fewer jokers as a run.
    readings = (_read_set(cards, naturals, rules, decks), _read_run(cards, naturals, rules, as_given))
    return min((meld for meld in readings if meld), key=lambda meld: meld.jokers, default=None)


def lay_off(meld: Meld, card: Card, end: LayOffEnd | None, rules: Rules, decks: int) -> Meld | None:
    """Return the meld with one more card, or None when the card does not fit (there).

    On a set `end` means nothing. On a run a natural card without `end` goes where it fits; a joker needs one,
    and the end decides what the ace of oros is: at the low end of 2-3-4 of oros itself, at the high end the 5.
    Source: docs/rules.md, "Showdown, MANUAL".
    """
    if meld.kind is MeldKind.SET:
        if not rules.is_joker(card) and rank_of(card) != meld.rank:
            return None
        longer = read_meld((*meld.cards, card), rules, decks, as_given=False)
        return longer if longer and longer.kind is MeldKind.SET else None
    if end is None:
        if rules.is_joker(card):
            return None
        end = LayOffEnd.HIGH if card > max(meld.stands_for) else LayOffEnd.LOW
    place = _next_card(meld, end, rules)
    if place is None:
        return None
    as_joker = card != place
    if as_joker and (not rules.is_joker(card) or meld.jokers >= rules.max_jokers_per_meld):
        return None
    return build_meld(MeldKind.RUN, [*meld.pairs(), (card, place)], rules)


def laid_as(before: Meld, after: Meld, card: Card) -> Card:
    """Return the card that a card just laid on a meld stands for; itself unless it is used as a joker."""
    if after.jokers == before.jokers:
        return card
    (stood,) = (_joker_stands(after) - _joker_stands(before)).elements()
    return stood


def _joker_stands(meld: Meld) -> Counter[Card]:
    return Counter(stood for card, stood in meld.pairs() if card != stood)


def build_meld(kind: MeldKind, pairs: Iterable[tuple[Card, Card]], rules: Rules) -> Meld:
    """Make a meld of pairs, card and the card that it stands for, in any order; whether it is one is not asked."""
    ordered = sorted(pairs, key=lambda pair: (canonical_key(pair[0], rules), pair[1]))
    return Meld(kind, tuple(card for card, _ in ordered), tuple(stood for _, stood in ordered))


def _in_play(cards: Sequence[Card], rules: Rules, decks: int) -> bool:
    held = _cards_in_play(rules.deck, rules.jokers, decks)
    return all(cards.count(card) <= held[card] for card in cards)


@lru_cache(maxsize=16)
def _cards_in_play(deck: Deck, jokers: JokerKind, decks: int) -> Counter[Card]:
    return Counter(deck_cards(deck, jokers, decks))


def _read_set(cards: Sequence[Card], naturals: list[Card], rules: Rules, decks: int) -> Meld | None:
    rank = rank_of(naturals[0])
    if len(cards) > len(Suit) * decks or any(rank_of(card) != rank for card in naturals):
        return None
    # Among aces the ace of oros is itself.
    joker_ace = rules.jokers is JokerKind.ACE_OF_OROS and rank == 1
    jokers = [] if joker_ace else [card for card in cards if rules.is_joker(card)]
    if len(jokers) > rules.max_jokers_per_meld:
        return None
    pairs = [(card, card) for card in (cards if joker_ace else naturals)]
    held = Counter(card for card, _ in pairs)
    for joker in jokers:
        lacking = min((card_of(suit, rank) for suit in Suit), key=lambda card: (held[card], card))
        held[lacking] += 1
        pairs.append((joker, lacking))
    return build_meld(MeldKind.SET, pairs, rules)


def _read_run(cards: Sequence[Card], naturals: list[Card], rules: Rules, as_given: bool) -> Meld | None:
    suit = suit_of(naturals[0])
    ranks = _RANKS[rules.deck]
    places = {ranks.index(rank_of(card)) for card in naturals}
    if len(places) < len(naturals) or any(suit_of(card) != suit for card in naturals):
        return None
    size = len(cards)
    own_ace = rules.jokers is JokerKind.ACE_OF_OROS and suit == Suit.OROS

    def jokers(start: int) -> int:
        # A run of oros from the ace on holds the ace of oros as itself.
        return size - len(naturals) - (own_ace and start == 0)

    starts = [
        start
        for start in range(max(0, max(places) - size + 1), min(min(places), len(ranks) - size) + 1)
        if jokers(start) <= rules.max_jokers_per_meld
    ]
    if not starts:
        return None
    fewest = min(map(jokers, starts))
    starts = [start for start in starts if jokers(start) == fewest]
    given = {ranks.index(rank_of(card)) - i for i, card in enumerate(cards) if not rules.is_joker(card)}
    start = min(given) if as_given and len(given) == 1 and given <= set(starts) else starts[-1]
    filled = [card_of(suit, ranks[place]) for place in range(start, start + size) if place not in places]
    pairs = [(card, card) for card in naturals]
    pairs += zip((card for card in cards if rules.is_joker(card)), filled, strict=True)
    return build_meld(MeldKind.RUN, pairs, rules)


def _next_card(run: Meld, end: LayOffEnd, rules: Rules) -> Card | None:
    """Return the card that would prolong a run at an end; None where the suit ends."""
    ranks = _RANKS[rules.deck]
    place = ranks.index(run.high) + 1 if end is LayOffEnd.HIGH else ranks.index(run.low) - 1
    return card_of(run.suit, ranks[place]) if 0 <= place < len(ranks) else None
