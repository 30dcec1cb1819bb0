"""`chinchon record`: fetch a finished match from a server and write it as a document."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Any, Final

import grpc

from chinchon.v1.record_service_pb2 import GetRecordRequest, GetRecordResponse, Record
from chinchon.v1.record_service_pb2_grpc import RecordServiceStub
from chinchon.v1.table_pb2 import TABLE_STATE_PLAYING
from chinchon.v1.table_service_pb2 import GetTableRequest
from chinchon.v1.table_service_pb2_grpc import TableServiceStub
from service.client.errors import Refused
from service.client.lobby import CALL_SECONDS, channel_to
from service.client.main import DEFAULT_TARGET, run_until_stopped
from service.records.document import write
from service.records.output import put

FAILED: Final = 1


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "record",
        help="export a finished match as a JSON document",
        description="Export a finished match, secrets included, as one JSON document: docs/records.md is its schema. "
        "`chinchon replay` shows it, `chinchon verify` checks its shuffles.",
    )
    parser.add_argument("table_id", metavar="TABLE_ID", help="the table")
    parser.add_argument("--match", type=int, metavar="N", help="which match (default: the last that is over)")
    parser.add_argument(
        "--target",
        metavar="HOST:PORT",
        default=os.environ.get("CHINCHON_LISTEN") or DEFAULT_TARGET,
        help=f"the server (default: CHINCHON_LISTEN, else {DEFAULT_TARGET})",
    )
    parser.add_argument(
        "--credential",
        default=os.environ.get("CHINCHON_CREDENTIAL", ""),
        help="of a seat or spectator of a private table (default: CHINCHON_CREDENTIAL, which other users of this "
        "machine cannot see)",
    )
    parser.add_argument(
        "-o", "--output", metavar="FILE", type=Path, help="where to (default: standard output)"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Export the match; return the exit code."""
    return run_until_stopped(lambda: _export(args))


async def _export(args: argparse.Namespace) -> int:
    async with channel_to(args.target) as channel:
        try:
            record = await _fetch(channel, args.table_id, args.match, args.credential)
        except grpc.aio.AioRpcError as error:
            raise Refused.from_call(error) from None
    if record is None:
        print("chinchon: no match of this table is over", file=sys.stderr)
        return FAILED
    document = write(record)
    if args.output is None:
        put(document)
        return 0
    try:
        args.output.write_text(document, "utf-8")
    except OSError as error:
        print(f"chinchon: {args.output}: {error.strerror}", file=sys.stderr)
        return FAILED
    return 0


async def _fetch(
    channel: grpc.aio.Channel, table_id: str, match: int | None, credential: str
) -> Record | None:
    """Return the record of a match, without a number that of the last one that is over; None when none is."""
    call: dict[str, Any] = {"timeout": CALL_SECONDS}
    if credential:
        call["metadata"] = [("authorization", f"Bearer {credential}")]
    if match is None:
        tables = TableServiceStub(channel)
        view = (await tables.GetTable(GetTableRequest(table_id=table_id), **call)).view
        match = view.match - (view.state == TABLE_STATE_PLAYING)
        if match == 0:
            return None
    request = GetRecordRequest(table_id=table_id, match=match)
    records, record = RecordServiceStub(channel), Record()
    while True:
        response: GetRecordResponse = await records.GetRecord(request, **call)
        batches = [*record.batches, *response.record.batches]
        record = response.record  # which repeats everything but the batches
        del record.batches[:]
        record.batches.extend(batches)
        request.page_token = response.next_page_token
        if not request.page_token:
            return record
