"""A spectator: watches a table through WatchTable and sees no hidden card."""

from __future__ import annotations

from collections.abc import AsyncIterator

import grpc

from chinchon.v1.table_pb2 import AttachPoint, TableUpdate, TableView
from chinchon.v1.table_service_pb2 import WatchTableRequest
from chinchon.v1.table_service_pb2_grpc import TableServiceStub
from service.client.follow import Follower
from service.client.world import ClientWorld


class Spectator(Follower):
    """A table seen from outside."""

    def __init__(
        self, channel: grpc.aio.Channel, world: ClientWorld, view: TableView, credential: str
    ) -> None:
        """Take what joining the table as a spectator answered."""
        super().__init__(world, view)
        self._tables = TableServiceStub(channel)
        self._metadata = (("authorization", f"Bearer {credential}"),)

    async def _stream(self, attach_point: AttachPoint) -> AsyncIterator[TableUpdate]:
        request = WatchTableRequest(table_id=self.view.table_id, attach_point=attach_point, views=True)
        call = self._tables.WatchTable(request, metadata=self._metadata)
        try:
            async for response in call:
                yield response.update
        finally:
            call.cancel()
