"""Batches: what one accepted request did to a table, as the store keeps it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from chinchon.store.v1.store_pb2 import StoredBatch
from chinchon.v1.record_service_pb2 import RecordEvent
from engine.events import Event
from engine.evolve import apply
from engine.state import Table
from service.wire import event_from, read_time, record_event, write_time


class Batch:
    """What one request did, secrets included.

    Args:
        stored: What the store keeps of it.
        events: The events in it, where they are known already.
    """

    __slots__ = ("_events", "_stored", "batch_id", "digest", "seat", "time", "version")

    def __init__(self, stored: StoredBatch, events: tuple[Event, ...] | None = None) -> None:
        self.version = stored.version
        """The table's version after it."""
        self.batch_id = stored.batch_id
        self.time = read_time(stored.time)
        """When it was committed, milliseconds since the epoch."""
        self.seat = stored.seat
        """Who asked; NOBODY for the server and for people who had no seat yet."""
        self.digest = stored.request_digest
        """Fingerprint of what was asked."""
        self._stored = stored
        self._events = events

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened. Raises `UnknownEvent` for what only a newer release knows."""
        if self._events is None:
            self._events = tuple(map(event_from, self._stored.events))
        return self._events

    @property
    def records(self) -> Sequence[RecordEvent]:
        """What happened, as messages."""
        return self._stored.events

    def to_bytes(self) -> bytes:
        """Return what the store keeps."""
        return self._stored.SerializeToString()


@dataclass(frozen=True, slots=True)
class Position:
    """A table and the batch that led to it."""

    table: Table
    batch_id: int


def new_batch(
    version: int, batch_id: int, time: int, seat: int, digest: bytes, events: tuple[Event, ...]
) -> Batch:
    """Return a batch that is about to be committed."""
    stored = StoredBatch(version=version, batch_id=batch_id, seat=seat, request_digest=digest)
    write_time(stored.time, time)
    stored.events.extend(map(record_event, events))
    return Batch(stored, events)


def batch_from(raw: bytes) -> Batch:
    """Read what the store kept."""
    return Batch(StoredBatch.FromString(raw))


def advance(position: Position | None, batch: Batch) -> Position:
    """Return where a table is after one more batch; its first batch has no position before."""
    return Position(apply(position.table if position else None, batch.events), batch.batch_id)


def fold(position: Position | None, batches: Iterable[Batch]) -> Position:
    """Return where a table is after more batches. Raises ValueError when there is no batch at all."""
    for batch in batches:
        position = advance(position, batch)
    if position is None:
        raise ValueError("a table has at least one batch")
    return position
