"""Whatever bytes and values arrive: an answer of the contract, and a server that goes on as before."""

from __future__ import annotations

import random

import grpc
import pytest
from google.protobuf.descriptor import MethodDescriptor

from chinchon.v1 import record_service_pb2, scoring_service_pb2, table_service_pb2, turn_service_pb2
from chinchon.v1.action_pb2 import Action
from chinchon.v1.scoring_service_pb2 import ArrangeHandRequest, PreviewDiscardsRequest, ScoreRoundRequest
from chinchon.v1.table_service_pb2 import (
    CreateTableRequest,
    JoinTableRequest,
    ListMyTablesRequest,
    ListTablesRequest,
    RemoveSeatRequest,
    StartMatchRequest,
)
from service.server import MAX_MESSAGE
from tests.service.clients import Client, new_id, refusal

METHODS = [
    method
    for module in (table_service_pb2, turn_service_pb2, scoring_service_pb2, record_service_pb2)
    for service in module.DESCRIPTOR.services_by_name.values()
    for method in service.methods
]
EXPECTED = {
    grpc.StatusCode.INVALID_ARGUMENT,
    grpc.StatusCode.UNAUTHENTICATED,
    grpc.StatusCode.NOT_FOUND,
    grpc.StatusCode.PERMISSION_DENIED,
    grpc.StatusCode.UNIMPLEMENTED,
}


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.name)
async def test_random_bytes(method: MethodDescriptor, client: Client) -> None:
    seat = await client.create()
    choices = random.Random(method.full_name)
    for length in (1, 2, 5, 20, 200, 2000):
        for metadata in ((), seat.metadata):
            code = await call(client, method, choices.randbytes(length), metadata)
            # Some bytes are a message of fields that nobody knows; a list is then asked for its first page.
            assert code in EXPECTED or method.name.startswith("List"), code
    assert (await seat.look()).version == 1


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.name)
async def test_empty_messages(method: MethodDescriptor, client: Client) -> None:
    seat = await client.create()
    for metadata in ((), seat.metadata):
        code = await call(client, method, b"", metadata)
        assert code in EXPECTED or method.name.startswith("List"), code
    assert (await seat.look()).version == 1


async def test_a_message_that_is_too_long_is_not_read(client: Client) -> None:
    refused = await refusal(client.create(display_name="x" * 1_000_000))
    assert (refused.code, refused.reason) == (grpc.StatusCode.RESOURCE_EXHAUSTED, "")
    long = await refusal(client.create(display_name="x" * (MAX_MESSAGE - 200)))
    assert (long.reason, long.fields) == ("INVALID_REQUEST", ["display_name"])


@pytest.mark.parametrize(
    ("fields", "blamed"),
    [
        ({"request_id": ""}, "request_id"),
        ({"request_id": "x" * 65}, "request_id"),
        ({"request_id": "a\nb"}, "request_id"),
        ({"display_name": "a\0b"}, "display_name"),
        ({"display_name": "\u202eabc"}, "display_name"),
        ({"display_name": "\u200b"}, "display_name"),
        ({"display_name": "\u2800\u3164"}, "display_name"),
        ({"display_name": "a\u061c"}, "display_name"),
        ({"display_name": "\u200d"}, "display_name"),
        ({"seats": -1}, "seats"),
        ({"seats": 2}, "seats"),
        ({"seats": 9}, "seats"),
        ({"visibility": 7}, "visibility"),
        ({"rules": {"preset": 9}}, "rules.preset"),
        ({"rules": {"deck": 9}}, "rules.deck"),
        ({"rules": {"turn_time": {"nanos": 1}}}, "rules.turn_time"),
    ],
)
async def test_a_table_that_makes_no_sense(client: Client, fields: dict[str, object], blamed: str) -> None:
    refused = await refusal(client.create(**fields))
    assert (refused.reason, refused.fields) == ("INVALID_REQUEST", [blamed])


