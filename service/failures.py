"""Whatever went wrong, as a refusal that a client may see."""

from __future__ import annotations

from typing import Final

import structlog

from engine.violations import RuleViolation
from service.errors import Refusal, from_violation, invalid_request
from service.logs import frames
from service.store.base import StoreUnavailable
from service.wire import UnknownEvent
from service.wire.shapes import Malformed

CORRELATION: Final = "correlation_id"
"""The value bound with `structlog.contextvars` that names a call in the logs and to its client."""

_log = structlog.get_logger("chinchon.calls")


def as_refusal(error: BaseException) -> Refusal:
    """Return the refusal that an error becomes: for a bug one that says nothing but where the log has more."""
    match error:
        case Refusal():
            return error
        case RuleViolation():
            return from_violation(error)
        case Malformed(path=path, expected=expected):
            return invalid_request(path, expected)
        case StoreUnavailable():
            message = "the store does not answer; repeat the request with the same request_id"
            return Refusal("STORE_UNAVAILABLE", message)
        case UnknownEvent():
            return Refusal("STORE_UNAVAILABLE", "this table needs a newer release of the server")
    correlation = structlog.contextvars.get_contextvars().get(CORRELATION, "")
    _log.error("bug", error=type(error).__name__, frames=frames(error))
    return Refusal(
        "INTERNAL", "a bug in the server; its log has it under this id", {CORRELATION: correlation}
    )
