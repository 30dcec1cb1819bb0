"""The one thread that writes: commits that wait together become one transaction, and one fsync."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import threading
from collections import deque
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import structlog

from service.store.base import CommitResult, Committed, Conflict, Duplicate, NewBatch, StoreUnavailable
from service.store.sqlite_file import Database

MAX_QUEUE: Final = 10_000
"""Most commits that wait."""

MAX_GROUP: Final = 256
"""Most commits of one transaction."""

SWITCH_INTERVAL: Final = 0.0005
"""Seconds after which a waiting thread asks for the interpreter lock.

Must stay below one turn of a busy event loop, which releases the lock only for a moment in each turn: with the
usual 5 ms the writer's request starts anew in every turn, and one statement was seen to wait for seven seconds.
"""

FATAL_FAILURES: Final = 2
"""After so many failed transactions in a row the server had better start anew."""

Observer: TypeAlias = Callable[[int], AbstractContextManager[object]]
"""Called in the writer's thread with the size of a group; the context spans its transaction."""

_log = structlog.get_logger("chinchon.store")


@dataclass(frozen=True, slots=True)
class Change:
    """One statement beside the commits; the result is whether it changed a row."""

    statement: str
    values: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Waiting:
    """A commit or a change, and who waits for it."""

    work: NewBatch | Change
    result: asyncio.Future[Any]


