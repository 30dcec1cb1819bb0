"""What every call passes through, whatever it is.

From the outside in: correlation id, metrics, access log, errors, deadline, draining, rate.
"""

from __future__ import annotations

import asyncio
import inspect
import re
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

import grpc
import structlog
from google.protobuf.message import DecodeError

from service.app import Context
from service.errors import draining, invalid_request, to_status
from service.failures import CORRELATION, as_refusal
from service.limits import Rate, peer_of
from service.metrics import UNKNOWN, Metrics, RpcMetrics
from service.world import World

OURS: Final = "/chinchon."
"""How the names of our own methods begin; health and reflection are neither limited nor refused."""

_SCORING: Final = "/chinchon.v1.ScoringService/"

_REQUEST_ID: Final = "x-request-id"
_NAMES: Final = {
    _REQUEST_ID: re.compile(r"[\x21-\x7e]{1,128}"),
    "traceparent": re.compile(r"[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}"),
}
_STATUS_DETAILS: Final = "grpc-status-details-bin"
# A context tells its code as a number after `abort`, and as what it was given after `set_code`.
_CODES: Final[dict[Any, grpc.StatusCode]] = {
    key: code for code in grpc.StatusCode for key in (code, code.value[0])
}
_FACTORIES: Final[dict[tuple[bool, bool], Callable[..., grpc.RpcMethodHandler[Any, Any]]]] = {
    (False, False): grpc.unary_unary_rpc_method_handler,
    (False, True): grpc.unary_stream_rpc_method_handler,
    (True, False): grpc.stream_unary_rpc_method_handler,
    (True, True): grpc.stream_stream_rpc_method_handler,
}

T = TypeVar("T")

_log = structlog.get_logger("chinchon.calls")


