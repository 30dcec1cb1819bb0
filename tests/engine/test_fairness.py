"""docs/fairness.md, as a stranger reads it: whole matches dealt again from the page's text, hashlib and hmac alone."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine import actions as a
from engine import events as e
from engine.rules import Rules
from engine.state import NOBODY, CancelReason, TableState
from tests.engine.players import choose
from tests.engine.tables import BARAJAMOS, CLUB, CONGA, Game, lobby

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "fairness.md").read_text("utf-8")
VECTORS: dict[str, Any] = json.loads(re.search(r"```json\n(.*?)```", PAGE, re.DOTALL)[1])  # type: ignore[index]
CHAIN_TAG, KEY_TAG = (tag.encode() + b"\0" for tag in re.findall(r'SHA-256\("(.*?)" \|\| 0x00', PAGE))
SALTS = (b"salt of seat 0", b"", b"\x00\xff")


# What the page says, written without the engine


def before(seed: bytes) -> bytes:
    """s_(i-1) of s_i."""
    return hashlib.sha256(CHAIN_TAG + seed).digest()


def num4(number: int) -> bytes:
    return number.to_bytes(4, "big")


def key_of(seed: bytes, table_id: str, match: int, round_: int, salts: Sequence[bytes]) -> bytes:
    parts = (seed, table_id.encode("utf-8"), num4(match), num4(round_), *salts)
    return hashlib.sha256(KEY_TAG + b"".join(num4(len(part)) + part for part in parts)).digest()


def words(key: bytes, label: str) -> Iterator[int]:
    j = 0
    while True:
        block = hmac.new(key, label.encode() + b"\0" + num4(j), hashlib.sha256).digest()
        yield from (int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4))
        j += 1


def below(b: int, stream: Iterator[int]) -> int:
    return next(word for word in stream if word < 2**32 // b * b) % b


def shuffled(key: bytes, label: str, things: Sequence[int]) -> list[int]:
    order, stream = list(things), words(key, label)
    for i in reversed(range(1, len(order))):
        other = below(i + 1, stream)
        order[i], order[other] = order[other], order[i]
    return order


def cards_in_play(ranks: Sequence[int], printed_jokers: int, decks: int) -> list[int]:
    return ([12 * suit + rank for suit in range(4) for rank in ranks] + [49] * printed_jokers) * decks


RANKS = {40: (1, 2, 3, 4, 5, 6, 7, 10, 11, 12), 48: tuple(range(1, 13))}


# The vectors


def test_the_vectors_on_the_page() -> None:
    seeds = [bytes.fromhex(VECTORS["seed"])]
    for _ in range(VECTORS["chain_length"]):
        seeds.insert(0, before(seeds[0]))
    assert [seeds[0].hex(), seeds[1].hex(), seeds[7].hex()] == [
        VECTORS[name] for name in ("s_0", "s_1", "s_7")
    ]

    key = key_of(seeds[1], "table-1", 1, 1, SALTS)
    assert key.hex() == VECTORS["key"]
    assert shuffled(key, "deal", cards_in_play(RANKS[48], 0, 1)) == VECTORS["deal"]
    assert shuffled(key, "lead", [0, 1, 2]) == VECTORS["lead"]
    assert shuffled(key, "reshuffle 1", [3, 1, 48, 20, 7]) == VECTORS["reshuffle 1"]


# The engine, held to the page


@dataclass
class Auditor:
    """Collects what a table publishes, and deals every round again once its seed is known."""

    deck: list[int]
    commitments: list[bytes]
    """s_0 and every seed revealed so far."""
    table_id: str
    salts: tuple[bytes, ...] = ()
    match: int = 0
    events: list[e.Event] = field(default_factory=list)
    """Of the running round, before its seed is revealed."""
    reshuffles: int = 0

    def hear(self, event: e.Event) -> None:
        match event:
            case e.MatchStarted():
                self.match, self.salts = event.match, event.salts
            case e.RoundDealt():
                self.events = [event]
            case e.SeedRevealed(index, seed):
                assert index == len(self.commitments)
                assert before(seed) == self.commitments[-1]
                self.commitments.append(seed)
                self.deal_again(seed)
            case e.CardDrawn() | e.CardDiscarded() | e.StockReshuffled():
                self.events.append(event)

    def deal_again(self, seed: bytes) -> None:
        dealt, *played = self.events
        assert isinstance(dealt, e.RoundDealt)
        assert dealt.seed_index == len(self.commitments) - 1
        assert dealt.commitment == self.commitments[-2]
        key = key_of(seed, self.table_id, self.match, dealt.round, self.salts)
        if dealt.round == 1:
            assert shuffled(key, "lead", dealt.seats)[0] == dealt.lead_seat
        stock = shuffled(key, "deal", self.deck)
        order = sorted(dealt.seats, key=lambda seat: (seat < dealt.lead_seat, seat))
        hands: dict[int, list[int]] = {seat: [] for seat in dealt.seats}
        for _ in range(7):
            for seat in order:
                hands[seat].append(stock.pop(0))
        assert [list(hand) for hand in dealt.hands] == [hands[seat] for seat in dealt.seats]
        pile = [stock.pop(0)]
        assert [dealt.discard] == pile
        assert list(dealt.stock) == stock[::-1]
        self.draw_again(key, stock, pile, played)

    def draw_again(self, key: bytes, stock: list[int], pile: list[int], played: Sequence[e.Event]) -> None:
        times = 0
        for event in played:
            match event:
                case e.CardDrawn(_, e.DrawSource.STOCK, card):
                    assert card == stock.pop(0)
                case e.CardDrawn():
                    pile.pop()
                case e.CardDiscarded(_, card):
                    pile.append(card)
                case e.StockReshuffled(shown):
                    assert not stock
                    times += 1
                    stock, pile = shuffled(key, f"reshuffle {times}", pile), []
                    assert list(shown) == stock[::-1]
        self.reshuffles += times


@pytest.mark.parametrize(
    ("rules", "players", "deck"),
    [
        (BARAJAMOS, 3, cards_in_play(RANKS[48], 0, 1)),
        (BARAJAMOS, 5, cards_in_play(RANKS[48], 0, 2)),
        (CLUB, 4, cards_in_play(RANKS[40], 0, 1)),
        (CONGA, 2, cards_in_play(RANKS[40], 0, 1)),
    ],
    ids=["barajamos", "two decks", "club", "conga"],
)
def test_a_stranger_deals_every_match_again(rules: Rules, players: int, deck: list[int]) -> None:
    rng = Random(7)
    game = lobby(rules, players)
    auditor = Auditor(deck, [game.table.commitment], game.table.table_id)
    for salt, seat in zip(SALTS, range(players), strict=False):
        if salt:
            game.do(seat, a.ContributeSalt(salt))
    for match in (1, 2):
        hear(auditor, game.do(0, a.StartMatch()))
        assert auditor.salts == (SALTS + (b"",) * players)[:players]
        play(auditor, game, rng, rounds=3)
        if game.table.state is TableState.PLAYING:
            hear(auditor, game.do(NOBODY, a.CancelMatch(CancelReason.IDLE)))
        assert auditor.match == match
    assert len(auditor.commitments) - 1 == game.table.seeds_used >= 4


def test_a_stranger_reshuffles_again() -> None:
    """Everybody draws from the stock and throws what came, until it has run out twice."""
    game = lobby(BARAJAMOS, 6)
    auditor = Auditor(cards_in_play(RANKS[48], 0, 2), [game.table.commitment], game.table.table_id)
    hear(auditor, game.do(0, a.StartMatch()))
    while game.round.exhaustions < 2:
        seat = game.round.on_turn
        hear(auditor, game.do(seat, a.DrawStock()))
        hear(auditor, game.do(seat, a.Discard(game.round.hands[seat][-1])))
    hear(auditor, game.do(NOBODY, a.CancelMatch(CancelReason.IDLE)))
    assert auditor.reshuffles == 2


@pytest.mark.parametrize(("limit", "length"), [(10, 1024), (256, 1024), (257, 1028), (10_000, 40_000)])
def test_n_is_four_times_the_round_limit_and_at_least_1024(limit: int, length: int) -> None:
    table = lobby(replace(BARAJAMOS, match_round_limit=limit), 3).table
    seed = table.seed
    for _ in range(length):
        seed = before(seed)
    assert (table.chain_length, table.commitment) == (length, seed)


def play(auditor: Auditor, game: Game, rng: Random, rounds: int) -> None:
    """Play at random until the match is over or so many of its rounds are."""
    until = len(auditor.commitments) + rounds
    while game.table.state is TableState.PLAYING and len(auditor.commitments) < until:
        step = choose(game.table, rng)
        if step:
            hear(auditor, game.do(*step))


def hear(auditor: Auditor, game: Game) -> None:
    for event in game.events:
        auditor.hear(event)
