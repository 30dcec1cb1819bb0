"""Melds, closes and showdowns one by one: the examples of docs/rules.md and what its words say."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.arrange import CloseOutcome, arrange, judge_close, preview_discards
from engine.cards import Card, Deck, JokerKind, notation, parse_card, parse_cards
from engine.melds import LayOffEnd, Meld, MeldKind, MeldsNotValid, laid_as, lay_off, read_meld, sort_cards
from engine.rules import PRESETS, CloseRule, CourtPoints, LayOffScope, RulePreset, Rules, ShowdownKind
from engine.settle import LayOff, settle_showdown

BARAJAMOS = PRESETS[RulePreset.BARAJAMOS]
CLUB = PRESETS[RulePreset.CLUB]
CLUB_AUTOMATIC = replace(CLUB, showdown=ShowdownKind.AUTOMATIC)
TWO_JOKERS = replace(BARAJAMOS, jokers=JokerKind.TWO_JOKERS)
TWO_IN_A_MELD = replace(TWO_JOKERS, max_jokers_per_meld=2)


def text(cards: tuple[Card, ...]) -> str:
    return " ".join(map(notation, cards))


def read(cards: str, rules: Rules = BARAJAMOS, decks: int = 1, as_given: bool = False) -> str | None:
    """Return what the cards of a meld stand for, after its kind."""
    meld = read_meld(parse_cards(cards), rules, decks, as_given)
    return f"{meld.kind.name} {text(tuple(sorted(meld.stands_for)))}" if meld else None


def meld_of(cards: str, rules: Rules = BARAJAMOS, decks: int = 1, as_given: bool = False) -> Meld:
    meld = read_meld(parse_cards(cards), rules, decks, as_given)
    assert meld is not None
    return meld


def arranged(cards: str, rules: Rules = BARAJAMOS, decks: int = 1) -> tuple[list[str], str, int]:
    found = arrange(parse_cards(cards), rules, decks)
    return [text(meld.cards) for meld in found.melds], text(found.loose), found.points


def closed(
    cards: str, rules: Rules = BARAJAMOS, decks: int = 1, named: list[str] | None = None
) -> tuple[str, int, list[str], str]:
    melds = [parse_cards(meld) for meld in named] if named is not None else None
    close = judge_close(parse_cards(cards), rules, decks, melds)
    return close.outcome.name, close.points, [text(meld.cards) for meld in close.melds], text(close.loose)


# --- reading melds


@pytest.mark.parametrize(
    ("cards", "rules", "decks", "expected"),
    [
        ("7o 7c 7b", BARAJAMOS, 1, "SET 7o 7c 7b"),
        ("7o 7c 7e 7b", BARAJAMOS, 1, "SET 7o 7c 7e 7b"),
        ("5o 5o 5c", BARAJAMOS, 2, "SET 5o 5o 5c"),
        ("5o 5o 5c", BARAJAMOS, 1, None),
        ("4c 4c 5c", BARAJAMOS, 2, None),
        ("5o 5c", BARAJAMOS, 1, None),
        ("9e 10e 11e", BARAJAMOS, 1, "RUN 9e 10e 11e"),
        ("3e 4e 5e 6e 7e 8e 9e", BARAJAMOS, 1, "RUN 3e 4e 5e 6e 7e 8e 9e"),
        ("3e 4e 4e 5e", BARAJAMOS, 2, None),
        ("3e 4e 5c", BARAJAMOS, 1, None),
        ("11o 12o 1o", BARAJAMOS, 1, None),
        ("6c 7c 10c", CLUB, 1, "RUN 6c 7c 10c"),
        ("7c 8c 9c", CLUB, 1, None),
        # Jokers
        ("7o 7c jk", TWO_JOKERS, 1, "SET 7o 7c 7e"),
        ("7o 7e jk", TWO_JOKERS, 2, "SET 7o 7c 7e"),
        ("7o 7c 7e 7b jk", TWO_JOKERS, 1, None),
        ("7o 7c 7e 7b jk", TWO_JOKERS, 2, "SET 7o 7o 7c 7e 7b"),
        ("7o jk jk", TWO_JOKERS, 1, None),
        ("7o jk jk", TWO_IN_A_MELD, 1, "SET 7o 7c 7e"),
        ("jk jk jk", TWO_IN_A_MELD, 2, None),
        ("7o 7c jk", BARAJAMOS, 1, None),
        ("5o 7o jk", TWO_JOKERS, 1, "RUN 5o 6o 7o"),
        ("6o 7o jk", TWO_JOKERS, 1, "RUN 6o 7o 8o"),
        ("11o 12o jk", TWO_JOKERS, 1, "RUN 10o 11o 12o"),
        ("12o 1o jk", TWO_JOKERS, 1, None),
        ("5o 6o jk jk", TWO_IN_A_MELD, 1, "RUN 5o 6o 7o 8o"),
        ("10o 11o jk jk", TWO_IN_A_MELD, 1, "RUN 9o 10o 11o 12o"),
        ("6c 7c 1o", CLUB, 1, "RUN 6c 7c 10c"),
        ("7c 11c 1o", CLUB, 1, "RUN 7c 10c 11c"),
        ("7c 12c 1o", CLUB, 1, None),
        # The ace of oros as itself is no joker.
        ("1o 2o 3o", CLUB, 1, "RUN 1o 2o 3o"),
        ("1o 3o 4o", CLUB, 1, "RUN 3o 4o 5o"),
        ("1o 1c 1e", CLUB, 1, "SET 1o 1c 1e"),
        ("1o 1o 1c", CLUB, 2, "SET 1o 1o 1c"),
        ("1o 1o 2o", CLUB, 2, "RUN 1o 2o 3o"),
        ("1o 1o 3o", CLUB, 2, "RUN 1o 2o 3o"),
        ("1o 1o 2o", replace(CLUB, max_jokers_per_meld=2), 2, "RUN 1o 2o 3o"),
        ("1o 1o 4o", CLUB, 2, None),
        ("1o 1o 4o", replace(CLUB, max_jokers_per_meld=2), 2, "SET 4o 4c 4e"),
        ("1o 1o 3o 4o", CLUB, 2, "RUN 1o 2o 3o 4o"),
    ],
)
def test_what_is_a_meld(cards: str, rules: Rules, decks: int, expected: str | None):
    assert read(cards, rules, decks) == expected


@pytest.mark.parametrize(
    ("cards", "rules", "expected"),
    [
        ("jk 6o 7o", TWO_JOKERS, "RUN 5o 6o 7o"),
        ("6o 7o jk", TWO_JOKERS, "RUN 6o 7o 8o"),
        ("7o 6o jk", TWO_JOKERS, "RUN 6o 7o 8o"),
        ("jk 1o 2o", TWO_JOKERS, "RUN 1o 2o 3o"),
        ("jk 5o 6o jk", TWO_IN_A_MELD, "RUN 4o 5o 6o 7o"),
        ("jk jk 5o 6o", TWO_IN_A_MELD, "RUN 3o 4o 5o 6o"),
        ("jk 5o jk 7o", TWO_IN_A_MELD, "RUN 4o 5o 6o 7o"),
        ("1o 3o 4o", CLUB, "RUN 2o 3o 4o"),
        ("2o 3o 1o", CLUB, "RUN 1o 2o 3o"),  # fewest jokers come first
    ],
)
def test_a_run_is_read_as_given(cards: str, rules: Rules, expected: str):
    assert read(cards, rules, as_given=True) == expected


def test_a_meld_tells_its_cards_in_canonical_order():
    meld = meld_of("4o 1o 3o", CLUB)
    assert (text(meld.cards), text(meld.stands_for)) == ("3o 4o 1o", "3o 4o 5o")
    assert (meld.kind, meld.suit, meld.low, meld.high, meld.jokers) == (MeldKind.RUN, 0, 3, 5, 1)
    itself = meld_of("1o 2o 3o", CLUB)
    assert (text(itself.cards), text(itself.stands_for), itself.jokers) == ("2o 3o 1o", "2o 3o 1o", 0)
    assert meld_of("7b 7o 7c").rank == 7
    assert text(sort_cards(parse_cards("1o 2c 12b 3o"), CLUB)) == "3o 2c 12b 1o"


# --- laying off


@pytest.mark.parametrize(
    ("meld", "card", "end", "rules", "expected"),
    [
        ("7o 7c 7b", "7e", None, BARAJAMOS, "7o 7c 7e 7b"),
        ("7o 7c 7b", "8e", None, BARAJAMOS, None),
        ("9e 10e 11e", "12e", None, BARAJAMOS, "9e 10e 11e 12e"),
        ("9e 10e 11e", "8e", None, BARAJAMOS, "8e 9e 10e 11e"),
        ("9e 10e 11e", "8e", LayOffEnd.HIGH, BARAJAMOS, None),
        ("9e 10e 11e", "7e", None, BARAJAMOS, None),
        ("9e 10e 11e", "10e", None, BARAJAMOS, None),
        ("10e 11e 12e", "1e", None, BARAJAMOS, None),
        ("5e 6e 7e", "10e", None, CLUB, "5e 6e 7e 10e"),
        # A joker needs an end on a run, and none on a set.
        ("5e 6e 7e", "jk", None, TWO_JOKERS, None),
        ("5e 6e 7e", "jk", LayOffEnd.LOW, TWO_JOKERS, "4e 5e 6e 7e"),
        ("5e 6e 7e", "jk", LayOffEnd.HIGH, TWO_JOKERS, "5e 6e 7e 8e"),
        ("1e 2e 3e", "jk", LayOffEnd.LOW, TWO_JOKERS, None),
        ("10e 11e 12e", "jk", LayOffEnd.HIGH, TWO_JOKERS, None),
        ("5e 6e jk", "jk", LayOffEnd.HIGH, TWO_JOKERS, None),
        ("5e 6e jk", "jk", LayOffEnd.HIGH, TWO_IN_A_MELD, "5e 6e 7e 8e"),
        ("7o 7c 7b", "jk", None, TWO_JOKERS, "7o 7c 7e 7b"),
        ("7o 7c jk", "jk", None, TWO_JOKERS, None),
        # What the joker of a set stands for is not fixed; that of a run is.
        ("7o 7c jk", "7e", None, TWO_JOKERS, "7o 7c 7e 7b"),
        ("5e 6e jk", "7e", None, TWO_JOKERS, None),
        # A named end decides what the ace of oros is.
        ("2o 3o 4o", "1o", LayOffEnd.LOW, CLUB, "1o 2o 3o 4o"),
        ("2o 3o 4o", "1o", LayOffEnd.HIGH, CLUB, "2o 3o 4o 5o"),
        ("2o 3o 4o", "1o", None, CLUB, None),
        ("1c 1e 1b", "1o", None, CLUB, "1o 1c 1e 1b"),
        ("2c 3c 4c", "1o", LayOffEnd.LOW, CLUB, "1c 2c 3c 4c"),
    ],
)
def test_lay_off(meld: str, card: str, end: LayOffEnd | None, rules: Rules, expected: str | None):
    longer = lay_off(meld_of(meld, rules), parse_card(card), end, rules, 1)
    assert (text(tuple(sorted(longer.stands_for))) if longer else None) == expected


def test_the_ace_of_oros_counts_as_a_joker_only_where_it_is_one():
    two_decks_run = meld_of("2o 3o 4o", CLUB, 2)
    once = lay_off(two_decks_run, parse_card("1o"), LayOffEnd.HIGH, CLUB, 2)
    assert once is not None
    assert once.jokers == 1
    twice = lay_off(once, parse_card("1o"), LayOffEnd.LOW, CLUB, 2)
    assert twice is not None
    assert (text(twice.cards), text(twice.stands_for)) == ("2o 3o 4o 1o 1o", "2o 3o 4o 1o 5o")
    assert twice.jokers == 1
    assert lay_off(once, parse_card("1o"), LayOffEnd.HIGH, CLUB, 2) is None


def test_what_a_laid_card_stands_for():
    joker, seven = parse_card("jk"), parse_card("7e")
    sevens = meld_of("7o 7c jk", TWO_IN_A_MELD)
    with_joker = lay_off(sevens, joker, None, TWO_IN_A_MELD, 1)
    with_seven = lay_off(sevens, seven, None, TWO_IN_A_MELD, 1)
    assert with_joker is not None
    assert with_seven is not None
    assert laid_as(sevens, with_joker, joker) == parse_card("7b")
    assert laid_as(sevens, with_seven, seven) == seven


# --- arranging


@pytest.mark.parametrize(
    ("cards", "rules", "decks", "melds", "loose", "points"),
    [
        # Worked examples 1, 2, 3, 6, 7
        ("7o 7c 7b 9e 10e 11e 4o", BARAJAMOS, 1, ["7o 7c 7b", "9e 10e 11e"], "4o", 4),
        ("5o 5c 5e 1b 2b 3b 10o", BARAJAMOS, 1, ["5o 5c 5e", "1b 2b 3b"], "10o", 10),
        ("3c 4c 5c 6c 6o 6e 1b", BARAJAMOS, 1, ["6o 6c 6e", "3c 4c 5c"], "1b", 1),
        ("11o 12o 1o 5o 5c 5e 2b", BARAJAMOS, 1, ["5o 5c 5e"], "1o 11o 12o 2b", 26),
        ("7o 8o 9o 10o 2c 2e 2b", BARAJAMOS, 1, ["7o 8o 9o 10o", "2c 2e 2b"], "", 0),
        ("5o 5o 5c 4c 4c 5c 12b", BARAJAMOS, 2, ["5o 5o 5c 5c"], "4c 4c 12b", 20),
        ("7o 7c 7e 7b 1o 2c 3e", CLUB, 1, ["7o 7c 7e 1o"], "2c 3e 7b", 12),
        ("1e 2e 4b 6b 7b 10b 1o", CLUB, 1, ["4b 6b 7b 10b 1o"], "1e 2e", 3),
        # Ties: fewest melds, then canonical order of melds
        ("4o 5o 6o 7o 8o 9o 12b", BARAJAMOS, 1, ["4o 5o 6o 7o 8o 9o"], "12b", 12),
        ("3o 4o 5o 3o 4o 5o 9b", BARAJAMOS, 2, ["3o 4o 5o", "3o 4o 5o"], "9b", 9),
        ("7o 7c jk 9e 10e 2b 4c", TWO_JOKERS, 1, ["9e 10e jk"], "7o 4c 7c 2b", 20),
        ("7o 7c jk 8e 8b 2b 4c", TWO_JOKERS, 1, ["8e 8b jk"], "7o 4c 7c 2b", 20),
        ("7o 7c 7e jk 3b 3e 12c", TWO_JOKERS, 1, ["7o 7c 7e", "3e 3b jk"], "12c", 12),
        ("1o 1c 1e 7b 7c 4e 12b", CLUB, 1, ["7c 7b 1o"], "1c 1e 4e 12b", 18),
        ("2c 3c 4c", BARAJAMOS, 1, ["2c 3c 4c"], "", 0),
        ("", BARAJAMOS, 1, [], "", 0),
    ],
)
def test_arrange(cards: str, rules: Rules, decks: int, melds: list[str], loose: str, points: int):
    assert arranged(cards, rules, decks) == (melds, loose, points)


def test_arrange_up_to_fourteen_cards():
    melds, loose, points = arranged("1o 2o 3o 4o 1c 2c 3c 4c 1e 2e 3e 4e jk jk", TWO_JOKERS)
    assert (len(melds), loose, points) == (3, "", 0)
    assert arranged("1o 2o 3o 4o 5o 6o 7o 8o 9o 10o 11o 12o jk jk", TWO_IN_A_MELD, 2)[2] == 0


def test_what_court_cards_and_jokers_count():
    cards = "10o 11c 12e jk 2b"
    assert arranged(cards, replace(TWO_JOKERS, court_points=CourtPoints.TEN))[2] == 57
    sequence = replace(TWO_JOKERS, deck=Deck.DECK_40, court_points=CourtPoints.SEQUENCE, joker_points=9)
    assert arranged(cards, sequence)[2] == 8 + 9 + 10 + 9 + 2


def test_a_card_that_is_not_in_the_deck_is_refused():
    with pytest.raises(KeyError):
        arrange(parse_cards("8o 8c 8e"), CLUB, 1)


# --- closing


@pytest.mark.parametrize(
    ("cards", "rules", "decks", "outcome", "points"),
    [
        ("7o 7c 7b 9e 10e 11e 4o", BARAJAMOS, 1, "POINTS", 4),
        ("5o 5c 5e 1b 2b 3b 10o", BARAJAMOS, 1, "ILLEGAL", 10),
        ("3c 4c 5c 6c 6o 6e 1b", BARAJAMOS, 1, "POINTS", 1),
        ("7o 8o 9o 10o 2c 2e 2b", BARAJAMOS, 1, "FULL_HAND", -10),
        ("3e 4e 5e 6e 7e 8e 9e", BARAJAMOS, 1, "CHINCHON", 0),
        ("7o 7o 7c 7c 7e 7e 7b", BARAJAMOS, 2, "FULL_HAND", -10),
        ("7b 10b 11b 3b 4b 5b 2o", CLUB, 1, "POINTS", 2),
        ("3b 4b 5b 7b 10o 10c 10e", CLUB, 1, "ILLEGAL", 7),
        ("1o 2o 3o 4o 5o 6o 7o", CLUB, 1, "CHINCHON", 0),
        ("1o 2c 3c 4c 5c 6c 7c", CLUB, 1, "JOKER_CHINCHON", -25),
        ("1e 2e 4b 6b 7b 10b 1o", CLUB, 1, "POINTS", 4),
        ("1e 2e 4b 6b 7b 10b 1o", replace(CLUB, close_max_points=3), 1, "ILLEGAL", 3),
        ("1e 2e 4b 6b 7b 10b 1o", replace(CLUB, close_rule=CloseRule.SUM), 1, "POINTS", 3),
        ("1o 2o 3o 4o 1o 6o 7o", CLUB, 2, "JOKER_CHINCHON", -25),
        ("3e 4e 5e 6e 7e 8e 9e", replace(BARAJAMOS, chinchon_wins=False), 1, "CHINCHON", -50),
        ("1o 2c 3c 4c 5c 6c 7c", replace(CLUB, joker_chinchon_wins=True), 1, "JOKER_CHINCHON", 0),
    ],
)
def test_close(cards: str, rules: Rules, decks: int, outcome: str, points: int):
    assert closed(cards, rules, decks)[:2] == (outcome, points)


def test_named_melds_decide_under_manual():
    assert closed("4o 5o 6o 7o 3c 3e 3b", CLUB, named=["3b 3c 3e", "4o 5o 6o 7o"]) == (
        "FULL_HAND",
        -10,
        ["3c 3e 3b", "4o 5o 6o 7o"],
        "",
    )
    assert closed("3o 4o 5o 6o 3c 3e 3b", CLUB, named=["4o 5o 6o", "3c 3e 3b"])[:2] == ("POINTS", 3)


def test_named_melds_only_choose_between_equals_under_automatic():
    six = "4o 5o 6o 7o 10o 11o 2b"
    assert closed(six, CLUB_AUTOMATIC) == ("POINTS", 2, ["4o 5o 6o 7o 10o 11o"], "2b")
    assert closed(six, CLUB_AUTOMATIC, named=["7o 10o 11o", "4o 5o 6o"]) == (
        "POINTS",
        2,
        ["7o 10o 11o", "4o 5o 6o"],
        "2b",
    )
    worse = ["4o 5o 6o", "3c 3e 3b"]
    assert closed("3o 4o 5o 6o 3c 3e 3b", CLUB_AUTOMATIC, named=worse)[:2] == ("FULL_HAND", -10)
    assert closed("3o 4o 5o 6o 3c 3e 3b", CLUB_AUTOMATIC, named=[])[:2] == ("FULL_HAND", -10)


@pytest.mark.parametrize(
    "named",
    [
        ["4o 5o 6o 3c"],
        ["4o 5o"],
        ["4o 5o 6o 7o", "7o 3c 3e"],
        ["4o 5o 6o", "5o 6o 7o", "3c 3e 3b"],
        ["4o 5o 6o 7o"],
        ["12o 12c 12e"],
    ],
)
@pytest.mark.parametrize("rules", [CLUB, CLUB_AUTOMATIC])
def test_badly_named_melds(named: list[str], rules: Rules):
    with pytest.raises(MeldsNotValid):
        closed("4o 5o 6o 7o 3c 3e 3b", rules, named=named)


def test_named_melds_are_ignored_when_the_seven_may_not_close():
    assert closed("1o 5c 9e 10e 11e 4o 12b", named=["1o 5c"])[0] == "ILLEGAL"


def test_seven_in_one_run_are_the_chinchon_whatever_was_named():
    for rules in (CLUB, CLUB_AUTOMATIC):
        for named in (["2o 3o 4o", "5o 6o 7o"], ["12c"], ["1o 2o 3o 4o 5o 6o 7o"]):
            assert closed("1o 2o 3o 4o 5o 6o 7o", rules, named=named)[:2] == ("CHINCHON", 0)


def test_who_names_the_joker_chinchon_says_where_the_joker_stands():
    cards = "3c 4c 5c 6c 7c 10c 1o"
    unnamed = judge_close(parse_cards(cards), CLUB, 1)
    named = judge_close(parse_cards(cards), CLUB, 1, [parse_cards("1o 3c 4c 5c 6c 7c 10c")])
    assert (unnamed.melds[0].low, unnamed.melds[0].high) == (3, 11)
    assert (named.melds[0].low, named.melds[0].high) == (2, 10)
    assert named.outcome is CloseOutcome.JOKER_CHINCHON


def test_preview():
    options = preview_discards(parse_cards("12b 7o 7c 7b 9e 10e 11e 4o"), BARAJAMOS, 1)
    found = {notation(each.card): (each.points, each.outcome.name, each.may_close) for each in options}
    assert list(found) == ["4o", "7o", "7c", "9e", "10e", "11e", "7b", "12b"]
    assert found["12b"] == (4, "POINTS", True)
    assert found["4o"] == (12, "ILLEGAL", False)
    twice = preview_discards(parse_cards("5o 5o 5c 4c 4c 5c 12b 1o"), BARAJAMOS, 2)
    assert [notation(each.card) for each in twice] == ["1o", "5o", "4c", "5c", "12b"]


# --- the automatic showdown


def settle(
    closer: str | None,
    *opponents: str,
    rules: Rules = BARAJAMOS,
    decks: int = 1,
    named: list[str] | None = None,
) -> list[tuple[list[str], list[str], str, int]]:
    """Settle and return, opponents first and the closer last: melds, lay-offs, loose cards and points."""
    melds = [parse_cards(meld) for meld in named] if named else None
    close = judge_close(parse_cards(closer), rules, decks, melds) if closer else None
    assert close is None or close.outcome is not CloseOutcome.ILLEGAL
    hands = [parse_cards(hand) for hand in opponents]
    settled = settle_showdown(close, hands, rules, decks)
    seats = [*settled.opponents, *([settled.closer] if settled.closer else [])]
    return [
        (
            [text(meld.cards) for meld in seat.melds],
            [told(laid) for laid in seat.lay_offs],
            text(seat.loose),
            seat.points,
        )
        for seat in seats
    ]


def told(laid: LayOff) -> str:
    as_other = f"={notation(laid.stands_for)}" if laid.stands_for != laid.card else ""
    end = f" {laid.end.name}" if laid.end else ""
    return f"{notation(laid.card)}{as_other} on {laid.meld}{end}"


def test_worked_example_1():
    first, second, closer = settle("7o 7c 7b 9e 10e 11e 4o", "7e 1o 3c", "12e 2o 4c")
    assert first == ([], ["7e on 0"], "1o 3c", 4)
    assert second == ([], ["12e on 1 HIGH"], "2o 4c", 6)
    assert closer == (["7o 7c 7b", "9e 10e 11e"], [], "4o", 4)


def test_a_run_grows_to_the_whole_suit():
    (opponent, _) = settle(
        "3b 4b 5b 2o 2c 2e 1o", "10b 7b 2b 6b 12b 11b 1b", rules=replace(CLUB, jokers=JokerKind.NONE)
    )
    assert opponent[3] == 0
    (opponent, _) = settle("4b 5b 6b 2o 2c 2e 1c", "10b 7b 12o", rules=replace(CLUB, jokers=JokerKind.NONE))
    assert opponent == ([], ["7b on 1 HIGH", "10b on 1 HIGH"], "12o", 12)


def test_breaking_a_meld_can_be_right():
    # The sevens as a set leave 8b and 12o; laid off they leave one of them and 12o.
    (opponent, _) = settle("4b 5b 6b 8c 9c 10c 1o", "7b 7c 7e 8b 12o")
    assert opponent == ([], ["7c on 0 LOW", "7b on 1 HIGH", "8b on 1 HIGH"], "12o 7e", 19)


def test_melds_of_opponents_who_showed_before_take_cards_too():
    first, second, _ = settle("7o 7c 7b 9e 10e 11e 4o", "2c 2e 2b 12o", "2o 5b")
    assert first == (["2c 2e 2b"], [], "12o", 12)
    assert second == ([], ["2o on 2"], "5b", 5)


def test_an_opponent_may_show_the_same_meld_twice():
    (opponent, _) = settle("7o 7c 7b 9e 10e 11e 4o", "3o 5o 4o 3o 4o 5o", decks=2)
    assert opponent == (["3o 4o 5o", "3o 4o 5o"], [], "", 0)


def test_ties_keep_the_canonically_first_cards():
    # The sevens take one more: the joker goes, because 7e comes before it.
    (opponent, _) = settle("7o 7c 7b 9e 10e jk 4o", "7e jk 2o", rules=replace(TWO_JOKERS, joker_points=7))
    assert opponent == ([], ["jk=7e on 0"], "2o 7e", 9)


def test_without_a_closer_the_first_seat_just_arranges():
    first, second = settle(None, "2c 2e 2b 12o", "2o 5b")
    assert first == (["2c 2e 2b"], [], "12o", 12)
    assert second == ([], ["2o on 0"], "5b", 5)


@pytest.mark.parametrize(
    ("scope", "first", "second"),
    [
        (LayOffScope.NONE, 7 + 12, 2 + 5),
        (LayOffScope.OTHERS, 7 + 12, 5),
        (LayOffScope.ALL, 12, 5),
    ],
)
def test_lay_offs_after_a_full_hand(scope: LayOffScope, first: int, second: int):
    rules = replace(BARAJAMOS, lay_off_after_full_hand=scope)
    seats = settle("7o 7c 7b 9e 10e 11e 8e", "7e 12o 2c 2e 2b", "2o 5b", rules=rules)
    assert [seat[3] for seat in seats] == [first, second, -10]


def test_the_closer_lays_off_last_and_scores_0_not_minus_10():
    hands = ("4o 5o 6o 2c 2e 2b 3b", "1b 3o 3c 3e 12o")
    assert settle(*hands)[1] == (["4o 5o 6o", "2c 2e 2b"], [], "3b", 3)
    laying = replace(BARAJAMOS, closer_may_lay_off=True)
    assert settle(*hands, rules=laying)[1] == (["4o 5o 6o", "2c 2e 2b"], ["3b on 2"], "", 0)


def test_the_closer_may_lay_on_its_own_run_once_others_have():
    rules = replace(BARAJAMOS, closer_may_lay_off=True, close_max_points=7)
    opponent, closer = settle("3o 4o 5o 7o 2c 2e 2b", "6o 1b 12c", rules=rules)
    assert opponent[1] == ["6o on 0 HIGH"]
    assert closer == (["3o 4o 5o", "2c 2e 2b"], ["7o on 0 HIGH"], "", 0)


def test_jokers_are_laid_on_the_earliest_meld_at_the_high_end():
    opponent, _ = settle("4b 5b 6b 9e 10e 11e 1c", "jk 12c", rules=TWO_JOKERS)
    assert opponent == ([], ["jk=12e on 0 HIGH"], "12c", 12)
    # A joker that opens the way for a dear card goes first.
    opponent, _ = settle("4b 5b 6b 9e 10e 11e 1c", "jk 8b", rules=TWO_JOKERS)
    assert opponent == ([], ["jk=7b on 1 HIGH", "8b on 1 HIGH"], "", 0)
    opponent, _ = settle("4b 5b 6b 9e 10e 11e 1c", "jk 7e 2o", rules=TWO_JOKERS)
    assert opponent == ([], ["jk=8e on 0 LOW", "7e on 0 LOW"], "2o", 2)


def test_the_ace_of_oros_is_laid_as_itself_before_as_a_joker():
    opponent, _ = settle("2o 3o 4o 7c 10c 11c 5b", "1o 12e", rules=CLUB)
    assert opponent == ([], ["1o on 0 LOW"], "12e", 12)


def test_the_closers_melds_lie_as_named():
    opponent, closer = settle(
        "4b 5b 6b 9e 10e 11e 1c", "jk 12c", rules=TWO_JOKERS, named=["4b 5b 6b", "9e 10e 11e"]
    )
    assert opponent[1] == ["jk=7b on 0 HIGH"]
    assert closer[0] == ["4b 5b 6b", "9e 10e 11e"]


def test_ties_leave_the_fewest_points_before_laying_off():
    # 7e as the fourth seven of its own set or laid on the closer's run: nothing is left either way.
    opponent, _ = settle("4e 5e 6e 2o 2c 2e 1c", "7o 7c 7e 7b")
    assert opponent == (["7o 7c 7e 7b"], [], "", 0)
