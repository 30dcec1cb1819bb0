from chinchon.v1 import card_pb2 as _card_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Action(_message.Message):
    __slots__ = ("draw_stock", "draw_discard", "discard", "close", "say_paso", "expose_meld", "end_exposing", "lay_off", "pass_lay_off", "open_round", "reenter", "decline_reentry", "propose_end", "answer_end", "contribute_salt")
    DRAW_STOCK_FIELD_NUMBER: _ClassVar[int]
    DRAW_DISCARD_FIELD_NUMBER: _ClassVar[int]
    DISCARD_FIELD_NUMBER: _ClassVar[int]
    CLOSE_FIELD_NUMBER: _ClassVar[int]
    SAY_PASO_FIELD_NUMBER: _ClassVar[int]
    EXPOSE_MELD_FIELD_NUMBER: _ClassVar[int]
    END_EXPOSING_FIELD_NUMBER: _ClassVar[int]
    LAY_OFF_FIELD_NUMBER: _ClassVar[int]
    PASS_LAY_OFF_FIELD_NUMBER: _ClassVar[int]
    OPEN_ROUND_FIELD_NUMBER: _ClassVar[int]
    REENTER_FIELD_NUMBER: _ClassVar[int]
    DECLINE_REENTRY_FIELD_NUMBER: _ClassVar[int]
    PROPOSE_END_FIELD_NUMBER: _ClassVar[int]
    ANSWER_END_FIELD_NUMBER: _ClassVar[int]
    CONTRIBUTE_SALT_FIELD_NUMBER: _ClassVar[int]
    draw_stock: DrawStockAction
    draw_discard: DrawDiscardAction
    discard: DiscardAction
    close: CloseAction
    say_paso: SayPasoAction
    expose_meld: ExposeMeldAction
    end_exposing: EndExposingAction
    lay_off: LayOffAction
    pass_lay_off: PassLayOffAction
    open_round: OpenRoundAction
    reenter: ReenterAction
    decline_reentry: DeclineReentryAction
    propose_end: ProposeEndAction
    answer_end: AnswerEndAction
    contribute_salt: ContributeSaltAction
    def __init__(self, draw_stock: _Optional[_Union[DrawStockAction, _Mapping]] = ..., draw_discard: _Optional[_Union[DrawDiscardAction, _Mapping]] = ..., discard: _Optional[_Union[DiscardAction, _Mapping]] = ..., close: _Optional[_Union[CloseAction, _Mapping]] = ..., say_paso: _Optional[_Union[SayPasoAction, _Mapping]] = ..., expose_meld: _Optional[_Union[ExposeMeldAction, _Mapping]] = ..., end_exposing: _Optional[_Union[EndExposingAction, _Mapping]] = ..., lay_off: _Optional[_Union[LayOffAction, _Mapping]] = ..., pass_lay_off: _Optional[_Union[PassLayOffAction, _Mapping]] = ..., open_round: _Optional[_Union[OpenRoundAction, _Mapping]] = ..., reenter: _Optional[_Union[ReenterAction, _Mapping]] = ..., decline_reentry: _Optional[_Union[DeclineReentryAction, _Mapping]] = ..., propose_end: _Optional[_Union[ProposeEndAction, _Mapping]] = ..., answer_end: _Optional[_Union[AnswerEndAction, _Mapping]] = ..., contribute_salt: _Optional[_Union[ContributeSaltAction, _Mapping]] = ...) -> None: ...

class DrawStockAction(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class DrawDiscardAction(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class DiscardAction(_message.Message):
    __slots__ = ("card",)
    CARD_FIELD_NUMBER: _ClassVar[int]
    card: _card_pb2.Card
    def __init__(self, card: _Optional[_Union[_card_pb2.Card, str]] = ...) -> None: ...

class CloseAction(_message.Message):
    __slots__ = ("card", "melds")
    CARD_FIELD_NUMBER: _ClassVar[int]
    MELDS_FIELD_NUMBER: _ClassVar[int]
    card: _card_pb2.Card
    melds: _containers.RepeatedCompositeFieldContainer[_card_pb2.CardGroup]
    def __init__(self, card: _Optional[_Union[_card_pb2.Card, str]] = ..., melds: _Optional[_Iterable[_Union[_card_pb2.CardGroup, _Mapping]]] = ...) -> None: ...

class SayPasoAction(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ExposeMeldAction(_message.Message):
    __slots__ = ("cards",)
    CARDS_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedScalarFieldContainer[_card_pb2.Card]
    def __init__(self, cards: _Optional[_Iterable[_Union[_card_pb2.Card, str]]] = ...) -> None: ...

class EndExposingAction(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class LayOffAction(_message.Message):
    __slots__ = ("card", "meld_id", "end")
    CARD_FIELD_NUMBER: _ClassVar[int]
    MELD_ID_FIELD_NUMBER: _ClassVar[int]
    END_FIELD_NUMBER: _ClassVar[int]
    card: _card_pb2.Card
    meld_id: int
    end: _card_pb2.RunEnd
    def __init__(self, card: _Optional[_Union[_card_pb2.Card, str]] = ..., meld_id: _Optional[int] = ..., end: _Optional[_Union[_card_pb2.RunEnd, str]] = ...) -> None: ...

class PassLayOffAction(_message.Message):
    __slots__ = ("meld_id", "rest_of_showdown")
    MELD_ID_FIELD_NUMBER: _ClassVar[int]
    REST_OF_SHOWDOWN_FIELD_NUMBER: _ClassVar[int]
    meld_id: int
    rest_of_showdown: bool
    def __init__(self, meld_id: _Optional[int] = ..., rest_of_showdown: _Optional[bool] = ...) -> None: ...

class OpenRoundAction(_message.Message):
    __slots__ = ("round",)
    ROUND_FIELD_NUMBER: _ClassVar[int]
    round: int
    def __init__(self, round: _Optional[int] = ...) -> None: ...

class ReenterAction(_message.Message):
    __slots__ = ("round",)
    ROUND_FIELD_NUMBER: _ClassVar[int]
    round: int
    def __init__(self, round: _Optional[int] = ...) -> None: ...

class DeclineReentryAction(_message.Message):
    __slots__ = ("round",)
    ROUND_FIELD_NUMBER: _ClassVar[int]
    round: int
    def __init__(self, round: _Optional[int] = ...) -> None: ...

class ProposeEndAction(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class AnswerEndAction(_message.Message):
    __slots__ = ("proposal_id", "agree")
    PROPOSAL_ID_FIELD_NUMBER: _ClassVar[int]
    AGREE_FIELD_NUMBER: _ClassVar[int]
    proposal_id: int
    agree: bool
    def __init__(self, proposal_id: _Optional[int] = ..., agree: _Optional[bool] = ...) -> None: ...

class ContributeSaltAction(_message.Message):
    __slots__ = ("salt",)
    SALT_FIELD_NUMBER: _ClassVar[int]
    salt: bytes
    def __init__(self, salt: _Optional[bytes] = ...) -> None: ...

class LegalAction(_message.Message):
    __slots__ = ("action", "false_close")
    ACTION_FIELD_NUMBER: _ClassVar[int]
    FALSE_CLOSE_FIELD_NUMBER: _ClassVar[int]
    action: Action
    false_close: bool
    def __init__(self, action: _Optional[_Union[Action, _Mapping]] = ..., false_close: _Optional[bool] = ...) -> None: ...
