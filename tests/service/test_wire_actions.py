"""Actions on the wire, and that nothing a client can send gets past as anything else."""

from __future__ import annotations

import typing
from typing import Any

import pytest
from hypothesis import given

from chinchon.v1 import action_pb2 as pb
from engine import actions as a
from engine.melds import LayOffEnd
from service.errors import Refusal
from service.wire import action_from, action_to
from tests.service.wire_material import messages, values

ACTIONS = [
    a.DrawStock(),
    a.DrawDiscard(),
    a.Discard(7),
    a.Close(49),
    a.Close(1, ((2, 3, 4), (7, 19, 31))),
    a.SayPaso(),
    a.ExposeMeld((2, 1, 4)),
    a.EndExposing(),
    a.LayOffCard(7, 2),
    a.LayOffCard(1, 3, LayOffEnd.LOW),
    a.PassLayOff(1),
    a.PassLayOff(2, rest_of_showdown=True),
    a.OpenRound(2),
    a.Reenter(3),
    a.DeclineReentry(4),
    a.ProposeEnd(),
    a.AnswerEnd(1, agree=True),
    a.AnswerEnd(2, agree=False),
    a.ContributeSalt(b"salt"),
]


def refused(message: pb.Action) -> Refusal:
    """Return why an action is refused."""
    with pytest.raises(Refusal) as caught:
        action_from(message)
    return caught.value


def result_of(message: pb.Action) -> a.Action | Refusal:
    """Return the action, or why it is refused."""
    try:
        return action_from(message)
    except Refusal as refusal:
        return refusal


@pytest.mark.parametrize("action", ACTIONS)
def test_round_trip(action: a.Action) -> None:
    sent = action_to(action).SerializeToString()
    assert action_from(pb.Action.FromString(sent)) == action


def test_every_kind_of_action_is_covered() -> None:
    kinds = set(typing.get_args(a.Action))
    assert {type(action) for action in ACTIONS} == kinds
    assert {action_to(action).WhichOneof("kind") for action in ACTIONS} == {
        field.name for field in pb.Action.DESCRIPTOR.fields
    }


def test_a_card_is_the_same_number_on_both_sides() -> None:
    assert action_from(pb.Action(discard=pb.DiscardAction(card="CARD_BASTOS_12"))) == a.Discard(48)


def test_no_kind_at_all_is_refused() -> None:
    assert refused(pb.Action()).metadata == {"field": "action"}


@pytest.mark.parametrize("card", [0, 50, -1, 2_147_483_647])
@pytest.mark.parametrize("kind", ["discard", "close", "lay_off"])
def test_a_number_that_is_no_card_is_refused(kind: str, card: int) -> None:
    message: Any = pb.Action()
    getattr(message, kind).SetInParent()
    getattr(message, kind).card = card
    refusal = refused(message)
    assert refusal.reason == "INVALID_REQUEST"
    assert refusal.metadata == {"field": f"action.{kind}.card"}


def test_no_card_inside_a_meld_is_found_and_named() -> None:
    message: Any = pb.Action()
    message.close.card = 1
    for cards in ([2, 3, 4], [7, 19, 50]):
        message.close.melds.add().cards.extend(cards)
    assert refused(message).metadata == {"field": "action.close.melds[1].cards[2]"}


@pytest.mark.parametrize(
    ("groups", "cards", "fits"), [(7, 3, True), (8, 3, False), (1, 16, True), (1, 17, False)]
)
def test_melds_are_at_most_seven_groups_of_at_most_sixteen_cards(groups: int, cards: int, fits: bool) -> None:
    message: Any = pb.Action()
    message.close.card = 1
    for _ in range(groups):
        message.close.melds.add().cards.extend([2] * cards)
    if fits:
        assert action_from(message) == a.Close(1, ((2,) * cards,) * groups)
    else:
        assert refused(message).metadata["field"].startswith("action.close.melds")


@pytest.mark.parametrize(("length", "fits"), [(0, False), (1, True), (64, True), (65, False)])
def test_a_salt_has_1_to_64_bytes(length: int, fits: bool) -> None:
    message = pb.Action(contribute_salt=pb.ContributeSaltAction(salt=b"s" * length))
    if fits:
        assert action_from(message) == a.ContributeSalt(b"s" * length)
    else:
        assert refused(message).field_violations == (
            ("action.contribute_salt.salt", "expected 1 to 64 bytes"),
        )


def test_an_end_without_a_name_and_a_negative_number_are_refused() -> None:
    message: Any = action_to(a.LayOffCard(7, 1))
    message.lay_off.end = 3
    assert refused(message).metadata == {"field": "action.lay_off.end"}
    assert refused(pb.Action(open_round=pb.OpenRoundAction(round=-1))).metadata == {
        "field": "action.open_round.round"
    }


@given(messages(pb.Action))
def test_whatever_a_client_sends_becomes_an_action_or_is_refused(message: pb.Action) -> None:
    result = result_of(message)
    if isinstance(result, Refusal):
        assert result.reason == "INVALID_REQUEST"
        assert result.metadata["field"].startswith("action")
    else:
        assert action_from(action_to(result)) == result


@pytest.mark.parametrize(
    "kind", sorted(set(typing.get_args(a.Action)) - {a.Close, a.ContributeSalt}, key=str)
)
def test_the_values_of_a_kind_survive(kind: Any) -> None:
    @given(values(kind))
    def survives(action: Any) -> None:
        assert action_from(action_to(action)) == action

    survives()
