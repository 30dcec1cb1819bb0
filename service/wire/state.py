"""The whole state of a table, secrets included: for snapshots in the store and for callers who keep it themselves."""

from __future__ import annotations

from typing import Any, Final

from chinchon.engine.v1alpha1 import state_pb2 as pb
from engine.melds import build_meld
from engine.state import BotLevel, Round, RoundPhase, Seat, Showdown, Table, TableMeld, TableState, Visibility
from engine.values import replace
from service.errors import invalid_request
from service.wire.rules import RulesField
from service.wire.shapes import (
    MAX_SEATS,
    CardGroups,
    Cards,
    Field,
    Malformed,
    Many,
    Maybe,
    Member,
    Number,
    Octets,
    OctetsList,
    OptionalCard,
    SeatNumber,
    SeatOrNobody,
    Seats,
    SeatSet,
    Shape,
    SignedNumber,
    Time,
)
from service.wire.values import (
    DEADLINE,
    MATCH_RESULT,
    MELD,
    PROPOSAL,
    ROUND_RESULT,
    SEAT_LAY_OFF,
    TABLE_MELD,
    Outcome,
    write_table_meld,
)


class _TableMelds(Many):
    """The melds on the table, numbered from 1."""

    def write(self, message: Any, value: Any) -> None:
        for meld_id, laid in enumerate(value.melds, start=1):
            write_table_meld(message.melds.add(), meld_id, laid.seat, laid.meld)


_SEAT: Final = Shape(
    Seat,
    Field("taken"),
    Field("name", "display_name"),
    Number("generation"),
    Member("bot", BotLevel),
    Octets("salt"),
    Field("in_match"),
    Field("out"),
    SignedNumber("score"),
    Number("tokens"),
    Number("reentries"),
    Number("false_closes"),
    Field("stand_in"),
)

_SHOWDOWN: Final = Shape(
    Showdown,
    Seats("order"),
    SeatOrNobody("closer"),
    Outcome("outcome"),
    SignedNumber("close_points"),
    Many("close_melds", MELD),
    Cards("close_loose"),
    OptionalCard("closing_card"),
    _TableMelds("melds", TABLE_MELD),
    Many("lay_offs", SEAT_LAY_OFF),
    SeatOrNobody("exposing"),
    Field("automatic"),
    SeatSet("passed"),
    SeatSet("passed_rest"),
)

_ROUND: Final = Shape(
    Round,
    Number("number", "round"),
    SeatNumber("dealer"),
    SeatNumber("lead_seat"),
    Seats("seats"),
    CardGroups("hands"),
    Cards("stock"),
    Cards("discards"),
    Number("seed_index"),
    Octets("commitment", "shuffle_commitment"),
    Member("phase", RoundPhase),
    SeatOrNobody("on_turn"),
    Number("turns"),
    SeatOrNobody("last_turn"),
    OptionalCard("taken"),
    Number("exhaustions"),
    Maybe("showdown", _SHOWDOWN),
    SeatSet("declined"),
    SeatSet("proposers"),
)

_TABLE: Final = Shape(
    Table,
    Field("table_id"),
    RulesField("rules"),
    Many("seats", _SEAT, most=MAX_SEATS),
    Octets("seed"),
    Octets("commitment"),
    Number("chain_length"),
    Number("version"),
    Field("engine_version"),
    Member("visibility", Visibility),
    Field("invite_code"),
    Time("created_at", "create_time"),
    Member("state", TableState),
    SeatOrNobody("host"),
    SeatOrNobody("acting_host"),
    Number("match"),
    Number("decks"),
    OctetsList("salts"),
    Number("seeds_used"),
    Maybe("round", _ROUND),
    Number("pot"),
    Maybe("proposal", PROPOSAL),
    Number("proposals"),
    Maybe("deadline", DEADLINE),
    Maybe("last_round", ROUND_RESULT),
    Octets("last_seed"),
    Maybe("match_result", MATCH_RESULT),
)


def state_to(table: Table) -> pb.MatchState:
    """Return a table with everything on it; `state_from` makes the same table of it."""
    message = pb.MatchState()
    _TABLE.write(message, table)
    return message


def state_from(message: pb.MatchState, path: str = "state") -> Table:
    """Return the table; whether it makes sense is `check_state`'s business.

    Raises INVALID_REQUEST for values that no table holds; `path` says where the message stands in the request.
    """
    try:
        table = _TABLE.read(message)
    except Malformed as malformed:
        raise invalid_request(f"{path}.{malformed.path}", malformed.expected) from None
    return _with_melds_in_canonical_order(table)


def _with_melds_in_canonical_order(table: Table) -> Table:
    # On the wire a run on the table is in rank order; only the rules say where its ace of oros belongs.
    round_ = table.round
    if round_ is None or round_.showdown is None or not round_.showdown.melds:
        return table
    melds = tuple(
        TableMeld(laid.seat, build_meld(laid.meld.kind, laid.meld.pairs(), table.rules))
        for laid in round_.showdown.melds
    )
    return replace(table, round=replace(round_, showdown=replace(round_.showdown, melds=melds)))
