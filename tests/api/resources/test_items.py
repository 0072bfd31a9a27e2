"""/v1/items over HTTP."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.core.shuffles.catalogue import SHUFFLES
from service.settings import Settings
from tests.api.spec import check_response, json_object, post

PATH = "/v1/items/shuffle"


def test_items_of_any_kind_come_back_unchanged(client: FlaskClient) -> None:
    items: list[Any] = [1, -0.5, "a\0é🂡", None, True, [], {"b": [1, {"c": None}]}, 2**64 - 1, -(2**63), 1e300]
    shuffled = post(client, PATH, items=items)
    assert shuffled["items"] == [items[index] for index in shuffled["indices"]]
    assert sorted(shuffled["indices"]) == list(range(len(items)))


@pytest.mark.parametrize("algorithm", SHUFFLES)
def test_every_shuffle_takes_items(client: FlaskClient, algorithm: str) -> None:
    shuffled = post(client, PATH, items=list("abcd"), algorithm=algorithm, seed=7)
    assert sorted(shuffled["items"]) == list("abcd")
    assert shuffled["seed"] == "7"


def test_no_items_are_no_error(client: FlaskClient) -> None:
    assert post(client, PATH, items=[])["items"] == []


def test_a_count_takes_the_first_items(client: FlaskClient) -> None:
    assert len(post(client, PATH, items=list("abcdef"), count=2)["items"]) == 2


def test_more_items_than_a_shuffle_may_hold_are_refused() -> None:
    client = create_app(Settings(max_shuffled=3)).test_client()
    response = check_response(client.post(PATH, json={"items": [1, 2, 3, 4], "count": 1}))
    assert json_object(response)["errors"] == {
        "items": ["This asks for 4 items; the limit here is 3 (the operator's MAX_SHUFFLED)."]
    }
