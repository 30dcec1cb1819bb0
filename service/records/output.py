"""What the commands on records say, and how they end."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from service.client.main import Terminal
from service.records.document import Unreadable
from service.records.history import Mismatch

MISMATCH: Final = 1
UNREADABLE: Final = 2


def put(text: str) -> None:
    """Write to standard output as it is. Raises NobodyReads when whoever read it has gone."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        Terminal().on_broken_pipe()


def complain(file: Path, error: Unreadable | Mismatch) -> int:
    """Say in one line what is wrong with a file; return the exit code."""
    text = f"chinchon: {file}: {error}"
    print("".join(char if char.isprintable() else "?" for char in text), file=sys.stderr)
    return UNREADABLE if isinstance(error, Unreadable) else MISMATCH
