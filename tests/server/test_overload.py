"""The worker's threads, all held by bodies that do not come, and a service that is asked for too much."""

import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import pairwise
from pathlib import Path
from socket import SHUT_WR
from threading import Timer

import pytest

from service.api.hooks.overload import PROBES
from service.server.arrivals import LONGEST
from tests.conftest import serving
from tests.server.test_gunicorn import DICE, POST, ask, connected, hang_up, receive

GAME = "https://game.example"
LONG = DICE.ljust(2 * LONGEST)
GET = b"GET /v1/integers?max=6 HTTP/1.1\r\nHost: x\r\n\r\n"


@pytest.fixture(scope="module")
def one() -> Iterator[str]:
    """A worker of one thread, for which a request waits a second at the most."""
    with serving(WEB_CONCURRENCY="1", THREADS="1", MAX_WAIT="1", CORS_ORIGINS=GAME) as base:
        yield base


@contextmanager
def held(base: str, seconds: float = 0) -> Iterator[None]:
    """The thread is held, by a client that was told to go on with a long body; it does, after as long as that."""
    with connected(base) as client:
        client.sendall(POST + b"Expect: 100-continue\r\nContent-Length: %d\r\n\r\n" % len(LONG))
        assert client.recv(100).startswith(b"HTTP/1.1 100 ")  # it is with the application
        yield
        time.sleep(seconds)
        client.sendall(LONG)
        assert receive(client).status == 200


REQUESTS = {
    "a GET": GET,
    "a POST": POST + b"Content-Length: %d\r\n\r\n" % len(DICE) + DICE,
    "a POST in chunks": POST + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
}


@pytest.mark.parametrize("request_", REQUESTS.values(), ids=REQUESTS)
def test_who_has_waited_too_long_is_told_to_come_again_on_the_same_connection(one: str, request_: bytes) -> None:
    with connected(one) as waiting:
        with held(one, 1.2):
            waiting.sendall(request_)
        answer = receive(waiting)
        assert (answer.status, answer.headers["Content-Type"]) == (503, "application/problem+json")
        assert answer.json["type"] == "/v1/problems/busy"
        assert answer.json["request_id"] == answer.headers["X-Request-ID"]
        assert int(answer.headers["Retry-After"]) >= 1
        assert answer.headers["Cache-Control"] == "no-store"
        waiting.sendall(GET)
        assert receive(waiting).status == 200


def test_who_has_not_waited_too_long_is_answered(one: str) -> None:
    with connected(one) as waiting:
        with held(one, 0.3):
            waiting.sendall(GET)
        assert receive(waiting).status == 200


@pytest.mark.parametrize("probe", PROBES)
def test_a_probe_does_not_wait(one: str, probe: str) -> None:
    with held(one), connected(one) as waiting:
        waiting.sendall(GET)
        assert [ask(one, f"/{probe}", method, timeout=5).status for method in ("GET", "HEAD")] == [200, 200]


def test_who_gives_up_waiting_does_no_harm(one: str) -> None:
    with held(one, 1.2):
        for _ in range(20):
            with connected(one) as connection:
                connection.sendall(GET)
                hang_up(connection)
    assert ask(one, "/v1/integers?max=6").status == 200


PARTS = {
    "nothing": b"",
    "half a head": GET[:20],
    "half a body": POST + b"Content-Length: %d\r\n\r\n" % len(DICE) + DICE[:3],
    "half a body in chunks": POST + b"Transfer-Encoding: chunked\r\n\r\n6\r\n{",
    "a head whose client waits to go on": POST + b"Expect: 100-continue\r\nContent-Length: 6\r\n\r\n",
    "a GET whose body does not come": GET.replace(b"\r\n\r\n", b"\r\nContent-Length: 6\r\n\r\n"),
    "a probe whose body does not come": b"GET /livez HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\n\r\n",
    "most of a larger body": POST + b"Content-Length: 30000\r\n\r\n" + b" " * 29_000,
}


@pytest.mark.parametrize("part", PARTS.values(), ids=PARTS)
def test_who_is_slow_to_ask_takes_no_thread(one: str, part: bytes) -> None:
    with ExitStack() as stack:
        for _ in range(20):
            stack.enter_context(connected(one)).sendall(part)
        assert ask(one, "/v1/integers?max=6", timeout=5).status == 200


