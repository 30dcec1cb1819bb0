import datetime

from chinchon.v1 import card_pb2 as _card_pb2
from chinchon.v1 import event_pb2 as _event_pb2
from chinchon.v1 import rules_pb2 as _rules_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ListEventsRequest(_message.Message):
    __slots__ = ("table_id", "match", "after_version", "page_size", "page_token")
    TABLE_ID_FIELD_NUMBER: _ClassVar[int]
    MATCH_FIELD_NUMBER: _ClassVar[int]
    AFTER_VERSION_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    table_id: str
    match: int
    after_version: int
    page_size: int
    page_token: str
    def __init__(self, table_id: _Optional[str] = ..., match: _Optional[int] = ..., after_version: _Optional[int] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListEventsResponse(_message.Message):
    __slots__ = ("batches", "next_page_token")
    BATCHES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    batches: _containers.RepeatedCompositeFieldContainer[_event_pb2.EventBatch]
    next_page_token: str
    def __init__(self, batches: _Optional[_Iterable[_Union[_event_pb2.EventBatch, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class GetRecordRequest(_message.Message):
    __slots__ = ("table_id", "match", "page_size", "page_token")
    TABLE_ID_FIELD_NUMBER: _ClassVar[int]
    MATCH_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    table_id: str
    match: int
    page_size: int
    page_token: str
    def __init__(self, table_id: _Optional[str] = ..., match: _Optional[int] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class GetRecordResponse(_message.Message):
    __slots__ = ("record", "next_page_token")
    RECORD_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    record: Record
    next_page_token: str
    def __init__(self, record: _Optional[_Union[Record, _Mapping]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class Record(_message.Message):
    __slots__ = ("table_id", "match", "engine_version", "rules", "seats", "shuffle_commitment", "batches", "result")
    TABLE_ID_FIELD_NUMBER: _ClassVar[int]
    MATCH_FIELD_NUMBER: _ClassVar[int]
    ENGINE_VERSION_FIELD_NUMBER: _ClassVar[int]
    RULES_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    SHUFFLE_COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    BATCHES_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    table_id: str
    match: int
    engine_version: str
    rules: _rules_pb2.Rules
    seats: _containers.RepeatedCompositeFieldContainer[RecordSeat]
    shuffle_commitment: bytes
    batches: _containers.RepeatedCompositeFieldContainer[RecordBatch]
    result: _event_pb2.MatchResult
    def __init__(self, table_id: _Optional[str] = ..., match: _Optional[int] = ..., engine_version: _Optional[str] = ..., rules: _Optional[_Union[_rules_pb2.Rules, _Mapping]] = ..., seats: _Optional[_Iterable[_Union[RecordSeat, _Mapping]]] = ..., shuffle_commitment: _Optional[bytes] = ..., batches: _Optional[_Iterable[_Union[RecordBatch, _Mapping]]] = ..., result: _Optional[_Union[_event_pb2.MatchResult, _Mapping]] = ...) -> None: ...

class RecordSeat(_message.Message):
    __slots__ = ("seat", "display_name", "bot", "host", "acting_host", "stand_in", "generation")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    DISPLAY_NAME_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    HOST_FIELD_NUMBER: _ClassVar[int]
    ACTING_HOST_FIELD_NUMBER: _ClassVar[int]
    STAND_IN_FIELD_NUMBER: _ClassVar[int]
    GENERATION_FIELD_NUMBER: _ClassVar[int]
    seat: int
    display_name: str
    bot: _event_pb2.BotLevel
    host: bool
    acting_host: bool
    stand_in: bool
    generation: int
    def __init__(self, seat: _Optional[int] = ..., display_name: _Optional[str] = ..., bot: _Optional[_Union[_event_pb2.BotLevel, str]] = ..., host: _Optional[bool] = ..., acting_host: _Optional[bool] = ..., stand_in: _Optional[bool] = ..., generation: _Optional[int] = ...) -> None: ...

class RecordBatch(_message.Message):
    __slots__ = ("version", "batch_id", "time", "events", "seat")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    BATCH_ID_FIELD_NUMBER: _ClassVar[int]
    TIME_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    version: int
    batch_id: int
    time: _timestamp_pb2.Timestamp
    events: _containers.RepeatedCompositeFieldContainer[RecordEvent]
    seat: int
    def __init__(self, version: _Optional[int] = ..., batch_id: _Optional[int] = ..., time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., events: _Optional[_Iterable[_Union[RecordEvent, _Mapping]]] = ..., seat: _Optional[int] = ...) -> None: ...

class RecordEvent(_message.Message):
    __slots__ = ("event", "secrets")
    EVENT_FIELD_NUMBER: _ClassVar[int]
    SECRETS_FIELD_NUMBER: _ClassVar[int]
    event: _event_pb2.Event
    secrets: EventSecrets
    def __init__(self, event: _Optional[_Union[_event_pb2.Event, _Mapping]] = ..., secrets: _Optional[_Union[EventSecrets, _Mapping]] = ...) -> None: ...

class EventSecrets(_message.Message):
    __slots__ = ("hands", "stock", "card", "melds", "loose", "seed", "invite_code", "meld")
    HANDS_FIELD_NUMBER: _ClassVar[int]
    STOCK_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    MELDS_FIELD_NUMBER: _ClassVar[int]
    LOOSE_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    INVITE_CODE_FIELD_NUMBER: _ClassVar[int]
    MELD_FIELD_NUMBER: _ClassVar[int]
    hands: _containers.RepeatedCompositeFieldContainer[_card_pb2.CardGroup]
    stock: _containers.RepeatedScalarFieldContainer[_card_pb2.Card]
    card: _card_pb2.Card
    melds: _containers.RepeatedCompositeFieldContainer[_card_pb2.Meld]
    loose: _containers.RepeatedScalarFieldContainer[_card_pb2.Card]
    seed: bytes
    invite_code: str
    meld: _card_pb2.Meld
    def __init__(self, hands: _Optional[_Iterable[_Union[_card_pb2.CardGroup, _Mapping]]] = ..., stock: _Optional[_Iterable[_Union[_card_pb2.Card, str]]] = ..., card: _Optional[_Union[_card_pb2.Card, str]] = ..., melds: _Optional[_Iterable[_Union[_card_pb2.Meld, _Mapping]]] = ..., loose: _Optional[_Iterable[_Union[_card_pb2.Card, str]]] = ..., seed: _Optional[bytes] = ..., invite_code: _Optional[str] = ..., meld: _Optional[_Union[_card_pb2.Meld, _Mapping]] = ...) -> None: ...
