"""verify.mjs verifies saved responses, also with the additional members of a later version."""

import json
from collections.abc import Iterator
from copy import deepcopy
from enum import StrEnum
from pathlib import Path
from random import Random
from shutil import copytree
from typing import Any, NamedTuple

import pytest

from tests.http.spec import post
from tests.independent.derived_rules import is_derived
from tests.independent.responses import unchecked_members
from tests.independent.verifier import run_node
from tests.proofs.rounds import QUICK_1, QUICKNET
from tests.sealed.vector_files import set_value
from tests.tables import list_some
from tests.verification.saved_files import (
    CLIENT,
    SAVED,
    add_members,
    check,
    strip_members,
)
from tests.verification.saved_files import DERIVED as SAVED_DRAWS
from tests.verification.shoes import draw, open_shoe, reveal
from tools.documents import endpoints
from tools.files import ROOT

pytestmark = pytest.mark.node

Json = dict[str, Any]

DERIVED = {
    name: file
    for name, file in SAVED_DRAWS.items()
    if is_derived(file["request"]["path"])
}
FILES = {
    name: file for name, file in SAVED.items() if name in DERIVED or "file" in file
}


def check_all(
    files: list[Json], tmp_path: Path, program: Path = ROOT / "verify" / "verify.mjs"
) -> list[Json]:
    """Return the verdicts, of proved responses with the keys of the service."""
    keys = tmp_path / "jwks.json"
    keys.write_text(json.dumps(CLIENT.get("/.well-known/jwks.json").get_json()))
    proved = [file for file in files if "proof" in file]
    others = [file for file in files if "proof" not in file]
    with_keys = ("lines", "--keys", str(keys))
    verdicts_of_proved = iter(run_node(str(program), proved, *with_keys))
    verdicts_of_others = iter(run_node(str(program), others, "lines"))
    return [
        next(verdicts_of_proved if "proof" in file else verdicts_of_others)
        for file in files
    ]


def list_unchecked(file: Json) -> set[str]:
    """Return the members of a saved response that the service alone derives."""
    if {"file", "original_items"} & file.keys():
        return set()
    ranking = {"category", "description", "points", "payout"}
    return unchecked_members(file) | (ranking & file.keys())


def assert_valid(files: list[Json], verdicts: list[Json]) -> None:
    """Check that each file is valid, but for what the service alone derives."""
    colours = {"hands.colour", "piles.colour"}
    for file, verdict in zip(files, verdicts, strict=True):
        unchecked = list_unchecked(file)
        assert verdict["valid"] is (None if unchecked else True), (file, verdict)
        named = set(verdict.get("unchecked", ())) - colours
        assert named == unchecked, (file, verdict)


def test_saved_responses_are_valid(tmp_path: Path) -> None:
    files = list(FILES.values())
    assert_valid(files, check_all(files, tmp_path))


def test_a_member_that_the_first_release_has_is_required(tmp_path: Path) -> None:
    files = list_some(
        stripped
        for file in DERIVED.values()
        for name, stripped in strip_members(file)
        if name != "request"  # without it a response is unchecked
    )
    for file, verdict in zip(files, check_all(files, tmp_path), strict=True):
        assert verdict["valid"] is not True
        is_wrong = verdict["valid"] is False or "refused" in verdict
        assert is_wrong or list_unchecked(file), (file, verdict)


OTHERS: tuple[Any, ...] = (True, 0, -1, 1.5, 3, "", "x", "1", [], [None], {}, {"x": 1})
SEARCH = {"seed": "9", "max_candidates": 9}


def list_near(member: Any) -> list[Any]:
    """Return values that are a little different from one."""
    match member:
        case int() if not isinstance(member, bool):
            return [member + 1, str(member), float(member)]
        case str():
            return [f"{member} ", member.swapcase()]
        case list():
            return [member[1:], member + member[-1:], member[::-1]]
    return [not member]


def alter_members(value: Any, random: Random) -> Iterator[Any]:
    """Yield a value with each of its members left out, null, of another kind, and a little different.

    Of a list, which may have a hundred cards, the first element stands for all.
    """
    if isinstance(value, list):
        for member in value[:1]:
            for other in alter_member(member, random):
                yield [other, *value[1:]]
            yield value[1:]
    elif isinstance(value, dict):
        for name, member in value.items():
            for other in alter_member(member, random):
                yield value | {name: other}
            yield {kept: value[kept] for kept in value if kept != name}


def alter_member(member: Any, random: Random) -> Iterator[Any]:
    """Yield other values of a member."""
    yield None
    yield random.choice([*OTHERS, *list_near(member) * 2])
    yield from alter_members(member, random)


def limit_search(file: Json) -> Json:
    """Return the same response to a request for as many candidates as there were, so that others take no longer."""
    limit = {"max_candidates": file["candidates"]}
    return file | limit | {"request": file["request"] | limit}


