"""How cards, points and names look in a terminal. Nothing is said by colour alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rich.text import Text

from chinchon.v1.card_pb2 import CARD_JOKER, CARD_UNSPECIFIED, Meld, TableMeld
from service.client.cards import SUITS, short, suit_of

_SUIT_STYLES: Final = ("dark_orange3", "red3", "dodger_blue2", "green4")
_JOKER_STYLE: Final = "magenta"
HINT: Final = "dim"
GOOD: Final = "green4"
BAD: Final = "red3"


def card_style(card: int) -> str:
    """Return the colour of a card's suit."""
    return "bold " + (_JOKER_STYLE if card == CARD_JOKER else _SUIT_STYLES[suit_of(card)])


def card_text(card: int) -> Text:
    """Return a card, or a dot for one that nobody may see."""
    if card == CARD_UNSPECIFIED:
        return Text("·", HINT)
    return Text(short(card), card_style(card))


def suit_text(suit: int) -> Text:
    """Return the letter and the name of a suit (0-3)."""
    return Text.assemble((SUITS[suit][0], f"bold {_SUIT_STYLES[suit]}"), (f" {SUITS[suit]}", HINT))


def cards_text(cards: Iterable[int]) -> Text:
    """Return cards separated by blanks."""
    return Text(" ").join(card_text(card) for card in cards)


def meld_text(meld: Meld | TableMeld) -> Text:
    """Return a meld in brackets; a joker says what it stands for: ``[6c 1o=7c 10c]``."""
    text = Text("[")
    for place, (card, stands_for) in enumerate(zip(meld.cards, meld.stands_for, strict=True)):
        text.append(" " if place else "").append_text(card_text(card))
        if stands_for != card:
            text.append("=").append_text(card_text(stands_for))
    return text.append("]")


def hand_text(melds: Sequence[Meld], loose: Sequence[int]) -> Text:
    """Return a hand: melds in brackets, then loose cards."""
    return Text(" ").join([*map(meld_text, melds), *map(card_text, loose)])


def points_text(points: int) -> str:
    """Return points gained in a round, with a sign.

    >>> points_text(5), points_text(0), points_text(-10)
    ('+5', '0', '-10')
    """
    return f"{points:+d}" if points else "0"


def count(number: int, thing: str) -> str:
    """Return a number with its thing.

    >>> count(1, "card"), count(3, "card")
    ('1 card', '3 cards')
    """
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def listed(names: Sequence[str]) -> str:
    """Return names as a phrase.

    >>> listed(["Ana"]), listed(["Ana", "Bruno", "Carla"])
    ('Ana', 'Ana, Bruno and Carla')
    """
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
