"""What nginx refuses itself: requests of no known form, large bodies, and too many of an address."""

import re
import select
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from tests.deploy.nginx import (
    CONFIG,
    REPLICAS,
    Nginx,
    run_front,
    run_nginx,
    three_replicas,
)
from tests.deploy.raw_requests import (
    begin_requests,
    head,
    post_head,
    post_integers,
    problem_name,
    run_upstream,
)
from tests.deploy.replicas import replicas
from tests.server.client import DICE, INTEGERS, fetch, read_response, send_raw
from tests.tables import for_each
from tools.files import ROOT
from tools.ports import free_port
from tools.serving import PATIENCE, responds, wait_until

pytestmark = pytest.mark.nginx


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