class Judgement(StrEnum):
    """What a verdict says of a file; of a refused file there is no verdict."""

    TRUE = "true"
    FALSE = "false"
    UNKNOWN = "unknown"
    REFUSED = "refused"


_OF_VALID = {True: Judgement.TRUE, False: Judgement.FALSE, None: Judgement.UNKNOWN}


def judge(verdict: Json) -> Judgement:
    """Return what a verdict of the service, or of verify.mjs, says of a file."""
    if "valid" not in verdict or "refused" in verdict:
        return Judgement.REFUSED
    return _OF_VALID[verdict["valid"]]


class Altered(NamedTuple):
    """A file, and the same with something altered."""

    file: Json
    altered: Json


def list_disagreements(pairs: list[Altered], tmp_path: Path) -> list[str]:
    """Return a line for each altered file of which the service and verify.mjs say different things."""
    lines = []
    verdicts = check_all([pair.altered for pair in pairs], tmp_path)
    for (file, altered), verdict in zip(pairs, verdicts, strict=True):
        by_service = judge(check(altered))
        by_program = judge(verdict)
        is_derived_there_alone = (
            by_program is Judgement.UNKNOWN
            and list_unchecked(file)
            and by_service is not Judgement.REFUSED
        )
        if by_service != by_program and not is_derived_there_alone:
            changed = {
                name: altered.get(name, "left out")
                for name in file
                if altered.get(name, ...) != file[name]
            }
            said = f"{by_service} by the service, {by_program} by verify.mjs"
            lines.append(f"{changed}: {said}: {verdict}"[:300])
    return lines


@pytest.mark.parametrize("step", [1, pytest.param(60, marks=pytest.mark.smoke)])
def test_both_refuse_what_is_malformed_and_call_false_what_is_false(
    tmp_path: Path, seed: int, step: int
) -> None:
    """A file is refused if no request can be read from it, and false if the response to its request is another one."""
    random = Random(seed)
    files = [
        limit_search(file) if "candidates" in file else file for file in FILES.values()
    ]
    pairs = [
        Altered(file, altered)
        for file in files
        for altered in alter_members(file, random)
    ][::step]
    assert len(pairs) > 6000 // step
    others = list_disagreements(pairs, tmp_path)
    assert not others, "\n".join(others)


def test_both_look_in_the_same_order_at_what_is_altered_in_two_places(
    tmp_path: Path, seed: int
) -> None:
    """Where results and request are both malformed, that of the two which is looked at first decides."""
    random = Random(seed)
    pairs = []
    for file in DERIVED.values():
        limited = limit_search(file) if "candidates" in file else file
        members = sorted(limited.keys() - {"request", "seed", "stream", "proof"})
        of_request = list(alter_members(limited["request"], random))
        for _ in range(10 if "items" in limited["request"]["path"] else 2):
            result = {random.choice(members): random.choice(OTHERS)}
            request = {"request": random.choice(of_request)}
            size = {"size": random.choice((0, 1, 2))} if "size" in limited else {}
            pairs.append(Altered(limited, limited | result | request))
            pairs.append(Altered(limited, limited | size | result))
        if "items_sha256" in limited:
            request = limited["request"] | {"index": 5}
            request.pop("seed", None)
            other = {"items_sha256": "x", "request": request}
            pairs.append(Altered(limited, limited | other))
    others = list_disagreements(pairs, tmp_path)
    assert not others, "\n".join(others)


class Case(NamedTuple):
    """A file, and what both must say of it."""

    file: Json
    judgement: Judgement


def search(**where: Any) -> Json:
    """Return a search of deals of bridge in which north's hand fulfils a condition."""
    condition = {"hand": "N"} | where
    return post(CLIENT, "/v1/games/bridge/deal", **SEARCH, where=condition)


def alter_condition(file: Json, member: str, value: Any) -> Json:
    """Return the file of a search with another value in its condition."""
    return set_value(file, ["request", "where", member], value)


def list_search_cases() -> dict[str, Case]:
    """Return searches whose condition is not spelled as the service writes it, or cannot be fulfilled."""
    vain = search(points="hcp", min=37)
    found = search(points="hcp", min=12)
    ace = search(cards=["AS"])
    summed = search(sum={"AS": 1}, min=1)
    return {
        "a card in lower case": Case(
            alter_condition(ace, "cards", ["as"]), Judgement.FALSE
        ),
        "a sum in lower case": Case(
            alter_condition(summed, "sum", {"as": 1}), Judgement.FALSE
        ),
        "in vain, more points than there are": Case(
            alter_condition(vain, "min", 38), Judgement.TRUE
        ),
        "in vain, points in a list": Case(
            alter_condition(vain, "points", ["hcp"]), Judgement.REFUSED
        ),
        "points in a list": Case(
            alter_condition(found, "points", ["hcp"]), Judgement.REFUSED
        ),
    }


