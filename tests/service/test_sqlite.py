"""What the SQLite store promises beyond the contract: durability, whole groups, one server, clear refusals."""

from __future__ import annotations

import asyncio
import os
import resource
import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest

from service.store.base import Committed, NewBatch, StoreError, StoreUnavailable
from service.store.sqlite import SqliteStore
from service.store.sqlite_file import MIGRATIONS
from service.store.sqlite_writer import MAX_GROUP, MAX_QUEUE, SWITCH_INTERVAL
from tests.service.stores import creation, following

ROOT = Path(__file__).resolve().parents[2]
ROOM = 256 * 1024
HUGE = b"\0" * 1024 * 1024


class Gate:
    """Observes a store's transactions, and can hold the writer so that commits pile up behind it."""

    def __init__(self) -> None:
        self.sizes: list[int] = []
        self._open = threading.Event()
        self._open.set()
        self._held = threading.Event()

    @contextmanager
    def observe(self, size: int) -> Iterator[None]:
        self.sizes.append(size)
        yield
        self._held.set()
        self._open.wait()

    @asynccontextmanager
    async def hold(self, store: SqliteStore) -> AsyncIterator[None]:
        """Hold the writer after it wrote one commit; what is begun meanwhile becomes the next groups."""
        self._open.clear()
        self._held.clear()
        first = asyncio.create_task(store.commit(creation(f"before {len(self.sizes)}")))
        await asyncio.to_thread(self._held.wait)
        try:
            yield
            await asyncio.sleep(0)
        finally:
            self._open.set()
        assert await first == Committed()


