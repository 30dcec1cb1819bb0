"""What can be asked of a table: the actions of seats in a match, and the commands that shape the table around it.

Both are decided by `engine.decide.decide`; the names are the contract's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from engine.cards import Card
from engine.melds import LayOffEnd
from engine.state import NOBODY, BotLevel, CancelReason, DeadlineKind


@dataclass(frozen=True, slots=True)
class DrawStock:
    """Draw the top of the stock."""


@dataclass(frozen=True, slots=True)
class DrawDiscard:
    """Take the top of the discard pile."""


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard one of the eight cards face up."""

    card: Card


@dataclass(frozen=True, slots=True)
class Close:
    """Close with a card face down; without melds the engine chooses the best."""

    card: Card
    melds: tuple[tuple[Card, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class SayPaso:
    """End a round whose stock is empty for good."""


@dataclass(frozen=True, slots=True)
class ExposeMeld:
    """Expose one meld, its cards in the order in which its owner gives them."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class EndExposing:
    """Expose no more melds."""


@dataclass(frozen=True, slots=True)
class LayOffCard:
    """Lay a card off onto the meld just exposed."""

    card: Card
    meld_id: int
    end: LayOffEnd | None = None


@dataclass(frozen=True, slots=True)
class PassLayOff:
    """Lay nothing onto the meld just exposed, or onto any further one."""

    meld_id: int
    rest_of_showdown: bool = False


@dataclass(frozen=True, slots=True)
class OpenRound:
    """Open the next round; names its number."""

    round: int


@dataclass(frozen=True, slots=True)
class Reenter:
    """Spend a token to come back; names the round whose summary this is."""

    round: int


@dataclass(frozen=True, slots=True)
class DeclineReentry:
    """Stay out for now; names the round whose summary this is."""

    round: int


@dataclass(frozen=True, slots=True)
class ProposeEnd:
    """Propose to end the match."""


@dataclass(frozen=True, slots=True)
class AnswerEnd:
    """Answer a proposal to end the match."""

    proposal_id: int
    agree: bool


@dataclass(frozen=True, slots=True)
class ContributeSalt:
    """Add 1 to 64 bytes to the randomness of the shuffles."""

    salt: bytes


Action: TypeAlias = (
    DrawStock
    | DrawDiscard
    | Discard
    | Close
    | SayPaso
    | ExposeMeld
    | EndExposing
    | LayOffCard
    | PassLayOff
    | OpenRound
    | Reenter
    | DeclineReentry
    | ProposeEnd
    | AnswerEnd
    | ContributeSalt
)
"""What a seat can ask."""


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Sit down: the wanted seat, or the first free one."""

    name: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class AddBot:
    """Seat a bot as the host: on the wanted seat, or the first free one."""

    bot: BotLevel
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class LeaveSeat:
    """Give the own seat up."""


@dataclass(frozen=True, slots=True)
class RemoveSeat:
    """Remove whoever sits on a seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class RenewCredential:
    """Make every older credential of the own seat void."""


@dataclass(frozen=True, slots=True)
class StartMatch:
    """Start a match with everybody who sits."""


@dataclass(frozen=True, slots=True)
class CloseTable:
    """Close the table for good."""


@dataclass(frozen=True, slots=True)
class ElapseDeadline:
    """The shell's word that a deadline is over; refused unless it is the running one and due."""

    kind: DeadlineKind
    at: int


@dataclass(frozen=True, slots=True)
class ExtendDeadline:
    """The shell's word that the running deadline lost time to an outage, which is given back."""

    kind: DeadlineKind
    at: int
    extension: int


@dataclass(frozen=True, slots=True)
class CancelMatch:
    """The shell's word that a match cannot go on, and whose fault it is."""

    reason: CancelReason
    seat: int = NOBODY


@dataclass(frozen=True, slots=True)
class StandIn:
    """Let a bot play for a seat whose player is away."""

    seat: int
    bot: BotLevel


@dataclass(frozen=True, slots=True)
class ReturnToSeat:
    """The shell's word that a player is back: its stand-in is gone."""

    seat: int


@dataclass(frozen=True, slots=True)
class NameActingHost:
    """The shell's word on who may act as host while the host is away; NOBODY when it is back."""

    seat: int


@dataclass(frozen=True, slots=True)
class CloseIdleTable:
    """The shell's word that nothing has happened at a table for too long."""


Command: TypeAlias = (
    Action
    | TakeSeat
    | AddBot
    | LeaveSeat
    | RemoveSeat
    | RenewCredential
    | StartMatch
    | CloseTable
    | ElapseDeadline
    | ExtendDeadline
    | CancelMatch
    | StandIn
    | ReturnToSeat
    | NameActingHost
    | CloseIdleTable
)
"""Everything that `engine.decide.decide` decides."""
