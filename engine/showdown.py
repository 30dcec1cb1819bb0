"""The showdown: melds on the table, cards laid off, and the score at its end.

Source: docs/rules.md, "Showdown, AUTOMATIC" and "Showdown, MANUAL".
"""

from __future__ import annotations

from collections.abc import Sequence

from engine import events as e
from engine.arrange import Close, CloseOutcome, arrange
from engine.cards import Card
from engine.dealing import turn_order
from engine.draft import Draft
from engine.melds import LayOffEnd, Meld, MeldKind, laid_as, lay_off, read_meld, sort_cards
from engine.rules import LayOffScope, Rules, ShowdownKind
from engine.scoring import Shown, score_round, wins_match
from engine.settle import LayOff, SeatShowdown, settle_showdown
from engine.state import NOBODY, Round, RoundEnd, RoundPhase, Showdown, Table
from engine.violations import Reason, RuleViolation


def start_showdown(draft: Draft, end: RoundEnd) -> None:
    """Start the showdown of a round that was closed or ended without a closer; finish it where nobody has a say."""
    rules, round_ = draft.table.rules, draft.round
    outcome = round_.showdown.outcome if round_.showdown else CloseOutcome.ILLEGAL
    draft.emit(e.ShowdownStarted(turn_order(round_.seats, round_.last_turn)))
    full = outcome > CloseOutcome.POINTS
    at_once = wins_match(outcome, rules) or (full and rules.lay_off_after_full_hand is LayOffScope.NONE)
    if rules.showdown is ShowdownKind.AUTOMATIC or at_once:
        _show_automatically(draft, end)
    else:
        _start_exposing(draft, _showdown(draft.round).order[0])


def _show_automatically(draft: Draft, end: RoundEnd) -> None:
    table, round_ = draft.table, draft.round
    showdown = _showdown(round_)
    hands = {seat: sort_cards(round_.hands[seat], table.rules) for seat in showdown.order}
    close, opponents = None, showdown.order
    if showdown.closer != NOBODY:
        close = Close(showdown.outcome, showdown.close_points, showdown.close_melds, showdown.close_loose)
        opponents = showdown.order[1:]
    settled = settle_showdown(close, [hands[seat] for seat in opponents], table.rules, table.decks)
    shown: dict[int, SeatShowdown] = dict(zip(opponents, settled.opponents, strict=True))
    if settled.closer:
        _expose_all(draft, showdown.closer, settled.closer.melds)
    for seat in opponents:
        _expose_all(draft, seat, shown[seat].melds)
        _lay_off_all(draft, seat, shown[seat].lay_offs)
    if settled.closer:
        _lay_off_all(draft, showdown.closer, settled.closer.lay_offs)
        shown[showdown.closer] = settled.closer
    score_round(
        draft,
        end,
        {seat: Shown(shown[seat].points, hands[seat], shown[seat].loose) for seat in showdown.order},
    )


def _expose_all(draft: Draft, seat: int, melds: Sequence[Meld]) -> None:
    for meld in melds:
        draft.emit(e.MeldExposed(seat, _next_meld_id(draft), meld, automatic=True))


def _lay_off_all(draft: Draft, seat: int, lay_offs: Sequence[LayOff]) -> None:
    for laid in lay_offs:
        target = _showdown(draft.round).melds[laid.meld]
        longer = lay_off(target.meld, laid.card, laid.end, draft.table.rules, draft.table.decks)
        assert longer is not None, "the settlement lays cards only where they fit"
        draft.emit(e.CardLaidOff(seat, laid, target.seat, longer, automatic=True, deadline=0))


def expose_meld(draft: Draft, seat: int, cards: tuple[Card, ...]) -> None:
    """Expose one meld: the closer one of those fixed at the close, others any valid meld of the cards in hand."""
    showdown = _require_exposing(draft, seat)
    rules = draft.table.rules
    missing = next((card for card in cards if cards.count(card) > draft.round.hands[seat].count(card)), None)
    if missing is not None:
        raise RuleViolation(Reason.CARD_NOT_IN_HAND, "the seat does not hold this card", card=missing)
    meld = read_meld(cards, rules, draft.table.decks, as_given=True)
    if meld is not None and seat == showdown.closer:
        meld = _as_closed(unshown_melds(showdown), meld, cards, rules)
    if meld is None:
        raise RuleViolation(Reason.MELDS_NOT_VALID, "these cards are no meld that this seat may expose")
    _expose(draft, seat, meld, automatic=False)


def end_exposing(draft: Draft, seat: int) -> None:
    """Expose no more melds; the closer must show all of its own."""
    showdown = _require_exposing(draft, seat)
    if seat == showdown.closer:
        raise RuleViolation(Reason.MELDS_NOT_VALID, "the closer shows every meld that it closed with")
    draft.emit(e.ExposingEnded(seat, timed_out=False))
    _next_seat(draft)


