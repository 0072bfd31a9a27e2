"""/v1/decks/<deck>/deal deals hands from a shuffled deck, round the table or in packets."""

from flask.testing import FlaskClient

from tests.http.spec import get, post

SHUFFLE = "/v1/decks/standard/shuffle"
DEAL = "/v1/decks/standard/deal"


def test_a_deal_goes_round_the_table_from_the_top_of_the_shuffle(
    client: FlaskClient,
) -> None:
    shuffled = get(client, SHUFFLE, seed="deal")["cards"]
    deal = get(client, DEAL, hands=4, cards=13, seed="deal")
    for start, hand in enumerate(deal["hands"]):
        assert hand["cards"] == shuffled[start::4]
    assert [hand["seat"] for hand in deal["hands"]] == ["1", "2", "3", "4"]
    assert deal["piles"] == [{"name": "stock", "cards": [], "indices": []}]


def test_packets_and_a_burn_are_dealt_by_get_and_by_post(client: FlaskClient) -> None:
    shuffled = get(client, SHUFFLE, seed="deal")["cards"]
    query = {"hands": 2, "burn": 1, "seed": "deal"}
    deal = get(client, DEAL, **query, packets="3,2")
    assert deal == post(client, DEAL, **query, packets=[3, 2])
    _, second = deal["hands"]
    assert second["cards"] == shuffled[4:7] + shuffled[9:11]
    piles = {pile["name"]: pile["cards"] for pile in deal["piles"]}
    assert piles == {"burns": shuffled[:1], "stock": shuffled[11:]}
