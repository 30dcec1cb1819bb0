"""A server that is killed and started anew, on one database, and the way to whichever one there is."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final, TypeVar

import grpc

from chinchon.v1.event_pb2 import EventBatch
from chinchon.v1.record_service_pb2 import ListEventsRequest
from tests.faults.referee import Referee, copy_database, wal
from tests.service.clients import Client
from tests.service.processes import Serving, start

T = TypeVar("T")

AIMS: Final = ("anywhere", "as the log is written", "as the log is committed", "as a client is told")
"""When to kill."""

GONE: Final = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.UNKNOWN, grpc.StatusCode.INTERNAL)
"""What grpc says of a server that died under a call. A server that has a bug says so in its log."""


class Arena:
    """One database, the server of the moment, and its killer."""

    def __init__(self, folder: Path, choices: random.Random) -> None:
        self.referee = Referee()
        self.over = False
        """No new requests any more; those that wait are still asked."""
        self._folder = folder
        self.database = folder / "served" / "chinchon.db"
        self._choices = choices
        self._serving: Serving | None = None
        self._client: Client | None = None
        self._changed = asyncio.Condition()
        self._log: asyncio.Task[bytes] | None = None
        self._channels: list[grpc.aio.Channel] = []

    async def up(self) -> None:
        """Start a server, and let the clients know where."""
        server = Serving(await self._start(), 0, 0)
        server.port = (await server.until("serving"))["port"]
        assert server.process.stderr is not None
        self._log = asyncio.create_task(server.process.stderr.read())
        self._serving = server
        async with self._changed:
            self._client = Client(server)  # type: ignore[arg-type]
            self._channels.append(self._client.channel)
            self._changed.notify_all()

    async def kill(self) -> None:
        """Kill the server, and look at what it left."""
        assert self._serving is not None
        aim = self._choices.choice(AIMS)
        await asyncio.sleep(self._choices.uniform(0.1, 0.8))
        await self._take_aim(aim)
        self._serving.process.kill()
        await self._gone(aim)
        self.referee.examine(copy_database(self.database, self._folder / "examined"))

    async def kill_at_start(self) -> None:
        """Kill a server that is about to start."""
        process = await self._start()
        await asyncio.sleep(self._choices.uniform(0, 0.8))
        process.kill()
        await process.wait()
        self.referee.count["killed at its start"] += 1

    async def down(self) -> dict[str, list[EventBatch]]:
        """Ask the server for the batches of all tables, then stop it in good order."""
        assert self._serving is not None
        assert self._client is not None
        table_ids = {table_id for table_id, _ in self.referee.asked.values()}
        listed = {table_id: await self._list(table_id) for table_id in table_ids}
        self._serving.process.terminate()
        await self._gone("in good order")
        # Not before, for that would cancel calls that have yet to notice that their server is gone.
        for channel in self._channels:
            await channel.close()
        return listed

    async def reach(self, call: Callable[[Client], Awaitable[T]]) -> T:
        """Call the server until there is an answer, from this one or from one after it."""
        while True:
            client = await self.client()
            try:
                return await call(client)
            except grpc.aio.AioRpcError as error:
                if error.code() not in GONE:
                    raise
            await self.after(client)

    async def client(self) -> Client:
        """Return the way to the server, as soon as there is one."""
        async with self._changed:
            await self._changed.wait_for(lambda: self._client is not None)
            assert self._client is not None
            return self._client

    async def after(self, client: Client) -> None:
        """Wait until the server that a client reached is gone."""
        async with self._changed:
            await self._changed.wait_for(lambda: self._client is not client)

    async def _start(self) -> asyncio.subprocess.Process:
        return await start(self.database, rate_limit="1000000", rate_burst="1000000", metrics_listen="")

    async def _take_aim(self, aim: str) -> None:
        index = self.database.with_name(f"{self.database.name}-shm")
        match aim:
            case "as the log is written":
                spin(lambda: str(wal(self.database).stat()))
            case "as the log is committed":
                spin(lambda: str(index.read_bytes()[:48]))
            case "as a client is told":
                before = self.referee.count["answers"]
                async with asyncio.timeout(5):
                    while self.referee.count["answers"] == before:  # noqa: ASYNC110 - to the very moment
                        await asyncio.sleep(0)

    async def _gone(self, how: str) -> None:
        assert self._serving is not None
        assert self._log is not None
        await self._serving.process.wait()
        self.referee.count[f"killed {how}"] += 1
        levels = {json.loads(line)["level"] for line in (await self._log).splitlines() if line.endswith(b"}")}
        assert levels <= {"info", "debug"}, await self._log
        async with self._changed:
            self._client = None
            self._changed.notify_all()

    async def _list(self, table_id: str) -> list[EventBatch]:
        assert self._client is not None
        batches: list[EventBatch] = []
        request = ListEventsRequest(table_id=table_id)
        while True:
            page = await self._client.records.ListEvents(request)
            batches += page.batches
            if not page.next_page_token:
                return batches
            request.page_token = page.next_page_token


def spin(read: Callable[[], str]) -> None:
    """Wait for something to change, without giving anybody else a chance; not for long."""
    before, until = read(), time.monotonic() + 0.1
    while read() == before and time.monotonic() < until:
        pass
