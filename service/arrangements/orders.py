"""Draw orders in which items with the same value are no neighbours, exactly uniformly: playlists, seats, boards."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated

from ..core.errors import NotFound, Refused
from ..core.results_left import Labels, ResultsLeft
from ..core.rng.sources import WordSource
from ..core.shuffles.samplers import Limits
from ..core.value_types import Flag, Integer, ListOf, Text
from ..core.work import Work
from .attempts import BY_COUNTING, COUNT_SHARE, CountedSampler, Orders, Swaps
from .attributes import ListedItems, read_name
from .group_rules import GroupRule
from .order_counts import OrderCounter
from .rules import MAX_ATTRIBUTES

MAX_COUNTED = 500
"""The most items whose orders are counted: that takes up to 2,000,000 steps and 10 MB."""
MAX_DRAWS = 250_000
"""No attempt, where nothing is counted, and no counted order is begun after so many draws of the stream."""

_MAX_PLACES = 60
_MAX_APART = 1_000
_MAX_SHOWN = 60  # characters of a value in a message
_COUNT = b"the counted orders"  # in the work of a response


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
    circle: Annotated[
        bool, Flag("Whether the last place is next to the first, as at a round table.")
    ] = False
    apart: Annotated[
        int,
        Integer(
            "The least distance of equal values: 3 has two others between.",
            2,
            _MAX_APART,
        ),
    ] = 2
    edges: Annotated[
        tuple[tuple[int, ...], ...],
        ListOf(
            "The neighbours on a board, in place of a row: pairs of places; place 0 gets the first item of the order.",
            ListOf("", Integer("", 0, _MAX_PLACES - 1), 2, 2),
            _MAX_PLACES * (_MAX_PLACES - 1) // 2,
            example=[[0, 1], [1, 2], [0, 2]],
        ),
    ] = ()


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class OrderSampler(CountedSampler):
    """Draws the items in order. The last number of a result is the position in `DRAWN_BY`.

    `values_of` has for each item the numbers of the values that it shares with others, `board` for each place its
    neighbours before it if there are edges. `classes` are the items by the value of the attribute that is counted, None
    if the orders are not counted. No other attribute has to be kept if it `is_single`.
    """

    neighbours: Neighbours
    values_of: Sequence[frozenset[int]]
    board: Sequence[Collection[int]]
    classes: Sequence[Sequence[int]] | None
    is_single: bool

    def list_orders(self) -> list[list[int]]:
        return [list(range(self.n))]

    def attempt(
        self, source: WordSource, work: Work, orders: Orders, swaps: Swaps
    ) -> Sequence[int] | None:
        [order] = orders
        for place in range(self.n):
            other = place + source.below(self.n - place)
            order[place], order[other] = order[other], order[place]
            swaps[0].append(other)
            if not self._fits(order, place, work):
                return None
        return order

    def _fits(self, order: Sequence[int], place: int, work: Work) -> bool:
        """Return whether the item at a place shares no value with its neighbours before it."""
        values = self.values_of[order[place]]
        before = self._list_before(place) if values else ()
        work.spend(self.slowness + len(before) + len(values))
        return all(self.values_of[order[other]].isdisjoint(values) for other in before)

    def _list_before(self, place: int) -> Collection[int]:
        if self.board:
            return self.board[place]
        apart = self.neighbours.apart
        is_circle = self.neighbours.circle
        return [
            *range(max(0, place - apart + 1), place),
            *range(min(place, apart - self.n + place) if is_circle else 0),
        ]

    def draw_arrangement(self, source: WordSource, work: Work) -> Sequence[int]:
        """Return the order. Raises `NotFound` if none was found in `MAX_DRAWS` draws."""
        if self.is_counted and self.is_single:
            with work.within(COUNT_SHARE * work.ceiling):
                self._count(work)
        if (
            found := self.draw_by_attempts(
                source, work, most=None if self.classes else MAX_DRAWS
            )
        ) is not None:
            return [*found, 0]
        before = -1
        while self.classes and before < source.draws < MAX_DRAWS:
            before = source.draws
            order = self._count(work).draw(source, work)
            if self.is_single or all(
                self._fits(order, place, work) for place in range(self.n)
            ):
                work.kept[BY_COUNTING] = True
                return [*order, 1]
        raise NotFound("neighbours", NOT_FOUND.format(source.draws))

    def _count(self, work: Work) -> OrderCounter:
        """Return the counted orders, counted once for a response."""
        if _COUNT not in work.kept:
            work.kept[_COUNT] = OrderCounter(
                self.classes or (), work, is_circle=self.neighbours.circle
            )
        counter: OrderCounter = work.kept[_COUNT]
        return counter

    def count_results(
        self, labels: Labels, order: Sequence[int], work: Work
    ) -> ResultsLeft:
        """Return how many results the rules leave, from the order of one of them."""
        is_one = labels.are_alike(range(self.n))
        if is_one or not any(self.values_of):
            return ResultsLeft(is_one)
        total = self._count(work).total if self.is_single else None
        return ResultsLeft(labels.compare(total, [[item] for item in order]))

    def find_total(self, work: Work) -> int | None:
        counter: OrderCounter | None = work.kept.get(_COUNT) if self.is_single else None
        return None if counter is None else counter.total


NOT_FOUND = (
    "No such order was found in {:,} draws. This does not show that there is none: name fewer attributes, leave out "
    "edges, let equal items come nearer to each other, or try another seed or index."
)


def prepare_order(
    items: ListedItems,
    neighbours: Neighbours,
    limits: Limits,
    size: int,
    *,
    is_counted: bool = False,
) -> OrderSampler:
    """Return the sampler to draw an order. Raises `Refused` for too many equal items, and for wrong places."""
    n = len(items)
    apart = neighbours.apart
    limits.check_items(n, "items")
    board = _read_edges(neighbours, n)
    room = n if board else max(1, n // apart) if neighbours.circle else -(-n // apart)
    sources = list(_list_sources(items, neighbours))
    values_of: list[set[int]] = [set() for _ in range(n)]
    for number, rule in enumerate(rule for source in sources for rule in source):
        if len(rule.members) > room:
            fit = (
                f"at most {room:,} fit in a {'circle' if neighbours.circle else 'row'}"
            )
            between = (
                "two side by side"
                if apart == 2
                else f"fewer than {apart - 1:,} others between two"
            )
            raise Refused(
                rule.field,
                f"{len(rule.members):,} of {n:,} items have {rule.label}; {fit} without {between}.",
            )
        for item in rule.members:
            values_of[item].add(number)
    most = max(
        sources,
        key=lambda source: sum(
            len(rule.members) * (len(rule.members) - 1) for rule in source
        ),
    )
    alone = set(range(n)).difference(*(rule.members for rule in most))
    is_countable = 0 < n <= MAX_COUNTED and apart == 2 and not board
    return OrderSampler(
        n=n,
        count=n + 1,
        steps=n,
        size=size,
        draws_of_an_item=20,
        is_certain=not (any(sources) or is_counted),
        neighbours=neighbours,
        values_of=list(map(frozenset, values_of)),
        board=board,
        classes=[*(rule.members for rule in most), *([item] for item in alone)]
        if is_countable
        else None,
        is_single=is_countable and sum(map(bool, sources)) < 2,
        is_counted=is_counted,
    )


def _list_sources(
    items: ListedItems, neighbours: Neighbours
) -> Iterator[list[GroupRule]]:
    """Yield the sets of two or more equal items by each attribute, or by the items' own texts."""
    names = defaultdict(list)
    for index, item in enumerate(() if neighbours.different else items.items):
        if (name := read_name(item)) is not None:
            names[name].append(index)
    if not (names or neighbours.different):
        raise Refused(
            "neighbours.different",
            "The items have no texts of their own; give an attribute of them.",
        )
    for number, attribute in enumerate(neighbours.different or [""]):
        path = f"neighbours.different[{number}]" if attribute else "neighbours"
        values = items.group_by(attribute, path) if attribute else names
        label = attribute or "the text"
        equal = (
            (text[:_MAX_SHOWN], tuple(members))
            for text, members in values.items()
            if len(members) > 1
        )
        yield [
            GroupRule(members, 0, 1, path, f"{label} {text!r}")
            for text, members in equal
        ]


def _read_edges(neighbours: Neighbours, n: int) -> Sequence[Collection[int]]:
    """Return for each place of a board its neighbours before it."""
    if not neighbours.edges:
        return ()
    if neighbours.circle or neighbours.apart > 2:
        raise Refused(
            "neighbours.edges",
            "A board has its own neighbours; leave out circle and apart.",
        )
    if n > _MAX_PLACES:
        raise Refused(
            "items",
            f"A board has up to {_MAX_PLACES} places, one for each item; there are {n:,} items.",
        )
    board: list[set[int]] = [set() for _ in range(n)]
    for number, (one, other) in enumerate(map(sorted, neighbours.edges)):
        if one == other or other >= n:
            raise Refused(
                f"neighbours.edges[{number}]",
                f"Must be two different places from 0 to {n - 1:,}.",
            )
        board[other].add(one)
    return board
