"""Items are dealt in hands and piles as the cards of a deck."""

from typing import Any

from flask.testing import FlaskClient

from tests.http.spec import get, post

PATH = "/v1/items/deal"
TREES = ["oak", "elm", "ash", "fir", "yew", "bay", "box", {"fig": None}]
MARKET = {"name": "market", "cards": 2}
DEAL: dict[str, Any] = {
    "items": TREES,
    "hands": 2,
    "cards": 2,
    "burn": 1,
    "piles": [MARKET],
    "seed": "42",
}


def test_items_are_dealt_as_the_cards_of_a_deck(client: FlaskClient) -> None:
    shuffled = get(client, "/v1/decks/piquet/shuffle", seed="x")
    numbered = zip(shuffled["indices"], shuffled["cards"], strict=True)
    items = [card for _, card in sorted(numbered)]
    for options in ({"cards": 3}, {"packets": [2, 1], "burn": 2}):
        deal = {"hands": 3, "seed": "x"} | options
        dealt = post(client, "/v1/decks/piquet/deal", **deal)
        own = post(client, PATH, items=items, **deal)
        for place in [*own["hands"], *own["piles"]]:
            place["cards"] = place.pop("items")
        assert own["hands"] == dealt["hands"]
        assert own["piles"] == dealt["piles"]


def test_piles_get_their_cards_after_the_hands_in_the_order_of_the_request(
    client: FlaskClient,
) -> None:
    order = post(client, "/v1/items/shuffle", items=TREES, seed="42")["items"]
    another_pile = {"name": "a", "cards": 1}
    dealt = post(client, PATH, **DEAL | {"piles": [MARKET, another_pile]})
    first, second = dealt["hands"]
    assert first["items"] == [order[1], order[3]]
    assert second["items"] == [order[2], order[4]]
    piles = {pile["name"]: pile["items"] for pile in dealt["piles"]}
    assert list(piles) == ["burns", "market", "a", "stock"]
    assert piles["burns"] == order[:1]
    assert piles["market"] == order[5:7]
    assert piles["a"] == order[7:]
    assert piles["stock"] == []


def test_text_has_tabs_between_hands_and_piles(client: FlaskClient) -> None:
    dealt = post(client, PATH, **DEAL)
    text = client.post(PATH, json=DEAL, headers={"Accept": "text/plain"}).text
    cells = text.rstrip("\n").split("\t")
    places = [*dealt["hands"], *dealt["piles"]]
    for cell, place in zip(cells, places, strict=True):
        words = [write_item(item) for item in place["items"]]
        assert cell == " ".join(words)


def write_item(item: Any) -> str:
    """Return an item of `TREES` as a text has it."""
    return item if isinstance(item, str) else '{"fig":null}'
