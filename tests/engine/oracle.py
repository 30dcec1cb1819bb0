"""The melds of docs/rules.md by brute force: every subset, every reading, every sequence of lay-offs.

Written from the text alone, without the engine's melds, to be slow and plainly right. Cards in, plain tuples out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

from engine.cards import JOKER, JokerKind, card_of, rank_of, ranks_of, suit_of
from engine.rules import CloseRule, LayOffScope, Rules, ShowdownKind

SET, RUN = 1, 2
LOW, HIGH = 1, 2
ILLEGAL, POINTS, FULL_HAND, JOKER_CHINCHON, CHINCHON = 1, 2, 3, 4, 5

Cards = tuple[int, ...]


class OMeld(NamedTuple):
    kind: int
    cards: Cards
    stands_for: Cards

    def jokers(self) -> int:
        return sum(card != stood for card, stood in zip(self.cards, self.stands_for, strict=True))


class OLayOff(NamedTuple):
    card: int
    meld: int
    end: int | None
    stands_for: int


class OSeat(NamedTuple):
    melds: tuple[OMeld, ...]
    lay_offs: tuple[OLayOff, ...]
    loose: Cards
    points: int


class Oracle:
    def __init__(self, rules: Rules, decks: int) -> None:
        self.rules, self.decks = rules, decks
        self.ranks = ranks_of(rules.deck)
        self.real = [card_of(suit, rank) for suit in range(4) for rank in self.ranks]
        self.read = lru_cache(maxsize=None)(self._read)

    # --- cards

    def is_joker(self, card: int) -> bool:
        return card == JOKER or (card == 1 and self.rules.jokers is JokerKind.ACE_OF_OROS)

    def key(self, card: int) -> int:
        return 99 if self.is_joker(card) else card

    def keys(self, cards: Sequence[int]) -> list[int]:
        return [self.key(card) for card in cards]

    def sort(self, cards: Sequence[int]) -> Cards:
        return tuple(sorted(cards, key=self.key))

    def points(self, cards: Sequence[int]) -> int:
        return sum(self.rules.points_of(card) for card in cards)

    # --- melds

    def readings(self, cards: Cards) -> list[OMeld]:
        """Every way in which cards in canonical order are a meld."""
        if len(cards) < 3:
            return []
        near = [
            real
            for real in self.real
            if any(
                rank_of(real) == rank_of(card) or suit_of(real) == suit_of(card)
                for card in cards
                if card != JOKER
            )
        ]
        choices = [near if self.is_joker(card) else [card] for card in cards]
        found = []
        for stands in product(*choices):
            used = sum(card != stood for card, stood in zip(cards, stands, strict=True))
            if used > self.rules.max_jokers_per_meld or used == len(cards):
                continue
            if self._is_set(stands):
                found.append(OMeld(SET, cards, stands))
            if self._is_run(stands) and len(cards) - used > 1:
                found.append(OMeld(RUN, cards, stands))
        return found

    def _is_set(self, stands: Cards) -> bool:
        return len({rank_of(card) for card in stands}) == 1 and max(Counter(stands).values()) <= self.decks

    def _is_run(self, stands: Cards) -> bool:
        places = sorted(self.ranks.index(rank_of(card)) for card in stands)
        return len({suit_of(card) for card in stands}) == 1 and places == list(
            range(places[0], places[0] + len(places))
        )

    def _read(self, cards: Cards) -> OMeld | None:
        """The one reading of cards in canonical order that the rules choose when no order is given."""

        def rank(meld: OMeld) -> tuple[object, ...]:
            if meld.kind == SET:
                spread = sum(n * n for n in Counter(meld.stands_for).values())
                return (meld.jokers(), spread, meld.stands_for)
            return (meld.jokers(), -max(meld.stands_for), meld.stands_for)

        return min(self.readings(cards), key=rank, default=None)

    # --- arranging

    def ways(self, cards: Sequence[int]) -> Iterator[tuple[tuple[OMeld, ...], Cards]]:
        """Every choice of disjoint melds in canonical order, with the cards left loose."""
        hand = self.sort(cards)
        spots = range(len(hand))
        melds = []
        for size in range(3, len(hand) + 1):
            for chosen in combinations(spots, size):
                meld = self.read(tuple(hand[i] for i in chosen))
                if meld:
                    melds.append((frozenset(chosen), meld))
        for count in range(len(hand) // 3 + 1):
            for several in combinations(melds, count):
                used = [i for chosen, _ in several for i in chosen]
                if len(used) == len(set(used)):
                    ordered = tuple(sorted((meld for _, meld in several), key=lambda m: self.keys(m.cards)))
                    yield ordered, tuple(hand[i] for i in spots if i not in used)

    def _rank(self, way: tuple[tuple[OMeld, ...], Cards]) -> tuple[object, ...]:
        melds, loose = way
        return self.points(loose), len(melds), [self.keys(meld.cards) for meld in melds]

    def arrange(self, cards: Sequence[int]) -> tuple[tuple[OMeld, ...], Cards, int]:
        melds, loose = min(self.ways(cards), key=self._rank)
        return melds, loose, self.points(loose)

    # --- closing

    def may_close(self, loose: Cards) -> bool:
        if self.rules.close_rule is CloseRule.SINGLE_CARD and len(loose) > 1:
            return False
        return self.points(loose) <= self.rules.close_max_points

    def outcome(self, melds: tuple[OMeld, ...], loose: Cards) -> int:
        if loose:
            return POINTS
        if len(melds) == 1 and melds[0].kind == RUN:
            return JOKER_CHINCHON if melds[0].jokers() else CHINCHON
        return FULL_HAND

    def score(self, outcome: int, loose: Cards) -> int:
        rules = self.rules
        if outcome == CHINCHON:
            return 0 if rules.chinchon_wins else rules.chinchon_points
        if outcome == JOKER_CHINCHON:
            return 0 if rules.joker_chinchon_wins else rules.joker_chinchon_points
        return rules.full_hand_points if outcome == FULL_HAND else self.points(loose)

    def close(self, cards: Sequence[int]) -> tuple[int, int, tuple[OMeld, ...], Cards]:
        legal = [way for way in self.ways(cards) if self.may_close(way[1])]
        if not legal:
            melds, loose, points = self.arrange(cards)
            return ILLEGAL, points, melds, loose
        melds, loose = min(legal, key=lambda way: (-self.outcome(*way), *self._rank(way)))
        outcome = self.outcome(melds, loose)
        return outcome, self.score(outcome, loose), melds, loose

    def close_named(
        self, cards: Sequence[int], melds: tuple[OMeld, ...], loose: Cards
    ) -> tuple[int, int, tuple[OMeld, ...], Cards]:
        """A close of seven that may close, with melds named that are good enough."""
        best = self.close(cards)
        outcome = self.outcome(melds, loose)
        named = (outcome, self.score(outcome, loose), melds, loose)
        if best[0] >= JOKER_CHINCHON:
            return best
        if self.rules.showdown is ShowdownKind.AUTOMATIC and named[:2] != best[:2]:
            return best
        return named

    # --- the automatic showdown

    def longer(self, meld: OMeld, card: int) -> Iterator[tuple[OMeld, int | None, int]]:
        """Every way to lay a card: the meld that results, the end, and what the card stands for."""
        if meld.kind == SET:
            after = self.read(self.sort((*meld.cards, card)))
            if after and after.kind == SET:
                more = Counter(after.stands_for) - Counter(meld.stands_for)
                natural = after.jokers() == meld.jokers()
                yield after, None, card if natural else next(iter(more))
            return
        for end, step in ((HIGH, 1), (LOW, -1)):
            edge = max(meld.stands_for) if end == HIGH else min(meld.stands_for)
            place = self.ranks.index(rank_of(edge)) + step
            if 0 <= place < len(self.ranks):
                stood = card_of(suit_of(edge), self.ranks[place])
                if card == stood or (self.is_joker(card) and meld.jokers() < self.rules.max_jokers_per_meld):
                    pairs = [*zip(meld.cards, meld.stands_for, strict=True), (card, stood)]
                    pairs.sort(key=lambda pair: (self.key(pair[0]), pair[1]))
                    cards, stands = zip(*pairs, strict=True)
                    yield OMeld(RUN, cards, stands), end, stood

    def sequences(
        self, left: Cards, table: tuple[OMeld, ...], first: int
    ) -> Iterator[tuple[Cards, tuple[OLayOff, ...], tuple[OMeld, ...]]]:
        """Every sequence of lay-offs, the empty one included."""
        yield left, (), table
        for card in set(left):
            rest = list(left)
            rest.remove(card)
            for index in range(first, len(table)):
                for after, end, stood in self.longer(table[index], card):
                    grown = (*table[:index], after, *table[index + 1 :])
                    for kept, more, final in self.sequences(tuple(rest), grown, first):
                        yield kept, (OLayOff(card, index, end, stood), *more), final

    def _tie(self, laid: OLayOff) -> tuple[int, int, bool, bool]:
        return self.key(laid.card), laid.meld, self._as_joker(laid), laid.end == LOW

    def _as_joker(self, laid: OLayOff) -> bool:
        return laid.card != laid.stands_for

    def show(
        self,
        ways: list[tuple[tuple[OMeld, ...], Cards]],
        table: tuple[OMeld, ...],
        first: int,
    ) -> tuple[OSeat, tuple[OMeld, ...]]:
        best = None
        for melds, loose in ways:
            for left, laid, grown in self.sequences(loose, table, first):
                ties = [self._tie(one) for one in laid]
                after = self.points(left)
                rank = (after, *self._rank((melds, loose)), self.keys(left), sorted(ties), ties)
                if best is None or rank < best[0]:
                    best = (rank, OSeat(melds, laid, left, after), grown)
        assert best is not None
        return best[1], best[2]

    def settle(
        self,
        closer: tuple[tuple[OMeld, ...], Cards] | None,
        opponents: Sequence[Sequence[int]],
        outcome: int | None,
    ) -> tuple[OSeat | None, tuple[OSeat, ...]]:
        table = closer[0] if closer else ()
        scope = LayOffScope.ALL
        if outcome is not None and outcome >= FULL_HAND:
            scope = self.rules.lay_off_after_full_hand
        first = len(table) if scope is LayOffScope.OTHERS else 0
        seats = []
        for cards in opponents:
            closed = scope is LayOffScope.NONE
            seat, table = self.show(list(self.ways(cards)), table, len(table) if closed else first)
            table = (*table, *seat.melds)
            seats.append(seat)
        if closer is None or outcome is None:
            return None, tuple(seats)
        melds, loose = closer
        laid: tuple[OLayOff, ...] = ()
        if self.rules.closer_may_lay_off:
            seat, _ = self.show([(melds, loose)], table, 0)
            laid, loose = seat.lay_offs, seat.loose
        return OSeat(melds, laid, loose, self.score(outcome, loose)), tuple(seats)
