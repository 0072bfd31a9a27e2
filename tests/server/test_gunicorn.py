"""A running service on a real socket, with clients that misbehave."""

import json
import re
import socket
import struct
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.sealed.endpoint.settings import NO_SHOE_KEYS
from service.sealed.shoe.tokens import generate_key
from service.settings import ServerSettings
from tests.conftest import KEYS, run_service
from tests.server.client import (
    CHUNKED,
    DICE,
    GET,
    INTEGERS,
    JSON,
    NDJSON,
    POST,
    SEEDED,
    Response,
    connect,
    fetch,
    is_refused,
    post,
    post_json,
    read_all,
    read_response,
    reset_on_close,
    send_cut_off,
    send_raw,
)
from tests.server.processes import log_lines, reload_workers
from tests.services import start, stop
from tests.tables import for_each
from tools.ports import free_port
from tools.serving import gunicorn_command, wait_until


@pytest.fixture(scope="module")
def replica() -> Iterator[str]:
    """The base URL of a second service, which shares its code alone with the first and listens on this machine."""
    with run_service(WEB_CONCURRENCY="1", HOST="127.0.0.1") as base:
        yield base


@for_each(
    ("path", "members"),
    [
        ("/v1/decks/standard/shuffle?seed=42", None),
        (
            "/v1/decks/standard/shuffle?seed=%C3%A9%F0%9F%83%8F&index=7&decks=2&jokers=2&notation=unicode",
            None,
        ),
        ("/v1/decks/mahjong/deal?hands=4&cards=13&seed=42&algorithm=riffle", None),
        ("/v1/integers?max=144&seed=42&algorithm=rejection", None),
        ("/v1/integers?max=9007199254740991&count=5&seed=42", None),
        ("/v1/integers?max=6&count=100&replacement=true&seed=42", None),
        ("/v1/decks/standard/shuffle", {"seed": "42", "algorithm": "overhand"}),
        (
            "/v1/decks/standard/deal",
            {"seed": 42, "hands": 4, "packets": [3, 2], "burn": 1},
        ),
        ("/v1/integers", {"seed": 42, "max": 49, "count": 6}),
        ("/v1/items/shuffle", {"seed": 42, "items": ["a", 1.5, None, {"b": [True]}]}),
    ],
)
def test_two_replicas_answer_a_seed_byte_for_byte_alike(
    live: str, replica: str, path: str, members: Any
) -> None:
    def draw(base: str) -> Response:
        return post(base, path, members) if members else fetch(base, path)

    response = draw(live)
    repeated = draw(replica)
    assert response.status == 200
    assert response.body == repeated.body
    assert response.headers["ETag"] == repeated.headers["ETag"]


def test_a_stream_of_short_pieces_is_whole(live: str, client: FlaskClient) -> None:
    path = "/v1/games/bridge/deal/batch"
    condition = {"hand": "N", "points": "hcp", "min": 8}
    members = {"where": condition, "repeats": 3, "seed": "42"}
    streamed = post(live, path, members, NDJSON)
    assert streamed.headers["Transfer-Encoding"] == "chunked"
    whole = client.post(path, json=members, headers=NDJSON)
    assert streamed.body == whole.data


def test_unseeded_answers_differ_between_replicas_workers_and_requests(
    live: str, replica: str
) -> None:
    orders = [
        tuple(fetch(base, "/v1/decks/standard/shuffle").json["cards"])
        for base in [live, replica] * 8
    ]
    assert len(set(orders)) == len(orders)


def test_head_has_the_headers_of_get_and_neither_it_nor_a_304_has_a_body(
    live: str,
) -> None:
    get = fetch(live, SEEDED)
    etag = get.headers["ETag"]
    head = fetch(live, SEEDED, "HEAD")
    assert head.status == 200
    assert head.body == b""
    for name in ("Content-Type", "Content-Length", "Cache-Control", "ETag"):
        assert head.headers[name] == get.headers[name]
    known = fetch(live, SEEDED, headers={"If-None-Match": etag})
    assert known.status == 304
    assert known.body == b""
    assert known.headers["ETag"] == etag


