"""System three's table again: what rejection costs beside Fisher and Yates's swaps, in random numbers and in time."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import count
from math import floor, sqrt
from statistics import fmean, stdev

from benchmarks.report.section import (
    BLACK,
    BLUE,
    GREY,
    ORANGE,
    Scale,
    Section,
    code,
    figure,
    picture,
    svg,
    table,
    times,
)
from benchmarks.timing import Samples, Spread, interleaved, ratio, timed
from service.core.bias.exact.draws import coupon_collector_draws
from service.core.shuffles.plans import Limits, Permutation, Shuffling, plan

SEED = "visits"
OLD, NEW = "rejection", "fisher_yates"
TIMED = (OLD, "random_slot", "naive_swap", NEW)

_TRIALS = 4_000  # shuffles
_QUICK = 50  # shuffles
_ROUNDS = 9
_WITHIN = 2.5758  # standard deviations: where 99 % of a normal variable are


@dataclass(frozen=True)
class Published:
    """A line of the table of Hey and Welopez: visits to the random function and milliseconds, old method and new."""

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
"""By the number of items; 144 Mah-Jong tiles are Mabbutt's."""


@dataclass(frozen=True)
class Visits:
    """Draws of many shuffles: their mean and its standard error."""

    mean: float
    error: float

    @classmethod
    def of(cls, algorithm: str, n: int, trials: int) -> "Visits":
        """Of so many shuffles of n items, one by one, the results 0, 1, … of the seed."""
        draw = shuffler(algorithm, n)
        draws = [draw(index).draws for index in range(trials)]
        return cls(fmean(draws), stdev(draws) / sqrt(trials))


def shuffler(algorithm: str, n: int) -> Callable[[int], Permutation]:
    """The shuffle as it answers a single request for result so-and-so of the seed."""
    return plan(n, Shuffling(seed=SEED, algorithm=algorithm), Limits()).draw


def section(scale: Scale) -> Section:
    """Visits, times and a picture of the visits."""
    trials = _TRIALS if scale is Scale.FULL else _QUICK
    visits = {n: Visits.of(OLD, n, trials) for n in PUBLISHED}
    taken = {n: _times(n, scale) for n in PUBLISHED}
    text = "\n\n".join(
        (
            _introduction(trials),
            table(_VISITS_HEAD, (_visits_row(n, visits[n]) for n in PUBLISHED)),
            _on_visits(),
            picture("visits.svg", "Visits against items, both axes logarithmic: n H(n), n, ours and the published."),
            "### Time",
            _on_time(),
            times(table(_TIMES_HEAD, (_times_row(n, taken[n]) for n in PUBLISHED))),
        )
    )
    return Section("System three's table: visits and time", text, {"visits.svg": _drawn(visits)})


def distance(n: int) -> float | None:
    """How many standard deviations of a single shuffle the published visits are from n H(n)."""
    published, exact = PUBLISHED[n], coupon_collector_draws(n)
    return (published.old_visits - float(exact.mean)) / exact.deviation if published else None


def most_runs(n: int) -> int:
    """The most runs of which the published visits could be the mean, to be within the 99 % next to the expectation."""
    return floor((_WITHIN / (distance(n) or _WITHIN)) ** 2)


def _visits_row(n: int, ours: Visits) -> tuple[str, ...]:
    exact, published = coupon_collector_draws(n), PUBLISHED[n]
    z = (ours.mean - float(exact.mean)) / ours.error
    theirs = (
        (f"{published.old_visits:,}", f"{distance(n):+.2f}", str(most_runs(n)), f"{published.new_visits:,}")
        if published
        else ("–",) * 4
    )
    expected = f"{float(exact.mean):,.2f} ± {exact.deviation:,.2f}"
    return (
        f"{n:,}",
        *theirs[:3],
        expected,
        f"{ours.mean:,.2f} ± {ours.error:.2f}",
        f"{z:+.2f}",
        theirs[3],
        f"{n - 1:,}",
    )


def _times(n: int, scale: Scale) -> Samples:
    at_least, rounds = (0.05, _ROUNDS) if scale is Scale.FULL else (0.001, 1)
    contenders = {name: timed(partial(_next, shuffler(name, n), count()), at_least) for name in TIMED}
    return interleaved(contenders, rounds)


