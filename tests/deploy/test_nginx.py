"""Three replicas behind nginx with the shipped configuration: killed, restarted, reloaded, misused.

It needs nginx (Debian: nginx-light); `make test SUITE=nginx` installs it.
"""

import json
import re
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from http.client import HTTPResponse
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest

from service.api.http.problems import PROBLEMS
from service.core.crypto.tokens import generate_key
from service.settings import Settings
from tests.api.played.test_played_games import PLAYS
from tests.conftest import ROOT, run_service
from tests.deploy.nginx import CONFIG, FOLDER, REPLICAS, Nginx, run_nginx, substitute, three_replicas
from tests.deploy.replicas import Load, Replica, replicas
from tests.server.client import DICE, INTEGERS, JSON, NDJSON, Response, connect, fetch, send_raw
from tools.ports import free_port
from tools.serving import wait_until

pytestmark = pytest.mark.nginx

KUBERNETES = (ROOT / "deploy" / "kubernetes" / "base" / "replicas.conf").read_text()
SWARM = (ROOT / "deploy" / "swarm" / "replicas.conf").read_text()
RETRIES = "proxy_next_upstream error timeout http_503 non_idempotent;"


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Replica]]:
    with replicas(tmp_path_factory.mktemp("replicas"), SHOE_KEYS=generate_key(), ACCESS_LOG="false") as started:
        yield started


@pytest.fixture(scope="module")
def front(three: list[Replica], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nginx]:
    with run_nginx(
        tmp_path_factory.mktemp("nginx") / "front", three_replicas(replica.port for replica in three)
    ) as started:
        yield started


@pytest.mark.parametrize("replicas_conf", [re.sub(r"replica-\d:8000", "127.0.0.1:8000", REPLICAS), SWARM, KUBERNETES])
def test_the_configuration_is_good_as_it_stands(tmp_path: Path, replicas_conf: str) -> None:
    """Except for the names of the replicas, which only compose.yaml's network resolves."""
    (tmp_path / "nginx.conf").write_text(CONFIG)
    (tmp_path / "replicas.conf").write_text(replicas_conf)
    command = ["nginx", "-t", "-e", "stderr", "-c", str(tmp_path / "nginx.conf")]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
    assert "[warn]" not in checked.stderr


def test_no_request_fails_when_a_replica_is_killed_under_load(three: list[Replica], front: Nginx) -> None:
    retries = front.retries()
    with Load(front.port).run() as load:
        three[1].kill()
        load.wait_for_responses(2_000)
        three[1].start()
    load.check()
    assert front.retries() > retries


def test_no_request_fails_when_all_replicas_are_restarted_in_turn(three: list[Replica], front: Nginx) -> None:
    with Load(front.port).run() as load:
        for replica in three:
            assert replica.stop() == 0
            load.wait_for_responses(200)
            replica.start()
            load.wait_for_responses(200)
    load.check()


def test_no_request_fails_when_each_replica_is_reloaded_with_hup(three: list[Replica], front: Nginx) -> None:
    with Load(front.port).run() as load:
        for replica in three:
            replica.reload()
            load.wait_for_responses(200)
    load.check()


def test_replicas_continue_each_others_games(three: list[Replica], front: Nginx) -> None:
    """Each request of a game goes to another replica than the one before, directly and through nginx."""
    bases = [*(f"http://127.0.0.1:{replica.port}" for replica in three), front.base]
    for play in PLAYS:
        assert play([partial(send_fields, base) for base in bases])["seen"]


def test_a_game_goes_on_while_replicas_are_killed(three: list[Replica], front: Nginx) -> None:
    with ThreadPoolExecutor() as pool:
        games = [pool.submit(play, [partial(send_fields, front.base)]) for play in PLAYS]
        for replica in three[:2]:
            replica.kill()
            replica.start()
        assert all(game.result()["seen"] for game in games)


