import json
from collections.abc import Mapping
from typing import Any

from flask.testing import FlaskClient

from service.app import create_app
from service.core.crypto.keys import VrfKey
from service.settings import Settings
from tests.http.spec import check_refusal, post
from tests.tables import for_each

PATH = "/v1/items/deal"
CARDS: list[Any] = [{"type": "land", "colour": "RG"[i % 2]} for i in range(16)]
CARDS += [{"type": "spell", "cost": 1 + i % 6} for i in range(24)]
DEAL: dict[str, Any] = {
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
    first, second = (hand["items"] for hand in deal["hands"])
    lands = sum(card["type"] == "land" for card in first)
    market = next(pile["items"] for pile in deal["piles"] if pile["name"] == "market")
    is_cheap = sum(card.get("cost", 0) for card in second) <= 12
    return (
        2 <= lands <= 4
        and is_cheap
        and not any(card.get("cost") == 6 for card in market)
    )


@for_each("given", [None, GIVEN])
def test_results_are_plain_deals_that_fulfil_the_condition(
    client: FlaskClient, given: dict[str, Any] | None
) -> None:
    request = DEAL | {"seed": "42", "index": 3} | ({"given": given} if given else {})
    plain = post(client, f"{PATH}/batch", **request, repeats=400)
    deals = [
        {"hands": hands, "piles": piles}
        for hands, piles in zip(plain["hands"], plain["piles"], strict=True)
    ]
    found = post(client, f"{PATH}/batch", **request, repeats=5, where=WHERE)
    expected = [3 + at for at, deal in enumerate(deals) if fulfils(deal)][:5]
    assert len(expected) == 5
    assert (found["matches"], found["next"]) == (expected, expected[-1] + 1)
    assert (found["complete"], found["request"]["where"]) == (True, WHERE)
    for kind in ("hands", "piles"):
        assert found[kind] == [deals[index - 3][kind] for index in expected]
    assert found.get("given") == given
    first = post(client, PATH, **request, where=WHERE)
    assert (first["matches"], first["hands"]) == (
        found["matches"][:1],
        found["hands"][0],
    )
    assert fulfils(post(client, PATH, **DEAL, where=WHERE))


def test_given_items_come_first_in_their_places(client: FlaskClient) -> None:
    for fields in ({}, {"seed": "42", "index": 7}):
        deal = post(client, PATH, **DEAL, given=GIVEN, **fields)
        assert (deal["hands"][1]["indices"][:2], deal["piles"][1]["indices"][0]) == (
            [39, 0],
            5,
        )
        assert deal["hands"][1]["items"][:2] == [CARDS[39], CARDS[0]]
        places = [*deal["hands"], *deal["piles"]]
        assert sorted(index for place in places for index in place["indices"]) == list(
            range(40)
        )
        assert deal["given"] == GIVEN
    assert deal["draws"] == 36


def test_no_given_items_are_the_plain_deal(client: FlaskClient) -> None:
    plain = client.post(PATH, json=DEAL | {"seed": "42"}).data
    others: list[dict[str, Any]] = [
        {},
        {"hands": {}},
        {"hands": {"1": []}, "piles": {}},
    ]
    for given in others:
        assert (
            client.post(PATH, json=DEAL | {"seed": "42", "given": given}).data == plain
        )


def test_an_item_to_compare_with_that_is_too_deep_is_refused(
    client: FlaskClient,
) -> None:
    where = {"hand": 1, "item": json.loads("[" * 40 + "]" * 40)}
    assert get_error(client, {"where": where}, "where").startswith(
        f"where.item{'[0]' * 32}: An item to compare with has at m"
    )


def get_error(client: FlaskClient, fields: dict[str, Any], field: str) -> str:
    [(name, sentence)] = check_refusal(client.post(PATH, json=DEAL | fields)).items()
    assert name == field
    return sentence


def test_a_condition_is_for_so_many_items(client: FlaskClient) -> None:
    many = {"items": CARDS * 126, "where": LANDS}
    assert (
        get_error(client, many, "where")
        == "A condition is for up to 5,000 items; there are 5,040."
    )


@for_each(
    "fields",
    [
        {"where": WHERE},
        {"given": GIVEN},
        {"where": WHERE, "given": GIVEN},
        {"where": WHERE, "repeats": 4},
    ],
)
def test_a_response_is_its_own_receipt(
    client: FlaskClient, fields: dict[str, Any]
) -> None:
    deal = post(
        client,
        f"{PATH}{'/batch' * ('repeats' in fields)}",
        **DEAL,
        **fields,
        seed="42",
        index=3,
    )
    finding = post(client, "/v1/verify", **deal)
    assert (finding["valid"], list(finding["unchecked"])) == (None, ["items"])
    assert post(client, "/v1/verify", **deal, original_items=CARDS)["valid"] is True
    for name, value in (("where", LANDS), ("given", {"hands": {"1": [7]}})):
        if name in fields:
            altered = deal | {"request": deal["request"] | {name: value}}
            assert (
                post(client, "/v1/verify", **altered, original_items=CARDS)["valid"]
                is False
            )
    if "repeats" in fields:
        skipped = deal | {
            name: deal[name][:1] + deal[name][2:]
            for name in ("matches", "hands", "piles")
        }
        finding = post(client, "/v1/verify", **skipped, original_items=CARDS)
        assert (finding["valid"], finding["difference"]["where"]) == (
            False,
            "matches[1]",
        )


def test_a_proved_search_is_checked_with_a_result_or_without() -> None:
    client = create_app(Settings(vrf_keys=(KEY,))).test_client()
    prove = {"key": KEY.kid, "game": "table 7", "round": 1, "players": ["a", "b"]}
    for fields in (
        {"where": WHERE, "given": GIVEN},
        {"where": {**LANDS, "min": 4}, "max_candidates": 1},
    ):
        deal = post(client, PATH, **DEAL, **fields, prove=prove)
        assert post(client, "/v1/verify", **deal, original_items=CARDS)["valid"] is True
        deal["request"]["where"] = {"hand": "1", "item": {"type": "land"}}
        finding = post(client, "/v1/verify", **deal, original_items=CARDS)
        assert finding["difference"]["where"].startswith("proof.alpha.request.where")
    assert deal["matches"] == []
    assert post(client, "/v1/verify", **deal)["checks"] == {"proof": True, "seed": True}