class Fatal:
    """Counts how often a store gave up."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self) -> None:
        self.calls += 1


@pytest.fixture
def gate() -> Gate:
    return Gate()


@pytest.fixture
def fatal() -> Fatal:
    return Fatal()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "chinchon.db"


@pytest.fixture
async def store(path: Path, gate: Gate, fatal: Fatal) -> AsyncIterator[SqliteStore]:
    store = await SqliteStore.open(path, observe=gate.observe, on_fatal=fatal)
    yield store
    await store.close()


@contextmanager
def full_disk(room: int) -> Iterator[None]:
    """Let every write beyond the first `room` bytes of a file fail, as on a disk that is full."""
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, most))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))


def begin(store: SqliteStore, *news: NewBatch) -> list[asyncio.Task[object]]:
    return [asyncio.create_task(store.commit(new)) for new in news]


async def ended(tasks: list[asyncio.Task[object]]) -> list[object]:
    """What became of commits: the result, or the type of the error."""
    results = await asyncio.gather(*tasks, return_exceptions=True)
    return [type(result) if isinstance(result, Exception) else result for result in results]


async def test_the_writer_is_durable(store: SqliteStore) -> None:
    assert store.pragma("synchronous") == 2, "FULL: the log is on the disk before a commit is told"
    assert store.pragma("journal_mode") == "wal"
    assert store.pragma("foreign_keys") == 1
    assert store.pragma("busy_timeout") == 5000
    assert store.pragma("user_version") == len(MIGRATIONS)


async def test_a_busy_event_loop_cannot_starve_the_writer(store: SqliteStore) -> None:
    assert sys.getswitchinterval() <= SWITCH_INTERVAL < 0.001


async def test_commits_that_wait_together_are_one_transaction(store: SqliteStore, gate: Gate) -> None:
    async with gate.hold(store):
        tasks = begin(store, *(creation(f"t{number}") for number in range(500)))
    assert await ended(tasks) == [Committed()] * 500
    assert gate.sizes == [1, MAX_GROUP, 500 - MAX_GROUP]


async def test_commits_of_one_table_may_share_a_transaction(store: SqliteStore, gate: Gate) -> None:
    async with gate.hold(store):
        tasks = begin(store, creation("t"), following("t", 1), following("t", 2))
    assert await ended(tasks) == [Committed()] * 3
    assert gate.sizes == [1, 3]


async def test_nothing_is_told_before_it_is_durable(store: SqliteStore, gate: Gate) -> None:
    heard: list[int] = []
    store.subscribe("t", heard.append)
    async with gate.hold(store):
        (task,) = begin(store, creation("t"))
        await asyncio.sleep(0)
        assert not task.done()
        assert heard == []
        assert await store.load("t") is None, "and a read does not wait for the writer"
    assert await task == Committed()


async def test_a_full_disk_fails_its_whole_group_and_nothing_of_it_is_kept(
    store: SqliteStore, path: Path, gate: Gate, fatal: Fatal
) -> None:
    async with gate.hold(store):
        # From here on the database may not grow: SQLite rolls back by itself at the huge batch, and what
        # would follow on that connection would commit alone.
        store.pragma(f"max_page_count = {store.pragma('page_count')}")
        tasks = begin(store, creation("before"), creation("huge", batch=HUGE), creation("after"))
    assert await ended(tasks) == [StoreUnavailable] * 3
    for table_id in ("before", "huge", "after"):
        assert await store.load(table_id) is None
    assert await store.commit(creation("before")) == Committed(), "the store is back"
    assert fatal.calls == 0
    with sqlite3.connect(path) as other:
        assert [row[0] for row in other.execute("SELECT table_id FROM tables ORDER BY 1")] == [
            "before",
            "before 0",
        ]


async def test_a_write_error_fails_its_whole_group_until_there_is_room(
    store: SqliteStore, gate: Gate, fatal: Fatal
) -> None:
    await store.commit(creation("t"))
    with full_disk(room=ROOM):
        async with gate.hold(store):
            tasks = begin(store, following("t", 1), creation("huge", batch=HUGE), creation("after"))
        assert await ended(tasks) == [StoreUnavailable] * 3
        table = await store.load("t")
        assert table is not None
        assert table.version == 1, "what is stored can be read"
    assert await store.commit(creation("huge", batch=HUGE)) == Committed()
    assert await store.commit(following("t", 1)) == Committed()
    assert await store.load("after") is None
    assert fatal.calls == 0


async def test_failing_twice_in_a_row_is_fatal(store: SqliteStore, fatal: Fatal) -> None:
    huge = creation("huge", batch=HUGE)
    for calls in (0, 1, 1):
        with full_disk(room=ROOM), pytest.raises(StoreUnavailable):
            await store.commit(huge)
        await asyncio.sleep(0)
        assert fatal.calls == calls
    assert await store.commit(huge) == Committed()


async def test_failing_now_and_then_is_not_fatal(store: SqliteStore, fatal: Fatal) -> None:
    for number in range(3):
        with full_disk(room=ROOM), pytest.raises(StoreUnavailable):
            await store.commit(creation("huge", batch=HUGE))
        assert await store.commit(creation(f"t{number}")) == Committed()
    assert fatal.calls == 0


async def test_a_commit_that_no_database_can_hold_fails_with_its_group(
    store: SqliteStore, gate: Gate
) -> None:
    async with gate.hold(store):
        # Here SQLite does not roll back by itself.
        tasks = begin(store, creation("before"), creation("t", deadline_at=2**63), creation("after"))
    assert await ended(tasks) == [StoreUnavailable] * 3
    assert await store.load("before") is None
    assert await store.commit(creation("before")) == Committed()


async def test_the_queue_is_bounded(store: SqliteStore, gate: Gate) -> None:
    async with gate.hold(store):
        tasks = begin(store, *(following("t", 1) for _ in range(MAX_QUEUE)))
        await asyncio.sleep(0)
        with pytest.raises(StoreUnavailable):
            await store.commit(creation("t"))
        for task in tasks:
            task.cancel()


async def test_a_damaged_database_cannot_be_read_and_says_so(store: SqliteStore, path: Path) -> None:
    await store.commit(creation("t", batch=HUGE))
    with sqlite3.connect(path) as other:
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        other.execute("DROP TABLE batches")
    with pytest.raises(StoreUnavailable):
        await store.load("t")
    assert await store.find_invite("ABCD2345") is None, "the reader lives on"


async def test_a_second_server_on_the_file_is_refused(store: SqliteStore, path: Path) -> None:
    with pytest.raises(StoreError, match=r"chinchon\.db is in use by another server; "):
        await SqliteStore.open(path)


async def open_and_close(path: Path) -> None:
    store = await SqliteStore.open(path)
    await store.close()


async def test_after_close_another_server_may_have_the_file(path: Path) -> None:
    await open_and_close(path)
    await open_and_close(path)


async def test_what_is_closed_is_one_file(path: Path) -> None:
    store = await SqliteStore.open(path)
    await store.commit(creation("t"))
    assert await store.load("t") is not None
    await store.close()
    assert [file.name for file in sorted(path.parent.iterdir())] == ["chinchon.db", "chinchon.db.lock"]


def modes_under(place: Path) -> dict[str, int]:
    return {str(path.relative_to(place)): stat.S_IMODE(path.stat().st_mode) for path in place.rglob("*")}


async def test_everything_is_private_to_the_user(tmp_path: Path) -> None:
    umask = os.umask(0)
    try:
        store = await SqliteStore.open(tmp_path / "a" / "b" / "chinchon.db")
        await store.commit(creation("t"))
    finally:
        os.umask(umask)
    modes = modes_under(tmp_path)
    await store.close()
    assert modes == {
        "a": 0o700,
        "a/b": 0o700,
        "a/b/chinchon.db": 0o600,
        "a/b/chinchon.db-shm": 0o600,
        "a/b/chinchon.db-wal": 0o600,
        "a/b/chinchon.db.lock": 0o600,
    }


def refusal(path: Path) -> str:
    """Why a file is not opened; also makes sure that a refused file is not kept locked."""
    errors = []
    for _ in range(2):
        with pytest.raises(StoreError) as refused:
            asyncio.run(SqliteStore.open(path))
        errors.append(str(refused.value))
    assert errors[0] == errors[1]
    assert "\n" not in errors[0]
    return errors[0]


def test_a_file_that_is_no_database_is_refused(path: Path) -> None:
    path.write_bytes(b"This is no database. " * 1000)
    assert refusal(path) == f"{path} cannot be used: file is not a database"
    assert path.read_bytes() == b"This is no database. " * 1000


def test_the_database_of_another_program_is_refused(path: Path) -> None:
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE users (name)")
    assert refusal(path) == f"{path} is the database of another program"


def test_a_newer_schema_is_refused(path: Path) -> None:
    asyncio.run(open_and_close(path))
    with sqlite3.connect(path) as other:
        other.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    assert refusal(path) == (
        f"{path} was written by a newer release: schema {len(MIGRATIONS) + 1}, known up to {len(MIGRATIONS)}"
    )


def test_a_directory_in_place_of_the_file_is_refused(path: Path) -> None:
    path.mkdir()
    assert refusal(path) == f"{path} cannot be written: Is a directory"


def test_a_directory_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    script = f"""if True:
        import asyncio, os, pathlib
        from service.store.base import StoreError
        from service.store.sqlite import SqliteStore
        if os.geteuid() == 0:
            os.setuid(65534)  # permissions do not bind root
        os.chdir({str(tmp_path)!r})
        try:
            asyncio.run(SqliteStore.open(pathlib.Path("chinchon.db")))
        except StoreError as error:
            print(error)
    """
    tmp_path.chmod(0o555)
    for directory in tmp_path.parents[:2]:
        directory.chmod(0o755)
    try:
        run = subprocess.run(
            [sys.executable, "-c", script],
            cwd=ROOT,
            env={"PYTHONPATH": f"{ROOT}:{ROOT}/proto"},
            check=False,
            capture_output=True,
            text=True,
        )
    finally:
        for directory in (tmp_path, *tmp_path.parents[:2]):
            directory.chmod(0o700)
    assert run.stdout == "chinchon.db.lock cannot be written: Permission denied\n", run.stderr
