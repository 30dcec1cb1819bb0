"""A real server on a free port of the loopback, with a real database."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from service.server import Server
from service.settings import Settings
from service.store.base import Store
from service.world import World
from tests.service.clients import Client

Serve: TypeAlias = Callable[..., Coroutine[Any, Any, Client]]


@pytest.fixture
async def serve(tmp_path: Path) -> AsyncIterator[Serve]:
    """Start servers with settings of their own; all share one database file, so the one before is stopped first."""
    async with AsyncExitStack() as stack:

        async def start(world_of: Callable[[Store], World] = World, **settings: Any) -> Client:
            await stack.aclose()
            fields = {
                "listen": "127.0.0.1:0",
                "metrics_listen": "",
                "store": f"sqlite:///{tmp_path}/chinchon.db",
                "drain_seconds": 1.0,
            }
            server = await Server.start(Settings(**(fields | settings)), lambda: None, world_of)
            stack.push_async_callback(server.close)
            client = Client(server)
            stack.push_async_callback(client.channel.close)
            return client

        yield start


@pytest.fixture
async def client(serve: Serve) -> Client:
    """A client of a server with default settings."""
    return await serve()
