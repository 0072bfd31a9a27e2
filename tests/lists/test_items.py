"""Items of any kind come back unchanged, with the hash of their list."""

from hashlib import sha256
from typing import Any

import rfc8785
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from service.app import create_app
from service.core.shuffles.registry import SHUFFLES
from service.http.caller_lists.hashes import hash_list
from service.settings import Settings
from tests.http.spec import check_refusal, post
from tests.tables import for_each

PATH = "/v1/items/shuffle"


def test_items_of_any_kind_come_back_unchanged(client: FlaskClient) -> None:
    numbers = [1, -0.5, 2**64 - 1, -(2**63), 1e300]
    items: list[Any] = [*numbers, "a\0é🂡", None, True, [], {"b": [1, {"c": None}]}]
    shuffled = post(client, PATH, items=items)
    assert shuffled["items"] == [items[index] for index in shuffled["indices"]]
    assert sorted(shuffled["indices"]) == list(range(len(items)))


@for_each("algorithm", SHUFFLES)
def test_every_shuffle_takes_items(client: FlaskClient, algorithm: str) -> None:
    shuffled = post(client, PATH, items=list("abcd"), algorithm=algorithm, seed=7)
    assert sorted(shuffled["items"]) == ["a", "b", "c", "d"]
    assert shuffled["seed"] == "7"


def test_a_response_has_the_hash_of_the_list_in_canonical_json(
    client: FlaskClient,
) -> None:
    items = ["b", {"z": 1.0, "é": None, "a": [1e-7, True]}, "\u20ac\t", 1.5]
    text = '["b",{"a":[1e-7,true],"z":1,"é":null},"€\\t",1.5]'
    digest = sha256(text.encode()).hexdigest()
    whole = post(client, PATH, items=items)
    part = post(client, PATH, items=items, count=1, seed="1")
    batch = post(client, f"{PATH}/batch", items=items, repeats=3)
    for response in (whole, part, batch):
        assert response["items_sha256"] == digest
    empty = post(client, PATH, items=[])
    assert empty["items_sha256"] == sha256(b"[]").hexdigest()


@for_each("number", [2**53, -(2**53), float(2**53), 2**64 - 1, 1e16, -1e300])
def test_a_list_with_a_number_that_json_readers_round_has_no_hash(
    client: FlaskClient, number: float
) -> None:
    shuffled = post(client, PATH, items=["a", {"b": [number]}])
    assert shuffled["items_sha256"] is None


INTEGERS = st.integers(1 - 2**53, 2**53 - 1)
FLOATS = st.floats(-(2**53), 2**53, exclude_min=True, exclude_max=True)
LOOK_ALIKE = st.sampled_from([1.0, -0.0, 1e-7, "[1.0]", ",1e5", "1234567890123456"])
SCALARS = st.none() | st.booleans() | INTEGERS | FLOATS | st.text() | LOOK_ALIKE
NAMES = st.text() | st.sampled_from(["\uffff", "\U00010000"])
PLAIN_VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner) | st.dictionaries(NAMES, inner),
    max_leaves=10,
)


@given(st.lists(PLAIN_VALUES))
def test_the_hash_is_that_of_the_form_of_rfc_8785(items: list[Any]) -> None:
    canonical = rfc8785.dumps(items)
    assert hash_list(items) == sha256(canonical).hexdigest()


def test_more_items_than_a_shuffle_may_hold_are_refused() -> None:
    client = create_app(Settings(max_shuffled=3)).test_client()
    body = {"items": [1, 2, 3, 4], "count": 1}
    refused = check_refusal(client.post(PATH, json=body))
    sentence = (
        "This asks for 4 items; the limit here is 3 (the operator's MAX_SHUFFLED)."
    )
    assert refused["items"] == sentence


def test_decimal_weights_are_made_whole_and_told(client: FlaskClient) -> None:
    path = "/v1/items/draw"
    body = {"items": ["a", "b", "c"], "seed": "w"}
    drawn = post(client, path, **body, weights=[0.5, 1e-3, 2])
    assert drawn == post(client, path, **body, weights=[500, 1, 2_000])
    assert drawn["weights"] == [500, 1, 2_000]
    assert drawn["request"]["weights"] == [500, 1, 2_000]
    small = post(client, path, **body, weights=[1e-20, 0, 3e-20])
    assert small["weights"] == [1, 0, 3]
    long = body | {"weights": [0.1 + 0.2, 1, 1]}
    refused = check_refusal(client.post(path, json=long))
    sentence = "The weights are whole after multiplication by 10^17"
    assert refused["weights"].startswith(sentence)
