"""The one way through: whatever changes a table is loaded, decided, committed and told here, and nowhere else.

Each table has one queue in a process. Its requests are worked off by a task of the table, never of the call that
brought them: a call whose deadline passes must not keep a commit from being told.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from chinchon.store.v1.store_pb2 import StoredSnapshot
from chinchon.v1.error_pb2 import Rejection
from engine import actions as a
from engine.decide import Decision, create_table, decide
from engine.events import MatchEnded, MatchStarted
from engine.lobby import NewTable
from engine.state import NOBODY, Table, TableState
from engine.view import you
from engine.violations import RuleViolation
from service.access import is_seated
from service.auth import Caller
from service.batches import Batch, Position, advance, batch_from, fold, new_batch
from service.errors import Refusal, expired, from_violation
from service.limits import reached
from service.listing import is_listed_anew, listing_of
from service.metrics import Metrics
from service.store.base import MAX_PAGE, Committed, Duplicate, NewBatch, StoredTable, StoreUnavailable
from service.watch import Hub
from service.wire import state_from, state_to, you_to
from service.world import World

MAX_QUEUE: Final = 1_000
"""Most requests that wait at one table."""

MAX_KEPT: Final = 10_000
"""Most open tables whose state is kept in memory; the one that was used longest ago goes first."""

SNAPSHOT_EVERY: Final = 32
"""Versions."""

STATE_VERSION: Final = 1
"""Of the shape of the state in snapshots: one of another version is ignored, and the events are folded."""

_ATTEMPTS: Final = 5
_FOLD_AT_ONCE: Final = 128

# Several seats may ask these at once; they name what they answer, so an older version does not matter.
_CONCURRENT: Final = (a.LayOffCard, a.PassLayOff, a.AnswerEnd, a.Reenter, a.DeclineReentry)


@dataclass(frozen=True, slots=True)
class Request:
    """Something that is asked of a table."""

    table_id: str
    request_id: str
    digest: bytes
    """Fingerprint of what is asked, the same when it is asked again."""
    kind: str
    """What it is called in metrics."""
    command: a.Command | NewTable
    seat: int = NOBODY
    """Who asks; NOBODY for the server and for people who have no seat yet."""
    generation: int = 0
    """Of the seat's credential."""
    expected_version: int = 0
    """Refuse unless the table has this version; 0 for no check."""
    owner: str = ""
    """Whose table it is that is created; "" for nobody's."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a request."""

    batch: Batch
    """What it did, now or when it was asked for the first time."""
    position: Position
    """Where the table is now."""
    is_new: bool
    """It was done just now; false for the repeat of a request."""


@dataclass(frozen=True, slots=True)
class _Waiting:
    request: Request
    answer: asyncio.Future[Answer]


_Work: TypeAlias = _Waiting | None
"""A request, or None: read on what others committed."""


class _Table:
    """The work that waits at one table, and the task that does it."""

    __slots__ = ("queue", "task")

    def __init__(self) -> None:
        self.queue: deque[_Work] = deque()
        self.task: asyncio.Task[None] | None = None


