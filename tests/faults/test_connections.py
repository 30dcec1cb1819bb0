"""Connections that come and go, say nothing, or die without a word: the server gives back what they took, and the
rest goes on."""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import resource
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

import grpc
import pytest

from chinchon.v1.action_pb2 import Action, ContributeSaltAction
from tests.service.clients import Client, PlayStream, Seat, moves, refusal_of
from tests.service.processes import ROOT, Serving, serving

CONGA = {"preset": "RULE_PRESET_CONGA", "lost_connection": "LOST_CONNECTION_WAIT"}
ENDLESS = CONGA | {"close_max_points": 0, "points_limit": 1000}
SALT = Action(contribute_salt=ContributeSaltAction(salt=b"salt"))
ATTACHMENTS = 1000
AT_ONCE = 10
SILENT = 200

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
SETTINGS = b"\0\0\0\4\0\0\0\0\0"
HALF_A_HEADER = b"\0\1\0\1\4\0\0\0\1\x82"
"""A frame of 256 bytes, of which the first came."""


@dataclass(frozen=True)
class Held:
    """What a server has open."""

    streams: int
    descriptors: int
    """Beside those of the database."""


@asynccontextmanager
async def running(store: Path, *complaints: str) -> AsyncIterator[Serving]:
    """Run a server; it may log some complaints, and nothing else that is worse than information."""
    async with serving(store) as server:
        assert server.process.stderr is not None
        log = asyncio.create_task(server.process.stderr.read())
        yield server
        server.process.terminate()
        lines = [json.loads(line) for line in (await log).splitlines() if line.startswith(b"{")]
        worse = {line["event"] for line in lines if line["level"] not in ("debug", "info")}
        assert worse <= set(complaints)


@asynccontextmanager
async def reaching(server: Serving | Proxy) -> AsyncIterator[Client]:
    """Reach a server over a connection of one's own."""
    client = Client(server)  # type: ignore[arg-type]
    # The connection is there before anybody counts it.
    await client.channel.channel_ready()
    yield client
    await client.channel.close()


async def held(server: Serving) -> Held:
    """Look at what a server has open."""
    _, metrics = await server.http("/metrics")
    streams = re.findall(r"^chinchon_watchers{.*} (\S+)$", metrics, re.MULTILINE)
    folder = f"/proc/{server.process.pid}/fd"
    descriptors = []
    for name in os.listdir(folder):
        with suppress(FileNotFoundError):  # closed meanwhile
            descriptors.append(os.readlink(f"{folder}/{name}"))
    # The store opens its file once more for each of its readers, when it first needs them.
    return Held(
        streams=sum(map(int, map(float, streams))),
        descriptors=sum("chinchon.db" not in target for target in descriptors),
    )


async def back_to(server: Serving, before: Held, seconds: float = 10) -> None:
    """Wait until a server has no more open than before."""
    try:
        async with asyncio.timeout(seconds):
            while (now := await held(server)) != before:  # noqa: ASYNC110 - what the server does wakes nobody here
                await asyncio.sleep(0.1)
    except TimeoutError:
        raise AssertionError(f"{before} before, {now} now") from None


@asynccontextmanager
async def playing_on(client: Client) -> AsyncIterator[list[int]]:
    """Play at a table of its own for as long as the block lasts; what it yields grows with each move."""
    versions: list[int] = []
    seats = await client.match(2, rules=ENDLESS)
    streams = [await seat.play() for seat in seats]
    for stream in streams:
        await stream.until(1)

    async def play() -> None:
        while True:
            stream = next(stream for stream in streams if moves(stream.you))
            result = await stream.act(moves(stream.you)[0])
            assert result.version, result.error.message
            for other in streams:
                await other.until(result.version)
            versions.append(result.version)
            await asyncio.sleep(0.005)

    playing = asyncio.create_task(play())
    yield versions
    assert not playing.done(), playing.exception()
    playing.cancel()
    assert versions
    assert all(after == before + 1 for before, after in pairwise(versions))
    for stream in streams:
        stream.call.cancel()


