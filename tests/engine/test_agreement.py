"""docs/rules.md, "Scoring, elimination, re-entry, end": ending by unanimous agreement."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine import actions as a
from engine import events as e
from engine.legal import legal_actions
from engine.rules import Reentry
from engine.state import BotLevel, MatchEnd, RoundPhase
from engine.violations import Reason
from tests.engine.tables import (
    BARAJAMOS,
    CLUB,
    DRAW,
    PROPOSE,
    Game,
    close,
    expose,
    lobby,
    position,
)

CLOSER = "7o 7c 7b 10e 11e 12e 3b 12c"
YES, NO = a.AnswerEnd(1, agree=True), a.AnswerEnd(1, agree=False)


def playing(scores: tuple[int, ...] = (40, 20, 30), **kinds: Any) -> Game:
    return position(CLUB, "... | ... | ...", scores=scores, **kinds)


def in_summary() -> Game:
    """Return the summary after a false close by seat 0."""
    return position(CLUB, "4c 5c 6c 11o 11e 11b 6b 12c | ... | ...").do(0, close("12c"))


def test_when_all_agree_the_lowest_total_wins_the_pot_and_the_others_points() -> None:
    game = playing(pot=20).do(2, PROPOSE).do(0, YES).do(1, YES)
    assert (game.end, game.match_result.caused_by) == (MatchEnd.AGREEMENT, 2)
    assert game.prizes == {1: 20 + 40 + 30}


def test_the_running_round_is_not_scored_but_its_seed_is_revealed() -> None:
    game = playing().do(2, PROPOSE).do(0, YES).do(1, YES)
    assert game.names() == ["EndAnswered", "SeedRevealed", "MatchEnded"]
    assert game.totals == (40, 20, 30)


def test_fewest_reentries_decide_between_equal_totals() -> None:
    game = playing((20, 20, 30)).given(0, reentries=1).do(0, PROPOSE).do(1, YES).do(2, YES)
    assert game.winners == (1,)


def test_the_first_refusal_ends_the_proposal() -> None:
    game = playing().do(2, PROPOSE).do(0, NO)
    assert game.table.proposal is None
    assert game.refused(1, YES) is Reason.NO_PROPOSAL


def test_one_proposal_at_a_time_and_one_a_seat_and_round() -> None:
    game = playing().do(2, PROPOSE)
    assert game.refused(1, PROPOSE) is Reason.WRONG_PHASE
    game.do(0, NO)
    assert game.refused(2, PROPOSE) is Reason.WRONG_PHASE
    game.do(1, PROPOSE)
    assert game.table.proposal is not None
    assert game.table.proposal.number == 2


def test_an_answer_is_given_once_and_not_by_the_proposer() -> None:
    game = playing().do(2, PROPOSE)
    assert game.refused(2, YES) is Reason.NO_PROPOSAL
    game.do(0, YES)
    refusal = game.violation(0, NO)
    assert (refusal.reason, refusal.metadata) == (Reason.NO_PROPOSAL, {"proposal_id": "1"})


def test_a_summary_belongs_to_the_round_before_it() -> None:
    game = position(CLUB, "4c 5c 6c 11o 11e 11b 6b 12c | ... | ...").do(1, PROPOSE).do(0, close("12c"))
    assert game.round.phase is RoundPhase.SUMMARY
    assert game.refused(1, PROPOSE) is Reason.WRONG_PHASE
    game.do(0, a.OpenRound(2)).do(1, PROPOSE)


def test_scoring_the_round_lets_a_proposal_lapse() -> None:
    game = position(CLUB, "4c 5c 6c 11o 11e 11b 6b 12c | ... | ...").do(1, PROPOSE).do(0, close("12c"))
    assert e.ProposalDropped(1, lapsed=True) in game.events
    assert game.refused(2, YES) is Reason.NO_PROPOSAL


def test_a_proposal_in_a_summary_stays_open_in_the_next_round() -> None:
    game = in_summary().do(1, PROPOSE).do(0, a.OpenRound(2)).do(0, YES).do(2, YES)
    assert game.end is MatchEnd.AGREEMENT


def test_it_may_be_proposed_in_any_phase() -> None:
    playing().do(0, DRAW, PROPOSE)
    game = position(CLUB, f"{CLOSER} | ... | ...").do(0, close("12c")).do(1, PROPOSE)
    phases = [game.round.phase]
    game.do(0, NO, expose("7o 7c 7b")).do(2, PROPOSE)
    assert [*phases, game.round.phase] == [RoundPhase.EXPOSE, RoundPhase.LAY_OFF]
    in_summary().do(1, PROPOSE)


def test_only_seats_that_are_in_propose_and_answer() -> None:
    game = position(CLUB, "... | ... |")
    assert game.refused(2, PROPOSE) is Reason.WRONG_PHASE
    game.do(0, PROPOSE)
    assert game.refused(2, YES) is Reason.NO_PROPOSAL
    assert game.do(1, YES).end is MatchEnd.AGREEMENT


def test_a_seat_that_reenters_meanwhile_answers_too() -> None:
    rules = replace(CLUB, reentry=Reentry.TOKENS, stake=0)
    game = position(rules, "4c 5c 6c 11o 11e 11b 6b 12c | ... |").given(2, tokens=1, score=101)
    game.do(0, close("12c")).do(0, PROPOSE).do(2, a.Reenter(1)).do(1, YES)
    assert game.table.match_result is None
    assert game.do(2, YES).end is MatchEnd.AGREEMENT


def test_bots_agree() -> None:
    game = playing().given(1, bot=BotLevel.EASY).do(0, PROPOSE)
    assert game.table.proposal is not None
    assert game.table.proposal.agreed == {0, 1}
    assert game.do(2, YES).end is MatchEnd.AGREEMENT


def test_where_the_rules_know_no_agreement_it_is_neither_offered_nor_taken() -> None:
    game = position(BARAJAMOS, "... | ... | ...")
    assert game.refused(0, PROPOSE) is Reason.WRONG_PHASE
    assert a.ProposeEnd() not in [legal.action for legal in legal_actions(game.table, 0)]


def test_outside_a_match_there_is_nothing_to_end() -> None:
    assert lobby(CLUB, 3).refused(0, PROPOSE) is Reason.MATCH_NOT_RUNNING
    assert lobby(CLUB, 3).refused(0, YES) is Reason.MATCH_NOT_RUNNING
