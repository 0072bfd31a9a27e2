"""One table says of each member of a file, altered in ten ways, what is malformed and what is false; both agree."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.http.spec import get, post
from tests.independent.verifier import run_node
from tests.plans.test_plans import clock, make_file_by_hand, unsigned
from tests.sealed.vector_files import set_value
from tests.tables import read_table
from tests.verification.test_saved_responses import CLIENT, check

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
LETTERS = {"refused": "r", "False": "f", "None": "u", "True": "v"}
PEOPLE = [
    {"name": "Ann", "x": 1},
    {"name": "Bob", "x": 1},
    {"name": "Cem", "x": 2},
    {"name": "Dee", "x": 2},
]
REQUESTS: Mapping[str, tuple[str, Json]] = {
    "integers": (
        "/v1/integers",
        {"min": 3, "max": 9, "count": 2, "algorithm": "sort_keys"},
    ),
    "integers, batch": (
        "/v1/integers/batch",
        {"max": 9, "count": 2, "replacement": True, "repeats": 2},
    ),
    "drums": ("/v1/integers/draw", {"drums": [{"max": 9, "count": 2}]}),
    "cards": (
        "/v1/decks/standard/shuffle",
        {"count": 2, "decks": 2, "exclude": ["2S"]},
    ),
    "deal": (
        "/v1/decks/standard/deal",
        {"hands": 1, "packets": [1, 2], "burn": 1, "only": ["AS", "AH", "AD", "AC"]},
    ),
    "given": ("/v1/games/bridge/deal", {"board": 7, "given": {"hands": {"S": ["AS"]}}}),
    "search": (
        "/v1/decks/standard/deal",
        {
            "hands": 1,
            "cards": 1,
            "only": ["AS", "AH"],
            "where": {"hand": "1", "cards": ["AS"]},
            "max_candidates": 9,
        },
    ),
    "shuffled items": ("/v1/items/shuffle", {"items": [1, 2, 3], "count": 2}),
    "drawn items": (
        "/v1/items/draw",
        {"items": ["a", "b", "c"], "weights": [1, 2, 3], "count": 2},
    ),
    "dealt items": (
        "/v1/items/deal",
        {
            "items": ["a", "b", "c"],
            "hands": 1,
            "cards": 1,
            "piles": [{"name": "x", "cards": 1}],
        },
    ),
    "strata": (
        "/v1/items/draw",
        {"items": PEOPLE, "strata": {"attribute": "x", "counts": {"1": 1, "2": 1}}},
    ),
    "neighbours": (
        "/v1/items/shuffle",
        {"items": PEOPLE, "neighbours": {"different": ["x"]}},
    ),
    "groups": (
        "/v1/items/groups",
        {
            "items": PEOPLE,
            "groups": 2,
            "different": ["x"],
            "apart": [["Ann", "Dee"]],
            "fixed": [{"item": "Ann", "group": 1}],
            "arrangements": True,
        },
    ),
    "pairs": (
        "/v1/items/pairs",
        {
            "items": PEOPLE,
            "cycle": True,
            "forbidden": [{"giver": "Ann", "receiver": "Bob"}],
        },
    ),
    "allocation": (
        "/v1/items/allocate",
        {
            "items": PEOPLE,
            "arms": [{"name": "A"}, {"name": "B"}],
            "block_sizes": [2],
            "strata": ["x"],
        },
    ),
}


def list_files() -> Iterator[tuple[str, Json]]:
    """Yield a file of each kind by its name."""
    for name, (path, body) in REQUESTS.items():
        is_part = name in {"shuffled items", "drawn items", "dealt items", "strata"}
        items = {"original_items": body["items"]} if is_part else {}
        yield name, post(CLIENT, path, **body, seed="42") | items
    yield "numbered", post(CLIENT, "/v1/games/freecell/deal", deal_number=617)
    kid = next(key["kid"] for key in get(CLIENT, JWKS)["keys"] if key["use"] == "vrf")
    terms = {"key": kid, "game": "x", "round": 1, "players": ["Ann"]}
    yield "proved", post(CLIENT, "/v1/integers", max=9, count=2, prove=terms)
    groups = {"items": [1, 2, 3, 4], "groups": 2, "apart": [["1", "2"]]}
    planned = make_file_by_hand(
        CLIENT, "/v1/items/groups", groups, "x", names=list("abcd")
    )
    yield "planned", planned | {"names": list("abcd")}


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
    return ".".join(map(str, path))


def judge(verdict: Json) -> str:
    is_refused = "valid" not in verdict or "refused" in verdict
    return LETTERS["refused" if is_refused else str(verdict["valid"])]


def verify_all(files: list[Json], folder: Path) -> list[Json]:
    """Return the verdicts of verify.mjs, of proved responses with the keys of the service."""
    keys = folder / "jwks.json"
    keys.write_text(json.dumps(get(CLIENT, JWKS)))
    proved = iter(
        run_node(
            "verify/verify.mjs",
            [f for f in files if "proof" in f],
            "lines",
            "--keys",
            str(keys),
        )
    )
    others = iter(
        run_node("verify/verify.mjs", [f for f in files if "proof" not in f], "lines")
    )
    return [next(proved if "proof" in file else others) for file in files]


def list_alterations() -> Iterator[tuple[str, str, Json]]:
    """Yield the name of each file, the path of each of its members, and the file with it altered in ten ways."""
    for name, file in list_files():
        for path in list_paths(file):
            for value in ALTERATIONS.values():
                yield name, write_path(path), set_value(file, list(path), value)


def test_both_call_malformed_what_is_malformed_and_false_what_is_false(
    tmp_path: Path,
) -> None:
    altered = list(list_alterations())
    verdicts = verify_all([file for _, _, file in altered], tmp_path)
    found: dict[str, dict[str, str]] = {}
    others = []
    for (name, path, file), by_program in zip(altered, verdicts, strict=True):
        by_service = check(file)
        members = found.setdefault(name, {})
        members[path] = members.get(path, "") + judge(by_service)
        origins = [verdict.get("chosen_by") for verdict in (by_service, by_program)]
        if judge(by_program) != members[path][-1] or (
            origins[0] != origins[1] and members[path][-1] != "r"
        ):
            way = list(ALTERATIONS)[len(members[path]) - 1]
            others.append(
                f"{name}, {path}, {way}: {by_service}, by verify.mjs {by_program}"[:600]
            )
    assert not others, "\n".join(others)
    assert found == read_table(TABLE)
