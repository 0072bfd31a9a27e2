from math import factorial

from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from service.core.shuffles.ranks import MAX_ITEMS
from service.games.big_deal import DEALS
from tests.http.spec import check_refusal, get, post
from tests.tables import for_each

RANK = "/v1/orders/rank"
UNRANK = "/v1/orders/unrank"
FIRST_DEAL = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"


def test_an_order_has_a_rank_and_the_rank_gives_the_order_again(
    client: FlaskClient,
) -> None:
    ranked = post(client, RANK, indices=[2, 0, 1])
    assert ranked == {"rank": "4", "size": 3, "indices": [2, 0, 1]}
    assert post(client, UNRANK, rank="4", size=3) == ranked
    assert post(client, UNRANK, rank="0", size=1) == post(client, RANK, indices=[0])


@for_each("decks", [1, 8])
def test_a_shuffle_of_a_shoe_has_a_rank_with_every_digit(
    client: FlaskClient, decks: int
) -> None:
    shuffled = get(client, "/v1/decks/standard/shuffle", seed="42", decks=decks)
    ranked = post(client, RANK, indices=shuffled["indices"])
    assert int(ranked["rank"]) > 2**53
    assert post(client, UNRANK, rank=ranked["rank"], size=52 * decks) == ranked
    with_cards = ranked | {"deck": "standard", "cards": shuffled["cards"]}
    assert (
        post(client, RANK, deck="standard", decks=decks, indices=shuffled["indices"])
        == with_cards
    )
    of_deck = post(client, UNRANK, rank=ranked["rank"], deck="standard", decks=decks)
    assert of_deck["cards"] == shuffled["cards"]
    assert of_deck["indices"] == shuffled["indices"]


def test_cards_of_a_deck_are_ranked_in_any_spelling_and_with_its_options(
    client: FlaskClient,
) -> None:
    options = {"suit_order": "CDHS", "exclude": ["2S", "10H"], "jokers": 1}
    shuffled = post(client, "/v1/decks/standard/shuffle", seed="42", **options)
    names = post(
        client, "/v1/decks/standard/shuffle", seed="42", notation="name", **options
    )
    ranked = post(client, RANK, deck="standard", cards=names["cards"], **options)
    assert ranked["size"] == 51
    assert ranked["cards"] == shuffled["cards"]
    assert ranked["indices"] == shuffled["indices"]
    assert ranked == post(
        client, RANK, deck="standard", indices=shuffled["indices"], **options
    )
    assert ranked == post(
        client, UNRANK, deck="standard", rank=ranked["rank"], **options
    )


def test_the_last_rank_of_the_largest_order_is_its_reverse(client: FlaskClient) -> None:
    last = str(factorial(MAX_ITEMS) - 1)
    assert (
        post(client, UNRANK, rank=last, size=MAX_ITEMS)["indices"]
        == list(range(MAX_ITEMS))[::-1]
    )
    assert post(client, RANK, indices=list(range(MAX_ITEMS))[::-1])["rank"] == last


def test_a_deal_of_bridge_has_a_number_that_gives_the_deal_again(
    client: FlaskClient,
) -> None:
    deal = get(client, "/v1/games/bridge/deal", seed="42")
    unranked = post(client, UNRANK, game="bridge", number=deal["number"].upper())
    assert unranked["pbn"] == deal["pbn"]
    assert unranked["number"] == deal["number"]
    assert int(unranked["rank"]) == int(deal["number"], 16)
    for hand, dealt in zip(unranked["hands"], deal["hands"], strict=True):
        by_card = dict(zip(dealt["cards"], dealt["indices"], strict=True))
        assert hand["seat"] == dealt["seat"]
        assert dict(zip(hand["cards"], hand["indices"], strict=True)) == by_card
    assert post(client, UNRANK, game="bridge", rank=unranked["rank"]) == unranked
    assert post(client, RANK, game="bridge", pbn=deal["pbn"]) == unranked
    assert post(client, RANK, game="bridge", hands=deal["hands"]) == unranked
    assert post(client, RANK, game="bridge", hands=unranked["hands"]) == unranked


def test_the_hands_in_a_request_may_come_in_any_order_and_notation(
    client: FlaskClient,
) -> None:
    deal = get(client, "/v1/games/bridge/deal", seed="42")
    names = get(client, "/v1/games/bridge/deal", seed="42", notation="name")
    ranked = post(client, RANK, game="bridge", hands=names["hands"][::-1])
    assert ranked["number"] == deal["number"]
    north, *others = deal["pbn"][2:].split()
    assert (
        post(client, RANK, game="bridge", pbn=f"E:{' '.join([*others, north])}")
        == ranked
    )
    other = get(client, "/v1/games/bridge/deal", seed="42", suit_order="CDHS")
    assert (
        post(client, RANK, game="bridge", pbn=other["pbn"])["number"] == other["number"]
    )


def test_a_batch_has_a_number_for_each_board(client: FlaskClient) -> None:
    batch = get(client, "/v1/games/bridge/deal/batch", seed="42", repeats=3)
    assert batch["number"] == [
        post(client, RANK, game="bridge", pbn=pbn)["number"] for pbn in batch["pbn"]
    ]


def test_the_first_and_the_last_deal_have_the_first_and_the_last_number(
    client: FlaskClient,
) -> None:
    first = post(client, RANK, game="bridge", pbn=FIRST_DEAL)
    assert first["rank"] == "0"
    assert first["number"] == "0" * 24
    last = post(client, UNRANK, game="bridge", rank=str(DEALS - 1))
    assert last["number"] == "ad55e315634dda658bf491ff"
    assert (
        last["pbn"]
        == "N:...AKQJT98765432 ..AKQJT98765432. .AKQJT98765432.. AKQJT98765432..."
    )


@given(number=st.integers(0, DEALS - 1))
def test_every_number_comes_back(client: FlaskClient, number: int) -> None:
    unranked = post(client, UNRANK, game="bridge", number=f"{number:024x}")
    assert unranked["rank"] == str(number)
    assert post(client, RANK, game="bridge", pbn=unranked["pbn"]) == unranked


def test_an_order_of_too_many_items_is_refused(client: FlaskClient) -> None:
    assert check_refusal(
        client.post(RANK, json={"indices": list(range(MAX_ITEMS + 1))})
    ).keys() == {"indices"}
