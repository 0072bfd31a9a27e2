"""Video poker: the draw goes on from the deal of the same seed, with nothing stored."""

from typing import Any

from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from service.app import create_app
from service.core.shuffles.algorithms import SHUFFLES
from service.settings import Settings
from tests.api.spec import check_refusal, check_response, get, json_object, post
from tests.tables import FEW, for_each

DEAL, DRAW = "/v1/games/video_poker/deal", "/v1/games/video_poker/draw"
CLIENT = create_app(Settings()).test_client()


@for_each("algorithm", SHUFFLES)
@FEW
@given(held=st.sets(st.integers(1, 5)), seed=st.text("abc", min_size=1), index=st.integers(0, 5))
def test_cards_not_held_are_replaced_from_the_top_of_the_deals_own_stock(
    algorithm: str, held: set[int], seed: str, index: int
) -> None:
    parameters = {"seed": seed, "index": index, "algorithm": algorithm, "suit_order": "CDHS"}
    deal = get(CLIENT, DEAL, **parameters)
    draw = post(CLIENT, DRAW, **parameters, held=sorted(held))
    stock = iter(deal["piles"][0]["cards"])
    hand = deal["hands"][0]["cards"]
    assert draw["dealt"]["cards"] == hand
    assert draw["cards"] == [card if position in held else next(stock) for position, card in enumerate(hand, start=1)]


def test_the_hand_is_ranked_and_paid(client: FlaskClient) -> None:
    draw = post(client, DRAW, seed="4", held=[])
    ranked = post(client, "/v1/hands/rank", game="jacks_or_better", hands=[draw["cards"]])["hands"][0]
    for name in ("category", "description", "points", "payout"):
        assert draw[name] == ranked[name]


def test_a_royal_flush_pays_less_for_each_of_fewer_coins(client: FlaskClient) -> None:
    """The deck has no other cards than those of one royal flush."""
    others = [card for card in get(client, "/v1/decks/standard")["cards"] if card["code"] not in ROYAL]
    parameters = {"seed": 1, "held": [1, 2, 3, 4, 5], "exclude": [card["code"] for card in others]}
    assert post(client, DRAW, **parameters)["payout"] == 800
    assert post(client, DRAW, **parameters, coins=4)["payout"] == 250
    assert post(client, DRAW, **parameters)["points"] == 9


ROYAL = {"TS", "JS", "QS", "KS", "AS"}


def test_a_batch_holds_the_same_positions_in_every_deal(client: FlaskClient) -> None:
    draw = post(client, f"{DRAW}/batch", seed="42", held=[2, 5], repeats=3)
    for index in range(3):
        single = post(client, DRAW, seed="42", held=[5, 2], index=index)
        for name in ("cards", "indices", "dealt", "category", "points", "payout"):
            assert draw[name][index] == single[name]


@for_each(
    ("body", "field", "sentence"),
    [
        ({"held": []}, "seed", "This is required"),
        ({"seed": 1}, "held", "This is required"),
        ({"seed": 1, "held": [0]}, "held", "from 1 to 5"),
        ({"seed": 1, "held": [1, 1]}, "held", "list each number once"),
        ({"seed": 1, "held": [], "coins": 6}, "coins", "from 1 to 5"),
        ({"seed": 1, "held": [], "decks": 2}, "decks", "video_poker does not take decks; it takes suit_order, exclude"),
        ({"seed": 1, "held": [], "players": 1}, "players", "Unknown parameter"),
    ],
)
def test_an_invalid_draw_is_refused(client: FlaskClient, body: dict[str, Any], field: str, sentence: str) -> None:
    assert sentence in check_refusal(client.post(DRAW, json=body))[field]


def test_a_pack_too_short_for_the_draw_is_refused(client: FlaskClient) -> None:
    codes = [card["code"] for card in get(client, "/v1/decks/standard")["cards"]]
    parameters = {"seed": 1, "exclude": codes[:45]}
    assert post(client, DRAW, **parameters, held=[1, 2, 3])["cards"]
    response = check_response(client.post(DRAW, json=parameters | {"held": [1, 2]}))
    assert json_object(response)["errors"] == {"exclude": ["Deal and draw take 8 cards, but there are 7."]}


def test_the_evaluation_of_each_hand_of_a_batch_counts(client: FlaskClient) -> None:
    errors = check_refusal(client.post(f"{DRAW}/batch", json={"seed": 1, "held": [1, 2, 3, 4, 5], "repeats": 30_000}))
    assert "MAX_DRAWS" in errors["repeats"]