def test_options_lists_the_methods(live: str) -> None:
    response = fetch(live, "/v1/integers", "OPTIONS")
    assert response.status == 204
    assert response.body == b""
    methods = response.headers["Allow"].split(", ")
    assert set(methods) == {"GET", "HEAD", "POST", "OPTIONS"}
    for name in ("Content-Type", "Content-Length", "Transfer-Encoding"):
        assert name not in response.headers


@for_each(
    "path",
    [
        "/v1/decks",
        "/v1/decks/standard",
        "/v1/decks/standard/shuffle?seed=1",
        "/v1/integers?max=6&seed=1",
        "/v1/algorithms",
        "/livez",
        "/openapi.yaml",
    ],
)
def test_a_trailing_slash_is_the_same_resource(live: str, path: str) -> None:
    resource, mark, query = path.partition("?")
    with_slash = fetch(live, f"{resource}/{mark}{query}")
    without_slash = fetch(live, path)
    assert with_slash.status == 200
    assert with_slash.body == without_slash.body


ENVIRONMENT = """
SCRIPT_NAME=/v1 SCRIPT_NAME=/elsewhere PATH_INFO=/v1/decks QUERY_STRING=max=52&seed=42 REQUEST_METHOD=DELETE
REMOTE_ADDR=192.0.2.1 REMOTE_USER=root X-Forwarded-Proto=https X-Forwarded-Proto=http X-Forwarded-Ssl=on
X-Forwarded-Ssl=off X-Forwarded-Protocol=ssl
"""


def test_no_header_changes_what_gunicorn_reads_from_the_request_itself(
    live: str,
) -> None:
    """Even at 127.0.0.1, where gunicorn believes proxies unless it is configured otherwise."""
    plain = fetch(live, SEEDED)
    assert plain.status == 200
    pairs = [pair.split("=", 1) for pair in ENVIRONMENT.split()]
    alone = [{name: value} for name, value in pairs]
    first_of_each = {name.lower(): value for name, value in reversed(pairs)}
    # gunicorn would refuse these together
    contradiction = {"X-Forwarded-Proto": "https", "X-Forwarded-Ssl": "off"}
    for headers in (*alone, first_of_each, contradiction):
        response = fetch(live, SEEDED, headers=headers)
        assert response.body == plain.body, headers


def test_a_connection_serves_one_request_after_another_also_after_refusals(
    live: str,
) -> None:
    with connect(live) as connection:

        def get_status(path: str) -> int:
            connection.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            return read_response(connection).status

        assert get_status(SEEDED) == 200
        assert get_status("/v1/integers?max=six") == 422
        assert get_status("/nowhere") == 404
        assert get_status(SEEDED) == 200


def test_a_body_may_come_in_chunks(live: str) -> None:
    pieces = [b'{"max"', b": 6, ", b'"seed": "42"}']
    response = fetch(live, "/v1/integers", "POST", iter(pieces), JSON)
    assert response.status == 200
    assert response.json == fetch(live, SEEDED).json


def get_with_headers(count: int, length: int) -> bytes:
    """Return the head of a GET with so many headers, each with a value of this length."""
    values = [b"X-%d: %s\r\n" % (number, b"x" * length) for number in range(count)]
    return GET + b"".join(values) + b"\r\n"


