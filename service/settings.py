"""Every setting of the server, read from `CHINCHON_*` environment variables."""

from __future__ import annotations

import difflib
import math
from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass, field, fields
from typing import Final, TypeVar

T = TypeVar("T")

PREFIX: Final = "CHINCHON_"
MIN_KEY_BYTES: Final = 32


class SettingError(ValueError):
    """A setting that cannot be used; the message is one line, and has no secret in it."""


def _setting(default: T, parse: Callable[[str], T], help: str, *, secret: bool = False) -> T:
    """Declare a setting: its default, how its text is read (`ValueError` says what was expected), what it does."""
    value: T = field(
        default=default, repr=not secret, metadata={"parse": parse, "help": help, "secret": secret}
    )
    return value


def _address(text: str) -> str:
    host, _, port = text.rpartition(":")
    if not host or not port.isascii() or not port.isdigit() or int(port) > 65535:
        raise ValueError("HOST:PORT")
    return text


def _address_or_off(text: str) -> str:
    try:
        return _address(text) if text else text
    except ValueError as error:
        raise ValueError("HOST:PORT, or nothing for off") from error


def _store(text: str) -> str:
    if text.startswith(("redis://", "rediss://")):
        raise ValueError("sqlite:///PATH (Redis is not in this version yet)")
    if not text.removeprefix("sqlite:///") or not text.startswith("sqlite:///"):
        raise ValueError("sqlite:///relative/path or sqlite:////absolute/path")
    return text


def _key(text: str) -> bytes:
    if len(text.encode()) < MIN_KEY_BYTES:
        raise ValueError(f"at least {MIN_KEY_BYTES} bytes; make one with: openssl rand -hex 32")
    return text.encode()


def _switch(text: str) -> bool:
    values = {"true": True, "on": True, "1": True, "false": False, "off": False, "0": False}
    if (value := values.get(text.lower())) is None:
        raise ValueError("true or false")
    return value


def _choice(*choices: str) -> Callable[[str], str]:
    def parse(text: str) -> str:
        if text.lower() not in choices:
            raise ValueError(f"one of {', '.join(choices)}")
        return text.lower()

    return parse


