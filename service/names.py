"""Text that people and clients choose: display names, invite codes, request ids."""

from __future__ import annotations

import unicodedata
from typing import Final

from service.errors import invalid_request

MAX_NAME: Final = 32
MAX_REQUEST_ID: Final = 64
INVITE_LENGTH: Final = 8
INVITE_ENTROPY: Final = 5
"""Random bytes that an invite code spells."""
CROCKFORD: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

# Control, format (also bidirectional ones), surrogate, private use, unassigned, line and paragraph separators.
_REFUSED: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_JOINER: Final = "\u200d"
"""A format character all the same: it holds emoji together."""
_BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0" + _JOINER)
"""What looks like nothing without being a space."""
_MISREAD: Final = str.maketrans("OIL", "011", " -\t")


def display_name(text: str) -> str:
    """Return a player's name, made NFC and without blanks around it; refuses what is too long or cannot be seen."""
    # A name that is too long even before it is composed is not worth composing.
    name = unicodedata.normalize("NFC", text).strip(" \u00a0\u3000") if len(text) <= 4 * MAX_NAME else text
    if (
        not 1 <= len(name) <= MAX_NAME
        or all(char.isspace() or char in _BLANK for char in name)
        or any(unicodedata.category(char) in _REFUSED and char != _JOINER for char in name)
    ):
        raise invalid_request(
            "display_name",
            f"1 to {MAX_NAME} code points, something to be seen, no control or bidirectional characters",
        )
    return name


def request_id(text: str) -> str:
    """Return a request id as it is; refuses all but 1 to 64 printable ASCII characters."""
    if not 1 <= len(text) <= MAX_REQUEST_ID or not text.isascii() or not text.isprintable():
        raise invalid_request("request_id", f"1 to {MAX_REQUEST_ID} printable ASCII characters")
    return text


def server_request_id(*parts: object) -> str:
    """Return a request id of the server's own, such as no client can send."""
    return "\n" + " ".join(map(str, parts))


def invite_code(text: str) -> str:
    """Return an invite code as it is stored: upper case, no blanks and hyphens, letters that look like digits mended."""
    code = text.upper().translate(_MISREAD) if len(text) <= 4 * INVITE_LENGTH else ""
    if len(code) != INVITE_LENGTH or any(char not in CROCKFORD for char in code):
        raise invalid_request("invite_code", f"{INVITE_LENGTH} Crockford base-32 characters")
    return code


def new_invite_code(entropy: bytes) -> str:
    """Return the invite code that `INVITE_ENTROPY` random bytes spell."""
    number = int.from_bytes(entropy, "big")
    return "".join(CROCKFORD[number >> 5 * place & 31] for place in reversed(range(INVITE_LENGTH)))
