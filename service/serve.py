"""`chinchon serve`: run a server until it is told to stop."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys

import structlog

from service import logs
from service.server import Server, StartError
from service.settings import SettingError, Settings, help_text, unknown
from service.store.base import StoreError

_STOPPING = (signal.SIGTERM, signal.SIGINT)

_log = structlog.get_logger("chinchon.server")


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "serve",
        help="run the server",
        description="Run the server. All settings are environment variables.",
        epilog=f"settings:\n{help_text()}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)


def run(_: argparse.Namespace) -> int:
    """Serve until SIGTERM or SIGINT; return the exit code."""
    try:
        settings = Settings.load(os.environ)
        logs.configure(settings.log_format, settings.log_level, sys.stderr)
        return asyncio.run(_serve(settings))
    except (SettingError, StartError, StoreError) as error:
        print(f"chinchon: {error}", file=sys.stderr)
        return 1


async def _serve(settings: Settings) -> int:
    for problem in unknown(os.environ):
        _log.warning("unknown_setting", problem=problem)
    loop = asyncio.get_running_loop()
    stopped: asyncio.Future[signal.Signals | None] = loop.create_future()

    def stop(number: signal.Signals | None) -> None:
        if not stopped.done():
            stopped.set_result(number)

    server = await Server.start(settings, on_fatal=lambda: stop(None))
    for number in _STOPPING:
        loop.add_signal_handler(number, stop, number)
    _log.info("serving", port=server.port, metrics_port=server.metrics_port, **settings.describe())
    asked_by = await stopped
    for number in _STOPPING:
        loop.remove_signal_handler(number)  # a second one ends the process at once; the store survives that
    if asked_by is None:
        _log.error("store_failed", consequence="the server stops, to be started anew")
    else:
        _log.info("draining", signal=asked_by.name)
        await server.drain(0 if asked_by is signal.SIGINT else settings.drain_wait)
    await server.close()
    _log.info("stopped")
    return 0 if asked_by is not None else 1
