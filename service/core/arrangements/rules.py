"""The rules of draws of groups and pairs, as a request has them."""

from dataclasses import dataclass
from typing import Annotated

from service.core.arrangements.attributes import ItemName
from service.core.shuffles.integer_draws import MAX_MAGNITUDE
from service.core.value_types import Flag, Integer, ListOf, ObjectOf, Text

MAX_ATTRIBUTES = 20
MAX_LISTS = 1_000
MAX_NAMES = 1_000
MAX_GROUP = 1_000_000


@dataclass(frozen=True, kw_only=True)
class GroupLimit:
    """The numbers of items with a value that a group may have; without a value, with each value."""

    attribute: Annotated[str, Text("The attribute.", 256, example="confederation")]
    value: Annotated[str | None, Text("The value as a text; without it, every value.", 256, example="UEFA")] = None
    min: Annotated[int, Integer("The fewest in a group.", 0, MAX_GROUP, example=1)] = 0
    max: Annotated[int | None, Integer("The most in a group.", 0, MAX_GROUP, example=2)] = None


@dataclass(frozen=True, kw_only=True)
class FixedItem:
    """An item and its group."""

    item: Annotated[str, ItemName("The name of the item.", example="Qatar")]
    group: Annotated[int, Integer("The number of its group, from 1.", 1, MAX_GROUP, example=1)]


@dataclass(frozen=True, kw_only=True)
class Separation:
    """The rules on items that must not be in one group, or in one pair."""

    different: Annotated[
        tuple[str, ...],
        ListOf(
            "Attributes: two items with the same value do not come together.",
            Text("", 256),
            MAX_ATTRIBUTES,
            example=["pot", "country"],
        ),
    ] = ()
    apart: Annotated[
        tuple[tuple[str, ...], ...],
        ListOf(
            "Lists of items that do not come together, by their names: the text of an item, of an object its `name`.",
            ListOf("", ItemName(), MAX_NAMES, 2),
            MAX_LISTS,
            example=[["Ann", "Bob"]],
        ),
    ] = ()


@dataclass(frozen=True, kw_only=True)
class GroupRules(Separation):
    """The number of groups, and the rules that every group fulfils."""

    groups: Annotated[int | None, Integer("Groups to draw.", 1, MAX_MAGNITUDE, example=8)] = None
    group_size: Annotated[
        int | None, Integer("The items in each group, instead of `groups`.", 1, MAX_MAGNITUDE, example=4)
    ] = None
    limits: Annotated[
        tuple[GroupLimit, ...],
        ListOf(
            "How many items with a value a group may have.",
            ObjectOf("", members=GroupLimit, component="GroupLimit"),
            MAX_ATTRIBUTES,
            example=[{"attribute": "confederation", "value": "UEFA", "min": 1, "max": 2}],
        ),
    ] = ()
    fixed: Annotated[
        tuple[FixedItem, ...],
        ListOf(
            "Items in a group that is given.",
            ObjectOf("", members=FixedItem, component="FixedItem"),
            MAX_NAMES,
            example=[{"item": "Qatar", "group": 1}],
        ),
    ] = ()
    arrangements: Annotated[bool, Flag("Whether to count the arrangements in any case.")] = False
