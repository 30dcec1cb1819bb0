"""Following a table: its view kept up to date through a stream that is opened again whenever it breaks."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable
from typing import Final

import grpc

from chinchon.v1.table_pb2 import (
    AttachPoint,
    Deadline,
    TableUpdate,
    TableView,
)
from service.client.errors import Refused
from service.client.world import ClientWorld

FIRST_BACKOFF: Final = 0.1
LONGEST_BACKOFF: Final = 5.0
GIVE_UP_SECONDS: Final = 60.0
"""So long without a stream, a client gives up; by then the server has given the seat's grace up too."""

OnUpdate = Callable[[TableUpdate], None]


class Follower(ABC):
    """A table as one viewer sees it, from one stream at a time.

    `view` is always the newest one; `on_update` is called with each update, in order, after `view` has taken it in.
    """

    def __init__(self, world: ClientWorld, view: TableView) -> None:
        """Start from the view that joining the table answered."""
        self.world: Final = world
        self.view: TableView = view
        self.attached = False
        self.ended = False
        self.on_update: OnUpdate = lambda update: None
        self.on_connection: Callable[[bool], None] = lambda attached: None
        self._moved = asyncio.Event()
        self._attempts = 0
        self._clock_ahead = 0.0
        self._heard_at = world.monotonic()

    @property
    def version(self) -> int:
        """The version of `view`."""
        return self.view.version

    async def changed(self, version: int) -> None:
        """Wait until the table has moved on from a version, or nothing more will come."""
        while self.version == version and not self.ended:
            await self._moved.wait()

    def time_left(self, deadline: Deadline) -> float:
        """Return the seconds until a deadline, by the server's clock."""
        at = deadline.at.seconds + deadline.at.nanos / 1e9
        return max(0.0, at - self.world.monotonic() - self._clock_ahead)

    async def run(self) -> None:
        """Follow until the table is closed; raises Refused where trying again cannot help."""
        try:
            while await self._follow_once():
                pass
        finally:
            self.ended = True
            self._wake()

    async def _follow_once(self) -> bool:
        """Follow one stream to its end; tell whether to open another one."""
        try:
            point = AttachPoint(after_version=self.version, after_batch_id=self.view.batch_id)
            async for update in self._stream(point):
                self._take(update)
            return False  # a stream ends OK only when the table is closed
        except grpc.aio.AioRpcError as error:
            refused = Refused.from_call(error)
        if not refused.may_retry or self.world.monotonic() > self._heard_at + GIVE_UP_SECONDS:
            raise refused
        self._set_attached(False)
        await self._back_off(refused.retry_after)
        return True

    @abstractmethod
    def _stream(self, attach_point: AttachPoint) -> AsyncIterator[TableUpdate]:
        """Open one stream that goes on after what `view` shows, and yield its updates."""

    async def _back_off(self, at_least: float) -> None:
        # Full jitter: many clients that lost the same server do not come back in step.
        longest = min(LONGEST_BACKOFF, FIRST_BACKOFF * 2**self._attempts)
        self._attempts = min(self._attempts + 1, 10)
        await self.world.sleep(at_least + self.world.random.uniform(0, longest))

    def _take(self, update: TableUpdate) -> None:
        self._heard_at = self.world.monotonic()
        self._clock_ahead = update.server_time.seconds + update.server_time.nanos / 1e9 - self._heard_at
        match update.WhichOneof("update"):
            case "attached":
                self._attempts = 0
                self._set_attached(True)
            case "snapshot":
                self.view = update.snapshot
            case "batch":
                self._take_batch(update)
            case "presence":
                for presence in update.presence.seats:
                    self.view.seats[presence.seat].connected = presence.connected
        self.on_update(update)
        self._wake()

    def _wake(self) -> None:
        self._moved.set()
        self._moved = asyncio.Event()

    def _take_batch(self, update: TableUpdate) -> None:
        # What the seat may do is sent only when it changed.
        you = update.you if update.HasField("you") else self.view.you
        had_you = update.HasField("you") or self.view.HasField("you")
        self.view = update.view
        if had_you:
            self.view.you.CopyFrom(you)

    def _set_attached(self, attached: bool) -> None:
        if attached != self.attached:
            self.attached = attached
            self.on_connection(attached)
