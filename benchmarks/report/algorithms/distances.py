"""How far from uniform each shuffle is: exactly where that can be worked out, and by a bound where it cannot."""

from collections.abc import Callable, Mapping
from math import factorial

from benchmarks.report.algorithms.bounds import Bound, parity_bound
from benchmarks.report.samples import Sample
from benchmarks.report.section import code, table
from service.core.bias.exact.methods import exact_distribution
from service.core.bias.formulas.riffles import riffle_distance
from service.core.bias.formulas.ties import key_ties
from service.core.errors import Refused
from service.core.shuffles.algorithms import Arguments, Uniformity
from service.core.shuffles.catalogue import SHUFFLES

PUBLISHED: Mapping[int, tuple[str, str, str]] = {
    3: ("5/27", "4/27", "Atwood, *The Danger of Naïveté* (2007); A192053"),
    4: ("15/256", "8/256", "the question *Which arrangement gets favored in naive shuffling*; the least: A192053"),
    8: ("1931/8^8", "128/8^8", "A192053"),
}
"""The likeliest and the least likely order of `naive_swap`, and where that is published."""

_LONGEST = len("3157/37500")  # a fraction that a table has room for


def distances(samples: list[Sample], bounds: Mapping[str, Bound]) -> str:
    """The table of distances, with those bounds by the names of samples, and what there is to say of it."""
    rows = (
        (f"`{one.name}`", *_large(one, bounds.get(one.name)), *(_small(one, n) for n in (3, 4, 5))) for one in samples
    )
    head = ("algorithm", "n = 52", "how that is known", "n = 3", "n = 4", "n = 5")
    return "\n\n".join((_DISTANCES, table(head, rows, left=3), code(_EXACT, "python")))


def bounds_found(bounds: Mapping[str, Bound], sample: Sample) -> str:
    """The bounds, how they are found, and how one of them is found again."""
    rows = (
        (f"`{name}`", f"{one.shuffled:.4f}", f"{one.uniform:.4f}", _signed(f"{one.distance:+.4f} ± {one.error:.4f}"))
        for name, one in bounds.items()
    )
    head = ("shuffle", "event, shuffled", "event, uniform", "distance at least")
    trials, index = sample.trials, sample.index
    again = _EVENT.format(trials=trials, index=index)
    return "\n\n".join((_BOUNDS.format(trials=trials, index=index), table(head, rows), code(again, "python")))


def naive_orders() -> str:
    """The likeliest and the least likely orders of naive swap, ours beside what is published."""
    head = ("n", "likeliest", "published by", "published", "ours", "least likely, published", "ours", "distance")
    return "\n\n".join((_NAIVE, table(head, map(_naive, range(3, 9)), left=3)))


def _small(sample: Sample, n: int) -> str:
    try:
        exact = exact_distribution(SHUFFLES[sample.algorithm], n, sample.arguments).distance
    except Refused:
        return "–"
    if exact.denominator == 1:
        return str(exact)
    value = f"{float(exact):.3g}"
    return f"{exact} = {value}" if len(str(exact)) <= _LONGEST else value


def _large(sample: Sample, bound: Bound | None) -> tuple[str, str]:
    """The distance at n = 52, and how it is known."""
    if SHUFFLES[sample.algorithm].uniformity is Uniformity.EXACT:
        return "0", "proven for every n, and enumerated for few items"
    if sample.algorithm in _FORMULAS:
        return _FORMULAS[sample.algorithm](sample.arguments)
    assert bound  # noqa: S101 (there is one for each of the others)
    if bound.distance < 4 * bound.error:
        return "≥ 0", f"by experiment, below: less than it can tell from 0, ± {bound.error:.4f}"
    return f"≥ {bound.distance:.3f} ± {bound.error:.3f}", "by experiment, below"


def _riffle(arguments: Arguments) -> tuple[str, str]:
    exact = riffle_distance(52, 2 ** arguments["passes"])
    less = f"1 − {float(1 - exact):.1g}" if 1 - exact < 1e-4 else f"{float(exact):.4f}"
    return less, "the formula of Bayer and Diaconis, in fractions"


