"""Worlds whose clock a test can move."""

from __future__ import annotations

import asyncio

from service.store.base import Store
from service.world import World


class MovableWorld(World):
    """The real world, but its clocks jump when a test says so, and all sleepers notice at once."""

    def __init__(self, store: Store, ahead: float = 0.0) -> None:
        super().__init__(store)
        self._ahead = ahead
        self._wall_ahead = 0.0
        self._moved = asyncio.Event()

    def now_ms(self) -> int:
        return super().now_ms() + int((self._ahead + self._wall_ahead) * 1000)

    def monotonic(self) -> float:
        return super().monotonic() + self._ahead

    async def sleep(self, seconds: float) -> None:
        until = self.monotonic() + seconds
        while (left := until - self.monotonic()) > 0:
            try:
                await asyncio.wait_for(self._moved.wait(), left)
            except TimeoutError:
                return

    @property
    def ahead(self) -> float:
        """Return how many seconds its clocks are ahead of the real ones."""
        return self._ahead

    def move(self, seconds: float) -> None:
        """Let so much time pass at once."""
        self._ahead += seconds
        self._moved.set()
        self._moved = asyncio.Event()

    def jump(self, seconds: float) -> None:
        """Set the wall clock ahead, or back, while no time passes."""
        self._wall_ahead += seconds
