import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.games.catalogue import GAMES as CATALOGUE
from service.games.game import Game
from service.rankings.rankings import RANKINGS
from service.rankings.showdowns import MAX_HANDS
from tests.http.spec import check_refusal, get, json_object, post
from tests.rankings.sample_cards import sample_hands
from tests.rankings.test_rankings import run_python
from tests.tables import for_each, read_table

PATH = "/v1/hands/rank"

Example = tuple[dict[str, Any], dict[str, Any], list[str] | None]


def lay(*hands: str, **others: Any) -> dict[str, Any]:
    """Return the fields of a request with the hands, each a text of codes."""
    return {"hands": [hand.split() for hand in hands], **others}


ENTRIES = read_table("deals/ranked_hands.yaml")
GAMES: dict[str, Example] = {
    game: (entry["request"], entry["second"], entry.get("winners"))
    for game, entry in ENTRIES.items()
}
"""A request for each game, the expected members of its second hand beside its cards, and the winners."""


@for_each("game", GAMES)
def test_a_hand_of_each_game_is_ranked(client: FlaskClient, game: str) -> None:
    parameters, expected, winners = GAMES[game]
    response = post(client, PATH, game=game, **parameters)
    cards = [card.upper().replace("10", "T") for card in parameters["hands"][1]]
    assert response["hands"][1] == {"seat": "2", "cards": cards, **expected}
    assert response.get("winners") == winners
    assert {name: response[name] for name in parameters if name != "hands"} == {
        name: value for name, value in parameters.items() if name != "hands"
    }


def test_the_first_hands_of_each_game_import_nothing() -> None:
    bodies = [{"game": game, **parameters} for game, (parameters, *_) in GAMES.items()]
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
    record = next(
        record
        for record in get(client, "/v1/hands")["rankings"]
        if record["game"] == game
    )
    parameters, expected, winners = GAMES[game]
    assert record["members"] == [name for name in expected if name != "beats"]
    assert record["winners"] == (winners is not None)
    assert set(record["required"]) <= set(record["parameters"])
    assert set(parameters) - {"hands"} <= set(record["parameters"])
    assert record["source"]


@for_each("game", [game for game in GAMES if game != "baccarat"])
def test_many_hands_are_ranked_in_one_request(client: FlaskClient, game: str) -> None:
    rank_many(client, game, MAX_HANDS if game == "badugi" else 200)


@pytest.mark.exhaustive
@pytest.mark.parametrize("game", [game for game in GAMES if game != "baccarat"])
def test_thousands_of_hands_are_ranked_in_one_request(
    client: FlaskClient, game: str
) -> None:
    rank_many(client, game, MAX_HANDS)


def rank_many(client: FlaskClient, game: str, hands: int) -> None:
    ranking = RANKINGS[game]
    parameters = GAMES[game][0]
    table = {name: parameters[name] for name in ranking.required}
    codes_on_table = {
        code
        for codes in table.values()
        for code in ([codes] if isinstance(codes, str) else codes)
    }
    size = min(ranking.cards[-1], 13)
    deals = [
        [
            card.code
            for card in cards
            if card.code not in codes_on_table
            and card.rank not in ranking.excluded_ranks
        ]
        for cards in sample_hands(game, hands, 36)
    ]
    options = {"independent": True} if "independent" in ranking.parameters else {}
    response = post(
        client,
        PATH,
        game=game,
        hands=[deal[:size] for deal in deals],
        **table,
        **options,
    )
    assert [hand["cards"] for hand in response["hands"]] == [
        deal[:size] for deal in deals
    ]
    assert "winners" not in response


def test_one_hand_more_than_the_maximum_is_refused(client: FlaskClient) -> None:
    errors = check_refusal(
        client.post(
            PATH, json={"game": "blackjack", "hands": [["AS"]] * (MAX_HANDS + 1)}
        )
    )
    assert errors.keys() == {"hands"}
    assert f"0 to {MAX_HANDS:,} items" in errors["hands"]


def test_hands_that_tie_win_together_and_each_half_of_a_split_pot_has_its_winners(
    client: FlaskClient,
) -> None:
    tied = lay("TS 3D", "AD AC", "TD 3C", board=["AS", "KD", "QC", "JH", "2S"])
    assert post(client, PATH, game="poker", **tied)["winners"] == ["1", "3"]
    hands = ("KS KD JC JH", "AS 2D TC 9H", "AC 2S QC 9S")
    for board, low_winners in (("KC 7S 8D 4H 5C", ["2", "3"]), ("KC 7S QD 4H TD", [])):
        response = post(
            client, PATH, game="omaha_hi_lo", **lay(*hands, board=board.split())
        )
        assert response["winners"] == ["1"]
        assert response["low_winners"] == low_winners
        assert (response["hands"][1]["low"] is None) is (not low_winners)


