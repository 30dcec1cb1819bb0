"""The SQLite file: where it lies, who may open it, and its tables."""

from __future__ import annotations

import fcntl
import os
import sqlite3
from pathlib import Path
from typing import Final

from engine.state import TableState
from service.files import make_directory
from service.store.base import StoreError

APPLICATION_ID: Final = 0x4348494E
"""Tells our files from other SQLite files: "CHIN"."""

MIGRATIONS: Final = (
    (
        """CREATE TABLE tables (
            table_id TEXT NOT NULL PRIMARY KEY,
            version INTEGER NOT NULL,
            state INTEGER NOT NULL,
            public INTEGER NOT NULL,
            created_at INTEGER NOT NULL,
            invite_code TEXT NOT NULL,
            summary BLOB NOT NULL,
            deadline_at INTEGER
        ) WITHOUT ROWID""",
        f"""CREATE UNIQUE INDEX tables_by_invite ON tables (invite_code)
            WHERE invite_code <> '' AND state <> {TableState.CLOSED:d}""",
        "CREATE INDEX tables_by_age ON tables (state, public, created_at, table_id)",
        "CREATE INDEX tables_by_deadline ON tables (deadline_at) WHERE deadline_at IS NOT NULL",
        """CREATE TABLE batches (
            table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,
            version INTEGER NOT NULL,
            request_id TEXT NOT NULL,
            batch BLOB NOT NULL,
            PRIMARY KEY (table_id, version),
            UNIQUE (table_id, request_id)
        ) WITHOUT ROWID""",
        """CREATE TABLE snapshots (
            table_id TEXT NOT NULL PRIMARY KEY REFERENCES tables ON DELETE CASCADE,
            version INTEGER NOT NULL,
            snapshot BLOB NOT NULL
        )""",
        """CREATE TABLE matches (
            table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,
            match INTEGER NOT NULL,
            first_version INTEGER NOT NULL,
            last_version INTEGER,
            PRIMARY KEY (table_id, match)
        ) WITHOUT ROWID""",
        f"PRAGMA application_id = {APPLICATION_ID}",
    ),
    (
        "ALTER TABLE tables ADD COLUMN committed_at INTEGER NOT NULL DEFAULT 0",
        # When the last commit was is known only to the batches: an old table counts as used at the upgrade.
        "UPDATE tables SET committed_at = CAST(strftime('%s', 'now') AS INTEGER) * 1000",
        "ALTER TABLE tables ADD COLUMN owner TEXT NOT NULL DEFAULT ''",
        "CREATE INDEX tables_by_commit ON tables (state, committed_at)",
        f"""CREATE INDEX tables_by_owner ON tables (owner)
            WHERE owner <> '' AND state <> {TableState.CLOSED:d}""",
    ),
    (
        """CREATE TABLE absences (
            table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,
            seat INTEGER NOT NULL,
            until INTEGER NOT NULL,
            PRIMARY KEY (table_id, seat)
        ) WITHOUT ROWID""",
        "CREATE TABLE beats (id INTEGER PRIMARY KEY CHECK (id = 1), at INTEGER NOT NULL)",
    ),
)
"""What leads from each schema version to the next; a file names its own in `PRAGMA user_version`.

Each step is one transaction: a server that dies on the way leaves the version before.
"""


def path_of(url: str) -> Path:
    """Return the file that `sqlite:///relative/path` or `sqlite:////absolute/path` names."""
    return Path(url.removeprefix("sqlite:///"))


def connect_reader(path: Path) -> sqlite3.Connection:
    """Open a connection that only reads, also beside a server. Raises `sqlite3.Error`."""
    uri = f"{path.absolute().as_uri()}?mode=ro"
    return sqlite3.connect(uri, uri=True, timeout=5.0, isolation_level=None, check_same_thread=False)


def check_schema(connection: sqlite3.Connection, path: Path) -> int:
    """Return the schema version of a file; raises `StoreError` when it is not ours, or newer than this release."""
    empty = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0
    if not empty and _pragma(connection, "application_id") != APPLICATION_ID:
        raise StoreError(f"{path} is the database of another program")
    version = _pragma(connection, "user_version")
    assert isinstance(version, int)
    if version > len(MIGRATIONS):
        raise StoreError(
            f"{path} was written by a newer release: schema {version}, known up to {len(MIGRATIONS)}"
        )
    return version


class Database:
    """A file that this process alone uses, until `close`."""

    def __init__(self, path: Path, lock_descriptor: int) -> None:
        self._path = path
        self._lock = lock_descriptor

    @classmethod
    def open(cls, path: Path) -> Database:
        """Lock a file, create what is missing of it and bring it to the newest schema. Blocks.

        Raises `StoreError` when another server has it, or when it cannot be written, is damaged, newer or not ours.
        """
        database = cls(path, _lock(path))
        try:
            connection = database.connect()
            try:
                _migrate(connection, path)
            finally:
                connection.close()
        except sqlite3.Error as error:
            database.close()
            raise StoreError(f"{path} cannot be used: {error}") from None
        except BaseException:
            database.close()
            raise
        return database

    def connect(self) -> sqlite3.Connection:
        """Open a connection that writes durably; transactions are the caller's. Raises `sqlite3.Error`."""
        connection = sqlite3.connect(self._path, timeout=5.0, isolation_level=None, check_same_thread=False)
        try:
            for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
                connection.execute(f"PRAGMA {pragma}")
        except BaseException:
            connection.close()
            raise
        return connection

    def connect_reader(self) -> sqlite3.Connection:
        """Open a connection that only reads. Raises `sqlite3.Error`."""
        return connect_reader(self._path)

    def close(self) -> None:
        """Let another server have the file; all connections must be closed by now."""
        os.close(self._lock)


def _lock(path: Path) -> int:
    """Take the one lock of a database and create its file; return the descriptor that holds the lock."""
    try:
        make_directory(path.parent)
        descriptor = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
        except OSError:
            os.close(descriptor)
            raise
    except BlockingIOError:
        raise StoreError(f"{path} is in use by another server; CHINCHON_STORE names another file") from None
    except OSError as error:
        raise StoreError(f"{error.filename or path} cannot be written: {error.strerror}") from None
    return descriptor


def _migrate(connection: sqlite3.Connection, path: Path) -> None:
    if (mode := _pragma(connection, "journal_mode")) != "wal":
        raise StoreError(f"{path} cannot be used: its file system allows journal mode {mode}, not wal")
    version = check_schema(connection, path)
    for number, statements in enumerate(MIGRATIONS[version:], version + 1):
        connection.execute("BEGIN IMMEDIATE")
        for statement in statements:
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {number}")
        connection.execute("COMMIT")


def _pragma(connection: sqlite3.Connection, name: str) -> object:
    return connection.execute(f"PRAGMA {name}").fetchone()[0]
