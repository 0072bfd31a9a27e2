"""Each limit in the table of docs/reference.md: its maximum is accepted, and one more is refused."""

from collections.abc import Callable

from flask.testing import FlaskClient

from tests.server.client import JSON, NDJSON, fetch_when_free, send_raw
from tests.tables import for_each
from tools.files import ROOT

REFERENCE = (ROOT / "docs" / "reference.md").read_text()
_, _, LIMITS = REFERENCE.partition("\n## Limits\n")
TABLE, _, _ = LIMITS.partition("\n## ")


def line(length: int) -> bytes:
    """Return a request; `length` counts the bytes of its first line, with the line break."""
    rest = len(b"GET /livez? HTTP/1.1\r\n")
    return b"GET /livez?%s HTTP/1.1\r\nHost: x\r\n\r\n" % (b"x" * (length - rest))


def headers(count: int) -> bytes:
    """Return a request with a number of headers."""
    others = b"".join(b"X-%d: x\r\n" % number for number in range(1, count))
    return b"GET /livez HTTP/1.1\r\nHost: x\r\n%s\r\n" % others


def header(length: int) -> bytes:
    """Return a request; `length` counts the bytes of its last header, with the line break."""
    return b"GET /livez HTTP/1.1\r\nHost: x\r\nX: %s\r\n\r\n" % (b"x" * (length - 5))


@for_each(
    ("make_request", "maximum", "accepted", "refused"),
    [(line, 4_096, 422, 414), (headers, 100, 200, 431), (header, 8_190, 200, 431)],
)
def test_a_head_has_limits(
    live: str,
    make_request: Callable[[int], bytes],
    maximum: int,
    accepted: int,
    refused: int,
) -> None:
    assert send_raw(live, make_request(maximum)).status == accepted
    assert send_raw(live, make_request(maximum + 1)).status == refused
    assert f"| {maximum:,} |" in TABLE


@for_each(
    ("path", "maximum"),
    [
        ("/v1/integers?max=6&replacement=true&count={}", 1_000_000),
        ("/v1/integers?max={}&algorithm=durstenfeld&count=1", 1_000_000),
        # 21 draws or moves each: 5,000,000
        ("/v1/integers/batch?max=6&count=1&repeats={}", 238_095),
    ],
)
def test_the_size_of_a_response_has_limits(live: str, path: str, maximum: int) -> None:
    assert fetch_when_free(live, path.format(maximum)).status == 200
    assert fetch_when_free(live, path.format(maximum + 1)).status == 422


@for_each(("length", "status"), [(2**20, 200), (2**20 + 1, 413)])
def test_a_body_has_a_limit(live: str, length: int, status: int) -> None:
    body = b'{"items": [1]}'.ljust(length)
    response = fetch_when_free(live, "/v1/items/shuffle", "POST", body, JSON)
    assert response.status == status


@for_each(("beyond", "status"), [(0, 200), (1, 422)])
def test_a_stream_has_a_limit(client: FlaskClient, beyond: int, status: int) -> None:
    maximum = 10**8 // 21  # one draw, and what a result costs besides
    path = f"/v1/integers/batch?max=6&count=1&repeats={maximum + beyond}"
    with client.get(path, headers=NDJSON, buffered=False) as response:
        assert response.status_code == status
