"""Databases of older releases: opened, brought to today's schema, and played on.

`files/schema_N.db` was written by a server of schema N. It has a private lobby, a match that is being played, and
a closed table with two matches.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from engine.state import TableState
from service.auth import Caller, Tokens
from service.store import sqlite_file
from service.store.base import StoreError
from service.store.sqlite import SqliteStore
from service.store.sqlite_file import MIGRATIONS
from tests.service.clients import Seat, moves
from tests.service.conftest import Serve

FILES = Path(__file__).parent / "files"
KEY = b"0123456789abcdef" * 4
"""Signed the tokens of the old servers."""

ALL = (TableState.LOBBY, TableState.PLAYING, TableState.CLOSED)
PLAYING = "c8c897c90ba264c554a85fc0b98d4ed6"
OLD_COLUMNS = (
    "SELECT table_id, version, state, public, created_at, invite_code, summary, deadline_at FROM tables",
    "SELECT table_id, version, request_id, batch FROM batches",
    "SELECT table_id, version, snapshot FROM snapshots",
    "SELECT table_id, match, first_version, last_version FROM matches",
)


@pytest.fixture(params=range(1, len(MIGRATIONS)))
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A database of an older schema."""
    path = tmp_path / "chinchon.db"
    shutil.copyfile(FILES / f"schema_{request.param}.db", path)
    return path


def content(path: Path) -> list[list[tuple[Any, ...]]]:
    with closing(sqlite3.connect(path)) as connection:
        return [sorted(connection.execute(query)) for query in OLD_COLUMNS]


def schema(path: Path) -> Iterator[tuple[str, str]]:
    with closing(sqlite3.connect(path)) as connection:
        yield from sorted(connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"))


def version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


async def open_and_close(path: Path) -> None:
    await (await SqliteStore.open(path)).close()


async def test_an_upgrade_loses_nothing(old: Path) -> None:
    before = content(old)
    assert [len(rows) for rows in before] == [3, 49, 1, 3]
    await open_and_close(old)
    assert version(old) == len(MIGRATIONS)
    assert content(old) == before


async def test_an_upgraded_file_has_the_schema_of_a_new_one(old: Path, tmp_path: Path) -> None:
    await open_and_close(old)
    await open_and_close(tmp_path / "new.db")
    assert list(schema(old)) == list(schema(tmp_path / "new.db"))


async def test_no_table_is_idle_or_forgotten_because_of_an_upgrade(old: Path) -> None:
    with closing(sqlite3.connect(old)) as connection:
        youngest = connection.execute("SELECT max(created_at) FROM tables").fetchone()[0]
    store = await SqliteStore.open(old)
    assert await store.quiet_tables(ALL, before=youngest, limit=10) == ()
    assert len(await store.quiet_tables(ALL, before=2**62, limit=10)) == 3
    await store.close()


async def test_a_match_goes_on_after_an_upgrade(old: Path, serve: Serve) -> None:
    client = await serve(token_key=KEY, store=f"sqlite:///{old}")
    view = await client.look(PLAYING)
    assert view.version == 40
    index = view.round.seat_on_turn
    table = (await client.server.app.tables.position(PLAYING)).table
    credential = Tokens(KEY).issue(Caller(PLAYING, index, table.seats[index].generation))
    seat = Seat(client, PLAYING, index, credential, view)
    (move, *_) = moves((await seat.look()).you)
    assert (await seat.act(move)).version == 41


async def test_an_upgrade_that_fails_leaves_the_file_as_it_was(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, at = content(old), version(old)
    broken = ("DELETE FROM matches", "INSERT INTO nowhere VALUES (1)")
    monkeypatch.setattr(sqlite_file, "MIGRATIONS", (*MIGRATIONS[:at], broken))
    with pytest.raises(StoreError, match=r"chinchon\.db cannot be used: no such table: nowhere$"):
        await SqliteStore.open(old)
    assert (content(old), version(old)) == (before, at)


async def test_an_older_server_refuses_the_file_of_a_newer_one(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = version(old)
    await open_and_close(old)
    monkeypatch.setattr(sqlite_file, "MIGRATIONS", MIGRATIONS[:at])
    message = rf"was written by a newer release: schema {len(MIGRATIONS)}, known up to {at}$"
    with pytest.raises(StoreError, match=message):
        await SqliteStore.open(old)
