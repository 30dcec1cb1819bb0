import datetime

from chinchon.engine.v1alpha1 import state_pb2 as _state_pb2
from chinchon.v1 import action_pb2 as _action_pb2
from chinchon.v1 import record_service_pb2 as _record_service_pb2
from chinchon.v1 import rules_pb2 as _rules_pb2
from chinchon.v1 import table_pb2 as _table_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class NewMatchRequest(_message.Message):
    __slots__ = ("rules", "seats", "seed", "now")
    RULES_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    NOW_FIELD_NUMBER: _ClassVar[int]
    rules: _rules_pb2.Rules
    seats: int
    seed: bytes
    now: _timestamp_pb2.Timestamp
    def __init__(self, rules: _Optional[_Union[_rules_pb2.Rules, _Mapping]] = ..., seats: _Optional[int] = ..., seed: _Optional[bytes] = ..., now: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class NewMatchResponse(_message.Message):
    __slots__ = ("state", "events")
    STATE_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    state: _state_pb2.MatchState
    events: _containers.RepeatedCompositeFieldContainer[_record_service_pb2.RecordEvent]
    def __init__(self, state: _Optional[_Union[_state_pb2.MatchState, _Mapping]] = ..., events: _Optional[_Iterable[_Union[_record_service_pb2.RecordEvent, _Mapping]]] = ...) -> None: ...

class ApplyRequest(_message.Message):
    __slots__ = ("state", "seat", "action", "now")
    STATE_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    NOW_FIELD_NUMBER: _ClassVar[int]
    state: _state_pb2.MatchState
    seat: int
    action: _action_pb2.Action
    now: _timestamp_pb2.Timestamp
    def __init__(self, state: _Optional[_Union[_state_pb2.MatchState, _Mapping]] = ..., seat: _Optional[int] = ..., action: _Optional[_Union[_action_pb2.Action, _Mapping]] = ..., now: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class ApplyResponse(_message.Message):
    __slots__ = ("state", "events")
    STATE_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    state: _state_pb2.MatchState
    events: _containers.RepeatedCompositeFieldContainer[_record_service_pb2.RecordEvent]
    def __init__(self, state: _Optional[_Union[_state_pb2.MatchState, _Mapping]] = ..., events: _Optional[_Iterable[_Union[_record_service_pb2.RecordEvent, _Mapping]]] = ...) -> None: ...

class RenderViewRequest(_message.Message):
    __slots__ = ("state", "viewer")
    STATE_FIELD_NUMBER: _ClassVar[int]
    VIEWER_FIELD_NUMBER: _ClassVar[int]
    state: _state_pb2.MatchState
    viewer: int
    def __init__(self, state: _Optional[_Union[_state_pb2.MatchState, _Mapping]] = ..., viewer: _Optional[int] = ...) -> None: ...

class RenderViewResponse(_message.Message):
    __slots__ = ("view",)
    VIEW_FIELD_NUMBER: _ClassVar[int]
    view: _table_pb2.TableView
    def __init__(self, view: _Optional[_Union[_table_pb2.TableView, _Mapping]] = ...) -> None: ...
