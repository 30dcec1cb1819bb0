"""What the gRPC services share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import grpc

from service.auth import Caller, Tokens
from service.batches import Position
from service.frames import View
from service.limits import Rate
from service.metrics import Metrics
from service.settings import Settings
from service.streams import Streams
from service.tables import Tables
from service.watch import Hub
from service.world import World

Context: TypeAlias = grpc.aio.ServicerContext[Any, Any]


@dataclass(frozen=True, slots=True)
class App:
    """The parts of the running server."""

    world: World
    settings: Settings
    metrics: Metrics
    tokens: Tokens
    tables: Tables
    hub: Hub
    streams: Streams
    messages: Rate
    """Calls and stream messages of each peer."""
    guesses: Rate
    """Wrong invite codes of each peer."""

    def caller(self, context: Context) -> Caller | None:
        """Return who calls; None without a credential. Refuses a bad one with UNAUTHENTICATED."""
        return self.tokens.caller(context.invocation_metadata())

    def view(self, position: Position) -> View:
        """Return a table as it is now."""
        return View(position, lambda: self.hub.connected(position))