class Tables:
    """Every table, through this process."""

    def __init__(self, world: World, hub: Hub, metrics: Metrics) -> None:
        self._world = world
        self._hub = hub
        self._metrics = metrics
        self._kept: OrderedDict[str, Position] = OrderedDict()
        self._closed = 0
        """Rises whenever a table is found closed."""
        self._busy: dict[str, _Table] = {}
        self._followers: list[Callable[[Batch, Position], None]] = []
        hub.on_behind(self.refresh)

    def follow(self, follower: Callable[[Batch, Position], None]) -> None:
        """Call `follower` after every commit of this process, with the batch and where it led to; it must be quick."""
        self._followers.append(follower)

    async def submit(self, request: Request) -> Answer:
        """Do what is asked, once, and return what came of it; the same again when it is asked again.

        Raises `StoreUnavailable` or `Refusal`: TABLE_NOT_FOUND, TOKEN_EXPIRED, REQUEST_ID_REUSED, STALE_VERSION,
        LIMIT_REACHED, or what the rules say.
        """
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._enqueue(request.table_id, _Waiting(request, answer))
        return await answer

    async def check(self, request: Request) -> Position:
        """Say whether `submit` would accept a request, without doing it; raises what it would raise."""
        position = await self.position(request.table_id)
        if await self._repeated(request, position) is None:
            self._decide(request, position, self._world.now_ms())
        return position

    async def position(self, table_id: str, caller: Caller | None = None) -> Position:
        """Return where a table is; refuses with TABLE_NOT_FOUND when there is none.

        When the caller's credential is newer than what is kept here, the table is read anew.
        """
        position = self._kept.get(table_id)
        if position is not None and caller is not None and _is_newer(caller, position.table):
            del self._kept[table_id]
            position = None
        position = position or await self._load(table_id)
        if position is None:
            raise not_found(table_id)
        return position

    async def batches(self, table_id: str, after: int, upto: int) -> list[Batch]:
        """Return the batches of a table after one version up to another."""
        found: list[Batch] = []
        while after < upto:
            page = await self._read(table_id, after, min(upto - after, MAX_PAGE))
            if not page:
                break
            found += page
            after = page[-1].version
        return found

    async def at(self, table_id: str, version: int) -> Position | None:
        """Return where a table was at a version, 1 or more; None when it never got there."""
        stored = await self._world.store.load(table_id)
        if stored is None or stored.version < version:
            return None
        if stored.snapshot_version > version:
            return await self._from_start(table_id, version)
        batches = [batch for batch in map(batch_from, stored.batches) if batch.version <= version]
        return fold(await self._snapshot(table_id, stored), batches)

    def refresh(self, table_id: str) -> None:
        """Read on what others committed at a table that is watched, and tell of it."""
        # Whoever works at the table now looks for it in the end.
        if table_id not in self._busy:
            self._enqueue(table_id, None)

    async def finish(self) -> None:
        """Wait until no request waits at any table."""
        while tasks := [table.task for table in self._busy.values() if table.task is not None]:
            await asyncio.wait(tasks)

    def _enqueue(self, table_id: str, work: _Work) -> None:
        table = self._busy.get(table_id)
        if table is None:
            table = self._busy[table_id] = _Table()
            table.task = self._world.spawn(self._work(table_id, table), "table")
        if len(table.queue) >= MAX_QUEUE:
            raise reached("queue")
        table.queue.append(work)

    async def _work(self, table_id: str, table: _Table) -> None:
        try:
            while table.queue:
                work = table.queue.popleft()
                if work is None:
                    await self._read_on(table_id)
                elif not work.answer.done():
                    await self._answer(work)
                if not table.queue and self._hub.is_behind(table_id):
                    await self._read_on(table_id)
        finally:
            del self._busy[table_id]
            for left in table.queue:
                if left is not None and not left.answer.done():
                    left.answer.set_exception(StoreUnavailable("the server stops"))

    async def _answer(self, work: _Waiting) -> None:
        try:
            answer = await self._do(work.request)
        except asyncio.CancelledError:
            if not work.answer.done():
                work.answer.set_exception(StoreUnavailable("the server stops"))
            raise
        except Exception as error:
            self._failed(work.request, error)
            if not work.answer.done():
                work.answer.set_exception(error)
        else:
            if not work.answer.done():
                work.answer.set_result(answer)

    def _failed(self, request: Request, error: Exception) -> None:
        if isinstance(error, Refusal):
            outcome = "stale" if error.reason == "STALE_VERSION" else "refused"
        else:
            # Whatever happened, what is kept may be older than what the store has now.
            self._kept.pop(request.table_id, None)
            outcome = "unavailable"
        self._metrics.action(request.kind, outcome)

    async def _do(self, request: Request) -> Answer:
        table_id = request.table_id
        for _ in range(_ATTEMPTS):
            position = self._kept.get(table_id) or await self._load(table_id)
            now = self._world.now_ms()
            try:
                decision = self._decide(request, position, now)
            except Refusal:
                # A repeat is answered before versions and rules are looked at; it is rare, so it is looked up late.
                if position is not None and (earlier := await self._repeated(request, position)) is not None:
                    return earlier
                raise
            batch = new_batch(
                decision.table.version,
                self._world.batch_id(),
                now,
                request.seat,
                request.digest,
                decision.events,
            )
            result = await self._world.store.commit(_new(request, batch, decision.table, position))
            if isinstance(result, Committed):
                after = Position(decision.table, batch.batch_id)
                self._keep(after)
                self._hub.publish(batch, after, position.batch_id if position else 0)
                self._metrics.action(request.kind, "accepted")
                self._metrics.happened(decision.events)
                for follower in self._followers:
                    follower(batch, after)
                return Answer(batch, after, is_new=True)
            self._kept.pop(table_id, None)
            if isinstance(result, Duplicate):
                return _first_answer(request, batch_from(result.batch), await self.position(table_id))
        message = "others were faster, again and again; try once more"
        raise Refusal("STALE_VERSION", message, _versions(request, None))

    def _decide(self, request: Request, position: Position | None, now: int) -> Decision:
        command = request.command
        if isinstance(command, NewTable):
            if position is not None:
                raise reused(request.request_id)
            return create_table(command, now)
        if position is None:
            raise not_found(request.table_id)
        table, seat = position.table, request.seat
        if seat != NOBODY and not is_seated(table, seat, request.generation):
            raise expired()
        try:
            if request.expected_version not in (0, table.version) and not isinstance(command, _CONCURRENT):
                message = f"the table is at version {table.version}"
                raise Refusal("STALE_VERSION", message, _versions(request, table))
            return decide(table, seat, command, now)
        except RuleViolation as violation:
            self._metrics.violation(violation.reason)
            refusal = from_violation(violation)
        except Refusal as stale:
            refusal = stale
        if seat != NOBODY:
            refusal.rejection = Rejection(version=table.version, you=you_to(you(table, seat)))
        raise refusal

    async def _repeated(self, request: Request, position: Position) -> Answer | None:
        raw = await self._world.store.batch_by_request(request.table_id, request.request_id)
        return None if raw is None else _first_answer(request, batch_from(raw), position)

    async def _read_on(self, table_id: str) -> None:
        try:
            position = self._hub.position(table_id)
            if position is None:
                return
            batches = await self._read(table_id, position.table.version, MAX_PAGE)
        except StoreUnavailable:
            return  # The hub's timer comes again.
        for batch in batches:
            before, position = position, advance(position, batch)
            self._keep(position)
            self._hub.publish(batch, position, before.batch_id)

    async def _load(self, table_id: str) -> Position | None:
        closed = self._closed
        stored = await self._world.store.load(table_id)
        if stored is None:
            return None
        position = fold(await self._snapshot(table_id, stored), map(batch_from, stored.batches))
        # While it was read others may have gone further.
        kept = self._kept.get(table_id)
        if kept is not None and kept.table.version >= position.table.version:
            return kept
        if closed == self._closed:
            self._keep(position)
        return position

    async def _snapshot(self, table_id: str, stored: StoredTable) -> Position | None:
        """Return the table of a snapshot; None when there is none."""
        if stored.snapshot is None:
            return None
        snapshot = StoredSnapshot.FromString(stored.snapshot)
        version = stored.snapshot_version
        if snapshot.state_version != STATE_VERSION:
            return await self._from_start(table_id, version)
        (batch,) = await self.batches(table_id, version - 1, version)
        return Position(state_from(snapshot.state), batch.batch_id)

    async def _from_start(self, table_id: str, version: int) -> Position:
        """Fold all batches up to a version, some at a time so that others get their turn."""
        position = fold(None, await self._read(table_id, 0, min(version, _FOLD_AT_ONCE)))
        while (after := position.table.version) < version:
            position = fold(position, await self._read(table_id, after, min(version - after, _FOLD_AT_ONCE)))
        return position

    async def _read(self, table_id: str, after: int, limit: int) -> list[Batch]:
        return list(map(batch_from, await self._world.store.batches_after(table_id, after, limit)))

    def _keep(self, position: Position) -> None:
        table_id = position.table.table_id
        if position.table.state is TableState.CLOSED:
            # Nobody plays there any more; and what was read of it before must not be kept either.
            self._closed += 1
            self._kept.pop(table_id, None)
            return
        self._kept[table_id] = position
        self._kept.move_to_end(table_id)
        if len(self._kept) > MAX_KEPT:
            self._kept.popitem(last=False)