class Envelope(grpc.aio.ServerInterceptor):
    """Wraps the handler of every method, once.

    Args:
        world: Time and entropy.
        metrics: Where calls and messages are counted.
        rate: Bounds the calls of each peer.
        scoring: Bounds its calls of ScoringService, which anybody may make, by themselves.
        call_timeout: Seconds that a unary call may take whose client names no deadline.
    """

    def __init__(
        self, world: World, metrics: Metrics, rate: Rate, scoring: Rate, call_timeout: float
    ) -> None:
        self.draining = False
        """Set to refuse new calls: another replica takes them."""
        self._world = world
        self._metrics = metrics
        self._rate = rate
        self._scoring = scoring
        self._call_timeout = call_timeout
        self._wrapped: dict[str, grpc.RpcMethodHandler[Any, Any]] = {}

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[grpc.RpcMethodHandler[Any, Any] | None]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> grpc.RpcMethodHandler[Any, Any] | None:
        """Return the wrapped handler of a method; None, as gRPC has it, for a method that is not served."""
        method = handler_call_details.method
        wrapped = self._wrapped.get(method)
        if wrapped is not None:
            return wrapped
        handler = await continuation(handler_call_details)
        if handler is None:
            unknown = self._metrics.rpc(UNKNOWN)
            unknown.started()
            unknown.handled(grpc.StatusCode.UNIMPLEMENTED, 0)
            return handler
        self._wrapped[method] = wrapped = self._wrap(method, handler)
        return wrapped

    def _wrap(self, method: str, handler: Any) -> grpc.RpcMethodHandler[Any, Any]:
        rpc = self._metrics.rpc(method)
        behaviour = (
            handler.unary_unary or handler.unary_stream or handler.stream_unary or handler.stream_stream
        )
        parse = _parser(handler.request_deserializer, rpc)
        # The one message of a unary request is parsed inside the envelope, where garbage becomes a refusal.
        take = _as_is if handler.request_streaming else parse

        async def unary(request: Any, context: Context) -> Any:
            limit = self._call_timeout if context.time_remaining() is None else None
            return await self._call(method, rpc, context, limit, lambda: behaviour(take(request), context))

        async def stream(request: Any, context: Context) -> None:
            await self._call(method, rpc, context, None, lambda: _stream(behaviour, take(request), context))

        return _FACTORIES[handler.request_streaming, handler.response_streaming](
            stream if handler.response_streaming else unary,
            request_deserializer=parse if handler.request_streaming else None,
            response_serializer=_serializer(handler.response_serializer, rpc),
        )

    async def _call(
        self,
        method: str,
        rpc: RpcMetrics,
        context: Context,
        limit: float | None,
        proceed: Callable[[], Awaitable[T]],
    ) -> T:
        """Name the call, count it and log it."""
        started = self._world.monotonic()
        rpc.started()
        names = self._names(context)
        context.set_trailing_metadata(names)
        code = grpc.StatusCode.UNKNOWN
        structlog.contextvars.bind_contextvars(**{CORRELATION: names[0][1]})
        try:
            result = await self._mapped(method, context, names, limit, proceed)
            code = grpc.StatusCode.OK
            return result
        except grpc.aio.AbortError:
            code = _CODES[context.code()]
            raise
        except asyncio.CancelledError:
            code = grpc.StatusCode.CANCELLED
            raise
        finally:
            seconds = self._world.monotonic() - started
            rpc.handled(code, seconds)
            log = _log.info if method.startswith(OURS) else _log.debug
            log("call", method=method, peer=context.peer(), code=code.name, ms=round(seconds * 1000, 3))

    async def _mapped(
        self,
        method: str,
        context: Context,
        names: tuple[tuple[str, str], ...],
        limit: float | None,
        proceed: Callable[[], Awaitable[T]],
    ) -> T:
        """Turn whatever goes wrong into a status."""
        failure: BaseException
        try:
            async with asyncio.timeout(limit) as deadline:
                if method.startswith(OURS):
                    self._admit(method, context)
                return await proceed()
        except grpc.aio.AbortError:
            raise
        except asyncio.CancelledError as error:
            if _is_being_cancelled():
                raise
            failure = error
        except Exception as error:
            failure = error
        if isinstance(failure, TimeoutError) and deadline.expired():
            await context.abort(grpc.StatusCode.DEADLINE_EXCEEDED, f"not done within {limit:g} s", names)
        refusal = as_refusal(failure)
        structlog.contextvars.bind_contextvars(reason=refusal.reason)
        details = (_STATUS_DETAILS, to_status(refusal).SerializeToString())
        await context.abort(refusal.code, refusal.message, (*names, details))

    def _admit(self, method: str, context: Context) -> None:
        if self.draining:
            raise draining()
        rate = self._scoring if method.startswith(_SCORING) else self._rate
        rate.take(peer_of(context.peer()))

    def _names(self, context: Context) -> tuple[tuple[str, str], ...]:
        """Return the metadata that names a call: its correlation id first, the client's own where it has one."""
        given = {key: str(value) for key, value in context.invocation_metadata() or () if key in _NAMES}
        names = [(key, given[key]) for key, form in _NAMES.items() if form.fullmatch(given.get(key, ""))]
        if not names or names[0][0] != _REQUEST_ID:
            names.insert(0, (_REQUEST_ID, self._world.random_bytes(8).hex()))
        return tuple(names)


def _parser(parse: Callable[[bytes], Any], rpc: RpcMetrics) -> Callable[[bytes], Any]:
    def counted(raw: bytes) -> Any:
        rpc.received()
        try:
            return parse(raw)
        except DecodeError:
            raise invalid_request("request", "a message of the type that the method takes") from None

    return counted


def _serializer(serialize: Callable[[Any], bytes], rpc: RpcMetrics) -> Callable[[Any], bytes]:
    def counted(message: Any) -> bytes:
        rpc.sent()
        # What many streams share comes serialised already.
        return message if isinstance(message, bytes) else serialize(message)

    return counted


async def _stream(behaviour: Callable[..., Any], request: Any, context: Context) -> None:
    """Run the handler of a streaming response, be it a coroutine or a generator."""
    running = behaviour(request, context)
    if inspect.isasyncgen(running):
        async for message in running:
            await context.write(message)
    else:
        await running


def _as_is(request: Any) -> Any:
    return request


def _is_being_cancelled() -> bool:
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