def _whole(least: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        if not text.isascii() or not text.isdigit() or int(text) < least:
            raise ValueError(f"a whole number, {least} or more")
        return int(text)

    return parse


def _seconds(least: float) -> Callable[[str], float]:
    def parse(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not least <= value < math.inf:
            raise ValueError(f"a number of seconds, {least:g} or more")
        return value

    return parse


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How the server runs. Every field is `CHINCHON_` + its name; times are in seconds."""

    listen: str = _setting(
        "127.0.0.1:50051", _address, "Where gRPC is served, HOST:PORT; port 0 takes a free one."
    )
    metrics_listen: str = _setting(
        "127.0.0.1:9464", _address_or_off, "Where /metrics, /livez and /readyz are served; empty for nowhere."
    )
    engine_listen: str = _setting(
        "", _address_or_off, "Where the engine service is served, to trusted callers only; empty for nowhere."
    )
    store: str = _setting(
        "sqlite:///var/chinchon.db",
        _store,
        "Where tables are kept: sqlite:///relative/path or sqlite:////absolute/path.",
    )
    token_key: bytes = _setting(
        b"",
        _key,
        "Signs seat tokens, 32 bytes or more. Unset: made, and kept beside the SQLite file with the ending .key.",
        secret=True,
    )
    reflection: bool = _setting(True, _switch, "Whether tools may ask for the contract (gRPC reflection).")
    log_format: str = _setting(
        "auto",
        _choice("auto", "json", "console"),
        "json, console, or auto: console on a terminal, else json.",
    )
    log_level: str = _setting(
        "info",
        _choice("debug", "info", "warning", "error"),
        "debug, info, warning or error; only that and worse.",
    )
    max_tables: int = _setting(10_000, _whole(1), "Most tables that are not closed.")
    max_tables_per_peer: int = _setting(
        1_000,
        _whole(1),
        "Most tables that are not closed and that one peer opened. Behind a proxy or a backend all players are one peer.",
    )
    max_watchers: int = _setting(10_000, _whole(1), "Most open streams of this server.")
    max_table_watchers: int = _setting(
        1_000, _whole(1), "Most streams of spectators at one table; its players always find room."
    )
    rate_limit: int = _setting(
        5_000, _whole(1), "Calls and stream messages a second from one peer, lastingly."
    )
    scoring_rate_limit: int = _setting(
        5_000,
        _whole(1),
        "Calls of ScoringService a second from one peer, lastingly; they count by themselves.",
    )
    rate_burst: int = _setting(10_000, _whole(1), "Calls and stream messages from one peer at once.")
    invite_guesses: int = _setting(30, _whole(1), "Wrong invite codes a minute from one peer.")
    join_ttl: float = _setting(
        600.0, _seconds(1), "How long the request_id of CreateTable and JoinTable gets the same answer."
    )
    bot_delay: float = _setting(
        1.5, _seconds(0), "How long a bot takes for an action, on average; it never depends on its cards."
    )
    bot_processes: int = _setting(
        1, _whole(0), "Processes in which BOT_LEVEL_HARD thinks; with 0 it plays like BOT_LEVEL_NORMAL."
    )
    bot_samples: int = _setting(
        10, _whole(1), "Deals of the hidden cards that BOT_LEVEL_HARD tries for each candidate of a turn."
    )
    table_idle: float = _setting(
        86_400.0, _seconds(60), "A table where nothing happened for so long is closed."
    )
    retention: float = _setting(
        604_800.0, _seconds(60), "A closed table is deleted after so long, and never before join_ttl is over."
    )
    archive: str = _setting(
        "",
        str,
        "Directory where the matches of a table are kept before it is deleted, as JSON lines, one file a day; "
        "empty for nowhere.",
    )
    call_timeout: float = _setting(10.0, _seconds(0.1), "Deadline of a unary call that names none.")
    max_connection_age: float = _setting(
        600.0, _seconds(1), "A connection is asked to move on after so long, so that load spreads."
    )
    max_connection_age_grace: float = _setting(
        60.0, _seconds(0), "How long calls on a connection that was asked to move on may still run."
    )
    drain_wait: float = _setting(
        5.0,
        _seconds(0),
        "On SIGTERM: how long to serve on, not ready, while endpoints leave. SIGINT skips it.",
    )
    drain_seconds: float = _setting(
        20.0,
        _seconds(0),
        "After drain_wait: how long running calls may finish, and over which streams are ended.",
    )

    @classmethod
    def load(cls, environ: Mapping[str, str]) -> Settings:
        """Read the settings from environment variables; raises `SettingError`."""
        given = {}
        for setting in fields(cls):
            name = variable(setting)
            if name not in environ:
                continue
            try:
                given[setting.name] = setting.metadata["parse"](environ[name].strip())
            except ValueError as error:
                shown = "its value" if setting.metadata["secret"] else repr(environ[name])
                raise SettingError(f"{name}: {shown} does not fit, expected {error}") from None
        return cls(**given)

    def describe(self) -> dict[str, object]:
        """Return every setting by name, secrets only as set or not, to be shown at start."""
        return {
            setting.name: ("set" if value else "not set") if setting.metadata["secret"] else value
            for setting in fields(self)
            for value in [getattr(self, setting.name)]
        }


def variable(setting: Field[object]) -> str:
    """Return the environment variable of a field of `Settings`."""
    return PREFIX + setting.name.upper()


def default(setting: Field[object]) -> str:
    """Return the default of a field of `Settings` the way its variable would spell it."""
    value = setting.default
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return f"{value:g}" if value < 1e6 else str(int(value))
    return value.decode() if isinstance(value, bytes) else str(value)


def unknown(environ: Mapping[str, str]) -> list[str]:
    """Return a warning for each `CHINCHON_*` variable that is no setting, naming the one that was likely meant."""
    known = [setting.name.upper() for setting in fields(Settings)]
    warnings = []
    for variable_name in sorted(environ):
        name = variable_name.removeprefix(PREFIX)
        if variable_name.startswith(PREFIX) and name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            hint = f"; did you mean {PREFIX}{near[0]}?" if near else ""
            warnings.append(f"{variable_name} is not a setting{hint}")
    return warnings


def help_text() -> str:
    """Return one paragraph for each setting: variable, default, what it does."""
    return "\n".join(
        f"  {variable(setting)}={default(setting)}\n      {setting.metadata['help']}"
        for setting in fields(Settings)
    )


def document() -> str:
    """Return docs/settings.md."""
    rows = [
        f"| `{variable(setting)}` | {f'`{default(setting)}`' if default(setting) else ''} | {setting.metadata['help']} |"
        for setting in fields(Settings)
    ]
    return "\n".join(
        [
            "# Settings",
            "",
            "The server is set up by environment variables alone. A value that does not fit stops it at start with one",
            "line that says why; a `CHINCHON_` variable that is no setting is warned of. Times are in seconds.",
            "",
            "| variable | default | what it does |",
            "|---|---|---|",
            *rows,
            "",
        ]
    )
