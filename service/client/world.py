"""The clients' one door to time, entropy and tasks."""

from __future__ import annotations

import asyncio
import random
import time
import uuid
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any


class ClientWorld:
    """Everything around the clients that is not the same twice.

    `random` decides what the players do and how long a client backs off; with a seed it does so reproducibly.
    It has nothing to do with the deal, which is the server's.
    """

    def __init__(self, seed: int | None = None) -> None:
        self.random = random.Random(seed)

    def fork(self) -> ClientWorld:
        """Return another world whose random choices do not depend on what else happens in this one."""
        return ClientWorld(self.random.getrandbits(64))

    def monotonic(self) -> float:
        """Return seconds of a clock that never goes back; only differences mean something."""
        return time.monotonic()

    def request_id(self) -> str:
        """Return a new UUID; it is a secret where a call has no credential."""
        return str(uuid.uuid4())

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)

    @asynccontextmanager
    async def background(self, *work: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
        """Run coroutines beside the body, and end them with it; a failure of one ends the body and the others."""
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(each) for each in work]
            yield
            for task in tasks:
                task.cancel()
