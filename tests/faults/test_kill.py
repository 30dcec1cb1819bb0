"""Servers killed with SIGKILL in the middle of everything: nothing acknowledged is lost, nothing is done twice.

`pytest --kills 500` goes on for longer. Players act by what the server offers them, on streams and by calls, and
after a kill ask again what was not answered, under the same id. A referee writes down all that they are told.
"""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from tests.faults.arena import Arena
from tests.faults.player import TABLES, keep_playing
from tests.faults.referee import copy_database, read_logs, wal
from tests.service.clients import Client, moves
from tests.service.processes import serving


async def test_a_log_torn_anywhere_holds_whole_actions(tmp_path: Path) -> None:
    choices = random.Random(9)
    async with serving(tmp_path / "served" / "chinchon.db") as server:
        client = Client(server)  # type: ignore[arg-type]
        seats = await client.match(2, rules=TABLES[3][1])
        acted = 0
        while acted < 60:
            you = {seat.index: (await seat.look()).you for seat in seats}
            seat = next(seat for seat in seats if moves(you[seat.index]))
            acted = (await seat.act(choices.choice(moves(you[seat.index])))).version
        server.process.kill()
        await server.process.wait()
        await client.channel.close()
    database = tmp_path / "served" / "chinchon.db"
    written = wal(database).read_bytes()
    (whole,) = read_logs(copy_database(database, tmp_path / "whole")).values()
    assert whole.version == acted, "what was acknowledged is in the log"
    seen = set()
    for length in sorted(choices.sample(range(len(written)), 60)):
        torn = copy_database(database, tmp_path / "torn")
        # What a disk had not written yet is missing, or is whatever lay there before.
        rest = choices.choice((b"", bytes(len(written) - length), choices.randbytes(len(written) - length)))
        wal(torn).write_bytes(written[:length] + rest)
        for log in read_logs(torn).values():
            log.positions()
            assert log.batches == whole.batches[: log.version], "the beginning of what was done"
            seen.add(log.version)
    assert len(seen) > 20


@pytest.mark.timeout(7200)
async def test_nothing_is_lost_or_doubled(
    tmp_path: Path, pytestconfig: pytest.Config, capfd: pytest.CaptureFixture[str]
) -> None:
    choices = random.Random(7)
    arena = Arena(tmp_path, choices)
    referee = arena.referee
    async with asyncio.TaskGroup() as group:
        playing = [
            group.create_task(keep_playing(arena, count, rules, seed))
            for seed, (count, rules) in enumerate(TABLES * 2)
        ]
        for _ in range(pytestconfig.getoption("kills")):
            if choices.random() < 0.2:
                await arena.kill_at_start()
            await arena.up()
            await arena.kill()
        await arena.up()
        arena.over = True
        while referee.pending:  # noqa: ASYNC110 - one more poll costs nothing
            await asyncio.sleep(0.05)
        for task in playing:
            task.cancel()
    listed = await arena.down()

    referee.conclude(read_logs(arena.database), listed)

    with capfd.disabled():
        print("".join(f"\n  {what}: {count}" for what, count in sorted(referee.count.items())))
    assert referee.count["done, but not answered, at a kill"] > 0, "the moments that matter were met"
    assert referee.count["not done at a kill"] > 0
