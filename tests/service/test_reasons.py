"""Every reason for which a request is refused: how to get it, and what comes with it.

The names of the functions say what a client did; the table at the end what it is told.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

import grpc
import pytest

from chinchon.v1.action_pb2 import Action
from chinchon.v1.error_pb2 import ErrorReason
from chinchon.v1.record_service_pb2 import GetRecordRequest
from chinchon.v1.table_pb2 import You
from chinchon.v1.table_service_pb2 import (
    KeepAliveRequest,
    PreviewTableRequest,
)
from service import tables
from service.store.base import StoreUnavailable
from tests.service.clients import Client, Refused, Seat, moves, new_id, refusal
from tests.service.conftest import Serve

Code = grpc.StatusCode
JOKER = 1
"""Under the presets here the ace of oros."""

DRAW = {"draw_stock": {}}
CLUB = {"preset": "RULE_PRESET_CLUB"}
CONGA = {"preset": "RULE_PRESET_CONGA"}
EASY = {"preset": "RULE_PRESET_CONGA", "close_max_points": 50, "points_limit": 1000}
"""Rules under which nearly every hand may close."""


async def without_a_name(client: Client) -> Refused:
    return await refusal(client.create(display_name=""))


async def with_rules_that_contradict_themselves(client: Client) -> Refused:
    return await refusal(client.create(rules={"min_players": 5, "max_players": 3}))


async def with_an_id_used_for_something_else(client: Client) -> Refused:
    again = new_id()
    await client.create(request_id=again)
    return await refusal(client.create(request_id=again, display_name="Eva"))


async def without_a_credential(client: Client) -> Refused:
    seat = await client.create()
    return await refusal(client.tables.KeepAlive(KeepAliveRequest(table_id=seat.table_id)))


async def with_a_forged_credential(client: Client) -> Refused:
    seat = await client.create()
    seat.credential = seat.credential[:-1] + ("A" if seat.credential[-1] != "A" else "B")
    return await refusal(seat.act(DRAW))


async def with_a_replaced_credential(client: Client) -> Refused:
    seat = await client.create()
    await seat.renew()
    return await refusal(seat.look())


async def at_somebody_elses_table(client: Client) -> Refused:
    seat, other = await client.create(), await client.create()
    seat.table_id = other.table_id
    return await refusal(seat.act(DRAW))


async def as_a_guest_what_only_the_host_may(client: Client) -> Refused:
    return await refusal((await client.table(3))[1].start())


async def looking_into_a_private_table(client: Client) -> Refused:
    seat = await client.create(visibility="TABLE_VISIBILITY_PRIVATE")
    return await refusal(client.look(seat.table_id))


async def at_no_table(client: Client) -> Refused:
    return await refusal(client.look("0" * 32))


async def by_an_invite_code_of_no_table(client: Client) -> Refused:
    return await refusal(client.tables.PreviewTable(PreviewTableRequest(invite_code="00000000")))


async def the_record_of_a_match_that_is_not_over(client: Client) -> Refused:
    seats = await client.match()
    return await refusal(seats[0].call("GetRecord", GetRecordRequest(table_id=seats[0].table_id, match=1)))


async def out_of_turn(client: Client) -> Refused:
    _, seat = await on_and_off_turn(await client.match())
    return await refusal(seat.act(DRAW))


async def discarding_before_drawing(client: Client) -> Refused:
    seat, _ = await on_and_off_turn(await client.match())
    return await refusal(seat.act({"discard": {"card": any_card((await seat.look()).you)}}))


async def discarding_what_is_not_in_hand(client: Client) -> Refused:
    seat, _ = await on_and_off_turn(await client.match())
    drawn = await seat.act(DRAW)
    missing = next(card for card in range(1, 49) if card not in cards(drawn.you))
    return await refusal(seat.act({"discard": {"card": missing}}))


async def giving_back_the_card_just_taken(client: Client) -> Refused:
    seat, _ = await on_and_off_turn(await client.match(2, rules=CLUB))
    taken = (await seat.look()).round.discard_top
    await seat.act({"draw_discard": {}})
    return await refusal(seat.act({"discard": {"card": taken}}))


async def closing_in_the_first_round_of_turns(client: Client) -> Refused:
    rules = EASY | {"close_in_first_round": False}
    seat, _ = await on_and_off_turn(await client.match(rules=rules))
    drawn = await seat.act(DRAW)
    return await refusal(seat.act({"close": {"card": any_card(drawn.you)}}))


async def closing_with_too_many_points(client: Client) -> Refused:
    rules = {"close_max_points": 0}
    seat, _ = await on_and_off_turn(await client.match(rules=rules))
    drawn = await seat.act(DRAW)
    return await refusal(seat.act({"close": {"card": any_card(drawn.you)}}))


async def closing_with_melds_that_are_none(client: Client) -> Refused:
    for _ in range(50):  # few deals are too dear for these rules, but some are
        seat, _ = await on_and_off_turn(await client.match(rules=EASY))
        drawn = await seat.act(DRAW)
        for option in drawn.you.discard_options:
            if option.may_close:
                named = [{"cards": [option.card] * 3}]
                return await refusal(seat.act({"close": {"card": option.card, "melds": named}}))
    raise AssertionError("no deal could be closed")


async def laying_off_what_does_not_fit(client: Client) -> Refused:
    seats = await client.match(2, rules=EASY | {"showdown": "SHOWDOWN_MANUAL"})
    for _ in range(500):
        seat, you = await whose_move(seats)
        action = next((move for move in moves(you) if move.WhichOneof("kind") == "close"), moves(you)[0])
        if action.WhichOneof("kind") in ("lay_off", "pass_lay_off"):
            target = (await seat.look()).round.lay_off_meld_id
            fits = [move.lay_off.card for move in moves(you) if move.HasField("lay_off")]
            if misfits := [card for card in you.loose if card not in fits and card != JOKER]:
                return await refusal(seat.act({"lay_off": {"card": misfits[0], "meld_id": target}}))
        await seat.act(action)
    raise AssertionError("everything fitted")


async def drawing_from_a_stock_that_is_gone(client: Client) -> Refused:
    seats = await client.match(2, rules=CLUB)
    while not (seat := (await whose_move(seats))[0]) or not await stock_is_gone(seat):
        drawn = await seat.act(DRAW)
        await seat.act(next(move for move in moves(drawn.you) if move.WhichOneof("kind") == "discard"))
    return await refusal(seat.act(DRAW))


async def saying_paso_while_there_is_stock(client: Client) -> Refused:
    seat, _ = await on_and_off_turn(await client.match(2, rules=CLUB))
    return await refusal(seat.act({"say_paso": {}}))


async def reentering_while_in(client: Client) -> Refused:
    seats = await client.match(rules={"close_max_points": 50, "points_limit": 1000})
    while (await seats[0].look()).round.phase != 5:
        seat, you = await whose_move(seats)
        await seat.act(
            next((move for move in moves(you) if move.WhichOneof("kind") == "close"), moves(you)[0])
        )
    return await refusal(seats[0].act({"reenter": {"round": 1}}))


async def answering_no_proposal(client: Client) -> Refused:
    seats = await client.match(rules=CLUB)
    return await refusal(seats[0].act({"answer_end": {"proposal_id": 7, "agree": True}}))


async def starting_alone(client: Client) -> Refused:
    return await refusal((await client.create()).start())


async def joining_a_full_table(client: Client) -> Refused:
    seats = await client.table(3, seats=3)
    return await refusal(client.join(table_id=seats[0].table_id))


async def joining_while_a_match_is_played(client: Client) -> Refused:
    seats = await client.match()
    return await refusal(client.join(table_id=seats[0].table_id))


async def playing_in_the_lobby(client: Client) -> Refused:
    return await refusal((await client.create()).act(DRAW))


async def leaving_where_that_is_refused(client: Client) -> Refused:
    return await refusal((await client.match(rules=CLUB))[1].leave())


async def joining_a_closed_table(client: Client) -> Refused:
    seat = await client.create()
    await seat.close()
    return await refusal(client.join(table_id=seat.table_id))


async def with_an_older_version(client: Client) -> Refused:
    seat, _ = await on_and_off_turn(await client.match())
    return await refusal(seat.act(DRAW, expected_version=2))


async def with_a_fifth_stream(client: Client) -> Refused:
    seat = await client.create()
    streams = [await seat.play() for _ in range(5)]
    return await streams[0].refused()


async def while_the_server_drains(client: Client) -> Refused:
    client.server._envelope.draining = True
    return await refusal(client.create())


async def while_the_store_is_away(client: Client) -> Refused:
    seat = await client.create()

    async def commit(new: object) -> object:
        raise StoreUnavailable("gone")

    client.server.app.world.store.commit = commit  # type: ignore[assignment, method-assign]
    return await refusal(seat.renew())


async def when_the_server_has_a_bug(client: Client) -> Refused:
    seat = await client.create()

    def broken(*_: object) -> object:
        raise ZeroDivisionError("the hand was 7o 7c 7b")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tables, "decide", broken)
        refused = await refusal(seat.renew())
    assert "7o" not in refused.message
    assert refused.metadata["correlation_id"] == refused.trailers["x-request-id"]
    return refused


Scenario: TypeAlias = Callable[[Client], Awaitable[Refused]]


@dataclass(frozen=True)
class Told:
    """What a client is told."""

    scenario: Scenario
    reason: str
    code: grpc.StatusCode
    metadata: set[str]
    fields: tuple[str, ...] = ()
    retry: bool = False
    rejection: bool = False


def rule(scenario: Scenario, reason: str, *metadata: str, rejection: bool = True) -> Told:
    """Describe a refusal by the rules of the game."""
    return Told(scenario, reason, Code.FAILED_PRECONDITION, set(metadata), rejection=rejection)


TOLD = [
    Told(without_a_name, "INVALID_REQUEST", Code.INVALID_ARGUMENT, {"field"}, ("display_name",)),
    Told(
        with_rules_that_contradict_themselves,
        "INVALID_RULES",
        Code.INVALID_ARGUMENT,
        {"fields"},
        ("rules.min_players", "rules.max_players"),
    ),
    Told(with_an_id_used_for_something_else, "REQUEST_ID_REUSED", Code.INVALID_ARGUMENT, {"request_id"}),
    Told(without_a_credential, "UNAUTHENTICATED", Code.UNAUTHENTICATED, set()),
    Told(with_a_forged_credential, "UNAUTHENTICATED", Code.UNAUTHENTICATED, set()),
    Told(with_a_replaced_credential, "TOKEN_EXPIRED", Code.UNAUTHENTICATED, set()),
    Told(at_somebody_elses_table, "NOT_SEATED", Code.PERMISSION_DENIED, {"table_id"}),
    Told(
        as_a_guest_what_only_the_host_may, "NOT_HOST", Code.PERMISSION_DENIED, {"host_seat"}, rejection=True
    ),
    Told(looking_into_a_private_table, "TABLE_PRIVATE", Code.PERMISSION_DENIED, set()),
    Told(at_no_table, "TABLE_NOT_FOUND", Code.NOT_FOUND, {"table_id"}),
    Told(by_an_invite_code_of_no_table, "TABLE_NOT_FOUND", Code.NOT_FOUND, set()),
    Told(the_record_of_a_match_that_is_not_over, "RECORD_NOT_FOUND", Code.NOT_FOUND, {"table_id", "match"}),
    rule(out_of_turn, "NOT_YOUR_TURN", "seat_on_turn", "phase"),
    rule(discarding_before_drawing, "WRONG_PHASE", "phase", "expected"),
    rule(discarding_what_is_not_in_hand, "CARD_NOT_IN_HAND", "card"),
    rule(giving_back_the_card_just_taken, "CARD_JUST_TAKEN", "card"),
    rule(closing_in_the_first_round_of_turns, "CLOSE_TOO_EARLY", "turns_played", "turns_needed"),
    rule(closing_with_too_many_points, "CLOSE_NOT_ALLOWED", "points", "limit", "close_rule"),
    rule(closing_with_melds_that_are_none, "MELDS_NOT_VALID"),
    rule(laying_off_what_does_not_fit, "LAY_OFF_NOT_POSSIBLE", "card", "meld_id"),
    rule(drawing_from_a_stock_that_is_gone, "STOCK_EMPTY"),
    rule(saying_paso_while_there_is_stock, "STOCK_NOT_EMPTY", "stock_count"),
    rule(reentering_while_in, "NO_REENTRY_LEFT", "tokens"),
    rule(answering_no_proposal, "NO_PROPOSAL", "proposal_id"),
    rule(starting_alone, "NOT_ENOUGH_PLAYERS", "players", "min_players"),
    rule(joining_a_full_table, "TABLE_FULL", "seats", rejection=False),
    rule(joining_while_a_match_is_played, "MATCH_RUNNING", "match", rejection=False),
    rule(playing_in_the_lobby, "MATCH_NOT_RUNNING", "state"),
    rule(leaving_where_that_is_refused, "CANNOT_LEAVE"),
    rule(joining_a_closed_table, "TABLE_CLOSED", rejection=False),
    Told(
        with_an_older_version, "STALE_VERSION", Code.ABORTED, {"version", "expected_version"}, rejection=True
    ),
    Told(with_a_fifth_stream, "SEAT_TAKEN_OVER", Code.ABORTED, {"limit"}),
    Told(while_the_server_drains, "DRAINING", Code.UNAVAILABLE, set(), retry=True),
    Told(while_the_store_is_away, "STORE_UNAVAILABLE", Code.UNAVAILABLE, set(), retry=True),
    Told(when_the_server_has_a_bug, "INTERNAL", Code.INTERNAL, {"correlation_id"}),
]


@pytest.mark.parametrize("told", TOLD, ids=lambda told: told.scenario.__name__)
async def test_a_client_that_is_refused(told: Told, client: Client) -> None:
    refused = await told.scenario(client)
    assert (refused.reason, refused.code) == (told.reason, told.code)
    assert set(refused.metadata) == told.metadata
    assert tuple(refused.fields) == told.fields
    assert (refused.retry_after is not None) == told.retry
    assert (refused.rejection is not None) == told.rejection
    assert refused.message


async def test_limits_say_which_and_when_to_try_again(serve: Serve) -> None:
    client = await serve(max_tables=1, invite_guesses=2, rate_limit=1, rate_burst=8)
    await client.create()
    refused = [await refusal(client.create())]
    guess = PreviewTableRequest(invite_code="00000000")
    refused += [await refusal(client.tables.PreviewTable(guess)) for _ in range(3)]
    refused += [await refusal(client.create()) for _ in range(4)]
    reached = [each for each in refused if each.reason == "LIMIT_REACHED"]
    assert {each.metadata["limit"] for each in reached} == {"tables", "invite_codes", "rate"}
    assert all(each.code is Code.RESOURCE_EXHAUSTED and (each.retry_after or 0) > 0 for each in reached)


def test_every_reason_is_shown_here() -> None:
    shown = {told.reason for told in TOLD} | {"LIMIT_REACHED", "UNSPECIFIED"}
    assert shown == {name.removeprefix("ERROR_REASON_") for name in dict(ErrorReason.items())}


async def test_a_refused_request_changes_nothing(client: Client) -> None:
    seats = await client.match()
    before = await seats[0].look()
    _, late = await on_and_off_turn(seats)
    for action in (DRAW, {"discard": {"card": 1}}, {"open_round": {"round": 2}}, {"reenter": {"round": 1}}):
        await refusal(late.act(action))
    assert await seats[0].look() == before


async def on_and_off_turn(seats: list[Seat]) -> tuple[Seat, Seat]:
    """Return the seat on turn, and another one."""
    on_turn = (await seats[0].look()).round.seat_on_turn
    return seats[on_turn], seats[(on_turn + 1) % len(seats)]


async def whose_move(seats: list[Seat]) -> tuple[Seat, You]:
    """Return a seat that may do something, the seat on turn first."""
    looks = [(seat, (await seat.look()).you) for seat in seats]
    able = [(seat, you) for seat, you in looks if any(plays(move) for move in moves(you))]
    return able[0]


def plays(move: Action) -> bool:
    """Tell whether a move is part of play, not of ending it."""
    return move.WhichOneof("kind") not in ("propose_end", "answer_end")


async def stock_is_gone(seat: Seat) -> bool:
    """Tell whether nothing is left to draw."""
    return any(move.WhichOneof("kind") == "say_paso" for move in moves((await seat.look()).you))


def cards(you: You) -> list[int]:
    """Return the cards in hand."""
    return [card for meld in you.melds for card in meld.cards] + list(you.loose)


def any_card(you: You) -> int:
    """Return a card in hand."""
    return cards(you)[0]
