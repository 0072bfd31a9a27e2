"""shuffle_and_deal.Service: which requests are sent again, when, and what is raised."""

import asyncio
import socket
import threading
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from email.utils import format_datetime
from functools import partial
from itertools import chain, repeat
from types import coroutine
from typing import Any

import httpcore
import httpx
import pytest
from shuffle_and_deal import (
    AsyncService,
    MemoryStore,
    NoResponse,
    Problem,
    Service,
    ServiceError,
    Table,
)
from shuffle_and_deal.service import read_retry_after

from tests.forked import run_forked
from tests.peers import (
    listen,
    port_of,
    refuse_connections,
    run_persistent_server,
    system_date,
)
from tests.tables import for_each
from tools.serving import PATIENCE

SERVICE = "http://service"
BODY = b'{"count":1}'
# Each answer ends its connection, and says so: a client would take the connection again before it saw the end.
JSON = b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: application/json\r\n"
OK = JSON + b'Content-Length: 11\r\n\r\n{"cards":1}'
BUSY = b"HTTP/1.1 503 Busy\r\nConnection: close\r\nContent-Length: 0\r\nRetry-After: %b\r\n\r\n"
HTML = b"HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\nContent-Type: text/html\r\nContent-Length: 5\r\n\r\n<h1>\n"
UNTIL_CLOSED = b"HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n"
CHUNKED = JSON + b"Transfer-Encoding: chunked\r\n\r\n"
REFUSED = (
    b"HTTP/1.1 422 No\r\nContent-Type: application/problem+json\r\n\r\n"
    b'{"title":"A value is refused","detail":"conut: Unknown parameter.","errors":{"conut":["Unknown parameter."]}}'
)
SOON = format_datetime(system_date() - timedelta(seconds=1), usegmt=True).encode()


@contextmanager
def run_server(*answers: bytes) -> Iterator[tuple[str, list[bytes]]]:
    """Run a server that gives one answer to each connection, and closes it. Yield its URL, and the requests."""
    requests: list[bytes] = []
    with listen() as server:

        def answer_all() -> None:
            for answer in answers:
                connection, _ = server.accept()
                with connection:
                    request = connection.recv(65_536)
                    end = BODY if request.startswith(b"POST") else b"\r\n\r\n"
                    while not request.endswith(end):
                        request += connection.recv(65_536)
                    requests.append(request)
                    connection.sendall(answer)
                    connection.shutdown(socket.SHUT_WR)
                    connection.recv(1)

        threading.Thread(target=answer_all, daemon=True).start()
        yield f"http://127.0.0.1:{port_of(server)}", requests


def client_of(answer: Callable[[httpx.Request], httpx.Response]) -> httpx.Client:
    """Return a client of httpx whose requests a function answers."""
    return httpx.Client(transport=httpx.MockTransport(answer), base_url=SERVICE)


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
            except ServiceError as error:
                results.append(error)
            assert len(requests) == len(answers)
    return results


BAD_ANSWERS = {
    "no answer": b"",
    "half a head": b"HTTP/1.1 200 OK\r\nContent-",
    "half a body": OK[:-3],
    "half a body without a length": UNTIL_CLOSED + b'{"cards":',
    "a chunk without an end": CHUNKED + b"9\r\n{" + b'"car',
    "JSON that is too deep to read": UNTIL_CLOSED + b"[" * 100_000,
    "busy": BUSY % b"0",
    "busy until a date": BUSY % SOON,
    "busy until a time that cannot be read": BUSY % b"soon",
    "a proxy's page": HTML,
    "too many": BUSY.replace(b"503", b"429") % b"0",
}


@for_each("first", BAD_ANSWERS.values(), ids=BAD_ANSWERS)
def test_the_same_request_is_sent_again(first: bytes) -> None:
    assert call_both([first, OK]) == [{"cards": 1}] * 2


def test_a_problem_names_the_fields() -> None:
    for problem in call_both([REFUSED], key="secret"):
        assert isinstance(problem, Problem)
        assert problem.status == 422
        assert problem.detail == "conut: Unknown parameter."
        assert problem.errors == {"conut": ["Unknown parameter."]}


def test_a_page_in_place_of_json_is_an_error_of_the_service() -> None:
    page = b"HTTP/1.1 200 OK\r\nContent-Type: Text/HTML; charset=utf-8\r\nContent-Length: 4\r\n\r\n<h1>"
    for error in call_both([page]):
        assert type(error) is ServiceError


