"""OpenTelemetry spans, one per response, with the extra `otel` and TRACES=true.

OpenTelemetry's own instrumentations of Flask and WSGI put the URL into a span, and a URL may hold a seed. These spans
have the members of the access log, and are made after the response was sent. OpenTelemetry's environment variables
(OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SERVICE_NAME, OTEL_TRACES_SAMPLER, …) set the endpoint and the sampling.
"""

import os
import re
import threading
import time

from .interfaces import RequestLabels

_STOP_SECONDS = 3
_TRACEPARENT = re.compile(
    r"(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?"
)


def trace_id(traceparent: str | None) -> str | None:
    """Return the trace id of a traceparent header (W3C Trace Context); None if it is missing or malformed.

    The trace id is the second part: "00-" and 32 digits, "-" and 16 digits, "-01" has these 32 digits. Only versions
    after 00 may have more parts.
    """
    match = _TRACEPARENT.fullmatch(traceparent or "")
    if match is None:
        return None
    has_more_parts = match[2] is not None
    if has_more_parts and match[0].startswith("00"):
        return None
    return match[1]


class Tracer:
    """Record spans and export them from a background thread; each worker creates its tracer after the fork."""

    def __init__(self) -> None:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import (  # noqa: PLC0415 (an extra)
            OTLPSpanExporter,
        )
        from opentelemetry.sdk.resources import Resource  # noqa: PLC0415
        from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415
        from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415
        from opentelemetry.trace import SpanKind, Status, StatusCode  # noqa: PLC0415
        from opentelemetry.trace.propagation.tracecontext import (  # noqa: PLC0415
            TraceContextTextMapPropagator,
        )

        name = os.environ.get("OTEL_SERVICE_NAME", "shuffle-and-deal")
        # shutdown_on_exit would wait for a collector that is down; `stop` waits for three seconds at most.
        self._provider = TracerProvider(
            resource=Resource.create({"service.name": name}), shutdown_on_exit=False
        )
        self._provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
        self._tracer = self._provider.get_tracer("shuffle-and-deal")
        self._read_parent = TraceContextTextMapPropagator().extract
        self._kind = SpanKind.SERVER
        self._failed = Status(StatusCode.ERROR)

    def record_span(
        self,
        labels: RequestLabels,
        method: str,
        status: int,
        seconds: float,
        parent: str | None,
    ) -> None:
        """Record the span of a response that was just sent; `parent` is the request's traceparent header."""
        end = time.time_ns()
        attributes: dict[str, str | int] = {
            "http.request.method": method,
            "http.route": labels.route,
            "http.response.status_code": status,
            "http.response.header.x-request-id": labels.request_id,
        }
        if labels.problem:
            attributes["error.type"] = labels.problem
        span = self._tracer.start_span(
            f"{method} {labels.route}",
            context=self._read_parent({"traceparent": parent} if parent else {}),
            kind=self._kind,
            start_time=end - round(seconds * 1e9),  # nanoseconds
            attributes=attributes,
        )
        if status >= 500:
            span.set_status(self._failed)
        span.end(end)

    def stop(self) -> bool:
        """Export the remaining spans for three seconds at most, and return whether all were exported."""
        thread = threading.Thread(target=self._provider.shutdown, daemon=True)
        thread.start()
        thread.join(_STOP_SECONDS)
        return not thread.is_alive()
