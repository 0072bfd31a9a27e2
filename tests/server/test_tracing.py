"""Spans, as an OpenTelemetry collector receives them (`make test SUITE=otel`)."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.conftest import run_service
from tests.peers import Handler, listen, port_of, run_http_server
from tests.server.client import fetch
from tests.server.processes import KILL_NO_WORKER
from tools.ports import free_port

pytestmark = pytest.mark.otel

TRACE = "0af7651916cd43dd8448eb211c80319c"
PARENT = "b7ad6b7169203331"


@contextmanager
def run_collector() -> Iterator[tuple[str, list[bytes]]]:
    """Run a collector; yield its URL and the bodies that it receives."""
    bodies: list[bytes] = []

    class Collector(Handler):
        def do_POST(self) -> None:
            bodies.append(self.read_body())
            self.respond(200)

    with run_http_server(Collector) as address:
        yield address, bodies


@pytest.mark.smoke
def test_each_request_is_a_span_with_its_parent_and_without_its_values() -> None:
    from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (  # noqa: PLC0415
        ExportTraceServiceRequest,
    )

    with run_collector() as (endpoint, bodies):
        with run_service(
            TRACES="true", WEB_CONCURRENCY="1", OTEL_EXPORTER_OTLP_ENDPOINT=endpoint
        ) as base:
            trace = {"traceparent": f"00-{TRACE}-{PARENT}-01"}
            fetch(base, "/v1/decks/standard/shuffle?seed=SECRETSEED", headers=trace)
            fetch(base, "/v1/integers?max=SECRETSEED")
        spans = {
            span.name: span
            for body in bodies
            for resource in ExportTraceServiceRequest.FromString(body).resource_spans
            for scope in resource.scope_spans
            for span in scope.spans
        }
    shuffle = spans["GET /v1/decks/{deck}/shuffle"]
    integers = spans["GET /v1/integers"]
    assert shuffle.trace_id.hex() == TRACE
    assert shuffle.parent_span_id.hex() == PARENT
    assert integers.parent_span_id == b""
    assert shuffle.end_time_unix_nano > shuffle.start_time_unix_nano
    attributes = {attribute.key: attribute.value for attribute in integers.attributes}
    assert attributes["http.response.status_code"].int_value == 422
    assert attributes["error.type"].string_value == "invalid-values"
    assert not any(b"SECRETSEED" in body for body in bodies)


@pytest.mark.parametrize(
    "is_listening", [False, True], ids=["refuses connections", "never responds"]
)
def test_a_collector_that_is_down_holds_up_no_stop(
    tmp_path: Path, is_listening: bool
) -> None:
    """The service gives up after three seconds, OpenTelemetry itself after thirty."""
    output = tmp_path / "output"
    with listen() as listener:
        port = port_of(listener) if is_listening else free_port()
        settings = {
            "OTEL_EXPORTER_OTLP_ENDPOINT": f"http://127.0.0.1:{port}",
            "GUNICORN_CMD_ARGS": KILL_NO_WORKER,
        }
        with run_service(output, TRACES="true", **settings) as base:
            fetch(base, "/v1/integers?max=6")
    assert "The last spans were not sent" in output.read_text()
