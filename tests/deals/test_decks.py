from flask.testing import FlaskClient

from service.cards.deck import DECKS
from service.core.shuffles.registry import SHUFFLES
from tests.http.spec import check_response, get, json_object, lacks_unicode, post
from tests.tables import for_each

every_deck = for_each("deck", DECKS)


def test_the_list_names_every_deck(client: FlaskClient) -> None:
    assert [deck["deck"] for deck in get(client, "/v1/decks")["decks"]] == list(DECKS)


@every_deck
def test_a_description_has_every_card(client: FlaskClient, deck: str) -> None:
    description = get(client, f"/v1/decks/{deck}", decks=2)
    assert description["size"] == len(description["cards"]) == 2 * DECKS[deck].size
    assert [card["index"] for card in description["cards"]] == list(
        range(description["size"])
    )


def test_a_description_can_have_retro_names(client: FlaskClient) -> None:
    cards = get(client, "/v1/decks/standard", name_style="retro", jokers=1)["cards"]
    assert [card["name"] for card in cards[1:3]] == [
        "Deuce of Spades",
        "Trey of Spades",
    ]
    joker = {
        "code": "X1",
        "name": "Joker 1",
        "unicode": "🃏",
        "rank": "joker",
        "suit": None,
        "value": None,
    }
    image = "/v1/decks/standard/pictures/53.svg"
    assert cards[52] == joker | {"index": 52, "number": 52, "copy": 1, "image": image}


def test_an_unseeded_shuffle_is_uniform_and_different_each_time_and_has_no_seed(
    client: FlaskClient,
) -> None:
    first, second = (get(client, "/v1/decks/standard/shuffle") for _ in range(2))
    assert first["uniformity"] == "exact"
    assert first["draws"] == 51
    assert len(set(first["cards"])) == 52
    assert first["cards"] != second["cards"]
    assert not {"seed", "index", "stream"} & set(first)


def test_a_seeded_shuffle_is_the_same_for_ever(client: FlaskClient) -> None:
    path = "/v1/decks/standard/shuffle"
    result = get(client, path, seed="42")
    assert " ".join(result["cards"][:13]) == "6S 7S JC 4C 3D KS 5D 3H 8S AS 7C 7D 4H"
    assert result["seed"] == "42"
    assert result["index"] == 0
    assert result["stream"] == "sd1"
    assert get(client, path, seed="42", index=7)["cards"] != result["cards"]
    five = get(client, path, seed="42", count=5)
    assert five["cards"] == result["cards"][:5]
    assert five["draws"] == 5
    assert five["size"] == 52


@every_deck
@for_each("algorithm", SHUFFLES)
def test_every_shuffle_works_on_every_deck_by_get_and_by_post(
    client: FlaskClient, deck: str, algorithm: str
) -> None:
    path = f"/v1/decks/{deck}/shuffle"
    result = get(client, path, algorithm=algorithm, seed="42", decks=2)
    assert result == post(client, path, algorithm=algorithm, seed=42, decks=2)
    assert sorted(result["indices"]) == list(range(result["size"]))
    assert result["uniformity"] == SHUFFLES[algorithm].uniformity
    assert {name: result[name] for name in SHUFFLES[algorithm].defaults} == SHUFFLES[
        algorithm
    ].defaults


@every_deck
@for_each("notation", ["code", "unicode", "name"])
def test_cards_are_in_the_requested_notation(
    client: FlaskClient, deck: str, notation: str
) -> None:
    if notation == "unicode" and lacks_unicode(deck):
        response = check_response(
            client.get(f"/v1/decks/{deck}/shuffle?notation=unicode")
        )
        assert response.status_code == 422
        assert f"the {deck} deck" in json_object(response)["errors"]["notation"][0]
        return
    result = get(client, f"/v1/decks/{deck}/shuffle", notation=notation)
    record = {
        card["index"]: card[notation]
        for card in get(client, f"/v1/decks/{deck}")["cards"]
    }
    assert result["cards"] == [record[index] for index in result["indices"]]


def test_a_response_contains_what_differs_from_the_default(client: FlaskClient) -> None:
    result = get(
        client,
        "/v1/decks/standard/shuffle",
        decks=2,
        jokers=2,
        suit_order="CDHS",
        exclude="2s,10h",
        algorithm="riffle",
    )
    names = ("decks", "jokers", "suit_order", "exclude", "passes")
    assert [result[name] for name in names] == [2, 2, "CDHS", ["2S", "TH"], 7]
    assert result["size"] == 2 * (54 - 2)


def test_a_response_contains_the_options_of_its_deck(client: FlaskClient) -> None:
    tiles = get(client, "/v1/decks/riichi/shuffle", red_fives=3)
    assert tiles["red_fives"] == 3
    assert tiles["size"] == 136
    assert {"0m", "0p", "0s"} < set(tiles["cards"])
    dominoes = post(
        client, "/v1/decks/dominoes/deal", highest=9, hands=4, cards=10, exclude=["0-9"]
    )
    assert dominoes["highest"] == 9
    assert dominoes["size"] == 54
    assert dominoes["exclude"] == ["9-0"]


def test_a_response_is_the_same_in_whatever_notation_cards_are_excluded(
    client: FlaskClient,
) -> None:
    path = "/v1/decks/standard/shuffle"
    first, *others = (
        get(client, path, seed="42", exclude=text)
        for text in ("QS,TH", "🂭,♥10", "♠Q,H0", "queen of spades,Ten_of_Hearts")
    )
    assert all(other == first for other in others)


def test_a_deal_goes_round_the_table_from_the_top_of_the_shuffle(
    client: FlaskClient,
) -> None:
    result = get(client, "/v1/decks/standard/shuffle", seed="deal")["cards"]
    deal = get(client, "/v1/decks/standard/deal", hands=4, cards=13, seed="deal")
    assert [hand["cards"] for hand in deal["hands"]] == [
        result[seat::4] for seat in range(4)
    ]
    assert [hand["seat"] for hand in deal["hands"]] == ["1", "2", "3", "4"]
    assert deal["piles"] == [{"name": "stock", "cards": [], "indices": []}]


def test_packets_and_a_burn_are_dealt_by_get_and_by_post(client: FlaskClient) -> None:
    result = get(client, "/v1/decks/standard/shuffle", seed="deal")["cards"]
    deal = get(
        client, "/v1/decks/standard/deal", hands=2, packets="3,2", burn=1, seed="deal"
    )
    assert deal == post(
        client, "/v1/decks/standard/deal", hands=2, packets=[3, 2], burn=1, seed="deal"
    )
    assert deal["hands"][1]["cards"] == [*result[4:7], *result[9:11]]
    assert {pile["name"]: pile["cards"] for pile in deal["piles"]} == {
        "burns": result[:1],
        "stock": result[11:],
    }
