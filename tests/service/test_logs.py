"""What a process logs: one line an event, from every logger, and never a secret or the text of an error."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

SETUP = """
import asyncio, logging, sys
import structlog
from service.logs import configure
configure({log_format!r}, {log_level!r}, sys.stderr)
log = structlog.get_logger("chinchon.test")
"""


def run(script: str, log_format: str = "json", log_level: str = "info") -> list[str]:
    """Run a script in a process of its own, because loggers are global, and return the lines of its stderr."""
    process = subprocess.run(
        [sys.executable, "-c", SETUP.format(log_format=log_format, log_level=log_level) + script],
        cwd=ROOT,
        env={"PYTHONPATH": f"{ROOT}:{ROOT}/proto"},
        check=True,
        capture_output=True,
        text=True,
    )
    assert process.stdout == ""
    return process.stderr.splitlines()


def test_an_event_is_one_line_of_json() -> None:
    (line,) = run("log.info('started', port=50051, text='a\\nb')", log_format="auto")
    event = json.loads(line)
    time = datetime.fromisoformat(event.pop("timestamp"))
    assert time.utcoffset() is not None
    assert event == {
        "event": "started",
        "level": "info",
        "logger": "chinchon.test",
        "port": 50051,
        "text": "a\nb",
    }


def test_less_than_the_level_is_not_logged() -> None:
    lines = run(
        "log.info('a'); log.warning('b'); logging.getLogger('grpc').info('c'); logging.error('d')",
        log_level="warning",
    )
    assert [json.loads(line)["event"] for line in lines] == ["b", "d"]


def test_the_correlation_id_is_on_every_line_of_its_task() -> None:
    lines = run("""
async def call(name):
    structlog.contextvars.bind_contextvars(correlation_id=name)
    await asyncio.sleep(0)
    log.info("served")
    logging.getLogger("grpc").warning("lent")
async def main():
    await asyncio.gather(call("a"), call("b"))
    log.info("idle")
asyncio.run(main())
""")
    events = [json.loads(line) for line in lines]
    assert [(event["event"], event.get("correlation_id")) for event in events] == [
        ("served", "a"),
        ("lent", "a"),
        ("served", "b"),
        ("lent", "b"),
        ("idle", None),
    ]


SECRETS = """
log.info("x", token="s3cret", Authorization="s3cret", seat=1, deep=[{"invite-code": "s3cret", "round": 2}])
log.info("y", hand=["s3cret"], cards=("s3cret",), seed=b"s3cret", request_id="s3cret", credential="s3cret")
class Table:
    def __repr__(self): return "s3cret"
log.info("z", table=Table(), tables=[Table()], raw=b"s3cret")
structlog.contextvars.bind_contextvars(token="s3cret")
log.info("bound")
structlog.contextvars.clear_contextvars()
try:
    raise ValueError("s3cret")
except ValueError:
    log.exception("failed")
    logging.getLogger("grpc").exception("Unexpected")
async def main():
    task = asyncio.get_running_loop().create_future()
    task.set_exception(ValueError("s3cret"))
    del task
asyncio.run(main())
"""


@pytest.mark.parametrize("log_format", ["json", "console"])
def test_secrets_and_error_texts_are_never_logged(log_format: str) -> None:
    lines = run(SECRETS, log_format)
    assert len(lines) == 7
    assert "s3cret" not in "\n".join(lines)
    for line, word in zip(
        lines, ("seat", "hidden", "Table", "hidden", "<module>", "<module>", "never"), strict=True
    ):
        assert word in line


def test_an_error_is_logged_by_type_and_place() -> None:
    lines = run("""
def deal():
    raise ValueError("1o 2o 3o")
try:
    deal()
except ValueError as error:
    log.error("failed", exc_info=error)
""")
    event = json.loads(lines[0])
    assert event["error"] == "ValueError"
    assert [frame.split()[-1] for frame in event["frames"]] == ["<module>", "deal"]


def test_people_at_a_terminal_read_text() -> None:
    master, slave = pty.openpty()
    script = SETUP.format(log_format="auto", log_level="info") + "log.info('started', port=50051)"
    environ = {"PYTHONPATH": f"{ROOT}:{ROOT}/proto"}
    subprocess.run([sys.executable, "-c", script], cwd=ROOT, env=environ, check=True, stderr=slave)
    os.close(slave)
    text = os.read(master, 65536).decode()
    os.close(master)
    assert "started" in text
    assert "50051" in text
    assert "{" not in text
