"""An alias that only one entry has stands for the entry: in paths, and in members that name a deck or a game."""

from typing import Any

from flask.testing import FlaskClient

from service.app import create_app
from service.games.catalogue import GAMES
from service.settings import Settings
from tests.http.spec import check_response, get, post
from tests.proofs.signed_receipts import NEW, verify_receipt
from tests.tables import for_each

GAME = "/v1/games/{}/deal"
SHUFFLE = "/v1/decks/{}/shuffle"
DEAL = "/v1/decks/{}/deal"
TWO_HANDS = {"hands": 2, "cards": 5}

ALIASES = [
    (GAME, "holdem", "texas_holdem", {}),
    (GAME, "holdem", "Texas%20Hold'em", {}),
    (GAME, "klondike", "solitaire", {}),
    (GAME, "dou_dizhu", "斗地主", {}),
    (SHUFFLE, "standard", "52%20cards", {}),
    (DEAL, "standard", "STANDARD", TWO_HANDS),
]


@for_each(("path", "name", "alias", "parameters"), ALIASES)
def test_a_response_to_an_alias_is_the_one_to_the_name(
    client: FlaskClient, path: str, name: str, alias: str, parameters: dict[str, Any]
) -> None:
    query = parameters | {"seed": "42"}
    named_path = path.format(name)
    path_of_alias = path.format(alias)
    check_alias(client, named_path, path_of_alias, query)
    batch = query | {"repeats": 2}
    check_alias(client, f"{named_path}/batch", f"{path_of_alias}/batch", batch)
    named = post(client, named_path, **query)
    assert post(client, path_of_alias, **query) == named


def check_alias(
    client: FlaskClient, path: str, path_of_alias: str, query: dict[str, Any]
) -> None:
    """Raise `AssertionError` unless the responses to two paths are the same, with one ETag."""
    named = check_response(client.get(path, query_string=query))
    assert named.status_code == 200
    aliased = check_response(client.get(path_of_alias, query_string=query))
    assert aliased.data == named.data
    etag = named.headers["ETag"]
    assert aliased.headers["ETag"] == etag
    headers = {"If-None-Match": etag}
    again = client.get(path_of_alias, query_string=query, headers=headers)
    assert again.status_code == 304


def test_descriptions_and_bodies_take_an_alias(client: FlaskClient) -> None:
    holdem = get(client, "/v1/games/holdem")
    assert get(client, "/v1/games/texas_holdem") == holdem
    naive_swap = get(client, "/v1/algorithms/naive_swap")
    assert get(client, "/v1/algorithms/naive") == naive_swap
    games = get(client, "/v1/games", deck="standard")
    assert get(client, "/v1/games", deck="52 cards") == games
    hands = {"hands": [["AS", "KS"]], "board": ["QS", "JS", "TS"]}
    ranked = post(client, "/v1/hands/rank", game="texas_holdem", **hands)
    assert ranked["game"] == "holdem"


def test_signatures_and_metrics_have_the_name() -> None:
    client = create_app(Settings(signing_keys=(NEW,), metrics=True)).test_client()
    body = post(client, "/v1/games/texas_holdem/deal", players=2, sign=True)
    claims = verify_receipt(client, body["receipt"])
    assert claims["request"]["path"] == "/v1/games/holdem/deal"
    metrics = client.get("/metrics").text
    assert 'game="holdem"' in metrics
    assert "texas" not in metrics


def test_no_game_has_the_name_of_a_path() -> None:
    assert "names" not in GAMES