LONG_CHUNK = b"%x\r\n%s\r\n0\r\n\r\n" % (2**20 + 1, DICE.ljust(2**20 + 1))
CHUNKS = b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"
GET_DECKS = b"GET /v1/decks HTTP/1.1\r\nHost: x\r\n"
UNREADABLE = {
    "a request line that is too long": b"GET /%s HTTP/1.1\r\n\r\n" % (b"x" * 5_000),
    "a request line that is far too long": b"GET /%s HTTP/1.1\r\n\r\n"
    % (b"x" * 500_000),
    "a request line of too many words": b"GET / and more HTTP/1.1\r\n\r\n",
    "a request line without a version": b"GET /\r\n\r\n",
    "a version that is not known": b"GET / HTTP/9.9\r\n\r\n",
    "a request of TLS": b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n",
    "a header without a name": GET + b": x\r\n\r\n",
    "too many headers": get_with_headers(200, 1),
    "a header that is too long": get_with_headers(1, 20_000),
    "a head that is too long": get_with_headers(20, 8_000),
    "a length of thousands of digits": POST
    + b"Content-Length: %s\r\n\r\n" % (b"9" * 5_000),
    "a body in thousands of chunks": CHUNKED + b"1\r\n{\r\n" * 5_000,
    "a length that is no number": POST + b"Content-Length: six\r\n\r\n" + DICE,
    "an expectation that nobody knows": POST + b"Expect: the worst\r\n\r\n",
    "a coding that nobody knows": POST + b"Transfer-Encoding: cipher\r\n\r\n",
    "a chunk whose length is no number": CHUNKED + b"six\r\n%s\r\n0\r\n\r\n" % DICE,
    "a chunk that is longer than it says": CHUNKED + b"1\r\n%s\r\n0\r\n\r\n" % DICE,
    "chunks beyond the body's limit": CHUNKED + LONG_CHUNK,
    "two lengths": POST + b"Content-Length: 6\r\nContent-Length: 9\r\n\r\n" + DICE,
    "a length, and chunks": CHUNKED[:-2] + b"Content-Length: 4\r\n\r\n0\r\n\r\n",
    "a length beyond the body's limit": POST + b"Content-Length: 1048577\r\n\r\n",
    "a GET with an empty body in chunks": GET
    + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "a GET of a list with a body in chunks": GET_DECKS + CHUNKS,
    "a GET with a body in chunks": GET + CHUNKS,
}
STATUSES = {
    "a request line that is too long": 414,
    "a request line that is far too long": 414,
    "too many headers": 431,
    "a header that is too long": 431,
    "a head that is too long": 431,
    "an expectation that nobody knows": 417,
    "a coding that nobody knows": 501,
    "chunks beyond the body's limit": 413,
    "a length beyond the body's limit": 413,
}
"""The statuses of those of UNREADABLE that are refused with another than 400."""


@for_each(("name", "data"), UNREADABLE.items(), ids=UNREADABLE)
def test_what_gunicorn_cannot_read_is_a_problem_like_any_other(
    live: str, name: str, data: bytes
) -> None:
    response = send_raw(live, data)
    status = STATUSES.get(name, 400)
    assert response.status == status
    assert response.headers["Content-Type"] == "application/problem+json"
    assert response.headers["Cache-Control"] == "no-store"
    assert response.json.keys() >= {"type", "title", "status", "detail"}
    assert response.json["status"] == status
    assert fetch(live, response.json["type"]).status == 200


@pytest.mark.skipif(
    not hasattr(socket, "TCP_INFO"), reason="only Linux counts segments"
)
@for_each(
    ("request_line", "status"),
    [
        ("GET /v1/decks/standard/shuffle", 200),
        ("GET /v1/decks", 200),
        ("GET /assets/nowhere", 404),
        ("HEAD /v1/decks", 200),
        ("OPTIONS /v1/decks", 204),
        (f"GET {SEEDED}", 304),
    ],
)
def test_a_response_comes_in_one_piece_so_a_proxy_never_has_half(
    live: str, request_line: str, status: int
) -> None:
    """A replica killed between two segments would leave nginx with a head, and no way to retry."""
    etag = fetch(live, SEEDED).headers["ETag"]
    known = f"If-None-Match: {etag}\r\n" if status == 304 else ""
    head = f"{request_line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{known}\r\n"
    with connect(live) as connection:
        connection.sendall(head.encode())
        received = read_all(connection)
        assert received.startswith(f"HTTP/1.1 {status} ".encode())
        info = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 160)
        (segments,) = struct.unpack_from("I", info, 152)  # tcpi_data_segs_in
        assert segments == 1  # with data


