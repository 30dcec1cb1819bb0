"""The messages of a stream, framed by hand, so that what many viewers share is serialised once.

A protobuf message is the concatenation of its fields, so a batch for a seat is the public batch with the seat's own
event appended, and an update is its parts put behind one another. `PlayResponse` and `WatchTableResponse` have
their update under the same number, so one frame serves both.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp

from chinchon.v1.event_pb2 import EventBatch
from chinchon.v1.table_pb2 import TableUpdate, TableView
from chinchon.v1.turn_service_pb2 import PlayResponse

_VARINT: Final = 0
_FIXED64: Final = 1
_LENGTH_DELIMITED: Final = 2


def _varint(value: int) -> bytes:
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


_SHORT: Final = tuple(map(_varint, range(1 << 14)))


def varint(value: int) -> bytes:
    """Return a number that is not negative as protobuf's variable-length integer."""
    return _SHORT[value] if value < 1 << 14 else _varint(value)


def _tag(message: type[Message], name: str, wire_type: int) -> bytes:
    return varint(message.DESCRIPTOR.fields_by_name[name].number << 3 | wire_type)


_SECONDS: Final = _tag(Timestamp, "seconds", _VARINT)
_NANOS: Final = _tag(Timestamp, "nanos", _VARINT)
_BATCH_VERSION: Final = _tag(EventBatch, "version", _VARINT)
_BATCH_ID: Final = _tag(EventBatch, "batch_id", _FIXED64)
_BATCH_TIME: Final = _tag(EventBatch, "time", _LENGTH_DELIMITED)
_BATCH_EVENTS: Final = _tag(EventBatch, "events", _LENGTH_DELIMITED)
_UPDATE_VERSION: Final = _tag(TableUpdate, "version", _VARINT)
_UPDATE_TIME: Final = _tag(TableUpdate, "server_time", _LENGTH_DELIMITED)
_UPDATE_BATCH: Final = _tag(TableUpdate, "batch", _LENGTH_DELIMITED)
_UPDATE_YOU: Final = _tag(TableUpdate, "you", _LENGTH_DELIMITED)
_UPDATE_VIEW: Final = _tag(TableUpdate, "view", _LENGTH_DELIMITED)
_VIEW_INVITE: Final = _tag(TableView, "invite_code", _LENGTH_DELIMITED)
_VIEW_YOU: Final = _tag(TableView, "you", _LENGTH_DELIMITED)
_RESPONSE_UPDATE: Final = _tag(PlayResponse, "update", _LENGTH_DELIMITED)
_RESPONSE_RESULT: Final = _tag(PlayResponse, "result", _LENGTH_DELIMITED)


def _part(tag: bytes, body: bytes) -> bytes:
    return tag + varint(len(body)) + body


def timestamp(milliseconds: int) -> bytes:
    """Return a `Timestamp`, given in milliseconds since the epoch."""
    seconds, rest = divmod(milliseconds, 1000)
    body = _SECONDS + varint(seconds) if seconds else b""
    return body + _NANOS + varint(rest * 1_000_000) if rest else body


def batch(version: int, batch_id: int, time_ms: int, events: Iterable[bytes]) -> bytes:
    """Return an `EventBatch` of serialised events."""
    parts = [_BATCH_VERSION, varint(version), _BATCH_ID, batch_id.to_bytes(8, "little")]
    parts.append(_part(_BATCH_TIME, timestamp(time_ms)))
    parts += [_part(_BATCH_EVENTS, event) for event in events]
    return b"".join(parts)


def with_event(batch_body: bytes, event: bytes) -> bytes:
    """Return an `EventBatch` with one more event, the last one."""
    return batch_body + _part(_BATCH_EVENTS, event)


def for_seat(view_body: bytes, invite_code: str, you: bytes) -> bytes:
    """Return a `TableView` for everybody with what only seats, and what only one seat, may know."""
    return view_body + _part(_VIEW_INVITE, invite_code.encode()) + _part(_VIEW_YOU, you)


def head(version: int, now_ms: int) -> bytes:
    """Return the fields that every `TableUpdate` of a version begins with."""
    return _UPDATE_VERSION + varint(version) + _part(_UPDATE_TIME, timestamp(now_ms))


def batch_update(
    update_head: bytes, batch_body: bytes, you: bytes | None = None, view: bytes | None = None
) -> bytes:
    """Return a stream's response with a `TableUpdate` that brings a batch; `you` and `view` where they are given."""
    body = update_head + _part(_UPDATE_BATCH, batch_body)
    if you is not None:
        body += _part(_UPDATE_YOU, you)
    if view is not None:
        body += _part(_UPDATE_VIEW, view)
    return _part(_RESPONSE_UPDATE, body)


def update(message: TableUpdate) -> bytes:
    """Return a stream's response with any other update."""
    return _part(_RESPONSE_UPDATE, message.SerializeToString())


def result(message: Message) -> bytes:
    """Return a `PlayResponse` with an `ActionResult`."""
    return _part(_RESPONSE_RESULT, message.SerializeToString())
