"""Decomposition of a shuffle into independent steps, whose composition is faster than the sum over all sequences.

A step is a random rearrangement of positions: after it, position k holds what position `step[k]` held. Steps are found
by running the shuffle's own code on scripted draws. methods.py names the function that fits each shuffle; the tests
compare every result with the enumeration of all sequences.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import permutations
from math import comb, factorial

from service.core.bias.exact.enumeration import DrawProbabilities, Order, Rule, ScriptedSource, order_probabilities

Step = Mapping[Order, Fraction]
"""The probability of each rearrangement."""


def draw_steps(rule: Rule, draw_probabilities: DrawProbabilities | None = None) -> list[Step]:
    """Return a step for each draw of a rule in which draw k rearranges the order independently of the other draws.

    Draws are uniform unless `draw_probabilities` are given. Let t(k, v) be the rearrangement by value v of draw k: the
    order is the product t(0, v) t(1, w) …, and for zeros only it is z = t(0, 0) t(1, 0) …. If draw k alone is not zero,
    the order is s z with s = t(0, 0) … t(k, v) t(k, 0)⁻¹ … t(0, 0)⁻¹. The product of these s, times z, is the product
    of the t.
    """
    zeros = ScriptedSource()
    order_of_zeros = tuple(rule(zeros))
    inverse = _inverse(order_of_zeros)
    steps: list[Step] = []
    for k, bound in enumerate(zeros.bounds):
        step: dict[Order, Fraction] = defaultdict(Fraction)
        probabilities = draw_probabilities(bound) if draw_probabilities else [Fraction(1, bound)] * bound
        for value, probability in enumerate(probabilities):
            order = rule(ScriptedSource([*[0] * k, value]))
            step[tuple(order[position] for position in inverse)] += probability
        steps.append(step)
    return [*steps, {order_of_zeros: Fraction(1)}]


def pass_steps(single_pass: Rule, passes: int) -> list[Step]:
    """Return a step for each pass of a rule that repeats a single pass."""
    return [sequence_step(single_pass)] * passes


def sequence_step(rule: Rule) -> Step:
    """Return the whole rule as one step, by enumeration of its draws. The rule must end."""
    return {order: probability for order, probability in order_probabilities(rule).items() if order is not None}


def first_find_step(rule: Rule, n: int) -> Step:
    """Return, as one step, a rule that draws below n until every value has appeared, and ignores repeats.

    Whatever the repeats, the next new value is uniform among the missing ones.
    """
    orders = Counter(tuple(rule(ScriptedSource(values))) for values in permutations(range(n)))
    return {order: Fraction(count, factorial(n)) for order, count in orders.items()}


def key_step(rule: Rule, n: int, key_bits: int) -> Step:
    """Return, as one step, a rule that draws n keys of `key_bits` bits and only compares them.

    The order then depends on the weak ordering of the keys alone. A weak ordering with d different keys stands for
    C(2^key_bits, d) of the 2^(key_bits n) sequences.
    """
    keys = 2**key_bits
    sequences: dict[Order, int] = defaultdict(int)
    for ranks in _weak_orderings(n):
        distinct = max(ranks, default=-1) + 1
        if distinct <= keys:
            sequences[tuple(rule(ScriptedSource(ranks)))] += comb(keys, distinct)
    return {order: Fraction(count, keys**n) for order, count in sequences.items()}


def _weak_orderings(n: int) -> Iterator[Order]:
    """Yield every weak ordering of n items as ranks: the last item equals one of the others or comes between two."""
    if n == 0:
        yield ()
        return
    for ranks in _weak_orderings(n - 1):
        distinct = max(ranks, default=-1) + 1
        for rank in range(distinct):
            yield (*ranks, rank)
        for gap in range(distinct + 1):
            yield (*(rank + (rank >= gap) for rank in ranks), gap)


def _inverse(order: Order) -> list[int]:
    return sorted(range(len(order)), key=order.__getitem__)
