"""RecordService: what happened at a table."""

from __future__ import annotations

from typing import Final

from chinchon.v1 import record_service_pb2 as pb
from chinchon.v1.record_service_pb2_grpc import RecordServiceServicer
from engine.state import Table
from service.access import viewer_at
from service.api.requests import page_size, page_token, page_version
from service.app import App, Context
from service.errors import Refusal, invalid_request
from service.frames import batch_body
from service.matches import record_batch, record_of

MAX_EVENTS: Final = 256
MAX_RECORD: Final = 1000


class RecordService(RecordServiceServicer):
    """See `chinchon.v1.RecordService`."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def ListEvents(self, request: pb.ListEventsRequest, context: Context) -> pb.ListEventsResponse:
        """List the batches of a match, or of the table, as the caller may see them."""
        table, viewer = await self._table(request.table_id, context)
        size = page_size(request.page_size, MAX_EVENTS, MAX_EVENTS)
        if request.after_version < 0:
            raise invalid_request("after_version", "0 or more")
        first, last = 1, table.version
        if request.match:
            first, ended = await self._match(request.table_id, request.match)
            last = ended or last
        after = max(first - 1, request.after_version, page_version(request.page_token))
        batches = await self._app.tables.batches(request.table_id, after, min(last, after + size))
        response = pb.ListEventsResponse()
        for batch in batches:
            response.batches.add().MergeFromString(batch_body(batch, viewer))
        if after + size < last:
            response.next_page_token = page_token(after + size)
        return response

    async def GetRecord(self, request: pb.GetRecordRequest, context: Context) -> pb.GetRecordResponse:
        """Return a match that is over with everything, secrets included."""
        table, _ = await self._table(request.table_id, context)
        size = page_size(request.page_size, MAX_RECORD, MAX_RECORD)
        first, last = await self._match(request.table_id, request.match)
        if last is None:
            raise _no_record(request.table_id, request.match)
        after = max(first - 1, page_version(request.page_token))
        batches = await self._app.tables.batches(request.table_id, after, min(last, after + size))
        record = await record_of(self._app.tables, table, request.match, first, last)
        record.batches.extend(map(record_batch, batches))
        more = after + size < last
        return pb.GetRecordResponse(record=record, next_page_token=page_token(after + size) if more else "")

    async def _table(self, table_id: str, context: Context) -> tuple[Table, int]:
        """Return the table and the seat that the caller sees it as."""
        caller = self._app.caller(context)
        position = await self._app.tables.position(table_id, caller)
        return position.table, viewer_at(caller, position.table)

    async def _match(self, table_id: str, match: int) -> tuple[int, int | None]:
        found = await self._app.world.store.match_range(table_id, match)
        if found is None:
            raise _no_record(table_id, match)
        return found


def _no_record(table_id: str, match: int) -> Refusal:
    return Refusal(
        "RECORD_NOT_FOUND",
        "there is no such match, or it is not over",
        {"table_id": table_id, "match": str(match)},
    )
