"""Every parameter matters: for each row of the table in docs/rules.md, a case that another value decides otherwise.

A test is named after its parameter; the first one checks that none is missing.
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest

from engine import actions as a
from engine.arrange import CloseOutcome, arrange, judge_close
from engine.cards import ACE_OF_OROS, JOKER, Deck, JokerKind, parse_cards
from engine.melds import read_meld
from engine.rules import (
    PRESETS,
    RANGES,
    AllOut,
    CloseRule,
    CourtPoints,
    EmptyStock,
    IllegalClose,
    LayOffScope,
    Leave,
    LimitRule,
    NextRound,
    Prize,
    Reentry,
    RulePreset,
    Rules,
    ShowdownKind,
    violations,
)
from engine.state import MatchEnd, RoundEnd, RoundPhase
from engine.violations import Reason
from tests.engine.tables import (
    BARAJAMOS,
    CLUB,
    CONGA,
    DRAW,
    NOW,
    PASO,
    PROPOSE,
    TAKE,
    close,
    discard,
    lobby,
    match,
    position,
)
from tests.engine.test_scoring import CLUB_AT_ONCE, total

OF_THE_SERVICE = {"lost_connection", "connection_grace"}
"""Who is connected is not the engine's business: these reach it as CancelMatch, or not at all."""

CLOSER = "7o 7c 7b 9e 10e 11e 4o 12c"


def test_no_parameter_is_missing() -> None:
    tested = {name.removeprefix("test_") for name in globals()}
    assert {field.name for field in fields(Rules)} - tested == OF_THE_SERVICE


def points(cards: str, rules: Rules) -> int:
    return arrange(parse_cards(cards), rules, decks=1).points


def outcome(cards: str, rules: Rules) -> tuple[CloseOutcome, int]:
    judged = judge_close(parse_cards(cards), rules, decks=1)
    return judged.outcome, judged.points


def test_deck() -> None:
    run = parse_cards("6o 7o 10o")
    assert read_meld(run, replace(BARAJAMOS, deck=Deck.DECK_40), 1, as_given=False)
    assert not read_meld(run, replace(BARAJAMOS, deck=Deck.DECK_48), 1, as_given=False)


def test_two_decks_from() -> None:
    assert [match(replace(CONGA, two_decks_from=seats), 4).table.decks for seats in (0, 3, 4, 5)] == [
        1,
        2,
        2,
        1,
    ]


def test_min_players() -> None:
    assert lobby(replace(CLUB, min_players=3), 2).refused(0, a.StartMatch()) is Reason.NOT_ENOUGH_PLAYERS
    lobby(replace(CLUB, min_players=2), 2).do(0, a.StartMatch())


def test_max_players() -> None:
    """The engine is told how many seats there are; the most decides which rules a table may have."""
    rules = replace(BARAJAMOS, two_decks_from=0)
    assert violations(replace(rules, max_players=6)) == ()
    assert violations(replace(rules, max_players=7))


def test_jokers() -> None:
    assert [replace(BARAJAMOS, jokers=kind).is_joker(ACE_OF_OROS) for kind in JokerKind] == [
        False,
        True,
        False,
    ]
    assert len(match(replace(CONGA, jokers=JokerKind.TWO_JOKERS), 2).round.stock) == 42 - 15


def test_joker_points() -> None:
    assert [replace(CLUB, joker_points=count).points_of(ACE_OF_OROS) for count in (25, 50)] == [25, 50]


def test_max_jokers_per_meld() -> None:
    rules = replace(CLUB, jokers=JokerKind.TWO_JOKERS)
    meld = (*parse_cards("4c 5c"), JOKER, JOKER)
    assert not read_meld(meld, replace(rules, max_jokers_per_meld=1), 1, as_given=False)
    assert read_meld(meld, replace(rules, max_jokers_per_meld=2), 1, as_given=False)


def test_court_points() -> None:
    counts = {
        kind: [replace(CLUB, court_points=kind).points_of(card) for card in parse_cards("7c 10c 11c 12c")]
        for kind in CourtPoints
    }
    assert counts == {
        CourtPoints.INDEX: [7, 10, 11, 12],
        CourtPoints.TEN: [7, 10, 10, 10],
        CourtPoints.SEQUENCE: [7, 8, 9, 10],
    }


def test_points_limit() -> None:
    assert [total(replace(BARAJAMOS, points_limit=limit), 10, 20, 71).out for limit in (70, 71)] == [
        {2},
        set(),
    ]


def test_limit_rule() -> None:
    assert [total(replace(BARAJAMOS, limit_rule=rule), 10, 20, 70).out for rule in LimitRule] == [set(), {2}]