def send_fields(base: str, path: str, fields: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    response = fetch(base, path, "POST", json.dumps(fields).encode(), JSON)
    return response.status, response.json


def test_without_retries_the_same_loses_requests_so_that_these_tests_would_see_it(
    three: list[Replica], tmp_path: Path
) -> None:
    with run_nginx(
        tmp_path / "front", three_replicas(replica.port for replica in three), **{RETRIES: "proxy_next_upstream off;"}
    ) as front:
        with Load(front.port).run() as load:
            three[0].kill()
            load.wait_for_responses()
            three[0].start()
        assert {failure.split()[0] for failure in load.failures} == {"GET", "POST"}


RESULTS = 150_000  # 64 MB, of which nginx and the sockets hold less than half


def test_a_replica_that_is_drained_finishes_what_it_has_begun(three: list[Replica], front: Nginx) -> None:
    """Batches that have begun to arrive, so that no other replica can take them over, and wait for their clients."""
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
        assert [code.result() for code in codes] == [0, 0, 0]
    for replica in three:
        replica.start()
    assert sent == [RESULTS - 1] * 3


def test_when_no_replica_responds_nginx_sends_busy_and_is_alive_itself(tmp_path: Path) -> None:
    with (
        replicas(tmp_path) as three,
        run_nginx(tmp_path / "front", three_replicas(replica.port for replica in three)) as front,
    ):
        for replica in three:
            replica.stop()
        answer = fetch(front.base, INTEGERS)
        assert fetch(front.base, "/nginx/livez").body == b"live\n"
        for replica in three:
            replica.start()
        assert problem_name(answer) == "busy"
        assert answer.headers["Retry-After"] == "1"
        assert fetch(front.base, "/v1/integers?max=6").status == 200


def problem_name(answer: Response) -> str:
    """Return the name of the problem, whose members must be those that the service itself sends."""
    problem = answer.json
    kind = PROBLEMS[problem["type"].rpartition("/")[2]]
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.headers["Cache-Control"] == "no-store"
    assert (answer.status, problem["status"], problem["title"]) == (kind.status, kind.status, kind.title)
    return kind.name


HEAD = b"GET /v1/integers?max=6 HTTP/1.1\r\nHost: x\r\n"
REFUSED = {
    "what is no HTTP": (b"\x16\x03\x01\x02\r\n\r\n", "malformed-request"),
    "an address of 20,000 characters": (b"GET /%s HTTP/1.1\r\nHost: x\r\n\r\n" % (b"x" * 20_000), "uri-too-long"),
    "a header of 20,000 characters": (HEAD + b"X-X: %s\r\n\r\n" % (b"x" * 20_000), "headers-too-large"),
    "a header longer than the service takes": (HEAD + b"X-X: %s\r\n\r\n" % (b"x" * 10_000), "headers-too-large"),
    "a body over the limit": (b"POST /v1/integers HTTP/1.1\r\nHost: x\r\nContent-Length: 1048577\r\n\r\n", "too-large"),
}


@pytest.mark.parametrize(("data", "kind"), REFUSED.values(), ids=REFUSED)
def test_what_nginx_refuses_is_a_problem_like_any_other(front: Nginx, data: bytes, kind: str) -> None:
    assert problem_name(send_raw(front.base, data)) == kind


def test_a_body_may_be_as_long_as_the_service_takes_it(front: Nginx) -> None:
    assert "client_max_body_size 1m;" in CONFIG
    assert Settings.max_body_bytes == 2**20
    assert fetch(front.base, "/v1/integers", "POST", DICE.ljust(2**20), JSON).status == 200


@pytest.mark.parametrize("path", ["/metrics", "/metrics/", "//metrics", "/%6detrics", "/v1/../metrics", "/metrics?x=y"])
def test_metrics_are_not_for_the_public(front: Nginx, path: str) -> None:
    answer = fetch(front.base, path)
    assert problem_name(answer) == "not-found"
    assert answer.json["detail"].startswith("Nothing is served to the public")


def test_json_is_sent_compressed_to_those_who_take_it(front: Nginx) -> None:
    path = "/v1/decks/standard/shuffle?seed=42&decks=10"
    plain, short = fetch(front.base, path), fetch(front.base, path, headers={"Accept-Encoding": "gzip"})
    assert short.headers["Content-Encoding"] == "gzip"
    assert len(short.body) < len(plain.body) / 2
    etag = short.headers["ETag"]
    assert fetch(front.base, path, headers={"Accept-Encoding": "gzip", "If-None-Match": etag}).status == 304


def test_slow_clients_hold_no_thread_of_the_service(front: Nginx) -> None:
    """Three replicas have 24 threads; 200 bodies are begun and not ended."""
    head = b"POST /v1/integers HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{"
    slow = [socket.create_connection(("127.0.0.1", front.port)) for _ in range(200)]
    try:
        for connection in slow:
            connection.sendall(head)
        assert [fetch(front.base, "/v1/integers?max=6").status for _ in range(50)] == [200] * 50
        with pytest.raises(ConnectionResetError):  # client_body_timeout
            slow[0].recv(1)
    finally:
        for connection in slow:
            connection.close()


def test_request_ids_of_clients_are_kept_and_others_are_made(front: Nginx) -> None:
    fetch(front.base, "/v1/decks", headers={"X-Request-ID": "round-17.b"})
    fetch(front.base, "/v1/games", headers={"X-Request-ID": 'x" injected'})
    assert log_line(front, "/v1/decks")["request_id"] == "round-17.b"
    assert re.fullmatch("[0-9a-f]{32}", log_line(front, "/v1/games")["request_id"])
    for path, given in (("/v1/games/holdem", "table-7/deal:12+x=~@"), ("/v1/games/bridge", "x" * 129)):
        answer = fetch(front.base, path, headers={"X-Request-ID": given})
        assert answer.headers["X-Request-ID"] == log_line(front, path)["request_id"]  # its and the service's


def log_line(front: Nginx, path: str) -> dict[str, str]:
    """Return the last line on a path in the access log, which nginx writes after it has responded."""
    for _ in range(100):
        lines = [json.loads(line) for line in front.output.read_text().splitlines() if line.startswith("{")]
        matches: list[dict[str, str]] = [line for line in lines if line["path"] == path]
        if matches:
            return matches[-1]
        time.sleep(0.05)
    raise TimeoutError(path)


def test_the_service_gets_the_headers_that_trace_a_request(tmp_path: Path) -> None:
    trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    sent = {"traceparent": trace, "X-Forwarded-For": "1.2.3.4", "X-Request-Start": "t=1"}
    with socket.create_server(("127.0.0.1", 0)) as server, ThreadPoolExecutor() as pool:
        received = pool.submit(read_heads, server, 2)
        with run_nginx(tmp_path / "front", three_replicas([server.getsockname()[1]] * 3)) as front:
            fetch(front.base, "/v1/decks", headers=sent)
        _, head = received.result()
    assert f"traceparent: {trace}\r\n" in head
    assert "X-Forwarded-For: 127.0.0.1\r\n" in head
    assert re.search("X-Request-ID: [0-9a-f]{32}\r\n", head)
    seconds = re.search(r"X-Request-Start: t=(\d+\.\d{3})\r\n", head)
    assert seconds
    assert abs(float(seconds[1]) - time.time()) < 30


def read_heads(server: socket.socket, requests: int) -> list[str]:
    """Return the heads of the next requests, each of which gets an empty response."""
    heads = []
    for _ in range(requests):
        connection, _ = server.accept()
        with connection:
            heads.append(connection.recv(2**16).decode())
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    return heads


def test_no_log_has_a_query_or_a_body_whatever_fails(tmp_path: Path) -> None:
    with (
        replicas(tmp_path) as three,
        run_nginx(tmp_path / "front", three_replicas(replica.port for replica in three)) as front,
    ):
        seeded = "/v1/integers?max=6&seed=SECRETSEED"
        body = b'{"max": 6, "seed": "SECRETSEED"}'
        for _ in range(2):
            fetch(front.base, seeded)
            fetch(front.base, "/v1/integers", "POST", body, JSON | {"Referer": f"http://x{seeded}"})
            fetch(front.base, "/metrics?seed=SECRETSEED")
            send_raw(front.base, f"GET {seeded} and more HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            for replica in three:
                replica.kill()
        for replica in three:
            replica.start()
        log = front.output.read_text()
    assert '"path":"/v1/integers","status":503' in log
    assert "SECRETSEED" not in log


def test_tls_may_end_at_this_nginx(three: list[Replica], tmp_path: Path) -> None:
    port, keys = free_port(), tmp_path / "keys"
    keys.mkdir()
    subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    made = ["-keyout", str(keys / "privkey.pem"), "-out", str(keys / "fullchain.pem")]
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", *subject, *made], check=True, capture_output=True
    )
    tls = substitute((FOLDER / "tls.conf").read_text(), {"listen 8443 ssl;": f"listen 127.0.0.1:{port} ssl;"})
    (keys / "tls.conf").write_text(tls.replace("/etc/nginx/tls", str(keys)))
    with run_nginx(
        tmp_path / "front",
        three_replicas(replica.port for replica in three),
        **{"include /etc/nginx/tls/*.conf;": f"include {keys}/tls.conf;"},
    ):
        trusting = ssl.create_default_context(cafile=str(keys / "fullchain.pem"))
        plain = socket.create_connection(("127.0.0.1", port))
        with trusting.wrap_socket(plain, server_hostname="localhost") as connection:
            connection.sendall(b"GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            received = b"".join(iter(lambda: connection.recv(2**16), b""))
    assert received.startswith(b"HTTP/1.1 200 ")
    assert b"Strict-Transport-Security: max-age=31536000" in received


def test_nginx_in_a_pod_has_a_port_for_metrics_alone(tmp_path: Path) -> None:
    with run_service(HOST="127.0.0.1", WEB_CONCURRENCY="1") as base:
        metrics = f"127.0.0.1:{free_port()}"
        ports = {"127.0.0.1:8000": base.removeprefix("http://"), "listen 8081;": f"listen {metrics};"}
        with run_nginx(tmp_path / "front", substitute(KUBERNETES, ports)) as front:
            assert fetch(front.base, INTEGERS).status == 200
            assert problem_name(fetch(front.base, "/metrics")) == "not-found"
            assert b"dealer_requests_total" in fetch(f"http://{metrics}", "/metrics").body
            assert fetch(f"http://{metrics}", INTEGERS).status == 404


def test_nginx_in_a_pod_passes_on_the_address_that_an_ingress_sends(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, ThreadPoolExecutor() as pool:
        heads = pool.submit(read_heads, server, 2)
        upstream, metrics = f"127.0.0.1:{server.getsockname()[1]}", f"listen 127.0.0.1:{free_port()};"
        replicas_conf = substitute(KUBERNETES, {"127.0.0.1:8000": upstream, "listen 8081;": metrics})
        with run_nginx(tmp_path / "front", replicas_conf) as front:
            fetch(front.base, "/v1/decks", headers={"X-Forwarded-For": "1.2.3.4"})
        assert "X-Forwarded-For: 1.2.3.4, 127.0.0.1\r\n" in heads.result()[1]


OPERATIONS = (ROOT / "docs" / "operations.md").read_text()
PREFIX = "/games"
STRIP = f"rewrite ^{PREFIX}/?(.*)$ /$1 break;"
NAME = f"proxy_set_header X-Forwarded-Prefix {PREFIX};"


@pytest.fixture(scope="module")
def pod(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nginx]:
    """Run the service behind the nginx of its pod."""
    with run_service(HOST="127.0.0.1", WEB_CONCURRENCY="1", TRUSTED_PROXIES="1") as base:
        listen = {"127.0.0.1:8000": base.removeprefix("http://"), "listen 8081;": f"listen 127.0.0.1:{free_port()};"}
        with run_nginx(tmp_path_factory.mktemp("pod") / "nginx", substitute(KUBERNETES, listen)) as started:
            yield started


@contextmanager
def below_path(folder: Path, location: str) -> Iterator[str]:
    """Run another nginx that serves a location below a path, and nothing else; yield its address."""
    ready = "location = /readyz { return 200; }"
    location = f"{ready} {location} location / {{ return 404; }} location /unused {{"
    with run_nginx(folder, three_replicas([1, 2, 3]), **{"location / {": location}) as started:
        yield started.base


def dead_links(base: str, path: str) -> set[str]:
    """Return the links of a page, with those of style sheets, scripts and images, that lead nowhere."""
    page = fetch(base, path, headers={"Accept": "text/html"})
    assert page.status == 200
    links = {urljoin(path, link) for link in re.findall(r'(?:href|src)="([^"#]+)"', page.body.decode())}
    assert len(links) > 5
    return {link for link in links if link.startswith("/") and fetch(base, link).status != 200}


def test_the_redirect_in_the_documentation_leads_to_a_page_whose_links_work(tmp_path: Path, pod: Nginx) -> None:
    (shown,) = re.findall(r"\n    absolute_redirect off;.*?\n    }\n", OPERATIONS, re.DOTALL)
    assert f"location {PREFIX}/ {{" in shown
    with below_path(tmp_path / "front", substitute(shown, {"127.0.0.1:8080": f"127.0.0.1:{pod.port}"})) as base:
        page = fetch(base, f"{PREFIX}?x=y")
        assert (page.status, page.headers["Location"]) == (301, f"{PREFIX}/?x=y")
        assert dead_links(base, f"{PREFIX}/") == dead_links(base, f"{PREFIX}/verify") == set()


def test_links_work_with_and_without_a_slash_below_a_prefix_that_the_proxy_names(tmp_path: Path, pod: Nginx) -> None:
    assert f"`{NAME}`" in OPERATIONS
    location = f"location {PREFIX} {{ {STRIP} {NAME} proxy_pass {pod.base}; }}"
    with below_path(tmp_path / "front", location) as base:
        for path in (PREFIX, f"{PREFIX}/", f"{PREFIX}/verify", f"{PREFIX}/docs/guide/operations"):
            assert dead_links(base, path) == set()


def test_without_that_name_links_are_dead_so_that_these_tests_would_see_it(tmp_path: Path, pod: Nginx) -> None:
    with below_path(tmp_path / "front", f"location {PREFIX} {{ {STRIP} proxy_pass {pod.base}; }}") as base:
        assert "/verify" in dead_links(base, PREFIX)
        assert dead_links(base, f"{PREFIX}/") == set()


def test_nginx_that_clients_connect_to_passes_no_prefix_on(tmp_path: Path) -> None:
    with run_service(HOST="127.0.0.1", WEB_CONCURRENCY="1", TRUSTED_PROXIES="1") as base:
        port = int(base.rpartition(":")[2])
        headers = {"Accept": "text/html", "X-Forwarded-Prefix": PREFIX}
        assert b'data-root="/games/"' in fetch(base, "/", headers=headers).body
        with run_nginx(tmp_path / "front", three_replicas([port] * 3)) as front:
            assert b'data-root="./"' in fetch(front.base, "/", headers=headers).body
