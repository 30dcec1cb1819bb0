"""Players whom no kill stops: they play what they are offered, and ask again what was not answered."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

import grpc

from chinchon.v1.action_pb2 import Action
from chinchon.v1.error_pb2 import ErrorReason
from chinchon.v1.event_pb2 import EventBatch
from chinchon.v1.table_pb2 import (
    TABLE_STATE_CLOSED,
    TABLE_STATE_LOBBY,
    TABLE_STATE_PLAYING,
    TableUpdate,
    You,
)
from chinchon.v1.table_service_pb2 import CloseTableRequest, RenewCredentialRequest, StartMatchRequest
from chinchon.v1.turn_service_pb2 import PlayAction
from engine.state import NOBODY
from tests.faults.arena import GONE, Arena
from tests.service.clients import Client, PlayStream, Seat, moves, new_id, refusal_of

WAITS: Final = {"lost_connection": "LOST_CONNECTION_WAIT"}
TABLES: Final[tuple[tuple[int, dict[str, Any]], ...]] = (
    (4, {"preset": "RULE_PRESET_CLUB", "close_max_points": 50, "points_limit": 150} | WAITS),
    (3, {"preset": "RULE_PRESET_BARAJAMOS", "close_max_points": 40} | WAITS),
    (2, {"preset": "RULE_PRESET_CONGA", "close_max_points": 40} | WAITS),
    (2, {"preset": "RULE_PRESET_CONGA", "points_limit": 1000, "close_max_points": 0} | WAITS),
    (
        3,
        {
            "preset": "RULE_PRESET_CLUB",
            "close_max_points": 40,
            "turn_time": {"seconds": 5},
            "showdown_window": {"seconds": 3},
            "next_round": "NEXT_ROUND_AUTOMATIC",
            "next_round_delay": {"seconds": 1},
        }
        | WAITS,
    ),
)
"""Seats and rules: manual showdowns, where all act at once; tokens; long rounds; clocks of the server's own."""

TOO_LATE: Final = (
    "STALE_VERSION",
    "NOT_YOUR_TURN",
    "WRONG_PHASE",
    "NO_PROPOSAL",
    "LAY_OFF_NOT_POSSIBLE",
    "CARD_NOT_IN_HAND",
    "MATCH_NOT_RUNNING",
    "MATCH_RUNNING",
    "TABLE_CLOSED",
)
"""Why something may be refused that was offered: the table has moved on."""

STATES: Final = {
    "match_started": TABLE_STATE_PLAYING,
    "match_ended": TABLE_STATE_LOBBY,
    "table_closed": TABLE_STATE_CLOSED,
}


class End:
    """The end of the stream of a closed table."""


class Renewed(Exception):
    """The seat has a new credential; streams of the old one end."""


