"""Streams that continue where another one stopped, or that get a snapshot instead."""

from __future__ import annotations

import random

import pytest

from chinchon.v1.record_service_pb2 import ListEventsRequest
from chinchon.v1.table_pb2 import TableUpdate
from service.watch import MAX_WAITING
from tests.service.clients import Client, PlayStream, Seat, moves


async def test_a_stream_resumed_after_any_version_is_the_live_stream(client: Client) -> None:
    seats = await client.match(3)
    live = [await seat.play(views=True) for seat in seats]
    await play(live, 40, random.Random(3))
    watcher = await client.watch(seats[0].table_id, views=True)
    await watcher.until(live[0].version)
    for index, seat in enumerate(seats):
        told = {update.version: update for update in live[index].updates if update.HasField("batch")}
        attached_at = min(told) - 1
        points = [(attached_at, live[index].updates[1].snapshot.batch_id)]
        points += [(version, update.batch.batch_id) for version, update in told.items()]
        for version, batch_id in points:
            resumed = await seat.play(after=(version, batch_id), views=True)
            await caught_up(resumed)
            assert not any(update.HasField("snapshot") for update in resumed.updates)
            again = [update for update in resumed.updates if update.HasField("batch")]
            assert [content(update) for update in again] == [
                content(told[later]) for later in sorted(told) if later > version
            ]
            resumed.call.cancel()


async def test_resuming_from_the_first_version_brings_the_whole_table(client: Client) -> None:
    seats = await client.match(3)
    streams = [await seat.play() for seat in seats]
    await play(streams, 80, random.Random(4))
    # 80 moves lie beyond two snapshots of the store.
    first = await client.watch(seats[0].table_id)
    await first.until(1)
    events = (await seats[0].call("ListEvents", list_request(seats[0]))).batches
    watcher = await client.watch(seats[0].table_id, after=(1, events[0].batch_id))
    await watcher.until(streams[0].version)
    assert [batch.version for batch in watcher.batches] == list(range(2, streams[0].version + 1))
    assert watcher.updates[0].attached.version == streams[0].version
    assert watcher.updates[0].version == 1


@pytest.mark.parametrize("after", [(0, 0), (-5, 1), (2, 12345), (10**6, 1), (0, 77)])
async def test_a_point_that_is_not_in_the_log_gets_a_snapshot(client: Client, after: tuple[int, int]) -> None:
    seats = await client.match(3)
    for stream in (await seats[0].play(after=after), await client.watch(seats[0].table_id, after=after)):
        attached, snapshot = await stream.next(), await stream.next()
        assert attached.attached.version == attached.version == 4
        assert snapshot.snapshot.version == 4


async def test_whoever_missed_too_much_gets_a_snapshot(client: Client) -> None:
    seats = await client.table(2, rules={"preset": "RULE_PRESET_CONGA"})
    events = (await seats[0].call("ListEvents", list_request(seats[0]))).batches
    for number in range(MAX_WAITING + 1):
        await seats[0].act({"contribute_salt": {"salt": number.to_bytes(2, "big")}})
    tail = (await seats[0].call("ListEvents", list_request(seats[0], after_version=2))).batches
    far = await client.watch(seats[0].table_id, after=(2, events[1].batch_id))
    near = await client.watch(seats[0].table_id, after=(3, tail[0].batch_id))
    await far.until(2 + MAX_WAITING + 1)
    await near.until(2 + MAX_WAITING + 1)
    assert [update.WhichOneof("update") for update in far.updates] == ["attached", "snapshot"]
    assert len(near.batches) == MAX_WAITING


async def test_nothing_missed_needs_no_snapshot(client: Client) -> None:
    seats = await client.match(3)
    view = await seats[0].look()
    stream = await seats[0].play(after=(view.version, view.batch_id))
    await caught_up(stream)
    assert {update.WhichOneof("update") for update in stream.updates} == {"attached", "presence", "heartbeat"}


def content(update: TableUpdate) -> bytes:
    """Return an update without the clock, and without who was connected when the view was made."""
    copy = TableUpdate.FromString(update.SerializeToString())
    copy.ClearField("server_time")
    for seat in copy.view.seats:
        seat.ClearField("connected")
    return copy.SerializeToString(deterministic=True)


async def caught_up(stream: PlayStream) -> None:
    """Read until the server has told all it has."""
    await stream.ping()
    while not (await stream.next()).HasField("heartbeat"):
        pass


async def play(streams: list[PlayStream], count: int, choices: random.Random) -> None:
    """Play some random moves."""
    for stream in streams:
        await stream.until(1)
    for _ in range(count):
        stream, you = next((stream, stream.you) for stream in streams if moves(stream.you))
        result = await stream.act(choices.choice(moves(you)))
        for other in streams:
            await other.until(result.version)


def list_request(seat: Seat, **fields: int) -> ListEventsRequest:
    """Ask for the batches of a table."""
    return ListEventsRequest(table_id=seat.table_id, **fields)
