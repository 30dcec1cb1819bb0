"""Everything that a seat could ask for: the offered actions and all the others that come to mind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from engine import actions as a
from engine.cards import JOKER, Card
from engine.legal import legal_actions
from engine.melds import LayOffEnd, MeldKind, lay_off
from engine.state import RoundPhase, Showdown, Table


def offered(table: Table, seat: int) -> dict[a.Action, bool]:
    """Return what the seat is offered, in normal form, and whether it is a false close."""
    return {normal(table, legal.action): legal.false_close for legal in legal_actions(table, seat)}


def universe(table: Table, seat: int) -> Iterator[a.Action]:
    """Yield whatever a seat might try."""
    yield from (a.DrawStock(), a.DrawDiscard(), a.SayPaso(), a.EndExposing(), a.ProposeEnd())
    yield from (a.ContributeSalt(b""), a.ContributeSalt(bytes(65)), a.ContributeSalt(b"salt"))
    for card in range(JOKER + 2):
        yield a.Discard(card)
        yield a.Close(card)
    round_ = table.round
    number = round_.number if round_ else 0
    for near in (number - 1, number, number + 1, number + 2):
        yield from (a.OpenRound(near), a.Reenter(near), a.DeclineReentry(near))
    for proposal in (0, table.proposals, table.proposals + 1):
        yield from (a.AnswerEnd(proposal, agree=True), a.AnswerEnd(proposal, agree=False))
    if round_ and round_.showdown and round_.phase in (RoundPhase.EXPOSE, RoundPhase.LAY_OFF):
        yield from _in_showdown(table, round_.showdown, round_.hands[seat])


def _in_showdown(table: Table, showdown: Showdown, hand: tuple[Card, ...]) -> Iterator[a.Action]:
    for size in range(8):
        for group in sorted(set(combinations(sorted(hand), size))):
            yield a.ExposeMeld(group)
            yield a.ExposeMeld(group[::-1])
    for meld_id in (0, len(showdown.melds) - 1, len(showdown.melds), len(showdown.melds) + 1):
        yield from (a.PassLayOff(meld_id), a.PassLayOff(meld_id, rest_of_showdown=True))
        for card in range(JOKER + 1):
            for end in (None, *LayOffEnd):
                yield a.LayOffCard(card, meld_id, end)


def normal(table: Table, action: a.Action) -> a.Action:
    """Return an action as it is offered: the same choice can be written in several ways."""
    match action:
        case a.ContributeSalt(salt) if 1 <= len(salt) <= 64:
            return a.ContributeSalt(b"\0")
        case a.ExposeMeld(cards):
            return a.ExposeMeld(tuple(sorted(cards)))
        case a.LayOffCard(card, meld_id, end) if end is not None:
            if _end_means_nothing(table, card, meld_id, end):
                return replace(action, end=None)
    return action


def _end_means_nothing(table: Table, card: Card, meld_id: int, end: LayOffEnd) -> bool:
    """Tell whether a lay-off need not name its end: on a set, and with a natural card on the end where it fits."""
    showdown = table.round.showdown if table.round else None
    if not showdown or not 1 <= meld_id == len(showdown.melds) or not 1 <= card <= JOKER:
        return False
    meld = showdown.melds[-1].meld
    if meld.kind is MeldKind.SET:
        return True
    return not table.rules.is_joker(card) and lay_off(meld, card, end, table.rules, table.decks) is not None
