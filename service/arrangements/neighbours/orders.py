"""Draw orders by neighbours of the same value and by places, exactly uniformly: playlists, seats, boards."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import factorial
from typing import Annotated

from ...core.errors import Most, NotFound, Reason, Refused, join_words
from ...core.limits import Limits
from ...core.memory import Remembered
from ...core.rng.sources import WordSource
from ...core.value_types import Flag, Integer, ListOf, Text
from ...core.work import Work
from ...verdicts.results_left import Labels, ResultsLeft
from ..attempts import (
    BY_COUNTING,
    COUNT_SHARE,
    DRAWS_OF_REJECTION,
    CountedSampler,
    DrawnItems,
    Orders,
    Swaps,
)
from ..attributes import MAX_NAMED, FirstItems, ListedItems, quote, read_name
from ..groups.rules import GroupRule
from ..requested_rules import MAX_ATTRIBUTES
from .order_counts import OrderCounter, Shape, count_orders
from .place_counts import PlaceCounter, count_places
from .places import EVERYWHERE, AllowedPlaces

MAX_COUNTED = 500
"""FROZEN: orders of up to this number of items are counted: that takes up to 2,000,000 steps and 10 MB."""
MAX_COUNTED_RUNS = 100
"""FROZEN: the same if several alike may follow each other."""

_MAX_PLACES = 60
_MAX_APART = 1_000
_COUNT = Remembered[OrderCounter]("the counted orders")
_PLACES = Remembered[PlaceCounter]("the counted places")
_TOTAL = Remembered[int]("the number of orders")


@dataclass(frozen=True, kw_only=True)
class Neighbours:
    """Which places are neighbours, and the attributes that must differ between neighbours."""

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
            "Pairs of places that are neighbours, on a board; place 0 gets the first item of the order.",
            ListOf("", Integer("", 0, _MAX_PLACES - 1), 2, 2),
            _MAX_PLACES * (_MAX_PLACES - 1) // 2,
            example=[[0, 1], [1, 2], [0, 2]],
        ),
    ] = ()
    run: Annotated[
        int, Integer("The most that may be alike in a row.", 1, _MAX_APART)
    ] = 1


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class OrderSampler(CountedSampler):
    """Draws the items in order."""

    neighbours: Neighbours
    places: AllowedPlaces
    free: Sequence[int]
    """The items that may stand everywhere, ascending."""
    values_of: Sequence[frozenset[int]]
    """For each item, the numbers of the values that it shares with other items."""
    board: Sequence[Collection[int]]
    """For each place, its neighbours before it, if there are edges."""
    classes: Sequence[Sequence[int]] | None
    """The items by the value of the attribute that is counted; None if the orders are not counted."""
    is_single: bool
    """Whether no other attribute has equal items: then a counted order fulfils all rules."""

    @property
    def has_rules(self) -> bool:
        """Return whether items have values that they share."""
        return any(self.values_of)

    def list_orders(self) -> list[list[int]]:
        return [list(self.free)]

    def attempt(
        self, source: WordSource, work: Work, orders: Orders, swaps: Swaps
    ) -> Sequence[int] | None:
        """Return the items in a random order, or None as soon as an item is too much like the items before it.

        FROZEN: the items with several places are drawn first. Then place by place, unless its item is given, the next
        item that may stand everywhere is drawn.
        """
        [order] = orders
        item_of = self._draw_places(source, work)
        result: list[int] = []
        placed = 0
        for place in range(self.n):
            item = item_of.get(place)
            if item is None:
                partner = placed + source.below(len(order) - placed)
                item = order[partner]
                order[partner] = order[placed]
                order[placed] = item
                swaps[0].append(partner)
                placed += 1
            result.append(item)
            if not self._fits(result, place, work):
                return None
        return result

    def _draw_places(self, source: WordSource, work: Work) -> Mapping[int, int]:
        """Return the item of each place that does not come from the items that may stand everywhere."""
        if not self.places.lists:
            return self.places.held
        drawn = self._count_places(work).draw(source)
        return dict(self.places.held) | dict(drawn)

    def _fits(self, order: Sequence[int], place: int, work: Work) -> bool:
        """Return whether the item at a place is not too much like the items before it: no set is all alike with it."""
        values = self.values_of[order[place]]
        if self.neighbours.run > 1:
            sets_before = self._list_sets_before(place) if values else ()
            work.spend(self.slowness + len(sets_before) + len(values))
            return all(
                self._differ([order[before] for before in places], values)
                for places in sets_before
            )
        # The same with sets of one place, in half the time:
        neighbours_before = self._list_neighbours_before(place) if values else ()
        work.spend(self.slowness + len(neighbours_before) + len(values))
        return all(
            self.values_of[order[neighbour]].isdisjoint(values)
            for neighbour in neighbours_before
        )

    def _differ(self, items: Iterable[int], values: frozenset[int]) -> bool:
        """Return whether items share none of these values: not all of them have the same one."""
        return not values.intersection(*[self.values_of[item] for item in items])

    def _fits_everywhere(self, order: Sequence[int], work: Work) -> bool:
        """Return whether no two neighbours share a value."""
        return all(self._fits(order, place, work) for place in range(self.n))

    def _list_sets_before(self, place: int) -> Collection[Sequence[int]]:
        """Return the sets of places before a place which must not be all alike with it; each neighbour is such a set.

        In a row with `apart` 3, place 5 has [[3], [4]]. With `run` 3 it has [[2, 3, 4]].
        """
        run = self.neighbours.run
        if run > 1:
            return [range(place - run, place)] if place >= run else []
        return [[neighbour] for neighbour in self._list_neighbours_before(place)]

    def _list_neighbours_before(self, place: int) -> Collection[int]:
        """Return the neighbours of a place that come before it.

        In a row with `apart` 3, place 5 has [3, 4]. In a circle of seven places, it also has 0: 6 and 0 follow 5.
        """
        if self.board:
            return self.board[place]
        apart = self.neighbours.apart
        neighbours_before = list(range(max(0, place - apart + 1), place))
        if self.neighbours.circle:
            # Places before `end` are near the other way round.
            end = place + apart - self.n
            neighbours_before += range(min(place, end))
        return neighbours_before

    def check_held(self) -> None:
        """Raise `Refused` if items that can stand only at one place each are neighbours and must not be."""
        held = self.places.held
        for place in sorted(held):
            values = self.values_of[held[place]]
            for before in self._list_sets_before(place) if values else ():
                if not held.keys() >= set(before):
                    continue
                if not self._differ([held[other] for other in before], values):
                    positions = join_words([other + 1 for other in (*before, place)])
                    sentence = f"The items at the positions {positions} are alike, which neighbours does not allow."
                    raise Refused("neighbours", sentence)

    def draw_items(self, source: WordSource, work: Work) -> DrawnItems:
        """Return the order: by attempts, or, if they fail, by counting the orders of one attribute.

        Counted orders are drawn until one fulfils the rules of all attributes. Where orders are not counted, attempts
        go on instead. Raises `NotFound` if `DRAWS_OF_REJECTION` draws find no order.
        """
        if self.is_counted and self.is_single:
            with work.within(COUNT_SHARE * work.ceiling):
                self._count_total(work)
        max_draws = None if self.classes else DRAWS_OF_REJECTION
        attempted = self.draw_by_attempts(source, work, max_draws=max_draws)
        if attempted is not None:
            return DrawnItems(attempted, "attempts")
        draws_before = -1
        while self.classes and draws_before < source.draws < DRAWS_OF_REJECTION:
            draws_before = source.draws
            order = self._count(work).draw(source, work)
            if self.is_single or self._fits_everywhere(order, work):
                work.memory.keep(BY_COUNTING, value=True)
                return DrawnItems(order, "counting")
        sentence = NOT_FOUND.format(source.draws)
        raise NotFound("neighbours", sentence, source.draws)

    def _count(self, work: Work) -> OrderCounter:
        """Return the counted orders, counted once for a response."""
        counter = work.memory.find(_COUNT)
        if counter is None:
            shape = find_shape(self.neighbours, self.places, self.n)
            counter = count_orders(self.classes or (), work, shape)
            work.memory.keep(_COUNT, counter)
            if self.is_single:
                work.memory.keep(_TOTAL, counter.total)
        return counter

    def _count_places(self, work: Work) -> PlaceCounter:
        """Return the counted places of items that have several, counted once for a response."""
        counter = work.memory.find(_PLACES)
        if counter is None:
            counter = count_places(self.places.lists, work)
            work.memory.keep(_PLACES, counter)
        return counter

    def _count_total(self, work: Work) -> None:
        """Count all orders for `find_total`; only if the orders of one attribute are all."""
        if self.has_rules:
            self._count(work)
        else:
            of_places = self._count_places(work).total
            work.memory.keep(_TOTAL, of_places * factorial(len(self.free)))

    def find_results_left(
        self, labels: Labels, order: Sequence[int], work: Work
    ) -> ResultsLeft:
        """Return how many results the rules leave; `order` is the order of one result."""
        may_differ = range(self.n) if self.places.lists else self.free
        is_one = labels.are_alike(may_differ)
        if is_one or not (self.has_rules or self.places.lists):
            return ResultsLeft(is_one)
        if self.is_single:
            self._count_total(work)
        total = self.find_total(work)
        return ResultsLeft(labels.compare(total, [[item] for item in order]))

    def find_total(self, work: Work) -> int | None:
        return work.memory.find(_TOTAL)


NOT_FOUND = (
    "No such order was found in {:,} draws. This does not show that there is none: name fewer attributes, leave out "
    "edges, let equal items come nearer to each other, or try another seed or index."
)


def prepare_order(
    items: ListedItems,
    neighbours: Neighbours | None,
    limits: Limits,
    size: int,
    *,
    places: AllowedPlaces = EVERYWHERE,
    is_counted: bool = False,
) -> OrderSampler:
    """Return the sampler to draw an order. Raises `Refused` for too many equal items and for wrong places."""
    n = len(items)
    limits.check_items(n, "items")
    rules_of_attributes: list[Sequence[GroupRule]] = []
    if neighbours is not None:
        rules_of_attributes += _list_rules(items, neighbours)
    neighbours = neighbours or Neighbours()
    _check_run(neighbours)
    board = _read_edges(neighbours, n)
    rules = [rule for of_attribute in rules_of_attributes for rule in of_attribute]
    _check_rules(rules_of_attributes, neighbours, places, n)
    are_at_ends = not places.lists and places.held.keys() <= {0, n - 1}
    most_counted = MAX_COUNTED if neighbours.run == 1 else MAX_COUNTED_RUNS
    is_countable = (
        0 < n <= most_counted
        and neighbours.apart == 2
        and not board
        and (are_at_ends or not rules)
    )
    attributes_with_rules = sum(map(bool, rules_of_attributes))
    sampler = OrderSampler(
        n=n,
        count=n,
        steps=n,
        size=size,
        draws_of_an_item=20,
        is_certain=not (rules or places.lists or is_counted),
        neighbours=neighbours,
        places=places,
        free=places.list_free(n),
        values_of=_list_values(rules, n),
        board=board,
        classes=_list_classes(rules_of_attributes, n) if is_countable else None,
        is_single=is_countable and attributes_with_rules < 2,
        is_counted=is_counted,
    )
    sampler.check_held()
    return sampler


def _check_run(neighbours: Neighbours) -> None:
    """Raise `Refused` if several alike may follow each other in another shape than a row of next neighbours."""
    if neighbours.run == 1:
        return
    if neighbours.circle or neighbours.apart > 2 or neighbours.edges:
        sentence = "Runs are in a row; leave out circle, apart and edges."
        raise Refused("neighbours.run", sentence)


def find_shape(neighbours: Neighbours, places: AllowedPlaces, n: int) -> Shape:
    """Return the shape of the orders that are counted. A circle is a row if its neighbouring ends are both held."""
    first = places.held.get(0)
    last = places.held.get(n - 1)
    is_circle = neighbours.circle and (first is None or last is None)
    return Shape(is_circle=is_circle, run=neighbours.run, first=first, last=last)


def _list_values(rules: Sequence[GroupRule], n: int) -> Sequence[frozenset[int]]:
    """Return, for each of n items, the numbers of its rules, which are values that it shares with other items.

    If, of three items, 0 and 2 share the artist of rule 0, return [{0}, {}, {0}] as sets.
    """
    values_of: list[set[int]] = [set() for _ in range(n)]
    for number, rule in enumerate(rules):
        for item in rule.members:
            values_of[item].add(number)
    return list(map(frozenset, values_of))


def _check_rules(
    rules_of_attributes: Sequence[Sequence[GroupRule]],
    neighbours: Neighbours,
    places: AllowedPlaces,
    n: int,
) -> None:
    """Raise `Refused` for more equal items than can be apart from each other in n places.

    Of four items in a row, two can be equal if `apart` is 2, and also if it is 3: they are at both ends.
    """
    apart = neighbours.apart
    run = neighbours.run
    ends = find_shape(neighbours, places, n).ends
    shape = "circle" if neighbours.circle else "row"
    if run > 1:
        without = f"more than {run:,} side by side"
    elif apart == 2:
        without = "two side by side"
    else:
        without = f"fewer than {apart - 1:,} others between two"
    for number, rules in enumerate(rules_of_attributes):
        for rule in rules:
            others_at_ends = len(set(ends).difference(rule.members))
            room = _find_room(neighbours, others_at_ends, n, is_closed=len(ends) == 2)
            if len(rule.members) > room:
                attributes = neighbours.different[number : number + 1]
                between = " with others at its ends" if others_at_ends else ""
                raise Refused(
                    rule.field,
                    f"{len(rule.members):,} of {n:,} items have {rule.label}; "
                    f"at most {room:,} fit in a {shape}{between} without {without}.",
                    _build_reason(rule, room, *attributes),
                )


def _find_room(
    neighbours: Neighbours, others_at_ends: int, n: int, *, is_closed: bool
) -> int:
    """Return how many equal items fit in n places, if so many others stand at the ends.

    In a row each run of them, but the last, has another item behind it: of five items with another at one end, two can
    be equal. A circle `is_closed` if both ends are held: it is a row then.
    """
    apart = neighbours.apart
    run = neighbours.run
    if neighbours.edges:
        return n  # how many equal items fit on a board is not checked
    if neighbours.circle and not (is_closed and apart == 2):
        return max(1, n // apart)
    if apart > 2:
        return -(-n // apart)
    return run * (n + 1 - others_at_ends) // (run + 1)


class AlikeItems(FirstItems, total=False):
    """More items alike than can be apart. They are alike in `attribute`, or else in their names."""

    most: Most
    attribute: Annotated[str, "The attribute in which items are alike"]


def _build_reason(rule: GroupRule, room: int, attribute: str = "") -> Reason:
    """Return the reason for more equal items than fit; without `attribute` they are equal by name."""
    details = AlikeItems(
        items=rule.members[:MAX_NAMED], item_count=len(rule.members), most=room
    )
    if attribute:
        details["attribute"] = attribute
    return Reason("too_many_alike", details)


def _list_classes(
    rules_of_attributes: Sequence[Sequence[GroupRule]], n: int
) -> Sequence[Sequence[int]]:
    """Return the classes of items that are counted: by the attribute with the most pairs of equal items.

    An item without an equal item in this attribute is a class of its own. If, of four items, only 0 and 2 have the same
    artist, and no other attribute has equal items: [(0, 2), [1], [3]].

    FROZEN: which attribute is counted; if several have the most pairs, the first.
    """
    counted = max(rules_of_attributes, key=_count_equal_pairs, default=())
    classes: list[Sequence[int]] = [rule.members for rule in counted]
    alone = set(range(n)).difference(*classes)
    classes += [[item] for item in alone]
    return classes


def _count_equal_pairs(rules: Sequence[GroupRule]) -> int:
    """Return the number of ordered pairs of items in one of the rules of an attribute."""
    return sum(len(rule.members) * (len(rule.members) - 1) for rule in rules)


def _list_rules(
    items: ListedItems, neighbours: Neighbours
) -> Iterator[Sequence[GroupRule]]:
    """Yield the rules of each attribute, which are sets of two or more equal items; without attributes, of names."""
    if not neighbours.different:
        names = _list_by_name(items)
        yield _make_rules(names, "neighbours", "the text")
    for number, attribute in enumerate(neighbours.different):
        path = f"neighbours.different[{number}]"
        yield _make_rules(items.group_by(attribute, path), path, attribute)


def _list_by_name(items: ListedItems) -> Mapping[str, Sequence[int]]:
    """Return the items with each name. Raises `Refused` if no item has a name."""
    names = defaultdict(list)
    for index, item in enumerate(items.items):
        name = read_name(item)
        if name is not None:
            names[name].append(index)
    if not names:
        raise Refused(
            "neighbours.different",
            "The items have no texts of their own; give an attribute of them.",
        )
    return names


def _make_rules(
    values: Mapping[str, Sequence[int]], path: str, label: str
) -> Sequence[GroupRule]:
    """Return a rule for each value that two or more items have."""
    return [
        GroupRule(tuple(members), 0, 1, path, f"{label} {quote(text)}")
        for text, members in values.items()
        if len(members) > 1
    ]


def _read_edges(neighbours: Neighbours, n: int) -> Sequence[Collection[int]]:
    """Return, for each place of a board, its neighbours before it; return () without edges.

    The edges (0, 1) and (2, 0) of three places give [set(), {0}, {0}]. Raises `Refused` for a circle or a distance
    beside edges, for too many places, and for an edge that does not join two of the `n` places.
    """
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
    for number, edge in enumerate(neighbours.edges):
        first, second = sorted(edge)
        if first == second or second >= n:
            raise Refused(
                f"neighbours.edges[{number}]",
                f"Must be two different places from 0 to {n - 1:,}.",
            )
        board[second].add(first)
    return board
