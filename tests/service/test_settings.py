"""Settings: read from the environment, refused with one clear line, shown without secrets, documented."""

from __future__ import annotations

import stat
from dataclasses import fields
from pathlib import Path

import pytest

from service.keys import token_key
from service.settings import (
    SettingError,
    Settings,
    default,
    document,
    help_text,
    unknown,
    variable,
)

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "settings.md"
KEY = "0123456789abcdef" * 4


def test_an_empty_environment_gives_the_defaults() -> None:
    settings = Settings.load({"HOME": "/root"})
    assert settings == Settings()
    assert settings.listen == "127.0.0.1:50051"
    assert settings.metrics_listen == "127.0.0.1:9464"
    assert settings.store == "sqlite:///var/chinchon.db"
    assert settings.engine_listen == ""
    assert settings.reflection is True


def test_every_default_is_a_value_that_its_variable_may_have() -> None:
    for setting in fields(Settings):
        if not setting.metadata["secret"]:
            assert Settings.load({variable(setting): default(setting)}) == Settings()


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("listen", "0.0.0.0:1", "0.0.0.0:1"),
        ("listen", "[::1]:0", "[::1]:0"),
        ("metrics_listen", "", ""),
        ("engine_listen", "localhost:50052", "localhost:50052"),
        ("store", "sqlite:////var/lib/chinchon.db", "sqlite:////var/lib/chinchon.db"),
        ("token_key", KEY, KEY.encode()),
        ("reflection", "Off", False),
        ("reflection", "1", True),
        ("log_format", "JSON", "json"),
        ("max_tables", " 7 ", 7),
        ("drain_wait", "0", 0.0),
        ("join_ttl", "1.5", 1.5),
    ],
)
def test_a_variable_sets_its_field(name: str, text: str, value: object) -> None:
    assert getattr(Settings.load({f"CHINCHON_{name.upper()}": text}), name) == value


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("LISTEN", "50051", "CHINCHON_LISTEN: '50051' does not fit, expected HOST:PORT"),
        ("LISTEN", "", "CHINCHON_LISTEN: '' does not fit, expected HOST:PORT"),
        ("LISTEN", "h:65536", "CHINCHON_LISTEN: 'h:65536' does not fit, expected HOST:PORT"),
        (
            "METRICS_LISTEN",
            "off",
            "CHINCHON_METRICS_LISTEN: 'off' does not fit, expected HOST:PORT, or nothing for off",
        ),
        (
            "STORE",
            "redis://cache:6379",
            "CHINCHON_STORE: 'redis://cache:6379' does not fit, expected sqlite:///PATH (Redis is not in this version yet)",
        ),
        (
            "STORE",
            "var/chinchon.db",
            "CHINCHON_STORE: 'var/chinchon.db' does not fit, expected sqlite:///relative/path or sqlite:////absolute/path",
        ),
        ("REFLECTION", "maybe", "CHINCHON_REFLECTION: 'maybe' does not fit, expected true or false"),
        (
            "LOG_FORMAT",
            "xml",
            "CHINCHON_LOG_FORMAT: 'xml' does not fit, expected one of auto, json, console",
        ),
        ("MAX_TABLES", "0", "CHINCHON_MAX_TABLES: '0' does not fit, expected a whole number, 1 or more"),
        ("MAX_TABLES", "1e4", "CHINCHON_MAX_TABLES: '1e4' does not fit, expected a whole number, 1 or more"),
        (
            "DRAIN_WAIT",
            "5s",
            "CHINCHON_DRAIN_WAIT: '5s' does not fit, expected a number of seconds, 0 or more",
        ),
        (
            "DRAIN_WAIT",
            "nan",
            "CHINCHON_DRAIN_WAIT: 'nan' does not fit, expected a number of seconds, 0 or more",
        ),
        (
            "DRAIN_WAIT",
            "inf",
            "CHINCHON_DRAIN_WAIT: 'inf' does not fit, expected a number of seconds, 0 or more",
        ),
    ],
)
def test_a_value_that_does_not_fit_is_refused_in_one_line(name: str, text: str, message: str) -> None:
    with pytest.raises(SettingError) as refused:
        Settings.load({f"CHINCHON_{name}": text})
    assert str(refused.value) == message


def test_a_short_key_is_refused_without_showing_it() -> None:
    with pytest.raises(SettingError) as refused:
        Settings.load({"CHINCHON_TOKEN_KEY": "hunter2"})
    assert str(refused.value) == (
        "CHINCHON_TOKEN_KEY: its value does not fit, expected at least 32 bytes; make one with: openssl rand -hex 32"
    )


def test_a_variable_that_is_no_setting_is_warned_of() -> None:
    environ = {
        "CHINCHON_LISTN": "x",
        "CHINCHON_FAVOURITE_COLOUR": "blue",
        "OTHER": "y",
        "CHINCHON_LISTEN": "h:1",
    }
    assert unknown(environ) == [
        "CHINCHON_FAVOURITE_COLOUR is not a setting",
        "CHINCHON_LISTN is not a setting; did you mean CHINCHON_LISTEN?",
    ]


def test_settings_are_shown_without_secrets() -> None:
    settings = Settings.load({"CHINCHON_TOKEN_KEY": KEY})
    shown = settings.describe()
    assert list(shown) == [setting.name for setting in fields(Settings)]
    assert shown["listen"] == "127.0.0.1:50051"
    assert shown["token_key"] == "set"
    assert Settings().describe()["token_key"] == "not set"
    assert KEY not in repr(settings), "not even by mistake"


def test_the_help_names_every_variable_and_default() -> None:
    text = help_text()
    for setting in fields(Settings):
        assert f"  {variable(setting)}={default(setting)}\n" in text


def test_the_documentation_is_that_of_the_fields(regenerate_golden: bool) -> None:
    if regenerate_golden:
        DOCUMENT.write_text(document(), "utf-8")
    assert DOCUMENT.read_text("utf-8") == document(), "make golden writes it anew"


def entropy(count: int) -> bytes:
    return b"\xab" * count


def test_a_given_key_is_used(tmp_path: Path) -> None:
    settings = Settings(token_key=KEY.encode(), store=f"sqlite:///{tmp_path}/chinchon.db")
    assert token_key(settings, entropy) == KEY.encode()
    assert list(tmp_path.iterdir()) == []


def test_without_one_a_key_is_made_once_and_kept(tmp_path: Path) -> None:
    settings = Settings(store=f"sqlite:///{tmp_path}/var/chinchon.db")
    assert token_key(settings, entropy) == b"ab" * 32
    kept = tmp_path / "var" / "chinchon.db.key"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert list(kept.parent.iterdir()) == [kept]
    assert token_key(settings, lambda count: b"\xcd" * count) == b"ab" * 32


def test_a_kept_key_that_is_too_short_is_refused(tmp_path: Path) -> None:
    (tmp_path / "chinchon.db.key").write_text("short\n")
    with pytest.raises(SettingError, match=r"chinchon\.db\.key holds fewer than 32 bytes$"):
        token_key(Settings(store=f"sqlite:///{tmp_path}/chinchon.db"), entropy)


def test_a_key_that_cannot_be_kept_is_refused() -> None:
    with pytest.raises(SettingError, match=r"^CHINCHON_TOKEN_KEY: unset, and /dev/null/chinchon\.db\.key: "):
        token_key(Settings(store="sqlite:////dev/null/chinchon.db"), entropy)
