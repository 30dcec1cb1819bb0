"""What a caller may do and see at a table: the table, not the credential, has the last word."""

from __future__ import annotations

from engine.state import NOBODY, Table, Visibility
from service.auth import Caller
from service.errors import Refusal, expired


def is_seated(table: Table, seat: int, generation: int) -> bool:
    """Tell whether a credential of this seat and generation is the current one."""
    return (
        0 <= seat < len(table.seats)
        and table.seats[seat].taken
        and table.seats[seat].generation == generation
    )


def require_credential(caller: Caller | None) -> Caller:
    """Return the caller; refuses with UNAUTHENTICATED one without a credential."""
    if caller is None:
        raise Refusal("UNAUTHENTICATED", "this call needs metadata `authorization: Bearer ...`")
    return caller


def seat_at(caller: Caller | None, table_id: str) -> Caller:
    """Return the caller as the holder of a seat of a table.

    Refuses with UNAUTHENTICATED and NOT_SEATED. Whether the credential is the seat's current one is not asked here:
    with an older one a request may still be repeated.
    """
    caller = require_credential(caller)
    if caller.table_id != table_id or caller.seat == NOBODY:
        raise Refusal("NOT_SEATED", "the credential holds no seat at this table", {"table_id": table_id})
    return caller


def require_current(caller: Caller, table: Table) -> None:
    """Refuse with TOKEN_EXPIRED a credential that is not its seat's current one."""
    if not is_seated(table, caller.seat, caller.generation):
        raise expired()


def viewer_at(caller: Caller | None, table: Table) -> int:
    """Return the seat that a caller sees a table as; NOBODY for a spectator.

    A credential of another table counts as none. Refuses with TABLE_PRIVATE and TOKEN_EXPIRED.
    """
    if caller is None or caller.table_id != table.table_id:
        if table.visibility is Visibility.PRIVATE:
            raise Refusal("TABLE_PRIVATE", "a private table is only for its seats and spectators")
        return NOBODY
    if caller.seat != NOBODY:
        require_current(caller, table)
    return caller.seat