def _next(draw: Callable[[int], Permutation], indices: "count[int]") -> Permutation:
    return draw(next(indices))


def _times_row(n: int, ours: Samples) -> tuple[str, ...]:
    published = PUBLISHED[n]
    theirs = (
        (f"{published.old_time:,}", f"{published.new_time}", f"{published.old_time / published.new_time:,.1f}")
        if published
        else ("–",) * 3
    )
    raw = [f"{Spread.of(ours[name]).median * 1000:.3f}" for name in (OLD, NEW)]
    return (f"{n:,}", *theirs, *raw, *(str(ratio(ours, name, NEW)) for name in TIMED if name != NEW))


def _drawn(visits: dict[int, Visits]) -> str:
    drawn = figure()
    axes = drawn.subplots()
    every = [round(2 ** (eighth / 8)) for eighth in range(4 * 8, 10 * 8 + 1)]
    axes.loglog(
        every, [float(coupon_collector_draws(n).mean) for n in every], color=GREY, label="rejection, expected: n H(n)"
    )
    axes.loglog(every, [n - 1 for n in every], color=BLUE, label="Fisher–Yates, always: n − 1")
    axes.loglog(list(visits), [one.mean for one in visits.values()], "o", color=ORANGE, label="rejection, ours")
    known = {n: published for n, published in PUBLISHED.items() if published}
    olds, news = ([getattr(one, name) for one in known.values()] for name in ("old_visits", "new_visits"))
    axes.loglog(list(known), olds, "x", color=BLACK, markersize=9, label="old method, published")
    axes.loglog(list(known), news, "+", color=BLACK, markersize=10, label="new method, published")
    axes.set_xticks(list(visits), map(str, visits))
    axes.minorticks_off()
    axes.set_xlabel("items")
    axes.set_ylabel("visits to the random function")
    axes.set_title("What a shuffle asks of the random function")
    axes.legend()
    return svg(drawn)


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


def _introduction(trials: int) -> str:
    program = f"""
from benchmarks.report.visits import Visits

print(Visits.of("rejection", 312, {trials}))
"""
    return f"""\
Wilf Hey with Welopez, *Shuffling an array of any size* (Just BASIC newsletter), counted how often the random function
is called, and for how long: with the old method, `rejection`, which draws again what it already has, and with the new
one, Fisher and Yates's swaps. Here is the same of this service: {trials:,} shuffles each, one by one, seed `{SEED}`,
indices 0 to {trials - 1:,}. A visit is a draw with a choice, below 2 or more.

{code(program, "python")}"""


def _on_visits() -> str:
    z = distance(312) or 0
    return f"""\
- **Expected** is what a collector of n coupons needs, n H(n) = n (1 + 1/2 + … + 1/n), with the standard deviation of a
  single shuffle: `coupon_collector_draws(n)` of `service.core.bias.exact.draws`. West's `random_slot` takes the same
  draws.
- **z** is the distance from that in standard errors. For a published figure it is what a *single* run of the old method
  would have; a mean of r runs would have √r times as much. *Runs at most* is the largest r for which that is still
  within the ±2.58 that hold 99 %. How many runs a figure is the mean of, we do not know. As single runs all four are
  what may be expected. But 1,379.8 for 312 items is {-z:.1f} deviations low, and would hardly be a mean of more than
  {most_runs(312)} runs, nor 121.6 for 25 items, which is high, of more than {most_runs(25)}.
- **The new method** is published with n visits. n − 1 are enough, 51 for 52 cards, since the last item has no choice;
  `fisher_yates` makes that many, always."""


def _on_time() -> str:
    return f"""\
CPU time of one shuffle as a single request makes it, without the request, all in turn in one run: the median of
{_ROUNDS} rounds, and the quartiles of the ratios within a round. **These are times**: they depend on the machine, and
milliseconds of two machines say nothing of each other. The ratios do, of the methods as they were written: the
published old one also searched its list for each number, which takes some n² log n steps in all; ours looks it up. Our
ratio is larger than that of the visits, as the swaps know their bounds beforehand and draw all numbers at once."""
