"""Tables do not pile up: the idle are closed, the closed are archived and deleted, all else stays."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import grpc
import pytest

from chinchon.v1.event_pb2 import CancelReason, TableCloseReason
from chinchon.v1.record_service_pb2 import GetRecordRequest, Record
from chinchon.v1.table_service_pb2 import CreateTableRequest
from engine.state import TableState
from service.archive import Archive
from service.janitor import EVERY
from service.records import document
from service.server import StartError
from service.store.base import StoreUnavailable
from tests.service.clients import Client, Seat, new_id, refusal
from tests.service.conftest import Serve
from tests.service.worlds import MovableWorld

HOUR = 3600.0
DAY = 24 * HOUR


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    return tmp_path / "archive"


@pytest.fixture
async def client(serve: Serve, archive: Path) -> Client:
    return await serve(MovableWorld, archive=str(archive))


def world_of(client: Client) -> MovableWorld:
    world = client.server.app.world
    assert isinstance(world, MovableWorld)
    return world


def done(client: Client, work: str) -> int:
    """How often the janitor did something."""
    value = client.server.app.metrics.registry.get_sample_value("chinchon_janitor_total", {"work": work})
    return int(value or 0)


async def pass_time(client: Client, seconds: float, until: Callable[[], bool]) -> None:
    """Let time pass, and rounds of the janitor, until something is so."""
    world_of(client).move(seconds)
    async with asyncio.timeout(20):
        while not until():
            world_of(client).move(EVERY)
            await asyncio.sleep(0.01)


async def rounds(client: Client, count: int = 3) -> None:
    """Let the janitor come by."""
    for _ in range(count):
        world_of(client).move(EVERY)
        await asyncio.sleep(0.05)


async def finished(client: Client) -> list[Seat]:
    """A table whose match was played to its end by agreement."""
    seats = await client.match(2, rules={"preset": "RULE_PRESET_CLUB"})
    await seats[0].act({"propose_end": {}})
    await seats[1].act({"answer_end": {"proposal_id": 1, "agree": True}})
    return seats


async def record(seat: Seat, match: int) -> Record:
    request = GetRecordRequest(table_id=seat.table_id, match=match)
    found: Record = (await seat.call("GetRecord", request)).record
    return found


def lines(archive: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for path in sorted(archive.iterdir()) for line in path.open()]


def records(archive: Path, place: Path) -> list[Record]:
    """What an archive holds, read the way that any record is read."""
    found = []
    for path in sorted(archive.iterdir()):
        for line in path.read_text().splitlines():
            (place / "one.json").write_text(line)
            found.append(document.read(place / "one.json"))
    return found


def put_in_the_way(archive: Path) -> None:
    archive.rmdir()
    archive.touch()


def take_out_of_the_way(archive: Path) -> None:
    archive.unlink()
    archive.mkdir()


async def test_an_idle_table_is_closed_and_its_match_cancelled(client: Client) -> None:
    lobby = await client.create()
    playing = (await client.match(3, rules={"connection_grace": {"seconds": 3600}}))[0]
    watcher = await client.watch(lobby.table_id)
    await watcher.until(1)

    await pass_time(client, DAY, until=lambda: done(client, "closed") == 2)

    assert await watcher.end() is grpc.StatusCode.OK, "as for every closed table"
    closed = watcher.batches[-1].events[-1].table_closed
    assert TableCloseReason.Name(closed.reason) == "TABLE_CLOSE_REASON_IDLE"
    view = await playing.look()
    assert (TableState(view.state), view.version) == (TableState.CLOSED, 5)
    assert CancelReason.Name(view.match_result.cancel_reason) == "CANCEL_REASON_IDLE"


async def test_a_table_where_something_happened_stays(client: Client) -> None:
    seats = await client.table(2, rules={"preset": "RULE_PRESET_CLUB"})
    world_of(client).move(DAY - HOUR)
    await seats[0].act({"contribute_salt": {"salt": b"salt"}})
    world_of(client).move(HOUR + 60)
    await rounds(client)
    assert (await seats[0].look()).version == 3
    assert done(client, "closed") == 0


async def test_a_closed_table_is_kept_then_archived_and_deleted(
    client: Client, archive: Path, tmp_path: Path
) -> None:
    seats = await finished(client)
    await seats[0].start()
    await seats[0].close()
    expected = [await record(seats[0], match) for match in (1, 2)]
    await rounds(client)
    assert (await seats[0].look()).version == 7, "it can still be looked at"

    await pass_time(client, 7 * DAY, until=lambda: done(client, "deleted") == 1)

    assert records(archive, tmp_path) == expected
    assert done(client, "archived") == 2
    assert (await refusal(seats[0].look())).reason == "TABLE_NOT_FOUND"
    assert (await client.server.app.world.store.count_tables())[TableState.CLOSED] == 0


async def test_open_tables_are_not_deleted_however_old(serve: Serve) -> None:
    client = await serve(MovableWorld, table_idle=100 * DAY)
    host = await client.create()
    await (await client.create()).close()
    await pass_time(client, 8 * DAY, until=lambda: done(client, "deleted") == 1)
    assert (await host.look()).version == 1


async def test_without_an_archive_tables_are_just_deleted(serve: Serve) -> None:
    client = await serve(MovableWorld)
    await (await finished(client))[0].close()
    await pass_time(client, 7 * DAY, until=lambda: done(client, "deleted") == 1)
    assert done(client, "archived") == 0


async def test_a_repeated_create_never_makes_its_table_twice(serve: Serve) -> None:
    client = await serve(MovableWorld, retention=60.0)
    request = CreateTableRequest(request_id=new_id(), display_name="Ana")
    created = await client.tables.CreateTable(request)
    await Seat(client, created.table_id, 0, created.credential, created.view).close()
    world_of(client).move(560)
    await rounds(client)
    assert (await client.tables.CreateTable(request)).table_id == created.table_id
    assert done(client, "deleted") == 0


async def test_nothing_is_deleted_that_was_not_archived(client: Client, archive: Path) -> None:
    await (await finished(client))[0].close()
    put_in_the_way(archive)
    await pass_time(client, 7 * DAY, until=lambda: done(client, "failed") > 0)
    assert done(client, "deleted") == 0

    take_out_of_the_way(archive)
    await pass_time(client, 0, until=lambda: done(client, "deleted") == 1)
    assert len(lines(archive)) == 1


async def test_a_crash_before_the_deletion_doubles_a_line_and_loses_none(
    client: Client, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await (await finished(client))[0].close()
    store = client.server.app.world.store

    async def crash(table_id: str) -> bool:
        raise StoreUnavailable("gone")

    with monkeypatch.context() as broken:
        broken.setattr(store, "delete", crash)
        await pass_time(client, 7 * DAY, until=lambda: done(client, "failed") == 1)
    await pass_time(client, 0, until=lambda: done(client, "deleted") == 1)
    first, *others = lines(archive)
    assert others
    assert all(other == first for other in others)


async def test_one_table_in_trouble_does_not_keep_the_others(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad, good = (await finished(client))[0], (await finished(client))[0]
    await bad.close()
    await good.close()
    store = client.server.app.world.store
    match_range = store.match_range

    async def unreadable(table_id: str, match: int) -> tuple[int, int | None] | None:
        if table_id == bad.table_id:
            raise StoreUnavailable("a damaged page")
        return await match_range(table_id, match)

    monkeypatch.setattr(store, "match_range", unreadable)
    await pass_time(client, 7 * DAY, until=lambda: done(client, "deleted") == 1)
    assert (await refusal(good.look())).reason == "TABLE_NOT_FOUND"
    assert (await bad.look()).version == 6


async def test_a_clock_that_is_set_ahead_closes_and_deletes_nothing(client: Client) -> None:
    host = await client.create()
    closed = await client.create()
    await closed.close()
    world_of(client).jump(30 * DAY)
    await rounds(client)
    assert (done(client, "closed"), done(client, "deleted")) == (0, 0)
    world_of(client).jump(-60 * DAY)
    await rounds(client)
    assert (done(client, "closed"), done(client, "deleted")) == (0, 0)
    assert (await host.look()).version == 1


async def test_an_archive_that_cannot_be_written_stops_the_server_at_start(serve: Serve) -> None:
    with pytest.raises(StartError, match=r"^CHINCHON_ARCHIVE: /dev/null cannot be written: "):
        await serve(archive="/dev/null/archive")


def test_what_a_crash_left_of_a_line_is_cut_off(archive: Path, tmp_path: Path) -> None:
    kept = Archive(archive)
    first, second = Record(table_id="a", match=1), Record(table_id="b", match=1)
    kept.append(first, now_ms=0)
    with (archive / "1970-01-01.jsonl").open("a") as file:
        file.write('{"format": "chinchon.rec')
    kept.append(second, now_ms=1)
    assert records(archive, tmp_path) == [first, second]


def test_each_day_has_its_file(archive: Path) -> None:
    kept = Archive(archive)
    for now_ms in (0, 86_399_999, 86_400_000):
        kept.append(Record(table_id="a", match=1), now_ms)
    assert {path.name: len(path.read_text().splitlines()) for path in archive.iterdir()} == {
        "1970-01-01.jsonl": 2,
        "1970-01-02.jsonl": 1,
    }
