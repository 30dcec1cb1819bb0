"""What was asked for, found out from what it did, and decided again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine import actions as a
from engine import events as e
from engine.decide import decide
from engine.events import Event
from engine.evolve import apply
from engine.state import NOBODY, DeadlineKind, RoundPhase, Table
from engine.values import replace
from engine.violations import RuleViolation
from service.records.history import Batch, Mismatch, place, require_same

_WINDOWS: Final = {RoundPhase.EXPOSE: DeadlineKind.EXPOSE, RoundPhase.LAY_OFF: DeadlineKind.LAY_OFF}


def decide_again(table: Table, batch: Batch) -> Table:
    """Return the table after a batch. Raises Mismatch when the engine would not have let this happen."""
    where = place(table, batch.version)
    command = _command(table, batch.seat, batch.events)
    if command is None:
        raise Mismatch(f"{where}: no command begins with {type(batch.events[0]).__name__}")
    asked_of = table
    if isinstance(command, a.StartMatch):
        # Whether the chain was long enough for a whole match cannot be told from the part that was revealed.
        asked_of = replace(table, rules=replace(table.rules, match_round_limit=0))
    try:
        decided = decide(asked_of, batch.seat, command, batch.time).events
    except RuleViolation as refused:
        raise Mismatch(f"{where}: the engine refuses {type(command).__name__}: {refused.message}") from None
    for expected, found in zip(decided, batch.events, strict=False):
        require_same(where, expected, found)
    if len(decided) != len(batch.events):
        raise Mismatch(f"{where}: {len(batch.events)} events happened, expected {len(decided)}")
    return apply(table, batch.events)


def _command(table: Table, seat: int, events: Sequence[Event]) -> a.Command | None:
    """Return what a seat, or the server as NOBODY, asked for so that this happened; None if nothing can have been.

    Melds and ends are named as they were read, which is read like that again.
    """
    command: a.Command | None = None
    match events[0]:
        case e.MatchStarted():
            command = a.StartMatch()
        case e.RoundDealt(number):
            command = _elapsed(table, DeadlineKind.NEXT_ROUND) if seat == NOBODY else a.OpenRound(number)
        case e.TurnTimedOut():
            command = _elapsed(table, DeadlineKind.TURN)
        case e.WindowElapsed(phase) if phase in _WINDOWS:
            command = _elapsed(table, _WINDOWS[phase])
        case e.StockReshuffled() | e.CardDrawn(_, e.DrawSource.STOCK):
            command = a.DrawStock()
        case e.CardDrawn():
            command = a.DrawDiscard()
        case e.CardDiscarded(_, card):
            command = a.Discard(card)
        case e.RoundClosed(_, _, _, card, melds):
            command = a.Close(card, tuple(meld.cards_as_read() for meld in melds))
        case e.FalseCloseMade(_, _, _, card):
            command = a.Close(card)
        case e.PasoSaid():
            command = a.SayPaso()
        case e.MeldExposed(_, _, meld):
            command = a.ExposeMeld(meld.cards_as_read())
        case e.ExposingEnded():
            command = a.EndExposing()
        case e.CardLaidOff(_, laid):
            command = a.LayOffCard(laid.card, laid.meld + 1, laid.end)
        case e.LayOffPassed(_, meld_id, rest_of_showdown):
            command = a.PassLayOff(meld_id, rest_of_showdown)
        case e.SeatReentered() if table.round:
            command = a.Reenter(table.round.number)
        case e.ReentryDeclined() if table.round:
            command = a.DeclineReentry(table.round.number)
        case e.EndProposed():
            command = a.ProposeEnd()
        case e.EndAnswered(_, proposal_id, agree):
            command = a.AnswerEnd(proposal_id, agree)
        case e.SeatVacated():
            command = a.LeaveSeat()
        case e.CredentialRenewed():
            command = a.RenewCredential()
        case e.BotTookOver(other, bot):
            command = a.StandIn(other, bot)
        case e.PlayerReturned(other):
            command = a.ReturnToSeat(other)
        case e.ActingHostChanged(other):
            command = a.NameActingHost(other)
        case e.DeadlineExtended(kind, at, extension):
            command = a.ExtendDeadline(kind, at - extension, extension)
        case e.SeedRevealed() | e.MatchEnded():
            command = _cancelled(seat, events)
    return command


def _elapsed(table: Table, kind: DeadlineKind) -> a.Command | None:
    return a.ElapseDeadline(kind, table.deadline.at) if table.deadline else None


def _cancelled(seat: int, events: Sequence[Event]) -> a.Command | None:
    """Return what ended a match from outside."""
    if any(isinstance(event, e.SeatVacated) for event in events):
        return a.LeaveSeat()
    for event in events:
        if isinstance(event, e.TableClosed):
            return a.CloseIdleTable() if seat == NOBODY else a.CloseTable()
    for event in events:
        if isinstance(event, e.MatchEnded):
            return a.CancelMatch(event.result.cancel_reason, event.result.caused_by)
    return None
