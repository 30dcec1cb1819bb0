"""Who is there: the seats whose client was heard from lately, and the graces of those that were not.

Presence is no part of a table's versions: it travels beside them. A seat counts as connected for 45 s after a sign of
life, on a stream or in a call; the end of its last stream ends that at once.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Final, TypeAlias

from engine.state import Table
from service.world import World

HEARD_FOR: Final = 45.0
"""Seconds that a sign of life counts for."""

MAX_HEARD: Final = 100_000
"""Most seats that are remembered; the one that was quiet longest is forgotten first."""

_Seat: TypeAlias = tuple[str, int]


class Presence:
    """Signs of life of seats: of each, the newest generation of its credential that was heard of, and when.

    Renewing a credential again and again makes no more of them, or one seat could crowd out all others.
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self._heard: OrderedDict[_Seat, tuple[int, float]] = OrderedDict()
        self._graces: dict[_Seat, int] = {}
        self._listeners: list[Callable[[str], None]] = []

    def listen(self, listener: Callable[[str], None]) -> None:
        """Call `listener` with a table's id whenever it changes who is connected there, or a grace."""
        self._listeners.append(listener)

    def heard(self, table_id: str, seat: int, generation: int) -> None:
        """Note a sign of life."""
        key = (table_id, seat)
        newest, _ = self._heard.get(key, (0, 0.0))
        if generation < newest:
            return
        self._heard[key] = (generation, self._world.monotonic())
        self._heard.move_to_end(key)
        if len(self._heard) > MAX_HEARD:
            self._forget(next(iter(self._heard)))
        if generation != newest:
            self._tell(table_id)

    def gone(self, table_id: str, seat: int, generation: int) -> None:
        """Note that the last stream of a seat ended: it counts as gone at once."""
        if self._generation(table_id, seat) == generation:
            self._forget((table_id, seat))

    def expire(self) -> None:
        """Forget the seats that were quiet for too long."""
        since = self._world.monotonic() - HEARD_FOR
        while self._heard and next(iter(self._heard.values()))[1] < since:
            self._forget(next(iter(self._heard)))

    def connected(self, table: Table) -> frozenset[int]:
        """Return the seats that count as connected: bots, and those that were heard of lately."""
        return frozenset(
            index
            for index, seat in enumerate(table.seats)
            if seat.taken
            and (not seat.has_player or self._generation(table.table_id, index) == seat.generation)
        )

    def set_grace(self, table_id: str, seat: int, until: int) -> None:
        """Say when a seat's grace is over, milliseconds since the epoch; 0 for none."""
        if until:
            self._graces[table_id, seat] = until
        else:
            self._graces.pop((table_id, seat), None)
        self._tell(table_id)

    def grace(self, table_id: str, seat: int) -> int:
        """Return when a seat's grace is over, milliseconds since the epoch; 0 without one."""
        return self._graces.get((table_id, seat), 0)

    def graces_over(self, now: int) -> list[tuple[str, int]]:
        """Return the tables and seats whose grace is over."""
        return [key for key, until in self._graces.items() if until <= now]

    def _generation(self, table_id: str, seat: int) -> int:
        """Return the newest generation that was heard of lately; 0 for none."""
        return self._heard.get((table_id, seat), (0, 0.0))[0]

    def _forget(self, key: _Seat) -> None:
        del self._heard[key]
        self._tell(key[0])

    def _tell(self, table_id: str) -> None:
        for listener in self._listeners:
            listener(table_id)
