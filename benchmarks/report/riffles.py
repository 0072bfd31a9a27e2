"""Riffles: the distance after each pass as published, exactly, and by experiment."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import factorial, log2, nan, sqrt

from benchmarks.report.samples import Sample, counted
from benchmarks.report.section import (
    BLUE,
    GREEN,
    ORANGE,
    PURPLE,
    VERMILION,
    Scale,
    Section,
    code,
    figure,
    picture,
    svg,
    table,
)
from service.core.bias.formulas.riffles import (
    eulerian_numbers,
    riffle_distance,
    riffle_probability,
    riffle_separation,
    riffles_needed,
)
from service.core.bias.trials.counts import Counts

TRIALS = 1_000_000
CARDS = 52
PASSES = range(1, 13)

PUBLISHED = ("1.000", "1.000", "1.000", "1.000", "0.924", "0.614", "0.334", "0.167", "0.085", "0.043")
"""D. Bayer and P. Diaconis, Trailing the dovetail shuffle to its lair, Annals of Applied Probability 2 (1992), table 1:
52 cards after 1 to 10 passes."""

SIZES = (24, 32, 52, 78, 104, 144, 312)
BELOW = (0.5, 0.25, 0.1, 0.01, 0.001)


@dataclass(frozen=True)
class Likelier:
    """The event by which a riffle differs most from uniform: at most so many rising sequences.

    `exact` is its probability after the riffles, `uniform` if every order is equally likely.
    """

    most: int
    exact: Fraction
    uniform: Fraction

    @classmethod
    def after(cls, n: int, passes: int) -> "Likelier":
        """Of all orders that come oftener than 1/n!."""
        orders = eulerian_numbers(n)
        chances = [riffle_probability(n, 2**passes, rising) for rising in range(1, n + 1)]
        most = sum(chance * factorial(n) > 1 for chance in chances)
        both = list(zip(orders, chances, strict=True))[:most]
        return cls(
            most, sum((many * chance for many, chance in both), Fraction(0)), Fraction(sum(orders[:most]), factorial(n))
        )


@dataclass(frozen=True)
class Simulated:
    """The distance found by so many trials, and its standard error."""

    distance: float
    error: float

    @classmethod
    def of(cls, counts: Counts, likelier: Likelier) -> "Simulated":
        """By how often the event came up."""
        share = sum(counts.tallies["rising_sequences"].histogram[: likelier.most + 1]) / counts.trials
        spread = likelier.exact * (1 - likelier.exact)
        return cls(share - float(likelier.uniform), sqrt(spread / counts.trials))


def section(scale: Scale) -> Section:
    """The table for 52 cards, its picture, and how many passes are enough for other decks."""
    trials = scale.trials(TRIALS)
    found = counted([Sample("riffle", trials, {"passes": passes}, index=passes * trials) for passes in PASSES])
    simulated = [
        Simulated.of(counts, Likelier.after(CARDS, passes)) for counts, passes in zip(found, PASSES, strict=True)
    ]
    text = "\n\n".join(
        (
            _INTRODUCTION,
            picture("riffles.svg", _ALT),
            table(_HEAD, (_row(passes, one) for passes, one in zip(PASSES, simulated, strict=True))),
            code("curl 'localhost:8000/v1/algorithms/riffle/bias?n=52&passes=12'", "sh"),
            _SIMULATED.format(trials=trials),
            code(_PROGRAM.format(trials=trials), "python"),
            picture("rising-sequences.svg", _RISING_ALT),
            "### How many passes are enough",
            _ENOUGH,
            table(("cards", *(f"below {below:g}" for below in BELOW), "3/2 log2(n)"), map(_enough, SIZES)),
            code("curl 'localhost:8000/v1/algorithms/riffle/bias?n=312&below=0.01'", "sh"),
        )
    )
    return Section("Riffles", text, {"riffles.svg": _drawn(simulated), "rising-sequences.svg": _rising(found)})


def _row(passes: int, simulated: Simulated) -> tuple[str, ...]:
    exact = riffle_distance(CARDS, 2**passes)
    return (
        str(passes),
        PUBLISHED[passes - 1] if passes <= len(PUBLISHED) else "",
        f"{float(exact):.6f}",
        f"{simulated.distance:.6f}",
        f"{simulated.error:.6f}",
        _z(simulated, exact),
        f"{float(riffle_separation(CARDS, 2**passes)):.6f}",
    )


def _z(simulated: Simulated, exact: Fraction) -> str:
    if not simulated.error:
        return ""
    return f"{(simulated.distance - float(exact)) / simulated.error:+.1f}".replace("-", "−")


def _enough(n: int) -> tuple[str, ...]:
    return (str(n), *(str(riffles_needed(n, below).passes) for below in BELOW), f"{1.5 * log2(n):.1f}")


def _drawn(simulated: Sequence[Simulated]) -> str:
    passes = list(PASSES)
    drawing = figure(8, 4.6)
    axes = drawing.subplots()
    axes.plot(
        passes,
        [float(riffle_separation(CARDS, 2**each)) for each in passes],
        "--s",
        color=ORANGE,
        markersize=4,
        label="separation, exact",
    )
    axes.plot(passes, [float(riffle_distance(CARDS, 2**each)) for each in passes], color=BLUE, label="distance, exact")
    axes.errorbar(
        passes,
        [one.distance for one in simulated],
        [3 * one.error for one in simulated],
        fmt="o",
        color=VERMILION,
        markersize=5,
        capsize=4,
        label="distance, simulated (bars: ± 3 standard errors)",
    )
    axes.plot(
        passes[: len(PUBLISHED)],
        [float(one) for one in PUBLISHED],
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
    return svg(drawing)


def _rising(found: Sequence[Counts]) -> str:
    """The distribution that decides: of rising sequences, after some passes and if uniform."""
    orders = eulerian_numbers(CARDS)
    rising = list(range(1, CARDS + 1))
    drawing = figure(8, 4)
    axes = drawing.subplots()
    axes.fill_between(
        rising,
        [float(Fraction(many, factorial(CARDS))) for many in orders],
        color="#cccccc",
        label="uniform: the Eulerian numbers by 52!",
    )
    for passes, colour, marker in zip((4, 5, 6, 7, 9), (PURPLE, ORANGE, GREEN, BLUE, VERMILION), "v^sDo", strict=True):
        exact = [float(many * riffle_probability(CARDS, 2**passes, r)) for r, many in zip(rising, orders, strict=True)]
        counts = found[passes - 1]
        shares = [many / counts.trials or nan for many in counts.tallies["rising_sequences"].histogram[1:]]
        axes.plot(rising, exact, color=colour, linewidth=1)
        axes.plot(rising, shares, marker, color=colour, markersize=4, label=f"{passes} passes")
    axes.set_xlim(8, 36)
    axes.set_ylim(bottom=0)
    axes.set_title("Rising sequences after riffles: lines are exact, points simulated")
    axes.set_xlabel("rising sequences in the order")
    axes.set_ylabel("probability")
    axes.legend()
    return svg(drawing)


_INTRODUCTION = """\
Bayer and Diaconis (*Trailing the dovetail shuffle to its lair*, Annals of Applied Probability 2, 1992) found the exact
distance from uniform after any number of riffles, and printed it for 52 cards: it stays near 1 for four passes, and
from the seventh on each pass halves it. Ours is the same formula in fractions; what is simulated is the shuffle itself,
the code that deals."""
_ALT = (
    "The distance from uniform of 52 cards over 1 to 12 riffles: 1 up to four passes, then falling through 0.614 "
    "at six and 0.334 at seven to 0.011 at twelve; simulated points and printed crosses lie on the curve. "
    "Separation falls later: it is still 1 at seven."
)
_HEAD = ("passes", "published", "exact", "simulated", "standard error", "z", "separation, exact")
_SIMULATED = """\
How can an experiment see a distance between distributions on 52! orders? After riffles, orders that have as many rising
sequences as each other (runs of items that follow each other in number, and still in that order) are equally likely;
that is a theorem of theirs. So the distance of the number of rising sequences from what it is if uniform, the Eulerian
distribution, is the distance of the whole. Orders with few of them come too often, and how much oftener they come, all
together, is the distance: their share of {trials:,} trials less their uniform probability. That is right on average,
where a sum of absolute differences would be too large. The seed is `report`, and m passes have the indices from
m · {trials:,} on; z is the difference in standard errors."""
_PROGRAM = """\
from benchmarks.report.riffles import Likelier, Simulated
from benchmarks.report.samples import Sample, counted

if __name__ == "__main__":
    (counts,) = counted([Sample("riffle", {trials}, {{"passes": 7}}, index=7 * {trials})])
    print(counts.tallies["rising_sequences"].histogram)  # of 0, 1, 2, …
    print(Simulated.of(counts, Likelier.after(52, 7)))"""
_RISING_ALT = (
    "How many rising sequences orders of 52 cards have: mostly 14 after four riffles, 20 after five, 23 after "
    "six, 25 after seven; after nine the curve almost covers the grey one of uniform orders, about 26 or 27. The "
    "simulated points lie on the exact lines."
)
_ENOUGH = """\
So many passes bring the total variation distance below a bound, by the same formula, for decks from euchre's to six
packs. For large n, they found, the distance falls from almost 1 to almost 0 around 3/2 log2(n) passes."""
