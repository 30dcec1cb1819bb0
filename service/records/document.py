"""A finished match as one self-describing JSON document: docs/records.md is its schema."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from google.protobuf.json_format import MessageToDict, ParseDict, ParseError
from google.protobuf.message import Message

from chinchon.v1.record_service_pb2 import Record

FAMILY: Final = "chinchon.record"
FORMAT: Final = f"{FAMILY}/1"
"""Raised only when a reader of the old one would misunderstand; new fields alone do not raise it."""

_END: Final = "\n  }\n}"


class Unreadable(Exception):
    """A file that holds no record, or one that this release cannot read."""


def write(record: Record) -> str:
    """Return the document of a record, one batch a line; the same record always gives the same text."""
    body = message_to_json(record)
    batches = ",\n".join(
        f"      {json.dumps(batch, ensure_ascii=False)}" for batch in body.pop("batches", ())
    )
    head = json.dumps(_header(record) | {"record": body}, indent=2, ensure_ascii=False).removesuffix(_END)
    return f'{head},\n    "batches": [\n{batches}\n    ]{_END}\n'


def line(record: Record) -> str:
    """Return the document of a record on one line, as archives have it."""
    return json.dumps(_header(record) | {"record": message_to_json(record)}, ensure_ascii=False)


def read(path: Path) -> Record:
    """Return the record in a file. Raises Unreadable, with the reason in one line."""
    try:
        document = json.loads(path.read_bytes())
    except OSError as error:
        raise Unreadable(error.strerror or "cannot be read") from None
    except (ValueError, RecursionError):
        raise Unreadable("it is no JSON document") from None
    if not isinstance(document, dict) or not str(document.get("format", "")).startswith(f"{FAMILY}/"):
        raise Unreadable(f'it is no record: "format" is not "{FORMAT}"')
    if document["format"] != FORMAT:
        raise Unreadable(f'its format is {document["format"]!r}, this release reads "{FORMAT}"')
    try:
        record = ParseDict(document["record"], Record())
    except (ParseError, KeyError, TypeError, AttributeError, ValueError, RecursionError) as error:
        raise Unreadable(f"its record cannot be read: {' '.join(str(error).split())}") from None
    if any(document.get(name) != value for name, value in _header(record).items()):
        raise Unreadable("its first lines do not belong to its record")
    return record


def message_to_json(message: Message) -> dict[str, Any]:
    """Return a message in protobuf's JSON mapping, its fields named as in the contract.

    In the contract's order too. Zeros and false are written out, so that seat 0 can be seen; texts and lists that are
    empty are not.
    """
    mapped = MessageToDict(
        message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
    )
    return _in_order(mapped, message.DESCRIPTOR)  # type: ignore[no-any-return]


def _header(record: Record) -> dict[str, str]:
    ended = record.batches[-1].time.ToJsonString() if record.batches else ""
    return {"format": FORMAT, "engine_version": record.engine_version, "created": ended}


def _in_order(mapped: Any, descriptor: Any) -> Any:
    if isinstance(mapped, list):
        return [_in_order(each, descriptor) for each in mapped]
    if not isinstance(mapped, dict):
        return mapped
    return {
        field.name: _in_order(mapped[field.name], field.message_type)
        for field in descriptor.fields
        if mapped.get(field.name, "") not in ("", [])
    }
