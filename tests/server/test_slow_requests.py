"""Requests that arrive in pieces, late, or not at all, at a worker with one thread."""

import resource
import ssl
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from itertools import pairwise
from pathlib import Path
from select import select
from socket import IPPROTO_TCP, SHUT_WR, SO_RCVBUF, SOL_SOCKET, TCP_NODELAY

import pytest

from service.server import connection
from service.settings import Settings
from tests.conftest import run_service
from tests.server.client import (
    DICE,
    GET,
    HOLDING,
    IN_THREAD,
    INTEGERS,
    NDJSON,
    POST,
    connect,
    fetch,
    fetch_when_free,
    hold_thread,
    read_response,
    reset_on_close,
)
from tests.server.processes import log_lines, master_pid
from tests.tables import for_each
from tools.ports import free_port
from tools.serving import PATIENCE, gunicorn_command, start, wait_until, worker_pids

SHORT_TIMEOUTS = """\
from runpy import run_path

from service.server import connection
from service.settings import Settings

globals().update(run_path("service/server/gunicorn.conf.py"))
connection.HEAD_TIMEOUT = connection.RECEIVE_TIMEOUT = connection.SEND_TIMEOUT = 1
connection.BODY_TIMEOUT = 4
"""
CHUNKS = b"Transfer-Encoding: chunked\r\n\r\n"
GET_DECKS = b"GET %s HTTP/1.1\r\nHost: x\r\n\r\n" % IN_THREAD.encode()
GET_DICE = GET + b"\r\n"
POST_DICE = POST + b"Content-Length: %d\r\n\r\n" % len(DICE) + DICE

UNFINISHED = {
    "half a head": GET_DICE[:20],
    "half a body": POST_DICE[:-3],
    "half a body in chunks": POST + b"Transfer-Encoding: chunked\r\n\r\n6\r\n{",
    "half a trailer": POST + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX-Slow: ",
    "a head whose client waits for 100 Continue": POST + b"Expect: 100-continue\r\nContent-Length: 6\r\n\r\n",
}


