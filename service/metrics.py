"""What the server counts, for Prometheus.

The gRPC metrics have the names, labels and code spelling of the grpc-ecosystem middlewares, so that existing
dashboards and alerts fit. No table, player or card is ever a label, and every set of labels exists from the
start, so that a first error is a rise and not a new series.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from typing import Final

import grpc
from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
)
from prometheus_client.exposition import choose_encoder

from chinchon.v1.action_pb2 import Action
from engine.events import Event, MatchEnded, RoundScored
from engine.state import MatchEnd, RoundEnd, TableState
from engine.violations import Reason

CODES: Final[Mapping[grpc.StatusCode, str]] = {
    code: "".join(word.capitalize() for word in code.name.split("_")) for code in grpc.StatusCode
} | {grpc.StatusCode.OK: "OK", grpc.StatusCode.CANCELLED: "Canceled"}
"""Status codes as Go spells them, like every other exporter."""

OUTCOMES: Final = ("accepted", "refused", "stale", "unavailable")
"""What became of an action: committed; against the rules; too late a version; store away."""

STREAMS: Final = ("Play", "WatchTable")
"""The rpcs that keep a watcher."""

JANITOR: Final = ("closed", "archived", "deleted", "failed")
"""What the janitor did: closed an idle table, archived a match, deleted a table, failed at something."""

UNKNOWN: Final = "unknown"
"""Stands for every service and method that is not ours, so that callers cannot make series."""

_RPC_LABELS: Final = ("grpc_type", "grpc_service", "grpc_method")
_SECONDS: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
_COMMITS: Final = (1, 2, 5, 10, 20, 50, 100, 256)


class RpcMetrics:
    """The metrics of one rpc."""

    __slots__ = ("_handled", "_received", "_seconds", "_sent", "_started")

    def __init__(self, metrics: Metrics, labels: tuple[str, str, str]) -> None:
        self._started = metrics.grpc_started.labels(*labels)
        self._received = metrics.grpc_received.labels(*labels)
        self._sent = metrics.grpc_sent.labels(*labels)
        self._seconds = metrics.grpc_seconds.labels(*labels)
        self._handled = {code: metrics.grpc_handled.labels(*labels, name) for code, name in CODES.items()}

    def started(self) -> None:
        """Count a call that began."""
        self._started.inc()

    def received(self) -> None:
        """Count a message from the client."""
        self._received.inc()

    def sent(self) -> None:
        """Count a message to the client."""
        self._sent.inc()

    def handled(self, code: grpc.StatusCode, seconds: float) -> None:
        """Count a call that ended, and how long it took."""
        self._handled[code].inc()
        self._seconds.observe(seconds)


class Metrics:
    """All metrics of one server, in a registry of its own.

    Args:
        services: The gRPC services that it serves, by their descriptors.
        version: Of the program.
        engine: How the engine runs: "python" or "compiled".
    """

    def __init__(self, services: Iterable[ServiceDescriptor], version: str, engine: str) -> None:
        disable_created_metrics()  # type: ignore[no-untyped-call]  # a second series for each counter, which nothing reads
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)

        def counter(name: str, help: str, *labels: str) -> Counter:
            return Counter(name, help, labels, registry=registry)

        def gauge(name: str, help: str, *labels: str) -> Gauge:
            return Gauge(name, help, labels, registry=registry)

        def histogram(name: str, help: str, buckets: tuple[float, ...], *labels: str) -> Histogram:
            return Histogram(name, help, labels, registry=registry, buckets=buckets)

        self.grpc_started = counter("grpc_server_started_total", "Calls started.", *_RPC_LABELS)
        self.grpc_handled = counter("grpc_server_handled_total", "Calls ended.", *_RPC_LABELS, "grpc_code")
        self.grpc_received = counter("grpc_server_msg_received_total", "Messages received.", *_RPC_LABELS)
        self.grpc_sent = counter("grpc_server_msg_sent_total", "Messages sent.", *_RPC_LABELS)
        self.grpc_seconds = histogram(
            "grpc_server_handling_seconds", "How long calls took.", _SECONDS, *_RPC_LABELS
        )
        self._unknown = RpcMetrics(self, ("unary", UNKNOWN, UNKNOWN))
        self._rpcs = {
            f"/{service.full_name}/{method.name}": RpcMetrics(
                self, (_rpc_type(method), service.full_name, method.name)
            )
            for service in services
            for method in service.methods
        }

        self._tables = gauge("chinchon_tables", "Tables by state.", "state")
        self._actions = counter(
            "chinchon_actions_total", "Actions by what became of them.", "kind", "outcome"
        )
        self._violations = counter("chinchon_rule_violations_total", "Actions against the rules.", "reason")
        self._watchers = gauge("chinchon_watchers", "Open streams.", "rpc")
        self._rounds = counter("chinchon_rounds_finished_total", "Rounds by how they ended.", "end")
        self._matches = counter("chinchon_matches_finished_total", "Matches by how they ended.", "end")
        self._janitor = counter("chinchon_janitor_total", "What the janitor did.", "work")
        self._commit_seconds = histogram(
            "chinchon_commit_seconds", "How long transactions of the store took.", _SECONDS
        )
        self._commit_batch_size = histogram(
            "chinchon_commit_batch_size", "Commits in one transaction of the store.", _COMMITS
        )
        self._heartbeat = gauge(
            "chinchon_event_loop_heartbeat_age_seconds", "Since the event loop last turned."
        )
        gauge("chinchon_build_info", "The running program.", "version", "engine").labels(version, engine).set(
            1
        )

        self.set_tables(dict.fromkeys(TableState, 0))
        for kind in Action.DESCRIPTOR.oneofs_by_name["kind"].fields:
            for outcome in OUTCOMES:
                self._actions.labels(kind.name, outcome)
        for reason in Reason:
            self._violations.labels(reason)
        for stream in STREAMS:
            self._watchers.labels(stream)
        for round_end in RoundEnd:
            self._rounds.labels(round_end.name.lower())
        for match_end in MatchEnd:
            self._matches.labels(match_end.name.lower())
        for work in JANITOR:
            self._janitor.labels(work)

    def rpc(self, method: str) -> RpcMetrics:
        """Return the metrics of a method, named as on the wire: `/chinchon.v1.TurnService/Play`."""
        return self._rpcs.get(method, self._unknown)

    def action(self, kind: str, outcome: str) -> None:
        """Count an action: its kind as in `Action`, or the name of another command; one of `OUTCOMES`."""
        self._actions.labels(kind, outcome).inc()

    def violation(self, reason: Reason) -> None:
        """Count a refusal by the rules."""
        self._violations.labels(reason).inc()

    def happened(self, events: Iterable[Event]) -> None:
        """Count what committed events ended."""
        for event in events:
            if isinstance(event, RoundScored):
                self._rounds.labels(event.result.end.name.lower()).inc()
            elif isinstance(event, MatchEnded):
                self._matches.labels(event.result.end.name.lower()).inc()

    def janitor(self, work: str) -> None:
        """Count something that the janitor did, one of `JANITOR`."""
        self._janitor.labels(work).inc()

    def watching(self, rpc: str) -> AbstractContextManager[None]:
        """Count a stream, one of `STREAMS`, as open while the context lasts."""
        return self._watchers.labels(rpc).track_inprogress()

    def set_tables(self, counts: Mapping[TableState, int]) -> None:
        """Set how many tables are in each state."""
        for state, count in counts.items():
            self._tables.labels(state.name.lower()).set(count)

    def commit_group(self, size: int) -> AbstractContextManager[object]:
        """Measure a transaction of the store with `size` commits while the context lasts; for any thread."""
        self._commit_batch_size.observe(size)
        return self._commit_seconds.time()

    def watch_heartbeat(self, age: Callable[[], float]) -> None:
        """Ask `age` for the age of the event loop's heartbeat, in seconds, whenever the metrics are read."""
        self._heartbeat.set_function(age)

    def render(self, accept: str) -> tuple[bytes, str]:
        """Return the text of all metrics in the best format that an Accept header allows, and its content type."""
        encode, content_type = choose_encoder(accept)
        return encode(self.registry), content_type


def _rpc_type(method: MethodDescriptor) -> str:
    match method.client_streaming, method.server_streaming:
        case True, True:
            return "bidi_stream"
        case True, False:
            return "client_stream"
        case False, True:
            return "server_stream"
    return "unary"
