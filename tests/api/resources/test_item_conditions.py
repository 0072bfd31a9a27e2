"""Deals of items with some given items, and deals that fulfil a condition on items, over HTTP."""

import copy
import json
from collections.abc import Mapping
from typing import Any

from flask.testing import FlaskClient

from service.app import create_app
from service.core.crypto.keys import VrfKey
from service.settings import Settings
from tests.api.spec import check_refusal, json_object, post
from tests.tables import for_each

PATH = "/v1/items/deal"
CARDS: list[Any] = [{"type": "land", "colour": "RG"[i % 2]} for i in range(16)]
CARDS += [{"type": "spell", "cost": 1 + i % 6} for i in range(24)]
DEAL: dict[str, Any] = {"items": CARDS, "hands": 2, "cards": 7, "burn": 1, "piles": [{"name": "market", "cards": 3}]}
LANDS = {"hand": 1, "item": {"type": "land"}, "min": 2, "max": 4}
WHERE = {"all": [LANDS, {"hand": "2", "sum": "cost", "max": 12}, {"not": {"hand": "market", "item": {"cost": 6.0}}}]}
GIVEN = {"hands": {"2": [39, 0]}, "piles": {"market": [5]}}
KEY = VrfKey.from_base64url("A" * 43)


def item(value: Any) -> dict[str, Any]:
    return {"hand": 1, "item": value}


def add(value: Any) -> dict[str, Any]:
    return {"hand": 1, "sum": value, "min": 1}


def fulfils(deal: Mapping[str, Any]) -> bool:
    """Return whether a deal fulfils `WHERE`."""
    first, second = (hand["items"] for hand in deal["hands"])
    lands = sum(card["type"] == "land" for card in first)
    market = next(pile["items"] for pile in deal["piles"] if pile["name"] == "market")
    is_cheap = sum(card.get("cost", 0) for card in second) <= 12
    return 2 <= lands <= 4 and is_cheap and not any(card.get("cost") == 6 for card in market)


@for_each("given", [None, GIVEN])
def test_results_are_plain_deals_that_fulfil_the_condition(client: FlaskClient, given: dict[str, Any] | None) -> None:
    request = DEAL | {"seed": "42", "index": 3} | ({"given": given} if given else {})
    plain = post(client, f"{PATH}/batch", **request, repeats=400)
    deals = [{"hands": hands, "piles": piles} for hands, piles in zip(plain["hands"], plain["piles"], strict=True)]
    found = post(client, f"{PATH}/batch", **request, repeats=5, where=WHERE)
    expected = [3 + at for at, deal in enumerate(deals) if fulfils(deal)][:5]
    assert len(expected) == 5
    assert (found["matches"], found["next"]) == (expected, expected[-1] + 1)
    assert (found["complete"], found["where"]) == (True, WHERE)
    for kind in ("hands", "piles"):
        assert found[kind] == [deals[index - 3][kind] for index in expected]
    assert found.get("given") == given
    first = post(client, PATH, **request, where=WHERE)
    assert (first["matches"], first["hands"]) == (found["matches"][:1], found["hands"][0])
    assert fulfils(post(client, PATH, **DEAL, where=WHERE))


def test_given_items_come_first_in_their_places(client: FlaskClient) -> None:
    for fields in ({}, {"seed": "42", "index": 7}):
        deal = post(client, PATH, **DEAL, given=GIVEN, **fields)
        assert (deal["hands"][1]["indices"][:2], deal["piles"][1]["indices"][0]) == ([39, 0], 5)
        assert deal["hands"][1]["items"][:2] == [CARDS[39], CARDS[0]]
        places = [*deal["hands"], *deal["piles"]]
        assert sorted(index for place in places for index in place["indices"]) == list(range(40))
        assert deal["given"] == GIVEN
    assert deal["draws"] == 36


def test_no_given_items_are_the_plain_deal(client: FlaskClient) -> None:
    plain = client.post(PATH, json=DEAL | {"seed": "42"}).data
    others: list[dict[str, Any]] = [{}, {"hands": {}}, {"hands": {"1": []}, "piles": {}}]
    for given in others:
        assert client.post(PATH, json=DEAL | {"seed": "42", "given": given}).data == plain


@for_each(
    ("where", "sentence"),
    [
        (item({"typ": "land"}), "item: No item of the list has a member \"typ\". Did you mean 'type'?"),
        (item({"type": "Land"}), 'item: No item of the list has "type" with the value "Land"; it has "l'),
        (item({"type": "land", "cost": 2}), "item: No item of the list has all of these members tog"),
        (item({"cost": True}), 'item: No item of the list has "cost" with the value true; it has 1, 2'),
        (item("land"), 'item: No item of the list is "land". It has {"'),
        (item({"rarity": 1}), 'item: No item of the list has a member "rarity". Its objects have "'),
        (item({"cost": 2**53}), "item.cost: A number above 9,007,199,254,740,991"),
        (LANDS | {"min": 8, "max": 9}, "item: No 7 cards of this deal can fulfil this: the number is from 0 to 7."),
        ({"hands": ["market", 2], "item": {"cost": 1}, "min": 5}, "item: No 10 cards of this deal can fulfil"),
        ({"not": LANDS | {"min": 0, "max": 7}}, "not.item: Every deal fulfils this"),
        (
            {"hand": 3, "item": {"cost": 1}},
            "hand: There is no such hand or pile. This deal has: 1, 2, burns, market, s",
        ),
        (add("cots"), "sum: No item of the list has a member \"cots\". Did you mean 'cost'?"),
        (add("colour"), 'sum: "colour" of items[0] is "R"; to be added up, it must be an in'),
        (add({}), "sum: Must be the name of a member of the items, such as"),
        (add({"king": 1}), 'sum.king: No item of the list is "king".'),
        ({"hand": 1, "length": "S", "min": 1}, "length: There is no such predicate. Predicates are: item, sum; bound"),
        (item(json.loads("[" * 40 + "]" * 40)), f"item{'[0]' * 32}: An item to compare with has at m"),
    ],
)
def test_a_condition_that_does_not_fit_the_list_is_refused(
    client: FlaskClient, where: dict[str, Any], sentence: str
) -> None:
    assert get_error(client, {"where": where}, "where").startswith(f"where.{sentence}")


