"""Groups of given sizes and rules of one group, compared with enumeration, and panels by quotas."""

from collections import Counter
from itertools import combinations
from math import comb
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.arrangements.groups import counts
from service.arrangements.groups.counts import GroupCount, count_arrangements
from service.arrangements.groups.sampler import GroupSampler
from service.core.errors import Refused
from service.core.rng.sources import WordSource
from service.core.rng.streams import sd1
from service.core.work import Work
from tests.arrangements.enumeration import (
    Groups,
    enumerate_groups,
    is_uniform,
    two_sided_p,
)
from tests.arrangements.rule_requests import prepare, read_table
from tests.arrangements.sized_requests import CASES, make_panel, make_sized_request
from tests.http.spec import post

PATH = "/v1/items/groups"
PANEL = make_panel(150, 22, 1, [2, 6, 5, 7])


def draw(sampler: GroupSampler, seed: str) -> Groups:
    """Return the items of each group that are drawn."""
    result = sampler.draw_within(WordSource(sd1(seed)), Work(10**7))
    return tuple(map(tuple, sampler.table.sizes.split(result)))


def test_groups_of_given_sizes_are_those_that_enumeration_finds() -> None:
    random = Random(11)
    possible = 0
    for _ in range(CASES):
        request = make_sized_request(random)
        arrangements = enumerate_groups(request)
        possible += bool(arrangements)
        try:
            sampler = prepare(request)
            total = count_arrangements(sampler.table.grouping, Work(10**7)).total
            assert total == len(arrangements), request
            assert {draw(sampler, seed) for seed in "abc"} <= arrangements, request
        except Refused:
            assert not arrangements, request
    assert possible > CASES / 4


def count_attribute(request: dict[str, Any]) -> GroupCount:
    """Return the count of a request with the quotas of one attribute."""
    return count_arrangements(read_table(request).grouping, Work(10**7))


def draw_panels(count: GroupCount, source: WordSource, draws: int) -> list[list[int]]:
    """Return the first group of each of some draws."""
    return [count.draw(source, Work())[0] for _ in range(draws)]


def test_an_attribute_is_counted_and_the_others_rejected_uniformly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(counts, "_MAX_QUOTA_STEPS", 0)
    request = make_panel(8, 3, 0, [2, 3])
    panels = {panel for panel, _ in enumerate_groups(request)}
    count = count_attribute(request)
    assert count.left_out
    assert count.total is None
    source = WordSource(sd1("a"))
    drawn = Counter(tuple(sorted(panel)) for panel in draw_panels(count, source, 4_000))
    assert is_uniform(drawn, panels)


def test_the_attribute_that_the_fewest_arrangements_keep_is_counted() -> None:
    count = count_attribute(PANEL)
    assert count.counter
    assert len(count.left_out) == 20 - 6


def test_a_panel_of_150_people_with_20_quotas_is_drawn(client: FlaskClient) -> None:
    drawn = post(client, PATH, **PANEL, seed="panel")
    assert drawn["drawn_by"] == "counting"
    assert drawn["arrangements"] is None
    panel = drawn["groups"][0]["items"]
    assert len(panel) == 22
    for quota in PANEL["limits"]:
        number = sum(person[quota["attribute"]] == quota["value"] for person in panel)
        assert quota["min"] <= number <= quota["max"]


@pytest.mark.exhaustive
def test_panels_have_each_quota_value_and_pair_as_often_as_enumeration_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(counts, "_MAX_QUOTA_STEPS", 0)
    request = make_panel(14, 5, 0, [2, 3])
    panels = enumerate_panels(request)
    count = count_attribute(request)
    source = WordSource(sd1("panels"))
    drawn = [tuple(sorted(panel)) for panel in draw_panels(count, source, 20_000)]
    assert set(drawn) <= set(panels)
    for quota in request["limits"]:
        members = {
            number
            for number, person in enumerate(request["items"])
            if person[quota["attribute"]] == quota["value"]
        }
        check_counts(
            [len(members.intersection(panel)) for panel in panels],
            [len(members.intersection(panel)) for panel in drawn],
        )
    for pair in combinations(range(14), 2):
        check_counts(
            [set(pair) <= set(panel) for panel in panels],
            [set(pair) <= set(panel) for panel in drawn],
        )


def enumerate_panels(request: dict[str, Any]) -> list[tuple[int, ...]]:
    """Return each panel, by its indices, that fulfils all quotas."""
    items = request["items"]
    seats = request["sizes"][0]
    return [
        panel
        for panel in combinations(range(len(items)), seats)
        if all(
            quota["min"]
            <= sum(items[i][quota["attribute"]] == quota["value"] for i in panel)
            <= quota["max"]
            for quota in request["limits"]
        )
    ]


def check_counts(expected: list[Any], drawn: list[Any]) -> None:
    """Check by chi-square that values are drawn in proportion to how often they are in all panels."""
    shares = Counter(expected)
    counted = Counter(drawn)
    assert counted.keys() <= shares.keys()
    if len(shares) < 2:
        return
    scale = len(drawn) / len(expected)
    squares = sum(
        (counted[value] - scale * number) ** 2 / (scale * number)
        for value, number in shares.items()
    )
    assert two_sided_p(squares, len(shares) - 1) > 1e-5


def test_sizes_are_those_of_groups_that_are_spread_evenly(client: FlaskClient) -> None:
    people = [{"name": str(number), "a": number % 3} for number in range(7)]
    rules = {"items": people, "different": ["a"], "seed": "s"}
    even = post(client, PATH, **rules, groups=3)
    sized = post(client, PATH, **rules, sizes=[3, 2, 2])
    assert sized["groups"] == even["groups"]
    assert sized["request"]["sizes"] == [3, 2, 2]
    assert "groups" not in sized["request"]  # it follows from the sizes


def test_pairs_of_given_sizes_are_drawn_in_the_order_of_the_sizes() -> None:
    request = {"items": list("ABCDE"), "sizes": [1, 2, 2], "apart": [["A", "B"]]}
    arrangements = enumerate_groups(request)
    drawn = {draw(prepare(request), str(seed)) for seed in range(300)}
    assert len(arrangements) == comb(5, 1) * comb(4, 2) - 6
    assert drawn == arrangements
