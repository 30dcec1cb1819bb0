"""Logs: one event a line on stderr, as JSON for machines or coloured text for people.

Every logger, structlog's and the standard library's (grpc, asyncio), ends here. What must never be logged is not
given to a logger in the first place; `_without_secrets` is only the last line of defence.
"""

from __future__ import annotations

import logging
import sys
import traceback
from collections.abc import Mapping
from typing import Final, TextIO

import structlog
from structlog.types import EventDict, Processor, WrappedLogger

SECRET_KEYS: Final = frozenset(
    {
        "authorization",
        "card",
        "cards",
        "credential",
        "hand",
        "hands",
        "invite_code",
        "request_id",
        "salt",
        "seed",
        "stock",
        "token",
        "token_key",
    }
)
"""Fields that never reach a line, at any depth."""

HIDDEN: Final = "[hidden]"


def frames(error: BaseException) -> list[str]:
    """Return where an error came from, innermost last, without its text, which may quote a secret."""
    return [f"{f.filename}:{f.lineno} {f.name}" for f in traceback.extract_tb(error.__traceback__)]


def _plain(value: object) -> object:
    """Return `value` as a line may show it: secrets hidden at any depth, objects by their type only."""
    if isinstance(value, Mapping):
        return {str(key): HIDDEN if _secret(key) else _plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(part) for part in value]
    return value if value is None or isinstance(value, str | int | float) else f"<{type(value).__name__}>"


def _secret(key: object) -> bool:
    return str(key).lower().replace("-", "_") in SECRET_KEYS


def _without_secrets(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    return {key: HIDDEN if _secret(key) else _plain(value) for key, value in event.items()}


def _without_error_text(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Replace an exception by its type and place."""
    info = event.pop("exc_info", None)
    error = sys.exc_info()[1] if info is True else info[1] if isinstance(info, tuple) else info
    if isinstance(error, BaseException):
        event["error"] = type(error).__name__
        event["frames"] = frames(error)
    return event


def _first_line(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Keep the first line of a library's message: asyncio quotes objects, error texts with them, in the others."""
    event["event"] = event["event"].partition("\n")[0]
    return event


def configure(log_format: str, log_level: str, stream: TextIO) -> None:
    """Send all logs of this process to `stream`, in the format of `Settings.log_format`, from a level on.

    Values bound with `structlog.contextvars` (the correlation id) are on every line of their task.
    """
    console = log_format == "console" or (log_format == "auto" and stream.isatty())
    context: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    render: list[Processor] = [
        structlog.stdlib.ProcessorFormatter.remove_processors_meta,
        _without_error_text,
        _without_secrets,
        structlog.dev.ConsoleRenderer(colors=stream.isatty())
        if console
        else structlog.processors.JSONRenderer(),
    ]
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(foreign_pre_chain=[*context, _first_line], processors=render)
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(log_level.upper())
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *context,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
