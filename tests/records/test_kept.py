"""Matches recorded long ago still load, replay and verify: see README.md before you touch one."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.records.document import read, write
from tests.records.files import KEPT, Commands, kept

EACH = pytest.mark.parametrize("file", KEPT, ids=lambda file: file.stem)

CHECKED = {
    "barajamos_3": ("237 actions", "4 seeds, from s_1 on", "4 deals, 1 reshuffle", "115 cards", "4 rounds"),
    "cancelled_3": ("11 actions", "1 seed, from s_1 on", "1 deal, 0 reshuffles", "5 cards", "0 rounds"),
    "club_4": ("230 actions", "4 seeds, from s_1 on", "4 deals, 2 reshuffles", "80 cards", "4 rounds"),
    "conga_2": ("175 actions", "4 seeds, from s_6 on", "4 deals, 1 reshuffle", "86 cards", "4 rounds"),
}

FIRST_LINES = """\
Match 1 begins, with one deck: Ana, Bruno, Íñigo and Dora
Round 1: Íñigo leads, 4e is turned up
  Ana: 4b 3b 10o 5b 2c 6b 3o
  Bruno: 3c 12e 12c 11e 4o 4c 7b
  Íñigo: 7e 12b 5o 10b 1e 2o 1o
  Dora: 7c 3e 6c 1c 12o 7o 6e
""".splitlines()


def test_none_is_gone() -> None:
    assert {file.stem for file in KEPT} >= CHECKED.keys()


@EACH
def test_it_reads_and_writes_the_same(file: Path) -> None:
    assert write(read(file)) == file.read_text("utf-8")


@EACH
def test_it_verifies(file: Path, commands: Commands) -> None:
    ran = commands.run("verify", file)
    assert (ran.code, ran.err) == (0, "")
    assert all(counted in ran.out for counted in CHECKED[file.stem])
    assert ran.out.endswith("Everything agrees: nobody chose a deal.\n")


@EACH
def test_it_replays(file: Path, commands: Commands) -> None:
    ran = commands.run("replay", file)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.endswith("The engine reaches the same result.\n")


def test_a_replay_tells_what_was_hidden(commands: Commands) -> None:
    lines = commands.run("replay", next(file for file in KEPT if file.stem == "club_4")).out.splitlines()
    assert lines[:6] == FIRST_LINES
    assert "Dora draws from the stock: 5c" in lines
    assert "Ana makes a FALSE CLOSE with 12o 2c 1b 3b 4b 5b 6b (number 1), face down 3o" in lines


def test_what_another_engine_decided_is_shown_but_not_decided_again(commands: Commands) -> None:
    document = kept("barajamos_3")
    document["engine_version"] = document["record"]["engine_version"] = "0"
    ran = commands.run("replay", document)
    assert (ran.code, ran.err) == (0, "")
    assert "Engine version 0 decided this match" in ran.out.splitlines()[-1]
