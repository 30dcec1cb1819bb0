"""Why the server refused something, as one exception."""

from __future__ import annotations

from typing import Final

import grpc
from google.rpc.error_details_pb2 import ErrorInfo, RetryInfo
from grpc_status import rpc_status

from chinchon.v1.error_pb2 import ActionError, ErrorReason

DOMAIN: Final = "chinchon.v1"
RETRY_CODES: Final = frozenset(
    {
        grpc.StatusCode.UNAVAILABLE,
        grpc.StatusCode.RESOURCE_EXHAUSTED,
        grpc.StatusCode.INTERNAL,
        grpc.StatusCode.UNKNOWN,
    }
)
"""After these a client tries again, with the same request id; after others it would hear the same."""

_CODES: Final = {code.value[0]: code for code in grpc.StatusCode}
_PREFIX: Final = "ERROR_REASON_"


class Refused(Exception):
    """A request was refused; `reason` is the contract's, or empty for an error of the transport."""

    def __init__(
        self, code: grpc.StatusCode, reason: str, message: str, metadata: dict[str, str], retry_after: float
    ) -> None:
        """Take the status; `retry_after` in seconds, 0 where the server did not say."""
        super().__init__(f"{message} ({reason or code.name})")
        self.code = code
        self.reason = reason
        self.message = message
        self.metadata = metadata
        self.retry_after = retry_after

    @property
    def may_retry(self) -> bool:
        """Whether the same request may succeed later."""
        return self.code in RETRY_CODES

    @classmethod
    def from_call(cls, error: grpc.aio.AioRpcError) -> Refused:
        """Read the status of a call."""
        info, retry = ErrorInfo(), RetryInfo()
        status = rpc_status.from_call(error)  # type: ignore[arg-type]  # the stub knows only synchronous calls
        for detail in status.details if status else ():
            detail.Unpack(info) or detail.Unpack(retry)
        reason = info.reason if info.domain == DOMAIN else ""
        message = error.details() or error.code().name
        return cls(
            error.code(), reason, message, dict(info.metadata), retry.retry_delay.ToMilliseconds() / 1000
        )

    @classmethod
    def from_action(cls, error: ActionError) -> Refused:
        """Read the refusal of an action on a stream."""
        return cls(
            _CODES[error.code],
            ErrorReason.Name(error.reason).removeprefix(_PREFIX),
            error.message,
            dict(error.metadata),
            error.retry_delay.ToMilliseconds() / 1000,
        )
