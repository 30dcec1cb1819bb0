"""A seat of the terminal clients: what it submits happens once, whatever becomes of its streams."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import grpc
import pytest

from chinchon.v1.action_pb2 import Action, DrawStockAction, OpenRoundAction
from chinchon.v1.event_pb2 import Event
from service.client.errors import Refused
from service.client.lobby import Lobby
from service.client.seat import Seat
from service.client.world import ClientWorld
from service.server import Server
from service.settings import Settings
from tests.service.clients import Client

DRAW = Action(draw_stock=DrawStockAction())


@asynccontextmanager
async def match(channel: grpc.aio.Channel) -> AsyncIterator[list[Seat]]:
    """Yield the seats of a match that has just begun; all of them are attached."""
    world = ClientWorld(seed=1)
    lobby = Lobby(channel, world)
    host = await lobby.create("club", 2, "Ana")
    guest = await lobby.join(host.view.invite_code, "Bruno")
    async with world.background(host.run(), guest.run()):
        await lobby.start(host)
        for seat in (host, guest):
            while not seat.view.HasField("round"):
                await seat.changed(seat.version)
        yield [host, guest]


def on_turn(seats: list[Seat]) -> Seat:
    return seats[seats[0].view.round.seat_on_turn]


def off_turn(seats: list[Seat]) -> Seat:
    return seats[1 - seats[0].view.round.seat_on_turn]


async def test_an_action_is_answered_after_the_table_has_moved_on(client: Client) -> None:
    async with match(client.channel) as seats:
        seat = on_turn(seats)
        before = seat.version
        assert await seat.submit(DRAW) == before + 1
        assert seat.version == before + 1
        assert len(seat.you.discard_options) == 8


async def test_everybody_sees_every_version_once(client: Client) -> None:
    async with match(client.channel) as seats:
        seen: list[int] = []
        watching = off_turn(seats)
        watching.on_update = lambda update: seen.extend([update.version] if update.HasField("batch") else [])
        version = await on_turn(seats).submit(DRAW)
        await watching.changed(version - 1)
        assert seen == [version]


async def test_a_refusal_says_why(client: Client) -> None:
    async with match(client.channel) as seats:
        seat = off_turn(seats)
        with pytest.raises(Refused) as refused:
            await seat.submit(DRAW)
        assert refused.value.reason == "NOT_YOUR_TURN"
        assert refused.value.code is grpc.StatusCode.FAILED_PRECONDITION
        assert refused.value.metadata["seat_on_turn"] == str(on_turn(seats).index)
        assert not refused.value.may_retry
        with pytest.raises(Refused, match="WRONG_PHASE"):
            await seats[0].submit(Action(open_round=OpenRoundAction(round=2)))


async def start_server(folder: Path, port: int) -> Server:
    """Start a server on a database that outlives it."""
    settings = Settings(
        listen=f"127.0.0.1:{port}",
        metrics_listen="",
        store=f"sqlite:///{folder}/chinchon.db",
        drain_seconds=0,
    )
    return await Server.start(settings, lambda: None)


async def test_what_is_submitted_while_the_server_is_away_happens_once_when_it_is_back(
    tmp_path: Path,
) -> None:
    async with AsyncExitStack() as stack:
        first = await start_server(tmp_path, 0)
        channel = await stack.enter_async_context(grpc.aio.insecure_channel(f"127.0.0.1:{first.port}"))
        seats = await stack.enter_async_context(match(channel))
        seat, events, connections = on_turn(seats), list[Event](), list[bool]()
        seat.on_update = lambda update: events.extend(update.batch.events)
        seat.on_connection = connections.append
        before = seat.version
        await first.close()
        submitted = asyncio.create_task(seat.submit(DRAW))
        second = await start_server(tmp_path, first.port)
        stack.push_async_callback(second.close)
        assert await submitted == before + 1
        assert [event.WhichOneof("kind") for event in events] == ["card_drawn", "cards_received"]
        assert connections == [False, True]


async def test_a_table_that_is_closed_ends_its_seats(client: Client) -> None:
    async with match(client.channel) as seats:
        await Lobby(client.channel, ClientWorld()).close(seats[0])
        for seat in seats:
            while not seat.ended:
                await seat.changed(seat.version)
            with pytest.raises(Refused, match="TABLE_CLOSED"):
                await seat.submit(DRAW)


async def test_a_stream_that_cannot_be_helped_ends_with_its_refusal(client: Client) -> None:
    lobby = Lobby(client.channel, ClientWorld())
    host = await lobby.create("club", 2, "Ana")
    stranger = Seat(client.channel, ClientWorld(), host.view, 0, "no credential")
    with pytest.raises(Refused, match="UNAUTHENTICATED"):
        await stranger.run()
    assert stranger.ended
