"""Clients of a real server over a real channel, and tables to play at."""

from __future__ import annotations

import uuid
from collections.abc import Awaitable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import grpc
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo, RetryInfo
from grpc_status import rpc_status

from chinchon.v1.action_pb2 import Action
from chinchon.v1.error_pb2 import Rejection
from chinchon.v1.event_pb2 import EventBatch
from chinchon.v1.record_service_pb2_grpc import RecordServiceStub
from chinchon.v1.scoring_service_pb2_grpc import ScoringServiceStub
from chinchon.v1.table_pb2 import AttachPoint, TableUpdate, TableView, You
from chinchon.v1.table_service_pb2 import (
    CloseTableRequest,
    CreateTableRequest,
    CreateTableResponse,
    GetTableRequest,
    JoinTableRequest,
    LeaveTableRequest,
    RenewCredentialRequest,
    StartMatchRequest,
    StartMatchResponse,
    WatchTableRequest,
)
from chinchon.v1.table_service_pb2_grpc import TableServiceStub
from chinchon.v1.turn_service_pb2 import (
    ActionResult,
    Attach,
    Ping,
    PlayAction,
    PlayRequest,
    SubmitActionRequest,
    SubmitActionResponse,
)
from chinchon.v1.turn_service_pb2_grpc import TurnServiceStub
from service.server import Server

CHOICES_OF_THEIR_OWN = ("contribute_salt",)


def new_id() -> str:
    """Make a request id."""
    return str(uuid.uuid4())


