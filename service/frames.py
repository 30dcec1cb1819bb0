"""A committed batch as each viewer gets it, encoded once for all who get the same."""

from __future__ import annotations

from collections.abc import Callable, Container

from engine.state import NOBODY, Table
from engine.view import private_cards, redact, you
from service import encode
from service.batches import Batch, Position
from service.wire import cards_received, table_view, you_bytes


def batch_body(batch: Batch, viewer: int) -> bytes:
    """Return the serialised `EventBatch` that a viewer gets."""
    return _with_cards(_public_body(batch), batch, viewer)


def is_seated(table: Table, seat: int, generation: int) -> bool:
    """Tell whether a credential of this seat and generation is the current one."""
    return (
        0 <= seat < len(table.seats)
        and table.seats[seat].taken
        and table.seats[seat].generation == generation
    )


class View:
    """A table as each viewer may see it, encoded once for each class of viewers.

    Args:
        position: The table.
        connected: Tells which seats count as connected, when somebody wants to know.
    """

    __slots__ = ("_connected", "_public", "_yous", "position")

    def __init__(self, position: Position, connected: Callable[[], Container[int]]) -> None:
        self.position = position
        self._connected = connected
        self._public: bytes | None = None
        self._yous: dict[int, bytes] = {}

    def you(self, seat: int) -> bytes:
        """Return the serialised `You` of a seat."""
        body = self._yous.get(seat)
        if body is None:
            body = self._yous[seat] = you_bytes(you(self.position.table, seat))
        return body

    def body(self, viewer: int) -> bytes:
        """Return the serialised `TableView` of a viewer."""
        table = self.position.table
        if self._public is None:
            public = table_view(redact(table, NOBODY), None, self.position.batch_id, self._connected())
            self._public = public.SerializeToString()
        if viewer == NOBODY:
            return self._public
        return encode.for_seat(self._public, table.invite_code, self.you(viewer))


class Frame:
    """A batch and the table after it."""

    __slots__ = ("_body", "batch", "view")

    def __init__(self, batch: Batch, view: View) -> None:
        self.batch = batch
        self.view = view
        self._body: bytes | None = None

    def update(self, viewer: int, now_ms: int, you: bytes | None, with_view: bool) -> bytes:
        """Return the stream's response that brings the batch to a viewer."""
        if self._body is None:
            self._body = _public_body(self.batch)
        return encode.batch_update(
            self.batch.version,
            now_ms,
            _with_cards(self._body, self.batch, viewer),
            you,
            self.view.body(viewer) if with_view else None,
        )


def _public_body(batch: Batch) -> bytes:
    events = (record.event.SerializeToString() for record in batch.records)
    return encode.batch(batch.version, batch.batch_id, batch.time, events)


def _with_cards(body: bytes, batch: Batch, viewer: int) -> bytes:
    if viewer == NOBODY:
        return body
    cards = [card for event in batch.events for card in private_cards(event, viewer)]
    return encode.with_event(body, cards_received(cards).SerializeToString()) if cards else body
