"""HARD: information-set Monte Carlo over what a seat cannot see.

The hidden cards are dealt anew at random many times, in agreement with what the seat sees. Each deal says what the seat would draw
next; its hand is played on with that card, and what the draw after that one brings is an exact expectation. So only one card a
deal is left to chance, and few samples tell good discards from bad ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from engine import actions as a
from engine.arrange import DiscardOption, arrange, preview_discards
from engine.bots import choose
from engine.cards import Card, deck_cards
from engine.state import BotLevel, Round, Table
from engine.view import You

Shuffle: TypeAlias = Callable[[list[Card]], None]
"""Puts a list in a random order, in place: a generator's `shuffle`."""

_CANDIDATES: Final = 4
"""Discards that are tried out: the best ones by the look of one draw ahead."""


def choose_by_sampling(seen: Table, you: You, samples: int, shuffle: Shuffle) -> a.Action | None:
    """Return what HARD does now, after `samples` deals of the hidden cards.

    `seen` must be redacted for the seat. All but drawing and discarding is done as NORMAL does it.
    """
    normal = choose(seen, you, BotLevel.NORMAL)
    match normal:
        case a.Discard():
            return a.Discard(_Mind(seen, you, samples, shuffle).best_discard())
        case a.DrawStock():
            return normal if _prefers_stock(seen, you) else a.DrawDiscard()
    return normal


def _prefers_stock(seen: Table, you: You) -> bool:
    round_ = _round(seen)
    hand, top = round_.hands[you.seat], round_.discards[-1]
    options = preview_discards((*hand, top), seen.rules, seen.decks)
    best = min((option.points for option in options if option.card != top), default=you.arrangement.points)
    return best > outlook(hand, seen, unseen_cards(seen, you.seat))


def _round(seen: Table) -> Round:
    assert seen.round is not None, "a seat that may draw or discard is in a round"
    return seen.round


def unseen_cards(seen: Table, seat: int) -> Counter[Card]:
    """Return the cards that a seat has not seen, and how many of each: neither in hand nor on the discard pile."""
    round_ = _round(seen)
    unseen = Counter(deck_cards(seen.rules.deck, seen.rules.jokers, seen.decks))
    unseen.subtract(round_.discards)
    unseen.subtract(round_.hands[seat])
    return +unseen


def outlook(hand: Sequence[Card], seen: Table, unseen: Counter[Card]) -> float:
    """Return the points that seven cards will leave loose, on average, after one more draw and the best discard."""
    rules, decks = seen.rules, seen.decks
    now = arrange(hand, rules, decks).points
    total = 0
    for card, count in unseen.items():
        drawn = arrange((*hand, card), rules, decks)
        # The dearest loose card goes; where nothing is loose, a card of a meld costs little.
        left = drawn.points - max(map(rules.points_of, drawn.loose), default=0)
        total += count * min(now, left)
    return total / max(1, unseen.total())


class _Mind:
    """What a seat thinks about in one turn."""

    def __init__(self, seen: Table, you: You, samples: int, shuffle: Shuffle) -> None:
        self._seen: Final = seen
        self._you: Final = you
        self._hand: Final = _round(seen).hands[you.seat]
        self._unseen: Final = unseen_cards(seen, you.seat)
        self._deals: Final = self._deal(samples, shuffle)

    def best_discard(self) -> Card:
        """Return the card that goes."""
        return max(self._candidates(), key=self._worth)

    def _deal(self, samples: int, shuffle: Shuffle) -> list[Card]:
        """Return the card that comes next in so many deals of the hidden cards."""
        hidden = list(self._unseen.elements())
        drawn = []
        for _ in range(samples):
            shuffle(hidden)
            drawn.append(hidden[0])
        return drawn

    def _candidates(self) -> list[Card]:
        likely = sorted(self._you.discard_options, key=_points)[: _CANDIDATES + 2]
        cards = [option.card for option in likely]
        return sorted(cards, key=lambda card: self._outlook(self._without(card)))[:_CANDIDATES]

    def _worth(self, card: Card) -> float:
        """Return the points, as a loss, that are left after the next draw and after the one that follows it."""
        hand = self._without(card)
        later = sum(self._outlook_after(hand, drawn) for drawn in self._deals) / len(self._deals)
        return -self._outlook(hand) - later

    def _outlook_after(self, hand: Sequence[Card], drawn: Card) -> float:
        eight = [*hand, drawn]
        best = min(preview_discards(eight, self._seen.rules, self._seen.decks), key=_points)
        if best.may_close:
            return 0.0
        eight.remove(best.card)
        return self._outlook(eight)

    def _outlook(self, hand: Sequence[Card]) -> float:
        return outlook(hand, self._seen, self._unseen)

    def _without(self, card: Card) -> list[Card]:
        left = list(self._hand)
        left.remove(card)
        return left


def _points(option: DiscardOption) -> int:
    return option.points
