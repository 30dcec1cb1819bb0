"""The running server: how its parts are put together, and how it starts, drains and stops."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Final

import grpc
import structlog
from google.protobuf.descriptor import ServiceDescriptor
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from chinchon.engine.v1alpha1 import engine_service_pb2, engine_service_pb2_grpc
from chinchon.v1 import (
    record_service_pb2,
    record_service_pb2_grpc,
    scoring_service_pb2,
    scoring_service_pb2_grpc,
    table_service_pb2,
    table_service_pb2_grpc,
    turn_service_pb2,
    turn_service_pb2_grpc,
)
from service.api.engine import EngineService
from service.api.records import RecordService
from service.api.scoring import ScoringService
from service.api.tables import TableService
from service.api.turns import TurnService
from service.app import App
from service.archive import Archive
from service.attendance import Attendance
from service.auth import Tokens
from service.bots import BotPlayers
from service.clock import Clock
from service.errors import draining
from service.interceptors import Envelope
from service.janitor import Janitor
from service.keys import token_key
from service.limits import Places, Rate
from service.metrics import Metrics
from service.outage import beat, beat_once, last_outage
from service.presence import Presence
from service.probes import Probes
from service.settings import Settings
from service.store.base import Store, StoreUnavailable
from service.store.sqlite import SqliteStore
from service.store.sqlite_file import path_of
from service.streams import Streams
from service.tables import Tables
from service.thinking import Thinker
from service.watch import Hub
from service.world import World

MAX_MESSAGE: Final = 64 * 1024
"""Most bytes of a request."""

MAX_PENDING: Final = 10_000
"""Calls that wait to be looked at."""

CENSUS_EVERY: Final = 15.0
"""Seconds between two counts of the tables, for the metrics."""

_MINUTE: Final = 60.0
_GOAWAY_AHEAD: Final = 0.1
_SERVICES: Final[tuple[ServiceDescriptor, ...]] = (
    *table_service_pb2.DESCRIPTOR.services_by_name.values(),
    *turn_service_pb2.DESCRIPTOR.services_by_name.values(),
    *scoring_service_pb2.DESCRIPTOR.services_by_name.values(),
    *record_service_pb2.DESCRIPTOR.services_by_name.values(),
)
_ENGINE: Final[tuple[ServiceDescriptor, ...]] = tuple(engine_service_pb2.DESCRIPTOR.services_by_name.values())

_log = structlog.get_logger("chinchon.server")


class StartError(Exception):
    """The server cannot start; the message is one line, for whoever starts it."""


class Server:
    """A server; `Server.start` makes one that serves."""

    def __init__(self, settings: Settings, world: World, metrics: Metrics) -> None:
        self._settings = settings
        self._world = world
        self._metrics = metrics
        presence = Presence(world)
        self._hub = Hub(world, presence)
        self._tables = Tables(world, self._hub, metrics)
        self._attendance = Attendance(world, self._tables, presence)
        self._thinker = Thinker(settings.bot_processes, settings.bot_samples)
        self._bots = BotPlayers(world, self._tables, self._thinker, settings.bot_delay)
        messages = Rate(world, "rate", settings.rate_limit, settings.rate_burst)
        self.app = App(
            world=world,
            settings=settings,
            metrics=metrics,
            tokens=Tokens(token_key(settings, world.random_bytes)),
            tables=self._tables,
            hub=self._hub,
            streams=Streams(
                self._tables,
                self._hub,
                Places("watchers", settings.max_watchers),
                settings.max_table_watchers,
                metrics,
            ),
            messages=messages,
            guesses=Rate(world, "invite_codes", settings.invite_guesses / _MINUTE, settings.invite_guesses),
        )
        self._janitor = Janitor(world, self._tables, metrics, settings, _archive(settings.archive))
        scoring = Rate(world, "scoring_rate", settings.scoring_rate_limit, settings.rate_burst)
        self._envelope = Envelope(world, metrics, messages, scoring, settings.call_timeout)
        self._health = health.aio.HealthServicer()
        self._probes = Probes(world, metrics)
        self._servers: list[grpc.aio.Server] = []
        self.port = 0
        """Where gRPC is served."""
        self.metrics_port = 0
        """Where metrics and probes are served; 0 for nowhere."""
        self.engine_port = 0
        """Where the engine service is served; 0 for nowhere."""

    @classmethod
    async def start(
        cls, settings: Settings, on_fatal: Callable[[], None], world_of: Callable[[Store], World] = World
    ) -> Server:
        """Open the store, then serve gRPC, then metrics and probes.

        `on_fatal` is called when the server had better be started anew; `world_of` makes the world around it.
        Raises `StartError`, `StoreError` and `SettingError`.
        """
        metrics = Metrics((*_SERVICES, *_ENGINE), version("chinchon"), "python")
        store = await SqliteStore.open(
            path_of(settings.store), observe=metrics.commit_group, on_fatal=on_fatal
        )
        world = world_of(store)
        try:
            server = cls(settings, world, metrics)
        except BaseException:
            await world.close()
            raise
        try:
            await server._serve()
        except BaseException:
            await server.close()
            raise
        return server

    async def drain(self, wait: float) -> None:
        """Let clients go elsewhere: tell that this server goes, serve on for `wait` seconds, end what still runs."""
        await self._health.enter_graceful_shutdown()
        self._probes.ready = False
        await self._world.sleep(wait)
        self._envelope.draining = True
        # GOAWAY goes out before the first stream ends: a client whose stream ended first would come right back.
        seconds = self._settings.drain_seconds
        stopping = [self._world.spawn(server.stop(seconds), "stop") for server in self._servers]
        await self._world.sleep(_GOAWAY_AHEAD)
        await self._hub.end_all(draining, seconds)
        await asyncio.gather(*stopping)

    async def close(self) -> None:
        """Stop at once what still runs, finish what the tables were asked, and close the store."""
        for server in self._servers:
            await server.stop(0)
        await self._tables.finish()
        await self._probes.close()
        await beat_once(self._world)
        await self._world.close()
        self._thinker.close()

    async def _serve(self) -> None:
        app, settings = self.app, self._settings
        server = self._grpc(settings.max_connection_age, settings.max_connection_age_grace)
        table_service_pb2_grpc.add_TableServiceServicer_to_server(TableService(app), server)
        turn_service_pb2_grpc.add_TurnServiceServicer_to_server(TurnService(app), server)
        scoring_service_pb2_grpc.add_ScoringServiceServicer_to_server(ScoringService(), server)
        record_service_pb2_grpc.add_RecordServiceServicer_to_server(RecordService(app), server)
        self.port = await self._listen(server, settings.listen, _SERVICES)
        if settings.engine_listen:
            engine = self._grpc(settings.max_connection_age, settings.max_connection_age_grace)
            engine_service_pb2_grpc.add_EngineServiceServicer_to_server(EngineService(), engine)
            self.engine_port = await self._listen(engine, settings.engine_listen, _ENGINE)
        self._world.spawn(self._hub.tick(), "hub")
        await self._resume()
        self._world.spawn(self._janitor.run(), "janitor")
        self._world.spawn(self._census(), "census")
        if settings.metrics_listen:
            try:
                self.metrics_port = await self._probes.start(settings.metrics_listen)
            except OSError as error:
                raise StartError(f"cannot listen on {settings.metrics_listen}: {error.strerror}") from None
        self._probes.ready = True

    async def _resume(self) -> None:
        """Go on with the matches that were being played when the service stopped."""
        try:
            outage = await last_outage(self._world)
            await self._attendance.resume(outage)
            await self._bots.resume()
        except StoreUnavailable as error:
            raise StartError(f"the store does not answer: {error}") from None
        self._world.spawn(Clock(self._world, self._tables, outage).run(), "clock")
        self._world.spawn(self._attendance.run(), "attendance")
        self._world.spawn(beat(self._world), "beat")

    def _grpc(self, age: float, grace: float) -> grpc.aio.Server:
        return grpc.aio.server(
            interceptors=(self._envelope,),
            options=(
                # A second server on the port is an error, not a partner.
                ("grpc.so_reuseport", 0),
                # Above 1000 waiting calls gRPC would cancel some at random; our own limits answer instead.
                ("grpc.server.max_pending_requests", MAX_PENDING),
                ("grpc.server.max_pending_requests_hard_limit", 2 * MAX_PENDING),
                ("grpc.max_receive_message_length", MAX_MESSAGE),
                ("grpc.max_metadata_size", 8 * 1024),
                # A frozen peer is noticed within half a minute.
                ("grpc.keepalive_time_ms", 20_000),
                ("grpc.keepalive_timeout_ms", 10_000),
                ("grpc.http2.ping_timeout_ms", 10_000),
                # Clients may ping every 10 s, also when nothing is said.
                ("grpc.http2.min_recv_ping_interval_without_data_ms", 10_000),
                ("grpc.keepalive_permit_without_calls", 1),
                ("grpc.http2.max_pings_without_data", 0),
                ("grpc.max_connection_age_ms", int(age * 1000)),
                ("grpc.max_connection_age_grace_ms", int(grace * 1000)),
            ),
        )

    async def _listen(
        self, server: grpc.aio.Server, listen: str, services: tuple[ServiceDescriptor, ...]
    ) -> int:
        names = [service.full_name for service in services]
        health_pb2_grpc.add_HealthServicer_to_server(self._health, server)
        for name in names:
            await self._health.set(name, health_pb2.HealthCheckResponse.SERVING)
        if self._settings.reflection:
            reflection.enable_server_reflection(
                (*names, health.SERVICE_NAME, reflection.SERVICE_NAME), server
            )
        try:
            port = server.add_insecure_port(listen)
        except RuntimeError:
            raise StartError(f"cannot listen on {listen}: is another server running there?") from None
        await server.start()
        self._servers.append(server)
        return port

    async def _census(self) -> None:
        """Count the tables now and then; for ever."""
        while True:
            try:
                self._metrics.set_tables(await self._world.store.count_tables())
            except StoreUnavailable:
                _log.warning("census_failed")
            await self._world.sleep(CENSUS_EVERY)


def _archive(directory: str) -> Archive | None:
    try:
        return Archive(Path(directory)) if directory else None
    except OSError as error:
        raise StartError(f"CHINCHON_ARCHIVE: {error.filename} cannot be written: {error.strerror}") from None
