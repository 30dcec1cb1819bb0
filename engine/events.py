"""What happened at a table: facts that `engine.evolve` records without computing anything.

The fields under "Hidden" are secret until the record; `engine.view` says who may see what is under them.
Names, meanings and order are the contract's, see event.proto.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TypeAlias

from engine.arrange import CloseOutcome
from engine.cards import Card
from engine.melds import Meld
from engine.rules import Rules
from engine.settle import LayOff
from engine.state import BotLevel, DeadlineKind, MatchResult, RoundPhase, RoundResult, Visibility


class VacateReason(IntEnum):
    """Why a seat became free."""

    LEFT = 1
    REMOVED = 2


class TableCloseReason(IntEnum):
    """Why a table was closed."""

    HOST = 1
    EMPTY = 2
    IDLE = 3


class DrawSource(IntEnum):
    """Where a card was drawn from."""

    STOCK = 1
    DISCARD_PILE = 2


@dataclass(frozen=True, slots=True)
class TableCreated:
    """A table was created; always the first event."""

    table_id: str
    rules: Rules
    seats: int
    engine_version: str
    visibility: Visibility
    commitment: bytes
    chain_length: int
    created_at: int
    # Hidden:
    seed: bytes
    invite_code: str


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """Somebody sat down."""

    seat: int
    name: str
    generation: int
    bot: BotLevel


@dataclass(frozen=True, slots=True)
class SeatVacated:
    """A seat became free."""

    seat: int
    reason: VacateReason
    generation: int


@dataclass(frozen=True, slots=True)
class HostChanged:
    """Another seat became host."""

    seat: int


@dataclass(frozen=True, slots=True)
class CredentialRenewed:
    """The credentials of a seat were replaced."""

    seat: int
    generation: int


@dataclass(frozen=True, slots=True)
class SaltContributed:
    """A seat added to the randomness of the shuffles."""

    seat: int
    salt: bytes


@dataclass(frozen=True, slots=True)
class TableClosed:
    """The table was closed; always the last event."""

    reason: TableCloseReason


@dataclass(frozen=True, slots=True)
class BotTookOver:
    """A bot plays for a seat from now on."""

    seat: int
    bot: BotLevel


@dataclass(frozen=True, slots=True)
class PlayerReturned:
    """The player of a seat is back."""

    seat: int


@dataclass(frozen=True, slots=True)
class ActingHostChanged:
    """Another seat may act as host while the host is away; NOBODY when the host is back."""

    seat: int


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """A match began."""

    match: int
    seats: tuple[int, ...]
    decks: int
    salts: tuple[bytes, ...]
    tokens: int


@dataclass(frozen=True, slots=True)
class RoundDealt:
    """A round was dealt."""

    round: int
    dealer: int
    lead_seat: int
    seats: tuple[int, ...]
    discard: Card
    seed_index: int
    commitment: bytes
    # Hidden:
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """It is a seat's turn."""

    seat: int
    deadline: int


@dataclass(frozen=True, slots=True)
class StockReshuffled:
    """The discards became a new stock."""

    # Hidden:
    stock: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """A card was drawn; hidden when it came from the stock."""

    seat: int
    source: DrawSource
    # Hidden:
    card: Card


@dataclass(frozen=True, slots=True)
class CardDiscarded:
    """A card was discarded."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class RoundClosed:
    """A seat closed the round with a card face down."""

    seat: int
    outcome: CloseOutcome
    points: int
    # Hidden:
    card: Card
    melds: tuple[Meld, ...]
    loose: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class FalseCloseMade:
    """A seat closed falsely; the round is over."""

    seat: int
    cards: tuple[Card, ...]
    false_closes: int
    # Hidden:
    card: Card


@dataclass(frozen=True, slots=True)
class PasoSaid:
    """A seat said paso."""

    seat: int


@dataclass(frozen=True, slots=True)
class TurnLimitReached:
    """The round reached its turn limit."""

    turns: int


@dataclass(frozen=True, slots=True)
class TurnTimedOut:
    """A seat's turn clock ran out."""

    seat: int


