"""Rules: what a client gives of them, filled up from a preset; and every field of them in an answer."""

from __future__ import annotations

from dataclasses import fields
from functools import lru_cache
from typing import Any, Final, get_type_hints

from chinchon.v1 import rules_pb2 as pb
from engine.rules import PRESETS, RulePreset, Rules, violations
from engine.values import replace
from service.errors import invalid_request, invalid_rules
from service.wire.shapes import Field, Malformed, Member, Milliseconds, Shape

_DURATIONS: Final = ("connection_grace", "next_round_delay", "turn_time", "showdown_window")


def _field(name: str, kind: Any) -> Field:
    if name in _DURATIONS:
        return Milliseconds(name)
    return Field(name) if kind in (int, bool) else Member(name, kind)


_FIELDS: Final = tuple(_field(field.name, get_type_hints(Rules)[field.name]) for field in fields(Rules))
RULES: Final = Shape(Rules, *_FIELDS)
"""Rules with every field given, as events and states hold them."""


def rules_from(message: pb.Rules | None, path: str = "rules") -> Rules:
    """Return the rules that a request gives; absent ones are BARAJAMOS.

    A field that is absent, or an unspecified enum, takes the value of the preset. Raises INVALID_REQUEST for
    values that mean nothing and INVALID_RULES for rules that are out of range or contradict themselves;
    `path` says where the message stands in the request.
    """
    if message is None:
        return PRESETS[RulePreset.BARAJAMOS]
    rules = _overridden(message, path)
    found = violations(rules)
    if found:
        raise invalid_rules(found)
    return rules


def rules_to(rules: Rules) -> pb.Rules:
    """Return a message with every field filled in; its preset is the one that the fewest fields differ from."""
    message = pb.Rules()
    write_rules(message, rules)
    return message


def write_rules(message: Any, rules: Rules) -> None:
    """Fill a Rules message, as `rules_to` does."""
    message.CopyFrom(_complete(rules))


class RulesField(Field):
    """Complete rules inside another message."""

    def write(self, message: Any, value: Any) -> None:
        """Write every field."""
        write_rules(getattr(message, self.name), getattr(value, self.attr))

    def read(self, message: Any) -> Rules:
        """Return the rules; whether they make sense was decided when the table was created."""
        return RULES.read(getattr(message, self.name))


def _overridden(message: Any, path: str) -> Rules:
    if message.preset and message.preset not in PRESETS:
        raise invalid_request(f"{path}.preset", "a known value")
    preset = PRESETS[RulePreset(message.preset or RulePreset.BARAJAMOS)]
    given: dict[str, Any] = {}
    for field in _FIELDS:
        unspecified = isinstance(field, Member) and not getattr(message, field.name)
        if message.HasField(field.name) and not unspecified:
            try:
                given[field.attr] = field.read(message)
            except Malformed as malformed:
                raise invalid_request(f"{path}.{field.name}", malformed.expected) from None
    return replace(preset, **given)


@lru_cache(maxsize=256)
def _complete(rules: Rules) -> pb.Rules:
    nearest = min(PRESETS, key=lambda preset: _differences(rules, PRESETS[preset]))
    message = pb.Rules(preset=f"RULE_PRESET_{nearest.name}")
    RULES.write(message, rules)
    return message


def _differences(one: Rules, other: Rules) -> int:
    return sum(getattr(one, field.attr) != getattr(other, field.attr) for field in _FIELDS)
