"""Changing frozen values: `replace` as in dataclasses, at less than half its cost.

Every action makes half a dozen new values of some twenty fields; `dataclasses.replace` was half of the engine's time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import cache
from typing import Any, TypeVar

_V = TypeVar("_V")


def replace(value: _V, **changes: Any) -> _V:
    """Return a frozen slotted dataclass value with some fields changed. Raises KeyError for an unknown field."""
    cls: Any = type(value)
    setters, slots = _slots(cls)
    new: _V = cls.__new__(cls)
    for get, set_ in slots:
        set_(new, get(value))
    for name, changed in changes.items():
        setters[name](new, changed)
    return new


@cache
def _slots(
    cls: type[Any],
) -> tuple[dict[str, Callable[..., None]], tuple[tuple[Callable[..., Any], Callable[..., None]], ...]]:
    # The descriptors of slots write where a frozen class refuses; the new value is seen by nobody yet.
    descriptors = {field.name: cls.__dict__[field.name] for field in fields(cls)}
    setters = {name: descriptor.__set__ for name, descriptor in descriptors.items()}
    return setters, tuple((descriptor.__get__, descriptor.__set__) for descriptor in descriptors.values())