class Client:
    """One channel to a server, and its stubs."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.channel = grpc.aio.insecure_channel(
            f"127.0.0.1:{server.port}", options=[("grpc.use_local_subchannel_pool", 1)]
        )
        self.tables = TableServiceStub(self.channel)
        self.turns = TurnServiceStub(self.channel)
        self.scoring = ScoringServiceStub(self.channel)
        self.records = RecordServiceStub(self.channel)

    async def create(self, **fields: Any) -> Seat:
        """Create a public table and sit at it as host."""
        fields = {
            "request_id": new_id(),
            "display_name": "Ana",
            "visibility": "TABLE_VISIBILITY_PUBLIC",
        } | fields
        created: CreateTableResponse = await self.tables.CreateTable(CreateTableRequest(**fields))
        return Seat(self, created.table_id, created.seat, created.credential, created.view)

    async def join(self, **fields: Any) -> Seat:
        """Sit down somewhere."""
        fields = {"request_id": new_id(), "display_name": "Bea"} | fields
        joined = await self.tables.JoinTable(JoinTableRequest(**fields))
        return Seat(self, joined.table_id, joined.seat, joined.credential, joined.view)

    async def table(self, players: int = 3, **fields: Any) -> list[Seat]:
        """Return the seats of a new table in its lobby."""
        host = await self.create(**fields)
        guests = [await self.join(invite_code=host.view.invite_code) for _ in range(players - 1)]
        return [host, *guests]

    async def match(self, players: int = 3, **fields: Any) -> list[Seat]:
        """Return the seats of a new table whose match was just started."""
        seats = await self.table(players, **fields)
        await seats[0].start()
        return seats

    async def look(self, table_id: str) -> TableView:
        """Return a public table as anybody sees it."""
        view: TableView = (await self.tables.GetTable(GetTableRequest(table_id=table_id))).view
        return view

    async def watch(
        self, table_id: str, after: tuple[int, int] = (0, 0), views: bool = False, credential: str = ""
    ) -> Stream:
        """Watch a table, after a version and its batch id."""
        call = self.tables.WatchTable(
            WatchTableRequest(table_id=table_id, attach_point=point(after), views=views),
            metadata=bearer(credential) if credential else None,
        )
        return Stream(call)


@dataclass
class Seat:
    """A seat, as its player has it."""

    client: Client
    table_id: str
    index: int
    credential: str
    view: TableView
    """As it was when the player sat down."""

    @property
    def metadata(self) -> tuple[tuple[str, str], ...]:
        """What says who calls."""
        return bearer(self.credential)

    async def call(self, rpc: str, request: Any) -> Any:
        """Call any rpc of TableService or TurnService as this seat."""
        for stub in (self.client.tables, self.client.turns, self.client.records):
            if hasattr(stub, rpc):
                return await getattr(stub, rpc)(request, metadata=self.metadata)
        raise AttributeError(rpc)

    async def start(self, **fields: Any) -> StartMatchResponse:
        """Start a match."""
        fields = {"table_id": self.table_id, "request_id": new_id()} | fields
        started: StartMatchResponse = await self.call("StartMatch", StartMatchRequest(**fields))
        return started

    async def close(self) -> None:
        """Close the table."""
        await self.call("CloseTable", CloseTableRequest(table_id=self.table_id, request_id=new_id()))

    async def leave(self, request_id: str = "") -> int:
        """Leave the table; return its version."""
        request = LeaveTableRequest(table_id=self.table_id, request_id=request_id or new_id())
        return int((await self.call("LeaveTable", request)).version)

    async def renew(self, request_id: str = "") -> str:
        """Replace the credential; return the new one, which this seat does not use yet."""
        request = RenewCredentialRequest(table_id=self.table_id, request_id=request_id or new_id())
        return str((await self.call("RenewCredential", request)).credential)

    async def look(self) -> TableView:
        """Return the table as this seat sees it."""
        view: TableView = (await self.call("GetTable", GetTableRequest(table_id=self.table_id))).view
        return view

    async def act(self, action: Action | None = None, **fields: Any) -> SubmitActionResponse:
        """Submit an action."""
        fields = {"table_id": self.table_id, "request_id": new_id(), "action": action} | fields
        response: SubmitActionResponse = await self.call("SubmitAction", SubmitActionRequest(**fields))
        return response

    async def play(self, after: tuple[int, int] = (0, 0), views: bool = False) -> PlayStream:
        """Attach a stream, after a version and its batch id."""
        stream = PlayStream(self.client.turns.Play(metadata=self.metadata))
        await stream.send(attach=Attach(table_id=self.table_id, attach_point=point(after), views=views))
        return stream


@dataclass
class Stream:
    """The receiving end of WatchTable or Play, and what it brought so far."""

    call: Any
    updates: list[TableUpdate] = field(default_factory=list)
    results: list[ActionResult] = field(default_factory=list)

    async def next(self) -> TableUpdate:
        """Return the next update."""
        while True:
            message = await self.call.read()
            if message is grpc.aio.EOF:
                raise EOFError(await self.call.code())
            if message.HasField("update"):
                self.updates.append(message.update)
                return self.updates[-1]
            self.results.append(message.result)

    async def until(self, version: int) -> None:
        """Read until the batch of a version, or a snapshot of it or a later one, came."""
        while self.version < version:
            await self.next()

    @property
    def version(self) -> int:
        """The version that the stream brought its client to; 0 before the first batch or snapshot."""
        told = (
            update
            for update in reversed(self.updates)
            if update.WhichOneof("update") in ("batch", "snapshot")
        )
        return next((update.version for update in told), 0)

    async def end(self) -> grpc.StatusCode:
        """Read to the end; return the status."""
        try:
            while True:
                await self.next()
        except EOFError as end:
            return end.args[0]
        except grpc.aio.AioRpcError as error:
            return error.code()

    async def refused(self) -> Refused:
        """Read to the end; return why the stream was refused."""
        try:
            while True:
                await self.next()
        except grpc.aio.AioRpcError as error:
            return refusal_of(error)

    @property
    def you(self) -> You:
        """What the seat may do, by the last update that said so."""
        for update in reversed(self.updates):
            if update.HasField("you"):
                return update.you
            if update.HasField("snapshot"):
                return update.snapshot.you
        raise LookupError("nothing yet")

    @property
    def batches(self) -> list[EventBatch]:
        """All batches so far."""
        return [update.batch for update in self.updates if update.HasField("batch")]


class PlayStream(Stream):
    """Both ends of Play."""

    async def send(self, **message: Any) -> None:
        """Send one message; why a stream that has ended takes none is told by the next read."""
        with suppress(grpc.aio.AioRpcError):
            await self.call.write(PlayRequest(**message))

    async def ping(self) -> None:
        """Ping."""
        await self.send(ping=Ping())

    async def act(self, action: Action | None = None, **fields: Any) -> ActionResult:
        """Send an action; return its result, once it came."""
        fields = {"request_id": new_id(), "action": action} | fields
        await self.send(action=PlayAction(**fields))
        return await self.result(str(fields["request_id"]))

    async def result(self, request_id: str) -> ActionResult:
        """Return the result of an action, once it came."""
        while True:
            for result in self.results:
                if result.request_id == request_id:
                    return result
            message = await self.call.read()
            if message is grpc.aio.EOF:
                raise EOFError(await self.call.code())
            if message.HasField("update"):
                self.updates.append(message.update)
            else:
                self.results.append(message.result)


@dataclass
class Refused:
    """The status of a refused call, taken apart."""

    code: grpc.StatusCode
    reason: str
    metadata: dict[str, str]
    fields: list[str]
    retry_after: float | None
    rejection: Rejection | None
    message: str
    trailers: dict[str, Any]


async def refusal(call: Awaitable[Any]) -> Refused:
    """Return why a call was refused; it is an error if it was not."""
    try:
        answer = await call
    except grpc.aio.AioRpcError as error:
        return refusal_of(error)
    raise AssertionError(f"was not refused: {answer}")


def refusal_of(error: grpc.aio.AioRpcError) -> Refused:
    """Take the status of a call apart."""
    status: Any = rpc_status.from_call(error)  # type: ignore[arg-type]
    info, bad, retry, rejection = ErrorInfo(), BadRequest(), RetryInfo(), Rejection()
    found = (
        [
            part.DESCRIPTOR.name
            for detail in status.details
            if status
            for part in (info, bad, retry, rejection)
            if detail.Unpack(part)
        ]
        if status
        else []
    )
    assert found.count("ErrorInfo") <= 1
    return Refused(
        code=error.code(),
        reason=info.reason,
        metadata=dict(info.metadata),
        fields=[violation.field for violation in bad.field_violations],
        retry_after=retry.retry_delay.ToMilliseconds() / 1000 if "RetryInfo" in found else None,
        rejection=rejection if "Rejection" in found else None,
        message=error.details() or "",
        trailers=dict(error.trailing_metadata()),
    )


def bearer(credential: str) -> tuple[tuple[str, str], ...]:
    """Return the metadata of a credential."""
    return (("authorization", f"Bearer {credential}"),)


def point(after: tuple[int, int]) -> AttachPoint:
    """Return an attach point: a version and its batch id."""
    return AttachPoint(after_version=after[0], after_batch_id=after[1])


def moves(you: You) -> list[Action]:
    """Return the legal actions that need no further choice."""
    return [
        legal.action
        for legal in you.legal_actions
        if legal.action.WhichOneof("kind") not in CHOICES_OF_THEIR_OWN
    ]
