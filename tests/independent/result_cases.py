"""Small requests of every kind that leave few results, each with all of its results by enumeration."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from random import Random
from typing import Any

File = dict[str, Any]
Result = Any

FEW = 3


@dataclass
class Case:
    """A request, all of its results as people see them, and whether verifiers may leave these uncounted."""

    path: str
    body: File
    results: set[Result]
    may_be_uncounted: bool = False
    names: Sequence[str] | None = None


def label(item: Any) -> str:
    """Return what people see of an item."""
    return str(item if isinstance(item, str | int) else sorted(item.items()))


Way = Sequence[int]
"""The group of each item."""


class GroupCase:
    """A request for groups, to which rules are added, with what each of them allows."""

    def __init__(self, items: list[Any], count: int) -> None:
        self.items = items
        self.count = count
        self.body: File = {"items": items, "groups": count}
        self._names = [name_of(item) for item in items]
        self._places = {name: index for index, name in enumerate(self._names)}
        self._checks: list[Callable[[Way], bool]] = []

    def list_unique(self) -> list[str]:
        """Return the names that one item has."""
        return [name for name in self._names if self._names.count(name) == 1]

    def _add(self, check: Callable[[Way], bool], **rules: Any) -> None:
        self.body |= rules
        self._checks.append(check)

    def fix(self, groups: Mapping[str, int]) -> None:
        """Fix the groups of some names."""

        def check(way: Way) -> bool:
            return all(way[self._places[name]] == groups[name] for name in groups)

        fixed = [{"item": name, "group": groups[name] + 1} for name in groups]
        self._add(check, fixed=fixed)

    def _share(self, way: Way, one: str, other: str) -> bool:
        """Return whether two names are in one group."""
        return way[self._places[one]] == way[self._places[other]]

    def keep_apart(self, one: str, other: str) -> None:
        self._add(lambda way: not self._share(way, one, other), apart=[[one, other]])

    def keep_together(self, one: str, other: str) -> None:
        self._add(lambda way: self._share(way, one, other), together=[[one, other]])

    def keep_different(self) -> None:
        """Allow no two items of a group with the same y."""

        def check(way: Way) -> bool:
            values = [item["y"] for item in self.items]
            return are_different(list(zip(way, values, strict=True)))

        self._add(check, different=["y"])

    def limit_sums(self) -> None:
        """Allow sums of x up to 3."""
        limit = {"attribute": "x", "max": 3}
        self._add(lambda way: max(sum_up(self.items, way)) <= 3, sums=[limit])

    def place_left(self, name: str) -> None:
        """Put a name into the left half, which has each other group."""
        halves = [("left", "right")[group % 2] for group in range(self.count)]
        paths = [[half, str(group)] for group, half in enumerate(halves)]
        place = self._places[name]
        placed = [{"items": [name], "path": ["left"]}]
        self._add(lambda way: way[place] % 2 == 0, paths=paths, placed=placed)

    def list_results(self) -> Iterator[Result]:
        """Yield each result that all rules allow; the first groups are the larger ones."""
        n = len(self.items)
        size, larger = divmod(n, self.count)
        sizes = [size + 1] * larger + [size] * (self.count - larger)
        labels = [label(item) for item in self.items]
        for way in product(range(self.count), repeat=n):
            has_sizes = [way.count(group) for group in range(self.count)] == sizes
            if has_sizes and all(check(way) for check in self._checks):
                yield tuple(sorted(zip(way, labels, strict=True)))


class CaseGenerator:
    """Generates small requests of every kind that leave few results."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def generate(self) -> Iterator[Case]:
        kinds = [
            self.groups,
            self.groups,
            self.groups,
            self.orders,
            self.draws,
            self.strata,
            self.deals,
            self.cards,
            self.allocations,
            self.pairs,
            self.integers,
            self.name_draws,
            self.name_groups,
        ]
        while True:
            case = self.random.choice(kinds)()
            if 1 <= len(case.results) <= FEW:
                yield case

    def name_draws(self) -> Case:
        """Return a draw of numbers that stand for names, equal ones among them."""
        n = self.random.randint(1, 4)
        count = self.random.randint(1, n)
        names = self.random.choices(["Ann", "Bob"], k=n)
        body: File = {"items": list(range(n)), "count": count}
        return Case(
            "/v1/items/draw", body, set(permutations(names, count)), names=names
        )

    def name_groups(self) -> Case:
        """Return groups of numbers that stand for names, with a rule that tells equal names apart."""
        names = self.random.choices(["Ann", "Bob"], k=4)
        places = self.random.sample(range(4), 2)
        body: File = {
            "items": list(range(4)),
            "groups": 2,
            "apart": [[str(place) for place in places]],
        }
        one, other = places
        results = {
            tuple(sorted(zip(way, names, strict=True)))
            for way in product((0, 1), repeat=4)
            if sum(way) == 2 and way[one] != way[other]
        }
        return Case(
            "/v1/items/groups", body, results, may_be_uncounted=True, names=names
        )

    def choose_items(self, most: int) -> list[Any]:
        """Return a list of a few letters, equal ones among them or not, or of objects."""
        n = self.random.randint(1, most)
        letters = self.random.choices("ab", k=n)
        if self.some(0.5):
            letters = self.random.sample("abcdef", n)
        if self.some(0.4):
            return [self.choose_object(letter) for letter in letters]
        return letters

    def choose_object(self, name: str) -> dict[str, Any]:
        x = self.random.randint(1, 2)
        y = self.random.randint(1, 3)
        return {"name": name, "x": x, "y": y}

    def some(self, chance: float) -> bool:
        return self.random.random() < chance

    def groups(self) -> Case:
        items = self.choose_items(6)
        case = GroupCase(items, self.random.randint(1, len(items)))
        unique = case.list_unique()
        if unique and self.some(0.5):
            chosen = self.random.sample(unique, len(unique) // 2 + 1)
            case.fix({name: self.random.randrange(case.count) for name in chosen})
        if len(unique) > 1 and self.some(0.4):
            case.keep_apart(*self.random.sample(unique, 2))
        if len(unique) > 1 and self.some(0.3):
            case.keep_together(*self.random.sample(unique, 2))
        if isinstance(items[0], dict):
            if self.some(0.4):
                case.keep_different()
            if self.some(0.3):
                case.limit_sums()
        if unique and case.count > 1 and self.some(0.3):
            case.place_left(unique[0])
        has_sums = "sums" in case.body
        results = set(case.list_results())
        return Case("/v1/items/groups", case.body, results, has_sums)

    def orders(self) -> Case:
        items = self.choose_items(5)
        n = len(items)
        body: File = {"items": items}
        ways: Iterable[tuple[int, ...]] = permutations(range(n))
        if self.some(0.6):
            is_circle = self.some(0.5)
            neighbours: File = {"circle": True} if is_circle else {}
            if isinstance(items[0], dict):
                neighbours["different"] = ["y"]
            if self.some(0.2):
                neighbours.pop("circle", None)
                neighbours["apart"] = 3
                is_circle = False
            body["neighbours"] = neighbours
            values = [item["y"] if isinstance(item, dict) else item for item in items]
            apart = neighbours.get("apart", 2)
            near = [
                (i, j)
                for j in range(n)
                for i in range(j)
                if j - i < apart or (is_circle and n - (j - i) < apart)
            ]
            ways = [
                way
                for way in ways
                if all(values[way[i]] != values[way[j]] for i, j in near)
            ]
        elif self.some(0.5):
            body["count"] = self.random.randint(1, n)
        count = body.get("count", n)
        results = {tuple(label(items[index]) for index in way[:count]) for way in ways}
        has_apart = "apart" in body.get("neighbours", {})
        return Case("/v1/items/shuffle", body, results, has_apart)

    def draws(self) -> Case:
        items = self.choose_items(4)
        n = len(items)
        weights = [self.random.choice([0, 0, 1, 2**40]) for _ in items]
        weights[self.random.randrange(n)] = 1
        drawable = [index for index in range(n) if weights[index]]
        is_repeated = self.some(0.5)
        count = self.random.randint(1, 2 if is_repeated else len(drawable))
        body: File = {
            "items": items,
            "weights": weights,
            "count": count,
            "replacement": is_repeated,
        }
        ways = (
            product(drawable, repeat=count)
            if is_repeated
            else permutations(drawable, count)
        )
        results = {tuple(label(items[index]) for index in way) for way in ways}
        return Case("/v1/items/draw", body, results)

    def strata(self) -> Case:
        items = [
            {"name": self.random.choice("ab"), "sex": self.random.choice("fm")}
            for _ in range(4)
        ]
        members: dict[str, list[str]] = {}
        for item in items:
            members.setdefault(item["sex"], []).append(label(item))
        counts = {sex: self.random.randint(0, len(of)) for sex, of in members.items()}
        body = {"items": items, "strata": {"attribute": "sex", "counts": counts}}
        if not any(counts.values()):
            return Case("", {}, set())
        parts = [set(permutations(of, counts[sex])) for sex, of in members.items()]
        return Case("/v1/items/draw", body, set(product(*parts)))

    def deals(self) -> Case:
        items = self.choose_items(5)
        n = len(items)
        hands = self.random.randint(1, 2)
        if n < hands:
            return Case("", {}, set())
        cards = self.random.randint(1, n // hands)
        body: File = {"items": items, "hands": hands, "cards": cards}
        pile = self.random.randint(0, n - hands * cards)
        if pile:
            body["piles"] = [{"name": "market", "cards": pile}]
        labels = list(map(label, items))
        return Case("/v1/items/deal", body, set(list_deals(labels, hands, cards)))

    def cards(self) -> Case:
        only = self.random.sample(["AS", "KH", "2C"], self.random.randint(1, 2))
        decks = self.random.randint(1, 3)
        labels = list(only) * decks
        body: File = {"only": only, "decks": decks}
        if self.some(0.5):
            count = self.random.randint(1, len(labels))
            body["count"] = count
            orders = set(permutations(labels, count))
            return Case("/v1/decks/standard/shuffle", body, orders)
        hands = self.random.randint(1, min(2, len(labels)))
        cards = self.random.randint(1, len(labels) // hands)
        body |= {"hands": hands, "cards": cards}
        deals = set(list_deals(labels, hands, cards))
        return Case("/v1/decks/standard/deal", body, deals)

    def allocations(self) -> Case:
        items = self.choose_items(4)
        sizes = self.random.choice([[2], [4], [2, 4]])
        body: File = {
            "items": items,
            "arms": [{"name": "A"}, {"name": "B"}],
            "block_sizes": sizes,
        }
        labels = [label(item) for item in items]
        results = {
            tuple(sorted(zip(labels, way, strict=True)))
            for way in list_blocks(len(items), sizes)
        }
        return Case("/v1/items/allocate", body, results)

    def pairs(self) -> Case:
        items = self.choose_items(5)
        n = len(items)
        names = list(map(name_of, items))
        body: File = {"items": items}
        if n < 2:
            return Case("", {}, set())
        forbidden = set()
        if len(set(names)) == n:
            forbidden = {
                (i, j) for i in range(n) for j in range(n) if i != j and self.some(0.4)
            }
            body["forbidden"] = [
                {"giver": names[i], "receiver": names[j]} for i, j in sorted(forbidden)
            ]
        is_mutual = self.some(0.7)
        is_cycle = self.some(0.3)
        body |= {"mutual": is_mutual, "cycle": is_cycle}
        ways = [
            way
            for way in permutations(range(n))
            if all(i != j and (i, j) not in forbidden for i, j in enumerate(way))
            and (is_mutual or all(way[j] != i for i, j in enumerate(way)))
            and (not is_cycle or is_one_cycle(way))
        ]
        results = {
            tuple(sorted((label(items[i]), label(items[j])) for i, j in enumerate(way)))
            for way in ways
        }
        return Case("/v1/items/pairs", body, results, may_be_uncounted=True)

    def integers(self) -> Case:
        drums = [
            {"max": self.random.randint(1, 2), "count": 1}
            for _ in range(self.random.randint(1, 2))
        ]
        ranges = [range(drum["max"]) for drum in drums]
        if len(drums) == 1:
            return Case("/v1/integers", drums[0], set(ranges[0]))
        return Case("/v1/integers/draw", {"drums": drums}, set(product(*ranges)))


def name_of(item: Any) -> str:
    return str(item["name"] if isinstance(item, dict) else item)


def are_different(values: Sequence[Any]) -> bool:
    return len(set(values)) == len(values)


def sum_up(items: Sequence[Any], groups: Sequence[int]) -> list[int]:
    return [
        sum(item["x"] for item, of in zip(items, groups, strict=True) if of == group)
        for group in set(groups)
    ]


def list_deals(labels: Sequence[str], hands: int, cards: int) -> Iterator[Result]:
    """Yield the hands of each deal of these cards, and the cards after them in order."""
    for order in permutations(labels):
        dealt = [
            tuple(sorted(order[seat : hands * cards : hands])) for seat in range(hands)
        ]
        yield (*dealt, order[hands * cards :])


def list_blocks(
    n: int, sizes: Sequence[int], block: int = 1
) -> Iterator[tuple[tuple[str, int], ...]]:
    """Yield the arm and the block of each of n items."""
    if n <= 0:
        yield ()
        return
    for size in sizes:
        for arms in set(permutations("AB" * (size // 2))):
            for rest in list_blocks(n - size, sizes, block + 1):
                yield (*((arm, block) for arm in arms[:n]), *rest)


def is_one_cycle(receivers: Sequence[int]) -> bool:
    item = receivers[0]
    length = 1
    while item != 0:
        item = receivers[item]
        length += 1
    return length == len(receivers)
