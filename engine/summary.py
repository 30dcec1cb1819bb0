"""Between two rounds: opening the next one, coming back, staying out; and ending by agreement.

Source: docs/rules.md, "Scoring, elimination, re-entry, end".
"""

from __future__ import annotations

from engine import events as e
from engine.dealing import deal
from engine.draft import Draft
from engine.ending import end_match, lowest
from engine.hosts import require_host
from engine.rules import NextRound, Reentry
from engine.state import BotLevel, MatchEnd, Round, RoundPhase, Table
from engine.violations import Reason, RuleViolation


def open_round(draft: Draft, seat: int, number: int) -> None:
    """Open the next round as its host."""
    require_host(draft.table, seat)
    _require_summary(draft, number - 1)
    if draft.table.rules.next_round is NextRound.AUTOMATIC:
        raise RuleViolation(
            Reason.WRONG_PHASE, "the server opens the rounds of this table", phase=RoundPhase.SUMMARY.name
        )
    deal(draft)


def reenter(draft: Draft, seat: int, number: int) -> None:
    """Spend a token: the seat is in again, at the highest total among those in."""
    _require_summary(draft, number)
    table = draft.table
    if not may_reenter(table, seat):
        raise RuleViolation(
            Reason.NO_REENTRY_LEFT, "the seat has nothing to re-enter with", tokens=table.seats[seat].tokens
        )
    highest = max(table.seats[other].score for other in table.seats_in())
    draft.emit(e.SeatReentered(seat, highest, table.seats[seat].tokens - 1))
    settle_proposal(draft)


def decline_reentry(draft: Draft, seat: int, number: int) -> None:
    """Tell the others that the seat stays out for now; once a summary, and it may still re-enter."""
    round_ = _require_summary(draft, number)
    if not may_reenter(draft.table, seat):
        raise RuleViolation(
            Reason.NO_REENTRY_LEFT,
            "the seat has nothing to re-enter with",
            tokens=draft.table.seats[seat].tokens,
        )
    if seat in round_.declined:
        raise RuleViolation(Reason.WRONG_PHASE, "declined already", phase=round_.phase.name)
    draft.emit(e.ReentryDeclined(seat))


def propose_end(draft: Draft, seat: int) -> None:
    """Propose to end the match: one proposal at a time, at most one a seat and round."""
    if not may_propose(draft.table, seat):
        raise RuleViolation(
            Reason.WRONG_PHASE, "the seat may not propose to end the match now", phase=draft.round.phase.name
        )
    draft.emit(e.EndProposed(seat, draft.table.proposals + 1))
    settle_proposal(draft)


def answer_end(draft: Draft, seat: int, proposal_id: int, agree: bool) -> None:
    """Answer the open proposal; a refusal ends it, the last agreement ends the match."""
    if draft.round and not _awaits_answer(draft.table, seat, proposal_id):
        raise RuleViolation(
            Reason.NO_PROPOSAL, "there is no such proposal for this seat to answer", proposal_id=proposal_id
        )
    draft.emit(e.EndAnswered(seat, proposal_id, agree))
    if agree:
        settle_proposal(draft)
    else:
        draft.emit(e.ProposalDropped(proposal_id, lapsed=False))


def may_reenter(table: Table, seat: int) -> bool:
    """Tell whether a seat could spend a token in a summary."""
    player = table.seats[seat]
    return table.rules.reentry is Reentry.TOKENS and player.in_match and player.out and player.tokens > 0


def undecided_seats(table: Table) -> tuple[int, ...]:
    """Return the seats that could re-enter in the running summary and have not declined, ascending."""
    round_ = table.round
    if round_ is None or round_.phase is not RoundPhase.SUMMARY:
        return ()
    seats = range(len(table.seats))
    return tuple(seat for seat in seats if may_reenter(table, seat) and seat not in round_.declined)


def may_propose(table: Table, seat: int) -> bool:
    """Tell whether a seat may propose to end the match now."""
    round_ = table.round
    return (
        round_ is not None
        and table.rules.end_by_agreement
        and table.seats[seat].is_in
        and table.proposal is None
        and seat not in round_.proposers
    )


def must_answer(table: Table, seat: int) -> bool:
    """Tell whether the open proposal waits for this seat's answer."""
    return table.proposal is not None and _awaits_answer(table, seat, table.proposal.number)


def _awaits_answer(table: Table, seat: int, proposal_id: int) -> bool:
    proposal = table.proposal
    return (
        proposal is not None
        and proposal.number == proposal_id
        and table.seats[seat].is_in
        and seat not in proposal.agreed
    )


def settle_proposal(draft: Draft) -> None:
    """Let bots agree to the open proposal, and end the match when everybody in has agreed."""
    table = draft.table
    if table.proposal is None:
        return
    for seat in table.seats_in():
        if table.seats[seat].bot is not BotLevel.NONE and must_answer(table, seat):
            draft.emit(e.EndAnswered(seat, table.proposal.number, agree=True))
    proposal = draft.table.proposal
    if proposal and proposal.agreed.issuperset(draft.table.seats_in()):
        end_match(draft, MatchEnd.AGREEMENT, lowest(draft.table, draft.table.seats_in()), proposal.seat)


def _require_summary(draft: Draft, number: int) -> Round:
    round_ = draft.round
    if round_.phase is not RoundPhase.SUMMARY or round_.number != number:
        raise RuleViolation(
            Reason.WRONG_PHASE,
            f"round {round_.number} is at {round_.phase.name}",
            phase=round_.phase.name,
        )
    return round_
