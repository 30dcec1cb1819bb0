"""`chinchon replay`: show a record step by step, and let the engine decide every step again."""

from __future__ import annotations

import argparse
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Final

from rich.console import RenderableType
from rich.live import Live
from rich.text import Text

from chinchon.v1.event_pb2 import DRAW_SOURCE_STOCK, EventBatch
from chinchon.v1.record_service_pb2 import RecordBatch, RecordEvent
from chinchon.v1.table_pb2 import TableUpdate, TableView
from engine.evolve import apply
from engine.state import ENGINE_VERSION, Table
from engine.view import you
from service.client import render
from service.client.lines import read_lines
from service.client.main import DEFAULT_DELAY, Terminal, run_until_stopped
from service.client.story import Story
from service.client.style import card_text, cards_text
from service.client.world import ClientWorld
from service.records.decisions import decide_again
from service.records.document import Unreadable, read
from service.records.history import Batch, History, Mismatch, history_of
from service.records.output import complain
from service.records.verify import Verification
from service.wire import table_view, you_to

MOST_LINES: Final = 22
LOG_LINES: Final = 64
_EVERYBODY: Final = range(8)


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "replay",
        help="show a recorded match step by step",
        description="Show a record, as `chinchon record` writes it, with every hand. The engine decides each step again "
        "and must come to the same events; the shuffles are checked as by `chinchon verify`. On a terminal the table "
        "is drawn, otherwise each event is a line.",
        epilog="exit status: 0 the engine reaches the same result, 1 it does not, 2 the file cannot be read",
    )
    parser.add_argument("file", metavar="FILE", type=Path, help="the record")
    pace = parser.add_mutually_exclusive_group()
    pace.add_argument(
        "--delay",
        type=float,
        metavar="SECONDS",
        default=DEFAULT_DELAY if sys.stdout.isatty() else 0.0,
        help=f"how long each step stays (default: {DEFAULT_DELAY} on a terminal, else 0)",
    )
    pace.add_argument("--step", action="store_true", help="wait for Enter after each step")
    pace.add_argument(
        "--plain", action="store_true", help="one line for each event, without a pause or a picture"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Show the match; return the exit code."""
    return run_until_stopped(lambda: _Replay(args).run())


class _Replay:
    def __init__(self, args: argparse.Namespace) -> None:
        self._args = args
        self._console = Terminal()
        self._world = ClientWorld()
        self._enter = read_lines(sys.stdin.fileno()) if args.step else None
        self._drawn = self._console.is_terminal and not args.plain
        self._story = Story()
        self._log: deque[Text] = deque(maxlen=LOG_LINES)

    async def run(self) -> int:
        """Check the record, then show it."""
        try:
            history = history_of(read(self._args.file))
            Verification(history).run()
            await self._show(history)
        except (Unreadable, Mismatch) as error:
            return complain(self._args.file, error)
        return 0

    async def _show(self, history: History) -> None:
        record, table = history.record, history.table
        same_engine = record.engine_version == ENGINE_VERSION
        # On a screen of its own the picture is not moved by the Enters that are typed.
        live = (
            Live(console=self._console, auto_refresh=False, screen=self._args.step) if self._drawn else None
        )
        with live or nullcontext():
            for batch in history.batches:
                table = decide_again(table, batch) if same_engine else apply(table, batch.events)
                view = self._view(history, table, batch)
                lines = list(self._lines(batch.message, view))
                self._log.extend(lines)
                if live:
                    live.update(self._frame(view, table), refresh=True)
                else:
                    for line in lines:
                        self._console.print(line, soft_wrap=True)
                await self._pause()
        self._console.print(render.scoreboard(view, record.result))
        self._console.print(render.verdict(view, record.result), style="bold")
        self._console.print(
            "The engine reaches the same result."
            if same_engine
            else f"Engine version {record.engine_version} decided this match; its events lead to this result, "
            f"but engine version {ENGINE_VERSION} may decide otherwise and was not asked.",
            soft_wrap=True,
        )

    async def _pause(self) -> None:
        if self._enter:
            await anext(self._enter, None)
        elif not self._args.plain:
            await self._world.sleep(min(60.0, max(0.0, self._args.delay)))

    def _frame(self, view: TableView, table: Table) -> RenderableType:
        width, height = self._console.size
        hands = {seat: you_to(you(table, seat)) for seat in range(len(table.seats))}
        return render.table(view, list(self._log), width, min(MOST_LINES, height - 2), hands)

    @staticmethod
    def _view(history: History, table: Table, batch: Batch) -> TableView:
        view = table_view(table, None, batch.message.batch_id, connected=_EVERYBODY)
        for seat in history.record.seats:  # a player who left keeps the name in the result
            view.seats[seat.seat].display_name = seat.display_name
        return view

    def _lines(self, batch: RecordBatch, view: TableView) -> Iterator[Text]:
        for recorded in batch.events:
            update = TableUpdate(batch=EventBatch(events=[recorded.event]))
            told = [line for _, lines in self._story.tell(update, view) for line in lines]
            yield from self._with_secrets(recorded, told)

    def _with_secrets(self, recorded: RecordEvent, told: Sequence[Text]) -> Iterator[Text]:
        """Yield the lines of an event with what only the record tells."""
        event, secrets = recorded.event, recorded.secrets
        match event.WhichOneof("kind"):
            case "card_drawn" if event.card_drawn.source == DRAW_SOURCE_STOCK:
                yield Text(": ").join([*told, card_text(secrets.card)])
            case "round_closed" | "false_close_made":
                yield Text(", face down ").join([*told, card_text(secrets.card)])
            case "round_dealt":
                yield from told
                for seat, hand in zip(event.round_dealt.seats, secrets.hands, strict=True):
                    yield Text.assemble(f"  {self._story.name(seat)}: ", cards_text(hand.cards))
            case _:
                yield from told
