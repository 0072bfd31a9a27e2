"""/v1/hands ranks the hands of each game, and names the seats that win."""

import json
from typing import Any, NamedTuple

import pytest
from flask.testing import FlaskClient

from service.games.catalogue import GAMES as CATALOGUE
from service.rankings.rankings import RANKINGS
from service.rankings.showdowns import MAX_HANDS
from tests.http.spec import check_refusal, get, post
from tests.rankings.fresh_python import run_python
from tests.rankings.sample_cards import sample_hands
from tests.tables import for_each, read_table

Json = dict[str, Any]

PATH = "/v1/hands/rank"


class Example(NamedTuple):
    """A request, the expected members of its second hand beside its cards, and the winners."""

    request: Json
    second: Json
    winners: list[str] | None = None


def rank(client: FlaskClient, game: str, **body: Any) -> Json:
    """Return the ranking of the hands of a request."""
    return post(client, PATH, game=game, **body)


def refuse(client: FlaskClient, game: str, **body: Any) -> dict[str, str]:
    """Return the sentences of a refused request by field."""
    response = client.post(PATH, json=body | {"game": game})
    return check_refusal(response)


def cards_by_seat(response: Json) -> dict[str, list[str]]:
    """Return the cards of each hand of a response."""
    return {hand["seat"]: hand["cards"] for hand in response["hands"]}


def lay(*hands: str, **others: Any) -> Json:
    """Return the fields of a request with the hands, each a text of codes."""
    return others | {"hands": [hand.split() for hand in hands]}


GAMES = {
    game: Example(**entry)
    for game, entry in read_table("hands/ranked_hands.yaml").items()
}


@for_each("game", GAMES)
def test_a_hand_of_each_game_is_ranked(client: FlaskClient, game: str) -> None:
    example = GAMES[game]
    response = rank(client, game, **example.request)
    _, sent, *_ = example.request["hands"]
    _, second, *_ = response["hands"]
    cards = [card.upper().replace("10", "T") for card in sent]
    assert second == {"seat": "2", "cards": cards} | example.second
    assert response.get("winners") == example.winners
    for name in example.request.keys() - {"hands"}:
        assert response[name] == example.request[name]


def test_the_first_hands_of_each_game_import_nothing() -> None:
    bodies = [{"game": game} | example.request for game, example in GAMES.items()]
    code = f"""if True:
        import json, sys
        from service.app import create_app
        client = create_app().test_client()
        client.get("/v1/hands")  # imports what werkzeug's own client needs
        before = set(sys.modules)
        statuses = {{client.post("{PATH}", json=body).status_code for body in json.loads({json.dumps(bodies)!r})}}
        print(statuses, sorted(sys.modules.keys() - before))
    """
    assert run_python(code) == "{200} []"


@for_each("game", GAMES)
def test_the_list_has_the_members_of_a_response(client: FlaskClient, game: str) -> None:
    listed = get(client, "/v1/hands")["rankings"]
    record = next(record for record in listed if record["game"] == game)
    example = GAMES[game]
    assert record["members"] == [name for name in example.second if name != "beats"]
    assert record["winners"] == (example.winners is not None)
    parameters = set(record["parameters"])
    assert set(record["required"]) <= parameters
    assert example.request.keys() - {"hands"} <= parameters
    assert record["source"]


GAMES_OF_MANY_HANDS = [game for game in GAMES if game != "baccarat"]


@for_each("game", GAMES_OF_MANY_HANDS)
def test_many_hands_are_ranked_in_one_request(client: FlaskClient, game: str) -> None:
    rank_many(client, game, MAX_HANDS if game == "badugi" else 200)


@pytest.mark.exhaustive
@pytest.mark.parametrize("game", GAMES_OF_MANY_HANDS)
def test_thousands_of_hands_are_ranked_in_one_request(
    client: FlaskClient, game: str
) -> None:
    rank_many(client, game, MAX_HANDS)


