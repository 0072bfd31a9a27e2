"""Deals of items can be searched by a condition, with items given, and prove themselves."""

import json
from collections.abc import Mapping
from typing import Any

from flask.testing import FlaskClient

from service.app import create_app
from service.core.crypto.keys import VrfKey
from service.settings import Settings
from tests.http.spec import check_refusal, post
from tests.tables import for_each

Json = dict[str, Any]

PATH = "/v1/items/deal"
CARDS: list[Any] = [{"type": "land", "colour": "RG"[i % 2]} for i in range(16)]
CARDS += [{"type": "spell", "cost": 1 + i % 6} for i in range(24)]
DEAL: Json = {
    "items": CARDS,
    "hands": 2,
    "cards": 7,
    "burn": 1,
    "piles": [{"name": "market", "cards": 3}],
}
LANDS = {"hand": 1, "item": {"type": "land"}, "min": 2, "max": 4}
WHERE = {
    "all": [
        LANDS,
        {"hand": "2", "sum": "cost", "max": 12},
        {"not": {"hand": "market", "item": {"cost": 6.0}}},
    ]
}
GIVEN = {"hands": {"2": [39, 0]}, "piles": {"market": [5]}}
KEY = VrfKey.from_base64url("A" * 43)


def fulfils(deal: Mapping[str, Any]) -> bool:
    """Return whether a deal fulfils `WHERE`."""
    first, second = [hand["items"] for hand in deal["hands"]]
    piles = {pile["name"]: pile["items"] for pile in deal["piles"]}
    lands = [card for card in first if card["type"] == "land"]
    cost = sum(card.get("cost", 0) for card in second)
    costs_on_market = [card.get("cost") for card in piles["market"]]
    return 2 <= len(lands) <= 4 and cost <= 12 and 6 not in costs_on_market


@for_each("given", [{}, {"given": GIVEN}])
def test_results_are_plain_deals_that_fulfil_the_condition(
    client: FlaskClient, given: Json
) -> None:
    request = DEAL | {"seed": "42", "index": 3} | given
    plain = post(client, f"{PATH}/batch", **request, repeats=400)
    pairs = zip(plain["hands"], plain["piles"], strict=True)
    deals = [{"hands": hands, "piles": piles} for hands, piles in pairs]
    found = post(client, f"{PATH}/batch", **request, repeats=5, where=WHERE)
    expected = [index for index, deal in enumerate(deals, 3) if fulfils(deal)][:5]
    assert len(expected) == 5
    assert found["matches"] == expected
    assert found["next"] == expected[-1] + 1
    assert found["complete"] is True
    assert found["request"]["where"] == WHERE
    expected_deals = [deals[index - 3] for index in expected]
    for kind in ("hands", "piles"):
        assert found[kind] == [deal[kind] for deal in expected_deals]
    assert found.get("given") == given.get("given")
    first = post(client, PATH, **request, where=WHERE)
    assert first["matches"] == expected[:1]
    assert first["hands"] == found["hands"][0]
    unseeded = post(client, PATH, **DEAL, where=WHERE)
    assert fulfils(unseeded)


def test_given_items_come_first_in_their_places(client: FlaskClient) -> None:
    for fields in ({}, {"seed": "42", "index": 7}):
        deal = post(client, PATH, **DEAL, given=GIVEN, **fields)
        _, second_hand = deal["hands"]
        _, market, _ = deal["piles"]
        assert second_hand["indices"][:2] == [39, 0]
        assert second_hand["items"][:2] == [CARDS[39], CARDS[0]]
        assert market["indices"][0] == 5
        places = [*deal["hands"], *deal["piles"]]
        dealt = [index for place in places for index in place["indices"]]
        assert sorted(dealt) == list(range(40))
        assert deal["given"] == GIVEN
    assert deal["draws"] == 36


def test_no_given_items_are_the_plain_deal(client: FlaskClient) -> None:
    seeded = DEAL | {"seed": "42"}
    plain = client.post(PATH, json=seeded)
    nothing: list[Json] = [{}, {"hands": {}}, {"hands": {"1": []}, "piles": {}}]
    for given in nothing:
        response = client.post(PATH, json=seeded | {"given": given})
        assert response.data == plain.data


