"""Where bots think: NORMAL and EASY in a moment, HARD in processes of its own.

A long search in this process would starve the event loop and the store's writer of the interpreter lock.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import random
import signal
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Final

import structlog

from engine import actions as a
from engine.bots import choose
from engine.sampling import choose_by_sampling
from engine.state import BotLevel, Table
from engine.view import You, redact, you

_log = structlog.get_logger("chinchon.bots")


class Thinker:
    """Decides for bots, each from what its seat may see.

    Args:
        processes: How many processes think for HARD; with 0 it plays like NORMAL.
        samples: Deals of the hidden cards that HARD tries a turn.
    """

    def __init__(self, processes: int, samples: int) -> None:
        self._processes: Final = processes
        self._samples: Final = samples
        self._pool: ProcessPoolExecutor | None = None

    async def action(self, table: Table, seat: int, seed: bytes) -> a.Action | None:
        """Return what a bot does now, or None when nothing is asked of its seat; `seed` is its luck."""
        seen, possible = redact(table, seat), you(table, seat)
        level = table.seats[seat].bot
        if level is BotLevel.HARD and self._processes:
            try:
                return await asyncio.wrap_future(
                    self._processes_pool().submit(_sample, seen, possible, self._samples, seed)
                )
            except BrokenProcessPool:
                _log.warning("thinking_failed")
                self._pool = None
        return choose(seen, possible, level)

    def close(self) -> None:
        """End the processes."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def _processes_pool(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # Never forked: grpc's threads do not survive it.
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._processes, mp_context=context, initializer=_leave_signals)
        return self._pool


def _leave_signals() -> None:
    # Ctrl-C reaches every process of a terminal; the server's own ends these.
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _sample(seen: Table, possible: You, samples: int, seed: bytes) -> a.Action | None:
    return choose_by_sampling(seen, possible, samples, random.Random(seed).shuffle)
