"""The rules of draws of groups and pairs, as a request has them."""

from dataclasses import dataclass
from typing import Annotated, Any

from ..core.draw_requests import NAMED, Chooses, Named, Unnamed
from ..core.errors import Refused
from ..core.object_types import ObjectOf
from ..core.value_types import (
    MAX_MAGNITUDE,
    Choice,
    Flag,
    Integer,
    ListOf,
    Number,
    Path,
    Text,
    ValueType,
)
from .attributes import GivenItem, ItemName

MAX_ATTRIBUTES = 20
MAX_LIMITS = 50
MAX_LISTS = 1_000
MAX_NAMES = 1_000
MAX_GROUP = 1_000_000
MAX_SUM = 2**53 - 1
MAX_LABELS = 5
MAX_PLACED = 8

REFUSE_UNKNOWN = "refuse"

COUNTS_ONLY = Unnamed("Counting adds a number to the response and changes no result.")


@dataclass(frozen=True, kw_only=True)
class GroupLimit:
    """How many items with a value a group may have; without a value, how many with each value."""

    attribute: Annotated[str, Text("The attribute.", 256, example="confederation")]
    value: Annotated[
        str | None, Text("As a text; without it, each value.", 256, example="UEFA")
    ] = None
    min: Annotated[int, Integer("The fewest in a group.", 0, MAX_GROUP, example=1)] = 0
    max: Annotated[
        int | None, Integer("The most in a group.", 0, MAX_GROUP, example=2)
    ] = None
    group: Annotated[
        int | None, Integer("Bind only this group, from 1.", 1, MAX_GROUP, example=1)
    ] = None


@dataclass(frozen=True, kw_only=True)
class FixedItem:
    """An item and its group."""

    item: Annotated[str, ItemName("The name of the item.", example="Qatar")]
    group: Annotated[int, Integer("Its group, from 1.", 1, MAX_GROUP, example=1)]


@dataclass(frozen=True, kw_only=True)
class SumRange:
    """The least and the most sum of a number in each group."""

    attribute: Annotated[
        str,
        Text(
            "The attribute: a number; an item without it counts 0.",
            256,
            example="rating",
        ),
    ]
    min: Annotated[
        float | None, Number("The least sum.", -MAX_SUM, MAX_SUM, example=40)
    ] = None
    max: Annotated[
        float | None, Number("The most.", -MAX_SUM, MAX_SUM, example=44.5)
    ] = None


@dataclass(frozen=True, kw_only=True)
class PlacedItems:
    """Items that come to groups with different labels, up to a level of `paths`, or with given labels."""

    items: Annotated[
        tuple[str, ...],
        ListOf(
            "The names of the items.",
            ItemName(),
            MAX_PLACED,
            1,
            example=["Spain", "Argentina"],
        ),
    ]
    level: Annotated[
        int | None,
        Integer(
            "The items differ in the first labels, so many of them.",
            1,
            MAX_LABELS,
            example=1,
        ),
    ] = None
    path: Annotated[
        tuple[str, ...] | None,
        ListOf(
            "The first labels of the items' groups.",
            Text("", 256),
            MAX_LABELS,
            1,
            example=["left"],
        ),
    ] = None


@dataclass(frozen=True, eq=False)
class OldGroup(ValueType):
    """A value type: names or items, or a group or pair as in a response, which stands for the names of its items."""

    names: ListOf = ListOf("", GivenItem(), MAX_NAMES)  # noqa: RUF009 (it never changes)

    type = tuple
    accepted = f"a list of up to {MAX_NAMES:,} items or names, or a group or a pair of a response"

    @property
    def parts(self) -> tuple[ValueType, ...]:
        return (self.names,)

    schema = {}  # noqa: RUF012 (never changed) no generator has to tell a list from an object

    def read(self, path: Path, value: Any) -> Any:
        try:
            return self.names.read(path, _list_old_items(value))
        except Refused:
            raise path.refuse(self, value) from None

    def is_annotation(self, annotation: Any) -> bool:
        return self.names.is_annotation(annotation)


def _list_old_items(value: Any) -> Any:
    """Return the items of a group or a pair of a response, such as `{"group": 1, "items": […], "indices": […]}`.

    Members that do not name items do not matter here: a response of another version may have others. Any other value,
    even an object that could be either, is returned as it is.
    """
    if not isinstance(value, dict):
        return value
    naming = value.keys() & {"items", "giver", "receiver"}
    if naming == {"items"}:
        return value["items"]
    if naming == {"giver", "receiver"}:
        return [value["giver"], value["receiver"]]
    return value


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
            aliases=("distinct", "unique", "pots", "constraints", "separate by"),
        ),
        NAMED,
    ] = ()
    apart: Annotated[
        tuple[tuple[str, ...], ...],
        ListOf(
            "Lists of items that do not come together, by their names: the text of an item, of an object its `name`.",
            ListOf("", ItemName(), MAX_NAMES, 2),
            MAX_LISTS,
            example=[["Ann", "Bob"]],
            aliases=(
                "couples",
                "families",
                "exclude",
                "exclusions",
                "not together",
                "separate",
            ),
        ),
        NAMED,
    ] = ()
    unknown: Annotated[
        str,
        Choice(
            "What happens to names in `forbidden` or `met` that no item has.",
            names=(REFUSE_UNKNOWN, "ignore"),
            example="ignore",
        ),
        Unnamed(
            "Names that were ignored are not in forbidden or met.", is_repeated=False
        ),
    ] = REFUSE_UNKNOWN


