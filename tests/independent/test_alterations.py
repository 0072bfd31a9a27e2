"""One table says of each member of a file, altered in ten ways, what is malformed and what is false; both agree."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.http.spec import get, post
from tests.independent.test_saved_responses import Judgement, check_all, judge
from tests.plans.plan_files import clock, make_file_by_hand, unsigned
from tests.sealed.vector_files import set_value
from tests.tables import read_table
from tests.verification.saved_files import CLIENT, check

pytestmark = [pytest.mark.node, pytest.mark.usefixtures("unsigned")]

FIXTURES = clock, unsigned  # as pytest finds them by their names here
Json = dict[str, Any]
Path_ = tuple[str | int, ...]

TABLE = "independent/alterations.yaml"
ALTERATIONS: Mapping[str, Any] = {
    "left out": ...,
    "null": None,
    "true": True,
    "0": 0,
    "-1": -1,
    "1.5": 1.5,
    "text": "x",
    "empty text": "",
    "list": [],
    "object": {},
}
LETTERS = {
    Judgement.REFUSED: "r",
    Judgement.FALSE: "f",
    Judgement.UNKNOWN: "u",
    Judgement.TRUE: "v",
}
REQUESTS: Mapping[str, Json] = read_table("independent/altered_requests.yaml")[
    "requests"
]


def list_files() -> Iterator[tuple[str, Json]]:
    """Yield a file of each kind by its name."""
    for name, request in REQUESTS.items():
        body = request["body"]
        response = post(CLIENT, request["path"], **body, seed="42")
        if name in {"shuffled items", "drawn items", "dealt items", "strata"}:
            response["original_items"] = body["items"]
        yield name, response
    yield "numbered", post(CLIENT, "/v1/games/freecell/deal", deal_number=617)
    kid = next(key["kid"] for key in get(CLIENT, JWKS)["keys"] if key["use"] == "vrf")
    terms = {"key": kid, "game": "x", "round": 1, "players": ["Ann"]}
    yield "proved", post(CLIENT, "/v1/integers", max=9, count=2, prove=terms)
    groups = {"items": [1, 2, 3, 4], "groups": 2, "apart": [["1", "2"]]}
    names = ["a", "b", "c", "d"]
    planned = make_file_by_hand(CLIENT, "/v1/items/groups", groups, "x", names=names)
    yield "planned", planned | {"names": names}


JWKS = "/.well-known/jwks.json"


def list_paths(value: Any, path: Path_ = ()) -> Iterator[Path_]:
    """Yield the path of each member; the first element of a list stands for all."""
    if path:
        yield path
    if isinstance(value, dict):
        for name, member in value.items():
            yield from list_paths(member, (*path, name))
    elif isinstance(value, list) and value:
        yield from list_paths(value[0], (*path, 0))


def write_path(path: Path_) -> str:
    """Return a path as the table writes it."""
    return ".".join(map(str, path))


def judge_in_a_letter(verdict: Json) -> str:
    return LETTERS[judge(verdict)]


class Altered(NamedTuple):
    """A file by its name, altered in one way at the path of a member."""

    name: str
    path: str
    way: str
    file: Json


def list_alterations() -> Iterator[Altered]:
    """Yield each file with each of its members altered in ten ways."""
    for name, file in list_files():
        for path in list_paths(file):
            for way, value in ALTERATIONS.items():
                altered = set_value(file, list(path), value)
                yield Altered(name, write_path(path), way, altered)


def test_both_call_malformed_what_is_malformed_and_false_what_is_false(
    tmp_path: Path,
) -> None:
    alterations = list(list_alterations())
    verdicts = check_all([altered.file for altered in alterations], tmp_path)
    found: dict[str, dict[str, str]] = {}
    others = []
    for altered, by_program in zip(alterations, verdicts, strict=True):
        by_service = check(altered.file)
        letter = judge_in_a_letter(by_service)
        members = found.setdefault(altered.name, {})
        members[altered.path] = members.get(altered.path, "") + letter
        has_same_origin = by_service.get("chosen_by") == by_program.get("chosen_by")
        if letter != judge_in_a_letter(by_program) or (
            letter != LETTERS[Judgement.REFUSED] and not has_same_origin
        ):
            where = f"{altered.name}, {altered.path}, {altered.way}"
            said = f"{by_service}, by verify.mjs {by_program}"
            others.append(f"{where}: {said}"[:600])
    assert not others, "\n".join(others)
    assert found == read_table(TABLE)