def rank_many(client: FlaskClient, game: str, count: int) -> None:
    """Rank so many hands of random cards that are not on the table."""
    ranking = RANKINGS[game]
    table = {name: GAMES[game].request[name] for name in ranking.required}
    on_table: set[str] = set()
    for codes in table.values():
        on_table.update([codes] if isinstance(codes, str) else codes)
    size = min(ranking.cards[-1], 13)
    hands = []
    for cards in sample_hands(game, count, 36):
        playable = [card for card in cards if card.rank not in ranking.excluded_ranks]
        codes = [card.code for card in playable if card.code not in on_table]
        hands.append(codes[:size])
    options = {"independent": True} if "independent" in ranking.parameters else {}
    response = rank(client, game, hands=hands, **table, **options)
    assert [hand["cards"] for hand in response["hands"]] == hands
    assert "winners" not in response


def test_one_hand_more_than_the_maximum_is_refused(client: FlaskClient) -> None:
    errors = refuse(client, "blackjack", hands=[["AS"]] * (MAX_HANDS + 1))
    assert errors.keys() == {"hands"}
    assert f"0 to {MAX_HANDS:,} items" in errors["hands"]


def test_hands_that_tie_win_together(client: FlaskClient) -> None:
    tied = lay("TS 3D", "AD AC", "TD 3C", board=["AS", "KD", "QC", "JH", "2S"])
    assert rank(client, "poker", **tied)["winners"] == ["1", "3"]


@for_each(
    ("board", "low_winners"), [("KC 7S 8D 4H 5C", ["2", "3"]), ("KC 7S QD 4H TD", [])]
)
def test_each_half_of_a_split_pot_has_its_winners(
    client: FlaskClient, board: str, low_winners: list[str]
) -> None:
    hands = lay("KS KD JC JH", "AS 2D TC 9H", "AC 2S QC 9S")
    response = rank(client, "omaha_hi_lo", **hands, board=board.split())
    assert response["winners"] == ["1"]
    assert response["low_winners"] == low_winners
    _, second, _ = response["hands"]
    has_low = second["low"] is not None
    assert has_low is bool(low_winners)


def test_nobody_has_won_while_the_banker_still_draws(client: FlaskClient) -> None:
    response = rank(client, "baccarat", **lay("2S 3D", "KC 3D"))
    player, banker = response["hands"]
    assert player["draws"] is True
    assert banker["draws"] is None
    assert "winners" not in response


def test_a_deal_can_be_ranked_unchanged(client: FlaskClient) -> None:
    path = "/v1/decks/standard/deal"
    deal = get(client, path, hands=4, cards=5, seed="rank")
    hands = [hand["cards"] for hand in deal["hands"]]
    response = rank(client, "poker", hands=hands)
    seats = [hand["seat"] for hand in deal["hands"]]
    assert [hand["seat"] for hand in response["hands"]] == seats
    strengths = {hand["seat"]: hand["strength"] for hand in response["hands"]}
    highest = max(strengths.values())
    winners = [seat for seat in seats if strengths[seat] == highest]
    assert response["winners"] == winners


HELD = {"pineapple": 2, "cribbage": 4}
"""The cards of a dealt hand that are ranked, in games whose players lay some of them away."""


RANKED = [game.name for game in CATALOGUE.values() if game.ranking]
UNRANKED = CATALOGUE.keys() - RANKED - RANKINGS.keys()


@for_each("name", RANKED)
def test_the_own_deal_of_a_game_is_ranked_for_each_number_of_its_players(
    client: FlaskClient, name: str
) -> None:
    game = CATALOGUE[name]
    ranking = RANKINGS[game.ranking or ""]
    has_opponents = game.family != "casino" or bool(ranking.sides)
    has_winners = has_opponents and ranking.find_winners is not None
    for players in game.players:
        deal = get(client, f"/v1/games/{name}/deal", players=players, seed="rank")
        held = HELD.get(name)
        hands = {seat: cards[:held] for seat, cards in cards_by_seat(deal).items()}
        body: Json = {"hands_by_seat": hands}
        piles = {pile["name"]: pile["cards"] for pile in deal["piles"]}
        if "board" in piles:
            body["board"] = piles["board"]
        if "starter" in piles:
            [body["starter"]] = piles["starter"]
        ranked = rank(client, name, **body)
        assert cards_by_seat(ranked) == hands
        assert ("winners" in ranked) == has_winners, players


