"""Requests that arrive in pieces, late, or not at all."""

import asyncio
import ssl
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from itertools import pairwise
from pathlib import Path
from socket import IPPROTO_TCP, SHUT_WR, SO_RCVBUF, SOL_SOCKET, TCP_NODELAY
from threading import Event

import pytest

from service.app import create_app
from service.server import clients, connection
from service.server.connection import Phase
from service.settings import Settings
from tests.conftest import run_service
from tests.server.certificates import make_certificate
from tests.server.client import (
    CHUNKED,
    DICE,
    GET,
    HOLDING,
    IN_PROCESS,
    INTEGERS,
    POST,
    POST_ITEMS,
    connect,
    fetch,
    fetch_when_free,
    is_refused,
    read_response,
    reset_on_close,
)
from tests.server.processes import log_lines
from tests.server.stopped_clock import Worker, run_worker
from tests.services import end, start
from tests.tables import for_each
from tools.ports import free_port
from tools.serving import PATIENCE, gunicorn_command, wait_until

GET_DICE = GET + b"\r\n"
EXPECTATION = b"Expect: 100-continue\r\nContent-Length: %d\r\n\r\n" % len(DICE)
POST_DICE = POST + b"Content-Length: %d\r\n\r\n" % len(DICE) + DICE

UNFINISHED = {
    "half a head": GET_DICE[:20],
    "half a body": POST_DICE[:-3],
    "half a body in chunks": CHUNKED + b"6\r\n{",
    "half a trailer": CHUNKED + b"2\r\n{}\r\n0\r\nX-Slow: ",
    "a head whose client waits for 100 Continue": POST + EXPECTATION,
}


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    """A worker with the default settings."""
    with run_worker(create_app(Settings())) as worker:
        yield worker


