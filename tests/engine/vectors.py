"""Reading tests/vectors/*.jsonl."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.cards import JOKER, Card, Deck, JokerKind, Suit, card_of
from engine.rules import PRESETS, CourtPoints, RulePreset, Rules

VECTORS = Path(__file__).parents[1] / "vectors"

_ENUMS = {
    "deck": (Deck, ""),
    "jokers": (JokerKind, "JOKER_KIND_"),
    "court_points": (CourtPoints, "COURT_POINTS_"),
}


def load(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (VECTORS / f"{name}.jsonl").read_text().splitlines()]


def card(name: str) -> Card:
    if name == "JOKER":
        return JOKER
    suit, rank = name.split("_")
    return card_of(Suit[suit], int(rank))


def cards(names: Sequence[str]) -> tuple[Card, ...]:
    return tuple(card(name) for name in names)


def rules_of(vector: dict[str, Any]) -> tuple[Rules, int]:
    """Return the rules of a vector and how many decks they are played with."""
    given = vector["rules"]
    changes = {}
    for name, value in given.get("rules", {}).items():
        kind, prefix = _ENUMS.get(name, (None, ""))
        changes[name] = kind[value.removeprefix(prefix)] if kind else value
    rules = replace(PRESETS[RulePreset[given["preset"]]], **changes)
    return rules, rules.decks(given["players"])
