"""The usual draw of groups: all of its draws of small cases, one of them in docs/fairness.md."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations, product
from math import factorial

import pytest

from benchmarks.report.groups import (
    EXAMPLE,
    Draw,
    Pots,
    Sample,
    count_arrangements,
    count_sample,
)
from tests.conftest import ROOT
from tests.tables import for_each

GUIDE = (ROOT / "docs" / "fairness.md").read_text(encoding="utf-8")
SECTION = GUIDE.partition("\n### Groups drawn one after the other\n")[2].partition(
    "\n### "
)[0]
HAND = Pots((("ES", "IT", "DE"), ("ES", "IT", "AT")))

Groups = tuple[tuple[int, ...], ...]


def list_arrangements(pots: Pots) -> list[Groups]:
    """Return every arrangement without two teams of a country in a group: for each pot the team in each group."""
    orders = product(*(permutations(range(pots.groups)) for _ in pots.countries))
    return [
        order
        for order in orders
        if all(
            len({pot[team] for pot, team in zip(pots.countries, group, strict=True)})
            == len(group)
            for group in zip(*order, strict=True)
        )
    ]


def arrange(arrangements: list[Groups], orders: Sequence[Sequence[int]]) -> Groups:
    """Draw in these orders: each team goes to the first group that some arrangement gives it, as all teams before."""
    for pot, order in enumerate(orders):
        for team in order:
            first = min(groups[pot].index(team) for groups in arrangements)
            arrangements = [
                groups for groups in arrangements if groups[pot].index(team) == first
            ]
    (groups,) = arrangements
    return groups


def all_draws(pots: Pots) -> Iterator[list[Sequence[int]]]:
    return map(
        list, product(permutations(range(pots.groups)), repeat=len(pots.countries))
    )


def test_the_case_for_a_reader_has_the_probabilities_of_the_guide() -> None:
    rows = [
        line.strip("| ").split(" | ")
        for line in SECTION.splitlines()
        if line.startswith("| ")
    ][1:]
    first, second = HAND.countries
    drawn = {}
    for order in permutations(range(3)):
        _, groups = arrange(list_arrangements(HAND), [range(3), order])
        assert Draw(HAND).arrange([range(3), order]) == [[0, 1, 2], list(groups)]
        drawn[", ".join(second[team] for team in order)] = [
            second[team] for team in groups
        ]
    assert {row[0]: row[1:] for row in rows} == drawn
    meetings = Counter(first[groups.index("AT")] for groups in drawn.values())
    assert {name: Fraction(count, 6) for name, count in meetings.items()} == {
        "ES": Fraction(1, 2),
        "DE": Fraction(1, 3),
        "IT": Fraction(1, 6),
    }
    assert "1/2, 1/3 and 1/6" in SECTION
    uniform = count_arrangements(HAND)
    assert uniform.arrangements == len(list_arrangements(HAND)) == 3 * factorial(3)
    assert {
        chance
        for pair, chance in uniform.meetings.items()
        if pair.other_country == "AT"
    } == {1 / 3}
    with_first_pot = Counter(
        first[groups[0][groups[1].index(2)]]
        for groups in map(Draw(HAND).arrange, all_draws(HAND))
    )
    assert Fraction(with_first_pot["DE"], 36) == Fraction(5, 18)
    assert with_first_pot["ES"] == with_first_pot["IT"] == 13
    assert "5/18" in SECTION
    assert "13/36" in SECTION


@for_each(
    "countries",
    [
        HAND.countries,
        (("ES", "IT", "DE"), ("ES", "IT", "AT"), ("DE", "AT", "FR")),
        (("ES", "ES", "DE"), ("DE", "IT", "FR"), ("ES", "IT", "AT")),
        (
            ("ES", "IT", "DE"),
            ("AT", "FR", "NL"),
            ("AT", "ES", "ES"),
        ),  # the second pot must leave room for the third
    ],
)
def test_all_draws_of_a_small_case_agree_with_an_enumeration(
    countries: tuple[tuple[str, ...], ...],
) -> None:
    pots = Pots(countries)
    arrangements = list_arrangements(pots)
    draw = Draw(pots)
    drawn = Counter[Groups]()
    for orders in all_draws(pots):
        groups = tuple(tuple(teams) for teams in draw.arrange(orders))
        assert groups == arrange(arrangements, orders)
        drawn[groups] += 1
    assert {groups: draw.weigh(groups) * drawn.total() for groups in drawn} == drawn
    uniform = count_arrangements(pots)
    assert uniform.arrangements == len(arrangements)
    for pair, chance in uniform.meetings.items():
        one, other = (countries[pot].index(name) for pot, name in (pair[:2], pair[2:]))
        together = sum(
            groups[pair.pot].index(one) == groups[pair.other_pot].index(other)
            for groups in arrangements
        )
        assert chance == pytest.approx(together / len(arrangements))


def test_a_sample_is_made_of_its_parts_and_comes_near_the_exact_distance() -> None:
    samples = [
        Sample(HAND, 18, True, start, trials)
        for start, trials in ((0, 4_000), (0, 1_000), (1_000, 3_000))
    ]
    whole, first, second = map(count_sample, samples)
    parts = first.combine(second)
    assert (whole.meetings == parts.meetings).all()
    assert (whole.places == parts.places).all()
    assert whole.meetings.sum() == 3 * 4_000
    distance = (
        sum(
            abs(Draw(HAND).weigh(groups) - Fraction(1, 18))
            for groups in list_arrangements(HAND)
        )
        / 2
    )
    assert whole.excess[0] / 200 == pytest.approx(float(distance), abs=0.05)


def test_the_example_has_32_teams_of_11_countries_in_four_pots() -> None:
    pots = Pots.from_items(json.loads(EXAMPLE.read_text())["items"])
    assert [len(pot) for pot in pots.countries] == [8] * 4
    assert len({name for pot in pots.countries for name in pot}) == 11
