"""Who is there: seats whose client was heard from, beside any streams that they have.

Presence is no part of a table's versions: it is forgotten with the process and learnt again from the clients.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection
from typing import Final, TypeAlias

from engine.state import Table
from service.world import World

HEARD_FOR: Final = 45.0
"""Seconds that a sign of life counts for."""

MAX_HEARD: Final = 100_000
"""Most seats that are remembered; the one that was quiet longest is forgotten first."""

_Seat: TypeAlias = tuple[str, int, int]


class Presence:
    """Signs of life of seats, by table, seat and generation of its credential."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._heard: OrderedDict[_Seat, float] = OrderedDict()

    def heard(self, table_id: str, seat: int, generation: int) -> bool:
        """Note a sign of life; tell whether the seat was not heard of before."""
        key = (table_id, seat, generation)
        new = key not in self._heard
        self._heard[key] = self._world.monotonic()
        self._heard.move_to_end(key)
        if len(self._heard) > MAX_HEARD:
            self._heard.popitem(last=False)
        return new

    def forget(self, table_id: str, seat: int, generation: int) -> None:
        """Note that the last stream of a seat ended: it counts as gone at once."""
        self._heard.pop((table_id, seat, generation), None)

    def elapsed(self) -> list[str]:
        """Forget seats that were quiet for too long; return their tables."""
        since = self._world.monotonic() - HEARD_FOR
        tables = []
        while self._heard and next(iter(self._heard.values())) < since:
            (table_id, _, _), _ = self._heard.popitem(last=False)
            tables.append(table_id)
        return tables

    def connected(self, table: Table, streaming: Collection[int]) -> frozenset[int]:
        """Return the seats that count as connected: bots, seats with a stream, seats heard of lately."""
        return frozenset(
            index
            for index, seat in enumerate(table.seats)
            if seat.taken
            and (
                not seat.has_player
                or index in streaming
                or (table.table_id, index, seat.generation) in self._heard
            )
        )
