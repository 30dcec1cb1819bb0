"""What the terminal commands share: options, and a run that ends cleanly however it is ended."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
from collections.abc import Callable, Coroutine
from typing import Any, Final

from rich.console import Console

from service.client.errors import Refused
from service.client.lobby import PRESETS
from service.client.own_server import NoServer

DEFAULT_TARGET: Final = "127.0.0.1:50051"
DEFAULT_DELAY: Final = 0.4
STOPPED: Final = 130
"""Exit code after a signal, as shells have it for Ctrl-C."""


class NobodyReads(Exception):
    """Whoever read the output has gone, as `head` does."""


class Terminal(Console):
    """Standard output; off a terminal, one event a line however long."""

    def __init__(self) -> None:
        super().__init__(highlight=False)

    def on_broken_pipe(self) -> None:
        """Stop the command, which then cleans up, instead of the process."""
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for what is flushed at exit
        raise NobodyReads


_EXPECTED: Final = (Refused, NoServer, NobodyReads)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that `demo` and `play` have in common."""
    parser.add_argument(
        "--target",
        metavar="HOST:PORT",
        default=os.environ.get("CHINCHON_LISTEN") or DEFAULT_TARGET,
        help="the server; where none answers, a temporary one is started "
        f"(default: CHINCHON_LISTEN, else {DEFAULT_TARGET})",
    )
    parser.add_argument(
        "--rules", choices=PRESETS, default=PRESETS[0], help="the rule preset (default: %(default)s)"
    )
    parser.add_argument(
        "--players",
        type=int,
        choices=range(2, 9),
        metavar="N",
        default=4,
        help="players at the table, as many as the rules allow (default: %(default)s)",
    )
    parser.add_argument(
        "--delay",
        type=_seconds,
        metavar="SECONDS",
        default=DEFAULT_DELAY if sys.stdout.isatty() else 0.0,
        help=f"how long a simple player thinks (default: {DEFAULT_DELAY} on a terminal, else 0)",
    )
    parser.add_argument(
        "--seed", type=int, metavar="N", help="repeat the players' choices; the deal is the server's own"
    )


def run_until_stopped(main: Callable[[], Coroutine[Any, Any, int]]) -> int:
    """Run a command; return its exit code. Ctrl-C, SIGTERM and a closed terminal let it clean up first."""
    try:
        return asyncio.run(_stoppable(main()))
    except BaseExceptionGroup as group:
        expected, unexpected = group.split(_EXPECTED)
        if unexpected or not expected:
            raise
        return _complain(*_leaves(expected))
    except _EXPECTED as error:
        return _complain(error)


async def _stoppable(main: Coroutine[Any, Any, int]) -> int:
    task = asyncio.current_task()
    assert task is not None
    stopped = False

    def stop() -> None:
        nonlocal stopped
        stopped = True
        task.cancel()

    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, stop)
    try:
        return await main
    except asyncio.CancelledError:
        if not stopped:
            raise
        return STOPPED


def _complain(*errors: BaseException) -> int:
    for error in errors:
        if not isinstance(error, NobodyReads):
            print(f"chinchon: {error}", file=sys.stderr)
    return 1


def _leaves(group: BaseExceptionGroup[BaseException]) -> list[BaseException]:
    return [
        leaf
        for error in group.exceptions
        for leaf in (_leaves(error) if isinstance(error, BaseExceptionGroup) else [error])
    ]


def _seconds(text: str) -> float:
    value = float(text)
    if not 0 <= value <= 60:
        raise argparse.ArgumentTypeError("0 to 60 seconds")
    return value
