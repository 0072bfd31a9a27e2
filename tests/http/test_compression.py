"""Long JSON is sent in gzip to clients that prefer it, and a cache can tell the two forms apart."""

import gzip

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.tables import for_each

GZIP = {"Accept-Encoding": "gzip"}
LONG_DRAW = "/v1/integers/batch?max=1000&count=20&seed=42&repeats=50"
LONG = [LONG_DRAW, "/v1/algorithms"]
SHORT = "/v1/integers?max=6&seed=42"


def is_compressed(response: TestResponse) -> bool:
    return response.headers.get("Content-Encoding") == "gzip"


@for_each("path", LONG)
def test_long_json_is_compressed_with_an_etag_of_its_own(
    client: FlaskClient, path: str
) -> None:
    plain = client.get(path)
    compressed = client.get(path, headers=GZIP)
    assert is_compressed(compressed)
    assert gzip.decompress(compressed.data) == plain.data
    assert int(compressed.headers["Content-Length"]) == len(compressed.data)
    assert len(compressed.data) < len(plain.data) * 0.6
    assert compressed.headers["ETag"] == f'{plain.headers["ETag"][:-1]}-gzip"'
    assert compressed.data == client.get(path, headers=GZIP).data


@for_each("path", LONG)
def test_both_forms_tell_caches_that_accept_encoding_decides(
    client: FlaskClient, path: str
) -> None:
    for headers in ({}, GZIP):
        response = client.get(path, headers=headers)
        known = headers | {"If-None-Match": response.headers["ETag"]}
        not_modified = client.get(path, headers=known)
        assert not_modified.status_code == 304
        assert not_modified.headers["ETag"] == response.headers["ETag"]
        assert not_modified.vary == response.vary
        assert "Accept-Encoding" in response.vary


def test_a_client_that_no_longer_accepts_gzip_gets_the_body(
    client: FlaskClient,
) -> None:
    etag = client.get(LONG_DRAW, headers=GZIP).headers["ETag"]
    response = client.get(LONG_DRAW, headers={"If-None-Match": etag})
    assert response.status_code == 200
    assert not is_compressed(response)


@for_each(
    ("accept_encoding", "expected"),
    [
        ("gzip, deflate, br, zstd", True),
        ("*", True),
        ("br;q=1, gzip;q=0.2", True),
        ("gzip;q=0.5, identity;q=0.1", True),
        ("identity;q=0, *", True),
        ("gzip;q=0", False),
        ("gzip;q=0, *", False),
        ("gzip;q=0.1, identity", False),
        ("identity;q=0", False),
        ("br", False),
        ("", False),
    ],
)
def test_the_client_chooses_the_form(
    client: FlaskClient, accept_encoding: str, *, expected: bool
) -> None:
    for path in (*LONG, "/openapi.json"):
        response = client.get(path, headers={"Accept-Encoding": accept_encoding})
        assert is_compressed(response) == expected


@for_each(
    ("path", "accept"),
    [
        (SHORT, "application/json"),
        (LONG_DRAW, "application/x-ndjson"),
        (LONG_DRAW, "application/x-npy"),
        (LONG_DRAW, "text/plain"),
    ],
)
def test_short_json_and_other_types_are_sent_as_they_are(
    client: FlaskClient, path: str, accept: str
) -> None:
    response = client.get(path, headers=GZIP | {"Accept": accept})
    assert response.mimetype == accept
    assert not is_compressed(response)
    assert "Accept-Encoding" not in response.vary


def test_a_long_problem_is_compressed(client: FlaskClient) -> None:
    unknown = "&".join(f"unknown{number}=1" for number in range(60))
    path = f"/v1/integers?{unknown}"
    headers = GZIP | {"X-Request-ID": "same"}
    refused = client.get(path, headers=headers)
    assert refused.status_code == 422
    assert is_compressed(refused)
    plain = client.get(path, headers={"X-Request-ID": "same"})
    assert gzip.decompress(refused.data) == plain.data


def test_the_response_to_a_post_is_the_same_in_gzip(client: FlaskClient) -> None:
    body = {"max": 1000, "count": 20, "seed": "42", "repeats": 50}
    plain = client.post("/v1/integers/batch", json=body)
    compressed = client.post("/v1/integers/batch", json=body, headers=GZIP)
    assert is_compressed(compressed)
    assert gzip.decompress(compressed.data) == plain.data


def test_head_has_the_headers_of_the_compressed_response(client: FlaskClient) -> None:
    headers = GZIP | {"X-Request-ID": "same"}
    get = client.get(LONG_DRAW, headers=headers)
    head = client.head(LONG_DRAW, headers=headers)
    assert dict(head.headers) == dict(get.headers)
