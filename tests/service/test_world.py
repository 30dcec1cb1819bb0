"""The one door: time, entropy, tasks."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from service.store.base import StoreUnavailable
from service.store.sqlite import SqliteStore
from service.world import World
from tests.service.stores import creation


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    world = World(await SqliteStore.open(tmp_path / "chinchon.db"))
    yield world
    await world.close()


async def test_time_is_in_milliseconds_and_seconds(world: World) -> None:
    wall, steady = world.now_ms(), world.monotonic()
    await world.sleep(0.01)
    assert isinstance(wall, int)
    assert wall > 1_700_000_000_000
    assert world.monotonic() - steady >= 0.01


async def test_entropy_has_the_wanted_length_and_never_repeats(world: World) -> None:
    assert len(world.random_bytes(32)) == 32
    identifiers = {world.batch_id() for _ in range(1_000)}
    assert len(identifiers) == 1_000
    assert all(0 < identifier < 2**64 for identifier in identifiers)
    assert max(identifiers) > 2**32, "all 64 bits are used"


async def test_a_batch_id_is_never_0(world: World) -> None:
    class Zeros(World):
        left = 3

        def random_bytes(self, count: int) -> bytes:
            self.left -= 1
            return bytes(count) if self.left else b"\1" * count

    assert Zeros(world.store).batch_id() == int.from_bytes(b"\1" * 8, "big")


async def test_a_task_returns_its_result(world: World) -> None:
    async def answer() -> int:
        return 42

    task = world.spawn(answer(), "answer")
    assert task.get_name() == "answer"
    assert await task == 42


async def test_a_failure_is_logged_once_without_its_text(world: World) -> None:
    async def fail() -> None:
        raise ValueError("the hand is 1o 2o 3o")

    with capture_logs() as logs:
        task = world.spawn(fail(), "deal")
        await asyncio.wait([task])
        await asyncio.sleep(0)
    (line,) = logs
    frames = line.pop("frames")
    assert line == {"event": "task_failed", "log_level": "error", "task": "deal", "error": "ValueError"}
    assert frames[-1].startswith(__file__)
    assert frames[-1].endswith(" fail")


async def test_a_cancelled_task_is_no_failure(world: World) -> None:
    with capture_logs() as logs:
        task = world.spawn(world.sleep(60), "sleep")
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        await asyncio.sleep(0)
    assert logs == []


async def test_close_waits_for_every_task_and_then_closes_the_store(tmp_path: Path) -> None:
    world = World(await SqliteStore.open(tmp_path / "closed.db"))
    ended: list[str] = []

    async def last() -> None:
        try:
            await world.sleep(60)
        finally:
            await world.store.commit(creation("t"))
            ended.append("last")

    async def first() -> None:
        try:
            await world.sleep(60)
        finally:
            world.spawn(last(), "last")
            await asyncio.sleep(0.001)
            ended.append("first")

    world.spawn(first(), "first")
    await asyncio.sleep(0)
    await world.close()
    assert "first" in ended
    with pytest.raises(StoreUnavailable):
        await world.store.commit(creation("u"))
