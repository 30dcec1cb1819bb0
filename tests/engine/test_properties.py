"""What holds at every step of every match, whatever the rules: random rules, random players.

CHINCHON_MATCHES says how many matches are played through; more of them find what a few do not.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import fields, replace
from enum import IntEnum
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import actions as a
from engine.decide import decide
from engine.evolve import apply
from engine.legal import legal_actions
from engine.rules import Rules, violations
from engine.state import MatchEnd, Table
from engine.view import you
from engine.violations import RuleViolation
from tests.engine.players import play, random_match, random_rules
from tests.engine.tables import NOW, referee
from tests.engine.universe import normal, offered, universe

MATCHES = int(os.environ.get("CHINCHON_MATCHES", "2000"))
CHUNKS = 20
SEEDS = st.integers(0, 2**32 - 1)
SOME = settings(max_examples=40, deadline=None, derandomize=True, database=None)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_matches_are_played_to_their_end(chunk: int) -> None:
    """Every step is refereed: the cards are the deck, hands have their size, the events lead to the same table."""
    for number in range(chunk, MATCHES, CHUNKS):
        rng = Random(number)
        game = random_match(rng)
        first = game.table
        log = []
        for _ in play(game, rng):
            log.append(game.events)
            assert game.table.version == first.version + len(log)
            if game.table.round:
                assert game.table.round.number <= game.table.rules.match_round_limit
                assert game.table.round.turns <= game.table.rules.round_turn_limit
        folded = first
        for events in log:
            folded = apply(folded, events)
        assert folded == game.table
        check_result(game.table)


def check_result(table: Table) -> None:
    """Check what holds for the result of every match that was not cancelled."""
    result = table.match_result
    assert result is not None
    assert result.end is not MatchEnd.CANCELLED
    winners = [each for each in result.standings if each.winner]
    assert winners or table.rules.all_out.name == "DRAW"
    assert all(each.prize >= 0 for each in result.standings)
    assert all(each.prize == 0 for each in result.standings if not each.winner)
    prizes = [each.prize for each in winners]
    assert prizes == sorted(prizes, reverse=True)
    assert not prizes or prizes[0] - prizes[-1] <= 1


@SOME
@given(SEEDS)
def test_exactly_the_offered_actions_are_accepted(seed: int) -> None:
    rng = Random(seed)
    for game in play(random_match(rng), rng):
        if rng.random() < 0.05:
            for seat in range(len(game.table.seats)):
                check_actions(game.table, seat)


def check_actions(table: Table, seat: int) -> None:
    before = hash_of(table)
    actions = offered(table, seat)
    assert len(actions) == len(legal_actions(table, seat))
    for legal in legal_actions(table, seat):
        assert outcome(table, seat, legal.action) == ("false close" if legal.false_close else "accepted")
    for action in universe(table, seat):
        is_offered = normal(table, action) in actions
        assert (outcome(table, seat, action) != "refused") == is_offered, action
    assert hash_of(table) == before


def outcome(table: Table, seat: int, action: a.Action) -> str:
    try:
        decision = decide(table, seat, action, NOW)
    except RuleViolation:
        return "refused"
    referee(decision.table)
    is_false = any(type(event).__name__ == "FalseCloseMade" for event in decision.events)
    return "false close" if is_false else "accepted"


def hash_of(table: Table) -> int:
    return hash(repr(table))


@SOME
@given(SEEDS)
def test_the_order_of_a_hand_never_matters(seed: int) -> None:
    rng = Random(seed)
    for game in play(random_match(rng), rng):
        if rng.random() < 0.1 and game.table.round:
            check_order(game.table, rng)


def check_order(table: Table, rng: Random) -> None:
    assert table.round is not None
    hands = tuple(tuple(rng.sample(hand, len(hand))) for hand in table.round.hands)
    shuffled = replace(table, round=replace(table.round, hands=hands))
    for seat in range(len(table.seats)):
        assert you(shuffled, seat) == you(table, seat)
        for legal in legal_actions(table, seat):
            if not isinstance(legal.action, a.DrawStock):
                events = decide(table, seat, legal.action, NOW).events
                assert decide(shuffled, seat, legal.action, NOW).events == events


def test_random_rules_reach_every_value() -> None:
    some = [random_rules(Random(seed)) for seed in range(300)]
    assert not any(map(violations, some))
    for field in fields(Rules):
        seen = {getattr(rules, field.name) for rules in some}
        kind = type(getattr(some[0], field.name))
        assert seen == set(kind) if issubclass(kind, IntEnum) else len(seen) > 1, field.name


def test_random_matches_end_in_every_way() -> None:
    """The matches of this file are worth something only if they see everything."""
    wanted = {"CLOSE", "FALSE_CLOSE", "PASO", "TURN_LIMIT", "POINTS", "FULL_HAND", "LAST_SEAT_IN", "ALL_OUT"}
    wanted |= {"FALSE_CLOSES", "AGREEMENT", "ROUND_LIMIT", "SeatReentered", "ReentryDeclined", "StakePaid"}
    wanted |= {"CardLaidOff", "LayOffPassed", "ExposingEnded", "WindowElapsed", "TurnTimedOut", "EndAnswered"}
    ends: Counter[str] = Counter()
    rng = Random(7)
    for _ in range(MATCHES):
        if wanted <= set(ends):
            break
        for game in play(random_match(rng), rng):
            if "RoundScored" in game.names():
                ends[game.result.end.name] += 1
                ends[game.result.outcome.name] += 1
            for name in game.names():
                ends[name] += 1
        ends[game.end.name] += 1
    assert wanted <= set(ends)
