"""docs/records.md says what a document holds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from chinchon.v1.record_service_pb2 import Record, RecordBatch, RecordEvent, RecordSeat
from service.records.document import FORMAT
from tests.records.files import HERE

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "records.md").read_text("utf-8")


@pytest.mark.parametrize(
    "message", [Record, RecordSeat, RecordBatch, RecordEvent], ids=lambda each: each.__name__
)
def test_every_field_is_named(message: type[Record]) -> None:
    assert [field.name for field in message.DESCRIPTOR.fields if f"`{field.name}`" not in PAGE] == []


def test_the_format_is_named() -> None:
    assert f"`{FORMAT}`" in PAGE


def test_the_example_is_real() -> None:
    example = re.search(r"```json\n(.*?)```", PAGE, re.DOTALL)
    assert example
    real = (HERE / "cancelled_3.json").read_text("utf-8").splitlines()
    shown = [line for line in example[1].splitlines() if line.strip() != "..."]
    assert [line for line in shown if line not in real] == []
    assert len(shown) > 15
