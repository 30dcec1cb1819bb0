"""Options of the whole suite."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--regenerate-golden",
        action="store_true",
        help="write the golden files anew instead of comparing with them",
    )
    parser.addoption(
        "--soak",
        type=int,
        default=300,
        metavar="TABLES",
        help="how many tables tests/faults/test_soak.py opens, plays at and closes (300)",
    )
    parser.addoption(
        "--kills",
        type=int,
        default=20,
        metavar="KILLS",
        help="how many servers tests/faults/test_kill.py kills (20)",
    )


@pytest.fixture
def regenerate_golden(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--regenerate-golden"))
