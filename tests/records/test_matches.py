"""Whatever is played under whatever rules: its record verifies, and the engine decides all of it again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from chinchon.v1.record_service_pb2 import Record
from engine import actions as a
from engine.rules import Leave, LostConnection, NextRound, Rules
from engine.state import NOBODY, BotLevel, CancelReason, DeadlineKind
from service.records.decisions import decide_again
from service.records.document import read, write
from service.records.history import history_of
from service.records.verify import Verification
from tests.engine.players import random_rules
from tests.engine.tables import BARAJAMOS, CLUB, Game, lobby
from tests.records.recording import Recording

BOT = replace(BARAJAMOS, lost_connection=LostConnection.BOT, turn_time=5_000, end_by_agreement=True)


def holds(record: Record, folder: Path) -> None:
    """Assert that a record survives being written, verifies, and is decided the same again."""
    file = folder / "record.json"
    file.write_text(write(record), "utf-8")
    assert read(file) == record
    history = history_of(record)
    Verification(history).run()
    table = history.table
    for batch in history.batches:
        table = decide_again(table, batch)
    assert table.match_result is not None


@pytest.mark.parametrize("seed", range(30))
def test_matches_under_random_rules(seed: int, tmp_path: Path) -> None:
    rng = Random(seed)
    rules = random_rules(rng)
    game = lobby(rules, rng.randint(rules.min_players, rules.max_players))
    game.do(0, a.ContributeSalt(rng.randbytes(9)))
    holds(Recording(game).play(rng).record(), tmp_path)
    holds(Recording(game).play(rng).record(), tmp_path)


CANCEL = a.CancelMatch(CancelReason.CONNECTION_LOST, 1)
AROUND: dict[str, tuple[Rules, Callable[[Recording], Recording]]] = {
    "cancelled": (BARAJAMOS, lambda match: match.do(NOBODY, CANCEL)),
    "a seat leaves": (BARAJAMOS, lambda match: match.do(1, a.LeaveSeat())),
    "the host leaves": (BARAJAMOS, lambda match: match.do(0, a.LeaveSeat())),
    "the host closes the table": (CLUB, lambda match: match.do(0, a.CloseTable())),
    "the table is closed as idle": (CLUB, lambda match: match.do(NOBODY, a.CloseIdleTable())),
    "a credential is renewed": (
        BARAJAMOS,
        lambda match: match.do(1, a.RenewCredential()).do(1, a.RenewCredential()).do(NOBODY, CANCEL),
    ),
    "bots stand in and agree": (
        BOT,
        lambda match: (
            match.do(NOBODY, a.StandIn(1, BotLevel.NORMAL))
            .do(NOBODY, a.ReturnToSeat(1))
            .do(NOBODY, a.StandIn(1, BotLevel.EASY))
            .do(0, a.ProposeEnd())
            .do(2, a.AnswerEnd(1, agree=True))
        ),
    ),
    "somebody else acts as host": (
        BOT,
        lambda match: (
            match.do(NOBODY, a.NameActingHost(2))
            .do(NOBODY, a.NameActingHost(NOBODY))
            .do(NOBODY, a.NameActingHost(1))
            .do(1, a.LeaveSeat())
        ),
    ),
    "a clock gets time back and runs out": (
        BOT,
        lambda match: (
            match.do(NOBODY, a.ExtendDeadline(*deadline(match.game), 700))
            .elapse()
            .elapse()
            .do(NOBODY, CANCEL)
        ),
    ),
}


@pytest.mark.parametrize("name", AROUND)
def test_what_happens_around_a_match(name: str, tmp_path: Path) -> None:
    rules, happens = AROUND[name]
    holds(happens(Recording(lobby(rules, 3))).record(), tmp_path)


def test_the_match_begins_with_who_stood_in_and_acted_as_host_before(tmp_path: Path) -> None:
    game = lobby(replace(BOT, leave=Leave.CANCELS), 3)
    first = Recording(game).do(NOBODY, a.StandIn(1, BotLevel.HARD)).do(NOBODY, a.NameActingHost(2))
    holds(first.do(NOBODY, CANCEL).record(), tmp_path)
    second = Recording(game).do(NOBODY, a.ReturnToSeat(1)).do(0, a.LeaveSeat())
    holds(second.record(), tmp_path)


def test_rounds_that_open_themselves(tmp_path: Path) -> None:
    rules = replace(BARAJAMOS, next_round=NextRound.AUTOMATIC, next_round_delay=1_000, points_limit=10)
    holds(Recording(lobby(rules, 3)).play(Random(2)).record(), tmp_path)


def test_seats_that_stayed_free(tmp_path: Path) -> None:
    game = lobby(BARAJAMOS, 5)
    game.do(0, a.RemoveSeat(1)).do(4, a.LeaveSeat())
    record = Recording(game).do(NOBODY, CANCEL).record()
    assert [seat.seat for seat in record.seats] == [0, 2, 3]
    holds(record, tmp_path)


def test_names_that_look_like_something_else(tmp_path: Path) -> None:
    game = lobby(BARAJAMOS, 3).do(0, a.RemoveSeat(1), a.RemoveSeat(2))
    game.do(NOBODY, a.TakeSeat('"]}  }}'), a.TakeSeat("BOT_LEVEL_UNSPECIFIED"))
    holds(Recording(game).do(NOBODY, CANCEL).record(), tmp_path)


def deadline(game: Game) -> tuple[DeadlineKind, int]:
    """Return the running deadline's name."""
    assert game.table.deadline is not None
    return game.table.deadline.kind, game.table.deadline.at
