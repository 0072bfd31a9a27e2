"""Kill, restart, reload and misuse three replicas behind nginx with the shipped configuration.

`make test SUITE=nginx` installs nginx.
"""

import json
import re
import select
import socket
import ssl
import subprocess
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from html import unescape
from http.client import HTTPResponse
from itertools import cycle
from pathlib import Path
from secrets import token_urlsafe
from threading import Event, Thread
from typing import Any
from urllib.parse import urljoin

import pytest

from service.core.crypto.tokens import generate_key
from service.http.hooks.headers import ALL_ORIGINS, SECURITY_HEADERS, cors_headers
from service.http.problems import MEDIA_TYPE, PROBLEMS
from service.settings import Settings
from tests.conftest import run_service
from tests.deploy.nginx import (
    CONFIG,
    REPLICAS,
    Nginx,
    configure_tls,
    run_front,
    run_nginx,
    substitute,
    three_replicas,
)
from tests.deploy.replicas import Load, Replica, replicas
from tests.peers import listen, port_of
from tests.private_hands import play_private, signing_key
from tests.sealed.played.test_played_games import PLAYS
from tests.server.client import (
    DICE,
    HOLDING,
    IN_PROCESS,
    INTEGERS,
    JSON,
    NDJSON,
    POST,
    Response,
    connect,
    fetch,
    hold_process,
    post,
    read_response,
    send_raw,
)
from tests.server.tricks import REFUSED as REFUSED_REQUESTS
from tests.server.tricks import SERVED, send_all
from tests.tables import for_each
from tools.files import ROOT
from tools.ports import free_port
from tools.serving import PATIENCE, responds, wait_until

pytestmark = pytest.mark.nginx

KUBERNETES = (ROOT / "deploy" / "kubernetes" / "base" / "replicas.conf").read_text()
SWARM = (ROOT / "deploy" / "swarm" / "replicas.conf").read_text()
RETRIES = "proxy_next_upstream error timeout http_503 non_idempotent;"


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Replica]]:
    """Three replicas that run, with the same keys."""
    folder = tmp_path_factory.mktemp("replicas")
    keys = {"SHOE_KEYS": generate_key(), "SIGNING_KEYS": token_urlsafe(32)}
    with replicas(folder, ACCESS_LOG="false", **keys) as three:
        yield three


@pytest.fixture(scope="module")
def front(
    three: list[Replica], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Nginx]:
    """An nginx in front of the three replicas."""
    with run_front(tmp_path_factory.mktemp("nginx"), three) as nginx:
        yield nginx


@pytest.mark.parametrize(
    "replicas_conf",
    [re.sub(r"replica-\d:8000", "127.0.0.1:8000", REPLICAS), SWARM, KUBERNETES],
)
def test_the_configuration_is_good_as_it_stands(
    tmp_path: Path, replicas_conf: str
) -> None:
    """Check it with addresses for the names of the replicas: only compose.yaml's network resolves the names."""
    (tmp_path / "nginx.conf").write_text(CONFIG)
    (tmp_path / "replicas.conf").write_text(replicas_conf)
    command = ["nginx", "-t", "-e", "stderr", "-c", str(tmp_path / "nginx.conf")]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
    assert "[warn]" not in checked.stderr


def test_no_request_fails_when_a_replica_is_killed_under_load(
    three: list[Replica], front: Nginx
) -> None:
    retries = front.count_retries()
    with Load(front.port).run() as load:
        three[1].kill()
        load.wait_for_responses(2_000)
        three[1].start()
    load.check()
    assert front.count_retries() > retries


def test_no_request_fails_when_all_replicas_are_restarted_in_turn(
    three: list[Replica], front: Nginx
) -> None:
    with Load(front.port).run() as load:
        for replica in three:
            assert replica.stop() == 0
            load.wait_for_responses(200)
            replica.start()
            load.wait_for_responses(200)
    load.check()


@pytest.mark.smoke
def test_no_request_fails_when_each_replica_is_reloaded_with_hup(
    three: list[Replica], front: Nginx
) -> None:
    with Load(front.port).run() as load:
        for replica in three:
            replica.reload()
            load.wait_for_responses(200)
    load.check()


@pytest.mark.smoke
def test_replicas_continue_each_others_games(
    three: list[Replica], front: Nginx
) -> None:
    """Send each request of a game to the next replica, directly and through nginx; likewise of private hands."""
    bases = [*(f"http://127.0.0.1:{replica.port}" for replica in three), front.base]
    for play in PLAYS:
        assert play([partial(send_fields, base) for base in bases])["seen"]
    turns = cycle(bases)

    def send_to_next(path: str, **fields: Any) -> dict[str, Any]:
        return send_good(next(turns), path, **fields)

    play_private(send_to_next, signing_key(front.base))


