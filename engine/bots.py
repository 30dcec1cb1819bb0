"""Bots: players for empty seats, who see what their seat sees and nothing else.

A bot is a pure function of the table as redacted for its seat and of what that seat may do. EASY plays by simple rules, NORMAL
makes the most of its hand as it is; what HARD thinks is in `engine.sampling`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

from engine import actions as a
from engine.arrange import CloseOutcome, DiscardOption, preview_discards
from engine.cards import Card
from engine.melds import sort_cards
from engine.rules import Rules
from engine.state import BotLevel, Round, Table
from engine.view import You

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
        return _draw(seen, round_, you, level, offered)
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


def _draw(seen: Table, round_: Round, you: You, level: BotLevel, offered: Sequence[a.Action]) -> a.Action:
    top = round_.discards[-1]
    hand = round_.hands[you.seat]
    with_top = preview_discards((*hand, top), seen.rules, seen.decks)
    others = [option for option in with_top if option.card != top]
    if any(option.may_close for option in others):
        return a.DrawDiscard()
    best = min((option.points for option in others), default=you.arrangement.points)
    if _of(offered, a.SayPaso):
        return a.DrawDiscard() if best < you.arrangement.points else a.SayPaso()
    if level is BotLevel.EASY:
        return a.DrawStock()
    # A card that only replaces a dearer loose one is worth no more than an unknown one, and shows what one holds.
    melds = you.arrangement.points - best > seen.rules.points_of(top)
    return a.DrawDiscard() if melds else a.DrawStock()


def _discard_or_close(seen: Table, round_: Round, you: You, level: BotLevel) -> a.Action:
    closing = [option for option in you.discard_options if option.may_close]
    if closing:
        best = max(closing, key=lambda option: (option.outcome, -option.points))
        if level is BotLevel.EASY or _pays(seen, round_, you, best):
            return a.Close(best.card)
    if level is BotLevel.EASY:
        return a.Discard(_dearest(you, seen.rules))
    fewest = min(you.discard_options, key=lambda option: (option.points, -seen.rules.points_of(option.card)))
    return a.Discard(fewest.card)


def _dearest(you: You, rules: Rules) -> Card:
    """Return the dearest loose card that may go, or else the card whose loss costs least."""
    loose = [option.card for option in you.discard_options if option.card in you.arrangement.loose]
    if loose:
        return max(loose, key=rules.points_of)
    return min(you.discard_options, key=lambda option: option.points).card


def _pays(seen: Table, round_: Round, you: You, option: DiscardOption) -> bool:
    if option.outcome > CloseOutcome.POINTS:
        return True
    total = seen.seats[you.seat].score + option.points
    if seen.rules.is_over_limit(total):
        return False
    early = round_.turns < _EARLY_TURNS * len(round_.seats)
    return option.points <= _CHEAP_CLOSE or not early


def _expose(you: You, exposures: Sequence[a.ExposeMeld], *, closer: bool) -> a.Action:
    if closer:
        return exposures[0]
    return a.ExposeMeld(you.arrangement.melds[0].cards) if you.arrangement.melds else a.EndExposing()


def _lay_off(rules: Rules, you: You, lay_offs: Sequence[a.LayOffCard]) -> a.Action | None:
    """Return the dearest loose card's lay-off, the high end of a run first."""
    loose = sort_cards(you.arrangement.loose, rules)
    fitting = [lay for lay in lay_offs if lay.card in loose]
    return max(fitting, key=lambda lay: (rules.points_of(lay.card), lay.end or 0), default=None)