@pytest.fixture(scope="module")
def counting() -> Iterator[str]:
    """A service with a process that `/work` holds, and one for the requests of other callers."""
    with run_service(app=HOLDING, WEB_CONCURRENCY="1", PROCESSES="2") as base:
        yield base


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with a certificate for localhost and its private key."""
    path = tmp_path_factory.mktemp("tls") / "localhost.pem"
    key = path.with_suffix(".key")
    make_certificate(path, key)
    with path.open("a") as file:
        file.write(key.read_text())
    return path


def test_a_client_may_take_what_was_written_for_as_long_as_the_guide_says() -> None:
    assert clients.SEND_TIMEOUT == 30
    assert connection.LINGER_TIMEOUT == 0.5


def test_requests_sent_together_are_answered_in_turn_even_if_the_last_is_late(
    worker: Worker,
) -> None:
    data = (GET_DICE + b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n" + POST_DICE) * 3
    worker.wait_for_requests(0)  # a request is counted after its response
    served = worker.nr
    with connect(worker.base) as client, client.makefile("rb") as responses:
        client.sendall(data[:-3])
        wait_until(lambda: worker.nr >= served + 8)
        client.sendall(data[-3:])
        client.shutdown(SHUT_WR)
        assert responses.read().count(b"HTTP/1.1 200 ") == 9


def post_in_chunks(body: bytes) -> bytes:
    """Return a POST of a body in two chunks with a trailer."""
    half = len(body) // 2
    chunks = [
        b"%x\r\n%s\r\n" % (len(chunk), chunk) for chunk in (body[:half], body[half:])
    ]
    return CHUNKED + b"".join(chunks) + b"00;x=y\r\nX-Sum: 1\r\n\r\n"


def post_whole(body: bytes) -> bytes:
    """Return a POST of a body whose length is known."""
    return POST + b"Content-Length: %d\r\n\r\n" % len(body) + body


@for_each("post", [post_whole, post_in_chunks])
@for_each("size", [100, 20_000, 1_000_000])
def test_a_request_that_comes_in_pieces_is_answered_and_so_is_the_next(
    worker: Worker, size: int, post: Callable[[bytes], bytes]
) -> None:
    data = post(DICE.ljust(size))
    cuts = [0, 10, len(POST), len(POST) + 20, len(data) // 2]
    cuts += [len(data) - 5, len(data) - 1]
    with connect(worker.base) as client:
        client.setsockopt(IPPROTO_TCP, TCP_NODELAY, 1)  # each piece at once
        for _ in range(2):
            for start, end in pairwise(cuts):
                client.sendall(data[start:end])
                worker.wait_for_held(end)
            client.sendall(data[-1:])
            assert read_response(client).status == 200


def test_a_client_that_expects_100_continue_gets_it_and_gets_it_again_for_its_next_request(
    worker: Worker,
) -> None:
    with connect(worker.base) as client:
        for _ in range(2):
            client.sendall(POST + EXPECTATION)
            assert client.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
            client.sendall(DICE)
            assert read_response(client).status == 200


def test_a_client_of_http_1_0_is_sent_no_100_continue(worker: Worker) -> None:
    """RFC 9110, 10.1.1: HTTP/1.0 has no interim responses, so a server ignores what its clients expect."""
    head = POST.replace(b"HTTP/1.1", b"HTTP/1.0") + EXPECTATION
    with connect(worker.base) as client:
        client.sendall(head)
        worker.wait_for_held(len(head))
        client.sendall(DICE)
        assert client.recv(100).startswith(b"HTTP/1.0 200 ")


def test_clients_that_hang_up_while_they_wait_for_a_process_do_no_harm(
    worker: Worker,
) -> None:
    with worker.hold_processes():
        for _ in range(20):
            with connect(worker.base) as client:
                client.sendall(POST_ITEMS)
                reset_on_close(client)
    assert fetch(worker.base, *IN_PROCESS).status == 200
    assert worker.error_messages() == []


@for_each(
    ("sent", "ends"),
    [(b"", False), (GET_DICE, False), (b"", True)],
    ids=["at once", "with another request", "after a FIN"],
)
def test_a_reset_ends_work_in_a_process(sent: bytes, ends: bool, counting: str) -> None:
    with connect(counting) as client:
        client.sendall(b"GET /work HTTP/1.1\r\nHost: x\r\n\r\n" + sent)
        wait_until(lambda: fetch(counting, "/works").body == b"True")
        if ends:
            client.shutdown(SHUT_WR)
        reset_on_close(client)
    wait_until(lambda: fetch(counting, "/works").body == b"False")
    assert fetch(counting, *IN_PROCESS).status == 200


def test_the_end_of_what_a_client_sends_leaves_its_work(worker: Worker) -> None:
    with connect(worker.base) as client:
        client.sendall(POST_ITEMS)
        client.shutdown(SHUT_WR)
        assert read_response(client).status == 200


def test_processes_that_are_free_in_time_answer_the_waiting_requests_and_the_loop_answers_short_ones(
    worker: Worker,
) -> None:
    with ThreadPoolExecutor(8) as pool:
        with worker.hold_processes():
            waiting = [pool.submit(fetch, worker.base, *IN_PROCESS) for _ in range(8)]
            worker.wait_for_requests(8)
            assert fetch(worker.base, INTEGERS).status == 200
            assert not any(request.done() for request in waiting)
        for request in waiting:
            assert request.result().status == 200


def test_a_request_that_stops_arriving_is_refused_after_ten_seconds_and_delays_no_other(
    worker: Worker,
) -> None:
    with ExitStack() as stack:
        clients = {
            name: stack.enter_context(connect(worker.base)) for name in UNFINISHED
        }
        for name, client in clients.items():
            client.sendall(UNFINISHED[name])
        worker.wait_for_held(sum(map(len, UNFINISHED.values())))
        assert fetch(worker.base, INTEGERS).status == 200
        worker.advance(9)
        worker.wait_for_phases(Phase.HEAD, *[Phase.BODY] * 4)
        worker.advance(1)
        for name, client in clients.items():
            interim = b"HTTP/1.1 100 Continue\r\n\r\n" if "100" in name else b""
            assert client.recv(len(interim)) == interim
            assert read_response(client).status == 408, name
        worker.wait_for_phases(*[Phase.END] * 5)
        worker.advance(1)
        worker.wait_for_phases()


def test_a_connection_without_a_request_is_closed_after_the_time_of_the_setting_keepalive(
    worker: Worker,
) -> None:
    with connect(worker.base) as silent, connect(worker.base) as kept:
        worker.wait_for_phases(Phase.NEW, Phase.NEW)
        worker.advance(74)
        kept.sendall(GET_DICE)
        assert read_response(kept).status == 200
        worker.advance(1)
        assert silent.recv(1) == b""
        worker.advance(73)
        worker.wait_for_phases(Phase.IDLE)
        worker.advance(1)
        assert kept.recv(1) == b""


def test_a_worker_that_stops_waits_a_second_for_first_requests() -> None:
    with (
        run_worker(create_app(Settings())) as worker,
        connect(worker.base) as silent,
        connect(worker.base) as late,
        connect(worker.base) as kept,
    ):
        kept.sendall(GET_DICE)
        assert read_response(kept).status == 200
        worker.wait_for_phases(Phase.NEW, Phase.NEW, Phase.IDLE)
        worker.loop.call_soon_threadsafe(worker.handle_exit_signal)
        assert kept.recv(1) == b""
        wait_until(lambda: is_refused(worker.base))
        late.sendall(GET_DICE)
        response = read_response(late)
        assert response.status == 200
        assert response.headers["Connection"] == "close"
        worker.pass_second()
        assert silent.recv(1) == b""


def test_clients_that_reset_their_refused_requests_do_no_harm(worker: Worker) -> None:
    with ExitStack() as stack:
        clients = [stack.enter_context(connect(worker.base)) for _ in range(50)]
        for client in clients:
            reset_on_close(client)
            client.sendall(GET_DICE[:20])
        worker.wait_for_held(50 * 20)
        worker.advance(10)
        for client in clients:
            client.recv(1)
            client.close()
    assert fetch(worker.base, INTEGERS).status == 200
    assert worker.error_messages() == []


def test_a_client_that_pipelines_without_end_uses_up_no_memory_and_delays_no_other(
    worker: Worker,
) -> None:
    """Each turn of the event loop serves one request of each connection at the most."""
    served = [0]
    held = [0]

    async def watch(stopped: Event) -> None:
        while not stopped.is_set():
            before = worker.nr
            await asyncio.sleep(0)  # a turn of the loop
            served.append(worker.nr - before)
            held.append(sum(one.held for one in worker.connections))

    requests = GET_DICE * 2_000
    stopped = Event()
    sent = 0
    watching = asyncio.run_coroutine_threadsafe(watch(stopped), worker.loop)
    with connect(worker.base) as client:
        client.settimeout(0)
        while sent < 2**20:
            with suppress(BlockingIOError):
                sent += client.send(requests)
            with suppress(BlockingIOError):
                client.recv(2**16)
            assert fetch(worker.base, INTEGERS).status == 200
    stopped.set()
    watching.result(PATIENCE)
    assert max(served) <= 2
    assert 2**14 < max(held) < 2**19


@for_each(
    ("head", "part", "seconds"),
    [
        (GET, b"X", 10),
        (POST + b"Content-Length: 99\r\n\r\n", b" ", 60),
        (CHUNKED, b"7\r\n{}     \r\n", 60),
    ],
)
def test_a_request_that_arrives_byte_by_byte_is_refused_after_the_time_of_a_whole_one(
    head: bytes, part: bytes, seconds: int, worker: Worker
) -> None:
    with connect(worker.base) as client:
        worker.wait_for_phases(Phase.NEW)
        client.sendall(head)
        for number in range(1, seconds + 1):
            client.sendall(part)
            worker.wait_for_held(len(head) + number * len(part))
            assert Phase.END not in worker.phases()
            worker.advance(1)
        assert read_response(client).status == 408


STREAM = "/v1/decks/standard/shuffle/batch?repeats=100000"
LARGE = f"/v1/integers?max={2**53 - 1}&count=1000000"  # 16 MB


@for_each(
    ("path", "accept", "slots"),
    [
        (STREAM, "application/x-ndjson", Settings.max_streams),
        (LARGE, "application/json", Settings.max_large),
    ],
)
def test_a_response_that_its_client_does_not_take_ends_and_gives_its_slot_back(
    path: str, accept: str, slots: int, worker: Worker
) -> None:
    """Half a minute after the client's system took the last bytes, which it still does for a moment."""
    headers = {"Accept": accept}
    head = f"GET {path} HTTP/1.1\r\nHost: x\r\nAccept: {accept}\r\n\r\n"

    def is_cut_off() -> bool:
        worker.advance(1)
        return not worker.connections

    with ExitStack() as stack:
        for _ in range(slots):
            client = stack.enter_context(connect(worker.base))
            client.setsockopt(SOL_SOCKET, SO_RCVBUF, 2**16)
            client.sendall(head.encode())
            client.recv(1)
        worker.wait_for_clients()
        assert fetch(worker.base, path, headers=headers).status == 503
        worker.wait_for_phases(*[Phase.RESPONSE] * slots)
        worker.advance(29)
        worker.wait_for_phases(*[Phase.RESPONSE] * slots)
        wait_until(is_cut_off, interval=0.001)
    assert fetch_when_free(worker.base, path, headers=headers).status == 200
    assert worker.error_messages() == []


