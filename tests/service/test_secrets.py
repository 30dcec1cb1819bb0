"""What must not get out: into logs, metrics, errors, or to whom it does not belong."""

from __future__ import annotations

import random
import re
import signal
from pathlib import Path

import grpc

from chinchon.v1.record_service_pb2 import GetRecordRequest, ListEventsRequest, Record
from chinchon.v1.table_service_pb2 import (
    GetTableRequest,
    ListMyTablesRequest,
    ListTablesRequest,
    PreviewTableRequest,
)
from tests.service.clients import Client, Seat, bearer, new_id, refusal
from tests.service.processes import serving
from tests.service.test_play import QUICK, play_to_the_end

PRIVATE = "TABLE_VISIBILITY_PRIVATE"


async def test_logs_and_metrics_hold_no_secret(tmp_path: Path) -> None:
    key = "0123456789abcdef" * 4
    async with serving(tmp_path / "chinchon.db", log_level="debug", token_key=key) as server:
        client = Client(server)  # type: ignore[arg-type]
        create_id = new_id()
        host = await client.create(request_id=create_id, rules=QUICK, visibility=PRIVATE)
        seats = [host] + [await client.join(invite_code=host.view.invite_code) for _ in range(2)]
        streams = [await seat.play() for seat in seats]
        await host.start()
        for stream in streams:
            await stream.until(4)
        await play_to_the_end(streams, random.Random(7))
        await refusal(seats[1].act({"discard": {"card": 7}}))
        await refusal(client.look(host.table_id))
        await refusal(client.tables.ListMyTables(ListMyTablesRequest(), metadata=bearer("Bearer nonsense")))
        record = (await host.call("GetRecord", GetRecordRequest(table_id=host.table_id, match=1))).record
        _, metrics = await server.http("/metrics")
        await client.channel.close()
        await server.end(signal.SIGINT)
    told = "\n".join([*map(str, server.lines), metrics])
    assert "chinchon_actions_total" in told
    assert "/chinchon.v1.TurnService/Play" in told
    secrets = [create_id, host.view.invite_code, *(seat.credential for seat in seats)]
    secrets += [key, host.table_id]
    for batch in record.batches:
        for event in batch.events:
            if event.event.HasField("seed_revealed"):
                secrets.append(event.event.seed_revealed.seed.hex())
    for secret in secrets:
        assert secret not in told
    assert not re.search(r"_(OROS|COPAS|ESPADAS|BASTOS)_\d|nonsense|\bAna\b", told)


async def test_every_call_is_one_line_with_its_name_and_status(tmp_path: Path) -> None:
    async with serving(tmp_path / "chinchon.db") as server:
        client = Client(server)  # type: ignore[arg-type]
        await client.create()
        await refusal(client.look("0" * 32))
        await client.channel.close()
        await server.end(signal.SIGINT)
    calls = [line for line in server.lines if line["event"] == "call"]
    assert [(call["method"].rpartition("/")[2], call["code"]) for call in calls] == [
        ("CreateTable", "OK"),
        ("GetTable", "NOT_FOUND"),
    ]
    assert calls[1]["reason"] == "TABLE_NOT_FOUND"
    assert all(call["peer"].startswith("ipv4:127.0.0.1") and call["ms"] > 0 for call in calls)


async def test_a_call_is_named_as_its_client_named_it(client: Client) -> None:
    trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    given = (("x-request-id", "abc"), ("traceparent", trace))
    call = client.tables.ListTables(ListTablesRequest(), metadata=given)
    await call
    assert dict(await call.trailing_metadata()) == dict(given)
    for bad in (
        (),
        (("x-request-id", "two words"),),
        (("x-request-id", "x" * 200),),
        (("traceparent", "x"),),
    ):
        call = client.tables.ListTables(ListTablesRequest(), metadata=bad)
        await call
        (name,) = dict(await call.trailing_metadata()).items()
        assert re.fullmatch("[0-9a-f]{16}", name[1])
    refused = await refusal(
        client.tables.PreviewTable(PreviewTableRequest(invite_code="00000000"), metadata=given)
    )
    assert refused.trailers["x-request-id"] == "abc"


