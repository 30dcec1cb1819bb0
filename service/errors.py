"""What a request is refused with, and how that travels: as the status of a call, or inside a stream."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

import grpc
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo, RetryInfo
from google.rpc.status_pb2 import Status

from chinchon.v1.card_pb2 import Card
from chinchon.v1.error_pb2 import ActionError, FieldViolation, Rejection
from engine.rules import RulesViolation
from engine.violations import RuleViolation

DOMAIN: Final = "chinchon.v1"
STATUS_LIMIT: Final = 4000
"""Most bytes of a serialised status: clients read the metadata that carries it only up to 8 kB."""
MAX_FIELD_VIOLATIONS: Final = 32


class _Kind(NamedTuple):
    code: grpc.StatusCode
    retry_after_ms: int | None = None


_RULE: Final = _Kind(grpc.StatusCode.FAILED_PRECONDITION)
_KINDS: Final[dict[str, _Kind]] = {
    "INVALID_REQUEST": _Kind(grpc.StatusCode.INVALID_ARGUMENT),
    "INVALID_RULES": _Kind(grpc.StatusCode.INVALID_ARGUMENT),
    "REQUEST_ID_REUSED": _Kind(grpc.StatusCode.INVALID_ARGUMENT),
    "UNAUTHENTICATED": _Kind(grpc.StatusCode.UNAUTHENTICATED),
    "TOKEN_EXPIRED": _Kind(grpc.StatusCode.UNAUTHENTICATED),
    "NOT_SEATED": _Kind(grpc.StatusCode.PERMISSION_DENIED),
    "NOT_HOST": _Kind(grpc.StatusCode.PERMISSION_DENIED),
    "TABLE_PRIVATE": _Kind(grpc.StatusCode.PERMISSION_DENIED),
    "TABLE_NOT_FOUND": _Kind(grpc.StatusCode.NOT_FOUND),
    "RECORD_NOT_FOUND": _Kind(grpc.StatusCode.NOT_FOUND),
    "NOT_YOUR_TURN": _RULE,
    "WRONG_PHASE": _RULE,
    "CARD_NOT_IN_HAND": _RULE,
    "CARD_JUST_TAKEN": _RULE,
    "CLOSE_TOO_EARLY": _RULE,
    "CLOSE_NOT_ALLOWED": _RULE,
    "MELDS_NOT_VALID": _RULE,
    "LAY_OFF_NOT_POSSIBLE": _RULE,
    "STOCK_EMPTY": _RULE,
    "STOCK_NOT_EMPTY": _RULE,
    "NO_REENTRY_LEFT": _RULE,
    "NO_PROPOSAL": _RULE,
    "NOT_ENOUGH_PLAYERS": _RULE,
    "TABLE_FULL": _RULE,
    "MATCH_RUNNING": _RULE,
    "MATCH_NOT_RUNNING": _RULE,
    "CANNOT_LEAVE": _RULE,
    "TABLE_CLOSED": _RULE,
    "STALE_VERSION": _Kind(grpc.StatusCode.ABORTED),
    "SEAT_TAKEN_OVER": _Kind(grpc.StatusCode.ABORTED),
    "LIMIT_REACHED": _Kind(grpc.StatusCode.RESOURCE_EXHAUSTED, retry_after_ms=1_000),
    "DRAINING": _Kind(grpc.StatusCode.UNAVAILABLE, retry_after_ms=200),
    "STORE_UNAVAILABLE": _Kind(grpc.StatusCode.UNAVAILABLE, retry_after_ms=1_000),
    "INTERNAL": _Kind(grpc.StatusCode.INTERNAL),
}


@dataclass(eq=False)
class Refusal(Exception):
    """A request that was refused; it changed nothing.

    `reason` is the name of an `ErrorReason` without its prefix and decides the code; `message` is English for
    developers; `metadata` has the keys that error.proto names for the reason. No text ever holds a card that is
    not public, a seed or a token. `field_violations` are (path, what was expected).
    """

    reason: str
    message: str
    metadata: Mapping[str, str] = field(default_factory=dict)
    field_violations: Sequence[tuple[str, str]] = ()
    retry_after_ms: int | None = None
    """Milliseconds after which trying again makes sense; reasons that promise it have a default."""
    rejection: Rejection | None = None
    """What the seat needs to go on after a refused action."""

    def __post_init__(self) -> None:
        super().__init__(self.message)
        if self.retry_after_ms is None:
            self.retry_after_ms = _KINDS[self.reason].retry_after_ms

    @property
    def code(self) -> grpc.StatusCode:
        """The status code, as error.proto names it for the reason."""
        return _KINDS[self.reason].code


def invalid_request(field_path: str, expected: str) -> Refusal:
    """Refuse malformed input: the field to blame and what was expected of it ("1 to 64 bytes")."""
    return Refusal(
        "INVALID_REQUEST",
        f"{field_path}: expected {expected}",
        {"field": field_path},
        ((field_path, f"expected {expected}"),),
    )


def invalid_rules(violations: Sequence[RulesViolation]) -> Refusal:
    """Refuse rules that are out of range or contradict themselves; one field violation for each field to blame."""
    blamed = tuple((f"rules.{name}", found.expected) for found in violations for name in found.fields)
    fields = dict.fromkeys(name for found in violations for name in found.fields)
    message = "; ".join(found.expected for found in violations)
    return Refusal("INVALID_RULES", message, {"fields": ",".join(fields)}, blamed)


def expired() -> Refusal:
    """Return the refusal of a credential that is not its seat's current one."""
    return Refusal("TOKEN_EXPIRED", "the credential was replaced or its seat given up")


