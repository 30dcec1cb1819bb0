"""Bots: whatever the rules, what a bot chooses is offered to it, and it knows no more than its seat."""

from __future__ import annotations

import random

import pytest

from engine import actions as a
from engine.bots import choose
from engine.legal import is_awaited
from engine.rules import PRESETS, RulePreset
from engine.sampling import choose_by_sampling
from engine.state import BotLevel, TableState
from engine.view import HIDDEN, redact, you
from tests.bench.bots import play
from tests.engine.players import random_rules
from tests.engine.tables import BARAJAMOS, CLUB, Game, match, position

CONGA = PRESETS[RulePreset.CONGA]
LEVELS = (BotLevel.EASY, BotLevel.NORMAL, BotLevel.HARD)


def decision(game: Game, seat: int, level: BotLevel) -> a.Action | None:
    seen, possible = redact(game.table, seat), you(game.table, seat)
    if level is BotLevel.HARD:
        return choose_by_sampling(seen, possible, 2, random.Random(1).shuffle)
    return choose(seen, possible, level)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seed", range(8))
def test_bots_play_every_rule_set_and_take_only_what_is_offered(level: BotLevel, seed: int) -> None:
    rng = random.Random(seed)
    rules = (BARAJAMOS, CLUB, random_rules(rng), random_rules(rng))[seed % 4]
    game = match(rules, rules.min_players, rng.randbytes(32))
    for _ in range(250):
        if game.table.state is not TableState.PLAYING:
            break
        for seat in range(rules.min_players):
            if not is_awaited(game.table, seat):
                continue
            action = decision(game, seat, level)
            if action is not None:
                offered = [legal for legal in you(game.table, seat).legal_actions if not legal.false_close]
                assert action in [legal.action for legal in offered]
                game.do(seat, action)
                break
        else:
            if game.table.deadline:
                game.elapse()
            else:
                game.do(game.table.host, a.OpenRound(game.round.number + 1))


def test_a_bot_is_given_nothing_that_its_seat_may_not_see() -> None:
    game = match(CLUB, 4)
    seen = redact(game.table, 2)
    assert seen.round is not None
    assert set(seen.round.stock) == {HIDDEN}
    assert [set(hand) == {HIDDEN} for hand in seen.round.hands] == [True, True, False, True]
    assert seen.seed == b""


@pytest.mark.parametrize("level", LEVELS)
def test_it_closes_with_all_seven_melded(level: BotLevel) -> None:
    game = position(BARAJAMOS, "7o 7c 7b 3e 4e 5e 6e 12o | ... | ...")
    assert decision(game, 0, level) == a.Close(12)


@pytest.mark.parametrize("level", LEVELS[1:])
def test_it_does_not_close_itself_out_of_the_match(level: BotLevel) -> None:
    game = position(BARAJAMOS, "7o 7c 7b 9e 10e 11e 4o 12o | ... | ...", scores=(68, 10, 10))
    assert isinstance(decision(game, 0, level), a.Discard)


@pytest.mark.parametrize("level", LEVELS)
def test_it_takes_the_card_that_completes_a_close(level: BotLevel) -> None:
    game = position(BARAJAMOS, "7o 7c 9e 10e 11e 2o 12c | ... | ...", discards="7b")
    assert decision(game, 0, level) == a.DrawDiscard()


@pytest.mark.parametrize("level", LEVELS)
def test_it_keeps_its_melds(level: BotLevel) -> None:
    game = position(BARAJAMOS, "7o 7c 7b 9e 10e 11e 12c 8c | ... | ...")
    assert decision(game, 0, level) in (a.Discard(24), a.Discard(20))


def test_the_same_luck_leads_to_the_same_match() -> None:
    levels = (BotLevel.HARD, BotLevel.NORMAL)
    assert play(CONGA, levels, bytes(32), 2) == play(CONGA, levels, bytes(32), 2)


def test_normal_wins_more_often_than_easy() -> None:
    rng, won = random.Random(5), 0
    for _ in range(40):
        seed = rng.randbytes(32)
        won += play(CONGA, (BotLevel.NORMAL, BotLevel.EASY), seed, 1) == [0]
        won += play(CONGA, (BotLevel.EASY, BotLevel.NORMAL), seed, 1) == [1]
    assert won > 40
