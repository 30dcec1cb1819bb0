"""The engine's melds against brute force, over rules, decks and hands that hold many melds and ties."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st

from engine.arrange import Arrangement, Close, CloseOutcome, arrange, judge_close, preview_discards
from engine.cards import Card, Deck, JokerKind, deck_cards, rank_of, ranks_of, suit_of
from engine.melds import Meld, read_meld
from engine.rules import CloseRule, CourtPoints, LayOffScope, Rules, ShowdownKind
from engine.settle import SeatShowdown, settle_showdown
from tests.engine.oracle import OLayOff, OMeld, Oracle, OSeat

# The brute force is slow, the more jokers the slower: the number of examples bounds the time, and none is shrunk.
bounded = settings(
    deadline=None,
    suppress_health_check=list(HealthCheck),
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
)

RULES = st.builds(
    Rules,
    deck=st.sampled_from(Deck),
    jokers=st.sampled_from(JokerKind),
    joker_points=st.sampled_from([25, 1, 6]),
    max_jokers_per_meld=st.sampled_from([1, 2]),
    court_points=st.sampled_from([CourtPoints.INDEX, CourtPoints.TEN]),
    close_max_points=st.sampled_from([5, 0, 12, 30]),
    close_rule=st.sampled_from(CloseRule),
    chinchon_wins=st.booleans(),
    joker_chinchon_wins=st.booleans(),
    lay_off_after_full_hand=st.sampled_from(LayOffScope),
    showdown=st.sampled_from(ShowdownKind),
    closer_may_lay_off=st.booleans(),
)


@st.composite
def deals(draw: st.DrawFn, size: int) -> tuple[Rules, int, list[Card]]:
    """Draw rules, decks and cards, mostly from few ranks and suits and with some of the jokers."""
    rules = draw(RULES)
    decks = draw(st.sampled_from([1, 2]))
    deck = deck_cards(rules.deck, rules.jokers, decks)
    ranks = ranks_of(rules.deck)
    first = draw(st.integers(0, len(ranks) - 5))
    near = ranks[first : first + draw(st.sampled_from([5, 6, 7, 12]))]
    suits = draw(st.sets(st.integers(0, 3), min_size=2))
    naturals = [card for card in deck if not rules.is_joker(card)]
    pool = [card for card in naturals if rank_of(card) in near and suit_of(card) in suits]
    if len(pool) < size:
        pool = naturals
    jokers = [card for card in deck if rules.is_joker(card)]
    used = draw(st.integers(0, min(2, len(jokers))))
    picked = draw(
        st.lists(st.integers(0, len(pool) - 1), min_size=size - used, max_size=size - used, unique=True)
    )
    return rules, decks, draw(st.permutations([*jokers[:used], *(pool[i] for i in picked)]))


def plain(melds: Sequence[Meld]) -> tuple[OMeld, ...]:
    return tuple(OMeld(int(meld.kind), meld.cards, meld.stands_for) for meld in melds)


def plain_seat(seat: SeatShowdown) -> OSeat:
    lay_offs = tuple(
        OLayOff(laid.card, laid.meld, None if laid.end is None else int(laid.end), laid.stands_for)
        for laid in seat.lay_offs
    )
    return OSeat(plain(seat.melds), lay_offs, seat.loose, seat.points)


def plain_close(close: Close) -> tuple[int, int, tuple[OMeld, ...], tuple[Card, ...]]:
    return int(close.outcome), close.points, plain(close.melds), close.loose


def check_arrangement(found: Arrangement, expected: tuple[tuple[OMeld, ...], tuple[Card, ...], int]) -> None:
    assert (plain(found.melds), found.loose, found.points) == expected


@given(deals(7))
@settings(bounded, max_examples=100)
def test_arrange(deal: tuple[Rules, int, list[Card]]):
    rules, decks, hand = deal
    check_arrangement(arrange(hand, rules, decks), Oracle(rules, decks).arrange(hand))


@given(deals(9), st.integers(3, 9))
@settings(bounded, max_examples=60)
def test_arrange_other_sizes(deal: tuple[Rules, int, list[Card]], size: int):
    rules, decks, cards = deal
    check_arrangement(arrange(cards[:size], rules, decks), Oracle(rules, decks).arrange(cards[:size]))


@given(deals(8))
@settings(bounded, max_examples=100)
def test_the_order_of_the_hand_never_matters(deal: tuple[Rules, int, list[Card]]):
    rules, decks, cards = deal
    assert arrange(sorted(cards), rules, decks) == arrange(cards, rules, decks)
    assert judge_close(sorted(cards[:7]), rules, decks) == judge_close(cards[:7], rules, decks)
    assert preview_discards(sorted(cards), rules, decks) == preview_discards(cards, rules, decks)


@given(deals(4), st.integers(3, 4))
@settings(bounded, max_examples=150)
def test_read_meld(deal: tuple[Rules, int, list[Card]], size: int):
    rules, decks, cards = deal
    oracle = Oracle(rules, decks)
    meld = read_meld(cards[:size], rules, decks, as_given=False)
    expected = oracle.read(oracle.sort(cards[:size]))
    assert (plain([meld])[0] if meld else None) == expected


@given(deals(7), st.data())
@settings(bounded, max_examples=150)
def test_close(deal: tuple[Rules, int, list[Card]], data: st.DataObject):
    rules, decks, hand = deal
    oracle = Oracle(rules, decks)
    close = judge_close(hand, rules, decks)
    assert plain_close(close) == oracle.close(hand)
    if close.outcome is CloseOutcome.ILLEGAL:
        assert judge_close(hand, rules, decks, [hand[:2]]) == close
        return
    ways = [(melds, loose) for melds, loose in oracle.ways(hand) if melds and oracle.may_close(loose)]
    if ways:
        melds, loose = data.draw(st.sampled_from(ways))
        # Canonical order puts a joker last: as given is then the high end, as it is when nothing is given.
        named = judge_close(hand, rules, decks, [meld.cards for meld in melds])
        assert plain_close(named) == oracle.close_named(hand, melds, loose)


@given(deals(8))
@settings(bounded, max_examples=40)
def test_preview(deal: tuple[Rules, int, list[Card]]):
    rules, decks, cards = deal
    oracle = Oracle(rules, decks)
    expected = []
    for card in oracle.sort(sorted(set(cards))):
        rest = list(cards)
        rest.remove(card)
        expected.append((card, oracle.arrange(rest)[2], oracle.close(rest)[0]))
    options = preview_discards(cards, rules, decks)
    assert [(each.card, each.points, each.outcome) for each in options] == expected


@given(deals(19), st.booleans())
@settings(bounded, max_examples=300)
def test_settle(deal: tuple[Rules, int, list[Card]], closed: bool):
    """With the closer's best seven of the first eight, and two opponents of five to six cards."""
    rules, decks, cards = deal
    oracle = Oracle(rules, decks)
    closer = None
    if closed:
        options = [option for option in preview_discards(cards[:8], rules, decks) if option.may_close]
        assume(options)
        cards.remove(options[0].card)
        closer = judge_close(cards[:7], rules, decks)
    opponents = [cards[7:13], cards[13:18]]
    outcome = closer.outcome if closer else None
    settled = settle_showdown(closer, opponents, rules, decks)
    expected = oracle.settle(
        (plain(closer.melds), closer.loose) if closer else None, opponents, outcome and int(outcome)
    )
    found = plain_seat(settled.closer) if settled.closer else None
    assert (found, tuple(map(plain_seat, settled.opponents))) == expected
    shuffled = [hand[::-1] for hand in opponents]
    assert settle_showdown(closer, shuffled, rules, decks) == settled
