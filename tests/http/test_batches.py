"""Batches: each result is the one of a single draw, in every media type."""

import json
from collections import deque
from functools import partial
from io import BytesIO
from typing import Any

import numpy as np
import pytest
from flask.testing import FlaskClient
from werkzeug.test import EnvironBuilder

from service.cards.deck import DECKS
from service.core.shuffles import large
from tests.http.spec import (
    check_batch,
    check_response,
    get,
    json_object,
    lacks_unicode,
    post,
)
from tests.memory import measure_peak
from tests.tables import for_each, read_table

SHUFFLE = "/v1/decks/standard/shuffle"
DEAL = "/v1/decks/standard/deal"
INTEGERS = "/v1/integers"
ITEMS = "/v1/items/shuffle"
NDJSON = {"Accept": "application/x-ndjson"}
TEXT = {"Accept": "text/plain"}
NPY = {"Accept": "application/x-npy"}
LONG_JSON = "Accept, Accept-Encoding"
"""On what JSON of 1,000 bytes or more varies, which is sent in gzip to clients that prefer it."""
TABLES = read_table("http/batches.yaml")


def list_notations() -> list[tuple[str, str]]:
    """Return each deck with each notation that all its cards have."""
    notations = [(deck, "code") for deck in DECKS] + [(deck, "name") for deck in DECKS]
    return notations + [(deck, "unicode") for deck in DECKS if not lacks_unicode(deck)]


@for_each(("deck", "notation"), list_notations())
def test_every_deck_is_shuffled_in_batches(
    client: FlaskClient, deck: str, notation: str
) -> None:
    """Codes of one width are written by code of their own."""
    query = {"notation": notation, "seed": "s"}
    path = f"/v1/decks/{deck}/shuffle"
    batch = get(client, f"{path}/batch", **query, repeats=9)
    singles = [get(client, path, **query, index=index) for index in range(9)]
    check_batch(batch, singles, ("cards", "indices"))


@for_each(("path", "body", "members"), TABLES["kinds"])
def test_each_result_is_drawn_in_batches(
    client: FlaskClient, path: str, body: dict[str, Any], members: list[str]
) -> None:
    batch = post(client, f"{path}/batch", **body, seed="s", repeats=20)
    singles = [post(client, path, **body, seed="s", index=i) for i in range(20)]
    compared = {*members, "indices"} & batch.keys()
    assert compared >= set(members)
    check_batch(batch, singles, sorted(compared))


def test_no_items_are_shuffled_in_batches(client: FlaskClient) -> None:
    assert post(client, f"{ITEMS}/batch", items=[], repeats=3)["items"] == [[], [], []]


@for_each(("path", "query"), TABLES["lines"])
def test_ndjson_has_the_results_of_the_batch(
    client: FlaskClient, path: str, query: str
) -> None:
    url = f"{path}/batch?{query}&repeats=600"
    response = client.get(url, headers=NDJSON)
    assert response.mimetype == "application/x-ndjson"
    lines = [json.loads(line) for line in response.data.splitlines()]
    batch = json.loads(client.get(url).data)
    names = lines[0].keys() - {"index"}
    assert len(lines) == 600
    for number, line in enumerate(lines):
        result = {name: batch[name][number] for name in names}
        assert line == {"index": 5 + number} | result


@for_each(("path", "query", "member", "dtype"), TABLES["arrays"])
def test_an_array_has_the_numbers_of_the_batch(
    client: FlaskClient, path: str, query: dict[str, Any], member: str, dtype: str
) -> None:
    query = query | {"seed": "s", "index": 5, "repeats": 600}
    response = client.get(f"{path}/batch", query_string=query, headers=NPY)
    assert response.mimetype == "application/x-npy"
    array = read_array(response.data)
    assert array.dtype.name == dtype
    assert array.tolist() == get(client, f"{path}/batch", **query)[member]


def read_array(data: bytes) -> Any:
    """Return the array in a file of numpy."""
    return np.load(BytesIO(data), allow_pickle=False)


