"""docs/definitions/counting.md has the numbers that the service's functions compute for its request."""

import json
import re
from collections.abc import Iterable, Sequence
from itertools import product
from math import comb
from typing import Any

import pytest

from service.arrangements.groups import counting, profiles
from service.arrangements.groups.choices import States, Takers
from service.arrangements.groups.counting import Drawing, count_units
from service.arrangements.groups.placements import PlacementSearch
from service.arrangements.groups.profiles import Unit, count_bits, lay_out
from service.core.rng.sources import WordSource
from service.core.rng.streams import sd1
from service.core.shuffles.algorithms import shuffle_list
from tests.arrangements.rule_requests import read_table
from tools.files import ROOT

PAGE = (ROOT / "docs" / "definitions" / "counting.md").read_text()
PROSE = " ".join(PAGE.split())
"""The page without its line breaks."""
REQUEST = json.loads(re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)[0])
TABLE = read_table(REQUEST)
SEARCH = PlacementSearch(TABLE.grouping)
[PLACEMENT] = SEARCH.list_placements(lambda _: None)
FREE = SEARCH.units_left  # the units that are not placed
SEED = "groups"
LAYOUT = lay_out(FREE, [PLACEMENT], lambda _: None)
STATES = States(LAYOUT, count_bits([PLACEMENT]), slowness=1)

Row = list[str]


def read_rows(columns: str) -> list[Row]:
    """Return the cells of the table with these columns, from `|` to `|`."""
    _, _, after = PAGE.partition(f"\n{columns}\n")
    separator, *lines = after.partition("\n\n")[0].splitlines()
    assert set(separator) == {"|", "-"}
    return [[cell.strip() for cell in line[1:-1].split("|")] for line in lines]


def name_units(units: Iterable[Unit]) -> str:
    """Return the names of the items of units."""
    return ", ".join(REQUEST["items"][item]["name"] for unit in units for item in unit)


def name_class(class_number: int) -> str:
    return name_units(LAYOUT.classes[class_number].units)


def count_arrangements(class_number: int, state: int) -> int:
    """Return the number of arrangements from a state, by the children of the state."""
    if class_number == len(LAYOUT.classes):
        return 1
    children = STATES.find_transitions(class_number, state, lambda _: None).children
    return sum(
        ways * count_arrangements(class_number + 1, child)
        for child, ways in children.items()
    )


FIRST_STATE = STATES.join(LAYOUT.starts[0].nodes)


def list_states() -> list[tuple[int, int]]:
    """Return the number of each class and the states before it, from the last class back."""
    layers = [[FIRST_STATE]]
    for class_number in range(len(LAYOUT.classes) - 1):
        after: set[int] = set()
        for state in layers[-1]:
            after |= STATES.find_transitions(
                class_number, state, lambda _: None
            ).children.keys()
        layers.append(sorted(after))
    return [
        (class_number, state)
        for class_number, layer in reversed(list(enumerate(layers)))
        for state in layer
    ]


def count_groups(state: int) -> list[int]:
    """Return the number of groups at the nodes 0, 1 and 2 in a state."""
    return [state >> STATES.bits * node & (1 << STATES.bits) - 1 for node in range(3)]


def test_the_numbers_by_hand_and_of_steps_are_those_of_the_count() -> None:
    spent: list[int] = []
    counter = count_units(FREE, [PLACEMENT], spent.append)
    assert counter.total == 1680 - 420 - 60
    assert comb(9, 3) * comb(6, 3) == 1680
    assert f"1680 − 420 − 60 = {counter.total} keep the rules" in PROSE
    assert f"The count takes {sum(spent)} of the 650,000 **steps**" in PROSE


def test_the_limits_are_those_of_the_request() -> None:
    for number, limit in enumerate(PLACEMENT.limits):
        [most] = set(limit.most)
        names = name_units([limit.members])
        assert f"by **limit {number}**, at most {most} of {names}" in PROSE
    assert f"**limit {len(PLACEMENT.limits)}**" not in PROSE


def describe_profile(profile: Any) -> str:
    """Return a profile in the words of the page."""
    if profile is None:
        return "none"
    places = "1 place" if profile.places == 1 else f"{profile.places} places"
    bounds = [f"limit {bound.limit} ≤ {bound.most}" for bound in profile.bounds]
    return ", ".join([places, *bounds])


