"""Keeps tables from piling up: idle ones are closed; closed ones are archived, then deleted.

The store says which tables are due, so any replica may do the work, and doing it twice is harmless. A match is
durable in the archive before its table is deleted.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Final

import structlog

from engine import actions as a
from engine.state import TableState
from service.archive import Archive
from service.errors import Refusal
from service.logs import frames
from service.matches import record_batch, record_of
from service.metrics import Metrics
from service.names import server_request_id
from service.settings import Settings
from service.store.base import QuietTable, StoreUnavailable
from service.tables import Request, Tables
from service.world import World

EVERY: Final = 10.0
"""Seconds between two sweeps."""

AT_ONCE: Final = 500
"""Most tables that are closed, and most that are deleted, in one sweep; the oldest come first."""

_OPEN: Final = (TableState.LOBBY, TableState.PLAYING)
_CLOSED: Final = (TableState.CLOSED,)

_log = structlog.get_logger("chinchon.janitor")


class Janitor:
    """Closes and deletes tables.

    Args:
        world: Time and the store.
        tables: Through which tables are closed and read.
        metrics: Where the work is counted.
        settings: How long tables may be idle, and are kept when they are closed.
        archive: Where matches go; None for nowhere.
    """

    def __init__(
        self, world: World, tables: Tables, metrics: Metrics, settings: Settings, archive: Archive | None
    ) -> None:
        self._world = world
        self._tables = tables
        self._metrics = metrics
        self._archive = archive
        self._idle_ms = int(settings.table_idle * 1000)
        # A repeated CreateTable must find its table, or it would make it once more.
        self._retention_ms = int(max(settings.retention, settings.join_ttl) * 1000)
        self._started_ms = world.now_ms()
        self._started = world.monotonic()

    async def run(self) -> None:
        """Work now and then, for ever."""
        while True:
            await self._world.sleep(EVERY)
            await self._sweep()

    async def _sweep(self) -> None:
        store, now = self._world.store, self._now()
        try:
            for table in await store.quiet_tables(_OPEN, now - self._idle_ms, AT_ONCE):
                await self._attempt(self._close(table))
            for table in await store.quiet_tables(_CLOSED, now - self._retention_ms, AT_ONCE):
                await self._attempt(self._retire(table.table_id))
        except (StoreUnavailable, OSError) as error:
            self._failed(error)  # The next sweep tries again.

    async def _attempt(self, work: Coroutine[None, None, None]) -> None:
        """Look after one table, whose trouble is not that of the others; that of the archive is."""
        try:
            await work
        except OSError:
            raise
        except Exception as error:
            self._failed(error)

    def _now(self) -> int:
        """Return the time that has surely come: a wall clock that jumps ahead must not close or delete anything."""
        passed = int((self._world.monotonic() - self._started) * 1000)
        return min(self._world.now_ms(), self._started_ms + passed)

    async def _close(self, table: QuietTable) -> None:
        request = Request(
            table_id=table.table_id,
            request_id=server_request_id("idle", table.version),
            digest=b"",
            kind="close_idle_table",
            command=a.CloseIdleTable(),
            expected_version=table.version,
        )
        try:
            await self._tables.submit(request)
        except Refusal as refusal:
            _log.info("not_idle", reason=refusal.reason)  # Something happened at the last moment.
        else:
            self._metrics.janitor("closed")

    async def _retire(self, table_id: str) -> None:
        if self._archive is not None:
            await self._keep_matches(self._archive, table_id)
        if await self._world.store.delete(table_id):
            self._metrics.janitor("deleted")

    async def _keep_matches(self, archive: Archive, table_id: str) -> None:
        table = (await self._tables.position(table_id)).table
        for match in range(1, table.match + 1):
            first, last = await self._world.store.match_range(table_id, match) or (0, None)
            if last is None:
                raise ValueError("a closed table has a match without an end")
            record = await record_of(self._tables, table, match, first, last)
            batches = await self._tables.batches(table_id, first - 1, last)
            record.batches.extend(map(record_batch, batches))
            await asyncio.to_thread(archive.append, record, self._world.now_ms())
            self._metrics.janitor("archived")

    def _failed(self, error: Exception) -> None:
        self._metrics.janitor("failed")
        # The text of an error may quote what must not be logged; its type and place cannot.
        _log.error("janitor_failed", error=type(error).__name__, frames=frames(error))
