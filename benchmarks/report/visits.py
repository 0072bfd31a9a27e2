"""The section on system three's table: random numbers and time of rejection beside Fisher and Yates's swaps."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import count
from math import floor, sqrt
from statistics import fmean, stdev

from benchmarks.documents import format_code, format_table
from benchmarks.plots import BLACK, BLUE, GREY, ORANGE, new_figure, render_svg
from benchmarks.report.section import Scale, Section, format_picture, mark_times
from benchmarks.timing import Quartiles, Samples, compare, interleave, make_contender
from service.core.bias.methods import coupon_collector_draws
from service.core.shuffles.plans import Limits, Permutation, ShuffleRequest, plan_shuffle

SEED = "visits"
OLD, NEW = "rejection", "fisher_yates"
TIMED = (OLD, "random_slot", "naive_swap", NEW)

_TRIALS = 4_000  # shuffles
_QUICK_TRIALS = 50  # shuffles
_ROUNDS = 9
_Z_99 = 2.5758  # standard deviations: 99 % of a normal variable are nearer to its mean


@dataclass(frozen=True)
class Published:
    """A row of the table of Hey and Welopez: visits to the random function, and milliseconds, of both methods."""

    old_visits: float
    new_visits: int
    old_time: float
    new_time: float


PUBLISHED: Mapping[int, Published | None] = {
    25: Published(121.6, 25, 34.4, 15.4),
    52: Published(223.8, 52, 87.4, 15.6),
    144: None,
    312: Published(1379.8, 312, 3473, 15.8),
    1024: Published(7357.0, 1024, 44996.8, 47.0),
}
"""By the number of items; the 144 Mah-Jong tiles are Mabbutt's."""


@dataclass(frozen=True)
class Visits:
    """The mean number of draws of a shuffle, and its standard error."""

    mean: float
    error: float

    @classmethod
    def of(cls, algorithm: str, n: int, trials: int) -> "Visits":
        """Measure shuffles of n items, one by one, with the indices 0, 1, … of the seed."""
        draw = make_shuffler(algorithm, n)
        draws = [draw(index).draws for index in range(trials)]
        return cls(fmean(draws), stdev(draws) / sqrt(trials))


def make_shuffler(algorithm: str, n: int) -> Callable[[int], Permutation]:
    """Return a function that draws the shuffle of an index as a single request does."""
    request = ShuffleRequest(seed=SEED, algorithm=algorithm)
    return partial(plan_shuffle(n, request, Limits()).draw, request)


def make_section(scale: Scale) -> Section:
    """Return visits, times and a picture of the visits."""
    trials = _TRIALS if scale is Scale.FULL else _QUICK_TRIALS
    visits = {n: Visits.of(OLD, n, trials) for n in PUBLISHED}
    times = {n: _measure_times(n, scale) for n in PUBLISHED}
    text = "\n\n".join(
        (
            _introduce(trials),
            format_table(_VISITS_HEAD, (_visits_row(n, visits[n]) for n in PUBLISHED)),
            _explain_visits(),
            format_picture(
                "visits.svg", "Visits against items, both axes logarithmic: n H(n), n, ours and the published."
            ),
            "### Time",
            _explain_times(),
            mark_times(format_table(_TIMES_HEAD, (_times_row(n, times[n]) for n in PUBLISHED))),
        )
    )
    return Section("System three's table: visits and time", text, {"visits.svg": _render_picture(visits)})


def distance(n: int) -> float | None:
    """Return the distance of the published visits from n H(n), in standard deviations of a single shuffle."""
    published, exact = PUBLISHED[n], coupon_collector_draws(n)
    return (published.old_visits - float(exact.mean)) / exact.deviation if published else None


def max_runs(n: int) -> int:
    """Return the largest number of runs whose mean is within 99 % of its distribution, if it is the published one."""
    return floor((_Z_99 / (distance(n) or _Z_99)) ** 2)


def _visits_row(n: int, ours: Visits) -> tuple[str, ...]:
    exact, published = coupon_collector_draws(n), PUBLISHED[n]
    z = (ours.mean - float(exact.mean)) / ours.error
    published_cells = (
        (f"{published.old_visits:,}", f"{distance(n):+.2f}", str(max_runs(n)), f"{published.new_visits:,}")
        if published
        else ("–",) * 4
    )
    expected = f"{float(exact.mean):,.2f} ± {exact.deviation:,.2f}"
    return (
        f"{n:,}",
        *published_cells[:3],
        expected,
        f"{ours.mean:,.2f} ± {ours.error:.2f}",
        f"{z:+.2f}",
        published_cells[3],
        f"{n - 1:,}",
    )


def _measure_times(n: int, scale: Scale) -> Samples:
    min_seconds, rounds = (0.05, _ROUNDS) if scale is Scale.FULL else (0.001, 1)
    contenders = {
        name: make_contender(partial(_draw_next, make_shuffler(name, n), count()), min_seconds) for name in TIMED
    }
    return interleave(contenders, rounds)


