"""Arranging a hand into melds, exactly: the fewest points loose, closes, and what each discard would leave.

Source: docs/rules.md, "Arranging cards" and "Closing".

A hand is packed into one integer, the sum of one number per card, so that drawing adds and discarding subtracts:

- four bits a card: how many of it (the top bit guards against borrowing),
- then five bits for each rank and for each three neighbours of a suit: how many cards of these, jokers included,
  offset so that the top bit says "three or more": a hand without such a bit holds no meld,
- above: the points of all cards.

What can be melded depends only on the cards under such bits, and few combinations of them exist: their best
melds are remembered.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from itertools import combinations
from operator import attrgetter
from typing import Final, NamedTuple, TypeVar, final

from engine.cards import ACE_OF_OROS, JOKER, Card, Deck, JokerKind, Suit, card_of, deck_cards, ranks_of
from engine.melds import MELD_SIZE, Meld, MeldKind, MeldsNotValid, canonical_key, read_meld, sort_cards
from engine.rules import CloseRule, CourtPoints, Rules, ShowdownKind

_COUNT_BITS: Final = 4
_COUNT: Final = 0b0111
_GUARD: Final = 0b1000
_COUNTS_END: Final = _COUNT_BITS * JOKER
_JOKERS_AT: Final = _COUNTS_END - _COUNT_BITS
_COUNTS: Final = sum(_COUNT << at for at in range(0, _COUNTS_END, _COUNT_BITS))
_GUARDS: Final = sum(_GUARD << at for at in range(0, _COUNTS_END, _COUNT_BITS))
_COUNTER_BITS: Final = 5
_ENOUGH: Final = 0b1_0000
_MEMORY: Final = 1 << 14
"""Entries after which a memory is emptied: some 5 MB."""
_RULES_MEMORY: Final = 1 << 10
_BY_POINTS: Final = attrgetter("points")
_BY_KEY: Final = attrgetter("key")


class CloseOutcome(IntEnum):
    """What a close is, the better the higher."""

    ILLEGAL = 1
    POINTS = 2
    FULL_HAND = 3
    JOKER_CHINCHON = 4
    CHINCHON = 5


class Arrangement(NamedTuple):
    """The best way to meld a hand; a named tuple because it is made twice as fast as a frozen dataclass."""

    melds: tuple[Meld, ...]
    """In canonical order."""
    loose: tuple[Card, ...]
    """In canonical order."""
    points: int
    """What the loose cards count."""


@dataclass(frozen=True, slots=True)
class Close:
    """The judgement on a close with seven cards."""

    outcome: CloseOutcome
    points: int
    """What the closer scores, 0 for a chinchón that wins; for ILLEGAL the fewest points loose."""
    melds: tuple[Meld, ...]
    """As named where the names count, else in canonical order; for ILLEGAL the best arrangement."""
    loose: tuple[Card, ...]
    """In canonical order."""


@dataclass(frozen=True, slots=True)
class DiscardOption:
    """What discarding one of eight cards leaves."""

    card: Card
    points: int
    """The fewest points that the other seven leave loose."""
    outcome: CloseOutcome
    """What closing with this card would be, as far as the cards decide it."""

    @property
    def may_close(self) -> bool:
        """Whether the other seven satisfy the close rule."""
        return self.outcome is not CloseOutcome.ILLEGAL


@final
class Candidate:
    """A meld that a hand holds, ready for adding up."""

    __slots__ = ("key", "meld", "packed", "points", "size")

    def __init__(self, meld: Meld, key: tuple[int, ...], packed: int, points: int) -> None:
        self.meld: Final = meld
        self.key: Final = key
        """Its cards with every joker as the highest number: what canonical order compares."""
        self.packed: Final = packed
        """The counts of its cards."""
        self.points: Final = points
        """What its cards would count if loose."""
        self.size: Final = len(key)


@final
class Choice:
    """Melds that a hand holds at once, in canonical order."""

    __slots__ = ("candidates", "melds", "points", "size")

    def __init__(self, candidates: Iterable[Candidate]) -> None:
        self.candidates: Final = tuple(sorted(candidates, key=_BY_KEY))
        self.melds: Final = tuple(each.meld for each in self.candidates)
        self.points: Final = sum(each.points for each in self.candidates)
        self.size: Final = sum(each.size for each in self.candidates)
        """How many cards are melded."""

    def is_better_than(self, other: Choice) -> bool:
        """Compare by the most points melded, then the fewest melds, then canonical order."""
        if self.points != other.points:
            return self.points > other.points
        if len(self.melds) != len(other.melds):
            return len(self.melds) < len(other.melds)
        return self.keys() < other.keys()

    def keys(self) -> list[tuple[int, ...]]:
        """Return what canonical order compares."""
        return [each.key for each in self.candidates]


_NOTHING: Final = Choice(())


@final
class MeldSolver:
    """Arranges packed hands of at most 14 cards under the same rules and number of decks; see `solver`."""

    def __init__(self, rules: Rules, decks: int) -> None:
        self._rules: Final = rules
        self._decks: Final = decks
        self._joker: Final = ACE_OF_OROS if rules.jokers is JokerKind.ACE_OF_OROS else JOKER
        self._aces_last: Final = self._joker == ACE_OF_OROS
        # An ace of oros that stands as itself is one more joker card in a meld than the rules count.
        self._most_jokers: Final = rules.max_jokers_per_meld + self._aces_last
        ranks = ranks_of(rules.deck)
        suits = [[card_of(suit, rank) for rank in ranks] for suit in Suit]
        same_rank = [[card_of(suit, rank) for suit in Suit] for rank in ranks]
        neighbours = [suit[i : i + MELD_SIZE] for suit in suits for i in range(len(suit) - MELD_SIZE + 1)]
        groups = [*same_rank, *neighbours]
        counters = [_COUNTS_END + _COUNTER_BITS * i for i in range(len(groups))]
        self._points_at: Final = _COUNTS_END + _COUNTER_BITS * len(groups)
        self._empty: Final = sum(_ENOUGH - MELD_SIZE << at for at in counters)
        self._enough: Final = sum(_ENOUGH << at for at in counters)
        self._groups: Final = [
            (_ENOUGH << at, _mask(group)) for at, group in zip(counters, groups, strict=True)
        ]
        self._kinds: Final[list[tuple[MeldKind, list[int], dict[int, list[Candidate]]]]] = [
            (MeldKind.RUN, [_mask(suit) for suit in suits], {}),
            (MeldKind.SET, [_mask(rank) for rank in same_rank], {}),
        ]
        self._fields: Final[dict[Card, int]] = {}
        for card in deck_cards(rules.deck, rules.jokers, 1):
            joker = rules.is_joker(card)
            counted = (1 << at for at, group in zip(counters, groups, strict=True) if joker or card in group)
            count = 1 << (_JOKERS_AT if joker else _count_at(card))
            self._fields[card] = count + sum(counted) + (rules.points_of(card) << self._points_at)
        self._field_of: Final = self._fields.__getitem__
        self._masks: Final[dict[int, int]] = {}
        self._best: Final[dict[int, Choice]] = {}
        self._known: Final[dict[tuple[Card, ...], Candidate | None]] = {}

    def pack(self, cards: Iterable[Card]) -> int:
        """Pack a hand. Raises KeyError for a card that is not in the deck."""
        return sum(map(self._field_of, cards), self._empty)

    def without(self, hand: int, card: Card) -> int:
        """Return a packed hand without one of its cards."""
        return hand - self._fields[card]

    def points(self, hand: int) -> int:
        """Return what all cards of a packed hand count."""
        return hand >> self._points_at

    def best(self, hand: int) -> Choice:
        """Return the melds that leave the fewest points of a packed hand loose."""
        enough = hand & self._enough
        if not enough:
            return _NOTHING
        counts = self._meldable(hand, enough)
        best = self._best.get(counts)
        if best is None:
            best = _remember(self._best, counts, _search(self._candidates(counts), counts, 0) or _NOTHING)
        return best

    def best_with(self, hand: int, melded: int) -> Choice | None:
        """Return the best melds among those that use at least so many cards, or None."""
        counts = self._meldable(hand, hand & self._enough)
        return _search(self._candidates(counts), counts, melded) if _how_many(counts) >= melded else None

    def ways(self, hand: int) -> list[Choice]:
        """Return every choice of melds that a packed hand holds at once, none included, each once."""
        counts = self._meldable(hand, hand & self._enough)
        return [Choice(way) for way in _ways(self._candidates(counts), counts | _GUARDS)]

    def arrangement(self, cards: Iterable[Card], hand: int, choice: Choice) -> Arrangement:
        """Return a hand, given both ways, arranged into the chosen melds."""
        loose = sorted(cards)
        if self._aces_last and ACE_OF_OROS in loose:
            aces = loose.count(ACE_OF_OROS)
            loose = loose[aces:] + loose[:aces]
        if choice is _NOTHING:
            return Arrangement((), tuple(loose), hand >> self._points_at)
        for meld in choice.melds:
            for card in meld.cards:
                loose.remove(card)
        return Arrangement(choice.melds, tuple(loose), (hand >> self._points_at) - choice.points)

    def _meldable(self, hand: int, enough: int) -> int:
        """Return the counts of the cards that can be in melds, all jokers included, from these top bits."""
        mask = self._masks.get(enough)
        if mask is None:
            mask = _COUNT << _JOKERS_AT
            for bit, group in self._groups:
                if enough & bit:
                    mask |= group
            _remember(self._masks, enough, mask)
        return hand & mask

    def _candidates(self, counts: int) -> list[Candidate]:
        """Return every meld that these cards hold, those with the most points first."""
        jokers = counts & _COUNT << _JOKERS_AT
        found: list[Candidate] = []
        for kind, masks, memory in self._kinds:
            for mask in masks:
                cards = counts & mask
                if cards:
                    cards |= jokers
                    melds = memory.get(cards)
                    if melds is None:
                        melds = _remember(memory, cards, self._read(kind, cards))
                    found += melds
        found.sort(key=_BY_POINTS, reverse=True)
        return found

    def _read(self, kind: MeldKind, counts: int) -> list[Candidate]:
        """Return the melds of one kind among the cards of one suit or rank and the jokers."""
        most = 1 if kind is MeldKind.RUN else self._decks
        held = {card: min(counts >> _count_at(card) & _COUNT, most) for card in range(1, JOKER)}
        naturals = [card for card, count in held.items() for _ in range(count)]
        jokers = min(counts >> _JOKERS_AT, self._most_jokers)
        found = [
            self._candidate((*kept, *[self._joker] * used))
            for size in range(1, len(naturals) + 1)
            for kept in set(combinations(naturals, size))
            for used in range(max(0, MELD_SIZE - size), jokers + 1)
        ]
        return [candidate for candidate in found if candidate and candidate.meld.kind is kind]

    def _candidate(self, cards: tuple[Card, ...]) -> Candidate | None:
        """Return the meld of these cards, the same object every time, or None when they are none."""
        if cards not in self._known:
            meld = read_meld(cards, self._rules, self._decks, as_given=False)
            _remember(self._known, cards, self._ready(meld) if meld else None)
        return self._known[cards]

    def _ready(self, meld: Meld) -> Candidate:
        key = tuple(canonical_key(card, self._rules) for card in meld.cards)
        points = sum(map(self._rules.points_of, meld.cards))
        return Candidate(meld, key, self.pack(meld.cards) & _COUNTS, points)


def solver(rules: Rules, decks: int) -> MeldSolver:
    """Return the solver for these rules; the same one for all rules that agree on cards and melds."""
    # Hashing all of the rules costs more than arranging a hand, so that the object itself is looked up first.
    entry = _by_identity.get((id(rules), decks))
    if entry is None:
        key = (rules.deck, rules.jokers, rules.joker_points, rules.max_jokers_per_meld, rules.court_points)
        entry = (rules, _solver(*key, decks))
        _remember(_by_identity, (id(rules), decks), entry, most=_RULES_MEMORY)
    return entry[1]


_by_identity: Final[dict[tuple[int, int], tuple[Rules, MeldSolver]]] = {}
"""By id(rules) and decks; holding the rules keeps their id from being used again."""


@lru_cache(maxsize=64)
def _solver(
    deck: Deck, jokers: JokerKind, joker_points: int, most_jokers: int, court_points: CourtPoints, decks: int
) -> MeldSolver:
    rules = Rules(
        deck=deck,
        jokers=jokers,
        joker_points=joker_points,
        max_jokers_per_meld=most_jokers,
        court_points=court_points,
    )
    return MeldSolver(rules, decks)


def arrange(cards: Sequence[Card], rules: Rules, decks: int) -> Arrangement:
    """Return the arrangement with the fewest points loose of at most 14 cards.

    Ties are broken as docs/rules.md, "Arranging cards", says; the order of the cards never matters.
    Raises KeyError for a card that is not in the deck.
    """
    solve = solver(rules, decks)
    hand = solve.pack(cards)
    return solve.arrangement(cards, hand, solve.best(hand))


def judge_close(
    cards: Sequence[Card], rules: Rules, decks: int, named: Sequence[Sequence[Card]] | None = None
) -> Close:
    """Judge a close with the seven cards that remain; `named` (may be empty) are the melds to show.

    Whether it comes too early is not asked here. Named melds are ignored when the seven may not close, and when
    they are one run; under AUTOMATIC they only choose between equally good results.
    Raises MeldsNotValid when the seven may close, but not with the named melds.
    Source: docs/rules.md, "Closing".
    """
    solve = solver(rules, decks)
    hand = solve.pack(cards)
    best = _closing(solve, hand, len(cards), rules)
    if best is None:
        melds, loose, points = solve.arrangement(cards, hand, solve.best(hand))
        return Close(CloseOutcome.ILLEGAL, points, melds, loose)
    shown = solve.arrangement(cards, hand, best)
    if named:
        shown = _as_named(cards, named, shown, rules, decks)
    outcome = close_outcome(shown.melds, len(shown.loose))
    return Close(outcome, close_points(outcome, shown.points, rules), shown.melds, shown.loose)


def preview_discards(cards: Sequence[Card], rules: Rules, decks: int) -> tuple[DiscardOption, ...]:
    """Return what each different discard from eight cards would leave, in canonical order."""
    solve = solver(rules, decks)
    hand = solve.pack(cards)
    options = []
    for card in sort_cards(set(cards), rules):
        rest = solve.without(hand, card)
        closing = _closing(solve, rest, len(cards) - 1, rules)
        outcome = CloseOutcome.ILLEGAL
        if closing is not None:
            outcome = close_outcome(closing.melds, len(cards) - 1 - closing.size)
        options.append(DiscardOption(card, solve.points(rest) - solve.best(rest).points, outcome))
    return tuple(options)


def close_outcome(melds: Sequence[Meld], loose: int) -> CloseOutcome:
    """Return what showing these melds and so many loose cards at a legal close is."""
    if loose:
        return CloseOutcome.POINTS
    if len(melds) > 1 or melds[0].kind is MeldKind.SET:
        return CloseOutcome.FULL_HAND
    return CloseOutcome.JOKER_CHINCHON if melds[0].jokers else CloseOutcome.CHINCHON


def close_points(outcome: CloseOutcome, loose_points: int, rules: Rules) -> int:
    """Return what a legal close scores, 0 for a chinchón that wins."""
    if outcome is CloseOutcome.CHINCHON:
        return 0 if rules.chinchon_wins else rules.chinchon_points
    if outcome is CloseOutcome.JOKER_CHINCHON:
        return 0 if rules.joker_chinchon_wins else rules.joker_chinchon_points
    return rules.full_hand_points if outcome is CloseOutcome.FULL_HAND else loose_points


def _closing(solve: MeldSolver, hand: int, size: int, rules: Rules) -> Choice | None:
    """Return the best melds to close with, or None when the hand may not close."""
    best: Choice | None = solve.best(hand)
    if rules.close_rule is CloseRule.SINGLE_CARD and best and best.size < size - 1:
        # The fewest points may lie in two cheap cards where one dearer card would do.
        best = solve.best_with(hand, size - 1) if best.size else None
    if best is None or solve.points(hand) - best.points > rules.close_max_points:
        return None
    return best


def _as_named(
    cards: Sequence[Card], named: Sequence[Sequence[Card]], best: Arrangement, rules: Rules, decks: int
) -> Arrangement:
    """Return what the closer shows: the named melds where they count, else the best ones."""
    if close_outcome(best.melds, len(best.loose)) >= CloseOutcome.JOKER_CHINCHON:
        # That one run it is, whatever was named; but who named it says where its joker stands.
        whole = [
            read_meld(meld, rules, decks, as_given=True) for meld in named if sorted(meld) == sorted(cards)
        ]
        return best._replace(melds=(whole[0],)) if whole and whole[0] else best
    loose = list(sort_cards(cards, rules))
    melds = []
    for given in named:
        meld = read_meld(given, rules, decks, as_given=True)
        if meld is None:
            raise MeldsNotValid("a named meld is neither a set nor a run")
        melds.append(meld)
        for card in given:
            if card not in loose:
                raise MeldsNotValid("a named card is not in the hand, or named twice")
            loose.remove(card)
    points = sum(map(rules.points_of, loose))
    if points > rules.close_max_points or (rules.close_rule is CloseRule.SINGLE_CARD and len(loose) > 1):
        raise MeldsNotValid("the named melds leave too much loose to close")
    if rules.showdown is ShowdownKind.AUTOMATIC and points > best.points:
        return best
    return Arrangement(tuple(melds), tuple(loose), points)


def _search(candidates: list[Candidate], counts: int, melded: int) -> Choice | None:
    """Return the best choice of disjoint candidates that use at least `melded` cards, or None.

    The candidates come with the most points first, which bounds what the rest of them can add.
    """
    slots = _how_many(counts) // MELD_SIZE
    best: Choice | None = None

    def extend(start: int, rest: int, chosen: tuple[Candidate, ...], points: int, left: int) -> None:
        nonlocal best
        for i in range(start, len(candidates)):
            each = candidates[i]
            if best and points + each.points * left < best.points:
                return
            after = rest - each.packed
            if after & _GUARDS != _GUARDS:
                continue
            now = points + each.points
            if best is None or now >= best.points:
                choice = Choice((*chosen, each))
                if choice.size >= melded and (best is None or choice.is_better_than(best)):
                    best = choice
            if left > 1:
                # From this one on: with two decks the same meld may be held twice.
                extend(i, after, (*chosen, each), now, left - 1)

    extend(0, counts | _GUARDS, (), 0, slots)
    return best


def _ways(candidates: list[Candidate], rest: int) -> list[tuple[Candidate, ...]]:
    ways: list[tuple[Candidate, ...]] = [()]
    for i, each in enumerate(candidates):
        after = rest - each.packed
        if after & _GUARDS == _GUARDS:
            ways += [(each, *more) for more in _ways(candidates[i:], after)]
    return ways


def _how_many(counts: int) -> int:
    """Return how many cards these are, 14 at most: the digits in base 16 add up to the number modulo 15."""
    return counts % 15


def _count_at(card: Card) -> int:
    return _COUNT_BITS * (card - 1)


def _mask(cards: Iterable[Card]) -> int:
    return sum(_COUNT << _count_at(card) for card in cards)


_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


def _remember(memory: dict[_Key, _Value], key: _Key, value: _Value, most: int = _MEMORY) -> _Value:
    """Keep a value that was worked out; a memory that is full starts afresh."""
    if len(memory) >= most:
        memory.clear()
    memory[key] = value
    return value
