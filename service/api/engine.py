"""EngineService: the pure engine, for trusted callers that keep the state themselves."""

from __future__ import annotations

from typing import Final

from chinchon.engine.v1alpha1 import engine_service_pb2 as pb
from chinchon.engine.v1alpha1.engine_service_pb2_grpc import EngineServiceServicer
from engine import actions as a
from engine.decide import create_table, decide
from engine.lobby import NewTable
from engine.shuffle import SEED_BYTES
from engine.state import NOBODY, Table
from engine.view import redact, you
from service.app import Context
from service.errors import invalid_request
from service.wire import (
    action_from,
    check_state,
    record_event,
    rules_from,
    state_from,
    state_to,
    table_view,
)
from service.wire.shapes import Shape, Time

TABLE_ID: Final = "engine"
"""Every match of this service is played at a table of this name; it is part of every shuffle."""

_NOW: Final = Shape(lambda now: now, Time("now"))


class EngineService(EngineServiceServicer):
    """See `chinchon.engine.v1alpha1.EngineService`."""

    async def NewMatch(self, request: pb.NewMatchRequest, context: Context) -> pb.NewMatchResponse:
        """Start a match with every seat taken."""
        rules = rules_from(request.rules if request.HasField("rules") else None)
        if not rules.min_players <= request.seats <= rules.max_players:
            raise invalid_request("seats", f"{rules.min_players} to {rules.max_players}")
        if len(request.seed) != SEED_BYTES:
            raise invalid_request("seed", f"{SEED_BYTES} bytes")
        now = _NOW.read(request)
        new = NewTable(TABLE_ID, rules, request.seats, host_name="0", seed=request.seed)
        decision = create_table(new, now)
        events = list(decision.events)
        for seat in range(1, request.seats):
            decision = decide(decision.table, NOBODY, a.TakeSeat(str(seat)), now)
            events += decision.events
        decision = decide(decision.table, decision.table.host, a.StartMatch(), now)
        events += decision.events
        return pb.NewMatchResponse(state=state_to(decision.table), events=map(record_event, events))

    async def Apply(self, request: pb.ApplyRequest, context: Context) -> pb.ApplyResponse:
        """Decide one action."""
        table = _table(request)
        seat = _seat(request.seat, table, "seat")
        decision = decide(table, seat, action_from(request.action), _NOW.read(request))
        return pb.ApplyResponse(state=state_to(decision.table), events=map(record_event, decision.events))

    async def RenderView(self, request: pb.RenderViewRequest, context: Context) -> pb.RenderViewResponse:
        """Show a state as one viewer may see it."""
        table = _table(request)
        viewer = _seat(request.viewer, table, "viewer") if request.HasField("viewer") else NOBODY
        seats = range(len(table.seats))
        shown = you(table, viewer) if viewer != NOBODY else None
        return pb.RenderViewResponse(view=table_view(redact(table, viewer), shown, 0, seats))


def _table(request: pb.ApplyRequest | pb.RenderViewRequest) -> Table:
    if not request.HasField("state"):
        raise invalid_request("state", "a value")
    table = state_from(request.state)
    check_state(table)
    return table


def _seat(seat: int, table: Table, path: str) -> int:
    if not 0 <= seat < len(table.seats):
        raise invalid_request(path, f"0 to {len(table.seats) - 1}")
    return seat
