"""Starting, draining, stopping, being killed: what clients notice, and what is still there afterwards."""

from __future__ import annotations

import asyncio
import random
import signal
from pathlib import Path
from typing import Any

import grpc
from grpc_health.v1.health_pb2 import HealthCheckRequest, HealthCheckResponse
from grpc_health.v1.health_pb2_grpc import HealthStub

from chinchon.engine.v1alpha1.engine_service_pb2 import NewMatchRequest
from chinchon.engine.v1alpha1.engine_service_pb2_grpc import EngineServiceStub
from chinchon.v1.event_pb2 import EventBatch
from chinchon.v1.record_service_pb2 import ListEventsRequest
from chinchon.v1.table_service_pb2 import ListTablesRequest
from chinchon.v1.table_service_pb2_grpc import TableServiceStub
from tests.service.clients import Client, Seat, moves, new_id, refusal
from tests.service.conftest import Serve
from tests.service.processes import serving, start

CONGA = {"preset": "RULE_PRESET_CONGA"}


async def test_what_was_acknowledged_survives_a_kill(tmp_path: Path) -> None:
    store = tmp_path / "chinchon.db"
    choices = random.Random(6)
    async with serving(store) as server:
        client = Client(server)  # type: ignore[arg-type]
        seats = await client.match(3)
        acknowledged: list[tuple[Seat, dict[str, Any], EventBatch]] = []
        enough = asyncio.Event()

        async def play() -> None:
            while True:
                looks = [(seat, (await seat.look()).you) for seat in seats]
                seat, you = next((seat, you) for seat, you in looks if moves(you))
                request = {"action": choices.choice(moves(you)), "request_id": new_id()}
                acknowledged.append((seat, request, (await seat.act(**request)).batch))
                if len(acknowledged) == 40:
                    enough.set()

        playing = asyncio.ensure_future(play())
        await enough.wait()
        server.process.kill()
        await asyncio.wait([playing])
        assert isinstance(playing.exception(), grpc.aio.AioRpcError)
        await client.channel.close()
    async with serving(store) as server:
        client = Client(server)  # type: ignore[arg-type]
        batches = (
            await client.records.ListEvents(
                ListEventsRequest(table_id=seats[0].table_id), metadata=seats[0].metadata
            )
        ).batches
        assert [batch.version for batch in batches] == list(range(1, len(batches) + 1))
        # One more may have been written whose answer did not get through.
        assert 4 + len(acknowledged) <= len(batches) <= 5 + len(acknowledged)
        for seat in seats:
            seat.client = client
        for seat, request, batch in acknowledged:
            assert (await seat.act(**request)).batch == batch, "a repeat gets the first answer"
        # The tokens are good, and play goes on.
        looks = [(seat, (await seat.look()).you) for seat in seats]
        seat, you = next((seat, you) for seat, you in looks if moves(you))
        assert (await seat.act(choices.choice(moves(you)))).version == len(batches) + 1
        await client.channel.close()


async def test_a_server_that_drains_sends_its_clients_away_in_good_order(tmp_path: Path) -> None:
    async with serving(tmp_path / "chinchon.db", drain_wait="0.3", drain_seconds="2") as server:
        client = Client(server)  # type: ignore[arg-type]
        host, guest = await client.table(2, rules=CONGA)
        streams = [await host.play(), await guest.play()]
        for stream in streams:
            await stream.until(2)
        health = HealthStub(client.channel)
        assert (await health.Check(HealthCheckRequest())).status == HealthCheckResponse.SERVING
        assert (await server.http("/readyz"))[0] == 200
        server.process.send_signal(signal.SIGTERM)
        await server.until("draining")
        while (await server.http("/readyz"))[0] == 200:
            pass
        assert (await health.Check(HealthCheckRequest())).status == HealthCheckResponse.NOT_SERVING
        # While endpoints leave, everything still works.
        assert (await host.act({"contribute_salt": {"salt": b"s"}})).version == 3
        for stream in streams:
            refused = await stream.refused()
            assert (refused.code, refused.reason) == (grpc.StatusCode.UNAVAILABLE, "DRAINING")
            assert refused.retry_after
            assert stream.version == 3
        await server.until("stopped")
        assert await server.process.wait() == 0
        await client.channel.close()


async def test_ctrl_c_stops_a_server_without_waiting(tmp_path: Path) -> None:
    async with serving(tmp_path / "chinchon.db", drain_wait="3600") as server:
        assert await server.end(signal.SIGINT) == 0
        assert [line["event"] for line in server.lines][-2:] == ["draining", "stopped"]


async def test_a_port_that_is_taken_is_one_clear_line(tmp_path: Path) -> None:
    async with serving(tmp_path / "chinchon.db") as server:
        for setting, port in (("listen", server.port), ("metrics_listen", server.metrics_port)):
            other = await start(tmp_path / f"{setting}.db", **{setting: f"127.0.0.1:{port}"})
            assert other.stderr is not None
            last = (await other.stderr.read()).decode().strip().splitlines()[-1]
            assert last.startswith(f"chinchon: cannot listen on 127.0.0.1:{port}")
            assert await other.wait() == 1


async def test_a_database_in_use_and_a_bad_setting_are_one_clear_line(tmp_path: Path) -> None:
    async with serving(tmp_path / "chinchon.db"):
        for problem, settings in (("in use", {}), ("CHINCHON_MAX_TABLES", {"max_tables": "many"})):
            other = await start(tmp_path / "chinchon.db", **settings)
            assert other.stderr is not None
            lines = (await other.stderr.read()).decode().strip().splitlines()
            assert len(lines) == 1
            assert problem in lines[0]
            assert await other.wait() == 1


async def test_settings_are_logged_at_start_without_the_key(tmp_path: Path) -> None:
    key = "0123456789" * 4
    async with serving(tmp_path / "chinchon.db", token_key=key) as server:
        assert await server.end(signal.SIGINT) == 0
        assert server.lines[0]["max_tables"] == 10_000
        assert key not in str(server.lines)


async def test_every_service_is_healthy_and_listed(client: Client) -> None:
    health = HealthStub(client.channel)
    for name in ("", *(f"chinchon.v1.{kind}Service" for kind in ("Table", "Turn", "Scoring", "Record"))):
        answer = await health.Check(HealthCheckRequest(service=name))
        assert answer.status == HealthCheckResponse.SERVING
    refused = await refusal(health.Check(HealthCheckRequest(service="chinchon.v1.Nothing")))
    assert refused.code is grpc.StatusCode.NOT_FOUND


async def test_the_engine_is_served_only_where_it_was_asked_for(serve: Serve) -> None:
    client = await serve(engine_listen="127.0.0.1:0")
    new = NewMatchRequest(seats=3, seed=b"s" * 32)
    assert (
        await refusal(EngineServiceStub(client.channel).NewMatch(new))
    ).code is grpc.StatusCode.UNIMPLEMENTED
    async with grpc.aio.insecure_channel(f"127.0.0.1:{client.server.engine_port}") as inside:
        match = await EngineServiceStub(inside).NewMatch(new)
        assert match.state.round.round == 1
        refused = await refusal(TableServiceStub(inside).ListTables(ListTablesRequest()))
        assert refused.code is grpc.StatusCode.UNIMPLEMENTED
