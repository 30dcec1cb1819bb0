"""Players for tests: random ones that get on with it, so that rounds are closed and matches end."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine import actions as a
from engine.cards import Deck, JokerKind
from engine.legal import LegalAction, discard_options, legal_actions
from engine.rules import (
    PRESETS,
    RANGES,
    AllOut,
    CloseRule,
    CourtPoints,
    EmptyStock,
    IllegalClose,
    LayOffScope,
    Leave,
    LimitRule,
    LostConnection,
    NextRound,
    Prize,
    Reentry,
    Rules,
    ShowdownKind,
    violations,
)
from engine.state import Table, TableState
from tests.engine.tables import Game, match

_CHOICES: dict[str, tuple[object, ...]] = {
    "deck": tuple(Deck),
    "jokers": tuple(JokerKind),
    "court_points": tuple(CourtPoints),
    "limit_rule": tuple(LimitRule),
    "close_rule": tuple(CloseRule),
    "illegal_close": tuple(IllegalClose),
    "lay_off_after_full_hand": tuple(LayOffScope),
    "showdown": tuple(ShowdownKind),
    "empty_stock": tuple(EmptyStock),
    "reentry": tuple(Reentry),
    "all_out": tuple(AllOut),
    "prize": tuple(Prize),
    "leave": tuple(Leave),
    "lost_connection": tuple(LostConnection),
    "next_round": tuple(NextRound),
    **dict.fromkeys(
        (
            "close_in_first_round",
            "may_discard_taken_card",
            "chinchon_wins",
            "joker_chinchon_wins",
            "closer_may_lay_off",
            "end_by_agreement",
        ),
        (False, True),
    ),
}
_USUAL: dict[str, tuple[int, int]] = {
    "points_limit": (10, 40),
    "close_max_points": (0, 14),
    "max_false_closes": (0, 2),
    "stake": (0, 20),
    "round_turn_limit": (100, 130),
    "match_round_limit": (10, 12),
    "next_round_delay": (1000, 2000),
}
"""Narrower than allowed, so that matches are short."""


def random_rules(rng: Random) -> Rules:
    """Return rules that a table may have, every parameter chosen by itself."""
    while True:
        chosen: dict[str, object] = {name: rng.choice(values) for name, values in _CHOICES.items()}
        for name, allowed in RANGES.items():
            low, high = _USUAL.get(name, (allowed.low, allowed.high))
            chosen[name] = 0 if allowed.or_zero and rng.random() < 0.3 else rng.randint(low, high)
        rules = Rules(**chosen)  # type: ignore[arg-type]
        if not violations(rules):
            return rules


def random_match(rng: Random) -> Game:
    """Return a match that has just begun: the rules are random ones or, now and then, a preset."""
    rules = rng.choice(list(PRESETS.values())) if rng.random() < 0.03 else random_rules(rng)
    return match(rules, rng.randint(rules.min_players, rules.max_players), rng.randbytes(32))


def play(game: Game, rng: Random) -> Iterator[Game]:
    """Play on at random until the match is over, and yield the game after every step."""
    while game.table.state is TableState.PLAYING:
        step = choose(game.table, rng)
        if step and (rng.random() > 0.02 or not game.table.deadline):
            yield game.do(*step)
        elif game.table.deadline:
            yield game.elapse()


def choose(table: Table, rng: Random) -> tuple[int, a.Action] | None:
    """Return what some seat does next, None when all dawdle."""
    seats = list(range(len(table.seats)))
    rng.shuffle(seats)
    for seat in seats:
        offered = legal_actions(table, seat)
        action = _choose(table, seat, offered, rng) if offered else None
        if action:
            return seat, action
    return None


def _choose(table: Table, seat: int, offered: tuple[LegalAction, ...], rng: Random) -> a.Action | None:
    closes = [
        legal.action for legal in offered if isinstance(legal.action, a.Close) and not legal.false_close
    ]
    if closes and rng.random() < 0.8:
        return rng.choice(closes)
    options = discard_options(table, seat)
    if options and rng.random() < 0.9:
        discards = {legal.action.card for legal in offered if isinstance(legal.action, a.Discard)}
        best = min(
            (option for option in options if option.card in discards), key=lambda option: option.points
        )
        return a.Discard(best.card)
    likely = [legal.action for legal in offered if rng.random() < _likeliness(legal)]
    return rng.choice(likely) if likely else None


def _likeliness(legal: LegalAction) -> float:
    """Return how willingly a player takes an action, so that rare ones do not end every match early."""
    if legal.false_close:
        return 0.1
    match legal.action:
        case a.ProposeEnd():
            return 0.005
        case a.AnswerEnd(_, agree):
            return 0.4 if agree else 0.2
        case a.PassLayOff() | a.EndExposing():
            return 0.3
        case a.OpenRound():
            return 0.4
    return 1.0
