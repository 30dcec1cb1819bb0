"""A client written in JavaScript from the contract alone plays against a real server."""

from __future__ import annotations

import asyncio
import json
import shutil
from pathlib import Path

import pytest

from tests.service.processes import ROOT, serving

SOURCES = Path(__file__).parent / "node"
NO_REGISTRY = ("EAI_AGAIN", "ECONNREFUSED", "ECONNRESET", "ENETUNREACH", "ENOTFOUND", "ETIMEDOUT")
REFUSED_IN_A_RACE = {"LAY_OFF_NOT_POSSIBLE", "NOT_YOUR_TURN", "WRONG_PHASE"}

pytestmark = pytest.mark.skipif(
    not (shutil.which("node") and shutil.which("npm")), reason="node and npm are not installed"
)


async def run(*command: str | Path, cwd: Path) -> tuple[int, str, str]:
    """Run a command; return its code, output and errors."""
    process = await asyncio.create_subprocess_exec(
        *command, cwd=cwd, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    try:
        out, err = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    return process.returncode or 0, out.decode(), err.decode()


async def installed(folder: Path) -> Path:
    """Install the client into a folder."""
    shutil.copytree(SOURCES, folder, ignore=shutil.ignore_patterns("node_modules"))
    code, _, errors = await run(
        "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=0", cwd=folder
    )
    if code and any(word in errors for word in NO_REGISTRY):
        pytest.skip(f"npm reaches no registry: {errors.strip().splitlines()[0]}")
    assert code == 0, errors
    return folder


async def test_a_node_client_plays_whole_matches(tmp_path: Path) -> None:
    folder = await installed(tmp_path / "node")
    async with serving(tmp_path / "chinchon.db") as server:
        code, out, errors = await run(
            "node", "client.mjs", f"127.0.0.1:{server.port}", ROOT / "proto", cwd=folder
        )
    assert code == 0, errors

    played = json.loads(out)
    assert len(played) == 3
    for match in played:
        early = match["early"]
        assert early["code"] == 9
        assert early["info"]["reason"] == "MATCH_NOT_RUNNING"
        assert early["info"]["metadata"] == {"state": "LOBBY"}
        assert early["rejection"]["version"] == 1
        assert early["rejection"]["you"]["legalActions"][0]["action"]["kind"] == "contributeSalt"
        assert match["end"] != "MATCH_END_CANCELLED"
        for seat in match["seats"]:
            assert seat["checked"] > 0
            assert seat["acted"] >= 2
            assert set(seat["refused"]) <= REFUSED_IN_A_RACE
    assert all(not seat["refused"] for seat in played[0]["seats"])
    # A resumed stream continues without a snapshot, one with a foreign batch id begins with one.
    assert [[seat["snapshots"] for seat in match["seats"]] for match in played[:2]] == [[0, 0, 1], [0, 0, 1]]
