"""The names of packs: an alias is the pack that its number of cards or the game of that name has, or it is refused."""

import re
from collections.abc import Mapping
from itertools import chain
from urllib.parse import parse_qsl

from flask.testing import FlaskClient

from service.cards.deck import DECK_NAMES, DECKS
from service.cards.options import PackOptions
from service.games.catalogue import GAME_NAMES, GAMES
from service.games.game import set_up
from tests.http.spec import get
from tests.tables import for_each

ALIASES = [
    (alias, name)
    for name, deck in DECKS.items()
    for alias in deck.aliases
    if DECK_NAMES.find(alias) == name
]
NEAR = [
    (near, name, clause)
    for name, deck in DECKS.items()
    for near, clause in deck.near.items()
]
COUNTED = re.compile(r"(\d+) (?:\w+ )?(?:cards|tiles|balls)\b")


def list_codes(client: FlaskClient, deck: str, query: str = "") -> list[str]:
    """Return the codes of a deck in alphabetical order."""
    described = get(client, f"/v1/decks/{deck}", **dict(parse_qsl(query)))
    return sorted(card["code"] for card in described["cards"])


def list_codes_of_game(text: str) -> list[str] | None:
    """Return the cards of the game that a text means, those that lie on the table before the deal among them."""
    name = GAME_NAMES.find(text)
    if name is None:
        return None
    shoe = set_up(GAMES[name], None, PackOptions()).shoe
    laid = chain.from_iterable(GAMES[name].laid.values())
    codes = [card.code for card in shoe.pack] * shoe.pack_count
    return sorted([*codes, *laid])


def list_readings(
    client: FlaskClient, deck: str, clause: str
) -> Mapping[str, list[str]]:
    """Return the cards of the packs that a clause names: by a query, or by the name of another deck."""
    queries = re.findall(r"\b\w+=[^\s:]*[^\s:,]", clause)
    decks = [word for word in re.findall(r"\w+", clause) if word in DECKS]
    readings = {query: list_codes(client, deck, query) for query in queries}
    return readings | {name: list_codes(client, name) for name in decks}


@for_each(("alias", "deck"), ALIASES)
def test_a_pack_has_the_cards_of_the_game_of_its_name_and_as_many_as_its_name_says(
    client: FlaskClient, alias: str, deck: str
) -> None:
    of_game = list_codes_of_game(alias)
    if of_game and alias.lower() not in DECK_NAMES.short_names:
        assert of_game == list_codes(client, deck)
    counted = COUNTED.fullmatch(alias)
    assert counted is None or int(counted[1]) == DECKS[deck].size


@for_each(("near", "deck", "clause"), NEAR)
def test_a_name_of_another_pack_is_refused_with_the_request_for_that_pack(
    client: FlaskClient, near: str, deck: str, clause: str
) -> None:
    refused = client.get(f"/v1/decks/{near}/shuffle").get_json()
    assert refused["status"] == 404
    assert f"{near!r} is nearly {deck}, but {clause}." in refused["detail"]
    readings = list_readings(client, deck, clause)
    assert readings
    of_game = list_codes_of_game(near)
    assert of_game is None or of_game in [*readings.values(), list_codes(client, deck)]
    for count in map(int, COUNTED.findall(f"{near}, {clause}")):
        assert count in map(len, readings.values())


def test_a_game_leads_to_that_pack_too(client: FlaskClient) -> None:
    refused = client.get("/v1/games/major arcana/deal").get_json()
    sentence = (
        "is nearly the deck tarot_reading, but they are 22 cards: only=major_arcana."
    )
    assert sentence in refused["detail"]


def test_a_number_is_refused_as_the_pack_of_so_many_cards(client: FlaskClient) -> None:
    refused = client.get("/v1/decks/54").get_json()
    assert "'54 cards' is nearly standard, but it has two jokers" in refused["detail"]


@for_each("path", ["games/{}", "games/{}/deal?seed=1", "decks/{}/shuffle?seed=1"])
def test_a_path_takes_a_name_with_a_slash(client: FlaskClient, path: str) -> None:
    expected = client.get(f"/v1/{path.format('6-49')}")
    assert expected.status_code == 200
    for name in ("6/49", "6%2F49"):
        response = client.get(f"/v1/{path.format(name)}")
        assert response.status_code == 200
        assert response.get_json() == expected.get_json()
