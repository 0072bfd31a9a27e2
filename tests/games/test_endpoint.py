"""/v1/games lists games, and describes each for a number of players and the options of its packs."""

import re

from flask.testing import FlaskClient

from service.games.catalogue import FAMILIES, GAMES
from service.games.game import Game
from tests.http.spec import get, get_errors
from tests.tables import for_each

TABLES = [(game, players) for game in GAMES.values() for players in game.players]


def get_name(value: object) -> object:
    """Return the name of a game, or the value itself."""
    return getattr(value, "name", value)


every_table = for_each(("game", "players"), TABLES, ids=get_name)


def test_the_list_names_every_game(client: FlaskClient) -> None:
    games = get(client, "/v1/games")["games"]
    assert [summary["game"] for summary in games] == list(GAMES)
    for summary, game in zip(games, GAMES.values(), strict=True):
        assert summary["deal"] == f"/v1/games/{game.name}/deal"
        assert summary["options"] == list(game.options)
        limits = [game.players.min, game.players.max, game.players.default]
        assert list(summary["players"].values())[:3] == limits
        assert summary["players"].get("without", []) == list(game.players.without)


@for_each("family", FAMILIES)
def test_the_list_can_be_of_one_family(client: FlaskClient, family: str) -> None:
    listed = get(client, "/v1/games", family=family)["games"]
    games = [game.name for game in FAMILIES[family].games]
    assert [summary["game"] for summary in listed] == games
    assert {summary["family"] for summary in listed} == {family}


@for_each("players", [0, 3, 9])
@for_each("deck", ["standard", "keno"])
def test_the_list_can_be_for_a_number_of_players_and_with_a_deck(
    client: FlaskClient, players: int, deck: str
) -> None:
    games = get(client, "/v1/games", players=players, deck=deck)["games"]
    of_deck = [game for game in GAMES.values() if game.deck == deck]
    fitting = [game.name for game in of_deck if players in game.players]
    assert sorted(game["game"] for game in games) == sorted(fitting)


@for_each(
    ("game", "stages", "continues"),
    [
        ("holdem", ["hole", "flop", "turn", "river"], False),
        ("blackjack", ["first_cards", "second_cards"], True),
    ],
)
def test_a_description_lists_the_stages(
    client: FlaskClient, game: str, stages: list[str], continues: bool
) -> None:
    description = get(client, f"/v1/games/{game}")
    assert description["stages"] == stages
    assert description["continues"] is continues


@every_table
def test_a_description_names_the_stock_and_the_direction(
    client: FlaskClient, game: Game, players: int
) -> None:
    description = get(client, f"/v1/games/{game.name}", players=players)
    steps = " ".join(description["procedure"])
    stock = re.search(r"The \w+ that are left are the (\w+)", steps)
    direction = re.search(r", ((?:anti)?clockwise)", steps)
    assert description.get("stock") == (stock[1] if stock else None)
    assert description.get("direction") == (direction[1] if direction else None)


def test_a_game_is_described_for_the_requested_packs(client: FlaskClient) -> None:
    description = get(client, "/v1/games/hearts", exclude="2S,2H,2D,2C")
    assert description["size"] == 48
    first = "Shuffle 1 pack of the standard deck, without 2S, 2H, 2D and 2C: 48 cards in all."
    assert description["procedure"][0] == first
    errors = get_errors(client, "/v1/games/bridge", exclude="2S")
    assert "exclude" in errors


def test_a_description_of_oh_hell_has_the_requested_number_of_cards(
    client: FlaskClient,
) -> None:
    described = get(client, "/v1/games/oh_hell", players=7, cards=1)
    assert "Each hand gets 1 card." in described["procedure"]
