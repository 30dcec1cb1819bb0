"""Events: as everybody sees them, and as the store and a record hold them, secrets included."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Generic, TypeVar

from chinchon.v1 import event_pb2 as pb
from chinchon.v1.record_service_pb2 import RecordEvent
from engine import events as e
from engine.arrange import CloseOutcome
from engine.cards import Card
from engine.events import DrawSource, Event, TableCloseReason, VacateReason
from engine.state import BotLevel, DeadlineKind, RoundPhase, Visibility
from service.wire.rules import RulesField
from service.wire.shapes import (
    CardGroups,
    Cards,
    Count,
    Field,
    Malformed,
    Many,
    Member,
    Milliseconds,
    Number,
    Octets,
    OctetsList,
    One,
    OneCard,
    OptionalCard,
    OptionalSeat,
    SeatNumber,
    Seats,
    Shape,
    SignedNumber,
    Time,
)
from service.wire.values import LAY_OFF, MATCH_RESULT, MELD, ROUND_RESULT, MeldOnTable

T = TypeVar("T", bound=Event)


class UnknownEvent(Exception):
    """A stored event of a kind, or with a value, that this release does not know: the table must not be touched."""


class _Kind(Generic[T]):
    """How one kind of event is carried: what everybody sees in `Event`, the rest in `EventSecrets`."""

    def __init__(self, make: type[T], public: tuple[Field, ...], secret: tuple[Field, ...] = ()) -> None:
        self.make: Final = make
        self.public: Final = Shape(make, *public)
        self.secret: Final = Shape(make, *secret) if secret else None

    def read(self, event: Any, secrets: Any) -> T:
        attributes = self.public.attributes(event)
        if self.secret:
            attributes |= self.secret.attributes(secrets)
        return self.make(**attributes)


class _DrawnCard(OptionalCard):
    """The card drawn, where everybody saw it."""

    derived = True

    def write(self, message: Any, value: Any) -> None:
        if value.source is DrawSource.DISCARD_PILE:
            super().write(message, value)


class _InMeld(Number):
    """What an exposed meld says about itself: the event says it once, inside the meld."""

    def write(self, message: Any, value: Any) -> None:
        super().write(message.meld, value)

    def read(self, message: Any) -> int:
        return super().read(message.meld)


_SEAT: Final = SeatNumber("seat")

_KINDS: Final[dict[str, _Kind[Any]]] = {
    "table_created": _Kind(
        e.TableCreated,
        (
            RulesField("rules"),
            Number("seats"),
            Field("engine_version"),
            Octets("commitment", "shuffle_commitment"),
            Number("chain_length", "shuffle_chain_length"),
            Member("visibility", Visibility),
            Time("created_at", "create_time"),
            Field("table_id"),
        ),
        (Octets("seed"), Field("invite_code")),
    ),
    "seat_taken": _Kind(
        e.SeatTaken,
        (_SEAT, Field("name", "display_name"), Number("generation"), Member("bot", BotLevel)),
    ),
    "seat_vacated": _Kind(e.SeatVacated, (_SEAT, Member("reason", VacateReason), Number("generation"))),
    "host_changed": _Kind(e.HostChanged, (_SEAT,)),
    "credential_renewed": _Kind(e.CredentialRenewed, (_SEAT, Number("generation"))),
    "salt_contributed": _Kind(e.SaltContributed, (_SEAT, Octets("salt"))),
    "table_closed": _Kind(e.TableClosed, (Member("reason", TableCloseReason),)),
    "bot_took_over": _Kind(e.BotTookOver, (_SEAT, Member("bot", BotLevel))),
    "player_returned": _Kind(e.PlayerReturned, (_SEAT,)),
    "acting_host_changed": _Kind(e.ActingHostChanged, (OptionalSeat("seat"),)),
    "match_started": _Kind(
        e.MatchStarted,
        (Number("match"), Seats("seats"), Number("decks"), OctetsList("salts"), Number("tokens")),
    ),
    "round_dealt": _Kind(
        e.RoundDealt,
        (
            Number("round"),
            SeatNumber("dealer"),
            SeatNumber("lead_seat"),
            Seats("seats"),
            OneCard("discard"),
            Count("stock", "stock_count"),
            Number("seed_index"),
            Octets("commitment", "shuffle_commitment"),
        ),
        (CardGroups("hands"), Cards("stock")),
    ),
    "turn_started": _Kind(e.TurnStarted, (_SEAT, Time("deadline"))),
    "stock_reshuffled": _Kind(e.StockReshuffled, (Count("stock", "stock_count"),), (Cards("stock"),)),
    "card_drawn": _Kind(
        e.CardDrawn, (_SEAT, Member("source", DrawSource), _DrawnCard("card")), (OneCard("card"),)
    ),
    "card_discarded": _Kind(e.CardDiscarded, (_SEAT, OneCard("card"))),
    "round_closed": _Kind(
        e.RoundClosed,
        (_SEAT, Member("outcome", CloseOutcome), SignedNumber("points")),
        (OneCard("card"), Many("melds", MELD), Cards("loose")),
    ),
    "false_close_made": _Kind(
        e.FalseCloseMade, (_SEAT, Cards("cards"), Number("false_closes")), (OneCard("card"),)
    ),
    "paso_said": _Kind(e.PasoSaid, (_SEAT,)),
    "turn_limit_reached": _Kind(e.TurnLimitReached, (Number("turns"),)),
    "turn_timed_out": _Kind(e.TurnTimedOut, (_SEAT,)),
    "showdown_started": _Kind(e.ShowdownStarted, (Seats("order"),)),
    "exposing_started": _Kind(e.ExposingStarted, (_SEAT, Time("deadline"))),
    "meld_exposed": _Kind(
        e.MeldExposed,
        (
            _InMeld("seat"),
            _InMeld("meld_id"),
            MeldOnTable("meld", lambda event: (event.meld_id, event.seat)),
            Field("automatic"),
        ),
        (One("meld", MELD),),
    ),
    "lay_off_started": _Kind(e.LayOffStarted, (Number("meld_id"), Time("deadline"))),
    "card_laid_off": _Kind(
        e.CardLaidOff,
        (
            _SEAT,
            SeatNumber("onto_seat"),
            One("lay_off", LAY_OFF),
            Field("automatic"),
            Time("deadline"),
            MeldOnTable("meld", lambda event: (event.lay_off.meld + 1, event.onto_seat)),
        ),
        (One("meld", MELD),),
    ),
    "lay_off_passed": _Kind(e.LayOffPassed, (_SEAT, Number("meld_id"), Field("rest_of_showdown"))),
    "exposing_ended": _Kind(e.ExposingEnded, (_SEAT, Field("timed_out"))),
    "window_elapsed": _Kind(e.WindowElapsed, (Member("phase", RoundPhase),)),
    "round_scored": _Kind(e.RoundScored, (One("result", ROUND_RESULT),)),
    "seat_eliminated": _Kind(e.SeatEliminated, (_SEAT,)),
    "seat_reentered": _Kind(e.SeatReentered, (_SEAT, SignedNumber("total"), Number("tokens_left"))),
    "reentry_declined": _Kind(e.ReentryDeclined, (_SEAT,)),
    "stake_paid": _Kind(e.StakePaid, (_SEAT, Number("amount"), Number("pot"))),
    "seed_revealed": _Kind(e.SeedRevealed, (Number("seed_index"), Octets("seed"))),
    "summary_started": _Kind(e.SummaryStarted, (Number("round"), Time("deadline", "next_round_at"))),
    "end_proposed": _Kind(e.EndProposed, (_SEAT, Number("proposal_id"))),
    "end_answered": _Kind(e.EndAnswered, (_SEAT, Number("proposal_id"), Field("agree"))),
    "proposal_dropped": _Kind(e.ProposalDropped, (Number("proposal_id"), Field("lapsed"))),
    "match_ended": _Kind(e.MatchEnded, (One("result", MATCH_RESULT),)),
    "deadline_extended": _Kind(
        e.DeadlineExtended,
        (Member("kind", DeadlineKind), Time("deadline"), Milliseconds("extension")),
    ),
}
_NAMES: Final = {kind.make: name for name, kind in _KINDS.items()}


def public_event(event: Event) -> pb.Event:
    """Return what everybody may see of an event; hidden cards are absent, only their number shows."""
    message = pb.Event()
    _write_public(message, event)
    return message


def cards_received(cards: Iterable[Card]) -> pb.Event:
    """Return the event that tells one seat its own new cards."""
    message: Any = pb.Event()
    message.cards_received.cards.extend(cards)
    return message  # type: ignore[no-any-return]


def record_event(event: Event) -> RecordEvent:
    """Return an event with its secrets, for the store and for records; `event_from` makes the same event of it."""
    message = RecordEvent()
    kind = _write_public(message.event, event)
    if kind.secret:
        kind.secret.write(message.secrets, event)
    return message


def event_from(message: RecordEvent) -> Event:
    """Return the event that was recorded. Raises UnknownEvent."""
    name = message.event.WhichOneof("kind")
    kind = _KINDS.get(name) if name else None
    if name is None or kind is None:
        raise UnknownEvent(f"{name or 'an event of an unknown kind'} cannot be read")
    try:
        event: Event = kind.read(getattr(message.event, name), message.secrets)
    except Malformed as malformed:
        raise UnknownEvent(f"{name}.{malformed}") from None
    return event


def _write_public(message: pb.Event, event: Event) -> _Kind[Any]:
    name = _NAMES[type(event)]
    kind = _KINDS[name]
    kind.public.write(getattr(message, name), event)
    return kind