@dataclass(frozen=True, slots=True)
class ShowdownStarted:
    """Play is over; the seats show in this order."""

    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ExposingStarted:
    """A seat has to expose its melds."""

    seat: int
    deadline: int


@dataclass(frozen=True, slots=True)
class MeldExposed:
    """A meld was laid on the table; ids count from 1 in the round."""

    seat: int
    meld_id: int
    meld: Meld
    automatic: bool


@dataclass(frozen=True, slots=True)
class LayOffStarted:
    """All seats that are in may lay off on the meld just exposed."""

    meld_id: int
    deadline: int


@dataclass(frozen=True, slots=True)
class CardLaidOff:
    """A card was laid off; `meld` is the meld with it."""

    seat: int
    lay_off: LayOff
    onto_seat: int
    meld: Meld
    automatic: bool
    deadline: int


@dataclass(frozen=True, slots=True)
class LayOffPassed:
    """A seat passed."""

    seat: int
    meld_id: int
    rest_of_showdown: bool


@dataclass(frozen=True, slots=True)
class ExposingEnded:
    """A seat exposes no more melds by itself."""

    seat: int
    timed_out: bool


@dataclass(frozen=True, slots=True)
class WindowElapsed:
    """A showdown window ran out."""

    phase: RoundPhase


@dataclass(frozen=True, slots=True)
class RoundScored:
    """A round was scored."""

    result: RoundResult


@dataclass(frozen=True, slots=True)
class SeatEliminated:
    """A seat went out."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeatReentered:
    """A seat came back."""

    seat: int
    total: int
    tokens_left: int


@dataclass(frozen=True, slots=True)
class ReentryDeclined:
    """A seat stays out for now."""

    seat: int


@dataclass(frozen=True, slots=True)
class StakePaid:
    """A seat paid into the pot."""

    seat: int
    amount: int
    pot: int


@dataclass(frozen=True, slots=True)
class SeedRevealed:
    """The seed of a round was revealed."""

    seed_index: int
    seed: bytes


@dataclass(frozen=True, slots=True)
class SummaryStarted:
    """The summary of a round began."""

    round: int
    deadline: int


@dataclass(frozen=True, slots=True)
class EndProposed:
    """A seat proposed to end the match."""

    seat: int
    proposal_id: int


@dataclass(frozen=True, slots=True)
class EndAnswered:
    """A seat answered the proposal."""

    seat: int
    proposal_id: int
    agree: bool


@dataclass(frozen=True, slots=True)
class ProposalDropped:
    """The proposal is gone."""

    proposal_id: int
    lapsed: bool


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """A match ended; the table is a lobby again."""

    result: MatchResult


@dataclass(frozen=True, slots=True)
class DeadlineExtended:
    """The time of an outage was given back to the running clock."""

    kind: DeadlineKind
    deadline: int
    extension: int


Event: TypeAlias = (
    TableCreated
    | SeatTaken
    | SeatVacated
    | HostChanged
    | CredentialRenewed
    | SaltContributed
    | TableClosed
    | BotTookOver
    | PlayerReturned
    | ActingHostChanged
    | MatchStarted
    | RoundDealt
    | TurnStarted
    | StockReshuffled
    | CardDrawn
    | CardDiscarded
    | RoundClosed
    | FalseCloseMade
    | PasoSaid
    | TurnLimitReached
    | TurnTimedOut
    | ShowdownStarted
    | ExposingStarted
    | MeldExposed
    | LayOffStarted
    | CardLaidOff
    | LayOffPassed
    | ExposingEnded
    | WindowElapsed
    | RoundScored
    | SeatEliminated
    | SeatReentered
    | ReentryDeclined
    | StakePaid
    | SeedRevealed
    | SummaryStarted
    | EndProposed
    | EndAnswered
    | ProposalDropped
    | MatchEnded
    | DeadlineExtended
)
"""Everything that can happen."""
