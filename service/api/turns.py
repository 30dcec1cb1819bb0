"""TurnService: what a seat does during a match, call by call or on one stream."""

from __future__ import annotations

import asyncio
from typing import Final

import grpc

from chinchon.v1 import turn_service_pb2 as pb
from chinchon.v1.action_pb2 import Action as ActionMessage
from chinchon.v1.turn_service_pb2_grpc import TurnServiceServicer
from service import encode, names
from service.access import is_seated, require_credential, require_current, seat_at
from service.api.requests import expected_version, fingerprint
from service.app import App, Context
from service.auth import Caller
from service.errors import invalid_request, to_action_error
from service.failures import as_refusal
from service.frames import batch_body
from service.limits import peer_of
from service.streams import send
from service.tables import Request
from service.watch import Feed
from service.wire import action_from

ATTACH_WITHIN: Final = 10.0
"""Seconds."""


class TurnService(TurnServiceServicer):
    """See `chinchon.v1.TurnService`."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def SubmitAction(
        self, request: pb.SubmitActionRequest, context: Context
    ) -> pb.SubmitActionResponse:
        """Submit one action."""
        app = self._app
        caller = seat_at(app.caller(context), request.table_id)
        asked = _request(caller, request.request_id, request.expected_version, request.action)
        app.hub.heard(caller.table_id, caller.seat, caller.generation)
        if request.validate_only:
            position = await app.tables.check(asked)
            return pb.SubmitActionResponse(version=position.table.version)
        answer = await app.tables.submit(asked)
        response = pb.SubmitActionResponse(version=answer.batch.version)
        response.batch.MergeFromString(batch_body(answer.batch, caller.seat))
        if is_seated(answer.position.table, caller.seat, caller.generation):
            response.you.MergeFromString(app.view(answer.position).you(caller.seat))
        return response

    async def Play(self, _: object, context: Context) -> None:
        """Watch and act on one stream."""
        app = self._app
        caller = require_credential(app.caller(context))
        attach = await _attach(context)
        caller = seat_at(caller, attach.table_id)
        position = await app.tables.position(attach.table_id, caller)
        require_current(caller, position.table)
        async with app.streams.attached("Play", position, caller, attach.attach_point, attach.views) as feed:
            actions = app.world.spawn(self._act(feed, caller, context), "play")
            try:
                await send(feed, context)
            finally:
                actions.cancel()
                await asyncio.wait((actions,))

    async def _act(self, feed: Feed, caller: Caller, context: Context) -> None:
        """Take the actions of a stream, one after another, until the client sends no more."""
        peer = peer_of(context.peer())
        try:
            while (message := await context.read()) is not grpc.aio.EOF:
                self._app.messages.take(peer)
                self._app.hub.heard(caller.table_id, caller.seat, caller.generation)
                match message.WhichOneof("message"):
                    case "action":
                        await feed.answer(encode.result(await self._result(caller, message.action)))
                    case "ping":
                        feed.ping()
                    case _:
                        raise invalid_request("message", "an action or a ping, after the one attach")
        except Exception as error:
            feed.end(as_refusal(error))

    async def _result(self, caller: Caller, action: pb.PlayAction) -> pb.ActionResult:
        result = pb.ActionResult(request_id=action.request_id)
        try:
            asked = _request(caller, action.request_id, action.expected_version, action.action)
            answer = await self._app.tables.submit(asked)
            result.version = answer.batch.version
        except Exception as error:
            result.error.CopyFrom(to_action_error(as_refusal(error)))
        return result


async def _attach(context: Context) -> pb.Attach:
    try:
        async with asyncio.timeout(ATTACH_WITHIN):
            message = await context.read()
    except TimeoutError:
        raise invalid_request("attach", f"the first message within {ATTACH_WITHIN:.0f} s") from None
    if message is grpc.aio.EOF or message.WhichOneof("message") != "attach":
        raise invalid_request("attach", "the first message")
    attach: pb.Attach = message.attach
    return attach


def _request(caller: Caller, request_id: str, version: int, action: ActionMessage) -> Request:
    return Request(
        table_id=caller.table_id,
        request_id=names.request_id(request_id),
        digest=fingerprint(action),
        command=action_from(action),
        kind=action.WhichOneof("kind"),
        seat=caller.seat,
        generation=caller.generation,
        expected_version=expected_version(version),
    )
