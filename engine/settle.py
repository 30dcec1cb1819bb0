"""The automatic showdown: every opponent's melds and lay-offs, chosen together and exactly.

Source: docs/rules.md, "Showdown, AUTOMATIC".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter
from typing import Final, NamedTuple, Protocol, TypeAlias, final

from engine.arrange import CloseOutcome, close_points, solver
from engine.cards import ACE_OF_OROS, JOKER, Card, JokerKind, rank_of, suit_of
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


class Shown(Protocol):
    """The melds and loose cards fixed at a close: a `Close` or an `Arrangement`."""

    @property
    def melds(self) -> tuple[Meld, ...]:
        """In the order in which they are shown."""

    @property
    def loose(self) -> tuple[Card, ...]:
        """The closer's other cards."""


_Laid: TypeAlias = tuple[int, int, bool, bool]
"""A lay-off as ties compare it: card (jokers last), meld, whether used as a joker, whether at the low end."""


def settle_showdown(
    closer: Shown | None,
    opponents: Sequence[Sequence[Card]],
    rules: Rules,
    decks: int,
    outcome: CloseOutcome | None,
) -> Settlement:
    """Settle a round at once; `opponents` in turn order from the closer, or from the seat that shows first.

    `outcome` is that of the legal close, None without a closer (after a paso). After a chinchón that wins, what
    the opponents keep is for information only. Raises KeyError for a card that is not in the deck.
    """
    all_melded = outcome is not None and outcome >= CloseOutcome.FULL_HAND
    scope = rules.lay_off_after_full_hand if all_melded else LayOffScope.ALL
    shown = closer.melds if closer else ()
    table = _Table(rules, decks, scope)
    table.put_down(shown, takes_cards=scope is LayOffScope.ALL)
    seats = tuple(table.show(cards) for cards in opponents)
    if closer is None or outcome is None:
        return Settlement(None, seats)
    loose = sort_cards(closer.loose, rules)
    laid: tuple[_Laid, ...] = ()
    if rules.closer_may_lay_off:
        loose, laid = table.best_lay_offs(loose)
    points = close_points(outcome, table.points(loose), rules)
    return Settlement(SeatShowdown(shown, table.lay(laid), loose, points), seats)


class _State(NamedTuple):
    """How far laying off has come."""

    left: tuple[Card, ...]
    melds: tuple[Meld, ...]
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
        lay_offs = lru_cache(maxsize=None)(self.best_lay_offs)
        best = None
        hand = solve.pack(cards)
        # The most points melded first: the others can then often be passed over, at best a tie that they lose.
        for choice in sorted(solve.ways(hand), key=attrgetter("points"), reverse=True):
            melds, loose, before = solve.arrangement(cards, hand, choice)
            usable = tuple(card for card in loose if self._may_take(card))
            if best and (before - self.points(usable), before) > best[0][:2]:
                continue
            left, laid = lay_offs(usable)
            kept = sort_cards((Counter(loose) - Counter(usable) + Counter(left)).elements(), self._rules)
            after = self.points(kept)
            rank = (after, before, len(melds), choice.keys(), self._keys(kept), laid)
            if best is None or rank < best[0]:
                best = (rank, melds, kept)
        assert best is not None  # no meld at all is a way too
        (points, *_, laid), shown, kept = best
        seat = SeatShowdown(shown, self.lay(laid), kept, points)
        self.put_down(shown, takes_cards=self._opponents_take)
        return seat

    def best_lay_offs(self, cards: tuple[Card, ...]) -> tuple[tuple[Card, ...], tuple[_Laid, ...]]:
        """Return what is best left of cards in canonical order, and how the others are laid by the tie rules."""
        start = _State(cards, self._melds, ())
        best = start
        seen = {start.laid}
        waiting = [start]
        while waiting:
            state = waiting.pop()
            best = min(best, state, key=self._state_rank)
            for after in self._after(state):
                if after.laid not in seen:
                    seen.add(after.laid)
                    waiting.append(after)
        return best.left, best.laid

    def _state_rank(self, state: _State) -> tuple[int, tuple[int, ...], tuple[_Laid, ...]]:
        return self.points(state.left), self._keys(state.left), state.laid

    def _after(self, state: _State) -> Iterator[_State]:
        """Yield what laying one more card makes; the same cards on the same ends are equal in any order."""
        for i, card in enumerate(state.left):
            if card in state.left[:i]:
                continue
            left = state.left[:i] + state.left[i + 1 :]
            for longer, one in self._lay_offs_of(card, state.melds):
                melds = _replaced(state.melds, one[1], longer)
                yield _State(left, melds, tuple(sorted((*state.laid, one))))

    def lay(self, laid: Iterable[_Laid]) -> tuple[LayOff, ...]:
        """Lay cards as `best_lay_offs` chose, each time the first that fits; return them in that order."""
        waiting = list(laid)
        done: list[LayOff] = []
        while waiting:
            one, longer, card = next(self._fitting(waiting))
            waiting.remove(one)
            index = one[1]
            meld = self._melds[index]
            end = None if meld.kind is MeldKind.SET else LayOffEnd.LOW if one[3] else LayOffEnd.HIGH
            done.append(LayOff(card, index, end, laid_as(meld, longer, card)))
            self._melds = _replaced(self._melds, index, longer)
        return tuple(done)

    def _fitting(self, waiting: Iterable[_Laid]) -> Iterator[tuple[_Laid, Meld, Card]]:
        for one in waiting:
            card = ACE_OF_OROS if one[0] == JOKER and self._rules.jokers is JokerKind.ACE_OF_OROS else one[0]
            for longer, laid in self._lay_offs_of(card, self._melds):
                if laid == one:
                    yield one, longer, card

    def _lay_offs_of(self, card: Card, melds: tuple[Meld, ...]) -> Iterator[tuple[Meld, _Laid]]:
        """Yield every way to lay a card now, with the meld that it makes."""
        joker = self._rules.is_joker(card)
        for index in self._open:
            meld = melds[index]
            run = meld.kind is MeldKind.RUN
            for end in LayOffEnd if run and joker else (None,):
                longer = lay_off(meld, card, end, self._rules, self._decks)
                if longer is not None:
                    as_joker = longer.jokers > meld.jokers
                    yield longer, (self._key(card), index, as_joker, run and longer.low < meld.low)

    def _may_take(self, card: Card) -> bool:
        """Tell whether an open meld could ever take a card: a quick look that may say yes too often."""
        return self._rules.is_joker(card) or any(
            suit_of(card) == meld.suit if meld.kind is MeldKind.RUN else rank_of(card) == meld.rank
            for meld in map(self._melds.__getitem__, self._open)
        )

    def _key(self, card: Card) -> int:
        return canonical_key(card, self._rules)

    def _keys(self, cards: Iterable[Card]) -> tuple[int, ...]:
        return tuple(map(self._key, cards))


def _replaced(melds: tuple[Meld, ...], index: int, meld: Meld) -> tuple[Meld, ...]:
    return (*melds[:index], meld, *melds[index + 1 :])
