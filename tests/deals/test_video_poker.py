"""Video poker: the draw goes on from the deal of the same seed, with nothing stored."""

from typing import Any

from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from service.app import create_app
from service.core.crypto.keys import VrfKey
from service.core.shuffles.registry import SHUFFLES
from service.settings import Settings
from tests.http.spec import check_refusal, get, post
from tests.tables import FEW, for_each
from tests.verification.test_verify import ALTERED, VERIFY, check_altered

DEAL = "/v1/games/video_poker/deal"
DRAW = "/v1/games/video_poker/draw"
KEY = VrfKey.from_base64url("A" * 43)
CLIENT = create_app(Settings(vrf_keys=(KEY,))).test_client()


@for_each("algorithm", SHUFFLES)
@FEW
@given(
    held=st.sets(st.integers(1, 5)),
    seed=st.text("abc", min_size=1),
    index=st.integers(0, 5),
)
def test_cards_not_held_are_replaced_from_the_top_of_the_deals_own_stock(
    algorithm: str, held: set[int], seed: str, index: int
) -> None:
    parameters = {
        "seed": seed,
        "index": index,
        "algorithm": algorithm,
        "suit_order": "CDHS",
    }
    deal = get(CLIENT, DEAL, **parameters)
    draw = post(CLIENT, DRAW, **parameters, held=sorted(held))
    stock = iter(deal["piles"][0]["cards"])
    hand = deal["hands"][0]["cards"]
    assert draw["dealt"]["cards"] == hand
    assert draw["cards"] == [
        card if position in held else next(stock)
        for position, card in enumerate(hand, start=1)
    ]


def test_a_hand_is_ranked_and_a_royal_flush_pays_less_for_each_of_fewer_coins(
    client: FlaskClient,
) -> None:
    draw = post(client, DRAW, seed="4", held=[])
    ranked = post(
        client, "/v1/hands/rank", game="jacks_or_better", hands=[draw["cards"]]
    )["hands"][0]
    for name in ("category", "description", "points", "payout"):
        assert draw[name] == ranked[name]
    codes = {card["code"] for card in get(client, "/v1/decks/standard")["cards"]} - {
        "TS",
        "JS",
        "QS",
        "KS",
        "AS",
    }
    royal = {"seed": 1, "held": [1, 2, 3, 4, 5], "exclude": sorted(codes)}
    payouts = [post(client, DRAW, **royal, **coins) for coins in ({}, {"coins": 4})]
    assert [(draw["payout"], draw["points"]) for draw in payouts] == [
        (800, 9),
        (250, 9),
    ]


def test_a_pack_too_short_for_the_draw_is_refused(client: FlaskClient) -> None:
    codes = [card["code"] for card in get(client, "/v1/decks/standard")["cards"]]
    parameters = {"seed": 1, "exclude": codes[:45]}
    assert post(client, DRAW, **parameters, held=[1, 2, 3])["cards"]
    refused = check_refusal(client.post(DRAW, json=parameters | {"held": [1, 2]}))
    assert refused == {"exclude": "Deal and draw take 8 cards, but there are 7."}


PROVE = {"key": KEY.kid, "game": "table 7", "round": 1, "players": ["k3v9"]}


@for_each("batch", [False, True])
@FEW
@given(data=st.data(), other=ALTERED)
def test_a_draw_is_its_own_receipt_and_altered_anywhere_it_is_not_valid(
    data: st.DataObject, other: Any, *, batch: bool
) -> None:
    options = {"repeats": 2} if batch else {"coins": 2}
    draw = post(CLIENT, f"{DRAW}{'/batch' * batch}", seed=3, held=[1, 4], **options)
    assert post(CLIENT, VERIFY, **draw)["valid"] is True
    check_altered(draw, data, other)


def test_the_five_coins_of_the_default_mean_the_same_as_none(
    client: FlaskClient,
) -> None:
    assert post(client, DRAW, seed=3, held=[2], coins=5) == post(
        client, DRAW, seed=3, held=[2]
    )
    decoded, plain = (
        client.post(DRAW, json={"seed": "x", "held": [one, 2], "coins": one})
        for one in (1.0, 1)
    )
    assert decoded.data == plain.data


def test_the_proof_of_a_draw_is_that_of_its_deal() -> None:
    deal = post(CLIENT, DEAL, prove=PROVE)
    draw = post(CLIENT, DRAW, held=[1, 2], coins=1, prove=PROVE)
    assert draw["proof"] == deal["proof"]
    assert draw["dealt"]["cards"] == deal["hands"][0]["cards"]
    assert post(CLIENT, VERIFY, **draw)["valid"] is True
    other = post(
        CLIENT, VERIFY, **draw | {"request": draw["request"] | {"held": [1, 3]}}
    )
    assert other["valid"] is False
    assert other["difference"]["where"] == "cards[1]"
