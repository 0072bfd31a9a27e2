import json
from io import BytesIO
from typing import Any

import numpy as np
import pytest
from flask.testing import FlaskClient

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
TABLES = read_table("http/batches.yaml")


@for_each(
    ("deck", "notation"),
    [
        (deck, notation)
        for deck in DECKS
        for notation in ("code", "unicode", "name")
        if notation != "unicode" or not lacks_unicode(deck)
    ],
)
def test_every_deck_is_shuffled_in_batches(
    client: FlaskClient, deck: str, notation: str
) -> None:
    """Codes of one width are written by code of their own."""
    query = {"notation": notation, "seed": "s"}
    path = f"/v1/decks/{deck}/shuffle"
    batch = get(client, f"{path}/batch", **query, repeats=9)
    check_batch(
        batch,
        [get(client, path, **query, index=i) for i in range(9)],
        ("cards", "indices"),
    )


@for_each(("path", "body", "members"), TABLES["kinds"])
def test_each_result_is_drawn_in_batches(
    client: FlaskClient, path: str, body: dict[str, Any], members: list[str]
) -> None:
    batch = post(client, f"{path}/batch", **body, seed="s", repeats=20)
    singles = [post(client, path, **body, seed="s", index=i) for i in range(20)]
    check_batch(
        batch, singles, [*members, *(["indices"] if "indices" in batch else [])]
    )


def test_no_items_are_shuffled_in_batches(client: FlaskClient) -> None:
    assert post(client, f"{ITEMS}/batch", items=[], repeats=3)["items"] == [[], [], []]


@for_each(("path", "query"), TABLES["lines"])
def test_ndjson_has_the_results_of_the_batch(
    client: FlaskClient, path: str, query: str
) -> None:
    response = client.get(f"{path}/batch?{query}&repeats=600", headers=NDJSON)
    assert response.mimetype == "application/x-ndjson"
    lines = [json.loads(line) for line in response.data.splitlines()]
    batch = json.loads(client.get(f"{path}/batch?{query}&repeats=600").data)
    names = [name for name, value in lines[0].items() if name != "index"]
    assert lines == [
        {"index": 5 + i} | {name: batch[name][i] for name in names} for i in range(600)
    ]


@for_each(("path", "query", "member", "dtype"), TABLES["arrays"])
def test_an_array_has_the_numbers_of_the_batch(
    client: FlaskClient, path: str, query: dict[str, Any], member: str, dtype: str
) -> None:
    query |= {"seed": "s", "index": 5, "repeats": 600}
    response = client.get(f"{path}/batch", query_string=query, headers=NPY)
    assert response.mimetype == "application/x-npy"
    array = np.load(BytesIO(response.data), allow_pickle=False)
    assert (array.dtype.name, array.tolist()) == (
        dtype,
        get(client, f"{path}/batch", **query)[member],
    )


def test_an_array_of_items_has_their_positions(client: FlaskClient) -> None:
    body = {"items": ["a", {"b": []}, None], "seed": "s", "repeats": 20}
    array = np.load(BytesIO(client.post(f"{ITEMS}/batch", json=body, headers=NPY).data))
    assert array.tolist() == post(client, f"{ITEMS}/batch", **body)["indices"]


@for_each("path", [f"{SHUFFLE}?", f"{DEAL}/batch?hands=2&cards=3&repeats=2&"])
def test_what_is_no_array_is_json(client: FlaskClient, path: str) -> None:
    assert client.get(f"{path}seed=s", headers=NPY).mimetype == "application/json"


@for_each(
    "path",
    [
        f"{SHUFFLE}/batch?",
        f"{DEAL}/batch?hands=2&cards=3&",
        f"{INTEGERS}/batch?max=10&",
    ],
)
def test_ndjson_of_one_result_is_one_line(client: FlaskClient, path: str) -> None:
    response = client.get(f"{path}seed=s&index=5&repeats=1", headers=NDJSON)
    assert (response.status_code, response.mimetype) == (200, "application/x-ndjson")
    assert response.data.endswith(b"}\n")
    (line,) = response.data.splitlines()
    single = json.loads(client.get(f"{path.replace('/batch', '')}seed=s&index=5").data)
    result = json.loads(line)
    assert result == {name: single[name] for name in result}
    assert result["index"] == 5
    assert len(result) > 1


