"""What follows when players go away and come back; who is away is the shell's knowledge.

Source: docs/rules.md, "Connection".
"""

from __future__ import annotations

from engine import events as e
from engine.draft import Draft
from engine.rules import LostConnection
from engine.state import NOBODY, BotLevel, DeadlineKind, Table, TableState
from engine.summary import settle_proposal
from engine.violations import Reason, RuleViolation


def stand_in(draft: Draft, seat: int, level: BotLevel) -> None:
    """Let a bot play for a seat until its player returns, where the rules allow it."""
    if not may_stand_in(draft.table, seat):
        raise RuleViolation(Reason.WRONG_PHASE, "no bot may stand in for this seat")
    draft.emit(e.BotTookOver(seat, level))
    settle_proposal(draft)


def may_stand_in(table: Table, seat: int) -> bool:
    """Tell whether the rules let a bot play for the player of a seat, who is away."""
    return (
        table.rules.lost_connection is not LostConnection.CANCEL
        and 0 <= seat < len(table.seats)
        and table.seats[seat].is_in
        and table.seats[seat].bot is BotLevel.NONE
    )


def return_to_seat(draft: Draft, seat: int) -> None:
    """Give a seat back to its player."""
    if not draft.table.seats[seat].stand_in:
        raise RuleViolation(Reason.WRONG_PHASE, "no bot stands in for this seat")
    draft.emit(e.PlayerReturned(seat))


def name_acting_host(draft: Draft, seat: int) -> None:
    """Let a seat act as host beside the host, or nobody any longer."""
    table = draft.table
    is_person = seat == NOBODY or table.seats[seat].has_player
    if seat in (table.host, table.acting_host) or not is_person:
        raise RuleViolation(Reason.WRONG_PHASE, "nothing would change")
    draft.emit(e.ActingHostChanged(seat))


def extend_deadline(draft: Draft, kind: DeadlineKind, at: int, extension: int) -> None:
    """Give the running deadline the time of an outage back."""
    running = draft.table.deadline
    if (
        running is None
        or running.kind is not kind
        or running.at != at
        or draft.table.state is not TableState.PLAYING
    ):
        raise RuleViolation(Reason.WRONG_PHASE, "this deadline is not running")
    draft.emit(e.DeadlineExtended(kind, at + extension, extension))
