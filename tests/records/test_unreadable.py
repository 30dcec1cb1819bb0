"""Files that hold no record: one line says why, and nothing worse happens."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.records.files import Commands, kept


def changed(*path: str | int, to: Any) -> dict[str, Any]:
    """Return a record with another value at a path."""
    document: Any = kept("cancelled_3")
    inner = document
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = to
    return document  # type: ignore[no-any-return]


EVENT = ("record", "batches", 1, "events", 0)

UNREADABLE: dict[str, tuple[Any, str]] = {
    "an empty file": ("", "it is no JSON document"),
    "half a document": (json.dumps(kept("cancelled_3"))[:-100], "it is no JSON document"),
    "other bytes": (b"\x1f\x8b\xff\x00", "it is no JSON document"),
    "too deep": ("[" * 100_000, "it is no JSON document"),
    "a list": ([], 'it is no record: "format" is not "chinchon.record/1"'),
    "another document": ({"format": "x/1"}, 'it is no record: "format" is not "chinchon.record/1"'),
    "a later format": (
        changed("format", to="chinchon.record/2"),
        "its format is 'chinchon.record/2', this release reads \"chinchon.record/1\"",
    ),
    "no record": ({"format": "chinchon.record/1"}, "its record cannot be read: 'record'"),
    "another record": (changed("record", to=[1]), "its record cannot be read: "),
    "an unknown field": (changed("record", "color", to=1), "its record cannot be read: "),
    "an unknown card": (changed(*EVENT, "secrets", "card", to="CARD_OROS_13"), "its record cannot be read: "),
    "a card out of range": (
        changed(*EVENT, "secrets", "card", to=50),
        "its record cannot be read: card_drawn.card",
    ),
    "an unknown event": (changed(*EVENT, "event", to={"rain": {}}), "its record cannot be read: "),
    "no event": (changed(*EVENT, "event", to={}), "its record cannot be read: an event of an unknown kind"),
    "a bad seed": (changed("record", "shuffle_commitment", to=5), "its record cannot be read: "),
    "a bad time": (changed("record", "batches", 0, "time", to="now"), "its record cannot be read: "),
    "an old time": (
        changed("record", "batches", 0, "time", to="1066-10-14T09:00:00Z"),
        "its record cannot be read: : expected a time",
    ),
    "an unknown bot": (changed("record", "seats", 0, "bot", to=9), "its record cannot be read: 9 is not"),
    "no rules": (
        changed("record", "rules", to={}),
        "its record cannot be read: deck: expected a known value",
    ),
    "bad rules": (
        changed("record", "rules", "min_players", to=9),
        "its rules make no sense: min_players must be 2 to 8",
    ),
    "a name that moves the cursor": (
        changed("record", "seats", 0, "display_name", to="\x1b[2J"),
        "a name in it has control characters",
    ),
    "an error that would move it": (
        changed("record", "\x1b[2J", to=1),
        "its record cannot be read: ",
    ),
    "another heading": (changed("engine_version", to="7"), "its first lines do not belong to its record"),
}


@pytest.mark.parametrize("command", ["verify", "replay"])
@pytest.mark.parametrize("name", UNREADABLE)
def test_it_is_refused_in_one_line(name: str, command: str, commands: Commands) -> None:
    document, message = UNREADABLE[name]
    ran = commands.run(command, document)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert ran.err.partition("record.json: ")[2].startswith(message)
    assert ran.err.removesuffix("\n").isprintable()


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_a_file_that_is_not_there(command: str, commands: Commands, tmp_path: Path) -> None:
    assert commands.run(command, tmp_path / "none.json").err.endswith(
        "none.json: No such file or directory\n"
    )
    assert commands.run(command, tmp_path).code == 2


def test_whatever_is_changed_the_commands_end_orderly(commands: Commands) -> None:
    """Change leaves at random, half of the time as if an engine of today need not agree."""
    rng = Random(5)
    codes = set()
    for _ in range(150):
        document = kept("cancelled_3")
        if rng.random() < 0.5:
            document["engine_version"] = document["record"]["engine_version"] = "0"
        change_something(document["record"], rng)
        for command in ("verify", "replay"):
            ran = commands.run(command, document)
            assert ran.err.count("\n") == (0 if ran.code == 0 else 1)
            codes.add(ran.code)
    assert codes == {0, 1, 2}


def change_something(value: Any, rng: Random) -> None:
    """Replace, remove or repeat one thing somewhere inside a JSON value."""
    places: list[tuple[Any, Any]] = []

    def walk(inner: Any) -> None:
        for place in inner if isinstance(inner, dict) else range(len(inner)):
            places.append((inner, place))
            if isinstance(inner[place], (dict, list)):
                walk(inner[place])

    walk(value)
    holder, place = rng.choice(places)
    match rng.randrange(4):
        case 0:
            del holder[place]
        case 1 if isinstance(holder, list):
            holder.insert(place, holder[place])
        case 2 if isinstance(holder[place], int):
            holder[place] += rng.choice((-1, 1, 7, 10**9))
        case _:
            holder[place] = rng.choice((None, 0, -1, 3, 49, "", "CARD_OROS_1", [], {}, True, 2**40))
