"""The shapes that events, states and views share: melds, lay-offs, results."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.arrange import CloseOutcome
from engine.cards import Card
from engine.melds import LayOffEnd, Meld, MeldKind
from engine.settle import LayOff
from engine.state import (
    NOBODY,
    CancelReason,
    Deadline,
    DeadlineKind,
    MatchEnd,
    MatchResult,
    Proposal,
    RoundEnd,
    RoundResult,
    SeatLayOff,
    SeatResult,
    Standing,
    TableMeld,
)
from service.wire.shapes import (
    Cards,
    Field,
    Malformed,
    Many,
    Member,
    Number,
    One,
    OneCard,
    OptionalMember,
    OptionalSeat,
    SeatNumber,
    SeatSet,
    Shape,
    SignedNumber,
    Time,
)


class MeldId(Number):
    """The index of a meld on the table; on the wire it counts from 1."""

    def write(self, message: Any, value: Any) -> None:
        """Write the id."""
        setattr(message, self.name, getattr(value, self.attr) + 1)

    def read(self, message: Any) -> int:
        """Return the index."""
        return super().read(message) - 1


class Outcome(Member):
    """The outcome of a close; unspecified, and to the engine ILLEGAL, where nobody closed."""

    def __init__(self, attr: str, name: str = "") -> None:
        """Name the attribute beside `closer`."""
        super().__init__(attr, CloseOutcome, name)

    def write(self, message: Any, value: Any) -> None:
        """Write the outcome if there is a closer."""
        if value.closer != NOBODY:
            super().write(message, value)

    def read(self, message: Any) -> Any:
        """Return the outcome."""
        return super().read(message) if getattr(message, self.name) else CloseOutcome.ILLEGAL


class MeldOnTable(Field):
    """A meld as it lies on the table, for everybody to see.

    A run comes in rank order here. Who needs the engine's own order finds it elsewhere: it depends on the rules.
    """

    derived = True

    def __init__(self, attr: str, identify: Callable[[Any], tuple[int, int]]) -> None:
        """Take what finds, in the value that has the meld, its id and the seat that exposed it."""
        super().__init__(attr)
        self._identify = identify

    def write(self, message: Any, value: Any) -> None:
        """Write the meld."""
        meld_id, seat = self._identify(value)
        write_table_meld(getattr(message, self.name), meld_id, seat, getattr(value, self.attr))


def write_table_meld(message: Any, meld_id: int, seat: int, meld: Meld) -> None:
    """Fill a TableMeld: a run in rank order, jokers where they stand; a set in canonical order."""
    message.meld_id = meld_id
    message.seat = seat
    message.kind = meld.kind
    pairs = list(meld.pairs())
    if meld.kind is MeldKind.RUN:
        pairs.sort(key=lambda pair: pair[1])
    message.cards.extend(card for card, _ in pairs)
    message.stands_for.extend(stood for _, stood in pairs)


def _meld(kind: MeldKind, cards: tuple[Card, ...], stands_for: tuple[Card, ...]) -> Meld:
    if len(stands_for) != len(cards):
        raise Malformed("one card that it stands for with each card")
    return Meld(kind, cards, stands_for)


class _Itself(Field):
    """A value whose fields lie in the message around it."""

    def __init__(self, attr: str, shape: Shape[Any]) -> None:
        super().__init__(attr)
        self._shape = shape

    def write(self, message: Any, value: Any) -> None:
        self._shape.write(message, getattr(value, self.attr))

    def read(self, message: Any) -> Any:
        return self._shape.read(message)


MELD = Shape(_meld, Member("kind", MeldKind), Cards("cards"), Cards("stands_for"))

TABLE_MELD = Shape(TableMeld, SeatNumber("seat"), _Itself("meld", MELD))

LAY_OFF = Shape(
    LayOff,
    OneCard("card"),
    MeldId("meld", "meld_id", low=1),
    OptionalMember("end", LayOffEnd),
    OneCard("stands_for"),
)

SEAT_LAY_OFF = Shape(SeatLayOff, SeatNumber("seat"), One("lay_off", LAY_OFF))

SEAT_RESULT = Shape(
    SeatResult,
    SeatNumber("seat"),
    SignedNumber("points"),
    SignedNumber("total"),
    Cards("hand"),
    Cards("loose"),
)

ROUND_RESULT = Shape(
    RoundResult,
    Number("number", "round"),
    Member("end", RoundEnd),
    OptionalSeat("closer"),
    Outcome("outcome"),
    Many("seats", SEAT_RESULT),
)

STANDING = Shape(
    Standing,
    SeatNumber("seat"),
    SignedNumber("total"),
    Number("reentries"),
    Field("winner"),
    SignedNumber("prize"),
)

MATCH_RESULT = Shape(
    MatchResult,
    Number("match"),
    Member("end", MatchEnd),
    Member("cancel_reason", CancelReason),
    OptionalSeat("caused_by"),
    Many("standings", STANDING),
)

PROPOSAL = Shape(
    Proposal,
    Number("number", "proposal_id"),
    SeatNumber("seat"),
    SeatSet("agreed", "agreed_seats"),
)

DEADLINE = Shape(Deadline, Member("kind", DeadlineKind), OptionalSeat("seat"), Time("at"))
