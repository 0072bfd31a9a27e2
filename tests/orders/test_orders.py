"""An order of cards or items has a rank, a deal of bridge has a number, and each gives the order again."""

from math import factorial
from typing import Any

from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from service.games.big_deal import DEALS
from service.orders.ranks import MAX_ITEMS
from tests.http.spec import check_refusal, get, post
from tests.tables import for_each

Json = dict[str, Any]

RANK = "/v1/orders/rank"
UNRANK = "/v1/orders/unrank"
DEAL = "/v1/games/bridge/deal"
SHUFFLE = "/v1/decks/standard/shuffle"
FIRST_DEAL = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
LAST_DEAL = "N:...AKQJT98765432 ..AKQJT98765432. .AKQJT98765432.. AKQJT98765432..."


def rank(client: FlaskClient, **body: Any) -> Json:
    """Return the rank of an order of items, or of the cards of a deck."""
    return post(client, RANK, **body)


def unrank(client: FlaskClient, **body: Any) -> Json:
    """Return the order that has a rank."""
    return post(client, UNRANK, **body)


def rank_deal(client: FlaskClient, **deal: Any) -> Json:
    """Return the number of a deal of bridge."""
    return post(client, RANK, game="bridge", **deal)


def unrank_deal(client: FlaskClient, **number: str) -> Json:
    """Return the deal of bridge that has a number."""
    return post(client, UNRANK, game="bridge", **number)


def test_an_order_has_a_rank_and_the_rank_gives_the_order_again(
    client: FlaskClient,
) -> None:
    ranked = rank(client, indices=[2, 0, 1])
    assert ranked == {"rank": "4", "size": 3, "indices": [2, 0, 1]}
    assert unrank(client, rank="4", size=3) == ranked
    assert unrank(client, rank="0", size=1) == rank(client, indices=[0])


@for_each("decks", [1, 8])
def test_a_shuffle_of_a_shoe_has_a_rank_with_every_digit(
    client: FlaskClient, decks: int
) -> None:
    shuffled = get(client, SHUFFLE, seed="42", decks=decks)
    indices = shuffled["indices"]
    ranked = rank(client, indices=indices)
    number = ranked["rank"]
    assert int(number) > 2**53
    assert unrank(client, rank=number, size=52 * decks) == ranked
    with_cards = ranked | {"deck": "standard", "cards": shuffled["cards"]}
    assert rank(client, deck="standard", decks=decks, indices=indices) == with_cards
    of_deck = unrank(client, rank=number, deck="standard", decks=decks)
    assert of_deck["cards"] == shuffled["cards"]
    assert of_deck["indices"] == indices


def test_cards_of_a_deck_are_ranked_in_any_spelling_and_with_its_options(
    client: FlaskClient,
) -> None:
    options = {"suit_order": "CDHS", "exclude": ["2S", "10H"], "jokers": 1}
    pack = options | {"deck": "standard"}
    shuffled = post(client, SHUFFLE, seed="42", **options)
    names = post(client, SHUFFLE, seed="42", notation="name", **options)
    ranked = rank(client, cards=names["cards"], **pack)
    assert ranked["size"] == 51
    assert ranked["cards"] == shuffled["cards"]
    assert ranked["indices"] == shuffled["indices"]
    assert rank(client, indices=shuffled["indices"], **pack) == ranked
    assert unrank(client, rank=ranked["rank"], **pack) == ranked


def test_the_last_rank_of_the_largest_order_is_its_reverse(client: FlaskClient) -> None:
    last = str(factorial(MAX_ITEMS) - 1)
    reverse = list(range(MAX_ITEMS))[::-1]
    unranked = unrank(client, rank=last, size=MAX_ITEMS)
    assert unranked["indices"] == reverse
    ranked = rank(client, indices=reverse)
    assert ranked["rank"] == last


def test_a_deal_of_bridge_has_a_number_that_gives_the_deal_again(
    client: FlaskClient,
) -> None:
    deal = get(client, DEAL, seed="42")
    unranked = unrank_deal(client, number=deal["number"].upper())
    assert unranked["pbn"] == deal["pbn"]
    assert unranked["number"] == deal["number"]
    assert int(unranked["rank"]) == int(deal["number"], 16)
    for hand, dealt in zip(unranked["hands"], deal["hands"], strict=True):
        assert hand["seat"] == dealt["seat"]
        assert map_cards(hand) == map_cards(dealt)
    assert unrank_deal(client, rank=unranked["rank"]) == unranked
    assert rank_deal(client, pbn=deal["pbn"]) == unranked
    assert rank_deal(client, hands=deal["hands"]) == unranked
    assert rank_deal(client, hands=unranked["hands"]) == unranked


def map_cards(hand: Json) -> dict[str, int]:
    """Return the index of each card of a hand."""
    return dict(zip(hand["cards"], hand["indices"], strict=True))


def test_the_hands_in_a_request_may_come_in_any_order_and_notation(
    client: FlaskClient,
) -> None:
    deal = get(client, DEAL, seed="42")
    names = get(client, DEAL, seed="42", notation="name")
    ranked = rank_deal(client, hands=names["hands"][::-1])
    assert ranked["number"] == deal["number"]
    north, east, south, west = deal["pbn"].removeprefix("N:").split()
    assert rank_deal(client, pbn=f"E:{east} {south} {west} {north}") == ranked
    other = get(client, DEAL, seed="42", suit_order="CDHS")
    ranked_other = rank_deal(client, pbn=other["pbn"])
    assert ranked_other["number"] == other["number"]


def test_a_batch_has_a_number_for_each_board(client: FlaskClient) -> None:
    batch = get(client, f"{DEAL}/batch", seed="42", repeats=3)
    ranked = [rank_deal(client, pbn=pbn) for pbn in batch["pbn"]]
    assert [deal["number"] for deal in ranked] == batch["number"]


def test_the_first_and_the_last_deal_have_the_first_and_the_last_number(
    client: FlaskClient,
) -> None:
    first = rank_deal(client, pbn=FIRST_DEAL)
    assert first["rank"] == "0"
    assert first["number"] == "0" * 24
    last = unrank_deal(client, rank=str(DEALS - 1))
    assert last["number"] == "ad55e315634dda658bf491ff"
    assert last["pbn"] == LAST_DEAL


@given(number=st.integers(0, DEALS - 1))
def test_every_number_comes_back(client: FlaskClient, number: int) -> None:
    unranked = unrank_deal(client, number=f"{number:024x}")
    assert unranked["rank"] == str(number)
    assert rank_deal(client, pbn=unranked["pbn"]) == unranked


def test_an_order_of_too_many_items_is_refused(client: FlaskClient) -> None:
    indices = list(range(MAX_ITEMS + 1))
    refused = check_refusal(client.post(RANK, json={"indices": indices}))
    assert list(refused) == ["indices"]
