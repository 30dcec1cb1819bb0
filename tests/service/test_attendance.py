"""Players go away and come back: graces, cancelled matches, stand-ins, acting hosts, outages."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import grpc
import pytest
from google.protobuf.duration_pb2 import Duration

from chinchon.v1.action_pb2 import Action, DiscardAction, DrawStockAction, ProposeEndAction
from chinchon.v1.event_pb2 import EventBatch
from chinchon.v1.rules_pb2 import Rules
from chinchon.v1.table_pb2 import TableUpdate, TableView
from chinchon.v1.table_service_pb2 import AddBotRequest, KeepAliveRequest
from engine import actions as a
from engine.state import Table
from tests.service.clients import Client, PlayStream, Seat, Stream, new_id, refusal, refusal_of
from tests.service.conftest import Serve
from tests.service.worlds import MovableWorld

GRACE = 60


def world(client: Client) -> MovableWorld:
    found = client.server.app.world
    assert isinstance(found, MovableWorld)
    return found


async def until(stream: Stream, is_it: Callable[[TableUpdate], bool]) -> TableUpdate:
    while not is_it(update := await stream.next()):
        pass
    return update


def has(kind: str) -> Callable[[TableUpdate], bool]:
    return lambda update: any(event.HasField(kind) for event in update.batch.events)  # type: ignore[arg-type]


def is_away(seat: int) -> Callable[[TableUpdate], bool]:
    return lambda update: any(
        other.seat == seat and not other.connected and other.HasField("grace_left")
        for other in update.presence.seats
    )


async def playing(client: Client, **rules: object) -> tuple[list[Seat], list[PlayStream]]:
    seats = await client.match(rules=Rules(preset="RULE_PRESET_BARAJAMOS", **rules))  # type: ignore[arg-type]
    streams = [await seat.play() for seat in seats]
    for stream in streams:
        await until(stream, lambda update: update.HasField("snapshot"))
    return seats, streams


async def pass_time(client: Client, seconds: int, streams: list[PlayStream]) -> None:
    """Let time pass, while these streams ping as they should."""
    for _ in range(0, seconds, 15):
        for stream in streams:
            await stream.ping()
        await until(streams[0], lambda update: update.HasField("heartbeat"))
        world(client).move(15)
    for stream in streams:
        await stream.ping()


async def test_a_lost_connection_gets_a_grace_and_then_cancels_the_match(serve: Serve) -> None:
    client = await serve(MovableWorld)
    seats, streams = await playing(client)
    streams[2].call.cancel()

    told = await until(streams[0], is_away(2))
    left = next(seat.grace_left for seat in told.presence.seats if seat.seat == 2)
    assert 0 < left.ToMilliseconds() <= GRACE * 1000
    await pass_time(client, 45, streams[:2])
    assert (await seats[0].look()).state == 2
    await pass_time(client, 30, streams[:2])

    batch = (await until(streams[0], has("match_ended"))).batch
    result = next(event.match_ended.result for event in batch.events if event.HasField("match_ended"))
    assert (result.end, result.cancel_reason, result.caused_by) == (7, 2, 2)
    assert [standing.prize for standing in result.standings] == [0, 0, 0]
    view = await seats[0].look()
    assert (view.state, [seat.taken for seat in view.seats[:3]]) == (1, [True, True, True])


async def test_coming_back_restores_the_seat_and_ends_the_grace(serve: Serve) -> None:
    client = await serve(MovableWorld)
    seats, streams = await playing(client)
    hand = await cards(seats[2])
    streams[2].call.cancel()
    await until(streams[0], is_away(2))
    await pass_time(client, 45, streams[:2])

    streams[2] = await seats[2].play()
    attached = await streams[2].next()
    await until(streams[0], lambda update: update.HasField("presence") and update.presence.seats[2].connected)
    await pass_time(client, 75, streams)

    assert attached.attached.time_left[0].seat == 2
    assert await cards(seats[2]) == hand
    assert (await seats[0].look()).state == 2


async def cards(seat: Seat) -> list[int]:
    you = (await seat.look()).you
    return sorted([*you.loose, *(card for meld in you.melds for card in meld.cards)])


async def test_a_client_that_is_frozen_counts_as_gone_after_45_seconds(serve: Serve) -> None:
    client = await serve(MovableWorld)
    _, streams = await playing(client)

    await pass_time(client, 60, streams[:2])

    if not any(map(is_away(2), streams[0].updates)):
        await until(streams[0], is_away(2))
    assert not streams[2].call.done()


async def test_keep_alive_is_a_sign_of_life_beside_a_watching_stream(serve: Serve) -> None:
    client = await serve(MovableWorld)
    seats, streams = await playing(client)
    streams[2].call.cancel()
    await until(streams[0], is_away(2))

    await seats[2].call("KeepAlive", KeepAliveRequest(table_id=seats[2].table_id))

    await until(streams[0], lambda update: update.HasField("presence") and update.presence.seats[2].connected)


async def test_where_the_rules_say_so_a_bot_stands_in_until_the_player_returns(serve: Serve) -> None:
    client = await serve(MovableWorld, bot_delay=0.0)
    seats, streams = await playing(client, lost_connection="LOST_CONNECTION_BOT")
    streams[2].call.cancel()
    await until(streams[0], is_away(2))
    await pass_time(client, 60, streams[:2])

    await until(streams[0], has("bot_took_over"))
    view = await seats[0].look()
    assert view.seats[2].stand_in
    assert not view.seats[2].connected

    await seats[2].play()
    await until(streams[0], has("player_returned"))
    assert not (await seats[0].look()).seats[2].stand_in


async def test_a_host_replaces_only_a_player_whose_grace_is_over(serve: Serve) -> None:
    client = await serve(MovableWorld, bot_delay=0.0)
    seats, streams = await playing(client, lost_connection="LOST_CONNECTION_WAIT")
    assert await replaced(seats[0]) == "MATCH_RUNNING"
    streams[2].call.cancel()
    await until(streams[0], is_away(2))
    assert await replaced(seats[0]) == "MATCH_RUNNING"

    await pass_time(client, 60, streams[:2])

    assert await replaced(seats[1]) == "NOT_HOST"
    assert await replaced(seats[0]) == ""
    assert (await seats[0].look()).seats[2].stand_in


async def replaced(host: Seat) -> str:
    """Ask for a bot in the place of seat 2; return why not."""
    request = AddBotRequest(table_id=host.table_id, request_id=new_id(), level="BOT_LEVEL_EASY", seat=2)
    try:
        await host.call("AddBot", request)
    except grpc.aio.AioRpcError as error:
        return refusal_of(error).reason
    return ""


async def test_waiting_waits_but_not_for_a_match_that_everybody_left(serve: Serve) -> None:
    client = await serve(MovableWorld)
    seats, streams = await playing(client, lost_connection="LOST_CONNECTION_WAIT")
    streams[2].call.cancel()
    await until(streams[0], is_away(2))
    await pass_time(client, 90, streams[:2])
    assert (await seats[0].look()).state == 2

    spectator = await client.watch(seats[0].table_id)
    for stream in streams[:2]:
        stream.call.cancel()
    await until(spectator, is_away(0))
    await until(spectator, is_away(1))
    world(client).move(GRACE)

    batch = (await until(spectator, has("match_ended"))).batch
    assert batch.events[-1].match_ended.result.cancel_reason == 3


async def test_another_acts_as_host_while_the_host_is_away(serve: Serve) -> None:
    client = await serve()
    host, *guests = await client.table(3)
    streams = [await seat.play() for seat in (host, *guests)]
    for stream in streams:
        await until(stream, lambda update: update.HasField("snapshot"))
    streams[0].call.cancel()

    await until(streams[1], has("acting_host_changed"))
    view = await guests[0].look()
    assert [(seat.host, seat.acting_host) for seat in view.seats[:2]] == [(True, False), (False, True)]
    assert (await guests[0].start()).match == 1


async def test_the_host_is_host_again_when_it_returns(serve: Serve) -> None:
    client = await serve()
    host, *guests = await client.table(3)
    streams = [await seat.play() for seat in (host, *guests)]
    for stream in streams:
        await until(stream, lambda update: update.HasField("snapshot"))
    streams[0].call.cancel()
    await until(streams[1], has("acting_host_changed"))

    await host.play()

    await until(streams[1], has("acting_host_changed"))
    assert not any(seat.acting_host for seat in (await guests[0].look()).seats)


async def test_a_grace_survives_a_restart_and_gets_the_outage_back(serve: Serve) -> None:
    first = await serve(MovableWorld)
    seats, streams = await playing(first)
    streams[2].call.cancel()
    await until(streams[0], is_away(2))
    await pass_time(first, 30, streams[:2])
    ahead = world(first).ahead

    second = await serve(lambda store: MovableWorld(store, ahead + 600))
    for seat in seats:
        seat.client = second
    streams = [await seat.play() for seat in seats[:2]]
    attached = (await streams[0].next()).attached

    left = {time.seat: time.left.ToMilliseconds() for time in attached.time_left}
    assert 25_000 < left[2] <= 30_500


async def test_a_turn_clock_gets_the_outage_back_as_an_event(serve: Serve) -> None:
    first = await serve(MovableWorld)
    seats, _ = await playing(first, turn_time=Duration(seconds=30))
    before = (await seats[0].look()).deadlines[0].at.ToMilliseconds()
    ahead = world(first).ahead

    second = await serve(lambda store: MovableWorld(store, ahead + 600))
    for seat in seats:
        seat.client = second
    stream = await seats[0].play()
    batch = (await until(stream, has("deadline_extended"))).batch
    extended = batch.events[0].deadline_extended
    assert 590_000 < extended.extension.ToMilliseconds() < 610_000
    assert extended.deadline.ToMilliseconds() == before + extended.extension.ToMilliseconds()
    assert (await seats[0].look()).round.turns_played == 0

    world(second).move(31)
    assert has("turn_timed_out")(await until(stream, lambda update: update.HasField("batch")))


@pytest.mark.parametrize("level", ["BOT_LEVEL_EASY", "BOT_LEVEL_NORMAL", "BOT_LEVEL_HARD"])
@pytest.mark.parametrize("preset", ["RULE_PRESET_BARAJAMOS", "RULE_PRESET_CLUB"])
async def test_one_person_plays_a_match_against_bots(serve: Serve, level: str, preset: str) -> None:
    client = await serve(bot_delay=0.0, bot_samples=2)
    rules = Rules(preset=preset, points_limit=20, close_max_points=15, showdown_window=Duration(seconds=3))
    host = await client.create(rules=rules, seats=3, bots=[level, level])
    stream = await host.play()
    await host.start()

    async with asyncio.timeout(50):
        while (view := await host.look()).state == 2:
            await play_on(host, view)

    assert view.match_result.end in range(1, 7)
    assert [seat.display_name for seat in view.seats] == ["Ana", "Bot 1", "Bot 2"]
    stream.call.cancel()


async def play_on(host: Seat, view: TableView) -> None:
    """Do something that the table waits for, closing where it may; or let the bots play."""
    if not view.you.awaited:
        await asyncio.sleep(0.01)
        return
    legal = [legal.action for legal in view.you.legal_actions if not legal.false_close]
    wanted = ("close", "expose_meld", "pass_lay_off", "open_round", "draw_stock", "discard", "end_exposing")
    chosen = next(
        (action for kind in wanted for action in legal if action.WhichOneof("kind") == kind), legal[0]
    )
    await host.act(chosen)


def discard_of(batch: EventBatch) -> Action:
    drawn = next(event.cards_received.cards[0] for event in batch.events if event.HasField("cards_received"))
    return Action(discard=DiscardAction(card=drawn))


async def test_a_match_of_bots_goes_on_after_a_restart(serve: Serve) -> None:
    first = await serve(bot_delay=0.3)
    host = await first.create(rules=Rules(preset="RULE_PRESET_BARAJAMOS"), seats=3, bots=[2, 2])
    await host.play()
    await host.start()
    view = await host.look()
    if view.round.seat_on_turn == 0:
        drawn = await host.act(Action(draw_stock=DrawStockAction()))
        await host.act(discard_of(drawn.batch))
    turns = (await host.look()).round.turns_played

    host.client = await serve(bot_delay=0.0)
    stream = await host.play(views=True)

    async with asyncio.timeout(10):
        await until(stream, lambda update: update.view.round.turns_played > turns)


async def test_the_rules_say_how_long_a_grace_is(serve: Serve) -> None:
    client = await serve(MovableWorld)
    seats, streams = await playing(client, connection_grace=Duration(seconds=5))
    streams[2].call.cancel()
    told = await until(streams[0], is_away(2))
    assert told.presence.seats[2].grace_left.ToMilliseconds() <= 5_000

    world(client).move(5)

    await until(streams[0], has("match_ended"))
    assert (await seats[0].look()).match_result.caused_by == 2


async def test_a_bot_that_others_were_faster_than_looks_again(serve: Serve) -> None:
    client = await serve(bot_delay=0.0)
    host = await client.create(rules=Rules(preset="RULE_PRESET_CLUB"), seats=3, bots=[1])
    guest = await client.join(invite_code=host.view.invite_code)
    thinker = client.server._thinker
    really, overtaken = thinker.action, []

    async def too_late(table: Table, seat: int, seed: bytes) -> a.Action | None:
        if not overtaken:
            overtaken.append(seat)
            await host.act(Action(propose_end=ProposeEndAction()))
            return a.AnswerEnd(99, agree=True)
        return await really(table, seat, seed)

    thinker.action = too_late  # type: ignore[method-assign]
    stream = await guest.play()
    await host.start()
    for seat in (guest, host):  # whoever leads, until the bot is on turn
        if (await seat.look()).round.seat_on_turn == seat.index:
            drawn = await seat.act(Action(draw_stock=DrawStockAction()))
            await seat.act(discard_of(drawn.batch))

    async with asyncio.timeout(10):
        await until(
            stream,
            lambda update: any(
                event.card_discarded.seat == 1 and event.HasField("card_discarded")
                for event in update.batch.events
            ),
        )
    assert overtaken == [1]


async def test_renewing_again_and_again_leaves_one_sign_of_life_and_old_tokens_none(client: Client) -> None:
    host = await client.create()
    old = host.credential
    for _ in range(20):
        host.credential = await host.renew()
    assert len(client.server.app.hub._presence._heard) == 1
    assert (await host.look()).seats[0].connected

    host.credential, new = old, host.credential
    assert (await refusal(host.leave())).reason == "TOKEN_EXPIRED"
    host.credential = new
    assert (await host.look()).seats[0].connected
