"""The command line: `chinchon serve | backup | demo | play | record | replay | verify`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib.metadata import version


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; return the exit code."""
    from service import backup, serve
    from service.client import demo, play
    from service.records import export, replay, verify

    parser = argparse.ArgumentParser(prog="chinchon", description="The card game Chinchón as a gRPC service.")
    parser.add_argument("--version", action="version", version=f"chinchon {version('chinchon')}")
    subparsers = parser.add_subparsers(metavar="COMMAND", required=True)
    for command in (serve, backup, demo, play, export, replay, verify):
        command.add_parser(subparsers)
    args = parser.parse_args(argv)
    code: int = args.run(args)
    return code


if __name__ == "__main__":
    sys.exit(main())
