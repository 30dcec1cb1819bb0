"""The rule presets and every parameter of the rules, described once for all who ask."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from chinchon.v1 import rules_pb2
from chinchon.v1.table_service_pb2 import ListRulePresetsResponse, RuleParameterInfo, RulePresetInfo
from engine.rules import PRESETS, RANGES, Rules
from service.wire import read_duration, rules_to


def described() -> ListRulePresetsResponse:
    """Return the answer to ListRulePresets."""
    presets = [
        RulePresetInfo(
            preset=f"RULE_PRESET_{preset.name}", display_name=preset.name.title(), rules=rules_to(rules)
        )
        for preset, rules in PRESETS.items()
    ]
    return ListRulePresetsResponse(
        presets=presets, parameters=[_parameter(field.name, presets) for field in fields(Rules)]
    )


def _parameter(name: str, presets: list[RulePresetInfo]) -> RuleParameterInfo:
    field = rules_pb2.Rules.DESCRIPTOR.fields_by_name[name]
    info = RuleParameterInfo(
        name=name, defaults=[_spelled(field, getattr(info.rules, name)) for info in presets]
    )
    if field.enum_type is not None:
        info.values.extend(value.name for value in field.enum_type.values if value.number)
    if (allowed := RANGES.get(name)) is not None:
        info.minimum, info.maximum, info.zero_allowed = allowed.low, allowed.high, allowed.or_zero
    return info


def _spelled(field: Any, value: Any) -> str:
    if field.enum_type is not None:
        return str(field.enum_type.values_by_number[value].name)
    if field.message_type is not None:
        return str(read_duration(value))
    return str(value).lower()
