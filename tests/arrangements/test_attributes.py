"""Names and values of a caller's items: what a request may write for them, and what a refusal says."""

from typing import Any

from flask.testing import FlaskClient

from tests.http.spec import check_refusal, post
from tests.tables import for_each

PEOPLE: list[Any] = [{"name": "Ann"}, "Jos\u00e9", 5, 1e-7]
PAIRS = "/v1/items/pairs"


def test_last_years_pairs_are_a_rule(client: FlaskClient) -> None:
    last = post(client, PAIRS, items=[*PEOPLE, "Eve"], seed="a")["pairs"]
    left = [{"giver": "Zoe", "receiver": {"name": "Ann"}, "group": 3}]
    drawn = post(
        client,
        PAIRS,
        items=[*PEOPLE, "Eve"],
        forbidden=last + left,
        unknown="ignore",
        seed="a",
    )
    names = ["Ann", "Jos\u00e9", "5", "1e-7", "Eve"]
    assert drawn["request"]["forbidden"] == [
        dict(
            zip(("giver", "receiver"), (names[i] for i in pair["indices"]), strict=True)
        )
        for pair in last
    ]
    assert "unknown" not in drawn["request"]
    assert all(
        one["indices"] != other["indices"]
        for one, other in zip(last, drawn["pairs"], strict=True)
    )
    again = post(
        client,
        PAIRS,
        items=[*PEOPLE, "Eve"],
        forbidden=drawn["request"]["forbidden"],
        seed="a",
    )
    assert again == drawn


@for_each(
    ("body", "field", "sentence"),
    [
        (
            {"forbidden": [{"giver": "Zoe", "receiver": "Ann"}]},
            "forbidden[0].giver",
            "No item is named 'Zoe'.",
        ),
        (
            {
                "forbidden": [
                    {"giver": "Zoe", "receiver": "Ann"},
                    {"giver": 7, "receiver": "Zoe"},
                ]
            },
            "forbidden",
            "No item is named 'Zoe' and '7'. Who left is ignored with \"unknown\": \"ignore\".",
        ),
        (
            {
                "forbidden": [{"giver": "Jose\u0301", "receiver": "Ann"}],
                "unknown": "ignore",
            },
            "forbidden",
            "No item is named 'Jose\u0301'. Item 1 looks the same and is another text: 'Jos\\xe9', not 'Jose\\u0301'. "
            "Send it as it is.",
        ),
        (
            {"apart": [["Jose\u0301", "5"]]},
            "apart[0][0]",
            "No item is named 'Jose\u0301'. Item 1 looks the same and is another text: 'Jos\\xe9', not 'Jose\\u0301'. "
            "Send it as it is.",
        ),
        (
            {"items": ["Ann", "Bob", "Ann", 1], "apart": [["Ann", "Bob"]]},
            "apart[0][0]",
            "Items 0 and 2 are named 'Ann'; give each item a name of its own.",
        ),
        (
            {"items": [{"x": None}, {"x": None}], "different": ["x"]},
            "different[0]",
            "Every item with 'x' has null there, which counts as missing.",
        ),
    ],
)
def test_a_wrong_name_is_told(
    body: dict[str, Any], field: str, sentence: str, client: FlaskClient
) -> None:
    assert check_refusal(client.post(PAIRS, json={"items": PEOPLE, **body})) == {
        field: sentence
    }


def test_a_number_has_several_texts(client: FlaskClient) -> None:
    forbidden = [{"giver": "1e-07", "receiver": "5.0"}]
    drawn = post(client, PAIRS, items=[1e-7, 5, "05"], forbidden=forbidden, seed="b")
    assert [pair["indices"] for pair in drawn["pairs"]] == [[0, 2], [1, 0], [2, 1]]
    items = [{"x": 1e-7}, {"x": 2}]
    assert post(
        client,
        "/v1/items/draw",
        items=items,
        strata={"attribute": "x", "counts": {"1e-07": 1}},
    )["indices"] == [0]
    limits = [{"attribute": "x", "value": "1E-7", "max": 1}]
    assert post(client, "/v1/items/groups", items=items, groups=2, limits=limits)[
        "groups"
    ]
    assert post(
        client, PAIRS, items=["Ann", "Ann", {"name": "Bob", "x": None}], seed="c"
    )["pairs"]
