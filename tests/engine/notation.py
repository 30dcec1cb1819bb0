"""A match as text: one line for what belongs together, cards as players write them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from engine import events as e
from engine.cards import Card, notation
from engine.melds import Meld, MeldKind
from engine.state import NOBODY, MatchResult, RoundResult


def written(log: Iterable[Sequence[e.Event]]) -> str:
    """Return a log as text."""
    batches = (" ".join(filter(None, map(_written, batch))) for batch in log)
    text = "\n".join(filter(None, batches)).replace(" \n", "\n")
    return _TURN.sub(r"\1, \3", text) + "\n"


_TURN = re.compile(r"^((\d) (?:draws|takes) \w+)\n\2 (discards|closes)", re.MULTILINE)
"""A draw and what follows it."""


def cards(some: Iterable[Card]) -> str:
    return " ".join(map(notation, some))


def _written(event: e.Event) -> str:
    match event:
        case e.MatchStarted(number, seats, decks, _, tokens):
            return f"match {number}: seats {_seats(seats)}, {decks} deck(s), {tokens} token(s)"
        case e.RoundDealt():
            hands = zip(event.seats, event.hands, strict=True)
            return (
                f"\nround {event.round}: dealer {event.dealer}, lead {event.lead_seat}, {notation(event.discard)} up"
                + "".join(f"\n  {seat}  {cards(hand)}" for seat, hand in hands)
            )
        case e.StockReshuffled(stock):
            return f"reshuffle of {len(stock)};"
        case e.CardDrawn(seat, source, card):
            return f"{seat} {'draws' if source is e.DrawSource.STOCK else 'takes'} {notation(card)}"
        case e.CardDiscarded(seat, card):
            return f"{seat} discards {notation(card)}"
        case e.RoundClosed():
            melds = ", ".join(map(_meld, event.melds))
            return (
                f"{event.seat} closes with {notation(event.card)}: {event.outcome.name} {event.points},"
                f" {melds}, loose {cards(event.loose) or '-'}"
            )
        case e.FalseCloseMade(seat, held, count, card):
            return f"{seat} closes falsely ({count}) with {notation(card)}: {cards(held)}"
        case e.PasoSaid(seat):
            return f"{seat} says paso"
        case e.TurnLimitReached(turns):
            return f"turn limit after {turns}"
        case e.ShowdownStarted(order):
            return f"\nshowdown {_seats(order)}"
        case e.ExposingStarted(seat):
            return f"\n  {seat} to expose"
        case e.MeldExposed():
            return f"\n  {event.seat} exposes {_meld(event.meld)}{_by_itself(event.automatic)}"
        case e.CardLaidOff():
            return f"\n  {event.seat} lays {notation(event.lay_off.card)} on {_meld(event.meld)}{_by_itself(event.automatic)}"
        case e.LayOffPassed(seat, _, rest):
            return f"{seat} passes{' for the rest' if rest else ''}"
        case e.ExposingEnded(seat, timed_out):
            return f"{seat} {'ran out of time' if timed_out else 'exposes no more'}"
        case e.WindowElapsed():
            return "window over;"
        case e.RoundScored(result):
            return "\n" + _result(result)
        case e.SeatEliminated(seat):
            return f"\n  {seat} is out"
        case e.SeatReentered(seat, total, left):
            return f"\n  {seat} re-enters at {total}, {left} token(s) left"
        case e.ReentryDeclined(seat):
            return f"{seat} declines"
        case e.StakePaid(seat, amount, pot):
            return f"\n  {seat} pays {amount}, pot {pot}"
        case e.EndProposed(seat, number):
            return f"{seat} proposes to end ({number})"
        case e.EndAnswered(seat, _, agree):
            return f"{seat} {'agrees' if agree else 'refuses'}"
        case e.ProposalDropped(_, lapsed):
            return "proposal lapsed" if lapsed else "proposal refused"
        case e.MatchEnded(result):
            return "\n" + _standings(result)
        case e.TurnStarted() | e.LayOffStarted() | e.SeedRevealed() | e.SummaryStarted():
            return ""
    raise AssertionError(f"no notation for {type(event).__name__}")


def _seats(seats: Iterable[int]) -> str:
    return " ".join(map(str, seats))


def _meld(meld: Meld) -> str:
    pairs = sorted(zip(meld.stands_for, meld.cards, strict=True))
    return "-".join(
        notation(card)
        if card == stood or meld.kind is MeldKind.SET
        else f"{notation(card)}={notation(stood)}"
        for stood, card in pairs
    )


def _by_itself(automatic: bool) -> str:
    return " (engine)" if automatic else ""


def _result(result: RoundResult) -> str:
    closer = "" if result.closer == NOBODY else f" by {result.closer}"
    lines = [f"{result.end.name}{closer}"]
    for seat in result.seats:
        loose = f", loose {cards(seat.loose)}" if seat.loose else ""
        lines.append(f"  {seat.seat}  {seat.points:+} = {seat.total}{loose}")
    return "\n".join(lines)


def _standings(result: MatchResult) -> str:
    lines = [f"\n{result.end.name}" + (f" by {result.caused_by}" if result.caused_by != NOBODY else "")]
    for each in result.standings:
        won = f", wins {each.prize}" if each.winner else ""
        lines.append(f"  {each.seat}  {each.total}, {each.reentries} re-entries{won}")
    return "\n".join(lines)