def test_a_game_goes_on_while_replicas_are_killed(
    three: list[Replica], front: Nginx
) -> None:
    key = signing_key(front.base)
    send = partial(send_fields, front.base)
    send_private = partial(send_good, front.base)
    with ThreadPoolExecutor() as pool:
        games = [pool.submit(play, [send]) for play in PLAYS]
        hands = [pool.submit(play_private, send_private, key) for _ in range(10)]
        for replica in three[:2]:
            replica.kill()
            replica.start()
        for game in games:
            assert game.result()["seen"]
        for hand in hands:
            hand.result()


def send_good(base: str, path: str, **fields: Any) -> dict[str, Any]:
    status, response = send_fields(base, path, fields)
    assert status == 200, response
    return response


def send_fields(
    base: str, path: str, fields: dict[str, Any]
) -> tuple[int, dict[str, Any]]:
    response = post(base, path, fields)
    return response.status, response.json


def test_without_retries_requests_are_lost_so_these_tests_would_see_it(
    three: list[Replica], tmp_path: Path
) -> None:
    with (
        run_front(tmp_path, three, **{RETRIES: "proxy_next_upstream off;"}) as front,
        Load(front.port).run() as load,
    ):
        three[0].kill()
        load.wait_for_responses()
        three[0].start()
    methods = {failure.partition(" ")[0] for failure in load.failures}
    assert methods == {"GET", "POST"}


RESULTS = 150_000  # 64 MB: nginx and the sockets hold less than half of it


def test_a_replica_that_is_drained_finishes_its_responses(
    three: list[Replica], front: Nginx
) -> None:
    """Stop the replicas while they send batches to slow clients. No other replica can continue a begun response."""
    path = f"/v1/decks/standard/shuffle/batch?repeats={RESULTS}"
    head = f"GET {path} HTTP/1.1\r\nHost: x\r\nAccept: {NDJSON['Accept']}\r\n\r\n"
    with ExitStack() as stack, ThreadPoolExecutor() as pool:
        batches = []
        for _ in three:
            client = stack.enter_context(connect(front.base))
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2**16)
            client.sendall(head.encode())
            batches.append(stack.enter_context(HTTPResponse(client)))
        for batch in batches:
            batch.begin()
            assert batch.readline().startswith(b"{")
        codes = [pool.submit(replica.stop) for replica in three]
        wait_until(lambda: all(replica.is_stopping() for replica in three))
        assert not any(code.done() for code in codes)
        sent = list(pool.map(lambda batch: batch.read().count(b"\n"), batches))
        for code in codes:
            assert code.result() == 0
    for replica in three:
        replica.start()
    assert sent == [RESULTS - 1] * 3


TWO = re.sub("    server replica-3.*\n", "", REPLICAS)


@contextmanager
def keep_busy(base: str) -> Iterator[None]:
    """Hold one of the two processes of a replica by one request after the other, each for 1.5 seconds.

    The other process is for other callers, and all who come through nginx are one.
    """
    stopped = Event()

    def hold() -> None:
        while not stopped.is_set():
            with hold_process(base):
                stopped.wait(1.5)

    with ThreadPoolExecutor() as pool:
        holder = pool.submit(hold)
        try:
            yield
        finally:
            stopped.set()
    holder.result()


def test_a_request_that_a_busy_replica_refuses_is_served_by_an_idle_one(
    tmp_path: Path,
) -> None:
    run_replica = partial(
        run_service,
        app=HOLDING,
        WEB_CONCURRENCY="1",
        PROCESSES="2",
        TRUSTED_PROXIES="1",
    )
    with run_replica(MAX_WAIT="1") as busy, run_replica() as idle:
        addresses = {
            "replica-1:8000": busy.removeprefix("http://"),
            "replica-2:8000": idle.removeprefix("http://"),
        }
        with (
            run_nginx(tmp_path, substitute(TWO, addresses)) as front,
            keep_busy(busy),
            ThreadPoolExecutor(50) as pool,
        ):

            def get_status(_: int) -> int:
                return fetch(front.base, *IN_PROCESS).status

            statuses = Counter(pool.map(get_status, range(100)))
        assert statuses[200] >= 99, statuses
        assert front.count_retries() > 20


ALL_ODD = REFUSED_REQUESTS | SERVED
ODD = {name: data for name, data in ALL_ODD.items() if data.isascii()}
"""Requests that a log in UTF-8 can have."""


@for_each("data", ODD.values(), ids=ODD)
def test_what_follows_a_request_that_could_be_read_in_two_ways_is_refused_or_read_in_one(
    front: Nginx, data: bytes
) -> None:
    """nginx repairs some of these requests, such as line feeds, and answers HTTP/0.9 without a head."""
    statuses = re.findall(rb"HTTP/1\.1 (\d+) ", send_all(front.base, data))
    assert statuses[1:] in ([], [b"200", b"200"])


