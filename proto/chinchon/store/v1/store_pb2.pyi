import datetime

from chinchon.engine.v1alpha1 import state_pb2 as _state_pb2
from chinchon.v1 import record_service_pb2 as _record_service_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class StoredBatch(_message.Message):
    __slots__ = ("version", "batch_id", "time", "events", "seat", "request_digest")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    BATCH_ID_FIELD_NUMBER: _ClassVar[int]
    TIME_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    REQUEST_DIGEST_FIELD_NUMBER: _ClassVar[int]
    version: int
    batch_id: int
    time: _timestamp_pb2.Timestamp
    events: _containers.RepeatedCompositeFieldContainer[_record_service_pb2.RecordEvent]
    seat: int
    request_digest: bytes
    def __init__(self, version: _Optional[int] = ..., batch_id: _Optional[int] = ..., time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., events: _Optional[_Iterable[_Union[_record_service_pb2.RecordEvent, _Mapping]]] = ..., seat: _Optional[int] = ..., request_digest: _Optional[bytes] = ...) -> None: ...

class StoredSnapshot(_message.Message):
    __slots__ = ("state_version", "state")
    STATE_VERSION_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    state_version: int
    state: _state_pb2.MatchState
    def __init__(self, state_version: _Optional[int] = ..., state: _Optional[_Union[_state_pb2.MatchState, _Mapping]] = ...) -> None: ...
