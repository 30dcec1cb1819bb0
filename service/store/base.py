"""What a store keeps and promises.

A table is its batches: what one accepted action did, serialised as `chinchon.store.v1.StoredBatch` and numbered
by version without gaps, from 1. Beside them the store keeps what is needed to find a table again. To the store
batches, snapshots and summaries are bytes; what they mean is the caller's business.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias

from engine.state import TableState

MAX_PAGE: Final = 1000
"""Most rows that one call returns, whatever its limit."""


class StoreUnavailable(Exception):
    """The store did not answer. Whether a commit was written is unknown: repeat it with the same request id."""


class StoreError(Exception):
    """The store cannot be opened. The message is one line, for whoever starts the server."""


class PageTokenError(ValueError):
    """A page token that no page of this list came with."""


@dataclass(frozen=True, slots=True)
class Listing:
    """What finds and lists a table."""

    state: TableState
    public: bool
    created_at: int
    """Milliseconds since the epoch; the same in all commits of a table."""
    invite_code: str
    """Eight characters; "" for none."""
    summary: bytes
    """What a list shows of it: a serialised `chinchon.v1.TableSummary` without version."""


@dataclass(frozen=True, slots=True)
class NewBatch:
    """One batch to commit, and what changes with it."""

    table_id: str
    expected_version: int
    """The version that it was decided on; 0 creates the table. The batch becomes the next version."""
    batch: bytes
    """The serialised `StoredBatch`, with version, batch id, seat and digest of the request."""
    time: int
    """When it was decided, milliseconds since the epoch."""
    request_id: str
    """Of this table's requests; never empty: the server's own requests have one too."""
    listing: Listing | None
    """None where it is as in the commit before. A table is created with one."""
    deadline_at: int | None = None
    """When something is due next at the table, milliseconds since the epoch; None for never. Replaces the last."""
    snapshot: bytes | None = None
    """The serialised `StoredSnapshot` of the state after this batch; None leaves the last one in place."""
    match_started: int = 0
    """Number of the match that begins with this batch; 0 for none."""
    match_ended: int = 0
    """Number of the match that ends with this batch; 0 for none."""
    owner: str = ""
    """Whose table it is, for `count_open`; "" for nobody's. Said when it is created, and ignored later."""


@dataclass(frozen=True, slots=True)
class Committed:
    """The batch is durable. Nobody was told of it before."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """Nothing was written: the table is not at the expected version (load it and decide again).

    When creating: the table exists, or another open table has the invite code (draw another).
    """


@dataclass(frozen=True, slots=True)
class Duplicate:
    """Nothing was written: the request id was used at this table before."""

    version: int
    """The version that it made then."""
    batch: bytes
    """The batch that it made then; compare its seat and digest, and answer from it."""


CommitResult: TypeAlias = Committed | Conflict | Duplicate


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table as it was when it was read, all parts of the same moment."""

    version: int
    snapshot: bytes | None
    """The last snapshot, if there is one."""
    snapshot_version: int
    """The version of the snapshot; 0 without one."""
    batches: tuple[bytes, ...]
    """All batches after the snapshot, in order."""


@dataclass(frozen=True, slots=True)
class ListedTable:
    """A row of a list."""

    table_id: str
    version: int
    summary: bytes


@dataclass(frozen=True, slots=True)
class Page:
    """Part of a list."""

    tables: tuple[ListedTable, ...]
    next_token: str
    """"" on the last page."""


@dataclass(frozen=True, slots=True)
class QuietTable:
    """A table where nothing happened for some time."""

    table_id: str
    version: int


@dataclass(frozen=True, slots=True)
class Absence:
    """A seat whose player is not connected during a match."""

    table_id: str
    seat: int
    until: int
    """When its grace is over, milliseconds since the epoch; 0 for a player who is back."""


Hint: TypeAlias = Callable[[int], None]
"""Called in the event loop with a version that a table has reached. Must be quick and must not raise."""


class Store(Protocol):
    """Where tables live.

    Every method but `subscribe` raises `StoreUnavailable` when the store does not answer. A call that is
    cancelled leaves its outcome unknown, like `StoreUnavailable`.
    """

    async def commit(self, new: NewBatch) -> CommitResult:
        """Write a batch and all that comes with it, durably, or nothing.

        One atomic step, in this order: the request id is looked up (`Duplicate`), the version compared
        (`Conflict`), everything written. `Committed` is returned only when a crash of the process or the
        machine can no longer lose it. Commits of different tables do not disturb each other.
        """
        ...

    async def load(self, table_id: str) -> StoredTable | None:
        """Return the last snapshot of a table and the batches after it; None if there is no such table."""
        ...

    async def batches_after(self, table_id: str, version: int, limit: int) -> tuple[bytes, ...]:
        """Return the batches after `version`, at most `limit` and `MAX_PAGE`, in order, without a gap."""
        ...

    async def batch_by_request(self, table_id: str, request_id: str) -> bytes | None:
        """Return the batch that a request made at a table; None if it made none."""
        ...

    async def match_range(self, table_id: str, match: int) -> tuple[int, int | None] | None:
        """Return the versions that began and ended a match; None as end while it runs, None if there was none."""
        ...

    async def find_invite(self, code: str) -> str | None:
        """Return the id of the table with this invite code; None if there is none or it is closed."""
        ...

    async def list_tables(self, states: Collection[TableState], page_size: int, page_token: str) -> Page:
        """List public tables in one of `states`, newest first, `page_size` (at most `MAX_PAGE`) at a time.

        `page_token` is "" or the `next_token` of the page before. A table that stays in `states` while the
        pages are read is in exactly one of them. Raises `PageTokenError`.
        """
        ...

    async def count_tables(self) -> Mapping[TableState, int]:
        """Count the tables in each state."""
        ...

    async def count_open(self, owner: str) -> tuple[int, int]:
        """Count the tables that are not closed: all, and those of an owner."""
        ...

    async def due_deadlines(self, now: int, limit: int) -> tuple[str, ...]:
        """Return the ids of tables with a deadline at or before `now`, the longest due first, at most `limit`.

        A table is returned until a commit moves or removes its deadline.
        """
        ...

    async def quiet_tables(
        self, states: Collection[TableState], before: int, limit: int
    ) -> tuple[QuietTable, ...]:
        """Return tables in one of `states` whose last commit is older than `before`, at most `limit`, oldest first."""
        ...

    async def delete(self, table_id: str) -> bool:
        """Delete a closed table and all that belongs to it, durably; tell whether there was one.

        A table that is not closed stays.
        """
        ...

    async def note_absence(self, absence: Absence) -> None:
        """Keep until when a player may be away, or forget it when the player is back; nothing for a table that is gone."""
        ...

    async def absences(self) -> tuple[Absence, ...]:
        """Return every absence that is kept."""
        ...

    async def playing_tables(self) -> tuple[str, ...]:
        """Return the ids of all tables where a match is being played."""
        ...

    async def beat(self, now: int) -> None:
        """Keep that the service was alive at `now`, so that the length of an outage is known after it."""
        ...

    async def last_beat(self) -> int:
        """Return the last `beat`; 0 when there was none."""
        ...

    def subscribe(self, table_id: str, hint: Hint) -> Callable[[], None]:
        """Call `hint` after commits of a table; return the function that ends it (calling it twice is harmless).

        Only a hint: it may come late, more than once or not at all. Read the batches to know.
        """
        ...

    async def close(self) -> None:
        """Finish the commits that were begun, and let go of everything."""
        ...
