"""A person at a table: tells what happens, asks what only they can decide, and reads what they type."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Sequence
from typing import Final

from rich.console import Console, RenderableType
from rich.text import Text

from chinchon.v1.action_pb2 import LegalAction
from chinchon.v1.event_pb2 import DEADLINE_KIND_EXPOSE, DEADLINE_KIND_LAY_OFF, Event
from chinchon.v1.table_pb2 import TABLE_STATE_LOBBY, TableUpdate
from service.client import render
from service.client.ask import HELP, Question, false_close_warning, question
from service.client.errors import Refused
from service.client.lines import read_lines
from service.client.lobby import Lobby
from service.client.seat import Seat
from service.client.story import Story
from service.client.style import BAD, HINT
from service.client.words import Misread, read_action

_YES: Final = frozenset({"yes", "y", "sí", "si"})
_QUIT: Final = frozenset({"quit", "q", "exit", "salir"})
_HELP: Final = frozenset({"help", "h", "?", "ayuda"})
_TABLE: Final = frozenset({"table", "mesa"})
_AGAIN: Final = frozenset({"again", "a", "n", "next"})
_WINDOWS: Final = (DEADLINE_KIND_EXPOSE, DEADLINE_KIND_LAY_OFF)


class Person:
    """The host of a table, at a terminal or behind a pipe.

    What is typed is read only when there is something to decide, so that a script can run ahead of the game.
    """

    def __init__(self, console: Console, lobby: Lobby, seat: Seat) -> None:
        self._console = console
        self._lobby = lobby
        self._seat = seat
        self._story = Story(seat.index)
        self._lines: asyncio.Queue[str] = asyncio.Queue(maxsize=16)
        self._at_end = False
        self._stir = asyncio.Event()
        self._asked: Question | None = None
        self._prompting = False
        self._lost = False
        self._to_confirm: LegalAction | None = None
        seat.on_update = self._tell
        seat.on_connection = self._tell_connection

    async def listen(self, descriptor: int) -> None:
        """Read what is typed, until the input ends."""
        async for line in read_lines(descriptor):
            await self._lines.put(line)
            self._stir.set()
        self._at_end = True
        self._stir.set()

    async def talk(self) -> None:
        """Tell, ask and answer until the person leaves or the table is closed."""
        while not self._seat.ended:
            self._stir.clear()
            self._ask()
            if self._asked and not self._lines.empty():
                if not await self._hear(self._lines.get_nowait()):
                    return
            elif self._asked and self._at_end:
                self._end_prompt()
                return
            else:
                await self._stir.wait()

    def _tell(self, update: TableUpdate) -> None:
        for event, lines in self._story.tell(update, self._seat.view):
            for what in self._pictured(event, lines):
                self._say(what)
        self._stir.set()

    def _pictured(self, event: Event, lines: Sequence[Text]) -> Sequence[RenderableType]:
        """Return what to show of an event: the lines of the story, or a table that says more."""
        view = self._seat.view
        match event.WhichOneof("kind"):
            case "round_dealt":
                return [*self._table(), *lines]
            case "round_scored":
                return [render.round_result(view, event.round_scored.result)]
            case "match_ended":
                result = event.match_ended.result
                return [render.scoreboard(view, result), Text(render.verdict(view, result), "bold")]
        return lines

    def _tell_connection(self, attached: bool) -> None:
        if not attached:
            self._say(Text("The connection is lost: trying again ...", BAD))
        elif self._lost:
            self._say(Text("Connected again.", HINT))
        self._lost = not attached

    def _ask(self) -> None:
        """Ask what there is to decide, unless it was asked already."""
        asked = self._question()
        if asked is None or self._to_confirm:
            self._asked = asked
            return
        if self._asked is None or self._asked.about != asked.about:
            self._say("")
            self._say(asked.shown)
            self._prompting = False
        self._asked = asked
        if not self._prompting:
            self._prompt(asked.words)

    def _question(self) -> Question | None:
        view = self._seat.view
        if view.state == TABLE_STATE_LOBBY:
            return self._again() if view.HasField("match_result") else None
        window = next((deadline for deadline in view.deadlines if deadline.kind in _WINDOWS), None)
        return question(view, self._seat.time_left(window) if window else None)

    def _again(self) -> Question:
        text = Text("  The table stays open for another match.")
        return Question(("again", self._seat.view.match), text, "again · quit")

    async def _hear(self, line: str) -> bool:
        """Do what a line asks for; tell whether the person stays."""
        self._prompting = False
        if not sys.stdin.isatty():
            self._console.print(line, markup=False)
        word = line.lower()
        confirmed, self._to_confirm = self._to_confirm, None
        if word in _QUIT:
            return False
        if confirmed:
            if word in _YES:
                await self._attempt(self._seat.submit(confirmed.action))
            self._asked = None
        elif word in _HELP:
            self._say(Text(HELP))
        elif word in _TABLE:
            for what in self._table():
                self._say(what)
        elif self._seat.view.state == TABLE_STATE_LOBBY:
            if word in _AGAIN:
                await self._attempt(self._lobby.start(self._seat))
        else:
            await self._act(line)
        return True

    async def _act(self, line: str) -> None:
        view = self._seat.view
        try:
            choice = read_action(view, line)
        except Misread as misread:
            if str(misread):
                self._say(Text(f"  {misread}", BAD))
            return
        if choice.false_close:
            self._to_confirm = choice
            self._say(false_close_warning(view, choice.action))
            self._prompt("yes · or anything else to play on")
        else:
            await self._attempt(self._seat.submit(choice.action))

    async def _attempt(self, request: Awaitable[object]) -> None:
        try:
            await request
        except Refused as refused:
            self._say(Text(f"  Refused: {refused.message}", BAD))

    def _table(self) -> list[RenderableType]:
        view, width = self._seat.view, self._console.width
        seats = render.seats(view, width)
        return ["", render.heading(view), seats, render.piles(view, width), *render.melds(view)]

    def _prompt(self, words: str) -> None:
        self._console.print(Text(f"  {words} > ", HINT), end="")
        self._prompting = True

    def _say(self, what: RenderableType) -> None:
        self._end_prompt()
        self._console.print(what)

    def _end_prompt(self) -> None:
        if self._prompting:
            self._console.print()
            self._prompting = False
