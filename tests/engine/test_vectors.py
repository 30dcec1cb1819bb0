"""The facts of tests/vectors, which an independent enumeration found."""

from __future__ import annotations

import pytest

from engine.arrange import CloseOutcome, arrange, judge_close, preview_discards
from engine.settle import settle_showdown
from tests.engine.vectors import card, cards, load, rules_of

OUTCOMES = {
    "illegal": CloseOutcome.ILLEGAL,
    "points": CloseOutcome.POINTS,
    "full": CloseOutcome.FULL_HAND,
    "joker_chinchon": CloseOutcome.JOKER_CHINCHON,
    "chinchon": CloseOutcome.CHINCHON,
}


def test_arrange():
    for vector in load("arrange"):
        rules, decks = rules_of(vector)
        found = arrange(cards(vector["hand"]), rules, decks)
        assert found.points == vector["points"], vector
        assert [meld.cards for meld in found.melds] == [cards(meld) for meld in vector["melds"]], vector
        assert found.loose == cards(vector["loose"]), vector


def test_close():
    for vector in load("close"):
        rules, decks = rules_of(vector)
        close = judge_close(cards(vector["hand"]), rules, decks)
        assert (close.outcome, close.points) == (OUTCOMES[vector["outcome"]], vector["points"]), vector


def test_preview():
    for vector in load("preview"):
        rules, decks = rules_of(vector)
        options = preview_discards(cards(vector["cards"]), rules, decks)
        expected = [(card(each["discard"]), each["points"], each["may_close"]) for each in vector["discards"]]
        assert [(each.card, each.points, each.may_close) for each in options] == expected, vector


def test_settle():
    for vector in load("settle"):
        rules, decks = rules_of(vector)
        close = judge_close(cards(vector["closer"]), rules, decks)
        opponents = [cards(hand) for hand in vector["opponents"]]
        settled = settle_showdown(close, opponents, rules, decks)
        assert close.outcome == OUTCOMES[vector["outcome"]], vector
        assert settled.closer is not None
        assert settled.closer.points == vector["closer_points"], vector
        assert [seat.points for seat in settled.opponents] == vector["points"], vector


@pytest.mark.parametrize("name", ["arrange", "close", "preview", "settle"])
def test_vectors_are_there(name: str):
    assert load(name)
