"""A server for the clients: the one that answers at an address, or else one of their own."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import IO, Final

import grpc

from chinchon.v1.table_service_pb2 import ListRulePresetsRequest
from chinchon.v1.table_service_pb2_grpc import TableServiceStub
from service.client.world import ClientWorld

ANSWER_SECONDS: Final = 1.0
START_SECONDS: Final = 15.0
STOP_SECONDS: Final = 5.0


class NoServer(Exception):
    """No server could be reached or started."""


@asynccontextmanager
async def server_at(target: str, world: ClientWorld, say: Callable[[str], None]) -> AsyncIterator[str]:
    """Yield the address of a Chinchón server: `target` if one answers there, else that of a server started for it."""
    if await answers(target):
        yield target
        return
    async with own_server(world) as address:
        say(f"No server at {target}; started one at {address} for this run.")
        yield address


async def answers(target: str) -> bool:
    """Tell whether a Chinchón server answers at an address."""
    async with grpc.aio.insecure_channel(target) as channel:
        try:
            await TableServiceStub(channel).ListRulePresets(ListRulePresetsRequest(), timeout=ANSWER_SECONDS)
        except grpc.aio.AioRpcError:
            return False
        return True


@asynccontextmanager
async def own_server(world: ClientWorld) -> AsyncIterator[str]:
    """Run a server on a free port, with a store that is gone afterwards; yield its address."""
    with tempfile.TemporaryDirectory(prefix="chinchon-") as folder, tempfile.TemporaryFile() as log:
        address = f"127.0.0.1:{_free_port()}"
        environment = {name: value for name, value in os.environ.items() if not name.startswith("CHINCHON_")}
        environment |= {
            "CHINCHON_LISTEN": address,
            "CHINCHON_METRICS_LISTEN": "",
            "CHINCHON_STORE": f"sqlite:///{folder}/chinchon.db",
            "CHINCHON_LOG_LEVEL": "warning",
            "CHINCHON_DRAIN_WAIT": "0",
            "CHINCHON_DRAIN_SECONDS": "1",
        }
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "service", "serve"),
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,  # a Ctrl-C is for the client, which stops its server itself
        )
        try:
            await _until_it_answers(address, process, world, log)
            yield address
        finally:
            await _stop(process)


async def _until_it_answers(
    address: str, process: asyncio.subprocess.Process, world: ClientWorld, log: IO[bytes]
) -> None:
    give_up = world.monotonic() + START_SECONDS
    while not await answers(address):
        if process.returncode is not None or world.monotonic() > give_up:
            log.seek(0)
            raise NoServer(f"the server did not start:\n{log.read().decode(errors='replace').strip()}")
        await world.sleep(0.05)


async def _stop(process: asyncio.subprocess.Process) -> None:
    if process.returncode is not None:
        return
    process.send_signal(signal.SIGTERM)
    try:
        await asyncio.wait_for(process.wait(), STOP_SECONDS)
    except TimeoutError:
        process.kill()
        await process.wait()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
