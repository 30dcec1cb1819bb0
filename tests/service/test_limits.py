"""What one peer, one table and all together may take: beyond it LIMIT_REACHED, the limit's name, when to try again."""

from __future__ import annotations

import asyncio

import grpc
import pytest

from chinchon.v1.scoring_service_pb2 import ArrangeHandRequest
from chinchon.v1.table_service_pb2 import CreateTableRequest, ListTablesRequest, PreviewTableRequest
from service.limits import peer_of
from service.server import MAX_MESSAGE
from tests.service.clients import Client, Refused, new_id, refusal
from tests.service.conftest import Serve
from tests.service.worlds import MovableWorld


def is_limit(refused: Refused, name: str) -> bool:
    """Tell whether a refusal says all that one of a limit must."""
    return (
        refused.code is grpc.StatusCode.RESOURCE_EXHAUSTED
        and refused.reason == "LIMIT_REACHED"
        and refused.metadata == {"limit": name}
        and (refused.retry_after or 0) > 0
    )


@pytest.mark.parametrize(
    ("setting", "limit"), [("max_tables", "tables"), ("max_tables_per_peer", "tables_per_peer")]
)
async def test_open_tables(serve: Serve, setting: str, limit: str) -> None:
    client = await serve(**{setting: 2})
    request = CreateTableRequest(request_id=new_id(), display_name="Ana")
    first, _ = await client.create(), await client.tables.CreateTable(request)
    assert is_limit(await refusal(client.create()), limit)
    assert (await client.tables.CreateTable(request)).table_id, "a repeat needs no room"
    await client.tables.CreateTable(CreateTableRequest(display_name="A", request_id="x", validate_only=True))
    await first.close()
    await client.create()


async def test_the_tables_of_a_caller_are_counted_across_a_restart(serve: Serve) -> None:
    await (await serve(max_tables_per_peer=1)).create()
    assert is_limit(await refusal((await serve(max_tables_per_peer=1)).create()), "tables_per_peer")


async def test_the_store_learns_no_address(client: Client) -> None:
    tokens = client.server.app.tokens
    owners = {tokens.owner(peer_of(f"ipv4:{host}:1")) for host in ("192.0.2.1", "192.0.2.2")}
    assert len(owners) == 2
    assert not any("192.0.2" in owner for owner in owners)


async def test_streams_of_the_server(serve: Serve) -> None:
    client = await serve(max_watchers=1)
    host = await client.create()
    stream = await host.play()
    await stream.next()
    assert is_limit(await (await client.watch(host.table_id)).refused(), "watchers")
    stream.call.cancel()


async def test_spectators_of_a_table_leave_room_for_its_players(serve: Serve) -> None:
    client = await serve(max_table_watchers=2)
    host = await client.create()
    watchers = [await client.watch(host.table_id) for _ in range(2)]
    await asyncio.gather(*(watcher.next() for watcher in watchers))
    assert is_limit(await (await client.watch(host.table_id)).refused(), "table_watchers")
    await (await host.play()).next()
    await (await client.watch(host.table_id, credential=host.credential)).next()
    await (await client.watch((await client.create()).table_id)).next()


async def test_calls_and_messages_of_a_peer(serve: Serve) -> None:
    client = await serve(MovableWorld, rate_limit=1, rate_burst=5)
    host = await client.create()
    stream = await host.play()
    for _ in range(3):
        await stream.ping()
    assert is_limit(await refusal(client.tables.ListTables(ListTablesRequest())), "rate")
    await stream.ping()
    assert is_limit(await stream.refused(), "rate")
    world = client.server.app.world
    assert isinstance(world, MovableWorld)
    world.move(1)
    await client.tables.ListTables(ListTablesRequest())


async def test_scoring_has_a_limit_of_its_own(serve: Serve) -> None:
    client = await serve(MovableWorld, scoring_rate_limit=1, rate_burst=3)
    for _ in range(3):
        await client.scoring.ArrangeHand(ArrangeHandRequest(cards=[1]))
    assert is_limit(await refusal(client.scoring.ArrangeHand(ArrangeHandRequest(cards=[1]))), "scoring_rate")
    await client.create()


async def test_guesses_of_invite_codes(serve: Serve) -> None:
    client = await serve(invite_guesses=1)
    host = await client.create(visibility="TABLE_VISIBILITY_PRIVATE")
    wrong = PreviewTableRequest(invite_code="ABCD2345")
    assert (await refusal(client.tables.PreviewTable(wrong))).reason == "TABLE_NOT_FOUND"
    right = PreviewTableRequest(invite_code=host.view.invite_code)
    assert is_limit(await refusal(client.tables.PreviewTable(right)), "invite_codes")


@pytest.mark.parametrize("seats", [1, 9])
async def test_seats_are_limited_by_the_rules(client: Client, seats: int) -> None:
    assert (await refusal(client.create(seats=seats))).fields == ["seats"]
    full = await client.table(2, seats=2, rules={"preset": "RULE_PRESET_CONGA"})
    assert (await refusal(client.join(table_id=full[0].table_id))).reason == "TABLE_FULL"


async def test_a_message_too_long_is_refused_before_it_is_read(client: Client) -> None:
    huge = ArrangeHandRequest(cards=[1] * MAX_MESSAGE)
    refused = await refusal(client.scoring.ArrangeHand(huge))
    assert (refused.code, refused.reason) == (grpc.StatusCode.RESOURCE_EXHAUSTED, "")
    assert (await client.create()).index == 0, "the connection lives on"
