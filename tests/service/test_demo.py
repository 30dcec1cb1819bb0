"""`chinchon demo`, as somebody runs it: whole matches through a real server, behind a pipe and on a terminal."""

from __future__ import annotations

import asyncio
import os
import pty
import re
import signal
import socket
import sys
from asyncio.subprocess import PIPE, Process

import pytest

from tests.service.clients import Client

NAMES = ("Ana", "Bruno", "Carla", "Diego")


def free_target() -> str:
    """Return an address where nothing answers."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return f"127.0.0.1:{probe.getsockname()[1]}"


async def demo(*args: str, stdout: int = PIPE) -> Process:
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "service", "demo", *args), stdout=stdout, stderr=PIPE
    )


def answers(address: str) -> bool:
    host, _, port = address.rpartition(":")
    with socket.socket() as probe:
        return probe.connect_ex((host, int(port))) == 0


async def test_a_match_through_a_server_of_its_own() -> None:
    process = await demo("--target", free_target(), "--seed", "1")
    stdout, stderr = await process.communicate()
    lines = stdout.decode().splitlines()
    assert (process.returncode, stderr) == (0, b"")
    assert lines[0].startswith("No server at ")
    assert lines[1] == "Match 1 begins, with one deck: Ana, Bruno, Carla and Diego"
    assert lines[2].startswith("Round 1: ")
    assert lines[-1].removeprefix("Winner: ") in (*NAMES, "No winner: a draw")
    assert not answers(lines[0].split()[7])


async def test_a_club_match_through_a_server_that_runs_already(client: Client) -> None:
    process = await demo("--target", f"127.0.0.1:{client.server.port}", "--rules", "club", "--players", "3")
    stdout, stderr = await process.communicate()
    lines = stdout.decode().splitlines()
    assert (process.returncode, stderr) == (0, b"")
    assert lines[0] == "Match 1 begins, with one deck: Ana, Bruno and Carla"
    assert lines[-1].startswith(("Winner: ", "Winners: "))
    assert any(" shows [" in line for line in lines)


async def test_on_a_terminal_the_table_is_drawn_with_every_hand() -> None:
    shown = await on_a_terminal("--delay", "0", "--players", "3")
    assert "[38;5;160m" in shown, "copas are red"
    assert re.search(r"tokens  hand .* loose", plain(shown))
    assert "Winner: " in plain(shown)


async def test_a_spectator_sees_no_hand() -> None:
    shown = await on_a_terminal("--delay", "0", "--players", "3", "--closed")
    assert "tokens  cards" in plain(shown)
    assert "tokens  hand" not in plain(shown)


async def on_a_terminal(*args: str) -> str:
    """Run a demo on a pseudo-terminal; return all that it drew."""
    ours, theirs = pty.openpty()
    environment = os.environ | {"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "service", "demo", "--target", free_target(), *args),
        env=environment,
        stdout=theirs,
        stderr=theirs,
        stdin=theirs,
    )
    os.close(theirs)
    reading = asyncio.create_task(asyncio.to_thread(read_all, ours))
    assert await process.wait() == 0
    return (await reading).decode()


def read_line(descriptor: int) -> str:
    line = b""
    while not line.endswith(b"\n"):
        line += os.read(descriptor, 1)
    return line.decode()


def plain(shown: str) -> str:
    """Return what was drawn without the terminal's codes."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown)


def read_all(descriptor: int) -> bytes:
    parts = []
    try:
        while part := os.read(descriptor, 65536):
            parts.append(part)
    except OSError:  # how Linux says that the other side is closed
        pass
    return b"".join(parts)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_stopped_it_takes_its_server_along(number: signal.Signals) -> None:
    process = await demo("--target", free_target(), "--delay", "30")
    assert process.stdout
    address = (await process.stdout.readline()).decode().split()[7]
    assert (await process.stdout.readline()).startswith(b"Match 1 begins")
    process.send_signal(number)
    await process.communicate()
    assert process.returncode == 130
    assert not answers(address)


async def test_a_reader_that_goes_away_ends_it_quietly() -> None:
    ours, theirs = os.pipe()
    process = await demo("--target", free_target(), "--delay", "0", stdout=theirs)
    os.close(theirs)
    address = await asyncio.to_thread(read_line, ours)
    os.close(ours)
    _, stderr = await process.communicate()
    assert (process.returncode, stderr) == (1, b"")
    assert not answers(address.split()[7])


async def test_what_the_rules_do_not_allow_is_said(client: Client) -> None:
    process = await demo("--target", f"127.0.0.1:{client.server.port}", "--players", "8")
    stdout, stderr = await process.communicate()
    assert (process.returncode, stdout) == (1, b"")
    assert stderr.decode().startswith("chinchon: ")
    assert stderr.decode().endswith("(INVALID_REQUEST)\n")
