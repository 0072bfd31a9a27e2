"""What the server needs of the service that it serves: it knows WSGI and gunicorn, and nothing else of it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, Protocol

Environ = dict[str, Any]


class RequestLabels(NamedTuple):
    """What logs and metrics say of a request: its id, its route, and its type of problem ("" for a success)."""

    request_id: str
    route: str
    problem: str


class LimitCount(NamedTuple):
    """What the count of a request for a limit says: members for the environment of its call, and whether it is refused.

    The application answers a request that is refused without a look at its body.
    """

    environ: Environ
    is_refused: bool


class ProblemResponse(NamedTuple):
    """The response to a request that does not reach the application; `headers` do not say how long the body is."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    labels: RequestLabels


class Problems(Protocol):
    """Writes problems (RFC 9457)."""

    def write(
        self,
        name: str,
        request_headers: Mapping[str, str],
        *,
        status: int | None = None,
        detail: str | None = None,
    ) -> ProblemResponse:
        """Return the response with a problem of the type `name`, maybe with another status and detail than its own.

        Names of `request_headers` are in lower case.
        """


class WorkerCounts(Protocol):
    """Counts what happens in this worker, for metrics."""

    def record_response(
        self,
        labels: RequestLabels,
        method: str,
        status: int,
        seconds: float | None,
        waited: float | None,
    ) -> None:
        """Count a response, its duration, and how long the request waited before, if these are known."""

    def record_lag(self, seconds: float) -> None:
        """Count a turn of the event loop that came this many seconds late."""

    def record_restart(self) -> None:
        """Count this worker as one that began in place of another."""

    def take(self) -> object:
        """Return what the application counted since the last call, as plain types: the responses are not in it."""

    def add(self, counts: Any) -> None:
        """Add what `take` returned in a process."""

    def share(self, folder: Path, index: int) -> None:
        """Share the counts with other workers by files in a folder; no other worker has the same index."""

    def publish(self, *, in_progress: int, lost_lines: int, is_log_stuck: bool) -> None:
        """Publish what was counted since the last call, and how it stands.

        `in_progress` requests have no complete response, `lost_lines` of the log were not written, and `is_log_stuck`
        if it takes no line.
        """


class Service(Protocol):
    """A WSGI application, and what it says of its requests.

    Bodies have at most `max_body` bytes. A request waits for a process at most `max_wait` seconds. A worker has
    `processes` processes, and up to `spare_processes` more while as many wait for their clients; a request has
    `cpu_seconds` of CPU time in one. With `has_proxies` the addresses of connections belong to proxies. With
    `traces` the worker records spans.
    """

    app: Any
    problems: Problems
    counts: WorkerCounts
    max_body: int
    max_wait: float
    processes: int
    spare_processes: int
    cpu_seconds: float
    has_proxies: bool
    traces: bool
    waits_for_count: bool
    """Whether `count_request` may wait for a storage."""

    def begin_worker(self) -> None:
        """Open what a worker shares with its processes and with nobody else, before it forks any."""

    def is_short(self, method: str, path: str, query: str, length: int) -> bool:
        """Return whether the event loop may answer a request with a body of `length` bytes."""

    def is_counted(self, environ: Environ) -> bool:
        """Return whether a request is counted for a limit of its caller."""

    def count_request(self, environ: Environ) -> LimitCount:
        """Count such a request; this may be called in a thread. It leaves the environment as it is."""

    def identify_caller(self, environ: Environ) -> str:
        """Return what tells the caller of a request from other callers."""

    def find_route(self, method: str, path: str) -> str:
        """Return the route of a request that the application has not answered."""

    def describe(self, environ: Environ) -> RequestLabels:
        """Return what logs and metrics say of a request that the application has answered."""
