"""/v1/integers and /v1/items over HTTP."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.core.shuffles.catalogue import SHUFFLES
from service.settings import Settings
from tests.api.spec import check_response, get, json_object, post

MOST = 2**53 - 1


def test_144_mah_jong_tiles_are_the_numbers_from_one_in_random_order(client: FlaskClient) -> None:
    drawn = get(client, "/v1/integers", max=144)
    assert sorted(drawn["integers"]) == list(range(1, 145))
    assert (drawn["min"], drawn["count"], drawn["draws"], drawn["uniformity"]) == (1, 144, 143, "exact")


def test_a_lottery_draws_six_different_numbers(client: FlaskClient) -> None:
    drawn = get(client, "/v1/integers", max=49, count=6)
    assert len(set(drawn["integers"])) == 6
    assert drawn["draws"] == 6


def test_a_range_may_be_negative(client: FlaskClient) -> None:
    assert sorted(get(client, "/v1/integers", min=-3, max=-1)["integers"]) == [-3, -2, -1]
    assert get(client, "/v1/integers", min=0, max=0)["integers"] == [0]


@pytest.mark.parametrize("algorithm", [shuffle.name for shuffle in SHUFFLES.values() if shuffle.sparse])
def test_a_few_of_a_huge_range_are_drawn_without_holding_it(client: FlaskClient, algorithm: str) -> None:
    drawn = get(client, "/v1/integers", min=-MOST, max=MOST, count=5, algorithm=algorithm, seed="huge")
    assert len(set(drawn["integers"])) == 5
    assert drawn == post(client, "/v1/integers", min=-MOST, max=MOST, count=5, algorithm=algorithm, seed="huge")


def test_dice_may_repeat_and_no_shuffle_applies(client: FlaskClient) -> None:
    dice = get(client, "/v1/integers", max=6, count=1_000, replacement="true")
    assert set(dice["integers"]) == {1, 2, 3, 4, 5, 6}
    assert dice["algorithm"] is None
    assert dice["draws"] == 1_000
    assert dice["replacement"] is True


@pytest.mark.parametrize("algorithm", SHUFFLES)
def test_every_shuffle_draws_integers(client: FlaskClient, algorithm: str) -> None:
    drawn = get(client, "/v1/integers", max=52, algorithm=algorithm)
    assert sorted(drawn["integers"]) == list(range(1, 53))


def test_integers_are_shuffled_as_a_deck_of_that_size_is(client: FlaskClient) -> None:
    deck = get(client, "/v1/decks/standard/shuffle", seed="same", notation="index")
    assert get(client, "/v1/integers", min=0, max=51, seed="same")["integers"] == deck["cards"]


def test_items_of_any_kind_come_back_unchanged(client: FlaskClient) -> None:
    items: list[Any] = [1, -0.5, "a\0é🂡", None, True, [], {"b": [1, {"c": None}]}, 2**64 - 1, -(2**63), 1e300]
    shuffled = post(client, "/v1/items/shuffle", items=items)
    assert shuffled["items"] == [items[index] for index in shuffled["indices"]]
    assert sorted(shuffled["indices"]) == list(range(len(items)))


@pytest.mark.parametrize("algorithm", SHUFFLES)
def test_every_shuffle_takes_items(client: FlaskClient, algorithm: str) -> None:
    shuffled = post(client, "/v1/items/shuffle", items=list("abcd"), algorithm=algorithm, seed=7)
    assert sorted(shuffled["items"]) == list("abcd")
    assert shuffled["seed"] == "7"


def test_no_items_are_no_error(client: FlaskClient) -> None:
    assert post(client, "/v1/items/shuffle", items=[])["items"] == []


def test_a_count_takes_the_first_items(client: FlaskClient) -> None:
    assert len(post(client, "/v1/items/shuffle", items=list("abcdef"), count=2)["items"]) == 2


def test_an_answer_of_a_million_integers_is_given(client: FlaskClient) -> None:
    answer = client.get("/v1/integers?max=1000000")
    assert sorted(json_object(answer)["integers"]) == list(range(1, 1_000_001))


def test_one_integer_more_is_refused(client: FlaskClient) -> None:
    answer = check_response(client.get("/v1/integers?max=1000001"))
    assert "1,000,001 items; the limit here is 1,000,000 (the operator's MAX_ITEMS)" in json_object(answer)["detail"]


def test_more_items_than_a_shuffle_may_hold_are_refused() -> None:
    few = create_app(Settings(max_shuffled=3)).test_client()
    answer = check_response(few.post("/v1/items/shuffle", json={"items": [1, 2, 3, 4], "count": 1}))
    assert json_object(answer)["errors"] == {
        "items": ["This asks for 4 items; the limit here is 3 (the operator's MAX_SHUFFLED)."]
    }
    assert get(few, "/v1/integers", max=100, count=60)["count"] == 60  # without holding the range
