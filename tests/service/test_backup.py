"""`chinchon backup`: a whole copy of a database that is being written to."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from service.store.base import Committed, StoreError
from service.store.sqlite import SqliteStore
from service.store.sqlite_backup import backup
from tests.service.conftest import Serve
from tests.service.stores import creation, following

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "chinchon.db"


@pytest.fixture
def target(tmp_path: Path) -> Path:
    (tmp_path / "backups").mkdir()
    return tmp_path / "backups" / "monday.db"


@pytest.fixture
async def store(path: Path) -> AsyncIterator[SqliteStore]:
    store = await SqliteStore.open(path)
    for table in range(20):
        assert await store.commit(creation(f"t{table}")) == Committed()
    yield store
    await store.close()


def write_old(target: Path) -> None:
    target.write_bytes(b"last week's")


def is_old(target: Path) -> bool:
    return target.read_bytes() == b"last week's"


def mode(target: Path) -> int:
    return stat.S_IMODE(target.stat().st_mode)


async def test_a_copy_taken_between_commits_is_whole_and_disturbs_nobody(
    store: SqliteStore, path: Path, target: Path
) -> None:
    # Without one moment for the whole copy, this many commits would start it anew for ever.
    copying = asyncio.create_task(asyncio.to_thread(backup, path, target))
    version = 1
    while not copying.done() or version < 100:
        news = [following(f"t{table}", version, batch=b"\0" * 20_000) for table in range(20)]
        assert await asyncio.gather(*map(store.commit, news)) == [Committed()] * 20
        version += 1
    made = await copying
    copy = await SqliteStore.open(target)
    versions = [table.version for n in range(20) if (table := await copy.load(f"t{n}")) is not None]
    await copy.close()
    assert len(versions) == made.tables == 20
    assert sum(versions) == made.batches <= 20 * version


async def test_what_was_committed_before_is_in_the_copy(store: SqliteStore, path: Path, target: Path) -> None:
    await store.commit(following("t7", 1))
    await asyncio.to_thread(backup, path, target)
    copy = await SqliteStore.open(target)
    assert await copy.load("t7") == await store.load("t7")
    await copy.close()


async def test_a_copy_is_one_private_file(store: SqliteStore, path: Path, target: Path) -> None:
    await asyncio.to_thread(backup, path, target)
    assert list(target.parent.iterdir()) == [target]
    assert mode(target) == 0o600


async def test_a_copy_is_replaced_only_when_asked(store: SqliteStore, path: Path, target: Path) -> None:
    write_old(target)
    with pytest.raises(StoreError, match=r"monday\.db exists already$"):
        backup(path, target)
    assert is_old(target)
    assert backup(path, target, replace=True).tables == 20
    with pytest.raises(StoreError, match=r"chinchon\.db is the database itself$"):
        backup(path, path, replace=True)


async def test_a_copy_that_is_not_whole_is_thrown_away(store: SqliteStore, path: Path, target: Path) -> None:
    with sqlite3.connect(path) as other:
        other.execute("DELETE FROM batches WHERE table_id = 't3'")
    write_old(target)
    with pytest.raises(StoreError, match=r"is not whole: 1 tables whose batches are not 1 to their version$"):
        backup(path, target, replace=True)
    assert list(target.parent.iterdir()) == [target]
    assert is_old(target)


def test_what_is_no_database_of_ours_is_refused(path: Path, target: Path) -> None:
    with pytest.raises(StoreError, match=r"chinchon\.db does not exist$"):
        backup(path, target)
    path.write_bytes(b"This is no database. " * 1000)
    with pytest.raises(StoreError, match=r"chinchon\.db cannot be copied: file is not a database$"):
        backup(path, target)
    path.unlink()
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE users (name)")
    with pytest.raises(StoreError, match=r"chinchon\.db is the database of another program$"):
        backup(path, target)
    assert list(target.parent.iterdir()) == []


def command(path: Path, *args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "service", "backup", *args],
        cwd=ROOT,
        env={"PYTHONPATH": "proto", "CHINCHON_STORE": f"sqlite:///{path}"},
        check=False,
        capture_output=True,
        text=True,
    )


async def test_a_server_starts_from_the_copy_of_a_running_one(serve: Serve, path: Path, target: Path) -> None:
    seats = await (await serve()).match(3)
    run = await asyncio.to_thread(command, path, str(target))
    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith(f"{target}: 1 tables, 4 batches, ")
    key = path.with_name("chinchon.db.key")
    assert f"Players' credentials are signed with {key}: keep a copy of it too." in run.stdout

    client = await serve(store=f"sqlite:///{target}", token_key=key.read_bytes().strip())
    for seat in seats:
        seat.client = client
    assert [(await seat.look()).version for seat in seats] == [4, 4, 4]

    again = await asyncio.to_thread(command, path, str(target))
    assert (again.returncode, again.stderr) == (1, f"chinchon: {target} exists already\n")
