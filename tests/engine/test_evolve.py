"""Folding events: the table is what its events say, nothing is computed, and what cannot follow is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import actions as a
from engine import events as e
from engine.decide import create_table
from engine.evolve import apply, evolve
from engine.lobby import NewTable
from engine.state import NOBODY, BotLevel, Deadline, DeadlineKind
from tests.engine.tables import BARAJAMOS, CLUB, DRAW, NOW, SEED, Game, close, lobby, match, position


def test_a_table_begins_with_its_creation() -> None:
    created = create_table(NewTable("t", BARAJAMOS, 3, "Ana", SEED), NOW)
    assert apply(None, created.events) == created.table
    with pytest.raises(ValueError, match="before the table was created"):
        evolve(None, e.HostChanged(0))
    with pytest.raises(ValueError, match="at least one event"):
        apply(None, ())


def test_a_batch_is_one_version() -> None:
    table = lobby(BARAJAMOS, 3).table
    assert apply(table, (e.HostChanged(1), e.HostChanged(2))).version == table.version + 1


def test_what_cannot_follow_is_refused() -> None:
    with pytest.raises(ValueError, match="no round"):
        evolve(lobby(BARAJAMOS, 3).table, e.TurnStarted(0, 0))
    with pytest.raises(ValueError, match="cannot follow"):
        evolve(
            lobby(BARAJAMOS, 3).table, create_table(NewTable("t", BARAJAMOS, 3, "Ana", SEED), NOW).events[0]
        )


def test_folding_records_what_the_events_say_also_if_a_later_engine_knew_better() -> None:
    game = position(BARAJAMOS, "7o 7c 7b 9e 10e 11e 4o 12c | ... | ...")
    before = game.table
    game.do(0, close("12c"))
    scored = next(event for event in game.events if isinstance(event, e.RoundScored))
    seats = tuple(replace(seat, points=1, total=seat.total + 1) for seat in scored.result.seats)
    wrong = replace(scored, result=replace(scored.result, seats=seats))
    table = apply(before, [wrong if event is scored else event for event in game.events])
    assert [seat.score for seat in table.seats] == [seat.total for seat in seats]


def test_folding_leaves_the_table_before_as_it_was() -> None:
    table = match(BARAJAMOS, 3).table
    before = repr(table)
    assert table.round is not None
    Game(table).do(table.round.on_turn, DRAW)
    assert repr(table) == before


def test_a_bot_takes_over_and_the_player_returns() -> None:
    table = evolve(match(CLUB, 3).table, e.BotTookOver(1, BotLevel.NORMAL))
    assert table.seats[1].bot is BotLevel.NORMAL
    assert evolve(table, e.PlayerReturned(1)).seats[1].bot is BotLevel.NONE


def test_an_outage_gives_time_back() -> None:
    table = match(replace(BARAJAMOS, turn_time=5_000), 3).table
    assert table.deadline is not None
    table = evolve(table, e.DeadlineExtended(DeadlineKind.TURN, NOW + 9_000, 4_000))
    assert table.round is not None
    assert table.deadline == Deadline(DeadlineKind.TURN, table.round.on_turn, NOW + 9_000)


def test_a_match_that_is_over_leaves_a_lobby() -> None:
    game = match(BARAJAMOS, 3).do(0, a.LeaveSeat())
    table = game.table
    assert (table.round, table.proposal, table.deadline, table.pot) == (None, None, None, 0)
    assert not any(seat.in_match for seat in table.seats)
    assert table.host != NOBODY
