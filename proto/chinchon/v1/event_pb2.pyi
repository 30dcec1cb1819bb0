import datetime

from chinchon.v1 import card_pb2 as _card_pb2
from chinchon.v1 import rules_pb2 as _rules_pb2
from google.protobuf import duration_pb2 as _duration_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class TableVisibility(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TABLE_VISIBILITY_UNSPECIFIED: _ClassVar[TableVisibility]
    TABLE_VISIBILITY_PUBLIC: _ClassVar[TableVisibility]
    TABLE_VISIBILITY_PRIVATE: _ClassVar[TableVisibility]

class BotLevel(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    BOT_LEVEL_UNSPECIFIED: _ClassVar[BotLevel]
    BOT_LEVEL_EASY: _ClassVar[BotLevel]
    BOT_LEVEL_NORMAL: _ClassVar[BotLevel]
    BOT_LEVEL_HARD: _ClassVar[BotLevel]

class VacateReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    VACATE_REASON_UNSPECIFIED: _ClassVar[VacateReason]
    VACATE_REASON_LEFT: _ClassVar[VacateReason]
    VACATE_REASON_REMOVED: _ClassVar[VacateReason]

class TableCloseReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TABLE_CLOSE_REASON_UNSPECIFIED: _ClassVar[TableCloseReason]
    TABLE_CLOSE_REASON_HOST: _ClassVar[TableCloseReason]
    TABLE_CLOSE_REASON_EMPTY: _ClassVar[TableCloseReason]
    TABLE_CLOSE_REASON_IDLE: _ClassVar[TableCloseReason]

class DrawSource(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DRAW_SOURCE_UNSPECIFIED: _ClassVar[DrawSource]
    DRAW_SOURCE_STOCK: _ClassVar[DrawSource]
    DRAW_SOURCE_DISCARD_PILE: _ClassVar[DrawSource]

class RoundPhase(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ROUND_PHASE_UNSPECIFIED: _ClassVar[RoundPhase]
    ROUND_PHASE_DRAW: _ClassVar[RoundPhase]
    ROUND_PHASE_DISCARD: _ClassVar[RoundPhase]
    ROUND_PHASE_EXPOSE: _ClassVar[RoundPhase]
    ROUND_PHASE_LAY_OFF: _ClassVar[RoundPhase]
    ROUND_PHASE_SUMMARY: _ClassVar[RoundPhase]

class RoundEnd(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ROUND_END_UNSPECIFIED: _ClassVar[RoundEnd]
    ROUND_END_CLOSE: _ClassVar[RoundEnd]
    ROUND_END_FALSE_CLOSE: _ClassVar[RoundEnd]
    ROUND_END_PASO: _ClassVar[RoundEnd]
    ROUND_END_TURN_LIMIT: _ClassVar[RoundEnd]

class MatchEnd(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MATCH_END_UNSPECIFIED: _ClassVar[MatchEnd]
    MATCH_END_LAST_SEAT_IN: _ClassVar[MatchEnd]
    MATCH_END_CHINCHON: _ClassVar[MatchEnd]
    MATCH_END_ALL_OUT: _ClassVar[MatchEnd]
    MATCH_END_FALSE_CLOSES: _ClassVar[MatchEnd]
    MATCH_END_AGREEMENT: _ClassVar[MatchEnd]
    MATCH_END_ROUND_LIMIT: _ClassVar[MatchEnd]
    MATCH_END_CANCELLED: _ClassVar[MatchEnd]

class CancelReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CANCEL_REASON_UNSPECIFIED: _ClassVar[CancelReason]
    CANCEL_REASON_SEAT_LEFT: _ClassVar[CancelReason]
    CANCEL_REASON_CONNECTION_LOST: _ClassVar[CancelReason]
    CANCEL_REASON_NO_PEOPLE: _ClassVar[CancelReason]
    CANCEL_REASON_TABLE_CLOSED: _ClassVar[CancelReason]
    CANCEL_REASON_IDLE: _ClassVar[CancelReason]

class DeadlineKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DEADLINE_KIND_UNSPECIFIED: _ClassVar[DeadlineKind]
    DEADLINE_KIND_TURN: _ClassVar[DeadlineKind]
    DEADLINE_KIND_EXPOSE: _ClassVar[DeadlineKind]
    DEADLINE_KIND_LAY_OFF: _ClassVar[DeadlineKind]
    DEADLINE_KIND_NEXT_ROUND: _ClassVar[DeadlineKind]
    DEADLINE_KIND_GRACE: _ClassVar[DeadlineKind]
TABLE_VISIBILITY_UNSPECIFIED: TableVisibility
TABLE_VISIBILITY_PUBLIC: TableVisibility
TABLE_VISIBILITY_PRIVATE: TableVisibility
BOT_LEVEL_UNSPECIFIED: BotLevel
BOT_LEVEL_EASY: BotLevel
BOT_LEVEL_NORMAL: BotLevel
BOT_LEVEL_HARD: BotLevel
VACATE_REASON_UNSPECIFIED: VacateReason
VACATE_REASON_LEFT: VacateReason
VACATE_REASON_REMOVED: VacateReason
TABLE_CLOSE_REASON_UNSPECIFIED: TableCloseReason
TABLE_CLOSE_REASON_HOST: TableCloseReason
TABLE_CLOSE_REASON_EMPTY: TableCloseReason
TABLE_CLOSE_REASON_IDLE: TableCloseReason
DRAW_SOURCE_UNSPECIFIED: DrawSource
DRAW_SOURCE_STOCK: DrawSource
DRAW_SOURCE_DISCARD_PILE: DrawSource
ROUND_PHASE_UNSPECIFIED: RoundPhase
ROUND_PHASE_DRAW: RoundPhase
ROUND_PHASE_DISCARD: RoundPhase
ROUND_PHASE_EXPOSE: RoundPhase
ROUND_PHASE_LAY_OFF: RoundPhase
ROUND_PHASE_SUMMARY: RoundPhase
ROUND_END_UNSPECIFIED: RoundEnd
ROUND_END_CLOSE: RoundEnd
ROUND_END_FALSE_CLOSE: RoundEnd
ROUND_END_PASO: RoundEnd
ROUND_END_TURN_LIMIT: RoundEnd
MATCH_END_UNSPECIFIED: MatchEnd
MATCH_END_LAST_SEAT_IN: MatchEnd
MATCH_END_CHINCHON: MatchEnd
MATCH_END_ALL_OUT: MatchEnd
MATCH_END_FALSE_CLOSES: MatchEnd
MATCH_END_AGREEMENT: MatchEnd
MATCH_END_ROUND_LIMIT: MatchEnd
MATCH_END_CANCELLED: MatchEnd
CANCEL_REASON_UNSPECIFIED: CancelReason
CANCEL_REASON_SEAT_LEFT: CancelReason
CANCEL_REASON_CONNECTION_LOST: CancelReason
CANCEL_REASON_NO_PEOPLE: CancelReason
CANCEL_REASON_TABLE_CLOSED: CancelReason
CANCEL_REASON_IDLE: CancelReason
DEADLINE_KIND_UNSPECIFIED: DeadlineKind
DEADLINE_KIND_TURN: DeadlineKind
DEADLINE_KIND_EXPOSE: DeadlineKind
DEADLINE_KIND_LAY_OFF: DeadlineKind
DEADLINE_KIND_NEXT_ROUND: DeadlineKind
DEADLINE_KIND_GRACE: DeadlineKind

class EventBatch(_message.Message):
    __slots__ = ("version", "batch_id", "time", "events")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    BATCH_ID_FIELD_NUMBER: _ClassVar[int]
    TIME_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    version: int
    batch_id: int
    time: _timestamp_pb2.Timestamp
    events: _containers.RepeatedCompositeFieldContainer[Event]
    def __init__(self, version: _Optional[int] = ..., batch_id: _Optional[int] = ..., time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., events: _Optional[_Iterable[_Union[Event, _Mapping]]] = ...) -> None: ...

class Event(_message.Message):
    __slots__ = ("table_created", "seat_taken", "seat_vacated", "host_changed", "credential_renewed", "salt_contributed", "table_closed", "bot_took_over", "player_returned", "acting_host_changed", "match_started", "round_dealt", "cards_received", "turn_started", "stock_reshuffled", "card_drawn", "card_discarded", "round_closed", "false_close_made", "paso_said", "turn_limit_reached", "turn_timed_out", "showdown_started", "exposing_started", "meld_exposed", "lay_off_started", "card_laid_off", "lay_off_passed", "exposing_ended", "window_elapsed", "round_scored", "seat_eliminated", "seat_reentered", "reentry_declined", "stake_paid", "seed_revealed", "summary_started", "end_proposed", "end_answered", "proposal_dropped", "match_ended", "deadline_extended")
    TABLE_CREATED_FIELD_NUMBER: _ClassVar[int]
    SEAT_TAKEN_FIELD_NUMBER: _ClassVar[int]
    SEAT_VACATED_FIELD_NUMBER: _ClassVar[int]
    HOST_CHANGED_FIELD_NUMBER: _ClassVar[int]
    CREDENTIAL_RENEWED_FIELD_NUMBER: _ClassVar[int]
    SALT_CONTRIBUTED_FIELD_NUMBER: _ClassVar[int]
    TABLE_CLOSED_FIELD_NUMBER: _ClassVar[int]
    BOT_TOOK_OVER_FIELD_NUMBER: _ClassVar[int]
    PLAYER_RETURNED_FIELD_NUMBER: _ClassVar[int]
    ACTING_HOST_CHANGED_FIELD_NUMBER: _ClassVar[int]
    MATCH_STARTED_FIELD_NUMBER: _ClassVar[int]
    ROUND_DEALT_FIELD_NUMBER: _ClassVar[int]
    CARDS_RECEIVED_FIELD_NUMBER: _ClassVar[int]
    TURN_STARTED_FIELD_NUMBER: _ClassVar[int]
    STOCK_RESHUFFLED_FIELD_NUMBER: _ClassVar[int]
    CARD_DRAWN_FIELD_NUMBER: _ClassVar[int]
    CARD_DISCARDED_FIELD_NUMBER: _ClassVar[int]
    ROUND_CLOSED_FIELD_NUMBER: _ClassVar[int]
    FALSE_CLOSE_MADE_FIELD_NUMBER: _ClassVar[int]
    PASO_SAID_FIELD_NUMBER: _ClassVar[int]
    TURN_LIMIT_REACHED_FIELD_NUMBER: _ClassVar[int]
    TURN_TIMED_OUT_FIELD_NUMBER: _ClassVar[int]
    SHOWDOWN_STARTED_FIELD_NUMBER: _ClassVar[int]
    EXPOSING_STARTED_FIELD_NUMBER: _ClassVar[int]
    MELD_EXPOSED_FIELD_NUMBER: _ClassVar[int]
    LAY_OFF_STARTED_FIELD_NUMBER: _ClassVar[int]
    CARD_LAID_OFF_FIELD_NUMBER: _ClassVar[int]
    LAY_OFF_PASSED_FIELD_NUMBER: _ClassVar[int]
    EXPOSING_ENDED_FIELD_NUMBER: _ClassVar[int]
    WINDOW_ELAPSED_FIELD_NUMBER: _ClassVar[int]
    ROUND_SCORED_FIELD_NUMBER: _ClassVar[int]
    SEAT_ELIMINATED_FIELD_NUMBER: _ClassVar[int]
    SEAT_REENTERED_FIELD_NUMBER: _ClassVar[int]
    REENTRY_DECLINED_FIELD_NUMBER: _ClassVar[int]
    STAKE_PAID_FIELD_NUMBER: _ClassVar[int]
    SEED_REVEALED_FIELD_NUMBER: _ClassVar[int]
    SUMMARY_STARTED_FIELD_NUMBER: _ClassVar[int]
    END_PROPOSED_FIELD_NUMBER: _ClassVar[int]
    END_ANSWERED_FIELD_NUMBER: _ClassVar[int]
    PROPOSAL_DROPPED_FIELD_NUMBER: _ClassVar[int]
    MATCH_ENDED_FIELD_NUMBER: _ClassVar[int]
    DEADLINE_EXTENDED_FIELD_NUMBER: _ClassVar[int]
    table_created: TableCreated
    seat_taken: SeatTaken
    seat_vacated: SeatVacated
    host_changed: HostChanged
    credential_renewed: CredentialRenewed
    salt_contributed: SaltContributed
    table_closed: TableClosed
    bot_took_over: BotTookOver
    player_returned: PlayerReturned
    acting_host_changed: ActingHostChanged
    match_started: MatchStarted
    round_dealt: RoundDealt
    cards_received: CardsReceived
    turn_started: TurnStarted
    stock_reshuffled: StockReshuffled
    card_drawn: CardDrawn
    card_discarded: CardDiscarded
    round_closed: RoundClosed
    false_close_made: FalseCloseMade
    paso_said: PasoSaid
    turn_limit_reached: TurnLimitReached
    turn_timed_out: TurnTimedOut
    showdown_started: ShowdownStarted
    exposing_started: ExposingStarted
    meld_exposed: MeldExposed
    lay_off_started: LayOffStarted
    card_laid_off: CardLaidOff
    lay_off_passed: LayOffPassed
    exposing_ended: ExposingEnded
    window_elapsed: WindowElapsed
    round_scored: RoundScored
    seat_eliminated: SeatEliminated
    seat_reentered: SeatReentered
    reentry_declined: ReentryDeclined
    stake_paid: StakePaid
    seed_revealed: SeedRevealed
    summary_started: SummaryStarted
    end_proposed: EndProposed
    end_answered: EndAnswered
    proposal_dropped: ProposalDropped
    match_ended: MatchEnded
    deadline_extended: DeadlineExtended
    def __init__(self, table_created: _Optional[_Union[TableCreated, _Mapping]] = ..., seat_taken: _Optional[_Union[SeatTaken, _Mapping]] = ..., seat_vacated: _Optional[_Union[SeatVacated, _Mapping]] = ..., host_changed: _Optional[_Union[HostChanged, _Mapping]] = ..., credential_renewed: _Optional[_Union[CredentialRenewed, _Mapping]] = ..., salt_contributed: _Optional[_Union[SaltContributed, _Mapping]] = ..., table_closed: _Optional[_Union[TableClosed, _Mapping]] = ..., bot_took_over: _Optional[_Union[BotTookOver, _Mapping]] = ..., player_returned: _Optional[_Union[PlayerReturned, _Mapping]] = ..., acting_host_changed: _Optional[_Union[ActingHostChanged, _Mapping]] = ..., match_started: _Optional[_Union[MatchStarted, _Mapping]] = ..., round_dealt: _Optional[_Union[RoundDealt, _Mapping]] = ..., cards_received: _Optional[_Union[CardsReceived, _Mapping]] = ..., turn_started: _Optional[_Union[TurnStarted, _Mapping]] = ..., stock_reshuffled: _Optional[_Union[StockReshuffled, _Mapping]] = ..., card_drawn: _Optional[_Union[CardDrawn, _Mapping]] = ..., card_discarded: _Optional[_Union[CardDiscarded, _Mapping]] = ..., round_closed: _Optional[_Union[RoundClosed, _Mapping]] = ..., false_close_made: _Optional[_Union[FalseCloseMade, _Mapping]] = ..., paso_said: _Optional[_Union[PasoSaid, _Mapping]] = ..., turn_limit_reached: _Optional[_Union[TurnLimitReached, _Mapping]] = ..., turn_timed_out: _Optional[_Union[TurnTimedOut, _Mapping]] = ..., showdown_started: _Optional[_Union[ShowdownStarted, _Mapping]] = ..., exposing_started: _Optional[_Union[ExposingStarted, _Mapping]] = ..., meld_exposed: _Optional[_Union[MeldExposed, _Mapping]] = ..., lay_off_started: _Optional[_Union[LayOffStarted, _Mapping]] = ..., card_laid_off: _Optional[_Union[CardLaidOff, _Mapping]] = ..., lay_off_passed: _Optional[_Union[LayOffPassed, _Mapping]] = ..., exposing_ended: _Optional[_Union[ExposingEnded, _Mapping]] = ..., window_elapsed: _Optional[_Union[WindowElapsed, _Mapping]] = ..., round_scored: _Optional[_Union[RoundScored, _Mapping]] = ..., seat_eliminated: _Optional[_Union[SeatEliminated, _Mapping]] = ..., seat_reentered: _Optional[_Union[SeatReentered, _Mapping]] = ..., reentry_declined: _Optional[_Union[ReentryDeclined, _Mapping]] = ..., stake_paid: _Optional[_Union[StakePaid, _Mapping]] = ..., seed_revealed: _Optional[_Union[SeedRevealed, _Mapping]] = ..., summary_started: _Optional[_Union[SummaryStarted, _Mapping]] = ..., end_proposed: _Optional[_Union[EndProposed, _Mapping]] = ..., end_answered: _Optional[_Union[EndAnswered, _Mapping]] = ..., proposal_dropped: _Optional[_Union[ProposalDropped, _Mapping]] = ..., match_ended: _Optional[_Union[MatchEnded, _Mapping]] = ..., deadline_extended: _Optional[_Union[DeadlineExtended, _Mapping]] = ...) -> None: ...

class TableCreated(_message.Message):
    __slots__ = ("rules", "seats", "engine_version", "shuffle_commitment", "shuffle_chain_length", "visibility", "create_time", "table_id")
    RULES_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    ENGINE_VERSION_FIELD_NUMBER: _ClassVar[int]
    SHUFFLE_COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    SHUFFLE_CHAIN_LENGTH_FIELD_NUMBER: _ClassVar[int]
    VISIBILITY_FIELD_NUMBER: _ClassVar[int]
    CREATE_TIME_FIELD_NUMBER: _ClassVar[int]
    TABLE_ID_FIELD_NUMBER: _ClassVar[int]
    rules: _rules_pb2.Rules
    seats: int
    engine_version: str
    shuffle_commitment: bytes
    shuffle_chain_length: int
    visibility: TableVisibility
    create_time: _timestamp_pb2.Timestamp
    table_id: str
    def __init__(self, rules: _Optional[_Union[_rules_pb2.Rules, _Mapping]] = ..., seats: _Optional[int] = ..., engine_version: _Optional[str] = ..., shuffle_commitment: _Optional[bytes] = ..., shuffle_chain_length: _Optional[int] = ..., visibility: _Optional[_Union[TableVisibility, str]] = ..., create_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., table_id: _Optional[str] = ...) -> None: ...

class SeatTaken(_message.Message):
    __slots__ = ("seat", "display_name", "generation", "bot")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    DISPLAY_NAME_FIELD_NUMBER: _ClassVar[int]
    GENERATION_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    display_name: str
    generation: int
    bot: BotLevel
    def __init__(self, seat: _Optional[int] = ..., display_name: _Optional[str] = ..., generation: _Optional[int] = ..., bot: _Optional[_Union[BotLevel, str]] = ...) -> None: ...

class SeatVacated(_message.Message):
    __slots__ = ("seat", "reason", "generation")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    GENERATION_FIELD_NUMBER: _ClassVar[int]
    seat: int
    reason: VacateReason
    generation: int
    def __init__(self, seat: _Optional[int] = ..., reason: _Optional[_Union[VacateReason, str]] = ..., generation: _Optional[int] = ...) -> None: ...

class HostChanged(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class CredentialRenewed(_message.Message):
    __slots__ = ("seat", "generation")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    GENERATION_FIELD_NUMBER: _ClassVar[int]
    seat: int
    generation: int
    def __init__(self, seat: _Optional[int] = ..., generation: _Optional[int] = ...) -> None: ...

class SaltContributed(_message.Message):
    __slots__ = ("seat", "salt")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SALT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    salt: bytes
    def __init__(self, seat: _Optional[int] = ..., salt: _Optional[bytes] = ...) -> None: ...

class TableClosed(_message.Message):
    __slots__ = ("reason",)
    REASON_FIELD_NUMBER: _ClassVar[int]
    reason: TableCloseReason
    def __init__(self, reason: _Optional[_Union[TableCloseReason, str]] = ...) -> None: ...

class BotTookOver(_message.Message):
    __slots__ = ("seat", "bot")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    bot: BotLevel
    def __init__(self, seat: _Optional[int] = ..., bot: _Optional[_Union[BotLevel, str]] = ...) -> None: ...

class PlayerReturned(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class ActingHostChanged(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class MatchStarted(_message.Message):
    __slots__ = ("match", "seats", "decks", "salts", "tokens")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    DECKS_FIELD_NUMBER: _ClassVar[int]
    SALTS_FIELD_NUMBER: _ClassVar[int]
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    match: int
    seats: _containers.RepeatedScalarFieldContainer[int]
    decks: int
    salts: _containers.RepeatedScalarFieldContainer[bytes]
    tokens: int
    def __init__(self, match: _Optional[int] = ..., seats: _Optional[_Iterable[int]] = ..., decks: _Optional[int] = ..., salts: _Optional[_Iterable[bytes]] = ..., tokens: _Optional[int] = ...) -> None: ...

class RoundDealt(_message.Message):
    __slots__ = ("round", "dealer", "lead_seat", "seats", "discard", "stock_count", "seed_index", "shuffle_commitment")
    ROUND_FIELD_NUMBER: _ClassVar[int]
    DEALER_FIELD_NUMBER: _ClassVar[int]
    LEAD_SEAT_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    DISCARD_FIELD_NUMBER: _ClassVar[int]
    STOCK_COUNT_FIELD_NUMBER: _ClassVar[int]
    SEED_INDEX_FIELD_NUMBER: _ClassVar[int]
    SHUFFLE_COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    round: int
    dealer: int
    lead_seat: int
    seats: _containers.RepeatedScalarFieldContainer[int]
    discard: _card_pb2.Card
    stock_count: int
    seed_index: int
    shuffle_commitment: bytes
    def __init__(self, round: _Optional[int] = ..., dealer: _Optional[int] = ..., lead_seat: _Optional[int] = ..., seats: _Optional[_Iterable[int]] = ..., discard: _Optional[_Union[_card_pb2.Card, str]] = ..., stock_count: _Optional[int] = ..., seed_index: _Optional[int] = ..., shuffle_commitment: _Optional[bytes] = ...) -> None: ...

class CardsReceived(_message.Message):
    __slots__ = ("cards",)
    CARDS_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedScalarFieldContainer[_card_pb2.Card]
    def __init__(self, cards: _Optional[_Iterable[_Union[_card_pb2.Card, str]]] = ...) -> None: ...

class TurnStarted(_message.Message):
    __slots__ = ("seat", "deadline")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    DEADLINE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    deadline: _timestamp_pb2.Timestamp
    def __init__(self, seat: _Optional[int] = ..., deadline: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class StockReshuffled(_message.Message):
    __slots__ = ("stock_count",)
    STOCK_COUNT_FIELD_NUMBER: _ClassVar[int]
    stock_count: int
    def __init__(self, stock_count: _Optional[int] = ...) -> None: ...

class CardDrawn(_message.Message):
    __slots__ = ("seat", "source", "card")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    source: DrawSource
    card: _card_pb2.Card
    def __init__(self, seat: _Optional[int] = ..., source: _Optional[_Union[DrawSource, str]] = ..., card: _Optional[_Union[_card_pb2.Card, str]] = ...) -> None: ...

class CardDiscarded(_message.Message):
    __slots__ = ("seat", "card")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    card: _card_pb2.Card
    def __init__(self, seat: _Optional[int] = ..., card: _Optional[_Union[_card_pb2.Card, str]] = ...) -> None: ...

class RoundClosed(_message.Message):
    __slots__ = ("seat", "outcome", "points")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    outcome: _card_pb2.CloseOutcome
    points: int
    def __init__(self, seat: _Optional[int] = ..., outcome: _Optional[_Union[_card_pb2.CloseOutcome, str]] = ..., points: _Optional[int] = ...) -> None: ...

class FalseCloseMade(_message.Message):
    __slots__ = ("seat", "cards", "false_closes")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    FALSE_CLOSES_FIELD_NUMBER: _ClassVar[int]
    seat: int
    cards: _containers.RepeatedScalarFieldContainer[_card_pb2.Card]
    false_closes: int
    def __init__(self, seat: _Optional[int] = ..., cards: _Optional[_Iterable[_Union[_card_pb2.Card, str]]] = ..., false_closes: _Optional[int] = ...) -> None: ...

class PasoSaid(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class TurnLimitReached(_message.Message):
    __slots__ = ("turns",)
    TURNS_FIELD_NUMBER: _ClassVar[int]
    turns: int
    def __init__(self, turns: _Optional[int] = ...) -> None: ...

class TurnTimedOut(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class ShowdownStarted(_message.Message):
    __slots__ = ("order",)
    ORDER_FIELD_NUMBER: _ClassVar[int]
    order: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, order: _Optional[_Iterable[int]] = ...) -> None: ...

class ExposingStarted(_message.Message):
    __slots__ = ("seat", "deadline")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    DEADLINE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    deadline: _timestamp_pb2.Timestamp
    def __init__(self, seat: _Optional[int] = ..., deadline: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class MeldExposed(_message.Message):
    __slots__ = ("meld", "automatic")
    MELD_FIELD_NUMBER: _ClassVar[int]
    AUTOMATIC_FIELD_NUMBER: _ClassVar[int]
    meld: _card_pb2.TableMeld
    automatic: bool
    def __init__(self, meld: _Optional[_Union[_card_pb2.TableMeld, _Mapping]] = ..., automatic: _Optional[bool] = ...) -> None: ...

class LayOffStarted(_message.Message):
    __slots__ = ("meld_id", "deadline")
    MELD_ID_FIELD_NUMBER: _ClassVar[int]
    DEADLINE_FIELD_NUMBER: _ClassVar[int]
    meld_id: int
    deadline: _timestamp_pb2.Timestamp
    def __init__(self, meld_id: _Optional[int] = ..., deadline: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class CardLaidOff(_message.Message):
    __slots__ = ("seat", "onto_seat", "lay_off", "automatic", "deadline", "meld")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ONTO_SEAT_FIELD_NUMBER: _ClassVar[int]
    LAY_OFF_FIELD_NUMBER: _ClassVar[int]
    AUTOMATIC_FIELD_NUMBER: _ClassVar[int]
    DEADLINE_FIELD_NUMBER: _ClassVar[int]
    MELD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    onto_seat: int
    lay_off: _card_pb2.LayOff
    automatic: bool
    deadline: _timestamp_pb2.Timestamp
    meld: _card_pb2.TableMeld
    def __init__(self, seat: _Optional[int] = ..., onto_seat: _Optional[int] = ..., lay_off: _Optional[_Union[_card_pb2.LayOff, _Mapping]] = ..., automatic: _Optional[bool] = ..., deadline: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., meld: _Optional[_Union[_card_pb2.TableMeld, _Mapping]] = ...) -> None: ...

class LayOffPassed(_message.Message):
    __slots__ = ("seat", "meld_id", "rest_of_showdown")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    MELD_ID_FIELD_NUMBER: _ClassVar[int]
    REST_OF_SHOWDOWN_FIELD_NUMBER: _ClassVar[int]
    seat: int
    meld_id: int
    rest_of_showdown: bool
    def __init__(self, seat: _Optional[int] = ..., meld_id: _Optional[int] = ..., rest_of_showdown: _Optional[bool] = ...) -> None: ...

class ExposingEnded(_message.Message):
    __slots__ = ("seat", "timed_out")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TIMED_OUT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    timed_out: bool
    def __init__(self, seat: _Optional[int] = ..., timed_out: _Optional[bool] = ...) -> None: ...

class WindowElapsed(_message.Message):
    __slots__ = ("phase",)
    PHASE_FIELD_NUMBER: _ClassVar[int]
    phase: RoundPhase
    def __init__(self, phase: _Optional[_Union[RoundPhase, str]] = ...) -> None: ...

class SeatResult(_message.Message):
    __slots__ = ("seat", "points", "total", "hand", "loose")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    LOOSE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    points: int
    total: int
    hand: _containers.RepeatedScalarFieldContainer[_card_pb2.Card]
    loose: _containers.RepeatedScalarFieldContainer[_card_pb2.Card]
    def __init__(self, seat: _Optional[int] = ..., points: _Optional[int] = ..., total: _Optional[int] = ..., hand: _Optional[_Iterable[_Union[_card_pb2.Card, str]]] = ..., loose: _Optional[_Iterable[_Union[_card_pb2.Card, str]]] = ...) -> None: ...

class RoundResult(_message.Message):
    __slots__ = ("round", "end", "closer", "outcome", "seats", "seed")
    ROUND_FIELD_NUMBER: _ClassVar[int]
    END_FIELD_NUMBER: _ClassVar[int]
    CLOSER_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    round: int
    end: RoundEnd
    closer: int
    outcome: _card_pb2.CloseOutcome
    seats: _containers.RepeatedCompositeFieldContainer[SeatResult]
    seed: bytes
    def __init__(self, round: _Optional[int] = ..., end: _Optional[_Union[RoundEnd, str]] = ..., closer: _Optional[int] = ..., outcome: _Optional[_Union[_card_pb2.CloseOutcome, str]] = ..., seats: _Optional[_Iterable[_Union[SeatResult, _Mapping]]] = ..., seed: _Optional[bytes] = ...) -> None: ...

class RoundScored(_message.Message):
    __slots__ = ("result",)
    RESULT_FIELD_NUMBER: _ClassVar[int]
    result: RoundResult
    def __init__(self, result: _Optional[_Union[RoundResult, _Mapping]] = ...) -> None: ...

class SeatEliminated(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class SeatReentered(_message.Message):
    __slots__ = ("seat", "total", "tokens_left")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    TOKENS_LEFT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    total: int
    tokens_left: int
    def __init__(self, seat: _Optional[int] = ..., total: _Optional[int] = ..., tokens_left: _Optional[int] = ...) -> None: ...

class ReentryDeclined(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class StakePaid(_message.Message):
    __slots__ = ("seat", "amount", "pot")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    POT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    amount: int
    pot: int
    def __init__(self, seat: _Optional[int] = ..., amount: _Optional[int] = ..., pot: _Optional[int] = ...) -> None: ...

class SeedRevealed(_message.Message):
    __slots__ = ("seed_index", "seed")
    SEED_INDEX_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    seed_index: int
    seed: bytes
    def __init__(self, seed_index: _Optional[int] = ..., seed: _Optional[bytes] = ...) -> None: ...

class SummaryStarted(_message.Message):
    __slots__ = ("round", "next_round_at")
    ROUND_FIELD_NUMBER: _ClassVar[int]
    NEXT_ROUND_AT_FIELD_NUMBER: _ClassVar[int]
    round: int
    next_round_at: _timestamp_pb2.Timestamp
    def __init__(self, round: _Optional[int] = ..., next_round_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class EndProposed(_message.Message):
    __slots__ = ("seat", "proposal_id")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PROPOSAL_ID_FIELD_NUMBER: _ClassVar[int]
    seat: int
    proposal_id: int
    def __init__(self, seat: _Optional[int] = ..., proposal_id: _Optional[int] = ...) -> None: ...

class EndAnswered(_message.Message):
    __slots__ = ("seat", "proposal_id", "agree")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PROPOSAL_ID_FIELD_NUMBER: _ClassVar[int]
    AGREE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    proposal_id: int
    agree: bool
    def __init__(self, seat: _Optional[int] = ..., proposal_id: _Optional[int] = ..., agree: _Optional[bool] = ...) -> None: ...

class ProposalDropped(_message.Message):
    __slots__ = ("proposal_id", "lapsed")
    PROPOSAL_ID_FIELD_NUMBER: _ClassVar[int]
    LAPSED_FIELD_NUMBER: _ClassVar[int]
    proposal_id: int
    lapsed: bool
    def __init__(self, proposal_id: _Optional[int] = ..., lapsed: _Optional[bool] = ...) -> None: ...

class Standing(_message.Message):
    __slots__ = ("seat", "total", "reentries", "winner", "prize")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    REENTRIES_FIELD_NUMBER: _ClassVar[int]
    WINNER_FIELD_NUMBER: _ClassVar[int]
    PRIZE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    total: int
    reentries: int
    winner: bool
    prize: int
    def __init__(self, seat: _Optional[int] = ..., total: _Optional[int] = ..., reentries: _Optional[int] = ..., winner: _Optional[bool] = ..., prize: _Optional[int] = ...) -> None: ...

class MatchResult(_message.Message):
    __slots__ = ("match", "end", "cancel_reason", "caused_by", "standings")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    END_FIELD_NUMBER: _ClassVar[int]
    CANCEL_REASON_FIELD_NUMBER: _ClassVar[int]
    CAUSED_BY_FIELD_NUMBER: _ClassVar[int]
    STANDINGS_FIELD_NUMBER: _ClassVar[int]
    match: int
    end: MatchEnd
    cancel_reason: CancelReason
    caused_by: int
    standings: _containers.RepeatedCompositeFieldContainer[Standing]
    def __init__(self, match: _Optional[int] = ..., end: _Optional[_Union[MatchEnd, str]] = ..., cancel_reason: _Optional[_Union[CancelReason, str]] = ..., caused_by: _Optional[int] = ..., standings: _Optional[_Iterable[_Union[Standing, _Mapping]]] = ...) -> None: ...

class MatchEnded(_message.Message):
    __slots__ = ("result",)
    RESULT_FIELD_NUMBER: _ClassVar[int]
    result: MatchResult
    def __init__(self, result: _Optional[_Union[MatchResult, _Mapping]] = ...) -> None: ...

class DeadlineExtended(_message.Message):
    __slots__ = ("kind", "deadline", "extension")
    KIND_FIELD_NUMBER: _ClassVar[int]
    DEADLINE_FIELD_NUMBER: _ClassVar[int]
    EXTENSION_FIELD_NUMBER: _ClassVar[int]
    kind: DeadlineKind
    deadline: _timestamp_pb2.Timestamp
    extension: _duration_pb2.Duration
    def __init__(self, kind: _Optional[_Union[DeadlineKind, str]] = ..., deadline: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., extension: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ...) -> None: ...
