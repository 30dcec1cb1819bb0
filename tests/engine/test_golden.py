"""Whole matches, line by line: what changed in play shows here first.

`make golden` writes the files anew; their diff says what a change does to a match.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from engine import actions as a
from engine.rules import PRESETS, RulePreset
from tests.engine.notation import written
from tests.engine.players import play
from tests.engine.tables import lobby

GOLDEN = Path(__file__).parent / "golden"

MATCHES = [
    (RulePreset.BARAJAMOS, 3, 32),
    (RulePreset.BARAJAMOS, 4, 18),
    (RulePreset.BARAJAMOS, 6, 15),
    (RulePreset.CLUB, 2, 7),
    (RulePreset.CLUB, 4, 38),
    (RulePreset.CLUB, 8, 13),
    (RulePreset.CONGA, 5, 1),
]


def played(preset: RulePreset, seats: int, seed: int) -> str:
    """Return the text of a match between random players."""
    rng = Random(seed)
    game = lobby(PRESETS[preset], seats, rng.randbytes(32)).do(0, a.StartMatch())
    log = [game.events, *(step.events for step in play(game, rng))]
    return written(log)


@pytest.mark.parametrize(("preset", "seats", "seed"), MATCHES, ids=str)
def test_a_match_is_played_as_recorded(
    preset: RulePreset, seats: int, seed: int, regenerate_golden: bool
) -> None:
    text = played(preset, seats, seed)
    path = GOLDEN / f"{preset.name.lower()}_{seats}.txt"
    if regenerate_golden:
        path.write_text(text, "utf-8")
    assert text.splitlines() == path.read_text("utf-8").splitlines()
