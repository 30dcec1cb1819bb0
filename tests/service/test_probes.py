"""The HTTP listener, over real connections."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from service.metrics import Metrics
from service.probes import DEAD_AFTER, MAX_CONNECTIONS, MAX_REQUEST, Probes
from service.store.sqlite import SqliteStore
from service.world import World


class SkewedWorld(World):
    """A world whose clock can be put forward."""

    ahead = 0.0

    def monotonic(self) -> float:
        return super().monotonic() + self.ahead


@dataclass
class Listener:
    """A running listener and how to ask it."""

    probes: Probes
    world: SkewedWorld
    port: int

    async def send(self, request: bytes) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(request)
        answer = await reader.read()  # to the end: one request a connection
        writer.close()
        return answer

    async def get(self, path: str, *headers: str, method: str = "GET") -> tuple[int, dict[str, str], str]:
        """Return status, headers and body of an answer."""
        request = "\r\n".join([f"{method} {path} HTTP/1.1", "Host: x", *headers, "", ""])
        head, _, body = (await self.send(request.encode())).decode().partition("\r\n\r\n")
        first, *lines = head.split("\r\n")
        return int(first.split()[1]), dict(line.split(": ", 1) for line in lines), body


@pytest.fixture
async def listener(tmp_path: Path) -> AsyncIterator[Listener]:
    world = SkewedWorld(await SqliteStore.open(tmp_path / "chinchon.db"))
    probes = Probes(world, Metrics([], version="1.2.3", engine="python"))
    yield Listener(probes, world, await probes.start("127.0.0.1:0"))
    await probes.close()
    await world.close()


async def test_metrics_are_served(listener: Listener) -> None:
    status, headers, body = await listener.get("/metrics?name=x")
    assert status == 200
    assert headers["Content-Type"].startswith("text/plain; version=")
    assert headers["Connection"] == "close"
    assert int(headers["Content-Length"]) == len(body)
    assert 'chinchon_build_info{engine="python",version="1.2.3"} 1.0' in body


async def test_prometheus_gets_the_format_that_it_asks_for(listener: Listener) -> None:
    _, headers, body = await listener.get(
        "/metrics", "accept: application/openmetrics-text;version=1.0.0,*/*"
    )
    assert headers["Content-Type"].startswith("application/openmetrics-text; version=1.0.0")
    assert body.endswith("# EOF\n")


async def test_ready_is_what_the_server_says(listener: Listener) -> None:
    assert (await listener.get("/readyz"))[0] == 503, "not before it serves"
    listener.probes.ready = True
    assert (await listener.get("/readyz"))[0] == 200
    listener.probes.ready = False
    assert (await listener.get("/readyz"))[0] == 503
    assert (await listener.get("/livez"))[0] == 200, "draining is alive"


async def test_a_server_whose_heart_stopped_is_not_alive(listener: Listener) -> None:
    assert (await listener.get("/livez"))[0] == 200
    listener.world.ahead = DEAD_AFTER
    assert listener.probes.heartbeat_age() >= DEAD_AFTER
    assert (await listener.get("/livez"))[0] == 503


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 404),
        ("GET", "/metrics/", 404),
        ("GET", "/readyz?verbose", 503),
        ("POST", "/metrics", 405),
        ("HEAD", "/livez", 405),
    ],
)
async def test_nothing_else_is_served(listener: Listener, method: str, path: str, status: int) -> None:
    got, headers, _ = await listener.get(path, method=method)
    assert got == status
    assert headers.get("Allow") == ("GET" if status == 405 else None)


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"\r\n\r\n", b"400 Bad Request"),
        (b"PRI * HTTP/2.0\r\n\r\n", b"400 Bad Request"),
        (b"\x16\x03\x01\xff\r\n\r\n", b"400 Bad Request"),
        (b"GET /livez HTTP/1.1\r\nX: " + b"x" * MAX_REQUEST * 2, b"431 Request Header Fields Too Large"),
    ],
)
async def test_what_is_no_request_is_refused(listener: Listener, request_: bytes, status: bytes) -> None:
    assert (await listener.send(request_)).startswith(b"HTTP/1.1 " + status)


async def test_connections_that_say_nothing_are_bounded(listener: Listener) -> None:
    silent = [await asyncio.open_connection("127.0.0.1", listener.port) for _ in range(MAX_CONNECTIONS)]
    assert await listener.send(b"GET /livez HTTP/1.1\r\n\r\n") == b"", "too many at once: closed"
    for reader, writer in silent[:2]:
        writer.write(b"GET /livez HTTP/1.1\r\n\r\n")
        assert (await reader.read()).startswith(b"HTTP/1.1 200"), "those before are answered"
    assert await listener.send(b"GET /livez HTTP/1.1\r\n\r\n"), "and make room"
    for _, writer in silent:
        writer.close()


async def test_closing_cuts_who_is_connected(listener: Listener) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", listener.port)
    writer.write(b"GET /livez")
    await listener.get("/livez")
    await listener.probes.close()
    assert await reader.read() == b""
    with pytest.raises(ConnectionRefusedError):
        await asyncio.open_connection("127.0.0.1", listener.port)
    writer.close()
