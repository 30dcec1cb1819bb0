"""Lines that a person types, read without a thread and without blocking."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from typing import Final

_CHUNK: Final = 4096
_LONGEST_LINE: Final = 1000


async def read_lines(descriptor: int) -> AsyncIterator[str]:
    """Yield each line of a terminal, pipe or file, without its end; stop at the end of the input."""
    pending = b""
    while chunk := await _read(descriptor):
        *lines, pending = (pending + chunk).split(b"\n")
        pending = pending[-_LONGEST_LINE:]
        for line in lines:
            yield line.decode(errors="replace").strip()
    if pending:
        yield pending.decode(errors="replace").strip()


async def _read(descriptor: int) -> bytes:
    loop = asyncio.get_running_loop()
    ready = asyncio.Event()
    try:
        loop.add_reader(descriptor, ready.set)
    except PermissionError:  # a file or /dev/null, which never makes anybody wait
        return os.read(descriptor, _CHUNK)
    try:
        await ready.wait()
    finally:
        loop.remove_reader(descriptor)
    return os.read(descriptor, _CHUNK)