def test_when_no_replica_responds_nginx_sends_busy_and_is_alive_itself(
    tmp_path: Path,
) -> None:
    with replicas(tmp_path) as three, run_front(tmp_path, three) as front:
        for replica in three:
            replica.stop()
        answer = fetch(front.base, INTEGERS)
        assert fetch(front.base, "/nginx/livez").body == b"live\n"
        for replica in three:
            replica.start()
        assert problem_name(answer) == "busy"
        assert fetch(front.base, INTEGERS).status == 200


def problem_name(answer: Response) -> str:
    """Return the name of the problem in a response. Check that its members and headers are as from the service."""
    problem = answer.json
    _, _, name = problem["type"].rpartition("/")
    kind = PROBLEMS[name]
    assert list(problem) == ["type", "title", "status", "detail", "request_id"]
    assert problem["status"] == answer.status
    assert problem["title"] == kind.title
    assert answer.headers["X-Request-ID"] == problem["request_id"]
    assert re.fullmatch("[0-9a-f]{32}", problem["request_id"])
    headers = {"Content-Type": MEDIA_TYPE, "Cache-Control": "no-store"}
    headers |= SECURITY_HEADERS | cors_headers(ALL_ORIGINS, None)
    for header, value in headers.items():
        assert answer.headers.get_all(header) == [value], header
    retry_after = "1" if answer.status in {429, 503} else None
    assert answer.headers["Retry-After"] == retry_after
    return kind.name


def head(method: str = "GET", headers: str = "") -> bytes:
    """Return the head of a request; each of the headers ends its line."""
    return f"{method} /v1/integers HTTP/1.1\r\nHost: x\r\n{headers}\r\n".encode()


def post_head(length: int) -> bytes:
    """Return the head of a request with a body of JSON of this length."""
    headers = f"Content-Type: application/json\r\nContent-Length: {length}\r\n"
    return head("POST", headers)


def head_with(length: int, count: int = 1) -> bytes:
    """Return a head with so many headers, each with a value of this length."""
    return head(headers=f"X-X: {'x' * length}\r\n" * count)


LONG_ADDRESS = b"GET /%s HTTP/1.1\r\nHost: x\r\n\r\n" % (b"x" * 20_000)
TWO_LENGTHS = head("POST", "Content-Length: 1\r\nContent-Length: 2\r\n")
UNKNOWN_CODING = head("POST", "Transfer-Encoding: gzip, chunked\r\n")
HTTP_3 = b"GET / HTTP/3.0\r\nHost: x\r\n\r\n"
REFUSED = {
    "what is no HTTP": (b"\x16\x03\x01\x02\r\n\r\n", 400, "malformed-request"),
    "two lengths": (TWO_LENGTHS, 400, "malformed-request"),
    "no host": (b"GET / HTTP/1.1\r\n\r\n", 400, "malformed-request"),
    "a method that nginx refuses": (head("TRACE"), 405, "method-not-allowed"),
    "a body over the limit": (post_head(2**20 + 1), 413, "too-large"),
    "an address of 20,000 characters": (LONG_ADDRESS, 414, "uri-too-long"),
    "a header of 20,000 characters": (head_with(20_000), 431, "headers-too-large"),
    "three headers of 7,000 characters": (
        head_with(7_000, 3),
        431,
        "headers-too-large",
    ),
    "an unknown coding": (UNKNOWN_CODING, 501, "malformed-request"),
    "HTTP/3.0 in the request line": (HTTP_3, 505, "malformed-request"),
}


@for_each(("data", "status", "kind"), REFUSED.values(), ids=REFUSED)
def test_a_refusal_by_nginx_is_a_problem_like_any_other(
    front: Nginx, data: bytes, status: int, kind: str
) -> None:
    answer = send_raw(front.base, data)
    assert answer.status == status
    assert problem_name(answer) == kind
    assert ("Allow" in answer.headers) == (status == 405)


def test_a_header_longer_than_the_service_takes_is_refused_by_either(
    front: Nginx,
) -> None:
    problem = send_raw(front.base, head_with(8_189)).json
    assert problem["type"].endswith("/headers-too-large")


def test_errors_in_nginx_itself_and_behind_it_are_problems(tmp_path: Path) -> None:
    """A location that fails, replicas that do not respond, and replicas that close the connection."""
    changes = {
        "proxy_read_timeout 60s;": "proxy_read_timeout 200ms;",
        "location = /nginx/livez {": "location = /fails { return 500; } location = /nginx/livez {",
    }
    with (
        run_upstream(b"") as upstream,
        run_front(tmp_path, [upstream] * 3, **changes) as front,
    ):
        assert problem_name(fetch(front.base, "/fails")) == "internal-error"
        for is_released in (False, True):  # 504, 502
            upstream.is_released = is_released
            answer = fetch(front.base, INTEGERS)
            assert answer.status == 503
            assert problem_name(answer) == "busy"