class Writer:
    """Owns the writing connection and its thread.

    Args:
        database: Where to write.
        committed: Called in the event loop for every commit that was written, after its result was set.
        observe: Measures transactions.
        on_fatal: Called in the event loop, once, when transactions keep failing.
    """

    def __init__(
        self,
        database: Database,
        committed: Callable[[NewBatch], None],
        observe: Observer,
        on_fatal: Callable[[], None],
    ) -> None:
        self._database = database
        self._committed = committed
        self._observe = observe
        self._on_fatal = on_fatal
        self._loop = asyncio.get_running_loop()
        self._connection: sqlite3.Connection | None = database.connect()
        self._failures = 0
        self._queue: deque[Waiting] = deque()
        self._changed = threading.Condition()
        self._closing = False
        sys.setswitchinterval(min(sys.getswitchinterval(), SWITCH_INTERVAL))
        self._thread = threading.Thread(target=self._run, name="chinchon-writer", daemon=True)
        self._thread.start()

    def submit(self, new: NewBatch) -> asyncio.Future[CommitResult]:
        """Queue a commit; raises `StoreUnavailable` when too many wait, or after `close`."""
        return self._enqueue(new)

    def change(self, statement: str, *values: object) -> asyncio.Future[bool]:
        """Queue a statement; raises as `submit` does."""
        return self._enqueue(Change(statement, values))

    def _enqueue(self, work: NewBatch | Change) -> asyncio.Future[Any]:
        waiting = Waiting(work, self._loop.create_future())
        with self._changed:
            if self._closing or len(self._queue) >= MAX_QUEUE:
                raise StoreUnavailable("too many commits are waiting")
            self._queue.append(waiting)
            self._changed.notify()
        return waiting.result

    def close(self) -> None:
        """Write what waits, then end the thread. Blocks."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        self._thread.join()

    def pragma(self, name: str) -> object:
        """Return the value of a pragma of the writing connection, which other connections cannot tell."""
        if self._connection is None:
            raise StoreUnavailable("the database is not open")
        return self._connection.execute(f"PRAGMA {name}").fetchone()[0]

    def _run(self) -> None:
        while group := self._take():
            results = self._write(group)
            self._loop.call_soon_threadsafe(self._tell, group, results)
        if self._connection is not None:
            with suppress(sqlite3.Error):
                self._connection.close()

    def _take(self) -> list[Waiting]:
        """Wait for commits and return a group of them; nothing when there will be no more."""
        with self._changed:
            while not self._queue and not self._closing:
                self._changed.wait()
            return [self._queue.popleft() for _ in range(min(len(self._queue), MAX_GROUP))]

    def _write(self, group: list[Waiting]) -> list[CommitResult | bool] | None:
        """Write a group in one transaction; None when it failed, and then nothing of it was told to anybody."""
        try:
            with self._observe(len(group)):
                if self._connection is None:
                    self._connection = self._database.connect()
                self._connection.execute("BEGIN IMMEDIATE")
                results = [_write_one(self._connection, waiting.work) for waiting in group]
                self._connection.execute("COMMIT")
        except Exception as error:
            # SQLite may have rolled back by itself (a full disk): one more statement on this connection would
            # commit alone. So the group ends here, whatever the error was, and the connection with it.
            self._fail(error, len(group))
            return None
        self._failures = 0
        return results

    def _fail(self, error: Exception, size: int) -> None:
        self._failures += 1
        _log.error(
            "commit_failed", reason=f"{type(error).__name__}: {error}", commits=size, in_a_row=self._failures
        )
        if self._connection is not None:
            with suppress(sqlite3.Error):
                self._connection.rollback()
            with suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None
        if self._failures == FATAL_FAILURES:
            self._loop.call_soon_threadsafe(self._on_fatal)

    def _tell(self, group: list[Waiting], results: list[CommitResult | bool] | None) -> None:
        """In the event loop: hand out what became of a group, then tell of the commits."""
        if results is None:
            for waiting in group:
                if not waiting.result.done():
                    waiting.result.set_exception(StoreUnavailable("the database did not take the commit"))
            return
        for waiting, result in zip(group, results, strict=True):
            if not waiting.result.done():
                waiting.result.set_result(result)
        for waiting, result in zip(group, results, strict=True):
            if isinstance(result, Committed) and isinstance(waiting.work, NewBatch):
                self._committed(waiting.work)


_CREATE: Final = """
    INSERT INTO tables
    (table_id, version, deadline_at, committed_at, created_at, owner, state, public, invite_code, summary)
    VALUES (?, 1, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"""
# One statement looks the request id up, compares the version and takes the next one. Each statement gives the
# interpreter lock away and waits for it again, so their number is what a busy server notices.
_ADVANCE: Final = """
    UPDATE tables SET version = version + 1, deadline_at = ?4, committed_at = ?5
    WHERE table_id = ?1 AND version = ?2
    AND NOT EXISTS (SELECT 1 FROM batches WHERE table_id = ?1 AND request_id = ?3)"""
_ADVANCE_LISTED: Final = """
    UPDATE OR IGNORE tables
    SET version = version + 1, deadline_at = ?4, committed_at = ?5,
        state = ?6, public = ?7, invite_code = ?8, summary = ?9
    WHERE table_id = ?1 AND version = ?2
    AND NOT EXISTS (SELECT 1 FROM batches WHERE table_id = ?1 AND request_id = ?3)"""
_APPEND: Final = "INSERT INTO batches (table_id, version, request_id, batch) VALUES (?, ?, ?, ?)"
_FIND_REQUEST: Final = "SELECT version, batch FROM batches WHERE table_id = ? AND request_id = ?"
_SNAPSHOT: Final = "INSERT OR REPLACE INTO snapshots (table_id, version, snapshot) VALUES (?, ?, ?)"
_START_MATCH: Final = "INSERT INTO matches (table_id, match, first_version) VALUES (?, ?, ?)"
_END_MATCH: Final = "UPDATE matches SET last_version = ? WHERE table_id = ? AND match = ?"


def _write_one(connection: sqlite3.Connection, work: NewBatch | Change) -> CommitResult | bool:
    """Do one piece of work inside the open transaction."""
    if isinstance(work, Change):
        return connection.execute(work.statement, work.values).rowcount == 1
    return _commit(connection, work)


def _commit(connection: sqlite3.Connection, new: NewBatch) -> CommitResult:
    execute = connection.execute
    if not _advance(connection, new):
        earlier = execute(_FIND_REQUEST, (new.table_id, new.request_id)).fetchone()
        return Duplicate(*earlier) if earlier else Conflict()
    version = new.expected_version + 1
    execute(_APPEND, (new.table_id, version, new.request_id, new.batch))
    if new.snapshot is not None:
        execute(_SNAPSHOT, (new.table_id, version, new.snapshot))
    if new.match_started:
        execute(_START_MATCH, (new.table_id, new.match_started, version))
    if new.match_ended:
        execute(_END_MATCH, (version, new.table_id, new.match_ended))
    return Committed()


def _advance(connection: sqlite3.Connection, new: NewBatch) -> bool:
    """Take the next version of the table, and say whether it was free."""
    listing = new.listing
    key = (new.table_id, new.expected_version, new.request_id, new.deadline_at, new.time)
    if listing is None:
        return connection.execute(_ADVANCE, key).rowcount == 1
    shown = (listing.state, listing.public, listing.invite_code, listing.summary)
    if new.expected_version:
        return connection.execute(_ADVANCE_LISTED, (*key, *shown)).rowcount == 1
    created = (new.table_id, new.deadline_at, new.time, listing.created_at, new.owner, *shown)
    return connection.execute(_CREATE, created).rowcount == 1