def test_nobody_has_won_while_the_banker_still_draws(client: FlaskClient) -> None:
    response = post(client, PATH, game="baccarat", hands=[["2S", "3D"], ["KC", "3D"]])
    assert [hand["draws"] for hand in response["hands"]] == [True, None]
    assert "winners" not in response


def test_a_deal_can_be_ranked_unchanged(client: FlaskClient) -> None:
    hands = get(client, "/v1/decks/standard/deal", hands=4, cards=5, seed="rank")[
        "hands"
    ]
    response = post(client, PATH, game="poker", hands=[hand["cards"] for hand in hands])
    assert [hand["seat"] for hand in response["hands"]] == [
        hand["seat"] for hand in hands
    ]
    strengths = {hand["seat"]: hand["strength"] for hand in response["hands"]}
    assert response["winners"] == [
        seat for seat in strengths if strengths[seat] == max(strengths.values())
    ]


HELD = {"pineapple": 2, "cribbage": 4}
"""The cards of a dealt hand that are ranked, in games whose players lay some of them away."""


@for_each(
    "game",
    [game for game in CATALOGUE.values() if game.ranking],
    ids=lambda game: game.name,
)
def test_the_own_deal_of_a_game_is_ranked_for_each_number_of_its_players(
    client: FlaskClient, game: Game
) -> None:
    ranking = RANKINGS[game.ranking or ""]
    has_opponents = game.family != "casino" or bool(ranking.sides)
    for players in game.players:
        deal = get(client, f"/v1/games/{game.name}/deal", players=players, seed="rank")
        hands = {
            hand["seat"]: hand["cards"][: HELD.get(game.name)] for hand in deal["hands"]
        }
        piles = {pile["name"]: pile["cards"] for pile in deal["piles"]}
        shared = {"board": piles["board"]} if "board" in piles else {}
        starter = {"starter": piles["starter"][0]} if "starter" in piles else {}
        ranked = post(
            client, PATH, game=game.name, hands_by_seat=hands, **shared, **starter
        )
        assert {hand["seat"]: hand["cards"] for hand in ranked["hands"]} == hands
        assert ("winners" in ranked) == (
            has_opponents and ranking.find_winners is not None
        ), players


FIVE_CARDS = lay("AS KD AC KH 9S", "9H 9C 5S 4H 3D")
OTHER_HANDS = {
    "spanish_21": lay("AS KD", "9H 7C JD"),
    "let_it_ride": FIVE_CARDS,
    "mississippi_stud": FIVE_CARDS,
}
"""The hands of a request for games that have no tens, or no board of five cards."""


def test_a_game_has_the_ranking_that_its_description_names(client: FlaskClient) -> None:
    assert GAMES.keys() == RANKINGS.keys()  # an example of each
    games = {
        game["game"]: game.get("ranking") for game in get(client, "/v1/games")["games"]
    }
    listed = {
        game: one["game"]
        for one in get(client, "/v1/hands")["rankings"]
        for game in one["games"]
    }
    assert {game: ranking for game, ranking in games.items() if ranking} == listed
    for game, ranking in games.items():
        if ranking:
            body = OTHER_HANDS.get(game) or GAMES[ranking][0]
            ranked = post(client, PATH, game=ranking, **body) | {"game": game}
            if "house_rule" in get(client, f"/v1/games/{game}"):
                ranked.pop("winners", None)
            assert post(client, PATH, game=game, **body) == ranked
            assert ranking == game or game not in RANKINGS
        elif game not in RANKINGS:
            refused = client.post(PATH, json={"game": game, "hands": [["AS"]]})
            start = f"The hands of {game} have no ranking. Must be one of: poker, "
            assert json_object(refused)["errors"]["game"][0].startswith(start)
    refused = client.post(PATH, json={"game": "holdemm", "hands": [["AS"]]})
    assert json_object(refused)["errors"]["game"][0].endswith("Did you mean 'holdem'?")
    assert get(client, "/v1/games/big_o")["ranking"] == "omaha_hi_lo"


