"""The rooms and their doors: who may import whom, who may touch time, and that the generated code is fresh."""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
RUFF = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["ruff"]["lint"]

BANNED_IN_SERVICE = frozenset(RUFF["flake8-tidy-imports"]["banned-api"])
DOORS = tuple(path for path, rules in RUFF["per-file-ignores"].items() if "TID251" in rules)

# What the engine may import: neither clock nor entropy, neither files nor network nor the process around it.
PURE = {
    "__future__",
    "abc",
    "array",
    "bisect",
    "collections",
    "copy",
    "dataclasses",
    "enum",
    "fractions",
    "functools",
    "hashlib",
    "heapq",
    "hmac",
    "itertools",
    "json",
    "math",
    "operator",
    "re",
    "string",
    "struct",
    "types",
    "typing",
}
IMPURE_BUILTINS = {"__import__", "eval", "exec", "input", "open", "print"}


def used_names(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield every imported, or through an import reached, dotted name with its line."""
    known: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                top = alias.name.partition(".")[0]
                known[alias.asname or top] = alias.name if alias.asname else top
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            for alias in node.names:
                known[alias.asname or alias.name] = f"{module}.{alias.name}"
                yield node.lineno, f"{module}.{alias.name}"
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            parts = [node.attr]
            inner = node.value
            while isinstance(inner, ast.Attribute):
                parts.append(inner.attr)
                inner = inner.value
            if isinstance(inner, ast.Name) and inner.id in known:
                yield node.lineno, ".".join([known[inner.id], *reversed(parts)])


def forbidden_in_engine(name: str) -> bool:
    """Tell whether `name` is neither the engine's own nor in the pure part of the standard library."""
    return name.partition(".")[0] not in PURE | {"engine", ""}


def banned_in_service(name: str) -> bool:
    """Tell whether `name` is, or lies under, something that only the World may touch."""
    return any(name == banned or name.startswith(f"{banned}.") for banned in BANNED_IN_SERVICE)


def sources(package: str) -> list[Path]:
    """Return the modules of a package."""
    return sorted((ROOT / package).rglob("*.py"))


def place(path: Path, line: int) -> str:
    """Name a line the way editors do."""
    return f"{path.relative_to(ROOT)}:{line}"


def test_engine_imports_only_itself_and_the_pure_standard_library() -> None:
    found = [
        f"{place(path, line)} {name}"
        for path in sources("engine")
        for line, name in used_names(ast.parse(path.read_text("utf-8")))
        if forbidden_in_engine(name)
    ]
    assert not found, "\n".join(found)


def test_engine_does_no_input_or_output() -> None:
    found = [
        f"{place(path, node.lineno)} {node.id}"
        for path in sources("engine")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Name) and node.id in IMPURE_BUILTINS
    ]
    assert not found, "\n".join(found)


def test_engine_alone_loads_nothing_of_the_service() -> None:
    modules = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in sources("engine")]
    script = f"import sys, {', '.join(modules)}; print(*sys.modules)".replace(".__init__", "")
    run = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, check=False, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    loaded = {name.partition(".")[0] for name in run.stdout.split()}
    assert loaded & {"engine", "service", "chinchon", "grpc", "google"} == {"engine"}


def test_service_reaches_time_entropy_and_tasks_only_through_the_world() -> None:
    found = [
        f"{place(path, line)} {name}"
        for path in sources("service")
        if not any(fnmatch(str(path.relative_to(ROOT)), door) for door in DOORS)
        for line, name in used_names(ast.parse(path.read_text("utf-8")))
        if banned_in_service(name)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("import time\ntime.time()", "time.time"),
        ("import time as clock\nclock.monotonic()", "time.monotonic"),
        ("from datetime import datetime\ndatetime.now()", "datetime.datetime.now"),
        ("import datetime as dt\ndt.datetime.now(dt.UTC)", "datetime.datetime.now"),
        ("import asyncio.tasks\nasyncio.create_task(x)", "asyncio.create_task"),
        ("from os import urandom", "os.urandom"),
        ("import secrets\nsecrets.token_bytes(1)", "secrets"),
        ("def f():\n    from uuid import uuid4 as new\n    return new()", "uuid.uuid4"),
    ],
)
def test_banned_names_are_found_however_they_are_imported(code: str, name: str) -> None:
    found = [used for _, used in used_names(ast.parse(code)) if banned_in_service(used)]
    assert any(used == name or used.startswith(f"{name}.") for used in found)


def test_generated_code_is_what_the_generator_makes() -> None:
    check = subprocess.run(
        [sys.executable, "proto/generate.py", "--check"],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )
    assert check.returncode == 0, check.stdout + check.stderr
