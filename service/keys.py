"""The key that signs seat tokens."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from service.files import create_once
from service.settings import MIN_KEY_BYTES, SettingError, Settings
from service.store.sqlite_file import path_of


def token_key(settings: Settings, random_bytes: Callable[[int], bytes]) -> bytes:
    """Return the key of the settings, or else the one kept beside the SQLite file, made when it is missing.

    Raises `SettingError` when it can be neither read nor made.
    """
    if settings.token_key:
        return settings.token_key
    path = key_file(path_of(settings.store))
    try:
        key = path.read_bytes() if path.exists() else create_once(path, _draw(random_bytes))
    except OSError as error:
        raise SettingError(f"CHINCHON_TOKEN_KEY: unset, and {path}: {error.strerror}") from None
    if len(key.strip()) < MIN_KEY_BYTES:
        raise SettingError(f"CHINCHON_TOKEN_KEY: unset, and {path} holds fewer than {MIN_KEY_BYTES} bytes")
    return key.strip()


def key_file(database: Path) -> Path:
    """Return where the key of a database is kept."""
    return database.with_name(database.name + ".key")


def _draw(random_bytes: Callable[[int], bytes]) -> bytes:
    return random_bytes(MIN_KEY_BYTES).hex().encode() + b"\n"
