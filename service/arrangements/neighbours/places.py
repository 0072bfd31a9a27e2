"""Read at which places the items of an order may stand: first, last, and at the positions of `fixed`."""

from collections import defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated

from ...core.draw_requests import NAMED
from ...core.errors import Refused, join_words
from ...core.object_types import ObjectOf
from ...core.value_types import Integer, ListOf
from ...core.work import Work
from ..attributes import MAX_NAMED, ItemName, ListedItems, quote
from ..bounded_attempts import list_bits
from ..item_graphs import UnmatchedError, match
from ..requested_rules import MAX_NAMES

_MAX_POSITION = 1_000_000
_MAX_LISTED = 100_000
"""The most positions in all entries together: it bounds the time and the memory of reading them."""


@dataclass(frozen=True, kw_only=True)
class FixedPosition:
    """An item and its position in the order, or the positions where it may stand."""

    item: Annotated[str, ItemName("The name of the item.", example="Intro")]
    position: Annotated[
        int | None, Integer("Its position, from 1.", 1, _MAX_POSITION, example=1)
    ] = None
    positions: Annotated[
        tuple[int, ...],
        ListOf(
            "Or where it may stand.",
            Integer("", 1, _MAX_POSITION),
            MAX_NAMES,
            example=[1, 2],
        ),
    ] = ()


@dataclass(frozen=True, kw_only=True)
class PlaceRules:
    """The items that stand first and last, and items with given positions."""

    first: Annotated[
        str | None, ItemName("The item that stands first.", example="red"), NAMED
    ] = None
    last: Annotated[
        str | None, ItemName("The item that stands last.", example="green"), NAMED
    ] = None
    fixed: Annotated[
        tuple[FixedPosition, ...],
        ListOf(
            "Items, and where they may stand.",
            ObjectOf("", members=FixedPosition, component="FixedPosition"),
            MAX_NAMES,
            example=[{"item": "red", "positions": [1, 2]}],
            aliases=("positions", "places", "pinned", "locked"),
        ),
        NAMED,
    ] = ()


@dataclass(frozen=True)
class AllowedPlaces:
    """The places of the items that may not stand everywhere. A place is a position minus 1."""

    held: Mapping[int, int] = field(default_factory=dict)
    """The item of each place that only one item may have."""
    lists: Mapping[int, Sequence[int]] = field(default_factory=dict)
    """For each item that may stand at several places, these places, ascending."""

    def list_free(self, n: int) -> list[int]:
        """Return the items out of n that may stand everywhere, ascending."""
        bound = {*self.held.values(), *self.lists}
        return [item for item in range(n) if item not in bound]


EVERYWHERE = AllowedPlaces()
"""The places of an order in which every item may stand everywhere."""


def read_places(items: ListedItems, rules: PlaceRules, work: Work) -> AllowedPlaces:
    """Return the places that the rules allow. Raises `Refused` for entries that no order fulfils together."""
    allowed: dict[int, set[int]] = {}
    listed = 0
    for path, name, positions in _list_entries(rules, len(items)):
        listed += len(positions)
        if listed > _MAX_LISTED:
            sentence = f"At most {_MAX_LISTED:,} positions may be given in all."
            raise Refused("fixed", sentence)
        item = items.find(name, path)
        places = {position - 1 for position in positions}
        allowed[item] = allowed.get(item, places) & places
        if not allowed[item]:
            sentence = (
                f"{quote(name)} has no position that first, last and fixed all allow."
            )
            raise Refused(path, sentence)
    _check_room(items, allowed, work)
    return _settle(allowed)


def _list_entries(
    rules: PlaceRules, n: int
) -> Iterator[tuple[str, str, Sequence[int]]]:
    """Yield, for each item that is named, the path of its name, the name, and the positions that it may have."""
    if rules.first is not None:
        yield "first", rules.first, [1]
    if rules.last is not None:
        yield "last", rules.last, [n]
    for number, entry in enumerate(rules.fixed):
        path = f"fixed[{number}]"
        if (entry.position is None) == (not entry.positions):
            raise Refused(path, "Give either position or positions.")
        positions = entry.positions or (entry.position or 0,)
        if max(positions) > n:
            member = "positions" if entry.positions else "position"
            sentence = f"There are {n:,} items, so positions from 1 to {n:,}."
            raise Refused(f"{path}.{member}", sentence)
        yield f"{path}.item", entry.item, positions


def _check_room(
    items: ListedItems, allowed: Mapping[int, set[int]], work: Work
) -> None:
    """Raise `Refused` for items that have fewer positions together than there are of them, and name both."""
    places = sorted(set().union(*allowed.values()))
    bits = {place: 1 << number for number, place in enumerate(places)}
    named = list(allowed)
    sets = [sum(bits[place] for place in allowed[item]) for item in named]
    try:
        match(sets, work)
    except UnmatchedError as error:
        crowded = sum(1 << named[number] for number in list_bits(error.givers))
        positions = [places[number] + 1 for number in list_bits(error.receivers)]
        shown = [f"{position:,}" for position in positions[:MAX_NAMED]]
        if len(positions) > MAX_NAMED:
            shown.append("others")
        raise Refused(
            "fixed",
            f"{items.describe(crowded)} may stand only at {join_words(shown)}: "
            f"{crowded.bit_count():,} items, and room for {len(positions):,}.",
        ) from None


def _settle(allowed: Mapping[int, set[int]]) -> AllowedPlaces:
    """Return the places where items may stand: where an item has only one place, no other item may stand there.

    That may leave others with one place, and so on: {1: {0, 3}, 2: {3}} becomes the held places {3: 2, 0: 1}.
    """
    left = {item: set(places) for item, places in allowed.items()}
    listed_by = defaultdict(list)
    for item, places in left.items():
        for place in places:
            listed_by[place].append(item)
    held = {}
    waiting = deque(item for item, places in left.items() if len(places) == 1)
    while waiting:
        item = waiting.popleft()
        [place] = left.pop(item)
        held[place] = item
        for other in listed_by[place]:
            if other not in left:
                continue
            left[other].remove(place)
            if len(left[other]) == 1:
                waiting.append(other)
    return AllowedPlaces(held, {item: sorted(places) for item, places in left.items()})
