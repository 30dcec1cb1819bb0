"""What one peer, and all together, may take of the server."""

from __future__ import annotations

import ipaddress
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Final
from urllib.parse import unquote

from service.errors import Refusal
from service.world import World

MAX_PEERS: Final = 10_000
"""Most peers that a rate remembers; the one that was quiet longest is forgotten first."""

_IPV6_NETWORK: Final = 64
"""Bits of an IPv6 address that name a peer: it chooses the others as it likes."""


def reached(name: str, retry_after_ms: int | None = None) -> Refusal:
    """Return the refusal of whatever would go beyond a limit."""
    return Refusal(
        "LIMIT_REACHED", f"the limit {name} is reached", {"limit": name}, retry_after_ms=retry_after_ms
    )


@lru_cache(maxsize=MAX_PEERS)
def peer_of(address: str) -> str:
    """Return who is behind the address of a gRPC peer: its host without port, of IPv6 the network."""
    kind, _, rest = unquote(address).partition(":")
    if kind not in ("ipv4", "ipv6"):
        return kind
    host = rest.rpartition(":")[0].strip("[]").partition("%")[0]
    if kind == "ipv4":
        return host
    return str(ipaddress.ip_network((host, _IPV6_NETWORK), strict=False))


class Rate:
    """A token bucket for each peer: `rate` a second lastingly, `burst` at once."""

    def __init__(self, world: World, name: str, rate: float, burst: int) -> None:
        self._world = world
        self._name = name
        self._rate = rate
        self._burst = burst
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def check(self, peer: str) -> None:
        """Refuse with LIMIT_REACHED, and the time until it passes, a peer whose bucket is empty."""
        self._refuse_empty(self._left(peer, self._world.monotonic()))

    def take(self, peer: str) -> None:
        """Take one token; refuses as `check` does."""
        now = self._world.monotonic()
        left = self._left(peer, now)
        self._refuse_empty(left)
        self._buckets[peer] = (left - 1, now)
        self._buckets.move_to_end(peer)
        if len(self._buckets) > MAX_PEERS:
            self._buckets.popitem(last=False)

    def _left(self, peer: str, now: float) -> float:
        left, since = self._buckets.get(peer, (self._burst, now))
        return min(self._burst, left + (now - since) * self._rate)

    def _refuse_empty(self, left: float) -> None:
        if left < 1:
            raise reached(self._name, retry_after_ms=int((1 - left) / self._rate * 1000) + 1)


class Places:
    """A number of places that can be taken and are given back."""

    def __init__(self, name: str, most: int) -> None:
        self._name = name
        self._most = most
        self.taken = 0

    @contextmanager
    def one(self) -> Iterator[None]:
        """Hold a place; refuses with LIMIT_REACHED when there is none."""
        if self.taken >= self._most:
            raise reached(self._name)
        self.taken += 1
        try:
            yield
        finally:
            self.taken -= 1
