"""What somebody may see: redaction, private cards, and what a refusal tells."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from engine import actions as a
from engine import events as e
from engine.cards import parse_card, parse_cards
from engine.decide import decide
from engine.state import NOBODY
from engine.view import private_cards, public, redact, you
from engine.violations import Reason, RuleViolation
from tests.engine.players import play, random_match
from tests.engine.tables import (
    BARAJAMOS,
    CLUB,
    DRAW,
    TAKE,
    Game,
    close,
    lobby,
    match,
    position,
)
from tests.engine.universe import universe

ERRORS = Path(__file__).resolve().parents[2] / "proto" / "chinchon" / "v1" / "error.proto"


def test_a_seat_sees_its_own_hand_and_how_many_the_others_hold() -> None:
    game = position(BARAJAMOS, "1o 3c 5e 7b 9o 11c 12e | ... | ...").do(0, DRAW)
    seen = redact(game.table, 0).round
    assert seen is not None
    assert seen.hands == (game.round.hands[0], (0,) * 7, (0,) * 7)
    assert seen.stock == (0,) * len(game.round.stock)
    assert seen.discards == game.round.discards


def test_a_spectator_sees_no_hand() -> None:
    seen = redact(position(BARAJAMOS, "... | ... | ...").table, NOBODY).round
    assert seen is not None
    assert seen.hands == ((0,) * 7,) * 3


def test_a_seat_that_is_out_sees_no_hand() -> None:
    seen = redact(position(BARAJAMOS, "... | ... |").table, 2).round
    assert seen is not None
    assert seen.hands == ((0,) * 7, (0,) * 7, ())


def test_nobody_sees_the_seed() -> None:
    table = match(BARAJAMOS, 3).table
    assert {redact(table, viewer).seed for viewer in range(NOBODY, 3)} == {b""}


def test_only_seats_see_the_invite_code() -> None:
    table = replace(lobby(BARAJAMOS, 3).table, invite_code="ABCD1234")
    assert [redact(table, viewer).invite_code for viewer in (NOBODY, 0)] == ["", "ABCD1234"]


def test_the_creation_is_public_without_its_secrets() -> None:
    created = e.TableCreated(
        table_id="t",
        rules=BARAJAMOS,
        seats=3,
        engine_version="1",
        visibility=match(BARAJAMOS, 3).table.visibility,
        commitment=bytes(32),
        chain_length=8,
        created_at=1,
        seed=bytes(32),
        invite_code="ABCD1234",
    )
    assert public(created) == replace(created, seed=b"", invite_code="")


def test_a_deal_is_public_without_hands_and_stock() -> None:
    dealt = next(event for event in match(BARAJAMOS, 3).events if isinstance(event, e.RoundDealt))
    seen = public(dealt)
    assert seen == replace(dealt, hands=((0,) * 7,) * 3, stock=(0,) * len(dealt.stock))
    assert [private_cards(dealt, seat) for seat in range(3)] == list(dealt.hands)
    assert private_cards(dealt, NOBODY) == ()


def test_a_card_from_the_stock_is_the_drawers_alone() -> None:
    (drawn,) = position(BARAJAMOS, "... | ... | ...", stock="6o").do(0, DRAW).events
    assert public(drawn) == e.CardDrawn(0, e.DrawSource.STOCK, 0)
    assert [private_cards(drawn, seat) for seat in (0, 1, NOBODY)] == [parse_cards("6o"), (), ()]


def test_a_card_from_the_pile_is_everybodys() -> None:
    (drawn,) = position(BARAJAMOS, "... | ... | ...", discards="6o").do(0, TAKE).events
    assert public(drawn) == drawn == e.CardDrawn(0, e.DrawSource.DISCARD_PILE, parse_card("6o"))
    assert private_cards(drawn, 0) == ()


def test_the_order_of_a_reshuffled_stock_is_hidden() -> None:
    reshuffled, _ = position(BARAJAMOS, "... | ... | ...", rest="discards", discards="6o").do(0, DRAW).events
    assert isinstance(reshuffled, e.StockReshuffled)
    assert public(reshuffled) == e.StockReshuffled((0,) * len(reshuffled.stock))


def test_the_closer_still_sees_what_it_closed_with() -> None:
    game = position(CLUB, "7o 7c 7b 10e 11e 12e 3b 12c | ... | ...").do(0, close("12c"))
    seen = redact(game.table, 0).round
    assert seen is not None
    assert seen.showdown == game.showdown


def test_all_hands_are_public_once_the_round_is_scored() -> None:
    game = position(BARAJAMOS, "7o 7c 7b 9e 10e 11e 4o 12c | ... | ...").do(0, close("12c"))
    result = redact(game.table, NOBODY).last_round
    assert result is not None
    assert all(len(seat.hand) == 7 for seat in result.seats)


def test_you_are_told_your_best_arrangement_and_what_each_discard_leaves() -> None:
    game = position(BARAJAMOS, "7o 7c 7b 9e 10e 11e 4o 12c | ... | ...")
    mine = you(game.table, 0)
    assert mine.arrangement.loose == parse_cards("4o 12c")
    assert {option.card: option.points for option in mine.discard_options}[parse_card("12c")] == 4
    assert you(game.table, 1).discard_options == ()
    assert you(game.table, 1).legal_actions == ()


def test_no_close_is_promised_that_would_come_too_early() -> None:
    game = position(CLUB, "7o 7c 7b 10e 11e 12e 3b 12c | ... | ...", turns=0)
    assert not any(option.may_close for option in you(game.table, 0).discard_options)


# What a refusal tells


def documented() -> dict[str, set[str]]:
    """Return the metadata keys of each reason, as the contract documents them."""
    text = ERRORS.read_text("utf-8")
    found = re.findall(r"// (.*Metadata: .*)\n  ERROR_REASON_(\w+) =", text)
    keys = {}
    for comment, reason in found:
        told = re.sub(r"\([^)]*\)", "", comment.partition("Metadata: ")[2]).partition(".")[0]
        keys[reason] = set(re.findall(r"[a-z_]+", told.partition(", when")[0])) - {"none"}
    return keys


def test_every_reason_is_one_of_the_contract() -> None:
    assert {reason.value for reason in Reason} <= set(documented())


@pytest.mark.parametrize("seed", range(12))
def test_a_refusal_tells_only_what_the_contract_documents(seed: int) -> None:
    rng = Random(seed)
    keys = documented()
    game = random_match(rng)
    check_refusals(lobby(game.table.rules, len(game.table.seats)), keys)
    for _ in play(game, rng):
        if rng.random() < 0.05:
            check_refusals(game, keys)


def check_refusals(game: Game, keys: dict[str, set[str]]) -> None:
    for seat in range(len(game.table.seats)):
        legal = {entry.action for entry in you(game.table, seat).legal_actions}
        for action in universe(game.table, seat):
            refusal = None if action in legal else attempt(game, seat, action)
            if refusal:
                assert set(refusal.metadata) <= keys[refusal.reason], refusal.reason


def attempt(game: Game, seat: int, action: a.Action) -> RuleViolation | None:
    try:
        decide(game.table, seat, action, game.now)
    except RuleViolation as violation:
        return violation
    return None