FIVE_CARDS = lay("AS KD AC KH 9S", "9H 9C 5S 4H 3D")
OTHER_HANDS = {
    "spanish_21": lay("AS KD", "9H 7C JD"),
    "let_it_ride": FIVE_CARDS,
    "mississippi_stud": FIVE_CARDS,
}
"""The hands of a request for games that have no tens, or no board of five cards."""


def list_rankings(client: FlaskClient) -> dict[str, str | None]:
    """Return the ranking that the description of each game names."""
    games = get(client, "/v1/games")["games"]
    return {game["game"]: game.get("ranking") for game in games}


def test_the_list_has_the_games_whose_descriptions_name_a_ranking(
    client: FlaskClient,
) -> None:
    assert GAMES.keys() == RANKINGS.keys()  # an example of each
    listed: dict[str, str] = {}
    for record in get(client, "/v1/hands")["rankings"]:
        listed |= dict.fromkeys(record["games"], record["game"])
    rankings = list_rankings(client)
    assert {game: name for game, name in rankings.items() if name} == listed
    assert rankings["big_o"] == "omaha_hi_lo"


@for_each("game", RANKED)
def test_a_game_has_the_ranking_that_its_description_names(
    client: FlaskClient, game: str
) -> None:
    description = get(client, f"/v1/games/{game}")
    ranking = description["ranking"]
    body = OTHER_HANDS.get(game) or GAMES[ranking].request
    ranked = rank(client, ranking, **body) | {"game": game}
    if "house_rule" in description:
        ranked.pop("winners", None)
    assert rank(client, game, **body) == ranked
    assert ranking == game or game not in RANKINGS


@for_each("game", sorted(UNRANKED))
def test_a_game_whose_description_names_no_ranking_has_none(
    client: FlaskClient, game: str
) -> None:
    sentence = refuse(client, game, hands=[["AS"]])["game"]
    start = f"The hands of {game} have no ranking. Must be one of: poker, "
    assert sentence.startswith(start)


def test_a_misspelt_game_is_refused_with_the_one_that_is_meant(
    client: FlaskClient,
) -> None:
    sentence = refuse(client, "holdemm", hands=[["AS"]])["game"]
    assert sentence.endswith("Did you mean 'holdem'?")


BIG_O_HANDS = {
    "2": ["AS", "2D", "TC", "9H"],
    "5": ["KS", "KD", "JC", "JH"],
    "dealer": ["AC", "2S", "QC", "9S"],
}
BIG_O_BOARD = ["KC", "7S", "8D", "4H", "5C"]


def test_hands_come_back_under_the_seats_of_the_request(client: FlaskClient) -> None:
    body = {"hands_by_seat": BIG_O_HANDS, "board": BIG_O_BOARD}
    response = rank(client, "big_o", **body)
    assert cards_by_seat(response) == BIG_O_HANDS
    assert response["winners"] == ["5"]
    assert response["low_winners"] == ["2", "dealer"]


def test_a_seat_that_has_folded_wins_nothing(client: FlaskClient) -> None:
    hands = {seat: BIG_O_HANDS[seat] for seat in ("5", "dealer")}
    response = rank(client, "big_o", hands_by_seat=hands, board=BIG_O_BOARD)
    assert response["winners"] == ["5"]
    assert response["low_winners"] == ["dealer"]


