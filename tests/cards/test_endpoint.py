"""/v1/decks lists and describes decks, and shuffles them, in every notation."""

from typing import Any

from flask.testing import FlaskClient

from service.cards.deck import DECKS
from service.core.shuffles.registry import SHUFFLES
from tests.http.spec import get, get_errors, lacks_unicode, post
from tests.tables import for_each

every_deck = for_each("deck", DECKS)
STANDARD = "/v1/decks/standard"
SHUFFLE = "/v1/decks/standard/shuffle"


def list_cards(client: FlaskClient, path: str = SHUFFLE, **query: Any) -> list[Any]:
    """Return the cards of a response."""
    cards: list[Any] = get(client, path, **query)["cards"]
    return cards


def test_the_list_names_every_deck(client: FlaskClient) -> None:
    listed = get(client, "/v1/decks")["decks"]
    assert [deck["deck"] for deck in listed] == list(DECKS)


@every_deck
def test_a_description_has_every_card(client: FlaskClient, deck: str) -> None:
    description = get(client, f"/v1/decks/{deck}", decks=2)
    size = 2 * DECKS[deck].size
    assert description["size"] == size
    indices = [card["index"] for card in description["cards"]]
    assert indices == list(range(size))


def test_a_description_can_have_retro_names(client: FlaskClient) -> None:
    cards = list_cards(client, STANDARD, name_style="retro", jokers=1)
    assert cards[1]["name"] == "Deuce of Spades"
    assert cards[2]["name"] == "Trey of Spades"
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
    first = get(client, SHUFFLE)
    second = get(client, SHUFFLE)
    assert first["uniformity"] == "exact"
    assert first["draws"] == 51
    assert len(set(first["cards"])) == 52
    assert first["cards"] != second["cards"]
    assert not {"seed", "index", "stream"} & set(first)


def test_a_seeded_shuffle_is_the_same_for_ever(client: FlaskClient) -> None:
    result = get(client, SHUFFLE, seed="42")
    assert " ".join(result["cards"][:13]) == "6S 7S JC 4C 3D KS 5D 3H 8S AS 7C 7D 4H"
    assert result["seed"] == "42"
    assert result["index"] == 0
    assert result["stream"] == "sd1"
    assert list_cards(client, seed="42", index=7) != result["cards"]
    five = get(client, SHUFFLE, seed="42", count=5)
    assert five["cards"] == result["cards"][:5]
    assert five["draws"] == 5
    assert five["size"] == 52


@every_deck
@for_each("algorithm", SHUFFLES)
def test_every_shuffle_works_on_every_deck_by_get_and_by_post(
    client: FlaskClient, deck: str, algorithm: str
) -> None:
    path = f"/v1/decks/{deck}/shuffle"
    shuffle = SHUFFLES[algorithm]
    refusal = shuffle.size_error(2 * get(client, f"/v1/decks/{deck}")["size"])
    if refusal:
        errors = get_errors(client, path, algorithm=algorithm, decks=2)
        assert errors == {"algorithm": refusal}
        return
    result = get(client, path, algorithm=algorithm, seed="42", decks=2)
    assert result == post(client, path, algorithm=algorithm, seed=42, decks=2)
    assert sorted(result["indices"]) == list(range(result["size"]))
    assert result["uniformity"] == shuffle.uniformity
    assert result.items() >= shuffle.defaults.items()


@every_deck
@for_each("notation", ["code", "unicode", "name"])
def test_cards_are_in_the_requested_notation(
    client: FlaskClient, deck: str, notation: str
) -> None:
    if notation == "unicode" and lacks_unicode(deck):
        errors = get_errors(client, f"/v1/decks/{deck}/shuffle", notation=notation)
        assert f"the {deck} deck" in errors["notation"]
        return
    result = get(client, f"/v1/decks/{deck}/shuffle", notation=notation)
    records = list_cards(client, f"/v1/decks/{deck}")
    names = {card["index"]: card[notation] for card in records}
    assert result["cards"] == [names[index] for index in result["indices"]]


def test_a_response_contains_what_differs_from_the_default(client: FlaskClient) -> None:
    pack = {"decks": 2, "jokers": 2, "suit_order": "CDHS", "exclude": "2s,10h"}
    result = get(client, SHUFFLE, **pack, algorithm="riffle")
    assert result["decks"] == 2
    assert result["jokers"] == 2
    assert result["suit_order"] == "CDHS"
    assert result["exclude"] == ["2S", "TH"]
    assert result["passes"] == 7
    assert result["size"] == 2 * (54 - 2)


def test_a_response_contains_the_options_of_its_deck(client: FlaskClient) -> None:
    tiles = get(client, "/v1/decks/riichi/shuffle", red_fives=3)
    assert tiles["red_fives"] == 3
    assert tiles["size"] == 136
    assert {"0m", "0p", "0s"} < set(tiles["cards"])
    deal = {"hands": 4, "cards": 10, "highest": 9, "exclude": ["0-9"]}
    dominoes = post(client, "/v1/decks/dominoes/deal", **deal)
    assert dominoes["highest"] == 9
    assert dominoes["size"] == 54
    assert dominoes["exclude"] == ["9-0"]


def test_a_response_is_the_same_in_whatever_notation_cards_are_excluded(
    client: FlaskClient,
) -> None:
    first = get(client, SHUFFLE, seed="42", exclude="QS,TH")
    for text in ("🂭,♥10", "♠Q,H0", "queen of spades,Ten_of_Hearts"):
        assert get(client, SHUFFLE, seed="42", exclude=text) == first