@pytest.mark.parametrize(
    ("rules", "blamed"),
    [
        ({"min_players": 1}, "min_players"),
        ({"max_players": 9}, "max_players"),
        ({"min_players": 5, "max_players": 4}, "min_players"),
        ({"max_players": 8, "two_decks_from": 0}, "two_decks_from"),
        ({"court_points": "COURT_POINTS_SEQUENCE"}, "court_points"),
        ({"chinchon_wins": False, "chinchon_points": -5}, "chinchon_points"),
        ({"jokers": "JOKER_KIND_TWO_JOKERS", "joker_chinchon_points": -5}, "joker_chinchon_points"),
        (
            {"jokers": "JOKER_KIND_TWO_JOKERS", "joker_chinchon_wins": True, "chinchon_wins": False},
            "joker_chinchon_wins",
        ),
        (
            {"jokers": "JOKER_KIND_TWO_JOKERS", "chinchon_wins": False, "joker_chinchon_points": -60},
            "joker_chinchon_points",
        ),
        ({"close_max_points": 20, "points_limit": 20}, "close_max_points"),
        ({"reentry": "REENTRY_MANDATORY", "stake": 5}, "prize"),
        (
            {"reentry": "REENTRY_MANDATORY", "stake": 5, "prize": "PRIZE_POT_AND_POINTS"},
            "all_out",
        ),
        ({"reentry_tokens": 0}, "reentry_tokens"),
        ({"next_round": "NEXT_ROUND_AUTOMATIC"}, "next_round_delay"),
        ({"turn_time": {"seconds": 4}}, "turn_time"),
        ({"stake": -1}, "stake"),
        ({"points_limit": 2**31 - 1}, "points_limit"),
    ],
)
async def test_rules_that_contradict_themselves(
    client: Client, rules: dict[str, object], blamed: str
) -> None:
    refused = await refusal(client.create(rules=rules, validate_only=True))
    assert refused.reason == "INVALID_RULES"
    assert f"rules.{blamed}" in refused.fields
    assert blamed in refused.metadata["fields"].split(",")


@pytest.mark.parametrize(
    ("action", "blamed"),
    [
        ({}, "action"),
        ({"discard": {}}, "action.discard.card"),
        ({"discard": {"card": 77}}, "action.discard.card"),
        ({"discard": {"card": -1}}, "action.discard.card"),
        ({"close": {"card": 1, "melds": [{"cards": [1] * 17}]}}, "action.close.melds[0].cards"),
        ({"close": {"card": 1, "melds": [{}] * 8}}, "action.close.melds"),
        ({"expose_meld": {"cards": [0]}}, "action.expose_meld.cards[0]"),
        ({"lay_off": {"card": 1, "meld_id": -1}}, "action.lay_off.meld_id"),
        ({"lay_off": {"card": 1, "meld_id": 1, "end": 5}}, "action.lay_off.end"),
        ({"contribute_salt": {}}, "action.contribute_salt.salt"),
        ({"contribute_salt": {"salt": b"x" * 65}}, "action.contribute_salt.salt"),
    ],
)
async def test_actions_that_say_nothing(client: Client, action: dict[str, object], blamed: str) -> None:
    seats = await client.match()
    refused = await refusal(seats[0].act(Action(**action)))
    assert (refused.reason, refused.fields) == ("INVALID_REQUEST", [blamed])
    stream = await seats[0].play()
    result = await stream.act(Action(**action))
    assert [violation.field for violation in result.error.field_violations] == [blamed]
    assert (await stream.act({"draw_stock": {}}, request_id="")).error.field_violations[
        0
    ].field == "request_id"
    assert (await stream.act({"draw_stock": {}}, expected_version=-1)).error.reason == 1


@pytest.mark.parametrize(
    ("request_", "blamed"),
    [
        (ArrangeHandRequest(), "cards"),
        (ArrangeHandRequest(cards=[1] * 8), "cards[1]"),
        (ArrangeHandRequest(seat_count=5, cards=[7, 7, 7]), "cards[2]"),
        (ArrangeHandRequest(cards=[2] * 9), "cards"),
        (ArrangeHandRequest(cards=[0]), "cards[0]"),
        (ArrangeHandRequest(cards=[49]), "cards[0]"),
        (ArrangeHandRequest(cards=[77]), "cards[0]"),
        (ArrangeHandRequest(rules={"preset": "RULE_PRESET_CLUB"}, cards=[8]), "cards[0]"),
        (ArrangeHandRequest(seat_count=-1, cards=[1]), "seat_count"),
        (ArrangeHandRequest(seat_count=9, cards=[1]), "seat_count"),
        (PreviewDiscardsRequest(cards=range(1, 8)), "cards"),
        (ScoreRoundRequest(closer=range(1, 7)), "closer"),
        (ScoreRoundRequest(closer=range(1, 8), opponents=[{"cards": [1]}]), "opponents[0].cards"),
        (
            ScoreRoundRequest(closer=range(1, 8), opponents=[{"cards": range(7, 14)}]),
            "opponents[0].cards[0]",
        ),
        (ScoreRoundRequest(closer=range(1, 8), opponents=[{}] * 8), "opponents"),
        (ScoreRoundRequest(closer=range(1, 8), closer_melds=[{"cards": [99]}]), "closer_melds[0].cards[0]"),
        (ScoreRoundRequest(closer=range(1, 8), closer_melds=[{}] * 8), "closer_melds"),
    ],
)
async def test_hands_that_cannot_be(client: Client, request_: object, blamed: str) -> None:
    rpc = type(request_).__name__.removesuffix("Request")
    refused = await refusal(getattr(client.scoring, rpc)(request_))
    assert (refused.reason, refused.fields) == ("INVALID_REQUEST", [blamed])