def test_an_array_of_items_has_their_positions(client: FlaskClient) -> None:
    body = {"items": ["a", {"b": []}, None], "seed": "s", "repeats": 20}
    array = read_array(client.post(f"{ITEMS}/batch", json=body, headers=NPY).data)
    assert array.tolist() == post(client, f"{ITEMS}/batch", **body)["indices"]


@for_each("path", [f"{SHUFFLE}?", f"{DEAL}/batch?hands=2&cards=3&repeats=2&"])
def test_what_is_no_array_is_json(client: FlaskClient, path: str) -> None:
    assert client.get(f"{path}seed=s", headers=NPY).mimetype == "application/json"


@for_each(
    ("path", "query"),
    [
        (SHUFFLE, "seed=s"),
        (DEAL, "hands=2&cards=3&seed=s"),
        (INTEGERS, "max=10&seed=s"),
    ],
)
def test_ndjson_of_one_result_is_one_line(
    client: FlaskClient, path: str, query: str
) -> None:
    url = f"{path}/batch?{query}&index=5&repeats=1"
    response = client.get(url, headers=NDJSON)
    assert response.status_code == 200
    assert response.mimetype == "application/x-ndjson"
    assert response.data.endswith(b"}\n")
    [line] = response.data.splitlines()
    result = json.loads(line)
    single = json.loads(client.get(f"{path}?{query}&index=5").data)
    assert result == {name: single[name] for name in result}
    assert result["index"] == 5
    assert len(result) > 1


def test_unseeded_ndjson_has_no_index(client: FlaskClient) -> None:
    response = client.get(f"{SHUFFLE}/batch?repeats=3", headers=NDJSON)
    results = [json.loads(line) for line in response.data.splitlines()]
    assert len(results) == 3
    assert all(result.keys() == {"cards", "indices"} for result in results)


def test_text_has_one_result_a_line_and_spaces_between_items(
    client: FlaskClient,
) -> None:
    cards = get(client, SHUFFLE, seed="t", count=5)["cards"]
    response = client.get(f"{SHUFFLE}?seed=t&count=5", headers=TEXT)
    assert response.mimetype == "text/plain"
    assert response.text == " ".join(cards) + "\n"
    query = {"max": 6, "seed": "t", "repeats": 3}
    rows = get(client, f"{INTEGERS}/batch", **query)["integers"]
    batch = client.get(f"{INTEGERS}/batch", query_string=query, headers=TEXT)
    assert batch.text.splitlines() == [" ".join(map(str, row)) for row in rows]


def test_the_text_of_a_deal_has_tabs_between_hands_and_piles(
    client: FlaskClient,
) -> None:
    query = {"hands": 2, "cards": 3, "burn": 1, "seed": "t"}
    deal = get(client, DEAL, **query)
    text = client.get(DEAL, query_string=query, headers=TEXT).text
    parts = [*deal["hands"], *deal["piles"]]
    assert text.rstrip("\n").split("\t") == [" ".join(part["cards"]) for part in parts]


def test_no_two_items_have_the_same_text(client: FlaskClient) -> None:
    items = ["red", "dark green", 'say "no"', "", None, True, 1.5, -3, {"a": [1]}, "ü"]
    body = {"items": items, "algorithm": "faro", "passes": 1, "variant": "out"}
    text = client.post(ITEMS, json=body, headers=TEXT).text
    assert text == 'red true "dark green" 1.5 "say \\"no\\"" -3 "" {"a":[1]} null "ü"\n'


@for_each(
    ("accept", "media_type", "vary"),
    [
        ("text/plain, application/json;q=0.5", "text/plain", "Accept"),
        ("text/html,application/xhtml+xml,*/*;q=0.8", "application/json", LONG_JSON),
        ("image/png", "application/json", LONG_JSON),
        ("application/x-ndjson;q=0.1, text/plain;q=0.9", "text/plain", "Accept"),
    ],
)
def test_the_media_type_is_the_one_that_the_client_prefers(
    client: FlaskClient, accept: str, media_type: str, vary: str
) -> None:
    response = client.get(
        f"{SHUFFLE}/batch?repeats=3&seed=s", headers={"Accept": accept}
    )
    assert response.mimetype == media_type
    assert response.headers["Vary"] == vary
    assert "immutable" in response.headers["Cache-Control"]