def test_unseeded_ndjson_has_no_index(client: FlaskClient) -> None:
    lines = client.get(f"{SHUFFLE}/batch?repeats=3", headers=NDJSON).data.splitlines()
    assert [set(json.loads(line)) for line in lines] == [{"cards", "indices"}] * 3


def test_text_has_one_result_a_line_and_spaces_between_items(
    client: FlaskClient,
) -> None:
    cards = get(client, SHUFFLE, seed="t", count=5)["cards"]
    response = client.get(f"{SHUFFLE}?seed=t&count=5", headers=TEXT)
    assert (response.mimetype, response.text) == ("text/plain", " ".join(cards) + "\n")
    batch = get(client, f"{INTEGERS}/batch", max=6, seed="t", repeats=3)["integers"]
    lines = client.get(
        f"{INTEGERS}/batch?max=6&seed=t&repeats=3", headers=TEXT
    ).text.splitlines()
    assert lines == [" ".join(map(str, row)) for row in batch]


def test_the_text_of_a_deal_has_tabs_between_hands_and_piles(
    client: FlaskClient,
) -> None:
    deal = get(client, DEAL, hands=2, cards=3, burn=1, seed="t")
    text = client.get(f"{DEAL}?hands=2&cards=3&burn=1&seed=t", headers=TEXT).text
    parts = [*deal["hands"], *deal["piles"]]
    assert text.rstrip("\n").split("\t") == [" ".join(part["cards"]) for part in parts]


def test_no_two_items_have_the_same_text(client: FlaskClient) -> None:
    items = ["red", "dark green", 'say "no"', "", None, True, 1.5, -3, {"a": [1]}, "ü"]
    body = {"items": items, "algorithm": "faro", "passes": 1, "variant": "out"}
    text = client.post(ITEMS, json=body, headers=TEXT).text
    assert text == 'red true "dark green" 1.5 "say \\"no\\"" -3 "" {"a":[1]} null "ü"\n'


@for_each(
    ("accept", "media_type"),
    [
        ("text/plain, application/json;q=0.5", "text/plain"),
        ("text/html,application/xhtml+xml,*/*;q=0.8", "application/json"),
        ("image/png", "application/json"),
        ("application/x-ndjson;q=0.1, text/plain;q=0.9", "text/plain"),
    ],
)
def test_the_media_type_is_the_one_that_the_client_prefers(
    client: FlaskClient, accept: str, media_type: str
) -> None:
    response = client.get(
        f"{SHUFFLE}/batch?repeats=2&seed=s", headers={"Accept": accept}
    )
    assert response.mimetype == media_type
    assert response.vary.to_header() == "Accept"
    assert "immutable" in response.headers["Cache-Control"]


def test_a_streamed_batch_may_be_larger_than_one_in_memory(client: FlaskClient) -> None:
    for headers in (NDJSON, TEXT):
        assert (
            client.get(f"{SHUFFLE}/batch?repeats=20000", headers=headers).status_code
            == 200
        )


@pytest.mark.parametrize("headers", [NDJSON, TEXT])
def test_a_streamed_batch_takes_no_more_memory_than_a_chunk_of_it(
    client: FlaskClient, headers: dict[str, str]
) -> None:
    """Sixty thousand shuffles are about 24 MB of text, of which a chunk is in memory at a time."""
    chunks = []

    def read() -> None:
        response = client.get(
            f"{SHUFFLE}/batch?repeats=60000", headers=headers, buffered=False
        )
        chunks.append(sum(1 for _ in response.iter_encoded()))

    assert measure_peak(read, limit := 4_000_000) < limit
    assert min(chunks) > 50


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
    length, parts = read_parts(client, f"{SHUFFLE}/batch?repeats=2520", headers)
    assert (length, len(parts)) == (sum(map(len, parts)), 1)
    length, parts = read_parts(client, f"{SHUFFLE}/batch?repeats=2521", headers)
    assert length is None
    assert len(parts) > 1


