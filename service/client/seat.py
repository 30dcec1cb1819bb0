"""A seat: acts and watches through one Play stream."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Final

import grpc

from chinchon.v1.action_pb2 import Action
from chinchon.v1.table_pb2 import AttachPoint, TableUpdate, TableView, You
from chinchon.v1.turn_service_pb2 import ActionResult, Attach, Ping, PlayAction, PlayRequest
from chinchon.v1.turn_service_pb2_grpc import TurnServiceStub
from service.client.errors import Refused
from service.client.follow import Follower
from service.client.world import ClientWorld

PING_SECONDS: Final = 15.0


class Seat(Follower):
    """One seat of a table.

    `run` must be running for anything to happen. An action whose answer was lost with its stream is sent again on the
    next one under the same request id, so that it happens once.
    """

    def __init__(
        self, channel: grpc.aio.Channel, world: ClientWorld, view: TableView, seat: int, credential: str
    ) -> None:
        """Take what creating or joining the table answered."""
        super().__init__(world, view)
        self.index: Final = seat
        self.metadata: Final = (("authorization", f"Bearer {credential}"),)
        self._turns = TurnServiceStub(channel)
        self._unanswered: dict[str, tuple[PlayAction, asyncio.Future[ActionResult]]] = {}
        self._asked = asyncio.Event()
        self._stream_number = 0

    @property
    def you(self) -> You:
        """What the seat alone may know and do."""
        return self.view.you

    async def run(self) -> None:
        """Follow until the table is closed; raises Refused where trying again cannot help."""
        try:
            await super().run()
        finally:
            for _, answer in self._unanswered.values():
                if not answer.done():
                    answer.set_exception(_table_closed())

    async def submit(self, action: Action) -> int:
        """Ask for an action and return the version that it made; raises Refused."""
        if self.ended:
            raise _table_closed()
        play = PlayAction(request_id=self.world.request_id(), action=action)
        answer: asyncio.Future[ActionResult] = asyncio.get_running_loop().create_future()
        self._unanswered[play.request_id] = (play, answer)
        try:
            self._asked.set()
            result = await answer
        finally:
            del self._unanswered[play.request_id]
        if result.HasField("error"):
            raise Refused.from_action(result.error)
        return result.version

    async def _stream(self, attach_point: AttachPoint) -> AsyncIterator[TableUpdate]:
        call = self._turns.Play(self._requests(attach_point, self._stream_number), metadata=self.metadata)
        try:
            async for response in call:
                if response.HasField("update"):
                    yield response.update
                else:
                    self._answer(response.result)
        finally:
            self._stream_number += 1
            self._asked.set()
            call.cancel()

    async def _requests(self, attach_point: AttachPoint, number: int) -> AsyncIterator[PlayRequest]:
        """Yield what one stream sends: attach, then each unanswered action once, and pings in between."""
        attach = Attach(table_id=self.view.table_id, attach_point=attach_point, views=True)
        yield PlayRequest(attach=attach)
        sent: set[str] = set()
        while self._stream_number == number:
            self._asked.clear()
            for request_id, (play, _) in list(self._unanswered.items()):
                if request_id not in sent:
                    sent.add(request_id)
                    yield PlayRequest(action=play)
            sent &= self._unanswered.keys()
            try:
                await asyncio.wait_for(self._asked.wait(), PING_SECONDS)
            except TimeoutError:
                yield PlayRequest(ping=Ping())

    def _answer(self, result: ActionResult) -> None:
        _, answer = self._unanswered.get(result.request_id, (None, None))
        if answer and not answer.done():
            answer.set_result(result)


def _table_closed() -> Refused:
    """Return what becomes of an action that no stream will answer any more."""
    return Refused(grpc.StatusCode.FAILED_PRECONDITION, "TABLE_CLOSED", "the table is closed", {}, 0)
