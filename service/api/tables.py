"""TableService: tables, from creating one to watching it."""

from __future__ import annotations

from typing import Final

from google.protobuf.message import Message

from chinchon.v1 import table_service_pb2 as pb
from chinchon.v1.event_pb2 import BotLevel as BotLevelMessage
from chinchon.v1.event_pb2 import TableVisibility
from chinchon.v1.table_pb2 import TableState as StateMessage
from chinchon.v1.table_service_pb2_grpc import TableServiceServicer
from engine import actions as a
from engine.events import BotTookOver, CredentialRenewed, MatchStarted, SeatTaken, SeatVacated
from engine.lobby import NewTable
from engine.shuffle import SEED_BYTES
from engine.state import NOBODY, BotLevel, Table, TableState, Visibility
from service import names
from service.access import require_credential, require_current, seat_at, viewer_at
from service.api.presets import described
from service.api.requests import expected_version, fingerprint, page_size
from service.app import App, Context
from service.auth import Caller
from service.errors import Refusal, invalid_request
from service.limits import peer_of, reached
from service.listing import summary_of
from service.store.base import PageTokenError
from service.streams import send
from service.tables import Answer, Request, not_found, reused
from service.wire import rules_from, rules_to

MAX_PAGE: Final = 100

_KINDS: Final = {
    a.LeaveSeat: "leave_table",
    a.AddBot: "add_bot",
    a.RemoveSeat: "remove_seat",
    a.StartMatch: "start_match",
    a.CloseTable: "close_table",
    a.RenewCredential: "renew_credential",
}
_OPEN: Final = (TableState.LOBBY, TableState.PLAYING)
_BOTS: Final = (BotLevel.EASY, BotLevel.NORMAL, BotLevel.HARD)