@for_each("headers", [NDJSON, TEXT])
def test_a_streamed_batch_may_be_larger_than_one_in_memory(
    client: FlaskClient, headers: dict[str, str]
) -> None:
    response = client.get(f"{SHUFFLE}/batch?repeats=20000", headers=headers)
    assert response.status_code == 200


@for_each("headers", [NDJSON, TEXT])
def test_a_streamed_batch_takes_no_more_memory_than_a_chunk_of_it(
    client: FlaskClient, headers: dict[str, str]
) -> None:
    """Sixty thousand shuffles are about 24 MB of text, of which a chunk is in memory at a time."""
    chunks = []
    url = f"{SHUFFLE}/batch?repeats=60000"

    def read() -> None:
        response = client.get(url, headers=headers, buffered=False)
        chunks.append(sum(1 for _ in response.iter_encoded()))

    limit = 4_000_000
    assert measure_peak(read, limit) < limit
    assert min(chunks) > 50


def test_a_stream_holds_nothing_of_a_result_while_it_draws_the_next(
    client: FlaskClient,
) -> None:
    path = f"{INTEGERS}/batch?max={2**53 - 1}&count=100000&repeats="

    application: Any = client.application

    def drain(repeats: int) -> None:
        """Read a stream as the server does, whose client takes each part at once."""
        builder = EnvironBuilder(f"{path}{repeats}", headers=list(NDJSON.items()))
        body = application.wsgi_app(builder.get_environ(), lambda *_: None)
        deque(body, maxlen=0)

    one = measure_peak(partial(drain, 1), 0)
    several = measure_peak(partial(drain, 4), 0)
    assert several < 1.2 * one


def read_parts(
    client: FlaskClient, url: str, headers: dict[str, str]
) -> tuple[int | None, list[bytes]]:
    """Return the length in a response's head, and the parts of its body."""
    response = client.get(url, headers=headers, buffered=False)
    assert response.status_code == 200
    parts = list(response.iter_encoded())
    assert response.content_length in {None, sum(map(len, parts))}
    return response.content_length, parts


@for_each("headers", [NDJSON, TEXT, NPY])
def test_a_batch_of_few_items_is_sent_whole_and_of_many_in_parts(
    client: FlaskClient, headers: dict[str, str]
) -> None:
    length, [whole] = read_parts(client, f"{SHUFFLE}/batch?repeats=2520", headers)
    assert length == len(whole)
    length, parts = read_parts(client, f"{SHUFFLE}/batch?repeats=2521", headers)
    assert length is None
    assert len(parts) > 1


def test_the_parts_of_a_long_array_are_no_shorter_than_64_kib_but_the_last(
    client: FlaskClient,
) -> None:
    url = f"{SHUFFLE}/batch?seed=s"
    _, parts = read_parts(client, f"{url}&repeats=20000", NPY)
    *full_parts, _ = parts
    assert min(map(len, full_parts)) >= 2**16
    rows = read_array(b"".join(parts))
    _, last_parts = read_parts(client, f"{url}&repeats=1000&index=19000", NPY)
    last_rows = read_array(b"".join(last_parts))
    assert (rows[19_000:] == last_rows).all()


def test_a_search_sends_what_it_has_found(client: FlaskClient) -> None:
    where = {"hand": "N", "points": "hcp", "min": 20}
    body = {"where": where, "repeats": 30, "seed": "s"}
    path = "/v1/games/bridge/deal/batch"
    response = client.post(path, json=body, headers=NDJSON, buffered=False)
    parts = list(response.iter_encoded())
    assert len(parts) > 1
    assert b"".join(parts).count(b"\n") == 31


