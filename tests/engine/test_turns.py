"""docs/rules.md, "Turn": draw, then discard; the stock that runs out; the clock."""

from __future__ import annotations

from dataclasses import replace

from engine import actions as a
from engine import events as e
from engine.cards import parse_card, parse_cards
from engine.rules import Rules
from engine.state import NOBODY, DeadlineKind, RoundEnd, RoundPhase
from engine.violations import Reason
from tests.engine.tables import (
    BARAJAMOS,
    CLUB,
    DRAW,
    NOW,
    PASO,
    TAKE,
    Game,
    close,
    discard,
    match,
    position,
)

DULL = "1o 3c 5e 7b 9o 11c 12e | 2b 4o 6c 8e 10b 12o 1c | 3e 5b 7o 9c 11e 12b 2o"
DULL_AT_CLUB = "2o 4c 5e 7b 10o 11c 12e | 2b 4o 6c 7e 10b 12o 1c | 3e 5b 7o 10c 11e 12b 3o"
HURRIED = replace(BARAJAMOS, turn_time=30_000)
HURRIED_CLUB = replace(CLUB, turn_time=30_000)


def without_stock(rules: Rules = CLUB, exhaustions: int = 0) -> Game:
    """Return a round whose stock is empty; the 6o is the visible card."""
    return position(rules, DULL_AT_CLUB, rest="discards", discards="6o", exhaustions=exhaustions)


def test_a_turn_is_a_draw_and_a_discard_and_then_the_next_seat_is_on_turn() -> None:
    game = position(BARAJAMOS, DULL, stock="10e", discards="6o")
    game.do(0, DRAW)
    assert game.round.hands[0] == parse_cards("1o 3c 5e 7b 9o 11c 12e 10e")
    game.do(0, discard("12e"))
    assert game.round.discards == parse_cards("6o 12e")
    assert (game.round.on_turn, game.round.phase) == (1, RoundPhase.DRAW)
    assert game.round.turns == 4


def test_play_goes_round_and_passes_over_seats_that_are_out() -> None:
    game = position(BARAJAMOS, "1o 3c 5e 7b 9o 11c 12e || 3e 5b 7o 9c 11e 12b 2o")
    game.do(0, DRAW, discard("12e"))
    assert game.round.on_turn == 2
    game.do(2, DRAW, discard("12b"))
    assert game.round.on_turn == 0


def test_the_visible_card_may_be_taken_instead() -> None:
    game = position(BARAJAMOS, DULL, discards="8c 6o")
    game.do(0, TAKE)
    assert game.round.hands[0][-1] == parse_card("6o")
    assert game.round.discards == parse_cards("8c")


def test_off_turn_and_out_of_phase_actions_are_refused() -> None:
    game = position(BARAJAMOS, DULL)
    refusal = game.violation(1, DRAW)
    assert refusal.reason is Reason.NOT_YOUR_TURN
    assert refusal.metadata == {"seat_on_turn": "0", "phase": "DRAW"}
    refusal = game.violation(0, discard("1o"))
    assert refusal.reason is Reason.WRONG_PHASE
    assert refusal.metadata == {"phase": "DRAW", "expected": "draw_stock,draw_discard"}
    game.do(0, DRAW)
    assert game.violation(0, TAKE).metadata == {"phase": "DISCARD", "expected": "discard,close"}


def test_a_card_that_is_not_held_cannot_be_discarded() -> None:
    game = position(BARAJAMOS, DULL).do(0, DRAW)
    assert game.refused(0, discard("12o")) is Reason.CARD_NOT_IN_HAND
    assert game.refused(0, close("12o")) is Reason.CARD_NOT_IN_HAND
    assert game.refused(0, a.Discard(0)) is Reason.CARD_NOT_IN_HAND


def test_reshuffle_makes_a_stock_of_all_discards_the_visible_one_too() -> None:
    game = position(BARAJAMOS, DULL, rest="discards", discards="6o")
    pile = game.round.discards
    game.do(0, DRAW)
    (reshuffled, drawn) = game.events
    assert isinstance(reshuffled, e.StockReshuffled)
    assert sorted(reshuffled.stock) == sorted(pile)
    assert reshuffled.stock != tuple(sorted(pile))
    assert isinstance(drawn, e.CardDrawn)
    assert drawn.card == reshuffled.stock[-1]
    assert game.round.discards == ()
    game.do(0, discard("1o"))
    assert game.round.discards == parse_cards("1o")


def test_reshuffle_happens_as_often_as_needed_at_barajamos() -> None:
    game = position(BARAJAMOS, DULL, rest="discards", discards="6o", exhaustions=3)
    assert game.do(0, DRAW).round.exhaustions == 4
    assert game.refused(0, PASO) is Reason.WRONG_PHASE


def test_with_an_empty_stock_the_visible_card_can_still_be_taken() -> None:
    game = without_stock().do(0, TAKE)
    assert game.round.exhaustions == 0
    assert game.round.hands[0][-1] == parse_card("6o")


def test_paso_is_refused_while_a_card_can_be_drawn() -> None:
    refusal = without_stock().violation(0, PASO)
    assert refusal.reason is Reason.STOCK_NOT_EMPTY
    assert refusal.metadata == {"stock_count": "0"}
    assert position(CLUB, DULL_AT_CLUB).violation(0, PASO).metadata == {"stock_count": "18"}


def test_after_the_second_exhaustion_there_is_exchange_or_paso() -> None:
    game = without_stock(exhaustions=1)
    assert game.refused(0, DRAW) is Reason.STOCK_EMPTY
    game.do(0, TAKE, discard("12e"))
    game.do(1, PASO)
    assert game.result.end is RoundEnd.PASO
    assert game.result.closer == NOBODY


