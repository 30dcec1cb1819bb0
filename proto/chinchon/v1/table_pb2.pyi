import datetime

from chinchon.v1 import action_pb2 as _action_pb2
from chinchon.v1 import card_pb2 as _card_pb2
from chinchon.v1 import event_pb2 as _event_pb2
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

class TableState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TABLE_STATE_UNSPECIFIED: _ClassVar[TableState]
    TABLE_STATE_LOBBY: _ClassVar[TableState]
    TABLE_STATE_PLAYING: _ClassVar[TableState]
    TABLE_STATE_CLOSED: _ClassVar[TableState]
TABLE_STATE_UNSPECIFIED: TableState
TABLE_STATE_LOBBY: TableState
TABLE_STATE_PLAYING: TableState
TABLE_STATE_CLOSED: TableState

class TableView(_message.Message):
    __slots__ = ("table_id", "version", "batch_id", "state", "visibility", "invite_code", "rules", "match", "seats", "round", "pot", "proposal", "deadlines", "last_round", "match_result", "you", "shuffle", "create_time", "decks")
    TABLE_ID_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    BATCH_ID_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    VISIBILITY_FIELD_NUMBER: _ClassVar[int]
    INVITE_CODE_FIELD_NUMBER: _ClassVar[int]
    RULES_FIELD_NUMBER: _ClassVar[int]
    MATCH_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    POT_FIELD_NUMBER: _ClassVar[int]
    PROPOSAL_FIELD_NUMBER: _ClassVar[int]
    DEADLINES_FIELD_NUMBER: _ClassVar[int]
    LAST_ROUND_FIELD_NUMBER: _ClassVar[int]
    MATCH_RESULT_FIELD_NUMBER: _ClassVar[int]
    YOU_FIELD_NUMBER: _ClassVar[int]
    SHUFFLE_FIELD_NUMBER: _ClassVar[int]
    CREATE_TIME_FIELD_NUMBER: _ClassVar[int]
    DECKS_FIELD_NUMBER: _ClassVar[int]
    table_id: str
    version: int
    batch_id: int
    state: TableState
    visibility: _event_pb2.TableVisibility
    invite_code: str
    rules: _rules_pb2.Rules
    match: int
    seats: _containers.RepeatedCompositeFieldContainer[SeatView]
    round: RoundView
    pot: int
    proposal: Proposal
    deadlines: _containers.RepeatedCompositeFieldContainer[Deadline]
    last_round: _event_pb2.RoundResult
    match_result: _event_pb2.MatchResult
    you: You
    shuffle: ShuffleView
    create_time: _timestamp_pb2.Timestamp
    decks: int
    def __init__(self, table_id: _Optional[str] = ..., version: _Optional[int] = ..., batch_id: _Optional[int] = ..., state: _Optional[_Union[TableState, str]] = ..., visibility: _Optional[_Union[_event_pb2.TableVisibility, str]] = ..., invite_code: _Optional[str] = ..., rules: _Optional[_Union[_rules_pb2.Rules, _Mapping]] = ..., match: _Optional[int] = ..., seats: _Optional[_Iterable[_Union[SeatView, _Mapping]]] = ..., round: _Optional[_Union[RoundView, _Mapping]] = ..., pot: _Optional[int] = ..., proposal: _Optional[_Union[Proposal, _Mapping]] = ..., deadlines: _Optional[_Iterable[_Union[Deadline, _Mapping]]] = ..., last_round: _Optional[_Union[_event_pb2.RoundResult, _Mapping]] = ..., match_result: _Optional[_Union[_event_pb2.MatchResult, _Mapping]] = ..., you: _Optional[_Union[You, _Mapping]] = ..., shuffle: _Optional[_Union[ShuffleView, _Mapping]] = ..., create_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., decks: _Optional[int] = ...) -> None: ...

