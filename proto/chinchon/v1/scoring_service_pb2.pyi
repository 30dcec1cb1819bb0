from chinchon.v1 import card_pb2 as _card_pb2
from chinchon.v1 import rules_pb2 as _rules_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ArrangeHandRequest(_message.Message):
    __slots__ = ("rules", "seat_count", "cards")
    RULES_FIELD_NUMBER: _ClassVar[int]
    SEAT_COUNT_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    rules: _rules_pb2.Rules
    seat_count: int
    cards: _containers.RepeatedScalarFieldContainer[_card_pb2.Card]
    def __init__(self, rules: _Optional[_Union[_rules_pb2.Rules, _Mapping]] = ..., seat_count: _Optional[int] = ..., cards: _Optional[_Iterable[_Union[_card_pb2.Card, str]]] = ...) -> None: ...

class ArrangeHandResponse(_message.Message):
    __slots__ = ("melds", "loose", "points")
    MELDS_FIELD_NUMBER: _ClassVar[int]
    LOOSE_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    melds: _containers.RepeatedCompositeFieldContainer[_card_pb2.Meld]
    loose: _containers.RepeatedScalarFieldContainer[_card_pb2.Card]
    points: int
    def __init__(self, melds: _Optional[_Iterable[_Union[_card_pb2.Meld, _Mapping]]] = ..., loose: _Optional[_Iterable[_Union[_card_pb2.Card, str]]] = ..., points: _Optional[int] = ...) -> None: ...

class PreviewDiscardsRequest(_message.Message):
    __slots__ = ("rules", "seat_count", "cards")
    RULES_FIELD_NUMBER: _ClassVar[int]
    SEAT_COUNT_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    rules: _rules_pb2.Rules
    seat_count: int
    cards: _containers.RepeatedScalarFieldContainer[_card_pb2.Card]
    def __init__(self, rules: _Optional[_Union[_rules_pb2.Rules, _Mapping]] = ..., seat_count: _Optional[int] = ..., cards: _Optional[_Iterable[_Union[_card_pb2.Card, str]]] = ...) -> None: ...

class PreviewDiscardsResponse(_message.Message):
    __slots__ = ("options",)
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    options: _containers.RepeatedCompositeFieldContainer[_card_pb2.DiscardOption]
    def __init__(self, options: _Optional[_Iterable[_Union[_card_pb2.DiscardOption, _Mapping]]] = ...) -> None: ...

class ScoreRoundRequest(_message.Message):
    __slots__ = ("rules", "seat_count", "closer", "closer_melds", "opponents")
    RULES_FIELD_NUMBER: _ClassVar[int]
    SEAT_COUNT_FIELD_NUMBER: _ClassVar[int]
    CLOSER_FIELD_NUMBER: _ClassVar[int]
    CLOSER_MELDS_FIELD_NUMBER: _ClassVar[int]
    OPPONENTS_FIELD_NUMBER: _ClassVar[int]
    rules: _rules_pb2.Rules
    seat_count: int
    closer: _containers.RepeatedScalarFieldContainer[_card_pb2.Card]
    closer_melds: _containers.RepeatedCompositeFieldContainer[_card_pb2.CardGroup]
    opponents: _containers.RepeatedCompositeFieldContainer[_card_pb2.CardGroup]
    def __init__(self, rules: _Optional[_Union[_rules_pb2.Rules, _Mapping]] = ..., seat_count: _Optional[int] = ..., closer: _Optional[_Iterable[_Union[_card_pb2.Card, str]]] = ..., closer_melds: _Optional[_Iterable[_Union[_card_pb2.CardGroup, _Mapping]]] = ..., opponents: _Optional[_Iterable[_Union[_card_pb2.CardGroup, _Mapping]]] = ...) -> None: ...

class ScoreRoundResponse(_message.Message):
    __slots__ = ("outcome", "closer_points", "opponents", "closer_melds", "closer_loose", "closer_lay_offs")
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    CLOSER_POINTS_FIELD_NUMBER: _ClassVar[int]
    OPPONENTS_FIELD_NUMBER: _ClassVar[int]
    CLOSER_MELDS_FIELD_NUMBER: _ClassVar[int]
    CLOSER_LOOSE_FIELD_NUMBER: _ClassVar[int]
    CLOSER_LAY_OFFS_FIELD_NUMBER: _ClassVar[int]
    outcome: _card_pb2.CloseOutcome
    closer_points: int
    opponents: _containers.RepeatedCompositeFieldContainer[OpponentScore]
    closer_melds: _containers.RepeatedCompositeFieldContainer[_card_pb2.Meld]
    closer_loose: _containers.RepeatedScalarFieldContainer[_card_pb2.Card]
    closer_lay_offs: _containers.RepeatedCompositeFieldContainer[_card_pb2.LayOff]
    def __init__(self, outcome: _Optional[_Union[_card_pb2.CloseOutcome, str]] = ..., closer_points: _Optional[int] = ..., opponents: _Optional[_Iterable[_Union[OpponentScore, _Mapping]]] = ..., closer_melds: _Optional[_Iterable[_Union[_card_pb2.Meld, _Mapping]]] = ..., closer_loose: _Optional[_Iterable[_Union[_card_pb2.Card, str]]] = ..., closer_lay_offs: _Optional[_Iterable[_Union[_card_pb2.LayOff, _Mapping]]] = ...) -> None: ...

class OpponentScore(_message.Message):
    __slots__ = ("points", "melds", "lay_offs", "loose")
    POINTS_FIELD_NUMBER: _ClassVar[int]
    MELDS_FIELD_NUMBER: _ClassVar[int]
    LAY_OFFS_FIELD_NUMBER: _ClassVar[int]
    LOOSE_FIELD_NUMBER: _ClassVar[int]
    points: int
    melds: _containers.RepeatedCompositeFieldContainer[_card_pb2.Meld]
    lay_offs: _containers.RepeatedCompositeFieldContainer[_card_pb2.LayOff]
    loose: _containers.RepeatedScalarFieldContainer[_card_pb2.Card]
    def __init__(self, points: _Optional[int] = ..., melds: _Optional[_Iterable[_Union[_card_pb2.Meld, _Mapping]]] = ..., lay_offs: _Optional[_Iterable[_Union[_card_pb2.LayOff, _Mapping]]] = ..., loose: _Optional[_Iterable[_Union[_card_pb2.Card, str]]] = ...) -> None: ...
