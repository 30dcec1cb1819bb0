"""Tables come and go: what they took of the server is given back. `pytest --soak 10000` runs it at length."""

from __future__ import annotations

import asyncio
import functools
import gc
import os
from dataclasses import dataclass

import grpc
import pytest

from engine import arrange
from service.janitor import EVERY
from tests.service.clients import Client, moves
from tests.service.conftest import Serve
from tests.service.worlds import MovableWorld

AT_ONCE = 20
WARM_UP = 100
MOVES = 6

MEMORY = 32 * 2**20
"""Bytes that the process may grow by, which is coarse: five connections of SQLite cache up to 2 MiB each once the file
is that large, and the allocator keeps pages with few objects in them. The objects below are the fine measure: a table
that stays in memory is sixteen of them or more."""


@dataclass(frozen=True)
class Taken:
    """What the process holds."""

    memory: int
    """Resident bytes."""
    descriptors: int
    objects: int
    """That the garbage collector knows."""
    tasks: int

    @classmethod
    def now(cls) -> Taken:
        # Caches are bounded by themselves: how full they happen to be is not the question.
        for cache in [each for each in gc.get_objects() if isinstance(each, functools._lru_cache_wrapper)]:
            cache.cache_clear()
        arrange._by_identity.clear()
        gc.collect()
        with open("/proc/self/statm") as statm:
            pages = int(statm.read().split()[1])
        return cls(
            memory=pages * os.sysconf("SC_PAGE_SIZE"),
            descriptors=len(os.listdir("/proc/self/fd")),
            objects=len(gc.get_objects()),
            tasks=len(asyncio.all_tasks()),
        )


async def one_table(client: Client) -> None:
    """Open a table, play some moves on a stream, be watched, close it."""
    seats = await client.match(2, rules={"preset": "RULE_PRESET_CONGA"})
    watcher = await client.watch(seats[0].table_id)
    streams = [await seat.play() for seat in seats]
    for _ in range(MOVES):
        view = await seats[0].look()
        stream = streams[view.round.seat_on_turn]
        await stream.until(view.version)
        result = await stream.act(next(move for move in moves(stream.you) if not move.HasField("close")))
        assert result.version == view.version + 1
    await seats[0].close()
    ends = await asyncio.gather(*(stream.end() for stream in (watcher, *streams)))
    assert ends == [grpc.StatusCode.OK] * 3


async def many_tables(client: Client, count: int) -> None:
    """Let so many tables come and go, then time pass until nothing is left of them."""
    left = iter(range(count))

    async def some() -> None:
        for _ in left:
            await one_table(client)

    await asyncio.gather(*(some() for _ in range(AT_ONCE)))
    world = client.server.app.world
    assert isinstance(world, MovableWorld)
    world.move(8 * 86_400)
    async with asyncio.timeout(600):
        while any((await world.store.count_tables()).values()):
            world.move(EVERY)
            await asyncio.sleep(0.02)
    world.move(60)  # signs of life are forgotten
    await asyncio.sleep(0.1)


@pytest.mark.timeout(7200)
async def test_memory_and_descriptors_return_to_where_they_were(
    serve: Serve, pytestconfig: pytest.Config, capfd: pytest.CaptureFixture[str]
) -> None:
    count = pytestconfig.getoption("soak")
    client = await serve(MovableWorld)
    await many_tables(client, WARM_UP)
    before = Taken.now()

    await many_tables(client, count)

    after = Taken.now()
    with capfd.disabled():
        print(f"\n  {count} tables: before {before}\n  after {after}")
    assert after.descriptors <= before.descriptors
    assert after.tasks <= before.tasks
    assert after.objects - before.objects < count, "less than one object a table"
    assert after.memory - before.memory < MEMORY