class SeatView(_message.Message):
    __slots__ = ("seat", "taken", "display_name", "host", "bot", "connected", "in_match", "out", "score", "tokens", "reentries", "false_closes", "card_count", "acting_host", "stand_in")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TAKEN_FIELD_NUMBER: _ClassVar[int]
    DISPLAY_NAME_FIELD_NUMBER: _ClassVar[int]
    HOST_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    CONNECTED_FIELD_NUMBER: _ClassVar[int]
    IN_MATCH_FIELD_NUMBER: _ClassVar[int]
    OUT_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    REENTRIES_FIELD_NUMBER: _ClassVar[int]
    FALSE_CLOSES_FIELD_NUMBER: _ClassVar[int]
    CARD_COUNT_FIELD_NUMBER: _ClassVar[int]
    ACTING_HOST_FIELD_NUMBER: _ClassVar[int]
    STAND_IN_FIELD_NUMBER: _ClassVar[int]
    seat: int
    taken: bool
    display_name: str
    host: bool
    bot: _event_pb2.BotLevel
    connected: bool
    in_match: bool
    out: bool
    score: int
    tokens: int
    reentries: int
    false_closes: int
    card_count: int
    acting_host: bool
    stand_in: bool
    def __init__(self, seat: _Optional[int] = ..., taken: _Optional[bool] = ..., display_name: _Optional[str] = ..., host: _Optional[bool] = ..., bot: _Optional[_Union[_event_pb2.BotLevel, str]] = ..., connected: _Optional[bool] = ..., in_match: _Optional[bool] = ..., out: _Optional[bool] = ..., score: _Optional[int] = ..., tokens: _Optional[int] = ..., reentries: _Optional[int] = ..., false_closes: _Optional[int] = ..., card_count: _Optional[int] = ..., acting_host: _Optional[bool] = ..., stand_in: _Optional[bool] = ...) -> None: ...

class RoundView(_message.Message):
    __slots__ = ("round", "dealer", "lead_seat", "phase", "seat_on_turn", "turns_played", "stock_count", "stock_exhaustions", "discard_top", "discard_count", "taken_card", "closer", "close_outcome", "melds", "lay_offs", "lay_off_meld_id", "passed_seats", "seed_index", "shuffle_commitment", "declined_seats", "undecided_seats")
    ROUND_FIELD_NUMBER: _ClassVar[int]
    DEALER_FIELD_NUMBER: _ClassVar[int]
    LEAD_SEAT_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    SEAT_ON_TURN_FIELD_NUMBER: _ClassVar[int]
    TURNS_PLAYED_FIELD_NUMBER: _ClassVar[int]
    STOCK_COUNT_FIELD_NUMBER: _ClassVar[int]
    STOCK_EXHAUSTIONS_FIELD_NUMBER: _ClassVar[int]
    DISCARD_TOP_FIELD_NUMBER: _ClassVar[int]
    DISCARD_COUNT_FIELD_NUMBER: _ClassVar[int]
    TAKEN_CARD_FIELD_NUMBER: _ClassVar[int]
    CLOSER_FIELD_NUMBER: _ClassVar[int]
    CLOSE_OUTCOME_FIELD_NUMBER: _ClassVar[int]
    MELDS_FIELD_NUMBER: _ClassVar[int]
    LAY_OFFS_FIELD_NUMBER: _ClassVar[int]
    LAY_OFF_MELD_ID_FIELD_NUMBER: _ClassVar[int]
    PASSED_SEATS_FIELD_NUMBER: _ClassVar[int]
    SEED_INDEX_FIELD_NUMBER: _ClassVar[int]
    SHUFFLE_COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    DECLINED_SEATS_FIELD_NUMBER: _ClassVar[int]
    UNDECIDED_SEATS_FIELD_NUMBER: _ClassVar[int]
    round: int
    dealer: int
    lead_seat: int
    phase: _event_pb2.RoundPhase
    seat_on_turn: int
    turns_played: int
    stock_count: int
    stock_exhaustions: int
    discard_top: _card_pb2.Card
    discard_count: int
    taken_card: _card_pb2.Card
    closer: int
    close_outcome: _card_pb2.CloseOutcome
    melds: _containers.RepeatedCompositeFieldContainer[_card_pb2.TableMeld]
    lay_offs: _containers.RepeatedCompositeFieldContainer[SeatLayOff]
    lay_off_meld_id: int
    passed_seats: _containers.RepeatedScalarFieldContainer[int]
    seed_index: int
    shuffle_commitment: bytes
    declined_seats: _containers.RepeatedScalarFieldContainer[int]
    undecided_seats: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, round: _Optional[int] = ..., dealer: _Optional[int] = ..., lead_seat: _Optional[int] = ..., phase: _Optional[_Union[_event_pb2.RoundPhase, str]] = ..., seat_on_turn: _Optional[int] = ..., turns_played: _Optional[int] = ..., stock_count: _Optional[int] = ..., stock_exhaustions: _Optional[int] = ..., discard_top: _Optional[_Union[_card_pb2.Card, str]] = ..., discard_count: _Optional[int] = ..., taken_card: _Optional[_Union[_card_pb2.Card, str]] = ..., closer: _Optional[int] = ..., close_outcome: _Optional[_Union[_card_pb2.CloseOutcome, str]] = ..., melds: _Optional[_Iterable[_Union[_card_pb2.TableMeld, _Mapping]]] = ..., lay_offs: _Optional[_Iterable[_Union[SeatLayOff, _Mapping]]] = ..., lay_off_meld_id: _Optional[int] = ..., passed_seats: _Optional[_Iterable[int]] = ..., seed_index: _Optional[int] = ..., shuffle_commitment: _Optional[bytes] = ..., declined_seats: _Optional[_Iterable[int]] = ..., undecided_seats: _Optional[_Iterable[int]] = ...) -> None: ...