def test_after_paso_the_seat_that_played_last_shows_first() -> None:
    game = without_stock(exhaustions=1).do(0, TAKE, discard("12e")).do(1, PASO)
    started = next(event for event in game.events if isinstance(event, e.ShowdownStarted))
    assert started.order == (0, 1, 2)


def test_after_paso_everybody_scores_what_stays_loose() -> None:
    game = without_stock(exhaustions=1).do(0, PASO)
    assert game.points == (51, 42, 51)


def test_a_round_ends_without_closer_when_it_reaches_its_turn_limit() -> None:
    game = position(BARAJAMOS, DULL, turns=998).do(0, DRAW, discard("12e"))
    game.do(1, DRAW, discard("12o"))
    assert game.names()[:3] == ["CardDiscarded", "TurnLimitReached", "ShowdownStarted"]
    assert game.result.end is RoundEnd.TURN_LIMIT
    order = next(event.order for event in game.events if isinstance(event, e.ShowdownStarted))
    assert order == (1, 2, 0)


def test_the_last_turn_before_the_limit_may_still_close() -> None:
    game = position(BARAJAMOS, "7o 7c 7b 9e 10e 11e 4o 12c | ... | ...", turns=999)
    assert game.do(0, close("12c")).result.end is RoundEnd.CLOSE


def test_a_card_just_taken_may_go_back_at_barajamos() -> None:
    game = position(BARAJAMOS, DULL, discards="8c 6o").do(0, TAKE, discard("6o"))
    assert game.round.discards == parse_cards("8c 6o")


def test_a_card_just_taken_may_neither_go_back_nor_close_at_club() -> None:
    game = position(CLUB, DULL_AT_CLUB, discards="6o").do(0, TAKE)
    refusal = game.violation(0, discard("6o"))
    assert refusal.reason is Reason.CARD_JUST_TAKEN
    assert refusal.metadata == {"card": str(parse_card("6o"))}
    assert game.refused(0, close("6o")) is Reason.CARD_JUST_TAKEN
    game.do(0, discard("12e"))


def test_a_card_drawn_from_the_stock_may_always_go() -> None:
    game = position(CLUB, DULL_AT_CLUB, stock="6o").do(0, DRAW, discard("6o"))
    assert game.round.discards[-1] == parse_card("6o")


def test_without_a_turn_time_there_is_no_clock() -> None:
    assert match(BARAJAMOS, 3).table.deadline is None


def test_one_clock_runs_for_the_whole_turn() -> None:
    game = match(HURRIED, 3)
    lead = game.round.lead_seat
    deadline = game.table.deadline
    assert deadline is not None
    assert (deadline.kind, deadline.seat, deadline.at) == (DeadlineKind.TURN, lead, NOW + 30_000)
    game.now += 10_000
    game.do(lead, DRAW)
    assert game.table.deadline == deadline
    game.do(lead, a.Discard(game.round.hands[lead][0]))
    assert game.table.deadline == replace(deadline, seat=(lead + 1) % 3, at=NOW + 40_000)


def test_a_clock_draws_and_throws_the_card_away() -> None:
    game = match(HURRIED, 3)
    lead, hand, top = game.round.lead_seat, game.round.hands, game.round.stock[-1]
    game.elapse()
    assert game.names() == ["TurnTimedOut", "CardDrawn", "CardDiscarded", "TurnStarted"]
    assert game.round.hands == hand
    assert game.round.discards[-1] == top
    assert game.round.on_turn == (lead + 1) % 3


def test_a_clock_throws_away_the_card_that_was_drawn() -> None:
    game = match(HURRIED, 3)
    lead, hand, top = game.round.lead_seat, game.round.hands, game.round.stock[-1]
    game.do(lead, DRAW).elapse()
    assert game.round.hands == hand
    assert game.round.discards[-1] == top


def test_after_taking_a_clock_discards_what_leaves_the_fewest_points_canonically_first() -> None:
    game = position(HURRIED, "7o 7c 1b 9e 12c 11e 12e | ... | ...", discards="7b")
    game.do(0, TAKE).elapse()
    assert game.round.discards == parse_cards("12c")


def test_a_clock_never_gives_back_what_the_rules_forbid() -> None:
    rules = replace(HURRIED, may_discard_taken_card=False)
    game = position(rules, "1o 2c 4e 9e 11c 6o 7e | ... | ...", discards="12e")
    game.do(0, TAKE).elapse()
    assert game.round.discards == parse_cards("11c")


def test_a_clock_never_closes() -> None:
    game = position(HURRIED, "7o 7c 7b 9e 10e 11e 4o | ... | ...", stock="12c")
    game.do(0, DRAW).elapse()
    assert game.round.on_turn == 1


def test_a_clock_says_paso_when_nothing_can_be_drawn() -> None:
    game = without_stock(HURRIED_CLUB, exhaustions=1).elapse()
    assert game.names()[:2] == ["TurnTimedOut", "PasoSaid"]
    assert game.result.end is RoundEnd.PASO


def test_a_deadline_counts_only_once_and_not_before_its_time() -> None:
    game = match(HURRIED, 3)
    at = NOW + 30_000
    game.now = at - 1
    assert game.refused(NOBODY, a.ElapseDeadline(DeadlineKind.TURN, at)) is Reason.WRONG_PHASE
    game.elapse()
    assert game.refused(NOBODY, a.ElapseDeadline(DeadlineKind.TURN, at)) is Reason.WRONG_PHASE
    assert game.refused(NOBODY, a.ElapseDeadline(DeadlineKind.LAY_OFF, at + 30_000)) is Reason.WRONG_PHASE
