import datetime

from chinchon.v1 import table_pb2 as _table_pb2
from google.protobuf import duration_pb2 as _duration_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ErrorReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ERROR_REASON_UNSPECIFIED: _ClassVar[ErrorReason]
    ERROR_REASON_INVALID_REQUEST: _ClassVar[ErrorReason]
    ERROR_REASON_INVALID_RULES: _ClassVar[ErrorReason]
    ERROR_REASON_REQUEST_ID_REUSED: _ClassVar[ErrorReason]
    ERROR_REASON_UNAUTHENTICATED: _ClassVar[ErrorReason]
    ERROR_REASON_TOKEN_EXPIRED: _ClassVar[ErrorReason]
    ERROR_REASON_NOT_SEATED: _ClassVar[ErrorReason]
    ERROR_REASON_NOT_HOST: _ClassVar[ErrorReason]
    ERROR_REASON_TABLE_PRIVATE: _ClassVar[ErrorReason]
    ERROR_REASON_TABLE_NOT_FOUND: _ClassVar[ErrorReason]
    ERROR_REASON_RECORD_NOT_FOUND: _ClassVar[ErrorReason]
    ERROR_REASON_NOT_YOUR_TURN: _ClassVar[ErrorReason]
    ERROR_REASON_WRONG_PHASE: _ClassVar[ErrorReason]
    ERROR_REASON_CARD_NOT_IN_HAND: _ClassVar[ErrorReason]
    ERROR_REASON_CARD_JUST_TAKEN: _ClassVar[ErrorReason]
    ERROR_REASON_CLOSE_TOO_EARLY: _ClassVar[ErrorReason]
    ERROR_REASON_CLOSE_NOT_ALLOWED: _ClassVar[ErrorReason]
    ERROR_REASON_MELDS_NOT_VALID: _ClassVar[ErrorReason]
    ERROR_REASON_LAY_OFF_NOT_POSSIBLE: _ClassVar[ErrorReason]
    ERROR_REASON_STOCK_EMPTY: _ClassVar[ErrorReason]
    ERROR_REASON_STOCK_NOT_EMPTY: _ClassVar[ErrorReason]
    ERROR_REASON_NO_REENTRY_LEFT: _ClassVar[ErrorReason]
    ERROR_REASON_NO_PROPOSAL: _ClassVar[ErrorReason]
    ERROR_REASON_NOT_ENOUGH_PLAYERS: _ClassVar[ErrorReason]
    ERROR_REASON_TABLE_FULL: _ClassVar[ErrorReason]
    ERROR_REASON_MATCH_RUNNING: _ClassVar[ErrorReason]
    ERROR_REASON_MATCH_NOT_RUNNING: _ClassVar[ErrorReason]
    ERROR_REASON_CANNOT_LEAVE: _ClassVar[ErrorReason]
    ERROR_REASON_TABLE_CLOSED: _ClassVar[ErrorReason]
    ERROR_REASON_STALE_VERSION: _ClassVar[ErrorReason]
    ERROR_REASON_SEAT_TAKEN_OVER: _ClassVar[ErrorReason]
    ERROR_REASON_LIMIT_REACHED: _ClassVar[ErrorReason]
    ERROR_REASON_DRAINING: _ClassVar[ErrorReason]
    ERROR_REASON_STORE_UNAVAILABLE: _ClassVar[ErrorReason]
    ERROR_REASON_INTERNAL: _ClassVar[ErrorReason]