@pytest.fixture(scope="module")
def base() -> Iterator[str]:
    with run_service(app=HOLDING, WEB_CONCURRENCY="1", THREADS="1") as base:
        yield base


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with a certificate for localhost and its private key."""
    path = tmp_path_factory.mktemp("tls") / "localhost.pem"
    subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    files = ["-keyout", str(path), "-out", str(path.with_suffix(".crt"))]
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", *subject, *files]
    subprocess.run(command, check=True, capture_output=True)
    path.write_text(path.read_text() + path.with_suffix(".crt").read_text())
    return path


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """A service that gives up after a second, and the file with its output."""
    folder = tmp_path_factory.mktemp("impatient")
    config, output = folder / "gunicorn.conf.py", folder / "output"
    config.write_text(SHORT_TIMEOUTS)
    with run_service(output, str(config), WEB_CONCURRENCY="1") as base:
        yield base, output


def test_a_worker_gives_up_after_the_seconds_that_the_guide_says() -> None:
    assert (connection.HEAD_TIMEOUT, connection.RECEIVE_TIMEOUT, connection.BODY_TIMEOUT) == (10, 10, 60)
    assert (connection.SEND_TIMEOUT, connection.LINGER_TIMEOUT) == (30, 0.5)


def test_requests_sent_together_are_answered_in_turn_even_if_the_last_is_late(base: str) -> None:
    data = (GET_DICE + b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n" + POST_DICE) * 3
    with connect(base) as client, client.makefile("rb") as responses:
        client.sendall(data[:-3])
        time.sleep(0.3)
        client.sendall(data[-3:])
        client.shutdown(SHUT_WR)
        assert responses.read().count(b"HTTP/1.1 200 ") == 9


def chunked(body: bytes) -> bytes:
    """Return a body in two chunks with a trailer, and the header for it."""
    half = len(body) // 2
    chunks = b"".join(b"%x\r\n%s\r\n" % (len(chunk), chunk) for chunk in (body[:half], body[half:]))
    return b"Transfer-Encoding: chunked\r\n\r\n" + chunks + b"00;x=y\r\nX-Sum: 1\r\n\r\n"


@for_each("is_chunked", [False, True])
@for_each("size", [100, 20_000, 1_000_000])
def test_a_request_that_comes_in_pieces_is_answered_and_so_is_the_next(base: str, size: int, is_chunked: bool) -> None:
    body = DICE.ljust(size)
    data = POST + (chunked(body) if is_chunked else b"Content-Length: %d\r\n\r\n" % size + body)
    cuts = [0, 10, len(POST), len(POST) + 20, len(data) // 2, len(data) - 5, len(data) - 1, len(data)]
    with connect(base) as client:
        client.setsockopt(IPPROTO_TCP, TCP_NODELAY, 1)  # each piece at once
        for _ in range(2):
            for start, end in pairwise(cuts):
                client.sendall(data[start:end])
                time.sleep(0.01)
            assert read_response(client).status == 200


def test_a_client_that_expects_100_continue_gets_it_and_gets_it_again_for_its_next_request(base: str) -> None:
    with connect(base) as client:
        for _ in range(2):
            client.sendall(POST + b"Expect: 100-continue\r\nContent-Length: %d\r\n\r\n" % len(DICE))
            assert client.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
            client.sendall(DICE)
            assert read_response(client).status == 200


def test_a_client_of_http_1_0_is_sent_no_100_continue(base: str) -> None:
    """RFC 9110, 10.1.1: HTTP/1.0 has no interim responses, so a server ignores what its clients expect."""
    head = POST.replace(b"HTTP/1.1", b"HTTP/1.0") + b"Expect: 100-continue\r\nContent-Length: %d\r\n\r\n" % len(DICE)
    with connect(base) as client:
        client.sendall(head)
        client.settimeout(0.5)
        with pytest.raises(TimeoutError):
            client.recv(1)
        client.settimeout(30)
        client.sendall(DICE)
        assert client.recv(100).startswith(b"HTTP/1.0 200 ")


def test_clients_that_hang_up_while_they_wait_for_the_thread_do_no_harm(base: str) -> None:
    with hold_thread(base):
        for _ in range(20):
            with connect(base) as client:
                client.sendall(GET_DECKS)
                reset_on_close(client)
    assert fetch(base, IN_THREAD).status == 200


@for_each(
    ("sent", "ends"),
    [(b"", False), (GET_DICE, False), (b"", True)],
    ids=["at once", "with another request", "after a FIN"],
)
def test_a_reset_ends_work_in_a_thread(sent: bytes, ends: bool, base: str) -> None:
    with connect(base) as client:
        client.sendall(b"GET /work HTTP/1.1\r\nHost: x\r\n\r\n" + sent)
        wait_until(lambda: fetch(base, "/works").body == b"True")
        if ends:
            client.shutdown(SHUT_WR)
        reset_on_close(client)
    assert fetch(base, IN_THREAD).status == 200
    assert fetch(base, "/works").body == b"False"


def test_the_end_of_what_a_client_sends_leaves_its_work(base: str) -> None:
    with connect(base) as client:
        client.sendall(GET_DECKS)
        client.shutdown(SHUT_WR)
        assert read_response(client).status == 200


def test_a_thread_that_is_free_in_time_serves_the_waiting_requests_and_the_loop_serves_short_ones(base: str) -> None:
    with ThreadPoolExecutor(8) as pool:
        with hold_thread(base):
            waiting = [pool.submit(fetch, base, IN_THREAD) for _ in range(8)]
            time.sleep(0.5)
            assert not any(request.done() for request in waiting)
            assert fetch(base, INTEGERS).status == 200
        assert {request.result().status for request in waiting} == {200}


def test_a_request_that_stops_arriving_is_refused_and_delays_no_other(impatient: tuple[str, Path]) -> None:
    base, _ = impatient
    with ExitStack() as stack:
        clients = {name: stack.enter_context(connect(base)) for name in UNFINISHED}
        for name, client in clients.items():
            client.sendall(UNFINISHED[name])
        start = time.monotonic()
        assert fetch(base, INTEGERS).status == 200
        assert time.monotonic() - start < 0.8
        for name, client in clients.items():
            interim = b"HTTP/1.1 100 Continue\r\n\r\n" if "100" in name else b""
            assert client.recv(len(interim)) == interim
            assert (name, read_response(client).status) == (name, 408)


def test_clients_that_reset_their_refused_requests_do_no_harm(impatient: tuple[str, Path]) -> None:
    base, output = impatient
    with ExitStack() as stack:
        clients = [stack.enter_context(connect(base)) for _ in range(50)]
        for client in clients:
            reset_on_close(client)
            client.sendall(GET_DICE[:20])
        for client in clients:
            client.recv(1)
            client.close()
    assert fetch(base, INTEGERS).status == 200
    assert [line for line in log_lines(output) if line["level"] == "error"] == []


def test_a_client_that_pipelines_without_end_uses_up_no_memory_and_delays_no_other(impatient: tuple[str, Path]) -> None:
    base, output = impatient
    (worker,) = worker_pids(master_pid(output))
    requests = GET_DICE * 2_000
    before = rss_of(worker)
    with connect(base) as client:
        client.settimeout(0)
        sent, end = 0, time.monotonic() + 2
        while time.monotonic() < end:
            with suppress(BlockingIOError):
                sent += client.send(requests)
            with suppress(BlockingIOError):
                client.recv(2**16)
            start = time.monotonic()
            assert fetch(base, INTEGERS).status == 200
            assert time.monotonic() - start < 0.5
    assert sent > 2**18
    assert rss_of(worker) - before < 2**24


def rss_of(process: int) -> int:
    """Return the resident memory of a process in bytes."""
    pages = Path(f"/proc/{process}/statm").read_text().split()[1]
    return int(pages) * resource.getpagesize()


@for_each("part", [b"X", b" ", b"7\r\n{}     \r\n"])
def test_a_request_that_arrives_byte_by_byte_is_refused_after_the_time_of_a_whole_one(
    part: bytes, impatient: tuple[str, Path]
) -> None:
    """Of a head, of a body, and of a body in chunks."""
    base, _ = impatient
    head = {b"X": GET, b" ": POST + b"Content-Length: 99\r\n\r\n"}.get(part, POST + CHUNKS)
    with connect(base) as client:
        client.sendall(head)
        start = time.monotonic()
        while not select([client], [], [], 0.3)[0]:
            client.sendall(part)
        assert read_response(client).status == 408
        assert 0.5 < time.monotonic() - start < 7


def test_a_stream_that_its_client_does_not_take_ends_and_gives_its_slot_back(impatient: tuple[str, Path]) -> None:
    base, output = impatient
    path = b"/v1/decks/standard/shuffle/batch?repeats=100000"
    with ExitStack() as stack:
        for _ in range(Settings.max_streams):
            client = stack.enter_context(connect(base))
            client.sendall(b"GET %s HTTP/1.1\r\nHost: x\r\nAccept: application/x-ndjson\r\n\r\n" % path)
            client.recv(1)
        assert fetch(base, path.decode(), headers=NDJSON).status == 503
        assert fetch_when_free(base, f"{path.decode()[:-2]}", headers=NDJSON).status == 200
    assert [line for line in log_lines(output) if line["level"] == "error"] == []


@pytest.mark.load
def test_a_large_response_that_its_client_does_not_take_gives_its_slot_back_in_time(tmp_path: Path) -> None:
    config = tmp_path / "gunicorn.conf.py"
    config.write_text(SHORT_TIMEOUTS + "connection.SEND_TIMEOUT = 5\n")
    path = f"/v1/integers?max={2**53 - 1}&count=1000000"  # 16 MB
    with run_service(config=str(config), WEB_CONCURRENCY="1") as base, connect(base) as client:
        client.setsockopt(SOL_SOCKET, SO_RCVBUF, 2**16)
        client.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        client.recv(1)
        start = last_request = time.monotonic()
        while fetch(base, path).status == 503:
            time.sleep(0.1)
            last_request = time.monotonic()
        assert 4 < last_request - start < 8


def test_gunicorn_serves_tls_and_logs_no_error_for_other_clients(certificate: Path, tmp_path: Path) -> None:
    tls = ssl.create_default_context(cafile=str(certificate))
    arguments = f"--certfile {certificate} --keyfile {certificate} --worker-connections 20"
    service = run_service(tmp_path / "output", certificate=str(certificate), GUNICORN_CMD_ARGS=arguments)
    with service as base, ExitStack() as stack:
        with connect(base) as plain:
            plain.sendall(GET_DICE)
            assert b"HTTP/" not in plain.recv(2**16)
        for _ in range(60):
            half_handshake = stack.enter_context(connect(base))
            half_handshake.sendall(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03")
        with connect(base) as plain, tls.wrap_socket(plain, server_hostname="localhost") as client:
            for _ in range(2):
                client.sendall(GET_DICE)
                assert read_response(client).status == 200
    assert [line for line in log_lines(tmp_path / "output") if line["level"] == "error"] == []


def test_without_a_readable_certificate_the_service_does_not_start(tmp_path: Path) -> None:
    """It would serve plain HTTP, and keys would travel in the clear."""
    path = tmp_path / "broken.pem"
    path.write_text("nothing")
    process = start(
        gunicorn_command(), {"PORT": str(free_port()), "GUNICORN_CMD_ARGS": f"--certfile {path} --keyfile {path}"}
    )
    assert process.wait(PATIENCE) != 0
