"""Coming to a table and leaving it: the unary calls, repeated under one request id until they are answered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import grpc

from chinchon.v1.event_pb2 import TABLE_VISIBILITY_PRIVATE
from chinchon.v1.rules_pb2 import Rules
from chinchon.v1.table_pb2 import TableView
from chinchon.v1.table_service_pb2 import (
    CloseTableRequest,
    CreateTableRequest,
    JoinTableRequest,
    JoinTableResponse,
    StartMatchRequest,
)
from chinchon.v1.table_service_pb2_grpc import TableServiceStub
from service.client.errors import Refused
from service.client.seat import Seat
from service.client.spectator import Spectator
from service.client.world import ClientWorld

TRIES: Final = 5
CALL_SECONDS: Final = 10.0
PRESETS: Final = ("barajamos", "club", "conga")


def channel_to(address: str) -> grpc.aio.Channel:
    """Open a channel that notices a dead server within half a minute and a living one within seconds."""
    return grpc.aio.insecure_channel(
        address,
        options=[
            ("grpc.keepalive_time_ms", 20_000),
            ("grpc.keepalive_timeout_ms", 10_000),
            ("grpc.http2.ping_timeout_ms", 10_000),
            ("grpc.initial_reconnect_backoff_ms", 100),
            ("grpc.max_reconnect_backoff_ms", 2_000),
        ],
    )


class Lobby:
    """A server, as its clients reach it."""

    def __init__(self, channel: grpc.aio.Channel, world: ClientWorld) -> None:
        """Take the channel that all seats share."""
        self._channel = channel
        self._world = world
        self._tables = TableServiceStub(channel)

    async def create(self, rules: str, seats: int, name: str) -> Seat:
        """Create a private table and sit down as its host."""
        request = CreateTableRequest(
            request_id=self._world.request_id(),
            rules=Rules(preset=f"RULE_PRESET_{rules.upper()}"),
            seats=seats,
            visibility=TABLE_VISIBILITY_PRIVATE,
            display_name=name,
        )
        response = await self._call(self._tables.CreateTable, request)
        return self._seat(response.view, response.seat, response.credential)

    async def join(self, invite_code: str, name: str) -> Seat:
        """Sit down at the first free seat of a table."""
        response = await self._join(invite_code, display_name=name)
        return self._seat(response.view, response.seat, response.credential)

    async def watch(self, invite_code: str) -> Spectator:
        """Join a table as a spectator."""
        response = await self._join(invite_code, as_spectator=True)
        return Spectator(self._channel, self._world.fork(), response.view, response.credential)

    async def start(self, host: Seat) -> None:
        """Start a match, or the rematch."""
        await self._as_host(self._tables.StartMatch, StartMatchRequest, host)

    async def close(self, host: Seat) -> None:
        """Close the table for good; a running match is cancelled."""
        try:
            await self._as_host(self._tables.CloseTable, CloseTableRequest, host)
        except Refused as refused:
            if refused.reason != "TABLE_CLOSED":
                raise

    async def _join(self, invite_code: str, **what: Any) -> JoinTableResponse:
        request = JoinTableRequest(request_id=self._world.request_id(), invite_code=invite_code, **what)
        response: JoinTableResponse = await self._call(self._tables.JoinTable, request)
        return response

    def _seat(self, view: TableView, seat: int, credential: str) -> Seat:
        return Seat(self._channel, self._world.fork(), view, seat, credential)

    async def _as_host(self, method: Callable[..., Any], request: type[Any], host: Seat) -> None:
        message = request(table_id=host.view.table_id, request_id=self._world.request_id())
        await self._call(method, message, host.metadata)

    async def _call(self, method: Callable[..., Any], request: Any, metadata: Any = ()) -> Any:
        for tries_left in reversed(range(TRIES)):
            try:
                return await method(request, metadata=metadata, timeout=CALL_SECONDS)
            except grpc.aio.AioRpcError as error:
                refused = Refused.from_call(error)
            if not refused.may_retry or not tries_left:
                raise refused
            await self._world.sleep(refused.retry_after + self._world.random.uniform(0, 0.5))
        raise AssertionError("the last try returns or raises")
