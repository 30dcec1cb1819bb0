import datetime

from chinchon.v1 import card_pb2 as _card_pb2
from chinchon.v1 import event_pb2 as _event_pb2
from chinchon.v1 import rules_pb2 as _rules_pb2
from chinchon.v1 import table_pb2 as _table_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class MatchState(_message.Message):
    __slots__ = ("table_id", "rules", "seats", "seed", "commitment", "chain_length", "version", "engine_version", "visibility", "invite_code", "create_time", "state", "host", "match", "decks", "salts", "seeds_used", "round", "pot", "proposal", "proposals", "deadline", "last_round", "match_result", "last_seed", "acting_host")
    TABLE_ID_FIELD_NUMBER: _ClassVar[int]
    RULES_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    CHAIN_LENGTH_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    ENGINE_VERSION_FIELD_NUMBER: _ClassVar[int]
    VISIBILITY_FIELD_NUMBER: _ClassVar[int]
    INVITE_CODE_FIELD_NUMBER: _ClassVar[int]
    CREATE_TIME_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    HOST_FIELD_NUMBER: _ClassVar[int]
    MATCH_FIELD_NUMBER: _ClassVar[int]
    DECKS_FIELD_NUMBER: _ClassVar[int]
    SALTS_FIELD_NUMBER: _ClassVar[int]
    SEEDS_USED_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    POT_FIELD_NUMBER: _ClassVar[int]
    PROPOSAL_FIELD_NUMBER: _ClassVar[int]
    PROPOSALS_FIELD_NUMBER: _ClassVar[int]
    DEADLINE_FIELD_NUMBER: _ClassVar[int]
    LAST_ROUND_FIELD_NUMBER: _ClassVar[int]
    MATCH_RESULT_FIELD_NUMBER: _ClassVar[int]
    LAST_SEED_FIELD_NUMBER: _ClassVar[int]
    ACTING_HOST_FIELD_NUMBER: _ClassVar[int]
    table_id: str
    rules: _rules_pb2.Rules
    seats: _containers.RepeatedCompositeFieldContainer[SeatState]
    seed: bytes
    commitment: bytes
    chain_length: int
    version: int
    engine_version: str
    visibility: _event_pb2.TableVisibility
    invite_code: str
    create_time: _timestamp_pb2.Timestamp
    state: _table_pb2.TableState
    host: int
    match: int
    decks: int
    salts: _containers.RepeatedScalarFieldContainer[bytes]
    seeds_used: int
    round: RoundState
    pot: int
    proposal: _table_pb2.Proposal
    proposals: int
    deadline: _table_pb2.Deadline
    last_round: _event_pb2.RoundResult
    match_result: _event_pb2.MatchResult
    last_seed: bytes
    acting_host: int
    def __init__(self, table_id: _Optional[str] = ..., rules: _Optional[_Union[_rules_pb2.Rules, _Mapping]] = ..., seats: _Optional[_Iterable[_Union[SeatState, _Mapping]]] = ..., seed: _Optional[bytes] = ..., commitment: _Optional[bytes] = ..., chain_length: _Optional[int] = ..., version: _Optional[int] = ..., engine_version: _Optional[str] = ..., visibility: _Optional[_Union[_event_pb2.TableVisibility, str]] = ..., invite_code: _Optional[str] = ..., create_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., state: _Optional[_Union[_table_pb2.TableState, str]] = ..., host: _Optional[int] = ..., match: _Optional[int] = ..., decks: _Optional[int] = ..., salts: _Optional[_Iterable[bytes]] = ..., seeds_used: _Optional[int] = ..., round: _Optional[_Union[RoundState, _Mapping]] = ..., pot: _Optional[int] = ..., proposal: _Optional[_Union[_table_pb2.Proposal, _Mapping]] = ..., proposals: _Optional[int] = ..., deadline: _Optional[_Union[_table_pb2.Deadline, _Mapping]] = ..., last_round: _Optional[_Union[_event_pb2.RoundResult, _Mapping]] = ..., match_result: _Optional[_Union[_event_pb2.MatchResult, _Mapping]] = ..., last_seed: _Optional[bytes] = ..., acting_host: _Optional[int] = ...) -> None: ...