def test_close_max_points() -> None:
    cards = "7o 7c 7b 9e 10e 11e 4o"
    found = [outcome(cards, replace(BARAJAMOS, close_max_points=most))[0] for most in (3, 4)]
    assert found == [CloseOutcome.ILLEGAL, CloseOutcome.POINTS]


def test_close_rule() -> None:
    cards = "7o 7c 7b 9e 10e 1o 2c"
    rules = replace(BARAJAMOS, close_max_points=50)
    found = [outcome(cards, replace(rules, close_rule=rule))[0] for rule in CloseRule]
    assert found == [CloseOutcome.POINTS, CloseOutcome.ILLEGAL]


@pytest.mark.parametrize("allowed", [True, False])
def test_close_in_first_round(allowed: bool) -> None:
    game = position(replace(BARAJAMOS, close_in_first_round=allowed), f"{CLOSER} | ... | ...", turns=0)
    if allowed:
        game.do(0, close("12c"))
    else:
        assert game.refused(0, close("12c")) is Reason.CLOSE_TOO_EARLY


@pytest.mark.parametrize("rule", IllegalClose)
def test_illegal_close(rule: IllegalClose) -> None:
    game = position(replace(BARAJAMOS, illegal_close=rule), f"{CLOSER} | ... | ...")
    if rule is IllegalClose.PENALISE:
        assert game.do(0, close("4o")).result.end is RoundEnd.FALSE_CLOSE
    else:
        assert game.refused(0, close("4o")) is Reason.CLOSE_NOT_ALLOWED


@pytest.mark.parametrize(("survived", "end"), [(0, MatchEnd.FALSE_CLOSES), (1, None)])
def test_max_false_closes(survived: int, end: MatchEnd | None) -> None:
    game = position(replace(CLUB, max_false_closes=survived), "4c 5c 6c 11o 11e 11b 6b 12c | ... | ...")
    result = game.do(0, close("12c")).table.match_result
    assert (result.end if result else None) is end


@pytest.mark.parametrize("allowed", [True, False])
def test_may_discard_taken_card(allowed: bool) -> None:
    rules = replace(BARAJAMOS, may_discard_taken_card=allowed)
    game = position(rules, "... | ... | ...", discards="6o").do(0, TAKE)
    if allowed:
        game.do(0, discard("6o"))
    else:
        assert game.refused(0, discard("6o")) is Reason.CARD_JUST_TAKEN


def test_full_hand_points() -> None:
    rules = replace(BARAJAMOS, full_hand_points=-7)
    assert outcome("7o 8o 9o 10o 2c 2e 2b", rules) == (CloseOutcome.FULL_HAND, -7)


def test_chinchon_wins() -> None:
    hands = "3c 4c 5c 6c 7c 8c 9c 12e | ... | ..."
    assert position(BARAJAMOS, hands).do(0, close("12e")).end is MatchEnd.CHINCHON
    game = position(replace(BARAJAMOS, chinchon_wins=False), hands).do(0, close("12e"))
    assert game.round.phase is RoundPhase.SUMMARY


def test_chinchon_points() -> None:
    rules = replace(BARAJAMOS, chinchon_wins=False, chinchon_points=-60)
    assert outcome("3c 4c 5c 6c 7c 8c 9c", rules) == (CloseOutcome.CHINCHON, -60)


def test_joker_chinchon_wins() -> None:
    game = position(replace(CLUB, joker_chinchon_wins=True), "2c 3c 4c 5c 6c 7c 1o 12b | ... | ...")
    assert game.do(0, close("12b")).end is MatchEnd.CHINCHON


def test_joker_chinchon_points() -> None:
    rules = replace(CLUB, joker_chinchon_points=-30)
    assert outcome("2c 3c 4c 5c 6c 7c 1o", rules) == (CloseOutcome.JOKER_CHINCHON, -30)


@pytest.mark.parametrize(
    ("scope", "kept"), [(LayOffScope.NONE, 63), (LayOffScope.OTHERS, 57), (LayOffScope.ALL, 50)]
)
def test_lay_off_after_full_hand(scope: LayOffScope, kept: int) -> None:
    """Seat 2 could lay its 7e on the closer's sevens and its 6c on the run of seat 1."""
    hands = "7o 7c 7b 2o 3o 4o 5o 12e | 3c 4c 5c 9e 10b 11o 12b | 7e 6c 9b 8o 10c 11e 12c"
    game = position(replace(BARAJAMOS, lay_off_after_full_hand=scope), hands).do(0, close("12e"))
    assert game.points[2] == kept