def draining() -> Refusal:
    """Return the refusal of whatever comes to a server that is going away."""
    return Refusal("DRAINING", "this replica is going away; try again, another answers")


def from_violation(violation: RuleViolation) -> Refusal:
    """Turn the engine's refusal of a command into the wire's."""
    blamed = violation.metadata.get("field")
    metadata = dict(violation.metadata)
    if "card" in metadata:
        metadata["card"] = Card.Name(int(metadata["card"]))
    return Refusal(
        violation.reason.value,
        violation.message,
        metadata,
        ((blamed, violation.message),) if blamed else (),
    )


def to_status(refusal: Refusal) -> Status:
    """Build the status of a unary call or of a stream that ends.

    It always fits `STATUS_LIMIT`: first the rejection is left out, then texts are cut shorter and shorter.
    """
    status = _status(refusal)
    if status.ByteSize() > STATUS_LIMIT:
        refusal = replace(refusal, rejection=None)
        status = _status(refusal)
    longest = STATUS_LIMIT
    while status.ByteSize() > STATUS_LIMIT:
        longest //= 2
        status = _status(_shortened(refusal, longest))
    return status


def to_action_error(refusal: Refusal) -> ActionError:
    """Build the answer to an action on a stream, which goes on."""
    return ActionError(
        code=_number(refusal.code),
        reason=f"ERROR_REASON_{refusal.reason}",
        message=refusal.message,
        metadata=refusal.metadata,
        field_violations=[
            FieldViolation(field=path, description=expected) for path, expected in refusal.field_violations
        ],
        retry_delay=_duration(refusal.retry_after_ms),
        rejection=refusal.rejection,
    )


def _status(refusal: Refusal) -> Status:
    status = Status(code=_number(refusal.code), message=refusal.message)
    details: list[Message] = [ErrorInfo(reason=refusal.reason, domain=DOMAIN, metadata=refusal.metadata)]
    if refusal.field_violations:
        violations = [
            BadRequest.FieldViolation(field=path, description=expected)
            for path, expected in refusal.field_violations
        ]
        details.append(BadRequest(field_violations=violations))
    if refusal.retry_after_ms is not None:
        details.append(RetryInfo(retry_delay=_duration(refusal.retry_after_ms)))
    if refusal.rejection is not None:
        details.append(refusal.rejection)
    for detail in details:
        status.details.add().Pack(detail, deterministic=True)
    return status


def _shortened(refusal: Refusal, longest: int) -> Refusal:
    return replace(
        refusal,
        message=refusal.message[:longest],
        metadata={key: value[:longest] for key, value in refusal.metadata.items()},
        field_violations=[
            (path[:longest], expected[:longest])
            for path, expected in refusal.field_violations[:MAX_FIELD_VIOLATIONS]
        ],
    )


def _number(code: grpc.StatusCode) -> int:
    value: Any = code.value
    number: int = value[0]
    return number


def _duration(milliseconds: int | None) -> Duration | None:
    if milliseconds is None:
        return None
    return Duration(seconds=milliseconds // 1000, nanos=milliseconds % 1000 * 1_000_000)
