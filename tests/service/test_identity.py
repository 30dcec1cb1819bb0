"""Tokens, names, codes and limits, by themselves."""

from __future__ import annotations

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.state import NOBODY
from service import names
from service.auth import Caller, Tokens
from service.errors import Refusal
from service.limits import MAX_PEERS, Places, Rate, peer_of
from tests.service.worlds import MovableWorld

TOKENS = Tokens(b"k" * 32)
TABLE = "0123456789abcdef" * 2


@given(st.binary(min_size=16, max_size=16), st.integers(NOBODY, 7), st.integers(0, 2**32 - 1))
def test_a_token_says_what_it_was_issued_for(table_id: bytes, seat: int, generation: int) -> None:
    caller = Caller(table_id.hex(), seat, generation)
    assert TOKENS.read(TOKENS.issue(caller)) == caller
    assert Tokens(b"k" * 32).read(TOKENS.issue(caller)) == caller, "on every replica"


def test_no_byte_of_a_token_can_be_changed() -> None:
    token = TOKENS.issue(Caller(TABLE, 3, 2))
    raw = base64.urlsafe_b64decode(token + "=" * (-len(token) % 4))
    for at in range(len(raw)):
        forged = raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :]
        refuse(base64.urlsafe_b64encode(forged).decode().rstrip("="))
    for at in range(len(token)):
        refuse(token[:at] + ("A" if token[at] != "A" else "B") + token[at + 1 :])


@given(st.text(max_size=300))
def test_garbage_is_no_token(text: str) -> None:
    refuse(text)


@pytest.mark.parametrize("change", ["{}=", "{}==", "{} ", " {}", "{}A", "{}\n"])
def test_another_spelling_of_a_token_is_none(change: str) -> None:
    refuse(change.format(TOKENS.issue(Caller(TABLE, 0, 1))))


def test_another_key_makes_other_tokens_and_tables() -> None:
    other = Tokens(b"x" * 32)
    with pytest.raises(Refusal):
        other.read(TOKENS.issue(Caller(TABLE, 0, 1)))
    assert other.table_id("request") != TOKENS.table_id("request") != TOKENS.table_id("requesT")
    assert len(bytes.fromhex(TOKENS.table_id("request"))) == 16


@pytest.mark.parametrize("value", ["", "Bearer", "Bearer ", "bearer x", "Basic x", "Bearer  x"])
def test_a_credential_comes_as_bearer(value: str) -> None:
    with pytest.raises(Refusal, match="credential"):
        TOKENS.caller((("authorization", value),))


def test_two_credentials_are_none() -> None:
    value = f"Bearer {TOKENS.issue(Caller(TABLE, 0, 1))}"
    assert TOKENS.caller((("authorization", value), ("other", "x"))) == Caller(TABLE, 0, 1)
    with pytest.raises(Refusal):
        TOKENS.caller((("authorization", value), ("authorization", value)))
    assert TOKENS.caller((("other", "x"),)) is None


@pytest.mark.parametrize(
    ("given_name", "kept"),
    [
        ("Ana", "Ana"),
        ("e\u0301", "\u00e9"),
        ("ñ" * 32, "ñ" * 32),
        ("a b", "a b"),
        ("👩‍👧", "👩‍👧"),
        ("e\u0301" * 32, "é" * 32),
    ],
)
def test_names_are_made_nfc(given_name: str, kept: str) -> None:
    assert names.display_name(given_name) == kept


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "\u3000",
        "a\nb",
        "a\0",
        "\u202eabc",
        "a\u2066b",
        "x" * 33,
        "x" * 1_000_000,
        "\ud800",
        "\ue000",
        "\u2028",
    ],
)
def test_names_that_would_disturb_are_refused(name: str) -> None:
    with pytest.raises(Refusal, match="display_name"):
        names.display_name(name)


@pytest.mark.parametrize(
    "code", ["ABCD1230", "abcd1230", "abcd-1230", " ab cd-12 30 ", "abcdI23O", "abcdL23o"]
)
def test_invite_codes_forgive_what_people_do(code: str) -> None:
    assert names.invite_code(code) == "ABCD1230"


@pytest.mark.parametrize("code", ["", "ABCD123", "ABCD12300", "ABCDU230", "ABCD123é", "1" * 1_000_000])
def test_what_is_no_invite_code_is_refused(code: str) -> None:
    with pytest.raises(Refusal, match="invite_code"):
        names.invite_code(code)


@given(st.binary(min_size=names.INVITE_ENTROPY, max_size=names.INVITE_ENTROPY))
def test_every_new_invite_code_is_one(entropy: bytes) -> None:
    code = names.new_invite_code(entropy)
    assert names.invite_code(code) == code


@pytest.mark.parametrize("request_id", ["", "x" * 65, "a\n", "ñ", "\x7f"])
def test_what_is_no_request_id_is_refused(request_id: str) -> None:
    with pytest.raises(Refusal, match="request_id"):
        names.request_id(request_id)


@pytest.mark.parametrize(
    ("address", "peer"),
    [
        ("ipv4:192.0.2.7:1234", "192.0.2.7"),
        ("ipv6:%5B2001:db8:1:2:3::4%5D:1234", "2001:db8:1:2::/64"),
        ("ipv6:[::1]:5", "::/64"),
        ("ipv6:[fe80::1%25eth0]:5", "fe80::/64"),
        ("unix:", "unix"),
    ],
)
def test_a_peer_is_its_host_without_the_port(address: str, peer: str) -> None:
    assert peer_of(address) == peer


async def test_a_rate_lets_a_burst_through_and_then_so_many_a_second() -> None:
    world = MovableWorld(None)  # type: ignore[arg-type]
    rate = Rate(world, "rate", 2, burst=3)
    assert [taken(rate, "a") for _ in range(4)] == [True, True, True, False]
    assert taken(rate, "b"), "each peer for itself"
    with pytest.raises(Refusal) as refused:
        rate.check("a")
    assert 400 < (refused.value.retry_after_ms or 0) <= 502
    world.move(1.01)
    assert [taken(rate, "a") for _ in range(3)] == [True, True, False]
    world.move(3600)
    assert [taken(rate, "a") for _ in range(4)] == [True, True, True, False]


async def test_a_rate_forgets_who_was_quiet_longest() -> None:
    rate = Rate(MovableWorld(None), "rate", 0.001, burst=1)  # type: ignore[arg-type]
    for peer in range(MAX_PEERS):
        assert taken(rate, str(peer))
    assert not taken(rate, "0")
    assert taken(rate, "one more")
    assert not taken(rate, "9")
    assert taken(rate, "0")


def test_places_are_given_back() -> None:
    places = Places("watchers", 1)
    with places.one(), pytest.raises(Refusal, match="watchers"), places.one():
        pass
    with pytest.raises(ZeroDivisionError), places.one():
        raise ZeroDivisionError
    with places.one():
        assert places.taken == 1
    assert places.taken == 0


def refuse(token: str) -> None:
    """Check that a token is refused."""
    with pytest.raises(Refusal) as refused:
        TOKENS.read(token)
    assert refused.value.reason == "UNAUTHENTICATED"


def taken(rate: Rate, peer: str) -> bool:
    """Tell whether a peer gets a token."""
    try:
        rate.take(peer)
    except Refusal:
        return False
    return True