def test_a_min_of_0_of_an_item_that_the_list_lacks_is_fulfilled(
    client: FlaskClient,
) -> None:
    found = post(client, PATH, **DEAL, where={"hand": 1, "item": "nobody", "min": 0})
    assert found["candidates"] == 1


def test_an_item_to_compare_with_that_is_too_deep_is_refused(
    client: FlaskClient,
) -> None:
    where = {"hand": 1, "item": json.loads("[" * 40 + "]" * 40)}
    sentence = refusal_of(client, where=where)
    path = "where.item" + "[0]" * 32
    assert sentence.startswith(f"{path}: An item to compare with has at m")


def refusal_of(client: FlaskClient, **fields: Any) -> str:
    """Return the sentence that refuses the condition of a deal."""
    refused = check_refusal(client.post(PATH, json=DEAL | fields))
    assert list(refused) == ["where"]
    return refused["where"]


def test_a_condition_is_for_so_many_items(client: FlaskClient) -> None:
    sentence = refusal_of(client, items=CARDS * 126, where=LANDS)
    assert sentence == "A condition is for up to 5,000 items; there are 5,040."


@for_each(
    ("fields", "altered"),
    [
        ({"where": WHERE}, {"where": LANDS}),
        ({"given": GIVEN}, {"given": {"hands": {"1": [7]}}}),
        ({"where": WHERE, "given": GIVEN}, {"where": LANDS}),
        ({"where": WHERE, "given": GIVEN}, {"given": {"hands": {"1": [7]}}}),
    ],
)
def test_a_response_is_its_own_receipt(
    client: FlaskClient, fields: Json, altered: Json
) -> None:
    deal = post(client, PATH, **DEAL, **fields, seed="42", index=3)
    check_receipt(client, deal, altered)


def test_a_batch_is_its_own_receipt(client: FlaskClient) -> None:
    body = DEAL | {"where": WHERE, "repeats": 4}
    batch = post(client, f"{PATH}/batch", **body, seed="42", index=3)
    check_receipt(client, batch, {"where": LANDS})
    skipped = dict(batch)
    for name in ("matches", "hands", "piles"):
        first, _, *others = batch[name]
        skipped[name] = [first, *others]
    finding = verify(client, skipped)
    assert finding["valid"] is False
    assert finding["difference"]["where"] == "matches[1]"


def verify(client: FlaskClient, deal: Json) -> Json:
    """Return the verdict on a deal with its list."""
    return post(client, "/v1/verify", **deal, original_items=CARDS)


def check_receipt(client: FlaskClient, deal: Json, altered: Json) -> None:
    """Check that a deal is valid with its list, unchecked without it, and false with an altered request."""
    without_list = post(client, "/v1/verify", **deal)
    assert without_list["valid"] is None
    assert list(without_list["unchecked"]) == ["items"]
    assert verify(client, deal)["valid"] is True
    other = deal | {"request": deal["request"] | altered}
    assert verify(client, other)["valid"] is False


def test_a_proved_search_is_checked_with_a_result_or_without() -> None:
    client = create_app(Settings(vrf_keys=(KEY,))).test_client()
    prove = {"key": KEY.kid, "game": "table 7", "round": 1, "players": ["a", "b"]}
    found = post(client, PATH, **DEAL, where=WHERE, given=GIVEN, prove=prove)
    four_lands = LANDS | {"min": 4}
    missed = post(client, PATH, **DEAL, where=four_lands, max_candidates=1, prove=prove)
    assert missed["matches"] == []
    for deal in (found, missed):
        assert verify(client, deal)["valid"] is True
        deal["request"]["where"] = {"hand": "1", "item": {"type": "land"}}
        difference = verify(client, deal)["difference"]
        assert difference["where"].startswith("proof.alpha.request.where")
    without_list = post(client, "/v1/verify", **missed)
    assert without_list["checks"] == {"proof": True, "seed": True}
