"""Deadlines: turn clocks, showdown windows and automatic rounds become actions when they are due.

A deadline lies in the store with its table, so it survives the process, and any replica may find it due. It is
submitted like a player's action under an id of its own: found twice, it still happens once. It never comes early.
"""

from __future__ import annotations

from typing import Final

import structlog

from engine import actions as a
from engine.rules import Rules
from engine.state import Deadline, DeadlineKind, Table
from service.errors import Refusal
from service.failures import as_refusal
from service.names import server_request_id
from service.outage import Outage
from service.store.base import StoreUnavailable
from service.tables import Request, Tables
from service.world import World

_TICK: Final = 0.2
"""Seconds between two looks at the store."""
_AT_ONCE: Final = 200
"""Most tables that are looked at in one tick; the longest due come first."""

_WORTH_GIVING_BACK: Final = 1_000
"""Milliseconds; an outage is not known more exactly."""

_log = structlog.get_logger("chinchon.clock")


class Clock:
    """Finds deadlines that are due and submits them."""

    def __init__(self, world: World, tables: Tables, outage: Outage) -> None:
        self._world = world
        self._tables = tables
        self._outage = outage
        self._claimed: set[str] = set()
        self._extended: dict[str, int] = {}
        """When the deadline is now that got the outage back, by table."""

    async def run(self) -> None:
        """Look for deadlines, for ever."""
        while True:
            await self._world.sleep(_TICK)
            await self._claim_due()

    async def _claim_due(self) -> None:
        try:
            due = await self._world.store.due_deadlines(self._world.now_ms(), _AT_ONCE)
        except StoreUnavailable:
            return  # The next tick tries again.
        for table_id in due:
            if table_id not in self._claimed:
                self._claimed.add(table_id)
                self._world.spawn(self._elapse(table_id), "deadline")

    async def _elapse(self, table_id: str) -> None:
        try:
            table = (await self._tables.position(table_id)).table
            if table.deadline is not None and table.deadline.at <= self._world.now_ms():
                await self._tables.submit(_request(table, self._due(table, table.deadline)))
        except (Refusal, StoreUnavailable) as error:
            # Somebody was faster, or the store is away; what is still due is found again.
            _log.info("deadline_refused", reason=as_refusal(error).reason)
        finally:
            self._claimed.discard(table_id)

    def _due(self, table: Table, deadline: Deadline) -> a.ExtendDeadline | a.ElapseDeadline:
        """Return what becomes of a deadline that is due: the time of an outage is given back first, once."""
        if self._extended.pop(table.table_id, 0) != deadline.at:
            lost = self._outage.taken_from(deadline.at - _duration(table.rules, deadline.kind), deadline.at)
            if lost >= _WORTH_GIVING_BACK:
                self._extended[table.table_id] = deadline.at + lost
                return a.ExtendDeadline(deadline.kind, deadline.at, lost)
        return a.ElapseDeadline(deadline.kind, deadline.at)


def _duration(rules: Rules, kind: DeadlineKind) -> int:
    match kind:
        case DeadlineKind.TURN:
            return rules.turn_time
        case DeadlineKind.EXPOSE | DeadlineKind.LAY_OFF:
            return rules.showdown_window
        case DeadlineKind.NEXT_ROUND:
            return rules.next_round_delay


def _request(table: Table, command: a.ExtendDeadline | a.ElapseDeadline) -> Request:
    return Request(
        table_id=table.table_id,
        request_id=server_request_id("deadline", table.version, command),
        digest=b"",
        kind="deadline",
        command=command,
    )
