"""How an engine value lies in a message: one list of fields, read in both directions.

A `Shape` writes a value into a message and makes the value from it again, so that the two cannot disagree.
Messages are `Any` here: which field a name means is the message's business, and the tests go through every one.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Any, Final, Generic, TypeVar

from engine.cards import JOKER
from engine.state import NOBODY

MAX_NUMBER: Final = 1_000_000_000
"""Beyond every number of a match, and far enough below 2^31 for sums to stay below it."""
MAX_CARDS: Final = 104
"""Two decks of 50 cards, and then some."""
MAX_SEATS: Final = 8
_LAST_SECOND: Final = 253_370_764_799
"""The last one of the year 9998: a year is left for deadlines."""

T = TypeVar("T")


class Malformed(Exception):
    """A message that the engine has no value for; no text of it repeats the message's content."""

    def __init__(self, expected: str, path: str = "") -> None:
        """Say what was expected, at which path below the message that is being read."""
        super().__init__(f"{path}: expected {expected}")
        self.expected = expected
        self.path = path

    def under(self, name: str) -> Malformed:
        """Return the same, seen from one message further out."""
        dot = "." if self.path and not self.path.startswith("[") else ""
        return Malformed(self.expected, f"{name}{dot}{self.path}")


class Field:
    """One attribute of a value and the field that carries it; by itself for strings and bools."""

    derived = False
    """Written for clients only; the value is complete without it."""

    def __init__(self, attr: str, name: str = "") -> None:
        """Name the attribute, and the field where it is called otherwise."""
        self.attr: Final = attr
        self.name: Final = name or attr

    def write(self, message: Any, value: Any) -> None:
        """Write the attribute of `value` into `message`."""
        setattr(message, self.name, getattr(value, self.attr))

    def read(self, message: Any) -> Any:
        """Return what the attribute must be; raises Malformed."""
        return getattr(message, self.name)


class Shape(Generic[T]):
    """All fields of a value."""

    def __init__(self, make: Callable[..., T], *fields: Field) -> None:
        """Take the value's constructor, and fields named like its parameters."""
        self._make: Final = make
        self._fields: Final = fields
        self._read: Final = tuple(field for field in fields if not field.derived)

    def write(self, message: Any, value: T) -> None:
        """Write a value into an empty message, which becomes present even if nothing is to be written."""
        message.SetInParent()
        for field in self._fields:
            field.write(message, value)

    def read(self, message: Any) -> T:
        """Make the value; raises Malformed with the path of the field to blame."""
        return self._make(**self.attributes(message))

    def attributes(self, message: Any) -> dict[str, Any]:
        """Return the attributes that the message holds; raises Malformed."""
        attributes = {}
        for field in self._read:
            try:
                attributes[field.attr] = field.read(message)
            except Malformed as malformed:
                raise malformed.under(field.name) from None
        return attributes


class Number(Field):
    """A whole number between two bounds."""

    def __init__(self, attr: str, name: str = "", low: int = 0, high: int = MAX_NUMBER) -> None:
        """Take the bounds, both allowed."""
        super().__init__(attr, name)
        self._low: Final = low
        self._high: Final = high

    def read(self, message: Any) -> int:
        """Return the number."""
        number: int = getattr(message, self.name)
        if self._low <= number <= self._high:
            return number
        raise Malformed(f"a number from {self._low} to {self._high}")


class SignedNumber(Number):
    """A whole number of either sign: points, totals."""

    def __init__(self, attr: str, name: str = "") -> None:
        """Bound it on both sides."""
        super().__init__(attr, name, low=-MAX_NUMBER)


class SeatNumber(Number):
    """The index of a seat."""

    def __init__(self, attr: str, name: str = "") -> None:
        """Allow the seats of the largest table."""
        super().__init__(attr, name, high=MAX_SEATS - 1)


class SeatOrNobody(Number):
    """The index of a seat, or -1."""

    def __init__(self, attr: str, name: str = "") -> None:
        """Allow nobody too."""
        super().__init__(attr, name, low=NOBODY, high=MAX_SEATS - 1)


class OptionalSeat(SeatNumber):
    """The index of a seat in an optional field; absent for nobody."""

    def write(self, message: Any, value: Any) -> None:
        """Write the seat if there is one."""
        if getattr(value, self.attr) != NOBODY:
            super().write(message, value)

    def read(self, message: Any) -> int:
        """Return the seat or nobody."""
        return super().read(message) if message.HasField(self.name) else NOBODY


