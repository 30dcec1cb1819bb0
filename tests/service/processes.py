"""`chinchon serve` as a process of its own, to be killed."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


@dataclass
class Serving:
    """A running server."""

    process: asyncio.subprocess.Process
    port: int
    metrics_port: int
    lines: list[dict[str, Any]] = field(default_factory=list)

    async def until(self, event: str) -> dict[str, Any]:
        """Read the log until an event; return it."""
        assert self.process.stderr is not None
        async for raw in self.process.stderr:
            self.lines.append(json.loads(raw))
            if self.lines[-1]["event"] == event:
                return self.lines[-1]
        raise EOFError(self.lines)

    async def end(self, number: signal.Signals) -> int:
        """Send a signal; return the exit code once the process is gone."""
        self.process.send_signal(number)
        assert self.process.stderr is not None
        self.lines += [json.loads(raw) for raw in (await self.process.stderr.read()).splitlines()]
        return await self.process.wait()

    async def http(self, path: str) -> tuple[int, str]:
        """Ask the probe listener."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.metrics_port)
        writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        answer = (await reader.read()).decode()
        writer.close()
        return int(answer.split(" ")[1]), answer.partition("\r\n\r\n")[2]


@asynccontextmanager
async def serving(store: Path, **settings: str) -> AsyncIterator[Serving]:
    """Run a server on free ports until the end of the block."""
    process = await start(store, **settings)
    running = Serving(process, 0, 0)
    try:
        started = await running.until("serving")
        running.port, running.metrics_port = started["port"], started["metrics_port"]
        yield running
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def start(store: Path, **settings: str) -> asyncio.subprocess.Process:
    """Start a server; its log goes to a pipe."""
    fields = {
        "listen": "127.0.0.1:0",
        "metrics_listen": "127.0.0.1:0",
        "log_format": "json",
        "drain_wait": "0",
    }
    environment = {name: value for name, value in os.environ.items() if not name.startswith("CHINCHON_")}
    environment |= {f"CHINCHON_{name.upper()}": value for name, value in (fields | settings).items()}
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "service",
        "serve",
        env=environment | {"CHINCHON_STORE": f"sqlite:///{store}"},
        cwd=ROOT,
        stderr=asyncio.subprocess.PIPE,
    )