def test_clients_that_hang_up_do_no_harm(live: str) -> None:
    many = b"GET /v1/integers?max=50000 HTTP/1.1\r\nHost: x\r\n\r\n"
    half_line = b"GET /v1/int"
    half_body = POST + b"Content-Length: 99\r\n\r\n{"
    half_chunk = CHUNKED + b"99\r\n{"
    for data in (b"", half_line, POST, half_body, half_chunk, many):
        for _ in range(10):  # more than there are processes
            with connect(live) as connection:
                connection.sendall(data)
                reset_on_close(connection)
    for _ in range(10):
        assert fetch(live, "/readyz").status == 200


def test_a_request_under_way_is_answered_before_the_service_stops() -> None:
    with ThreadPoolExecutor() as pool:
        responses = []
        with run_service(WEB_CONCURRENCY="1") as base, ExitStack() as stack:
            for body in (DICE, DICE.ljust(2**16)):
                connection = stack.enter_context(connect(base))
                length = b"Content-Length: %d\r\n" % len(body)
                connection.sendall(
                    POST + b"Expect: 100-continue\r\n" + length + b"\r\n"
                )
                assert connection.recv(100).startswith(b"HTTP/1.1 100 ")
                responses.append(pool.submit(send_rest, base, connection.dup(), body))
        for response in responses:
            assert response.result().status == 200


def send_rest(base: str, connection: socket.socket, body: bytes) -> Response:
    """Send the rest of a request when the service accepts no more connections, as it got its SIGTERM."""
    with connection:
        wait_until(lambda: is_refused(base))
        connection.sendall(body)
        return read_response(connection)


SLOW_START = """\
import signal
from runpy import run_path

from service.server.worker import LoopWorker

globals().update(run_path("service/server/gunicorn.conf.py"))


class worker_class(LoopWorker):
    def init_process(self):
        self.log.info("It starts")
        while True:
            signal.pause()
"""


def test_a_service_that_is_stopped_while_its_workers_start_stops_at_once(
    tmp_path: Path,
) -> None:
    """By SIGTERM: half a minute later gunicorn would kill them."""
    config = tmp_path / "gunicorn.conf.py"
    output = tmp_path / "output"
    config.write_text(SLOW_START)
    process = start(gunicorn_command(str(config)), {"PORT": str(free_port())}, output)
    workers = ServerSettings.web_concurrency
    wait_until(lambda: output.read_text().count('"It starts"') == workers)
    assert stop(process) == 0
    assert output.read_text().count("was sent SIGTERM!") == workers


SEEDS_SENT = {
    "a query": b"GET /v1/integers?max=6&seed=%s HTTP/1.1\r\nHost: x\r\n\r\n",
    "a query to HEAD": b"HEAD /v1/integers?max=6&seed=%s HTTP/1.1\r\nHost: x\r\n\r\n",
    "a query that is refused": b"GET /v1/integers?max=six&seed=%s HTTP/1.1\r\nHost: x\r\n\r\n",
    "a query to nowhere": b"GET /v1/nowhere?seed=%s HTTP/1.1\r\nHost: x\r\n\r\n",
    "a query in a POST": b"POST /v1/integers?seed=%s HTTP/1.1\r\nHost: x\r\n\r\n",
    "a full address": b"GET http://x/v1/integers?max=6&seed=%s HTTP/1.1\r\nHost: x\r\n\r\n",
    "a referring page": b"GET /livez HTTP/1.1\r\nHost: x\r\nReferer: http://x/?seed=%s\r\n\r\n",
    "a request line of too many words": b"GET /v1/integers?max=6&seed=%s and more HTTP/1.1\r\n\r\n",
    "a request line without a version": b"GET /v1/integers?max=6&seed=%s\r\n\r\n",
    "a request line that is too long": b"GET /v1/integers?max=6&seed=%s"
    + b"x" * 5_000
    + b" HTTP/1.1\r\n\r\n",
    "a version": b"GET /v1/integers?max=6 HTTP/%s\r\n\r\n",
    "a header without a name": b"GET / HTTP/1.1\r\nseed=%s\r\n\r\n",
    "a body": POST + b'Content-Length: 37\r\n\r\n{"max":6,"seed":"%s"}',
    "a body that is not JSON": POST + b"Content-Length: 25\r\n\r\nmax=6&seed=%s",
    "a body that is cut off": POST + b'Content-Length: 99\r\n\r\n{"max":6,"seed":"%s"}',
    "a body said to be in chunks": CHUNKED + b'{"max":6,"seed":"%s"}\r\n',
    "a chunk that is too long": CHUNKED + b"1\r\n%s\r\n0\r\n\r\n",
}


