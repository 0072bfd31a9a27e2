"""The reasons of refusals: docs/reference.md lists every code with its members, and each comes in a response here."""

import ast
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.core.shuffles.registry import SHUFFLES
from service.settings import Settings
from tests.docs.examples import section
from tests.http.spec import SPEC, check_response, json_object
from tests.tables import for_each
from tools.files import ROOT

SERVICE = ROOT / "service"
PAIRS = "/v1/items/pairs"
BRIDGE = "/v1/games/bridge/deal"
RIGHT = 2**53 - 1
ISLANDS = [
    {"giver": str(giver), "receiver": str(receiver)}
    for giver, receiver in [(1, 3), (1, 4), (2, 3), (2, 4), (3, 1), (3, 2), (4, 1)]
] + [{"giver": "4", "receiver": "2"}]
TRIANGLE = [[0, 1], [0, 2], [1, 2]]


class Refusal(NamedTuple):
    """The path and the body of a POST, the refused field, and its reasons."""

    path: str
    body: Mapping[str, Any]
    field: str
    reasons: list[dict[str, Any]]

    def __str__(self) -> str:
        return f"{self.field}: {self.reasons}"


def where(condition: object, **reason: Any) -> Refusal:
    """Return the refusal of a condition on a deal of bridge."""
    return Refusal(BRIDGE, {"where": condition}, "where", [reason])


REFUSALS = [
    Refusal(
        "/v1/integers",
        {"max": 6, "count": 0},
        "count",
        [{"code": "integer_range", "least": 1, "most": RIGHT}],
    ),
    Refusal("/v1/integers", {}, "max", [{"code": "required"}]),
    Refusal("/v1/integers", {"max": None}, "max", [{"code": "not_null"}]),
    Refusal("/v1/integers", {"max": 6, "mx": 6}, "mx", [{"code": "unknown_parameter"}]),
    Refusal("/v1/integers", {"max": 3, "min": 9}, "min", [{"code": "min_above_max"}]),
    Refusal(
        "/v1/integers/draw",
        {"drums": [{"max": 6}, {"max": 2, "min": 5}]},
        "drums",
        [{"code": "min_above_max", "path": "[1].min"}],
    ),
    Refusal(
        "/v1/integers/draw",
        {"drums": [{"max": 6, "mx": 1}, {"max": "x"}]},
        "drums",
        [
            {"code": "other"},
            {
                "code": "integer_range",
                "path": "[1].max",
                "least": -RIGHT,
                "most": RIGHT,
            },
        ],
    ),
    Refusal(
        "/v1/items/draw",
        {"items": ["a"], "weights": [-1]},
        "weights",
        [{"code": "number_range", "path": "[0]", "least": 0, "most": RIGHT}],
    ),
    Refusal(
        "/v1/integers",
        {"max": 6, "seed": ""},
        "seed",
        [{"code": "text_length", "least": 1, "most": 256}],
    ),
    Refusal(
        "/v1/decks/standard/shuffle",
        {"exclude": ["AS"] * 201},
        "exclude",
        [{"code": "list_length", "least": 0, "most": 200}],
    ),
    Refusal(
        "/v1/integers",
        {"max": 6, "algorithm": "riffel"},
        "algorithm",
        [{"code": "one_of", "choice_count": len(SHUFFLES)}],
    ),
    Refusal(
        "/v1/integers",
        {"max": 6, "passes": 7},
        "passes",
        [{"code": "unsupported_parameter"}],
    ),
    Refusal(
        "/v1/integers/batch",
        {"max": 1_000, "repeats": 10**10},
        "repeats",
        [
            {
                "code": "over_limit",
                "asked": 10**13,
                "limit": 1_000_000,
                "setting": "MAX_ITEMS",
            }
        ],
    ),
    Refusal(
        "/v1/games/truco/deal",
        {"players": 3},
        "players",
        [{"code": "player_count", "least": 2, "most": 6, "without": [3, 5]}],
    ),
    Refusal(
        "/v1/games/canasta/deal",
        {"players": 7},
        "players",
        [
            {
                "code": "player_count",
                "least": 2,
                "most": 6,
                "other_games": ["canasta_six_players"],
            }
        ],
    ),
    Refusal(
        PAIRS,
        {"items": ["a", "b"], "forbidden": [{"giver": "b", "receiver": "a"}]},
        "items",
        [{"code": "no_receiver", "givers": [1], "giver_count": 1}],
    ),
    Refusal(
        PAIRS,
        {"items": list(range(12)), "apart": [[str(item) for item in range(11)]]},
        "items",
        [
            {
                "code": "too_few_receivers",
                "givers": [0, 1],
                "giver_count": 2,
                "receivers": [11],
                "receiver_count": 1,
            }
        ],
    ),
    Refusal(
        PAIRS,
        {"items": [1, 2, 3, 4], "cycle": True, "forbidden": ISLANDS},
        "cycle",
        [
            {
                "code": "islands",
                "items": [0, 1],
                "item_count": 2,
                "others": [2, 3],
                "other_count": 2,
            }
        ],
    ),
    Refusal(
        "/v1/items/shuffle",
        {"items": [{"club": "x"}] * 10, "neighbours": {"different": ["club"]}},
        "neighbours.different[0]",
        [
            {
                "code": "too_many_alike",
                "items": list(range(8)),
                "item_count": 10,
                "most": 5,
                "attribute": "club",
            }
        ],
    ),
    Refusal(
        "/v1/items/shuffle",
        {"items": ["a", "a", "b"], "neighbours": {"circle": True}},
        "neighbours",
        [{"code": "too_many_alike", "items": [0, 1], "item_count": 2, "most": 1}],
    ),
    where(
        {"all": [{"hand": "N", "points": "hcp", "min": 38}]},
        code="impossible_number",
        path="all[0].points",
        card_count=13,
        least=0,
        most=37,
    ),
    where(
        {"weighted": [{"hand": "N", "points": "hcp"}], "min": 38},
        code="impossible_sum",
        path="weighted",
        least=0,
        most=37,
    ),
    where(
        {"hand": "N", "shape": "5500"},
        code="impossible_shape",
        path="shape",
        card_count=13,
    ),
    where({"hand": "N", "shape": "round"}, code="not_a_shape", path="shape"),
    where({"not": {"hand": "N"}}, code="other", path="not"),
]
NOT_FOUND = Refusal(
    "/v1/items/shuffle",
    {"items": ["a", "a", "b"], "neighbours": {"edges": TRIANGLE}, "seed": "t"},
    "neighbours",
    [{"code": "none_found", "tries": 100}],
)
"""An order that there is not: of three places that are all beside each other, no two may be equal."""
TOO_RARE = NOT_FOUND._replace(
    field="items", reasons=[{"code": "out_of_steps", "steps": 1_000}]
)
TOO_FEW = Refusal(
    "/v1/shoes/draw",
    {"count": 3},
    "count",
    [{"code": "too_few_cards", "asked": 3, "most": 1}],
)
UNASKED = TOO_FEW._replace(reasons=[{"code": "needs_shuffle", "asked": 3, "most": 1}])


