"""The five published systems, each under its own name and with its own figures."""

from collections import Counter

import pytest
from flask.testing import FlaskClient

from tests.api.spec import get, post


def test_west_numbers_his_deck_clubs_diamonds_hearts_spades_and_reads_1c_and_10c(client: FlaskClient) -> None:
    deck = get(client, "/v1/decks/standard", suit_order="CDHS")["cards"]
    assert [(card["number"], card["code"]) for card in deck[:13:9]] == [(0, "AC"), (9, "TC")]
    cards = get(client, "/v1/decks/standard", suit_order="CDHS", exclude="1C,10C")["cards"]
    assert [card["code"] for card in cards[:2]] == ["2C", "3C"]
    assert len(cards) == 50


def test_west_shuffles_by_random_slot(client: FlaskClient) -> None:
    path = "/v1/decks/standard/shuffle"
    west = get(client, path, algorithm="random_slot", suit_order="CDHS", seed="west")
    assert len(set(west["cards"])) == 52
    assert west["uniformity"] == "exact"
    assert west["draws"] > 52
    mullin = get(client, path, algorithm="rejection", suit_order="CDHS", seed="west")
    assert [west["indices"][position] for position in mullin["indices"]] == list(range(52))


def test_mullin_sorts_by_a_random_pos(client: FlaskClient) -> None:
    result = get(client, "/v1/decks/standard/shuffle", algorithm="sort_keys", key_bits=16)
    assert (result["uniformity"], result["draws"], result["key_bits"]) == ("near", 52, 16)


def test_mullins_numbers_repeat_by_52_while_the_place_in_the_shoe_runs_on(client: FlaskClient) -> None:
    shoe = get(client, "/v1/decks/standard", suit_order="CDHS", decks=3)["cards"]
    assert len(shoe) == 156
    assert all(card["number"] == card["index"] % 52 for card in shoe)
    assert all(card["value"] == card["number"] % 13 + 1 for card in shoe)
    assert all(card["suit"] == ["clubs", "diamonds", "hearts", "spades"][card["number"] // 13] for card in shoe)


def test_mullins_card_nought_comes_up_too(client: FlaskClient) -> None:
    first = {get(client, "/v1/integers", min=0, max=51, count=1, seed="m", index=i)["integers"][0] for i in range(500)}
    assert first == set(range(52))


def test_hey_visits_the_random_function_once_less_than_there_are_items(client: FlaskClient) -> None:
    for n in (25, 52, 312, 1024):
        assert get(client, "/v1/integers", max=n)["draws"] == n - 1


@pytest.mark.parametrize(("n", "published"), [(25, 121.6), (52, 223.8), (312, 1379.8), (1024, 7357.0)])
def test_heys_old_method_visits_it_about_as_often_as_published(client: FlaskClient, n: int, published: float) -> None:
    record = get(client, "/v1/algorithms/rejection")["expected_draws"]["examples"]
    expected = next(example["draws"] for example in record if example["n"] == n)
    # His means are of few runs: the coupon collector's deviation is about 1.28 n in each.
    assert abs(published - expected) < 3 * 1.28 * n


def test_heys_items_can_be_anything_and_never_move(client: FlaskClient) -> None:
    balls = [{"ball": number} for number in range(1, 11)]
    result = post(client, "/v1/items/shuffle", items=balls)
    assert result["items"] == [balls[index] for index in result["indices"]]


def test_heys_names_can_be_retro(client: FlaskClient) -> None:
    path, query = "/v1/decks/standard/shuffle", {"seed": "hey", "notation": "name"}
    names, retro = get(client, path, **query)["cards"], get(client, path, **query, name_style="retro")["cards"]
    assert {new: old for new, old in zip(names, retro, strict=True) if "Hearts" in new and new != old} == {
        "2 of Hearts": "Deuce of Hearts",
        "3 of Hearts": "Trey of Hearts",
    }


def test_heys_integer_from_x_to_n(client: FlaskClient) -> None:
    integers = get(client, "/v1/integers", min=5, max=9, count=200, replacement="true", seed="hey")["integers"]
    assert set(integers) == {5, 6, 7, 8, 9}


@pytest.mark.parametrize(("algorithm", "uniformity"), [("rejection", "exact"), ("naive_swap", "biased")])
def test_mabbutt_deals_144_mah_jong_tiles_by_both_methods(client: FlaskClient, algorithm: str, uniformity: str) -> None:
    result = get(client, "/v1/integers", max=144, algorithm=algorithm)
    assert sorted(result["integers"]) == list(range(1, 145))
    assert result["uniformity"] == uniformity
    tiles = get(client, "/v1/decks/mahjong/shuffle", algorithm=algorithm)
    assert Counter(tiles["cards"])["5D"] == 4


def test_mabbutts_remainder_nine_is_the_ten(client: FlaskClient) -> None:
    order = get(client, "/v1/decks/standard", suit_order="SHDC")["cards"]
    assert order[9]["name"] == "10 of Spades"
    assert order[13 * 2 + 9]["name"] == "10 of Diamonds"


def test_everything2_swaps_naively_with_or_without_a_seed(client: FlaskClient) -> None:
    path = "/v1/decks/standard/shuffle"
    one, two = (get(client, path, algorithm="naive_swap", seed="e2") for _ in range(2))
    assert one == two
    assert one["uniformity"] == "biased"
    assert get(client, path, algorithm="naive_swap")["cards"] != one["cards"]


def test_everything2_has_108_cards_in_two_decks_with_four_jokers(client: FlaskClient) -> None:
    result = get(client, "/v1/decks/standard/shuffle", decks=2, jokers=2, algorithm="naive_swap")
    assert result["size"] == 108
    assert sum(card.startswith("X") for card in result["cards"]) == 4
