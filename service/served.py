"""The service as its server sees it (service/server/interfaces.py): its requests, its problems, its counts."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path

from flask import Flask

from .http.hooks.headers import SECURITY_HEADERS, cors_headers
from .http.hooks.proxies import believe_proxies
from .http.hooks.rate_limit import CountedRequests
from .http.hooks.request_checks import identify_caller
from .http.problems import MEDIA_TYPE, PROBLEMS
from .http.request_context import REQUEST_ID, context_of, request_id, route_label
from .http.services import Metrics, Services
from .http.stats import Counted, Stats
from .server.interfaces import Environ, LimitCount, ProblemResponse, RequestLabels
from .settings import Settings
from .wsgi_keys import COUNTED

_MEMORY = "memory://"


class ServedProblems:
    """Writes the problem for a request that does not reach the application."""

    def __init__(self, origins: tuple[str, ...]) -> None:
        self._origins = origins

    def write(
        self,
        name: str,
        request_headers: Mapping[str, str],
        *,
        status: int | None = None,
        detail: str | None = None,
    ) -> ProblemResponse:
        """Return the response with a problem of the type `name`, with the headers that every response has."""
        problem_type = PROBLEMS[name]
        status = status or problem_type.status
        id_ = request_id(request_headers.get(REQUEST_ID.lower()))
        body = {
            "type": f"/v1/problems/{name}",
            "title": problem_type.title,
            "status": status,
            "detail": detail or problem_type.meaning,
            "request_id": id_,
        }
        headers = {
            "Content-Type": MEDIA_TYPE,
            "Cache-Control": "no-store",
            REQUEST_ID: id_,
        }
        headers.update(SECURITY_HEADERS)
        headers.update(cors_headers(self._origins, request_headers.get("origin")))
        labels = RequestLabels(id_, route_label(""), name)
        return ProblemResponse(status, headers, json.dumps(body).encode(), labels)


class ServedCounts:
    """Counts responses in `stats`, and publishes the counts as metrics, unless METRICS is false."""

    def __init__(self, stats: Stats, metrics: Metrics | None) -> None:
        self._stats = stats
        self._metrics = metrics
        self.record_lag = stats.record_lag
        self.record_restart = stats.record_restart
        self.take = stats.take

    def record_response(
        self,
        labels: RequestLabels,
        method: str,
        status: int,
        seconds: float | None,
        waited: float | None,
    ) -> None:
        """Count a response, and, if they are known, its duration and how long the request waited before."""
        self._stats.record_response(
            labels.route, method, status, labels.problem, seconds, waited
        )

    def add(self, counts: Counted) -> None:
        """Add what another process counted."""
        self._stats.add(counts)

    def share(self, folder: Path, index: int) -> None:
        """Share the counts with other workers by files in a folder."""
        if self._metrics is not None:
            self._metrics.share(folder, index)

    def publish(self, *, in_progress: int, lost_lines: int, is_log_stuck: bool) -> None:
        """Publish the counts since the last call, and the state of the worker and of its log."""
        self._stats.in_progress = in_progress
        self._stats.lost_lines = lost_lines
        self._stats.is_log_stuck = is_log_stuck
        if self._metrics is not None:
            self._metrics.publish()


class Served:
    """The application `app`, and what its server asks about it and about requests.

    It implements `Service` in server/interfaces.py, where each public attribute is described. `is_short` is
    `Application.is_short`, `find_rule` returns the URL rule of a method and a path, and `counted_requests` counts the
    requests that RATE_LIMIT limits; it is None if RATE_LIMIT is not set.
    """

    def __init__(
        self,
        app: Flask,
        settings: Settings,
        services: Services,
        is_short: Callable[[str, str, str, int], bool],
        find_rule: Callable[[str, str], str],
        counted_requests: CountedRequests | None,
    ) -> None:
        self.app = app
        self.problems = ServedProblems(settings.cors_origins)
        self.counts = ServedCounts(services.stats, services.metrics)
        self.is_short = is_short
        self.max_body = settings.max_body_bytes
        self.max_wait = settings.max_wait
        self.processes = settings.processes
        self.spare_processes = settings.max_streams
        self.cpu_seconds = settings.max_cpu_seconds
        self.has_proxies = settings.trusted_proxies > 0
        self.traces = settings.traces
        self.waits_for_count = not settings.rate_limit_storage.startswith(_MEMORY)
        self._proxies = settings.trusted_proxies
        self._api_keys = settings.api_keys
        self._streams = services.streams
        self._counted_requests = counted_requests
        self._find_rule = find_rule

    def is_counted(self, environ: Environ) -> bool:
        """Return whether RATE_LIMIT counts a request."""
        counted_requests = self._counted_requests
        return counted_requests is not None and counted_requests.is_counted(environ)

    def count_request(self, environ: Environ) -> LimitCount:
        """Count a request for RATE_LIMIT, which must be set."""
        assert self._counted_requests is not None  # noqa: S101 (else no request is counted)
        counted = self._counted_requests.count(believe_proxies(environ, self._proxies))
        return LimitCount({COUNTED: tuple(counted)}, counted.refused_for is not None)

    def begin_worker(self) -> None:
        """Count the long streams of this worker and its processes apart from the streams of other workers."""
        self._streams.reopen()

    def identify_caller(self, environ: Environ) -> str:
        """Return what identifies the caller of a request: a known key, or else an address."""
        return identify_caller(self._api_keys, believe_proxies(environ, self._proxies))

    def find_route(self, method: str, path: str) -> str:
        """Return the route of a request that the application has not answered."""
        return route_label(self._find_rule(method, path))

    def describe(self, environ: Environ) -> RequestLabels:
        """Return what logs and metrics say of a request that the application has answered."""
        context = context_of(environ)
        if context is None:
            return RequestLabels("", route_label(""), "")
        return RequestLabels(
            context.request_id, route_label(context.route), context.problem
        )
