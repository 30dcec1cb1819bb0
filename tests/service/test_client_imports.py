"""The terminal clients are what anybody could write: they know the contract, and nothing of the server."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_clients_load_neither_the_engine_nor_the_server() -> None:
    script = "import service.client.demo, service.client.play, sys; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=True, capture_output=True, text=True)
    loaded = set(run.stdout.split())
    assert not any(name.partition(".")[0] == "engine" for name in loaded)
    ours = {name for name in loaded if name.startswith("service.")}
    assert {name for name in ours if not name.startswith("service.client")} == set()
    assert "service.client.play" in ours