OPENED = {"shoe": "s", "commitment": "c", "digest": "d", "terms": {}}
DRAWN = {
    "shoe": "s",
    "previous": "d",
    "digest": "e",
    "round": 0,
    "seat_views": {},
    "spectator_view": {},
}


@for_each(
    ("answers", "named"),
    [
        ([{}], "shoe"),
        ([[]], "shoe"),
        ([None], "commitment"),
        ([OPENED | {"terms": None}], "terms"),
        ([OPENED, {}], "previous"),
        ([OPENED, DRAWN | {"round": "0"}], "round"),
        ([OPENED, DRAWN | {"previous": "x"}], "another state"),
        ([OPENED, DRAWN, {}], "receipt"),
    ],
)
def test_a_table_takes_no_other_json_for_a_response(
    answers: list[Any], named: str
) -> None:
    left = iter(answers)
    store = MemoryStore()
    client = client_of(lambda _: httpx.Response(200, json=next(left)))
    with Service(client=client) as service:
        table = Table(service, store, "table")
        acts = (
            lambda: table.open(deck="standard"),
            lambda: table.draw("one", 1),
            table.reveal,
        )
        *before, last = acts[: len(answers)]
        for act in before:
            act()
        with pytest.raises(ServiceError, match=named):
            last()
    changes, _ = asyncio.run(store.read("table")) or (0, "")
    assert changes == len(before)


@for_each("errors", [None, [], "x", 1])
def test_errors_of_another_type_are_none(errors: Any) -> None:
    assert Problem(422, {"errors": errors}, None).errors == {}


class Clock:
    """A clock in place of the module time, which stands still, but for the pauses of a service."""

    def __init__(self) -> None:
        self.now = 0.0
        self.pauses: list[float] = []

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.now += seconds


