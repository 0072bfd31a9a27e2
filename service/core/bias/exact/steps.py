"""A shuffle taken apart into independent steps, so that its distribution is a product and not a sum over sequences.

A step is a random rearrangement of places: after it, place k holds what place `step[k]` held. The steps are found by
running the rule itself on scripted draws. methods.py names the function that fits each shuffle; the tests compare every
result with the enumeration of all sequences.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import permutations
from math import comb, factorial

from service.core.bias.exact.enumeration import Chances, Order, Rule, ScriptedSource, distribution

Step = Mapping[Order, Fraction]


def of_draws(rule: Rule, chances: Chances | None = None) -> list[Step]:
    """A step for each draw, of a rule in which draw k does a thing of its own to the order, whatever was drawn before.

    Draws are uniform, or have the `chances` given. With t(k, v) for what value v of draw k does, the order is the
    product t(0, v) t(1, w) …, and that for all zeros is z = t(0, 0) t(1, 0) …. A single draw k that is not zero gives
    s z with s = t(0, 0) … t(k, v) t(k, 0)⁻¹ … t(0, 0)⁻¹, and the product of these s, times z, is the product of the t.
    """
    base = ScriptedSource()
    zeros = tuple(rule(base))
    undone = _inverse(zeros)
    steps: list[Step] = []
    for k, bound in enumerate(base.bounds):
        step: dict[Order, Fraction] = defaultdict(Fraction)
        likely = chances(bound) if chances else [Fraction(1, bound)] * bound
        for value, probability in enumerate(likely):
            order = rule(ScriptedSource([*[0] * k, value]))
            step[tuple(order[place] for place in undone)] += probability
        steps.append(step)
    return [*steps, {zeros: Fraction(1)}]


def of_passes(once: Rule, passes: int) -> list[Step]:
    """A step for each pass, of a rule that does the same to the order in each of them. `once` is a single pass."""
    return [of_sequences(once)] * passes


def of_sequences(rule: Rule) -> Step:
    """The whole rule as one step, by every sequence of draws. The rule must come to an end."""
    return {order: probability for order, probability in distribution(rule).items() if order is not None}


def of_first_finds(rule: Rule, n: int) -> Step:
    """The whole rule as one step, of a rule that draws below n until it has seen every value and ignores repeats.

    Whatever is drawn in between, what comes next that is new is each of the missing values with the same probability.
    """
    outcomes = Counter(tuple(rule(ScriptedSource(finds))) for finds in permutations(range(n)))
    return {order: Fraction(times, factorial(n)) for order, times in outcomes.items()}


def of_keys(rule: Rule, n: int, key_bits: int) -> Step:
    """The whole rule as one step, of a rule that draws n keys of so many bits and does no more than compare them.

    So the keys matter by their pattern alone: which are equal, and which of two is the less. A pattern of d different
    keys stands for C(2^key_bits, d) of the 2^(key_bits n) sequences.
    """
    keys = 2**key_bits
    sequences: dict[Order, int] = defaultdict(int)
    for pattern in _patterns(n):
        different = max(pattern, default=-1) + 1
        if different <= keys:
            sequences[tuple(rule(ScriptedSource(pattern)))] += comb(keys, different)
    return {order: Fraction(times, keys**n) for order, times in sequences.items()}


def _patterns(n: int) -> Iterator[Order]:
    """Every weak ordering of n things: the last of them equals one of the others, or comes between two of them."""
    if n == 0:
        yield ()
        return
    for pattern in _patterns(n - 1):
        different = max(pattern, default=-1) + 1
        for key in range(different):
            yield (*pattern, key)
        for gap in range(different + 1):
            yield (*(key + (key >= gap) for key in pattern), gap)


def _inverse(order: Order) -> list[int]:
    return sorted(range(len(order)), key=order.__getitem__)
