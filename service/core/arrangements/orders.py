"""Draw orders in which items with the same value are no neighbours, exactly uniformly: playlists, seats, boards."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from service.core.arrangements.attempts import AttemptPlan, Orders, Swaps
from service.core.arrangements.attributes import ListedItems, read_name
from service.core.arrangements.group_counts import write_digits
from service.core.arrangements.order_counts import OrderCounter
from service.core.arrangements.rules import MAX_ATTRIBUTES, MAX_GROUP
from service.core.errors import OverLimit, Refused
from service.core.rng.sources import WordSource
from service.core.shuffles.plans import Limits
from service.core.value_types import Flag, Integer, ListOf, Text
from service.core.work import Work

MAX_COUNTED = 500
"""The most items whose orders are counted: they take 2,000,000 steps at most, and 10 MB."""
MAX_PLACES = 60
MAX_DRAWS = 250_000
"""No attempt and no counted order is begun after so many draws of the stream."""

_BY_COUNTING = b"an order was drawn by counting"  # both in the work of a response
_COUNT = b"the orders"
_COUNT_SHARE = 0.8  # of all steps: a count that was asked for and that no draw needs


@dataclass(frozen=True, kw_only=True)
class Neighbours:
    """Which places are neighbours, and the attributes of which no two neighbours have the same value."""

    different: Annotated[
        tuple[str, ...],
        ListOf(
            "Attributes: no two neighbours have the same value; without it, the same text, of an object its `name`.",
            Text("", 256),
            MAX_ATTRIBUTES,
            example=["artist"],
        ),
    ] = ()
    circle: Annotated[bool, Flag("Whether the last place and the first are neighbours too, as at a round table.")] = (
        False
    )
    apart: Annotated[
        int,
        Integer(
            "The least distance of two equal values: with 3 there are two others between them.",
            2,
            MAX_GROUP,
            example=3,
        ),
    ] = 2
    edges: Annotated[
        tuple[tuple[int, ...], ...],
        ListOf(
            "The neighbours on a board, in place of a row: pairs of places; place 0 gets the first item of the order.",
            ListOf("", Integer("", 0, MAX_PLACES - 1), 2, 2),
            MAX_PLACES * (MAX_PLACES - 1) // 2,
            example=[[0, 1], [1, 2], [0, 2]],
        ),
    ] = ()


@dataclass(frozen=True, slots=True)
class EqualItems:
    """Two or more items with the same value: `label` says which one, `path` the member of the request."""

    path: str
    label: str
    members: Sequence[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderPlan(AttemptPlan):
    """Draws the items in order. The last number of a result is the position in `DRAWN_BY`.

    `numbers_of` has for each item the numbers of the values that it shares with others, `adjacent` for each place of a
    board the set of its neighbours. `counted` are the items by the value of the attribute that is counted, None if the
    orders are not counted; they are all that has to be kept if it `is_single`.
    """

    neighbours: Neighbours
    numbers_of: Sequence[Sequence[int]]
    adjacent: Sequence[int]
    counted: Sequence[Sequence[int]] | None
    is_single: bool
    is_counted: bool

    def list_orders(self) -> list[list[int]]:
        return [[*range(self.n)]]

    def attempt(self, source: WordSource, work: Work, orders: Orders, swaps: Swaps) -> Sequence[int] | None:
        [order], fits = orders, self._begin()
        for place in range(self.n):
            other = place + source.below(self.n - place)
            item = order[other]
            order[place], order[other] = item, order[place]
            swaps.append((order, place, other))
            numbers = self.numbers_of[item]
            work.spend(self.slowness + len(numbers))
            for number in numbers:
                if not fits(number, place):
                    return None
        return order

    def _begin(self) -> Callable[[int, int], bool]:
        """Return a function of a value's number and a place, the places ascending: whether the value fits there."""
        return self._begin_board() if self.neighbours.edges else self._begin_row()

    def _begin_board(self) -> Callable[[int, int], bool]:
        taken: dict[int, int] = {}

        def fits(number: int, place: int) -> bool:
            before = taken.get(number, 0)
            taken[number] = before | 1 << place
            return not before & self.adjacent[place]

        return fits

    def _begin_row(self) -> Callable[[int, int], bool]:
        first, last = dict[int, int](), dict[int, int]()
        apart, end = self.neighbours.apart, self.n if self.neighbours.circle else 2 * MAX_GROUP + self.n

        def fits(number: int, place: int) -> bool:
            start = first.setdefault(number, place)
            before, last[number] = last.get(number, -apart), place
            return place - before >= apart and (start == place or end + start - place >= apart)

        return fits

    def _keeps(self, order: Sequence[int]) -> bool:
        fits = self._begin()
        return all(fits(number, place) for place, item in enumerate(order) for number in self.numbers_of[item])

    def draw_arrangement(self, source: WordSource, work: Work) -> Sequence[int]:
        """Return the order. Raises `OverLimit` if none was found in `MAX_DRAWS` draws."""
        if self.is_counted and self.is_single:
            with work.within(_COUNT_SHARE * work.ceiling):
                self._count(work)
        order = self.draw_by_attempts(source, work, most=None if self.counted else MAX_DRAWS)
        if order is not None:
            return [*order, 0]
        before = -1
        while self.counted and before < source.draws < MAX_DRAWS:
            before = source.draws
            order = self._count(work).draw(source, work)
            work.spend(sum(map(len, self.numbers_of)))
            if self.is_single or self._keeps(order):
                work.kept[_BY_COUNTING] = True
                return [*order, 1]
        raise OverLimit("neighbours", NOT_FOUND.format(source.draws))

    def _count(self, work: Work) -> OrderCounter:
        """Return the counted orders, counted once for a response."""
        if _COUNT not in work.kept:
            work.kept[_COUNT] = OrderCounter(self.counted or (), work, is_circle=self.neighbours.circle)
        counter: OrderCounter = work.kept[_COUNT]
        return counter

    def describe_count(self, work: Work) -> Mapping[str, str | None]:
        """Return the number of orders as `arrangements`, if it is asked for or a result was drawn by counting."""
        if not self.is_counted and _BY_COUNTING not in work.kept:
            return {}
        counter: OrderCounter | None = work.kept.get(_COUNT) if self.is_single else None
        return {"arrangements": None if counter is None else write_digits(counter.total)}


