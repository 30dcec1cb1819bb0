"""Cards as things: which card of a log is which, who has seen it, and the same log with other hidden cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields, is_dataclass, replace
from random import Random
from typing import Any

from engine import events as e
from engine.cards import Card
from engine.melds import Meld
from engine.state import NOBODY


class Thing(int):
    """A physical card in the place of its value; a number that no other card of the log has."""


class Tracker:
    """Follows every physical card through a log. With two decks, or after a reshuffle, a value alone names none.

    A reshuffled pile is a new set of things: everybody knows which cards the stock then holds, nobody where.
    """

    def __init__(self, seats: int) -> None:
        self.everybody = frozenset(range(NOBODY, seats))
        self.log: list[tuple[e.Event, ...]] = []
        """The events with things in the place of cards that somebody may not see."""
        self.values: dict[Thing, Card] = {}
        self.seen_by: dict[Thing, frozenset[int]] = {}
        self._origin: dict[Thing, int] = {}
        """Which shuffle put it where it is."""
        self._shuffles = 0
        self._hands: dict[int, list[Thing]] = {}
        self._stock: list[Thing] = []
        self._pile: list[Thing] = []

    def add(self, batch: Iterable[e.Event]) -> None:
        self.log.append(tuple(map(self._follow, batch)))

    def permuted(self, viewer: int, rng: Random) -> list[tuple[e.Event, ...]]:
        """Return the log with the cards that a viewer never saw in other places, each among those it could be."""
        values = dict(self.values)
        for shuffle in range(1, self._shuffles + 1):
            hidden = [
                thing
                for thing in values
                if self._origin[thing] == shuffle and viewer not in self.seen_by[thing]
            ]
            cards = [values[thing] for thing in hidden]
            rng.shuffle(cards)
            values.update(zip(hidden, cards, strict=True))
        return [tuple(_with_values(event, values) for event in batch) for batch in self.log]

    def _new(self, cards: Iterable[Card]) -> tuple[Thing, ...]:
        things = []
        for card in cards:
            thing = Thing(1000 + len(self.values))
            self.values[thing], self.seen_by[thing] = card, frozenset()
            self._origin[thing] = self._shuffles
            things.append(thing)
        return tuple(things)

    def _show(self, things: Iterable[Thing], to: Iterable[int] | None = None) -> None:
        for thing in things:
            self.seen_by[thing] |= self.everybody if to is None else frozenset(to)

    def _find(self, seat: int, cards: Iterable[Card]) -> list[Thing]:
        """Return things of a hand with these values; of equal ones first those that most people have seen."""
        left = sorted(self._hands[seat], key=lambda thing: -len(self.seen_by[thing]))
        found = []
        for card in cards:
            found.append(next(thing for thing in left if self.values[thing] == card))
            left.remove(found[-1])
        return found

    def _lay_down(self, seat: int, cards: Iterable[Card]) -> list[Thing]:
        things = self._find(seat, cards)
        self._show(things)
        for thing in things:
            self._hands[seat].remove(thing)
        return things

    def _follow(self, event: e.Event) -> e.Event:
        match event:
            case e.RoundDealt():
                self._shuffles += 1
                hands = tuple(map(self._new, event.hands))
                self._stock = list(self._new(event.stock))
                self._pile = list(self._new((event.discard,)))
                self._show(self._pile)
                self._hands = {seat: list(hand) for seat, hand in zip(event.seats, hands, strict=True)}
                for seat, hand in self._hands.items():
                    self._show(hand, {seat})
                return replace(event, hands=hands, stock=tuple(self._stock))
            case e.StockReshuffled(stock):
                self._shuffles += 1
                self._stock, self._pile = list(self._new(stock)), []
                return e.StockReshuffled(tuple(self._stock))
            case e.CardDrawn(seat, source):
                thing = (self._stock if source is e.DrawSource.STOCK else self._pile).pop()
                self._hands[seat].append(thing)
                self._show((thing,), {seat})
                return replace(event, card=thing)
            case e.CardDiscarded(seat, card):
                self._pile += self._lay_down(seat, (card,))
            case e.RoundClosed(seat):
                return self._closed(event)
            case e.FalseCloseMade(seat, cards, _, card):
                things = self._find(seat, (*cards, card))
                self._show(things[:-1])
                self._hands[seat].remove(things[-1])
                return replace(event, card=things[-1])
            case e.MeldExposed():
                self._lay_down(event.seat, event.meld.cards)
            case e.CardLaidOff():
                self._lay_down(event.seat, (event.lay_off.card,))
            case e.RoundScored(result):
                for each in result.seats:
                    if each.hand:
                        self._show(self._hands[each.seat])
        return event

    def _closed(self, event: e.RoundClosed) -> e.RoundClosed:
        melded = [card for meld in event.melds for card in meld.cards]
        card, *things = self._find(event.seat, (event.card, *melded, *event.loose))
        self._hands[event.seat].remove(card)
        melds = []
        for meld in event.melds:
            cards, things = tuple(things[: len(meld.cards)]), things[len(meld.cards) :]
            melds.append(replace(meld, cards=cards, stands_for=_stands_for(meld, cards)))
        return replace(event, card=card, melds=tuple(melds), loose=tuple(things))


def _stands_for(meld: Meld, things: Sequence[Thing]) -> tuple[int, ...]:
    pairs = zip(meld.cards, meld.stands_for, things, strict=True)
    return tuple(thing if card == stood else stood for card, stood, thing in pairs)


def _with_values(value: Any, values: dict[Thing, Card]) -> Any:
    if isinstance(value, Thing):
        return values[value]
    if isinstance(value, tuple):
        return tuple(_with_values(item, values) for item in value)
    if is_dataclass(value) and not isinstance(value, type):
        changes = {field.name: _with_values(getattr(value, field.name), values) for field in fields(value)}
        return replace(value, **changes)
    return value