def lay_off_card(draft: Draft, seat: int, card: Card, meld_id: int, end: LayOffEnd | None) -> None:
    """Lay a card off onto the meld just exposed."""
    showdown = _require_lay_off(draft, seat, meld_id)
    round_, rules = draft.round, draft.table.rules
    if card not in round_.hands[seat]:
        raise RuleViolation(Reason.CARD_NOT_IN_HAND, "the seat does not hold this card", card=card)
    target = showdown.melds[-1]
    if target.meld.kind is MeldKind.RUN and end is None and rules.is_joker(card):
        raise RuleViolation(Reason.INVALID_REQUEST, "a joker on a run needs an end", field="end")
    longer = lay_off(target.meld, card, end, rules, draft.table.decks)
    if longer is None or card not in free_cards(draft.table, seat):
        raise RuleViolation(
            Reason.LAY_OFF_NOT_POSSIBLE, "the card does not fit there", card=card, meld_id=meld_id
        )
    laid = LayOff(card, meld_id - 1, _end_of(target.meld, longer), laid_as(target.meld, longer, card))
    deadline = draft.deadline(rules.showdown_window)
    draft.emit(e.CardLaidOff(seat, laid, target.seat, longer, automatic=False, deadline=deadline))
    _go_on_if_all_passed(draft)


def pass_lay_off(draft: Draft, seat: int, meld_id: int, rest_of_showdown: bool) -> None:
    """Lay nothing onto the meld just exposed, or onto any further one."""
    _require_lay_off(draft, seat, meld_id)
    draft.emit(e.LayOffPassed(seat, meld_id, rest_of_showdown))
    _go_on_if_all_passed(draft)


def end_window(draft: Draft) -> None:
    """Go on after a window is over: the engine exposes for a seat that did not, or the next exposing follows."""
    phase = draft.round.phase
    draft.emit(e.WindowElapsed(phase))
    if phase is RoundPhase.LAY_OFF:
        _go_on_exposing(draft)
    else:
        draft.emit(e.ExposingEnded(_showdown(draft.round).exposing, timed_out=True))
        _expose_next(draft)


def unshown_melds(showdown: Showdown) -> tuple[Meld, ...]:
    """Return the melds of the close that the closer has not exposed yet, in the order in which they are shown."""
    shown = sum(laid.seat == showdown.closer for laid in showdown.melds)
    if not shown:
        return showdown.close_melds
    gone = [sorted(_own_cards(showdown, index)) for index in _melds_of(showdown, showdown.closer)]
    left = []
    for meld in showdown.close_melds:
        if sorted(meld.cards) in gone:
            gone.remove(sorted(meld.cards))
        else:
            left.append(meld)
    return tuple(left)


def free_cards(table: Table, seat: int) -> tuple[Card, ...]:
    """Return the cards that a seat may lay off: those in hand, for the closer at most its loose ones."""
    round_ = _running(table)
    showdown = _showdown(round_)
    if seat != showdown.closer:
        return round_.hands[seat]
    return showdown.close_loose if table.rules.closer_may_lay_off else ()


def may_lay_off_now(table: Table, seat: int) -> bool:
    """Tell whether a seat may lay off or pass in the running window."""
    round_ = table.round
    return (
        round_ is not None
        and round_.phase is RoundPhase.LAY_OFF
        and seat in round_.seats
        and seat not in _passed(round_)
    )


def _start_exposing(draft: Draft, seat: int) -> None:
    has_meld = _next_meld(draft, seat) is not None
    draft.emit(e.ExposingStarted(seat, draft.deadline(draft.table.rules.showdown_window) if has_meld else 0))
    if not has_meld:
        _next_seat(draft)


def _expose(draft: Draft, seat: int, meld: Meld, *, automatic: bool) -> None:
    meld_id = _next_meld_id(draft)
    draft.emit(e.MeldExposed(seat, meld_id, meld, automatic))
    if _takes_no_cards(draft, seat):
        _go_on_exposing(draft)
    else:
        draft.emit(e.LayOffStarted(meld_id, draft.deadline(draft.table.rules.showdown_window)))
        _go_on_if_all_passed(draft)


def _next_meld_id(draft: Draft) -> int:
    return len(_showdown(draft.round).melds) + 1


def _takes_no_cards(draft: Draft, seat: int) -> bool:
    """Tell whether nobody may lay off onto a seat's melds: the closer's after a full hand, with OTHERS."""
    showdown = _showdown(draft.round)
    return (
        seat == showdown.closer
        and showdown.outcome > CloseOutcome.POINTS
        and draft.table.rules.lay_off_after_full_hand is LayOffScope.OTHERS
    )


def _expose_next(draft: Draft) -> None:
    """Expose the next meld for a seat whose time is over."""
    seat = _showdown(draft.round).exposing
    meld = _next_meld(draft, seat)
    if meld:
        _expose(draft, seat, meld, automatic=True)
    else:
        _next_seat(draft)


def _go_on_if_all_passed(draft: Draft) -> None:
    round_ = draft.round
    if _passed(round_).issuperset(round_.seats):
        _go_on_exposing(draft)


def _go_on_exposing(draft: Draft) -> None:
    showdown = _showdown(draft.round)
    if showdown.automatic:
        _expose_next(draft)
    elif _next_meld(draft, showdown.exposing):
        draft.emit(e.ExposingStarted(showdown.exposing, draft.deadline(draft.table.rules.showdown_window)))
    else:
        _next_seat(draft)


