"""Bots: players for empty seats, who see what their seat sees and nothing else.

A bot is a pure function of the table as redacted for its seat and of what that seat may do. EASY plays by simple rules,
NORMAL also weighs what its loose cards could become. HARD is NORMAL with `engine.sampling` for its discards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

from engine import actions as a
from engine.arrange import CloseOutcome, DiscardOption, arrange, preview_discards
from engine.cards import Card, rank_of, ranks_of, suit_of
from engine.melds import sort_cards
from engine.rules import Rules
from engine.state import BotLevel, Round, Table
from engine.view import You

_PAIR_WORTH: Final = 0.35
"""Share of its points that a loose card is worth keeping for, for each partner that could make it a meld."""
_EARLY_TURNS: Final = 2
"""Turns of everybody in which NORMAL still waits for a better close than one with points."""
_CHEAP_CLOSE: Final = 3
"""Points with which NORMAL closes at any time."""

_Action = TypeVar("_Action", bound=a.Action)


def choose(seen: Table, you: You, level: BotLevel) -> a.Action | None:
    """Return what a bot does now, or None when nothing is asked of its seat.

    `seen` must be redacted for the seat (`engine.view.redact`), so that the bot cannot know more than a person.
    """
    offered = [legal.action for legal in you.legal_actions if not legal.false_close]
    round_ = seen.round
    if round_ is None or not offered:
        return None
    if _of(offered, a.DrawDiscard):
        return _draw(seen, round_, you, offered)
    if _of(offered, a.Discard):
        return _discard_or_close(seen, round_, you, level)
    if exposures := _of(offered, a.ExposeMeld):
        return _expose(you, exposures, closer=not _of(offered, a.EndExposing))
    if _of(offered, a.EndExposing):
        return a.EndExposing()
    if passes := _of(offered, a.PassLayOff):
        return _lay_off(seen.rules, you, _of(offered, a.LayOffCard)) or passes[0]
    return next((action for action in offered if isinstance(action, a.Reenter)), None)


def _of(offered: Sequence[a.Action], kind: type[_Action]) -> list[_Action]:
    return [action for action in offered if isinstance(action, kind)]


def _draw(seen: Table, round_: Round, you: You, offered: Sequence[a.Action]) -> a.Action:
    top = round_.discards[-1]
    hand = round_.hands[you.seat]
    with_top = preview_discards((*hand, top), seen.rules, seen.decks)
    others = [option for option in with_top if option.card != top]
    best = min((option.points for option in others), default=you.arrangement.points)
    gain = you.arrangement.points - best
    closes = any(option.may_close for option in others)
    if _of(offered, a.SayPaso):
        return a.DrawDiscard() if gain > 0 or closes else a.SayPaso()
    # A card that only replaces a dearer one is not worth more than an unknown one, and shows what one holds.
    melds = gain > 0 and _melds_with(seen, hand, others, best, top)
    return a.DrawDiscard() if closes or melds else a.DrawStock()


def _melds_with(
    seen: Table, hand: Sequence[Card], options: Sequence[DiscardOption], best: int, top: Card
) -> bool:
    """Tell whether the top card would lie in a meld after the best discard."""
    gone = next(option.card for option in options if option.points == best)
    left = [*hand, top]
    left.remove(gone)
    arrangement = arrange(left, seen.rules, seen.decks)
    return any(top in meld.cards for meld in arrangement.melds)


def _discard_or_close(seen: Table, round_: Round, you: You, level: BotLevel) -> a.Action:
    closing = [option for option in you.discard_options if option.may_close]
    if closing:
        best = max(closing, key=lambda option: (option.outcome, -option.points))
        if level is BotLevel.EASY or _pays(seen, round_, you, best):
            return a.Close(best.card)
    allowed = {legal.action.card for legal in you.legal_actions if isinstance(legal.action, a.Discard)}
    options = [option for option in you.discard_options if option.card in allowed]
    if level is BotLevel.EASY:
        return a.Discard(
            min(options, key=lambda option: (option.points, -seen.rules.points_of(option.card))).card
        )
    hand = round_.hands[you.seat]
    return a.Discard(min(options, key=lambda option: standing(option, hand, seen, round_)).card)


def _pays(seen: Table, round_: Round, you: You, option: DiscardOption) -> bool:
    if option.outcome > CloseOutcome.POINTS:
        return True
    total = seen.seats[you.seat].score + option.points
    if seen.rules.is_over_limit(total):
        return False
    early = round_.turns < _EARLY_TURNS * len(round_.seats)
    return option.points <= _CHEAP_CLOSE or not early


def standing(option: DiscardOption, hand: Sequence[Card], seen: Table, round_: Round) -> float:
    """Return how a hand stands after a discard, the lower the better: its loose points less what they may become."""
    left = list(hand)
    left.remove(option.card)
    loose = arrange(left, seen.rules, seen.decks).loose
    return option.points - _PAIR_WORTH * _promise(loose, left, seen, round_)


def _promise(loose: Sequence[Card], hand: Sequence[Card], seen: Table, round_: Round) -> float:
    """Return the points of loose cards weighted by how many unseen cards would meld them with another one."""
    rules = seen.rules
    promise = 0.0
    for card in loose:
        if rules.is_joker(card):
            promise += rules.joker_points * 2
            continue
        partners = sum(_near(card, other, rules) for other in hand if other != card)
        gone = sum(_near(card, other, rules) for other in round_.discards)
        promise += rules.points_of(card) * max(0.0, min(partners, 2) - 0.25 * gone)
    return promise


def _near(card: Card, other: Card, rules: Rules) -> bool:
    """Tell whether two cards could meet in a meld: one rank, or one suit and at most one rank between them."""
    if rules.is_joker(other):
        return False
    if rank_of(card) == rank_of(other):
        return True
    ranks = ranks_of(rules.deck)
    distance = abs(ranks.index(rank_of(card)) - ranks.index(rank_of(other)))
    return suit_of(card) == suit_of(other) and distance <= 2


def _expose(you: You, exposures: Sequence[a.ExposeMeld], *, closer: bool) -> a.Action:
    if closer:
        return exposures[0]
    return a.ExposeMeld(you.arrangement.melds[0].cards) if you.arrangement.melds else a.EndExposing()


def _lay_off(rules: Rules, you: You, lay_offs: Sequence[a.LayOffCard]) -> a.Action | None:
    """Return the dearest loose card's lay-off, the high end of a run first."""
    loose = sort_cards(you.arrangement.loose, rules)
    fitting = [lay for lay in lay_offs if lay.card in loose]
    return max(fitting, key=lambda lay: (rules.points_of(lay.card), lay.end or 0), default=None)
