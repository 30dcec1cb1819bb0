"""Views: what one viewer gets to see of a table, and the numbers that engine and wire share."""

from __future__ import annotations

from dataclasses import replace
from enum import IntEnum
from typing import Any

import pytest

from chinchon.v1 import card_pb2, event_pb2, rules_pb2, table_pb2
from engine import actions as a
from engine import arrange, cards, events, melds, rules, state
from engine.decide import decide
from engine.rules import PRESETS, RulePreset
from engine.shuffle import previous_seed
from engine.state import NOBODY, RoundPhase, Table, TableState
from engine.view import redact, you
from service.wire import action_from, rules_from, table_view, you_bytes, you_to
from tests.service.wire_material import NOON, played, table_with

CLUB = PRESETS[RulePreset.CLUB]

SHARED_ENUMS: list[tuple[type[IntEnum], Any, str]] = [
    (cards.Deck, rules_pb2.Deck, ""),
    (cards.JokerKind, rules_pb2.JokerKind, "JOKER_KIND_"),
    (rules.RulePreset, rules_pb2.RulePreset, "RULE_PRESET_"),
    (rules.CourtPoints, rules_pb2.CourtPoints, "COURT_POINTS_"),
    (rules.LimitRule, rules_pb2.LimitRule, "LIMIT_RULE_"),
    (rules.CloseRule, rules_pb2.CloseRule, "CLOSE_RULE_"),
    (rules.IllegalClose, rules_pb2.IllegalClose, "ILLEGAL_CLOSE_"),
    (rules.LayOffScope, rules_pb2.LayOffScope, "LAY_OFF_SCOPE_"),
    (rules.ShowdownKind, rules_pb2.Showdown, "SHOWDOWN_"),
    (rules.EmptyStock, rules_pb2.EmptyStock, "EMPTY_STOCK_"),
    (rules.Reentry, rules_pb2.Reentry, "REENTRY_"),
    (rules.AllOut, rules_pb2.AllOut, "ALL_OUT_"),
    (rules.Prize, rules_pb2.Prize, "PRIZE_"),
    (rules.Leave, rules_pb2.Leave, "LEAVE_"),
    (rules.LostConnection, rules_pb2.LostConnection, "LOST_CONNECTION_"),
    (rules.NextRound, rules_pb2.NextRound, "NEXT_ROUND_"),
    (melds.MeldKind, card_pb2.MeldKind, "MELD_KIND_"),
    (melds.LayOffEnd, card_pb2.RunEnd, "RUN_END_"),
    (arrange.CloseOutcome, card_pb2.CloseOutcome, "CLOSE_OUTCOME_"),
    (state.TableState, table_pb2.TableState, "TABLE_STATE_"),
    (state.Visibility, event_pb2.TableVisibility, "TABLE_VISIBILITY_"),
    (state.BotLevel, event_pb2.BotLevel, "BOT_LEVEL_"),
    (state.RoundPhase, event_pb2.RoundPhase, "ROUND_PHASE_"),
    (state.RoundEnd, event_pb2.RoundEnd, "ROUND_END_"),
    (state.MatchEnd, event_pb2.MatchEnd, "MATCH_END_"),
    (state.CancelReason, event_pb2.CancelReason, "CANCEL_REASON_"),
    (events.VacateReason, event_pb2.VacateReason, "VACATE_REASON_"),
    (events.TableCloseReason, event_pb2.TableCloseReason, "TABLE_CLOSE_REASON_"),
    (events.DrawSource, event_pb2.DrawSource, "DRAW_SOURCE_"),
]


@pytest.mark.parametrize(("ours", "theirs", "prefix"), SHARED_ENUMS)
def test_enums_have_the_same_names_and_numbers(ours: type[IntEnum], theirs: Any, prefix: str) -> None:
    assert {f"{prefix}{member.name}": member.value for member in ours if member} == {
        name: number for name, number in theirs.items() if number
    }


def test_only_graces_are_deadlines_that_the_engine_does_not_know() -> None:
    known = {f"DEADLINE_KIND_{member.name}": member.value for member in state.DeadlineKind}
    on_wire = {name: number for name, number in event_pb2.DeadlineKind.items() if number}
    assert on_wire == known | {"DEADLINE_KIND_GRACE": 5}


def test_every_enum_of_the_engine_is_compared() -> None:
    found = {
        value
        for module in (cards, rules, melds, arrange, state, events)
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, IntEnum) and value is not IntEnum
    }
    assert found - {cards.Suit, state.DeadlineKind} == {ours for ours, _, _ in SHARED_ENUMS}


def test_cards_have_the_same_numbers() -> None:
    names = {"CARD_UNSPECIFIED": 0, "CARD_JOKER": cards.JOKER}
    names |= {
        f"CARD_{suit.name}_{rank}": cards.card_of(suit, rank) for suit in cards.Suit for rank in range(1, 13)
    }
    assert dict(card_pb2.Card.items()) == names


