"""Rules on the wire: presets, what a client overrides, and what is refused."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given

from chinchon.v1 import rules_pb2 as pb
from engine.cards import Deck, JokerKind
from engine.rules import PRESETS, RANGES, CloseRule, NextRound, Range, RulePreset, Rules
from service.errors import Refusal
from service.wire import rules_from, rules_to
from tests.service.wire_material import messages


def refused(message: pb.Rules) -> Refusal:
    """Return why rules are refused."""
    with pytest.raises(Refusal) as caught:
        rules_from(message)
    return caught.value


def result_of(message: pb.Rules) -> Rules | Refusal:
    """Return the rules, or why they are refused."""
    try:
        return rules_from(message)
    except Refusal as refusal:
        return refusal


def test_engine_and_wire_have_the_same_fields() -> None:
    on_wire = [field.name for field in pb.Rules.DESCRIPTOR.fields]
    assert on_wire == ["preset", *(field.name for field in fields(Rules))]


@pytest.mark.parametrize("preset", RulePreset)
def test_a_preset_alone_gives_its_rules(preset: RulePreset) -> None:
    assert rules_from(pb.Rules(preset=f"RULE_PRESET_{preset.name}")) == PRESETS[preset]


def test_without_a_preset_rules_are_barajamos() -> None:
    assert rules_from(None) == rules_from(pb.Rules()) == PRESETS[RulePreset.BARAJAMOS]


def test_given_fields_override_the_preset_even_with_zero_and_false() -> None:
    message = pb.Rules(preset="RULE_PRESET_CLUB", two_decks_from=0, max_players=5, closer_may_lay_off=False)
    message.turn_time.FromMilliseconds(30_500)
    expected = replace(
        PRESETS[RulePreset.CLUB], two_decks_from=0, max_players=5, closer_may_lay_off=False, turn_time=30_500
    )
    assert rules_from(message) == expected


def test_an_unspecified_enum_is_the_presets() -> None:
    message = pb.Rules(preset="RULE_PRESET_CLUB", deck="DECK_UNSPECIFIED")
    assert rules_from(message).deck is Deck.DECK_40


def test_a_chinchon_that_only_scores_scores_minus_50_and_with_a_joker_minus_25() -> None:
    rules = rules_from(pb.Rules(preset="RULE_PRESET_CLUB", chinchon_wins=False))
    assert (rules.chinchon_points, rules.joker_chinchon_points) == (-50, -25)


@pytest.mark.parametrize("preset", RulePreset)
def test_an_answer_carries_every_field(preset: RulePreset) -> None:
    message = rules_to(PRESETS[preset])
    assert message.preset == preset
    absent = [field.name for field in pb.Rules.DESCRIPTOR.fields[1:] if not message.HasField(field.name)]  # type: ignore[arg-type]
    assert not absent


@pytest.mark.parametrize(
    "rules",
    [
        *PRESETS.values(),
        Rules(two_decks_from=0, jokers=JokerKind.TWO_JOKERS, max_jokers_per_meld=2, close_max_points=0),
        Rules(next_round=NextRound.AUTOMATIC, next_round_delay=1_500, turn_time=5_001),
        replace(PRESETS[RulePreset.CLUB], close_rule=CloseRule.SUM, stake=1_000),
    ],
)
def test_round_trip(rules: Rules) -> None:
    assert rules_from(rules_to(rules)) == rules


@pytest.mark.parametrize("name", RANGES)
def test_a_range_holds_both_its_ends_and_nothing_beyond(name: str) -> None:
    allowed = RANGES[name]
    for value in (allowed.low, allowed.high):
        # Other rules may contradict an extreme value.
        given = result_of(rules_with(name, value))
        texts = [text for _, text in given.field_violations] if isinstance(given, Refusal) else []
        assert not any(text.startswith(f"{name} must be") for text in texts)
    for value in beyond(allowed):
        refusal = refused(rules_with(name, value))
        assert refusal.reason == "INVALID_RULES"
        assert refusal.metadata == {"fields": name}
        assert [path for path, _ in refusal.field_violations] == [f"rules.{name}"]


def rules_with(name: str, value: int) -> pb.Rules:
    """Return a request with one number or duration."""
    message: Any = pb.Rules()
    if pb.Rules.DESCRIPTOR.fields_by_name[name].message_type:
        getattr(message, name).FromMilliseconds(value)
    else:
        setattr(message, name, value)
    rules: pb.Rules = message
    return rules


def beyond(allowed: Range) -> list[int]:
    """Return the values next to a range that it does not hold."""
    return [value for value in (allowed.low - 1, allowed.high + 1, -(1 << 31)) if not allowed.holds(value)]


def test_the_preset_of_an_answer_is_the_nearest() -> None:
    assert rules_to(replace(PRESETS[RulePreset.CLUB], stake=20)).preset == RulePreset.CLUB
    assert rules_to(replace(PRESETS[RulePreset.BARAJAMOS], points_limit=100)).preset == RulePreset.BARAJAMOS


def test_contradictory_rules_are_refused_with_every_field_to_blame() -> None:
    refusal = refused(pb.Rules(court_points="COURT_POINTS_SEQUENCE", min_players=5, max_players=3))
    assert refusal.reason == "INVALID_RULES"
    assert set(refusal.metadata["fields"].split(",")) >= {
        "court_points",
        "deck",
        "min_players",
        "max_players",
    }


@pytest.mark.parametrize("name", ["preset", "deck", "jokers", "showdown", "next_round"])
def test_an_enum_value_without_a_name_is_refused(name: str) -> None:
    message: Any = pb.Rules()
    setattr(message, name, 9)
    refusal = refused(message)
    assert refusal.reason == "INVALID_REQUEST"
    assert refusal.metadata == {"field": f"rules.{name}"}


@pytest.mark.parametrize(
    ("seconds", "nanos", "reason"),
    [
        (-10, 0, "INVALID_RULES"),
        (0, -5_000_000, "INVALID_RULES"),
        (315_576_000_000, 0, "INVALID_RULES"),
        (10, 1, "INVALID_REQUEST"),
        (10, 2_000_000_000, "INVALID_REQUEST"),
        (10, -1_000_000, "INVALID_REQUEST"),
    ],
)
def test_a_duration_that_is_no_clock_is_refused(seconds: int, nanos: int, reason: str) -> None:
    message = pb.Rules()
    message.turn_time.seconds = seconds
    message.turn_time.nanos = nanos
    refusal = refused(message)
    assert refusal.reason == reason
    assert [path for path, _ in refusal.field_violations] == ["rules.turn_time"]


@given(messages(pb.Rules))
def test_whatever_a_client_sends_becomes_rules_or_is_refused(message: pb.Rules) -> None:
    result = result_of(message)
    if isinstance(result, Refusal):
        assert result.reason in ("INVALID_REQUEST", "INVALID_RULES")
    else:
        assert rules_from(rules_to(result)) == result