class Octets(Field):
    """Bytes of an allowed length."""

    def __init__(self, attr: str, name: str = "", lengths: range = range(65)) -> None:
        """Take the allowed lengths; by default 0 to 64."""
        super().__init__(attr, name)
        self._lengths: Final = lengths

    def read(self, message: Any) -> bytes:
        """Return the bytes."""
        octets: bytes = getattr(message, self.name)
        return _checked_length(octets, self._lengths)


class OctetsList(Field):
    """A list of byte strings, each of 0 to 64 bytes, at most one for each seat."""

    def write(self, message: Any, value: Any) -> None:
        """Write them all."""
        getattr(message, self.name).extend(getattr(value, self.attr))

    def read(self, message: Any) -> tuple[bytes, ...]:
        """Return them as a tuple."""
        return _read_each(
            getattr(message, self.name), lambda octets: _checked_length(octets, range(65)), MAX_SEATS
        )


class Member(Field):
    """A member of an enum whose numbers are the wire's; 0 only where the engine has such a member."""

    def __init__(self, attr: str, enum: type[IntEnum], name: str = "") -> None:
        """Take the engine's enum."""
        super().__init__(attr, name)
        self._members: Final[dict[int, IntEnum]] = {int(member): member for member in enum}

    def read(self, message: Any) -> IntEnum | None:
        """Return the member."""
        member = self._members.get(getattr(message, self.name))
        if member is None:
            raise Malformed("a known value")
        return member


class OptionalMember(Member):
    """A member of an enum, or None for 0."""

    def write(self, message: Any, value: Any) -> None:
        """Write the member if there is one."""
        if getattr(value, self.attr) is not None:
            super().write(message, value)

    def read(self, message: Any) -> IntEnum | None:
        """Return the member or None."""
        return super().read(message) if getattr(message, self.name) else None


class OneCard(Field):
    """A card."""

    def read(self, message: Any) -> int:
        """Return the card."""
        return _checked_card(getattr(message, self.name))


class OptionalCard(Field):
    """A card, or 0 for none."""

    def read(self, message: Any) -> int:
        """Return the card or 0."""
        card: int = getattr(message, self.name)
        return _checked_card(card) if card else 0


class Cards(Field):
    """Cards in an order that means something."""

    def __init__(self, attr: str, name: str = "", most: int = MAX_CARDS) -> None:
        """Take the most cards allowed."""
        super().__init__(attr, name)
        self._most: Final = most

    def write(self, message: Any, value: Any) -> None:
        """Write them all."""
        getattr(message, self.name).extend(getattr(value, self.attr))

    def read(self, message: Any) -> tuple[int, ...]:
        """Return them as a tuple."""
        return _read_each(getattr(message, self.name), _checked_card, self._most)


class CardGroups(Field):
    """Groups of cards: hands, or melds that somebody names."""

    def __init__(self, attr: str, name: str = "", most: int = MAX_SEATS, most_cards: int = MAX_CARDS) -> None:
        """Take the most groups, and the most cards of one."""
        super().__init__(attr, name)
        self._most: Final = most
        self._most_cards: Final = most_cards

    def write(self, message: Any, value: Any) -> None:
        """Write them all."""
        groups = getattr(message, self.name)
        for cards in getattr(value, self.attr):
            groups.add().cards.extend(cards)

    def read(self, message: Any) -> tuple[tuple[int, ...], ...]:
        """Return them as tuples."""
        return _read_each(getattr(message, self.name), self._read_group, self._most)

    def _read_group(self, group: Any) -> tuple[int, ...]:
        try:
            return _read_each(group.cards, _checked_card, self._most_cards)
        except Malformed as malformed:
            raise malformed.under("cards") from None


class Seats(Field):
    """Indexes of different seats in an order that means something."""

    def write(self, message: Any, value: Any) -> None:
        """Write them all."""
        getattr(message, self.name).extend(getattr(value, self.attr))

    def read(self, message: Any) -> tuple[int, ...]:
        """Return them as a tuple."""
        seats = _read_each(getattr(message, self.name), _checked_seat, MAX_SEATS)
        if len(set(seats)) < len(seats):
            raise Malformed("different seats")
        return seats


class SeatSet(Seats):
    """Indexes of seats as a set, written in ascending order."""

    def write(self, message: Any, value: Any) -> None:
        """Write them all."""
        getattr(message, self.name).extend(sorted(getattr(value, self.attr)))

    def read(self, message: Any) -> Any:
        """Return them as a frozenset."""
        return frozenset(super().read(message))


