"""A copy of the SQLite file, taken while a server may be writing to it."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from service.files import sync_directory
from service.store.base import StoreError
from service.store.sqlite_file import check_schema, connect_reader

_PAGES: Final = 1024
"""Pages that are copied in one step; between two steps an interrupt is noticed."""

_CHECKS: Final = {
    "errors in its pages": "SELECT count(*) FROM pragma_integrity_check WHERE integrity_check <> 'ok'",
    "rows without their table": "SELECT count(*) FROM pragma_foreign_key_check",
    "tables whose batches are not 1 to their version": """
        SELECT count(*) FROM tables WHERE (version, version, 1) IS NOT
        (SELECT count(*), max(version), min(version) FROM batches WHERE batches.table_id = tables.table_id)""",
}


@dataclass(frozen=True, slots=True)
class Backup:
    """What a copy holds."""

    tables: int
    batches: int
    size: int
    """Bytes."""


def backup(source: Path, target: Path, *, replace: bool = False) -> Backup:
    """Copy a database as it is at one moment, verify the copy, and only then give it its name. Blocks.

    The server is not disturbed: a reader of a WAL database holds no lock that a writer waits for. `VACUUM INTO`
    would do as well and make the copy smaller, but it writes every row anew, where this copies pages.

    Raises `StoreError`, whose message is one line: there is no such database, the target exists and is not to be
    replaced, it cannot be written, or the copy is not whole.
    """
    if not source.is_file():
        raise StoreError(f"{source} does not exist")
    if target.exists() and target.samefile(source):
        raise StoreError(f"{target} is the database itself")
    if target.exists() and not replace:
        raise StoreError(f"{target} exists already")
    draft = target.with_name(f"{target.name}.{os.getpid()}.part")
    try:
        os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
        try:
            _copy(source, draft)
            copied = _verify(draft, source)
            _sync(draft)
            draft.replace(target)
        finally:
            draft.unlink(missing_ok=True)
        sync_directory(target.absolute().parent)
    except OSError as error:
        raise StoreError(f"{target} cannot be written: {error.strerror}") from None
    except sqlite3.Error as error:
        raise StoreError(f"{source} cannot be copied: {error}") from None
    return copied


def _copy(source: Path, draft: Path) -> None:
    with closing(connect_reader(source)) as reader, closing(sqlite3.connect(draft)) as writer:
        # In one transaction all steps see the same moment; without, each commit would start the copy anew.
        reader.execute("BEGIN")
        check_schema(reader, source)
        reader.backup(writer, pages=_PAGES)


def _verify(draft: Path, source: Path) -> Backup:
    # Nobody else has the draft, so it is read as it is, and no log or index of a log appears beside it.
    uri = f"{draft.absolute().as_uri()}?mode=ro&immutable=1"
    with closing(sqlite3.connect(uri, uri=True)) as copy:
        for problem, query in _CHECKS.items():
            if count := copy.execute(query).fetchone()[0]:
                raise StoreError(f"the copy of {source} is not whole: {count} {problem}")
        tables, batches = (
            copy.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in ("tables", "batches")
        )
    return Backup(tables, batches, draft.stat().st_size)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
