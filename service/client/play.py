"""`chinchon play`: a person against simple players, in a terminal."""

from __future__ import annotations

import argparse
import sys

from chinchon.v1.action_pb2 import Action
from service.client.ask import HELP
from service.client.lobby import Lobby, channel_to
from service.client.main import Terminal, add_options, run_until_stopped
from service.client.own_server import server_at
from service.client.person import Person
from service.client.players import names_for, play
from service.client.style import HINT
from service.client.world import ClientWorld


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "play",
        help="play against simple players in this terminal",
        description="Play against simple players in this terminal. You are the host of a private table; the\n"
        "others are ordinary gRPC clients. help says what to type; quit, or the end of the input, leaves.",
        epilog=HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_options(parser)
    parser.add_argument("--name", default="You", help="your name at the table (default: %(default)s)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play until the person leaves; return the exit code."""
    return run_until_stopped(lambda: _Game(args).run())


class _Game:
    def __init__(self, args: argparse.Namespace) -> None:
        self._args = args
        self._console = Terminal()
        self._world = ClientWorld(args.seed)

    async def run(self) -> int:
        """Seat everybody, start the match, and talk with the person until they leave."""
        rules, players, name = self._args.rules, self._args.players, self._args.name
        async with (
            server_at(self._args.target, self._world, self._console.print) as address,
            channel_to(address) as channel,
        ):
            lobby = Lobby(channel, self._world)
            me = await lobby.create(rules, players, name)
            try:
                names = names_for(players - 1, taken=[name])
                others = [await lobby.join(me.view.invite_code, other) for other in names]
                person = Person(self._console, lobby, me)
                async with self._world.background(
                    *(seat.run() for seat in (me, *others)),
                    *(play(seat, self._pause) for seat in others),
                    person.listen(sys.stdin.fileno()),
                ):
                    await lobby.start(me)
                    await person.talk()
            finally:
                await lobby.close(me)
        self._console.print("You left the table.", style=HINT)
        return 0

    async def _pause(self, _: Action) -> None:
        await self._world.sleep(self._args.delay)
