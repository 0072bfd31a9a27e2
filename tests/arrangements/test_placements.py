"""Placements of items: contradictions are found early, in counted steps, and units are not looked at for each group."""

from collections.abc import Iterator
from typing import Any, ClassVar

import pytest

from service.arrangements.attributes import ListedItems
from service.arrangements.groups.placements import PlacementSearch
from service.arrangements.groups.sampler import prepare_groups
from service.arrangements.groups.search import Grouping
from service.core.errors import Refused
from service.core.limits import Limits
from service.core.work import Work
from tests.arrangements.rule_requests import prepare, read_rules, read_table

NAMES = list("ABCDEFGH")

SPREAD: dict[str, Any] = {
    "items": list(range(72)),
    "groups": 8,
    "fixed": [
        {"item": str(71 - item), "group": group + 1}
        for item, group in enumerate([1, 2, 2, 3, 3, 3])
    ],
    "paths": [[name] for name in NAMES],
    "placed": [{"items": list(map(str, range(8))), "level": 1}],
}
"""Eight items that come to eight groups, four of which have a room of their own: 336 placements that are not alike."""


def test_contradictory_entries_are_found_before_all_placements_are_tried() -> None:
    placed = [*SPREAD["placed"], {"items": ["6", "7"], "path": ["H"]}]
    sampler = prepare_groups(
        ListedItems(SPREAD["items"]),
        read_rules(SPREAD | {"placed": placed}),
        Limits(),
        0,
    )
    work = Work()
    with pytest.raises(Refused, match=r"^No groups fulfil these entries together\.$"):
        sampler.check_placed(work)
    assert work.spent < 5_000


def test_the_search_for_a_placement_ends_with_its_client() -> None:
    def look() -> None:
        raise ConnectionResetError

    sampler = prepare(SPREAD)
    with pytest.raises(ConnectionResetError):
        sampler.check_placed(Work(look=look))


class Unit(tuple[int, ...]):
    """A unit that counts how often somebody looks at all of its items."""

    looks: ClassVar[int] = 0

    def __iter__(self) -> Iterator[int]:
        Unit.looks += 1
        return super().__iter__()


def test_units_are_not_looked_at_for_each_group() -> None:
    table = read_table(SPREAD)
    units = [Unit(unit) for unit in table.grouping.units]
    grouping = Grouping(
        table.grouping.sizes, (), table.grouping.fixed, units, table.placed
    )
    Unit.looks = 0
    assert len(PlacementSearch(grouping).list_placements(lambda _: None)) == 336
    assert Unit.looks < 10 * len(units)
