"""Stores to test, and commits for them: batches are opaque to a store, so any bytes will do."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

from engine.state import TableState
from service.store.base import Listing, NewBatch, Store
from service.store.sqlite import SqliteStore

OPENERS: dict[str, Callable[[Path], Awaitable[Store]]] = {
    "sqlite": lambda place: SqliteStore.open(place / "chinchon.db"),
}
"""How each kind of store is opened, on what it left at a place."""

LOBBY = Listing(state=TableState.LOBBY, public=True, created_at=1_000, invite_code="", summary=b"a summary")


def stored(table_id: str, version: int) -> bytes:
    """The bytes that `creation` and `following` commit."""
    return f"{table_id} became {version}".encode()


def creation(table_id: str, **fields: object) -> NewBatch:
    """The commit that creates a table."""
    return replace(following(table_id, 0), listing=LOBBY, **fields)


def following(table_id: str, version: int, **fields: object) -> NewBatch:
    """The commit that was decided on `version` of a table."""
    new = NewBatch(
        table_id=table_id,
        expected_version=version,
        batch=stored(table_id, version + 1),
        time=1_000 + version,
        request_id=f"request {version + 1}",
        listing=None,
    )
    return replace(new, **fields)
