"""The referee: it writes down whatever clients are told, and compares that with what the log holds."""

from __future__ import annotations

import shutil
import sqlite3
from collections import Counter
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from chinchon.store.v1.store_pb2 import StoredBatch, StoredSnapshot
from chinchon.v1.event_pb2 import EventBatch
from chinchon.v1.table_pb2 import TableView
from engine.state import NOBODY
from engine.view import redact, you
from service.batches import Batch, Position, advance
from service.wire import state_to, table_view


@dataclass(frozen=True)
class Log:
    """One table as the file holds it, with all that the file says of it."""

    version: int
    batches: tuple[StoredBatch, ...]
    requests: Mapping[str, int]
    """The version that each request made."""
    snapshot: StoredSnapshot | None
    matches: tuple[tuple[int, int, int | None], ...]
    """Number, first and last version of each match."""

    def positions(self) -> list[Position]:
        """Return where the table was at each version; every action must be there, and all of it."""
        position: Position | None = None
        positions: list[Position] = []
        for batch in self.batches:
            assert batch.events
            position = advance(position, Batch(batch))
            assert position.table.version == batch.version
            positions.append(position)
        assert self.version == len(positions), "a gap, or an action that is only half there"
        assert sorted(self.requests.values()) == list(range(1, self.version + 1)), "a request twice"
        if self.snapshot is not None:
            assert self.snapshot.state == state_to(positions[self.snapshot.state.version - 1].table)
        assert self.snapshot is not None or self.version < 32
        assert self.matches == self._matches(), "where a match begins and ends is written with the action"
        return positions

    def _matches(self) -> tuple[tuple[int, int, int | None], ...]:
        begun: dict[int, int] = {}
        ended: dict[int, int] = {}
        for batch in self.batches:
            for event in (record.event for record in batch.events):
                if event.HasField("match_started"):
                    begun[event.match_started.match] = batch.version
                if event.HasField("match_ended"):
                    ended[event.match_ended.result.match] = batch.version
        return tuple((match, first, ended.get(match)) for match, first in begun.items())