async def test_a_seat_attached_and_detached_a_thousand_times(tmp_path: Path) -> None:
    choices = random.Random(8)
    async with running(tmp_path / "chinchon.db") as server, reaching(server) as client:
        host, guest = await client.table(2, rules=CONGA)
        known = 2, (await host.look()).batch_id
        before = await held(server)
        witness = await host.play(after=known)
        left = iter(range(ATTACHMENTS))
        stays: list[PlayStream] = []
        ends: set[str] = set()

        async def come_and_go() -> None:
            for number in left:
                try:
                    await choices.choice(WAYS)(guest, stays)
                except grpc.aio.AioRpcError as error:
                    ends.add(refusal_of(error).reason)
                if number % 10 == 0:
                    await host.act(SALT)

        async with playing_on(client):
            await asyncio.gather(*(come_and_go() for _ in range(AT_ONCE)))
            resumed = await guest.play(after=known)
            for stream in (witness, resumed):
                await stream.until(2 + ATTACHMENTS // 10)
                assert [batch.version for batch in stream.batches] == list(range(3, stream.version + 1))
            # Beside the last stream three may be left.
            staying = {asyncio.create_task(stream.refused()) for stream in stays}
            while len(staying) > 3:
                ended, staying = await asyncio.wait(staying, return_when=asyncio.FIRST_COMPLETED)
                ends |= {end.result().reason for end in ended}
        assert ends == {"SEAT_TAKEN_OVER"}
        for stream in (witness, resumed, *stays):
            stream.call.cancel()
        await asyncio.gather(*staying, return_exceptions=True)
        await back_to(server, before)


async def _cancel_at_once(seat: Seat, _: list[PlayStream]) -> None:
    (await seat.play()).call.cancel()


async def _cancel_when_attached(seat: Seat, _: list[PlayStream]) -> None:
    stream = await seat.play()
    await stream.next()
    stream.call.cancel()


async def _say_no_more(seat: Seat, _: list[PlayStream]) -> None:
    stream = await seat.play()
    await stream.call.done_writing()
    await stream.until(1)
    stream.call.cancel()


async def _hang_up(seat: Seat, _: list[PlayStream]) -> None:
    other = Client(seat.client.server)
    try:
        await (await replace(seat, client=other).play()).next()
    finally:
        await other.channel.close()


async def _stay(seat: Seat, stays: list[PlayStream]) -> None:
    stays.append(await seat.play())


WAYS = (_cancel_at_once, _cancel_when_attached, _say_no_more, _hang_up, _stay)


@pytest.mark.parametrize(
    "said",
    [
        b"",
        PREFACE[:10],
        PREFACE,
        PREFACE + SETTINGS,
        PREFACE + SETTINGS + HALF_A_HEADER,
        b"GET / HTTP/1.1\r\n",
    ],
    ids=["nothing", "half a preface", "a preface", "settings", "half a request", "another protocol"],
)
async def test_connections_that_say_no_more_disturb_nobody(tmp_path: Path, said: bytes) -> None:
    async with running(tmp_path / "chinchon.db") as server, reaching(server) as client:
        await client.table(2, rules=CONGA)
        before = await held(server)
        async with playing_on(client) as versions:
            ports = [server.port] * SILENT + [server.metrics_port] * (SILENT // 10)
            silent = [await asyncio.open_connection("127.0.0.1", port) for port in ports]
            for _, writer in silent:
                writer.write(said)
            until = len(versions) + 20
            while len(versions) < until:  # noqa: ASYNC110 - one more look costs nothing
                await asyncio.sleep(0.01)
            async with reaching(server) as other:
                await (await other.create()).close()
            assert (await server.http("/readyz"))[0] == 200
            for _, writer in silent:
                writer.close()
        await back_to(server, before)


async def test_a_server_out_of_descriptors_goes_on_and_takes_connections_later(tmp_path: Path) -> None:
    # The store opens its file once more for each of its readers, when it first needs them.
    complaints = ("socket.accept() out of system resource",)
    async with (
        running(tmp_path / "chinchon.db", *complaints) as server,
        reaching(server) as client,
        playing_on(client) as versions,
    ):
        before = await held(server)
        _, most = resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE)
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (before.descriptors + 40, most))
        silent = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(SILENT)]
        until = len(versions) + 50
        while len(versions) < until:  # noqa: ASYNC110 - one more look costs nothing
            await asyncio.sleep(0.01)
        for _, writer in silent:
            writer.close()
        async with reaching(server) as other:
            await (await other.create()).close()
        await back_to(server, before)