async def test_a_private_table_is_seen_by_its_seats_and_spectators_only(client: Client) -> None:
    seats = await client.table(3, visibility=PRIVATE, rules=QUICK)
    host = seats[0]
    stranger = await client.create()
    here = {"table_id": host.table_id}
    for metadata in ((), stranger.metadata):
        for call in (
            client.tables.GetTable(GetTableRequest(table_id=host.table_id), metadata=metadata),
            client.records.ListEvents(ListEventsRequest(**here), metadata=metadata),
            client.records.GetRecord(GetRecordRequest(**here, match=1), metadata=metadata),
        ):
            assert (await refusal(call)).reason == "TABLE_PRIVATE"
        assert (await refusal(client.join(table_id=host.table_id))).reason == "TABLE_PRIVATE"
    assert (await (await client.watch(host.table_id)).refused()).reason == "TABLE_PRIVATE"
    assert (await client.tables.ListTables(ListTablesRequest())).tables[0].table_id == stranger.table_id
    assert len((await client.tables.ListTables(ListTablesRequest())).tables) == 1

    spectator = await client.join(invite_code=host.view.invite_code, as_spectator=True)
    assert (spectator.view.HasField("you"), spectator.view.invite_code) == (False, "")
    assert (await spectator.look()).table_id == host.table_id
    watcher = await client.watch(host.table_id, credential=spectator.credential)
    await watcher.until(3)
    assert not watcher.updates[0].attached.HasField("seat")
    assert (await refusal(spectator.act({"draw_stock": {}}))).reason == "NOT_SEATED"
    assert not (await client.tables.ListMyTables(ListMyTablesRequest(), metadata=spectator.metadata)).tables


async def test_no_message_to_one_seat_holds_another_ones_cards(client: Client) -> None:
    seats = await client.table(3, rules=QUICK)
    streams = [await seat.play(views=True) for seat in seats]
    watcher = await client.watch(seats[0].table_id, views=True)
    await seats[0].start()
    for stream in (*streams, watcher):
        await stream.until(4)
    hands = [set(cards_of(stream)) for stream in streams]
    top = streams[0].updates[-1].view.round.discard_top
    for stream, viewer in [(watcher, -1), *((stream, seat) for seat, stream in enumerate(streams))]:
        seen = {int(card) for update in stream.updates for card in cards_in(update)}
        for seat, hand in enumerate(hands):
            if seat != viewer:
                assert not (seen - {top}) & hand
    events = (await watcher_events(client, seats[0])).batches
    assert all(not event.HasField("cards_received") for batch in events for event in batch.events)
    own = (await seats[1].call("ListEvents", ListEventsRequest(table_id=seats[1].table_id))).batches
    assert set(own[-1].events[-1].cards_received.cards) == hands[1]


async def test_a_record_is_closed_until_its_match_is_over(client: Client) -> None:
    seats = await client.match(3, rules=QUICK)
    request = GetRecordRequest(table_id=seats[0].table_id, match=1)
    assert (await refusal(seats[0].call("GetRecord", request))).code is grpc.StatusCode.NOT_FOUND
    streams = [await seat.play() for seat in seats]
    await play_to_the_end(streams, random.Random(8))
    record = await whole_record(client, seats[0].table_id)
    assert record.batches[0].events[0].event.HasField("match_started")
    assert record.batches[-1].events[-1].event.HasField("match_ended")
    assert record.result.match == 1
    assert [seat.display_name for seat in record.seats] == ["Ana", "Bea", "Bea"]
    assert all(len(hand.cards) == 7 for hand in record.batches[0].events[1].secrets.hands)
    # The seed of the whole chain and the invite code never leave the store.
    every = [event for batch in record.batches for event in batch.events]
    assert not any(event.secrets.seed or event.secrets.invite_code for event in every)
    assert await whole_record(client, seats[0].table_id, page_size=7) == record
    await seats[0].start()
    assert await whole_record(client, seats[0].table_id) == record, "a later match changes nothing"
    later = GetRecordRequest(table_id=seats[0].table_id, match=2)
    assert (await refusal(client.records.GetRecord(later))).reason == "RECORD_NOT_FOUND"


async def whole_record(client: Client, table_id: str, page_size: int = 0) -> Record:
    """Put the pages of the record of a table's first match together."""
    record, token = Record(), ""
    while True:
        request = GetRecordRequest(table_id=table_id, match=1, page_size=page_size, page_token=token)
        page = await client.records.GetRecord(request)
        kept = list(record.batches)
        record.CopyFrom(page.record)
        del record.batches[:]
        record.batches.extend([*kept, *page.record.batches])
        token = page.next_page_token
        if not token:
            return record


def cards_of(stream: object) -> list[int]:
    """Return the hand that a stream's seat holds."""
    you = stream.you  # type: ignore[attr-defined]
    return [int(card) for meld in you.melds for card in meld.cards] + [int(card) for card in you.loose]


def cards_in(message: object) -> list[int]:
    """Return every card anywhere in a message."""
    found = []
    for field, value in message.ListFields():  # type: ignore[attr-defined]
        values = value if field.is_repeated else [value]
        if field.message_type is not None:
            found += [card for each in values for card in cards_in(each)]
        elif field.enum_type is not None and field.enum_type.name == "Card":
            found += [int(card) for card in values if card]
    return found


async def watcher_events(client: Client, seat: Seat) -> object:
    """List the events of a table as anybody sees them."""
    return await client.records.ListEvents(ListEventsRequest(table_id=seat.table_id))
