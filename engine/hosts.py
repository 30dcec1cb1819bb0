"""What only the host may ask for."""

from __future__ import annotations

from engine.state import Table
from engine.violations import Reason, RuleViolation


def require_host(table: Table, seat: int) -> None:
    """Refuse a seat that is neither the host nor acting for it."""
    if seat not in (table.host, table.acting_host):
        raise not_host(table)


def not_host(table: Table) -> RuleViolation:
    """Return the refusal of a seat that is not the host."""
    return RuleViolation(Reason.NOT_HOST, "only the host may do this", host_seat=table.host)
