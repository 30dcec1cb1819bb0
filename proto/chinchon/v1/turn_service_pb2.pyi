from chinchon.v1 import action_pb2 as _action_pb2
from chinchon.v1 import error_pb2 as _error_pb2
from chinchon.v1 import event_pb2 as _event_pb2
from chinchon.v1 import table_pb2 as _table_pb2
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class SubmitActionRequest(_message.Message):
    __slots__ = ("table_id", "request_id", "expected_version", "action", "validate_only")
    TABLE_ID_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    EXPECTED_VERSION_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    VALIDATE_ONLY_FIELD_NUMBER: _ClassVar[int]
    table_id: str
    request_id: str
    expected_version: int
    action: _action_pb2.Action
    validate_only: bool
    def __init__(self, table_id: _Optional[str] = ..., request_id: _Optional[str] = ..., expected_version: _Optional[int] = ..., action: _Optional[_Union[_action_pb2.Action, _Mapping]] = ..., validate_only: _Optional[bool] = ...) -> None: ...

class SubmitActionResponse(_message.Message):
    __slots__ = ("version", "batch", "you")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    BATCH_FIELD_NUMBER: _ClassVar[int]
    YOU_FIELD_NUMBER: _ClassVar[int]
    version: int
    batch: _event_pb2.EventBatch
    you: _table_pb2.You
    def __init__(self, version: _Optional[int] = ..., batch: _Optional[_Union[_event_pb2.EventBatch, _Mapping]] = ..., you: _Optional[_Union[_table_pb2.You, _Mapping]] = ...) -> None: ...

class PlayRequest(_message.Message):
    __slots__ = ("attach", "action", "ping")
    ATTACH_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    PING_FIELD_NUMBER: _ClassVar[int]
    attach: Attach
    action: PlayAction
    ping: Ping
    def __init__(self, attach: _Optional[_Union[Attach, _Mapping]] = ..., action: _Optional[_Union[PlayAction, _Mapping]] = ..., ping: _Optional[_Union[Ping, _Mapping]] = ...) -> None: ...

class Attach(_message.Message):
    __slots__ = ("table_id", "attach_point", "views")
    TABLE_ID_FIELD_NUMBER: _ClassVar[int]
    ATTACH_POINT_FIELD_NUMBER: _ClassVar[int]
    VIEWS_FIELD_NUMBER: _ClassVar[int]
    table_id: str
    attach_point: _table_pb2.AttachPoint
    views: bool
    def __init__(self, table_id: _Optional[str] = ..., attach_point: _Optional[_Union[_table_pb2.AttachPoint, _Mapping]] = ..., views: _Optional[bool] = ...) -> None: ...

class PlayAction(_message.Message):
    __slots__ = ("request_id", "expected_version", "action")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    EXPECTED_VERSION_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    expected_version: int
    action: _action_pb2.Action
    def __init__(self, request_id: _Optional[str] = ..., expected_version: _Optional[int] = ..., action: _Optional[_Union[_action_pb2.Action, _Mapping]] = ...) -> None: ...

class Ping(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class PlayResponse(_message.Message):
    __slots__ = ("update", "result")
    UPDATE_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    update: _table_pb2.TableUpdate
    result: ActionResult
    def __init__(self, update: _Optional[_Union[_table_pb2.TableUpdate, _Mapping]] = ..., result: _Optional[_Union[ActionResult, _Mapping]] = ...) -> None: ...

class ActionResult(_message.Message):
    __slots__ = ("request_id", "version", "error")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    version: int
    error: _error_pb2.ActionError
    def __init__(self, request_id: _Optional[str] = ..., version: _Optional[int] = ..., error: _Optional[_Union[_error_pb2.ActionError, _Mapping]] = ...) -> None: ...
