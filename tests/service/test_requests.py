"""Requests that are repeated, come late or race: each is done once, or not at all."""

from __future__ import annotations

import asyncio
import contextlib

import grpc
import pytest

from chinchon.v1.record_service_pb2 import ListEventsRequest
from chinchon.v1.table_service_pb2 import (
    CloseTableRequest,
    CreateTableRequest,
    JoinTableRequest,
    StartMatchRequest,
)
from tests.service.clients import Client, Seat, moves, new_id, refusal
from tests.service.conftest import Serve
from tests.service.worlds import MovableWorld

DRAW = {"draw_stock": {}}


async def test_a_repeat_gets_the_first_answer(client: Client) -> None:
    seats = await client.match(3)
    seat = await on_turn(seats)
    again = new_id()
    first = await seat.act(DRAW, request_id=again, expected_version=4)
    assert first.version == 5
    # A repeat is looked up before the version is compared and before the rules are asked.
    assert await seat.act(DRAW, request_id=again, expected_version=4) == first
    # Whatever happened since: the batch is the first one, what the seat may do is of now.
    discard = await seat.act(moves(first.you)[0])
    repeat = await seat.act(DRAW, request_id=again, expected_version=4)
    assert (repeat.version, repeat.batch) == (first.version, first.batch)
    assert repeat.you == discard.you != first.you


async def test_a_repeat_on_a_stream_and_by_call_are_the_same_request(client: Client) -> None:
    seats = await client.match(3)
    seat, again = await on_turn(seats), new_id()
    stream = await seat.play()
    assert (await stream.act(DRAW, request_id=again)).version == 5
    assert (await seat.act(DRAW, request_id=again)).version == 5
    stream.results.clear()
    assert (await stream.act(DRAW, request_id=again)).version == 5
    assert (await seat.look()).version == 5


async def test_the_card_of_a_repeated_draw_is_shown_again_to_its_seat_only(client: Client) -> None:
    seats = await client.match(3)
    seat, again = await on_turn(seats), new_id()
    first = await seat.act(DRAW, request_id=again)
    (card,) = first.batch.events[-1].cards_received.cards
    assert (await seat.act(DRAW, request_id=again)).batch.events[-1].cards_received.cards == [card]
    other = next(other for other in seats if other is not seat)
    assert (await refusal(other.act(DRAW, request_id=again))).reason == "REQUEST_ID_REUSED"


async def test_another_content_under_the_same_id_is_refused(client: Client) -> None:
    seats = await client.match(3)
    seat, again = await on_turn(seats), new_id()
    await seat.act(DRAW, request_id=again)
    refused = await refusal(seat.act({"draw_discard": {}}, request_id=again))
    assert (refused.code, refused.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "REQUEST_ID_REUSED")
    assert refused.metadata == {"request_id": again}


async def test_rejections_are_not_remembered(client: Client) -> None:
    seats = await client.match(3)
    seat = await on_turn(seats)
    late = seats[(seat.index + 1) % 3]
    again = new_id()
    assert (await refusal(late.act(DRAW, request_id=again))).reason == "NOT_YOUR_TURN"
    drawn = await seat.act(DRAW)
    await seat.act(moves(drawn.you)[0])
    assert (await late.act(DRAW, request_id=again)).version == 7


async def test_validate_only_says_yes_or_no_and_shows_nothing(client: Client) -> None:
    seats = await client.match(3)
    seat = await on_turn(seats)
    other = seats[(seat.index + 1) % 3]
    yes = await seat.act(DRAW, validate_only=True)
    assert (yes.version, yes.batch.version, yes.HasField("you")) == (4, 0, False)
    assert (await refusal(other.act(DRAW, validate_only=True))).reason == "NOT_YOUR_TURN"
    assert (await seat.look()).version == 4
    # It leaves its id free, and says so of an id that is not.
    again = new_id()
    await seat.act(DRAW, request_id=again, validate_only=True)
    await seat.act(DRAW, request_id=again)
    refused = await refusal(seat.act({"draw_discard": {}}, request_id=again, validate_only=True))
    assert refused.reason == "REQUEST_ID_REUSED"


async def test_an_older_version_is_refused_with_what_helps(client: Client) -> None:
    seats = await client.match(3)
    seat = await on_turn(seats)
    refused = await refusal(seat.act(DRAW, expected_version=3))
    assert (refused.code, refused.reason) == (grpc.StatusCode.ABORTED, "STALE_VERSION")
    assert refused.metadata == {"version": "4", "expected_version": "3"}
    assert refused.rejection is not None
    assert refused.rejection.version == 4
    assert refused.rejection.you == (await seat.look()).you
    assert (await refusal(seats[0].start(expected_version=1))).reason in ("STALE_VERSION", "MATCH_RUNNING")


async def test_answers_that_several_seats_give_at_once_ignore_the_version(client: Client) -> None:
    rules = {"preset": "RULE_PRESET_CLUB"}
    seats = await client.match(3, rules=rules)
    proposed = await seats[0].act({"propose_end": {}}, expected_version=4)
    answers = await asyncio.gather(
        *(
            seat.act({"answer_end": {"proposal_id": 1, "agree": True}}, expected_version=proposed.version)
            for seat in seats[1:]
        )
    )
    assert sorted(answer.version for answer in answers) == [6, 7]


