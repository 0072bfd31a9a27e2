"""What nginx passes on to the replicas and to clients: bodies, headers, addresses, logs, TLS, links below a prefix."""

import json
import re
import socket
import ssl
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from html import unescape
from pathlib import Path
from urllib.parse import urljoin

import pytest

from service.settings import Settings
from tests.conftest import run_service
from tests.deploy.nginx import (
    CONFIG,
    KUBERNETES,
    Nginx,
    configure_tls,
    run_front,
    run_nginx,
    substitute,
    three_replicas,
)
from tests.deploy.raw_requests import (
    OK,
    begin_requests,
    post_integers,
    problem_name,
    respond,
)
from tests.deploy.replicas import Replica, replicas
from tests.peers import listen, port_of
from tests.server.client import (
    DICE,
    INTEGERS,
    POST,
    Response,
    fetch,
    post,
    read_response,
    send_raw,
)
from tests.tables import for_each
from tools.files import ROOT
from tools.ports import free_port
from tools.serving import wait_until

pytestmark = pytest.mark.nginx


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
