"""What somebody may see: pure functions of a table, or of an event, and the viewer.

A viewer is a seat's index, or NOBODY for a spectator. Hidden cards become HIDDEN where their number is public;
other secrets become empty. Nothing that is hidden survives redaction, so no later step can leak it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from engine import events as e
from engine.arrange import Arrangement, DiscardOption, arrange
from engine.cards import Card
from engine.legal import LegalAction, discard_options, is_awaited, legal_actions, take_options
from engine.rules import Rules
from engine.state import NOBODY, Round, Showdown, Table
from engine.values import replace

HIDDEN: Final[Card] = 0
"""In the place of a card that the viewer may not see."""


@dataclass(frozen=True, slots=True)
class You:
    """What a seat alone may know and do."""

    seat: int
    arrangement: Arrangement
    """Of the cards in hand."""
    legal_actions: tuple[LegalAction, ...]
    discard_options: tuple[DiscardOption, ...]
    take_options: tuple[DiscardOption, ...]
    """What each card would leave if the visible card were taken; empty unless the seat has to draw."""
    awaited: bool
    """The table waits for this seat."""


def you(table: Table, seat: int) -> You:
    """Return what a seat alone may know and do."""
    hand = table.round.hands[seat] if table.round else ()
    arrangement = _arranged(tuple(sorted(hand)), table.rules, table.decks)
    options = discard_options(table, seat)
    return You(
        seat=seat,
        arrangement=arrangement,
        legal_actions=legal_actions(table, seat, options),
        discard_options=options,
        take_options=take_options(table, seat),
        awaited=is_awaited(table, seat),
    )


@lru_cache(maxsize=4096)
def _arranged(hand: tuple[Card, ...], rules: Rules, decks: int) -> Arrangement:
    # A seat's hand changes only in its own turn, but is shown after every action.
    return arrange(hand, rules, decks)


def redact(table: Table, viewer: int) -> Table:
    """Return the table as a viewer may see it."""
    round_ = table.round
    return replace(
        table,
        seed=b"",
        invite_code=table.invite_code if viewer != NOBODY else "",
        round=_redact_round(round_, viewer) if round_ else None,
    )


def public(event: e.Event) -> e.Event:
    """Return an event as everybody sees it."""
    match event:
        case e.TableCreated():
            return replace(event, seed=b"", invite_code="")
        case e.RoundDealt():
            return replace(event, hands=tuple(map(_hide, event.hands)), stock=_hide(event.stock))
        case e.StockReshuffled(stock):
            return e.StockReshuffled(_hide(stock))
        case e.CardDrawn(seat, e.DrawSource.STOCK):
            return e.CardDrawn(seat, e.DrawSource.STOCK, HIDDEN)
        case e.RoundClosed():
            return replace(event, card=HIDDEN, melds=(), loose=())
        case e.FalseCloseMade():
            return replace(event, card=HIDDEN)
    return event


def private_cards(event: e.Event, seat: int) -> tuple[Card, ...]:
    """Return the cards that a seat alone learns from an event: its hand as dealt, its card from the stock."""
    match event:
        case e.RoundDealt():
            return event.hands[event.seats.index(seat)] if seat in event.seats else ()
        case e.CardDrawn(drawer, e.DrawSource.STOCK, card) if drawer == seat:
            return (card,)
    return ()


def _redact_round(round_: Round, viewer: int) -> Round:
    return replace(
        round_,
        hands=tuple(hand if seat == viewer else _hide(hand) for seat, hand in enumerate(round_.hands)),
        stock=_hide(round_.stock),
        showdown=_redact_showdown(round_.showdown, viewer) if round_.showdown else None,
    )


def _redact_showdown(showdown: Showdown, viewer: int) -> Showdown:
    if viewer == showdown.closer:
        return showdown
    return replace(showdown, close_melds=(), close_loose=(), closing_card=HIDDEN)


def _hide(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return (HIDDEN,) * len(cards)
