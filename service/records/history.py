"""The history of a recorded match: what was asked when, and the table that it began with."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from google.protobuf.json_format import MessageToDict

from chinchon.v1.record_service_pb2 import Record, RecordBatch, RecordEvent
from engine import events as e
from engine.events import Event
from engine.evolve import evolve
from engine.rules import violations
from engine.shuffle import chain_length
from engine.state import NOBODY, BotLevel, Seat, Table
from service.records.document import Unreadable, message_to_json
from service.wire import UnknownEvent, event_from, read_time, record_event
from service.wire.rules import RULES
from service.wire.shapes import MAX_SEATS, Malformed


class Mismatch(Exception):
    """A record that contradicts itself, its seeds or the rules; says where, and what was expected instead."""


@dataclass(frozen=True, slots=True)
class Batch:
    """What one accepted request did."""

    version: int
    time: int
    """Milliseconds since the epoch."""
    seat: int
    """Who asked; NOBODY for the server."""
    events: tuple[Event, ...]
    message: RecordBatch


@dataclass(frozen=True, slots=True)
class History:
    """A recorded match, read."""

    record: Record
    table: Table
    """As it was before the match; of the seeds it knows those up to the last that the record reveals."""
    batches: tuple[Batch, ...]

    @property
    def seeds(self) -> dict[int, bytes]:
        """The revealed seeds by their index in the chain."""
        return dict(_revealed(self.batches))


def history_of(record: Record) -> History:
    """Read a record.

    Raises Unreadable for what means nothing to this release, Mismatch for a match that is not whole.
    """
    try:
        rules = RULES.read(record.rules)
        bots = [BotLevel(seat.bot) for seat in record.seats]
        batches = tuple(map(_batch, record.batches))
    except (Malformed, UnknownEvent, ValueError) as error:
        raise Unreadable(f"its record cannot be read: {error}") from None
    names = (record.table_id, record.engine_version, *(seat.display_name for seat in record.seats))
    if any(unicodedata.category(char) == "Cc" for name in names for char in name):
        raise Unreadable("a name in it has control characters")
    if found := violations(rules):
        raise Unreadable(f"its rules make no sense: {found[0].expected}")
    first = batches[0].version if batches else 1
    for version, batch in enumerate(batches, start=first):
        if batch.version != version:
            raise Mismatch(f"version {version} is missing: version {batch.version} follows {version - 1}")
        if not batch.events:
            raise Mismatch(f"version {version} has no events")
    if not batches or not isinstance(batches[0].events[0], e.MatchStarted):
        raise Mismatch("the first batch is not the start of the match")
    if not any(isinstance(event, e.MatchEnded) for event in batches[-1].events):
        raise Mismatch("the last batch is not the end of the match")
    revealed = dict(_revealed(batches))
    last = max(revealed, default=0)
    if last > (most := chain_length(rules.match_round_limit)):
        raise Mismatch(f"seed {last} is beyond the chain, which holds {most}")
    deals = (event for batch in batches for event in batch.events if isinstance(event, e.RoundDealt))
    dealt = next(deals, None)
    table = Table(
        table_id=record.table_id,
        rules=rules,
        seats=_seats(record, bots, batches[0].events[0]),
        seed=revealed.get(last, b""),
        commitment=record.shuffle_commitment,
        chain_length=last,
        version=first - 1,
        engine_version=record.engine_version,
        host=next((seat.seat for seat in record.seats if seat.host), NOBODY),
        acting_host=next((seat.seat for seat in record.seats if seat.acting_host), NOBODY),
        match=record.match - 1,
        seeds_used=dealt.seed_index - 1 if dealt else 0,
    )
    return History(record, table, batches)


def place(table: Table, version: int) -> str:
    """Say where in a match something is."""
    return f"round {table.round.number}, version {version}" if table.round else f"version {version}"


def follow(table: Table, event: Event, version: int) -> Table:
    """Return the table after an event of the batch of a version. Raises Mismatch when it cannot follow."""
    try:
        return evolve(table, event)
    except (ValueError, IndexError):
        raise cannot_follow(table, event, version) from None


def cannot_follow(table: Table, event: Event, version: int) -> Mismatch:
    """Return what is wrong with an event that has no place where it is."""
    return Mismatch(f"{place(table, version)}: {_kind(event)} cannot follow: no such card, seat or phase")


def require_same(where: str, expected: Event, found: Event) -> None:
    """Raise Mismatch with the first thing in which an event is not what it should be."""
    if type(expected) is not type(found):
        raise Mismatch(f"{where}: {_kind(found)} happened, expected {_kind(expected)}")
    if expected != found:
        for path, one, other in _differences(_in_json(expected), _in_json(found)):
            raise _differs(where, path, one, other)


def _in_json(event: Event) -> dict[str, Any]:
    return message_to_json(record_event(event))


def _kind(event: Event) -> str:
    return record_event(event).event.WhichOneof("kind") or ""


def _differs(where: str, path: str, expected: Any, found: Any) -> Mismatch:
    said = ["absent" if value is None else value for value in (found, expected)]
    return Mismatch(f"{where}: {path} is {said[0]}, expected {said[1]}")


def _differences(expected: Any, found: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Yield the leaves in which two JSON values differ: path, what was expected, what was found."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for name in expected | found:
            inner = f"{path}.{name}" if path else name
            yield from _differences(expected.get(name), found.get(name), inner)
    elif isinstance(expected, list) and isinstance(found, list):
        for index, (one, other) in enumerate(zip_longest(expected, found)):
            yield from _differences(one, other, f"{path}[{index}]")
    elif expected != found:
        yield path, expected, found


def _batch(message: RecordBatch) -> Batch:
    return Batch(
        version=message.version,
        time=read_time(message.time),
        seat=message.seat if message.HasField("seat") else NOBODY,
        events=tuple(_event(each, message.version) for each in message.events),
        message=message,
    )


def _event(message: RecordEvent, version: int) -> Event:
    event = event_from(message)
    told = record_event(event)
    if told != message:
        # What an event says twice must agree; what it does not say, an older release did not say yet.
        for path, one, other in _differences(
            message_to_json(told), MessageToDict(message, preserving_proto_field_name=True)
        ):
            if other is not None:
                raise _differs(f"version {version}", path, one, other)
    return event


def _revealed(batches: tuple[Batch, ...]) -> Iterator[tuple[int, bytes]]:
    for batch in batches:
        for event in batch.events:
            if isinstance(event, e.SeedRevealed):
                yield event.seed_index, event.seed


def _seats(record: Record, bots: list[BotLevel], started: Event) -> tuple[Seat, ...]:
    """Return the seats of the table up to the last that plays; those between that do not play are free."""
    assert isinstance(started, e.MatchStarted)
    indexes = [seat.seat for seat in record.seats]
    if tuple(indexes) != started.seats or len(started.salts) != len(indexes):
        raise Mismatch(
            f"the seats of the record, {indexes}, are not those of the match, {list(started.seats)}"
        )
    if indexes != sorted(set(indexes)) or not set(indexes) <= set(range(MAX_SEATS)) or not indexes:
        raise Mismatch(f"{indexes} are no ascending seats of a table")
    seats = [Seat()] * (max(indexes) + 1)
    for seat, bot, salt in zip(record.seats, bots, started.salts, strict=True):
        seats[seat.seat] = Seat(
            taken=True,
            name=seat.display_name,
            generation=seat.generation,
            bot=bot,
            stand_in=seat.stand_in,
            salt=salt,
        )
    return tuple(seats)
