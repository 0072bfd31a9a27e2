"""Video poker: the draw goes on from the deal of the same seed, with nothing stored."""

from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from service.app import create_app
from service.core.shuffles.catalogue import SHUFFLES
from service.settings import Settings
from tests.api.spec import check_response, get, json_object, post

DEAL, DRAW = "/v1/games/video_poker/deal", "/v1/games/video_poker/draw"
CLIENT = create_app(Settings()).test_client()


@given(st.sets(st.integers(1, 5)), st.text("abc", min_size=1), st.integers(0, 5), st.sampled_from(sorted(SHUFFLES)))
def test_what_is_not_held_comes_from_the_top_of_the_deals_own_stock(
    held: set[int], seed: str, index: int, algorithm: str
) -> None:
    asked = {"seed": seed, "index": index, "algorithm": algorithm, "suit_order": "CDHS"}
    dealt = get(CLIENT, DEAL, **asked)
    drawn = post(CLIENT, DRAW, **asked, held=sorted(held))
    stock = iter(dealt["piles"][0]["cards"])
    before = dealt["hands"][0]["cards"]
    assert drawn["dealt"]["cards"] == before
    assert drawn["cards"] == [card if place in held else next(stock) for place, card in enumerate(before, start=1)]


def test_the_hand_is_ranked_and_paid(client: FlaskClient) -> None:
    drawn = post(client, DRAW, seed="4", held=[])
    ranked = post(client, "/v1/hands/rank", game="jacks_or_better", hands=[drawn["cards"]])["hands"][0]
    for name in ("category", "description", "points", "payout"):
        assert drawn[name] == ranked[name]


def test_a_royal_flush_pays_less_for_each_of_fewer_coins(client: FlaskClient) -> None:
    """Without the other cards, what is dealt is a royal flush, in some order."""
    others = [card for card in get(client, "/v1/decks/standard")["cards"] if card["code"] not in ROYAL]
    asked = {"seed": 1, "held": [1, 2, 3, 4, 5], "exclude": [card["code"] for card in others]}
    assert post(client, DRAW, **asked)["payout"] == 800
    assert post(client, DRAW, **asked, coins=4)["payout"] == 250
    assert post(client, DRAW, **asked)["points"] == 9


ROYAL = {"TS", "JS", "QS", "KS", "AS"}


def test_a_batch_holds_the_same_places_in_every_deal(client: FlaskClient) -> None:
    drawn = post(client, f"{DRAW}/batch", seed="42", held=[2, 5], repeats=3)
    for index in range(3):
        single = post(client, DRAW, seed="42", held=[5, 2], index=index)
        for name in ("cards", "indices", "dealt", "category", "points", "payout"):
            assert drawn[name][index] == single[name]


@pytest.mark.parametrize(
    ("body", "field", "sentence"),
    [
        ({"held": []}, "seed", "This is required"),
        ({"seed": 1}, "held", "This is required"),
        ({"seed": 1, "held": [0]}, "held", "from 1 to 5"),
        ({"seed": 1, "held": [1, 1]}, "held", "list each place once"),
        ({"seed": 1, "held": [], "coins": 6}, "coins", "from 1 to 5"),
        ({"seed": 1, "held": [], "decks": 2}, "decks", "video_poker does not take decks; it takes suit_order, exclude"),
        ({"seed": 1, "held": [], "players": 1}, "players", "Unknown parameter"),
    ],
)
def test_what_makes_no_draw_is_refused(client: FlaskClient, body: dict[str, Any], field: str, sentence: str) -> None:
    answer = check_response(client.post(DRAW, json=body))
    assert answer.status_code == 422
    assert sentence in json_object(answer)["errors"][field][0]


def test_a_pack_too_short_for_the_draw_is_refused(client: FlaskClient) -> None:
    codes = [card["code"] for card in get(client, "/v1/decks/standard")["cards"]]
    asked = {"seed": 1, "exclude": codes[:45]}
    assert post(client, DRAW, **asked, held=[1, 2, 3])["cards"]
    answer = check_response(client.post(DRAW, json=asked | {"held": [1, 2]}))
    assert json_object(answer)["errors"] == {"exclude": ["Deal and draw take 8 cards, but there are 7."]}
