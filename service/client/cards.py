"""Cards as people write and say them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from chinchon.v1.card_pb2 import CARD_JOKER, CARD_OROS_1, RUN_END_HIGH, RUN_END_LOW, Card, RunEnd
from chinchon.v1.rules_pb2 import JOKER_KIND_ACE_OF_OROS, Rules
from chinchon.v1.table_pb2 import You

SUITS: Final = ("oros", "copas", "espadas", "bastos")
_LETTERS: Final = {suit[0]: index for index, suit in enumerate(SUITS)}
_RANK_NAMES: Final = {1: "as", 10: "sota", 11: "caballo", 12: "rey"}
_RANK_WORDS: Final = {
    **{str(rank): rank for rank in range(1, 13)},
    **{name: rank for rank, name in _RANK_NAMES.items()},
    "ace": 1,
    "valete": 10,
    "cavalo": 11,
    "rei": 12,
}
_SUIT_WORDS: Final = {**{suit: index for index, suit in enumerate(SUITS)}, **_LETTERS, "paus": 3}
_JOKER_WORDS: Final = frozenset({"jk", "joker", "comodín", "comodin", "curinga"})
_END_WORDS: Final = {"low": RUN_END_LOW, "high": RUN_END_HIGH}


def suit_of(card: int) -> int:
    """Return the suit (0-3) of a card that is not the printed joker."""
    return (card - 1) // 12


def rank_of(card: int) -> int:
    """Return the rank (1-12) of a card that is not the printed joker."""
    return (card - 1) % 12 + 1


def is_joker(card: int, rules: Rules) -> bool:
    """Tell whether a card can be used as a joker."""
    return card == CARD_JOKER or (card == CARD_OROS_1 and rules.jokers == JOKER_KIND_ACE_OF_OROS)


def short(card: int) -> str:
    """Write a card in two or three characters: ``7o``, ``12e``, ``jk``.

    >>> short(7), short(36), short(49)
    ('7o', '12e', 'jk')
    """
    return "jk" if card == CARD_JOKER else f"{rank_of(card)}{SUITS[suit_of(card)][0]}"


def name(card: int) -> str:
    """Say a card in full.

    >>> name(7), name(36), name(49)
    ('7 de oros', 'rey de espadas', 'joker')
    """
    if card == CARD_JOKER:
        return "joker"
    rank = rank_of(card)
    return f"{_RANK_NAMES.get(rank, rank)} de {SUITS[suit_of(card)]}"


def hand_of(you: You) -> list[Card]:
    """Return the cards of a hand, melds first."""
    return [*(card for meld in you.melds for card in meld.cards), *you.loose]


def read_cards(words: Iterable[str]) -> list[int]:
    """Read cards in any of the ways above, from lower-case words; raises ValueError with the word that is none.

    >>> read_cards("7o 12 e as de bastos jk".split())
    [7, 36, 37, 49]
    """
    cards = []
    rest = [word for word in words if word not in ("de", "of")]
    while rest:
        word = rest.pop(0)
        if word in _JOKER_WORDS:
            cards.append(int(CARD_JOKER))
        elif word[:-1] in _RANK_WORDS and word[-1] in _LETTERS:
            cards.append(12 * _LETTERS[word[-1]] + _RANK_WORDS[word[:-1]])
        elif word in _RANK_WORDS and rest and rest[0] in _SUIT_WORDS:
            cards.append(12 * _SUIT_WORDS[rest.pop(0)] + _RANK_WORDS[word])
        else:
            raise ValueError(word)
    return cards


def read_end(words: list[str]) -> tuple[list[str], RunEnd]:
    """Split a trailing ``low`` or ``high`` off."""
    if words and words[-1] in _END_WORDS:
        return words[:-1], _END_WORDS[words[-1]]
    return words, RunEnd.RUN_END_UNSPECIFIED