def write_query(parameters: dict[str, Any]) -> dict[str, Any]:
    """Return the parameters of a GET: a list as its items with commas between them."""
    return {
        name: ",".join(map(str, value)) if isinstance(value, list) else value
        for name, value in parameters.items()
    }


@for_each("accept", ["application/json", "application/x-ndjson", "text/plain"])
@for_each("method", ["GET", "POST", "HEAD"])
@for_each(("path", "parameters", "field"), TABLES["invalid"])
@for_each(("suffix", "repeats"), [("", {}), ("/batch", {"repeats": 300})])
def test_an_invalid_request_is_refused_in_every_media_type(
    client: FlaskClient,
    suffix: str,
    repeats: dict[str, int],
    path: str,
    parameters: dict[str, Any],
    field: str,
    method: str,
    accept: str,
) -> None:
    headers = {"Accept": accept, "If-None-Match": "*"}
    url = path + suffix
    sent = parameters | repeats | {"seed": "s"}
    if method == "POST":
        response = client.post(url, json=sent, headers=headers)
    else:
        query = write_query(sent)
        response = client.open(url, method=method, query_string=query, headers=headers)
    assert response.status_code == 422
    if method != "HEAD":
        assert field in json_object(response)["errors"]


def test_a_small_body_cannot_request_a_huge_response(client: FlaskClient) -> None:
    url = f"{ITEMS}/batch"
    items = ["x" * 800_000]
    few = {"items": items, "repeats": 9}
    assert client.post(url, json=few).status_code == 200
    many = {"items": items, "repeats": 11}
    response = check_response(client.post(url, json=many))
    assert "1,100,000 items" in json_object(response)["errors"]["repeats"][0]
    very_many = {"items": items, "repeats": 2_000}
    streamed = client.post(url, json=very_many, headers=NDJSON)
    assert streamed.status_code == 422


def test_each_media_type_has_its_own_etag(client: FlaskClient) -> None:
    plain = client.get(f"{SHUFFLE}?seed=e")
    text = client.get(f"{SHUFFLE}?seed=e", headers=TEXT)
    assert plain.headers["ETag"] != text.headers["ETag"]


def swap(order: Any, steps_ahead: Any) -> None:
    """Swap each item with the one that is so many steps ahead, as the compiled code does."""
    for position, steps in enumerate(steps_ahead.tolist()):
        other = order[position + steps]
        order[position + steps] = order[position]
        order[position] = other


@for_each("headers", [{}, NDJSON, TEXT])
@for_each(("path", "repeats"), [("", {}), ("/batch", {"repeats": 2})])
def test_large_permutations_are_the_same_in_every_media_type(
    client: FlaskClient,
    monkeypatch: pytest.MonkeyPatch,
    headers: dict[str, str],
    path: str,
    repeats: dict[str, int],
) -> None:
    """Compiled swaps return arrays."""
    integers = f"{INTEGERS}{path}"
    query = repeats | {"max": 20_000, "seed": "large"}
    monkeypatch.setattr(large, "compiled_swaps", lambda: None)
    plain = client.get(integers, query_string=query, headers=headers)
    monkeypatch.setattr(large, "compiled_swaps", lambda: swap)
    compiled = client.get(integers, query_string=query, headers=headers)
    assert compiled.data == plain.data
    items = repeats | {"items": list(range(20_000)), "seed": "large"}
    response = client.post(f"{ITEMS}{path}", json=items, headers=headers)
    assert response.status_code == 200


@for_each("repeats", [255, 256, 257, 263, 264])
def test_a_short_last_chunk_changes_nothing(client: FlaskClient, repeats: int) -> None:
    longer = get(client, f"{SHUFFLE}/batch", seed="w", repeats=300)
    batch = get(client, f"{SHUFFLE}/batch", seed="w", repeats=repeats)
    assert batch["cards"] == longer["cards"][:repeats]
    assert batch["indices"] == longer["indices"][:repeats]