class SeatState(_message.Message):
    __slots__ = ("taken", "display_name", "generation", "bot", "salt", "in_match", "out", "score", "tokens", "reentries", "false_closes", "stand_in")
    TAKEN_FIELD_NUMBER: _ClassVar[int]
    DISPLAY_NAME_FIELD_NUMBER: _ClassVar[int]
    GENERATION_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    SALT_FIELD_NUMBER: _ClassVar[int]
    IN_MATCH_FIELD_NUMBER: _ClassVar[int]
    OUT_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    REENTRIES_FIELD_NUMBER: _ClassVar[int]
    FALSE_CLOSES_FIELD_NUMBER: _ClassVar[int]
    STAND_IN_FIELD_NUMBER: _ClassVar[int]
    taken: bool
    display_name: str
    generation: int
    bot: _event_pb2.BotLevel
    salt: bytes
    in_match: bool
    out: bool
    score: int
    tokens: int
    reentries: int
    false_closes: int
    stand_in: bool
    def __init__(self, taken: _Optional[bool] = ..., display_name: _Optional[str] = ..., generation: _Optional[int] = ..., bot: _Optional[_Union[_event_pb2.BotLevel, str]] = ..., salt: _Optional[bytes] = ..., in_match: _Optional[bool] = ..., out: _Optional[bool] = ..., score: _Optional[int] = ..., tokens: _Optional[int] = ..., reentries: _Optional[int] = ..., false_closes: _Optional[int] = ..., stand_in: _Optional[bool] = ...) -> None: ...

class RoundState(_message.Message):
    __slots__ = ("round", "dealer", "lead_seat", "seats", "hands", "stock", "discards", "seed_index", "phase", "on_turn", "turns", "last_turn", "taken", "exhaustions", "showdown", "declined", "proposers", "shuffle_commitment")
    ROUND_FIELD_NUMBER: _ClassVar[int]
    DEALER_FIELD_NUMBER: _ClassVar[int]
    LEAD_SEAT_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    HANDS_FIELD_NUMBER: _ClassVar[int]
    STOCK_FIELD_NUMBER: _ClassVar[int]
    DISCARDS_FIELD_NUMBER: _ClassVar[int]
    SEED_INDEX_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    ON_TURN_FIELD_NUMBER: _ClassVar[int]
    TURNS_FIELD_NUMBER: _ClassVar[int]
    LAST_TURN_FIELD_NUMBER: _ClassVar[int]
    TAKEN_FIELD_NUMBER: _ClassVar[int]
    EXHAUSTIONS_FIELD_NUMBER: _ClassVar[int]
    SHOWDOWN_FIELD_NUMBER: _ClassVar[int]
    DECLINED_FIELD_NUMBER: _ClassVar[int]
    PROPOSERS_FIELD_NUMBER: _ClassVar[int]
    SHUFFLE_COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    round: int
    dealer: int
    lead_seat: int
    seats: _containers.RepeatedScalarFieldContainer[int]
    hands: _containers.RepeatedCompositeFieldContainer[_card_pb2.CardGroup]
    stock: _containers.RepeatedScalarFieldContainer[_card_pb2.Card]
    discards: _containers.RepeatedScalarFieldContainer[_card_pb2.Card]
    seed_index: int
    phase: _event_pb2.RoundPhase
    on_turn: int
    turns: int
    last_turn: int
    taken: _card_pb2.Card
    exhaustions: int
    showdown: ShowdownState
    declined: _containers.RepeatedScalarFieldContainer[int]
    proposers: _containers.RepeatedScalarFieldContainer[int]
    shuffle_commitment: bytes
    def __init__(self, round: _Optional[int] = ..., dealer: _Optional[int] = ..., lead_seat: _Optional[int] = ..., seats: _Optional[_Iterable[int]] = ..., hands: _Optional[_Iterable[_Union[_card_pb2.CardGroup, _Mapping]]] = ..., stock: _Optional[_Iterable[_Union[_card_pb2.Card, str]]] = ..., discards: _Optional[_Iterable[_Union[_card_pb2.Card, str]]] = ..., seed_index: _Optional[int] = ..., phase: _Optional[_Union[_event_pb2.RoundPhase, str]] = ..., on_turn: _Optional[int] = ..., turns: _Optional[int] = ..., last_turn: _Optional[int] = ..., taken: _Optional[_Union[_card_pb2.Card, str]] = ..., exhaustions: _Optional[int] = ..., showdown: _Optional[_Union[ShowdownState, _Mapping]] = ..., declined: _Optional[_Iterable[int]] = ..., proposers: _Optional[_Iterable[int]] = ..., shuffle_commitment: _Optional[bytes] = ...) -> None: ...

