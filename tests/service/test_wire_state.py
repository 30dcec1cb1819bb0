"""States on the wire: every table of a played match survives, and a state that no match leads to is refused."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings

from chinchon.engine.v1alpha1.state_pb2 import MatchState
from chinchon.v1.record_service_pb2 import RecordEvent
from engine import actions as a
from engine.cards import JokerKind
from engine.decide import decide
from engine.evolve import apply
from engine.rules import PRESETS, LayOffScope, Reentry, RulePreset, Rules
from engine.state import NOBODY, CancelReason, RoundPhase, Table
from engine.view import redact, you
from service.errors import Refusal
from service.wire import check_conservation, check_state, event_from, record_event, state_from, state_to
from tests.service.wire_material import NOON, messages, played, table_with

CLUB = PRESETS[RulePreset.CLUB]
TABLES = {
    "BARAJAMOS": (PRESETS[RulePreset.BARAJAMOS], 3),
    "CLUB": (CLUB, 4),
    "CLUB with everything": (
        replace(
            CLUB,
            jokers=JokerKind.TWO_JOKERS,
            max_jokers_per_meld=2,
            lay_off_after_full_hand=LayOffScope.ALL,
            reentry=Reentry.TOKENS,
            turn_time=5_000,
        ),
        6,
    ),
}


def in_phase(phase: RoundPhase, rules: Rules = CLUB) -> Table:
    """Return a table in a phase, from a match really played."""
    return next(
        decision.table
        for decision in played(rules, 4, seed=3, actions=5_000)
        if decision.table.round and decision.table.round.phase is phase
    )


def refusal_of(message: MatchState) -> Refusal:
    """Return why a state is refused."""
    with pytest.raises(Refusal) as caught:
        check_state(state_from(message))
    return caught.value


@pytest.mark.parametrize("name", TABLES)
def test_every_table_of_a_match_survives_and_makes_sense(name: str) -> None:
    rules, seats = TABLES[name]
    phases = set()
    for decision in played(rules, seats, seed=1, actions=1_200):
        sent = state_to(decision.table).SerializeToString()
        table = state_from(MatchState.FromString(sent))
        assert table == decision.table
        check_state(table)
        phases.add(table.round.phase if table.round else None)
    manual = {RoundPhase.EXPOSE, RoundPhase.LAY_OFF} if rules.showdown is CLUB.showdown else set()
    assert phases >= {RoundPhase.DRAW, RoundPhase.DISCARD, RoundPhase.SUMMARY} | manual


@pytest.mark.parametrize("name", TABLES)
def test_a_stored_match_folds_to_the_same_table(name: str) -> None:
    rules, seats = TABLES[name]
    table = table_with(rules, seats)
    for decision in played(rules, seats, seed=2, actions=600):
        stored = [record_event(event).SerializeToString() for event in decision.events]
        table = apply(table, [event_from(RecordEvent.FromString(each)) for each in stored])
        assert table == decision.table


def test_a_match_that_ends_within_a_round_keeps_the_seed_of_the_last_round_scored() -> None:
    tables = (decision.table for decision in played(CLUB, 4, seed=3, actions=5_000))
    before = next(table for table in tables if table.round and table.round.number == 2)
    table = decide(before, NOBODY, a.CancelMatch(CancelReason.IDLE), NOON).table
    assert table.last_seed == before.last_seed != b""
    assert state_from(state_to(table)) == table


def _steal_a_card(state: Any) -> None:
    del state.round.stock[-1]


def _double_a_card(state: Any) -> None:
    state.round.stock[0] = state.round.stock[1]


def _hold_eight_cards(state: Any) -> None:
    hand = state.round.hands[(state.round.on_turn + 1) % 4]
    hand.cards.append(state.round.stock.pop())


def _give_the_turn_away(state: Any) -> None:
    state.round.on_turn = 7


def _lose_a_hand(state: Any) -> None:
    del state.round.hands[-1]


def _stand_up(state: Any) -> None:
    del state.seats[1:]


def _hide_the_round(state: Any) -> None:
    state.ClearField("round")


def _forget_the_seed(state: Any) -> None:
    state.seed = b""


def _name_no_phase(state: Any) -> None:
    state.round.phase = 9


def _take_what_is_no_card(state: Any) -> None:
    state.round.stock[3] = 50


def _count_backwards(state: Any) -> None:
    state.version = -1


def _turn_the_rules_upside_down(state: Any) -> None:
    state.rules.min_players = 9


@pytest.mark.parametrize(
    ("spoil", "reason", "field"),
    [
        (_steal_a_card, "INVALID_REQUEST", "state.round"),
        (_double_a_card, "INVALID_REQUEST", "state.round"),
        (_hold_eight_cards, "INVALID_REQUEST", "state.round.hands"),
        (_give_the_turn_away, "INVALID_REQUEST", "state.round.on_turn"),
        (_lose_a_hand, "INVALID_REQUEST", "state.round.hands"),
        (_stand_up, "INVALID_REQUEST", "state.seats"),
        (_hide_the_round, "INVALID_REQUEST", "state.round"),
        (_forget_the_seed, "INVALID_REQUEST", "state.seed"),
        (_name_no_phase, "INVALID_REQUEST", "state.round.phase"),
        (_take_what_is_no_card, "INVALID_REQUEST", "state.round.stock[3]"),
        (_count_backwards, "INVALID_REQUEST", "state.version"),
        (_turn_the_rules_upside_down, "INVALID_RULES", "rules.min_players"),
    ],
)
def test_nonsense_is_refused_and_named(spoil: Any, reason: str, field: str) -> None:
    message = state_to(in_phase(RoundPhase.DRAW))
    spoil(message)
    refusal = refusal_of(message)
    assert (refusal.reason, refusal.field_violations[0][0]) == (reason, field)


def test_a_showdown_without_its_melds_is_refused() -> None:
    message: Any = state_to(in_phase(RoundPhase.LAY_OFF))
    meld = message.round.showdown.melds[0]
    meld.cards[0], meld.cards[1] = meld.cards[1], meld.cards[0]
    assert refusal_of(message).metadata == {"field": "state.round.showdown"}


def test_conservation_counts_the_table_and_the_closing_card() -> None:
    table = in_phase(RoundPhase.LAY_OFF)
    check_conservation(table)
    assert table.round
    assert table.round.showdown
    without = replace(table, round=replace(table.round, showdown=replace(table.round.showdown, melds=())))
    with pytest.raises(Refusal):
        check_conservation(without)


@settings(max_examples=200)
@given(messages(MatchState))
def test_whatever_a_caller_sends_is_a_table_or_refused(message: MatchState) -> None:
    try:
        table = state_from(message)
    except Refusal:
        return
    assert state_from(state_to(table)) == table


def _spoil_anything(message: Any, chance: random.Random) -> None:
    """Change one number, card or flag, or drop one thing, anywhere below the rules."""
    parts = [message]
    for part in parts:
        for field, content in part.ListFields():
            if field.message_type and field.name != "rules":
                parts.extend(content if field.is_repeated else [content])
    part = chance.choice(parts)
    set_fields = [field for field, _ in part.ListFields() if field.name != "rules"]
    if not set_fields:
        return
    field = chance.choice(set_fields)
    content = getattr(part, field.name)
    if field.is_repeated:
        del content[chance.randrange(len(content))]
    elif isinstance(content, int):
        setattr(part, field.name, chance.choice([0, 1, 2, 3, 7, 49]))
    else:
        part.ClearField(field.name)


@pytest.mark.parametrize("phase", [*RoundPhase])
def test_a_state_that_is_not_refused_never_breaks_the_engine(phase: RoundPhase) -> None:
    chance = random.Random(int(phase))
    real = state_to(in_phase(phase))
    accepted = 0
    for _ in range(300):
        message = MatchState()
        message.CopyFrom(real)
        _spoil_anything(message, chance)
        try:
            table = state_from(message)
            check_state(table)
        except Refusal:
            continue
        accepted += 1
        for seat in range(len(table.seats)):
            for legal in you(redact(table, seat), seat).legal_actions:
                decide(table, seat, legal.action, NOON)
    assert accepted > 30
