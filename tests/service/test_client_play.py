"""`chinchon play`, driven through pipes like a person who reads the prompts."""

from __future__ import annotations

import asyncio
import re
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from tests.service.clients import Client

DRAW, THROW, CLOSE = "s stock", "a card to throw it", "close, or close CARD"


class Screen:
    """A running `chinchon play`: what it wrote so far, and what is typed."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.text = ""

    async def prompt(self) -> str:
        """Return the words of the next prompt; empty when the program has ended."""
        assert self.process.stdout
        while chunk := await self.process.stdout.read(65536):
            self.text += chunk.decode()
            if self.text.endswith(" > "):
                return self.text.splitlines()[-1].strip()
        return ""

    async def type(self, line: str) -> str:
        """Type a line; return what it led to, up to the next prompt."""
        assert self.process.stdin
        before = len(self.text)
        self.process.stdin.write(f"{line}\n".encode())
        await self.prompt()
        return self.text[before:]

    @property
    def words(self) -> str:
        """What may be typed now."""
        return self.text.splitlines()[-1]

    def row(self, title: str) -> list[str]:
        """Return the newest row of a table, without its title."""
        return re.findall(rf"^  {title} +(.*)$", self.text, re.MULTILINE)[-1].split()

    async def end(self) -> int:
        """End the input; return the exit code."""
        assert self.process.stdin
        self.process.stdin.close()
        await self.prompt()
        return await self.process.wait()


@asynccontextmanager
async def playing(client: Client, *args: str) -> AsyncIterator[Screen]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "service", "play", "--target", f"127.0.0.1:{client.server.port}", *args),
        stdin=PIPE,
        stdout=PIPE,
        stderr=PIPE,
    )
    screen = Screen(process)
    try:
        assert await screen.prompt()
        yield screen
        assert await screen.end() == 0
        assert process.stderr
        assert await process.stderr.read() == b""
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


def sensible(screen: Screen) -> str:
    """Answer a prompt as somebody who wants to come to the end."""
    words = screen.words
    if CLOSE in words:
        return "close"
    if THROW in words:
        leaves = [int(points) if points != "-" else 999 for points in screen.row("leaves")]
        return screen.row("throw")[leaves.index(min(leaves))]
    if "lay CARD" in words:
        card = re.findall(r"fits (\S+)", screen.text)[-1]
        return f"lay {card} high" if "At which end?" in screen.text.splitlines()[-2] else f"lay {card}"
    answers = {
        DRAW: "s",
        "paso": "paso",
        "show NUMBER": "show 1",
        "pass": "pass",
        "back": "back",
        "next": "next",
    }
    return next(answer for asked, answer in answers.items() if asked in words)


@pytest.mark.parametrize("rules", ["barajamos", "club"])
async def test_a_whole_match(client: Client, rules: str) -> None:
    async with playing(client, "--rules", rules, "--players", "3", "--name", "Marta") as screen:
        while "again" not in screen.words:
            await screen.type(sensible(screen))
    lines = screen.text.splitlines()
    assert any(re.match("Match 1 is over: ", line) for line in lines)
    assert any(re.match("Winners?: |No winner: a draw", line) for line in lines)
    assert lines[-1] == "You left the table."


async def test_a_rematch(client: Client) -> None:
    async with playing(client, "--rules", "conga", "--players", "2") as screen:
        while "again" not in screen.words:
            await screen.type(sensible(screen))
        assert "match 2 · round 1" in await screen.type("again")


async def test_nothing_that_is_typed_does_harm(client: Client) -> None:
    async with playing(client, "--players", "3") as screen:
        for nonsense in ("", "draw me a sheep", "lay 7c", "99", "c", "\x00\xff [/red]", "x" * 5000):
            await screen.type(nonsense)
            assert DRAW in screen.words
        assert "does not fit here" in screen.text
        assert "7 de copas" in await screen.type("help")
        assert "You" in await screen.type("table")
        assert "You draw" in await screen.type("s")
        assert "You do not hold" in await screen.type(missing_card(screen))


def missing_card(screen: Screen) -> str:
    return next(
        card
        for card in ("1o", "2o", "3o", "4o", "5o", "6o", "7o", "8o", "9o")
        if card not in screen.row("throw")
    )


async def test_a_false_close_wants_to_be_confirmed(client: Client) -> None:
    async with playing(client, "--rules", "club", "--players", "2") as screen:
        await screen.type("s")
        card = screen.row("throw")[-1]
        assert "FALSE CLOSE" in await screen.type(f"close {card}")
        assert "throw" in await screen.type("no")
        await screen.type(f"close {card}")
        assert "You make a FALSE CLOSE" in await screen.type("yes")


@pytest.mark.parametrize("word", ["quit", "q"])
async def test_quit_leaves(client: Client, word: str) -> None:
    async with playing(client, "--players", "3") as screen:
        assert (await screen.type(word)).endswith("You left the table.\n")


async def test_a_script_may_run_ahead_and_its_end_leaves(client: Client) -> None:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "service", "play", "--target", f"127.0.0.1:{client.server.port}"),
        stdin=PIPE,
        stdout=PIPE,
    )
    stdout, _ = await process.communicate(b"help\ns\nhelp\n")
    assert process.returncode == 0
    assert stdout.decode().count("A card is its rank and suit") == 2
    assert "You draw" in stdout.decode()
    assert stdout.decode().splitlines()[-1] == "You left the table."


async def test_the_others_agree_to_end_the_match(client: Client) -> None:
    async with playing(client, "--rules", "club", "--players", "3") as screen:
        await screen.type("propose")
        while "again" not in screen.words:
            assert await screen.prompt()
        assert "You propose to end the match here" in screen.text
        assert "Match 1 is over: all agreed to stop" in screen.text
