"""What happens around a match: seats, the host, leaving, closing; docs/rules.md, "Connection"."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import actions as a
from engine import events as e
from engine.decide import create_table
from engine.lobby import NewTable
from engine.rules import Leave
from engine.state import NOBODY, BotLevel, CancelReason, MatchEnd, TableState, Visibility
from engine.violations import Reason
from tests.engine.tables import BARAJAMOS, CLUB, DRAW, NOW, SEED, Game, close, lobby, match, position


def taken(game: Game) -> list[bool]:
    return [seat.taken for seat in game.table.seats]


def test_the_creator_is_host_on_the_first_seat() -> None:
    decision = create_table(NewTable("t", BARAJAMOS, 4, "Ana", SEED, Visibility.PUBLIC), NOW)
    assert [type(event).__name__ for event in decision.events] == ["TableCreated", "SeatTaken", "HostChanged"]
    table = decision.table
    assert (table.version, table.host, table.seats[0].name, table.created_at) == (1, 0, "Ana", NOW)
    assert table.state is TableState.LOBBY


def test_a_table_needs_a_whole_seed() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        create_table(NewTable("t", BARAJAMOS, 4, "Ana", b"short"), NOW)


def test_each_command_is_one_version() -> None:
    game = lobby(BARAJAMOS, 4)
    assert game.table.version == 4
    assert game.do(0, a.StartMatch()).table.version == 5


def test_people_and_bots_take_free_seats() -> None:
    game = lobby(CLUB, 2)
    game.table = create_table(NewTable("t", CLUB, 5, "Ana", SEED), NOW).table
    game.do(NOBODY, a.TakeSeat("Bea", seat=3)).do(0, a.AddBot(BotLevel.HARD))
    assert taken(game) == [True, True, False, True, False]
    assert game.table.seats[1].bot is BotLevel.HARD
    refusal = game.violation(NOBODY, a.TakeSeat("Cleo", seat=3))
    assert (refusal.reason, refusal.metadata) == (Reason.TABLE_FULL, {"seats": "5"})
    assert game.refused(NOBODY, a.TakeSeat("Cleo", seat=5)) is Reason.INVALID_REQUEST


def test_a_full_table_takes_nobody() -> None:
    assert lobby(CLUB, 3).refused(NOBODY, a.TakeSeat("Cleo")) is Reason.TABLE_FULL


def test_nobody_sits_down_during_a_match() -> None:
    refusal = match(CLUB, 3).violation(NOBODY, a.TakeSeat("Cleo"))
    assert (refusal.reason, refusal.metadata) == (Reason.MATCH_RUNNING, {"match": "1"})


def test_a_new_occupant_makes_older_credentials_void() -> None:
    game = lobby(CLUB, 3)
    assert game.table.seats[1].generation == 1
    game.do(1, a.LeaveSeat())
    assert game.table.seats[1].generation == 2
    game.do(NOBODY, a.TakeSeat("Bea"))
    assert game.table.seats[1].generation == 3
    assert game.do(1, a.RenewCredential()).table.seats[1].generation == 4


def test_only_who_sits_may_ask_for_anything() -> None:
    game = lobby(CLUB, 3).do(1, a.LeaveSeat())
    for seat in (1, 3, NOBODY):
        assert game.refused(seat, a.LeaveSeat()) is Reason.NOT_SEATED
        assert game.refused(seat, DRAW) is Reason.NOT_SEATED


# The host


def test_only_the_host_starts_removes_and_closes() -> None:
    game = lobby(CLUB, 3)
    for command in (a.StartMatch(), a.RemoveSeat(2), a.CloseTable()):
        refusal = game.violation(1, command)
        assert (refusal.reason, refusal.metadata) == (Reason.NOT_HOST, {"host_seat": "0"})


def test_a_match_needs_enough_players() -> None:
    refusal = lobby(BARAJAMOS, 2).violation(0, a.StartMatch())
    assert refusal.reason is Reason.NOT_ENOUGH_PLAYERS
    assert refusal.metadata == {"players": "2", "min_players": "3"}


def test_the_host_removes_others_in_the_lobby() -> None:
    game = lobby(CLUB, 3).do(0, a.RemoveSeat(2))
    assert taken(game) == [True, True, False]
    assert game.events == (e.SeatVacated(2, e.VacateReason.REMOVED, 2),)
    for seat in (0, 2, 3):
        assert game.refused(0, a.RemoveSeat(seat)) is Reason.INVALID_REQUEST
    assert match(CLUB, 3).refused(0, a.RemoveSeat(2)) is Reason.MATCH_RUNNING


def test_when_the_host_leaves_the_lowest_person_is_host() -> None:
    game = lobby(CLUB, 4).given(1, bot=BotLevel.EASY).do(0, a.LeaveSeat())
    assert game.table.host == 2


def test_a_table_of_bots_is_closed() -> None:
    game = lobby(CLUB, 2).given(1, bot=BotLevel.EASY).do(0, a.LeaveSeat())
    assert game.events[-1] == e.TableClosed(e.TableCloseReason.EMPTY)
    assert game.table.state is TableState.CLOSED


def test_closing_the_table_cancels_a_running_match() -> None:
    game = match(CLUB, 3).do(0, a.CloseTable())
    assert game.names() == ["SeedRevealed", "MatchEnded", "TableClosed"]
    assert game.match_result.cancel_reason is CancelReason.TABLE_CLOSED
    assert (game.match_result.caused_by, game.winners) == (0, ())


@pytest.mark.parametrize("command", [a.StartMatch(), a.LeaveSeat(), a.ContributeSalt(b"x"), a.CloseTable()])
def test_a_closed_table_stays_closed(command: a.Command) -> None:
    assert lobby(CLUB, 3).do(0, a.CloseTable()).refused(0, command) is Reason.TABLE_CLOSED


def test_at_a_closed_table_no_match_is_running() -> None:
    refusal = lobby(CLUB, 3).do(0, a.CloseTable()).violation(0, DRAW)
    assert (refusal.reason, refusal.metadata) == (Reason.MATCH_NOT_RUNNING, {"state": "CLOSED"})


@pytest.mark.parametrize(
    "command",
    [DRAW, a.SayPaso(), a.EndExposing(), a.OpenRound(1), a.Reenter(1)],
)
def test_in_the_lobby_no_match_is_running(command: a.Command) -> None:
    refusal = lobby(CLUB, 3).violation(0, command)
    assert (refusal.reason, refusal.metadata) == (Reason.MATCH_NOT_RUNNING, {"state": "LOBBY"})


# Leaving a match


def test_leaving_cancels_the_match_where_the_rules_say_so() -> None:
    game = match(BARAJAMOS, 3).do(1, a.LeaveSeat())
    assert game.names() == ["SeedRevealed", "MatchEnded", "SeatVacated"]
    assert (game.end, game.match_result.cancel_reason) == (MatchEnd.CANCELLED, CancelReason.SEAT_LEFT)
    assert (game.match_result.caused_by, game.winners) == (1, ())
    assert game.table.state is TableState.LOBBY
    assert taken(game) == [True, False, True]


def test_leaving_is_refused_where_the_rules_say_so() -> None:
    assert match(CLUB, 3).refused(1, a.LeaveSeat()) is Reason.CANNOT_LEAVE


@pytest.mark.parametrize("leave", Leave)
def test_a_seat_that_is_out_leaves_freely_and_its_total_still_counts(leave: Leave) -> None:
    game = position(replace(BARAJAMOS, leave=leave), "... | ... |", scores=(0, 0, 80)).do(2, a.LeaveSeat())
    assert game.table.state is TableState.PLAYING
    assert taken(game) == [True, True, False]
    game.do(0, a.CloseTable())
    assert [each.total for each in game.match_result.standings] == [0, 0, 80]


def test_a_host_that_is_out_and_leaves_hands_over_to_a_person_who_is_in() -> None:
    game = position(BARAJAMOS, " | | ... | ...", turn=2).do(0, a.LeaveSeat())
    assert game.table.host == 2


def test_when_the_last_person_leaves_bots_do_not_play_on() -> None:
    game = position(BARAJAMOS, "... | ... |").given(0, bot=BotLevel.EASY).given(1, bot=BotLevel.EASY)
    game.do(2, a.LeaveSeat())
    assert game.match_result.cancel_reason is CancelReason.NO_PEOPLE
    assert game.table.state is TableState.CLOSED


def test_a_cancelled_match_pays_nothing_and_another_can_start() -> None:
    game = position(CLUB, "... | ... | ...", scores=(10, 20, 30), pot=50)
    game.do(NOBODY, a.CancelMatch(CancelReason.CONNECTION_LOST))
    assert (game.end, game.prizes) == (MatchEnd.CANCELLED, {})
    assert (game.totals, game.table.pot) == ((10, 20, 30), 0)
    assert game.do(0, a.StartMatch()).table.match == 2


# Salts


@pytest.mark.parametrize("salt", [b"", bytes(65)])
def test_a_salt_has_1_to_64_bytes(salt: bytes) -> None:
    refusal = lobby(CLUB, 3).violation(0, a.ContributeSalt(salt))
    assert (refusal.reason, refusal.metadata) == (Reason.INVALID_REQUEST, {"field": "salt"})


def test_salts_are_given_before_the_match_and_the_last_one_counts() -> None:
    game = lobby(CLUB, 3).do(1, a.ContributeSalt(b"first"), a.ContributeSalt(bytes(64))).do(0, a.StartMatch())
    assert game.table.salts == (b"", bytes(64), b"")
    assert game.refused(1, a.ContributeSalt(b"late")) is Reason.MATCH_RUNNING


def test_salts_are_those_of_the_seats_that_play() -> None:
    game = lobby(CLUB, 4).do(3, a.ContributeSalt(b"mine")).do(1, a.LeaveSeat()).do(0, a.StartMatch())
    assert game.table.salts == (b"", b"", b"mine")


def test_a_salt_leaves_with_its_seat() -> None:
    game = lobby(CLUB, 3).do(1, a.ContributeSalt(b"mine"), a.LeaveSeat()).do(NOBODY, a.TakeSeat("Bea"))
    assert game.table.seats[1].salt == b""


def test_no_match_starts_that_could_run_out_of_seeds() -> None:
    game = lobby(CLUB, 3)
    game.table = replace(game.table, seeds_used=1024 - 199)
    refusal = game.violation(0, a.StartMatch())
    assert (refusal.reason, refusal.metadata) == (Reason.LIMIT_REACHED, {"limit": "shuffle_chain"})
    game.table = replace(game.table, seeds_used=1024 - 200)
    game.do(0, a.StartMatch())


def test_a_close_ends_nothing_around_the_table() -> None:
    game = position(BARAJAMOS, "7o 7c 7b 9e 10e 11e 4o 12c | ... | ...").do(0, close("12c"))
    assert game.table.state is TableState.PLAYING


@pytest.mark.parametrize(
    "command", [a.CancelMatch(CancelReason.IDLE), a.NameActingHost(1), a.CloseIdleTable(), a.TakeSeat("Zoe")]
)
def test_a_seat_cannot_ask_for_what_only_the_server_may(command: a.Command) -> None:
    assert match(CLUB, 3).refused(0, command) is Reason.NOT_SEATED


def test_an_acting_host_starts_and_opens_but_does_not_close_or_remove_the_host() -> None:
    game = lobby(CLUB, 3).do(NOBODY, a.NameActingHost(1))
    assert game.refused(1, a.CloseTable()) is Reason.NOT_HOST
    assert game.refused(1, a.RemoveSeat(0)) is Reason.INVALID_REQUEST
    assert game.refused(2, a.StartMatch()) is Reason.NOT_HOST
    assert game.do(1, a.StartMatch()).table.round is not None