def test_gunicorn_serves_tls_and_logs_no_error_for_other_clients(
    certificate: Path, tmp_path: Path
) -> None:
    output = tmp_path / "output"
    tls = ssl.create_default_context(cafile=str(certificate))
    files = f"--certfile {certificate} --keyfile {certificate}"
    service = run_service(
        output,
        certificate=str(certificate),
        GUNICORN_CMD_ARGS=f"{files} --worker-connections 20",
    )
    with service as base, ExitStack() as stack:
        with connect(base) as plain:
            plain.sendall(GET_DICE)
            assert b"HTTP/" not in plain.recv(2**16)
        for _ in range(60):
            half_handshake = stack.enter_context(connect(base))
            half_handshake.sendall(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03")
        with (
            connect(base) as plain,
            tls.wrap_socket(plain, server_hostname="localhost") as client,
        ):
            for _ in range(2):
                client.sendall(GET_DICE)
                assert read_response(client).status == 200
    for line in log_lines(output):
        assert line["level"] != "error"


def test_without_a_readable_certificate_the_service_does_not_start(
    tmp_path: Path,
) -> None:
    """It would serve plain HTTP, and keys would travel in the clear."""
    path = tmp_path / "broken.pem"
    path.write_text("nothing")
    arguments = f"--certfile {path} --keyfile {path}"
    # One worker: gunicorn prints a traceback if the second fails while it stops because of the first.
    settings = {
        "PORT": str(free_port()),
        "WEB_CONCURRENCY": "1",
        "GUNICORN_CMD_ARGS": arguments,
    }
    errors = "SSLError$|exited with code|^Shutting down|^Reason: App failed to load"
    process = start(gunicorn_command(), settings, errors=errors)
    assert process.wait(PATIENCE) != 0
    end(process)
