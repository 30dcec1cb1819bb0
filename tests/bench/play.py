"""What a durable move through Play costs, beside a bare grpc.aio echo of as long messages in the same run.

    python -m tests.bench.play [--tables 16] [--moves 4000]

Each server runs in a process of its own, so that the CPU time is its alone. At each table four seats hold a stream
and play random moves as fast as they are answered. The bare server reads as long a message for each move, and sends
as long ones to the same four readers and back to the actor; it keeps, checks and decides nothing.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import random
import tempfile
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any, TypeAlias

import grpc

from chinchon.v1.action_pb2 import Action
from chinchon.v1.table_pb2 import You
from chinchon.v1.table_service_pb2 import CreateTableRequest, JoinTableRequest, StartMatchRequest
from chinchon.v1.table_service_pb2_grpc import TableServiceStub
from chinchon.v1.turn_service_pb2 import Attach, PlayAction, PlayRequest, PlayResponse
from service.server import Server
from service.settings import Settings

SEATS = 4
PLAY = "/chinchon.v1.TurnService/Play"
RULES = {"preset": "RULE_PRESET_CONGA", "close_max_points": 0, "points_limit": 1000}
"""Long rounds: most moves are draws and discards."""

Serve: TypeAlias = Callable[[Connection, "Sizes"], None]


@dataclass
class Sizes:
    """How long messages are, in bytes, summed over `moves` moves."""

    moves: int = 0
    action: int = 0
    result: int = 0
    updates: list[int] = field(default_factory=lambda: [0] * SEATS)
    """By place after the actor: its own first."""

    def mean(self, total: int) -> int:
        """Return the mean of a sum."""
        return total // max(1, self.moves)


@dataclass
class Cost:
    """What a run cost."""

    moves: int
    cpu: float
    seconds: float

    def __str__(self) -> str:
        return f"{self.cpu / self.moves * 1e6:7.1f} us CPU a move {self.moves / self.seconds:8.0f} moves/s"


def serve_real(pipe: Connection, _: Sizes) -> None:
    """Serve the real thing."""

    async def serve() -> None:
        with tempfile.TemporaryDirectory() as folder:
            settings = Settings(
                listen="127.0.0.1:0",
                metrics_listen="",
                store=f"sqlite:///{folder}/bench.db",
                rate_limit=10**9,
                rate_burst=10**9,
            )
            server = await Server.start(settings, lambda: None)
            await _answer(pipe, server.port)
            await server.close()

    asyncio.run(serve())


def serve_bare(pipe: Connection, sizes: Sizes) -> None:
    """Serve an echo to four readers."""
    updates = [b"u" * sizes.mean(total) for total in sizes.updates]
    result = b"r" * sizes.mean(sizes.result)
    tables: dict[bytes, list[Any]] = {}

    async def play(_: Any, context: Any) -> None:
        readers = tables.setdefault(bytes(await context.read()), [])
        place = len(readers)
        readers.append(context)
        await context.write(b"")
        while await context.read() is not grpc.aio.EOF:
            for after, update in enumerate(updates):
                await readers[(place + after) % SEATS].write(update)
            await context.write(result)

    async def serve() -> None:
        server = grpc.aio.server(options=[("grpc.so_reuseport", 0)])
        handler = grpc.stream_stream_rpc_method_handler(play)
        server.add_generic_rpc_handlers(
            (grpc.method_handlers_generic_handler("chinchon.v1.TurnService", {"Play": handler}),)
        )
        port = server.add_insecure_port("127.0.0.1:0")
        await server.start()
        await _answer(pipe, port)
        await server.stop(0)

    asyncio.run(serve())


async def _answer(pipe: Connection, port: int) -> None:
    """Tell the port, then the CPU time of this process whenever somebody asks."""
    pipe.send(port)
    while await asyncio.to_thread(pipe.recv):
        pipe.send(time.process_time())


async def measure(serve: Serve, tables: int, moves: int, sizes: Sizes) -> Cost:
    """Play so many moves at so many tables in all; return what they cost the server."""
    here, there = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=serve, args=(there, sizes), daemon=True)
    process.start()
    real = serve is serve_real
    async with grpc.aio.insecure_channel(f"127.0.0.1:{here.recv()}") as channel:
        sit = real_table if real else bare_table
        boards = [await sit(channel) for _ in range(tables)]

        async def play_at(board: list[Any], count: int) -> None:
            await (play_real if real else play_bare)(board, count, sizes)

        await asyncio.gather(*(play_at(board, 50) for board in boards))  # warm up
        here.send(True)
        cpu, started = here.recv(), time.perf_counter()
        await asyncio.gather(*(play_at(board, moves // tables) for board in boards))
        seconds = time.perf_counter() - started
        here.send(True)
        cost = Cost(moves // tables * tables, here.recv() - cpu, seconds)
    here.send(False)
    process.join()
    return cost


class Player:
    """A seat with a stream."""

    def __init__(self, call: Any) -> None:
        self.call = call
        self.you = You()

    async def update(self) -> tuple[int, PlayResponse]:
        """Read the next update with a batch; return its length too."""
        while True:
            raw = await self.call.read()
            message = PlayResponse.FromString(raw)
            if message.HasField("update"):
                if message.update.HasField("snapshot"):
                    self.you = message.update.snapshot.you
                if message.update.HasField("you"):
                    self.you = message.update.you
                if message.update.WhichOneof("update") in ("batch", "snapshot"):
                    return len(raw), message

    def move(self, choices: random.Random) -> Action | None:
        """Choose a legal action."""
        kinds = ("draw_stock", "draw_discard", "discard", "open_round", "say_paso", "reenter")
        legal = [each.action for each in self.you.legal_actions if each.action.WhichOneof("kind") in kinds]
        return choices.choice(legal) if legal else None


async def real_table(channel: Any) -> list[Player]:
    """Seat four at a new table and start a match."""
    stub = TableServiceStub(channel)
    created = await stub.CreateTable(
        CreateTableRequest(request_id=str(uuid.uuid4()), display_name="0", rules=RULES)
    )
    credentials = [created.credential]
    for name in range(1, SEATS):
        joined = await stub.JoinTable(
            JoinTableRequest(
                request_id=str(uuid.uuid4()), invite_code=created.view.invite_code, display_name=str(name)
            )
        )
        credentials.append(joined.credential)
    host = (("authorization", f"Bearer {credentials[0]}"),)
    await stub.StartMatch(
        StartMatchRequest(table_id=created.table_id, request_id=str(uuid.uuid4())), metadata=host
    )
    players = []
    for credential in credentials:
        call = channel.stream_stream(PLAY)(metadata=(("authorization", f"Bearer {credential}"),))
        await call.write(PlayRequest(attach=Attach(table_id=created.table_id)).SerializeToString())
        players.append(Player(call))
        await players[-1].update()
    return players


async def play_real(players: list[Player], moves: int, sizes: Sizes) -> None:
    """Play random moves."""
    choices = random.Random(1)
    for _ in range(moves):
        place, action = next(
            (place, action)
            for place, player in enumerate(players)
            if (action := player.move(choices)) is not None
        )
        request = PlayRequest(action=PlayAction(request_id=str(uuid.uuid4()), action=action))
        raw = request.SerializeToString()
        await players[place].call.write(raw)
        for after in range(SEATS):
            length, _ = await players[(place + after) % SEATS].update()
            sizes.updates[after] += length
        result = await players[place].call.read()
        while not (message := PlayResponse.FromString(result)).HasField("result"):
            result = await players[place].call.read()
        assert not message.result.HasField("error"), message
        sizes.moves += 1
        sizes.action += len(raw)
        sizes.result += len(result)


async def bare_table(channel: Any) -> list[Any]:
    """Attach four readers to a table of the bare server."""
    name = uuid.uuid4().bytes
    calls = []
    for _ in range(SEATS):
        call = channel.stream_stream(PLAY)()
        await call.write(name)
        await call.read()
        calls.append(call)
    return calls


async def play_bare(calls: list[Any], moves: int, sizes: Sizes) -> None:
    """Send as many messages as moves would be."""
    action = b"a" * sizes.mean(sizes.action)
    for number in range(moves):
        place = number % SEATS
        await calls[place].write(action)
        for after in range(SEATS):
            await calls[(place + after) % SEATS].read()
        await calls[place].read()


async def main() -> None:
    """Measure both and compare."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=16)
    parser.add_argument("--moves", type=int, default=4000)
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    sizes = Sizes()
    await measure(serve_real, 1, 200, sizes)
    reals, bares = [], []
    for _ in range(args.rounds):
        bares.append(await measure(serve_bare, args.tables, args.moves, sizes))
        reals.append(await measure(serve_real, args.tables, args.moves, Sizes()))
        print(f"bare {bares[-1]}\nreal {reals[-1]}")
    bare, real = min(bares, key=lambda cost: cost.cpu), min(reals, key=lambda cost: cost.cpu)
    print(
        f"a durable move costs {real.cpu / bare.cpu:.2f} times the CPU of the bare echo (best of {args.rounds})"
    )


if __name__ == "__main__":
    asyncio.run(main())
