"""What never changes may be cached, for ever or for an hour, and is not sent again to who has it."""

import re
from urllib.parse import urlencode

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.http.spec import example_requests
from tests.tables import for_each

IMMUTABLE = "public, max-age=31536000, immutable"
HOUR = "public, max-age=3600"
NO_STORE = "no-store"

GETS = example_requests("GET")
POSTS = example_requests("POST")
SEEDED = {path: query for path, query in GETS.items() if "seed" in query}
UNSEEDED = {path: query for path, query in GETS.items() if path not in SEEDED}
UNSEEDED |= {"/openapi.yaml": {}, "/openapi.json": {}}
PICTURES = {
    path
    for path in UNSEEDED
    if re.search(r"/decks/\w+/(cards|pictures|back).*\.svg", path)
}
PROBES = {"/livez", "/readyz", "/metrics"}
SEEDED_INTEGERS = "/v1/integers?max=6&seed=42"


def make_url(path: str, query: dict[str, str]) -> str:
    return f"{path}?{urlencode(query)}" if query else path


def assert_cached(response: TestResponse, cache_control: str) -> None:
    """Raise `AssertionError` unless a request succeeded, and caches store the response as said."""
    assert response.status_code == 200, response.text
    assert response.headers["Cache-Control"] == cache_control


def assert_not_modified(response: TestResponse, etag: str) -> None:
    assert response.status_code == 304
    assert response.data == b""
    assert response.headers["ETag"] == etag


@for_each(("path", "query"), SEEDED.items(), ids=SEEDED)
def test_a_seeded_response_may_be_cached_for_ever(
    client: FlaskClient, path: str, query: dict[str, str]
) -> None:
    response = client.get(make_url(path, query))
    assert_cached(response, IMMUTABLE)
    etag, _ = response.get_etag()
    assert etag


@for_each(("path", "query"), SEEDED.items(), ids=SEEDED)
def test_a_response_without_a_seed_may_not_be_cached(
    client: FlaskClient, path: str, query: dict[str, str]
) -> None:
    unseeded = {name: value for name, value in query.items() if name != "seed"}
    response = client.get(make_url(path, unseeded), headers={"If-None-Match": "*"})
    assert_cached(response, NO_STORE)
    assert "ETag" not in response.headers


@for_each(("path", "body"), POSTS.items(), ids=POSTS)
def test_a_response_to_a_post_may_not_be_cached(
    examples: FlaskClient, path: str, body: dict[str, str]
) -> None:
    response = examples.post(path, json=body, headers={"If-None-Match": "*"})
    assert_cached(response, NO_STORE)
    assert "ETag" not in response.headers


@for_each("path", sorted(UNSEEDED.keys() - PROBES - PICTURES))
def test_a_description_may_be_cached_for_an_hour(
    client: FlaskClient, path: str
) -> None:
    response = client.get(make_url(path, UNSEEDED[path]))
    assert_cached(response, HOUR)


PICTURES_AND_PROBES = dict.fromkeys(PICTURES, IMMUTABLE)
PICTURES_AND_PROBES |= dict.fromkeys(PROBES, NO_STORE)


@for_each(("path", "cache"), PICTURES_AND_PROBES.items())
def test_a_picture_may_be_cached_for_ever_and_a_probe_never(
    client: FlaskClient, path: str, cache: str
) -> None:
    assert_cached(client.get(path), cache)


@for_each("path", sorted(GETS.keys() - PROBES))
def test_a_response_that_the_client_has_is_not_sent_again(
    client: FlaskClient, path: str
) -> None:
    url = make_url(path, GETS[path])
    response = client.get(url)
    etag = response.headers["ETag"]
    not_modified = client.get(url, headers={"If-None-Match": etag})
    assert_not_modified(not_modified, etag)
    for name in ("Cache-Control", "Access-Control-Allow-Origin"):
        assert not_modified.headers[name] == response.headers[name]


@for_each(
    "if_none_match", ["{etag}", "W/{etag}", '"other", {etag}', '"other", W/{etag}', "*"]
)
def test_a_known_etag_gets_a_304(client: FlaskClient, if_none_match: str) -> None:
    etag = client.get(SEEDED_INTEGERS).headers["ETag"]
    value = if_none_match.format(etag=etag)
    response = client.get(SEEDED_INTEGERS, headers={"If-None-Match": value})
    assert_not_modified(response, etag)


@for_each(
    "if_none_match",
    [
        '"other"',
        'W/"other"',
        "nonsense",
        "",
        "x{etag}",
        '"a" {etag}',
        '"foo"{etag}',
        "{etag}x",
    ],
)
def test_any_other_if_none_match_gets_the_whole_response(
    client: FlaskClient, if_none_match: str
) -> None:
    plain = client.get(SEEDED_INTEGERS)
    value = if_none_match.format(etag=plain.headers["ETag"])
    response = client.get(SEEDED_INTEGERS, headers={"If-None-Match": value})
    assert response.status_code == 200
    assert response.data == plain.data


def test_another_result_has_another_etag(client: FlaskClient) -> None:
    etags = set()
    for index in range(5):
        response = client.get(f"{SEEDED_INTEGERS}&index={index}")
        etags.add(response.headers["ETag"])
    assert len(etags) == 5


def test_head_has_the_headers_of_get(client: FlaskClient) -> None:
    headers = {"X-Request-ID": "same"}
    get = client.get(SEEDED_INTEGERS, headers=headers)
    head = client.head(SEEDED_INTEGERS, headers=headers)
    assert head.status_code == 200
    assert head.data == b""
    assert dict(head.headers) == dict(get.headers)
