"""Every limit of the table in docs/reference.md, at its edge: the maximum that is accepted, and one more."""

import pytest
from flask.testing import FlaskClient

from tests.conftest import ROOT
from tests.server.client import JSON, NDJSON, fetch, fetch_when_free, send_raw

SECTION = (ROOT / "docs" / "reference.md").read_text().split("\n## Limits\n")[1].split("\n## ")[0]
ITEMS = "/v1/items/shuffle"


def line(length: int) -> bytes:
    """Return a request with a request line of that length, its end included."""
    begin, end = b"GET /livez?", b" HTTP/1.1\r\n"
    return begin + b"x" * (length - len(begin) - len(end)) + end + b"Host: x\r\n\r\n"


def headers(count: int) -> bytes:
    return b"GET /livez HTTP/1.1\r\n" + b"".join(b"X-%d: x\r\n" % number for number in range(count)) + b"\r\n"


def header(length: int) -> bytes:
    """Return a request with a header of that length, its end included."""
    return b"GET /livez HTTP/1.1\r\nX: %s\r\n\r\n" % (b"x" * (length - 5))


@pytest.mark.parametrize(
    ("request_", "maximum", "status", "accepted"),
    [(line, 4_096, 414, 422), (headers, 100, 431, 200), (header, 8_190, 431, 200)],
)
def test_what_comes_before_the_body_has_limits(
    live: str, request_: object, maximum: int, status: int, accepted: int
) -> None:
    assert callable(request_)
    assert [send_raw(live, request_(size)).status for size in (maximum, maximum + 1)] == [accepted, status]
    assert f"| {maximum:,} |" in SECTION


@pytest.mark.parametrize(
    ("path", "maximum"),
    [
        ("/v1/integers?max=6&replacement=true&count={}", 1_000_000),
        ("/v1/integers?max={}&algorithm=durstenfeld&count=1", 1_000_000),
        ("/v1/integers/batch?max=6&count=1&repeats={}", 238_095),  # 21 draws or moves each: 5,000,000
    ],
)
def test_the_size_of_a_response_has_limits(live: str, path: str, maximum: int) -> None:
    assert [fetch_when_free(live, path.format(number)).status for number in (maximum, maximum + 1)] == [200, 422]


def test_a_seed_has_a_limit(live: str) -> None:
    assert [fetch(live, f"/v1/integers?max=6&seed={'x' * length}").status for length in (256, 257)] == [200, 422]


def test_a_body_has_a_limit(live: str) -> None:
    bodies = [b'{"items": [1]}'.ljust(length) for length in (2**20, 2**20 + 1)]
    assert [fetch_when_free(live, ITEMS, "POST", body, JSON).status for body in bodies] == [200, 413]


def test_a_stream_has_a_limit(client: FlaskClient) -> None:
    maximum = 10**8 // 21  # one draw, and what a result costs besides
    path = "/v1/integers/batch?max=6&count=1&repeats={}"
    responses = [client.get(path.format(number), headers=NDJSON, buffered=False) for number in (maximum, maximum + 1)]
    assert [response.status_code for response in responses] == [200, 422]
    responses[0].close()
