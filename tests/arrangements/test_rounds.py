"""Rounds in which nobody meets twice: the schedules, checked pair by pair, and what is drawn of them."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.arrangements.rounds.schedules import (
    RoundSizes,
    Schedule,
    count_rounds,
    list_schedules,
)
from service.verify_tables import parse_table, read_table
from tests.arrangements.enumeration import is_uniform
from tests.http.spec import post
from tests.tables import for_each
from tools.files import ROOT

PAGE = ROOT / "docs" / "how" / "rounds.md"
PATH = "/v1/items/groups"
STORED = parse_table("rounds", read_table("arrangements/round_table.mjs"))
KNOWN = {
    "16 in 4": 5,
    "9 in 3": 4,
    "4 in 2": 3,
    "25 in 5": 6,
    "49 in 7": 8,
    "64 in 8": 9,
    "81 in 9": 10,
    "15 in 5": 7,
    "14 in 5": 7,
    "13 in 5": 6,
    "21 in 7": 10,
    "27 in 9": 13,
    "45 in 15": 22,
    "28 in 7": 9,
    "40 in 10": 13,
    "30 in 6": 6,
    "24 in 6": 7,
    "20 in 5": 5,
    "19 in 5": 5,
    "15 in 4": 5,
    "14 in 4": 4,
    "7 in 4": 7,
    "12 in 3": 1,
    "6 in 1": 1,
    "36 in 6": 3,
}
"""The rounds of some sizes, and of affine planes, Kirkman's and resolvable designs as many as there can be."""


def count_meetings(rounds: Iterable[Iterable[Sequence[int]]]) -> Counter[Any]:
    """Return how often each pair is in one group."""
    return Counter(
        pair
        for groups in rounds
        for group in groups
        for pair in combinations(sorted(group), 2)
    )


def check_schedule(sizes: RoundSizes, schedule: Schedule) -> None:
    """Check that everybody is in one group a round, that sizes differ by one at most, and that no two meet twice."""
    rounds = [
        [
            [place for place in group if place < sizes.items]
            for group in schedule.list_groups(number)
        ]
        for number in range(schedule.rounds)
    ]
    smallest = sizes.items // sizes.groups
    for groups in rounds:
        places = sorted(place for group in groups for place in group)
        assert places == list(range(sizes.items))
        assert len(groups) == sizes.groups
        assert {len(group) for group in groups} <= {smallest, smallest + 1}
    assert max(count_meetings(rounds).values()) == 1


def check_schedules(sizes: RoundSizes) -> None:
    """Check every schedule for some sizes."""
    for schedule in list_schedules(sizes):
        check_schedule(sizes, schedule)


@pytest.mark.parametrize("n", range(2, 31))
def test_no_two_meet_twice_in_any_schedule(n: int) -> None:
    for groups in range(1, n):
        check_schedules(RoundSizes(n, groups))


@for_each("name", STORED)
def test_no_two_meet_twice_in_a_stored_schedule(name: str) -> None:
    groups, size = map(int, name.split(" x "))
    rounds = STORED[name]["rounds"]
    assert max(count_meetings(line.split() for line in rounds).values()) == 1
    assert rounds[-1].split()[-1] == "".join(
        sorted(set(rounds[0]) - {" "})[-size:]  # the places that may be empty
    )
    for empty in range(size + 1):
        check_schedules(RoundSizes(groups * size - empty, groups))


@for_each("size", [49, 64, 80, 81, 144, 225, 256, 625, 729])
def test_no_two_meet_twice_in_planes_and_in_products_of_fields(size: int) -> None:
    groups = {80: 20, 144: 36}.get(size, round(size**0.5))
    check_schedules(RoundSizes(size, groups))


@for_each("name", KNOWN)
def test_as_many_rounds_are_known(name: str) -> None:
    items, groups = map(int, name.split(" in "))
    assert count_rounds(RoundSizes(items, groups)) == KNOWN[name]


def test_the_page_says_how_many_rounds_are_known() -> None:
    rows = re.findall(r"^\| (\d+) \|(.*)\|$", PAGE.read_text(), re.MULTILINE)
    assert len(rows) > 10
    for items, cells in rows:
        n = int(items)
        for size, cell in enumerate(cells.split("|"), start=2):
            if n % size == 0 and size < n:
                assert int(cell) == count_rounds(RoundSizes(n, n // size))
            else:
                assert not cell.strip()


def test_every_relabelling_of_a_schedule_is_equally_probable(
    client: FlaskClient,
) -> None:
    """The pairs of four come in any order of three rounds, and in each in two orders: 48 results."""
    body = {"items": list("ABCD"), "groups": 2, "rounds": 3, "seed": "a"}
    drawn = post(client, f"{PATH}/batch", **body, repeats=1_000)["groups"]
    counts = Counter(
        tuple(tuple(group["indices"]) for group in groups) for groups in drawn
    )
    pairs = [((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2))]
    arrangements = {
        (*turned[0], *turned[1], *turned[2])
        for i, j, k in (
            (0, 1, 2),
            (0, 2, 1),
            (1, 0, 2),
            (1, 2, 0),
            (2, 0, 1),
            (2, 1, 0),
        )
        for turned in turn_each([pairs[i], pairs[j], pairs[k]])
    }
    assert len(arrangements) == 48
    assert is_uniform(counts, arrangements)


def turn_each(rounds: list[Any]) -> list[list[Any]]:
    """Return the rounds with the groups of each in either order."""
    if not rounds:
        return [[]]
    first, *later = rounds
    return [
        [turned, *others]
        for others in turn_each(later)
        for turned in (first, first[::-1])
    ]


@for_each("sizes", [(16, 4, 7), (12, 3, 4), (8, 2, 5), (13, 4, 9), (6, 1, 3)])
def test_further_rounds_are_filled_and_those_who_meet_again_counted(
    sizes: tuple[int, int, int], client: FlaskClient
) -> None:
    n, groups, rounds = sizes
    asked = {"items": list(range(n)), "groups": groups, "rounds": rounds, "seed": "a"}
    drawn = post(client, PATH, **asked, meet_again=True)
    by_round: dict[int, list[list[int]]] = {}
    for group in drawn["groups"]:
        by_round.setdefault(group["round"], []).append(group["indices"])
    assert list(by_round) == list(range(1, rounds + 1))
    for listed in by_round.values():
        lengths = [len(group) for group in listed]
        assert lengths == sorted(lengths, reverse=True)
        assert lengths[0] - lengths[-1] <= 1
        assert sorted(item for group in listed for item in group) == list(range(n))
    meetings = count_meetings(by_round.values())
    assert drawn["met_again"] == sum(times > 1 for times in meetings.values()) > 0


def test_rounds_with_a_schedule_have_no_pair_that_meets_again(
    client: FlaskClient,
) -> None:
    body = {"items": [f"person {i}" for i in range(16)], "group_size": 4, "rounds": 5}
    drawn = post(client, PATH, **body, seed="mixer")
    meetings = count_meetings([[group["indices"] for group in drawn["groups"]]])
    assert set(meetings.values()) == {1}
    assert len(meetings) == 16 * 15 / 2
    assert drawn["met_again"] == 0
    assert drawn["request"] == {
        "path": PATH,
        "group_size": 4,
        "rounds": 5,
        "seed": "mixer",
    }
    again = post(client, PATH, **body, seed="mixer", meet_again=True)
    assert again["groups"] == drawn["groups"]
    met = post(client, PATH, items=body["items"], group_size=2, met=drawn["groups"][:4])
    assert met["groups"]
