"""Streams: who holds how many, how they end, and clients that do not read."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import grpc
import pytest

from chinchon.v1.table_pb2 import AttachPoint, TableUpdate
from chinchon.v1.table_service_pb2 import KeepAliveRequest
from chinchon.v1.turn_service_pb2 import Attach, PlayRequest, PlayResponse
from service.api import turns
from service.watch import HEARTBEAT_AFTER, MAX_RESULTS, MAX_WAITING
from tests.service.clients import Client, PlayStream, Stream, refusal
from tests.service.conftest import Serve
from tests.service.worlds import MovableWorld

CONGA = {"preset": "RULE_PRESET_CONGA"}


async def test_a_seat_holds_four_streams_and_a_fifth_ends_the_oldest(client: Client) -> None:
    host, guest = await client.table(2, rules=CONGA)
    bystander = await guest.play()
    streams: list[Stream] = [await host.play(), await client.watch(host.table_id, credential=host.credential)]
    streams += [await host.play() for _ in range(2)]
    for stream in streams:
        await stream.until(2)
    fifth = await host.play()
    await fifth.until(2)
    assert await streams[0].end() is grpc.StatusCode.ABORTED
    await guest.act({"contribute_salt": {"salt": b"1"}})
    for stream in (*streams[1:], fifth, bystander):
        await stream.until(3)
    result = await fifth.act({"contribute_salt": {"salt": b"2"}})
    assert result.version == 4


async def test_streams_end_ok_when_the_table_is_closed_and_only_then(client: Client) -> None:
    host, guest = await client.table(2, rules=CONGA)
    streams = [await host.play(), await guest.play(), await client.watch(host.table_id)]
    for stream in streams:
        await stream.until(2)
    await host.close()
    for stream in streams:
        assert await stream.end() is grpc.StatusCode.OK
        assert stream.batches[-1].events[-1].HasField("table_closed")
    # Whoever comes later is told the end, and goes.
    late = await client.watch(host.table_id)
    assert await late.end() is grpc.StatusCode.OK
    assert [update.WhichOneof("update") for update in late.updates] == ["attached", "snapshot"]


async def test_a_client_that_only_stops_sending_goes_on_watching(client: Client) -> None:
    host, guest = await client.table(2, rules=CONGA)
    stream = await host.play()
    await stream.until(2)
    await stream.call.done_writing()
    await guest.act({"contribute_salt": {"salt": b"1"}})
    await stream.until(3)


async def test_streams_of_a_replaced_credential_end(client: Client) -> None:
    host, guest = await client.table(2, rules=CONGA)
    old = await guest.play()
    await old.until(2)
    other = await host.play()
    guest.credential = await guest.renew()
    assert (await old.refused()).reason == "TOKEN_EXPIRED"
    assert old.version == 3
    new = await guest.play(after=(3, old.batches[-1].batch_id))
    await guest.leave()
    assert await new.end() is grpc.StatusCode.UNAUTHENTICATED
    await other.until(4)


EMPTY = PlayRequest().SerializeToString()
PING = PlayRequest(ping={}).SerializeToString()
ACTION = PlayRequest(action={"action": {"draw_stock": {}}}).SerializeToString()
ATTACH = PlayRequest(attach=Attach(table_id="x")).SerializeToString()
GARBAGE = b"\xff\xff\xff"


@pytest.mark.parametrize(
    "messages",
    [[EMPTY], [PING], [ACTION], [GARBAGE], ["attach", ATTACH], ["attach", EMPTY], ["attach", GARBAGE]],
)
async def test_the_first_message_attaches_and_no_other_does(
    client: Client, messages: list[bytes | str]
) -> None:
    (host, _) = await client.table(2, rules=CONGA)
    raw = client.channel.stream_stream("/chinchon.v1.TurnService/Play")(metadata=host.metadata)
    attach = PlayRequest(attach=Attach(table_id=host.table_id)).SerializeToString()
    for message in messages:
        await raw.write(attach if message == "attach" else message)

    async def read_all() -> None:
        while await raw.read() is not grpc.aio.EOF:
            pass

    assert (await refusal(read_all())).reason == "INVALID_REQUEST"


async def test_a_client_that_never_attaches_is_sent_away(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    (host, _) = await client.table(2, rules=CONGA)
    monkeypatch.setattr(turns, "ATTACH_WITHIN", 0.05)
    stream = PlayStream(client.turns.Play(metadata=host.metadata))
    assert await stream.end() is grpc.StatusCode.INVALID_ARGUMENT


async def test_silence_is_broken_by_heartbeats(serve: Serve) -> None:
    client, world = await movable(serve)
    (host, _) = await client.table(2, rules=CONGA)
    streams: list[Stream] = [await host.play(), await client.watch(host.table_id)]
    for stream in streams:
        await stream.until(2)
        while not host_is_connected(stream):
            await stream.next()
    for _ in range(3):
        world.move(HEARTBEAT_AFTER * 1.1)
        for stream in streams:
            update = await stream.next()
            while update.WhichOneof("update") == "presence":
                update = await stream.next()
            assert (update.WhichOneof("update"), update.version) == ("heartbeat", 2)


async def test_a_ping_is_answered_at_once(client: Client) -> None:
    (host, _) = await client.table(2, rules=CONGA)
    stream = await host.play()
    await stream.until(2)
    await stream.ping()
    assert (await stream.next()).HasField("heartbeat")


async def test_presence_follows_streams_and_signs_of_life(serve: Serve) -> None:
    client, world = await movable(serve)
    host, guest = await client.table(2, rules=CONGA)
    watcher = await client.watch(host.table_id)
    await watcher.until(2)
    assert connected(watcher) == {0, 1}, "who just sat down was just heard from"
    stream = await guest.play()
    await stream.until(2)
    stream.call.cancel()
    await watcher.next()
    assert connected(watcher) == {0}, "the end of the last stream counts at once"
    await guest.call("KeepAlive", KeepAliveRequest(table_id=guest.table_id))
    await watcher.next()
    assert connected(watcher) == {0, 1}
    world.move(46)
    while connected(watcher) != set():
        await watcher.next()
    assert watcher.version == 2, "presence is no version"
    assert not any(seat.connected for seat in (await client.look(host.table_id)).seats)


async def test_a_client_that_never_reads_costs_a_bounded_amount(client: Client) -> None:
    # The transport alone takes megabytes before it holds a writer up, so here the reading end is the feed's own.
    host, guest = await client.table(2, rules=CONGA)
    app = client.server.app
    awake = await client.watch(host.table_id)
    await awake.until(2)
    viewer = app.tokens.read(guest.credential)
    position = await app.tables.position(host.table_id)
    async with app.streams.attached("Play", position, viewer, AttachPoint(), views=True) as deaf:
        for _ in range(2):
            assert await deaf.next() is not None  # attached, and the snapshot
        for number in range(2 * MAX_WAITING):
            await host.act({"contribute_salt": {"salt": number.to_bytes(2, "big")}})
            assert deaf.waiting == (number + 1 if number < MAX_WAITING else 0)
        # One snapshot stands for all that waited; then every version comes again.
        assert update_of(await deaf.next()).snapshot.version == 2 + 2 * MAX_WAITING
        await host.act({"contribute_salt": {"salt": b"one more"}})
        assert update_of(await deaf.next()).batch.version == 3 + 2 * MAX_WAITING
    await awake.until(3 + 2 * MAX_WAITING)
    assert len(awake.batches) == 1 + 2 * MAX_WAITING, "the others lost nothing"


async def test_results_wait_for_a_client_that_never_reads_but_only_some(client: Client) -> None:
    host, _ = await client.table(2, rules=CONGA)
    app = client.server.app
    position = await app.tables.position(host.table_id)
    async with app.streams.attached(
        "Play", position, app.tokens.read(host.credential), AttachPoint(), views=False
    ) as deaf:
        for _ in range(2):
            assert await deaf.next() is not None  # attached, and the snapshot
        answered = 0

        async def answer() -> None:
            nonlocal answered
            for number in range(2 * MAX_RESULTS):
                await host.act({"contribute_salt": {"salt": b"s"}})
                await deaf.answer(b"result %d" % number)
                answered += 1

        answering = app.world.spawn(answer(), "answer")
        await until(lambda: answered >= MAX_RESULTS - 1)
        await app.world.sleep(0.05)
        assert answered == MAX_RESULTS - 1, "the next action is not read before there is room"
        messages = [await deaf.next() for _ in range(4 * MAX_RESULTS)]
        await answering
        results = [message for message in messages if message and message.startswith(b"result")]
        assert results == [b"result %d" % number for number in range(2 * MAX_RESULTS)]
        versions = [update_of(message).version for message in messages if message not in results]
        assert versions == sorted(versions)


async def test_watchers_are_limited(serve: Serve) -> None:
    client = await serve(max_watchers=2)
    (host, _) = await client.table(2, rules=CONGA)
    streams = [await client.watch(host.table_id) for _ in range(2)]
    for stream in streams:
        await stream.until(2)
    refused = await (await client.watch(host.table_id)).refused()
    assert (refused.reason, refused.metadata) == ("LIMIT_REACHED", {"limit": "watchers"})
    streams[0].call.cancel()
    await until(lambda: len(client.server.app.hub.feeds(host.table_id)) == 1)
    await (await client.watch(host.table_id)).until(2)


async def movable(serve: Serve) -> tuple[Client, MovableWorld]:
    """Return a client of a server whose clock the test moves."""
    client = await serve(world_of=MovableWorld)
    world = client.server.app.world
    assert isinstance(world, MovableWorld)
    return client, world


async def until(true: Callable[[], bool]) -> None:
    """Let others work until something is so."""
    while not true():  # noqa: ASYNC110 - what happens in the server wakes nobody here
        await asyncio.sleep(0)


def update_of(message: bytes | None) -> TableUpdate:
    """Read a message of a feed."""
    assert message is not None
    return PlayResponse.FromString(message).update


def connected(stream: Stream) -> set[int]:
    """Return the seats that count as connected, by the last message that said so."""
    for update in reversed(stream.updates):
        seats = update.presence.seats if update.HasField("presence") else update.snapshot.seats
        if seats:
            return {seat.seat for seat in seats if seat.connected}
    raise LookupError


def host_is_connected(stream: Stream) -> bool:
    """Tell whether the stream knows that the host is there."""
    return 0 in connected(stream)
