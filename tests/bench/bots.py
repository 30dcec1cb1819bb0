"""How much better one bot level is than another: whole matches of two seats, seats swapped, same deals twice.

python -m tests.bench.bots --matches 1000 --first HARD --second NORMAL
"""

from __future__ import annotations

import argparse
import math
import random

from engine import actions as a
from engine.bots import choose
from engine.decide import create_table, decide
from engine.lobby import NewTable
from engine.rules import PRESETS, RulePreset, Rules
from engine.sampling import choose_by_sampling
from engine.state import NOBODY, BotLevel, Table, TableState
from engine.view import redact, you


def play(rules: Rules, levels: tuple[BotLevel, BotLevel], seed: bytes, samples: int) -> list[int]:
    """Play a match; return the seats that won."""
    luck = random.Random(seed)
    table = create_table(NewTable("bench", rules, 2, "Bot 0", seed), 0).table
    table = decide(table, NOBODY, a.TakeSeat("Bot 1"), 0).table
    table = decide(table, 0, a.StartMatch(), 0).table
    while table.state is TableState.PLAYING:
        seat, action = next_action(table, levels, samples, luck)
        table = decide(table, seat, action, 0).table
    assert table.match_result is not None
    return [standing.seat for standing in table.match_result.standings if standing.winner]


def next_action(
    table: Table, levels: tuple[BotLevel, BotLevel], samples: int, luck: random.Random
) -> tuple[int, a.Action]:
    assert table.round is not None
    for seat, level in enumerate(levels):
        seen, possible = redact(table, seat), you(table, seat)
        if not possible.awaited:
            continue
        if level is BotLevel.HARD:
            action = choose_by_sampling(seen, possible, samples, luck.shuffle)
        else:
            action = choose(seen, possible, level)
        if action is not None:
            return seat, action
    return table.host, a.OpenRound(table.round.number + 1)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--first", type=BotLevel.__getitem__, default=BotLevel.HARD)
    parser.add_argument("--second", type=BotLevel.__getitem__, default=BotLevel.NORMAL)
    parser.add_argument("--rules", type=RulePreset.__getitem__, default=RulePreset.CONGA)
    parser.add_argument("--samples", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()

    luck = random.Random(options.seed)
    won, decided = 0.0, 0
    for _ in range(options.matches // 2):
        seed = luck.randbytes(32)
        for first in (0, 1):
            levels = (options.first, options.second) if first == 0 else (options.second, options.first)
            winners = play(PRESETS[options.rules], levels, seed, options.samples)
            if len(winners) == 1:
                decided += 1
                won += winners[0] == first
    share = won / decided
    margin = 1.96 * math.sqrt(share * (1 - share) / decided)
    print(
        f"{options.first.name} won {won:.0f} of {decided} decided matches of {options.rules.name} against "
        f"{options.second.name}: {share:.1%} (95 % interval {share - margin:.1%} to {share + margin:.1%})"
    )


if __name__ == "__main__":
    main()
