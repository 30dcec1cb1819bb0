"""A decision in the making: the state that its events lead to, step by step."""

from __future__ import annotations

from engine.events import Event
from engine.evolve import evolve
from engine.state import Round, Table
from engine.violations import Reason, RuleViolation


class Draft:
    """Collects events and keeps the table up to date, so that each step of a decision sees what the last one did."""

    __slots__ = ("events", "now", "table")

    def __init__(self, table: Table, now: int) -> None:
        """Start from a table, at a time in milliseconds since the epoch."""
        self.table = table
        self.now = now
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        """Add an event."""
        self.table = evolve(self.table, event)
        self.events.append(event)

    @property
    def round(self) -> Round:
        """The running round; raises RuleViolation MATCH_NOT_RUNNING when there is none."""
        if self.table.round is None:
            raise RuleViolation(
                Reason.MATCH_NOT_RUNNING, "no match is being played", state=self.table.state.name
            )
        return self.table.round

    def deadline(self, after: int) -> int:
        """Return the time that lies `after` milliseconds from now; 0 when `after` is 0."""
        return self.now + after if after else 0
