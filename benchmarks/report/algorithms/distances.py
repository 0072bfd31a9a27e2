"""The total variation distance of each shuffle from uniform: exact where it can be computed, otherwise a bound."""

from collections.abc import Callable, Mapping
from math import factorial

from benchmarks.documents import format_code, format_table
from benchmarks.report.algorithms.bounds import Bound, parity_bound
from benchmarks.report.samples import Sample
from service.bias.methods import exact_distribution
from service.bias.riffles import key_ties, riffle_distance
from service.core.errors import Refused
from service.core.shuffles.registry import SHUFFLES, Arguments, Uniformity

PUBLISHED: Mapping[int, tuple[str, str, str]] = {
    3: ("5/27", "4/27", "Atwood, *The Danger of Naïveté* (2007); A192053"),
    4: (
        "15/256",
        "8/256",
        "the question *Which arrangement gets favored in naive shuffling*; least likely: A192053",
    ),
    8: ("1931/8^8", "128/8^8", "A192053"),
}
"""The probabilities of the likeliest and of the least likely order of `naive_swap` by n, and their source."""

_MAX_FRACTION_LENGTH = len("3157/37500")


def render_distances(samples: list[Sample], bounds: Mapping[str, Bound]) -> str:
    """Return the table of distances with its text; `bounds` is by the names of samples."""
    rows = (
        (
            f"`{sample.name}`",
            *_distance_of_52(sample, bounds.get(sample.name)),
            *(_exact_distance(sample, n) for n in (3, 4, 5)),
        )
        for sample in samples
    )
    head = ("algorithm", "n = 52", "method", "n = 3", "n = 4", "n = 5")
    return "\n\n".join(
        (_DISTANCES, format_table(head, rows, left=3), format_code(_EXACT, "python"))
    )


def render_bounds(bounds: Mapping[str, Bound], sample: Sample) -> str:
    """Return the table of bounds, their method, and a program that reproduces the bound of a sample."""
    rows = (
        (
            f"`{name}`",
            f"{bound.shuffled:.4f}",
            f"{bound.uniform:.4f}",
            _use_minus_sign(f"{bound.distance:+.4f} ± {bound.error:.4f}"),
        )
        for name, bound in bounds.items()
    )
    head = (
        "shuffle",
        "event, shuffled",
        "event, uniform",
        "lower bound of the distance",
    )
    trials = sample.trials
    index = sample.index
    program = _PROGRAM.format(trials=trials, index=index)
    text = _BOUNDS.format(trials=trials, index=index)
    return "\n\n".join((text, format_table(head, rows), format_code(program, "python")))


def render_naive_orders() -> str:
    """Return the likeliest and the least likely orders of naive swap beside published ones."""
    head = (
        "n",
        "likeliest",
        "source",
        "published",
        "ours",
        "least likely, published",
        "ours",
        "distance",
    )
    return "\n\n".join(
        (_NAIVE, format_table(head, map(_naive_row, range(3, 9)), left=3))
    )


def _exact_distance(sample: Sample, n: int) -> str:
    try:
        exact = exact_distribution(
            SHUFFLES[sample.algorithm], n, sample.arguments
        ).distance
    except Refused:
        return "–"
    if exact.denominator == 1:
        return str(exact)
    value = f"{float(exact):.3g}"
    return f"{exact} = {value}" if len(str(exact)) <= _MAX_FRACTION_LENGTH else value


def _distance_of_52(sample: Sample, bound: Bound | None) -> tuple[str, str]:
    """Return the distance for n = 52, and the method that computed it."""
    if SHUFFLES[sample.algorithm].uniformity is Uniformity.EXACT:
        return "0", "proof for every n, and enumeration for small n"
    if sample.algorithm in _FORMULAS:
        return _FORMULAS[sample.algorithm](sample.arguments)
    assert bound  # noqa: S101 (there is one for each of the others)
    if bound.distance < 4 * bound.error:
        return (
            "≥ 0",
            f"experiment, below: indistinguishable from 0, ± {bound.error:.4f}",
        )
    return f"≥ {bound.distance:.3f} ± {bound.error:.3f}", "experiment, below"


def _riffle_distance(arguments: Arguments) -> tuple[str, str]:
    exact = riffle_distance(52, 2 ** arguments["passes"])
    value = f"1 − {float(1 - exact):.1g}" if 1 - exact < 1e-4 else f"{float(exact):.4f}"
    return value, "the formula of Bayer and Diaconis, in fractions"


def _sort_keys_distance(_: Arguments) -> tuple[str, str]:
    result = key_ties(52, SHUFFLES["sort_keys"].defaults["key_bits"])
    assert result.distance  # noqa: S101 (52 items are few enough)
    return (
        f"{result.distance.value:.3g}",
        f"a formula; less than the probability of a tie, {result.tie.value:.3g}",
    )


_FORMULAS: Mapping[str, Callable[[Arguments], tuple[str, str]]] = {
    "riffle": _riffle_distance,
    "sort_keys": _sort_keys_distance,
    "sattolo": lambda _: (
        f"1 − 1/52 = {1 - 1 / 52:.4f}",
        "51! orders, the single cycles, are equally likely",
    ),
    "faro": lambda _: ("1 − 1/52!", f"one order of 52! = {factorial(52):.3g}"),
}


def _use_minus_sign(text: str) -> str:
    return text.replace("-", "−")


def _naive_row(n: int) -> tuple[str, ...]:
    distribution = exact_distribution(SHUFFLES["naive_swap"], n, {})
    max_probability = distribution.max_probability
    min_probability = distribution.min_probability
    total = f"{n**n}" if n < 5 else f"{n}^{n}"
    published = PUBLISHED.get(
        n, ("", f"{2 ** (n - 1)}/{total}", "least likely: A192053")
    )
    return (
        str(n),
        " ".join(
            str(item + 1) for item in distribution.orders_with(max_probability)[0]
        ),
        published[2],
        published[0],
        f"{max_probability * n**n}/{total}",
        published[1],
        f"{min_probability * n**n}/{total}",
        f"{float(distribution.distance):.4f}",
    )


_DISTANCES = """\
The total variation distance is the largest difference in the probability of any event: 0 is uniform, 1 the maximum. For
n = 3, 4 and 5 it is exact: the code that deals runs on all sequences of draws. A faro takes an even n."""
_EXACT = """\
# Or: curl 'localhost:8000/v1/algorithms/naive_swap/bias?n=5'; for riffle, sort_keys, sattolo and faro also n=52
from service.bias.methods import exact_distribution
from service.core.shuffles.registry import SHUFFLES

print(exact_distribution(SHUFFLES["naive_swap"], 5, {}).distance)  # 3157/37500"""
_BOUNDS = f"""\
The difference in the probability of one event is a lower bound: here, that the sum of the logarithms of the position
matrix, over the order, is above a threshold. Three separate sets of {{trials:,}} trials, with consecutive indices from
{{index:,}} on of the seed `report`, give the matrix, the threshold and the count. The distance may be much larger, as
for seven riffles. The parity of the order gives naive swap an exact bound of {float(parity_bound(52)):.4f}."""
_PROGRAM = """\
from benchmarks.report.algorithms.bounds import lower_bound
from benchmarks.report.samples import Sample

bound = lower_bound(Sample("naive_swap", {trials}, index={index}))
print(bound.shuffled, bound.uniform, bound.distance, bound.error)"""
_NAIVE = """\
Orders are written from 1. [A192053](https://oeis.org/A192053) (D. Applegate 2011) observes that n, 1, 2, …, n − 1 is
the least likely; with 18 items or more the identity is the likeliest (Goldstein and Moews 2000)."""
