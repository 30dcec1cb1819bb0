"""Matches that are over, as records."""

from __future__ import annotations

from chinchon.v1.event_pb2 import BotLevel
from chinchon.v1.record_service_pb2 import Record, RecordBatch
from engine.events import MatchEnded
from engine.state import NOBODY, MatchResult, Table
from service.batches import Batch
from service.tables import Tables
from service.wire import match_result_to, rules_to, write_time


async def record_of(tables: Tables, table: Table, match: int, first: int, last: int) -> Record:
    """Return a match, from its first version to its last, without its batches."""
    start = await tables.at(table.table_id, first)
    (end,) = await tables.batches(table.table_id, last - 1, last)
    assert start is not None  # its end is there
    record = Record(
        table_id=table.table_id,
        match=match,
        engine_version=table.engine_version,
        rules=rules_to(table.rules),
        shuffle_commitment=table.commitment,
        result=match_result_to(_result(end)),
    )
    for index, seat in enumerate(start.table.seats):
        if seat.in_match:
            record.seats.add(
                seat=index,
                display_name=seat.name,
                bot=BotLevel.Name(seat.bot),
                host=index == start.table.host,
                acting_host=index == start.table.acting_host,
                stand_in=seat.stand_in,
                generation=seat.generation,
            )
    return record


def record_batch(batch: Batch) -> RecordBatch:
    """Return a batch as records have it, with its secrets."""
    message = RecordBatch(version=batch.version, batch_id=batch.batch_id, events=batch.records)
    write_time(message.time, batch.time)
    if batch.seat != NOBODY:
        message.seat = batch.seat
    return message


def _result(batch: Batch) -> MatchResult:
    (result,) = (event.result for event in batch.events if isinstance(event, MatchEnded))
    return result
