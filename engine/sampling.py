"""HARD: information-set Monte Carlo over what a seat cannot see.

The hidden cards are dealt anew at random many times, in agreement with what the seat sees: the next seat's hand and the
cards that the thinking seat would draw. In each deal its hand is played on alone, while somebody else may close at
every turn; and the next seat is looked at for what a discard would bring it. Only the cards are sampled, everything
else is an expectation, so that few samples tell good discards from bad ones.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from engine import actions as a
from engine.arrange import DiscardOption, arrange, preview_discards
from engine.bots import choose, outlook, unseen_cards
from engine.cards import Card
from engine.dealing import seat_after
from engine.state import BotLevel, Round, RoundPhase, Table
from engine.view import You

Shuffle: TypeAlias = Callable[[list[Card]], None]
"""Puts a list in a random order, in place: a generator's `shuffle`."""

_CANDIDATES: Final = 4
"""Discards that are tried out: the best ones by the look of one draw ahead."""
_DRAWS: Final = 4
"""Own turns that are played on."""
_HAZARD: Final = 0.15
"""Chance that somebody else closes before the seat's next turn."""
_CLOSING_GAIN: Final = 18.0
"""What a close is worth: the points that the others are left with."""
_THREAT: Final = 0.35
"""Share of the next seat's gain from a discard that counts against it."""


def choose_by_sampling(seen: Table, you: You, samples: int, shuffle: Shuffle) -> a.Action | None:
    """Return what HARD does now, after `samples` deals of the hidden cards.

    `seen` must be redacted for the seat. All but drawing and discarding is done as NORMAL does it.
    """
    normal = choose(seen, you, BotLevel.NORMAL)
    round_ = seen.round
    if round_ is None or isinstance(normal, a.Close):
        return normal
    mind = _Mind(seen, round_, you, samples, shuffle)
    if round_.phase is RoundPhase.DISCARD and isinstance(normal, a.Discard):
        return a.Discard(mind.best_discard())
    return normal


@dataclass(frozen=True, slots=True)
class _Deal:
    """One way in which the hidden cards may lie."""

    draws: tuple[Card, ...]
    next_hand: tuple[Card, ...]


class _Mind:
    """What a seat thinks about in one turn."""

    def __init__(self, seen: Table, round_: Round, you: You, samples: int, shuffle: Shuffle) -> None:
        self._seen: Final = seen
        self._you: Final = you
        self._hand: Final = round_.hands[you.seat]
        self._unseen: Final = unseen_cards(seen, round_, self._hand)
        self._deals: Final = self._deal(seat_after(you.seat, round_.seats), round_, samples, shuffle)

    def best_discard(self) -> Card:
        """Return the card that goes."""
        return max(self._candidates(), key=self._worth)

    def _deal(self, next_seat: int, round_: Round, samples: int, shuffle: Shuffle) -> list[_Deal]:
        hidden = list(self._unseen.elements())
        size = len(round_.hands[next_seat])
        deals = []
        for _ in range(samples):
            shuffle(hidden)
            deals.append(_Deal(tuple(hidden[size : size + _DRAWS]), tuple(hidden[:size])))
        return deals

    def _candidates(self) -> list[Card]:
        allowed = {
            legal.action.card for legal in self._you.legal_actions if isinstance(legal.action, a.Discard)
        }
        options = [option for option in self._you.discard_options if option.card in allowed]
        likely = sorted(options, key=_points)[: _CANDIDATES + 2]
        cards = [option.card for option in likely]
        return sorted(cards, key=lambda card: outlook(self._without(card), self._seen, self._unseen))[
            :_CANDIDATES
        ]

    def _worth(self, card: Card) -> float:
        hand = self._without(card)
        total = 0.0
        for deal in self._deals:
            total += self._fortune(hand, deal.draws) - _THREAT * self._gain(deal.next_hand, card)
        return total / max(1, len(self._deals))

    def _fortune(self, hand: Sequence[Card], draws: Sequence[Card]) -> float:
        """Return the points, gained less lost, that seven cards come to when these are drawn next."""
        rules, decks = self._seen.rules, self._seen.decks
        left = list(hand)
        points = arrange(left, rules, decks).points
        going_on, worth = 1.0, 0.0
        for drawn in draws:
            worth -= going_on * _HAZARD * points
            going_on *= 1 - _HAZARD
            left.append(drawn)
            best = min(preview_discards(left, rules, decks), key=_points)
            left.remove(best.card)
            points = best.points
            if best.may_close:
                return worth + going_on * (_CLOSING_GAIN - points)
        return worth - going_on * points

    def _gain(self, hand: Sequence[Card], card: Card) -> int:
        """Return how many points seven cards of another seat lose by taking a card."""
        rules, decks = self._seen.rules, self._seen.decks
        drawn = arrange((*hand, card), rules, decks)
        left = drawn.points - max(map(rules.points_of, drawn.loose), default=0)
        return max(0, arrange(hand, rules, decks).points - left)

    def _without(self, card: Card) -> list[Card]:
        left = list(self._hand)
        left.remove(card)
        return left


def _points(option: DiscardOption) -> int:
    return option.points
