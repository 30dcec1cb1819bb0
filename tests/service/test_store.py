"""What every store promises; a new store is added to `stores.OPENERS` and passes these tests."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from engine.state import TableState
from service.store.base import (
    MAX_PAGE,
    Absence,
    Committed,
    Conflict,
    Duplicate,
    PageTokenError,
    QuietTable,
    Store,
    StoredTable,
)
from tests.service.stores import LOBBY, OPENERS, creation, following, stored

ROOT = Path(__file__).resolve().parents[2]
LOBBIES = (TableState.LOBBY,)
OPEN = (TableState.LOBBY, TableState.PLAYING)
CLOSED = replace(LOBBY, state=TableState.CLOSED)


@pytest.fixture(params=OPENERS)
def backend(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
async def store(backend: str, tmp_path: Path) -> AsyncIterator[Store]:
    store = await OPENERS[backend](tmp_path)
    yield store
    await store.close()


async def fill(store: Store, table_id: str, versions: int) -> None:
    assert await store.commit(creation(table_id)) == Committed()
    for version in range(1, versions):
        assert await store.commit(following(table_id, version)) == Committed()


async def test_a_table_is_its_batches_in_order(store: Store) -> None:
    await fill(store, "t", 3)
    assert await store.load("t") == StoredTable(
        version=3, snapshot=None, snapshot_version=0, batches=(stored("t", 1), stored("t", 2), stored("t", 3))
    )


async def test_an_unknown_table_is_none(store: Store) -> None:
    assert await store.load("t") is None
    assert await store.batches_after("t", 0, 10) == ()
    assert await store.batch_by_request("t", "request 1") is None


async def test_a_table_is_loaded_from_its_last_snapshot(store: Store) -> None:
    await fill(store, "t", 2)
    await store.commit(following("t", 2, snapshot=b"the third"))
    await store.commit(following("t", 3, snapshot=b"the fourth"))
    await store.commit(following("t", 4))
    assert await store.load("t") == StoredTable(5, b"the fourth", 4, (stored("t", 5),))
    assert await store.batches_after("t", 0, 2) == (stored("t", 1), stored("t", 2)), "all batches stay"


async def test_the_second_of_two_decisions_on_one_version_conflicts(store: Store) -> None:
    await fill(store, "t", 2)
    first, second = (following("t", 2, request_id=who, batch=who.encode()) for who in ("ana", "bea"))
    assert await store.commit(first) == Committed()
    assert await store.commit(second) == Conflict()
    assert await store.batches_after("t", 2, 10) == (b"ana",)


async def test_a_decision_on_a_version_to_come_or_on_no_table_conflicts(store: Store) -> None:
    await fill(store, "t", 2)
    assert await store.commit(following("t", 3)) == Conflict()
    assert await store.commit(following("another", 1)) == Conflict()


async def test_a_table_is_created_once(store: Store) -> None:
    assert await store.commit(creation("t")) == Committed()
    assert await store.commit(creation("t", request_id="another")) == Conflict()


async def test_a_repeated_request_gets_its_first_batch(store: Store) -> None:
    await fill(store, "t", 4)
    assert await store.commit(following("t", 4, request_id="request 2")) == Duplicate(2, stored("t", 2))
    assert await store.commit(creation("t")) == Duplicate(1, stored("t", 1))
    assert await store.batch_by_request("t", "request 3") == stored("t", 3)


async def test_a_repeat_is_told_from_a_conflict_first(store: Store) -> None:
    await fill(store, "t", 4)
    stale_repeat = following("t", 1)
    assert await store.commit(stale_repeat) == Duplicate(2, stored("t", 2))


async def test_request_ids_are_those_of_one_table(store: Store) -> None:
    assert await store.commit(creation("t", request_id="same")) == Committed()
    assert await store.commit(creation("u", request_id="same")) == Committed()


async def test_what_was_refused_changes_nothing_and_may_be_sent_again(store: Store) -> None:
    await fill(store, "t", 2)
    refused = following("t", 1, request_id="late", deadline_at=5, snapshot=b"wrong", match_started=1)
    assert await store.commit(refused) == Conflict()
    assert await store.due_deadlines(now=5, limit=10) == ()
    assert await store.match_range("t", 1) is None
    assert await store.load("t") == StoredTable(2, None, 0, (stored("t", 1), stored("t", 2)))
    assert await store.commit(replace(refused, expected_version=2)) == Committed()


async def test_of_many_concurrent_commits_each_version_has_one_winner(store: Store) -> None:
    tables, rivals, versions = 10, 5, 10

    async def play(table_id: str, rival: int) -> int:
        wins = 0
        for version in range(1, versions + 1):
            result = await store.commit(following(table_id, version, request_id=f"{rival} {version}"))
            wins += result == Committed()
        return wins

    names = [f"table {number}" for number in range(tables)]
    await asyncio.gather(*(store.commit(creation(name)) for name in names))
    wins = await asyncio.gather(*(play(name, rival) for name in names for rival in range(rivals)))
    assert sum(wins) == tables * versions
    for name in names:
        table = await store.load(name)
        assert table is not None
        assert table.batches == tuple(stored(name, version) for version in range(1, versions + 2))


async def test_commits_of_different_tables_do_not_disturb_each_other(store: Store) -> None:
    await store.commit(creation("taken"))
    news = [creation("taken", request_id="again") if n % 5 == 0 else creation(f"t{n}") for n in range(500)]
    results = await asyncio.gather(*map(store.commit, news))
    assert results == [Conflict() if n % 5 == 0 else Committed() for n in range(500)]
    assert (await store.count_tables())[TableState.LOBBY] == 401


async def test_batches_after_a_version_come_in_pieces(store: Store) -> None:
    await fill(store, "t", 5)
    assert await store.batches_after("t", 1, 2) == (stored("t", 2), stored("t", 3))
    assert await store.batches_after("t", 3, MAX_PAGE + 1) == (stored("t", 4), stored("t", 5))
    assert await store.batches_after("t", 5, 10) == ()


async def test_the_versions_of_a_match_are_found(store: Store) -> None:
    await fill(store, "t", 2)
    assert await store.match_range("t", 1) is None
    await store.commit(following("t", 2, match_started=1))
    await store.commit(following("t", 3))
    assert await store.match_range("t", 1) == (3, None), "it runs"
    await store.commit(following("t", 4, match_ended=1))
    await store.commit(following("t", 5, match_started=2))
    assert await store.match_range("t", 1) == (3, 5)
    assert await store.match_range("t", 2) == (6, None)


async def test_an_invite_code_leads_to_its_table_until_that_is_closed(store: Store) -> None:
    private = replace(LOBBY, public=False, invite_code="ABCD2345")
    await store.commit(replace(creation("t"), listing=private))
    assert await store.find_invite("ABCD2345") == "t"
    assert await store.find_invite("ZZZZ9999") is None
    assert await store.commit(replace(creation("u"), listing=private)) == Conflict(), "the code is taken"
    await store.commit(following("t", 1, listing=replace(private, state=TableState.CLOSED)))
    assert await store.find_invite("ABCD2345") is None
    assert await store.commit(replace(creation("u"), listing=private)) == Committed(), (
        "the code is free again"
    )


async def test_no_invite_code_leads_nowhere(store: Store) -> None:
    await store.commit(creation("t"))
    assert await store.find_invite("") is None


async def test_public_tables_are_listed_newest_first(store: Store) -> None:
    listings = {
        "old": LOBBY,
        "young": replace(LOBBY, created_at=3_000, summary=b"young"),
        "playing": replace(LOBBY, created_at=2_000, state=TableState.PLAYING),
        "private": replace(LOBBY, public=False),
        "closed": replace(LOBBY, state=TableState.CLOSED),
    }
    for table_id, listing in listings.items():
        await store.commit(replace(creation(table_id), listing=listing))
    await store.commit(following("young", 1))
    page = await store.list_tables((TableState.LOBBY, TableState.PLAYING), 10, "")
    assert [table.table_id for table in page.tables] == ["young", "playing", "old"]
    assert (page.tables[0].version, page.tables[0].summary) == (2, b"young")
    assert page.next_token == ""
    assert (await store.list_tables((), 10, "")).tables == ()


async def test_a_list_shows_what_the_last_listing_said(store: Store) -> None:
    await store.commit(creation("t"))
    await store.commit(following("t", 1, listing=replace(LOBBY, state=TableState.PLAYING, summary=b"now")))
    assert (await store.list_tables(LOBBIES, 10, "")).tables == ()
    page = await store.list_tables((TableState.PLAYING,), 10, "")
    assert [(table.version, table.summary) for table in page.tables] == [(2, b"now")]


async def test_pages_hold_every_table_once_while_tables_come_and_go(store: Store) -> None:
    ages = [1_000 + n // 3 for n in range(20)]  # three tables a moment
    for number, age in enumerate(ages):
        await store.commit(replace(creation(f"t{number:02}"), listing=replace(LOBBY, created_at=age)))
    seen: list[str] = []
    token = ""
    while True:
        page = await store.list_tables(LOBBIES, 3, token)
        seen += [table.table_id for table in page.tables]
        newer = replace(LOBBY, created_at=9_000)
        await store.commit(replace(creation(f"newer {len(seen)}"), listing=newer))
        await store.commit(following(seen[0], 1, listing=replace(LOBBY, state=TableState.CLOSED)))
        if not (token := page.next_token):
            break
    assert seen == sorted((f"t{number:02}" for number in range(20)), reverse=True)


@pytest.mark.parametrize("token", ["x", "!!", "OnQ=", "MTIz", "OTk5OTk5OTk5OTk5OTk5OTk5OTk5OnQ="])
async def test_a_foreign_page_token_is_refused(store: Store, token: str) -> None:
    with pytest.raises(PageTokenError):
        await store.list_tables(LOBBIES, 3, token)


async def test_tables_are_counted_by_state(store: Store) -> None:
    assert await store.count_tables() == dict.fromkeys(TableState, 0)
    for table_id in ("t", "u", "v"):
        await store.commit(creation(table_id))
    await store.commit(following("u", 1, listing=replace(LOBBY, state=TableState.PLAYING)))
    assert await store.count_tables() == {
        TableState.LOBBY: 2,
        TableState.PLAYING: 1,
        TableState.CLOSED: 0,
    }


async def test_what_is_due_is_told_until_it_is_moved(store: Store) -> None:
    await store.commit(creation("late", deadline_at=300))
    await store.commit(creation("soon", deadline_at=100))
    await store.commit(creation("between", deadline_at=200))
    await store.commit(creation("never"))
    assert await store.due_deadlines(now=99, limit=10) == ()
    due = ("soon", "between")
    assert await store.due_deadlines(now=200, limit=10) == due
    assert await store.due_deadlines(now=300, limit=2) == due, "the longest due come first"
    await store.commit(following("soon", 1, deadline_at=400))
    await store.commit(following("between", 1))
    assert await store.due_deadlines(now=300, limit=10) == ("late",)


async def test_open_tables_are_counted_by_owner(store: Store) -> None:
    assert await store.count_open("ana") == (0, 0)
    await store.commit(creation("t", owner="ana"))
    await store.commit(creation("u", owner="ana"))
    await store.commit(creation("v", owner="bea"))
    await store.commit(creation("w"))
    await store.commit(following("u", 1, listing=replace(LOBBY, state=TableState.PLAYING)))
    assert await store.count_open("ana") == (4, 2)
    await store.commit(following("t", 1, listing=CLOSED))
    assert await store.count_open("ana") == (3, 1)
    assert await store.count_open("") == (3, 0), "what is nobody's is not counted together"


async def test_quiet_tables_are_those_whose_last_commit_is_old(store: Store) -> None:
    await store.commit(creation("t", time=100))
    await store.commit(creation("u", time=200))
    await store.commit(replace(creation("closed", time=50), listing=CLOSED))
    assert await store.quiet_tables(OPEN, before=100, limit=10) == ()
    assert await store.quiet_tables(OPEN, before=201, limit=10) == (QuietTable("t", 1), QuietTable("u", 1))
    assert await store.quiet_tables(OPEN, before=201, limit=1) == (QuietTable("t", 1),), "the oldest first"
    assert await store.quiet_tables((TableState.CLOSED,), before=201, limit=10) == (QuietTable("closed", 1),)
    await store.commit(following("t", 1, time=300))
    await store.commit(following("u", 1, time=299, listing=replace(LOBBY, state=TableState.PLAYING)))
    assert await store.quiet_tables(OPEN, before=300, limit=10) == (QuietTable("u", 2),)


async def test_of_a_deleted_table_nothing_is_left(store: Store) -> None:
    for table_id in ("t", "other"):
        await store.commit(creation(table_id, match_started=1, snapshot=b"a state", deadline_at=5))
        await store.commit(following(table_id, 1, match_ended=1, listing=CLOSED, deadline_at=5))
    assert await store.delete("t") is True
    assert await store.load("t") is None
    assert await store.batches_after("t", 0, 10) == ()
    assert await store.batch_by_request("t", "request 1") is None
    assert await store.match_range("t", 1) is None
    assert await store.due_deadlines(now=5, limit=10) == ("other",)
    assert (await store.count_tables())[TableState.CLOSED] == 1
    assert await store.delete("t") is False
    assert await store.commit(creation("t")) == Committed(), "its id is free"
    assert await store.load("t") == StoredTable(1, None, 0, (stored("t", 1),))
    assert await store.match_range("other", 1) == (1, 2)


async def test_a_table_that_is_not_closed_is_not_deleted(store: Store) -> None:
    await fill(store, "t", 2)
    assert await store.delete("t") is False
    assert await store.load("t") == StoredTable(2, None, 0, (stored("t", 1), stored("t", 2)))


async def test_an_absence_is_kept_until_the_player_is_back_or_the_table_gone(store: Store) -> None:
    await fill(store, "t", 1)
    await store.note_absence(Absence("t", 1, 5_000))
    await store.note_absence(Absence("t", 2, 6_000))
    await store.note_absence(Absence("t", 1, 7_000))
    await store.note_absence(Absence("no such table", 0, 5_000))
    assert await store.absences() == (Absence("t", 1, 7_000), Absence("t", 2, 6_000))

    await store.note_absence(Absence("t", 1, 0))
    assert await store.absences() == (Absence("t", 2, 6_000),)

    await store.commit(following("t", 1, listing=CLOSED))
    await store.delete("t")
    assert await store.absences() == ()


async def test_tables_where_a_match_is_played_are_found(store: Store) -> None:
    for table_id in ("a", "b", "c"):
        await fill(store, table_id, 1)
    for table_id in ("a", "c"):
        await store.commit(following(table_id, 1, listing=replace(LOBBY, state=TableState.PLAYING)))
    assert await store.playing_tables() == ("a", "c")


async def test_the_last_beat_is_kept(store: Store) -> None:
    assert await store.last_beat() == 0
    await store.beat(1_000)
    await store.beat(3_000)
    assert await store.last_beat() == 3_000


async def test_subscribers_hear_of_the_commits_of_their_table(store: Store) -> None:
    heard: list[int] = []
    again = asyncio.Event()

    def hint(version: int) -> None:
        heard.append(version)
        if version == 3:
            again.set()

    end = store.subscribe("t", hint)
    await fill(store, "u", 2)
    await fill(store, "t", 2)
    await store.commit(following("t", 1))
    await store.commit(following("t", 2))
    await again.wait()
    assert heard == [1, 2, 3]
    end()
    end()
    await store.commit(following("t", 3))
    assert (await store.load("t")) is not None
    assert heard == [1, 2, 3]


async def test_two_subscriptions_of_one_function_end_one_by_one(store: Store) -> None:
    heard: list[int] = []
    ends = [store.subscribe("t", heard.append) for _ in range(2)]
    ends[0]()
    await store.commit(creation("t"))
    await store.load("t")
    assert heard == [1]


async def test_a_closed_store_is_found_again_as_it_was(backend: str, tmp_path: Path) -> None:
    store = await OPENERS[backend](tmp_path)
    await fill(store, "t", 3)
    written = asyncio.create_task(store.commit(following("t", 3)))
    await asyncio.sleep(0)
    await store.close()
    assert await written == Committed(), "what was begun is finished"
    store = await OPENERS[backend](tmp_path)
    table = await store.load("t")
    await store.close()
    assert table is not None
    assert table.version == 4


async def test_a_cancelled_commit_does_not_disturb_the_next(store: Store) -> None:
    await store.commit(creation("t"))
    cancelled = asyncio.create_task(store.commit(following("t", 1)))
    await asyncio.sleep(0)
    cancelled.cancel()
    again = await store.commit(following("t", 1))
    assert again == Duplicate(2, stored("t", 2)), "it had been sent, so it was written"


def commit_until_killed(backend: str, place: Path, life: int, lines: int) -> dict[str, int]:
    """Kill a committing process after `lines` acknowledgements; return the last acknowledged versions."""
    committer = subprocess.Popen(
        [sys.executable, "-m", "tests.service.committer", backend, str(place), str(life)],
        cwd=ROOT,
        env={"PYTHONPATH": "proto"},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert committer.stdout is not None
    with committer:
        told = [committer.stdout.readline() for _ in range(lines)]
        committer.send_signal(signal.SIGKILL)
        told += committer.stdout.readlines()  # what was on its way
    assert committer.returncode == -signal.SIGKILL
    whole = (line.split() for line in told if line.endswith("\n"))
    return {table_id: int(version) for table_id, version in whole}


async def test_every_acknowledged_commit_survives_being_killed(backend: str, tmp_path: Path) -> None:
    random = Random(4)
    acknowledged: dict[str, int] = {}
    for life in range(10):
        acknowledged |= commit_until_killed(backend, tmp_path, life, lines=random.randrange(1, 300))
        store = await OPENERS[backend](tmp_path)
        for table_id, version in acknowledged.items():
            table = await store.load(table_id)
            assert table is not None
            assert table.version >= version
            assert table.batches == tuple(stored(table_id, n) for n in range(1, table.version + 1))
        await store.close()
    assert len(acknowledged) > 10
