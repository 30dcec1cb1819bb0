"""Events on the wire: every kind survives the store, and its public part holds nothing that is hidden."""

from __future__ import annotations

import re
import typing
from typing import Any

import pytest
from hypothesis import given, settings

from chinchon.v1 import event_pb2 as pb
from chinchon.v1.record_service_pb2 import RecordEvent
from engine import events as e
from engine.arrange import CloseOutcome
from engine.cards import parse_cards
from engine.melds import LayOffEnd, Meld, MeldKind
from engine.settle import LayOff
from engine.view import public
from service.wire import UnknownEvent, cards_received, event_from, public_event, record_event
from tests.service.wire_material import messages, values

KINDS = typing.get_args(e.Event)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_survives_the_store(kind: Any) -> None:
    @settings(max_examples=40)
    @given(values(kind))
    def survives(event: Any) -> None:
        stored = record_event(event).SerializeToString()
        assert event_from(RecordEvent.FromString(stored)) == event

    survives()


@pytest.mark.parametrize("kind", KINDS)
def test_the_public_part_is_what_the_engine_lets_everybody_see(kind: Any) -> None:
    @settings(max_examples=20)
    @given(values(kind))
    def is_public(event: Any) -> None:
        assert public_event(event) == record_event(event).event == public_event(public(event))

    is_public()


def test_engine_and_wire_have_the_same_kinds() -> None:
    on_wire = {field.name for field in pb.Event.DESCRIPTOR.fields} - {"cards_received"}
    assert on_wire == {re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind.__name__).lower() for kind in KINDS}


def test_a_card_from_the_stock_is_told_to_its_seat_alone() -> None:
    drawn = e.CardDrawn(2, e.DrawSource.STOCK, 7)
    assert public_event(drawn) == pb.Event(card_drawn=pb.CardDrawn(seat=2, source="DRAW_SOURCE_STOCK"))
    assert list(cards_received([7]).cards_received.cards) == [7]
    assert record_event(drawn).secrets.card == 7


def test_a_card_from_the_pile_is_seen_by_everybody() -> None:
    taken = e.CardDrawn(2, e.DrawSource.DISCARD_PILE, 7)
    assert public_event(taken).card_drawn.card == 7


def test_of_a_hidden_stock_only_the_number_of_cards_shows() -> None:
    message = public_event(e.StockReshuffled((7, 8, 9)))
    assert message == pb.Event(stock_reshuffled=pb.StockReshuffled(stock_count=3))


def test_a_run_lies_on_the_table_in_rank_order_with_the_joker_in_its_place() -> None:
    # 2o, the ace of oros as joker for 3o, 4o: canonical order puts the joker last.
    run = Meld(MeldKind.RUN, parse_cards("2o 4o 1o"), parse_cards("2o 4o 3o"))
    laid = e.CardLaidOff(
        seat=1,
        lay_off=LayOff(card=4, meld=2, end=LayOffEnd.HIGH, stands_for=4),
        onto_seat=3,
        meld=run,
        automatic=True,
        deadline=0,
    )
    message = public_event(laid).card_laid_off
    assert (message.meld.meld_id, message.meld.seat) == (3, 3)
    assert list(message.meld.cards) == list(parse_cards("2o 1o 4o"))
    assert list(message.meld.stands_for) == list(parse_cards("2o 3o 4o"))
    assert message.lay_off.meld_id == 3
    assert not message.HasField("deadline")


def test_an_exposed_meld_has_its_id() -> None:
    meld = Meld(MeldKind.SET, (7, 19, 31), (7, 19, 31))
    message = public_event(e.MeldExposed(seat=2, meld_id=3, meld=meld, automatic=False)).meld_exposed
    assert (message.meld.meld_id, message.meld.seat, list(message.meld.cards)) == (3, 2, [7, 19, 31])


def test_the_closing_card_and_the_closers_hand_are_secrets() -> None:
    closed = e.RoundClosed(1, CloseOutcome.POINTS, 4, card=48, melds=(), loose=(1, 2, 3))
    message = record_event(closed)
    assert message.event == pb.Event(
        round_closed=pb.RoundClosed(seat=1, outcome="CLOSE_OUTCOME_POINTS", points=4)
    )
    assert (message.secrets.card, list(message.secrets.loose)) == (48, [1, 2, 3])


@pytest.mark.parametrize(
    "message",
    [
        pytest.param(RecordEvent(), id="a kind of a later release"),
        pytest.param(RecordEvent(event=cards_received([7])), id="what only a viewer gets"),
        pytest.param(
            RecordEvent(event=pb.Event(table_closed=pb.TableClosed())), id="a value that is never sent"
        ),
    ],
)
def test_an_unknown_event_is_never_skipped(message: RecordEvent) -> None:
    with pytest.raises(UnknownEvent):
        event_from(message)


@given(messages(RecordEvent))
def test_whatever_lies_in_a_store_is_an_event_or_unknown(message: RecordEvent) -> None:
    try:
        event = event_from(message)
    except UnknownEvent:
        return
    assert event_from(record_event(event)) == event