@dataclass(frozen=True, kw_only=True)
class GroupRules(Separation):
    """The number of groups, and the rules that every group fulfils."""

    groups: Annotated[
        int | None,
        Integer(
            "Groups to draw.",
            1,
            MAX_MAGNITUDE,
            example=8,
            aliases=(
                "teams",
                "group count",
                "num groups",
                "number of groups",
                "n",
                "tables",
            ),
        ),
        Named(always=True),
    ] = None
    group_size: Annotated[
        int | None,
        Integer(
            "The items in each group.",
            1,
            MAX_MAGNITUDE,
            example=4,
            aliases=(
                "size",
                "team size",
                "per group",
                "items per group",
                "count",
                "cards",
            ),
        ),
        Unnamed("It is named as groups."),
    ] = None
    sizes: Annotated[
        tuple[int, ...],
        ListOf(
            "How many items each group has.",
            Integer("", 1, MAX_GROUP),
            MAX_LISTS,
            example=[4, 2],
            aliases=("capacities", "group sizes", "room sizes", "table sizes", "seats"),
        ),
        NAMED,
    ] = ()
    rounds: Annotated[
        int | None,
        Integer(
            "Rounds in which no two meet twice.",
            1,
            MAX_GROUP,
            example=3,
            aliases=("sessions", "weeks", "days", "number of rounds", "mixer"),
        ),
        NAMED,
    ] = None
    meet_again: Annotated[
        bool,
        Flag("Whether some may meet again in more rounds.", aliases=("allow repeats",)),
        NAMED,
    ] = False
    limits: Annotated[
        tuple[GroupLimit, ...],
        ListOf(
            "How many items with a value a group may have.",
            ObjectOf("", members=GroupLimit, component="GroupLimit"),
            MAX_LIMITS,
            example=[
                {"attribute": "confederation", "value": "UEFA", "min": 1, "max": 2}
            ],
            aliases=("at most", "at least", "max", "min", "max per group", "quotas"),
        ),
        NAMED,
    ] = ()
    fixed: Annotated[
        tuple[FixedItem, ...],
        ListOf(
            "Items whose group is given.",
            ObjectOf("", members=FixedItem, component="FixedItem"),
            MAX_NAMES,
            example=[{"item": "Qatar", "group": 1}],
            aliases=("given", "hosts", "preassigned", "seeds"),
        ),
        NAMED,
    ] = ()
    together: Annotated[
        tuple[tuple[str, ...], ...],
        ListOf(
            "Lists of items that stay in one group.",
            ListOf("", ItemName(), MAX_NAMES, 2),
            MAX_LISTS,
            example=[["Ann", "Cem"]],
        ),
        NAMED,
    ] = ()
    met: Annotated[
        tuple[tuple[str, ...], ...],
        ListOf(
            "Old groups or pairs, no two of which meet again.",
            OldGroup(),
            10 * MAX_LISTS,
            example=[["Ann", "Bob", "Cem"]],
        ),
        NAMED,
    ] = ()
    sums: Annotated[
        tuple[SumRange, ...],
        ListOf(
            "Ranges of the sum of an attribute in each group.",
            ObjectOf("", members=SumRange, component="SumRange"),
            MAX_ATTRIBUTES,
            example=[{"attribute": "rating", "min": 40, "max": 44.5}],
        ),
        NAMED,
    ] = ()
    paths: Annotated[
        tuple[tuple[str, ...], ...],
        ListOf(
            "The labels of each group, from the largest part to the smallest.",
            ListOf("", Text("", 256), MAX_LABELS, 1, example=["left"]),
            MAX_LISTS,
            example=[["left", "1"], ["left", "2"], ["right", "3"], ["right", "4"]],
        ),
        NAMED,
    ] = ()
    placed: Annotated[
        tuple[PlacedItems, ...],
        ListOf(
            "Items whose groups have different or given labels in `paths`.",
            ObjectOf("", members=PlacedItems, component="PlacedItems"),
            MAX_ATTRIBUTES,
            example=[{"items": ["Spain", "Argentina"], "level": 1}],
        ),
        NAMED,
    ] = ()
    method: Annotated[
        str,
        Choice(
            "`exact`: all arrangements are equally probable. `sequential`: as on television, item by item; biased.",
            names=("exact", "sequential"),
            example="exact",
        ),
        NAMED,
        Chooses("It favours some arrangements.", frozenset({"sequential"})),
    ] = "exact"
    arrangements: Annotated[
        bool, Flag("Whether to count the arrangements in any case."), COUNTS_ONLY
    ] = False