def test_a_request_id_of_the_client_is_in_the_problem_and_cannot_break_it(
    front: Nginx,
) -> None:
    for given in ("round-17.b", 'x","status":200,"y":"', "x" * 129):
        answer = fetch(front.base, "/metrics", headers={"X-Request-ID": given})
        assert answer.status == 404
        problem = answer.json
        assert problem["status"] == 404
        assert problem["request_id"] == answer.headers["X-Request-ID"]
        assert (problem["request_id"] == given) == (given == "round-17.b")


@for_each(("path", "status"), [("/v1/integers?max=x", 422), ("/nowhere", 404)])
def test_problems_of_the_service_pass_through_unchanged(
    front: Nginx, path: str, status: int
) -> None:
    answer = fetch(front.base, path)
    assert answer.status == status
    assert answer.json["detail"] not in CONFIG


LARGE_BODY = b'{"max": 6}'.ljust(120_000)


@contextmanager
def begin_requests(
    front: Nginx, address: str, count: int, data: bytes
) -> Iterator[list[socket.socket]]:
    """Open connections from an address, and send the same data on each."""
    target = ("127.0.0.1", front.port)
    with ExitStack() as stack:
        connections = []
        for _ in range(count):
            connection = socket.create_connection(target, 30, (address, 0))
            connections.append(stack.enter_context(connection))
            connection.sendall(data)
        yield connections


def count_refusals(connections: list[socket.socket], minimum: int) -> int:
    """Wait for a number of responses, and half a second for more; return how many came. All must be refusals."""
    with suppress(TimeoutError):
        wait_until(lambda: sum(map(is_readable, connections)) >= minimum)
    time.sleep(0.5)  # more than these would come at once
    readable = [connection for connection in connections if is_readable(connection)]
    for connection in readable:
        assert problem_name(read_response(connection)) == "too-often"
    return len(readable)


def is_readable(connection: socket.socket) -> bool:
    poll = select.poll()
    poll.register(connection, select.POLLIN)
    return bool(poll.poll(0))


HALF_BODY = LARGE_BODY[:70_000]
ZEROS = head("POST", "Content-Length: 00000000000000016000\r\n")
IN_CHUNKS = head("POST", "Transfer-Encoding: chunked\r\n")
BEGINNINGS = {
    "half bodies": post_head(120_000) + HALF_BODY,
    "all but a byte": post_head(2**20) + b" " * 2**20,
    "a length with zeros": ZEROS + b" ",
    "chunks": IN_CHUNKS + b"20000\r\n" + HALF_BODY,
}


def post_integers(front: Nginx, body: bytes | Iterable[bytes]) -> Response:
    """Send a body of JSON from 127.0.0.1; one in pieces is sent in chunks."""
    return fetch(front.base, "/v1/integers", "POST", body, JSON)


@for_each("beginning", BEGINNINGS.values(), ids=BEGINNINGS)
def test_large_bodies_of_an_address_take_8_places_and_no_space_in_tmp(
    front: Nginx, beginning: bytes
) -> None:
    folder = front.output.parent / "client_body"
    with begin_requests(front, "127.0.0.2", 100, beginning[:-1]) as attack:
        assert count_refusals(attack, 92) == 92
        assert not any(path.is_file() for path in folder.rglob("*"))
        assert post_integers(front, LARGE_BODY).status == 200
        assert post_integers(front, [LARGE_BODY]).status == 200
    wait_until(lambda: is_served(front, "127.0.0.2"))  # the places are free again


def is_served(front: Nginx, address: str) -> bool:
    """Send a large body from an address; return whether it is served and not refused as too often."""
    request = post_head(len(LARGE_BODY)) + LARGE_BODY
    with begin_requests(front, address, 1, request) as (connection,):
        status = read_response(connection).status
    assert status in {200, 429}
    return status == 200


def test_large_bodies_of_all_addresses_take_64_places(front: Nginx) -> None:
    """A request without a body and one with a small body are served meanwhile."""
    beginning = post_head(120_000) + b" "
    with ExitStack() as stack:
        for number in range(2, 10):
            requests = begin_requests(front, f"127.0.0.{number}", 9, beginning)
            attack = stack.enter_context(requests)
            assert count_refusals(attack, 1) == 1
        assert problem_name(post_integers(front, LARGE_BODY)) == "too-often"
        assert post_integers(front, DICE.ljust(15_999)).status == 200
        assert fetch(front.base, INTEGERS).status == 200


