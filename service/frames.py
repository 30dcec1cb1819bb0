"""A committed batch as each viewer gets it, encoded once for all who get the same."""

from __future__ import annotations

from collections.abc import Callable, Container

from engine.changes import leaves_alone
from engine.state import NOBODY, Table
from engine.view import private_cards, redact, you
from service import encode
from service.batches import Batch, Position
from service.wire import cards_received, table_view, you_bytes


def batch_body(batch: Batch, viewer: int) -> bytes:
    """Return the serialised `EventBatch` that a viewer gets."""
    return _with_cards(_public_body(batch), batch, viewer)


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
    """A batch and the table after it.

    Args:
        before: The table before the batch.
        batch: What happened.
        view: The table after it.
        now_ms: What the server's clock says to all who get it.
    """

    __slots__ = ("_before", "_body", "_head", "_now_ms", "_plain", "batch", "view")

    def __init__(self, before: Table, batch: Batch, view: View, now_ms: int) -> None:
        self.batch = batch
        self.view = view
        self._before = before
        self._now_ms = now_ms
        self._head = b""
        self._body: bytes | None = None
        self._plain: bytes | None = None

    def you(self, seat: int, sent: bytes | None) -> bytes:
        """Return the serialised `You` of a seat; `sent` is the one of the version before, if the client has it."""
        if sent is not None and leaves_alone(self._before, self.view.position.table, seat):
            return sent
        return self.view.you(seat)

    def update(self, viewer: int, you: bytes | None, with_view: bool) -> bytes:
        """Return the stream's response that brings the batch to a viewer, with `you` if it is news."""
        if self._body is None:
            self._body = _public_body(self.batch)
            self._head = encode.head(self.batch.version, self._now_ms)
        body = _with_cards(self._body, self.batch, viewer)
        if body is self._body and you is None and not with_view:
            # Most seats most of the time, and all spectators: the same bytes.
            if self._plain is None:
                self._plain = encode.batch_update(self._head, body)
            return self._plain
        view = self.view.body(viewer) if with_view else None
        return encode.batch_update(self._head, body, you, view)


def _public_body(batch: Batch) -> bytes:
    events = (record.event.SerializeToString() for record in batch.records)
    return encode.batch(batch.version, batch.batch_id, batch.time, events)


def _with_cards(body: bytes, batch: Batch, viewer: int) -> bytes:
    if viewer == NOBODY:
        return body
    cards = [card for event in batch.events for card in private_cards(event, viewer)]
    return encode.with_event(body, cards_received(cards).SerializeToString()) if cards else body
