"""Outages: for how long nobody served, so that clocks and graces get that time back.

While it serves, the service writes the time down every two seconds; from the last beat to the next start nobody could play.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import structlog

from service.store.base import StoreUnavailable
from service.world import World

_BEAT_EVERY: Final = 2.0
"""Seconds. So exactly is the length of an outage known."""

_log = structlog.get_logger("chinchon.outage")


@dataclass(frozen=True, slots=True)
class Outage:
    """The last time when nobody served, in milliseconds since the epoch; both 0 before the first start."""

    began: int
    ended: int

    def taken_from(self, since: int, until: int) -> int:
        """Return how many milliseconds it took from a clock that was to run from `since` to `until`."""
        if until <= self.began or since >= self.ended:
            return 0
        return self.ended - max(since, self.began)


async def last_outage(world: World) -> Outage:
    """Return the outage that ends now. Raises `StoreUnavailable`."""
    began = await world.store.last_beat()
    return Outage(began, max(began, world.now_ms())) if began else Outage(0, 0)


async def beat(world: World) -> None:
    """Write down that the service is alive, for ever."""
    while True:
        await beat_once(world)
        await world.sleep(_BEAT_EVERY)


async def beat_once(world: World) -> None:
    """Write down that the service is alive."""
    try:
        await world.store.beat(world.now_ms())
    except StoreUnavailable:
        _log.warning("beat_failed")