async def test_of_two_clients_that_race_one_wins(client: Client) -> None:
    seats = await client.match(3)
    seat = await on_turn(seats)
    other = Client(client.server)
    twin = Seat(other, seat.table_id, seat.index, seat.credential, seat.view)
    outcomes = await asyncio.gather(
        *(each.act(DRAW, expected_version=4) for each in (seat, twin, seat, twin)), return_exceptions=True
    )
    won = [outcome for outcome in outcomes if not isinstance(outcome, BaseException)]
    lost = [outcome for outcome in outcomes if isinstance(outcome, grpc.aio.AioRpcError)]
    assert len(won) == 1
    assert [error.code() for error in lost] == [grpc.StatusCode.ABORTED] * 3
    assert (await seat.look()).version == 5
    await other.channel.close()


async def test_a_call_that_gives_up_does_not_keep_its_commit_from_being_told(client: Client) -> None:
    seats = await client.table(2, rules={"preset": "RULE_PRESET_CONGA"})
    watcher = await client.watch(seats[0].table_id)
    await watcher.until(2)
    request = StartMatchRequest(table_id=seats[0].table_id, request_id=new_id())
    with contextlib.suppress(grpc.aio.AioRpcError):
        await client.tables.StartMatch(request, metadata=seats[0].metadata, timeout=0.002)
    repeated = await client.tables.StartMatch(request, metadata=seats[0].metadata)
    await watcher.until(repeated.version)
    assert repeated.version == 3


async def test_a_repeated_create_finds_its_table(client: Client) -> None:
    request = CreateTableRequest(request_id=new_id(), display_name="Ana")
    first = await client.tables.CreateTable(request)
    again = await client.tables.CreateTable(request)
    assert (again.table_id, again.seat, again.credential) == (first.table_id, first.seat, first.credential)
    assert again.view.invite_code == first.view.invite_code
    other = CreateTableRequest(request_id=request.request_id, display_name="Eva")
    assert (await refusal(client.tables.CreateTable(other))).reason == "REQUEST_ID_REUSED"


async def test_a_repeated_join_finds_its_seat(client: Client) -> None:
    host = await client.create()
    by_id = JoinTableRequest(request_id=new_id(), table_id=host.table_id, display_name="Bea")
    by_code = JoinTableRequest(
        request_id=by_id.request_id, invite_code=host.view.invite_code, display_name="Bea"
    )
    first = await client.tables.JoinTable(by_id)
    again = await client.tables.JoinTable(by_code)
    assert (again.seat, again.credential, again.version) == (1, first.credential, 2)
    bea = Seat(client, host.table_id, 1, first.credential, first.view)
    # After a renewal the same person gets the credential of now.
    renewed = await bea.renew()
    assert (await client.tables.JoinTable(by_id)).credential == renewed
    # Once the seat was given up, nobody gets it by an old request.
    bea.credential = renewed
    await bea.leave()
    assert (await refusal(client.tables.JoinTable(by_id))).reason == "REQUEST_ID_REUSED"
    await client.join(table_id=host.table_id, display_name="Caro")
    assert (await refusal(client.tables.JoinTable(by_id))).reason == "REQUEST_ID_REUSED"


async def test_the_request_id_of_a_join_is_honoured_for_ten_minutes(serve: Serve) -> None:
    client = await serve(world_of=MovableWorld)
    world = client.server.app.world
    assert isinstance(world, MovableWorld)
    request = CreateTableRequest(request_id=new_id(), display_name="Ana")
    first = await client.tables.CreateTable(request)
    world.move(599)
    assert (await client.tables.CreateTable(request)).credential == first.credential
    world.move(2)
    assert (await refusal(client.tables.CreateTable(request))).reason == "REQUEST_ID_REUSED"


@pytest.mark.parametrize("twice", ["leave", "renew"])
async def test_a_request_that_replaced_its_own_credential_can_be_repeated(client: Client, twice: str) -> None:
    host, guest = await client.table(2, rules={"preset": "RULE_PRESET_CONGA"})
    again = new_id()
    call = guest.leave if twice == "leave" else guest.renew
    assert await call(again) == await call(again)
    # That is all that the old credential is good for.
    assert (await refusal(guest.leave())).reason == "TOKEN_EXPIRED"
    assert (await refusal(guest.look())).reason == "TOKEN_EXPIRED"
    assert (await host.look()).version == 3


async def test_every_accepted_request_is_one_version(client: Client) -> None:
    host = await client.create(rules={"preset": "RULE_PRESET_CONGA"})
    await asyncio.gather(*(client.join(table_id=host.table_id, display_name=str(n)) for n in range(7)))
    await asyncio.gather(*(host.act({"contribute_salt": {"salt": bytes([n])}}) for n in range(1, 100)))
    batches = (await host.call("ListEvents", ListEventsRequest(table_id=host.table_id))).batches
    assert [batch.version for batch in batches] == list(range(1, 108))
    closed = CloseTableRequest(table_id=host.table_id, request_id=new_id(), expected_version=107)
    assert (await host.call("CloseTable", closed)).version == 108


async def on_turn(seats: list[Seat]) -> Seat:
    """Return the seat on turn."""
    return seats[(await seats[0].look()).round.seat_on_turn]
