"""docs/fairness.md: the chain of seeds, the key of a round, and the shuffle."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine import actions as a
from engine import events as e
from engine.cards import Deck, JokerKind, deck_cards
from engine.decide import decide
from engine.shuffle import ShuffleKey, _below, chain_length, previous_seed, seed_at
from engine.state import CancelReason
from tests.engine.tables import BARAJAMOS, CLUB, NOW, SEED, close, lobby, match, position

FAIRNESS = Path(__file__).resolve().parents[2] / "docs" / "fairness.md"


def vectors() -> dict[str, Any]:
    """Return the test vectors of the page for strangers."""
    found = re.search(r"```json\n(.*?)```", FAIRNESS.read_text("utf-8"), re.DOTALL)
    assert found
    vectors: dict[str, Any] = json.loads(found[1])
    return vectors


def stranger_shuffle(key: bytes, label: str, cards: list[int]) -> list[int]:
    """Shuffle as docs/fairness.md tells it, written without the engine."""
    words: list[int] = []
    for j in range(100):
        block = hmac.new(key, label.encode() + b"\0" + j.to_bytes(4, "big"), hashlib.sha256).digest()
        words += [int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4)]
    for i in range(len(cards) - 1, 0, -1):
        word = words.pop(0)
        while word >= 2**32 - 2**32 % (i + 1):
            word = words.pop(0)
        cards[i], cards[word % (i + 1)] = cards[word % (i + 1)], cards[i]
    return cards


# The vectors


def test_the_chain_of_the_vectors() -> None:
    told = vectors()
    seed, length = bytes.fromhex(told["seed"]), told["chain_length"]
    for index in (0, 1, 7):
        assert seed_at(seed, length, index).hex() == told[f"s_{index}"]
    assert seed_at(seed, length, 8) == seed


def test_the_shuffles_of_the_vectors() -> None:
    told = vectors()
    seed = seed_at(bytes.fromhex(told["seed"]), told["chain_length"], 1)
    key = ShuffleKey(seed, (b"salt of seat 0", b"", b"\x00\xff"), "table-1", 1, 1)
    assert list(key.shuffled(deck_cards(Deck.DECK_48, JokerKind.NONE, 1), "deal")) == told["deal"]
    assert list(key.shuffled((0, 1, 2), "lead")) == told["lead"]
    assert list(key.shuffled((3, 1, 48, 20, 7), "reshuffle 1")) == told["reshuffle 1"]


def test_a_stranger_finds_the_same_orders() -> None:
    told = vectors()
    key = bytes.fromhex(told["key"])
    assert stranger_shuffle(key, "deal", list(range(1, 49))) == told["deal"]
    assert stranger_shuffle(key, "lead", [0, 1, 2]) == told["lead"]
    assert stranger_shuffle(key, "reshuffle 1", [3, 1, 48, 20, 7]) == told["reshuffle 1"]


# The chain at a table


def test_a_table_publishes_the_end_of_its_chain() -> None:
    game = lobby(BARAJAMOS, 3)
    assert game.table.chain_length == 1024
    assert game.table.commitment == seed_at(SEED, 1024, 0)


def test_the_chain_is_long_enough_for_four_matches() -> None:
    assert chain_length(200) == 1024
    assert chain_length(10_000) == 40_000


def test_each_round_reveals_the_seed_that_it_was_committed_to() -> None:
    rules = replace(CLUB, max_false_closes=9)
    game = position(rules, "4c 5c 6c 11o 11e 11b 6b 12c | ... | ...")
    revealed = [game.table.commitment]
    for number in (2, 3, 4):
        seat = game.round.on_turn
        if game.round.phase.name == "DRAW":
            game.do(seat, a.DrawStock())
        game.do(seat, a.Close(game.round.hands[seat][0]))
        (opened,) = [event for event in game.events if isinstance(event, e.SeedRevealed)]
        revealed.append(opened.seed)
        game.do(0, a.OpenRound(number))
        (dealt,) = [event for event in game.events if isinstance(event, e.RoundDealt)]
        assert (dealt.seed_index, dealt.commitment) == (number, opened.seed)
    assert [previous_seed(seed) for seed in revealed[1:]] == revealed[:-1]


def test_a_cancelled_match_reveals_the_seed_of_the_running_round() -> None:
    game = match(BARAJAMOS, 3).do(-1, a.CancelMatch(CancelReason.CONNECTION_LOST))
    assert game.names() == ["SeedRevealed", "MatchEnded"]
    game.do(0, a.StartMatch())
    assert game.round.seed_index == 2


def test_a_cancelled_summary_reveals_nothing_twice() -> None:
    game = position(BARAJAMOS, "7o 7c 7b 9e 10e 11e 4o 12c | ... | ...").do(0, close("12c"))
    assert game.do(-1, a.CancelMatch(CancelReason.IDLE)).names() == ["MatchEnded"]


# What the order depends on


def key(**changes: Any) -> ShuffleKey:
    return replace(ShuffleKey(SEED, (b"a", b"", b"b"), "table-1", 1, 1), **changes)


@pytest.mark.parametrize(
    "changes",
    [
        {"seed": bytes(32)},
        {"salts": (b"a", b"b", b"")},
        {"salts": (b"ab", b"", b"")},
        {"salts": (b"a", b"", b"b", b"")},
        {"table_id": "table-2"},
        {"match": 2},
        {"round": 2},
    ],
    ids=str,
)
def test_everything_in_the_key_changes_the_order(changes: dict[str, Any]) -> None:
    cards = tuple(range(1, 49))
    assert key(**changes).shuffled(cards, "deal") != key().shuffled(cards, "deal")


def test_labels_are_independent() -> None:
    cards = tuple(range(1, 49))
    orders = {key().shuffled(cards, label) for label in ("deal", "lead", "reshuffle 1", "reshuffle 2")}
    assert len(orders) == 4


def test_a_salt_changes_the_deal() -> None:
    plain = match(BARAJAMOS, 3)
    salted = lobby(BARAJAMOS, 3).do(1, a.ContributeSalt(b"mine")).do(0, a.StartMatch())
    assert salted.table.salts == (b"", b"mine", b"")
    assert salted.round.stock != plain.round.stock
    assert salted.table.commitment == plain.table.commitment


def test_deciding_again_deals_and_reshuffles_the_same() -> None:
    table = lobby(BARAJAMOS, 3).table
    assert decide(table, 0, a.StartMatch(), NOW) == decide(table, 0, a.StartMatch(), NOW)
    game = position(BARAJAMOS, "... | ... | ...", rest="discards", discards="6o")
    assert decide(game.table, 0, a.DrawStock(), NOW) == decide(game.table, 0, a.DrawStock(), NOW)


def test_a_reshuffle_starts_from_the_pile_oldest_card_first() -> None:
    game = position(BARAJAMOS, "... | ... | ...", rest="discards", discards="6o", exhaustions=1)
    pile = game.round.discards
    game.do(0, a.DrawStock())
    seed = seed_at(SEED, 1024, 1)
    stock = ShuffleKey(seed, (b"", b"", b""), "table-1", 1, 1).shuffled(pile, "reshuffle 2")
    assert game.events[0] == e.StockReshuffled(stock[::-1])


# Chance


def test_every_card_is_equally_often_at_every_place() -> None:
    cards, deals = tuple(range(48)), 4_800
    seen = Counter(
        (place, card) for n in range(deals) for place, card in enumerate(key(round=n).shuffled(cards, "deal"))
    )
    expected = deals / 48
    chi_square = sum((seen[place, card] - expected) ** 2 / expected for place in cards for card in cards)
    # 47 * 47 degrees of freedom: mean 2209, standard deviation 66.
    assert abs(chi_square - 2209) < 4 * 66


def test_there_is_no_modulo_bias() -> None:
    """Words beyond the largest multiple of the bound would favour small numbers: they are thrown away."""
    top = 2**32 - 1
    assert 2**32 % 3 == 1
    assert _below(iter([top, 4]), 3) == 1
    assert _below(iter([top - 1]), 3) == 2
    assert _below(iter([2**32 - 2**32 % 48, 0]), 48) == 0
