"""What follows when players go away and come back.

A seat in a match whose player is not connected gets a grace; what happens after it is up to the rules. A bot that stands in
goes when its player returns, and while the host is away in a lobby or summary another may act as host. Only these consequences
are actions of the table, submitted like any other; who is connected is not.

Source: docs/rules.md, "Connection".
"""

from __future__ import annotations

from collections.abc import Collection, Coroutine
from typing import Final

import structlog

from engine import actions as a
from engine import events as e
from engine.rules import LostConnection
from engine.state import NOBODY, BotLevel, CancelReason, RoundPhase, Table, TableState
from service.batches import Batch, Position
from service.errors import Refusal
from service.failures import as_refusal
from service.names import server_request_id
from service.outage import Outage
from service.presence import Presence
from service.store.base import Absence, StoreUnavailable
from service.tables import Request, Tables
from service.world import World

_TICK: Final = 0.2
"""Seconds between two looks."""

STAND_IN_LEVEL: Final = BotLevel.NORMAL

_log = structlog.get_logger("chinchon.attendance")


class Attendance:
    """Watches who is there at every table of this process."""

    def __init__(self, world: World, tables: Tables, presence: Presence) -> None:
        self._world = world
        self._tables = tables
        self._presence = presence
        self._changed: set[str] = set()
        self._dealt_with: set[tuple[str, int]] = set()
        """Tables and seats whose grace is over, after what follows from it."""
        presence.listen(self._note)
        tables.follow(self._committed)

    async def resume(self, outage: Outage) -> None:
        """Go on after a start: graces that were running get the outage back, all other players start a full one.

        Raises `StoreUnavailable`.
        """
        for absence in await self._world.store.absences():
            until = absence.until
            if until > outage.began:
                until += outage.taken_from(0, until)
            self._presence.set_grace(absence.table_id, absence.seat, until)
        self._changed.update(await self._world.store.playing_tables())

    async def run(self) -> None:
        """Look after the tables, for ever."""
        while True:
            await self._world.sleep(_TICK)
            changed, self._changed = self._changed, set()
            for table_id in changed:
                await self._attempt(self._look(table_id), table_id)
            for table_id, seat in self._presence.graces_over(self._world.now_ms()):
                if (table_id, seat) not in self._dealt_with:
                    await self._attempt(self._grace_over(table_id, seat), table_id)

    async def _attempt(self, work: Coroutine[None, None, None], table_id: str) -> None:
        try:
            await work
        except (Refusal, StoreUnavailable) as error:
            reason = as_refusal(error).reason
            if reason == "STORE_UNAVAILABLE":
                self._note(table_id)  # The next tick tries again.
            _log.info("consequence_refused", reason=reason)

    def _note(self, table_id: str) -> None:
        self._changed.add(table_id)

    def _committed(self, batch: Batch, position: Position) -> None:
        if any(isinstance(event, _RELEVANT) for event in batch.events):
            self._note(position.table.table_id)

    async def _look(self, table_id: str) -> None:
        """Compare a table with who is there, and do what follows at once."""
        table = (await self._tables.position(table_id)).table
        connected = self._presence.connected(table)
        for index, seat in enumerate(table.seats):
            away = _is_expected(table, index) and index not in connected
            if away is not bool(self._presence.grace(table_id, index)):
                await self._set_grace(table, index, away)
            if seat.stand_in and index in connected:
                await self._submit(table, a.ReturnToSeat(index))
        acting = _acting_host(table, connected)
        if acting is not None and acting != table.acting_host:
            await self._submit(table, a.NameActingHost(acting))

    async def _set_grace(self, table: Table, seat: int, away: bool) -> None:
        until = self._world.now_ms() + table.rules.connection_grace if away else 0
        self._dealt_with.discard((table.table_id, seat))
        self._presence.set_grace(table.table_id, seat, until)
        await self._world.store.note_absence(Absence(table.table_id, seat, until))

    async def _grace_over(self, table_id: str, seat: int) -> None:
        """Do what the rules say when a player has not come back in time."""
        table = (await self._tables.position(table_id)).table
        if not _is_expected(table, seat):
            return
        if self._is_deserted(table):
            await self._submit(table, a.CancelMatch(CancelReason.NO_PEOPLE))
        elif table.seats[seat].is_in:
            match table.rules.lost_connection:
                case LostConnection.CANCEL:
                    await self._submit(table, a.CancelMatch(CancelReason.CONNECTION_LOST, seat))
                case LostConnection.BOT:
                    await self._submit(table, a.StandIn(seat, STAND_IN_LEVEL))
                case LostConnection.WAIT:
                    pass
        self._dealt_with.add((table_id, seat))

    def _is_deserted(self, table: Table) -> bool:
        """Tell whether no person of the match has been connected for a whole grace."""
        now = self._world.now_ms()
        graces = [
            self._presence.grace(table.table_id, index)
            for index in range(len(table.seats))
            if _is_expected(table, index)
        ]
        return all(0 < until <= now for until in graces)

    async def _submit(self, table: Table, command: a.Command) -> None:
        await self._tables.submit(
            Request(
                table_id=table.table_id,
                request_id=server_request_id("attendance", table.version, command),
                digest=b"",
                kind="attendance",
                command=command,
            )
        )


def _is_expected(table: Table, seat: int) -> bool:
    """Tell whether a match waits for the player of this seat, in or out."""
    player = table.seats[seat]
    return table.state is TableState.PLAYING and player.has_player and player.in_match


def _acting_host(table: Table, connected: Collection[int]) -> int | None:
    """Return who should act as host now; NOBODY when the host is there, None to leave it as it is."""
    if table.host in connected:
        return NOBODY
    is_summary = table.round is not None and table.round.phase is RoundPhase.SUMMARY
    if table.state is not TableState.LOBBY and not is_summary:
        return None
    there = [index for index in sorted(connected) if table.seats[index].has_player]
    return next((index for index in there if table.seats[index].is_in), there[0] if there else None)


_RELEVANT: Final = (
    e.MatchStarted,
    e.MatchEnded,
    e.SummaryStarted,
    e.SeatTaken,
    e.SeatVacated,
    e.HostChanged,
    e.CredentialRenewed,
    e.BotTookOver,
    e.TableClosed,
)
"""Events after which a table has to be looked at."""