SMALL = post_head(len(DICE)) + DICE
PROBE = b"GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n"


def test_an_address_has_600_requests_at_a_time_and_probes_are_not_counted(
    tmp_path: Path,
) -> None:
    with (
        run_upstream() as upstream,
        run_front(tmp_path, [upstream] * 3) as front,
        begin_requests(front, "127.0.0.2", 600, SMALL) as requests,
    ):
        wait_until(lambda: len(upstream.connections) == 600)
        with begin_requests(front, "127.0.0.2", 1, SMALL) as one_more:
            assert count_refusals(one_more, 1) == 1
        with begin_requests(front, "127.0.0.2", 1, PROBE) as (probe,):
            assert read_response(probe).status == 200
        with begin_requests(front, "127.0.0.3", 1, SMALL) as neighbour:
            wait_until(lambda: len(upstream.connections) == 601)
            upstream.release()
            for connection in requests + neighbour:
                assert read_response(connection).status == 200


def test_mtail_counts_what_nginx_itself_refuses(tmp_path: Path) -> None:
    """Use the lines of deploy/prometheus/nginx.mtail: 2 of 10 large bodies are refused, then there is no replica."""
    program = ROOT / "deploy" / "prometheus" / "nginx.mtail"
    log_port = free_port()
    port = free_port()
    lines = re.findall(
        r"^#   ((?:log_format|access_log) .*)$", program.read_text(), re.MULTILINE
    )
    syslog = "\n".join(lines).replace("127.0.0.1:5140", f"127.0.0.1:{log_port}")
    command = [
        "mtail",
        f"--progs={program}",
        "--address=127.0.0.1",
        f"--port={port}",
        f"--logs=udp://127.0.0.1:{log_port}",
        "--logtostderr",
    ]
    with (tmp_path / "mtail.log").open("wb") as output:
        mtail = subprocess.Popen(command, stdout=output, stderr=output)
    try:
        metrics = f"http://127.0.0.1:{port}/metrics"
        wait_until(lambda: responds(metrics))
        with (
            run_upstream() as upstream,
            run_nginx(tmp_path, three_replicas([upstream.port] * 3) + syslog) as front,
        ):
            beginning = post_head(120_000)
            with begin_requests(front, "127.0.0.2", 10, beginning) as connections:
                assert count_refusals(connections, 2) == 2
            upstream.server.shutdown(socket.SHUT_RDWR)
            assert fetch(front.base, INTEGERS).status == 503

        def is_counted() -> bool:
            text = fetch(f"http://127.0.0.1:{port}", "/metrics").body.decode()
            series = r"^nginx_responses_total{.*(status=.*,upstream_status=.*)} (\d+)$"
            counts = dict(re.findall(series, text, re.MULTILINE))
            without_replica = counts.get('status="503",upstream_status="502, 502, 502"')
            refused = counts.get('status="429",upstream_status=""')
            return without_replica == "1" and refused == "2"

        wait_until(is_counted)
    finally:
        mtail.terminate()
        mtail.wait(timeout=PATIENCE)


@pytest.fixture
def trusting(tmp_path: Path) -> Iterator[Nginx]:
    """An nginx that trusts 127.0.0.1 by the lines that deploy/nginx/replicas.conf shows."""
    ((proxy, header),) = re.findall(
        r"^# (set_real_ip_from .*\n)# (real_ip_header .*\n)", REPLICAS, re.MULTILINE
    )
    trust = proxy.replace("192.0.2.0/24", "127.0.0.1") + header
    with (
        run_upstream() as upstream,
        run_nginx(tmp_path, three_replicas([upstream.port] * 3) + trust) as front,
    ):
        yield front


def half_body_of(address: str) -> bytes:
    """Return a request with a large body that does not come, as a proxy sends it for an address."""
    return head("POST", f"X-Forwarded-For: {address}\r\nContent-Length: 120000\r\n")


def test_behind_a_trusted_proxy_requests_count_for_the_address_that_it_sends(
    trusting: Nginx,
) -> None:
    """Nginx ignores the header of other clients."""
    with ExitStack() as stack:

        def send(source: str, address: str, count: int, refused: int) -> None:
            """Send requests of an address from a source; some are refused."""
            requests = begin_requests(trusting, source, count, half_body_of(address))
            connections = stack.enter_context(requests)
            assert count_refusals(connections, refused) == refused, address

        send("127.0.0.1", "192.0.2.1", count=10, refused=2)
        send("127.0.0.1", "192.0.2.2", count=10, refused=2)
        send("127.0.0.2", "192.0.2.3", count=8, refused=0)
        send("127.0.0.2", "192.0.2.4", count=2, refused=2)


