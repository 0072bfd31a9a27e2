"""The worker's queue, with all threads held by bodies that do not come, and a service that is asked for too much."""

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from service.queueing import PROBES
from tests.conftest import serving
from tests.test_gunicorn import DICE, POST, Answer, ask, connected, hang_up, receive

GAME = "https://game.example"
GET = b"GET /v1/integers?max=6 HTTP/1.1\r\nHost: x\r\n\r\n"
AHEAD = 2  # requests that are with the one thread: the one it works on, and the next


@pytest.fixture(scope="module")
def one() -> Iterator[str]:
    """A worker of one thread, for which a request waits a second at the most."""
    with serving(WEB_CONCURRENCY="1", THREADS="1", MAX_WAIT="1", CORS_ORIGINS=GAME) as base:
        yield base


@contextmanager
def held(base: str) -> Iterator[socket.socket]:
    """All that the thread can take is held: by a body that is not sent, and one more; gives the first connection."""
    # Connections that were closed before are seen to first, and this one is closed by the service.
    assert ask(base, "/v1/integers?max=6", headers={"Connection": "close"}).status == 200
    with ExitStack() as stack:
        first, *others = [stack.enter_context(connected(base)) for _ in range(AHEAD)]
        first.sendall(POST + b"Expect: 100-continue\r\nContent-Length: %d\r\n\r\n" % len(DICE))
        assert first.recv(100).startswith(b"HTTP/1.1 100 ")  # it is with the application
        for other in others:
            other.sendall(GET)
        time.sleep(0.2)
        try:
            yield first
        finally:
            first.sendall(DICE)
            assert [receive(connection).status for connection in (first, *others)] == [200] * AHEAD


def test_who_has_waited_too_long_is_told_to_come_again(one: str) -> None:
    with held(one):
        started = time.monotonic()
        answer = ask(one, "/v1/integers?max=6")
        assert 0.9 < time.monotonic() - started < 10
    assert (answer.status, answer.headers["Content-Type"]) == (503, "application/problem+json")
    assert answer.json["type"] == "/v1/problems/busy"
    assert int(answer.headers["Retry-After"]) >= 1
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert ask(one, answer.json["type"]).json["status"] == 503


def test_who_has_not_waited_too_long_is_answered(one: str) -> None:
    with connected(one) as waiting:
        with held(one):
            waiting.sendall(GET)
            time.sleep(0.3)
        assert receive(waiting).status == 200


@pytest.mark.parametrize("probe", ["livez", "readyz"])
def test_a_probe_does_not_wait(one: str, probe: str) -> None:
    assert probe in PROBES
    with held(one), connected(one) as waiting:
        waiting.sendall(GET)
        started = time.monotonic()
        assert [ask(one, f"/{probe}", method).status for method in ("GET", "HEAD")] == [200, 200]
        assert time.monotonic() - started < 0.9
        assert receive(waiting).status == 503


REQUESTS = {
    "a GET": GET,
    "a HEAD": GET.replace(b"GET", b"HEAD"),
    "a POST": POST + b"Content-Length: %d\r\n\r\n" % len(DICE) + DICE,
}


@pytest.mark.parametrize("request_", REQUESTS.values(), ids=REQUESTS)
def test_a_connection_that_was_refused_goes_on(one: str, request_: bytes) -> None:
    connection = HTTPConnection(urlsplit(one).netloc, timeout=30)
    connection.connect()
    with held(one):
        for _ in range(2):
            connection.sock.sendall(request_)
            answer = received(connection.sock, "HEAD" if request_.startswith(b"HEAD") else "GET")
            assert (answer.status, answer.headers["Connection"]) == (503, "keep-alive")
    connection.request("GET", "/v1/integers?max=6")
    assert connection.getresponse().status == 200
    connection.close()


def received(client: socket.socket, method: str) -> Answer:
    """The next answer, which to HEAD has no body."""
    response = HTTPResponse(client, method=method)
    response.begin()
    with response:
        return Answer(response.status, response.headers, response.read())


CLOSED = {
    "a body of which a part is yet to come": POST + b"Content-Length: 20\r\n\r\n{",
    "a body in chunks": POST + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
    "two requests at once": GET + GET,
    "two lengths": POST + b"Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
    "half a head": GET[:20],
    "no HTTP": b"nonsense\r\n\r\n",
    "who closes after it": GET.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"),
}


@pytest.mark.parametrize("data", CLOSED.values(), ids=CLOSED)
def test_a_connection_on_which_more_may_come_is_closed_after_the_refusal(one: str, data: bytes) -> None:
    with held(one), connected(one) as connection:
        connection.sendall(data)
        answer = receive(connection)
        assert (answer.status, answer.headers["Connection"]) == (503, "close")
        assert connection.recv(1) == b""


@pytest.mark.parametrize(("origin", "told"), [(GAME, GAME), ("https://evil.example", None), (None, None)])
def test_a_page_may_read_the_refusal_if_it_may_read_the_answer(one: str, origin: str | None, told: str | None) -> None:
    with held(one):
        answer = ask(one, "/v1/integers?max=6", headers={"Origin": origin} if origin else {})
    assert (answer.status, answer.headers["Vary"]) == (503, "Origin")
    assert answer.headers["Access-Control-Allow-Origin"] == told
    assert ("Retry-After" in answer.headers.get("Access-Control-Expose-Headers", "")) == bool(told)


def test_who_gives_up_waiting_does_no_harm(one: str) -> None:
    with held(one):
        for _ in range(20):
            with connected(one) as connection:
                connection.sendall(GET)
                hang_up(connection)
        time.sleep(1.5)
    assert ask(one, "/v1/integers?max=6").status == 200


def test_connections_that_say_nothing_take_no_thread(one: str) -> None:
    with ExitStack() as stack:
        for _ in range(50):
            stack.enter_context(connected(one))
        started = time.monotonic()
        assert ask(one, "/v1/integers?max=6").status == 200
        assert time.monotonic() - started < 4  # a thread would have listened to one for five seconds


def test_clients_that_do_not_close_hold_up_nobody(one: str) -> None:
    with ExitStack() as stack:
        for _ in range(5):
            connection = stack.enter_context(connected(one))
            connection.sendall(GET.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
            assert receive(connection).status == 200
        started = time.monotonic()
        assert ask(one, "/v1/integers?max=6").status == 200
        assert time.monotonic() - started < 4  # two seconds for each of them


def test_what_was_refused_is_counted_in_the_log(tmp_path: Path) -> None:
    output = tmp_path / "output"
    with serving(output, WEB_CONCURRENCY="1", THREADS="1", MAX_WAIT="1") as base, held(base):
        assert ask(base, "/v1/integers?max=6&seed=SECRETSEED").status == 503
    log = output.read_text()
    assert "Overloaded: 1 requests were told to come again." in log
    assert "SECRETSEED" not in log