def test_hands_by_seat_are_refused_with_the_seat(client: FlaskClient) -> None:
    sentence = refuse(client, "big_o", hands=BIG_O_HANDS)["hands"]
    assert sentence.endswith("hands_by_seat takes an object of them by seat.")
    hands = {"N": ["AS", "2S", "3S", 4]}
    sentence = refuse(client, "big_o", hands_by_seat=hands)["hands_by_seat"]
    assert sentence.startswith("Seat 'N', item 4: Must be a card")


@for_each("case", read_table("hands/house_showdowns.yaml"))
def test_each_seat_plays_against_the_dealer_alone(
    client: FlaskClient, case: Json
) -> None:
    hands = {seat: cards.split() for seat, cards in case["hands"].items()}
    body: Json = {"hands_by_seat": hands}
    if "board" in case:
        body["board"] = case["board"].split()
    response = rank(client, case["game"], **body)
    found = []
    for hand in response["hands"]:
        names = [name for name in ("qualifies", "against_dealer") if name in hand]
        found += [hand[name] for name in names]
    assert found == case["found"]
    assert "winners" not in response


@for_each(
    ("game", "cards"),
    [("three_card_poker", "AS KD 4C"), ("caribbean_stud", "AS KD 4C 3H 2S")],
)
def test_hands_of_games_against_the_house_are_compared_only_with_a_dealer_of_the_same_deal(
    client: FlaskClient, game: str, cards: str
) -> None:
    names = {"seat", "cards", "category", "description", "best", "strength"}
    [without_dealer] = rank(client, game, **lay(cards))["hands"]
    assert without_dealer.keys() == names
    hands = {"dealer": cards.split()}
    [alone] = rank(client, game, hands_by_seat=hands, independent=True)["hands"]
    assert alone.keys() == names


def test_spanish_21_has_no_tens(client: FlaskClient) -> None:
    errors = refuse(client, "spanish_21", hands=[["TS", "AS"]])
    sentence = "Hand 1, card 1: TS is not in this pack, which is without T."
    assert errors == {"hands": sentence}


RULE = {"two_three_five": True}
"""Hands of 2-3-5 in three suits beat three of a kind."""


@for_each(
    ("hands", "options", "ends"),
    [  # of three of a kind, something between, and 2-3-5 of three suits, of two, and of one
        ("KS KH KD/2S 3H 5D", {}, {"winners": ["1"]}),
        ("KS KH KD/2S 3H 5D", {"two_three_five": False}, {"winners": ["1"]}),
        ("KS KH KD/2S 3H 5D", RULE, {"winners": ["2"]}),
        ("KS KH KD/2S 3S 5D", RULE, {"winners": ["1"]}),
        ("KS KH KD/2S 3S 5S", RULE, {"winners": ["1"]}),
        ("KS KH KD/2S 3H 5D/2C 3S 5H", RULE, {"winners": ["2", "3"]}),
        ("KS KH KD/2S 3H 5D/4S 4H 9C", RULE, {"circle": ["1", "2", "3"]}),
        ("KS KH KD/2S 3H 5D/4S 4H 9C/2C 3C 5H", RULE, {"circle": ["1", "2", "3"]}),
        ("2S 3H 5D/4S 4H 9C", RULE, {"winners": ["2"]}),
        ("KS KH KD/2S 3H 5D", RULE | {"independent": True}, {}),
    ],
)
def test_hands_of_zha_jin_hua_that_beat_each_other_in_a_circle_have_no_winners(
    client: FlaskClient,
    hands: str,
    options: dict[str, bool],
    ends: dict[str, list[str]],
) -> None:
    body = lay(*hands.split("/"), **options)
    response = rank(client, "zha_jin_hua", **body)
    names = response.keys() & {"winners", "circle"}
    assert {name: response[name] for name in names} == ends
    first, *_ = response["hands"]
    assert ("beats" in first) is (options == RULE)
    for hand in response["hands"]:
        if hand["cards"] == ["KS", "KH", "KD"]:
            assert hand["strength"] == 740
