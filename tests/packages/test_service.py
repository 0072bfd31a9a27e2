"""shuffle_and_deal.Service: which requests are sent again, when, and what is raised."""

import asyncio
import socket
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest
from shuffle_and_deal import AsyncService, NoResponse, Problem, Service
from shuffle_and_deal.service import read_retry_after

from tests.tables import for_each

BODY = b'{"count":1}'
OK = b'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 11\r\n\r\n{"cards":1}'
BUSY = b"HTTP/1.1 503 Busy\r\nContent-Length: 0\r\nRetry-After: %b\r\n\r\n"
HTML = b"HTTP/1.1 502 Bad Gateway\r\nContent-Type: text/html\r\nContent-Length: 5\r\n\r\n<h1>\n"
UNTIL_CLOSED = b"HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n"
CHUNKED = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
REFUSED = (
    b"HTTP/1.1 422 No\r\nContent-Type: application/problem+json\r\n\r\n"
    b'{"title":"A value is refused","detail":"conut: Unknown parameter.","errors":{"conut":["Unknown parameter."]}}'
)
SOON = format_datetime(datetime.now(UTC) - timedelta(seconds=1), usegmt=True).encode()


@contextmanager
def run_server(*answers: bytes) -> Iterator[tuple[str, list[bytes]]]:
    """Run a server that gives one answer to each connection, and closes it. Yield its URL, and the requests."""
    requests: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer_all() -> None:
            for answer in answers:
                with server.accept()[0] as connection:
                    request = connection.recv(65_536)
                    while not request.endswith(BODY if request.startswith(b"POST") else b"\r\n\r\n"):
                        request += connection.recv(65_536)
                    requests.append(request)
                    connection.sendall(answer)
                    connection.shutdown(socket.SHUT_WR)
                    connection.recv(1)

        threading.Thread(target=answer_all, daemon=True).start()
        yield f"http://127.0.0.1:{server.getsockname()[1]}", requests


def call_both(answers: Sequence[bytes], **options: Any) -> list[Any]:
    """Return the result, or the error, of the same call by each class."""

    async def call_async(url: str) -> Any:
        async with AsyncService(url, **options) as service:
            return await service.call("/path", {"count": 1})

    def call(url: str) -> Any:
        with Service(url, **options) as service:
            return service.call("/path", {"count": 1})

    results = []
    for send in (call, lambda url: asyncio.run(call_async(url))):
        with run_server(*answers) as (url, requests):
            try:
                results.append(send(url))
            except (Problem, NoResponse) as error:
                results.append(error)
            assert len(requests) == len(answers)
    return results


@for_each(
    "first",
    {
        "no answer": b"",
        "half a head": b"HTTP/1.1 200 OK\r\nContent-",
        "half a body": OK[:-3],
        "half a body without a length": UNTIL_CLOSED + b'{"cards":',
        "a chunk without an end": CHUNKED + b"9\r\n{" + b'"car',
        "busy": BUSY % b"0",
        "busy until a date": BUSY % SOON,
        "busy until a time that cannot be read": BUSY % b"soon",
        "a proxy's page": HTML,
        "too many": BUSY.replace(b"503", b"429") % b"0",
    }.items(),
)
def test_the_same_request_is_sent_again(first: tuple[str, bytes]) -> None:
    assert call_both([first[1], OK]) == [{"cards": 1}] * 2


def test_a_problem_names_the_fields() -> None:
    for problem in call_both([REFUSED], key="secret"):
        assert isinstance(problem, Problem)
        assert (problem.status, problem.detail) == (422, "conut: Unknown parameter.")
        assert problem.errors == {"conut": ["Unknown parameter."]}


class Clock:
    """A clock that stands still, but for the pauses of a service."""

    def __init__(self) -> None:
        self.now, self.pauses = 0.0, list[float]()

    async def sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.now += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of all services."""
    clock = Clock()
    monkeypatch.setattr("shuffle_and_deal.service._now", lambda: clock.now)
    for kind in (Service, AsyncService):
        monkeypatch.setattr(kind, "_sleep", clock.sleep)
    return clock


IN_A_DAY = format_datetime(datetime.now(UTC) + timedelta(days=1), usegmt=True).encode()


@for_each(("time", "least"), [(b"60", 60), (IN_A_DAY, 3_600)])
def test_the_time_that_retry_after_names_is_waited_for_unless_it_is_beyond_the_deadline(
    time: bytes, least: float, clock: Clock
) -> None:
    for problem in call_both([BUSY % time], deadline=59):
        assert isinstance(problem, Problem)
        assert problem.status == 503
        assert problem.retry_after is not None
        assert least <= problem.retry_after <= 86_400
    assert clock.pauses == []
    assert call_both([BUSY % time, OK], deadline=100_000) == [{"cards": 1}] * 2
    assert [least <= pause <= 86_400.25 for pause in clock.pauses] == [True, True]
    clock.pauses.clear()


def test_a_service_that_is_away_is_asked_until_the_deadline_after_longer_and_longer_pauses(clock: Clock) -> None:
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{deaf.getsockname()[1]}"
        with pytest.raises(NoResponse, match="ConnectError"), Service(url, deadline=10) as service:
            service.call("/path")
    longest = (0.1, 0.2, 0.4, 0.8, 1.6, *[2] * 10)
    assert all(most / 2 <= pause <= most for most, pause in zip(longest, clock.pauses, strict=False))
    assert 8 < sum(clock.pauses) < 10


def test_a_request_that_is_no_json_is_the_programs_error() -> None:
    with pytest.raises(ValueError, match="JSON"), Service("http://127.0.0.1:1") as service:
        service.call("/path", {"weight": float("nan")})


def test_text_is_text() -> None:
    text = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 6\r\n\r\n47 25\n"
    with run_server(text) as (url, requests), Service(url, key="secret") as service:
        assert service.call("/v1/integers?max=49") == "47 25\n"
        assert requests[0].startswith(b"GET /v1/integers?max=49 HTTP/1.1\r\n")
        assert b"authorization: bearer secret" in requests[0].lower()


@for_each("text", [None, "", "-1", "1.5", "tomorrow", "Wed, 99 Foo 2026 00:00:00 GMT", "²"])
def test_other_times_are_no_times(text: str | None) -> None:
    assert read_retry_after(text) is None
