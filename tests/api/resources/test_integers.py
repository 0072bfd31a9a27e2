"""/v1/integers over HTTP."""

import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.core.shuffles.catalogue import SHUFFLES
from service.settings import Settings
from tests.api.spec import check_response, get, json_object, post

PATH = "/v1/integers"
MAX = 2**53 - 1


def test_144_mah_jong_tiles_are_the_numbers_from_one_in_random_order(client: FlaskClient) -> None:
    result = get(client, PATH, max=144)
    assert sorted(result["integers"]) == list(range(1, 145))
    assert (result["min"], result["count"], result["draws"], result["uniformity"]) == (1, 144, 143, "exact")


def test_a_lottery_draws_six_different_numbers(client: FlaskClient) -> None:
    result = get(client, PATH, max=49, count=6)
    assert len(set(result["integers"])) == 6
    assert result["draws"] == 6


def test_a_range_may_be_negative(client: FlaskClient) -> None:
    assert sorted(get(client, PATH, min=-3, max=-1)["integers"]) == [-3, -2, -1]
    assert get(client, PATH, min=0, max=0)["integers"] == [0]


@pytest.mark.parametrize("algorithm", [shuffle.name for shuffle in SHUFFLES.values() if shuffle.sparse])
def test_a_few_of_a_huge_range_are_drawn_without_holding_it(client: FlaskClient, algorithm: str) -> None:
    result = get(client, PATH, min=-MAX, max=MAX, count=5, algorithm=algorithm, seed="huge")
    assert len(set(result["integers"])) == 5
    assert result == post(client, PATH, min=-MAX, max=MAX, count=5, algorithm=algorithm, seed="huge")


def test_dice_may_repeat_and_no_shuffle_applies(client: FlaskClient) -> None:
    dice = get(client, PATH, max=6, count=1_000, replacement="true", seed="dice")
    assert set(dice["integers"]) == {1, 2, 3, 4, 5, 6}
    assert dice["algorithm"] is None
    assert dice["draws"] == 1_000
    assert dice["replacement"] is True


@pytest.mark.parametrize("algorithm", SHUFFLES)
def test_every_shuffle_draws_integers(client: FlaskClient, algorithm: str) -> None:
    result = get(client, PATH, max=52, algorithm=algorithm)
    assert sorted(result["integers"]) == list(range(1, 53))


def test_integers_are_shuffled_as_a_deck_of_that_size_is(client: FlaskClient) -> None:
    deck = get(client, "/v1/decks/standard/shuffle", seed="same")
    assert get(client, PATH, min=0, max=51, seed="same")["integers"] == deck["indices"]


def test_a_million_integers_are_returned(client: FlaskClient) -> None:
    response = client.get(f"{PATH}?max=1000000")
    assert sorted(json_object(response)["integers"]) == list(range(1, 1_000_001))


def test_one_integer_more_is_refused(client: FlaskClient) -> None:
    response = check_response(client.get(f"{PATH}?max=1000001"))
    assert "1,000,001 items; the limit here is 1,000,000 (the operator's MAX_ITEMS)" in json_object(response)["detail"]


def test_a_few_of_a_range_too_large_to_shuffle_are_drawn_without_holding_it() -> None:
    client = create_app(Settings(max_shuffled=3)).test_client()
    assert get(client, PATH, max=100, count=60)["count"] == 60
