"""What every call passes through: deadlines, bugs, metrics."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress

import grpc
import pytest
from grpc_reflection.v1alpha.reflection_pb2 import ServerReflectionRequest
from grpc_reflection.v1alpha.reflection_pb2_grpc import ServerReflectionStub

from chinchon.v1.table_service_pb2 import ListRulePresetsRequest, ListTablesRequest
from service.api.tables import TableService
from tests.service.clients import Client, refusal
from tests.service.conftest import Serve


async def test_a_call_without_a_deadline_gets_one(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    async def forever(*_: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(TableService, "ListTables", forever)
    client = await serve(call_timeout=0.1)
    refused = await refusal(client.tables.ListTables(ListTablesRequest()))
    assert (refused.code, refused.reason) == (grpc.StatusCode.DEADLINE_EXCEEDED, "")
    assert refused.trailers["x-request-id"]


async def test_a_time_out_inside_is_a_bug_and_no_deadline(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> None:
        raise TimeoutError("somewhere deep inside")

    monkeypatch.setattr(TableService, "ListTables", broken)
    client = await serve()
    assert (await refusal(client.tables.ListTables(ListTablesRequest()))).reason == "INTERNAL"


async def test_a_cancellation_that_is_not_the_calls_own_does_not_hang_the_client(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def cancelled(*_: object) -> None:
        raise asyncio.CancelledError

    monkeypatch.setattr(TableService, "ListTables", cancelled)
    monkeypatch.setattr(TableService, "WatchTable", cancelled)
    client = await serve()
    assert (await refusal(client.tables.ListTables(ListTablesRequest()))).reason == "INTERNAL"
    assert (await (await client.watch("x")).refused()).reason == "INTERNAL"


async def test_calls_and_messages_are_counted(client: Client) -> None:
    host, _ = await client.table(2, rules={"preset": "RULE_PRESET_CONGA"})
    stream = await host.play()
    await stream.act({"contribute_salt": {"salt": b"s"}})
    await refusal(client.look("0" * 32))
    await refusal(client.channel.unary_unary("/nothing.at.All/Nothing")(b""))
    await client.tables.ListRulePresets(ListRulePresetsRequest())
    await host.close()
    assert await stream.end() is grpc.StatusCode.OK
    for method, code, count in (
        ("CreateTable", "OK", 1),
        ("JoinTable", "OK", 1),
        ("GetTable", "NotFound", 1),
        ("Play", "OK", 1),
        ("unknown", "Unimplemented", 1),
    ):
        assert counted(client, "grpc_server_handled_total", grpc_method=method, grpc_code=code) == count
    assert counted(client, "grpc_server_msg_received_total", grpc_method="Play") == 2
    assert counted(client, "grpc_server_msg_sent_total", grpc_method="Play") == len(stream.updates) + 1
    assert counted(client, "grpc_server_started_total", grpc_method="CreateTable") == 1
    assert counted(client, "chinchon_actions_total", kind="contribute_salt", outcome="accepted") == 1
    assert counted(client, "chinchon_watchers", rpc="Play") == 0


async def test_calls_that_their_client_cancels_are_counted_as_such(client: Client) -> None:
    host, _ = await client.table(2, rules={"preset": "RULE_PRESET_CONGA"})
    stream = await host.play()
    await stream.until(2)
    assert counted(client, "chinchon_watchers", rpc="Play") == 1
    stream.call.cancel()
    while counted(client, "chinchon_watchers", rpc="Play"):  # noqa: ASYNC110 - the server wakes nobody here
        await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert counted(client, "grpc_server_handled_total", grpc_method="Play", grpc_code="Canceled") == 1


@pytest.mark.parametrize("switch", [True, False])
async def test_reflection_can_be_switched_off(serve: Serve, switch: bool) -> None:
    client = await serve(reflection=switch)
    call = ServerReflectionStub(client.channel).ServerReflectionInfo()
    with suppress(grpc.aio.AioRpcError):  # the refusal may be faster than the request
        await call.write(ServerReflectionRequest(list_services=""))
    if switch:
        listed = [service.name for service in (await call.read()).list_services_response.service]
        assert "chinchon.v1.TurnService" in listed
        await call.done_writing()
    else:
        assert await call.code() is grpc.StatusCode.UNIMPLEMENTED


def counted(client: Client, name: str, **labels: str) -> float:
    """Return the value of a metric."""
    text, _ = client.server.app.metrics.render("")
    for line in text.decode().splitlines():
        found = re.fullmatch(rf"{name}{{(.*)}} (\S+)", line)
        if found and all(f'{key}="{value}"' in found[1] for key, value in labels.items()):
            return float(found[2])
    raise LookupError(name)
