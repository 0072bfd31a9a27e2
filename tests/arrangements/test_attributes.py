"""Names and values of a caller's items: what a request may write for them, and what a refusal says."""

from typing import Any

from flask.testing import FlaskClient

from tests.http.spec import check_refusal, post
from tests.tables import for_each, read_table

PEOPLE: list[Any] = [{"name": "Ann"}, "Jos\u00e9", 5, 1e-7]
PAIRS = "/v1/items/pairs"


def test_last_years_pairs_are_a_rule(client: FlaskClient) -> None:
    body = {"items": [*PEOPLE, "Eve"], "seed": "a"}
    last = post(client, PAIRS, **body)["pairs"]
    left = {"giver": "Zoe", "receiver": {"name": "Ann"}, "group": 3}
    drawn = post(client, PAIRS, **body, forbidden=[*last, left], unknown="ignore")
    names = ["Ann", "Jos\u00e9", "5", "1e-7", "Eve"]
    forbidden = drawn["request"]["forbidden"]
    for old, new, entry in zip(last, drawn["pairs"], forbidden, strict=True):
        giver, receiver = old["indices"]
        assert entry == {"giver": names[giver], "receiver": names[receiver]}
        assert new["indices"] != old["indices"]
    assert "unknown" not in drawn["request"]
    assert post(client, PAIRS, **body, forbidden=forbidden) == drawn


@for_each(("body", "field", "sentence"), read_table("arrangements/wrong_names.yaml"))
def test_a_wrong_name_is_told(
    body: dict[str, Any], field: str, sentence: str, client: FlaskClient
) -> None:
    response = client.post(PAIRS, json={"items": PEOPLE} | body)
    assert check_refusal(response) == {field: sentence}


@for_each(("unknown", "ending"), [(40, "'39'."), (41, "'39' and 1 more.")])
def test_a_refusal_names_up_to_40_who_are_unknown(
    client: FlaskClient, unknown: int, ending: str
) -> None:
    forbidden = [{"giver": "Ann", "receiver": f"{i}"} for i in range(unknown)]
    people = {"items": ["Ann", "Bob", "Cem"], "forbidden": forbidden}
    errors = check_refusal(client.post(PAIRS, json=people))
    assert f"{ending} Who left" in errors["forbidden"]


def test_a_number_has_several_texts(client: FlaskClient) -> None:
    forbidden = [{"giver": "1e-07", "receiver": "5.0"}]
    drawn = post(client, PAIRS, items=[1e-7, 5, "05"], forbidden=forbidden, seed="b")
    assert [pair["indices"] for pair in drawn["pairs"]] == [[0, 2], [1, 0], [2, 1]]
    items = [{"x": 1e-7}, {"x": 2}]
    strata = {"attribute": "x", "counts": {"1e-07": 1}}
    assert post(client, "/v1/items/draw", items=items, strata=strata)["indices"] == [0]
    limits = [{"attribute": "x", "value": "1E-7", "max": 1}]
    grouped = post(client, "/v1/items/groups", items=items, groups=2, limits=limits)
    assert grouped["groups"]


def test_names_may_be_equal_where_no_rule_has_them(client: FlaskClient) -> None:
    items = ["Ann", "Ann", {"name": "Bob", "x": None}]
    assert post(client, PAIRS, items=items, seed="c")["pairs"]
