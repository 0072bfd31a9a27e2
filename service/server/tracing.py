"""OpenTelemetry, for those who install the extra `otel` and set TRACES: a span for each request that was answered.

The usual instrumentations of Flask and WSGI put the address into a span, and a seed may stand in it. A span of ours has
what the log has, and is made when the answer is sent. Where spans go, and how many, is set by the variables that
OpenTelemetry defines (OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SERVICE_NAME, OTEL_TRACES_SAMPLER, …).
"""

import os
import time

from service.api.http.request_context import REQUEST_ID, Seen, written


class Tracer:
    """Makes spans, and sends them from a thread of its own: so each worker makes its own after the fork."""

    def __init__(self) -> None:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter  # noqa: PLC0415 (an extra)
        from opentelemetry.sdk.resources import Resource  # noqa: PLC0415
        from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415
        from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415
        from opentelemetry.trace import SpanKind, Status, StatusCode  # noqa: PLC0415
        from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator  # noqa: PLC0415

        name = os.environ.get("OTEL_SERVICE_NAME", "shuffle-and-deal")
        self._provider = TracerProvider(resource=Resource.create({"service.name": name}))
        self._provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
        self._tracer = self._provider.get_tracer("shuffle-and-deal")
        self._parent = TraceContextTextMapPropagator().extract
        self._kind, self._failed = SpanKind.SERVER, Status(StatusCode.ERROR)

    def answered(self, found: Seen, method: str, status: int, seconds: float, parent: str | None) -> None:
        """Make the span of a request that was answered just now; its parent is that of the header traceparent."""
        now, route = time.time_ns(), written(found.route)
        span = self._tracer.start_span(
            f"{method} {route}",
            context=self._parent({"traceparent": parent} if parent else {}),
            kind=self._kind,
            start_time=now - round(seconds * 1e9),
            attributes={
                "http.request.method": method,
                "http.route": route,
                "http.response.status_code": status,
                f"http.response.header.{REQUEST_ID.lower()}": found.request_id,
                **({"error.type": found.problem} if found.problem else {}),
            },
        )
        if status >= 500:
            span.set_status(self._failed)
        span.end(now)

    def stop(self) -> None:
        """Send what is not sent yet."""
        self._provider.shutdown()