ADDRESSES_OF_A_CLIENT = {
    "a network": [f"2001:db8::{number:x}" for number in range(1, 41)],
    "the next network": [f"[2001:db8:0:1:{number:x}::]:443" for number in range(40)],
    "a network of line feeds, among the last bytes too": [
        f"2001:db8:a0a:a0a::{number:x}0a" for number in range(40)
    ],
    "IPv4": [f"{prefix}192.0.2.10" for prefix in ("", "::ffff:", "64:ff9b::")] * 4,
    "IPv4 with a port": [f"192.0.2.11:{port}" for port in range(1024, 1064)],
}


def test_all_addresses_of_an_ipv6_network_and_all_forms_of_an_ipv4_address_are_one_client(
    trusting: Nginx,
) -> None:
    with ExitStack() as stack:
        for client, addresses in ADDRESSES_OF_A_CLIENT.items():
            connections = []
            for address in addresses:
                data = half_body_of(address)
                request = begin_requests(trusting, "127.0.0.1", 1, data)
                connections += stack.enter_context(request)
            refused = len(addresses) - 8
            assert count_refusals(connections, refused) == refused, client


@dataclass
class Upstream:
    """A server in place of the replicas. It responds to /readyz at once, and to other requests after `release`."""

    server: socket.socket
    response: bytes
    connections: list[socket.socket] = field(default_factory=list)
    is_released: bool = False

    @property
    def port(self) -> int:
        return int(self.server.getsockname()[1])

    def run(self) -> None:
        with suppress(OSError):  # the server is closed
            while True:
                connection, _ = self.server.accept()
                if connection.recv(2**16).startswith(b"GET /readyz "):
                    respond(connection, OK)
                elif self.is_released:
                    respond(connection, self.response)
                else:
                    self.connections.append(connection)

    def release(self) -> None:
        self.is_released = True
        for connection in self.connections:
            respond(connection, self.response)


def respond(connection: socket.socket, response: bytes) -> None:
    with connection:
        connection.sendall(response)


OK = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


@contextmanager
def run_upstream(response: bytes = OK) -> Iterator[Upstream]:
    with socket.create_server(("127.0.0.1", 0), backlog=1000) as server:
        upstream = Upstream(server, response)
        thread = Thread(target=upstream.run)
        thread.start()
        try:
            yield upstream
        finally:
            with suppress(OSError):  # a test has shut it down
                server.shutdown(socket.SHUT_RDWR)
            thread.join()
            for connection in upstream.connections:
                connection.close()


def test_a_body_may_be_as_long_as_the_service_takes_it(front: Nginx) -> None:
    assert "client_max_body_size 1m;" in CONFIG
    assert Settings.max_body_bytes == 2**20
    assert post_integers(front, DICE.ljust(2**20)).status == 200


@for_each(
    "path",
    [
        "/metrics",
        "/metrics/",
        "//metrics",
        "/%6detrics",
        "/v1/../metrics",
        "/metrics?x=y",
    ],
)
def test_metrics_are_not_for_the_public(front: Nginx, path: str) -> None:
    answer = fetch(front.base, path)
    assert problem_name(answer) == "not-found"
    assert answer.json["detail"].startswith("Nothing is served to the public")


def test_json_is_sent_compressed_to_those_who_take_it(front: Nginx) -> None:
    path = "/v1/decks/standard/shuffle?seed=42&decks=10"
    compressed = {"Accept-Encoding": "gzip"}
    plain = fetch(front.base, path)
    short = fetch(front.base, path, headers=compressed)
    assert short.headers["Content-Encoding"] == "gzip"
    assert len(short.body) < len(plain.body) / 2
    known = compressed | {"If-None-Match": short.headers["ETag"]}
    assert fetch(front.base, path, headers=known).status == 304


def test_slow_clients_hold_no_process_of_the_service(front: Nginx) -> None:
    """Begin 200 bodies without an end. Three replicas have 18 processes for requests."""
    beginning = POST + b"Content-Length: 10\r\n\r\n{"
    with begin_requests(front, "127.0.0.1", 200, beginning) as slow:
        for _ in range(50):
            assert fetch(front.base, INTEGERS).status == 200
        with pytest.raises(ConnectionResetError):  # client_body_timeout
            slow[0].recv(1)


def test_request_ids_of_clients_are_kept_and_others_are_made(front: Nginx) -> None:
    fetch(front.base, "/v1/decks", headers={"X-Request-ID": "round-17.b"})
    fetch(front.base, "/v1/games", headers={"X-Request-ID": 'x" injected'})
    assert log_line(front, "/v1/decks")["request_id"] == "round-17.b"
    assert re.fullmatch("[0-9a-f]{32}", log_line(front, "/v1/games")["request_id"])