def list_draw_cases() -> dict[str, Case]:
    """Return a draw that does not tell whether a name may be drawn again."""
    untold = set_value(SAVED["drawn items"], ["replacement"], ...)
    return {"a draw that does not tell its replacement": Case(untold, Judgement.FALSE)}


class BeaconCase(NamedTuple):
    """A member of a round of drand's, beside a receipt that names round 1, and the judgement."""

    member: str
    value: Any
    judgement: Judgement


BEACON_CASES = {
    "a round of quicknet": BeaconCase("round", 1, Judgement.UNKNOWN),
    "with a signature before": BeaconCase(
        "previous_signature", "00" * 96, Judgement.FALSE
    ),
    "with something else before": BeaconCase(
        "previous_signature", "00" * 48, Judgement.REFUSED
    ),
    "with a signature of the chain default": BeaconCase(
        "signature", "00" * 96, Judgement.FALSE
    ),
    "of a chain that is not known": BeaconCase(
        "chain_hash", "00" * 32, Judgement.FALSE
    ),
    "of no chain": BeaconCase("chain_hash", "00", Judgement.REFUSED),
    "of another round": BeaconCase("round", 2, Judgement.FALSE),
    "of no round": BeaconCase("round", 0, Judgement.REFUSED),
}


def list_beacon_cases() -> dict[str, Case]:
    """Return a sealed draw by a round of quicknet, with one member of the round altered."""
    opened = open_shoe(CLIENT, max=9, label="drand quicknet round 1")
    turn = draw(CLIENT, opened, 1, client_seed=QUICK_1.randomness)
    beacon = {"chain_hash": QUICKNET, "round": 1, "signature": QUICK_1.signature}
    sealed = {"receipt": reveal(CLIENT, turn), "seen": [turn["seen"]], "beacon": beacon}
    return {
        name: Case(
            set_value(sealed, ["beacon", case.member], case.value), case.judgement
        )
        for name, case in BEACON_CASES.items()
    }


def test_both_answer_alike_where_they_did_not(tmp_path: Path) -> None:
    """The attack that found each case is in its name."""
    cases = list_search_cases() | list_draw_cases() | list_beacon_cases()
    verdicts = check_all([case.file for case in cases.values()], tmp_path)
    for (name, case), verdict in zip(cases.items(), verdicts, strict=True):
        assert judge(check(case.file)) == case.judgement, name
        assert judge(verdict) == case.judgement, (name, verdict)


def test_members_of_a_later_version_are_unchecked_and_not_wrong(tmp_path: Path) -> None:
    files = [add_members(file, "red") for file in DERIVED.values()]
    for verdict in check_all(files, tmp_path):
        assert verdict["valid"] is None
        assert verdict["unchecked"].keys() >= {"colour"}


class Edit(NamedTuple):
    """A text of a module of verify/, and the text in its place in a later version."""

    module: str
    text: str
    later: str


ALLOW_COLOURS = Edit(
    "endpoints/endpoint_table.mjs", 'later: "', 'later: "colour hands.colour '
)
"""In a later version all responses, and all hands, have a colour."""
EXPECT_RED = Edit(
    "responses/responses.mjs",
    "  const unknown = new Set();",
    """
  expected.colour = "red";
  for (const hand of (expected.hands ?? []).flat()) hand.colour = "red";
  const unknown = new Set();""",
)
"""And all of them are red."""


@pytest.fixture
def later_program(tmp_path: Path) -> Path:
    """Return the path of a later version of verify.mjs."""
    folder = copytree(ROOT / "verify", tmp_path / "verify")
    for edit in (ALLOW_COLOURS, EXPECT_RED):
        path = folder / edit.module
        text = path.read_text()
        assert edit.text in text
        path.write_text(text.replace(edit.text, edit.later))
    return folder / "verify.mjs"


def test_a_later_version_verifies_saved_responses_and_its_own(
    tmp_path: Path, later_program: Path
) -> None:
    saved = list(DERIVED.values())
    files = saved + [add_colours(file) for file in saved]
    assert_valid(files, check_all(files, tmp_path, later_program))


def test_a_later_version_finds_another_value_of_its_own_member(
    tmp_path: Path, later_program: Path
) -> None:
    blue = [add_colours(file) | {"colour": "blue"} for file in DERIVED.values()]
    for verdict in check_all(blue, tmp_path, later_program):
        assert verdict["valid"] is False
        assert verdict["difference"]["where"] == "colour"


def add_colours(file: Json) -> Json:
    """Return a response with the additional member `colour` in itself and in its hands."""
    added = deepcopy(file) | {"colour": "red"}
    for hands in added.get("hands", ()):
        for hand in hands if isinstance(hands, list) else [hands]:
            hand["colour"] = "red"
    return added


def test_the_table_of_endpoints_is_that_of_the_service() -> None:
    assert endpoints.TABLE.read_text() == endpoints.format_table()