@pytest.mark.parametrize("whole", [b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n", GET], ids=["a probe", "a GET"])
@pytest.mark.parametrize("part", [part for part in PARTS.values() if part], ids=[name for name in PARTS if PARTS[name]])
def test_nor_who_is_slow_right_behind_a_whole_request(one: str, whole: bytes, part: bytes) -> None:
    with ExitStack() as stack:
        for _ in range(3):
            client = stack.enter_context(connected(one))
            client.sendall(whole + part)
            assert receive(client).status == 200
        for path in ("/livez", "/v1/integers?max=6"):
            assert ask(one, path, timeout=2).status == 200


def test_requests_that_come_together_are_answered_in_turn_also_if_the_last_is_late(one: str) -> None:
    post = POST + b"Content-Length: %d\r\n\r\n" % len(DICE) + DICE
    data = (GET + b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n" + post) * 3
    with connected(one) as client, client.makefile("rb") as answers:
        client.sendall(data[:-3])
        time.sleep(0.3)
        client.sendall(data[-3:])
        client.shutdown(SHUT_WR)
        assert answers.read().count(b"HTTP/1.1 200 ") == 9


@pytest.mark.parametrize("path", PROBES)
def test_what_comes_behind_a_probe_is_none(one: str, path: str) -> None:
    with connected(one) as both:
        with held(one):
            both.sendall(b"GET /%s HTTP/1.1\r\nHost: x\r\n\r\n" % path.encode() + GET)
            assert receive(both).status == 200
            both.settimeout(0.5)
            with pytest.raises(TimeoutError):  # it waits for the thread that is held
                both.recv(1)
        both.settimeout(5)
        assert receive(both).status == 200


def in_chunks(body: bytes) -> bytes:
    """A body in two chunks, with a trailer."""
    half = len(body) // 2
    pieces = b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in (body[:half], body[half:]))
    return b"Transfer-Encoding: chunked\r\n\r\n" + pieces + b"00;x=y\r\nX-Sum: 1\r\n\r\n"


@pytest.mark.parametrize("chunked", [False, True])
@pytest.mark.parametrize("size", [100, 20_000, 1_000_000])
def test_a_request_that_comes_in_pieces_is_answered_and_so_is_the_next(one: str, size: int, *, chunked: bool) -> None:
    body = DICE.ljust(size)
    data = POST + (in_chunks(body) if chunked else b"Content-Length: %d\r\n\r\n" % size + body)
    cuts = [0, 10, len(POST), len(POST) + 20, len(data) // 2, len(data) - 5, len(data) - 1, len(data)]
    with connected(one) as slow:
        for _ in range(2):
            for start, end in pairwise(cuts):
                slow.sendall(data[start:end])
                time.sleep(0.05)
            assert receive(slow).status == 200


def test_a_client_that_waits_to_go_on_may_go_on_and_so_for_its_next_request(one: str) -> None:
    with connected(one) as slow:
        for _ in range(2):
            slow.sendall(POST + b"Expect: 100-continue\r\nContent-Length: %d\r\n\r\n" % len(DICE))
            assert slow.recv(100).startswith(b"HTTP/1.1 100 ")
            slow.sendall(DICE)
            assert receive(slow).status == 200


@pytest.mark.parametrize("part", [GET[:20], POST + b"Content-Length: 20\r\n\r\n{"])
def test_who_hangs_up_in_the_middle_of_asking_is_let_go(one: str, part: bytes) -> None:
    with connected(one) as client:
        client.sendall(part)
        time.sleep(0.1)
        hang_up(client)
    assert ask(one, "/v1/integers?max=6").status == 200


def test_a_request_that_does_not_arrive_is_given_up(one: str) -> None:
    with ExitStack() as stack:
        clients = [stack.enter_context(connected(one)) for _ in PARTS]
        for client, part in zip(clients, PARTS.values(), strict=True):
            client.sendall(part)
        for client in clients:
            client.settimeout(20)
            with suppress(ConnectionResetError):
                assert client.recv(100) in (b"", b"HTTP/1.1 100 Continue\r\n\r\n")
                assert client.recv(100) == b""


def test_clients_that_do_not_close_hold_up_nobody(one: str) -> None:
    with ExitStack() as stack:
        for _ in range(5):
            connection = stack.enter_context(connected(one))
            connection.sendall(GET.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
            assert receive(connection).status == 200
        started = time.monotonic()
        assert ask(one, "/v1/integers?max=6").status == 200
        assert time.monotonic() - started < 4  # gunicorn waits two seconds for each of them


def test_nor_do_they_hold_up_the_end() -> None:
    with ExitStack() as stack:
        with serving(WEB_CONCURRENCY="1", THREADS="4") as base:
            clients = [stack.enter_context(connected(base)) for _ in range(6)]
            for client in clients:
                client.sendall(POST + b"Content-Length: %d\r\n\r\n" % len(DICE) + DICE[:3])
            time.sleep(0.2)
            for client in clients:
                Timer(0.5, client.sendall, [DICE[3:]]).start()
            started = time.monotonic()
        assert time.monotonic() - started < 9  # gunicorn waits two seconds for each of them
        assert [receive(client).status for client in clients] == [200] * 6


def test_tls_may_end_at_gunicorn(tmp_path: Path) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    made = ["-keyout", str(key), "-out", str(certificate)]
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", *subject, *made], check=True)
    trusting = ssl.create_default_context(cafile=str(certificate))
    with ExitStack() as stack:
        arguments = f"--keyfile {key} --certfile {certificate}"
        base = stack.enter_context(serving(GUNICORN_CMD_ARGS=arguments, certificate=str(certificate)))
        plain = stack.enter_context(connected(base))
        client = stack.enter_context(trusting.wrap_socket(plain, server_hostname="localhost"))
        for _ in range(2):
            client.sendall(GET)
            assert receive(client).status == 200
