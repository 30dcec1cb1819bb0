"""The fair shuffle: a chain of seeds that is committed to before it is used, and what comes out of it.

Source: docs/fairness.md. Deterministic; the only entropy is the seed that the caller draws when it creates a table.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

SEED_BYTES: Final = 32
CHAIN_TAG: Final = b"chinchon.v1 chain\0"
STREAM_TAG: Final = b"chinchon.v1 shuffle\0"
_MIN_CHAIN: Final = 1024
_MATCHES: Final = 4

_T = TypeVar("_T")


def chain_length(match_round_limit: int) -> int:
    """Return how many seeds the chain of a table holds: enough for four matches that reach their round limit."""
    return max(_MIN_CHAIN, _MATCHES * match_round_limit)


def previous_seed(seed: bytes) -> bytes:
    """Return s_(i-1) for s_i, which is the commitment to it: SHA-256(tag, s_i)."""
    return hashlib.sha256(CHAIN_TAG + seed).digest()


def seed_at(last: bytes, length: int, index: int) -> bytes:
    """Return s_index of the chain whose last seed s_length is given; s_0 is the commitment of the table."""
    seed = last
    for _ in range(length - index):
        seed = previous_seed(seed)
    return seed


@dataclass(frozen=True, slots=True)
class ShuffleKey:
    """Everything that one round's randomness comes from."""

    seed: bytes
    salts: tuple[bytes, ...]
    """Of the seats of the match, ascending; empty bytes where none was contributed."""
    table_id: str
    match: int
    round: int

    def _key(self) -> bytes:
        parts = [self.seed, self.table_id.encode(), _number(self.match), _number(self.round), *self.salts]
        return hashlib.sha256(STREAM_TAG + b"".join(_number(len(part)) + part for part in parts)).digest()

    def shuffled(self, cards: Sequence[_T], label: str) -> tuple[_T, ...]:
        """Return the cards in a random order: Fisher-Yates from the end, without modulo bias."""
        order = list(cards)
        stream = _words(self._key(), label)
        for last in range(len(order) - 1, 0, -1):
            other = _below(stream, last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)


def _number(value: int) -> bytes:
    return value.to_bytes(4, "big")


def _words(key: bytes, label: str) -> Iterator[int]:
    """Yield 32-bit words: HMAC-SHA256(key, label, counter), eight words a digest."""
    counter = 0
    while True:
        block = hmac.digest(key, label.encode() + b"\0" + _number(counter), "sha256")
        for start in range(0, len(block), 4):
            yield int.from_bytes(block[start : start + 4], "big")
        counter += 1


def _below(stream: Iterator[int], bound: int) -> int:
    """Return a number in 0..bound-1; words beyond the largest multiple of bound are thrown away."""
    limit = (1 << 32) - (1 << 32) % bound
    for word in stream:
        if word < limit:
            return word % bound
    raise AssertionError("the stream is endless")
