"""The small HTTP listener beside gRPC: /metrics for Prometheus, /livez and /readyz for whoever runs the server."""

from __future__ import annotations

import asyncio
from typing import Final

from service.metrics import Metrics
from service.world import World

BEAT: Final = 1.0
"""Seconds between two beats of the event loop's heart."""

DEAD_AFTER: Final = 30.0
"""Seconds without a beat after which /livez fails."""

_BACKLOG: Final = 8
"""Connections that wait to be accepted. asyncio tries so often in a row where no descriptor is left."""

MAX_REQUEST: Final = 8192
"""Most bytes of a request."""

MAX_SECONDS: Final = 10.0
"""Most seconds that a request and its answer may take."""

MAX_CONNECTIONS: Final = 64
"""Most connections at once; further ones are closed."""

_TEXT: Final = "text/plain; charset=utf-8"
_REASONS: Final = {
    200: "OK",
    400: "Bad Request",
    404: "Not Found",
    405: "Method Not Allowed",
    431: "Request Header Fields Too Large",
    503: "Service Unavailable",
}


class Probes:
    """Answers GET requests, one a connection.

    `ready` is what /readyz tells: set it once gRPC is served, clear it to drain.
    """

    def __init__(self, world: World, metrics: Metrics) -> None:
        self.ready = False
        self._world = world
        self._metrics = metrics
        self._beat_at = world.monotonic()
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        metrics.watch_heartbeat(self.heartbeat_age)

    def heartbeat_age(self) -> float:
        """Return the seconds since the event loop last turned."""
        return self._world.monotonic() - self._beat_at

    async def start(self, listen: str) -> int:
        """Listen on HOST:PORT and return the port; raises `OSError` where that is not possible."""
        host, _, port = listen.rpartition(":")
        server = await asyncio.start_server(
            self._connected, host.strip("[]"), int(port), limit=MAX_REQUEST, backlog=_BACKLOG
        )
        self._server = server
        self._own(self._world.spawn(self._beat(), "heartbeat"))
        address: tuple[str, int] = server.sockets[0].getsockname()
        return address[1]

    async def close(self) -> None:
        """Stop listening, and cut what is still connected."""
        if self._server is not None:
            self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _own(self, task: asyncio.Task[None]) -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _beat(self) -> None:
        while True:
            self._beat_at = self._world.monotonic()
            await self._world.sleep(BEAT)

    def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if len(self._tasks) > MAX_CONNECTIONS:
            writer.close()
        else:
            self._own(self._world.spawn(self._serve(reader, writer), "probe"))

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(MAX_SECONDS):
                status, body, content_type = await self._answer(reader)
                head = [
                    f"HTTP/1.1 {status} {_REASONS[status]}",
                    f"Content-Type: {content_type}",
                    f"Content-Length: {len(body)}",
                    *(["Allow: GET"] if status == 405 else []),
                    "Connection: close",
                ]
                writer.write("\r\n".join([*head, "", ""]).encode() + body)
                await writer.drain()
        except (TimeoutError, ConnectionError, asyncio.IncompleteReadError):
            pass  # whoever asked has gone, or is too slow
        finally:
            writer.close()

    async def _answer(self, reader: asyncio.StreamReader) -> tuple[int, bytes, str]:
        """Read a request and return status, body and content type."""
        try:
            request = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        except asyncio.LimitOverrunError:
            return 431, b"request too large\n", _TEXT
        first, *lines = request.split("\r\n")
        try:
            method, target, protocol = first.split(" ")
        except ValueError:
            return 400, b"not HTTP\n", _TEXT
        if not protocol.startswith("HTTP/1."):
            return 400, b"not HTTP/1\n", _TEXT
        path = target.partition("?")[0]
        if path not in {"/metrics", "/livez", "/readyz"}:
            return 404, b"try /metrics, /livez or /readyz\n", _TEXT
        if method != "GET":
            return 405, b"only GET\n", _TEXT
        if path == "/metrics":
            # Thousands of lines: in a thread, so that no move waits for a scrape.
            body, content_type = await asyncio.to_thread(self._metrics.render, _header(lines, "accept"))
            return 200, body, content_type
        alive = self.heartbeat_age() < DEAD_AFTER
        if alive if path == "/livez" else self.ready:
            return 200, b"ok\n", _TEXT
        return 503, b"not now\n", _TEXT


def _header(lines: list[str], name: str) -> str:
    """Return the values of a header, joined; "" without one."""
    pairs = (line.partition(":") for line in lines)
    return ",".join(value.strip() for key, _, value in pairs if key.strip().lower() == name)
