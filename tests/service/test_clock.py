"""Clocks and windows: due deadlines become actions, once, never early, also after a restart."""

from __future__ import annotations

from google.protobuf.duration_pb2 import Duration

from chinchon.v1.action_pb2 import Action, DrawDiscardAction
from chinchon.v1.event_pb2 import EventBatch
from chinchon.v1.rules_pb2 import Rules
from tests.service.clients import PlayStream
from tests.service.conftest import Serve
from tests.service.worlds import MovableWorld

TIMED = Rules(preset="RULE_PRESET_BARAJAMOS", turn_time=Duration(seconds=5))


def kinds(batch: EventBatch) -> list[str | None]:
    return [event.WhichOneof("kind") for event in batch.events]


async def next_batch(stream: PlayStream) -> EventBatch:
    while True:
        update = await stream.next()
        if update.HasField("batch"):
            return update.batch


def world_of(serve_result: object) -> MovableWorld:
    world = serve_result.server.app.world  # type: ignore[attr-defined]
    assert isinstance(world, MovableWorld)
    return world


async def test_a_turn_clock_draws_and_throws_the_card_away(serve: Serve) -> None:
    client = await serve(MovableWorld)
    seats = await client.match(rules=TIMED)
    stream = await seats[0].play()
    attached, snapshot = await stream.next(), (await stream.next()).snapshot
    on_turn = snapshot.round.seat_on_turn
    assert attached.attached.time_left[0].seat == on_turn
    assert 0 < attached.attached.time_left[0].left.ToMilliseconds() <= 5000

    world_of(client).move(5)
    batch = await next_batch(stream)

    assert kinds(batch)[:3] == ["turn_timed_out", "card_drawn", "card_discarded"]
    assert batch.events[0].turn_timed_out.seat == on_turn
    assert batch.time.ToMilliseconds() >= snapshot.deadlines[0].at.ToMilliseconds()
    assert (await seats[0].look()).round.turns_played == 1


async def test_a_turn_clock_does_not_stop_at_the_draw_and_never_closes(serve: Serve) -> None:
    client = await serve(MovableWorld)
    seats = await client.match(rules=TIMED)
    view = await seats[0].look()
    seat = seats[view.round.seat_on_turn]
    taken = await seat.act(Action(draw_discard=DrawDiscardAction()))
    fewest = min(option.points for option in taken.you.discard_options)

    stream = await seat.play()
    world_of(client).move(5)
    batch = await next_batch(stream)

    assert kinds(batch)[:2] == ["turn_timed_out", "card_discarded"]
    assert (await seat.look()).you.loose_points == fewest


async def test_the_server_opens_rounds_by_itself_where_the_rules_say_so(serve: Serve) -> None:
    client = await serve(MovableWorld)
    rules = Rules(
        preset="RULE_PRESET_BARAJAMOS",
        turn_time=Duration(seconds=5),
        round_turn_limit=100,
        next_round="NEXT_ROUND_AUTOMATIC",
        next_round_delay=Duration(seconds=30),
        points_limit=1000,
        connection_grace=Duration(seconds=3600),
    )
    seats = await client.match(rules=rules)
    stream = await seats[1].play()
    world = world_of(client)
    while "round_scored" not in kinds(batch := await _after(stream, world, 5)):
        assert kinds(batch)[0] == "turn_timed_out"

    batch = await _after(stream, world, 30)

    assert kinds(batch)[0] == "round_dealt"
    assert (await seats[1].look()).round.round == 2


async def _after(stream: PlayStream, world: MovableWorld, seconds: float) -> EventBatch:
    world.move(seconds)
    return await next_batch(stream)


async def test_a_deadline_survives_a_restart(serve: Serve) -> None:
    seats = await (await serve(MovableWorld)).match(rules=TIMED)

    second = await serve(MovableWorld)
    for seat in seats:
        seat.client = second
    stream = await seats[0].play()
    world_of(second).move(6)

    assert kinds(await next_batch(stream))[0] == "turn_timed_out"
