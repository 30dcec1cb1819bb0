"""What a seat may ask for now: exactly the actions that `engine.decide` would accept.

Closing, exposing and salts take choices of their own; the list has one action for each card to close with, and
one for each meld of the cards in hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from engine import actions as a
from engine.arrange import CloseOutcome, DiscardOption, preview_discards
from engine.cards import Card
from engine.melds import MELD_SIZE, LayOffEnd, Meld, MeldKind, lay_off, read_meld, sort_cards
from engine.rules import IllegalClose, NextRound
from engine.showdown import free_cards, may_lay_off_now, unshown_melds
from engine.state import Round, RoundPhase, Showdown, Table, TableState
from engine.summary import may_propose, may_reenter, must_answer, undecided_seats
from engine.turns import is_stock_gone, is_too_early, may_part_with
from engine.values import replace


@dataclass(frozen=True, slots=True)
class LegalAction:
    """An action that would be accepted."""

    action: a.Action
    false_close: bool = False
    """It is a close that would count as a false close."""


def legal_actions(
    table: Table, seat: int, options: tuple[DiscardOption, ...] | None = None
) -> tuple[LegalAction, ...]:
    """Return the actions that a seat may take now, in a fixed order.

    `options` are its `discard_options`, for a caller that has them already.
    """
    return tuple(_legal_actions(table, seat, options))


def discard_options(table: Table, seat: int) -> tuple[DiscardOption, ...]:
    """Return, for a seat that has to discard, what each card that may go would leave; empty at any other time.

    A close that comes too early is ILLEGAL here.
    """
    round_ = table.round
    if round_ is None or round_.phase is not RoundPhase.DISCARD or round_.on_turn != seat:
        return ()
    return _options(table, round_, seat)


def take_options(table: Table, seat: int) -> tuple[DiscardOption, ...]:
    """Return the same for a seat that has to draw, as if it took the visible card; empty at any other time."""
    round_ = table.round
    if round_ is None or round_.phase is not RoundPhase.DRAW or round_.on_turn != seat:
        return ()
    top = round_.discards[-1]
    hands = (*round_.hands[:seat], (*round_.hands[seat], top), *round_.hands[seat + 1 :])
    return _options(table, replace(round_, hands=hands, taken=top), seat)


def is_awaited(table: Table, seat: int) -> bool:
    """Tell whether the table waits for this seat: not for what it merely may do, like proposing to end the match."""
    round_ = table.round
    if round_ is None:
        return False
    if must_answer(table, seat):
        return True
    match round_.phase:
        case RoundPhase.DRAW | RoundPhase.DISCARD:
            return round_.on_turn == seat
        case RoundPhase.EXPOSE:
            return round_.showdown is not None and round_.showdown.exposing == seat
        case RoundPhase.LAY_OFF:
            return may_lay_off_now(table, seat)
        case RoundPhase.SUMMARY:
            undecided = undecided_seats(table)
            return seat in undecided or (not undecided and _may_open(table, seat))


def _options(table: Table, round_: Round, seat: int) -> tuple[DiscardOption, ...]:
    rules = table.rules
    early = is_too_early(round_, rules)
    return tuple(
        DiscardOption(option.card, option.points, CloseOutcome.ILLEGAL) if early else option
        for option in preview_discards(round_.hands[seat], rules, table.decks)
        if may_part_with(round_, rules, seat, option.card)
    )


def _legal_actions(
    table: Table, seat: int, options: tuple[DiscardOption, ...] | None
) -> Iterator[LegalAction]:
    if not table.seats[seat].taken:
        return
    if table.state is TableState.LOBBY:
        yield LegalAction(a.ContributeSalt(b"\0"))
    round_ = table.round
    if round_ is None:
        return
    match round_.phase:
        case RoundPhase.DRAW if round_.on_turn == seat:
            yield from _draws(table, round_)
        case RoundPhase.DISCARD if round_.on_turn == seat:
            if options is None:
                options = discard_options(table, seat)
            yield from _discards_and_closes(table, round_, seat, options)
        case RoundPhase.EXPOSE if round_.showdown and round_.showdown.exposing == seat:
            yield from _exposures(table, round_, round_.showdown)
        case RoundPhase.LAY_OFF if round_.showdown and may_lay_off_now(table, seat):
            yield from _lay_offs(table, round_.showdown, seat)
        case RoundPhase.SUMMARY:
            yield from _summary(table, round_, seat)
    if may_propose(table, seat):
        yield LegalAction(a.ProposeEnd())
    if table.proposal and must_answer(table, seat):
        yield LegalAction(a.AnswerEnd(table.proposal.number, agree=True))
        yield LegalAction(a.AnswerEnd(table.proposal.number, agree=False))


def _draws(table: Table, round_: Round) -> Iterator[LegalAction]:
    if is_stock_gone(round_, table.rules):
        yield LegalAction(a.SayPaso())
    else:
        yield LegalAction(a.DrawStock())
    yield LegalAction(a.DrawDiscard())


def _discards_and_closes(
    table: Table, round_: Round, seat: int, options: tuple[DiscardOption, ...]
) -> Iterator[LegalAction]:
    for option in options:
        yield LegalAction(a.Discard(option.card))
    penalised = table.rules.illegal_close is IllegalClose.PENALISE
    for option in options:
        if option.may_close or penalised:
            yield LegalAction(a.Close(option.card), false_close=not option.may_close)


def _exposures(table: Table, round_: Round, showdown: Showdown) -> Iterator[LegalAction]:
    seat = showdown.exposing
    if seat == showdown.closer:
        for meld in unshown_melds(showdown):
            yield LegalAction(a.ExposeMeld(meld.cards_as_read()))
        return
    for meld in _melds_in(table, round_.hands[seat]):
        yield LegalAction(a.ExposeMeld(meld.cards))
    yield LegalAction(a.EndExposing())


def _melds_in(table: Table, hand: tuple[Card, ...]) -> Iterator[Meld]:
    cards = sort_cards(hand, table.rules)
    seen = set()
    for size in range(MELD_SIZE, len(cards) + 1):
        for group in combinations(cards, size):
            meld = None if group in seen else read_meld(group, table.rules, table.decks, as_given=False)
            seen.add(group)
            if meld:
                yield meld


def _lay_offs(table: Table, showdown: Showdown, seat: int) -> Iterator[LegalAction]:
    meld_id, target = len(showdown.melds), showdown.melds[-1].meld
    for card in sort_cards(set(free_cards(table, seat)), table.rules):
        for end in _ends(table, target, card):
            if lay_off(target, card, end, table.rules, table.decks):
                yield LegalAction(a.LayOffCard(card, meld_id, end))
    yield LegalAction(a.PassLayOff(meld_id))
    yield LegalAction(a.PassLayOff(meld_id, rest_of_showdown=True))


def _ends(table: Table, target: Meld, card: Card) -> tuple[LayOffEnd | None, ...]:
    if target.kind is MeldKind.RUN and table.rules.is_joker(card):
        return (LayOffEnd.LOW, LayOffEnd.HIGH)
    return (None,)


def _summary(table: Table, round_: Round, seat: int) -> Iterator[LegalAction]:
    if _may_open(table, seat):
        yield LegalAction(a.OpenRound(round_.number + 1))
    if may_reenter(table, seat):
        yield LegalAction(a.Reenter(round_.number))
        if seat not in round_.declined:
            yield LegalAction(a.DeclineReentry(round_.number))


def _may_open(table: Table, seat: int) -> bool:
    return seat in (table.host, table.acting_host) and table.rules.next_round is NextRound.HOST
