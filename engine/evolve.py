"""Fold events into state: records, never computes.

Scores, lay-offs, dealt cards and the next lead are in the events, so that a later mend of a rule never changes
an old table.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine import events as e
from engine.cards import Card
from engine.events import Event
from engine.state import (
    NOBODY,
    BotLevel,
    Deadline,
    DeadlineKind,
    Proposal,
    Round,
    RoundPhase,
    Seat,
    SeatLayOff,
    Showdown,
    Table,
    TableMeld,
    TableState,
)
from engine.values import replace


def apply(table: Table | None, events: Iterable[Event]) -> Table:
    """Return the table after one batch of events, one version later; the batch of a creation has no table before."""
    before = table
    for event in events:
        table = evolve(table, event)
    if table is None:
        raise ValueError("a batch holds at least one event")
    return table if before is None else replace(table, version=before.version + 1)


def evolve(table: Table | None, event: Event) -> Table:
    """Return the table after one event. Raises ValueError when the event cannot follow this state."""
    if table is None:
        if isinstance(event, e.TableCreated):
            return _created(event)
        raise ValueError(f"{type(event).__name__} before the table was created")
    if isinstance(event, _ROUND_EVENTS):
        return _evolve_round(table, event)
    return _evolve_table(table, event)


def _created(event: e.TableCreated) -> Table:
    return Table(
        table_id=event.table_id,
        rules=event.rules,
        seats=(Seat(),) * event.seats,
        seed=event.seed,
        commitment=event.commitment,
        chain_length=event.chain_length,
        engine_version=event.engine_version,
        visibility=event.visibility,
        invite_code=event.invite_code,
        created_at=event.created_at,
    )


def _evolve_table(table: Table, event: Event) -> Table:
    match event:
        case e.SeatTaken(seat, name, generation, bot):
            return _with_seat(table, seat, Seat(taken=True, name=name, generation=generation, bot=bot))
        case e.SeatVacated(seat, _, generation):
            # The totals of a seat that left a running match still count in its result.
            empty = replace(
                table.seats[seat],
                taken=False,
                name="",
                generation=generation,
                bot=BotLevel.NONE,
                stand_in=False,
                salt=b"",
                tokens=0,
            )
            return _with_seat(table, seat, empty)
        case e.HostChanged(seat):
            return replace(table, host=seat, acting_host=NOBODY)
        case e.CredentialRenewed(seat, generation):
            return _with_seat(table, seat, replace(table.seats[seat], generation=generation))
        case e.SaltContributed(seat, salt):
            return _with_seat(table, seat, replace(table.seats[seat], salt=salt))
        case e.BotTookOver(seat, bot):
            return _with_seat(table, seat, replace(table.seats[seat], bot=bot, stand_in=True))
        case e.PlayerReturned(seat):
            return _with_seat(table, seat, replace(table.seats[seat], bot=BotLevel.NONE, stand_in=False))
        case e.ActingHostChanged(seat):
            return replace(table, acting_host=seat)
        case e.TableClosed():
            return replace(table, state=TableState.CLOSED, host=NOBODY, acting_host=NOBODY)
        case e.MatchStarted():
            return _match_started(table, event)
        case e.RoundDealt():
            return _round_dealt(table, event)
        case e.RoundScored(result):
            table = replace(table, last_round=result)
            for scored in result.seats:
                table = _with_seat(table, scored.seat, replace(table.seats[scored.seat], score=scored.total))
            return table
        case e.SeatEliminated(seat):
            return _with_seat(table, seat, replace(table.seats[seat], out=True))
        case e.SeatReentered(seat, total, tokens_left):
            before = table.seats[seat]
            back = replace(before, out=False, score=total, tokens=tokens_left, reentries=before.reentries + 1)
            return _with_seat(table, seat, back)
        case e.StakePaid(_, _, pot):
            return replace(table, pot=pot)
        case e.SeedRevealed(_, seed):
            # A round that ends with the match, unscored, leaves the seed to the result that it belongs to.
            return replace(table, last_seed=seed) if is_scored(table) else table
        case e.EndProposed(seat, proposal_id):
            round_ = _round(table)
            return replace(
                table,
                proposal=Proposal(proposal_id, seat, frozenset((seat,))),
                proposals=proposal_id,
                round=replace(round_, proposers=round_.proposers | {seat}),
            )
        case e.EndAnswered(seat, _, agree):
            if not agree or table.proposal is None:
                return table
            return replace(table, proposal=replace(table.proposal, agreed=table.proposal.agreed | {seat}))
        case e.ProposalDropped():
            return replace(table, proposal=None)
        case e.MatchEnded(result):
            seats = tuple(replace(seat, in_match=False) for seat in table.seats)
            return replace(
                table,
                state=TableState.LOBBY,
                seats=seats,
                round=None,
                proposal=None,
                deadline=None,
                pot=0,
                match_result=result,
            )
        case e.DeadlineExtended(_, at):
            return replace(table, deadline=table.deadline and replace(table.deadline, at=at))
    raise ValueError(f"{type(event).__name__} cannot follow")


def _evolve_round(table: Table, event: Event) -> Table:
    round_ = _round(table)
    match event:
        case e.TurnStarted(seat, deadline):
            round_ = replace(round_, phase=RoundPhase.DRAW, on_turn=seat, taken=0)
            return replace(table, round=round_, deadline=_deadline(DeadlineKind.TURN, seat, deadline))
        case e.StockReshuffled(stock):
            exhaustions = round_.exhaustions + 1
            return replace(table, round=replace(round_, stock=stock, discards=(), exhaustions=exhaustions))
        case e.CardDrawn(seat, e.DrawSource.STOCK, card):
            hands = _with_hand(round_, seat, (*round_.hands[seat], card))
            round_ = replace(round_, hands=hands, stock=round_.stock[:-1], phase=RoundPhase.DISCARD)
        case e.CardDrawn(seat, e.DrawSource.DISCARD_PILE, card):
            hands = _with_hand(round_, seat, (*round_.hands[seat], card))
            round_ = replace(
                round_, hands=hands, discards=round_.discards[:-1], taken=card, phase=RoundPhase.DISCARD
            )
        case e.CardDiscarded(seat, card):
            round_ = replace(_turn_completed(round_, seat, card), discards=(*round_.discards, card))
        case e.RoundClosed(seat, outcome, points, card, melds, loose):
            showdown = Showdown(
                order=(),
                closer=seat,
                outcome=outcome,
                close_points=points,
                close_melds=melds,
                close_loose=loose,
                closing_card=card,
            )
            round_ = replace(_turn_completed(round_, seat, card), on_turn=NOBODY, showdown=showdown)
            return replace(table, round=round_, deadline=None)
        case e.FalseCloseMade(seat, _, false_closes, card):
            showdown = Showdown(order=(), closer=seat, closing_card=card)
            round_ = replace(_turn_completed(round_, seat, card), on_turn=NOBODY, showdown=showdown)
            table = replace(table, round=round_, deadline=None)
            return _with_seat(table, seat, replace(table.seats[seat], false_closes=false_closes))
        case e.PasoSaid() | e.TurnLimitReached():
            return replace(table, round=replace(round_, on_turn=NOBODY), deadline=None)
        case e.TurnTimedOut():
            return table
        case e.SummaryStarted(_, deadline):
            round_ = replace(round_, phase=RoundPhase.SUMMARY)
            return replace(table, round=round_, deadline=_deadline(DeadlineKind.NEXT_ROUND, NOBODY, deadline))
        case e.ReentryDeclined(seat):
            round_ = replace(round_, declined=round_.declined | {seat})
        case _:
            return _evolve_showdown(table, round_, event)
    return replace(table, round=round_)


def _evolve_showdown(table: Table, round_: Round, event: Event) -> Table:
    showdown = round_.showdown or Showdown(order=())
    deadline = table.deadline
    match event:
        case e.ShowdownStarted(order):
            showdown = replace(showdown, order=order)
        case e.ExposingStarted(seat, at):
            showdown = replace(showdown, exposing=seat, automatic=False)
            round_ = replace(round_, phase=RoundPhase.EXPOSE)
            deadline = _deadline(DeadlineKind.EXPOSE, seat, at)
        case e.MeldExposed(seat, _, meld, _):
            showdown = replace(showdown, melds=(*showdown.melds, TableMeld(seat, meld)))
            round_ = replace(
                round_, hands=_with_hand(round_, seat, _without(round_.hands[seat], *meld.cards))
            )
        case e.LayOffStarted(_, at):
            showdown = replace(showdown, passed=showdown.passed_rest)
            round_ = replace(round_, phase=RoundPhase.LAY_OFF)
            deadline = _deadline(DeadlineKind.LAY_OFF, NOBODY, at)
        case e.CardLaidOff(seat, lay_off, onto_seat, meld, _, at):
            melds = list(showdown.melds)
            melds[lay_off.meld] = TableMeld(onto_seat, meld)
            loose = showdown.close_loose
            showdown = replace(
                showdown,
                melds=tuple(melds),
                lay_offs=(*showdown.lay_offs, SeatLayOff(seat, lay_off)),
                close_loose=_without(loose, lay_off.card) if seat == showdown.closer else loose,
                passed=showdown.passed_rest,
            )
            round_ = replace(
                round_, hands=_with_hand(round_, seat, _without(round_.hands[seat], lay_off.card))
            )
            deadline = _deadline(DeadlineKind.LAY_OFF, NOBODY, at)
        case e.LayOffPassed(seat, _, rest):
            showdown = replace(
                showdown,
                passed=showdown.passed | {seat},
                passed_rest=showdown.passed_rest | {seat} if rest else showdown.passed_rest,
            )
        case e.ExposingEnded(_, timed_out):
            showdown = replace(showdown, automatic=timed_out)
        case e.WindowElapsed():
            deadline = None
        case _:
            raise ValueError(f"{type(event).__name__} cannot follow")
    return replace(table, round=replace(round_, showdown=showdown), deadline=deadline)


def _match_started(table: Table, event: e.MatchStarted) -> Table:
    seats = tuple(
        replace(
            seat,
            in_match=index in event.seats,
            out=False,
            score=0,
            tokens=event.tokens if index in event.seats else 0,
            reentries=0,
            false_closes=0,
        )
        for index, seat in enumerate(table.seats)
    )
    return replace(
        table,
        state=TableState.PLAYING,
        match=event.match,
        decks=event.decks,
        salts=event.salts,
        seats=seats,
        round=None,
        pot=0,
        proposals=0,
        last_round=None,
        last_seed=b"",
        match_result=None,
    )


def _round_dealt(table: Table, event: e.RoundDealt) -> Table:
    hands: list[tuple[Card, ...]] = [()] * len(table.seats)
    for seat, hand in zip(event.seats, event.hands, strict=True):
        hands[seat] = hand
    dealt = Round(
        number=event.round,
        dealer=event.dealer,
        lead_seat=event.lead_seat,
        seats=event.seats,
        hands=tuple(hands),
        stock=event.stock,
        discards=(event.discard,),
        seed_index=event.seed_index,
        commitment=event.commitment,
    )
    return replace(table, round=dealt, seeds_used=event.seed_index, deadline=None)


def _turn_completed(round_: Round, seat: int, card: Card) -> Round:
    hands = _with_hand(round_, seat, _without(round_.hands[seat], card))
    return replace(round_, hands=hands, turns=round_.turns + 1, last_turn=seat, taken=0)


def is_scored(table: Table) -> bool:
    """Tell whether the running round has its result."""
    round_, last = table.round, table.last_round
    return round_ is not None and last is not None and last.number == round_.number


def _round(table: Table) -> Round:
    if table.round is None:
        raise ValueError("no round is running")
    return table.round


def _deadline(kind: DeadlineKind, seat: int, at: int) -> Deadline | None:
    return Deadline(kind, seat, at) if at else None


def _with_seat(table: Table, index: int, seat: Seat) -> Table:
    return replace(table, seats=(*table.seats[:index], seat, *table.seats[index + 1 :]))


def _with_hand(round_: Round, seat: int, hand: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    return (*round_.hands[:seat], hand, *round_.hands[seat + 1 :])


def _without(cards: tuple[Card, ...], *gone: Card) -> tuple[Card, ...]:
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


_ROUND_EVENTS = (
    e.TurnStarted,
    e.StockReshuffled,
    e.CardDrawn,
    e.CardDiscarded,
    e.RoundClosed,
    e.FalseCloseMade,
    e.PasoSaid,
    e.TurnLimitReached,
    e.TurnTimedOut,
    e.ShowdownStarted,
    e.ExposingStarted,
    e.MeldExposed,
    e.LayOffStarted,
    e.CardLaidOff,
    e.LayOffPassed,
    e.ExposingEnded,
    e.WindowElapsed,
    e.SummaryStarted,
    e.ReentryDeclined,
)
