"""Streams: who holds how many, how they end, and clients that do not read."""

from __future__ import annotations

import asyncio

import grpc
import pytest

from chinchon.v1.table_service_pb2 import KeepAliveRequest
from chinchon.v1.turn_service_pb2 import Attach, PlayRequest
from service.api import turns
from service.watch import HEARTBEAT_AFTER, MAX_WAITING
from tests.service.clients import Client, PlayStream, Stream, refusal_of
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
    with pytest.raises(grpc.aio.AioRpcError) as ended:
        while True:
            await old.next()
    assert refusal_of(ended.value).reason == "TOKEN_EXPIRED"
    assert old.version == 3
    new = await guest.play(after=(3, old.batches[-1].batch_id))
    await guest.leave()
    assert await new.end() is grpc.StatusCode.UNAUTHENTICATED
    await other.until(4)


@pytest.mark.parametrize(
    "messages",
    [
        [PlayRequest()],
        [PlayRequest(ping={})],
        [PlayRequest(action={"action": {"draw_stock": {}}})],
        ["attach", PlayRequest(attach=Attach(table_id="x"))],
        ["attach", PlayRequest()],
        ["attach", b"\xff\xff\xff"],
        [b"\xff\xff\xff"],
    ],
)
async def test_the_first_message_attaches_and_no_other_does(client: Client, messages: list[object]) -> None:
    (host, _) = await client.table(2, rules=CONGA)
    raw = client.channel.stream_stream("/chinchon.v1.TurnService/Play")(metadata=host.metadata)
    for message in messages:
        if message == "attach":
            message = PlayRequest(attach=Attach(table_id=host.table_id))
        await raw.write(message if isinstance(message, bytes) else message.SerializeToString())
    with pytest.raises(grpc.aio.AioRpcError) as ended:
        while await raw.read() is not grpc.aio.EOF:
            pass
    assert refusal_of(ended.value).reason == "INVALID_REQUEST"


async def test_a_client_that_never_attaches_is_sent_away(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
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
    host, guest = await client.table(2, rules=CONGA)
    # HTTP/2 alone would take megabytes before it holds a writer up; this client's window is small.
    narrow = Client(client.server, ("grpc.http2.bdp_probe", 0), ("grpc.http2.lookahead_bytes", 1))
    guest.client = narrow
    deaf = await guest.play(views=True)
    awake = await client.watch(host.table_id)
    await awake.until(2)
    (feed,) = (feed for feed in client.server.app.hub.feeds(host.table_id) if feed.seat == guest.index)
    waited = 0
    while waited <= feed.waiting or feed.waiting == MAX_WAITING:
        waited = feed.waiting
        assert waited <= MAX_WAITING
        version = (await host.act({"contribute_salt": {"salt": b"s" * 64}})).version
    assert waited == MAX_WAITING
    assert feed.waiting == 0
    await awake.until(version)
    assert len(awake.batches) == version - 2, "the others lost nothing"
    # Once it reads, it gets what was on its way, one snapshot for what was not, and goes on from there.
    await deaf.until(version)
    assert deaf.updates[-1].HasField("snapshot")
    assert len(deaf.batches) < version - 2
    await host.act({"contribute_salt": {"salt": b"one more"}})
    await deaf.until(version + 1)
    assert deaf.updates[-1].HasField("batch")
    await narrow.channel.close()


async def test_watchers_are_limited(serve: Serve) -> None:
    client = await serve(max_watchers=2)
    (host, _) = await client.table(2, rules=CONGA)
    streams = [await client.watch(host.table_id) for _ in range(2)]
    for stream in streams:
        await stream.until(2)
    third = await client.watch(host.table_id)
    with pytest.raises(grpc.aio.AioRpcError) as ended:
        await third.next()
    refused = refusal_of(ended.value)
    assert (refused.reason, refused.metadata) == ("LIMIT_REACHED", {"limit": "watchers"})
    streams[0].call.cancel()
    while len(client.server.app.hub.feeds(host.table_id)) > 1:
        await asyncio.sleep(0)
    await (await client.watch(host.table_id)).until(2)


async def movable(serve: Serve) -> tuple[Client, MovableWorld]:
    """Return a client of a server whose clock the test moves."""
    client = await serve(world_of=MovableWorld)
    world = client.server.app.world
    assert isinstance(world, MovableWorld)
    return client, world


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

