"""The state of a table: immutable values that `engine.evolve` makes from events.

Everything is here, secrets too; what somebody may see of it is `engine.view`'s business. Seats are named by
their index, from 0, everywhere. Times are milliseconds since the epoch; 0 means "none".
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from engine.arrange import CloseOutcome
from engine.cards import Card
from engine.melds import Meld
from engine.rules import Rules
from engine.settle import LayOff

ENGINE_VERSION: Final = "1"
"""Stored with every table; raised when the same action may be decided differently."""

NOBODY: Final = -1
"""Stands for "no seat"."""


class TableState(IntEnum):
    """Where a table is in its life."""

    LOBBY = 1
    PLAYING = 2
    CLOSED = 3


class Visibility(IntEnum):
    """Who may find and watch a table."""

    PUBLIC = 1
    PRIVATE = 2


class BotLevel(IntEnum):
    """How well a bot plays; NONE is a person."""

    NONE = 0
    EASY = 1
    NORMAL = 2
    HARD = 3


class RoundPhase(IntEnum):
    """What a round is waiting for."""

    DRAW = 1
    DISCARD = 2
    EXPOSE = 3
    LAY_OFF = 4
    SUMMARY = 5


class RoundEnd(IntEnum):
    """How a round ended."""

    CLOSE = 1
    FALSE_CLOSE = 2
    PASO = 3
    TURN_LIMIT = 4


class MatchEnd(IntEnum):
    """Why a match ended."""

    LAST_SEAT_IN = 1
    CHINCHON = 2
    ALL_OUT = 3
    FALSE_CLOSES = 4
    AGREEMENT = 5
    ROUND_LIMIT = 6
    CANCELLED = 7


class CancelReason(IntEnum):
    """Why a match was cancelled."""

    NONE = 0
    SEAT_LEFT = 1
    CONNECTION_LOST = 2
    NO_PEOPLE = 3
    TABLE_CLOSED = 4
    IDLE = 5


class DeadlineKind(IntEnum):
    """What a deadline is for."""

    TURN = 1
    EXPOSE = 2
    LAY_OFF = 3
    NEXT_ROUND = 4


@dataclass(frozen=True, slots=True)
class Deadline:
    """A running clock or window of the round."""

    kind: DeadlineKind
    seat: int
    at: int


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table: who sits there, and how the running match stands for it."""

    taken: bool = False
    name: str = ""
    generation: int = 0
    """Of its credentials; grows with every new occupant and every renewal."""
    bot: BotLevel = BotLevel.NONE
    """Of the bot that plays."""
    stand_in: bool = False
    """The bot plays only until the seat's player returns."""
    salt: bytes = b""
    in_match: bool = False
    out: bool = False
    score: int = 0
    tokens: int = 0
    reentries: int = 0
    false_closes: int = 0

    @property
    def has_player(self) -> bool:
        """A person owns the seat, also while a bot stands in."""
        return self.taken and (self.bot is BotLevel.NONE or self.stand_in)

    @property
    def is_in(self) -> bool:
        """It plays in the match and is not out."""
        return self.in_match and not self.out


@dataclass(frozen=True, slots=True)
class TableMeld:
    """A meld on the table; its id is its place in `Showdown.melds`, counted from 1."""

    seat: int
    meld: Meld


@dataclass(frozen=True, slots=True)
class SeatLayOff:
    """A card that a seat laid off; `lay_off.meld` is an index into `Showdown.melds`."""

    seat: int
    lay_off: LayOff


@dataclass(frozen=True, slots=True)
class Showdown:
    """What happens between the end of play and the score of a round."""

    order: tuple[int, ...]
    """Seats in the order in which they show."""
    closer: int = NOBODY
    outcome: CloseOutcome = CloseOutcome.ILLEGAL
    close_points: int = 0
    """What the closer scores for the close itself, before any lay-off of its own."""
    close_melds: tuple[Meld, ...] = ()
    close_loose: tuple[Card, ...] = ()
    closing_card: Card = 0
    melds: tuple[TableMeld, ...] = ()
    lay_offs: tuple[SeatLayOff, ...] = ()
    exposing: int = NOBODY
    automatic: bool = False
    """The exposing seat's time is over: the engine exposes the rest for it."""
    passed: frozenset[int] = frozenset()
    passed_rest: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Round:
    """One deal until a close, and its summary."""

    number: int
    dealer: int
    lead_seat: int
    seats: tuple[int, ...]
    """Dealt in, ascending."""
    hands: tuple[tuple[Card, ...], ...]
    """By seat index; empty for seats that were not dealt in. In a showdown: the cards still in hand."""
    stock: tuple[Card, ...]
    """The next card to draw is the last."""
    discards: tuple[Card, ...]
    """Oldest first."""
    seed_index: int
    commitment: bytes
    """To that seed: the one before it in the chain."""
    phase: RoundPhase = RoundPhase.DRAW
    on_turn: int = NOBODY
    turns: int = 0
    """Completed turns of all seats together."""
    last_turn: int = NOBODY
    """The seat that completed the last turn."""
    taken: Card = 0
    """The card that the seat on turn took from the discard pile in this turn."""
    exhaustions: int = 0
    showdown: Showdown | None = None
    declined: frozenset[int] = frozenset()
    proposers: frozenset[int] = frozenset()
    """Seats that have proposed to end the match in this round."""


@dataclass(frozen=True, slots=True)
class SeatResult:
    """What a round brought one seat."""

    seat: int
    points: int
    total: int
    hand: tuple[Card, ...]
    """The seven cards at the end of play; empty where they are not shown."""
    loose: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class RoundResult:
    """The result of a round."""

    number: int
    end: RoundEnd
    closer: int
    outcome: CloseOutcome
    seats: tuple[SeatResult, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """What a match brought one seat."""

    seat: int
    total: int
    reentries: int
    winner: bool
    prize: int


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of a match."""

    match: int
    end: MatchEnd
    cancel_reason: CancelReason
    caused_by: int
    standings: tuple[Standing, ...]


@dataclass(frozen=True, slots=True)
class Proposal:
    """An open proposal to end the match."""

    number: int
    seat: int
    agreed: frozenset[int]


@dataclass(frozen=True, slots=True)
class Table:
    """A table with everything on it."""

    table_id: str
    rules: Rules
    seats: tuple[Seat, ...]
    seed: bytes
    """s_N, the start of the chain of seeds. Secret."""
    commitment: bytes
    """s_0, the end of the chain."""
    chain_length: int
    version: int = 1
    engine_version: str = ENGINE_VERSION
    visibility: Visibility = Visibility.PRIVATE
    invite_code: str = ""
    created_at: int = 0
    state: TableState = TableState.LOBBY
    host: int = NOBODY
    acting_host: int = NOBODY
    """May act as host too, while the host is away."""
    match: int = 0
    decks: int = 1
    salts: tuple[bytes, ...] = ()
    """Of the seats of the running match, ascending, as they were at its start."""
    seeds_used: int = 0
    round: Round | None = None
    pot: int = 0
    proposal: Proposal | None = None
    proposals: int = 0
    """Proposals made in this match."""
    deadline: Deadline | None = None
    last_round: RoundResult | None = None
    last_seed: bytes = b""
    """The seed of `last_round`, revealed."""
    match_result: MatchResult | None = None

    def seats_in(self) -> tuple[int, ...]:
        """Return the seats that play in the match and are not out, ascending."""
        return tuple(index for index, seat in enumerate(self.seats) if seat.is_in)
