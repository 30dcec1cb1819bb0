"""Whole matches through the real server, call by call and on streams."""

from __future__ import annotations

import random
from itertools import pairwise

from chinchon.v1.table_pb2 import TableState, TableUpdate, TableView
from tests.service.clients import Client, PlayStream, moves

QUICK = {"points_limit": 12, "close_max_points": 10, "reentry": "REENTRY_NONE"}
"""Rules under which even random players are done soon."""


async def test_a_match_played_action_by_action(client: Client) -> None:
    seats = await client.match(3, rules=QUICK)
    choices = random.Random(1)
    view = await seats[0].look()
    while view.state == TableState.TABLE_STATE_PLAYING:
        version = view.version
        looks = [(seat, (await seat.look()).you) for seat in seats]
        seat, you = next((seat, you) for seat, you in looks if moves(you))
        answer = await seat.act(choices.choice(moves(you)), expected_version=version)
        assert answer.version == answer.batch.version == version + 1
        view = await seats[0].look()
        assert view.version == answer.version
        assert answer.you == (await seat.look()).you
    assert view.match_result.match == 1
    assert sum(standing.winner for standing in view.match_result.standings) <= 1
    assert (await seats[0].start()).match == 2


async def test_a_match_played_on_streams(client: Client) -> None:
    seats = await client.match(3, rules=QUICK)
    streams = [await seat.play(views=True) for seat in seats]
    watcher = await client.watch(seats[0].table_id)
    await play_to_the_end(streams, random.Random(2))
    last = streams[0].version
    for stream in (*streams[1:], watcher):
        await stream.until(last)
    for stream in streams:
        check_order(stream.updates)
        # Results come after the update of the version that they made.
        assert not [result for result in stream.results if result.HasField("error")]
        # The view that came with each batch is what a client that looks then would have seen.
        assert last_view(stream.updates) == (await seats[streams.index(stream)].look())
    # Everybody got the same, but for what is theirs alone.
    for stream in streams:
        assert [public(batch) for batch in stream.batches] == [public(batch) for batch in watcher.batches]


async def test_what_a_seat_learns_is_its_own_cards_only(client: Client) -> None:
    seats = await client.table(3, rules=QUICK)
    streams = [await seat.play() for seat in seats]
    await seats[0].start()
    for stream in streams:
        await stream.until(4)
    hands = [
        [
            list(event.cards_received.cards)
            for event in stream.batches[-1].events
            if event.HasField("cards_received")
        ]
        for stream in streams
    ]
    assert all(len(received) == 1 and len(received[0]) == 7 for received in hands)
    for stream, received in zip(streams, hands, strict=True):
        shown = [card for meld in stream.you.melds for card in meld.cards] + list(stream.you.loose)
        assert sorted(shown) == sorted(received[0])
    assert streams[0].batches[-1].SerializeToString() not in {
        stream.batches[-1].SerializeToString() for stream in streams[1:]
    }


async def test_actions_may_follow_attach_at_once(client: Client) -> None:
    seats = await client.match(3)
    on_turn = (await seats[0].look()).round.seat_on_turn
    stream = await seats[on_turn].play()
    result = await stream.act({"draw_stock": {}})
    assert result.version == 5
    kinds = [update.WhichOneof("update") for update in stream.updates]
    assert kinds[:2] == ["attached", "snapshot"]
    assert max(update.version for update in stream.updates) == 5


async def test_a_refused_action_does_not_end_the_stream(client: Client) -> None:
    seats = await client.match(3)
    on_turn = (await seats[0].look()).round.seat_on_turn
    stream = await seats[(on_turn + 1) % 3].play()
    refused = await stream.act({"draw_stock": {}})
    assert (refused.error.reason, refused.version) == (11, 0)
    assert refused.error.metadata["seat_on_turn"] == str(on_turn)
    assert refused.error.rejection.version == 4
    await stream.ping()
    while (await stream.next()).WhichOneof("update") != "heartbeat":
        pass


async def play_to_the_end(streams: list[PlayStream], choices: random.Random) -> None:
    """Play random legal actions until the match is over."""
    for stream in streams:
        await stream.until(1)
    while True:
        stream, you = next((stream, stream.you) for stream in streams if moves(stream.you))
        result = await stream.act(choices.choice(moves(you)))
        assert not result.HasField("error"), result
        assert stream.version >= result.version
        for other in streams:
            await other.until(result.version)
        if any(event.HasField("match_ended") for event in stream.batches[-1].events):
            return


def check_order(updates: list[TableUpdate]) -> None:
    """The first message is `attached`; then each version comes once, without gaps."""
    assert updates[0].HasField("attached")
    versions = [
        update.version for update in updates if update.HasField("batch") or update.HasField("snapshot")
    ]
    assert all(after == before + 1 for before, after in pairwise(versions))


def last_view(updates: list[TableUpdate]) -> TableView:
    """Return the view of the last batch."""
    return next(update.view for update in reversed(updates) if update.HasField("view"))


def public(batch: object) -> bytes:
    """Return a batch without what only its receiver may see."""
    copy = type(batch).FromString(batch.SerializeToString())  # type: ignore[attr-defined]
    kept = [event for event in copy.events if not event.HasField("cards_received")]
    del copy.events[:]
    copy.events.extend(kept)
    return bytes(copy.SerializeToString())
