"""Durable commits a second: one after another, in groups, and while the event loop is busy.

Run `python -m tests.bench.store [DIRECTORY]`; the directory decides which disk is measured.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path

from engine.state import TableState
from service.store.base import Committed, Listing, NewBatch
from service.store.sqlite import SqliteStore

LISTING = Listing(TableState.PLAYING, True, 1, "", b"summary" * 20)
BATCH = b"batch" * 20
"""As long as a usual stored batch."""


def new(table: int, version: int) -> NewBatch:
    """Return the commit that takes a table to a version."""
    return NewBatch(
        table_id=f"table-{table:020}",
        expected_version=version - 1,
        batch=BATCH,
        time=version,
        request_id=f"{table:016}-{version:019}",
        listing=LISTING if version == 1 else None,
        deadline_at=version,
    )


async def measure(store: SqliteStore, first: int, tables: int, versions: int) -> float:
    """Return commits a second, with `tables` in flight together."""

    async def play(table: int) -> None:
        for version in range(2, versions + 2):
            assert isinstance(await store.commit(new(table, version)), Committed)

    for table in range(first, first + tables):
        await store.commit(new(table, 1))
    start = time.perf_counter()
    await asyncio.gather(*(play(table) for table in range(first, first + tables)))
    return tables * versions / (time.perf_counter() - start)


async def burn() -> None:
    """Keep the interpreter busy, a millisecond at a time."""
    while True:
        until = time.perf_counter() + 0.001
        while time.perf_counter() < until:
            pass
        await asyncio.sleep(0)


async def main(directory: Path) -> None:
    """Measure and print."""
    store = await SqliteStore.open(directory / "bench.db")
    print(f"one after another: {await measure(store, 0, 1, 1000):8,.0f} commits/s")
    print(f"50 together:       {await measure(store, 100, 50, 400):8,.0f} commits/s")
    print(f"500 together:      {await measure(store, 1000, 500, 40):8,.0f} commits/s")
    busy = asyncio.create_task(burn())
    print(f"50, loop busy:     {await measure(store, 2000, 50, 10):8,.0f} commits/s")
    busy.cancel()
    await store.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(dir=sys.argv[1] if len(sys.argv) > 1 else None) as place:
        asyncio.run(main(Path(place)))
