"""The parameters of a table: `Rules`, its presets, and which combinations make sense.

Source: docs/rules.md, "Parameters and presets". Times are whole milliseconds; 0 means "none".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from engine.cards import ACE_OF_OROS, JOKER, Card, Deck, JokerKind, rank_of, ranks_of

HAND_SIZE: Final = 7


class RulePreset(IntEnum):
    """The published rule sets that a table can start from."""

    BARAJAMOS = 1
    CLUB = 2
    CONGA = 3


class CourtPoints(IntEnum):
    """What sota, caballo and rey count when loose."""

    INDEX = 1
    """10, 11, 12."""
    TEN = 2
    """10 each."""
    SEQUENCE = 3
    """8, 9, 10; 40 cards only."""


class LimitRule(IntEnum):
    """When a total puts a seat out."""

    EXCEED = 1
    REACH = 2


class CloseRule(IntEnum):
    """What the loose cards of a closer must satisfy, beside the most points allowed."""

    SUM = 1
    SINGLE_CARD = 2


class IllegalClose(IntEnum):
    """What happens to a close that breaks the close rule or comes too early."""

    REJECT = 1
    PENALISE = 2
    """It is accepted as a false close."""


class LayOffScope(IntEnum):
    """On whose melds cards may be laid after a close with all seven melded."""

    NONE = 1
    OTHERS = 2
    ALL = 3


class ShowdownKind(IntEnum):
    """Who arranges the showdown: the engine at once, or the seats meld by meld."""

    AUTOMATIC = 1
    MANUAL = 2


class EmptyStock(IntEnum):
    """What a draw from an empty stock does."""

    RESHUFFLE = 1
    RESHUFFLE_ONCE = 2
    """The first time as RESHUFFLE; afterwards exchange or paso."""


class Reentry(IntEnum):
    """How a seat that is out comes back."""

    NONE = 1
    TOKENS = 2
    MANDATORY = 3


class AllOut(IntEnum):
    """Who wins when no seat is left in."""

    DRAW = 1
    LOWEST = 2


class Prize(IntEnum):
    """What the winner gets."""

    NONE = 1
    POT_AND_POINTS = 2


class Leave(IntEnum):
    """What leaving during a match does."""

    CANCELS = 1
    REFUSED = 2


class LostConnection(IntEnum):
    """What happens when the grace of a seat is over."""

    CANCEL = 1
    BOT = 2
    WAIT = 3


class NextRound(IntEnum):
    """Who opens the next round."""

    HOST = 1
    AUTOMATIC = 2


@dataclass(frozen=True, slots=True)
class Rules:
    """Every parameter of a table; the defaults are BARAJAMOS."""

    deck: Deck = Deck.DECK_48
    two_decks_from: int = 5
    min_players: int = 3
    max_players: int = 6
    jokers: JokerKind = JokerKind.NONE
    joker_points: int = 25
    max_jokers_per_meld: int = 1
    court_points: CourtPoints = CourtPoints.INDEX
    points_limit: int = 70
    limit_rule: LimitRule = LimitRule.EXCEED
    close_max_points: int = 5
    close_rule: CloseRule = CloseRule.SUM
    close_in_first_round: bool = True
    illegal_close: IllegalClose = IllegalClose.REJECT
    max_false_closes: int = 2
    may_discard_taken_card: bool = True
    full_hand_points: int = -10
    chinchon_wins: bool = True
    chinchon_points: int = -50
    joker_chinchon_wins: bool = False
    joker_chinchon_points: int = -25
    lay_off_after_full_hand: LayOffScope = LayOffScope.OTHERS
    showdown: ShowdownKind = ShowdownKind.AUTOMATIC
    closer_may_lay_off: bool = False
    empty_stock: EmptyStock = EmptyStock.RESHUFFLE
    reentry: Reentry = Reentry.TOKENS
    reentry_tokens: int = 2
    stake: int = 0
    all_out: AllOut = AllOut.DRAW
    prize: Prize = Prize.NONE
    end_by_agreement: bool = False
    leave: Leave = Leave.CANCELS
    lost_connection: LostConnection = LostConnection.CANCEL
    connection_grace: int = 60_000
    next_round: NextRound = NextRound.HOST
    next_round_delay: int = 0
    turn_time: int = 0
    showdown_window: int = 20_000
    round_turn_limit: int = 1000
    match_round_limit: int = 200

    def decks(self, seats: int) -> int:
        """Return how many decks a match of so many seats uses (1 or 2)."""
        return 2 if self.two_decks_from and seats >= self.two_decks_from else 1

    def is_joker(self, card: Card) -> bool:
        """Tell whether a card is a joker under these rules (the ace of oros may still stand as itself)."""
        return card == JOKER or (card == ACE_OF_OROS and self.jokers is JokerKind.ACE_OF_OROS)

    def points_of(self, card: Card) -> int:
        """Return what a loose card counts."""
        if self.is_joker(card):
            return self.joker_points
        rank = rank_of(card)
        if rank < 10 or self.court_points is CourtPoints.INDEX:
            return rank
        return 10 if self.court_points is CourtPoints.TEN else rank - 2

    def is_over_limit(self, total: int) -> bool:
        """Tell whether a total puts a seat out."""
        return total > self.points_limit or (
            total == self.points_limit and self.limit_rule is LimitRule.REACH
        )

    def plays_for_pot(self) -> bool:
        """Tell whether stakes can flow into a pot."""
        return self.stake > 0 and (
            self.reentry is Reentry.MANDATORY or self.illegal_close is IllegalClose.PENALISE
        )


PRESETS: Final[dict[RulePreset, Rules]] = {
    RulePreset.BARAJAMOS: Rules(),
    RulePreset.CLUB: Rules(
        deck=Deck.DECK_40,
        min_players=2,
        max_players=8,
        jokers=JokerKind.ACE_OF_OROS,
        points_limit=100,
        close_rule=CloseRule.SINGLE_CARD,
        close_in_first_round=False,
        illegal_close=IllegalClose.PENALISE,
        may_discard_taken_card=False,
        lay_off_after_full_hand=LayOffScope.NONE,
        showdown=ShowdownKind.MANUAL,
        closer_may_lay_off=True,
        empty_stock=EmptyStock.RESHUFFLE_ONCE,
        reentry=Reentry.MANDATORY,
        stake=10,
        all_out=AllOut.LOWEST,
        prize=Prize.POT_AND_POINTS,
        end_by_agreement=True,
        leave=Leave.REFUSED,
    ),
    RulePreset.CONGA: Rules(
        deck=Deck.DECK_40,
        min_players=2,
        max_players=8,
        jokers=JokerKind.ACE_OF_OROS,
        points_limit=100,
    ),
}


@dataclass(frozen=True, slots=True)
class Range:
    """The values a numeric parameter may take, both ends included, in the unit of the parameter."""

    low: int
    high: int
    or_zero: bool = False
    """0 is also allowed and means "never" or "none"."""

    def holds(self, value: int) -> bool:
        """Tell whether a value is allowed."""
        return self.low <= value <= self.high or (self.or_zero and value == 0)


RANGES: Final[dict[str, Range]] = {
    "two_decks_from": Range(2, 8, or_zero=True),
    "min_players": Range(2, 8),
    "max_players": Range(2, 8),
    "joker_points": Range(1, 50),
    "max_jokers_per_meld": Range(1, 2),
    "points_limit": Range(10, 1000),
    "close_max_points": Range(0, 50),
    "max_false_closes": Range(0, 9),
    "full_hand_points": Range(-100, 0),
    "chinchon_points": Range(-100, 0),
    "joker_chinchon_points": Range(-100, 0),
    "reentry_tokens": Range(1, 9, or_zero=True),
    "stake": Range(0, 1000),
    "connection_grace": Range(1_000, 3_600_000),
    "next_round_delay": Range(1_000, 300_000, or_zero=True),
    "turn_time": Range(5_000, 600_000, or_zero=True),
    "showdown_window": Range(3_000, 120_000),
    "round_turn_limit": Range(100, 10_000),
    "match_round_limit": Range(10, 10_000),
}


@dataclass(frozen=True, slots=True)
class RulesViolation:
    """One reason why rules make no sense: the fields to blame and what was expected of them."""

    fields: tuple[str, ...]
    expected: str


def violations(rules: Rules) -> tuple[RulesViolation, ...]:
    """Return every reason why a table cannot be created with these rules; empty when it can.

    Source: docs/rules.md, "Refused when the table is created".
    """
    out_of_range = tuple(
        RulesViolation((name,), f"{name} must be {_range_text(allowed)}")
        for name, allowed in RANGES.items()
        if not allowed.holds(getattr(rules, name))
    )
    return out_of_range or tuple(_contradictions(rules))


def _contradictions(rules: Rules) -> Iterator[RulesViolation]:
    if rules.min_players > rules.max_players:
        yield RulesViolation(("min_players", "max_players"), "min_players must not exceed max_players")
    for seats in range(rules.min_players, rules.max_players + 1):
        needed, there = HAND_SIZE * seats + 2, _cards_in_play(rules, seats)
        if needed > there:
            yield RulesViolation(
                ("max_players", "two_decks_from", "deck"),
                f"{seats} players need {needed} cards, but there are {there}",
            )
            break
    if rules.court_points is CourtPoints.SEQUENCE and rules.deck is not Deck.DECK_40:
        yield RulesViolation(("court_points", "deck"), "COURT_POINTS_SEQUENCE needs DECK_40")
    yield from _chinchon_contradictions(rules)
    if rules.close_max_points >= rules.points_limit:
        yield RulesViolation(
            ("close_max_points", "points_limit"), "close_max_points must be below points_limit"
        )
    if rules.plays_for_pot():
        if rules.prize is Prize.NONE:
            yield RulesViolation(("prize", "stake"), "a pot needs PRIZE_POT_AND_POINTS")
        elif rules.all_out is AllOut.DRAW:
            yield RulesViolation(
                ("all_out", "prize"), "a pot that is paid out needs ALL_OUT_LOWEST: a draw pays nothing"
            )
    if rules.reentry is Reentry.TOKENS and rules.reentry_tokens == 0:
        yield RulesViolation(("reentry_tokens",), "REENTRY_TOKENS needs at least 1 token")
    if rules.next_round is NextRound.AUTOMATIC and rules.next_round_delay == 0:
        yield RulesViolation(
            ("next_round_delay",), "NEXT_ROUND_AUTOMATIC needs a next_round_delay of 1 s to 300 s"
        )


def _chinchon_contradictions(rules: Rules) -> Iterator[RulesViolation]:
    if not rules.chinchon_wins and rules.chinchon_points > rules.full_hand_points:
        yield RulesViolation(
            ("chinchon_points", "full_hand_points"), "a chinchón must not score above a full hand"
        )
    if rules.jokers is JokerKind.NONE:
        return
    if not rules.joker_chinchon_wins and rules.joker_chinchon_points > rules.full_hand_points:
        yield RulesViolation(
            ("joker_chinchon_points", "full_hand_points"), "a joker chinchón must not score above a full hand"
        )
    if rules.joker_chinchon_wins and not rules.chinchon_wins:
        yield RulesViolation(
            ("joker_chinchon_wins", "chinchon_wins"), "where the joker chinchón wins, the plain one must win"
        )
    if (
        not rules.chinchon_wins
        and not rules.joker_chinchon_wins
        and rules.joker_chinchon_points < rules.chinchon_points
    ):
        yield RulesViolation(
            ("joker_chinchon_points", "chinchon_points"),
            "a joker chinchón must not score below the plain one",
        )


def _cards_in_play(rules: Rules, seats: int) -> int:
    one = 4 * len(ranks_of(rules.deck)) + (2 if rules.jokers is JokerKind.TWO_JOKERS else 0)
    return one * rules.decks(seats)


def _range_text(allowed: Range) -> str:
    zero = "0 or " if allowed.or_zero else ""
    return f"{zero}{allowed.low} to {allowed.high}"