def _draw_next(draw: Callable[[int], Permutation], indices: "count[int]") -> Permutation:
    return draw(next(indices))


def _times_row(n: int, ours: Samples) -> tuple[str, ...]:
    published = PUBLISHED[n]
    published_cells = (
        (f"{published.old_time:,}", f"{published.new_time}", f"{published.old_time / published.new_time:,.1f}")
        if published
        else ("–",) * 3
    )
    milliseconds = [f"{Quartiles.of(ours[name]).median * 1000:.3f}" for name in (OLD, NEW)]
    return (
        f"{n:,}",
        *published_cells,
        *milliseconds,
        *(str(compare(ours, name, NEW)) for name in TIMED if name != NEW),
    )


def _render_picture(visits: dict[int, Visits]) -> str:
    figure = new_figure()
    axes = figure.subplots()
    sizes = [round(2 ** (eighth / 8)) for eighth in range(4 * 8, 10 * 8 + 1)]
    axes.loglog(
        sizes, [float(coupon_collector_draws(n).mean) for n in sizes], color=GREY, label="rejection, expected: n H(n)"
    )
    axes.loglog(sizes, [n - 1 for n in sizes], color=BLUE, label="Fisher–Yates, always: n − 1")
    axes.loglog(
        list(visits), [measured.mean for measured in visits.values()], "o", color=ORANGE, label="rejection, ours"
    )
    published_by_n = {n: published for n, published in PUBLISHED.items() if published}
    old_visits = [published.old_visits for published in published_by_n.values()]
    new_visits = [published.new_visits for published in published_by_n.values()]
    axes.loglog(list(published_by_n), old_visits, "x", color=BLACK, markersize=9, label="old method, published")
    axes.loglog(list(published_by_n), new_visits, "+", color=BLACK, markersize=10, label="new method, published")
    axes.set_xticks(list(visits), map(str, visits))
    axes.minorticks_off()
    axes.set_xlabel("items")
    axes.set_ylabel("visits to the random function")
    axes.set_title("What a shuffle asks of the random function")
    axes.legend()
    return render_svg(figure)


_ALT = "Visits against items, both axes logarithmic: n H(n), n, measured and published."
_VISITS_HEAD = (
    "items",
    "old method, published",
    "its z, if one run",
    "runs at most",
    "n H(n) ± deviation",
    "`rejection`, ours ± error",
    "z",
    "new method, published",
    "`fisher_yates`",
)
_TIMES_HEAD = (
    "items",
    "published ms, old",
    "new",
    "old / new",
    "our ms, `rejection`",
    "`fisher_yates`",
    *(f"`{name}` / `fisher_yates`" for name in TIMED if name != NEW),
)


def _introduce(trials: int) -> str:
    program = f"""
from benchmarks.report.visits import Visits

print(Visits.of("rejection", 312, {trials}))
"""
    return f"""\
Wilf Hey with Welopez, *Shuffling an array of any size* (Just BASIC newsletter), counted how often the random function
is called, and the time: with the old method, `rejection`, which draws again when it draws an item that it already has,
and with the new one, Fisher and Yates's swaps. Here are the same figures of this service: {trials:,} shuffles each, one
by one, seed `{SEED}`, indices 0 to {trials - 1:,}. A visit is a draw below 2 or more.

{format_code(program, "python")}"""


def _explain_visits() -> str:
    z = distance(312) or 0
    return f"""\
- **n H(n)** is the expected value, that of a collector of n coupons: n (1 + 1/2 + … + 1/n), with the standard deviation
  of a single shuffle: `coupon_collector_draws(n)` of `service.core.bias.methods`. West's `random_slot` takes as
  many draws.
- **z** is the distance from that in standard errors. For a published figure it is that of a *single* run of the old
  method; a mean of r runs would have √r times as much. *Runs at most* is the largest r for which that is still within
  ±2.58, which contains 99 %. The number of runs of a published figure is unknown. As single runs all four are
  plausible. But 1,379.8 for 312 items is {-z:.1f} deviations low, and would hardly be a mean of more than
  {max_runs(312)} runs, nor 121.6 for 25 items, which is high, of more than {max_runs(25)}.
- **The new method** is published with n visits. n − 1 suffice, 51 for 52 cards, since the last item has no choice;
  `fisher_yates` always makes that many."""


def _explain_times() -> str:
    return f"""\
CPU time of one shuffle as for a single request, without the request itself, all methods in turn in one run: the
median of {_ROUNDS} rounds, and the quartiles of the ratios within a round. **These are times**: they depend on the
machine, and milliseconds of two machines cannot be compared. The ratios can, but they are those of two
implementations: the published old one also searched its list for each number, which takes some n² log n steps in all;
ours looks it up. Our ratio is larger than that of the visits, as the swaps know their bounds beforehand and draw all
numbers at once."""