class Proxy:
    """Forwards TCP, until it is cut: then neither side hears anything more, not even an end."""

    def __init__(self, port: int) -> None:
        self.port = 0
        """Where to connect instead."""
        self.cut = False
        self._to = port
        self._pumps: list[asyncio.Task[None]] = []
        self._writers: list[asyncio.StreamWriter] = []

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Proxy]:
        """Forward for as long as the block lasts."""
        async with await asyncio.start_server(self._connect, "127.0.0.1", 0) as server:
            self.port = server.sockets[0].getsockname()[1]
            yield self
            for pump in self._pumps:
                pump.cancel()
            for writer in self._writers:
                writer.close()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        to_reader, to_writer = await asyncio.open_connection("127.0.0.1", self._to)
        self._writers += writer, to_writer
        for pump in (self._pump(reader, to_writer), self._pump(to_reader, writer)):
            self._pumps.append(asyncio.create_task(pump))

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            if not self.cut:
                writer.write(data)


class Watching:
    """A spectator in a process of its own."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.versions: list[int] = []

    @classmethod
    @asynccontextmanager
    async def started(cls, server: Serving, invite_code: str) -> AsyncIterator[Watching]:
        """Let it watch a table for as long as the block lasts."""
        module = ("-m", "tests.faults.watcher", f"127.0.0.1:{server.port}", invite_code)
        process = await asyncio.create_subprocess_exec(
            sys.executable, *module, cwd=ROOT, stdout=asyncio.subprocess.PIPE
        )
        try:
            yield cls(process)
        finally:
            process.kill()
            await process.wait()

    async def until(self, version: int) -> None:
        """Wait until it was told of a version; each must come once, without a gap."""
        assert self.process.stdout is not None
        while not self.versions or self.versions[-1] < version:
            line = await self.process.stdout.readline()
            assert line, "the spectator gave up"
            kind, told = line.decode().split()
            if self.versions and kind == "batch":
                assert int(told) == self.versions[-1] + 1
            self.versions.append(int(told))


@pytest.mark.timeout(120)
async def test_clients_that_vanish_or_freeze_are_given_up_and_come_back_without_a_loss(
    tmp_path: Path,
) -> None:
    """Nobody says that they are gone: the server finds out by itself, within half a minute and a little."""
    async with running(tmp_path / "chinchon.db") as server, reaching(server) as client:
        host, guest = await client.table(2, rules=CONGA)
        known = 2, (await host.look()).batch_id
        before = await held(server)
        async with (
            Watching.started(server, host.view.invite_code) as frozen,
            Proxy(server.port).running() as proxy,
            reaching(proxy) as vanishing,
            playing_on(client) as versions,
        ):
            await frozen.until(2)
            lost = await replace(guest, client=vanishing).play(after=known)
            while not (await lost.next()).HasField("presence"):
                pass
            opened = await held(server)
            frozen.process.send_signal(signal.SIGSTOP)
            proxy.cut = True
            for _ in range(100):
                await host.act(SALT)
            moved = len(versions)
            gone = replace(opened, streams=opened.streams - 2, descriptors=opened.descriptors - 2)
            await back_to(server, gone, seconds=45)
            assert len(versions) > moved + 100, "the others did not notice"

            frozen.process.send_signal(signal.SIGCONT)
            await frozen.until(102)
            assert frozen.versions == sorted(set(frozen.versions))
            back = await guest.play(after=known)
            await back.until(102)
            assert [batch.version for batch in back.batches] == list(range(3, 103))
            back.call.cancel()
        await back_to(server, before)