def read_table() -> dict[str, set[str]]:
    """Return the members of each code in the table of docs/reference.md; one that is optional follows "perhaps"."""
    rows = re.findall(
        r"^\| `(\w+)` \| (.*?) ?\|",
        section(ROOT / "docs/reference.md", "Reasons"),
        re.M,
    )
    return {code: set(re.findall(r"`(\w+)`", members)) for code, members in rows}


def list_codes() -> Iterator[str]:
    """Yield the code of each `Reason` in the programs of the service."""
    for file in SERVICE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "Reason":
                assert isinstance(node.args[0], ast.Constant), file
                yield str(node.args[0].value)


def test_the_reference_lists_every_code_and_no_other() -> None:
    assert set(list_codes()) == read_table().keys()


def test_the_document_has_every_member_of_a_reason_and_no_other() -> None:
    members = set().union(*read_table().values())
    documented = SPEC["components"]["schemas"]["RefusalReason"]["properties"]
    assert documented.keys() == {"code", "path"} | members


def test_every_code_comes_in_a_response() -> None:
    reasons = [
        reason
        for refusal in (*REFUSALS, NOT_FOUND, TOO_RARE, TOO_FEW, UNASKED)
        for reason in refusal.reasons
    ]
    members: dict[str, set[str]] = {}
    for reason in reasons:
        code = reason["code"]
        members.setdefault(code, set()).update(reason.keys() - {"code", "path"})
    assert members == read_table()


@for_each("refusal", REFUSALS, ids=str)
def test_a_refusal_has_its_reasons(client: FlaskClient, refusal: Refusal) -> None:
    assert_reasons(client, refusal)


def assert_reasons(client: FlaskClient, refusal: Refusal, status: int = 422) -> None:
    response = check_response(client.post(refusal.path, json=refusal.body))
    assert response.status_code == status
    problem = json_object(response)
    assert problem["errors"].keys() == problem["reasons"].keys() == {refusal.field}
    assert problem["reasons"][refusal.field] == refusal.reasons


def test_a_draw_that_is_not_found_says_whose_limit_ended_it(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit = "service.arrangements.neighbours.orders.DRAWS_OF_REJECTION"
    monkeypatch.setattr(limit, 100)
    assert_reasons(client, NOT_FOUND)
    limited = create_app(Settings(max_draws=1_000)).test_client()
    assert_reasons(limited, TOO_RARE)


@for_each(
    ("terms", "refusal"), [({"reshuffle": "never"}, TOO_FEW), ({}, UNASKED)], ids=str
)
def test_a_draw_of_too_many_cards_says_how_many_can_come(
    client: FlaskClient, terms: dict[str, Any], refusal: Refusal
) -> None:
    opened = json_object(client.post("/v1/shoes", json=dict({"max": 6}, **terms)))
    first = {"shoe": opened["shoe"], "count": 5}
    drawn = json_object(client.post(refusal.path, json=first))
    body = dict(refusal.body) | {"shoe": drawn["shoe"]}
    assert_reasons(client, refusal._replace(body=body), status=409)


def test_a_field_without_a_code_has_no_reasons(client: FlaskClient) -> None:
    problem = json_object(client.post("/v1/integers", json={"max": 3, "count": 9}))
    assert problem["errors"].keys() == {"count"}
    assert "reasons" not in problem
    values = {"max": "six", "count": 9, "where": 1, "passes": 0}
    problem = json_object(client.post("/v1/integers", json=values))
    assert problem["reasons"].keys() == problem["errors"].keys()


def test_the_field_of_a_plan_has_the_reasons_of_its_request(
    client: FlaskClient,
) -> None:
    plan = {"path": "/v1/integers", "occasion": "raffle", "delay": 3_600}
    problem = json_object(client.post("/v1/plans", json=plan | {"body": {}}))
    assert problem["reasons"] == {"body.max": [{"code": "required"}]}