ERROR_REASON_UNSPECIFIED: ErrorReason
ERROR_REASON_INVALID_REQUEST: ErrorReason
ERROR_REASON_INVALID_RULES: ErrorReason
ERROR_REASON_REQUEST_ID_REUSED: ErrorReason
ERROR_REASON_UNAUTHENTICATED: ErrorReason
ERROR_REASON_TOKEN_EXPIRED: ErrorReason
ERROR_REASON_NOT_SEATED: ErrorReason
ERROR_REASON_NOT_HOST: ErrorReason
ERROR_REASON_TABLE_PRIVATE: ErrorReason
ERROR_REASON_TABLE_NOT_FOUND: ErrorReason
ERROR_REASON_RECORD_NOT_FOUND: ErrorReason
ERROR_REASON_NOT_YOUR_TURN: ErrorReason
ERROR_REASON_WRONG_PHASE: ErrorReason
ERROR_REASON_CARD_NOT_IN_HAND: ErrorReason
ERROR_REASON_CARD_JUST_TAKEN: ErrorReason
ERROR_REASON_CLOSE_TOO_EARLY: ErrorReason
ERROR_REASON_CLOSE_NOT_ALLOWED: ErrorReason
ERROR_REASON_MELDS_NOT_VALID: ErrorReason
ERROR_REASON_LAY_OFF_NOT_POSSIBLE: ErrorReason
ERROR_REASON_STOCK_EMPTY: ErrorReason
ERROR_REASON_STOCK_NOT_EMPTY: ErrorReason
ERROR_REASON_NO_REENTRY_LEFT: ErrorReason
ERROR_REASON_NO_PROPOSAL: ErrorReason
ERROR_REASON_NOT_ENOUGH_PLAYERS: ErrorReason
ERROR_REASON_TABLE_FULL: ErrorReason
ERROR_REASON_MATCH_RUNNING: ErrorReason
ERROR_REASON_MATCH_NOT_RUNNING: ErrorReason
ERROR_REASON_CANNOT_LEAVE: ErrorReason
ERROR_REASON_TABLE_CLOSED: ErrorReason
ERROR_REASON_STALE_VERSION: ErrorReason
ERROR_REASON_SEAT_TAKEN_OVER: ErrorReason
ERROR_REASON_LIMIT_REACHED: ErrorReason
ERROR_REASON_DRAINING: ErrorReason
ERROR_REASON_STORE_UNAVAILABLE: ErrorReason
ERROR_REASON_INTERNAL: ErrorReason

class Rejection(_message.Message):
    __slots__ = ("version", "you")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    YOU_FIELD_NUMBER: _ClassVar[int]
    version: int
    you: _table_pb2.You
    def __init__(self, version: _Optional[int] = ..., you: _Optional[_Union[_table_pb2.You, _Mapping]] = ...) -> None: ...

class FieldViolation(_message.Message):
    __slots__ = ("field", "description")
    FIELD_FIELD_NUMBER: _ClassVar[int]
    DESCRIPTION_FIELD_NUMBER: _ClassVar[int]
    field: str
    description: str
    def __init__(self, field: _Optional[str] = ..., description: _Optional[str] = ...) -> None: ...

class ActionError(_message.Message):
    __slots__ = ("code", "reason", "message", "metadata", "field_violations", "retry_delay", "rejection")
    class MetadataEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    CODE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    METADATA_FIELD_NUMBER: _ClassVar[int]
    FIELD_VIOLATIONS_FIELD_NUMBER: _ClassVar[int]
    RETRY_DELAY_FIELD_NUMBER: _ClassVar[int]
    REJECTION_FIELD_NUMBER: _ClassVar[int]
    code: int
    reason: ErrorReason
    message: str
    metadata: _containers.ScalarMap[str, str]
    field_violations: _containers.RepeatedCompositeFieldContainer[FieldViolation]
    retry_delay: _duration_pb2.Duration
    rejection: Rejection
    def __init__(self, code: _Optional[int] = ..., reason: _Optional[_Union[ErrorReason, str]] = ..., message: _Optional[str] = ..., metadata: _Optional[_Mapping[str, str]] = ..., field_violations: _Optional[_Iterable[_Union[FieldViolation, _Mapping]]] = ..., retry_delay: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., rejection: _Optional[_Union[Rejection, _Mapping]] = ...) -> None: ...