class Time(Field):
    """Milliseconds since the epoch as a Timestamp; 0 is absent."""

    def write(self, message: Any, value: Any) -> None:
        """Write the time if there is one."""
        milliseconds = getattr(value, self.attr)
        if milliseconds:
            write_time(getattr(message, self.name), milliseconds)

    def read(self, message: Any) -> int:
        """Return milliseconds or 0."""
        return read_time(getattr(message, self.name)) if message.HasField(self.name) else 0


class Milliseconds(Field):
    """Milliseconds as a Duration."""

    def write(self, message: Any, value: Any) -> None:
        """Write the time."""
        write_duration(getattr(message, self.name), getattr(value, self.attr))

    def read(self, message: Any) -> int:
        """Return milliseconds."""
        return read_duration(getattr(message, self.name))


class Count(Field):
    """The number of cards in a tuple that itself is hidden."""

    derived = True

    def write(self, message: Any, value: Any) -> None:
        """Write the length of the attribute."""
        setattr(message, self.name, len(getattr(value, self.attr)))


class One(Field):
    """A message with a shape of its own."""

    def __init__(self, attr: str, shape: Shape[Any], name: str = "") -> None:
        """Take its shape."""
        super().__init__(attr, name)
        self._shape: Final = shape

    def write(self, message: Any, value: Any) -> None:
        """Write the message."""
        self._shape.write(getattr(message, self.name), getattr(value, self.attr))

    def read(self, message: Any) -> Any:
        """Return the value."""
        if not message.HasField(self.name):
            raise Malformed("a value")
        return self._shape.read(getattr(message, self.name))


class Maybe(One):
    """A message with a shape of its own; absent for None."""

    def write(self, message: Any, value: Any) -> None:
        """Write the message if there is a value."""
        if getattr(value, self.attr) is not None:
            super().write(message, value)

    def read(self, message: Any) -> Any:
        """Return the value or None."""
        return super().read(message) if message.HasField(self.name) else None


class Many(Field):
    """A list of messages with a shape of their own."""

    def __init__(self, attr: str, shape: Shape[Any], name: str = "", most: int = MAX_CARDS) -> None:
        """Take their shape, and how many are allowed."""
        super().__init__(attr, name)
        self._shape: Final = shape
        self._most: Final = most

    def write(self, message: Any, value: Any) -> None:
        """Write them all."""
        messages = getattr(message, self.name)
        for each in getattr(value, self.attr):
            self._shape.write(messages.add(), each)

    def read(self, message: Any) -> Any:
        """Return the values as a tuple."""
        return _read_each(getattr(message, self.name), self._shape.read, self._most)


def write_time(message: Any, milliseconds: int) -> None:
    """Fill a Timestamp from milliseconds since the epoch."""
    message.seconds, rest = divmod(milliseconds, 1000)
    message.nanos = rest * 1_000_000


def read_time(message: Any) -> int:
    """Return the whole milliseconds since the epoch of a Timestamp; raises Malformed before 1970 and after 9998."""
    if 0 <= message.seconds <= _LAST_SECOND and 0 <= message.nanos < 1_000_000_000:
        milliseconds: int = message.seconds * 1000 + message.nanos // 1_000_000
        return milliseconds
    raise Malformed("a time between 1970 and 9998")


def write_duration(message: Any, milliseconds: int) -> None:
    """Fill a Duration from milliseconds, at least 0."""
    message.seconds, rest = divmod(milliseconds, 1000)
    message.nanos = rest * 1_000_000


def read_duration(message: Any) -> int:
    """Return the milliseconds of a Duration, negative ones too; raises Malformed when they are not whole."""
    if (
        message.nanos % 1_000_000
        or abs(message.nanos) >= 1_000_000_000
        or message.seconds * message.nanos < 0
    ):
        raise Malformed("whole milliseconds")
    milliseconds: int = message.seconds * 1000 + message.nanos // 1_000_000
    return milliseconds


def _read_each(values: Any, read: Callable[[Any], T], most: int) -> tuple[T, ...]:
    if len(values) > most:
        raise Malformed(f"at most {most} values")
    found = []
    for index, value in enumerate(values):
        try:
            found.append(read(value))
        except Malformed as malformed:
            raise malformed.under(f"[{index}]") from None
    return tuple(found)


def _checked_card(card: int) -> int:
    if 1 <= card <= JOKER:
        return card
    raise Malformed("a card")


def _checked_seat(seat: int) -> int:
    if 0 <= seat < MAX_SEATS:
        return seat
    raise Malformed("the index of a seat")


def _checked_length(octets: bytes, lengths: range) -> bytes:
    if len(octets) in lengths:
        return octets
    raise Malformed(f"{lengths.start} to {lengths.stop - 1} bytes")