async def test_numbers_out_of_range(client: Client) -> None:
    host, _, _ = await client.table(3)
    here = {"table_id": host.table_id, "request_id": new_id()}
    for rpc, request, field in (
        ("ListTables", ListTablesRequest(page_size=101), "page_size"),
        ("ListTables", ListTablesRequest(page_size=-1), "page_size"),
        ("ListTables", ListTablesRequest(page_token="x"), "page_token"),
        ("ListTables", ListTablesRequest(state=9), "state"),
        ("ListMyTables", ListMyTablesRequest(page_size=101), "page_size"),
        ("ListMyTables", ListMyTablesRequest(page_token="2"), "page_token"),
        ("RemoveSeat", RemoveSeatRequest(**here, seat=9), "seat"),
        ("RemoveSeat", RemoveSeatRequest(**here, seat=-3), "seat"),
        ("StartMatch", StartMatchRequest(**here, expected_version=-1), "expected_version"),
        ("JoinTable", JoinTableRequest(**here, display_name="x", seat=99), "seat"),
        ("JoinTable", JoinTableRequest(request_id=new_id(), display_name="x"), "target"),
        (
            "JoinTable",
            JoinTableRequest(request_id=new_id(), invite_code="x", display_name="x"),
            "invite_code",
        ),
        ("CreateTable", CreateTableRequest(request_id=new_id()), "display_name"),
    ):
        refused = await refusal(host.call(rpc, request))
        assert (refused.reason, refused.fields) == ("INVALID_REQUEST", [field]), rpc


async def test_ids_that_are_none(client: Client) -> None:
    for table_id in (
        "",
        "x",
        "0" * 32,
        "../../etc/passwd",
        "'; DROP TABLE tables; --",
        "é" * 100,
        "x" * 60_000,
    ):
        refused = await refusal(client.look(table_id))
        assert refused.reason == "TABLE_NOT_FOUND"


async def test_thousands_of_rapid_requests(client: Client) -> None:
    seats = await client.match()
    stream = await seats[0].play()
    for number in range(3000):
        await stream.send(action={"request_id": str(number), "action": {"discard": {"card": 1}}})
    for number in range(3000):
        assert (await stream.result(str(number))).HasField("error")
        stream.results.clear()
    assert (await seats[0].look()).version == 4


async def test_unknown_methods_are_unimplemented(client: Client) -> None:
    for method in ("/chinchon.v1.TableService/Nothing", "/nothing.at.All/Nothing"):
        refused = await refusal(client.channel.unary_unary(method)(b""))
        assert (refused.code, refused.reason) == (grpc.StatusCode.UNIMPLEMENTED, "")


async def call(client: Client, method: MethodDescriptor, raw: bytes, metadata: object) -> grpc.StatusCode:
    """Call a method with raw bytes; return the status, OK as soon as there is an answer."""
    path = f"/{method.containing_service.full_name}/{method.name}"
    try:
        if method.client_streaming:
            stream = client.channel.stream_stream(path)(metadata=metadata)
            await stream.write(raw)
            await stream.read()
        elif method.server_streaming:
            await client.channel.unary_stream(path)(raw, metadata=metadata).read()
        else:
            await client.channel.unary_unary(path)(raw, metadata=metadata)
    except grpc.aio.AioRpcError as error:
        return error.code()
    return grpc.StatusCode.OK
