"""Refusals on the wire: one ErrorInfo, the contract's codes, never more than clients can read."""

from __future__ import annotations

import grpc
import pytest
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo, RetryInfo
from google.rpc.status_pb2 import Status
from hypothesis import given
from hypothesis import strategies as st

from chinchon.v1.error_pb2 import ErrorReason, Rejection
from engine.rules import PRESETS, RulePreset, RulesViolation
from engine.violations import Reason, RuleViolation
from service.errors import (
    STATUS_LIMIT,
    Refusal,
    from_violation,
    invalid_request,
    invalid_rules,
    to_action_error,
    to_status,
)

REASONS = [name.removeprefix("ERROR_REASON_") for name in ErrorReason.keys()[1:]]


def detail(status: Status, kind: type) -> list:
    """Return the details of one type."""
    found = []
    for packed in status.details:
        message = kind()
        if packed.Unpack(message):
            found.append(message)
    return found


@pytest.mark.parametrize("reason", REASONS)
def test_every_reason_of_the_contract_has_a_status_with_exactly_one_error_info(reason: str) -> None:
    refusal = Refusal(reason, "because", {"key": "value"})
    status = to_status(refusal)
    assert status.code == refusal.code.value[0]
    (info,) = detail(status, ErrorInfo)
    assert (info.reason, info.domain, dict(info.metadata)) == (reason, "chinchon.v1", {"key": "value"})


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_of_the_engine_is_one_of_the_contract(reason: Reason) -> None:
    refusal = from_violation(RuleViolation(reason, "because", seat_on_turn=3))
    assert refusal.reason in REASONS
    assert refusal.metadata == {"seat_on_turn": "3"}
    expected = {
        Reason.INVALID_REQUEST: grpc.StatusCode.INVALID_ARGUMENT,
        Reason.NOT_HOST: grpc.StatusCode.PERMISSION_DENIED,
        Reason.NOT_SEATED: grpc.StatusCode.PERMISSION_DENIED,
        Reason.LIMIT_REACHED: grpc.StatusCode.RESOURCE_EXHAUSTED,
    }
    assert refusal.code is expected.get(reason, grpc.StatusCode.FAILED_PRECONDITION)


@pytest.mark.parametrize("reason", ["LIMIT_REACHED", "DRAINING", "STORE_UNAVAILABLE"])
def test_what_may_work_later_says_when(reason: str) -> None:
    (retry,) = detail(to_status(Refusal(reason, "later", retry_after_ms=1_500)), RetryInfo)
    assert retry.retry_delay.ToMilliseconds() == 1_500
    (by_default,) = detail(to_status(Refusal(reason, "later")), RetryInfo)
    assert by_default.retry_delay.ToMilliseconds() > 0


def test_a_malformed_request_names_the_field() -> None:
    (bad,) = detail(to_status(invalid_request("action.discard.card", "a card")), BadRequest)
    (violation,) = bad.field_violations
    assert (violation.field, violation.description) == ("action.discard.card", "expected a card")


def test_the_engines_own_invalid_request_names_the_field_too() -> None:
    refusal = from_violation(
        RuleViolation(Reason.INVALID_REQUEST, "a joker on a run needs an end", field="end")
    )
    assert refusal.field_violations == (("end", "a joker on a run needs an end"),)


def test_contradictory_rules_blame_each_field_once_in_the_metadata_and_with_each_reason() -> None:
    refusal = invalid_rules(
        [RulesViolation(("prize", "stake"), "a prize"), RulesViolation(("stake",), "less")]
    )
    assert refusal.metadata == {"fields": "prize,stake"}
    assert refusal.field_violations == (
        ("rules.prize", "a prize"),
        ("rules.stake", "a prize"),
        ("rules.stake", "less"),
    )


def test_a_stream_says_the_same_as_a_status() -> None:
    rejection = Rejection(version=7)
    refusal = Refusal("NOT_YOUR_TURN", "wait", {"seat_on_turn": "2"}, rejection=rejection)
    error = to_action_error(refusal)
    assert error.code == to_status(refusal).code
    assert error.reason == ErrorReason.ERROR_REASON_NOT_YOUR_TURN
    assert (error.message, dict(error.metadata)) == ("wait", {"seat_on_turn": "2"})
    assert error.rejection == rejection
    assert detail(to_status(refusal), Rejection) == [rejection]


def test_a_status_that_is_too_long_gives_up_the_rejection_first() -> None:
    rejection = Rejection(version=7)
    rejection.you.loose.extend([1] * STATUS_LIMIT)
    status = to_status(Refusal("NOT_YOUR_TURN", "wait", {"seat_on_turn": "2"}, rejection=rejection))
    assert not detail(status, Rejection)
    assert status.message == "wait"
    (info,) = detail(status, ErrorInfo)
    assert dict(info.metadata) == {"seat_on_turn": "2"}


@given(
    st.text(),
    st.dictionaries(st.text(max_size=40), st.text(), max_size=5),
    st.lists(st.tuples(st.text(), st.text()), max_size=100),
    st.integers(1, 5_000),
)
def test_a_status_always_fits(
    message: str, metadata: dict[str, str], violations: list[tuple[str, str]], times: int
) -> None:
    refusal = Refusal("INVALID_REQUEST", message * times, metadata, [(f, d * times) for f, d in violations])
    status = to_status(refusal)
    assert status.ByteSize() <= STATUS_LIMIT
    assert len(detail(status, ErrorInfo)) == 1


def test_the_worst_rules_still_name_every_field() -> None:
    fields = tuple(PRESETS[RulePreset.CLUB].__slots__)
    worst = invalid_rules([RulesViolation((name,), f"{name} must be 1000 to 2000") for name in fields])
    (info,) = detail(to_status(worst), ErrorInfo)
    assert info.metadata["fields"].split(",") == list(fields)
