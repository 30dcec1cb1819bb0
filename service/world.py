"""The one door to time, entropy, tasks and the store."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Coroutine
from typing import Any, Final, TypeVar

import structlog

from service.logs import frames
from service.store.base import Store

T = TypeVar("T")

_IDS_AT_ONCE: Final = 256

_log = structlog.get_logger("chinchon.world")


class World:
    """Everything around the service that is not the same twice.

    All time, entropy, tasks and store access of the service go through one object of this class, so that a
    subclass can play a whole run again from a seed.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self._tasks: set[asyncio.Task[Any]] = set()
        self._batch_ids: list[int] = []

    def now_ms(self) -> int:
        """Return the wall clock in milliseconds since the epoch; it may be set back."""
        return time.time_ns() // 1_000_000

    def monotonic(self) -> float:
        """Return seconds of a clock that never goes back; only differences mean something."""
        return time.monotonic()

    def random_bytes(self, count: int) -> bytes:
        """Return `count` bytes that nobody can guess."""
        return os.urandom(count)

    def batch_id(self) -> int:
        """Return 64 random bits, never 0."""
        if not self._batch_ids:
            # A system call costs more than all the rest of making an id.
            entropy = self.random_bytes(8 * _IDS_AT_ONCE)
            self._batch_ids = [
                int.from_bytes(entropy[at : at + 8], "big") for at in range(0, len(entropy), 8)
            ]
        return self._batch_ids.pop() or self.batch_id()

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)

    def spawn(self, coro: Coroutine[Any, Any, T], name: str) -> asyncio.Task[T]:
        """Start a task and own it until it ends: a failure is logged, and `close` waits for it."""
        task = asyncio.create_task(coro, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            # The text of an error may quote what must not be logged; its type and place cannot.
            _log.error("task_failed", task=task.get_name(), error=type(error).__name__, frames=frames(error))

    async def close(self) -> None:
        """Cancel the tasks that still run, wait for all of them, then close the store."""
        while self._tasks:
            for task in self._tasks:
                task.cancel()
            await asyncio.wait(self._tasks)
        await self.store.close()
