from chinchon.v1 import event_pb2 as _event_pb2
from chinchon.v1 import rules_pb2 as _rules_pb2
from chinchon.v1 import table_pb2 as _table_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class CreateTableRequest(_message.Message):
    __slots__ = ("request_id", "rules", "seats", "visibility", "bots", "display_name", "validate_only")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    RULES_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    VISIBILITY_FIELD_NUMBER: _ClassVar[int]
    BOTS_FIELD_NUMBER: _ClassVar[int]
    DISPLAY_NAME_FIELD_NUMBER: _ClassVar[int]
    VALIDATE_ONLY_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    rules: _rules_pb2.Rules
    seats: int
    visibility: _event_pb2.TableVisibility
    bots: _containers.RepeatedScalarFieldContainer[_event_pb2.BotLevel]
    display_name: str
    validate_only: bool
    def __init__(self, request_id: _Optional[str] = ..., rules: _Optional[_Union[_rules_pb2.Rules, _Mapping]] = ..., seats: _Optional[int] = ..., visibility: _Optional[_Union[_event_pb2.TableVisibility, str]] = ..., bots: _Optional[_Iterable[_Union[_event_pb2.BotLevel, str]]] = ..., display_name: _Optional[str] = ..., validate_only: _Optional[bool] = ...) -> None: ...

class CreateTableResponse(_message.Message):
    __slots__ = ("table_id", "seat", "credential", "version", "view", "rules")
    TABLE_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CREDENTIAL_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    RULES_FIELD_NUMBER: _ClassVar[int]
    table_id: str
    seat: int
    credential: str
    version: int
    view: _table_pb2.TableView
    rules: _rules_pb2.Rules
    def __init__(self, table_id: _Optional[str] = ..., seat: _Optional[int] = ..., credential: _Optional[str] = ..., version: _Optional[int] = ..., view: _Optional[_Union[_table_pb2.TableView, _Mapping]] = ..., rules: _Optional[_Union[_rules_pb2.Rules, _Mapping]] = ...) -> None: ...

class JoinTableRequest(_message.Message):
    __slots__ = ("request_id", "table_id", "invite_code", "display_name", "seat", "as_spectator")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    TABLE_ID_FIELD_NUMBER: _ClassVar[int]
    INVITE_CODE_FIELD_NUMBER: _ClassVar[int]
    DISPLAY_NAME_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    AS_SPECTATOR_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    table_id: str
    invite_code: str
    display_name: str
    seat: int
    as_spectator: bool
    def __init__(self, request_id: _Optional[str] = ..., table_id: _Optional[str] = ..., invite_code: _Optional[str] = ..., display_name: _Optional[str] = ..., seat: _Optional[int] = ..., as_spectator: _Optional[bool] = ...) -> None: ...

class JoinTableResponse(_message.Message):
    __slots__ = ("table_id", "seat", "credential", "version", "view")
    TABLE_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CREDENTIAL_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    table_id: str
    seat: int
    credential: str
    version: int
    view: _table_pb2.TableView
    def __init__(self, table_id: _Optional[str] = ..., seat: _Optional[int] = ..., credential: _Optional[str] = ..., version: _Optional[int] = ..., view: _Optional[_Union[_table_pb2.TableView, _Mapping]] = ...) -> None: ...

class PreviewTableRequest(_message.Message):
    __slots__ = ("invite_code",)
    INVITE_CODE_FIELD_NUMBER: _ClassVar[int]
    invite_code: str
    def __init__(self, invite_code: _Optional[str] = ...) -> None: ...

class PreviewTableResponse(_message.Message):
    __slots__ = ("table",)
    TABLE_FIELD_NUMBER: _ClassVar[int]
    table: TableSummary
    def __init__(self, table: _Optional[_Union[TableSummary, _Mapping]] = ...) -> None: ...

class TableSummary(_message.Message):
    __slots__ = ("table_id", "state", "visibility", "rules", "seats", "seats_taken", "host_name", "version")
    TABLE_ID_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    VISIBILITY_FIELD_NUMBER: _ClassVar[int]
    RULES_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    SEATS_TAKEN_FIELD_NUMBER: _ClassVar[int]
    HOST_NAME_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    table_id: str
    state: _table_pb2.TableState
    visibility: _event_pb2.TableVisibility
    rules: _rules_pb2.Rules
    seats: int
    seats_taken: int
    host_name: str
    version: int
    def __init__(self, table_id: _Optional[str] = ..., state: _Optional[_Union[_table_pb2.TableState, str]] = ..., visibility: _Optional[_Union[_event_pb2.TableVisibility, str]] = ..., rules: _Optional[_Union[_rules_pb2.Rules, _Mapping]] = ..., seats: _Optional[int] = ..., seats_taken: _Optional[int] = ..., host_name: _Optional[str] = ..., version: _Optional[int] = ...) -> None: ...

