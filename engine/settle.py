"""The automatic showdown: every opponent's melds and lay-offs, chosen together and exactly.

Source: docs/rules.md, "Showdown, AUTOMATIC".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from operator import attrgetter
from typing import Final, NamedTuple, TypeAlias, final

from engine.arrange import Close, CloseOutcome, close_points, solver
from engine.cards import ACE_OF_OROS, JOKER, Card, JokerKind
from engine.melds import LayOffEnd, Meld, MeldKind, canonical_key, laid_as, lay_off, sort_cards
from engine.rules import LayOffScope, Rules


@dataclass(frozen=True, slots=True)
class LayOff:
    """One card laid on a meld of the table."""

    card: Card
    meld: int
    """Index into the melds of the table in the order they were shown: the closer's, then each opponent's."""
    end: LayOffEnd | None
    """The end of a run; None on a set."""
    stands_for: Card


@dataclass(frozen=True, slots=True)
class SeatShowdown:
    """What one seat shows, lays off and keeps."""

    melds: tuple[Meld, ...]
    """As shown, before anything is laid on them."""
    lay_offs: tuple[LayOff, ...]
    """In the order in which they can be laid."""
    loose: tuple[Card, ...]
    """What is left, in canonical order."""
    points: int
    """What the seat scores."""


@dataclass(frozen=True, slots=True)
class Settlement:
    """The whole showdown of a round; `opponents` in turn order."""

    closer: SeatShowdown | None
    opponents: tuple[SeatShowdown, ...]


_Laid: TypeAlias = tuple[int, int, bool, bool]
"""A lay-off as ties compare it: card (jokers last), meld, whether used as a joker, whether at the low end."""


def settle_showdown(
    close: Close | None, opponents: Sequence[Sequence[Card]], rules: Rules, decks: int
) -> Settlement:
    """Settle a round at once; `opponents` in turn order from the closer, or from the seat that shows first.

    `close` is legal, or None without a closer (after a paso). After a chinchón that wins, what the opponents keep is
    for information only. Raises KeyError for a card that is not in the deck.
    """
    all_melded = close is not None and close.outcome >= CloseOutcome.FULL_HAND
    scope = rules.lay_off_after_full_hand if all_melded else LayOffScope.ALL
    shown = close.melds if close else ()
    table = _Table(rules, decks, scope)
    table.put_down(shown, takes_cards=scope is LayOffScope.ALL)
    seats = tuple(table.show(cards) for cards in opponents)
    if close is None:
        return Settlement(None, seats)
    loose = sort_cards(close.loose, rules)
    laid: tuple[_Laid, ...] = ()
    if rules.closer_may_lay_off:
        loose, laid = table.best_lay_offs(loose, table.loads(loose))
    points = close_points(close.outcome, table.points(loose), rules)
    return Settlement(SeatShowdown(shown, table.lay(laid), loose, points), seats)


class _Load(NamedTuple):
    """Cards that one meld of the table takes together, and how; both in canonical order."""

    cards: tuple[Card, ...]
    laid: tuple[_Laid, ...]


@final
class _Table:
    """The melds on the table, which grow in size and number from seat to seat."""

    def __init__(self, rules: Rules, decks: int, scope: LayOffScope) -> None:
        self._rules: Final = rules
        self._decks: Final = decks
        self._opponents_take: Final = scope is not LayOffScope.NONE
        self._melds: tuple[Meld, ...] = ()
        self._open: list[int] = []
        """The melds that take cards."""

    def put_down(self, melds: tuple[Meld, ...], takes_cards: bool) -> None:
        """Put a seat's melds on the table."""
        if takes_cards:
            self._open += range(len(self._melds), len(self._melds) + len(melds))
        self._melds += melds

    def points(self, cards: Iterable[Card]) -> int:
        """Return what loose cards count."""
        return sum(map(self._rules.points_of, cards))

    def show(self, cards: Sequence[Card]) -> SeatShowdown:
        """Let an opponent arrange and lay off so as to keep the fewest points, and put down its melds."""
        solve = solver(self._rules, self._decks)
        hand = solve.pack(cards)
        loads = self.loads(sort_cards(cards, self._rules))
        usable = {card for of_meld in loads for load in of_meld for card in load.cards}
        lay_offs = lru_cache(maxsize=None)(partial(self.best_lay_offs, loads=loads))
        best = None
        # The most points melded first: the others can then often be passed over, at best a tie that they lose.
        for choice in sorted(solve.ways(hand), key=attrgetter("points"), reverse=True):
            melds, loose, before = solve.arrangement(cards, hand, choice)
            used = tuple(card for card in loose if card in usable)
            if best and (before - self.points(used), before) > best[0][:2]:
                continue
            left, laid = lay_offs(used)
            kept = sort_cards([*(card for card in loose if card not in usable), *left], self._rules)
            rank = (self.points(kept), before, len(melds), choice.keys(), self._keys(kept), laid)
            if best is None or rank < best[0]:
                best = (rank, melds, kept, laid)
        assert best is not None  # no meld at all is a way too
        _, shown, kept, laid = best
        seat = SeatShowdown(shown, self.lay(laid), kept, self.points(kept))
        self.put_down(shown, takes_cards=self._opponents_take)
        return seat

    def best_lay_offs(
        self, cards: tuple[Card, ...], loads: list[list[_Load]]
    ) -> tuple[tuple[Card, ...], tuple[_Laid, ...]]:
        """Return what is best left of cards in canonical order, and how the others are laid by the tie rules.

        `loads` are those of the cards, or of more cards. Meld by meld, for all that can be left so far, the best
        way to get there: what later melds take in addition never turns a tie round.
        """
        ways: dict[tuple[Card, ...], tuple[_Laid, ...]] = {cards: ()}
        for of_meld in loads:
            for left, laid in list(ways.items()):
                for load in of_meld:
                    rest = _without(left, load.cards)
                    if rest is not None:
                        then = tuple(sorted((*laid, *load.laid)))
                        ways[rest] = min(ways.get(rest, then), then)
        return min(ways.items(), key=lambda way: (self.points(way[0]), self._keys(way[0]), way[1]))

    def loads(self, cards: tuple[Card, ...]) -> list[list[_Load]]:
        """Return for each meld that takes cards everything it can take of these."""
        return [self._loads_of(index, cards) for index in self._open]

    def _loads_of(self, index: int, cards: tuple[Card, ...]) -> list[_Load]:
        """Return what a meld can take; the same cards on the same ends come to the same in any order."""
        found: dict[tuple[_Laid, ...], _Load] = {}
        waiting = [(self._melds[index], _Load((), ()))]
        while waiting:
            meld, load = waiting.pop()
            left = _without(cards, load.cards) or ()
            for card in dict.fromkeys(left):
                for longer, one in self._lay_offs_of(card, index, meld):
                    laid = tuple(sorted((*load.laid, one)))
                    if laid not in found:
                        found[laid] = _Load(sort_cards((*load.cards, card), self._rules), laid)
                        waiting.append((longer, found[laid]))
        return list(found.values())

    def lay(self, laid: Iterable[_Laid]) -> tuple[LayOff, ...]:
        """Lay cards as `best_lay_offs` chose, each time the first that fits; return them in that order."""
        waiting = list(laid)
        done: list[LayOff] = []
        while waiting:
            one, longer, card = self._first_fitting(waiting)
            waiting.remove(one)
            index = one[1]
            meld = self._melds[index]
            end = None if meld.kind is MeldKind.SET else LayOffEnd.LOW if one[3] else LayOffEnd.HIGH
            done.append(LayOff(card, index, end, laid_as(meld, longer, card)))
            self._melds = (*self._melds[:index], longer, *self._melds[index + 1 :])
        return tuple(done)

    def _first_fitting(self, waiting: Iterable[_Laid]) -> tuple[_Laid, Meld, Card]:
        for one in waiting:
            card = ACE_OF_OROS if one[0] == JOKER and self._rules.jokers is JokerKind.ACE_OF_OROS else one[0]
            for longer, laid in self._lay_offs_of(card, one[1], self._melds[one[1]]):
                if laid == one:
                    return one, longer, card
        raise AssertionError("what best_lay_offs chose can be laid")

    def _lay_offs_of(self, card: Card, index: int, meld: Meld) -> list[tuple[Meld, _Laid]]:
        """Return every way to lay a card on a meld now, with the meld that it makes."""
        run = meld.kind is MeldKind.RUN
        ends: list[LayOffEnd | None] = [LayOffEnd.LOW, LayOffEnd.HIGH]
        found: list[tuple[Meld, _Laid]] = []
        for end in ends if run and self._rules.is_joker(card) else [None]:
            longer = lay_off(meld, card, end, self._rules, self._decks)
            if longer is not None:
                as_joker = longer.jokers > meld.jokers
                found.append((longer, (self._key(card), index, as_joker, run and longer.low < meld.low)))
        return found

    def _key(self, card: Card) -> int:
        return canonical_key(card, self._rules)

    def _keys(self, cards: Iterable[Card]) -> tuple[int, ...]:
        return tuple(map(self._key, cards))


def _without(cards: tuple[Card, ...], taken: Iterable[Card]) -> tuple[Card, ...] | None:
    """Return the other cards in the same order, or None when not all of the taken ones are there."""
    left = list(cards)
    for card in taken:
        if card not in left:
            return None
        left.remove(card)
    return tuple(left)
