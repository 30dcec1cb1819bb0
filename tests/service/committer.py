"""A process that commits, says so, and is killed: `python -m tests.service.committer BACKEND PLACE NAME`."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from service.store.base import Committed
from tests.service.stores import OPENERS, creation, following


async def main(backend: str, place: Path, name: str) -> None:
    """Let twenty tables grow without end, and print each version once it is committed."""
    store = await OPENERS[backend](place)

    async def grow(table_id: str) -> None:
        new = creation(table_id)
        while await store.commit(new) == Committed():
            print(table_id, new.expected_version + 1, flush=True)
            new = following(table_id, new.expected_version + 1)

    await asyncio.gather(*(grow(f"{name}-{number}") for number in range(20)))


asyncio.run(main(sys.argv[1], Path(sys.argv[2]), sys.argv[3]))
