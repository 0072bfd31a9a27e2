"""/v1/hands over HTTP."""

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.core.hands.rankings import RANKINGS
from service.core.hands.showdowns import MAX_HANDS
from tests.api.spec import check_refusal, get, json_object, post
from tests.core.hands.sample_cards import sample_hands
from tests.core.hands.test_rankings import run_python
from tests.tables import for_each

PATH = "/v1/hands/rank"

Example = tuple[dict[str, Any], dict[str, Any], list[str] | None]

TEXAS: Example = (
    {"hands": [["AS", "KD"], ["9h", "9c"]], "board": ["AC", "KH", "9S", "2D", "2C"]},
    {
        "category": "full_house",
        "description": "full house, nines over twos",
        "best": ["9H", "9C", "9S", "2D", "2C"],
        "strength": 7225,
    },
    ["2"],
)

# A request for each game, the expected members of its second hand beside its cards, and the winners.
GAMES: dict[str, Example] = {
    **dict.fromkeys(("poker", "pineapple"), TEXAS),
    "omaha": (
        {"hands": [["AS", "AD", "3C", "4H"], ["KS", "KD", "5C", "6H"]], "board": ["KC", "7S", "8D"]},
        {
            "category": "three_of_a_kind",
            "description": "three of a kind, kings",
            "best": ["KS", "KD", "KC", "8D", "7S"],
            "strength": 5742,
        },
        ["2"],
    ),
    "omaha_hi_lo": (
        {"hands": [["KS", "KD", "JC", "JH"], ["AS", "2D", "TC", "9H"]], "board": ["KC", "7S", "8D", "4H", "2C"]},
        {
            "category": "one_pair",
            "description": "pair of twos",
            "best": ["2D", "2C", "AS", "KC", "8D"],
            "strength": 1493,
            "low": {
                "category": "high_card",
                "description": "eight-seven low",
                "best": ["8D", "7S", "4H", "2D", "AS"],
                "strength": 6138,
            },
        },
        ["1"],
    ),
    "short_deck": (
        {"hands": [["AS", "AH"], ["QD", "8D"]], "board": ["AD", "KD", "KC", "9D", "7S"]},
        {
            "category": "flush",
            "description": "flush, ace high",
            "best": ["AD", "KD", "QD", "9D", "8D"],
            "strength": 1318,
        },
        ["2"],
    ),
    "short_deck_trips": (
        {"hands": [["6S", "7H"], ["9H", "9S"]], "board": ["9D", "8C", "TC", "AD", "QS"]},
        {
            "category": "three_of_a_kind",
            "description": "three of a kind, nines",
            "best": ["9H", "9S", "9D", "AD", "QS"],
            "strength": 993,
        },
        ["2"],
    ),
    "razz": (
        {"hands": [["AS", "2H", "3D", "4C", "7S", "KS", "KD"], ["6S", "5S", "3S", "2S", "AD", "AC", "QH"]]},
        {
            "category": "high_card",
            "description": "six-five low",
            "best": ["6S", "5S", "3S", "2S", "AD"],
            "strength": 6173,
        },
        ["2"],
    ),
    "stud_hi_lo": (
        {"hands": [["KS", "KD", "KC", "JH", "TH", "9H", "2C"], ["AS", "2D", "3C", "4H", "5C", "8S", "8D"]]},
        {
            "category": "straight",
            "description": "straight, five high",
            "best": ["5C", "4H", "3C", "2D", "AS"],
            "strength": 5854,
            "low": {
                "category": "high_card",
                "description": "five-four low",
                "best": ["5C", "4H", "3C", "2D", "AS"],
                "strength": 6175,
            },
        },
        ["2"],
    ),
    "deuce_to_seven": (
        {"hands": [["2S", "2H", "3D", "4C", "5S"], ["AS", "2D", "3C", "4H", "5H"]]},
        {
            "category": "high_card",
            "description": "ace-five low",
            "best": ["AS", "5H", "4H", "3C", "2D"],
            "strength": 6678,
        },
        ["2"],
    ),
    "badugi": (
        {"hands": [["AS", "2S", "3D", "4C"], ["KS", "QH", "JD", "TC"]]},
        {
            "category": "badugi",
            "description": "badugi, king high",
            "best": ["KS", "QH", "JD", "TC"],
            "strength": 378,
        },
        ["2"],
    ),
    "three_card_poker": (
        {"hands": [["AS", "9S", "2S"], ["2H", "3D", "AC"]]},
        {
            "category": "straight",
            "description": "straight, three high",
            "best": ["3D", "2H", "AC"],
            "strength": 705,
        },
        ["2"],
    ),
    "teen_patti": (
        {"hands": [["KS", "QS", "JS"], ["2S", "2H", "2C"], ["AH", "2D", "3C"]]},
        {
            "category": "three_of_a_kind",
            "description": "three of a kind, twos",
            "best": ["2S", "2H", "2C"],
            "strength": 729,
        },
        ["2"],
    ),
    "chinese_poker_set": (
        {
            "hands": [
                ["2S", "2H", "KD", "3S", "3H", "4C", "4D", "9S", "TS", "TH", "TD", "5C", "5D"],
                ["AS", "AH", "QD", "6S", "7H", "8C", "9D", "TC", "JS", "8S", "7S", "4S", "QS"],
            ]
        },
        {
            "description": "pair of aces; straight, ten high; flush, queen high",
            "front": 441,
            "middle": 5859,
            "back": 6268,
            "fouled": False,
            "units": 1,
        },
        ["2"],
    ),
    "jacks_or_better": (
        {"hands": [["2S", "2H", "3D", "4C", "5S"], ["TS", "JS", "QS", "KS", "AS"]], "coins": 4},
        {
            "category": "royal_flush",
            "description": "royal flush",
            "points": 9,
            "payout": 250,
        },
        None,
    ),
    "blackjack": (
        {"hands": [["TS", "TS", "TS"], ["AS", "6S"]]},
        {
            "total": 17,
            "hard": 7,
            "soft": True,
            "natural": False,
            "bust": False,
            "strength": 17,
        },
        None,
    ),
    "baccarat": (
        {"hands": [["2S", "3D", "8C"], ["KC", "3D"]]},
        {"side": "banker", "total": 3, "natural": False, "draws": False},
        ["1", "2"],
    ),
    "bridge": (
        {
            "hands": [
                ["AS", "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "TS", "JS", "QS", "KS"],
                ["AH", "2H", "3H", "4H", "5H", "6H", "7D", "8D", "9D", "10C", "JC", "QC", "KC"],
            ]
        },
        {
            "points": 10,
            "shape": "6-4-3-0",
            "suits": {"spades": 0, "hearts": 6, "diamonds": 3, "clubs": 4},
        },
        None,
    ),
    "cribbage": (
        {"hands": [["2S", "4D", "6S", "8C"], ["5S", "TD", "KC", "9H"]], "starter": "9D", "crib": True},
        {
            "points": 6,
            "items": [
                {"kind": "fifteen", "points": 2, "cards": ["5S", "TD"]},
                {"kind": "fifteen", "points": 2, "cards": ["5S", "KC"]},
                {"kind": "pair", "points": 2, "cards": ["9H", "9D"]},
            ],
        },
        None,
    ),
}


def test_there_is_an_example_of_every_game() -> None:
    assert list(GAMES) == list(RANKINGS)


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
    record = next(record for record in get(client, "/v1/hands")["rankings"] if record["game"] == game)
    parameters, expected, winners = GAMES[game]
    assert record["members"] == [*expected]
    assert record["winners"] == (winners is not None)
    assert set(record["required"]) <= set(record["parameters"])
    assert set(parameters) - {"hands"} <= set(record["parameters"])
    assert record["source"]


@for_each("game", [game for game in GAMES if game != "baccarat"])
def test_many_hands_are_ranked_in_one_request(client: FlaskClient, game: str) -> None:
    rank_many(client, game, MAX_HANDS if game == "badugi" else 200)


@pytest.mark.exhaustive
@pytest.mark.parametrize("game", [game for game in GAMES if game != "baccarat"])
def test_thousands_of_hands_are_ranked_in_one_request(client: FlaskClient, game: str) -> None:
    rank_many(client, game, MAX_HANDS)


def rank_many(client: FlaskClient, game: str, hands: int) -> None:
    ranking, parameters = RANKINGS[game], GAMES[game][0]
    table = {name: parameters[name] for name in ranking.required}
    codes_on_table = {code for codes in table.values() for code in ([codes] if isinstance(codes, str) else codes)}
    size = min(ranking.cards[-1], 13)
    deals = [
        [card.code for card in cards if card.code not in codes_on_table and card.rank not in ranking.excluded_ranks][
            :size
        ]
        for cards in sample_hands(game, hands, 36)
    ]
    options = {"independent": True} if "independent" in ranking.parameters else {}
    response = post(client, PATH, game=game, hands=deals, **table, **options)
    assert [hand["cards"] for hand in response["hands"]] == deals
    assert "winners" not in response


def test_one_hand_more_than_the_maximum_is_refused(client: FlaskClient) -> None:
    errors = check_refusal(client.post(PATH, json={"game": "blackjack", "hands": [["AS"]] * (MAX_HANDS + 1)}))
    assert errors.keys() == {"hands"}
    assert f"0 to {MAX_HANDS:,} items" in errors["hands"]


def test_hands_that_tie_win_together(client: FlaskClient) -> None:
    board = ["AS", "KD", "QC", "JH", "2S"]
    response = post(client, PATH, game="poker", hands=[["TS", "3D"], ["AD", "AC"], ["TD", "3C"]], board=board)
    assert response["winners"] == ["1", "3"]


def test_each_half_of_a_split_pot_has_its_winners(client: FlaskClient) -> None:
    hands = [["KS", "KD", "JC", "JH"], ["AS", "2D", "TC", "9H"], ["AC", "2S", "QC", "9S"]]
    response = post(client, PATH, game="omaha_hi_lo", hands=hands, board=["KC", "7S", "8D", "4H", "5C"])
    assert (response["winners"], response["low_winners"]) == (["1"], ["2", "3"])


def test_no_low_hand_wins_on_a_board_of_high_cards(client: FlaskClient) -> None:
    hands = [["KS", "KD", "JC", "JH"], ["AS", "2D", "TC", "9H"]]
    response = post(client, PATH, game="omaha_hi_lo", hands=hands, board=["KC", "7S", "QD", "4H", "TD"])
    assert response["hands"][1]["low"] is None
    assert (response["winners"], response["low_winners"]) == (["1"], [])


def test_nobody_has_won_while_the_banker_still_draws(client: FlaskClient) -> None:
    response = post(client, PATH, game="baccarat", hands=[["2S", "3D"], ["KC", "3D"]])
    assert [hand["draws"] for hand in response["hands"]] == [True, None]
    assert "winners" not in response


def test_a_rank_may_not_be_cached_and_the_list_for_an_hour(client: FlaskClient) -> None:
    game, (parameters, *_) = next(iter(GAMES.items()))
    assert client.post(PATH, json={"game": game, **parameters}).headers["Cache-Control"] == "no-store"
    assert "max-age=3600" in client.get("/v1/hands").headers["Cache-Control"]


def test_a_deal_can_be_ranked_unchanged(client: FlaskClient) -> None:
    hands = get(client, "/v1/decks/standard/deal", hands=4, cards=5, seed="rank")["hands"]
    response = post(client, PATH, game="poker", hands=[hand["cards"] for hand in hands])
    assert [hand["seat"] for hand in response["hands"]] == [hand["seat"] for hand in hands]
    strengths = {hand["seat"]: hand["strength"] for hand in response["hands"]}
    assert response["winners"] == [seat for seat in strengths if strengths[seat] == max(strengths.values())]


@for_each(
    ("name", "start"), [("game", "This is required. Must be one of: "), ("hands", "Give the hands once: in hands, ")]
)
def test_a_request_without_the_game_or_the_hands_is_refused(client: FlaskClient, name: str, start: str) -> None:
    body = {"game": "poker", "hands": [["AS", "KD", "QS", "JC", "TH"]]}
    post(client, PATH, **body)
    response = client.post(PATH, json={member: value for member, value in body.items() if member != name})
    assert check_refusal(response)[name].startswith(start)


def test_a_game_has_the_ranking_that_its_description_names(client: FlaskClient) -> None:
    games = {game["game"]: game.get("ranking") for game in get(client, "/v1/games")["games"]}
    listed = {game: one["game"] for one in get(client, "/v1/hands")["rankings"] for game in one["games"]}
    assert {game: ranking for game, ranking in games.items() if ranking} == listed
    for game, ranking in games.items():
        if ranking:
            body = GAMES[ranking][0]
            assert post(client, PATH, game=game, **body) == post(client, PATH, game=ranking, **body) | {"game": game}
            assert ranking == game or game not in RANKINGS
        else:
            refused = client.post(PATH, json={"game": game, "hands": [["AS"]]})
            start = f"The hands of {game} have no ranking. Must be one of: poker, "
            assert json_object(refused)["errors"]["game"][0].startswith(start)
    refused = client.post(PATH, json={"game": "texas", "hands": [["AS"]]})
    assert json_object(refused)["errors"]["game"][0].endswith("Did you mean 'holdem'?")
    assert get(client, "/v1/games/big_o")["ranking"] == "omaha_hi_lo"


def test_hands_come_back_under_the_seats_of_the_request(client: FlaskClient) -> None:
    hands = {"2": ["AS", "2D", "TC", "9H"], "5": ["KS", "KD", "JC", "JH"], "dealer": ["AC", "2S", "QC", "9S"]}
    response = post(client, PATH, game="big_o", hands_by_seat=hands, board=["KC", "7S", "8D", "4H", "5C"])
    assert {hand["seat"]: hand["cards"] for hand in response["hands"]} == hands
    assert (response["winners"], response["low_winners"]) == (["5"], ["2", "dealer"])
    folded = {seat: cards for seat, cards in hands.items() if seat != "2"}
    response = post(client, PATH, game="big_o", hands_by_seat=folded, board=["KC", "7S", "8D", "4H", "5C"])
    assert (response["winners"], response["low_winners"]) == (["5"], ["dealer"])
    refused = client.post(PATH, json={"game": "big_o", "hands": hands})
    assert json_object(refused)["errors"]["hands"][0].endswith("hands_by_seat takes an object of them by seat.")
    refused = client.post(PATH, json={"game": "big_o", "hands_by_seat": {"N": ["AS", "2S", "3S", 4]}})
    assert json_object(refused)["errors"]["hands_by_seat"][0].startswith("Seat 'N', item 4: Must be a card")
