"""Groups of a tournament: the usual draw, one team after another, and the uniform draw of docs/definitions/rules.md."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache, reduce
from itertools import chain, combinations, product
from math import factorial, sqrt
from operator import mul, or_
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.documents import EXAMPLES, format_code, format_table
from benchmarks.report import Scale, Section
from benchmarks.report.samples import SEED, map_on_all_cores
from service.core.shuffles.batches import chunks
from service.core.shuffles.samplers import Limits, ShuffleRequest, prepare_shuffle

EXAMPLE = EXAMPLES / "groups.json"
TRIALS = 100_000
_WEIGHED = (
    20  # one draw of so many is weighed, which takes ten times as long as the draw
)
_CHUNK = 2_000  # draws: some seconds on one core
_SHOWN = 3  # pairs at each end of a table

Arrangement = Sequence[Sequence[int]]
"""For each pot the team in each group, by its number in the pot."""


class Pair(NamedTuple):
    """The teams of two pots with two countries: in each pot, teams of one country have equal chances."""

    pot: int
    country: str
    other_pot: int
    other_country: str


@dataclass(frozen=True)
class Pots:
    """Pots of as many teams as there are groups, by the countries of the teams. A group gets no country twice."""

    countries: tuple[tuple[str, ...], ...]

    @classmethod
    def from_items(cls, items: Sequence[dict[str, Any]]) -> "Pots":
        """Read teams with the attributes `pot` and `country`."""
        pots = sorted({item["pot"] for item in items})
        return cls(
            tuple(
                tuple(item["country"] for item in items if item["pot"] == pot)
                for pot in pots
            )
        )

    @property
    def groups(self) -> int:
        """The number of groups."""
        return len(self.countries[0])

    @cached_property
    def bits(self) -> tuple[tuple[int, ...], ...]:
        """The country of each team as a bit, so that a set of countries is a number."""
        names = sorted(set(chain(*self.countries)))
        return tuple(
            tuple(1 << names.index(name) for name in pot) for pot in self.countries
        )

    @cached_property
    def pairs(self) -> dict[Pair, int]:
        """The pairs of countries that can meet, and how many pairs of teams each stands for."""
        return {
            Pair(pot, one, other, two): self.countries[pot].count(one)
            * self.countries[other].count(two)
            for pot, other in combinations(range(len(self.countries)), 2)
            for one, two in product(
                sorted(set(self.countries[pot])), sorted(set(self.countries[other]))
            )
            if one != two
        }


class Uniform(NamedTuple):
    """The number of arrangements, and the probability that two teams meet if all arrangements are equally likely."""

    arrangements: int
    meetings: dict[Pair, float]


def count_arrangements(pots: Pots) -> Uniform:
    """Count the arrangements with the first pot in place, group by group; the first pot itself has g! orders.

    A state is the number of teams of each country that are left in each other pot. Count all ways through the states,
    and for each pair the ways on which a group gets it.
    """
    ways = [_unit_states(pots)]
    for name in pots.countries[0]:
        layer = np.zeros_like(ways[0])
        for _, sources, targets, choices in _fill_group(pots, name, ways[-1]):
            layer[targets] += choices * ways[-1][sources]
        ways.append(layer)
    rests = (ways[-1] > 0).astype(np.int64)
    meetings = dict.fromkeys(pots.pairs, 0)
    for name, layer in zip(
        reversed(pots.countries[0]), reversed(ways[:-1]), strict=True
    ):
        longer = np.zeros_like(rests)
        for group, sources, targets, choices in _fill_group(pots, name, layer):
            longer[sources] += choices * rests[targets]
            flow = int((choices * layer[sources] * rests[targets]).sum())
            for (pot, one), (other, two) in combinations(enumerate(group), 2):
                meetings[Pair(pot, one, other, two)] += flow
        rests = longer
    total = int(ways[-1].sum())
    chances = {
        pair: count / total / pots.pairs[pair] for pair, count in meetings.items()
    }
    return Uniform(total * factorial(pots.groups), chances)


def _unit_states(pots: Pots) -> NDArray[np.int64]:
    """Return an array with an axis for each country of each pot but the first: one way to the state with all teams."""
    assert factorial(pots.groups) ** (len(pots.countries) - 1) < 2**63  # noqa: S101 (the counts fit)
    states = np.zeros([count + 1 for _, _, count in _list_axes(pots)], np.int64)
    states[(-1,) * states.ndim] = 1
    return states.ravel()


def _list_axes(pots: Pots) -> list[tuple[int, str, int]]:
    return [
        (number, name, pot.count(name))
        for number, pot in enumerate(pots.countries)
        if number
        for name in sorted(set(pot))
    ]


def _fill_group(
    pots: Pots, first: str, ways: NDArray[np.int64]
) -> Iterator[
    tuple[tuple[str, ...], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]
]:
    """Yield the countries of a group, the first one given; the states before and after it; its choices of teams."""
    axes = _list_axes(pots)
    states = np.flatnonzero(ways)
    left = np.unravel_index(states, [count + 1 for *_, count in axes])
    strides = np.cumprod([1, *(count + 1 for *_, count in reversed(axes))])[-2::-1]
    for chosen in product(
        *(
            [i for i, axis in enumerate(axes) if axis[0] == pot]
            for pot in range(1, len(pots.countries))
        )
    ):
        group = (first, *(axes[i][1] for i in chosen))
        if len(set(group)) == len(group):
            choices = reduce(mul, (left[i] for i in chosen))
            possible = choices > 0
            sources = states[possible]
            yield (
                group,
                sources,
                sources - sum(strides[i] for i in chosen),
                choices[possible],
            )


class Draw:
    """The usual draw: the next team goes to the first group, in order, where it fits and all others can follow."""

    def __init__(self, pots: Pots) -> None:
        self._pots = pots.bits
        self._groups = range(pots.groups)
        self._later = [
            reduce(or_, chain((), *pots.bits[number:]), 0)
            for number in range(len(pots.bits) + 1)
        ]
        self._can_follow = lru_cache(2**18)(self._search)

    def arrange(self, orders: Sequence[Sequence[int]]) -> Arrangement:
        """Return the arrangement if the teams of each pot are drawn in these orders."""
        taken = [0] * len(self._groups)
        arrangement = []
        for pot, order in enumerate(orders):
            places: dict[int, int] = {}
            for team in order:
                group = self.find_group(pot, taken, places, team)
                places[group] = team
            arrangement.append([places[group] for group in self._groups])
            taken = [
                mask | self._pots[pot][places[group]]
                for group, mask in enumerate(taken)
            ]
        return arrangement

    def find_group(
        self, pot: int, taken: Sequence[int], places: Mapping[int, int], team: int
    ) -> int:
        """Return where a team goes, given the countries in each group from earlier pots and the places in this pot."""
        teams = self._pots[pot]
        rest = tuple(
            sorted(
                teams[other]
                for other in self._groups
                if other != team and other not in places.values()
            )
        )
        closed = [taken[group] | teams[other] for group, other in places.items()]
        open_groups = [group for group in self._groups if group not in places]
        *choices, last = (
            group for group in open_groups if not taken[group] & teams[team]
        )
        for group in choices:
            others = [taken[other] for other in open_groups if other != group]
            if self._follow(pot, others, [*closed, taken[group] | teams[team]], rest):
                return group
        return last  # if no earlier group is possible, this one is: until now all others could follow

    def _follow(
        self,
        pot: int,
        open_groups: Iterable[int],
        closed: Iterable[int],
        rest: tuple[int, ...],
    ) -> bool:
        """Return whether the rest of a pot and all later pots can be placed. Other countries do not count."""
        later = self._later[pot + 1]
        relevant = reduce(or_, rest, later)
        opened = tuple(sorted(mask & relevant for mask in open_groups))
        return self._can_follow(
            pot, opened, tuple(sorted(mask & later for mask in closed)), rest
        )

    def _search(
        self,
        pot: int,
        open_groups: tuple[int, ...],
        closed: tuple[int, ...],
        rest: tuple[int, ...],
    ) -> bool:
        if not rest:
            last = pot + 1 == len(self._pots)
            return last or self._follow(
                pot + 1, closed, (), tuple(sorted(self._pots[pot + 1]))
            )
        team = min(
            rest,
            key=lambda team: (
                sum(not mask & team for mask in open_groups) - rest.count(team)
            ),
        )
        position = rest.index(team)
        others = rest[:position] + rest[position + 1 :]
        return any(
            self._follow(
                pot,
                open_groups[:i] + open_groups[i + 1 :],
                (*closed, mask | team),
                others,
            )
            for i, mask in enumerate(open_groups)
            if not mask & team and mask not in open_groups[:i]
        )

    def weigh(self, arrangement: Arrangement) -> Fraction:
        """Return the probability of an arrangement: the share of the orders that lead to it, pot by pot."""
        taken = [0] * len(self._groups)
        probability = Fraction(1)
        for pot, teams in enumerate(arrangement):
            orders = {frozenset[int](): 1}  # by the groups that are filled
            for _ in teams:
                longer: dict[frozenset[int], int] = {}
                for filled, count in orders.items():
                    places = {group: teams[group] for group in filled}
                    for group in set(self._groups) - filled:
                        if self.find_group(pot, taken, places, teams[group]) == group:
                            longer[filled | {group}] = (
                                longer.get(filled | {group}, 0) + count
                            )
                orders = longer
            probability *= Fraction(sum(orders.values()), factorial(len(teams)))
            taken = [
                mask | self._pots[pot][team]
                for mask, team in zip(taken, teams, strict=True)
            ]
        return probability


class Sample(NamedTuple):
    """Usual draws, from number `start` on, with the first pot drawn or placed in the order of the list."""

    pots: Pots
    arrangements: int
    is_drawn: bool
    start: int
    trials: int


class Counts(NamedTuple):
    """Sums over draws: of a team in a group, and of two teams in a group. Of weighed draws, powers of their excess."""

    places: NDArray[np.int64]
    meetings: NDArray[np.int64]
    excess: NDArray[np.float64]

    def combine(self, other: "Counts") -> "Counts":
        """Return the sums over the draws of both."""
        return Counts(
            self.places + other.places,
            self.meetings + other.meetings,
            self.excess + other.excess,
        )


def count_sample(sample: Sample) -> Counts:
    """Count a sample, and weigh some of its draws. Each pot has an index of the seed.

    Let p be the probability of an arrangement in the usual draw, and u in the uniform draw. Then the mean of
    max(0, 1 − u/p) over usual draws is the total variation distance. The first pot does not change u/p.
    """
    pots = sample.pots
    draw = Draw(sample.pots)
    number = len(pots.countries)
    size = pots.groups
    request = ShuffleRequest(seed=SEED, index=sample.start * number)
    drawn = chunks(
        prepare_shuffle(size, request, Limits()), request, sample.trials * number
    )
    orders = np.concatenate([chunk.rows for chunk in drawn]).reshape(-1, number, size)
    if not sample.is_drawn:
        orders[:, 0] = np.arange(size)
    results = [draw.arrange(order) for order in orders.tolist()]
    teams = np.array(results) + np.arange(number)[:, None] * size
    places = _count(
        teams, np.broadcast_to(np.arange(size), teams.shape), number * size
    )[:, :size]
    one, other = np.triu_indices(number, 1)
    meetings = _count(teams[:, one], teams[:, other], number * size)
    weights = np.array(
        [
            float(draw.weigh(result) * sample.arrangements)
            for result in results[::_WEIGHED]
        ]
    )
    excess = 1 - 1 / np.maximum(weights, 1)
    return Counts(places, meetings, np.array([excess.sum(), (excess**2).sum()]))


def _count(
    rows: NDArray[np.int64], columns: NDArray[np.int64], size: int
) -> NDArray[np.int64]:
    return np.bincount((rows * size + columns).ravel(), minlength=size**2).reshape(
        size, size
    )


class Meeting(NamedTuple):
    """Two teams by name, and the probability that they meet in the usual draw and in the uniform draw."""

    teams: tuple[str, str]
    usual: float
    uniform: float

    @property
    def ratio(self) -> float:
        """The first probability divided by the second."""
        return self.usual / self.uniform


def make_section(scale: Scale) -> Section:
    """Draw the example of the documents, and compare it with the count of its arrangements."""
    items = json.loads(EXAMPLE.read_text())["items"]
    pots = Pots.from_items(items)
    uniform = count_arrangements(pots)
    trials = scale.scale_trials(TRIALS)
    samples = [
        Sample(pots, uniform.arrangements, is_drawn, start, _CHUNK)
        for is_drawn in (True, False)
        for start in range(0, trials, _CHUNK)
    ]
    counts = map_on_all_cores(count_sample, samples)
    half = len(counts) // 2
    drawn, placed = (
        reduce(Counts.combine, part) for part in (counts[:half], counts[half:])
    )
    chances = drawn.places[pots.groups :] / trials
    team, group = np.unravel_index(chances.argmin(), chances.shape)
    text = _TEXT.format(
        trials=trials,
        last=trials * len(pots.countries) - 1,
        seed=SEED,
        arrangements=uniform.arrangements,
        placements=factorial(pots.groups) ** len(pots.countries) / uniform.arrangements,
        error=_format_percent(sqrt(0.125 * 0.875 / trials)),
        weighed=trials // _WEIGHED,
        team=_describe_team(items[pots.groups + int(team)]),
        group="ABCDEFGH"[int(group)],
        lowest=_format_percent(chances.min()),
        highest=_format_percent(chances.max()),
        uniform=_format_percent(1 / pots.groups),
    )
    tables = []
    distances = []
    for title, part in (
        ("The first pot is drawn too", drawn),
        ("The first pot is placed", placed),
    ):
        meetings = _list_meetings(pots, items, uniform, part.meetings / trials)
        distances.append((title, *_measure(meetings, part.excess, trials // _WEIGHED)))
        tables += [f"### {title}", _render(meetings)]
    summary = format_table(_DISTANCE_HEAD, distances)
    return Section(
        _TITLE, "\n\n".join((text, summary, *tables, format_code(_PROGRAM, "python")))
    )


def _list_meetings(
    pots: Pots,
    items: Sequence[dict[str, Any]],
    uniform: Uniform,
    chances: NDArray[np.float64],
) -> list[Meeting]:
    """Return the pairs of teams that can meet, the smallest ratio first."""
    meetings = []
    for one, two in combinations(range(len(items)), 2):
        pair = Pair(
            one // pots.groups,
            items[one]["country"],
            two // pots.groups,
            items[two]["country"],
        )
        if pair in pots.pairs:
            names = (_describe_team(items[one]), _describe_team(items[two]))
            meetings.append(
                Meeting(names, float(chances[one, two]), uniform.meetings[pair])
            )
    return sorted(meetings, key=lambda meeting: meeting.ratio)


def _measure(
    meetings: list[Meeting], excess: NDArray[np.float64], weighed: int
) -> tuple[str, str, str, str]:
    """Return the pairs that can meet, their median deviation, the distance, and the share of right guesses."""
    distance = excess[0] / weighed
    error = sqrt((excess[1] / weighed - distance**2) / weighed)
    deviations = sorted(abs(meeting.ratio - 1) for meeting in meetings)
    return (
        str(len(meetings)),
        _format_percent(deviations[len(deviations) // 2]),
        f"{distance:.3f} ± {error:.3f}",
        f"{(1 + distance) / 2:.0%}".replace("%", " %"),
    )


def _render(meetings: list[Meeting]) -> str:
    rows = [
        (
            *meeting.teams,
            _format_percent(meeting.usual),
            _format_percent(meeting.uniform),
            f"{meeting.ratio:.2f}",
        )
        for meeting in (*meetings[:_SHOWN], *meetings[-_SHOWN:])
    ]
    return format_table(_HEAD, rows, left=2)


def _describe_team(item: dict[str, Any]) -> str:
    return f"{item['name']} ({item['country']}, pot {item['pot']})"


def _format_percent(share: float) -> str:
    return f"{share:.1%}".replace("%", " %")


_TITLE = "Groups drawn one after the other"
_DISTANCE_HEAD = (
    "draw",
    "pairs that can meet",
    "half of them are off by more than",
    "distance",
    "guessed",
)
_HEAD = ("team", "team", "meet, usual draw", "meet, uniform draw", "ratio")
_TEXT = """\
Tournaments usually draw [one team after another](fairness.md#groups-drawn-one-after-the-other)
([papers](sources.md#draws-of-groups)). Here 32 teams of 11 countries ([groups.json](../examples/groups.json)) come from
four pots into eight groups, without two teams of a country. {arrangements:,} arrangements, one in {placements:.0f} of
all, are equally likely in the uniform draw, which is exact here. The usual draw is measured on {trials:,} draws: draw
i, from 0, shuffles its pots by the indices 4i to 4i + 3 of the seed `{seed}`, up to {last:,}. The standard error of
12.5 % is {error}.

In the uniform draw each team comes to each group in {uniform} of draws, in the usual draw {team} to group {group} in
{lowest}; the largest such probability is {highest}. *Guessed* is how often the best guess from one
result names its draw."""
_PROGRAM = """\
from benchmarks.report.groups import Draw, Pots, Sample, count_arrangements, count_sample

pots = Pots((("ES", "IT", "DE"), ("ES", "IT", "AT")))
uniform = count_arrangements(pots)  # exact: 18 arrangements
print(uniform.meetings, Draw(pots).weigh(((0, 1, 2), (2, 0, 1))))  # AT comes to ES, ES to IT, IT to DE
print(count_sample(Sample(pots, uniform.arrangements, is_drawn=False, start=0, trials=1000)).meetings)"""
