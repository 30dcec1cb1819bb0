"""Turns: draw, then discard or close.

Source: docs/rules.md, "Turn" and "Closing".
"""

from __future__ import annotations

from engine import events as e
from engine.arrange import CloseOutcome, arrange, judge_close
from engine.cards import Card
from engine.dealing import seat_after, shuffle_key, start_turn
from engine.draft import Draft
from engine.melds import MeldsNotValid, sort_cards
from engine.rules import EmptyStock, IllegalClose, Rules
from engine.scoring import score_false_close
from engine.showdown import start_showdown
from engine.state import NOBODY, Round, RoundEnd, RoundPhase
from engine.violations import Reason, RuleViolation


def draw_stock(draft: Draft, seat: int) -> None:
    """Draw the top of the stock, after a reshuffle where it is empty."""
    round_ = require_turn(draft, seat, RoundPhase.DRAW)
    if not round_.stock:
        if is_stock_gone(round_, draft.table.rules):
            raise RuleViolation(Reason.STOCK_EMPTY, "the stock is empty: take the visible card or say paso")
        key = shuffle_key(draft.table, round_.seed_index, round_.number)
        shuffled = key.shuffled(round_.discards, f"reshuffle {round_.exhaustions + 1}")
        draft.emit(e.StockReshuffled(shuffled[::-1]))
    draft.emit(e.CardDrawn(seat, e.DrawSource.STOCK, draft.round.stock[-1]))


def draw_discard(draft: Draft, seat: int) -> None:
    """Take the top of the discard pile; there always is one when a turn starts."""
    round_ = require_turn(draft, seat, RoundPhase.DRAW)
    draft.emit(e.CardDrawn(seat, e.DrawSource.DISCARD_PILE, round_.discards[-1]))


def discard(draft: Draft, seat: int, card: Card) -> None:
    """Discard one of eight cards; the next seat is on turn, unless the round reached its turn limit."""
    round_ = require_turn(draft, seat, RoundPhase.DISCARD)
    _require_card(round_, draft.table.rules, seat, card)
    draft.emit(e.CardDiscarded(seat, card))
    if draft.round.turns >= draft.table.rules.round_turn_limit:
        draft.emit(e.TurnLimitReached(draft.round.turns))
        start_showdown(draft, RoundEnd.TURN_LIMIT)
    else:
        start_turn(draft, seat_after(seat, round_.seats))


def close(draft: Draft, seat: int, card: Card, named: tuple[tuple[Card, ...], ...]) -> None:
    """Close with a card face down; a bad close is refused or, where the rules say so, a false close."""
    round_ = require_turn(draft, seat, RoundPhase.DISCARD)
    rules = draft.table.rules
    _require_card(round_, rules, seat, card)
    seven = list(round_.hands[seat])
    seven.remove(card)
    try:
        judged = judge_close(seven, rules, draft.table.decks, named or None)
    except MeldsNotValid as error:
        raise RuleViolation(Reason.MELDS_NOT_VALID, str(error)) from None
    too_early = is_too_early(round_, rules)
    if judged.outcome is not CloseOutcome.ILLEGAL and not too_early:
        draft.emit(e.RoundClosed(seat, judged.outcome, judged.points, card, judged.melds, judged.loose))
        start_showdown(draft, RoundEnd.CLOSE)
        return
    if rules.illegal_close is IllegalClose.PENALISE:
        count = draft.table.seats[seat].false_closes + 1
        draft.emit(e.FalseCloseMade(seat, sort_cards(seven, rules), count, card))
        score_false_close(draft, seat)
        return
    if too_early:
        raise RuleViolation(
            Reason.CLOSE_TOO_EARLY,
            "every seat must complete a turn before the first close",
            turns_played=round_.turns,
            turns_needed=len(round_.seats),
        )
    raise RuleViolation(
        Reason.CLOSE_NOT_ALLOWED,
        f"the cards left would count {judged.points}",
        points=judged.points,
        limit=rules.close_max_points,
        close_rule=rules.close_rule.name,
    )


def say_paso(draft: Draft, seat: int) -> None:
    """End a round whose stock is empty for good."""
    round_ = require_turn(draft, seat, RoundPhase.DRAW)
    if not is_stock_gone(round_, draft.table.rules):
        raise RuleViolation(
            Reason.STOCK_NOT_EMPTY, "a card can be drawn from the stock", stock_count=len(round_.stock)
        )
    draft.emit(e.PasoSaid(seat))
    start_showdown(draft, RoundEnd.PASO)


def time_out(draft: Draft) -> None:
    """Play for the seat whose clock ran out: draw and throw the card away, or say paso; never close."""
    seat = draft.round.on_turn
    draft.emit(e.TurnTimedOut(seat))
    if draft.round.phase is RoundPhase.DRAW:
        if is_stock_gone(draft.round, draft.table.rules):
            say_paso(draft, seat)
            return
        draw_stock(draft, seat)
    discard(draft, seat, _card_to_throw(draft, seat))


def _card_to_throw(draft: Draft, seat: int) -> Card:
    round_, rules = draft.round, draft.table.rules
    hand = round_.hands[seat]
    if not round_.taken:
        return hand[-1]

    def points_left(card: Card) -> int:
        left = list(hand)
        left.remove(card)
        return arrange(left, rules, draft.table.decks).points

    allowed = [card for card in sort_cards(set(hand), rules) if may_part_with(round_, rules, seat, card)]
    return min(allowed, key=points_left)


def require_turn(draft: Draft, seat: int, phase: RoundPhase) -> Round:
    """Return the running round; refuse when another seat is on turn or the turn is at another phase."""
    round_ = draft.round
    if round_.on_turn == NOBODY:
        raise RuleViolation(Reason.WRONG_PHASE, "nobody is on turn", phase=round_.phase.name)
    if seat != round_.on_turn:
        raise RuleViolation(
            Reason.NOT_YOUR_TURN,
            f"seat {round_.on_turn} is on turn",
            seat_on_turn=round_.on_turn,
            phase=round_.phase.name,
        )
    if round_.phase is not phase:
        expected = "draw_stock,draw_discard" if round_.phase is RoundPhase.DRAW else "discard,close"
        raise RuleViolation(
            Reason.WRONG_PHASE,
            f"the turn is at {round_.phase.name}",
            phase=round_.phase.name,
            expected=expected,
        )
    return round_


def _require_card(round_: Round, rules: Rules, seat: int, card: Card) -> None:
    if card not in round_.hands[seat]:
        raise RuleViolation(Reason.CARD_NOT_IN_HAND, "the seat does not hold this card", card=card)
    if not may_part_with(round_, rules, seat, card):
        raise RuleViolation(Reason.CARD_JUST_TAKEN, "the card just taken may not go back", card=card)


def may_part_with(round_: Round, rules: Rules, seat: int, card: Card) -> bool:
    """Tell whether a seat may discard or close with a card that it holds."""
    return rules.may_discard_taken_card or card != round_.taken or round_.hands[seat].count(card) > 1


def is_too_early(round_: Round, rules: Rules) -> bool:
    """Tell whether a close now would come before every seat dealt in has completed a turn."""
    return not rules.close_in_first_round and round_.turns < len(round_.seats)


def is_stock_gone(round_: Round, rules: Rules) -> bool:
    """Tell whether the stock is empty for good, so that only exchange and paso are left."""
    return not round_.stock and rules.empty_stock is EmptyStock.RESHUFFLE_ONCE and round_.exhaustions > 0
