"""A wall clock that is set ahead or back: nothing comes early by it, nothing is lost, nothing happens twice."""

from __future__ import annotations

import asyncio

from google.protobuf.duration_pb2 import Duration

from chinchon.v1.rules_pb2 import Rules
from chinchon.v1.table_pb2 import TableView
from tests.service.clients import Client, PlayStream, Seat
from tests.service.conftest import Serve
from tests.service.worlds import MovableWorld

TIMED = Rules(preset="RULE_PRESET_BARAJAMOS", turn_time=Duration(seconds=30))
HOUR = 3600.0


def world_of(client: Client) -> MovableWorld:
    world = client.server.app.world
    assert isinstance(world, MovableWorld)
    return world


async def look_around(client: Client) -> None:
    """Let the clock of the server come by, while next to no time passes."""
    for _ in range(5):
        world_of(client).move(0.2)
        await asyncio.sleep(0.02)


def deadline(view: TableView) -> int:
    return view.deadlines[0].at.ToMilliseconds()


async def timed_out(stream: PlayStream) -> int:
    """Return when the next turn timed out."""
    while True:
        update = await stream.next()
        if update.HasField("batch"):
            assert update.batch.events[0].HasField("turn_timed_out")
            return update.batch.time.ToMilliseconds()


async def test_a_clock_set_back_makes_no_deadline_early_and_loses_none(serve: Serve) -> None:
    client = await serve(MovableWorld)
    seats = await client.match(rules=TIMED)
    due = deadline(await seats[0].look())
    stream = await seats[0].play()
    world_of(client).jump(-HOUR)
    world_of(client).move(30)
    await look_around(client)
    assert (await seats[0].look()).version == 4
    world_of(client).move(HOUR)
    assert await timed_out(stream) >= due


async def test_a_clock_set_ahead_ends_each_running_turn_once(serve: Serve) -> None:
    client = await serve(MovableWorld)
    tables: list[list[Seat]] = [await client.match(rules=TIMED) for _ in range(5)]
    streams = [await seats[0].play() for seats in tables]
    before = [await seats[0].look() for seats in tables]
    world_of(client).jump(HOUR)
    times = await asyncio.gather(*map(timed_out, streams))
    assert all(time >= deadline(view) for time, view in zip(times, before, strict=True))
    await look_around(client)
    after = [await seats[0].look() for seats in tables]
    assert [view.version for view in after] == [5] * 5, "the turn after it has all its time"
    assert all(deadline(view) == time + 30_000 for view, time in zip(after, times, strict=True))


async def test_turns_taken_after_the_clock_was_set_back_count_from_then(serve: Serve) -> None:
    client = await serve(MovableWorld)
    seats = await client.match(rules=TIMED)
    view = await seats[0].look()
    world_of(client).jump(-HOUR)
    seat = seats[view.round.seat_on_turn]
    drawn = await seat.act({"draw_stock": {}})
    card = drawn.you.discard_options[0].card
    discarded = await seat.act({"discard": {"card": card}})
    stream = await seats[0].play()
    assert deadline(await seats[0].look()) == discarded.batch.time.ToMilliseconds() + 30_000
    world_of(client).move(30)
    assert await timed_out(stream) >= discarded.batch.time.ToMilliseconds() + 30_000


async def test_streams_presence_and_rates_do_not_notice(serve: Serve) -> None:
    client = await serve(MovableWorld, rate_limit=1, rate_burst=100)
    host, guest = await client.table(2, rules={"preset": "RULE_PRESET_CONGA"})
    stream = await guest.play()
    for seconds in (HOUR, -2 * HOUR):
        world_of(client).jump(seconds)
        await look_around(client)
        await stream.ping()
        while not (await stream.next()).HasField("heartbeat"):
            pass
        assert [seat.connected for seat in (await host.look()).seats[:2]] == [True, True]
