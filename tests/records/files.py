"""The recorded matches that are kept for ever, and the commands as somebody runs them on a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from service.cli import main

HERE = Path(__file__).resolve().parent
KEPT = sorted(HERE.glob("*.json"))


class Ran(NamedTuple):
    """What became of a command."""

    code: int
    out: str
    err: str


class Commands:
    """Runs `chinchon verify` and `chinchon replay` on documents."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self._file = folder / "record.json"
        self._capsys = capsys

    def run(self, command: str, document: Any) -> Ran:
        """Run a command on a file, or on a document: text, bytes, or what JSON makes of anything else."""
        if isinstance(document, Path):
            return self._run(command, document)
        if not isinstance(document, (str, bytes)):
            document = json.dumps(document)
        self._file.write_bytes(document.encode() if isinstance(document, str) else document)
        return self._run(command, self._file)

    def _run(self, command: str, file: Path) -> Ran:
        code = main([command, str(file)])
        out, err = self._capsys.readouterr()
        return Ran(code, out, err)


def kept(name: str) -> dict[str, Any]:
    """Return a recorded match as JSON."""
    document: dict[str, Any] = json.loads((HERE / f"{name}.json").read_text("utf-8"))
    return document
