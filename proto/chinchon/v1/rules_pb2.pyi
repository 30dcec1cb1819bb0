import datetime

from google.protobuf import duration_pb2 as _duration_pb2
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class RulePreset(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    RULE_PRESET_UNSPECIFIED: _ClassVar[RulePreset]
    RULE_PRESET_BARAJAMOS: _ClassVar[RulePreset]
    RULE_PRESET_CLUB: _ClassVar[RulePreset]
    RULE_PRESET_CONGA: _ClassVar[RulePreset]

class Deck(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DECK_UNSPECIFIED: _ClassVar[Deck]
    DECK_40: _ClassVar[Deck]
    DECK_48: _ClassVar[Deck]

class JokerKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    JOKER_KIND_UNSPECIFIED: _ClassVar[JokerKind]
    JOKER_KIND_NONE: _ClassVar[JokerKind]
    JOKER_KIND_ACE_OF_OROS: _ClassVar[JokerKind]
    JOKER_KIND_TWO_JOKERS: _ClassVar[JokerKind]

class CourtPoints(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    COURT_POINTS_UNSPECIFIED: _ClassVar[CourtPoints]
    COURT_POINTS_INDEX: _ClassVar[CourtPoints]
    COURT_POINTS_TEN: _ClassVar[CourtPoints]
    COURT_POINTS_SEQUENCE: _ClassVar[CourtPoints]

class LimitRule(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    LIMIT_RULE_UNSPECIFIED: _ClassVar[LimitRule]
    LIMIT_RULE_EXCEED: _ClassVar[LimitRule]
    LIMIT_RULE_REACH: _ClassVar[LimitRule]

class CloseRule(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CLOSE_RULE_UNSPECIFIED: _ClassVar[CloseRule]
    CLOSE_RULE_SUM: _ClassVar[CloseRule]
    CLOSE_RULE_SINGLE_CARD: _ClassVar[CloseRule]

class IllegalClose(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ILLEGAL_CLOSE_UNSPECIFIED: _ClassVar[IllegalClose]
    ILLEGAL_CLOSE_REJECT: _ClassVar[IllegalClose]
    ILLEGAL_CLOSE_PENALISE: _ClassVar[IllegalClose]

class LayOffScope(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    LAY_OFF_SCOPE_UNSPECIFIED: _ClassVar[LayOffScope]
    LAY_OFF_SCOPE_NONE: _ClassVar[LayOffScope]
    LAY_OFF_SCOPE_OTHERS: _ClassVar[LayOffScope]
    LAY_OFF_SCOPE_ALL: _ClassVar[LayOffScope]

class Showdown(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SHOWDOWN_UNSPECIFIED: _ClassVar[Showdown]
    SHOWDOWN_AUTOMATIC: _ClassVar[Showdown]
    SHOWDOWN_MANUAL: _ClassVar[Showdown]

class EmptyStock(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    EMPTY_STOCK_UNSPECIFIED: _ClassVar[EmptyStock]
    EMPTY_STOCK_RESHUFFLE: _ClassVar[EmptyStock]
    EMPTY_STOCK_RESHUFFLE_ONCE: _ClassVar[EmptyStock]

class Reentry(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    REENTRY_UNSPECIFIED: _ClassVar[Reentry]
    REENTRY_NONE: _ClassVar[Reentry]
    REENTRY_TOKENS: _ClassVar[Reentry]
    REENTRY_MANDATORY: _ClassVar[Reentry]

class AllOut(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ALL_OUT_UNSPECIFIED: _ClassVar[AllOut]
    ALL_OUT_DRAW: _ClassVar[AllOut]
    ALL_OUT_LOWEST: _ClassVar[AllOut]

class Prize(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PRIZE_UNSPECIFIED: _ClassVar[Prize]
    PRIZE_NONE: _ClassVar[Prize]
    PRIZE_POT_AND_POINTS: _ClassVar[Prize]

class Leave(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    LEAVE_UNSPECIFIED: _ClassVar[Leave]
    LEAVE_CANCELS: _ClassVar[Leave]
    LEAVE_REFUSED: _ClassVar[Leave]

class LostConnection(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    LOST_CONNECTION_UNSPECIFIED: _ClassVar[LostConnection]
    LOST_CONNECTION_CANCEL: _ClassVar[LostConnection]
    LOST_CONNECTION_BOT: _ClassVar[LostConnection]
    LOST_CONNECTION_WAIT: _ClassVar[LostConnection]

class NextRound(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    NEXT_ROUND_UNSPECIFIED: _ClassVar[NextRound]
    NEXT_ROUND_HOST: _ClassVar[NextRound]
    NEXT_ROUND_AUTOMATIC: _ClassVar[NextRound]
RULE_PRESET_UNSPECIFIED: RulePreset
RULE_PRESET_BARAJAMOS: RulePreset
RULE_PRESET_CLUB: RulePreset
RULE_PRESET_CONGA: RulePreset
DECK_UNSPECIFIED: Deck
DECK_40: Deck
DECK_48: Deck
JOKER_KIND_UNSPECIFIED: JokerKind
JOKER_KIND_NONE: JokerKind
JOKER_KIND_ACE_OF_OROS: JokerKind
JOKER_KIND_TWO_JOKERS: JokerKind
COURT_POINTS_UNSPECIFIED: CourtPoints
COURT_POINTS_INDEX: CourtPoints
COURT_POINTS_TEN: CourtPoints
COURT_POINTS_SEQUENCE: CourtPoints
LIMIT_RULE_UNSPECIFIED: LimitRule
LIMIT_RULE_EXCEED: LimitRule
LIMIT_RULE_REACH: LimitRule
CLOSE_RULE_UNSPECIFIED: CloseRule
CLOSE_RULE_SUM: CloseRule
CLOSE_RULE_SINGLE_CARD: CloseRule
ILLEGAL_CLOSE_UNSPECIFIED: IllegalClose
ILLEGAL_CLOSE_REJECT: IllegalClose
ILLEGAL_CLOSE_PENALISE: IllegalClose
LAY_OFF_SCOPE_UNSPECIFIED: LayOffScope
LAY_OFF_SCOPE_NONE: LayOffScope
LAY_OFF_SCOPE_OTHERS: LayOffScope
LAY_OFF_SCOPE_ALL: LayOffScope
SHOWDOWN_UNSPECIFIED: Showdown
SHOWDOWN_AUTOMATIC: Showdown
SHOWDOWN_MANUAL: Showdown
EMPTY_STOCK_UNSPECIFIED: EmptyStock
EMPTY_STOCK_RESHUFFLE: EmptyStock
EMPTY_STOCK_RESHUFFLE_ONCE: EmptyStock
REENTRY_UNSPECIFIED: Reentry
REENTRY_NONE: Reentry
REENTRY_TOKENS: Reentry
REENTRY_MANDATORY: Reentry
ALL_OUT_UNSPECIFIED: AllOut
ALL_OUT_DRAW: AllOut
ALL_OUT_LOWEST: AllOut
PRIZE_UNSPECIFIED: Prize
PRIZE_NONE: Prize
PRIZE_POT_AND_POINTS: Prize
LEAVE_UNSPECIFIED: Leave
LEAVE_CANCELS: Leave
LEAVE_REFUSED: Leave
LOST_CONNECTION_UNSPECIFIED: LostConnection
LOST_CONNECTION_CANCEL: LostConnection
LOST_CONNECTION_BOT: LostConnection
LOST_CONNECTION_WAIT: LostConnection
NEXT_ROUND_UNSPECIFIED: NextRound
NEXT_ROUND_HOST: NextRound
NEXT_ROUND_AUTOMATIC: NextRound

class Rules(_message.Message):
    __slots__ = ("preset", "deck", "two_decks_from", "min_players", "max_players", "jokers", "joker_points", "max_jokers_per_meld", "court_points", "points_limit", "limit_rule", "close_max_points", "close_rule", "close_in_first_round", "illegal_close", "max_false_closes", "may_discard_taken_card", "full_hand_points", "chinchon_wins", "chinchon_points", "joker_chinchon_wins", "joker_chinchon_points", "lay_off_after_full_hand", "showdown", "closer_may_lay_off", "empty_stock", "reentry", "reentry_tokens", "stake", "all_out", "prize", "end_by_agreement", "leave", "lost_connection", "connection_grace", "next_round", "next_round_delay", "turn_time", "showdown_window", "round_turn_limit", "match_round_limit")
    PRESET_FIELD_NUMBER: _ClassVar[int]
    DECK_FIELD_NUMBER: _ClassVar[int]
    TWO_DECKS_FROM_FIELD_NUMBER: _ClassVar[int]
    MIN_PLAYERS_FIELD_NUMBER: _ClassVar[int]
    MAX_PLAYERS_FIELD_NUMBER: _ClassVar[int]
    JOKERS_FIELD_NUMBER: _ClassVar[int]
    JOKER_POINTS_FIELD_NUMBER: _ClassVar[int]
    MAX_JOKERS_PER_MELD_FIELD_NUMBER: _ClassVar[int]
    COURT_POINTS_FIELD_NUMBER: _ClassVar[int]
    POINTS_LIMIT_FIELD_NUMBER: _ClassVar[int]
    LIMIT_RULE_FIELD_NUMBER: _ClassVar[int]
    CLOSE_MAX_POINTS_FIELD_NUMBER: _ClassVar[int]
    CLOSE_RULE_FIELD_NUMBER: _ClassVar[int]
    CLOSE_IN_FIRST_ROUND_FIELD_NUMBER: _ClassVar[int]
    ILLEGAL_CLOSE_FIELD_NUMBER: _ClassVar[int]
    MAX_FALSE_CLOSES_FIELD_NUMBER: _ClassVar[int]
    MAY_DISCARD_TAKEN_CARD_FIELD_NUMBER: _ClassVar[int]
    FULL_HAND_POINTS_FIELD_NUMBER: _ClassVar[int]
    CHINCHON_WINS_FIELD_NUMBER: _ClassVar[int]
    CHINCHON_POINTS_FIELD_NUMBER: _ClassVar[int]
    JOKER_CHINCHON_WINS_FIELD_NUMBER: _ClassVar[int]
    JOKER_CHINCHON_POINTS_FIELD_NUMBER: _ClassVar[int]
    LAY_OFF_AFTER_FULL_HAND_FIELD_NUMBER: _ClassVar[int]
    SHOWDOWN_FIELD_NUMBER: _ClassVar[int]
    CLOSER_MAY_LAY_OFF_FIELD_NUMBER: _ClassVar[int]
    EMPTY_STOCK_FIELD_NUMBER: _ClassVar[int]
    REENTRY_FIELD_NUMBER: _ClassVar[int]
    REENTRY_TOKENS_FIELD_NUMBER: _ClassVar[int]
    STAKE_FIELD_NUMBER: _ClassVar[int]
    ALL_OUT_FIELD_NUMBER: _ClassVar[int]
    PRIZE_FIELD_NUMBER: _ClassVar[int]
    END_BY_AGREEMENT_FIELD_NUMBER: _ClassVar[int]
    LEAVE_FIELD_NUMBER: _ClassVar[int]
    LOST_CONNECTION_FIELD_NUMBER: _ClassVar[int]
    CONNECTION_GRACE_FIELD_NUMBER: _ClassVar[int]
    NEXT_ROUND_FIELD_NUMBER: _ClassVar[int]
    NEXT_ROUND_DELAY_FIELD_NUMBER: _ClassVar[int]
    TURN_TIME_FIELD_NUMBER: _ClassVar[int]
    SHOWDOWN_WINDOW_FIELD_NUMBER: _ClassVar[int]
    ROUND_TURN_LIMIT_FIELD_NUMBER: _ClassVar[int]
    MATCH_ROUND_LIMIT_FIELD_NUMBER: _ClassVar[int]
    preset: RulePreset
    deck: Deck
    two_decks_from: int
    min_players: int
    max_players: int
    jokers: JokerKind
    joker_points: int
    max_jokers_per_meld: int
    court_points: CourtPoints
    points_limit: int
    limit_rule: LimitRule
    close_max_points: int
    close_rule: CloseRule
    close_in_first_round: bool
    illegal_close: IllegalClose
    max_false_closes: int
    may_discard_taken_card: bool
    full_hand_points: int
    chinchon_wins: bool
    chinchon_points: int
    joker_chinchon_wins: bool
    joker_chinchon_points: int
    lay_off_after_full_hand: LayOffScope
    showdown: Showdown
    closer_may_lay_off: bool
    empty_stock: EmptyStock
    reentry: Reentry
    reentry_tokens: int
    stake: int
    all_out: AllOut
    prize: Prize
    end_by_agreement: bool
    leave: Leave
    lost_connection: LostConnection
    connection_grace: _duration_pb2.Duration
    next_round: NextRound
    next_round_delay: _duration_pb2.Duration
    turn_time: _duration_pb2.Duration
    showdown_window: _duration_pb2.Duration
    round_turn_limit: int
    match_round_limit: int
    def __init__(self, preset: _Optional[_Union[RulePreset, str]] = ..., deck: _Optional[_Union[Deck, str]] = ..., two_decks_from: _Optional[int] = ..., min_players: _Optional[int] = ..., max_players: _Optional[int] = ..., jokers: _Optional[_Union[JokerKind, str]] = ..., joker_points: _Optional[int] = ..., max_jokers_per_meld: _Optional[int] = ..., court_points: _Optional[_Union[CourtPoints, str]] = ..., points_limit: _Optional[int] = ..., limit_rule: _Optional[_Union[LimitRule, str]] = ..., close_max_points: _Optional[int] = ..., close_rule: _Optional[_Union[CloseRule, str]] = ..., close_in_first_round: _Optional[bool] = ..., illegal_close: _Optional[_Union[IllegalClose, str]] = ..., max_false_closes: _Optional[int] = ..., may_discard_taken_card: _Optional[bool] = ..., full_hand_points: _Optional[int] = ..., chinchon_wins: _Optional[bool] = ..., chinchon_points: _Optional[int] = ..., joker_chinchon_wins: _Optional[bool] = ..., joker_chinchon_points: _Optional[int] = ..., lay_off_after_full_hand: _Optional[_Union[LayOffScope, str]] = ..., showdown: _Optional[_Union[Showdown, str]] = ..., closer_may_lay_off: _Optional[bool] = ..., empty_stock: _Optional[_Union[EmptyStock, str]] = ..., reentry: _Optional[_Union[Reentry, str]] = ..., reentry_tokens: _Optional[int] = ..., stake: _Optional[int] = ..., all_out: _Optional[_Union[AllOut, str]] = ..., prize: _Optional[_Union[Prize, str]] = ..., end_by_agreement: _Optional[bool] = ..., leave: _Optional[_Union[Leave, str]] = ..., lost_connection: _Optional[_Union[LostConnection, str]] = ..., connection_grace: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., next_round: _Optional[_Union[NextRound, str]] = ..., next_round_delay: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., turn_time: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., showdown_window: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., round_turn_limit: _Optional[int] = ..., match_round_limit: _Optional[int] = ...) -> None: ...
