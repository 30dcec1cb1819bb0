"""Arranging seven cards beside OpenSpiel's `best_meld_group`, in one process, on the same random hands.

    pip install open-spiel
    python -m tests.bench.arrange

Prints hands a second and the median of the ratios of paired runs. OpenSpiel returns the melds only; "arrange"
also sorts the loose cards, counts them and breaks ties by the rules.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from statistics import median
from typing import Any

import pyspiel

from engine.arrange import arrange, solver
from engine.cards import JokerKind, deck_cards
from engine.rules import PRESETS, RulePreset, Rules

HANDS = 20_000
ROUNDS = 15

Job = tuple[Callable[[Any], object], Sequence[Any]]


def rate(job: Job) -> float:
    work, hands = job
    start = time.perf_counter()
    for hand in hands:
        work(hand)
    return len(hands) / (time.perf_counter() - start)


def jobs_for(name: str, rules: Rules, decks: int, pick: random.Random) -> dict[str, Job]:
    deck = deck_cards(rules.deck, rules.jokers, decks)
    hands = [pick.sample(deck, 7) for _ in range(HANDS)]
    with_jokers = [hand for hand in hands if any(map(rules.is_joker, hand))]
    solve = solver(rules, decks)
    jobs: dict[str, Job] = {
        "packed hand to melds": (solve.best, [solve.pack(hand) for hand in hands]),
        "cards to melds": (lambda hand: solve.best(solve.pack(hand)).melds, hands),
        "arrange": (lambda hand: arrange(hand, rules, decks), hands),
    }
    if with_jokers:
        jobs["arrange, hands with a joker"] = (lambda hand: arrange(hand, rules, decks), with_jokers)
    return {f"{name}, {what}": job for what, job in jobs.items()}


def main() -> None:
    pick = random.Random(1)
    barajamos, club = PRESETS[RulePreset.BARAJAMOS], PRESETS[RulePreset.CLUB]
    two_jokers = replace(barajamos, jokers=JokerKind.TWO_JOKERS, max_jokers_per_meld=2)
    jobs = {
        **jobs_for("BARAJAMOS", barajamos, 1, pick),
        **jobs_for("BARAJAMOS, two decks", barajamos, 2, pick),
        **jobs_for("CLUB", club, 1, pick),
        **jobs_for("two jokers a deck and a meld", two_jokers, 1, pick),
    }
    gin = pyspiel.gin_rummy.GinRummyUtils(12, 4, 7)
    spiel: Job = (gin.best_meld_group, [pick.sample(range(48), 7) for _ in range(HANDS)])
    rates: dict[str, list[float]] = {name: [] for name in jobs}
    ratios: dict[str, list[float]] = {name: [] for name in jobs}
    spiels = []
    for _ in range(ROUNDS):
        for name, job in jobs.items():
            spiels.append(rate(spiel))
            rates[name].append(rate(job))
            ratios[name].append(rates[name][-1] / spiels[-1])
    print(f"{'OpenSpiel best_meld_group':60} {median(spiels):12,.0f} hands/s")
    for name in jobs:
        print(f"{name:60} {median(rates[name]):12,.0f} hands/s {median(ratios[name]):6.2f} x")


if __name__ == "__main__":
    main()
