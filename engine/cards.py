"""Cards as small integers, their notation, and the decks they come from.

A card is ``12 * suit + rank``, the number that the wire uses too, so nothing is ever converted.
Two decks hold every value twice; equal cards are interchangeable. See docs/rules.md, "Cards and points".
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final, TypeAlias

Card: TypeAlias = int

RANKS_PER_SUIT: Final = 12
ACE_OF_OROS: Final[Card] = 1
JOKER: Final[Card] = 49
"""The printed joker; under ``JokerKind.ACE_OF_OROS`` the ace of oros takes its part instead."""

_SUIT_LETTERS: Final = "oceb"
_JOKER_NOTATION: Final = "jk"


class Suit(IntEnum):
    """The four Spanish suits, in canonical order."""

    OROS = 0
    COPAS = 1
    ESPADAS = 2
    BASTOS = 3


class Deck(IntEnum):
    """Which ranks one deck holds."""

    DECK_40 = 1
    """Ranks 1-7 and 10-12; the 7 is next to the 10."""
    DECK_48 = 2
    """Ranks 1-12."""


class JokerKind(IntEnum):
    """Which cards are jokers."""

    NONE = 1
    ACE_OF_OROS = 2
    """The ace of oros of every deck is a joker, and may also stand as itself."""
    TWO_JOKERS = 3
    """Two printed jokers are added to every deck."""


def card_of(suit: int, rank: int) -> Card:
    """Return the card of a suit (0-3) and a rank (1-12)."""
    return RANKS_PER_SUIT * suit + rank


def suit_of(card: Card) -> int:
    """Return the suit (0-3) of a card that is not the printed joker."""
    return (card - 1) // RANKS_PER_SUIT


def rank_of(card: Card) -> int:
    """Return the rank (1-12) of a card that is not the printed joker."""
    return (card - 1) % RANKS_PER_SUIT + 1


def notation(card: Card) -> str:
    """Write a card as players do: ``7o``, ``12e``, ``jk``.

    >>> notation(7), notation(36), notation(JOKER)
    ('7o', '12e', 'jk')
    """
    if card == JOKER:
        return _JOKER_NOTATION
    return f"{rank_of(card)}{_SUIT_LETTERS[suit_of(card)]}"


def parse_card(text: str) -> Card:
    """Read one card from its notation; the inverse of `notation`.

    Raises ValueError when the text is not a card.
    """
    if text == _JOKER_NOTATION:
        return JOKER
    suit = _SUIT_LETTERS.find(text[-1:]) if text else -1
    rank = int(text[:-1]) if text[:-1].isdecimal() else 0
    if suit < 0 or not 1 <= rank <= RANKS_PER_SUIT:
        raise ValueError(f"not a card: {text!r}")
    return card_of(suit, rank)


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards separated by blanks.

    >>> parse_cards("1o 12b jk")
    (1, 48, 49)
    """
    return tuple(parse_card(word) for word in text.split())


def ranks_of(deck: Deck) -> tuple[int, ...]:
    """Return the ranks of a deck in their order: neighbours here are neighbours in a run."""
    if deck is Deck.DECK_40:
        return (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)
    return tuple(range(1, RANKS_PER_SUIT + 1))


def deck_cards(deck: Deck, jokers: JokerKind, decks: int) -> tuple[Card, ...]:
    """Return every card in play, in the order that a shuffle starts from: suit, rank, jokers; deck after deck."""
    one = [card_of(suit, rank) for suit in Suit for rank in ranks_of(deck)]
    if jokers is JokerKind.TWO_JOKERS:
        one += [JOKER, JOKER]
    return tuple(one * decks)