class TableService(TableServiceServicer):
    """See `chinchon.v1.TableService`."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._presets = described()

    async def CreateTable(self, request: pb.CreateTableRequest, context: Context) -> pb.CreateTableResponse:
        """Create a table and seat the caller as host."""
        app = self._app
        request_id = names.request_id(request.request_id)
        name = names.display_name(request.display_name)
        rules = rules_from(request.rules if request.HasField("rules") else None)
        seats = request.seats or rules.max_players
        if not rules.min_players <= seats <= rules.max_players:
            raise invalid_request("seats", f"{rules.min_players} to {rules.max_players}, or 0")
        if request.visibility not in TableVisibility.values():
            raise invalid_request("visibility", "a known value")
        if len(request.bots) >= seats or any(int(level) not in _BOTS for level in request.bots):
            raise invalid_request("bots", "known levels, at most one for each further seat")
        if request.validate_only:
            return pb.CreateTableResponse(rules=rules_to(rules))
        table_id = app.tokens.table_id(request_id)
        owner = app.tokens.owner(peer_of(context.peer()))
        await self._require_room(owner, table_id)
        new = NewTable(
            table_id=table_id,
            rules=rules,
            seats=seats,
            host_name=name,
            seed=app.world.random_bytes(SEED_BYTES),
            visibility=Visibility(request.visibility or Visibility.PRIVATE),
            invite_code=names.new_invite_code(app.world.random_bytes(names.INVITE_ENTROPY)),
            bots=tuple(map(BotLevel, request.bots)),
        )
        asked = pb.CreateTableRequest()
        asked.CopyFrom(request)
        asked.ClearField("request_id")
        answer = await app.tables.submit(
            Request(table_id, request_id, fingerprint(asked), "create_table", new, owner=owner)
        )
        host = await self._seated(answer, request_id)
        self._heard(host, table_id)
        response = pb.CreateTableResponse(
            table_id=table_id,
            seat=host.seat,
            credential=app.tokens.issue(host),
            version=answer.position.table.version,
            rules=rules_to(rules),
        )
        response.view.MergeFromString(app.view(answer.position).body(host.seat))
        return response

    async def JoinTable(self, request: pb.JoinTableRequest, context: Context) -> pb.JoinTableResponse:
        """Take a seat in the lobby, or join as a spectator."""
        app = self._app
        request_id = names.request_id(request.request_id)
        match request.WhichOneof("target"):
            case "table_id":
                position = await app.tables.position(request.table_id)
                viewer_at(None, position.table)
            case "invite_code":
                position = await app.tables.position(await self._invited(request.invite_code, context))
            case _:
                raise invalid_request("target", "table_id or invite_code")
        table_id = position.table.table_id
        if request.as_spectator:
            if position.table.state is TableState.CLOSED:
                raise Refusal("TABLE_CLOSED", "the table is closed")
            joined = Caller(table_id, NOBODY, 0)
        else:
            name = names.display_name(request.display_name)
            wanted = request.seat if request.HasField("seat") else None
            # By whichever way the table was found, a repeat asks for the same.
            asked = pb.JoinTableRequest(table_id=table_id, display_name=name, seat=wanted)
            answer = await app.tables.submit(
                Request(table_id, request_id, fingerprint(asked), "join_table", a.TakeSeat(name, wanted))
            )
            joined, position = await self._seated(answer, request_id), answer.position
            self._heard(joined, table_id)
        response = pb.JoinTableResponse(
            table_id=table_id,
            seat=None if joined.seat == NOBODY else joined.seat,
            credential=app.tokens.issue(joined),
            version=position.table.version,
        )
        response.view.MergeFromString(app.view(position).body(joined.seat))
        return response

    async def PreviewTable(
        self, request: pb.PreviewTableRequest, context: Context
    ) -> pb.PreviewTableResponse:
        """Show what an invite code leads to."""
        position = await self._app.tables.position(await self._invited(request.invite_code, context))
        return pb.PreviewTableResponse(table=_summary(position.table))

    async def GetTable(self, request: pb.GetTableRequest, context: Context) -> pb.GetTableResponse:
        """Return the table as the caller may see it."""
        caller = self._app.caller(context)
        position = await self._app.tables.position(request.table_id, caller)
        viewer = viewer_at(caller, position.table)
        self._heard(caller, request.table_id)
        response = pb.GetTableResponse()
        response.view.MergeFromString(self._app.view(position).body(viewer))
        return response

    async def ListTables(self, request: pb.ListTablesRequest, context: Context) -> pb.ListTablesResponse:
        """List public tables."""
        if request.state not in StateMessage.values():
            raise invalid_request("state", "a known value")
        states = (TableState(request.state),) if request.state else _OPEN
        size = page_size(request.page_size, 50, MAX_PAGE)
        try:
            page = await self._app.world.store.list_tables(states, size, request.page_token)
        except PageTokenError:
            raise invalid_request("page_token", "next_page_token of the page before") from None
        response = pb.ListTablesResponse(next_page_token=page.next_token)
        for table in page.tables:
            response.tables.add(version=table.version).MergeFromString(table.summary)
        return response

    async def ListMyTables(
        self, request: pb.ListMyTablesRequest, context: Context
    ) -> pb.ListMyTablesResponse:
        """List the tables where the caller's credential holds a seat: of a seat token, the one that it names."""
        caller = self._app.caller(context)
        page_size(request.page_size, 50, MAX_PAGE)
        if request.page_token:
            raise invalid_request("page_token", "next_page_token of the page before")
        caller = require_credential(caller)
        if caller.seat == NOBODY:
            return pb.ListMyTablesResponse()
        position = await self._app.tables.position(caller.table_id, caller)
        require_current(caller, position.table)
        self._heard(caller, caller.table_id)
        return pb.ListMyTablesResponse(tables=[_summary(position.table)])

    async def LeaveTable(self, request: pb.LeaveTableRequest, context: Context) -> pb.LeaveTableResponse:
        """Give the seat up."""
        content = pb.LeaveTableRequest()
        answer = await self._ask(context, request.table_id, request.request_id, content, a.LeaveSeat())
        return pb.LeaveTableResponse(version=answer.batch.version)

    async def RemoveSeat(self, request: pb.RemoveSeatRequest, context: Context) -> pb.RemoveSeatResponse:
        """Remove a player or a bot."""
        content, command = pb.RemoveSeatRequest(seat=request.seat), a.RemoveSeat(request.seat)
        answer = await self._ask(
            context, request.table_id, request.request_id, content, command, request.expected_version
        )
        return pb.RemoveSeatResponse(version=answer.batch.version)

    async def AddBot(self, request: pb.AddBotRequest, context: Context) -> pb.AddBotResponse:
        """Seat a bot; during a match in the place of a player who is away."""
        app = self._app
        if request.level not in BotLevelMessage.values():
            raise invalid_request("level", "a known value")
        level = BotLevel(request.level or BotLevel.NORMAL)
        seat = request.seat if request.HasField("seat") else None
        position = await app.tables.position(request.table_id)
        if position.table.state is TableState.PLAYING and not app.hub.has_vanished(position, seat):
            message = "a bot may take only the seat of a player whose grace is over"
            raise Refusal("MATCH_RUNNING", message, {"match": str(position.table.match)})
        content, command = pb.AddBotRequest(level=level, seat=seat), a.AddBot(level, seat)  # type: ignore[arg-type]
        answer = await self._ask(
            context, request.table_id, request.request_id, content, command, request.expected_version
        )
        seated = next(event for event in answer.batch.events if isinstance(event, SeatTaken | BotTookOver))
        return pb.AddBotResponse(version=answer.batch.version, seat=seated.seat)

    async def StartMatch(self, request: pb.StartMatchRequest, context: Context) -> pb.StartMatchResponse:
        """Start a match."""
        content = pb.StartMatchRequest()
        answer = await self._ask(
            context, request.table_id, request.request_id, content, a.StartMatch(), request.expected_version
        )
        (started,) = (event for event in answer.batch.events if isinstance(event, MatchStarted))
        return pb.StartMatchResponse(version=answer.batch.version, match=started.match)

    async def CloseTable(self, request: pb.CloseTableRequest, context: Context) -> pb.CloseTableResponse:
        """Close the table for good."""
        content = pb.CloseTableRequest()
        answer = await self._ask(
            context, request.table_id, request.request_id, content, a.CloseTable(), request.expected_version
        )
        return pb.CloseTableResponse(version=answer.batch.version)

    async def RenewCredential(
        self, request: pb.RenewCredentialRequest, context: Context
    ) -> pb.RenewCredentialResponse:
        """Replace the seat's credential."""
        content = pb.RenewCredentialRequest()
        answer = await self._ask(context, request.table_id, request.request_id, content, a.RenewCredential())
        (renewed,) = (event for event in answer.batch.events if isinstance(event, CredentialRenewed))
        credential = self._app.tokens.issue(Caller(request.table_id, renewed.seat, renewed.generation))
        return pb.RenewCredentialResponse(version=answer.batch.version, credential=credential)

    async def KeepAlive(self, request: pb.KeepAliveRequest, context: Context) -> pb.KeepAliveResponse:
        """Note that the player is still there."""
        caller = seat_at(self._app.caller(context), request.table_id)
        position = await self._app.tables.position(request.table_id, caller)
        require_current(caller, position.table)
        if position.table.state is TableState.CLOSED:
            raise Refusal("TABLE_CLOSED", "the table is closed")
        self._heard(caller, request.table_id)
        return pb.KeepAliveResponse(version=position.table.version)

    async def WatchTable(self, request: pb.WatchTableRequest, context: Context) -> None:
        """Stream a table."""
        caller = self._app.caller(context)
        position = await self._app.tables.position(request.table_id, caller)
        seat = viewer_at(caller, position.table)
        viewer = caller if caller and seat != NOBODY else Caller(request.table_id, NOBODY, 0)
        async with self._app.streams.attached(
            "WatchTable", position, viewer, request.attach_point, request.views
        ) as feed:
            await send(feed, context)

    async def ListRulePresets(
        self, request: pb.ListRulePresetsRequest, context: Context
    ) -> pb.ListRulePresetsResponse:
        """List the rule presets and describe every parameter."""
        return self._presets

    async def _ask(
        self,
        context: Context,
        table_id: str,
        request_id: str,
        content: Message,
        command: a.Command,
        version: int = 0,
    ) -> Answer:
        """Submit what a seat asks; `content` is the part of its request that a repeat must have too."""
        caller = seat_at(self._app.caller(context), table_id)
        request = Request(
            table_id=table_id,
            request_id=names.request_id(request_id),
            digest=fingerprint(content),
            kind=_KINDS[type(command)],
            command=command,
            seat=caller.seat,
            generation=caller.generation,
            expected_version=expected_version(version),
        )
        self._heard(caller, table_id)
        return await self._app.tables.submit(request)

    async def _seated(self, answer: Answer, request_id: str) -> Caller:
        """Return the seat that a CreateTable or JoinTable brought, with its current generation.

        Here the request id stands for a credential: it is refused when it is too old, or when the seat was given up.
        """
        app, table = self._app, answer.position.table
        # The host's comes first; bots may follow it.
        taken = next(event for event in answer.batch.events if isinstance(event, SeatTaken))
        generation = table.seats[taken.seat].generation
        if not answer.is_new and (
            app.world.now_ms() - answer.batch.time > app.settings.join_ttl * 1000
            or (generation != taken.generation and await self._was_vacated(answer, taken.seat))
        ):
            raise reused(request_id)
        seated = Caller(table.table_id, taken.seat, generation)
        self._heard(seated, table.table_id)
        return seated

    async def _was_vacated(self, answer: Answer, seat: int) -> bool:
        table = answer.position.table
        later = await self._app.tables.batches(table.table_id, answer.batch.version, table.version)
        return any(
            isinstance(event, SeatVacated) and event.seat == seat for batch in later for event in batch.events
        )

    async def _invited(self, code: str, context: Context) -> str:
        """Return the table of an invite code; wrong guesses are counted."""
        peer = peer_of(context.peer())
        stored = names.invite_code(code)
        self._app.guesses.check(peer)
        table_id = await self._app.world.store.find_invite(stored)
        if table_id is None:
            self._app.guesses.take(peer)
            raise not_found("")
        return table_id

    async def _require_room(self, owner: str, table_id: str) -> None:
        """Refuse another table when there are enough; the repeat of a request needs no room."""
        settings, store = self._app.settings, self._app.world.store
        total, own = await store.count_open(owner)
        counts = {
            "tables": (total, settings.max_tables),
            "tables_per_peer": (own, settings.max_tables_per_peer),
        }
        full = [limit for limit, (count, most) in counts.items() if count >= most]
        if full and await store.load(table_id) is None:
            raise reached(full[0])

    def _heard(self, caller: Caller | None, table_id: str) -> None:
        if caller is not None and caller.seat != NOBODY and caller.table_id == table_id:
            self._app.hub.heard(table_id, caller.seat, caller.generation)


def _summary(table: Table) -> pb.TableSummary:
    summary = summary_of(table)
    summary.version = table.version
    return summary
