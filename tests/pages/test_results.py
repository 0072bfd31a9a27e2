"""The page of a result has a sentence for every file, whatever somebody wrote into it."""

from collections.abc import Iterator, Sequence
from copy import deepcopy
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.independent.verifier import run_node

pytestmark = pytest.mark.node

Json = dict[str, Any]
Path = Sequence[str | int]

OTHERS: list[Any] = [None, 7, "x", [], {}, [None]]
"""What a member may be in place of what it should be."""


def post(client: FlaskClient, path: str, body: Json) -> Json:
    """Return the response to a request."""
    answer: Json = client.post(path, json=body).get_json()
    return answer


@pytest.fixture(scope="module")
def files(client: FlaskClient) -> list[Json]:
    """Return a draw from a sealed shoe, its announcement, and groups that a seed leads to."""
    label = "Raffle: 3 winners from 10 names. Decided by: words of the audience"
    terms = {"max": 10, "reshuffle": "never", "label": label}
    opened = post(client, "/v1/shoes", terms)
    request = {"shoe": opened["shoe"], "count": 3, "client_seed": "words"}
    drawn = post(client, "/v1/shoes/draw", request)
    revealed = post(client, "/v1/shoes/reveal", {"shoe": drawn["shoe"]})
    draw = {
        "receipt": revealed["receipt"],
        "seen": [drawn["seen"]],
        "confirmed": {"commitment": opened["commitment"], "client_seed": "words"},
        "screen": {"sealed": 1, "drawn": 2, "names": ["Ann", "Bo", "Cy"]},
        "original_items": None,
    }
    announced = {"commitment": opened["commitment"], "terms": opened["terms"]}
    items = {"items": list("abcdef"), "groups": 2, "seed": "s"}
    return [draw, announced, post(client, "/v1/items/groups", items)]


def list_paths(value: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the path of each member of a JSON value, such as ("seen", 0, "cards")."""
    if isinstance(value, dict):
        members = list(value.items())
    else:
        members = list(enumerate(value)) if isinstance(value, list) else []
    for name, member in members:
        yield (*path, name)
        yield from list_paths(member, (*path, name))


def replace(file: Json, path: Path, value: Any) -> Json:
    """Return a copy of a file with another value at a path."""
    changed = deepcopy(file)
    parent: Any = changed
    for name in path[:-1]:
        parent = parent[name]
    parent[path[-1]] = value
    return changed


def test_a_file_is_judged_as_it_is(files: list[Json]) -> None:
    states = [
        answer.get("state") for answer in run_node("tests/pages/results.mjs", files)
    ]
    assert states == ["matches", "sealed", "reproduced"]


def test_a_member_of_any_other_type_leads_to_a_sentence(files: list[Json]) -> None:
    changed = [
        replace(file, path, other)
        for file in files
        for path in list_paths(file)
        for other in OTHERS
    ]
    assert len(changed) > 300
    answers = run_node("tests/pages/results.mjs", changed)
    faults = {answer["fault"] for answer in answers if "fault" in answer}
    assert faults == set()