@pytest.mark.parametrize(
    ("kind", "phase"),
    [(ShowdownKind.AUTOMATIC, RoundPhase.SUMMARY), (ShowdownKind.MANUAL, RoundPhase.EXPOSE)],
)
def test_showdown(kind: ShowdownKind, phase: RoundPhase) -> None:
    game = position(replace(BARAJAMOS, showdown=kind), f"{CLOSER} | ... | ...").do(0, close("12c"))
    assert game.round.phase is phase


@pytest.mark.parametrize(("allowed", "scored"), [(True, 0), (False, 4)])
def test_closer_may_lay_off(allowed: bool, scored: int) -> None:
    hands = f"{CLOSER} | 4c 4e 4b 5o 8c 10b 1c | ..."
    game = position(replace(BARAJAMOS, closer_may_lay_off=allowed), hands).do(0, close("12c"))
    assert game.points[0] == scored


@pytest.mark.parametrize("kind", EmptyStock)
def test_empty_stock(kind: EmptyStock) -> None:
    rules = replace(BARAJAMOS, empty_stock=kind)
    game = position(rules, "... | ... | ...", rest="discards", discards="6o", exhaustions=1)
    if kind is EmptyStock.RESHUFFLE:
        game.do(0, DRAW)
    else:
        assert game.refused(0, DRAW) is Reason.STOCK_EMPTY
        assert game.do(0, PASO).result.end is RoundEnd.PASO


@pytest.mark.parametrize(
    ("kind", "out"), [(Reentry.NONE, {1}), (Reentry.TOKENS, {1}), (Reentry.MANDATORY, set())]
)
def test_reentry(kind: Reentry, out: set[int]) -> None:
    game = total(replace(BARAJAMOS, reentry=kind), 10, 71, 20)
    assert game.out == out
    if kind is Reentry.TOKENS:
        game.do(1, a.Reenter(1))
    else:
        assert game.refused(1, a.Reenter(1)) is Reason.NO_REENTRY_LEFT


def test_reentry_tokens() -> None:
    tokens = [match(replace(BARAJAMOS, reentry_tokens=count), 3).table.seats[0].tokens for count in (1, 9)]
    assert tokens == [1, 9]


def test_stake() -> None:
    assert [total(replace(CLUB_AT_ONCE, stake=stake), 10, 101, 20).table.pot for stake in (0, 7)] == [0, 7]


@pytest.mark.parametrize(("rule", "winners"), [(AllOut.DRAW, ()), (AllOut.LOWEST, (1,))])
def test_all_out(rule: AllOut, winners: tuple[int, ...]) -> None:
    assert total(replace(BARAJAMOS, all_out=rule), 72, 71, 73).winners == winners


@pytest.mark.parametrize(("prize", "paid"), [(Prize.NONE, 0), (Prize.POT_AND_POINTS, 144)])
def test_prize(prize: Prize, paid: int) -> None:
    assert total(replace(BARAJAMOS, prize=prize), 10, 71, 73).prizes == {0: paid}


@pytest.mark.parametrize("allowed", [True, False])
def test_end_by_agreement(allowed: bool) -> None:
    game = match(replace(BARAJAMOS, end_by_agreement=allowed), 3)
    if allowed:
        game.do(0, PROPOSE)
    else:
        assert game.refused(0, PROPOSE) is Reason.WRONG_PHASE


@pytest.mark.parametrize("rule", Leave)
def test_leave(rule: Leave) -> None:
    game = match(replace(BARAJAMOS, leave=rule), 3)
    if rule is Leave.CANCELS:
        assert game.do(1, a.LeaveSeat()).end is MatchEnd.CANCELLED
    else:
        assert game.refused(1, a.LeaveSeat()) is Reason.CANNOT_LEAVE


@pytest.mark.parametrize("kind", NextRound)
def test_next_round(kind: NextRound) -> None:
    game = total(replace(BARAJAMOS, next_round=kind, next_round_delay=1_000), 1, 2, 3)
    if kind is NextRound.HOST:
        game.do(0, a.OpenRound(2))
    else:
        assert game.refused(0, a.OpenRound(2)) is Reason.WRONG_PHASE


def test_next_round_delay() -> None:
    rules = replace(BARAJAMOS, next_round=NextRound.AUTOMATIC, next_round_delay=7_000)
    deadline = total(rules, 1, 2, 3).table.deadline
    assert deadline is not None
    assert deadline.at == NOW + 7_000


def test_turn_time() -> None:
    assert match(BARAJAMOS, 3).table.deadline is None
    deadline = match(replace(BARAJAMOS, turn_time=5_000), 3).table.deadline
    assert deadline is not None
    assert deadline.at == NOW + 5_000


def test_showdown_window() -> None:
    game = position(replace(CLUB, showdown_window=3_000), "7o 7c 7b 10e 11e 12e 3b 12c | ... | ...")
    deadline = game.do(0, close("12c")).table.deadline
    assert deadline is not None
    assert deadline.at == NOW + 3_000


