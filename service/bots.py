"""Plays for bots: after every commit, whatever a table waits for a bot to do.

A bot acts through the same path as a person, after a delay that is drawn before anything is known of its cards; thinking
happens within it. What a bot has to do follows from its table alone, so nothing is lost with the process.
"""

from __future__ import annotations

from typing import Final

import structlog

from engine.legal import is_awaited
from engine.state import NOBODY, BotLevel, Table, TableState
from service.batches import Batch, Position
from service.errors import Refusal
from service.failures import as_refusal
from service.names import server_request_id
from service.store.base import StoreUnavailable
from service.tables import Request, Tables
from service.thinking import Thinker
from service.world import World

_SEED_BYTES: Final = 16
_AWAY: Final = 1.0
"""Seconds until a bot tries again when the store was away."""

_log = structlog.get_logger("chinchon.bots")


class BotPlayers:
    """The players of all bot seats in this process.

    Args:
        world: Time and luck.
        tables: Where they play.
        thinker: How they decide.
        delay: Seconds that they take for an action, on average.
    """

    def __init__(self, world: World, tables: Tables, thinker: Thinker, delay: float) -> None:
        self._world = world
        self._tables = tables
        self._thinker = thinker
        self._delay: Final = delay
        self._playing: set[str] = set()
        tables.follow(self._committed)

    async def resume(self) -> None:
        """Go on after a start. Raises `StoreUnavailable`."""
        for table_id in await self._world.store.playing_tables():
            self._look((await self._tables.position(table_id)).table)

    def _committed(self, _: Batch, position: Position) -> None:
        self._look(position.table)

    def _look(self, table: Table) -> None:
        if table.table_id not in self._playing and awaited_bot(table) != NOBODY:
            self._playing.add(table.table_id)
            self._world.spawn(self._play(table.table_id), "bots")

    async def _play(self, table_id: str) -> None:
        """Act until the table waits for no bot."""
        try:
            while (seat := awaited_bot(table := (await self._tables.position(table_id)).table)) != NOBODY:
                if not await self._act(table, seat):
                    return
        except (Refusal, StoreUnavailable) as error:
            _log.warning("bot_stopped", reason=as_refusal(error).reason)
        finally:
            self._playing.discard(table_id)

    async def _act(self, table: Table, seat: int) -> bool:
        """Act once; tell whether to look again."""
        luck = self._world.random_bytes(_SEED_BYTES)
        due = self._world.monotonic() + self._delay * (0.5 + luck[0] / 255)
        action = await self._thinker.action(table, seat, luck)
        if action is None:
            return False
        if self._delay:
            await self._world.sleep(max(0.0, due - self._world.monotonic()))
        try:
            await self._tables.submit(
                Request(
                    table_id=table.table_id,
                    request_id=server_request_id("bot", table.version, seat),
                    digest=b"",
                    kind="bot",
                    command=action,
                    seat=seat,
                    generation=table.seats[seat].generation,
                    expected_version=table.version,
                )
            )
        except (Refusal, StoreUnavailable) as error:
            refusal = as_refusal(error)
            if refusal.reason == "STORE_UNAVAILABLE":
                await self._world.sleep(_AWAY)
            elif (await self._tables.position(table.table_id)).table.version == table.version:
                raise  # Nobody was faster: it would be refused again.
        return True


def awaited_bot(table: Table) -> int:
    """Return the first seat of a bot that the table waits for; NOBODY when there is none."""
    if table.state is not TableState.PLAYING:
        return NOBODY
    bots = (index for index, seat in enumerate(table.seats) if seat.bot is not BotLevel.NONE)
    return next((seat for seat in bots if is_awaited(table, seat)), NOBODY)
