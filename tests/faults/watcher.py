"""A spectator in a process of its own, to be frozen: prints the version of each batch and snapshot that it is told of.

python -m tests.faults.watcher 127.0.0.1:50051 INVITE_CODE
"""

from __future__ import annotations

import asyncio
import sys

from chinchon.v1.table_pb2 import TableUpdate
from service.client.lobby import Lobby, channel_to
from service.client.world import ClientWorld


def show(update: TableUpdate) -> None:
    """Print what moves the table on."""
    if (kind := update.WhichOneof("update")) in ("batch", "snapshot"):
        print(kind, update.version, flush=True)


async def main(address: str, invite_code: str) -> None:
    """Watch a table until it is closed."""
    async with channel_to(address) as channel:
        spectator = await Lobby(channel, ClientWorld()).watch(invite_code)
        spectator.on_update = show
        print("snapshot", spectator.version, flush=True)
        await spectator.run()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