class SeatLayOff(_message.Message):
    __slots__ = ("seat", "lay_off")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    LAY_OFF_FIELD_NUMBER: _ClassVar[int]
    seat: int
    lay_off: _card_pb2.LayOff
    def __init__(self, seat: _Optional[int] = ..., lay_off: _Optional[_Union[_card_pb2.LayOff, _Mapping]] = ...) -> None: ...

class ShuffleView(_message.Message):
    __slots__ = ("commitment", "chain_length", "seeds_used", "salts")
    COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    CHAIN_LENGTH_FIELD_NUMBER: _ClassVar[int]
    SEEDS_USED_FIELD_NUMBER: _ClassVar[int]
    SALTS_FIELD_NUMBER: _ClassVar[int]
    commitment: bytes
    chain_length: int
    seeds_used: int
    salts: _containers.RepeatedScalarFieldContainer[bytes]
    def __init__(self, commitment: _Optional[bytes] = ..., chain_length: _Optional[int] = ..., seeds_used: _Optional[int] = ..., salts: _Optional[_Iterable[bytes]] = ...) -> None: ...

class Proposal(_message.Message):
    __slots__ = ("proposal_id", "seat", "agreed_seats")
    PROPOSAL_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    AGREED_SEATS_FIELD_NUMBER: _ClassVar[int]
    proposal_id: int
    seat: int
    agreed_seats: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, proposal_id: _Optional[int] = ..., seat: _Optional[int] = ..., agreed_seats: _Optional[_Iterable[int]] = ...) -> None: ...

