"""Groups drawn item after item, compared with a look at all arrangements before each item is placed."""

from random import Random
from typing import Any

import pytest

from service.arrangements.attributes import ListedItems
from service.arrangements.groups.sampler import prepare_groups
from service.core.errors import OverLimit, Refused
from service.core.limits import Limits
from service.core.rng.sources import WordSource
from service.core.rng.streams import sd1
from service.core.shuffles.algorithms import shuffle_list
from service.core.work import Work
from tests.arrangements.enumeration import Groups, enumerate_groups
from tests.arrangements.rule_requests import RULES, make_request, read_rules, read_table
from tests.memory import measure_peak

CASES = 200


def draw_by_looking(
    request: dict[str, Any], arrangements: set[Groups], source: WordSource
) -> Groups:
    """Place each item in the first group in which some of the arrangements have it."""
    left = list(arrangements)
    for block in read_table(request).blocks:
        places = list(block.places)
        for item in shuffle_list(block.items, source):
            order = sorted(
                range(len(places)), key=lambda group: (-places[group], group)
            )
            group = next(
                group
                for group in order
                if places[group] and any(item in one[group] for one in left)
            )
            left = [one for one in left if item in one[group]]
            places[group] -= 1
    (drawn,) = left
    return drawn


def test_each_item_comes_to_the_first_group_that_leaves_an_arrangement() -> None:
    random = Random(3)
    wrong = []
    drawn = 0
    for case in range(CASES):
        request = make_request(random)
        items = request["items"]
        names = [item["name"] for item in request["items"]]
        for i, item in enumerate(items):
            item["pot"] = i // request["groups"]
        request["different"] += random.choice([[], ["pot"]])
        for rule in random.sample(["met", "placed"], random.randint(0, 2)):
            request[rule] = RULES[rule](random, names)
        request["paths"] = [["left", "1"], ["right", "1"], ["left", "2"]][
            : request["groups"]
        ]
        arrangements = enumerate_groups(request)
        try:
            sampler = prepare_groups(
                ListedItems(items),
                read_rules(request | {"method": "sequential"}),
                Limits(),
                0,
            )
            *result, _ = sampler.draw_within(WordSource(sd1(str(case))), Work(10**6))
        except Refused:
            if arrangements:
                wrong.append(request)
            continue
        drawn += 1
        looked = draw_by_looking(request, arrangements, WordSource(sd1(str(case))))
        if result != [item for group in looked for item in group]:
            wrong.append(request)
    assert wrong == []
    assert drawn > CASES / 5


def test_a_search_keeps_few_bytes_for_each_of_its_steps() -> None:
    random = Random(1)
    attributes = [f"a{number}" for number in range(20)]
    steps = 200_000
    items = [
        {"name": f"n{i}"} | {name: random.randrange(6) for name in attributes}
        for i in range(100)
    ]
    limits = [{"attribute": name, "max": 4, "min": 1} for name in attributes]
    request = {"items": items, "groups": 10, "limits": limits, "method": "sequential"}
    sampler = prepare_groups(ListedItems(items), read_rules(request), Limits(), 0)

    def search() -> None:
        with pytest.raises(OverLimit):
            sampler.draw_within(WordSource(sd1("42")), Work(steps))

    assert measure_peak(search, 20 * steps) < 20 * steps
