"""Video poker: the draw goes on from the deal of the same seed, with nothing stored."""

from typing import Any

from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from service.app import create_app
from service.core.crypto.keys import VrfKey
from service.core.shuffles.registry import SHUFFLES
from service.settings import Settings
from tests.examples import FEW
from tests.http.spec import check_refusal, get, post
from tests.tables import for_each
from tests.verification.seeded_files import ALTERED, VERIFY, check_altered

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
    shuffle = {"algorithm": algorithm, "suit_order": "CDHS"}
    parameters = shuffle | {"seed": seed, "index": index}
    deal = get(CLIENT, DEAL, **parameters)
    draw = post(CLIENT, DRAW, **parameters, held=sorted(held))
    [hand] = deal["hands"]
    [pile] = deal["piles"]
    assert draw["dealt"]["cards"] == hand["cards"]
    stock = iter(pile["cards"])
    expected = []
    for position, card in enumerate(hand["cards"], start=1):
        expected.append(card if position in held else next(stock))
    assert draw["cards"] == expected


def test_a_hand_is_ranked_and_a_royal_flush_pays_less_for_each_of_fewer_coins(
    client: FlaskClient,
) -> None:
    draw = post(client, DRAW, seed="4", held=[])
    hands = {"game": "jacks_or_better", "hands": [draw["cards"]]}
    [ranked] = post(client, "/v1/hands/rank", **hands)["hands"]
    for name in ("category", "description", "points", "payout"):
        assert draw[name] == ranked[name]
    others = set(list_codes(client)) - {"TS", "JS", "QS", "KS", "AS"}
    royal = {"seed": 1, "held": [1, 2, 3, 4, 5], "exclude": sorted(others)}
    five_coins = post(client, DRAW, **royal)
    assert five_coins["payout"] == 800
    assert five_coins["points"] == 9
    four_coins = post(client, DRAW, **royal, coins=4)
    assert four_coins["payout"] == 250
    assert four_coins["points"] == 9


def list_codes(client: FlaskClient) -> list[str]:
    """Return the codes of the standard pack."""
    deck = get(client, "/v1/decks/standard")
    return [card["code"] for card in deck["cards"]]


def test_a_pack_too_short_for_the_draw_is_refused(client: FlaskClient) -> None:
    parameters = {"seed": 1, "exclude": list_codes(client)[:45]}
    drawn = post(client, DRAW, **parameters, held=[1, 2, 3])
    assert drawn["cards"]
    refused = check_refusal(client.post(DRAW, json=parameters | {"held": [1, 2]}))
    assert refused == {"exclude": "Deal and draw take 8 cards, but there are 7."}


PROVE = {"key": KEY.kid, "game": "table 7", "round": 1, "players": ["k3v9"]}


@for_each("batch", [False, True])
@FEW
@given(data=st.data(), other=ALTERED)
def test_a_draw_is_its_own_receipt_and_altered_anywhere_it_is_not_valid(
    data: st.DataObject, other: Any, *, batch: bool
) -> None:
    path = f"{DRAW}/batch" if batch else DRAW
    options = {"repeats": 2} if batch else {"coins": 2}
    draw = post(CLIENT, path, seed=3, held=[1, 4], **options)
    assert post(CLIENT, VERIFY, **draw)["valid"] is True
    check_altered(draw, data, other)


def test_the_five_coins_of_the_default_mean_the_same_as_none(
    client: FlaskClient,
) -> None:
    draw = {"seed": 3, "held": [2]}
    assert post(client, DRAW, **draw, coins=5) == post(client, DRAW, **draw)


def test_a_number_with_a_decimal_point_is_the_whole_number(client: FlaskClient) -> None:
    decimal = client.post(DRAW, json={"seed": "x", "held": [1.0, 2], "coins": 1.0})
    plain = client.post(DRAW, json={"seed": "x", "held": [1, 2], "coins": 1})
    assert decimal.data == plain.data


def test_the_proof_of_a_draw_is_that_of_its_deal() -> None:
    deal = post(CLIENT, DEAL, prove=PROVE)
    draw = post(CLIENT, DRAW, held=[1, 2], coins=1, prove=PROVE)
    [hand] = deal["hands"]
    assert draw["proof"] == deal["proof"]
    assert draw["dealt"]["cards"] == hand["cards"]
    assert post(CLIENT, VERIFY, **draw)["valid"] is True
    draw["request"]["held"] = [1, 3]
    verdict = post(CLIENT, VERIFY, **draw)
    assert verdict["valid"] is False
    assert verdict["difference"]["where"] == "cards[1]"