def get_error(client: FlaskClient, fields: dict[str, Any], field: str) -> str:
    [(name, sentence)] = check_refusal(client.post(PATH, json=DEAL | fields)).items()
    assert name == field
    return sentence


@for_each(
    ("given", "sentence"),
    [
        ({"hands": {"3": [1]}}, "given.hands has no member '3'. It has 1, 2."),
        ({"piles": {"markt": [1]}}, "given.piles has no member 'markt'. Did you mean 'market'?"),
        ({"hands": {"1": [40]}}, "given.hands.1[0] must be a position in items: an integer from 0 to 39"),
        ({"hands": {"1": [0, "1"]}}, "given.hands.1[1] must be a position in items"),
        ({"hands": {"1": [True]}}, "given.hands.1[0] must be a position in items"),
        ({"hands": {"1": [4], "2": [4]}}, "given.hands.2[0]: The item 4 is given already."),
        ({"hands": {"1": [*range(8)]}}, "given.hands.1[7]: Only 7 cards are certain to come there."),
        ({"piles": {"burns": [1, 2]}}, "given.piles.burns[1]: Only 1 card is certain to come there."),
        ({"piles": {"market": 3}}, "given.piles.market must be a list of positions in items, from 0."),
    ],
)
def test_given_items_that_do_not_fit_are_refused(client: FlaskClient, given: dict[str, Any], sentence: str) -> None:
    assert get_error(client, {"given": given}, "given").startswith(sentence)


def test_what_a_condition_needs_of_a_list_is_said(client: FlaskClient) -> None:
    piles = {"piles": [{"name": "1", "cards": 1}], "where": LANDS}
    assert get_error(client, piles, "piles") == "With where, no pile has the name of a seat; '1' is one."
    bound = get_error(client, {"where": {"hand": 1, "sum": "cost"}}, "where")
    assert bound.startswith("sum needs a bound: give min, max or both.")
    many = {"items": CARDS * 126, "where": LANDS}
    assert get_error(client, many, "where") == "A condition is for up to 5,000 items; there are 5,040."
    assert get_error(client, {"max_candidates": 3}, "max_candidates").startswith("max_candidates is for a condition")


@for_each(
    "fields", [{"where": WHERE}, {"given": GIVEN}, {"where": WHERE, "given": GIVEN}, {"where": WHERE, "repeats": 4}]
)
def test_a_response_is_its_own_receipt(client: FlaskClient, fields: dict[str, Any]) -> None:
    deal = post(client, f"{PATH}{'/batch' * ('repeats' in fields)}", **DEAL, **fields, seed="42", index=3)
    finding = post(client, "/v1/verify", **deal)
    assert (finding["valid"], [*finding["unchecked"]]) == (None, ["items"])
    assert post(client, "/v1/verify", **deal, original_items=CARDS)["valid"] is True
    for name, value in (("where", LANDS), ("given", {"hands": {"1": [7]}})):
        if name in fields:
            altered = deal | {name: value}
            assert post(client, "/v1/verify", **altered, original_items=CARDS)["valid"] is False
    if "repeats" in fields:
        skipped = deal | {name: deal[name][:1] + deal[name][2:] for name in ("matches", "hands", "piles")}
        finding = post(client, "/v1/verify", **skipped, original_items=CARDS)
        assert (finding["valid"], finding["difference"]["where"]) == (False, "matches[1]")


def test_a_proved_search_is_checked_with_a_result_or_without() -> None:
    client = create_app(Settings(vrf_keys=(KEY,))).test_client()
    prove = {"key": KEY.kid, "game": "table 7", "round": 1, "players": ["a", "b"]}
    for fields in ({"where": WHERE, "given": GIVEN}, {"where": {**LANDS, "min": 4}, "max_candidates": 1}):
        deal = post(client, PATH, **DEAL, **fields, prove=prove)
        assert post(client, "/v1/verify", **deal, original_items=CARDS)["valid"] is True
        altered = copy.deepcopy(deal)
        altered["where"] = {"hand": 1, "item": {"type": "land"}}
        finding = post(client, "/v1/verify", **altered, original_items=CARDS)
        assert finding["difference"]["where"].startswith("proof.alpha.request.where")
    assert deal["matches"] == []
    response = client.post("/v1/verify", json=deal)
    assert [*json_object(response)["errors"]] == ["original_items"]
