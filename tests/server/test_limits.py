"""Each limit in the table of docs/reference.md: its maximum is accepted, and one more is refused."""

from collections.abc import Callable

from flask.testing import FlaskClient

from tests.conftest import ROOT
from tests.server.client import JSON, NDJSON, fetch_when_free, send_raw
from tests.tables import for_each

SECTION = (
    (ROOT / "docs" / "reference.md")
    .read_text()
    .split("\n## Limits\n")[1]
    .split("\n## ")[0]
)


def line(length: int) -> bytes:
    """Return a request; `length` counts the bytes of its first line, with the line break."""
    begin = b"GET /livez?"
    end = b" HTTP/1.1\r\n"
    return begin + b"x" * (length - len(begin) - len(end)) + end + b"Host: x\r\n\r\n"


def headers(count: int) -> bytes:
    return (
        b"GET /livez HTTP/1.1\r\nHost: x\r\n"
        + b"".join(b"X-%d: x\r\n" % n for n in range(1, count))
        + b"\r\n"
    )


def header(length: int) -> bytes:
    """Return a request; `length` counts the bytes of its last header, with the line break."""
    return b"GET /livez HTTP/1.1\r\nHost: x\r\nX: %s\r\n\r\n" % (b"x" * (length - 5))


@for_each(
    ("make_request", "maximum", "statuses"),
    [
        (line, 4_096, [422, 414]),
        (headers, 100, [200, 431]),
        (header, 8_190, [200, 431]),
    ],
)
def test_a_head_has_limits(
    live: str, make_request: Callable[[int], bytes], maximum: int, statuses: list[int]
) -> None:
    assert [
        send_raw(live, make_request(size)).status for size in (maximum, maximum + 1)
    ] == statuses
    assert f"| {maximum:,} |" in SECTION


@for_each(
    ("path", "maximum"),
    [
        ("/v1/integers?max=6&replacement=true&count={}", 1_000_000),
        ("/v1/integers?max={}&algorithm=durstenfeld&count=1", 1_000_000),
        (
            "/v1/integers/batch?max=6&count=1&repeats={}",
            238_095,
        ),  # 21 draws or moves each: 5,000,000
    ],
)
def test_the_size_of_a_response_has_limits(live: str, path: str, maximum: int) -> None:
    assert [
        fetch_when_free(live, path.format(number)).status
        for number in (maximum, maximum + 1)
    ] == [200, 422]


def test_a_body_has_a_limit(live: str) -> None:
    bodies = [b'{"items": [1]}'.ljust(length) for length in (2**20, 2**20 + 1)]
    path = "/v1/items/shuffle"
    assert [
        fetch_when_free(live, path, "POST", body, JSON).status for body in bodies
    ] == [200, 413]


def test_a_stream_has_a_limit(client: FlaskClient) -> None:
    maximum = 10**8 // 21  # one draw, and what a result costs besides
    path = "/v1/integers/batch?max=6&count=1&repeats={}"
    responses = [
        client.get(path.format(number), headers=NDJSON, buffered=False)
        for number in (maximum, maximum + 1)
    ]
    assert [response.status_code for response in responses] == [200, 422]
    responses[0].close()