def copy_database(database: Path, folder: Path) -> Path:
    """Copy a database and its log as they lie on the disk, so that reading them changes nothing."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for path in (database, wal(database)):
        if path.exists():
            shutil.copy(path, folder)
    return folder / database.name


def wal(database: Path) -> Path:
    """Return where SQLite writes first."""
    return database.with_name(f"{database.name}-wal")


def read_logs(database: Path) -> dict[str, Log]:
    """Return every table of a file that no server has open."""
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'batches'").fetchone():
            return {}
        tables = connection.execute(
            "SELECT table_id, tables.version, snapshot FROM tables LEFT JOIN snapshots USING (table_id)"
        )
        return {row[0]: _read_log(connection, *row) for row in tables.fetchall()}


def _read_log(connection: sqlite3.Connection, table_id: str, version: int, snapshot: bytes | None) -> Log:
    batches = connection.execute(
        "SELECT version, request_id, batch FROM batches WHERE table_id = ? ORDER BY version", (table_id,)
    ).fetchall()
    matches = connection.execute(
        "SELECT match, first_version, last_version FROM matches WHERE table_id = ? ORDER BY match",
        (table_id,),
    ).fetchall()
    return Log(
        version=version,
        batches=tuple(StoredBatch.FromString(batch) for _, _, batch in batches),
        requests={request_id: at for at, request_id, _ in batches},
        snapshot=StoredSnapshot.FromString(snapshot) if snapshot else None,
        matches=tuple(matches),
    )


@dataclass
class Referee:
    """What clients asked and were told, at all tables."""

    asked: dict[str, tuple[str, int]] = field(default_factory=dict)
    """Table and seat of each request."""
    answered: dict[str, int] = field(default_factory=dict)
    """The version that each request was told to have made."""
    refused: dict[str, str] = field(default_factory=dict)
    """Why each request was refused that was."""
    seated: dict[str, int] = field(default_factory=dict)
    """The seat that each CreateTable and JoinTable was told to have taken."""
    batches: dict[tuple[str, int], dict[int, EventBatch]] = field(default_factory=dict)
    """What each viewer was told, by version."""
    views: list[tuple[str, int, TableView]] = field(default_factory=list)
    """What each viewer was shown."""
    count: Counter[str] = field(default_factory=Counter)
    _news: list[tuple[str, int, int]] = field(default_factory=list)
    """Table, version and batch id of what was told since the last examination."""

    @property
    def pending(self) -> set[str]:
        """The requests whose fate no client knows."""
        return self.asked.keys() - self.answered.keys() - self.refused.keys() - self.seated.keys()

    def ask(self, request_id: str, table_id: str, seat: int) -> None:
        """Note that a request is sent, or sent again."""
        self.count["requests sent"] += 1
        self.asked[request_id] = table_id, seat

    def answer(self, request_id: str, version: int, batch: EventBatch | None = None) -> None:
        """Note an answer; every further one must be the same."""
        self.count["answers"] += 1
        assert request_id not in self.refused, f"refused with {self.refused[request_id]}, then done"
        assert self.answered.setdefault(request_id, version) == version, "done twice"
        if batch is not None:
            assert batch.version == version
            self.tell(*self.asked[request_id], batch)

    def sit(self, request_id: str, table_id: str, seat: int) -> None:
        """Note the answer to CreateTable or JoinTable; every further one must be the same."""
        self.count["answers"] += 1
        assert self.asked[request_id][0] in ("", table_id), "another table"
        self.asked[request_id] = table_id, NOBODY
        assert self.seated.setdefault(request_id, seat) == seat, "another seat"

    def refuse(self, request_id: str, reason: str) -> None:
        """Note a refusal: the request changed nothing, and by what it names it never will."""
        assert request_id not in self.answered, f"done, then refused with {reason}"
        self.refused[request_id] = reason

    def tell(self, table_id: str, seat: int, batch: EventBatch) -> None:
        """Note what a viewer was told; told again, it must be the same."""
        self.count["batches told"] += 1
        told = self.batches.setdefault((table_id, seat), {})
        assert told.setdefault(batch.version, batch) == batch, "another batch in the place of one told"
        self._news.append((table_id, batch.version, batch.batch_id))

    def show(self, table_id: str, seat: int, view: TableView) -> None:
        """Note what a viewer was shown."""
        self.views.append((table_id, seat, view))
        self._news.append((table_id, view.version, view.batch_id))

    def examine(self, database: Path) -> None:
        """Compare what a server left that was just killed with the news: nothing that was told may be missing."""
        with closing(sqlite3.connect(database)) as connection:
            assert connection.execute("PRAGMA quick_check").fetchall() == [("ok",)]
            for table_id, version, batch_id in self._news:
                row = connection.execute(
                    "SELECT batch FROM batches WHERE table_id = ? AND version = ?", (table_id, version)
                ).fetchone()
                assert row is not None, "told of an action that is lost"
                assert StoredBatch.FromString(row[0]).batch_id == batch_id
            self._news.clear()
            for request_id in self.pending:
                done = connection.execute(
                    "SELECT 1 FROM batches WHERE request_id = ?", (request_id,)
                ).fetchone()
                self.count["done, but not answered, at a kill" if done else "not done at a kill"] += 1

    def conclude(self, logs: Mapping[str, Log], listed: Mapping[str, list[EventBatch]]) -> None:
        """Compare everything that was ever told with the log, and the log with what the server lists of it."""
        assert not self.pending
        assert logs.keys() == listed.keys()
        for request_id, (table_id, seat) in self.asked.items():
            made = logs[table_id].requests.get(request_id)
            stored = logs[table_id].batches[made - 1] if made else StoredBatch(seat=seat)
            assert stored.seat == seat
            if request_id in self.seated:
                events = [record.event for record in stored.events]
                taken = [event.seat_taken.seat for event in events if event.HasField("seat_taken")]
                assert taken == [self.seated[request_id]], "a seat is lost"
            else:
                assert made == self.answered.get(request_id), "lost, or done though it was refused"
        positions = {table_id: log.positions() for table_id, log in logs.items()}
        for table_id, log in logs.items():
            for request_id, version in log.requests.items():
                asked = request_id in self.asked or log.batches[version - 1].seat == NOBODY
                assert asked, "done, though nobody asked for it"
            seen = len(listed[table_id])
            assert list(map(public_part, log.batches[:seen])) == listed[table_id]
            assert all(batch.seat == NOBODY for batch in log.batches[seen:]), "a clock may have run out since"
        for (table_id, _), told in self.batches.items():
            for version, batch in told.items():
                assert public_part(batch) == listed[table_id][version - 1]
        for table_id, seat, view in self.views:
            assert without_presence(view) == view_of(positions[table_id][view.version - 1], seat)
        self.count["views compared"] = len(self.views)
        self.count["tables"] = len(logs)
        self.count["actions in the log"] = sum(log.version for log in logs.values())


def public_part(batch: EventBatch | StoredBatch) -> EventBatch:
    """Return what everybody may see of a batch."""
    events = [record.event for record in batch.events] if isinstance(batch, StoredBatch) else batch.events
    return EventBatch(
        version=batch.version,
        batch_id=batch.batch_id,
        time=batch.time,
        events=[event for event in events if not event.HasField("cards_received")],
    )


def view_of(position: Position, seat: int) -> TableView:
    """Return what a viewer should see of a table that was folded from the log."""
    table = position.table
    own = you(table, seat) if seat != NOBODY else None
    return table_view(redact(table, seat), own, position.batch_id, ())


def without_presence(view: TableView) -> TableView:
    """Return a view without who was connected when it was made, which is no part of a version."""
    bare = TableView()
    bare.CopyFrom(view)
    for seat in bare.seats:
        seat.ClearField("connected")
    return bare