def view_of(table: Table, viewer: int, connected: tuple[int, ...] = ()) -> table_pb2.TableView:
    """Return the view of one viewer."""
    seat = None if viewer == NOBODY else you(table, viewer)
    return table_view(redact(table, viewer), seat, batch_id=77, connected=connected)


def in_phase(phase: RoundPhase, **overrides: Any) -> Table:
    """Return a table in a phase, from a match really played."""
    return next(
        decision.table
        for decision in played(replace(CLUB, **overrides), 4, seed=3, actions=5_000)
        if decision.table.round and decision.table.round.phase is phase
    )


def test_a_lobby_shows_its_seats_and_its_invite_code_to_seats_only() -> None:
    table = table_with(CLUB, 4)
    view = view_of(table, 1, connected=(0, 2))
    assert (view.table_id, view.version, view.batch_id) == ("table", 4, 77)
    assert view.state == TableState.LOBBY
    assert [seat.display_name for seat in view.seats] == ["Ana", "Bea", "Carles", "Duarte"]
    assert [seat.host for seat in view.seats] == [True, False, False, False]
    assert [seat.connected for seat in view.seats] == [True, False, True, False]
    assert rules_from(view.rules) == CLUB
    assert view.create_time.ToMilliseconds() == NOON
    assert not view.HasField("round")
    assert view.invite_code == "CODE"
    assert view_of(table, NOBODY).invite_code == ""


def test_a_spectator_counts_cards_and_sees_the_pile() -> None:
    table = in_phase(RoundPhase.DRAW)
    assert table.round
    view = view_of(table, NOBODY)
    assert not view.HasField("you")
    assert [seat.card_count for seat in view.seats] == [7, 7, 7, 7]
    assert view.round.discard_top == table.round.discards[-1]
    assert view.round.stock_count == 40 - 28 - 1
    assert view.round.seat_on_turn == table.round.on_turn
    assert len(view.shuffle.salts) == 4


def test_a_seat_sees_its_own_cards_and_what_it_may_do() -> None:
    table = in_phase(RoundPhase.DISCARD)
    assert table.round
    seat = table.round.on_turn
    mine = view_of(table, seat).you
    held = [card for meld in mine.melds for card in meld.cards] + list(mine.loose)
    assert sorted(held) == sorted(table.round.hands[seat])
    assert {option.card for option in mine.discard_options} == set(table.round.hands[seat])
    assert [action_from(legal.action) for legal in mine.legal_actions] == [
        legal.action for legal in you(table, seat).legal_actions
    ]
    other = view_of(table, (seat + 1) % 4).you
    assert not other.discard_options


def test_the_card_just_taken_shows_where_it_may_not_go_back() -> None:
    table = in_phase(RoundPhase.DRAW)
    assert table.round
    taken = decide(table, table.round.on_turn, a.DrawDiscard(), NOON).table
    assert view_of(taken, NOBODY).round.taken_card == table.round.discards[-1]
    free = replace(taken, rules=replace(taken.rules, may_discard_taken_card=True))
    assert view_of(free, NOBODY).round.taken_card == 0


def test_a_window_shows_the_meld_and_the_seat_that_exposed_it() -> None:
    table = in_phase(RoundPhase.LAY_OFF)
    assert table.round
    assert table.round.showdown
    view = view_of(table, NOBODY).round
    assert view.lay_off_meld_id == len(view.melds) == len(table.round.showdown.melds)
    assert [meld.meld_id for meld in view.melds] == list(range(1, len(view.melds) + 1))
    assert view.seat_on_turn == table.round.showdown.exposing
    assert view.closer == table.round.showdown.closer
    assert view.discard_top == 0


def test_a_summary_shows_the_result_with_the_seed_and_nobody_on_turn() -> None:
    table = in_phase(RoundPhase.SUMMARY)
    assert table.last_round
    view = view_of(table, NOBODY)
    assert view.last_round.seed == table.last_seed != b""
    assert [seat.total for seat in view.last_round.seats] == [seat.total for seat in table.last_round.seats]
    assert not view.round.HasField("seat_on_turn")


def test_every_round_shows_the_commitment_that_its_revealed_seed_answers() -> None:
    for decision in played(CLUB, 4, seed=3, actions=400):
        view = view_of(decision.table, NOBODY)
        if view.round.phase == RoundPhase.SUMMARY:
            assert view.round.shuffle_commitment == previous_seed(view.last_round.seed)


@pytest.mark.parametrize("preset", RulePreset)
def test_a_view_never_needs_more_than_the_viewer_may_see(preset: RulePreset) -> None:
    # A redacted table has no card that is not public; that every view can be made of one is the proof.
    for decision in played(PRESETS[preset], 4, seed=5, actions=300):
        for viewer in range(-1, 4):
            view = view_of(decision.table, viewer)
            assert view.version == decision.table.version
            assert table_pb2.You.FromString(view.you.SerializeToString()) == view.you


def test_ready_bytes_are_the_messages_own_encoding() -> None:
    for decision in played(CLUB, 4, seed=6, actions=400):
        for seat in range(4):
            mine = you(decision.table, seat)
            assert you_to(mine).SerializeToString() == you_bytes(mine)