@coroutine
def take_turn() -> Iterator[None]:
    """Let the event loop take a turn, as a sleep of no time does."""
    yield


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of all services."""
    clock = Clock()

    async def sleep(seconds: float) -> None:
        if seconds:
            clock.sleep(seconds)
        await take_turn()

    monkeypatch.setattr("shuffle_and_deal.service.time", clock)
    monkeypatch.setattr(asyncio, "sleep", sleep)
    return clock


IN_A_DAY = format_datetime(system_date() + timedelta(days=1), usegmt=True).encode()


@for_each(("time", "least"), [(b"60", 60), (IN_A_DAY, 3_600)])
def test_the_time_that_retry_after_names_is_waited_for_unless_it_is_beyond_the_deadline(
    time: bytes, least: float, clock: Clock
) -> None:
    clock.pauses.clear()
    for problem in call_both([BUSY % time], deadline=59):
        assert isinstance(problem, Problem)
        assert problem.status == 503
        assert problem.retry_after is not None
        assert least <= problem.retry_after <= 86_400
    assert clock.pauses == []
    assert call_both([BUSY % time, OK], deadline=100_000) == [{"cards": 1}] * 2
    assert len(clock.pauses) == 2
    for pause in clock.pauses:
        assert least <= pause <= 86_400.25


def test_a_service_that_is_away_is_asked_until_the_deadline_after_longer_and_longer_pauses(
    clock: Clock,
) -> None:
    with (
        refuse_connections() as port,
        Service(f"http://127.0.0.1:{port}", deadline=10) as service,
        pytest.raises(NoResponse, match="ConnectError"),
    ):
        service.call("/path")
    longest = (0.1, 0.2, 0.4, 0.8, 1.6, *[2] * 10)
    for most, pause in zip(longest, clock.pauses, strict=False):
        assert most / 2 <= pause <= most
    assert 8 < sum(clock.pauses) < 10


class Drip(
    httpcore.NetworkBackend,
    httpcore.NetworkStream,
    httpx.AsyncBaseTransport,
    httpx.AsyncByteStream,
):
    """A connection that sends a piece in each half second of a clock, and for asyncio the body of a response alone."""

    def __init__(self, clock: Clock, *pieces: bytes) -> None:
        self._clock = clock
        self._pieces = chain(pieces, repeat(b"x"))

    def connect_tcp(self, *_: Any, **__: Any) -> httpcore.NetworkStream:
        return self

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        assert timeout is not None
        self._clock.now += min(0.5, timeout)
        if timeout < 0.5:
            raise httpcore.ReadTimeout
        return next(self._pieces)

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        pass

    def close(self) -> None:
        pass

    def get_extra_info(self, info: str) -> Any:
        pass

    async def handle_async_request(self, _: httpx.Request) -> httpx.Response:
        return httpx.Response(200, stream=self)

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for piece in self._pieces:
            await asyncio.sleep(0)
            self._clock.now += 0.5
            yield piece


@for_each(
    "pieces",
    [[b"HTTP/1.1 200 OK\r\nA: "], [UNTIL_CLOSED], [OK, b"HTTP/1.1 200 OK\r\n"]],
)
def test_the_deadline_holds_against_a_response_that_comes_byte_by_byte(
    pieces: list[bytes], clock: Clock
) -> None:
    clock.now = 0
    transport = httpx.HTTPTransport()
    transport._pool = httpcore.ConnectionPool(network_backend=Drip(clock, *pieces))
    client = httpx.Client(transport=transport, base_url=SERVICE)
    with Service(client=client, deadline=30.2) as service:
        if pieces[0] == OK:  # and the next request is sent on the same connection
            assert service.call("/path") == {"cards": 1}
        begun = clock.now
        with pytest.raises(NoResponse, match=r"deadline|ReadTimeout"):
            service.call("/path")
        assert 30 < clock.now - begun < 30.3


def test_the_deadline_holds_with_asyncio(clock: Clock) -> None:
    async def test() -> None:
        asyncio.get_running_loop().time = lambda: clock.now  # type: ignore[method-assign]
        client = httpx.AsyncClient(transport=Drip(clock), base_url=SERVICE)
        async with AsyncService(client=client) as service:
            with pytest.raises(NoResponse, match="deadline"):
                await service.call("/path")

    asyncio.run(test())
    assert 30 <= clock.now <= 31


class Crowd(httpx.AsyncBaseTransport):
    """Answers each request a few turns of the event loop later, and notes how many were there at once."""

    def __init__(self) -> None:
        self.present = 0
        self.most = 0

    async def handle_async_request(self, _: httpx.Request) -> httpx.Response:
        self.present += 1
        self.most = max(self.most, self.present)
        for _turn in range(3):
            await asyncio.sleep(0)
        self.present -= 1
        return httpx.Response(200, json={"cards": 1})


def test_a_burst_is_sent_fifty_at_once_in_any_event_loop() -> None:
    async def call_at_once(service: AsyncService) -> None:
        calls = [service.call("/path") for _ in range(1_000)]
        assert await asyncio.gather(*calls) == [{"cards": 1}] * 1_000

    crowd = Crowd()
    client = httpx.AsyncClient(transport=crowd, base_url=SERVICE)
    service = AsyncService(client=client)
    for _ in range(2):
        asyncio.run(call_at_once(service))
    assert crowd.most == 50


def test_a_burst_goes_on_with_its_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    # On a busy machine a connection may wait for longer than httpx keeps one that nobody uses.
    kept = partial(httpx.Limits, keepalive_expiry=None)
    monkeypatch.setattr(httpx, "Limits", kept)

    async def call_often(base: str) -> None:
        async with AsyncService(base) as service:
            await asyncio.gather(*(service.call("/path") for _ in range(200)))

    with run_persistent_server() as (base, ports):
        asyncio.run(call_often(base))
    assert len(ports) == 200
    assert len(set(ports)) <= 50


def test_the_time_before_a_call_is_sent_counts_against_the_deadline(
    clock: Clock,
) -> None:
    async def test() -> None:
        loop = asyncio.get_running_loop()
        loop.time = lambda: clock.now  # type: ignore[method-assign]
        answered = asyncio.Event()

        async def hold(_: httpx.Request) -> httpx.Response:
            await answered.wait()
            return httpx.Response(200)

        client = httpx.AsyncClient(
            transport=httpx.MockTransport(hold), base_url=SERVICE
        )
        async with AsyncService(client=client) as service:
            calls = [loop.create_task(service.call("/path")) for _ in range(51)]
            while not all(call.done() for call in calls):
                await asyncio.sleep(0)
                clock.now += 0.25
        *sent, waiting = [str(call.exception()) for call in calls]
        assert all("no whole response before the deadline" in text for text in sent)
        reason = "not sent before the deadline, as 50 other calls were under way"
        assert reason in waiting

    clock.now = 0
    asyncio.run(test())
    assert 30 <= clock.now <= 31


def test_threads_send_fifty_requests_at_once() -> None:
    def answer(_: httpx.Request) -> httpx.Response:
        present.append(1)
        most.append(len(present))
        full.wait()
        present.pop()
        full.wait()  # so that none of the next comes before all of these are gone
        return httpx.Response(200, json={"cards": 1})

    present: list[int] = []
    most: list[int] = []
    full = threading.Barrier(50, timeout=PATIENCE)
    with Service(client=client_of(answer)) as service, ThreadPoolExecutor(200) as pool:
        answers = list(pool.map(lambda _: service.call("/path"), range(200)))
    assert answers == [{"cards": 1}] * 200
    assert max(most) == 50


def test_a_thread_waits_for_its_turn_until_the_deadline(clock: Clock) -> None:
    class Full:
        def acquire(self, timeout: float) -> bool:
            clock.now += timeout
            return False

    clock.now = 0
    with Service("http://127.0.0.1:1") as service:
        service._gate = Full()
        with pytest.raises(NoResponse, match="50 other calls were under way"):
            service.call("/path")
    assert 30 <= clock.now <= 31


@for_each(
    ("error", "sentence"),
    [
        (httpx.PoolTimeout, "all connections of the client were in use"),
        (httpx.ConnectTimeout, "no connection was made"),
        (httpx.ReadTimeout, "nothing arrived"),
        (httpx.WriteTimeout, "nothing could be sent"),
    ],
)
def test_a_timeout_of_httpx_has_a_sentence(
    error: type[httpx.TransportError], sentence: str, clock: Clock
) -> None:
    def answer(_: httpx.Request) -> httpx.Response:
        clock.now += 100
        raise error("")

    with (
        Service(client=client_of(answer)) as service,
        pytest.raises(NoResponse, match=f"{error.__name__}: {sentence}"),
    ):
        service.call("/path")


def test_a_request_that_is_no_json_is_the_programs_error() -> None:
    with (
        pytest.raises(ValueError, match="JSON"),
        Service("http://127.0.0.1:1") as service,
    ):
        service.call("/path", {"weight": float("nan")})


@for_each(
    ("media_type", "content", "text"),
    [
        ("x-pbn; charset=utf-8", "Zürich 上海".encode(), "Zürich 上海"),
        ("x-lin", b"Z\xfcrich", "Zürich"),
    ],
)
def test_a_file_is_decoded_by_its_charset(
    media_type: str, content: bytes, text: str
) -> None:
    head = f"HTTP/1.1 200 OK\r\nContent-Type: application/{media_type}\r\nContent-Length: {len(content)}\r\n\r\n"
    with run_server(head.encode() + content) as (url, _), Service(url) as service:
        assert service.call("/v1/games/bridge/deal") == text


def test_text_is_text() -> None:
    text = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 6\r\n\r\n47 25\n"
    with run_server(text) as (url, requests), Service(url, key="secret") as service:
        assert service.call("/v1/integers?max=49") == "47 25\n"
        assert requests[0].startswith(b"GET /v1/integers?max=49 HTTP/1.1\r\n")
        assert b"authorization: bearer secret" in requests[0].lower()


@for_each(
    "text",
    [
        None,
        "",
        "-1",
        "1.5",
        "tomorrow",
        "Wed, 99 Foo 2026 00:00:00 GMT",
        "²",
        f"1 Jan {10**20} 00:00 GMT",
    ],
)
def test_other_times_are_no_times(text: str | None) -> None:
    assert read_retry_after(text) is None


def test_a_forked_process_has_connections_of_its_own() -> None:
    """Otherwise a process could read the response to another one."""
    with run_persistent_server() as (base, ports), Service(base) as one:
        assert one.call("/first") == "/first"
        for _ in range(50):
            one._gate.acquire()  # as 50 other threads do, which the child does not have
        assert run_forked(lambda: one.call("/in the child") == "/in%20the%20child")
        one._gate.release()
        assert one.call("/last") == "/last"
    first, in_the_child, last = ports
    assert first == last
    assert in_the_child != first