@dataclass
class Player:
    """Plays a seat, through every server that there is."""

    arena: Arena
    seat: Seat
    choices: random.Random
    dreams: bool
    """Now and then does nothing until its clock runs out."""
    version: int = 0
    batch_id: int = 0
    state: int = TABLE_STATE_LOBBY
    you: You = field(default_factory=You)
    request: dict[str, Any] | None = None
    """What waits for its answer."""
    done: list[dict[str, Any]] = field(default_factory=list)
    """What was answered."""
    idle_at: int = -1
    """The version at which there is nothing to do any more."""

    async def play(self) -> None:
        """Play until the table is closed."""
        while True:
            client = self.seat.client = await self.arena.client()
            try:
                stream = await self.seat.play(after=(self.version, self.batch_id), views=self._perhaps(0.5))
                await self._follow(stream)
                return
            except Renewed:
                stream.call.cancel()
            except grpc.aio.AioRpcError as error:
                if error.code() not in GONE:
                    raise
                await self.arena.after(client)

    async def _follow(self, stream: PlayStream) -> None:
        """Follow a stream to its end, and act."""
        await self._attach(stream)
        if self.request is not None:
            await self._send(stream, self.request)
        while not self.arena.over and self.state != TABLE_STATE_CLOSED:
            if self.state == TABLE_STATE_LOBBY and self.seat.index == 0:
                await self._next_match(stream)
            elif self.done and self._perhaps(0.05):
                await self._send(stream, self.choices.choice(self.done))
            elif self._perhaps(0.005):
                await self._renew()
            elif (action := self._choose()) is not None:
                version = self.choices.choice((0, self.version))
                self.request = {"request_id": new_id(), "action": action, "expected_version": version}
                await self._send(stream, self.request)
            else:
                await self._read(stream)
        while not isinstance(await self._read(stream), End):
            pass

    async def _attach(self, stream: PlayStream) -> None:
        """Read what was missed: without a gap, or for a newcomer as a snapshot."""
        expected = "batch" if self.version else "snapshot"
        attached = await self._read(stream)
        assert isinstance(attached, TableUpdate)
        assert attached.HasField("attached")
        while self.version < attached.attached.version:
            update = await self._read(stream)
            assert isinstance(update, TableUpdate)
            assert update.HasField(expected)

    def _choose(self) -> Action | None:
        offered = moves(self.you) if self.version != self.idle_at else []
        if not offered or (self.dreams and self._perhaps(0.01)):
            self.idle_at = self.version
            return None
        return self.choices.choice(offered)

    async def _send(self, stream: PlayStream, request: dict[str, Any]) -> None:
        """Ask for something on the stream, by a call, or in both ways at once; for the first time or again."""
        # Refusals are not remembered: of two requests that name no version the first may come too early, as
        # two proposals exclude each other, and the second just in time.
        may_be_late = request is self.request and not request["expected_version"]
        ways = self.choices.choice(
            ("stream", "call") if may_be_late else ("stream", "call", "stream and call")
        )
        request_id = request["request_id"]
        self.arena.referee.ask(request_id, self.seat.table_id, self.seat.index)
        if "stream" in ways:
            # A stream that has ended says why when it is read.
            with suppress(asyncio.InvalidStateError):
                await stream.send(action=PlayAction(**request))
        if "call" in ways:
            await self._call(request)
        if "stream" in ways:
            while (message := await self._read(stream)) != request_id:
                if isinstance(message, End):
                    await self._call(request)
                    return
        while self.version < self.arena.referee.answered.get(request_id, 0):
            await self._read(stream)

    async def _call(self, request: dict[str, Any]) -> None:
        try:
            response = await self.seat.act(**request)
            assert response.version == response.batch.version
            self._answered(request["request_id"], response.version, response.batch)
        except grpc.aio.AioRpcError as error:
            if error.code() in GONE:
                raise
            self._refused(request["request_id"], refusal_of(error).reason)

    async def _read(self, stream: PlayStream) -> TableUpdate | str | End:
        """Read one message: an update, the id of the request that it answers, or the end of a closed table."""
        message = await stream.call.read()
        if message is grpc.aio.EOF:
            code = await stream.call.code()
            assert code is grpc.StatusCode.OK
            return End()
        if message.HasField("update"):
            self._take(message.update)
            return message.update  # type: ignore[no-any-return]
        result = message.result
        if result.HasField("error"):
            self._refused(
                result.request_id, ErrorReason.Name(result.error.reason).removeprefix("ERROR_REASON_")
            )
        else:
            assert result.version <= self.version, "the update of a version comes before its result"
            self._answered(result.request_id, result.version, None)
        return str(result.request_id)

    def _answered(self, request_id: str, version: int, batch: EventBatch | None) -> None:
        self.arena.referee.answer(request_id, version, batch)
        if self.request is not None and self.request["request_id"] == request_id:
            self.done.append(self.request)
            self.request = None

    def _refused(self, request_id: str, reason: str) -> None:
        assert reason in TOO_LATE, reason
        self.arena.referee.refuse(request_id, reason)
        if self.request is not None and self.request["request_id"] == request_id:
            self.idle_at = self.version
            self.request = None

    def _take(self, update: TableUpdate) -> None:
        if update.HasField("batch"):
            batch = update.batch
            assert batch.version == update.version == self.version + 1, "a gap"
            self.version, self.batch_id = batch.version, batch.batch_id
            self.arena.referee.tell(self.seat.table_id, self.seat.index, batch)
            for event in batch.events:
                self.state = STATES.get(event.WhichOneof("kind"), self.state)
            if update.HasField("view"):
                view = update.view
                self.arena.referee.show(self.seat.table_id, self.seat.index, view)
        elif update.HasField("snapshot"):
            view = update.snapshot
            self.version, self.batch_id, self.state = view.version, view.batch_id, view.state
            self.you = view.you
            self.arena.referee.show(self.seat.table_id, self.seat.index, view)
        if update.HasField("you"):
            self.you = update.you

    async def _next_match(self, stream: PlayStream) -> None:
        """Start the next match, or close the table."""
        table_id, request_id = self.seat.table_id, new_id()
        request: Any = StartMatchRequest(table_id=table_id, request_id=request_id)
        if self.version > 100 and self._perhaps(0.5):
            request = CloseTableRequest(table_id=table_id, request_id=request_id)
        response = await self._manage(request)
        while response and self.version < response.version:
            await self._read(stream)

    async def _renew(self) -> None:
        """Replace the credential; until the answer comes there is only the old one to ask with."""
        renewed = await self._manage(RenewCredentialRequest(table_id=self.seat.table_id, request_id=new_id()))
        if renewed is not None:
            self.seat.credential = renewed.credential
            raise Renewed

    async def _manage(self, request: Any) -> Any:
        """Ask for something that is asked by calls alone; return the answer, None when it was refused."""

        async def ask(client: Client) -> Any:
            self.seat.client = client
            self.arena.referee.ask(request.request_id, self.seat.table_id, self.seat.index)
            return await self.seat.call(type(request).__name__.removesuffix("Request"), request)

        try:
            response = await self.arena.reach(ask)
        except grpc.aio.AioRpcError as error:
            self._refused(request.request_id, refusal_of(error).reason)
            return None
        self._answered(request.request_id, response.version, None)
        return response

    def _perhaps(self, chance: float) -> bool:
        return self.choices.random() < chance


async def open_table(arena: Arena, count: int, rules: dict[str, Any], choices: random.Random) -> list[Seat]:
    """Create a table and sit down at it, asking until there is an answer and sometimes once more."""
    referee = arena.referee

    async def sit(**fields: Any) -> Seat:
        request_id = new_id()

        async def ask(client: Client) -> Seat:
            referee.ask(request_id, fields.get("table_id", ""), NOBODY)
            return await (client.join if "table_id" in fields else client.create)(
                request_id=request_id, **fields
            )

        for _ in range(choices.choice((1, 2))):
            seat = await arena.reach(ask)
            referee.sit(request_id, seat.table_id, seat.index)
        return seat

    host = await sit(rules=rules, seats=count)
    return [host, *[await sit(table_id=host.table_id) for _ in range(1, count)]]


async def keep_playing(arena: Arena, count: int, rules: dict[str, Any], seed: int) -> None:
    """Play at one table after another."""
    choices = random.Random(seed)
    while not arena.over:
        seats = await open_table(arena, count, rules, choices)
        players = [
            Player(arena, seat, random.Random(choices.random()), "turn_time" in rules) for seat in seats
        ]
        await asyncio.gather(*(player.play() for player in players))