def not_found(table_id: str) -> Refusal:
    """Return the refusal of a table that does not exist."""
    return Refusal("TABLE_NOT_FOUND", "there is no such table", {"table_id": table_id} if table_id else {})


def reused(request_id: str) -> Refusal:
    """Return the refusal of a request id that was used before for something else, or too long ago."""
    message = "this request_id was used before, for something else or too long ago"
    return Refusal("REQUEST_ID_REUSED", message, {"request_id": request_id})


def _first_answer(request: Request, batch: Batch, position: Position) -> Answer:
    if batch.seat != request.seat or batch.digest != request.digest:
        raise reused(request.request_id)
    return Answer(batch, position, is_new=False)


def _is_newer(caller: Caller, table: Table) -> bool:
    return (
        caller.table_id == table.table_id
        and 0 <= caller.seat < len(table.seats)
        and caller.generation > table.seats[caller.seat].generation
    )


def _versions(request: Request, table: Table | None) -> dict[str, str]:
    versions = {"expected_version": str(request.expected_version)}
    return versions if table is None else {"version": str(table.version), **versions}


def _new(request: Request, batch: Batch, table: Table, before: Position | None) -> NewBatch:
    snapshot = None
    if table.version % SNAPSHOT_EVERY == 0:
        snapshot = StoredSnapshot(state_version=STATE_VERSION, state=state_to(table)).SerializeToString()
    return NewBatch(
        table_id=table.table_id,
        expected_version=table.version - 1,
        batch=batch.to_bytes(),
        time=batch.time,
        request_id=request.request_id,
        listing=listing_of(table) if before is None or is_listed_anew(before.table, table) else None,
        deadline_at=table.deadline.at if table.deadline else None,
        snapshot=snapshot,
        match_started=next((event.match for event in batch.events if isinstance(event, MatchStarted)), 0),
        match_ended=next((event.result.match for event in batch.events if isinstance(event, MatchEnded)), 0),
        owner=request.owner,
    )
