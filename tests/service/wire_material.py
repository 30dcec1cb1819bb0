"""What the tests of the wire are made of: matches really played, values of every kind, messages of every content."""

from __future__ import annotations

import dataclasses
import random
import types
import typing
from collections.abc import Iterator
from enum import IntEnum
from typing import Any

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message
from hypothesis import strategies as st

from engine import actions as a
from engine.arrange import CloseOutcome
from engine.decide import Decision, create_table, decide
from engine.legal import legal_actions
from engine.lobby import NewTable
from engine.melds import Meld, MeldKind
from engine.rules import Rules
from engine.state import NOBODY, RoundResult, Table, TableState

NOON = 1_700_000_000_000


def table_with(rules: Rules, seats: int) -> Table:
    """Return a table in the lobby on which everybody sits."""
    new = NewTable(
        table_id="table", rules=rules, seats=seats, host_name="Ana", seed=bytes(range(32)), invite_code="CODE"
    )
    table = create_table(new, NOON).table
    for name in ("Bea", "Carles", "Duarte", "Eva", "Fina", "Guillem")[: seats - 1]:
        table = decide(table, NOBODY, a.TakeSeat(name), NOON).table
    return table


def played(rules: Rules, seats: int, seed: int, actions: int) -> Iterator[Decision]:
    """Play matches at random, always with actions that are legal; closes, and everything rare, as often as possible."""
    chance = random.Random(seed)
    table = table_with(rules, seats)
    for _ in range(actions):
        if table.state is TableState.LOBBY:
            decision = decide(table, table.host, a.StartMatch(), NOON)
        else:
            seat, action = _choice(table, chance)
            decision = decide(table, seat, action, NOON)
        yield decision
        table = decision.table


def _choice(table: Table, chance: random.Random) -> tuple[int, a.Action]:
    legal = [
        (seat, legal.action)
        for seat in range(len(table.seats))
        for legal in legal_actions(table, seat)
        if not legal.false_close or chance.random() < 0.005
    ]
    rare = [
        (seat, action)
        for seat, action in legal
        if isinstance(action, a.Close | a.ExposeMeld | a.LayOffCard | a.Reenter | a.SayPaso)
    ]
    if not rare or chance.random() < 0.1:
        rare = [
            (seat, action)
            for seat, action in legal
            if not isinstance(action, a.ProposeEnd) or chance.random() < 0.1
        ]
    return chance.choice(rare or legal)


SEATS = st.integers(0, 7)
CARDS = st.integers(1, 49)
TIMES = st.just(0) | st.integers(1, 4_000_000_000_000)

# Fields that are narrower than their type; all others are told by their type alone.
_BY_NAME: dict[str, st.SearchStrategy[Any]] = {
    "seat": SEATS,
    "onto_seat": SEATS,
    "dealer": SEATS,
    "lead_seat": SEATS,
    "closer": SEATS | st.just(NOBODY),
    "caused_by": SEATS | st.just(NOBODY),
    "card": CARDS,
    "discard": CARDS,
    "stands_for": CARDS,
    "cards": st.lists(CARDS, max_size=8).map(tuple),
    "hand": st.lists(CARDS, max_size=8).map(tuple),
    "loose": st.lists(CARDS, max_size=8).map(tuple),
    "stock": st.lists(CARDS, max_size=90).map(tuple),
    "hands": st.lists(st.lists(CARDS, max_size=8).map(tuple), max_size=8).map(tuple),
    "order": st.lists(SEATS, unique=True).map(tuple),
    "salts": st.lists(st.binary(max_size=64), max_size=8).map(tuple),
    "seed": st.binary(max_size=32),
    "commitment": st.binary(max_size=32),
    "salt": st.binary(max_size=64),
    "deadline": TIMES,
    "created_at": TIMES,
    "points": st.integers(-1000, 1000),
    "total": st.integers(-1000, 1000),
}


def values(kind: Any, name: str = "") -> st.SearchStrategy[Any]:
    """Return any value of an engine's type."""
    if kind is Meld:
        pairs = st.lists(st.tuples(CARDS, CARDS), max_size=8)
        return st.builds(
            lambda kind, pairs: Meld(kind, tuple(c for c, _ in pairs), tuple(s for _, s in pairs)),
            st.sampled_from(MeldKind),
            pairs,
        )
    if dataclasses.is_dataclass(kind):
        hints = typing.get_type_hints(kind)
        fields = {field.name: values(hints[field.name], field.name) for field in dataclasses.fields(kind)}
        whole = st.builds(kind, **fields)
        return whole.filter(_is_told) if kind is RoundResult else whole
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if name == "seats" and arguments == (int, ...):
        return st.lists(SEATS, unique=True).map(tuple)
    if name in _BY_NAME:
        return _BY_NAME[name]
    if origin is tuple:
        return st.lists(values(arguments[0]), max_size=4).map(tuple)
    if origin in (typing.Union, types.UnionType):
        return st.one_of(*(st.none() if each is types.NoneType else values(each) for each in arguments))
    if isinstance(kind, type) and issubclass(kind, IntEnum):
        return st.sampled_from(kind)
    simple: dict[Any, st.SearchStrategy[Any]] = {
        int: st.integers(0, 100_000),
        bool: st.booleans(),
        str: st.text(max_size=32),
    }
    return simple[kind]


def _is_told(result: RoundResult) -> bool:
    # Where nobody closed the outcome means nothing.
    return result.closer != NOBODY or result.outcome is CloseOutcome.ILLEGAL


_NUMBERS: dict[int, tuple[int, int]] = {
    FieldDescriptor.CPPTYPE_INT32: (-(1 << 31), (1 << 31) - 1),
    FieldDescriptor.CPPTYPE_INT64: (-(1 << 63), (1 << 63) - 1),
    FieldDescriptor.CPPTYPE_UINT64: (0, (1 << 64) - 1),
    FieldDescriptor.CPPTYPE_ENUM: (-(1 << 31), (1 << 31) - 1),
}


@st.composite
def messages(draw: st.DrawFn, kind: type[Message]) -> Message:
    """Return a message that a client could send, mostly nonsense: every number there is, enums without a name."""
    message = kind()
    _fill(draw, message, kind.DESCRIPTOR, depth=0)
    return message


def _fill(draw: st.DrawFn, message: Any, descriptor: Descriptor, depth: int) -> None:
    fields = list(descriptor.fields)
    for index in sorted(draw(st.sets(st.integers(0, len(fields) - 1), max_size=5))) if fields else ():
        field = fields[index]
        for _ in range(draw(st.integers(1, 3)) if field.is_repeated else 1):
            if field.message_type:
                part = getattr(message, field.name)
                part = part.add() if field.is_repeated else part
                part.SetInParent()
                if depth < 5:
                    _fill(draw, part, field.message_type, depth + 1)
            elif field.is_repeated:
                getattr(message, field.name).append(draw(_scalar(field)))
            else:
                setattr(message, field.name, draw(_scalar(field)))


def _scalar(field: FieldDescriptor) -> st.SearchStrategy[Any]:
    if field.cpp_type == FieldDescriptor.CPPTYPE_BOOL:
        return st.booleans()
    if field.cpp_type == FieldDescriptor.CPPTYPE_STRING:
        return st.binary(max_size=70) if field.type == FieldDescriptor.TYPE_BYTES else st.text(max_size=8)
    return st.integers(-2, 60) | st.integers(*_NUMBERS[field.cpp_type])