def test_the_parts_of_a_long_array_are_no_shorter_than_64_kib_but_the_last(
    client: FlaskClient,
) -> None:
    _, parts = read_parts(client, f"{SHUFFLE}/batch?repeats=20000&seed=s", NPY)
    assert all(len(part) >= 2**16 for part in parts[:-1])
    rows = np.load(BytesIO(b"".join(parts)))
    _, parts = read_parts(
        client, f"{SHUFFLE}/batch?repeats=1000&seed=s&index=19000", NPY
    )
    assert (rows[19_000:] == np.load(BytesIO(b"".join(parts)))).all()


def test_a_search_sends_what_it_has_found(client: FlaskClient) -> None:
    body = {
        "where": {"hand": "N", "points": "hcp", "min": 20},
        "repeats": 30,
        "seed": "s",
    }
    response = client.post(
        "/v1/games/bridge/deal/batch", json=body, headers=NDJSON, buffered=False
    )
    parts = list(response.iter_encoded())
    assert len(parts) > 1
    assert b"".join(parts).count(b"\n") == 31


@for_each("accept", ["application/json", "application/x-ndjson", "text/plain"])
@for_each("method", ["GET", "POST", "HEAD"])
@for_each(("path", "parameters", "field"), TABLES["invalid"])
def test_an_invalid_request_is_refused_in_every_media_type(
    client: FlaskClient,
    path: str,
    parameters: dict[str, Any],
    field: str,
    method: str,
    accept: str,
) -> None:
    headers = {"Accept": accept, "If-None-Match": "*"}
    query = {
        name: ",".join(map(str, v)) if isinstance(v, list) else v
        for name, v in parameters.items()
    }
    for url, repeats in ((path, {}), (f"{path}/batch", {"repeats": 300})):
        if method == "POST":
            response = client.post(
                url, json={**parameters, **repeats, "seed": "s"}, headers=headers
            )
        else:
            response = client.open(
                url,
                method=method,
                query_string={**query, **repeats, "seed": "s"},
                headers=headers,
            )
        assert response.status_code == 422
        if method != "HEAD":
            assert field in json_object(response)["errors"]


def test_a_small_body_cannot_request_a_huge_response(client: FlaskClient) -> None:
    body = {"items": ["x" * 800_000], "repeats": 11}
    assert client.post(f"{ITEMS}/batch", json={**body, "repeats": 9}).status_code == 200
    response = check_response(client.post(f"{ITEMS}/batch", json=body))
    assert "1,100,000 items" in json_object(response)["errors"]["repeats"][0]
    assert (
        client.post(
            f"{ITEMS}/batch", json={**body, "repeats": 2_000}, headers=NDJSON
        ).status_code
        == 422
    )


def test_each_media_type_has_its_own_etag(client: FlaskClient) -> None:
    etags = {
        client.get(f"{SHUFFLE}?seed=e", headers=headers).headers["ETag"]
        for headers in ({}, TEXT)
    }
    assert len(etags) == 2


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

    def swap(order: Any, steps_ahead: Any) -> None:
        for position, steps in enumerate(steps_ahead.tolist()):
            order[position], order[position + steps] = (
                order[position + steps],
                order[position],
            )

    query = {"max": 20_000, "seed": "large", **repeats}
    monkeypatch.setattr(large, "compiled_swaps", lambda: None)
    plain = client.get(f"{INTEGERS}{path}", query_string=query, headers=headers).data
    monkeypatch.setattr(large, "compiled_swaps", lambda: swap)
    assert (
        client.get(f"{INTEGERS}{path}", query_string=query, headers=headers).data
        == plain
    )
    items = {"items": list(range(20_000)), "seed": "large", **repeats}
    assert client.post(f"{ITEMS}{path}", json=items, headers=headers).status_code == 200


@for_each("repeats", [255, 256, 257, 263, 264])
def test_a_short_last_chunk_changes_nothing(client: FlaskClient, repeats: int) -> None:
    longer = get(client, f"{SHUFFLE}/batch", seed="w", repeats=300)
    batch = get(client, f"{SHUFFLE}/batch", seed="w", repeats=repeats)
    assert batch["cards"] == longer["cards"][:repeats]
    assert batch["indices"] == longer["indices"][:repeats]
