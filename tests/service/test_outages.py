"""Stores that go away and answers that get lost: nothing is done twice, and streams miss nothing."""

from __future__ import annotations

from typing import Any

from service.store.base import CommitResult, Committed, Conflict, NewBatch, StoreUnavailable
from tests.service.clients import Client, new_id, refusal
from tests.service.conftest import Serve
from tests.service.test_streams import movable

CONGA = {"preset": "RULE_PRESET_CONGA"}
SALT = {"contribute_salt": {"salt": b"s"}}


class Faults:
    """Stands before the commits of a server's store and spoils the next ones, one by one."""

    def __init__(self, client: Client, *faults: str) -> None:
        self._store = client.server.app.world.store
        self._commit = self._store.commit
        self._faults = list(faults)
        self._store.commit = self.commit  # type: ignore[method-assign]

    async def commit(self, new: NewBatch) -> CommitResult:
        """Commit, or not."""
        match self._faults.pop(0) if self._faults else "":
            case "not written":
                raise StoreUnavailable("away")
            case "written, answer lost":
                await self._commit(new)
                raise StoreUnavailable("away")
            case "lost race":
                return Conflict()
        return await self._commit(new)


async def test_a_commit_that_was_not_written_can_be_repeated(client: Client) -> None:
    host, _ = await client.table(2, rules=CONGA)
    Faults(client, "not written")
    again = new_id()
    refused = await refusal(host.act(SALT, request_id=again))
    assert (refused.reason, refused.retry_after) == ("STORE_UNAVAILABLE", 1.0)
    assert (await host.act(SALT, request_id=again)).version == 3


async def test_a_commit_whose_answer_was_lost_is_not_done_twice_and_is_told(serve: Serve) -> None:
    client, world = await movable(serve)
    host, guest = await client.table(2, rules=CONGA)
    streams: list[Any] = [await host.play(), await client.watch(host.table_id)]
    for stream in streams:
        await stream.until(2)
    Faults(client, "written, answer lost")
    again = new_id()
    result = await streams[0].act(SALT, request_id=again)
    assert (result.error.code, result.error.reason) == (14, 33)
    # The store's hint, or else the timer, makes everybody read on; nobody has to act for it.
    world.move(31)
    for stream in streams:
        await stream.until(3)
        assert stream.updates[-1].HasField("batch")
    assert (await host.act(SALT, request_id=again)).version == 3
    assert (await guest.act({"contribute_salt": {"salt": b"t"}})).version == 4
    for stream in streams:
        await stream.until(4)


async def test_a_lost_race_is_decided_again(client: Client) -> None:
    host, _ = await client.table(2, rules=CONGA)
    Faults(client, *["lost race"] * 4)
    assert (await host.act(SALT)).version == 3
    Faults(client, *["lost race"] * 5)
    refused = await refusal(host.act(SALT))
    assert (refused.reason, (await host.look()).version) == ("STALE_VERSION", 3)
    assert (await host.act(SALT)).version == 4


async def test_a_store_that_lost_its_tail_makes_watchers_take_a_snapshot(client: Client) -> None:
    # As after a fail-over: what the process knows was never written.
    host, guest = await client.table(2, rules=CONGA)
    app = client.server.app
    watcher = await client.watch(host.table_id)
    await watcher.until(2)
    real = app.world.store.commit

    async def pretend(new: NewBatch) -> CommitResult:
        return Committed()

    app.world.store.commit = pretend  # type: ignore[method-assign, assignment]
    assert (await host.act(SALT)).version == 3
    await watcher.until(3)
    app.world.store.commit = real  # type: ignore[method-assign]
    assert (await guest.act({"contribute_salt": {"salt": b"t"}})).version == 3
    while not (await watcher.next()).HasField("snapshot"):
        pass
    assert watcher.updates[-1].version == 3
    assert list(watcher.updates[-1].snapshot.shuffle.salts[:2]) == [b"", b"t"]
    # Whoever was there before the tail was lost notices by the batch id.
    lost = watcher.batches[-1]
    again = await client.watch(host.table_id, after=(lost.version, lost.batch_id))
    await again.until(3)
    assert again.updates[-1].HasField("snapshot")
