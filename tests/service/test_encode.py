"""Frames put together by hand are, byte for byte, what the plain protobuf construction makes."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from chinchon.v1.event_pb2 import EventBatch
from chinchon.v1.table_pb2 import TableUpdate
from chinchon.v1.table_service_pb2 import WatchTableResponse
from chinchon.v1.turn_service_pb2 import ActionResult, PlayResponse
from engine.actions import StartMatch, TakeSeat
from engine.changes import leaves_alone
from engine.decide import Decision, create_table, decide
from engine.legal import legal_actions
from engine.lobby import NewTable
from engine.rules import PRESETS, RulePreset
from engine.state import NOBODY, TableState
from engine.view import private_cards, redact, you
from service import encode
from service.batches import Batch, Position, batch_from, new_batch
from service.frames import Frame, View, batch_body
from service.wire import cards_received, public_event, table_view, write_time, you_to

NOW = 1_700_000_000_123
VIEWERS = (NOBODY, 0, 1, 2)


@given(st.integers(min_value=0, max_value=2**63 - 1), st.integers(min_value=0, max_value=253_370_764_799_999))
def test_numbers_and_times(number: int, milliseconds: int) -> None:
    update = TableUpdate.FromString(encode.head(number % 2**31, milliseconds))
    plain = TableUpdate(version=number % 2**31)
    write_time(plain.server_time, milliseconds)
    assert update == plain
    assert encode.varint(number) == _varint(number)


def test_a_frame_is_what_protobuf_makes_of_the_same_batch() -> None:
    for before, batch, after in batches(60):
        view = View(Position(after, batch.batch_id), lambda: {0, 2})
        frame = Frame(before, batch, view, NOW)
        for viewer in VIEWERS:
            ours = you_to(you(after, viewer)) if viewer != NOBODY else None
            for with_you in (False, True) if ours else (False,):
                for with_view in (False, True):
                    plain = TableUpdate(version=batch.version, batch=plain_batch(batch, viewer))
                    write_time(plain.server_time, NOW)
                    if ours and with_you:
                        plain.you.CopyFrom(ours)
                    if with_view:
                        shown = you(after, viewer) if ours else None
                        plain.view.CopyFrom(table_view(redact(after, viewer), shown, batch.batch_id, {0, 2}))
                    told = ours.SerializeToString() if ours and with_you else None
                    raw = frame.update(viewer, told, with_view)
                    assert PlayResponse.FromString(raw) == PlayResponse(update=plain)
                    assert WatchTableResponse.FromString(raw) == WatchTableResponse(update=plain)
            assert EventBatch.FromString(batch_body(batch, viewer)) == plain_batch(batch, viewer)


def test_a_batch_is_read_as_it_was_written() -> None:
    for _, batch, _ in batches(30):
        again = batch_from(batch.to_bytes())
        assert again.events == batch.events
        for name in ("version", "batch_id", "seat", "digest", "time"):
            assert getattr(again, name) == getattr(batch, name)
        assert batch_body(again, 1) == batch_body(batch, 1)


def test_what_is_not_looked_at_again_is_really_the_same() -> None:
    spared = 0
    for before, _, after in batches(2000):
        for seat in range(3):
            if leaves_alone(before, after, seat):
                spared += 1
                assert you(before, seat) == you(after, seat)
    assert spared > 1000


def test_a_result_is_framed_beside_updates() -> None:
    result = ActionResult(request_id="x", version=7)
    assert PlayResponse.FromString(encode.result(result)) == PlayResponse(result=result)


def plain_batch(batch: Batch, viewer: int) -> EventBatch:
    """Build what a viewer gets of a batch the plain way."""
    plain = EventBatch(version=batch.version, batch_id=batch.batch_id, events=map(public_event, batch.events))
    write_time(plain.time, batch.time)
    cards = [card for event in batch.events for card in private_cards(event, viewer)] if viewer >= 0 else []
    if cards:
        plain.events.append(cards_received(cards))
    return plain


def batches(count: int) -> list[tuple]:
    """Play a random match of three; return the table before each batch, the batch, and the table after it."""
    choices = random.Random(5)
    new = NewTable("0" * 32, PRESETS[RulePreset.CLUB], 3, "Ana", b"s" * 32, invite_code="ABCDEFGH")
    steps: list[Decision] = [create_table(new, NOW)]
    for name in ("Bea", "Caro"):
        steps.append(decide(steps[-1].table, NOBODY, TakeSeat(name), NOW))
    made = []
    while len(made) < count:
        table = steps[-1].table
        seats = [(seat, each.action) for seat in range(3) for each in legal_actions(table, seat)]
        if table.state is TableState.LOBBY:
            seats = [(0, StartMatch())]
        seat, action = choices.choice(seats)
        steps.append(decide(table, seat, action, NOW))
        after = steps[-1].table
        batch = new_batch(after.version, choices.getrandbits(64) or 1, NOW, seat, b"d", steps[-1].events)
        made.append((table, batch, after))
    return made


def _varint(number: int) -> bytes:
    out = bytearray()
    while number > 127:
        out.append(number % 128 + 128)
        number //= 128
    return bytes([*out, number])
