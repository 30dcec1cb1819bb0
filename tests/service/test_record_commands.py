"""`chinchon record`, as somebody runs it against a real server; what it wrote is replayed and verified."""

from __future__ import annotations

import asyncio
import os
import pty
import random
import re
import sys
from asyncio.subprocess import PIPE
from pathlib import Path
from typing import NamedTuple

import pytest

from chinchon.v1.event_pb2 import TABLE_VISIBILITY_PRIVATE
from chinchon.v1.table_pb2 import TableState
from service.records.document import read
from tests.service.clients import Client, Seat, moves
from tests.service.test_demo import free_target, plain, read_all

QUICK = {"points_limit": 12, "close_max_points": 10, "reentry": "REENTRY_NONE"}
KEPT = Path(__file__).resolve().parents[1] / "records"


class Ran(NamedTuple):
    """What became of a command."""

    code: int | None
    out: str
    err: str


async def chinchon(*args: str | Path, credential: str = "", stdin: bytes = b"") -> Ran:
    environment = os.environ | ({"CHINCHON_CREDENTIAL": credential} if credential else {})
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "service", *args), stdin=PIPE, stdout=PIPE, stderr=PIPE, env=environment
    )
    out, err = await process.communicate(stdin)
    return Ran(process.returncode, out.decode(), err.decode())


async def record(client: Client, *args: str | Path, credential: str = "") -> Ran:
    target = f"127.0.0.1:{client.server.port}"
    return await chinchon("record", *args, "--target", target, credential=credential)


async def play(seats: list[Seat], seed: int) -> None:
    choices = random.Random(seed)
    while (await seats[0].look()).state == TableState.TABLE_STATE_PLAYING:
        looks = [(seat, (await seat.look()).you) for seat in seats]
        seat, you = next((seat, you) for seat, you in looks if moves(you))
        closes = [action for action in moves(you) if action.HasField("close")]
        await seat.act(choices.choice(closes or moves(you)))


async def test_a_match_is_exported_replayed_and_verified(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.api.records.MAX_RECORD", 7)  # so that a record has many pages
    seats = await client.match(3, rules=QUICK)
    await play(seats, seed=1)
    await seats[0].start()  # the one that runs is not over
    file = tmp_path / "match.json"
    assert await record(client, seats[0].table_id, "-o", file) == Ran(0, "", "")
    exported = read(file)
    assert exported.match == 1
    assert [batch.version for batch in exported.batches] == list(range(4, 4 + len(exported.batches)))

    printed = await record(client, seats[0].table_id, "--match", "1")
    assert printed == Ran(0, file.read_text("utf-8"), "")

    replayed, verified = await chinchon("replay", file), await chinchon("verify", file)
    assert (replayed.code, replayed.err) == (0, "")
    assert replayed.out.startswith("Match 1 begins, with one deck: Ana, Bea and Bea\n")
    assert replayed.out.endswith("The engine reaches the same result.\n")
    assert (verified.code, verified.err) == (0, "")
    assert f"{len(exported.batches)} actions" in verified.out


async def test_a_private_match_that_was_cancelled(client: Client, tmp_path: Path) -> None:
    seats = await client.match(3, rules=QUICK, visibility=TABLE_VISIBILITY_PRIVATE)
    await seats[2].leave()
    refused = await record(client, seats[0].table_id)
    assert (refused.code, refused.out) == (1, "")
    assert re.fullmatch(r"chinchon: .* \(TABLE_PRIVATE\)\n", refused.err)

    file = tmp_path / "match.json"
    assert (await record(client, seats[0].table_id, "-o", file, credential=seats[1].credential)).code == 0
    assert (await chinchon("verify", file)).code == 0
    assert "No winner: cancelled: a player left\n" in (await chinchon("replay", file)).out


async def test_what_cannot_be_exported_is_said(client: Client, tmp_path: Path) -> None:
    seats = await client.match(3)
    table_id = seats[0].table_id
    assert await record(client, table_id) == Ran(1, "", "chinchon: no match of this table is over\n")
    missing = await record(client, table_id, "--match", "1")
    assert (missing.code, missing.err.count("\n")) == (1, 1)
    assert missing.err.endswith("(RECORD_NOT_FOUND)\n")
    assert (await record(client, "0" * 32)).err.endswith("(TABLE_NOT_FOUND)\n")
    nobody = await chinchon("record", table_id, "--target", free_target())
    assert (nobody.code, nobody.err.count("\n")) == (1, 1)
    await seats[0].close()
    nowhere = await record(client, table_id, "-o", tmp_path / "none" / "match.json")
    assert (nowhere.code, nowhere.out) == (1, "")
    assert nowhere.err.endswith("none/match.json: No such file or directory\n")


async def test_a_replay_on_a_terminal_draws_every_hand() -> None:
    shown = await on_a_terminal("replay", KEPT / "cancelled_3.json", "--delay", "0")
    assert "tokens  hand" in plain(shown)
    assert "The engine reaches the same result." in plain(shown)


async def test_a_replay_goes_on_with_enter() -> None:
    stepped = await chinchon("replay", KEPT / "cancelled_3.json", "--step", stdin=b"\n" * 11)
    assert stepped == await chinchon("replay", KEPT / "cancelled_3.json", "--plain")
    assert stepped.code == 0


@pytest.mark.parametrize("command", ["verify", "replay"])
async def test_a_reader_that_goes_away_ends_it_quietly(command: str) -> None:
    ours, theirs = os.pipe()
    os.close(ours)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "service", command, KEPT / "cancelled_3.json"), stdout=theirs, stderr=PIPE
    )
    os.close(theirs)
    _, err = await process.communicate()
    assert (process.returncode, err) == (1, b"")


async def on_a_terminal(*args: str | Path) -> str:
    """Run a command on a pseudo-terminal; return all that it drew."""
    ours, theirs = pty.openpty()
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "service", *args),
        env=os.environ | {"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"},
        stdout=theirs,
        stderr=theirs,
        stdin=theirs,
    )
    os.close(theirs)
    reading = asyncio.create_task(asyncio.to_thread(read_all, ours))
    assert await process.wait() == 0
    return (await reading).decode()