class ShowdownState(_message.Message):
    __slots__ = ("order", "closer", "outcome", "close_points", "close_melds", "close_loose", "closing_card", "melds", "lay_offs", "exposing", "automatic", "passed", "passed_rest")
    ORDER_FIELD_NUMBER: _ClassVar[int]
    CLOSER_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    CLOSE_POINTS_FIELD_NUMBER: _ClassVar[int]
    CLOSE_MELDS_FIELD_NUMBER: _ClassVar[int]
    CLOSE_LOOSE_FIELD_NUMBER: _ClassVar[int]
    CLOSING_CARD_FIELD_NUMBER: _ClassVar[int]
    MELDS_FIELD_NUMBER: _ClassVar[int]
    LAY_OFFS_FIELD_NUMBER: _ClassVar[int]
    EXPOSING_FIELD_NUMBER: _ClassVar[int]
    AUTOMATIC_FIELD_NUMBER: _ClassVar[int]
    PASSED_FIELD_NUMBER: _ClassVar[int]
    PASSED_REST_FIELD_NUMBER: _ClassVar[int]
    order: _containers.RepeatedScalarFieldContainer[int]
    closer: int
    outcome: _card_pb2.CloseOutcome
    close_points: int
    close_melds: _containers.RepeatedCompositeFieldContainer[_card_pb2.Meld]
    close_loose: _containers.RepeatedScalarFieldContainer[_card_pb2.Card]
    closing_card: _card_pb2.Card
    melds: _containers.RepeatedCompositeFieldContainer[_card_pb2.TableMeld]
    lay_offs: _containers.RepeatedCompositeFieldContainer[_table_pb2.SeatLayOff]
    exposing: int
    automatic: bool
    passed: _containers.RepeatedScalarFieldContainer[int]
    passed_rest: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, order: _Optional[_Iterable[int]] = ..., closer: _Optional[int] = ..., outcome: _Optional[_Union[_card_pb2.CloseOutcome, str]] = ..., close_points: _Optional[int] = ..., close_melds: _Optional[_Iterable[_Union[_card_pb2.Meld, _Mapping]]] = ..., close_loose: _Optional[_Iterable[_Union[_card_pb2.Card, str]]] = ..., closing_card: _Optional[_Union[_card_pb2.Card, str]] = ..., melds: _Optional[_Iterable[_Union[_card_pb2.TableMeld, _Mapping]]] = ..., lay_offs: _Optional[_Iterable[_Union[_table_pb2.SeatLayOff, _Mapping]]] = ..., exposing: _Optional[int] = ..., automatic: _Optional[bool] = ..., passed: _Optional[_Iterable[int]] = ..., passed_rest: _Optional[_Iterable[int]] = ...) -> None: ...
