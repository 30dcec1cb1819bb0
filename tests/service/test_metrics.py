"""What a scrape finds."""

from __future__ import annotations

import grpc
import pytest
from prometheus_client.openmetrics.parser import text_string_to_metric_families as parse_openmetrics
from prometheus_client.parser import text_string_to_metric_families as parse_text

from chinchon.v1 import record_service_pb2, scoring_service_pb2, table_service_pb2, turn_service_pb2
from engine.arrange import CloseOutcome
from engine.events import MatchEnded, RoundScored
from engine.state import CancelReason, MatchEnd, MatchResult, RoundEnd, RoundResult, TableState
from engine.violations import Reason
from service.metrics import JANITOR, Metrics

SERVICES = [
    service
    for module in (record_service_pb2, scoring_service_pb2, table_service_pb2, turn_service_pb2)
    for service in module.DESCRIPTOR.services_by_name.values()
]
PLAY = {
    "grpc_type": "bidi_stream",
    "grpc_service": "chinchon.v1.TurnService",
    "grpc_method": "Play",
}


@pytest.fixture
def metrics() -> Metrics:
    return Metrics(SERVICES, version="1.2.3", engine="python")


def value(metrics: Metrics, name: str, **labels: str) -> float | None:
    return metrics.registry.get_sample_value(name, labels)


def test_every_rpc_has_its_series_from_the_start(metrics: Metrics) -> None:
    for service in SERVICES:
        for method in service.methods:
            labels = {"grpc_service": service.full_name, "grpc_method": method.name}
            labels["grpc_type"] = {
                "Play": "bidi_stream",
                "WatchTable": "server_stream",
            }.get(method.name, "unary")
            for name in ("started", "msg_received", "msg_sent"):
                assert value(metrics, f"grpc_server_{name}_total", **labels) == 0
            assert value(metrics, "grpc_server_handling_seconds_count", **labels) == 0
            for code in ("OK", "Canceled", "InvalidArgument", "Unauthenticated", "DeadlineExceeded"):
                assert value(metrics, "grpc_server_handled_total", **labels, grpc_code=code) == 0


def test_a_call_is_counted(metrics: Metrics) -> None:
    rpc = metrics.rpc("/chinchon.v1.TurnService/Play")
    rpc.started()
    for _ in range(3):
        rpc.received()
        rpc.sent()
    rpc.sent()
    rpc.handled(grpc.StatusCode.RESOURCE_EXHAUSTED, seconds=0.002)
    assert value(metrics, "grpc_server_started_total", **PLAY) == 1
    assert value(metrics, "grpc_server_msg_received_total", **PLAY) == 3
    assert value(metrics, "grpc_server_msg_sent_total", **PLAY) == 4
    assert value(metrics, "grpc_server_handled_total", **PLAY, grpc_code="ResourceExhausted") == 1
    assert value(metrics, "grpc_server_handled_total", **PLAY, grpc_code="OK") == 0
    assert value(metrics, "grpc_server_handling_seconds_sum", **PLAY) == 0.002
    assert value(metrics, "grpc_server_handling_seconds_bucket", **PLAY, le="0.0025") == 1
    assert value(metrics, "grpc_server_handling_seconds_bucket", **PLAY, le="0.001") == 0


def test_methods_that_are_not_ours_share_one_series(metrics: Metrics) -> None:
    before = len(list(metrics.registry.collect())), len(metrics.render("")[0].splitlines())
    for method in ("/chinchon.v1.TurnService/Cheat", "/a.B/C", "nonsense", ""):
        metrics.rpc(method).started()
    labels = {"grpc_type": "unary", "grpc_service": "unknown", "grpc_method": "unknown"}
    assert value(metrics, "grpc_server_started_total", **labels) == 4
    assert (len(list(metrics.registry.collect())), len(metrics.render("")[0].splitlines())) == before


def test_the_game_is_counted(metrics: Metrics) -> None:
    assert value(metrics, "chinchon_actions_total", kind="draw_stock", outcome="refused") == 0
    metrics.action("draw_stock", "refused")
    metrics.violation(Reason.NOT_YOUR_TURN)
    metrics.set_tables({TableState.LOBBY: 3, TableState.PLAYING: 2, TableState.CLOSED: 1})
    result = RoundResult(number=1, end=RoundEnd.PASO, closer=-1, outcome=CloseOutcome.ILLEGAL, seats=())
    end = MatchResult(1, MatchEnd.CHINCHON, CancelReason.NONE, caused_by=-1, standings=())
    metrics.happened([RoundScored(result), MatchEnded(end)])
    assert value(metrics, "chinchon_actions_total", kind="draw_stock", outcome="refused") == 1
    assert value(metrics, "chinchon_rule_violations_total", reason="NOT_YOUR_TURN") == 1
    assert value(metrics, "chinchon_rule_violations_total", reason="CARD_NOT_IN_HAND") == 0
    assert value(metrics, "chinchon_tables", state="playing") == 2
    assert value(metrics, "chinchon_rounds_finished_total", end="paso") == 1
    assert value(metrics, "chinchon_rounds_finished_total", end="close") == 0
    assert value(metrics, "chinchon_matches_finished_total", end="chinchon") == 1


def test_what_the_janitor_did_is_counted(metrics: Metrics) -> None:
    metrics.janitor("deleted")
    counts = {work: value(metrics, "chinchon_janitor_total", work=work) for work in JANITOR}
    assert counts == {"closed": 0, "archived": 0, "deleted": 1, "failed": 0}


def test_open_streams_are_those_now(metrics: Metrics) -> None:
    with metrics.watching("Play"), metrics.watching("Play"), metrics.watching("WatchTable"):
        assert value(metrics, "chinchon_watchers", rpc="Play") == 2
    assert value(metrics, "chinchon_watchers", rpc="Play") == 0


def test_a_transaction_is_measured_also_when_it_fails(metrics: Metrics) -> None:
    with metrics.commit_group(7):
        pass
    with pytest.raises(OSError, match="full"), metrics.commit_group(300):
        raise OSError("full")
    assert value(metrics, "chinchon_commit_seconds_count") == 2
    assert value(metrics, "chinchon_commit_batch_size_sum") == 307
    assert value(metrics, "chinchon_commit_batch_size_bucket", le="10.0") == 1


def test_the_program_and_its_process_are_described(metrics: Metrics) -> None:
    assert value(metrics, "chinchon_build_info", version="1.2.3", engine="python") == 1
    assert (value(metrics, "process_resident_memory_bytes") or 0) > 0
    metrics.watch_heartbeat(lambda: 1.5)
    assert value(metrics, "chinchon_event_loop_heartbeat_age_seconds") == 1.5


def test_both_formats_can_be_read(metrics: Metrics) -> None:
    text, plain = metrics.render("")
    openmetrics, content_type = metrics.render("application/openmetrics-text; version=1.0.0")
    assert plain.startswith("text/plain")
    assert content_type.startswith("application/openmetrics-text")
    names = {family.name for family in parse_text(text.decode())}
    assert {"grpc_server_handled", "grpc_server_handling_seconds", "chinchon_tables"} <= names
    assert {family.name for family in parse_openmetrics(openmetrics.decode())} == names
    assert not [name for name in names if name.endswith("_created")]


def test_two_servers_in_one_process_count_apart(metrics: Metrics) -> None:
    other = Metrics(SERVICES, version="1.2.3", engine="python")
    other.rpc("/chinchon.v1.TurnService/Play").started()
    assert value(metrics, "grpc_server_started_total", **PLAY) == 0