def _sort_keys(_: Arguments) -> tuple[str, str]:
    found = key_ties(52, SHUFFLES["sort_keys"].defaults["key_bits"])
    assert found.distance  # noqa: S101 (52 items are few enough)
    return f"{found.distance.value:.3g}", f"a formula; it is below the probability of a tie, {found.tie.value:.3g}"


_FORMULAS: Mapping[str, Callable[[Arguments], tuple[str, str]]] = {
    "riffle": _riffle,
    "sort_keys": _sort_keys,
    "sattolo": lambda _: (f"1 − 1/52 = {1 - 1 / 52:.4f}", "51! orders, the single cycles, are equally likely"),
    "faro": lambda _: ("1 − 1/52!", f"it has one order of 52! = {factorial(52):.3g}"),
}


def _signed(text: str) -> str:
    return text.replace("-", "−")


def _naive(n: int) -> tuple[str, ...]:
    found = exact_distribution(SHUFFLES["naive_swap"], n, {})
    most, least = found.max_probability, found.min_probability
    total = f"{n**n}" if n < 5 else f"{n}^{n}"
    published = PUBLISHED.get(n, ("", f"{2 ** (n - 1)}/{total}", "the least: A192053"))
    return (
        str(n),
        " ".join(str(item + 1) for item in found.orders_with(most, 1)[0]),
        published[2],
        published[0],
        f"{most * n**n}/{total}",
        published[1],
        f"{least * n**n}/{total}",
        f"{float(found.distance):.4f}",
    )


_DISTANCES = """\
The total variation distance is the most by which the probability of any event is off: 0 is uniform, 1 is as far as
can be. For n = 3, 4 and 5 it is exact, from all sequences of draws of the code that deals; a faro takes an even n."""
_EXACT = """\
# Or: curl 'localhost:8000/v1/algorithms/naive_swap/bias?n=5'; for riffle, sort_keys, sattolo and faro also n=52
from service.core.bias.exact.methods import exact_distribution
from service.core.shuffles.catalogue import SHUFFLES

print(exact_distribution(SHUFFLES["naive_swap"], 5, {}).distance)  # 3157/37500"""
_BOUNDS = f"""\
How much oftener one event comes up than it should is a lower bound to the distance. The event here: the logarithms of
the position matrix, added up over the order, are above a threshold. Matrix and threshold come from other trials than
those that are counted, so that nothing is fitted to these: indices from {{index:,}} on of the seed `report`,
{{trials:,}} for the matrix, as many for the threshold, as many to count. How much larger the distance is, nobody knows:
of seven riffles, where it is {float(riffle_distance(52, 128)):.3f}, the bound finds a small part. Of Fisher-Yates,
which is uniform, it rightly finds nothing; of others that is no proof, and a test above may tell more.

Of naive swap a bound is also known exactly. Each of its n steps changes the parity of the order with probability
(n − 1)/n, so the mean of the sign is ((2 − n)/n)^n, and the distance at least half of its size:
{float(parity_bound(52)):.4f} for 52 items. The bound by experiment is better."""
_EVENT = """\
from benchmarks.report.algorithms.bounds import lower_bound
from benchmarks.report.samples import Sample

bound = lower_bound(Sample("naive_swap", {trials}, index={index}))
print(bound.shuffled, bound.uniform, bound.distance, bound.error)"""
_NAIVE = """\
Exact, by `curl 'localhost:8000/v1/algorithms/naive_swap/bias?n=4'`; orders are written from 1. That n, 1, 2, …, n − 1
is the least likely, with 2^(n−1)/n^n, is an observation in [A192053](https://oeis.org/A192053) (D. Applegate 2011).
From 18 items on the likeliest order of all is the one from before the shuffle (D. Goldstein and D. Moews, *The identity
is the most likely exchange shuffle for large n*, 2000). More is in D. P. Robbins and E. D. Bolker, *The bias of three
pseudo-random shuffles* (1981), and F. Schmidt and R. Simion, *Card shuffling and a transformation on S_n* (1992)."""