def test_the_rows_of_profiles_are_those_of_the_layout(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    number_nodes = profiles._number_nodes
    described: list[Row] = []

    def note(ordered: Any) -> Any:
        for one, rows in zip(ordered.classes, ordered.rows, strict=True):
            for profile, row in rows.items():
                after = "; ".join(map(describe_profile, row))
                described.append(
                    [name_units(one.units), describe_profile(profile), after]
                )
        return number_nodes(ordered)

    monkeypatch.setattr(profiles, "_number_nodes", note)
    lay_out(FREE, [PLACEMENT], lambda _: None)
    columns = "| class | profile before it | row: profiles after 0, 1, 2, … units |"
    rows = read_rows(columns)
    assert sorted(rows) == sorted(described)
    assert list(dict.fromkeys(row[0] for row in rows)) == [
        name_class(class_number) for class_number in range(len(LAYOUT.classes))
    ]


def test_the_nodes_are_those_of_the_layout() -> None:
    rows = []
    for class_number, nodes in enumerate(LAYOUT.nodes_after):
        cells = [", ".join(map(str, row)).replace("-", "−") for row in nodes]
        unused = [""] * (3 - len(cells))
        rows.append([name_class(class_number), *cells, *unused])
    assert read_rows("| before the class | node 0 | node 1 | node 2 |") == rows


def test_the_choices_of_the_five_are_those_of_their_state() -> None:
    class_number = 2
    [state] = [state for number, state in list_states() if number == class_number]
    transitions = STATES.find_transitions(class_number, state, lambda _: None)
    units = len(LAYOUT.classes[class_number].units)
    rows = []
    for combined in product(*[node.choices for node in transitions.choices_by_node]):
        if sum(choice.units for choice in combined) != units:
            continue
        ways = 1
        left = units
        for choice in combined:
            ways *= comb(left, choice.units) * choice.ways
            left -= choice.units
        child = sum(choice.shift for choice in combined)
        taken = [choice.units for choice in combined]
        rows.append([str(number) for number in [*taken, ways, child]])
    columns = "| units taken at node 0 | at node 1 | at node 2 | ways | child |"
    assert sorted(read_rows(columns)) == sorted(rows)


def test_the_arrangements_from_each_state_are_those_of_its_children() -> None:
    rows = []
    for class_number, state in list_states():
        children = STATES.find_transitions(class_number, state, lambda _: None).children
        products = [
            f"{ways} · {count_arrangements(class_number + 1, child)}"
            for child, ways in sorted(children.items())
        ]
        rows.append(
            [
                name_class(class_number),
                str(state),
                ", ".join(map(str, count_groups(state))),
                " + ".join(products),
                str(count_arrangements(class_number, state)),
            ]
        )
    columns = (
        "| before the class | state | groups at the nodes 0, 1, 2 "
        "| ways · arrangements from each child | arrangements |"
    )
    assert read_rows(columns) == rows


class DrawNotes:
    """What the draw of an arrangement finds and shuffles, class by class."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.found: list[tuple[int, int, dict[int, Any]]] = []
        """The child, the way and the takers by node, for each class."""
        self.shuffled: list[list[Any]] = []
        find_takers = counting._find_takers

        def note_takers(choices: Any, way: int, units: int, child: int) -> Any:
            takers = find_takers(choices, way, units, child)
            self.found.append((child, way, dict(takers)))
            return takers

        def note_shuffle(items: Sequence[Any], source: WordSource) -> list[Any]:
            order = list(shuffle_list(items, source))
            self.shuffled.append(order)
            return order

        monkeypatch.setattr(counting, "_find_takers", note_takers)
        monkeypatch.setattr(counting, "shuffle_list", note_shuffle)

    def list_rows(self, rank: int) -> list[Row]:
        """Return the rows of the page's table; `rank` is the number of the arrangement."""
        rows = []
        shuffled = iter(self.shuffled)
        state = FIRST_STATE
        for class_number, (child, way, takers) in enumerate(self.found):
            nodes = [
                describe_taking(node, next(shuffled), takers[node])
                for node in sorted(takers)
            ]
            units = name_units(next(shuffled))
            numbers = [str(number) for number in (rank, child, way)]
            rows.append([name_class(class_number), *numbers, "; ".join(nodes), units])
            assert find_step(class_number, state, rank)[:2] == (child, way)
            _, _, rank = find_step(class_number, state, rank)
            state = child
        return rows


def find_step(class_number: int, state: int, rank: int) -> tuple[int, int, int]:
    """Return the child and the way that a number tells, and the number that is left for the next class."""
    children = STATES.find_transitions(class_number, state, lambda _: None).children
    for child, ways in sorted(children.items()):
        share = ways * count_arrangements(class_number + 1, child)
        if rank < share:
            return child, rank % ways, rank // ways
        rank -= share
    raise AssertionError(rank)


def describe_taking(node: int, groups: Sequence[int], takers: Takers) -> str:
    """Return in the words of the page how many units each of the groups at a node takes."""
    taken = [str(number) for number, count in takers for _ in range(count)]
    names = [str(group + 1) for group in groups]
    verb = "group {} takes {}" if len(names) == 1 else "groups {} take {}"
    return f"node {node}: " + verb.format(", ".join(names), ", ".join(taken))


def test_the_groups_of_the_seed_are_drawn_as_the_page_tells(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counter = count_units(FREE, [PLACEMENT], lambda _: None)
    notes = DrawNotes(monkeypatch)
    source = WordSource(sd1(SEED))
    start, rank = counter.draw_start(source)
    groups = Drawing(counter).draw(rank, start.nodes, source, lambda _: None)
    assert (
        f"From the seed `{SEED}` the first draw is `below({counter.total})` = {rank},"
        in PROSE
    )
    columns = (
        "| class | t | child | way "
        "| groups at each node, shuffled, and the units that they take "
        "| units, shuffled |"
    )
    assert read_rows(columns) == notes.list_rows(rank)
    first, second, third = [
        name_units((item,) for item in sorted(group)) for group in groups
    ]
    assert PROSE.endswith(f"The groups are {first}; {second}; and {third}.")
