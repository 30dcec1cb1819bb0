"""Tables around their matches: creating, finding, joining, watching, leaving."""

from __future__ import annotations

from chinchon.v1.event_pb2 import TableVisibility
from chinchon.v1.table_pb2 import TableState
from chinchon.v1.table_service_pb2 import (
    CreateTableRequest,
    JoinTableRequest,
    KeepAliveRequest,
    ListMyTablesRequest,
    ListTablesRequest,
    PreviewTableRequest,
    RemoveSeatRequest,
)
from tests.service.clients import Client, new_id, refusal

CONGA = {"preset": "RULE_PRESET_CONGA"}


async def test_a_table_is_private_and_plays_barajamos_unless_asked_otherwise(client: Client) -> None:
    request = CreateTableRequest(request_id=new_id(), display_name="Ana")
    created = await client.tables.CreateTable(request)
    assert created.view.visibility == TableVisibility.TABLE_VISIBILITY_PRIVATE
    assert (created.seat, created.version, len(created.view.seats)) == (0, 1, 6)
    assert created.rules == created.view.rules
    assert (created.rules.points_limit, created.rules.connection_grace.seconds) == (70, 60)
    host = created.view.seats[0]
    assert (host.taken, host.host, host.display_name, host.connected) == (True, True, "Ana", True)
    assert len(created.view.invite_code) == 8
    assert len(created.table_id) == 32
    assert created.view.state == TableState.TABLE_STATE_LOBBY


async def test_validate_only_answers_the_complete_rules_and_creates_nothing(client: Client) -> None:
    request = CreateTableRequest(request_id=new_id(), display_name="Ana", rules=CONGA, validate_only=True)
    answer = await client.tables.CreateTable(request)
    assert (answer.table_id, answer.credential, answer.HasField("view")) == ("", "", False)
    assert answer.rules.points_limit == 100
    assert len(answer.rules.ListFields()) == 41
    request.validate_only = False
    assert (await client.tables.CreateTable(request)).version == 1, "its request_id is still free"


async def test_an_invite_code_leads_to_its_table_however_it_is_typed(client: Client) -> None:
    host = await client.create(visibility="TABLE_VISIBILITY_PRIVATE")
    code = host.view.invite_code
    typed = f" {code[:4].lower()}-{code[4:]} ".replace("0", "o").replace("1", "l")
    preview = (await client.tables.PreviewTable(PreviewTableRequest(invite_code=typed))).table
    assert (preview.table_id, preview.host_name, preview.seats, preview.seats_taken) == (
        host.table_id,
        "Ana",
        6,
        1,
    )
    guest = await client.join(invite_code=typed)
    assert (guest.table_id, guest.index, guest.view.invite_code) == (host.table_id, 1, code)
    await host.close()
    assert (await refusal(client.join(invite_code=typed))).reason == "TABLE_NOT_FOUND"


async def test_a_seat_may_be_chosen(client: Client) -> None:
    host = await client.create(rules=CONGA)
    assert (await client.join(table_id=host.table_id, seat=5)).index == 5
    assert (await client.join(table_id=host.table_id)).index == 1
    assert (await refusal(client.join(table_id=host.table_id, seat=5))).reason == "TABLE_FULL"
    absent = JoinTableRequest(request_id=new_id(), table_id=host.table_id, display_name="x")
    chosen = JoinTableRequest(request_id=absent.request_id, table_id=host.table_id, display_name="x", seat=2)
    assert (await client.tables.JoinTable(absent)).seat == 2
    assert (await refusal(client.tables.JoinTable(chosen))).reason == "REQUEST_ID_REUSED"


async def test_the_host_removes_seats_and_hands_over_by_leaving(client: Client) -> None:
    host, bea, caro = await client.table(3, rules=CONGA)
    remove = RemoveSeatRequest(table_id=host.table_id, request_id=new_id(), expected_version=3, seat=1)
    assert (await refusal(caro.call("RemoveSeat", remove))).reason == "NOT_HOST"
    assert (await host.call("RemoveSeat", remove)).version == 4
    assert (await host.call("RemoveSeat", remove)).version == 4
    assert (await refusal(bea.look())).reason == "TOKEN_EXPIRED"
    assert await host.leave() == 5
    view = await caro.look()
    assert [seat.seat for seat in view.seats if seat.host] == [2]
    assert await caro.leave() == 6
    assert (await client.look(host.table_id)).state == TableState.TABLE_STATE_CLOSED


async def test_public_tables_are_listed_newest_first_in_pages(client: Client) -> None:
    seats = [await client.create(display_name=f"host {number}", rules=CONGA) for number in range(5)]
    await client.create(visibility="TABLE_VISIBILITY_PRIVATE")
    await client.join(table_id=seats[0].table_id)
    await seats[0].start()
    await seats[1].close()
    listed, token = [], ""
    while True:
        page = await client.tables.ListTables(ListTablesRequest(page_size=2, page_token=token))
        listed += page.tables
        token = page.next_page_token
        if not token:
            break
    created = {seat.table_id: number for number, seat in enumerate(seats)}
    assert sorted(created[table.table_id] for table in listed) == [0, 2, 3, 4]
    times = [(await client.look(table.table_id)).create_time.ToMilliseconds() for table in listed]
    assert times == sorted(times, reverse=True)
    playing = (await client.tables.ListTables(ListTablesRequest(state=TableState.TABLE_STATE_PLAYING))).tables
    assert [(table.table_id, table.seats_taken, table.version, table.host_name) for table in playing] == [
        (seats[0].table_id, 2, 3, "host 0")
    ]
    closed = (await client.tables.ListTables(ListTablesRequest(state=TableState.TABLE_STATE_CLOSED))).tables
    assert [table.table_id for table in closed] == [seats[1].table_id]


async def test_a_credential_finds_its_table_again(client: Client) -> None:
    _, guest = await client.table(2, visibility="TABLE_VISIBILITY_PRIVATE", rules=CONGA)
    (mine,) = (await guest.call("ListMyTables", ListMyTablesRequest())).tables
    assert (mine.table_id, mine.version, mine.seats_taken) == (guest.table_id, 2, 2)
    refused = await refusal(client.tables.ListMyTables(ListMyTablesRequest()))
    assert refused.reason == "UNAUTHENTICATED"


async def test_keep_alive_tells_the_version(client: Client) -> None:
    host, _ = await client.table(2, rules=CONGA)
    assert (await host.call("KeepAlive", KeepAliveRequest(table_id=host.table_id))).version == 2
    await host.close()
    refused = await refusal(host.call("KeepAlive", KeepAliveRequest(table_id=host.table_id)))
    assert refused.reason == "TABLE_CLOSED"


async def test_a_renewed_credential_is_good_and_the_old_one_is_not(client: Client) -> None:
    host, _ = await client.table(2, rules=CONGA)
    old = host.credential
    host.credential = await host.renew()
    assert (await host.look()).version == 3
    host.credential = old
    assert (await refusal(host.look())).reason == "TOKEN_EXPIRED"
    assert (await refusal(host.start())).reason == "TOKEN_EXPIRED"
