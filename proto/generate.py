"""Generate the Python code of the contract, beside its .proto files (`make proto`).

With `--check` nothing is written: the exit status says whether the committed code is what the
locked generator makes of the committed .proto files, byte for byte.
"""

from __future__ import annotations

import sys
import tempfile
from importlib.resources import files
from pathlib import Path

from grpc_tools import protoc

PROTO = Path(__file__).resolve().parent


def generate(out: Path) -> None:
    """Write messages, their type stubs, and for files with services the gRPC classes, under `out`."""
    sources = sorted(PROTO.rglob("*.proto"))
    services = [source for source in sources if "\nservice " in source.read_text("utf-8")]
    _protoc(sources, f"--python_out={out}", f"--pyi_out={out}")
    _protoc(services, f"--grpc_python_out={out}")


def generated(root: Path) -> dict[Path, bytes]:
    """Return the generated files under `root` by relative path."""
    kinds = ("*_pb2.py", "*_pb2.pyi", "*_pb2_grpc.py")
    return {path.relative_to(root): path.read_bytes() for kind in kinds for path in root.rglob(kind)}


def main(argv: list[str]) -> int:
    """Regenerate, or compare; the exit status is for the shell."""
    with tempfile.TemporaryDirectory() as folder:
        fresh_root = Path(folder)
        generate(fresh_root)
        fresh, committed = generated(fresh_root), generated(PROTO)
    stale = sorted(path for path in fresh.keys() | committed.keys() if fresh.get(path) != committed.get(path))
    if argv == ["--check"]:
        for path in stale:
            print(f"{path} is stale: run make proto", file=sys.stderr)
        return 1 if stale else 0
    for path in stale:
        if path in fresh:
            (PROTO / path).write_bytes(fresh[path])
        else:
            (PROTO / path).unlink()
        print(f"{'wrote' if path in fresh else 'removed'} proto/{path}")
    return 0


def _protoc(sources: list[Path], *outputs: str) -> None:
    well_known = files("grpc_tools") / "_proto"
    if sources and protoc.main(["protoc", f"-I{PROTO}", f"-I{well_known}", *outputs, *map(str, sources)]):
        sys.exit("protoc failed")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
