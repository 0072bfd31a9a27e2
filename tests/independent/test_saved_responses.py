"""verify.mjs verifies saved responses, also with the additional members of a later version."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from shutil import copytree
from typing import Any

import pytest

from tests.conftest import ROOT
from tests.http.spec import post
from tests.independent.test_independent import unchecked_members
from tests.independent.test_operations import is_derived
from tests.independent.verifier import run_node
from tests.proofs.test_drand import QUICK_1, QUICKNET
from tests.sealed.vector_files import set_value
from tests.verification.test_saved_responses import (
    CLIENT,
    SAVED,
    add_members,
    check,
    strip_members,
)
from tests.verification.test_saved_responses import DERIVED as SAVED_DRAWS
from tools.documents import endpoints

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
    proved = iter(
        run_node(
            str(program),
            [file for file in files if "proof" in file],
            "lines",
            "--keys",
            str(keys),
        )
    )
    others = iter(
        run_node(str(program), [file for file in files if "proof" not in file], "lines")
    )
    return [next(proved if "proof" in file else others) for file in files]


def list_unchecked(file: Json) -> set[str]:
    """Return the members of a saved response that the service alone derives."""
    if {"file", "original_items"} & file.keys():
        return set()
    return unchecked_members(file) | (
        {"category", "description", "points", "payout"} & file.keys()
    )


def assert_valid(
    files: list[Json], verdicts: list[Json], more: frozenset[str] = frozenset()
) -> None:
    for file, verdict in zip(files, verdicts, strict=True):
        unchecked = list_unchecked(file) | more
        assert verdict["valid"] is (None if unchecked else True), (file, verdict)
        assert (
            set(verdict.get("unchecked", ())) - {"hands.colour", "piles.colour"}
            == unchecked
        ), (file, verdict)


def test_saved_responses_are_valid(tmp_path: Path) -> None:
    assert_valid(list(FILES.values()), check_all(list(FILES.values()), tmp_path))


def test_a_member_that_the_first_release_has_is_required(tmp_path: Path) -> None:
    stripped = (pair for file in DERIVED.values() for pair in strip_members(file))
    files = [
        file for name, file in stripped if name != "request"
    ]  # without it a response is unchecked
    for file, verdict in zip(files, check_all(files, tmp_path), strict=True):
        assert (
            verdict["valid"] is False or "refused" in verdict or list_unchecked(file)
        ), (file, verdict)
        assert verdict["valid"] is not True


OTHERS: tuple[Any, ...] = (True, 0, -1, 1.5, 3, "", "x", "1", [], [None], {}, {"x": 1})
SEARCH = {"seed": "9", "max_candidates": 9}


def alter_members(value: Any, random: Random) -> Iterator[Any]:
    """Yield a value with each of its members left out, null, of another kind, and a little different.

    Of a list, which may have a hundred cards, the first element stands for all.
    """
    members = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value[:1])
        if isinstance(value, list)
        else ()
    )
    for key, member in list(members):
        near: list[Any] = [not member]
        match member:
            case int() if not isinstance(member, bool):
                near = [member + 1, str(member), float(member)]
            case str():
                near = [f"{member} ", member.swapcase()]
            case list():
                near = [member[1:], member + member[-1:], member[::-1]]
        for other in (
            None,
            random.choice([*OTHERS, *near * 2]),
            *alter_members(member, random),
        ):
            if isinstance(value, list):
                yield [other, *value[1:]]
            else:
                yield value | {key: other}
        if isinstance(value, list):
            yield value[1:]
        else:
            yield {name: one for name, one in value.items() if name != key}


def limit_search(file: Json) -> Json:
    """Return the same response to a request for as many candidates as there were, so that others take no longer."""
    limit = {"max_candidates": file["candidates"]}
    return file | limit | {"request": file["request"] | limit}


def judge(verdict: Json) -> str:
    return (
        "refused"
        if "valid" not in verdict or "refused" in verdict
        else str(verdict["valid"])
    )


def list_disagreements(pairs: list[tuple[Json, Json]], tmp_path: Path) -> list[str]:
    """Return a line for each altered file of which the service and verify.mjs say different things."""
    lines = []
    for (file, altered), verdict in zip(
        pairs, check_all([altered for _, altered in pairs], tmp_path), strict=True
    ):
        by_service = judge(check(altered))
        by_program = judge(verdict)
        is_derived_there_alone = (
            by_program == "None" and list_unchecked(file) and by_service != "refused"
        )
        if by_service != by_program and not is_derived_there_alone:
            changed = {
                name: altered.get(name, "left out")
                for name in file
                if altered.get(name, ...) != file[name]
            }
            lines.append(
                f"{changed}: {by_service} by the service, {by_program} by verify.mjs: {verdict}"[
                    :300
                ]
            )
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
        (file, altered) for file in files for altered in alter_members(file, random)
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
            size = {"size": random.choice((0, 1, 2))} if "size" in limited else {}
            request = {"request": random.choice(of_request)}
            pairs += [
                (limited, limited | one | other)
                for one, other in ((result, request), (size, result))
            ]
        if "items_sha256" in limited:
            without_seed = limited["request"] | {"index": 5}
            without_seed.pop("seed", None)
            pairs.append(
                (limited, limited | {"items_sha256": "x", "request": without_seed})
            )
    others = list_disagreements(pairs, tmp_path)
    assert not others, "\n".join(others)


def test_both_answer_alike_where_they_did_not(tmp_path: Path) -> None:
    """The attack that found each case is in its name."""

    def search(**where: Any) -> Json:
        return post(
            CLIENT, "/v1/games/bridge/deal", **SEARCH, where={"hand": "N", **where}
        )

    vain = search(points="hcp", min=37)
    found = search(points="hcp", min=12)
    ace = search(cards=["AS"])
    summed = search(sum={"AS": 1}, min=1)
    opened = post(CLIENT, "/v1/shoes", max=9, label="drand quicknet round 1")
    turn = post(
        CLIENT,
        "/v1/shoes/draw",
        shoe=opened["shoe"],
        count=1,
        client_seed=QUICK_1.randomness,
    )
    receipt = post(CLIENT, "/v1/shoes/reveal", shoe=turn["shoe"])["receipt"]
    beacon = {"chain_hash": QUICKNET, "round": 1, "signature": QUICK_1.signature}
    sealed = {"receipt": receipt, "seen": [turn["seen"]], "beacon": beacon}
    cases = {
        "a card in lower case": (ace, ["request", "where", "cards"], ["as"], "False"),
        "a sum in lower case": (
            summed,
            ["request", "where", "sum"],
            {"as": 1},
            "False",
        ),
        "in vain, more points than there are": (
            vain,
            ["request", "where", "min"],
            38,
            "True",
        ),
        "in vain, points in a list": (
            vain,
            ["request", "where", "points"],
            ["hcp"],
            "refused",
        ),
        "points in a list": (found, ["request", "where", "points"], ["hcp"], "refused"),
        "a draw that does not tell its replacement": (
            SAVED["drawn items"],
            ["replacement"],
            ...,
            "False",
        ),
        "a round of quicknet": (sealed, ["beacon", "round"], 1, "None"),
        "with a signature before": (
            sealed,
            ["beacon", "previous_signature"],
            "00" * 96,
            "False",
        ),
        "with something else before": (
            sealed,
            ["beacon", "previous_signature"],
            "00" * 48,
            "refused",
        ),
        "with a signature of the chain default": (
            sealed,
            ["beacon", "signature"],
            "00" * 96,
            "False",
        ),
        "of a chain that is not known": (
            sealed,
            ["beacon", "chain_hash"],
            "00" * 32,
            "False",
        ),
        "of no chain": (sealed, ["beacon", "chain_hash"], "00", "refused"),
        "of another round": (sealed, ["beacon", "round"], 2, "False"),
        "of no round": (sealed, ["beacon", "round"], 0, "refused"),
    }
    files = [set_value(file, path, value) for file, path, value, _ in cases.values()]
    for (name, (_, _, _, expected)), file, verdict in zip(
        cases.items(), files, check_all(files, tmp_path), strict=True
    ):
        assert (judge(check(file)), judge(verdict)) == (expected, expected), (
            name,
            verdict,
        )


def test_members_of_a_later_version_are_unchecked_and_not_wrong(tmp_path: Path) -> None:
    files = [add_members(file, "red") for file in DERIVED.values()]
    for verdict in check_all(files, tmp_path):
        assert verdict["valid"] is None
        assert verdict["unchecked"].keys() >= {"colour"}


def test_a_version_with_a_member_more_verifies_saved_responses_and_its_own(
    tmp_path: Path,
) -> None:
    folder = copytree(ROOT / "verify", tmp_path / "verify")
    for name, old, new in (
        ("endpoint_table.mjs", 'later: "', 'later: "colour hands.colour '),
        (
            "responses.mjs",
            "  const unknown = new Set();",
            '  expected.colour = "red";'
            'for (const hand of (expected.hands ?? []).flat()) hand.colour = "red";'
            "  const unknown = new Set();",
        ),
    ):
        text = (folder / name).read_text()
        assert old in text
        (folder / name).write_text(text.replace(old, new))
    files = list(DERIVED.values())
    own = []
    for file in files:
        added = json.loads(json.dumps(file)) | {"colour": "red"}
        for hands in added.get("hands", ()):
            for hand in hands if isinstance(hands, list) else [hands]:
                hand["colour"] = "red"
        own.append(added)
    later = folder / "verify.mjs"
    assert_valid(files + own, check_all(files + own, tmp_path, later))
    for verdict in check_all(
        [file | {"colour": "blue"} for file in own], tmp_path, later
    ):
        assert (verdict["valid"], verdict["difference"]["where"]) == (False, "colour")


def test_the_table_of_endpoints_is_that_of_the_service() -> None:
    assert endpoints.TABLE.read_text() == endpoints.format_table()
