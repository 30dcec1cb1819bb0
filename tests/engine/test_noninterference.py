"""Secrecy proved: what a viewer never saw changes nothing of what it is told, nor of how its actions fare.

A card is *never shown* to a viewer when no message could have told where it is: it was dealt to another seat or lies
in the stock, was drawn from it by another seat, or closed a round face down; and since then it has not been discarded,
exposed, laid off or shown when the round was scored. A reshuffle hides the cards of the pile again: which ones they are
stays known, their order does not. With two decks of two equal cards the one that lies hidden is never shown.

In the log up to some version such cards change places, each among those that the same shuffle put where they are, so
that the decks stay whole and what is known of a reshuffled stock stays true. Table id, times, seeds, salts and
commitments stay. The log is folded again, and everything that the viewer was sent up to that version must be the same;
then whatever the viewer might try must be accepted in both worlds or be refused in the same words, and a bot on its
seat must do the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import pytest

from engine import actions as a
from engine.bots import choose
from engine.decide import decide
from engine.events import Event
from engine.evolve import apply
from engine.sampling import choose_by_sampling
from engine.state import NOBODY, BotLevel, RoundPhase, Table
from engine.view import private_cards, public, redact, you
from engine.violations import RuleViolation
from tests.engine.physical import Tracker
from tests.engine.players import play, random_rules
from tests.engine.tables import NOW, lobby
from tests.engine.universe import universe

Log = Sequence[tuple[Event, ...]]

LONGEST = 150
"""Versions of a match that are looked at."""


def recorded(rng: Random) -> tuple[Table, Log]:
    """Return a table before its match, and the log of that match."""
    rules = random_rules(rng)
    game = lobby(rules, rng.randint(rules.min_players, rules.max_players), rng.randbytes(32))
    first = game.table
    log = [game.do(0, a.StartMatch()).events]
    for _ in play(game, rng):
        log.append(game.events)
        if len(log) == LONGEST:
            break
    return first, log


def messages(table: Table, log: Log, viewer: int) -> Iterator[object]:
    """Yield everything that a viewer is sent about each version."""
    for batch in log:
        table = apply(table, batch)
        yield [public(event) for event in batch]
        yield redact(table, viewer)
        if viewer != NOBODY:
            yield [private_cards(event, viewer) for event in batch]
            yield you(table, viewer)


def attempts(table: Table, seat: int, rng: Random) -> Iterator[a.Action]:
    """Yield whatever a seat might try, also closes that name melds."""
    yield from universe(table, seat)
    if table.round and table.round.phase is RoundPhase.DISCARD and table.round.hands[seat]:
        for _ in range(20):
            card, *others = rng.sample(table.round.hands[seat], 7)
            yield a.Close(card, (tuple(others[:3]), tuple(others[3:])))


def fate(table: Table, seat: int, action: a.Action) -> object:
    """Return how an action fares, as its seat is told."""
    try:
        decide(table, seat, action, NOW)
    except RuleViolation as violation:
        return violation.reason, violation.message, violation.metadata
    return "accepted"


@pytest.mark.parametrize("seed", range(50))
def test_what_was_never_shown_changes_nothing(seed: int) -> None:
    rng = Random(seed)
    first, log = recorded(rng)
    differences = 0
    for until in sorted({rng.randint(1, 10), *(rng.randint(1, len(log)) for _ in range(3))}):
        prefix = log[:until]
        tracker = Tracker(len(first.seats))
        for batch in prefix:
            tracker.add(batch)
        for viewer in range(NOBODY, len(first.seats)):
            other = tracker.permuted(viewer, rng)
            differences += other != prefix
            for told, told_instead in zip(
                messages(first, prefix, viewer), messages(first, other, viewer), strict=True
            ):
                assert told == told_instead
            if viewer != NOBODY:
                table, table_instead = _fold(first, prefix), _fold(first, other)
                for action in attempts(table, viewer, rng):
                    assert fate(table, viewer, action) == fate(table_instead, viewer, action), action
                assert thoughts(table, viewer) == thoughts(table_instead, viewer)
    assert differences


def thoughts(table: Table, seat: int) -> list[a.Action | None]:
    """Return what a bot of each level would do on a seat, with the same luck."""
    seen, possible = redact(table, seat), you(table, seat)
    return [
        choose(seen, possible, BotLevel.EASY),
        choose(seen, possible, BotLevel.NORMAL),
        choose_by_sampling(seen, possible, 1, Random(1).shuffle),
    ]


def _fold(table: Table, log: Log) -> Table:
    for batch in log:
        table = apply(table, batch)
    return table


def test_following_the_cards_changes_no_log() -> None:
    """Whoever has seen everything is told the log itself."""
    first, log = recorded(Random(1))
    tracker = Tracker(len(first.seats))
    for batch in log:
        tracker.add(batch)
    tracker.seen_by = dict.fromkeys(tracker.seen_by, tracker.everybody)
    assert tracker.permuted(0, Random(1)) == log


def test_the_comparison_finds_a_leak() -> None:
    """What seat 1 is told does depend on what seat 0 never saw."""
    first, log = recorded(Random(1))
    tracker = Tracker(len(first.seats))
    tracker.add(log[0])
    other = tracker.permuted(0, Random(1))
    assert list(messages(first, log[:1], 1)) != list(messages(first, other, 1))
