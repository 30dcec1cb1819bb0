"""Tables as the clients get them, from positions of the engine's tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from chinchon.v1.action_pb2 import Action
from chinchon.v1.table_pb2 import TableUpdate, TableView
from engine.cards import notation
from engine.state import NOBODY
from engine.view import public, redact, you
from service.client.players import choose
from service.wire import action_from, public_event, table_view
from tests.engine.tables import Game

EVERYBODY: Final = frozenset(range(8))


def view_of(game: Game, seat: int = NOBODY) -> TableView:
    """Return the table as a seat or a spectator gets it."""
    table = game.table
    return table_view(redact(table, seat), None if seat == NOBODY else you(table, seat), 1, EVERYBODY)


def last_update(game: Game) -> TableUpdate:
    """Return the last step as a spectator gets it."""
    update = TableUpdate()
    update.batch.events.extend(public_event(public(event)) for event in game.events if public(event))
    return update


def choice(game: Game, seat: int, toss: Callable[[], float] = lambda: 0.0) -> Action | None:
    """Return what a simple player does."""
    return choose(view_of(game, seat), toss)


def step(game: Game, toss: Callable[[], float]) -> bool:
    """Let the first simple player that has something to do act; tell whether there was one."""
    for seat in range(len(game.table.seats)):
        action = choice(game, seat, toss)
        if action is not None:
            game.do(seat, action_from(action))
            return True
    return False


def said(action: Action | None) -> str:
    """Return an action as short as it can be written: ``discard 7o``."""
    if action is None:
        return "nothing"
    kind = action.WhichOneof("kind") or ""
    message = getattr(action, kind)
    cards = list(getattr(message, "cards", [])) or [getattr(message, "card", 0)]
    return " ".join([kind, *(notation(card) for card in cards if card)])
