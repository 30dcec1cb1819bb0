"""Where matches are kept after their table is gone: files of JSON lines, one for each day."""

from __future__ import annotations

import mmap
import os
from datetime import UTC, datetime
from pathlib import Path

from chinchon.v1.record_service_pb2 import Record
from service.files import make_directory, sync_directory
from service.records import document


class Archive:
    """A directory of files named `2026-01-31.jsonl` after the day (UTC) that they were written on.

    Each line is the document of one match, as docs/records.md describes it. A match may be in two lines, when the
    server died between writing it and deleting its table, but never in none.
    """

    def __init__(self, directory: Path) -> None:
        """Make the directory when it is missing; raises `OSError` when nothing can be written there."""
        make_directory(directory)
        if not os.access(directory, os.W_OK | os.X_OK):
            raise PermissionError(13, "Permission denied", str(directory))
        self._directory = directory

    def append(self, record: Record, now_ms: int) -> None:
        """Write a match, durably, or nothing of it. Blocks; raises `OSError`."""
        day = datetime.fromtimestamp(now_ms / 1000, UTC).date().isoformat()
        path = self._directory / f"{day}.jsonl"
        line = f"{document.line(record)}\n".encode()
        new = not path.exists()
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
        try:
            end = _whole_lines(descriptor)
            os.truncate(descriptor, end)
            try:
                _write(descriptor, line)
                os.fsync(descriptor)
            except OSError:
                os.truncate(descriptor, end)
                raise
        finally:
            os.close(descriptor)
        if new:
            sync_directory(self._directory)


def _whole_lines(descriptor: int) -> int:
    """Return the length of a file without what a crash left of a last line; its match is still at its table."""
    if os.fstat(descriptor).st_size == 0:
        return 0
    with mmap.mmap(descriptor, 0, access=mmap.ACCESS_READ) as content:
        return content.rfind(b"\n") + 1


def _write(descriptor: int, content: bytes) -> None:
    left = memoryview(content)
    while left:
        left = left[os.write(descriptor, left) :]