NOT_FOUND = (
    "No such order was found in {:,} draws. This does not show that there is none: name fewer attributes, let equal "
    "items come nearer to each other, or try another seed or index."
)


def plan_order(
    items: ListedItems, neighbours: Neighbours, limits: Limits, size: int, *, is_counted: bool = False
) -> OrderPlan:
    """Return the plan to draw an order. Raises `Refused` for too many equal items, and for wrong places."""
    n = len(items)
    limits.check_items(n, "items")
    adjacent = _read_edges(neighbours, n)
    numbers_of: list[list[int]] = [[] for _ in range(n)]
    sources = [[*source] for source in _list_sources(items, neighbours)]
    room = _count_room(neighbours, n, adjacent)
    for number, equal in enumerate(equal for source in sources for equal in source):
        if len(equal.members) > room:
            reason = f"at most {room:,} fit {_describe_places(neighbours)}."
            raise Refused(equal.path, f"{len(equal.members):,} of {n:,} items have {equal.label}; {reason}")
        for item in equal.members:
            numbers_of[item].append(number)
    counted = max(sources, key=lambda source: sum(len(equal.members) * (len(equal.members) - 1) for equal in source))
    is_countable = 0 < n <= MAX_COUNTED and neighbours.apart == 2 and not neighbours.edges
    return OrderPlan(
        n=n,
        count=n + 1,
        cost=n,
        size=size,
        draws_of_an_item=20,
        is_certain=not (any(sources) or is_counted),
        neighbours=neighbours,
        numbers_of=numbers_of,
        adjacent=adjacent,
        counted=_complete(counted, n) if is_countable else None,
        is_single=is_countable and sum(map(bool, sources)) < 2,
        is_counted=is_counted,
    )


def _list_sources(items: ListedItems, neighbours: Neighbours) -> Iterator[Iterator[EqualItems]]:
    """Yield the equal items of each attribute, or of the items' own texts."""
    for number, attribute in enumerate(neighbours.different):
        path = f"neighbours.different[{number}]"
        yield _list_equal(items.group_by(attribute, path), path, attribute)
    if not neighbours.different:
        values = defaultdict(list)
        for index, item in enumerate(items.items):
            if (name := read_name(item)) is not None:
                values[name].append(index)
        if not values:
            raise Refused("neighbours.different", "The items have no texts of their own; give an attribute of them.")
        yield _list_equal(values, "neighbours", "the text")


def _list_equal(values: Mapping[str, Sequence[int]], path: str, attribute: str) -> Iterator[EqualItems]:
    return (
        EqualItems(path, f"{attribute} {text[:_MAX_SHOWN]!r}", members)
        for text, members in values.items()
        if len(members) > 1
    )


_MAX_SHOWN = 60  # characters of a value in a message


def _complete(source: Sequence[EqualItems], n: int) -> Sequence[Sequence[int]]:
    """Return the items by their value, each of the others by itself."""
    shared = {item for equal in source for item in equal.members}
    return [*(equal.members for equal in source), *([item] for item in range(n) if item not in shared)]


def _read_edges(neighbours: Neighbours, n: int) -> Sequence[int]:
    """Return the set of the neighbours of each place of a board."""
    if not neighbours.edges:
        return ()
    if neighbours.circle or neighbours.apart > 2:
        raise Refused("neighbours.edges", "A board has its own neighbours; leave out circle and apart.")
    if n > MAX_PLACES:
        raise Refused("items", f"A board has up to {MAX_PLACES} places, one for each item; there are {n:,} items.")
    adjacent = [0] * n
    for number, (one, other) in enumerate(neighbours.edges):
        if one == other or max(one, other) >= n:
            raise Refused(f"neighbours.edges[{number}]", f"Must be two different places from 0 to {n - 1:,}.")
        adjacent[one] |= 1 << other
        adjacent[other] |= 1 << one
    return adjacent


def _count_room(neighbours: Neighbours, n: int, adjacent: Sequence[int]) -> int:
    """Return a number of equal items that is not exceeded: in a row and in a circle so many fit.

    A board is divided into sets of places that are all neighbours, of which each takes one.
    """
    if not neighbours.edges:
        return max(1, n // neighbours.apart) if neighbours.circle else -(-n // neighbours.apart)
    sets: list[int] = []
    for place, others in enumerate(adjacent):
        found = next((number for number, members in enumerate(sets) if members & ~others == 0), len(sets))
        sets[found:] = [members | 1 << place for members in sets[found : found + 1] or [0]] + sets[found + 1 :]
    return len(sets)


def _describe_places(neighbours: Neighbours) -> str:
    if neighbours.edges:
        return "on a board with these edges, no two of them neighbours"
    between = neighbours.apart - 1
    distance = "no two of them side by side" if between == 1 else f"{between:,} others between two of them"
    return f"in a {'circle' if neighbours.circle else 'row'} with {distance}"