@for_each(
    ("path", "given"),
    [("/v1/games/holdem", "table-7/deal:12+x=~@"), ("/v1/games/bridge", "x" * 129)],
)
def test_nginx_logs_the_request_id_that_the_service_sends(
    front: Nginx, path: str, given: str
) -> None:
    answer = fetch(front.base, path, headers={"X-Request-ID": given})
    assert log_line(front, path)["request_id"] == answer.headers["X-Request-ID"]


def log_line(front: Nginx, path: str) -> dict[str, str]:
    """Wait for a line on a path in the access log, which nginx writes after its response; return the last one."""
    matches: list[dict[str, str]] = []

    def has_line() -> bool:
        for text in front.output.read_text().splitlines():
            if text.startswith("{"):
                line = json.loads(text)
                if line["path"] == path:
                    matches.append(line)
        return bool(matches)

    wait_until(has_line)
    return matches[-1]


def test_the_service_gets_the_headers_that_trace_a_request(tmp_path: Path) -> None:
    trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    headers = {"traceparent": trace, "X-Forwarded-For": "1.2.3.4"}
    with listen() as server, ThreadPoolExecutor() as pool:
        heads = pool.submit(read_heads, server, 2)
        with run_nginx(tmp_path, three_replicas([port_of(server)] * 3)) as front:
            fetch(front.base, "/v1/decks", headers=headers)
        _, head = heads.result()
    assert f"traceparent: {trace}\r\n" in head
    assert "X-Forwarded-For: 127.0.0.1\r\n" in head
    assert re.search("X-Request-ID: [0-9a-f]{32}\r\n", head)
    assert not re.search(r": (t=\d|\d{10}\.)", head), "a time of nginx's clock"


def read_heads(server: socket.socket, requests: int) -> list[str]:
    """Send an empty response to each of the next requests, and return their heads."""
    heads = []
    for _ in range(requests):
        connection, _ = server.accept()
        heads.append(connection.recv(2**16).decode())
        respond(connection, OK)
    return heads


def test_no_log_has_a_query_or_a_body_whatever_fails(tmp_path: Path) -> None:
    with replicas(tmp_path) as three, run_front(tmp_path, three) as front:
        seeded = "/v1/integers?max=6&seed=SECRETSEED"
        members = {"max": 6, "seed": "SECRETSEED"}
        referer = {"Referer": f"http://x{seeded}"}
        unreadable = f"GET {seeded} and more HTTP/1.1\r\nHost: x\r\n\r\n"
        for _ in range(2):
            fetch(front.base, seeded)
            post(front.base, "/v1/integers", members, referer)
            fetch(front.base, "/metrics?seed=SECRETSEED")
            send_raw(front.base, unreadable.encode())
            for replica in three:
                replica.kill()
        for replica in three:
            replica.start()
        log = front.output.read_text()
    assert '"path":"/v1/integers","status":503' in log
    assert "SECRETSEED" not in log


def test_tls_may_end_at_this_nginx(three: list[Replica], tmp_path: Path) -> None:
    port, changes = configure_tls(tmp_path)
    with run_front(tmp_path, three, **changes):
        context = ssl.create_default_context(cafile=str(tmp_path / "fullchain.pem"))

        def get(path: str) -> Response:
            plain = socket.create_connection(("127.0.0.1", port))
            head = f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n"
            with context.wrap_socket(plain, server_hostname="localhost") as connection:
                connection.sendall(head.encode())
                return read_response(connection)

        of_service = get("/livez")
        assert of_service.status == 200
        of_nginx = get("/metrics")
        assert of_nginx.status == 404
        for answer in (of_service, of_nginx):
            security = answer.headers.get_all("Strict-Transport-Security")
            assert security == ["max-age=31536000"]
        without_tls = fetch(f"http://127.0.0.1:{port}", "/livez")
        assert without_tls.status == 400
        assert problem_name(without_tls) == "malformed-request"


def configure_pod(address: str, metrics_port: int) -> str:
    """Return the replicas.conf of a pod for a service at an address, and for metrics at a port of this machine."""
    changes = {
        "127.0.0.1:8000": address.removeprefix("http://"),
        "listen 8081;": f"listen 127.0.0.1:{metrics_port};",
    }
    return substitute(KUBERNETES, changes)


def test_nginx_in_a_pod_passes_on_the_address_that_an_ingress_sends(
    tmp_path: Path,
) -> None:
    with listen() as server, ThreadPoolExecutor() as pool:
        heads = pool.submit(read_heads, server, 2)
        pod = configure_pod(f"127.0.0.1:{port_of(server)}", free_port())
        with run_nginx(tmp_path, pod) as front:
            fetch(front.base, "/v1/decks", headers={"X-Forwarded-For": "1.2.3.4"})
        assert "X-Forwarded-For: 1.2.3.4, 127.0.0.1\r\n" in heads.result()[1]


