"""The one decision function: what a command makes of a table, or why the rules refuse it.

Pure: the same table, command and time always give the same events. Secrets for dealing lie in the table, so
that deciding again after a lost race or a crash deals the same.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine import actions as a
from engine import lobby, presence, showdown, summary, turns
from engine.dealing import deal
from engine.draft import Draft
from engine.ending import cancel
from engine.events import Event
from engine.evolve import apply
from engine.state import NOBODY, DeadlineKind, Table, TableState
from engine.values import replace
from engine.violations import Reason, RuleViolation


@dataclass(frozen=True, slots=True)
class Decision:
    """What a command makes of a table: one batch of events and the table after it, one version later."""

    events: tuple[Event, ...]
    table: Table


def create_table(new: lobby.NewTable, now: int) -> Decision:
    """Return a new table with its host seated, at version 1; `now` in milliseconds since the epoch."""
    events = lobby.table_created(new, now)
    return Decision(events, apply(None, events))


def decide(table: Table, seat: int, command: a.Command, now: int) -> Decision:
    """Decide what `seat` asks for at `now`, in milliseconds since the epoch.

    The server itself, and a person who is not seated yet, ask as NOBODY. Raises RuleViolation, and changes
    nothing, when the rules refuse.
    """
    draft = Draft(table, now)
    if table.state is TableState.CLOSED:
        _refuse_closed(command)
    if isinstance(command, _SERVER_COMMANDS) is not (seat == NOBODY) or not _exists(table, seat):
        raise RuleViolation(Reason.NOT_SEATED, "this seat cannot ask for this", table_id=table.table_id)
    _decide(draft, seat, command)
    return Decision(tuple(draft.events), replace(draft.table, version=table.version + 1))


def _decide(draft: Draft, seat: int, command: a.Command) -> None:
    match command:
        case a.DrawStock():
            turns.draw_stock(draft, seat)
        case a.DrawDiscard():
            turns.draw_discard(draft, seat)
        case a.Discard(card):
            turns.discard(draft, seat, card)
        case a.Close(card, melds):
            turns.close(draft, seat, card, melds)
        case a.SayPaso():
            turns.say_paso(draft, seat)
        case a.ExposeMeld(cards):
            showdown.expose_meld(draft, seat, cards)
        case a.EndExposing():
            showdown.end_exposing(draft, seat)
        case a.LayOffCard(card, meld_id, end):
            showdown.lay_off_card(draft, seat, card, meld_id, end)
        case a.PassLayOff(meld_id, rest_of_showdown):
            showdown.pass_lay_off(draft, seat, meld_id, rest_of_showdown)
        case a.OpenRound(number):
            summary.open_round(draft, seat, number)
        case a.Reenter(number):
            summary.reenter(draft, seat, number)
        case a.DeclineReentry(number):
            summary.decline_reentry(draft, seat, number)
        case a.ProposeEnd():
            summary.propose_end(draft, seat)
        case a.AnswerEnd(proposal_id, agree):
            summary.answer_end(draft, seat, proposal_id, agree)
        case a.ContributeSalt(salt):
            lobby.contribute_salt(draft, seat, salt)
        case a.TakeSeat(name, wanted):
            lobby.take_seat(draft, name, wanted)
        case a.AddBot(bot, wanted):
            lobby.add_bot(draft, seat, bot, wanted)
        case a.LeaveSeat():
            lobby.leave_seat(draft, seat)
        case a.RemoveSeat(other):
            lobby.remove_seat(draft, seat, other)
        case a.RenewCredential():
            lobby.renew_credential(draft, seat)
        case a.StartMatch():
            lobby.start_match(draft, seat)
        case a.CloseTable():
            lobby.close_table(draft, seat)
        case a.ElapseDeadline(kind, at):
            _elapse(draft, kind, at)
        case a.ExtendDeadline(kind, at, extension):
            presence.extend_deadline(draft, kind, at, extension)
        case a.CancelMatch(reason, caused_by):
            cancel(draft, reason, caused_by)
        case a.StandIn(other, bot):
            presence.stand_in(draft, other, bot)
        case a.ReturnToSeat(other):
            presence.return_to_seat(draft, other)
        case a.NameActingHost(other):
            presence.name_acting_host(draft, other)
        case a.CloseIdleTable():
            lobby.close_idle(draft)


def _elapse(draft: Draft, kind: DeadlineKind, at: int) -> None:
    running = draft.table.deadline
    if running is None or running.kind is not kind or running.at != at or draft.now < at:
        raise RuleViolation(Reason.WRONG_PHASE, "this deadline is not due")
    match kind:
        case DeadlineKind.TURN:
            turns.time_out(draft)
        case DeadlineKind.EXPOSE | DeadlineKind.LAY_OFF:
            showdown.end_window(draft)
        case DeadlineKind.NEXT_ROUND:
            deal(draft)


def _exists(table: Table, seat: int) -> bool:
    return seat == NOBODY or (0 <= seat < len(table.seats) and table.seats[seat].taken)


_SERVER_COMMANDS = (
    a.TakeSeat,
    a.ElapseDeadline,
    a.ExtendDeadline,
    a.CancelMatch,
    a.StandIn,
    a.ReturnToSeat,
    a.NameActingHost,
    a.CloseIdleTable,
)
"""What is asked for by nobody who sits at the table."""

_LOBBY_COMMANDS = (
    a.TakeSeat,
    a.AddBot,
    a.LeaveSeat,
    a.RemoveSeat,
    a.RenewCredential,
    a.StartMatch,
    a.CloseTable,
    a.ContributeSalt,
)


def _refuse_closed(command: a.Command) -> None:
    if isinstance(command, _LOBBY_COMMANDS):
        raise RuleViolation(Reason.TABLE_CLOSED, "the table is closed")
    raise RuleViolation(Reason.MATCH_NOT_RUNNING, "the table is closed", state=TableState.CLOSED.name)
