"""`chinchon backup`: copy the database of a server, which may be running."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from service.keys import key_file
from service.settings import SettingError, Settings
from service.store.base import StoreError
from service.store.sqlite_backup import backup
from service.store.sqlite_file import path_of


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "backup",
        help="copy the database, also of a running server",
        description="Copy the database that CHINCHON_STORE names to FILE and verify the copy. The server may be "
        "running, and notices nothing. FILE holds every secret of every table.",
    )
    parser.add_argument("file", metavar="FILE", type=Path)
    parser.add_argument("--force", action="store_true", help="replace FILE if it exists")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Make the copy; return the exit code."""
    try:
        source = path_of(Settings.load(os.environ).store)
        made = backup(source, args.file, replace=args.force)
    except (SettingError, StoreError) as error:
        print(f"chinchon: {error}", file=sys.stderr)
        return 1
    print(f"{args.file}: {made.tables} tables, {made.batches} batches, {made.size} bytes, verified")
    if (key := key_file(source)).exists():
        print(f"Players' credentials are signed with {key}: keep a copy of it too.")
    return 0
