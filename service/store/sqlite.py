"""Tables in one SQLite file, for one server: durable, and nothing else to run."""

from __future__ import annotations

import asyncio
import base64
import binascii
import sqlite3
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final, TypeVar

import structlog

from engine.state import TableState
from service.store.base import (
    MAX_PAGE,
    Absence,
    CommitResult,
    Hint,
    ListedTable,
    NewBatch,
    Page,
    PageTokenError,
    QuietTable,
    StoredTable,
    StoreError,
    StoreUnavailable,
)
from service.store.sqlite_file import Database
from service.store.sqlite_writer import Observer, Writer

T = TypeVar("T")

READERS: Final = 4
"""Threads that read, each with its own connection, so that no read waits for a commit."""

MAX_READS: Final = 10_000
"""Most reads that run or wait."""

_log = structlog.get_logger("chinchon.store")


def _ignore() -> None:
    pass


class SqliteStore:
    """A `Store` in a SQLite file; open one with `SqliteStore.open`."""

    def __init__(self, database: Database, observe: Observer, on_fatal: Callable[[], None]) -> None:
        self._database = database
        self._hints: dict[str, dict[object, Hint]] = {}
        self._writer = Writer(database, self._committed, observe, on_fatal)
        self._readers = ThreadPoolExecutor(READERS, "chinchon-reader")
        self._reading = 0
        self._connections: SimpleQueue[sqlite3.Connection] = SimpleQueue()

    @classmethod
    async def open(
        cls, path: Path, *, observe: Observer = nullcontext, on_fatal: Callable[[], None] = _ignore
    ) -> SqliteStore:
        """Open a file, creating it and its directory when missing; raises `StoreError`.

        Args:
            path: The database; `path.lock` beside it keeps a second server away.
            observe: Called in the writer's thread with the number of commits of each transaction; returns a
                context that spans it.
            on_fatal: Called when transactions keep failing: the server should exit and be started anew.
        """
        store = cls(await asyncio.to_thread(Database.open, path), observe, on_fatal)
        try:
            await asyncio.to_thread(store._connect_readers)
        except sqlite3.Error as error:
            await store.close()
            raise StoreError(f"{path} cannot be used: {error}") from None
        return store

    async def commit(self, new: NewBatch) -> CommitResult:
        """See `Store`."""
        return await self._writer.submit(new)

    async def load(self, table_id: str) -> StoredTable | None:
        """See `Store`."""

        def read(connection: sqlite3.Connection) -> StoredTable | None:
            connection.execute("BEGIN")
            try:
                table = connection.execute(
                    """SELECT tables.version, snapshot, coalesce(snapshots.version, 0)
                    FROM tables LEFT JOIN snapshots USING (table_id) WHERE table_id = ?""",
                    (table_id,),
                ).fetchone()
                if table is None:
                    return None
                version, snapshot, snapshot_version = table
                batches = _batches(connection, table_id, snapshot_version, -1)
                return StoredTable(version, snapshot, snapshot_version, batches)
            finally:
                connection.rollback()

        return await self._read(read)

    async def batches_after(self, table_id: str, version: int, limit: int) -> tuple[bytes, ...]:
        """See `Store`."""
        return await self._read(
            lambda connection: _batches(connection, table_id, version, min(limit, MAX_PAGE))
        )

    async def batch_by_request(self, table_id: str, request_id: str) -> bytes | None:
        """See `Store`."""
        row = await self._row(
            "SELECT batch FROM batches WHERE table_id = ? AND request_id = ?", table_id, request_id
        )
        return row[0] if row else None

    async def match_range(self, table_id: str, match: int) -> tuple[int, int | None] | None:
        """See `Store`."""
        row = await self._row(
            "SELECT first_version, last_version FROM matches WHERE table_id = ? AND match = ?",
            table_id,
            match,
        )
        return (row[0], row[1]) if row else None

    async def find_invite(self, code: str) -> str | None:
        """See `Store`."""
        row = await self._row(
            f"""SELECT table_id FROM tables
            WHERE invite_code = ? AND invite_code <> '' AND state <> {TableState.CLOSED:d}""",
            code,
        )
        return row[0] if row else None

    async def list_tables(self, states: Collection[TableState], page_size: int, page_token: str) -> Page:
        """See `Store`."""
        size = min(page_size, MAX_PAGE)
        created_at, table_id = _parse_token(page_token)
        # One ordered walk for each state, merged: no state's tables are read to be skipped.
        walk = """SELECT * FROM (
            SELECT table_id, version, summary, created_at FROM tables
            WHERE state = ? AND public = 1 AND (created_at, table_id) < (?, ?)
            ORDER BY created_at DESC, table_id DESC LIMIT ?)"""
        query = (
            " UNION ALL ".join([walk] * len(set(states))) + " ORDER BY created_at DESC, table_id DESC LIMIT ?"
        )
        values = [value for state in set(states) for value in (state, created_at, table_id, size + 1)]
        rows = await self._rows(query, *values, size + 1) if states else []
        tables = tuple(ListedTable(*row[:3]) for row in rows[:size])
        more = len(rows) > size > 0
        return Page(tables, _token(rows[size - 1][3], rows[size - 1][0]) if more else "")

    async def count_tables(self) -> Mapping[TableState, int]:
        """See `Store`."""
        rows = await self._rows("SELECT state, count(*) FROM tables GROUP BY state")
        return dict.fromkeys(TableState, 0) | {TableState(state): count for state, count in rows}

    async def due_deadlines(self, now: int, limit: int) -> tuple[str, ...]:
        """See `Store`."""
        rows = await self._rows(
            """SELECT table_id FROM tables WHERE deadline_at <= ?
            ORDER BY deadline_at, table_id LIMIT ?""",
            now,
            min(limit, MAX_PAGE),
        )
        return tuple(row[0] for row in rows)

    async def count_open(self, owner: str) -> tuple[int, int]:
        """See `Store`."""
        row = await self._row(
            f"""SELECT
            (SELECT count(*) FROM tables WHERE state IN ({TableState.LOBBY:d}, {TableState.PLAYING:d})),
            (SELECT count(*) FROM tables
            WHERE owner = ? AND owner <> '' AND state <> {TableState.CLOSED:d})""",
            owner,
        )
        return row[0], row[1]

    async def quiet_tables(
        self, states: Collection[TableState], before: int, limit: int
    ) -> tuple[QuietTable, ...]:
        """See `Store`."""
        rows = await self._rows(
            f"""SELECT table_id, version FROM tables
            WHERE state IN ({", ".join("?" * len(states))}) AND committed_at < ?
            ORDER BY committed_at, table_id LIMIT ?""",
            *states,
            before,
            min(limit, MAX_PAGE),
        )
        return tuple(QuietTable(*row) for row in rows)

    async def delete(self, table_id: str) -> bool:
        """See `Store`."""
        return await self._writer.change(
            f"DELETE FROM tables WHERE table_id = ? AND state = {TableState.CLOSED:d}", table_id
        )

    async def note_absence(self, absence: Absence) -> None:
        """See `Store`."""
        if absence.until:
            await self._writer.change(
                """INSERT INTO absences (table_id, seat, until) SELECT table_id, ?2, ?3 FROM tables
                WHERE table_id = ?1 ON CONFLICT DO UPDATE SET until = excluded.until""",
                absence.table_id,
                absence.seat,
                absence.until,
            )
        else:
            await self._writer.change(
                "DELETE FROM absences WHERE table_id = ? AND seat = ?", absence.table_id, absence.seat
            )

    async def absences(self) -> tuple[Absence, ...]:
        """See `Store`."""
        rows = await self._rows("SELECT table_id, seat, until FROM absences ORDER BY table_id, seat")
        return tuple(Absence(*row) for row in rows)

    async def playing_tables(self) -> tuple[str, ...]:
        """See `Store`."""
        rows = await self._rows(
            f"SELECT table_id FROM tables WHERE state = {TableState.PLAYING:d} ORDER BY table_id"
        )
        return tuple(row[0] for row in rows)

    async def beat(self, now: int) -> None:
        """See `Store`."""
        await self._writer.change(
            "INSERT INTO beats (id, at) VALUES (1, ?) ON CONFLICT DO UPDATE SET at = excluded.at", now
        )

    async def last_beat(self) -> int:
        """See `Store`."""
        row = await self._row("SELECT at FROM beats")
        return int(row[0]) if row else 0

    def subscribe(self, table_id: str, hint: Hint) -> Callable[[], None]:
        """See `Store`."""
        subscription = object()
        self._hints.setdefault(table_id, {})[subscription] = hint

        def end() -> None:
            hints = self._hints.get(table_id, {})
            hints.pop(subscription, None)
            if not hints:
                self._hints.pop(table_id, None)

        return end

    async def close(self) -> None:
        """See `Store`."""
        await asyncio.to_thread(self._close)

    def pragma(self, name: str) -> object:
        """Return the value of a pragma of the connection that writes."""
        return self._writer.pragma(name)

    def _close(self) -> None:
        # The writer last: only it can fold the log into the file as it goes, so that one file is left.
        self._readers.shutdown()
        while not self._connections.empty():
            self._connections.get().close()
        self._writer.close()
        self._database.close()

    def _committed(self, new: NewBatch) -> None:
        for hint in tuple(self._hints.get(new.table_id, {}).values()):
            hint(new.expected_version + 1)

    async def _row(self, query: str, *values: object) -> Any:
        return await self._read(lambda connection: connection.execute(query, values).fetchone())

    async def _rows(self, query: str, *values: object) -> list[Any]:
        return await self._read(lambda connection: connection.execute(query, values).fetchall())

    async def _read(self, read: Callable[[sqlite3.Connection], T]) -> T:
        """Run a read on a connection of its own, in another thread."""
        if self._reading >= MAX_READS:
            raise StoreUnavailable("too many reads are waiting")
        self._reading += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, self._read_here, read)
        except sqlite3.Error as error:
            _log.error("read_failed", reason=f"{type(error).__name__}: {error}")
            raise StoreUnavailable("the database could not be read") from error
        finally:
            self._reading -= 1

    def _connect_readers(self) -> None:
        # All of them now, with a read that opens every file: later there may be no descriptor left.
        for _ in range(READERS):
            connection = self._database.connect_reader()
            connection.execute("SELECT count(*) FROM beats").fetchone()
            self._connections.put(connection)

    def _read_here(self, read: Callable[[sqlite3.Connection], T]) -> T:
        connection = self._connections.get()
        try:
            return read(connection)
        finally:
            self._connections.put(connection)


def _batches(connection: sqlite3.Connection, table_id: str, after: int, limit: int) -> tuple[bytes, ...]:
    """Return batches after a version, in order; a negative limit is none."""
    rows = connection.execute(
        "SELECT batch FROM batches WHERE table_id = ? AND version > ? ORDER BY version LIMIT ?",
        (table_id, after, limit),
    )
    return tuple(row[0] for row in rows)


def _token(created_at: int, table_id: str) -> str:
    """Return the token of the page that begins after this table."""
    return base64.urlsafe_b64encode(f"{created_at}:{table_id}".encode()).decode()


def _parse_token(token: str) -> tuple[int, str]:
    if not token:
        return 2**63 - 1, ""
    try:
        created_at, colon, table_id = base64.b64decode(token, b"-_", validate=True).decode().partition(":")
        if colon and -(2**63) <= int(created_at) < 2**63:
            return int(created_at), table_id
    except (binascii.Error, ValueError):
        pass
    raise PageTokenError("page_token is not one of this list")
