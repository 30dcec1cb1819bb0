"""A table in short: what lists and invite codes lead to."""

from __future__ import annotations

from chinchon.v1.event_pb2 import TableVisibility
from chinchon.v1.table_pb2 import TableState
from chinchon.v1.table_service_pb2 import TableSummary
from engine.state import NOBODY, Table, Visibility
from service.store.base import Listing
from service.wire import rules_to


def summary_of(table: Table) -> TableSummary:
    """Return a table in short, without its version."""
    return TableSummary(
        table_id=table.table_id,
        state=TableState.Name(table.state),
        visibility=TableVisibility.Name(table.visibility),
        rules=rules_to(table.rules),
        seats=len(table.seats),
        seats_taken=_seats_taken(table),
        host_name=_host_name(table),
    )


def listing_of(table: Table) -> Listing:
    """Return what the store finds and lists a table by."""
    return Listing(
        state=table.state,
        public=table.visibility is Visibility.PUBLIC,
        created_at=table.created_at,
        invite_code=table.invite_code,
        summary=summary_of(table).SerializeToString(),
    )


def is_listed_anew(before: Table, after: Table) -> bool:
    """Tell whether the listing of a table changed between two of its states."""
    if before.state is not after.state:
        return True
    if before.seats is after.seats and before.host == after.host:
        return False
    return (_seats_taken(before), _host_name(before)) != (_seats_taken(after), _host_name(after))


def _seats_taken(table: Table) -> int:
    return sum(seat.taken for seat in table.seats)


def _host_name(table: Table) -> str:
    return "" if table.host == NOBODY else table.seats[table.host].name
