"""docs/rules.md, "Connection": what follows when players go away; who is away is the shell's knowledge."""

from __future__ import annotations

from dataclasses import replace

from engine import actions as a
from engine import events as e
from engine.legal import legal_actions
from engine.rules import LostConnection
from engine.state import NOBODY, BotLevel, CancelReason, DeadlineKind, MatchEnd
from engine.violations import Reason
from tests.engine.tables import BARAJAMOS, CLUB, NOW, PROPOSE, close, lobby, match, position

WITH_BOTS = replace(CLUB, lost_connection=LostConnection.BOT)


def test_a_bot_stands_in_until_the_player_returns() -> None:
    game = match(WITH_BOTS, 3)
    hands = game.round.hands
    game.do(NOBODY, a.StandIn(1, BotLevel.EASY))
    assert (game.table.seats[1].bot, game.table.seats[1].stand_in) == (BotLevel.EASY, True)
    assert game.refused(NOBODY, a.StandIn(1, BotLevel.EASY)) is Reason.WRONG_PHASE
    game.do(NOBODY, a.ReturnToSeat(1))
    assert (game.table.seats[1].bot, game.table.seats[1].stand_in) == (BotLevel.NONE, False)
    assert game.round.hands == hands
    assert game.refused(NOBODY, a.ReturnToSeat(1)) is Reason.WRONG_PHASE


def test_not_where_the_rules_cancel_the_match() -> None:
    game = match(replace(CLUB, lost_connection=LostConnection.CANCEL), 3)
    assert game.refused(NOBODY, a.StandIn(1, BotLevel.EASY)) is Reason.WRONG_PHASE


def test_nobody_stands_in_for_a_seat_that_is_out() -> None:
    game = position(WITH_BOTS, "... | ... |")
    assert game.refused(NOBODY, a.StandIn(2, BotLevel.EASY)) is Reason.WRONG_PHASE


def test_a_bot_that_takes_over_agrees_to_an_open_proposal() -> None:
    game = match(WITH_BOTS, 3).do(0, PROPOSE).do(2, a.AnswerEnd(1, agree=True))
    assert game.do(NOBODY, a.StandIn(1, BotLevel.EASY)).end is MatchEnd.AGREEMENT


def test_a_match_that_cannot_go_on_names_whose_fault_it_is() -> None:
    game = match(BARAJAMOS, 3).do(NOBODY, a.CancelMatch(CancelReason.CONNECTION_LOST, 2))
    assert (game.end, game.match_result.caused_by) == (MatchEnd.CANCELLED, 2)
    assert [seat.taken for seat in game.table.seats] == [True, True, True]


def test_who_acts_as_host_opens_rounds_and_the_host_still_may() -> None:
    game = position(BARAJAMOS, "7o 7c 7b 9e 10e 11e 4o 12c | ... | ...").do(0, close("12c"))
    game.do(NOBODY, a.NameActingHost(2))
    for seat, may in ((0, True), (1, False), (2, True)):
        assert (a.OpenRound(2) in [legal.action for legal in legal_actions(game.table, seat)]) is may
    game.do(2, a.OpenRound(2))


def test_only_a_player_acts_as_host_and_only_where_that_changes_something() -> None:
    game = lobby(CLUB, 3).given(2, bot=BotLevel.EASY)
    for seat in (NOBODY, 0, 2):
        assert game.refused(NOBODY, a.NameActingHost(seat)) is Reason.WRONG_PHASE
    game.do(NOBODY, a.NameActingHost(1))
    assert game.refused(NOBODY, a.NameActingHost(1)) is Reason.WRONG_PHASE
    game.do(NOBODY, a.NameActingHost(NOBODY))
    assert game.refused(1, a.StartMatch()) is Reason.NOT_HOST


def test_whoever_sits_down_next_does_not_inherit_acting_as_host() -> None:
    game = lobby(CLUB, 3).do(NOBODY, a.NameActingHost(1)).do(1, a.LeaveSeat())
    assert game.events[-1] == e.ActingHostChanged(NOBODY)
    game.do(NOBODY, a.TakeSeat("Bea", seat=1))
    assert game.refused(1, a.StartMatch()) is Reason.NOT_HOST


def test_an_outage_gives_the_running_clock_its_time_back() -> None:
    game = match(replace(BARAJAMOS, turn_time=5_000), 3)
    at = NOW + 5_000
    assert game.refused(NOBODY, a.ExtendDeadline(DeadlineKind.TURN, at + 1, 100)) is Reason.WRONG_PHASE
    game.do(NOBODY, a.ExtendDeadline(DeadlineKind.TURN, at, 100))
    assert game.table.deadline is not None
    assert game.table.deadline.at == at + 100
    assert (
        match(BARAJAMOS, 3).refused(NOBODY, a.ExtendDeadline(DeadlineKind.TURN, at, 1)) is Reason.WRONG_PHASE
    )


def test_a_table_where_nothing_happens_is_cancelled_and_closed() -> None:
    game = match(BARAJAMOS, 3).do(NOBODY, a.CloseIdleTable())
    assert game.match_result.cancel_reason is CancelReason.IDLE
    assert game.events[-1] == e.TableClosed(e.TableCloseReason.IDLE)
