"""Who is calling: seat tokens, which anybody with the key can check without any state."""

from __future__ import annotations

import base64
import hmac
import struct
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from engine.state import NOBODY
from service.errors import Refusal

TABLE_ID_BYTES: Final = 16
MAX_TOKEN: Final = 256
"""Characters; anything longer is no token and not worth decoding."""

_OWNER_BYTES: Final = 16
_SCHEME: Final = "Bearer "
_PAYLOAD: Final = struct.Struct(f">{TABLE_ID_BYTES}sbI")


@dataclass(frozen=True, slots=True)
class Caller:
    """What a valid token says; whether it is still good only the table knows."""

    table_id: str
    seat: int
    """`NOBODY` for a spectator."""
    generation: int
    """Of the seat when the token was issued; 0 for a spectator."""


class Tokens:
    """Issues and reads tokens: HMAC-SHA256 over table, seat and generation.

    The tokens of one key are good on every replica that has it.
    """

    def __init__(self, key: bytes) -> None:
        self._key = key

    def issue(self, caller: Caller) -> str:
        """Return the token of a seat or a spectator. Secret."""
        payload = _PAYLOAD.pack(bytes.fromhex(caller.table_id), caller.seat, caller.generation)
        return base64.urlsafe_b64encode(payload + self._mac(b"seat token", payload)).decode().rstrip("=")

    def read(self, token: str) -> Caller:
        """Return what a token says; refuses with UNAUTHENTICATED what this key did not sign."""
        caller = _unpack(token)
        # Comparing with the one spelling that would be issued also refuses every other spelling of the same bytes.
        if caller is None or not hmac.compare_digest(self.issue(caller).encode(), token.encode()):
            raise Refusal("UNAUTHENTICATED", "the credential is not valid")
        return caller

    def table_id(self, request_id: str) -> str:
        """Return the id of the table that a CreateTable with this request id makes, on every replica the same."""
        return self._mac(b"table id", b"CreateTable\0" + request_id.encode())[:TABLE_ID_BYTES].hex()

    def owner(self, peer: str) -> str:
        """Return the name that a peer's tables are counted by: the store keeps nobody's address."""
        return self._mac(b"owner", peer.encode())[:_OWNER_BYTES].hex()

    def caller(self, metadata: Iterable[tuple[str, str | bytes]] | None) -> Caller | None:
        """Return the caller of a call by its metadata; None without a credential."""
        given = [value for key, value in metadata or () if key == "authorization"]
        if not given:
            return None
        if len(given) > 1 or not isinstance(given[0], str) or not given[0].startswith(_SCHEME):
            raise Refusal("UNAUTHENTICATED", "authorization must be `Bearer`, one blank and the credential")
        return self.read(given[0].removeprefix(_SCHEME))

    def _mac(self, purpose: bytes, payload: bytes) -> bytes:
        return hmac.digest(self._key, b"chinchon.v1 " + purpose + b"\0" + payload, "sha256")


def _unpack(token: str) -> Caller | None:
    if len(token) > MAX_TOKEN or not token.isascii():
        return None
    try:
        raw = base64.urlsafe_b64decode(token + "=" * (-len(token) % 4))
        table_id, seat, generation = _PAYLOAD.unpack(raw[: _PAYLOAD.size])
    except (ValueError, struct.error):
        return None
    return Caller(table_id.hex(), seat, generation) if seat >= NOBODY else None