OPERATIONS = (ROOT / "docs" / "operate.md").read_text()
PREFIX = "/games"
STRIP = f"rewrite ^{PREFIX}/?(.*)$ /$1 break;"
NAME = f"proxy_set_header X-Forwarded-Prefix {PREFIX};"


METRICS_PORT = free_port()
run_behind_nginx = partial(
    run_service, HOST="127.0.0.1", WEB_CONCURRENCY="1", TRUSTED_PROXIES="1"
)


@pytest.fixture(scope="module")
def pod(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nginx]:
    """The service behind the nginx of its pod."""
    folder = tmp_path_factory.mktemp("pod")
    with (
        run_behind_nginx() as base,
        run_nginx(folder, configure_pod(base, METRICS_PORT)) as nginx,
    ):
        yield nginx


def test_nginx_in_a_pod_has_a_port_for_metrics_alone(pod: Nginx) -> None:
    metrics = f"http://127.0.0.1:{METRICS_PORT}"
    assert fetch(pod.base, INTEGERS).status == 200
    assert problem_name(fetch(pod.base, "/metrics")) == "not-found"
    assert b"dealer_requests_total" in fetch(metrics, "/metrics").body
    assert fetch(metrics, INTEGERS).status == 404


@contextmanager
def below_path(folder: Path, location: str) -> Iterator[str]:
    """Run another nginx that serves nothing but a location below a path; yield its address."""
    ready = "location = /readyz { return 200; }"
    location = f"{ready} {location} location / {{ return 404; }} location /unused {{"
    changes = {"location / {": location}
    with run_nginx(folder, three_replicas([1, 2, 3]), **changes) as nginx:
        yield nginx.base


BROWSER = {"Accept": "text/html,*/*;q=0.8"}


def list_dead_links(base: str, path: str) -> set[str]:
    """Return the links of a page that lead nowhere, also to style sheets, scripts and images."""
    page = fetch(base, path, headers=BROWSER)
    assert page.status == 200
    found = re.findall(r'(?:href|src)="([^"#]+)"', page.body.decode())
    links = {urljoin(path, unescape(link)) for link in found}
    assert len(links) > 5
    own = {link for link in links if link.startswith("/")}
    return {link for link in own if fetch(base, link, headers=BROWSER).status != 200}


def test_the_redirect_in_the_documentation_leads_to_a_page_whose_links_work(
    tmp_path: Path, pod: Nginx
) -> None:
    (lines,) = re.findall(
        r"\n    absolute_redirect off;.*?\n    }\n", OPERATIONS, re.DOTALL
    )
    assert f"location {PREFIX}/ {{" in lines
    location = substitute(lines, {"127.0.0.1:8080": f"127.0.0.1:{pod.port}"})
    with below_path(tmp_path, location) as base:
        page = fetch(base, f"{PREFIX}?x=y")
        assert page.status == 301
        assert page.headers["Location"] == f"{PREFIX}/?x=y"
        assert list_dead_links(base, f"{PREFIX}/") == set()
        assert list_dead_links(base, f"{PREFIX}/verify") == set()


def test_links_work_with_and_without_a_slash_below_a_prefix_that_the_proxy_names(
    tmp_path: Path, pod: Nginx
) -> None:
    assert f"`{NAME}`" in OPERATIONS
    location = f"location {PREFIX} {{ {STRIP} {NAME} proxy_pass {pod.base}; }}"
    with below_path(tmp_path, location) as base:
        for page in ("", "/", "/verify", "/docs/guide/operate"):
            assert list_dead_links(base, f"{PREFIX}{page}") == set()


def test_without_that_name_links_are_dead_so_that_these_tests_would_see_it(
    tmp_path: Path, pod: Nginx
) -> None:
    location = f"location {PREFIX} {{ {STRIP} proxy_pass {pod.base}; }}"
    with below_path(tmp_path, location) as base:
        assert "/verify" in list_dead_links(base, PREFIX)
        assert list_dead_links(base, f"{PREFIX}/") == set()


def test_nginx_that_clients_connect_to_passes_no_prefix_on(tmp_path: Path) -> None:
    with run_behind_nginx() as base:
        _, _, port = base.rpartition(":")
        headers = {"Accept": "text/html", "X-Forwarded-Prefix": PREFIX}
        assert b'data-root="/games/"' in fetch(base, "/", headers=headers).body
        with run_nginx(tmp_path, three_replicas([int(port)] * 3)) as front:
            assert b'data-root="./"' in fetch(front.base, "/", headers=headers).body