class GetTableRequest(_message.Message):
    __slots__ = ("table_id",)
    TABLE_ID_FIELD_NUMBER: _ClassVar[int]
    table_id: str
    def __init__(self, table_id: _Optional[str] = ...) -> None: ...

class GetTableResponse(_message.Message):
    __slots__ = ("view",)
    VIEW_FIELD_NUMBER: _ClassVar[int]
    view: _table_pb2.TableView
    def __init__(self, view: _Optional[_Union[_table_pb2.TableView, _Mapping]] = ...) -> None: ...

class ListTablesRequest(_message.Message):
    __slots__ = ("state", "page_size", "page_token")
    STATE_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    state: _table_pb2.TableState
    page_size: int
    page_token: str
    def __init__(self, state: _Optional[_Union[_table_pb2.TableState, str]] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListTablesResponse(_message.Message):
    __slots__ = ("tables", "next_page_token")
    TABLES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    tables: _containers.RepeatedCompositeFieldContainer[TableSummary]
    next_page_token: str
    def __init__(self, tables: _Optional[_Iterable[_Union[TableSummary, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class ListMyTablesRequest(_message.Message):
    __slots__ = ("page_size", "page_token")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListMyTablesResponse(_message.Message):
    __slots__ = ("tables", "next_page_token")
    TABLES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    tables: _containers.RepeatedCompositeFieldContainer[TableSummary]
    next_page_token: str
    def __init__(self, tables: _Optional[_Iterable[_Union[TableSummary, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class LeaveTableRequest(_message.Message):
    __slots__ = ("table_id", "request_id")
    TABLE_ID_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    table_id: str
    request_id: str
    def __init__(self, table_id: _Optional[str] = ..., request_id: _Optional[str] = ...) -> None: ...

class LeaveTableResponse(_message.Message):
    __slots__ = ("version",)
    VERSION_FIELD_NUMBER: _ClassVar[int]
    version: int
    def __init__(self, version: _Optional[int] = ...) -> None: ...

class RemoveSeatRequest(_message.Message):
    __slots__ = ("table_id", "request_id", "expected_version", "seat")
    TABLE_ID_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    EXPECTED_VERSION_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    table_id: str
    request_id: str
    expected_version: int
    seat: int
    def __init__(self, table_id: _Optional[str] = ..., request_id: _Optional[str] = ..., expected_version: _Optional[int] = ..., seat: _Optional[int] = ...) -> None: ...

class RemoveSeatResponse(_message.Message):
    __slots__ = ("version",)
    VERSION_FIELD_NUMBER: _ClassVar[int]
    version: int
    def __init__(self, version: _Optional[int] = ...) -> None: ...

class AddBotRequest(_message.Message):
    __slots__ = ("table_id", "request_id", "expected_version", "level", "seat")
    TABLE_ID_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    EXPECTED_VERSION_FIELD_NUMBER: _ClassVar[int]
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    table_id: str
    request_id: str
    expected_version: int
    level: _event_pb2.BotLevel
    seat: int
    def __init__(self, table_id: _Optional[str] = ..., request_id: _Optional[str] = ..., expected_version: _Optional[int] = ..., level: _Optional[_Union[_event_pb2.BotLevel, str]] = ..., seat: _Optional[int] = ...) -> None: ...

class AddBotResponse(_message.Message):
    __slots__ = ("version", "seat")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    version: int
    seat: int
    def __init__(self, version: _Optional[int] = ..., seat: _Optional[int] = ...) -> None: ...

class StartMatchRequest(_message.Message):
    __slots__ = ("table_id", "request_id", "expected_version")
    TABLE_ID_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    EXPECTED_VERSION_FIELD_NUMBER: _ClassVar[int]
    table_id: str
    request_id: str
    expected_version: int
    def __init__(self, table_id: _Optional[str] = ..., request_id: _Optional[str] = ..., expected_version: _Optional[int] = ...) -> None: ...

class StartMatchResponse(_message.Message):
    __slots__ = ("version", "match")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    MATCH_FIELD_NUMBER: _ClassVar[int]
    version: int
    match: int
    def __init__(self, version: _Optional[int] = ..., match: _Optional[int] = ...) -> None: ...

class CloseTableRequest(_message.Message):
    __slots__ = ("table_id", "request_id", "expected_version")
    TABLE_ID_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    EXPECTED_VERSION_FIELD_NUMBER: _ClassVar[int]
    table_id: str
    request_id: str
    expected_version: int
    def __init__(self, table_id: _Optional[str] = ..., request_id: _Optional[str] = ..., expected_version: _Optional[int] = ...) -> None: ...

class CloseTableResponse(_message.Message):
    __slots__ = ("version",)
    VERSION_FIELD_NUMBER: _ClassVar[int]
    version: int
    def __init__(self, version: _Optional[int] = ...) -> None: ...

class RenewCredentialRequest(_message.Message):
    __slots__ = ("table_id", "request_id")
    TABLE_ID_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    table_id: str
    request_id: str
    def __init__(self, table_id: _Optional[str] = ..., request_id: _Optional[str] = ...) -> None: ...

class RenewCredentialResponse(_message.Message):
    __slots__ = ("version", "credential")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    CREDENTIAL_FIELD_NUMBER: _ClassVar[int]
    version: int
    credential: str
    def __init__(self, version: _Optional[int] = ..., credential: _Optional[str] = ...) -> None: ...

class KeepAliveRequest(_message.Message):
    __slots__ = ("table_id",)
    TABLE_ID_FIELD_NUMBER: _ClassVar[int]
    table_id: str
    def __init__(self, table_id: _Optional[str] = ...) -> None: ...

class KeepAliveResponse(_message.Message):
    __slots__ = ("version",)
    VERSION_FIELD_NUMBER: _ClassVar[int]
    version: int
    def __init__(self, version: _Optional[int] = ...) -> None: ...

class WatchTableRequest(_message.Message):
    __slots__ = ("table_id", "attach_point", "views")
    TABLE_ID_FIELD_NUMBER: _ClassVar[int]
    ATTACH_POINT_FIELD_NUMBER: _ClassVar[int]
    VIEWS_FIELD_NUMBER: _ClassVar[int]
    table_id: str
    attach_point: _table_pb2.AttachPoint
    views: bool
    def __init__(self, table_id: _Optional[str] = ..., attach_point: _Optional[_Union[_table_pb2.AttachPoint, _Mapping]] = ..., views: _Optional[bool] = ...) -> None: ...

class WatchTableResponse(_message.Message):
    __slots__ = ("update",)
    UPDATE_FIELD_NUMBER: _ClassVar[int]
    update: _table_pb2.TableUpdate
    def __init__(self, update: _Optional[_Union[_table_pb2.TableUpdate, _Mapping]] = ...) -> None: ...

class ListRulePresetsRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListRulePresetsResponse(_message.Message):
    __slots__ = ("presets", "parameters")
    PRESETS_FIELD_NUMBER: _ClassVar[int]
    PARAMETERS_FIELD_NUMBER: _ClassVar[int]
    presets: _containers.RepeatedCompositeFieldContainer[RulePresetInfo]
    parameters: _containers.RepeatedCompositeFieldContainer[RuleParameterInfo]
    def __init__(self, presets: _Optional[_Iterable[_Union[RulePresetInfo, _Mapping]]] = ..., parameters: _Optional[_Iterable[_Union[RuleParameterInfo, _Mapping]]] = ...) -> None: ...

class RulePresetInfo(_message.Message):
    __slots__ = ("preset", "display_name", "rules")
    PRESET_FIELD_NUMBER: _ClassVar[int]
    DISPLAY_NAME_FIELD_NUMBER: _ClassVar[int]
    RULES_FIELD_NUMBER: _ClassVar[int]
    preset: _rules_pb2.RulePreset
    display_name: str
    rules: _rules_pb2.Rules
    def __init__(self, preset: _Optional[_Union[_rules_pb2.RulePreset, str]] = ..., display_name: _Optional[str] = ..., rules: _Optional[_Union[_rules_pb2.Rules, _Mapping]] = ...) -> None: ...

class RuleParameterInfo(_message.Message):
    __slots__ = ("name", "minimum", "maximum", "zero_allowed", "values", "defaults")
    NAME_FIELD_NUMBER: _ClassVar[int]
    MINIMUM_FIELD_NUMBER: _ClassVar[int]
    MAXIMUM_FIELD_NUMBER: _ClassVar[int]
    ZERO_ALLOWED_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    DEFAULTS_FIELD_NUMBER: _ClassVar[int]
    name: str
    minimum: int
    maximum: int
    zero_allowed: bool
    values: _containers.RepeatedScalarFieldContainer[str]
    defaults: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, name: _Optional[str] = ..., minimum: _Optional[int] = ..., maximum: _Optional[int] = ..., zero_allowed: _Optional[bool] = ..., values: _Optional[_Iterable[str]] = ..., defaults: _Optional[_Iterable[str]] = ...) -> None: ...
