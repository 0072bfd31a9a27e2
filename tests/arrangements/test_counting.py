"""Counted groups, compared with every arrangement that fulfils the rules."""

from collections import Counter
from collections.abc import Iterator
from itertools import accumulate, pairwise
from math import comb
from random import Random
from typing import Any

import pytest

from service.arrangements.attempts import write_digits
from service.arrangements.groups import counts, profiles, sampler
from service.arrangements.groups.counts import GroupCount, count_arrangements
from service.arrangements.groups.sampler import GroupSampler
from service.arrangements.groups.table import GroupTable
from service.core.errors import OverLimit, Refused
from service.core.rng.sources import WordSource
from service.core.rng.streams import sd1
from service.core.work import Work
from tests.arrangements.enumeration import (
    CASES,
    Groups,
    enumerate_groups,
    is_uniform,
    make_items,
)
from tests.arrangements.rule_requests import RULES, make_request, prepare, read_table
from tests.tables import for_each

CASES_COUNTED = 100
DRAWS = 400


def count(table: GroupTable) -> GroupCount:
    """Return the counted arrangements of groups."""
    return count_arrangements(table.grouping, Work(10**7))


def test_arrangements_are_counted_as_enumeration_finds_them() -> None:
    random = Random(5)
    wrong = []
    totals = Counter[int | None]()
    while totals.total() < CASES_COUNTED:
        request = make_request(random)
        try:
            table = read_table(request)
        except Refused:  # it shows without counting that there are none
            continue
        total = count(table).total
        totals[total] += 1
        if total != len(enumerate_groups(request)):
            wrong.append(request)
    assert wrong == []
    assert len(totals) > CASES_COUNTED / 10


def add_rules(request: dict[str, Any], rules: list[str], random: Random) -> None:
    """Add random rules to a request, and the numbers that they are of."""
    for item in request["items"]:
        item["number"] = random.choice([0.1, 0.2, "3e-1", 0.7])
    names = [item["name"] for item in request["items"]]
    for rule in rules:
        request[rule] = RULES[rule](random, names)
    if "placed" in rules:
        paths = [["left", "1"], ["right", "1"], ["left", "2"]]
        request["paths"] = paths[: request["groups"]]


def make_requests(rules: list[str]) -> Iterator[dict[str, Any]]:
    """Yield random requests that have these rules."""
    random = Random(7)
    for _ in range(CASES_COUNTED):
        request = make_request(random)
        add_rules(request, rules, random)
        yield request


def draw_groups(prepared: GroupSampler, seed: str) -> Groups:
    """Return the items of each group that are drawn."""
    result = prepared.draw_within(WordSource(sd1(seed)), Work(10**7))
    borders = pairwise(accumulate(prepared.table.sizes, initial=0))
    return tuple(tuple(result[start:end]) for start, end in borders)


def count_and_draw(request: dict[str, Any], total: int, case: int) -> set[Groups]:
    """Check that so many arrangements are counted, and return those of two draws: none if the request is refused.

    Sums are not counted, and no draw is tried if they have no arrangement: it would not find out.
    """
    try:
        prepared = prepare(request)
        if not prepared.table.sums:
            assert count(prepared.table).total == total, request
        elif total == 0:
            return set()
        return {draw_groups(prepared, f"{case} {number}") for number in range(2)}
    except Refused:
        return set()


@for_each(
    "rules",
    [
        ["together"],
        ["met"],
        ["sums"],
        ["placed"],
        ["together", "met", "sums", "placed"],
    ],
)
def test_draws_by_more_rules_are_arrangements_that_enumeration_finds(
    rules: list[str],
) -> None:
    is_possible = Counter[bool]()
    for case, request in enumerate(make_requests(rules)):
        arrangements = enumerate_groups(request)
        drawn = count_and_draw(request, len(arrangements), case)
        assert drawn <= arrangements, request
        assert bool(drawn) is bool(arrangements), request
        is_possible[bool(drawn)] += 1
    assert min(is_possible.values()) > CASES_COUNTED / 10


def test_sums_that_few_arrangements_have_are_not_called_impossible(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sampler, "DRAWS_OF_REJECTION", 100)
    request: dict[str, Any] = {
        "items": [{"n": 3}, {"n": 5}],
        "groups": 2,
        "sums": [{"attribute": "n", "min": 4}],
    }
    prepared = prepare(request)
    sentence = r"in 100 draws\. This does not show that there is none"
    with pytest.raises(OverLimit, match=sentence):
        prepared.draw_within(WordSource(sd1("a")), Work())


def test_groups_that_may_take_many_items_of_a_class_are_counted() -> None:
    limit = {"attribute": "a", "value": "true", "max": 97}
    items = [{"a": item < 100} for item in range(200)]
    table = read_table({"items": items, "groups": 2, "limits": [limit]})
    ways = sum(comb(100, x) * comb(100, 100 - x) for x in range(3, 98))
    assert count(table).total == ways


@for_each(("width", "left"), [(profiles._MAX_WIDTH, 0), (50, 1), (20, 2)])
def test_counted_draws_are_uniform_whether_or_not_rules_are_left_to_rejection(
    width: int, left: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counts, "_CACHE", counts.CountCache(0))
    monkeypatch.setattr(profiles, "_MAX_WIDTH", width)
    _, request = CASES["uneven groups, lists apart and a minimum"]
    table = read_table(request)
    counted = count(table)
    source = WordSource(sd1(str(left)))
    found = Counter[Any]()
    for _ in range(DRAWS):
        groups = zip(table.fixed_by_group, counted.draw(source, Work()), strict=True)
        found[tuple(tuple(sorted([*fixed, *free])) for fixed, free in groups)] += 1
    assert len(counted.left_out) == left
    assert is_uniform(found, enumerate_groups(request))


def test_counted_draws_of_placed_items_are_uniform_over_all_placements() -> None:
    request = {
        "items": make_items(role="ffgmm"),
        "groups": 4,
        "different": ["role"],
        "together": [["C", "E"]],
        "paths": [["left", "1"], ["right", "1"], ["left", "2"], ["right", "2"]],
        "placed": [
            {"items": ["A", "B", "D"], "level": 2},
            {"items": ["A", "C"], "level": 1},
        ],
    }
    counted = count(read_table(request))
    arrangements = enumerate_groups(request)
    source = WordSource(sd1("ways"))
    found = Counter[Any]()
    for _ in range(DRAWS):
        groups = counted.draw(source, Work())
        found[tuple(tuple(sorted(group)) for group in groups)] += 1
    assert counted.total == len(arrangements)
    assert counted.counter is not None
    assert len(counted.counter.starts) < len(arrangements)
    assert is_uniform(found, arrangements)


def test_a_count_from_the_cache_has_its_full_steps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cache = counts.CountCache(30_000)
    monkeypatch.setattr(counts, "_CACHE", cache)
    _, request = CASES["pots and countries"]
    table = read_table(request)
    first = Work(10**7)
    second = Work(10**7)
    count_arrangements(table.grouping, first)
    counted = count_arrangements(table.grouping, second)
    assert cache.get(table.grouping.key) is counted
    assert counted.work > 0
    assert first.spent == counted.work
    assert second.spent == counted.work
    for number in range(100):
        cache.put(bytes([number]), counted)
    assert cache._bytes <= 30_000


@for_each("power", [1, 4_299, 4_300, 10_000, 50_000])
def test_numbers_of_any_length_are_written_as_digits(power: int) -> None:
    assert write_digits(10**power + 7) == f"1{7:0{power}}"
    assert write_digits(10**power - 1) == "9" * power
