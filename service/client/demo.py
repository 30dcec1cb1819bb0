"""`chinchon demo`: a whole match between simple players, through a real server."""

from __future__ import annotations

import argparse
import asyncio
from collections import deque
from typing import Final

from rich.console import RenderableType
from rich.live import Live
from rich.text import Text

from chinchon.v1.action_pb2 import Action
from chinchon.v1.event_pb2 import MATCH_END_CANCELLED
from chinchon.v1.table_pb2 import TableUpdate
from service.client import render
from service.client.lobby import Lobby, channel_to
from service.client.main import Terminal, add_options, run_until_stopped
from service.client.own_server import server_at
from service.client.players import names_for, play
from service.client.seat import Seat
from service.client.spectator import Spectator
from service.client.story import Story
from service.client.world import ClientWorld

FRAME_SECONDS: Final = 0.1
MOST_LINES: Final = 22
LOG_LINES: Final = 64
SUMMARY_DELAYS: Final = 8
"""So many delays pass before the next round is opened, so that a round's result can be read."""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "demo",
        help="watch a match between simple players",
        description="Watch a whole match between simple players. Each is an ordinary gRPC client with a seat of its "
        "own; on a terminal the table is drawn live, otherwise each event is a line. The last line names the winner.",
    )
    add_options(parser)
    parser.add_argument(
        "--closed",
        action="store_true",
        help="draw the table as a spectator sees it; otherwise every player's own cards are shown too",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play the match; return the exit code."""
    return run_until_stopped(lambda: _Demo(args).run())


class _Demo:
    def __init__(self, args: argparse.Namespace) -> None:
        self._args = args
        self._console = Terminal()
        self._world = ClientWorld(args.seed)
        self._story = Story()
        self._log: deque[Text] = deque(maxlen=LOG_LINES)
        self._seats: list[Seat] = []
        self._news = asyncio.Event()

    async def run(self) -> int:
        """Play one match from the first seat taken to the scoreboard."""
        async with (
            server_at(self._args.target, self._world, self._console.print) as address,
            channel_to(address) as channel,
        ):
            lobby = Lobby(channel, self._world)
            names = names_for(self._args.players)
            host = await lobby.create(self._args.rules, self._args.players, names[0])
            try:
                guests = [await lobby.join(host.view.invite_code, name) for name in names[1:]]
                self._seats = [host, *guests]
                watcher = await lobby.watch(host.view.invite_code)
                watcher.on_update = lambda update: self._hear(watcher, update)
                await self._play(lobby, watcher)
            finally:
                await lobby.close(host)
        result = watcher.view.match_result
        self._console.print(render.scoreboard(watcher.view, result))
        self._console.print(render.verdict(watcher.view, result), style="bold")
        return 1 if result.end == MATCH_END_CANCELLED else 0

    async def _play(self, lobby: Lobby, watcher: Spectator) -> None:
        following = [follower.run() for follower in (*self._seats, watcher)]
        playing = [play(seat, self._pause) for seat in self._seats]
        async with self._world.background(*following, *playing):
            await lobby.start(self._seats[0])
            await self._show(watcher)

    async def _pause(self, action: Action) -> None:
        longer = SUMMARY_DELAYS if action.HasField("open_round") else 1
        await self._world.sleep(self._args.delay * longer)

    def _hear(self, watcher: Spectator, update: TableUpdate) -> None:
        lines = [line for _, told in self._story.tell(update, watcher.view) for line in told]
        self._log.extend(lines)
        if not self._console.is_terminal:
            for line in lines:
                self._console.print(line, soft_wrap=True)
        self._news.set()

    async def _show(self, watcher: Spectator) -> None:
        """Draw the table until the match is over; off a terminal, only wait for that."""
        if not self._console.is_terminal:
            while not self._is_over(watcher):
                await watcher.changed(watcher.version)
            return
        with Live(console=self._console, auto_refresh=False) as live:
            while not self._is_over(watcher):
                await self._news.wait()
                self._news.clear()
                live.update(self._frame(watcher), refresh=True)
                await self._world.sleep(FRAME_SECONDS)
            live.update(self._frame(watcher), refresh=True)

    def _frame(self, watcher: Spectator) -> RenderableType:
        hands = None if self._args.closed else {seat.index: seat.you for seat in self._seats}
        width, height = self._console.size
        return render.table(watcher.view, list(self._log), width, min(MOST_LINES, height - 2), hands)

    @staticmethod
    def _is_over(watcher: Spectator) -> bool:
        return watcher.ended or watcher.view.HasField("match_result")
