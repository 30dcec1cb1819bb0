from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Card(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CARD_UNSPECIFIED: _ClassVar[Card]
    CARD_OROS_1: _ClassVar[Card]
    CARD_OROS_2: _ClassVar[Card]
    CARD_OROS_3: _ClassVar[Card]
    CARD_OROS_4: _ClassVar[Card]
    CARD_OROS_5: _ClassVar[Card]
    CARD_OROS_6: _ClassVar[Card]
    CARD_OROS_7: _ClassVar[Card]
    CARD_OROS_8: _ClassVar[Card]
    CARD_OROS_9: _ClassVar[Card]
    CARD_OROS_10: _ClassVar[Card]
    CARD_OROS_11: _ClassVar[Card]
    CARD_OROS_12: _ClassVar[Card]
    CARD_COPAS_1: _ClassVar[Card]
    CARD_COPAS_2: _ClassVar[Card]
    CARD_COPAS_3: _ClassVar[Card]
    CARD_COPAS_4: _ClassVar[Card]
    CARD_COPAS_5: _ClassVar[Card]
    CARD_COPAS_6: _ClassVar[Card]
    CARD_COPAS_7: _ClassVar[Card]
    CARD_COPAS_8: _ClassVar[Card]
    CARD_COPAS_9: _ClassVar[Card]
    CARD_COPAS_10: _ClassVar[Card]
    CARD_COPAS_11: _ClassVar[Card]
    CARD_COPAS_12: _ClassVar[Card]
    CARD_ESPADAS_1: _ClassVar[Card]
    CARD_ESPADAS_2: _ClassVar[Card]
    CARD_ESPADAS_3: _ClassVar[Card]
    CARD_ESPADAS_4: _ClassVar[Card]
    CARD_ESPADAS_5: _ClassVar[Card]
    CARD_ESPADAS_6: _ClassVar[Card]
    CARD_ESPADAS_7: _ClassVar[Card]
    CARD_ESPADAS_8: _ClassVar[Card]
    CARD_ESPADAS_9: _ClassVar[Card]
    CARD_ESPADAS_10: _ClassVar[Card]
    CARD_ESPADAS_11: _ClassVar[Card]
    CARD_ESPADAS_12: _ClassVar[Card]
    CARD_BASTOS_1: _ClassVar[Card]
    CARD_BASTOS_2: _ClassVar[Card]
    CARD_BASTOS_3: _ClassVar[Card]
    CARD_BASTOS_4: _ClassVar[Card]
    CARD_BASTOS_5: _ClassVar[Card]
    CARD_BASTOS_6: _ClassVar[Card]
    CARD_BASTOS_7: _ClassVar[Card]
    CARD_BASTOS_8: _ClassVar[Card]
    CARD_BASTOS_9: _ClassVar[Card]
    CARD_BASTOS_10: _ClassVar[Card]
    CARD_BASTOS_11: _ClassVar[Card]
    CARD_BASTOS_12: _ClassVar[Card]
    CARD_JOKER: _ClassVar[Card]

class MeldKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MELD_KIND_UNSPECIFIED: _ClassVar[MeldKind]
    MELD_KIND_SET: _ClassVar[MeldKind]
    MELD_KIND_RUN: _ClassVar[MeldKind]

class RunEnd(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    RUN_END_UNSPECIFIED: _ClassVar[RunEnd]
    RUN_END_LOW: _ClassVar[RunEnd]
    RUN_END_HIGH: _ClassVar[RunEnd]

class CloseOutcome(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CLOSE_OUTCOME_UNSPECIFIED: _ClassVar[CloseOutcome]
    CLOSE_OUTCOME_ILLEGAL: _ClassVar[CloseOutcome]
    CLOSE_OUTCOME_POINTS: _ClassVar[CloseOutcome]
    CLOSE_OUTCOME_FULL_HAND: _ClassVar[CloseOutcome]
    CLOSE_OUTCOME_JOKER_CHINCHON: _ClassVar[CloseOutcome]
    CLOSE_OUTCOME_CHINCHON: _ClassVar[CloseOutcome]
CARD_UNSPECIFIED: Card
CARD_OROS_1: Card
CARD_OROS_2: Card
CARD_OROS_3: Card
CARD_OROS_4: Card
CARD_OROS_5: Card
CARD_OROS_6: Card
CARD_OROS_7: Card
CARD_OROS_8: Card
CARD_OROS_9: Card
CARD_OROS_10: Card
CARD_OROS_11: Card
CARD_OROS_12: Card
CARD_COPAS_1: Card
CARD_COPAS_2: Card
CARD_COPAS_3: Card
CARD_COPAS_4: Card
CARD_COPAS_5: Card
CARD_COPAS_6: Card
CARD_COPAS_7: Card
CARD_COPAS_8: Card
CARD_COPAS_9: Card
CARD_COPAS_10: Card
CARD_COPAS_11: Card
CARD_COPAS_12: Card
CARD_ESPADAS_1: Card
CARD_ESPADAS_2: Card
CARD_ESPADAS_3: Card
CARD_ESPADAS_4: Card
CARD_ESPADAS_5: Card
CARD_ESPADAS_6: Card
CARD_ESPADAS_7: Card
CARD_ESPADAS_8: Card
CARD_ESPADAS_9: Card
CARD_ESPADAS_10: Card
CARD_ESPADAS_11: Card
CARD_ESPADAS_12: Card
CARD_BASTOS_1: Card
CARD_BASTOS_2: Card
CARD_BASTOS_3: Card
CARD_BASTOS_4: Card
CARD_BASTOS_5: Card
CARD_BASTOS_6: Card
CARD_BASTOS_7: Card
CARD_BASTOS_8: Card
CARD_BASTOS_9: Card
CARD_BASTOS_10: Card
CARD_BASTOS_11: Card
CARD_BASTOS_12: Card
CARD_JOKER: Card
MELD_KIND_UNSPECIFIED: MeldKind
MELD_KIND_SET: MeldKind
MELD_KIND_RUN: MeldKind
RUN_END_UNSPECIFIED: RunEnd
RUN_END_LOW: RunEnd
RUN_END_HIGH: RunEnd
CLOSE_OUTCOME_UNSPECIFIED: CloseOutcome
CLOSE_OUTCOME_ILLEGAL: CloseOutcome
CLOSE_OUTCOME_POINTS: CloseOutcome
CLOSE_OUTCOME_FULL_HAND: CloseOutcome
CLOSE_OUTCOME_JOKER_CHINCHON: CloseOutcome
CLOSE_OUTCOME_CHINCHON: CloseOutcome

class CardGroup(_message.Message):
    __slots__ = ("cards",)
    CARDS_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedScalarFieldContainer[Card]
    def __init__(self, cards: _Optional[_Iterable[_Union[Card, str]]] = ...) -> None: ...

class Meld(_message.Message):
    __slots__ = ("kind", "cards", "stands_for")
    KIND_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    STANDS_FOR_FIELD_NUMBER: _ClassVar[int]
    kind: MeldKind
    cards: _containers.RepeatedScalarFieldContainer[Card]
    stands_for: _containers.RepeatedScalarFieldContainer[Card]
    def __init__(self, kind: _Optional[_Union[MeldKind, str]] = ..., cards: _Optional[_Iterable[_Union[Card, str]]] = ..., stands_for: _Optional[_Iterable[_Union[Card, str]]] = ...) -> None: ...

class TableMeld(_message.Message):
    __slots__ = ("meld_id", "seat", "kind", "cards", "stands_for")
    MELD_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    STANDS_FOR_FIELD_NUMBER: _ClassVar[int]
    meld_id: int
    seat: int
    kind: MeldKind
    cards: _containers.RepeatedScalarFieldContainer[Card]
    stands_for: _containers.RepeatedScalarFieldContainer[Card]
    def __init__(self, meld_id: _Optional[int] = ..., seat: _Optional[int] = ..., kind: _Optional[_Union[MeldKind, str]] = ..., cards: _Optional[_Iterable[_Union[Card, str]]] = ..., stands_for: _Optional[_Iterable[_Union[Card, str]]] = ...) -> None: ...

class LayOff(_message.Message):
    __slots__ = ("card", "meld_id", "end", "stands_for")
    CARD_FIELD_NUMBER: _ClassVar[int]
    MELD_ID_FIELD_NUMBER: _ClassVar[int]
    END_FIELD_NUMBER: _ClassVar[int]
    STANDS_FOR_FIELD_NUMBER: _ClassVar[int]
    card: Card
    meld_id: int
    end: RunEnd
    stands_for: Card
    def __init__(self, card: _Optional[_Union[Card, str]] = ..., meld_id: _Optional[int] = ..., end: _Optional[_Union[RunEnd, str]] = ..., stands_for: _Optional[_Union[Card, str]] = ...) -> None: ...

class DiscardOption(_message.Message):
    __slots__ = ("card", "points", "may_close", "outcome")
    CARD_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    MAY_CLOSE_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    card: Card
    points: int
    may_close: bool
    outcome: CloseOutcome
    def __init__(self, card: _Optional[_Union[Card, str]] = ..., points: _Optional[int] = ..., may_close: _Optional[bool] = ..., outcome: _Optional[_Union[CloseOutcome, str]] = ...) -> None: ...
