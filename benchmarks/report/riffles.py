"""The section on riffles: the distance after each pass as published, exact, and by experiment."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import factorial, log2, nan, sqrt

from benchmarks.documents import format_code, format_table
from benchmarks.plots import (
    BLUE,
    GREEN,
    ORANGE,
    PURPLE,
    VERMILION,
    new_figure,
    render_svg,
)
from benchmarks.report import Scale, Section, format_picture
from benchmarks.report.samples import Sample, count_samples
from service.bias.riffles import (
    eulerian_numbers,
    riffle_distance,
    riffle_probability,
    riffles_needed,
    tie_probability,
)
from service.bias.trials import Counts

TRIALS = 1_000_000
CARDS = 52
PASSES = range(1, 13)

PUBLISHED = (
    "1.000",
    "1.000",
    "1.000",
    "1.000",
    "0.924",
    "0.614",
    "0.334",
    "0.167",
    "0.085",
    "0.043",
)
"""D. Bayer and P. Diaconis, Trailing the dovetail shuffle to its lair, Annals of Applied Probability 2 (1992), table 1:
52 cards after 1 to 10 passes."""

SIZES = (24, 32, 52, 78, 104, 144, 312)
BELOW = (0.5, 0.25, 0.1, 0.01, 0.001)


@dataclass(frozen=True)
class LikelierOrders:
    """The event that differs most in probability between riffles and uniform: at most `max_rising` rising sequences.

    `exact` is its probability after the riffles, `uniform` if every order is equally likely.
    """

    max_rising: int
    exact: Fraction
    uniform: Fraction

    @classmethod
    def after(cls, n: int, passes: int) -> "LikelierOrders":
        """Build the event of all orders with a probability above 1/n!."""
        orders = eulerian_numbers(n)
        chances = [
            riffle_probability(n, 2**passes, rising) for rising in range(1, n + 1)
        ]
        max_rising = sum(chance * factorial(n) > 1 for chance in chances)
        likelier = list(zip(orders, chances, strict=True))[:max_rising]
        return cls(
            max_rising,
            sum((number * chance for number, chance in likelier), Fraction(0)),
            Fraction(sum(orders[:max_rising]), factorial(n)),
        )


@dataclass(frozen=True)
class Simulated:
    """The distance measured by trials, and its standard error."""

    distance: float
    error: float

    @classmethod
    def of(cls, counts: Counts, likelier: LikelierOrders) -> "Simulated":
        """Estimate the distance from the share of trials with the event."""
        share = (
            sum(counts.tallies["rising_sequences"].histogram[: likelier.max_rising + 1])
            / counts.trials
        )
        variance = likelier.exact * (1 - likelier.exact)
        return cls(share - float(likelier.uniform), sqrt(variance / counts.trials))


def make_section(scale: Scale) -> Section:
    """Return the table for 52 cards, its picture, and the number of passes that other decks need."""
    trials = scale.scale_trials(TRIALS)
    counts_by_passes = count_samples(
        [
            Sample("riffle", trials, {"passes": passes}, index=passes * trials)
            for passes in PASSES
        ]
    )
    simulated = [
        Simulated.of(counts, LikelierOrders.after(CARDS, passes))
        for counts, passes in zip(counts_by_passes, PASSES, strict=True)
    ]
    text = "\n\n".join(
        (
            _INTRODUCTION,
            format_picture("riffles.svg", _ALT),
            format_table(_HEAD, map(_row, PASSES, simulated)),
            format_code(
                "curl 'localhost:8000/v1/algorithms/riffle/bias?n=52&passes=12'", "sh"
            ),
            _SIMULATED.format(trials=trials),
            format_code(_PROGRAM.format(trials=trials), "python"),
            format_picture("rising-sequences.svg", _RISING_ALT),
            "### The number of passes that suffice",
            _PASSES_NEEDED,
            format_table(
                ("cards", *(f"below {below:g}" for below in BELOW), "3/2 log2(n)"),
                map(_passes_row, SIZES),
            ),
            format_code(
                "curl 'localhost:8000/v1/algorithms/riffle/bias?n=312&below=0.01'", "sh"
            ),
        )
    )
    return Section(
        "Riffles",
        text,
        {
            "riffles.svg": _render_distances(simulated),
            "rising-sequences.svg": _render_rising_sequences(counts_by_passes),
        },
    )


def _row(passes: int, simulated: Simulated) -> tuple[str, ...]:
    exact = riffle_distance(CARDS, 2**passes)
    return (
        str(passes),
        PUBLISHED[passes - 1] if passes <= len(PUBLISHED) else "",
        f"{float(exact):.6f}",
        f"{simulated.distance:.6f}",
        f"{simulated.error:.6f}",
        _z(simulated, exact),
        f"{float(tie_probability(CARDS, 2**passes)):.6f}",
    )


def _z(simulated: Simulated, exact: Fraction) -> str:
    if not simulated.error:
        return ""
    return f"{(simulated.distance - float(exact)) / simulated.error:+.1f}".replace(
        "-", "−"
    )


def _passes_row(n: int) -> tuple[str, ...]:
    return (
        str(n),
        *(str(riffles_needed(n, below).passes) for below in BELOW),
        f"{1.5 * log2(n):.1f}",
    )


def _render_distances(simulated: Sequence[Simulated]) -> str:
    passes = list(PASSES)
    figure = new_figure(8, 4.6)
    axes = figure.subplots()
    axes.plot(
        passes,
        [float(tie_probability(CARDS, 2**number)) for number in passes],
        "--s",
        color=ORANGE,
        markersize=4,
        label="separation, exact",
    )
    axes.plot(
        passes,
        [float(riffle_distance(CARDS, 2**number)) for number in passes],
        color=BLUE,
        label="distance, exact",
    )
    axes.errorbar(
        passes,
        [result.distance for result in simulated],
        [3 * result.error for result in simulated],
        fmt="o",
        color=VERMILION,
        markersize=5,
        capsize=4,
        label="distance, simulated (bars: ± 3 standard errors)",
    )
    axes.plot(
        passes[: len(PUBLISHED)],
        [float(value) for value in PUBLISHED],
        "x",
        color="black",
        markersize=9,
        label="distance, printed by Bayer and Diaconis",
    )
    axes.set_xticks(passes)
    axes.set_ylim(-0.02, 1.05)
    axes.set_title(f"Riffles of {CARDS} cards: how far from uniform")
    axes.set_xlabel("passes")
    axes.set_ylabel("distance, separation")
    axes.legend()
    return render_svg(figure)


def _render_rising_sequences(counts_by_passes: Sequence[Counts]) -> str:
    """Return an SVG of the distributions of rising sequences, after some passes and if uniform."""
    orders = eulerian_numbers(CARDS)
    rising = list(range(1, CARDS + 1))
    figure = new_figure(8, 4)
    axes = figure.subplots()
    axes.fill_between(
        rising,
        [float(Fraction(number, factorial(CARDS))) for number in orders],
        color="#cccccc",
        label="uniform: the Eulerian numbers by 52!",
    )
    for passes, colour, marker in zip(
        (4, 5, 6, 7, 9), (PURPLE, ORANGE, GREEN, BLUE, VERMILION), "v^sDo", strict=True
    ):
        exact = [
            float(number * riffle_probability(CARDS, 2**passes, r))
            for r, number in zip(rising, orders, strict=True)
        ]
        counts = counts_by_passes[passes - 1]
        shares = [
            number / counts.trials or nan
            for number in counts.tallies["rising_sequences"].histogram[1:]
        ]
        axes.plot(rising, exact, color=colour, linewidth=1)
        axes.plot(
            rising, shares, marker, color=colour, markersize=4, label=f"{passes} passes"
        )
    axes.set_xlim(8, 36)
    axes.set_ylim(bottom=0)
    axes.set_title("Rising sequences after riffles: lines are exact, points simulated")
    axes.set_xlabel("rising sequences in the order")
    axes.set_ylabel("probability")
    axes.legend()
    return render_svg(figure)


_INTRODUCTION = """\
*Published* and *exact* is the formula of Bayer and Diaconis (*Trailing the dovetail shuffle to its lair*, Annals of
Applied Probability 2, 1992), *simulated* a measurement of the shuffle that deals."""
_ALT = "The distance of 52 cards over 1 to 12 riffles: 1 up to four, 0.334 at seven, 0.011 at twelve, as simulated."
_HEAD = (
    "passes",
    "published",
    "exact",
    "simulated",
    "standard error",
    "z",
    "separation, exact",
)
_SIMULATED = """\
After riffles, orders with the same number of rising sequences (runs of consecutive items that are still in that order)
are equally likely, and orders with few come too often: the distance is their share of {trials:,} trials minus their
uniform probability. The seed is `report`; m passes have the indices from m · {trials:,} on; z is in standard errors."""
_PROGRAM = """\
from benchmarks.report.riffles import LikelierOrders, Simulated
from benchmarks.report.samples import Sample, count_samples

if __name__ == "__main__":
    (counts,) = count_samples([Sample("riffle", {trials}, {{"passes": 7}}, index=7 * {trials})])
    print(counts.tallies["rising_sequences"].histogram)  # with 0, 1, 2, … rising sequences
    print(Simulated.of(counts, LikelierOrders.after(52, 7)))"""
_RISING_ALT = "Rising sequences: mostly 14 after four riffles, 25 after seven; after nine almost as if uniform."
_PASSES_NEEDED = """\
Passes that bring the distance below a bound. For large n it falls from almost 1 to almost 0 around
3/2 log2(n) passes."""