@pytest.mark.parametrize(("limit", "phase"), [(100, RoundPhase.SUMMARY), (101, RoundPhase.DRAW)])
def test_round_turn_limit(limit: int, phase: RoundPhase) -> None:
    game = position(replace(BARAJAMOS, round_turn_limit=limit), "... | ... | ...", turns=99)
    assert game.do(0, TAKE, a.Discard(game.round.hands[0][0])).round.phase is phase


@pytest.mark.parametrize(("limit", "ended"), [(10, True), (11, False)])
def test_match_round_limit(limit: int, ended: bool) -> None:
    game = total(replace(BARAJAMOS, match_round_limit=limit), 1, 2, 3, number=10)
    assert (game.table.match_result is not None) is ended


# Which rules a table may have


@pytest.mark.parametrize("preset", RulePreset)
def test_presets_are_rules_that_a_table_may_have(preset: RulePreset) -> None:
    assert violations(PRESETS[preset]) == ()


def test_the_presets_differ_as_the_table_says() -> None:
    conga = {"deck", "min_players", "max_players", "jokers", "points_limit"}
    assert {
        each.name for each in fields(Rules) if getattr(CONGA, each.name) != getattr(BARAJAMOS, each.name)
    } == conga
    assert (CLUB.stake, CLUB.points_limit, CLUB.max_false_closes) == (10, 100, 2)


def changed(rules: Rules, name: str, value: Any) -> Rules:
    return replace(rules, **{name: value})


@pytest.mark.parametrize("name", RANGES)
def test_values_out_of_their_range_are_refused(name: str) -> None:
    allowed = RANGES[name]
    for value in (allowed.low - 1, allowed.high + 1, -101):
        if not (value == 0 and allowed.or_zero):
            (violation,) = violations(changed(BARAJAMOS, name, value))
            assert violation.fields == (name,)
    for value in (allowed.low, allowed.high, *([0] if allowed.or_zero else [])):
        found = violations(changed(CLUB, name, value))
        assert not any(violation.expected.startswith(f"{name} must be ") for violation in found)


@pytest.mark.parametrize(
    ("changes", "blamed"),
    [
        ({"min_players": 5, "max_players": 4}, "min_players"),
        ({"two_decks_from": 0, "max_players": 7}, "max_players"),
        ({"court_points": CourtPoints.SEQUENCE}, "court_points"),
        ({"chinchon_wins": False, "chinchon_points": -9}, "chinchon_points"),
        ({"jokers": JokerKind.TWO_JOKERS, "joker_chinchon_points": -9}, "joker_chinchon_points"),
        (
            {"jokers": JokerKind.TWO_JOKERS, "joker_chinchon_wins": True, "chinchon_wins": False},
            "joker_chinchon_wins",
        ),
        (
            {"jokers": JokerKind.TWO_JOKERS, "chinchon_wins": False, "joker_chinchon_points": -51},
            "joker_chinchon_points",
        ),
        ({"close_max_points": 10, "points_limit": 10}, "close_max_points"),
        ({"stake": 1, "reentry": Reentry.MANDATORY}, "prize"),
        ({"stake": 1, "illegal_close": IllegalClose.PENALISE}, "prize"),
        (
            {"stake": 1, "reentry": Reentry.MANDATORY, "prize": Prize.POT_AND_POINTS},
            "all_out",
        ),
        ({"reentry_tokens": 0}, "reentry_tokens"),
        ({"next_round": NextRound.AUTOMATIC}, "next_round_delay"),
    ],
    ids=str,
)
def test_contradictions_are_refused(changes: dict[str, Any], blamed: str) -> None:
    (violation,) = violations(replace(BARAJAMOS, **changes))
    assert blamed in violation.fields


@pytest.mark.parametrize(
    "changes",
    [
        {"two_decks_from": 0, "max_players": 6},
        {"joker_chinchon_points": -9},
        {"joker_chinchon_wins": True, "chinchon_wins": False},
        {"chinchon_points": -9},
        {"stake": 5},
        {"next_round_delay": 5_000},
        {"reentry": Reentry.NONE, "reentry_tokens": 0},
    ],
    ids=str,
)
def test_what_does_not_matter_is_not_refused(changes: dict[str, Any]) -> None:
    assert violations(replace(BARAJAMOS, **changes)) == ()


def test_cards_needed_are_seven_each_a_visible_one_and_one_to_draw() -> None:
    rules = replace(BARAJAMOS, jokers=JokerKind.TWO_JOKERS, two_decks_from=0)
    assert violations(replace(rules, max_players=6)) == ()
    assert violations(replace(rules, max_players=7)), "7 * 7 + 1 = 50: no card to draw"