def test_hands_come_back_under_the_seats_of_the_request(client: FlaskClient) -> None:
    hands = {
        "2": ["AS", "2D", "TC", "9H"],
        "5": ["KS", "KD", "JC", "JH"],
        "dealer": ["AC", "2S", "QC", "9S"],
    }
    response = post(
        client,
        PATH,
        game="big_o",
        hands_by_seat=hands,
        board=["KC", "7S", "8D", "4H", "5C"],
    )
    assert {hand["seat"]: hand["cards"] for hand in response["hands"]} == hands
    assert response["winners"] == ["5"]
    assert response["low_winners"] == ["2", "dealer"]
    folded = {seat: cards for seat, cards in hands.items() if seat != "2"}
    response = post(
        client,
        PATH,
        game="big_o",
        hands_by_seat=folded,
        board=["KC", "7S", "8D", "4H", "5C"],
    )
    assert response["winners"] == ["5"]
    assert response["low_winners"] == ["dealer"]
    refused = client.post(PATH, json={"game": "big_o", "hands": hands})
    assert json_object(refused)["errors"]["hands"][0].endswith(
        "hands_by_seat takes an object of them by seat."
    )
    refused = client.post(
        PATH, json={"game": "big_o", "hands_by_seat": {"N": ["AS", "2S", "3S", 4]}}
    )
    assert json_object(refused)["errors"]["hands_by_seat"][0].startswith(
        "Seat 'N', item 4: Must be a card"
    )


HOUSE = read_table("deals/house_showdowns.yaml")


@for_each("case", HOUSE)
def test_each_seat_plays_against_the_dealer_alone(
    client: FlaskClient, case: dict[str, Any]
) -> None:
    hands = {seat: cards.split() for seat, cards in case["hands"].items()}
    board = {"board": case["board"].split()} if "board" in case else {}
    response = post(client, PATH, game=case["game"], hands_by_seat=hands, **board)
    members = {"qualifies", "against_dealer"}
    found = [
        value
        for hand in response["hands"]
        for name, value in hand.items()
        if name in members
    ]
    assert found == case["found"]
    assert "winners" not in response


def test_hands_of_games_against_the_house_are_compared_only_with_a_dealer_of_the_same_deal(
    client: FlaskClient,
) -> None:
    for game in ("three_card_poker", "caribbean_stud"):
        cards = "AS KD 4C" if game == "three_card_poker" else "AS KD 4C 3H 2S"
        for request in (
            lay(cards),
            {"hands_by_seat": {"dealer": cards.split()}, "independent": True},
        ):
            [hand] = post(client, PATH, game=game, **request)["hands"]
            assert hand.keys() == {
                "seat",
                "cards",
                "category",
                "description",
                "best",
                "strength",
            }


def test_spanish_21_has_no_tens(client: FlaskClient) -> None:
    errors = check_refusal(
        client.post(PATH, json={"game": "spanish_21", "hands": [["TS", "AS"]]})
    )
    assert errors == {
        "hands": "Hand 1, card 1: TS is not in this pack, which is without T."
    }


@for_each(
    ("hands", "options", "ends"),
    [  # of three of a kind, something between, and 2-3-5 of three suits, of two, and of one
        (("KS KH KD", "2S 3H 5D"), {}, {"winners": ["1"]}),
        (("KS KH KD", "2S 3H 5D"), {"two_three_five": False}, {"winners": ["1"]}),
        (("KS KH KD", "2S 3H 5D"), {"two_three_five": True}, {"winners": ["2"]}),
        (("KS KH KD", "2S 3S 5D"), {"two_three_five": True}, {"winners": ["1"]}),
        (("KS KH KD", "2S 3S 5S"), {"two_three_five": True}, {"winners": ["1"]}),
        (
            ("KS KH KD", "2S 3H 5D", "2C 3S 5H"),
            {"two_three_five": True},
            {"winners": ["2", "3"]},
        ),
        (
            ("KS KH KD", "2S 3H 5D", "4S 4H 9C"),
            {"two_three_five": True},
            {"circle": ["1", "2", "3"]},
        ),
        (
            ("KS KH KD", "2S 3H 5D", "4S 4H 9C", "2C 3C 5H"),
            {"two_three_five": True},
            {"circle": ["1", "2", "3"]},
        ),
        (("2S 3H 5D", "4S 4H 9C"), {"two_three_five": True}, {"winners": ["2"]}),
        (("KS KH KD", "2S 3H 5D"), {"two_three_five": True, "independent": True}, {}),
    ],
)
def test_hands_of_zha_jin_hua_that_beat_each_other_in_a_circle_have_no_winners(
    client: FlaskClient,
    hands: tuple[str, ...],
    options: dict[str, bool],
    ends: dict[str, list[str]],
) -> None:
    response = post(client, PATH, game="zha_jin_hua", **lay(*hands, **options))
    assert {
        name: response[name] for name in ("winners", "circle") if name in response
    } == ends
    assert {
        hand["strength"]
        for hand in response["hands"]
        if hand["cards"] == ["KS", "KH", "KD"]
    } <= {740}
    assert ("beats" in response["hands"][0]) is (options == {"two_three_five": True})
