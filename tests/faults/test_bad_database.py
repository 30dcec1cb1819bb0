"""Databases that are damaged, read-only, full or another server's: one clear line, and whatever can go on goes on."""

from __future__ import annotations

import asyncio
import os
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import grpc
import pytest

from service.store.sqlite_file import MIGRATIONS
from tests.service.clients import Client, Seat, new_id, refusal
from tests.service.conftest import Serve

ROOT = Path(__file__).resolve().parents[2]
PAGE = 4096
UNLUCKY = b"the unlucky salt"
BATCHES = 150

# Permissions do not bind root; what is imported later could not be read by anybody else.
SERVE = """if True:
    import os, sys
    import service.serve
    from service.cli import main
    if os.geteuid() == 0 and "nobody" in sys.argv:
        os.setuid(65534)
    sys.exit(main(["serve"]))
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "chinchon.db"


def start(path: Path, *args: str) -> str:
    """Start a server that cannot start; return what it says."""
    run = subprocess.run(
        [sys.executable, "-c", SERVE, *args],
        cwd=ROOT,
        env={
            "PYTHONPATH": f"{ROOT}:{ROOT}/proto",
            "CHINCHON_STORE": f"sqlite:///{path}",
            "CHINCHON_LISTEN": "127.0.0.1:0",
            "CHINCHON_METRICS_LISTEN": "",
        },
        check=False,
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr.count("\n") == 1, run.stderr
    return run.stderr.rstrip("\n")


def test_a_file_that_is_no_database(path: Path) -> None:
    path.write_bytes(b"This is no database. " * 1000)
    assert start(path) == f"chinchon: {path} cannot be used: file is not a database"


async def test_a_database_with_a_damaged_first_page(serve: Serve, path: Path) -> None:
    await closed_server(serve, path.with_name("other.db"))
    damage(path, [0], after=100)
    told = await asyncio.to_thread(start, path)
    assert told == f"chinchon: {path} cannot be used: database disk image is malformed"


async def test_a_database_that_may_only_be_read(serve: Serve, path: Path) -> None:
    await closed_server(serve, path.with_name("other.db"))
    with read_only(path):
        told = await asyncio.to_thread(start, path, "nobody")
    assert told == f"chinchon: {path} cannot be written: Permission denied"


async def test_the_database_of_a_running_server(client: Client, path: Path) -> None:
    host = await client.create()
    assert (
        await asyncio.to_thread(start, path)
        == f"chinchon: {path} is in use by another server; CHINCHON_STORE names another file"
    )
    assert (await host.look()).version == 1, "the first does not notice"


async def test_a_database_damaged_at_rest_serves_what_is_whole(serve: Serve, path: Path) -> None:
    whole, broken = await two_tables(await serve())
    await closed_server(serve, path.with_name("other.db"))
    damage(path, unlucky_pages(path))
    whole.client = broken.client = await serve()
    for _ in range(3):
        await refused_by_the_store(broken)
        await salt(whole)
    assert (await whole.look()).version == BATCHES + 4


async def test_a_database_damaged_under_a_running_server_serves_what_is_whole(
    client: Client, path: Path
) -> None:
    whole, broken = await two_tables(client)
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        other.execute(
            f"PRAGMA user_version = {len(MIGRATIONS)}"
        )  # so that the server does not trust what it has in memory
    damage(path, unlucky_pages(path))
    for _ in range(3):
        await refused_by_the_store(broken)
        await salt(whole)
    assert (await whole.look()).version == BATCHES + 4


async def test_a_full_disk_refuses_until_there_is_room(client: Client, path: Path) -> None:
    host, again = await client.create(), new_id()
    with full_disk(path.with_name("chinchon.db-wal")):
        refused = await refusal(salt(host, again))
        assert (refused.code, refused.reason) == (grpc.StatusCode.UNAVAILABLE, "STORE_UNAVAILABLE")
        assert refused.retry_after
        assert (await host.look()).version == 1, "what is stored can be read"
    await salt(host, again)
    await salt(host, again)
    assert (await host.look()).version == 2, "and happened once"


async def closed_server(serve: Serve, elsewhere: Path) -> None:
    """Let a server make the database, or close it if one has it, by starting another elsewhere."""
    await serve()
    await serve(store=f"sqlite:///{elsewhere}")


async def two_tables(client: Client) -> tuple[Seat, Seat]:
    """Two tables with so much behind them that each has pages of its own."""
    seats = await client.create(), await client.create()
    for _ in range(BATCHES):
        await asyncio.gather(*map(salt, seats))
    await seats[1].act({"contribute_salt": {"salt": UNLUCKY}})
    return seats


async def salt(seat: Seat, request_id: str = "") -> None:
    """Do something that is always possible."""
    await seat.act({"contribute_salt": {"salt": b"s" * 32}}, request_id=request_id or new_id())


async def refused_by_the_store(seat: Seat) -> None:
    refused = await refusal(salt(seat))
    assert (refused.code, refused.reason) == (grpc.StatusCode.UNAVAILABLE, "STORE_UNAVAILABLE")


def unlucky_pages(path: Path) -> list[int]:
    """Return the pages with the last batch of the table that breaks; rows of the other begin or end far from there."""
    content = path.read_bytes()
    return [at // PAGE for at in range(0, len(content), PAGE) if UNLUCKY in content[at : at + PAGE]]


def damage(path: Path, pages: list[int], after: int = 0) -> None:
    """Overwrite pages, but for some first bytes."""
    with path.open("r+b") as file:
        for page in pages:
            file.seek(page * PAGE + after)
            file.write(b"\xa5" * (PAGE - after))


@contextmanager
def read_only(path: Path) -> Iterator[None]:
    """Let everybody read a file and nobody write it, in a directory where everybody may."""
    places = [path.parent, *path.parents[1:3]]
    modes = [place.stat().st_mode for place in places]
    for place in places:
        place.chmod(0o777)
    for file in path.parent.iterdir():
        file.chmod(0o666)
    path.chmod(0o444)
    try:
        yield
    finally:
        for place, mode in zip(places, modes, strict=True):
            place.chmod(mode)


@contextmanager
def full_disk(growing: Path) -> Iterator[None]:
    """Let no file grow beyond the length of one, as on a disk that is full."""
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (os.path.getsize(growing), most))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
