"""Directories and files that belong to the server alone, and that survive a power cut once they are made."""

from __future__ import annotations

import os
from pathlib import Path


def sync_directory(path: Path) -> None:
    """Make the names in a directory durable."""
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def make_directory(path: Path) -> None:
    """Create a directory and those above it that are missing, for this user only."""
    if path.is_dir():
        return
    make_directory(path.parent)
    path.mkdir(mode=0o700, exist_ok=True)
    sync_directory(path.parent)


def create_once(path: Path, content: bytes) -> bytes:
    """Create a file, for this user only, unless it exists; return what it holds now.

    Whoever comes second gets what the first wrote, never half of it.
    """
    make_directory(path.parent)
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        os.write(descriptor, content)
        os.fsync(descriptor)
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        os.close(descriptor)
        draft.unlink()
    sync_directory(path.parent)
    return path.read_bytes()