def _next_seat(draft: Draft) -> None:
    showdown = _showdown(draft.round)
    place = showdown.order.index(showdown.exposing) + 1
    if place < len(showdown.order):
        _start_exposing(draft, showdown.order[place])
    else:
        _score(draft)


def _next_meld(draft: Draft, seat: int) -> Meld | None:
    """Return the meld that the engine would expose next for a seat; None when it holds none."""
    showdown = _showdown(draft.round)
    if seat == showdown.closer:
        melds = unshown_melds(showdown)
    else:
        melds = arrange(draft.round.hands[seat], draft.table.rules, draft.table.decks).melds
    return melds[0] if melds else None


def _score(draft: Draft) -> None:
    round_, rules = draft.round, draft.table.rules
    showdown = _showdown(round_)
    shown = {}
    for seat in showdown.order:
        loose = sort_cards(round_.hands[seat], rules)
        points = sum(map(rules.points_of, loose))
        if seat == showdown.closer and showdown.outcome > CloseOutcome.POINTS:
            points = showdown.close_points
        shown[seat] = Shown(points, sort_cards(_hand_at_end_of_play(round_, seat), rules), loose)
    score_round(draft, _round_end(draft.table), shown)


def _round_end(table: Table) -> RoundEnd:
    round_ = _running(table)
    if _showdown(round_).closer != NOBODY:
        return RoundEnd.CLOSE
    return RoundEnd.TURN_LIMIT if round_.turns >= table.rules.round_turn_limit else RoundEnd.PASO


def _hand_at_end_of_play(round_: Round, seat: int) -> tuple[Card, ...]:
    showdown = _showdown(round_)
    exposed = [card for index in _melds_of(showdown, seat) for card in _own_cards(showdown, index)]
    laid = [laid.lay_off.card for laid in showdown.lay_offs if laid.seat == seat]
    return (*round_.hands[seat], *exposed, *laid)


def _melds_of(showdown: Showdown, seat: int) -> list[int]:
    return [index for index, laid in enumerate(showdown.melds) if laid.seat == seat]


def _own_cards(showdown: Showdown, index: int) -> list[Card]:
    """Return the cards of a meld on the table without those laid off onto it."""
    cards = list(showdown.melds[index].meld.cards)
    for laid in showdown.lay_offs:
        if laid.lay_off.meld == index:
            cards.remove(laid.lay_off.card)
    return cards


def _as_closed(unshown: Sequence[Meld], meld: Meld, cards: Sequence[Card], rules: Rules) -> Meld | None:
    """Return the closer's meld that is being exposed, read as its owner gives it now, else as at the close."""
    fixed = next((other for other in unshown if sorted(other.cards) == sorted(meld.cards)), None)
    return meld if fixed and _is_rising(meld, cards, rules) else fixed


def _is_rising(meld: Meld, cards: Sequence[Card], rules: Rules) -> bool:
    """Tell whether the cards were given in the order of the run that they were read as."""
    places = zip(cards, sorted(meld.stands_for), strict=True)
    return meld.kind is MeldKind.RUN and all(rules.is_joker(card) or card == stood for card, stood in places)


def _end_of(before: Meld, after: Meld) -> LayOffEnd | None:
    if before.kind is MeldKind.SET:
        return None
    return LayOffEnd.LOW if after.low < before.low else LayOffEnd.HIGH


def _passed(round_: Round) -> frozenset[int]:
    """Return the seats that passed on the meld just exposed; a seat without cards counts as passed."""
    return _showdown(round_).passed | {seat for seat in round_.seats if not round_.hands[seat]}


def _running(table: Table) -> Round:
    assert table.round is not None, "a round is running"
    return table.round


def _showdown(round_: Round) -> Showdown:
    assert round_.showdown is not None, "a showdown has started"
    return round_.showdown


def _require_exposing(draft: Draft, seat: int) -> Showdown:
    round_ = draft.round
    if round_.phase is not RoundPhase.EXPOSE:
        raise RuleViolation(Reason.WRONG_PHASE, "nobody is exposing", phase=round_.phase.name)
    showdown = _showdown(round_)
    if seat != showdown.exposing:
        raise RuleViolation(
            Reason.NOT_YOUR_TURN,
            f"seat {showdown.exposing} is exposing",
            seat_on_turn=showdown.exposing,
            phase=round_.phase.name,
        )
    return showdown


def _require_lay_off(draft: Draft, seat: int, meld_id: int) -> Showdown:
    round_ = draft.round
    if round_.phase is not RoundPhase.LAY_OFF or meld_id != len(_showdown(round_).melds):
        raise RuleViolation(
            Reason.WRONG_PHASE, "nothing may be laid onto that meld now", phase=round_.phase.name
        )
    if not may_lay_off_now(draft.table, seat):
        raise RuleViolation(Reason.WRONG_PHASE, "the seat has passed", phase=round_.phase.name)
    return _showdown(round_)