@pytest.fixture(scope="module")
def output(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of what the service `logged` prints."""
    return tmp_path_factory.mktemp("gunicorn") / "output"


@pytest.fixture(scope="module")
def logged(output: Path) -> Iterator[str]:
    """The base URL of a service that writes its access log to `output`."""
    with run_service(output, WEB_CONCURRENCY="1", ACCESS_LOG="true") as base:
        yield base


def test_no_log_has_a_seed_or_a_traceback_but_routes_statuses_and_classes_of_errors(
    logged: str, output: Path
) -> None:
    seeds = {name: f"{i:04}SECRETSEED" for i, name in enumerate(SEEDS_SENT)}
    for name, data in SEEDS_SENT.items():
        send_cut_off(logged, data % seeds[name].encode())
    wait_until(lambda: output.read_text().count('"Unreadable request: ') == 9)
    log = output.read_text()
    for name, seed in seeds.items():
        assert seed not in log, name
    assert '"method":"GET","route":"/v1/integers","status":200,' in log
    for line in log_lines(output):
        assert "error" not in line
        assert line["level"] != "error"
    assert re.findall(r'"Unreadable request: (\w+)"', log) == [
        "InvalidHTTPVersion",
        "InvalidRequestLine",
        "LimitRequestLine",
        "InvalidHTTPVersion",
        "InvalidHeader",
        "EOFError",
        "EOFError",
        "InvalidChunkSize",
        "ChunkMissingTerminator",
    ]


CUT_OFF = {
    "of a length": POST + b"Content-Length: 99\r\n\r\n" + DICE,
    "in chunks": CHUNKED + b"%x\r\n%s" % (len(DICE), DICE),
}


@for_each("data", CUT_OFF.values(), ids=CUT_OFF)
def test_a_body_that_is_cut_off_is_refused_though_it_is_json(
    live: str, data: bytes
) -> None:
    with connect(live) as connection:
        connection.sendall(data)
        connection.shutdown(socket.SHUT_WR)
        response = read_response(connection)
    assert response.status == 400
    assert response.json["type"] == "/v1/problems/malformed-request"


@for_each(
    "path",
    [
        INTEGERS,
        SEEDED,
        "/v1/integers/batch?max=6&repeats=20&seed=1",
        "/openapi.yaml",
        "/no",
    ],
)
@for_each("method", ["GET", "HEAD", "OPTIONS"])
def test_no_header_is_sent_twice(live: str, path: str, method: str) -> None:
    response = fetch(live, path, method, headers={"Origin": "https://a.example"})
    names = [name.lower() for name in response.headers]
    assert len(names) == len(set(names)), names


def test_a_batch_of_lines_has_the_results_of_single_requests(live: str) -> None:
    path = "/v1/decks/standard/shuffle/batch?repeats=30000&seed=s"
    response = fetch(live, path, headers=NDJSON)
    results = [json.loads(line) for line in response.body.splitlines()]
    assert [result["index"] for result in results] == list(range(30_000))
    single = fetch(live, "/v1/decks/standard/shuffle?seed=s&index=29999").json
    members = ("index", "cards", "indices")
    assert results[-1] == {member: single[member] for member in members}


def test_a_client_that_hangs_up_ends_the_work_on_its_batch(
    logged: str, output: Path
) -> None:
    path = b"/v1/decks/standard/shuffle/batch?repeats=1300000"
    head = b"GET %s HTTP/1.1\r\nHost: x\r\nAccept: application/x-ndjson\r\n\r\n" % path
    with connect(logged) as connection, connection.makefile("rb") as lines:
        connection.sendall(head)
        for _ in range(100):
            lines.readline()

    def list_batches() -> list[dict[str, Any]]:
        lines = log_lines(output)
        return [line for line in lines if line.get("route", "").endswith("/batch")]

    wait_until(lambda: bool(list_batches()))
    (batch,) = list_batches()
    assert batch["bytes"] < 100_000_000  # of more than 500,000,000


def draw_one_by_one(bases: Iterable[str], token: str) -> list[str]:
    """Return the cards of a shoe, drawn one by one from several services in turn."""
    cards = []
    for base in bases:
        draw = post_json(base, "/v1/shoes/draw", shoe=token, count=1)
        cards += draw["cards"]
        token = draw["shoe"]
    return cards


def test_two_replicas_with_the_same_keys_go_on_with_each_others_shoes(
    keyed: str, tmp_path: Path
) -> None:
    """One replica reads the keys from a file; both have two workers."""
    key = KEYS["SHOE_KEYS"]
    old_key = generate_key()
    output = tmp_path / "output"
    keys = tmp_path / "keys"
    keys.write_text(f"{key}\n{old_key}\n")
    with run_service(output, SHOE_KEYS_FILE=str(keys)) as base:
        token = post_json(base, "/v1/shoes", deck="standard")["shoe"]
        cards = post_json(keyed, "/v1/shoes/draw", shoe=token, count=40)["cards"]
        assert draw_one_by_one([base, keyed] * 20, token) == cards
    log = output.read_text()
    assert NO_SHOE_KEYS not in log
    assert key not in log
    assert old_key not in log


@pytest.mark.parametrize(
    "config", ["service/server/gunicorn.conf.py", "tests/server/apps/no_preload.py"]
)
def test_without_keys_the_workers_share_theirs_also_after_a_hup(
    config: str, tmp_path: Path
) -> None:
    output = tmp_path / "output"
    settings = {"WEB_CONCURRENCY": "2", "SHOE_KEYS": "", "ACCESS_LOG": "true"}
    with run_service(output, config, **settings) as base:
        shoe = post_json(base, "/v1/shoes", deck="standard", label="SECRETLABEL")
        request = {"shoe": shoe["shoe"], "count": 1, "client_seed": "SECRETSEED"}
        token = post_json(base, "/v1/shoes/draw", **request)["shoe"]
        assert len(set(draw_one_by_one([base] * 20, token))) == 20
        reload_workers(output, workers=2)
        assert len(set(draw_one_by_one([base] * 20, token))) == 20
        receipt = post_json(base, "/v1/shoes/reveal", shoe=token)["receipt"]
        spoiled = post(base, "/v1/shoes/draw", {"shoe": f"{token}A", "count": 1})
        assert spoiled.status == 422
    log = output.read_text()
    assert log.count(NO_SHOE_KEYS) == 1
    assert '"method":"POST","route":"/v1/shoes/draw","status":200,' in log
    tokens = (shoe["shoe"][:50], token[:50])
    seeds = (receipt["server_seed"], "SECRETSEED")
    for secret in (*tokens, *seeds, "SECRETLABEL"):
        assert secret not in log


def test_a_file_of_keys_that_is_wrong_or_gone_does_not_end_a_service_that_is_reloaded(
    tmp_path: Path,
) -> None:
    output = tmp_path / "output"
    keys = tmp_path / "keys"
    keys.write_text(generate_key())
    with run_service(output, SHOE_KEYS_FILE=str(keys), WEB_CONCURRENCY="1") as base:
        token = post_json(base, "/v1/shoes", deck="standard")["shoe"]

        def draw_three() -> int:
            """Return the number of the cards drawn."""
            draw = post_json(base, "/v1/shoes/draw", shoe=token, count=3)
            return len(draw["cards"])

        keys.write_text("x")
        reload_workers(output, workers=1)
        assert draw_three() == 3
        keys.unlink()
        reload_workers(output, workers=1)
        assert draw_three() == 3


def test_the_service_listens_at_the_address_of_the_setting_host(
    live: str, replica: str
) -> None:
    response = fetch(live.replace("127.0.0.1", "127.0.0.2"), "/livez")
    assert response.status == 200  # at 0.0.0.0 by default
    with pytest.raises(ConnectionRefusedError):
        fetch(replica.replace("127.0.0.1", "127.0.0.2"), "/livez")
