"""The commands under test."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.records.files import Commands


@pytest.fixture
def commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Commands:
    return Commands(tmp_path, capsys)