class Deadline(_message.Message):
    __slots__ = ("kind", "seat", "at")
    KIND_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    AT_FIELD_NUMBER: _ClassVar[int]
    kind: _event_pb2.DeadlineKind
    seat: int
    at: _timestamp_pb2.Timestamp
    def __init__(self, kind: _Optional[_Union[_event_pb2.DeadlineKind, str]] = ..., seat: _Optional[int] = ..., at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class You(_message.Message):
    __slots__ = ("seat", "melds", "loose", "loose_points", "legal_actions", "discard_options", "take_options", "awaited")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    MELDS_FIELD_NUMBER: _ClassVar[int]
    LOOSE_FIELD_NUMBER: _ClassVar[int]
    LOOSE_POINTS_FIELD_NUMBER: _ClassVar[int]
    LEGAL_ACTIONS_FIELD_NUMBER: _ClassVar[int]
    DISCARD_OPTIONS_FIELD_NUMBER: _ClassVar[int]
    TAKE_OPTIONS_FIELD_NUMBER: _ClassVar[int]
    AWAITED_FIELD_NUMBER: _ClassVar[int]
    seat: int
    melds: _containers.RepeatedCompositeFieldContainer[_card_pb2.Meld]
    loose: _containers.RepeatedScalarFieldContainer[_card_pb2.Card]
    loose_points: int
    legal_actions: _containers.RepeatedCompositeFieldContainer[_action_pb2.LegalAction]
    discard_options: _containers.RepeatedCompositeFieldContainer[_card_pb2.DiscardOption]
    take_options: _containers.RepeatedCompositeFieldContainer[_card_pb2.DiscardOption]
    awaited: bool
    def __init__(self, seat: _Optional[int] = ..., melds: _Optional[_Iterable[_Union[_card_pb2.Meld, _Mapping]]] = ..., loose: _Optional[_Iterable[_Union[_card_pb2.Card, str]]] = ..., loose_points: _Optional[int] = ..., legal_actions: _Optional[_Iterable[_Union[_action_pb2.LegalAction, _Mapping]]] = ..., discard_options: _Optional[_Iterable[_Union[_card_pb2.DiscardOption, _Mapping]]] = ..., take_options: _Optional[_Iterable[_Union[_card_pb2.DiscardOption, _Mapping]]] = ..., awaited: _Optional[bool] = ...) -> None: ...

class AttachPoint(_message.Message):
    __slots__ = ("after_version", "after_batch_id")
    AFTER_VERSION_FIELD_NUMBER: _ClassVar[int]
    AFTER_BATCH_ID_FIELD_NUMBER: _ClassVar[int]
    after_version: int
    after_batch_id: int
    def __init__(self, after_version: _Optional[int] = ..., after_batch_id: _Optional[int] = ...) -> None: ...

class TableUpdate(_message.Message):
    __slots__ = ("version", "server_time", "attached", "batch", "snapshot", "presence", "heartbeat", "you", "view")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    SERVER_TIME_FIELD_NUMBER: _ClassVar[int]
    ATTACHED_FIELD_NUMBER: _ClassVar[int]
    BATCH_FIELD_NUMBER: _ClassVar[int]
    SNAPSHOT_FIELD_NUMBER: _ClassVar[int]
    PRESENCE_FIELD_NUMBER: _ClassVar[int]
    HEARTBEAT_FIELD_NUMBER: _ClassVar[int]
    YOU_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    version: int
    server_time: _timestamp_pb2.Timestamp
    attached: Attached
    batch: _event_pb2.EventBatch
    snapshot: TableView
    presence: Presence
    heartbeat: Heartbeat
    you: You
    view: TableView
    def __init__(self, version: _Optional[int] = ..., server_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., attached: _Optional[_Union[Attached, _Mapping]] = ..., batch: _Optional[_Union[_event_pb2.EventBatch, _Mapping]] = ..., snapshot: _Optional[_Union[TableView, _Mapping]] = ..., presence: _Optional[_Union[Presence, _Mapping]] = ..., heartbeat: _Optional[_Union[Heartbeat, _Mapping]] = ..., you: _Optional[_Union[You, _Mapping]] = ..., view: _Optional[_Union[TableView, _Mapping]] = ...) -> None: ...

class Attached(_message.Message):
    __slots__ = ("seat", "version", "time_left")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    TIME_LEFT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    version: int
    time_left: _containers.RepeatedCompositeFieldContainer[TimeLeft]
    def __init__(self, seat: _Optional[int] = ..., version: _Optional[int] = ..., time_left: _Optional[_Iterable[_Union[TimeLeft, _Mapping]]] = ...) -> None: ...

class TimeLeft(_message.Message):
    __slots__ = ("kind", "seat", "left")
    KIND_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    kind: _event_pb2.DeadlineKind
    seat: int
    left: _duration_pb2.Duration
    def __init__(self, kind: _Optional[_Union[_event_pb2.DeadlineKind, str]] = ..., seat: _Optional[int] = ..., left: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class Presence(_message.Message):
    __slots__ = ("seats",)
    SEATS_FIELD_NUMBER: _ClassVar[int]
    seats: _containers.RepeatedCompositeFieldContainer[SeatPresence]
    def __init__(self, seats: _Optional[_Iterable[_Union[SeatPresence, _Mapping]]] = ...) -> None: ...

class SeatPresence(_message.Message):
    __slots__ = ("seat", "connected", "grace_left")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CONNECTED_FIELD_NUMBER: _ClassVar[int]
    GRACE_LEFT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    connected: bool
    grace_left: _duration_pb2.Duration
    def __init__(self, seat: _Optional[int] = ..., connected: _Optional[bool] = ..., grace_left: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class Heartbeat(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...
