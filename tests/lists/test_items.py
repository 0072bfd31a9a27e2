from hashlib import sha256
from typing import Any

import rfc8785
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from service.app import create_app
from service.core.shuffles.registry import SHUFFLES
from service.http.list_hashes import hash_list
from service.settings import Settings
from tests.http.spec import check_refusal, post
from tests.tables import for_each

PATH = "/v1/items/shuffle"


def test_items_of_any_kind_come_back_unchanged(client: FlaskClient) -> None:
    items: list[Any] = [
        1,
        -0.5,
        "a\0é🂡",
        None,
        True,
        [],
        {"b": [1, {"c": None}]},
        2**64 - 1,
        -(2**63),
        1e300,
    ]
    shuffled = post(client, PATH, items=items)
    assert shuffled["items"] == [items[index] for index in shuffled["indices"]]
    assert sorted(shuffled["indices"]) == list(range(len(items)))


@for_each("algorithm", SHUFFLES)
def test_every_shuffle_takes_items(client: FlaskClient, algorithm: str) -> None:
    shuffled = post(client, PATH, items=list("abcd"), algorithm=algorithm, seed=7)
    assert (sorted(shuffled["items"]), shuffled["seed"]) == (list("abcd"), "7")


def test_a_response_has_the_hash_of_the_list_in_canonical_json(
    client: FlaskClient,
) -> None:
    items = ["b", {"z": 1.0, "é": None, "a": [1e-7, True]}, "\u20ac\t", 1.5]
    text = '["b",{"a":[1e-7,true],"z":1,"é":null},"€\\t",1.5]'
    digest = sha256(text.encode()).hexdigest()
    for path, options in (
        (PATH, {}),
        (PATH, {"count": 1, "seed": "1"}),
        (f"{PATH}/batch", {"repeats": 3}),
    ):
        assert post(client, path, items=items, **options)["items_sha256"] == digest
    assert post(client, PATH, items=[])["items_sha256"] == sha256(b"[]").hexdigest()


@for_each("number", [2**53, -(2**53), float(2**53), 2**64 - 1, 1e16, -1e300])
def test_a_list_with_a_number_that_json_readers_round_has_no_hash(
    client: FlaskClient, number: float
) -> None:
    assert post(client, PATH, items=["a", {"b": [number]}])["items_sha256"] is None


PLAIN_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(1 - 2**53, 2**53 - 1)
    | st.floats(allow_nan=False, allow_infinity=False).filter(
        lambda number: abs(number) < 2**53
    )
    | st.text()
    | st.sampled_from([1.0, -0.0, 1e-7, "[1.0]", ",1e5", "1234567890123456"]),
    lambda inner: (
        st.lists(inner)
        | st.dictionaries(st.text() | st.sampled_from(["\uffff", "\U00010000"]), inner)
    ),
    max_leaves=10,
)


@given(st.lists(PLAIN_VALUES))
def test_the_hash_is_that_of_the_form_of_rfc_8785(items: list[Any]) -> None:
    assert hash_list(items) == sha256(rfc8785.dumps(items)).hexdigest()


def test_more_items_than_a_shuffle_may_hold_are_refused() -> None:
    client = create_app(Settings(max_shuffled=3)).test_client()
    sentence = check_refusal(
        client.post(PATH, json={"items": [1, 2, 3, 4], "count": 1})
    )["items"]
    assert (
        sentence
        == "This asks for 4 items; the limit here is 3 (the operator's MAX_SHUFFLED)."
    )


def test_decimal_weights_are_made_whole_and_told(client: FlaskClient) -> None:
    body = {"items": ["a", "b", "c"], "seed": "w"}
    drawn = post(client, "/v1/items/draw", **body, weights=[0.5, 1e-3, 2])
    assert drawn == post(client, "/v1/items/draw", **body, weights=[500, 1, 2_000])
    assert drawn["weights"] == drawn["request"]["weights"] == [500, 1, 2_000]
    assert post(client, "/v1/items/draw", **body, weights=[1e-20, 0, 3e-20])[
        "weights"
    ] == [1, 0, 3]
    refused = check_refusal(
        client.post("/v1/items/draw", json={**body, "weights": [0.1 + 0.2, 1, 1]})
    )
    assert refused["weights"].startswith(
        "The weights are whole after multiplication by 10^17"
    )
