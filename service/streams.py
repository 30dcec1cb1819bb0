"""Attaching a stream to a table: who may, where it continues, and its way out."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Protocol

from chinchon.v1.table_pb2 import AttachPoint
from engine.state import NOBODY
from service.auth import Caller
from service.batches import Batch, Position, advance
from service.frames import Frame, View
from service.limits import Places, reached
from service.metrics import Metrics
from service.tables import Tables
from service.watch import MAX_WAITING, Feed, Hub, Topic


class Writer(Protocol):
    """The sending side of a stream."""

    async def write(self, message: bytes) -> None:
        """Send one message, as soon as the client takes it."""
        ...


class Streams:
    """Opens feeds.

    Args:
        tables: Where tables and what was missed come from.
        hub: Where news comes from.
        places: How many streams there may be.
        spectators: How many of them may be of spectators of one table.
        metrics: Where they are counted.
    """

    def __init__(self, tables: Tables, hub: Hub, places: Places, spectators: int, metrics: Metrics) -> None:
        self._tables = tables
        self._hub = hub
        self._places = places
        self._spectators = spectators
        self._metrics = metrics

    @asynccontextmanager
    async def attached(
        self, rpc: str, position: Position, viewer: Caller, point: AttachPoint, views: bool
    ) -> AsyncIterator[Feed]:
        """Follow a table for one of the rpcs that `Metrics.watching` knows.

        The viewer's right to do so was checked at `position`; a seat is `NOBODY` for spectators.

        Resuming never fails: where the point does not match the log, or lies too far back, a snapshot comes first.
        Refuses with LIMIT_REACHED when there are too many streams.
        """
        if viewer.seat == NOBODY and self._watched_by(viewer.table_id) >= self._spectators:
            raise reached("table_watchers")
        with self._places.one(), self._metrics.watching(rpc):
            feed = self._hub.add(position, viewer.seat, viewer.generation, views)
            try:
                await self._open(feed, point)
                yield feed
            finally:
                self._hub.remove(feed)

    def _watched_by(self, table_id: str) -> int:
        """Return how many streams of spectators a table has."""
        return sum(feed.seat == NOBODY for feed in self._hub.feeds(table_id))

    async def _open(self, feed: Feed, point: AttachPoint) -> None:
        version, now = point.after_version, feed.start.table
        base = None
        if max(1, now.version - MAX_WAITING) <= version <= now.version:
            base = await self._tables.at(now.table_id, version)
        if base is None or base.batch_id != point.after_batch_id:
            feed.open_with_snapshot()
            return
        missed = await self._tables.batches(now.table_id, version, now.version)
        feed.open_after(View(base, feed.topic.connected), _frames(feed.topic, base, missed))


def _frames(topic: Topic, base: Position, batches: list[Batch]) -> Iterator[Frame]:
    for batch in batches:
        before, base = base, advance(base, batch)
        yield Frame(before.table, batch, View(base, topic.connected), topic.world.now_ms())


async def send(feed: Feed, writer: Writer) -> None:
    """Send all that a feed has; return when the table is closed. Raises the `Refusal` that the stream ends with."""
    while (message := await feed.next()) is not None:
        await writer.write(message)
