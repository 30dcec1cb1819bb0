"""Tables for tests: matches with a fixed seed, rounds in a position that reads like one, and a referee."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from engine import actions as a
from engine.arrange import arrange
from engine.cards import Card, Deck, JokerKind, deck_cards, parse_card, parse_cards
from engine.decide import create_table, decide
from engine.events import Event
from engine.evolve import apply
from engine.lobby import NewTable
from engine.melds import LayOffEnd, sort_cards
from engine.rules import HAND_SIZE, PRESETS, RulePreset, Rules
from engine.state import (
    NOBODY,
    Deadline,
    DeadlineKind,
    MatchEnd,
    MatchResult,
    Round,
    RoundPhase,
    RoundResult,
    Showdown,
    Table,
)
from engine.violations import Reason, RuleViolation

BARAJAMOS = PRESETS[RulePreset.BARAJAMOS]
CLUB = PRESETS[RulePreset.CLUB]
CONGA = PRESETS[RulePreset.CONGA]

SEED = bytes(range(32))
NOW = 1_000_000

DRAW, TAKE, PASO = a.DrawStock(), a.DrawDiscard(), a.SayPaso()
END_EXPOSING, PROPOSE = a.EndExposing(), a.ProposeEnd()
LOW, HIGH = LayOffEnd.LOW, LayOffEnd.HIGH


def discard(card: str) -> a.Discard:
    return a.Discard(parse_card(card))


def close(card: str, *melds: str) -> a.Close:
    return a.Close(parse_card(card), tuple(map(parse_cards, melds)))


def expose(cards: str) -> a.ExposeMeld:
    return a.ExposeMeld(parse_cards(cards))


def lay_off(card: str, meld_id: int, end: LayOffEnd | None = None) -> a.LayOffCard:
    return a.LayOffCard(parse_card(card), meld_id, end)


def pass_on(meld_id: int, *, rest: bool = False) -> a.PassLayOff:
    return a.PassLayOff(meld_id, rest)


class Game:
    """A table that is played on; every step is refereed."""

    def __init__(self, table: Table, now: int = NOW) -> None:
        self.table = table
        self.now = now
        self.events: tuple[Event, ...] = ()
        """Of the last step."""

    def do(self, seat: int, *commands: a.Command) -> Game:
        for command in commands:
            decision = decide(self.table, seat, command, self.now)
            assert apply(self.table, decision.events) == decision.table
            self.table, self.events = decision.table, decision.events
            referee(self.table)
        return self

    def refused(self, seat: int, command: a.Command) -> Reason:
        """Return why a command is refused."""
        return self.violation(seat, command).reason

    def violation(self, seat: int, command: a.Command) -> RuleViolation:
        with pytest.raises(RuleViolation) as refusal:
            decide(self.table, seat, command, self.now)
        return refusal.value

    def elapse(self) -> Game:
        """Let the running clock or window run out."""
        assert self.table.deadline is not None
        self.now = self.table.deadline.at
        return self.do(NOBODY, a.ElapseDeadline(self.table.deadline.kind, self.now))

    def pass_all(self, *seats: int, rest: bool = False) -> Game:
        """Let seats pass on the meld just exposed."""
        for seat in seats:
            self.do(seat, pass_on(len(self.showdown.melds), rest=rest))
        return self

    def given(self, seat: int, **changes: Any) -> Game:
        """Change what the table knows of a seat: its re-entries, tokens, false closes ..."""
        seats = list(self.table.seats)
        seats[seat] = replace(seats[seat], **changes)
        self.table = replace(self.table, seats=tuple(seats))
        return self

    def names(self) -> list[str]:
        """Return the kinds of the events of the last step."""
        return [type(event).__name__ for event in self.events]

    @property
    def round(self) -> Round:
        assert self.table.round is not None
        return self.table.round

    @property
    def showdown(self) -> Showdown:
        assert self.round.showdown is not None
        return self.round.showdown

    @property
    def result(self) -> RoundResult:
        """The result of the last round."""
        assert self.table.last_round is not None
        return self.table.last_round

    @property
    def points(self) -> tuple[int, ...]:
        """What the last round brought each seat dealt in."""
        return tuple(seat.points for seat in self.result.seats)

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(seat.score for seat in self.table.seats)

    @property
    def out(self) -> set[int]:
        return {index for index, seat in enumerate(self.table.seats) if seat.out}

    @property
    def match_result(self) -> MatchResult:
        assert self.table.match_result is not None
        return self.table.match_result

    @property
    def end(self) -> MatchEnd:
        return self.match_result.end

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(each.seat for each in self.match_result.standings if each.winner)

    @property
    def prizes(self) -> dict[int, int]:
        return {each.seat: each.prize for each in self.match_result.standings if each.winner}


def lobby(rules: Rules, seats: int, seed: bytes = SEED) -> Game:
    """Return a table in its lobby with everybody seated; seat 0 is host."""
    new = NewTable("table-1", rules, seats, "player 0", seed)
    game = Game(create_table(new, NOW).table)
    for seat in range(1, seats):
        game.do(NOBODY, a.TakeSeat(f"player {seat}"))
    return game


def match(rules: Rules, seats: int, seed: bytes = SEED) -> Game:
    """Return a match whose first round is dealt."""
    return lobby(rules, seats, seed).do(0, a.StartMatch())


def position(
    rules: Rules,
    hands: str,
    *,
    stock: str = "",
    discards: str = "",
    rest: str = "stock",
    turn: int = 0,
    turns: int | None = None,
    exhaustions: int = 0,
    number: int = 1,
    scores: Sequence[int] = (),
    pot: int = 0,
) -> Game:
    """Return a round in which seats hold these hands, one after `|` another; a seat without cards is out.

    A hand written `...` is seven cards that hold no meld and no joker, whichever they are. The seat `turn` has drawn already if it holds eight cards. The last card of `stock` and of `discards` is on
    top; all cards that are not named lie under the one that `rest` names. Everybody has completed a turn, unless
    `turns` says otherwise.
    """
    texts = [text.strip() for text in hands.split("|")]
    held = [() if text == "..." else parse_cards(text) for text in texts]
    game = match(replace(rules, min_players=2, max_players=8), len(held))
    left = Counter(deck_cards(rules.deck, rules.jokers, game.table.decks))
    left.subtract(card for cards in (*held, parse_cards(stock), parse_cards(discards)) for card in cards)
    assert min(left.values()) >= 0, "more of a card than the decks hold"
    for seat, text in enumerate(texts):
        if text == "...":
            held[seat] = _dull_hand(left, rules)
            left.subtract(held[seat])
    unnamed = sort_cards(left.elements(), rules)
    piles = {"stock": parse_cards(stock), "discards": parse_cards(discards)}
    if rest == "stock" and not discards:
        piles["discards"], unnamed = unnamed[:1], unnamed[1:]
    piles[rest] = (*unnamed, *piles[rest])
    dealt_in = tuple(seat for seat, cards in enumerate(held) if cards)
    before = [seat for seat in dealt_in if seat < turn] or list(dealt_in)
    game.table = replace(
        game.table,
        rules=rules,
        deadline=Deadline(DeadlineKind.TURN, turn, NOW + rules.turn_time) if rules.turn_time else None,
        pot=pot,
        seats=tuple(
            replace(seat, out=not cards, score=scores[index] if scores else 0)
            for index, (seat, cards) in enumerate(zip(game.table.seats, held, strict=True))
        ),
        round=replace(
            game.round,
            number=number,
            seats=dealt_in,
            hands=tuple(held),
            stock=piles["stock"],
            discards=piles["discards"],
            phase=RoundPhase.DRAW if len(held[turn]) == HAND_SIZE else RoundPhase.DISCARD,
            on_turn=turn,
            turns=len(dealt_in) if turns is None else turns,
            last_turn=before[-1],
            exhaustions=exhaustions,
        ),
    )
    referee(game.table)
    return game


def _dull_hand(left: Counter[Card], rules: Rules) -> tuple[Card, ...]:
    hand: tuple[Card, ...] = ()
    for card in sorted(left.elements(), key=lambda card: 29 * card % 49):
        longer = (*hand, card)
        if not rules.is_joker(card) and not arrange(longer, rules, decks=1).melds:
            hand = longer
        if len(hand) == HAND_SIZE:
            return hand
    raise AssertionError("no such hand is left")


def referee(table: Table) -> None:
    """Check that the cards in play are exactly the decks, and that every seat has its seven."""
    round_ = table.round
    if round_ is None:
        return
    showdown = round_.showdown
    on_table = [card for laid in showdown.melds for card in laid.meld.cards] if showdown else []
    closing = [showdown.closing_card] if showdown and showdown.closing_card else []
    held = [card for hand in round_.hands for card in hand]
    in_play = sorted([*round_.stock, *round_.discards, *held, *on_table, *closing])
    assert in_play == _all_cards(table.rules.deck, table.rules.jokers, table.decks)
    for seat, hand in enumerate(round_.hands):
        has_drawn = round_.phase is RoundPhase.DISCARD and round_.on_turn == seat
        dealt = HAND_SIZE if seat in round_.seats else 0
        assert len(hand) + len(laid_down(showdown, seat)) == dealt + has_drawn


@cache
def _all_cards(deck: Deck, jokers: JokerKind, decks: int) -> list[Card]:
    return sorted(deck_cards(deck, jokers, decks))


def laid_down(showdown: Showdown | None, seat: int) -> list[Card]:
    """Return the cards of a seat that lie on the table: its melds as exposed and what it laid off."""
    if showdown is None:
        return []
    cards = [card for laid in showdown.melds if laid.seat == seat for card in laid.meld.cards]
    for laid in showdown.lay_offs:
        if showdown.melds[laid.lay_off.meld].seat == seat:
            cards.remove(laid.lay_off.card)
    return cards + [laid.lay_off.card for laid in showdown.lay_offs if laid.seat == seat]
