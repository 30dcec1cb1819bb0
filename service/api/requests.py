"""What many requests have in common."""

from __future__ import annotations

import hashlib

from google.protobuf.message import Message

from service.errors import invalid_request


def fingerprint(content: Message) -> bytes:
    """Return what tells a repeated request from another one with the same request id."""
    body = content.SerializeToString(deterministic=True)
    return hashlib.sha256(content.DESCRIPTOR.full_name.encode() + b"\0" + body).digest()


def expected_version(version: int) -> int:
    """Return a version that a table may have, or 0; refuses a negative one."""
    if version < 0:
        raise invalid_request("expected_version", "0 or more")
    return version


def page_size(size: int, default: int, most: int) -> int:
    """Return the size of a page; refuses one out of range, 0 is the default."""
    if not 0 <= size <= most:
        raise invalid_request("page_size", f"0 to {most}")
    return size or default


def page_version(token: str) -> int:
    """Return the version that a page starts after, from a token that `page_token` made; 0 for the first page."""
    if not token:
        return 0
    if len(token) > 10 or not token.isascii() or not token.isdecimal():
        raise invalid_request("page_token", "next_page_token of the page before")
    return int(token)


def page_token(version: int) -> str:
    """Return the token of the page that starts after a version."""
    return str(version)
