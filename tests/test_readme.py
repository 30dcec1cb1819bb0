"""The README's tour is run, to the letter but for the port."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from service.server import Server
from service.settings import Settings

ROOT = Path(__file__).parent.parent
BLOCKS = re.findall(r"```(sh|python)\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)


@pytest.fixture
async def port(tmp_path: Path) -> AsyncIterator[int]:
    store = f"sqlite:///{tmp_path}/tour.db"
    server = await Server.start(Settings(listen="127.0.0.1:0", metrics_listen="", store=store), lambda: None)
    yield server.port
    await server.close()


async def run(language: str, code: str, port: int) -> str:
    code = code.replace("127.0.0.1:50051", f"127.0.0.1:{port}")
    code = code.replace(".venv/bin/", f"{Path(sys.executable).parent}/")
    command = [sys.executable, "-c", code] if language == "python" else ["sh", "-ec", code]
    done = await asyncio.to_thread(
        subprocess.run, command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


async def test_the_tour_asks_opens_and_plays(port: int) -> None:
    printed = [await run(language, code, port) for language, code in BLOCKS]

    arranged, created, played = printed
    assert '"points": 4' in arranged
    assert '"credential"' in created
    assert '"inviteCode"' in created
    assert re.search(r"seat \d is on turn, 26 cards in the stock", played)
    assert "now it may: discard" in played


@pytest.mark.parametrize(
    "page", [*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md"], ids=lambda p: p.name
)
def test_links_lead_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text())
    assert [target for target in targets if not (page.parent / target).exists()] == []
