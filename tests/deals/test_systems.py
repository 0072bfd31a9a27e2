"""The five published systems, each under its own name and with its own figures."""

from collections import Counter

from flask.testing import FlaskClient

from tests.http.spec import get
from tests.tables import for_each


def test_west_numbers_his_deck_clubs_diamonds_hearts_spades_and_reads_1c_and_10c(
    client: FlaskClient,
) -> None:
    path = "/v1/decks/standard"
    deck = get(client, path, suit_order="CDHS")["cards"]
    assert deck[0]["code"] == "AC"
    assert deck[0]["number"] == 0
    assert deck[9]["code"] == "TC"
    assert deck[9]["number"] == 9
    others = get(client, path, suit_order="CDHS", exclude="1C,10C")["cards"]
    first, second, *_ = others
    assert first["code"] == "2C"
    assert second["code"] == "3C"
    assert len(others) == 50


def test_west_shuffles_by_random_slot_and_mullin_sorts_by_a_random_pos(
    client: FlaskClient,
) -> None:
    path = "/v1/decks/standard/shuffle"
    west = get(client, path, algorithm="random_slot", suit_order="CDHS", seed="west")
    assert len(set(west["cards"])) == 52
    assert west["uniformity"] == "exact"
    assert west["draws"] > 52
    mullin = get(client, path, algorithm="rejection", suit_order="CDHS", seed="west")
    sorted_by_pos = [west["indices"][position] for position in mullin["indices"]]
    assert sorted_by_pos == list(range(52))
    keys = get(client, path, algorithm="sort_keys", key_bits=16)
    assert keys["uniformity"] == "near"
    assert keys["draws"] == 52
    assert keys["key_bits"] == 16


def test_mullins_numbers_repeat_by_52_while_the_place_in_the_shoe_runs_on(
    client: FlaskClient,
) -> None:
    shoe = get(client, "/v1/decks/standard", suit_order="CDHS", decks=3)["cards"]
    assert [card["index"] for card in shoe] == list(range(156))
    for card in shoe:
        suit = ("clubs", "diamonds", "hearts", "spades")[card["index"] % 52 // 13]
        assert card["number"] == card["index"] % 52
        assert card["value"] == card["index"] % 13 + 1
        assert card["suit"] == suit


def test_mullins_card_nought_comes_up_too(client: FlaskClient) -> None:
    numbers = set()
    for index in range(500):
        query = {"min": 0, "max": 51, "count": 1, "seed": "m", "index": index}
        drawn = get(client, "/v1/integers", **query)
        numbers.update(drawn["integers"])
    assert numbers == set(range(52))


@for_each("n, published", [(25, 121.6), (52, 223.8), (312, 1379.8), (1024, 7357.0)])
def test_heys_old_method_visits_it_about_as_often_as_published(
    client: FlaskClient, n: int, published: float
) -> None:
    new_method = get(client, "/v1/integers", max=n)
    assert new_method["draws"] == n - 1
    record = get(client, "/v1/algorithms/rejection")["expected_draws"]["examples"]
    expected = next(example["draws"] for example in record if example["n"] == n)
    # His means are of few runs: the coupon collector's deviation is about 1.28 n in each.
    assert abs(published - expected) < 3 * 1.28 * n


def test_heys_names_can_be_retro(client: FlaskClient) -> None:
    path = "/v1/decks/standard/shuffle"
    query = {"seed": "hey", "notation": "name"}
    names = get(client, path, **query)["cards"]
    retro = get(client, path, **query, name_style="retro")["cards"]
    retro_names = dict(zip(names, retro, strict=True))
    hearts = {name for name in names if "Hearts" in name}
    assert retro_names["2 of Hearts"] == "Deuce of Hearts"
    assert retro_names["3 of Hearts"] == "Trey of Hearts"
    for name in hearts - {"2 of Hearts", "3 of Hearts"}:
        assert retro_names[name] == name


@for_each("algorithm, uniformity", [("rejection", "exact"), ("naive_swap", "biased")])
def test_mabbutt_deals_144_mah_jong_tiles_by_both_methods(
    client: FlaskClient, algorithm: str, uniformity: str
) -> None:
    result = get(client, "/v1/integers", max=144, algorithm=algorithm)
    assert sorted(result["integers"]) == list(range(1, 145))
    assert result["uniformity"] == uniformity
    tiles = get(client, "/v1/decks/mahjong/shuffle", algorithm=algorithm)
    assert Counter(tiles["cards"])["5D"] == 4
    order = get(client, "/v1/decks/standard", suit_order="SHDC")["cards"]
    assert order[9]["name"] == "10 of Spades"
    assert order[35]["name"] == "10 of Diamonds"  # the remainder 9 is the ten


def test_everything2_swaps_naively_with_or_without_a_seed(client: FlaskClient) -> None:
    path = "/v1/decks/standard/shuffle"
    query = {"algorithm": "naive_swap", "decks": 2, "jokers": 2}
    seeded = get(client, path, **query, seed="e2")
    assert get(client, path, **query, seed="e2") == seeded
    assert seeded["uniformity"] == "biased"
    assert seeded["size"] == 108
    jokers = [card for card in seeded["cards"] if card[0] == "X"]
    assert len(jokers) == 4
    unseeded = get(client, path, **query)
    assert unseeded["cards"] != seeded["cards"]
