"""What an answer on the bias of a shuffle has in it; service/core/bias says what each figure is."""

from typing import Any

import marshmallow as ma

from service.api.schemas.responses import Answer, member, optional
from service.core.bias.exact import MAX_EXAMPLES
from service.core.bias.reports import LEVEL
from service.core.rng.streams import MAX_INDEX, STREAM
from service.core.shuffles.algorithms import Uniformity
from service.core.shuffles.catalogue import SHUFFLES


class Ratio(Answer):
    """An exact number."""

    fraction = ma.fields.String(allow_none=True, **member("As 5/27; null if that has more than about 1,000 digits"))
    value = ma.fields.Float(allow_none=True, **member("The nearest number; null if none is near"))


def _ratio(text: str) -> ma.fields.Nested:
    return ma.fields.Nested(Ratio, **member(text))


def _rows(text: str) -> ma.fields.List[Any]:
    return ma.fields.List(ma.fields.List(ma.fields.Nested(Ratio)), **member(text))


class Extreme(Answer):
    """The likeliest orders, or the least likely."""

    probability = _ratio("Of each of them")
    times_uniform = _ratio("That by the fair one, 1/n!")
    count = ma.fields.Integer(**member("How many there are"))
    orders = ma.fields.List(
        ma.fields.List(ma.fields.Integer()), **member(f"The first {MAX_EXAMPLES}: the item at each place, from 0")
    )


class DrawsNeeded(Answer):
    """How many draws it takes."""

    mean = _ratio("On average")
    variance = _ratio("Their variance")
    deviation = ma.fields.Float(**member("Their standard deviation"))


class Exact(Answer):
    """The exact distribution, found by running the shuffle on every sequence of draws."""

    orders = ma.fields.Integer(**member("n!"))
    reachable = ma.fields.Integer(**member("How many of them can come out"))
    distance = _ratio("Total variation distance from uniform")
    separation = _ratio("Separation distance from uniform")
    fixed_points = _ratio("Items that stay where they were, on average; 1 if uniform")
    positions = _rows("A row for each item: the probability that it ends at each place; 1/n if uniform")
    most_likely = ma.fields.Nested(Extreme, **member("The likeliest orders"))
    least_likely = ma.fields.Nested(Extreme, **member("The least likely orders, those that never come included"))
    draws = ma.fields.Nested(DrawsNeeded, **member("How many draws it takes"))


class RifflePasses(Answer):
    """What so many riffles do."""

    passes = ma.fields.Integer(**member("How many"))
    distance = _ratio("Total variation distance from uniform")
    separation = _ratio("Separation distance from uniform")
    unchanged = _ratio("Probability that every item is where it was, the likeliest order")
    unchanged_log10 = ma.fields.Float(**member("log10 of it"))
    times_uniform_log10 = ma.fields.Float(**member("log10 of how many times the fair probability it is"))


class Enough(Answer):
    """How many riffles are enough."""

    below = ma.fields.Float(**member("As asked"))
    passes = ma.fields.Integer(**member("The fewest that leave a distance less than that"))
    distance = _ratio("What they leave")


class OrderAfterRiffles(Answer):
    """How likely an order is after so many riffles."""

    passes = ma.fields.Integer(**member("As asked"))
    rising_sequences = ma.fields.Integer(**member("Those of the order"))
    probability = _ratio("Of the order")
    times_uniform = _ratio("That by the fair one, 1/n!")


class Riffles(Answer):
    """Riffles of any number of items, by the formula of Bayer and Diaconis (1992)."""

    rows = ma.fields.List(ma.fields.Nested(RifflePasses), **member("After 1 to passes riffles"))
    enough = ma.fields.Nested(Enough, **optional("If below was asked"))
    order = ma.fields.Nested(OrderAfterRiffles, **optional("If an order was asked"))


class Ties(Answer):
    """Ties among the keys of sort_keys, its only bias."""

    key_bits = ma.fields.Integer(**member("Of each key"))
    tie = _ratio("Probability that any two are equal: a bound to the total variation distance")
    equal_pairs = _ratio("Pairs of equal keys on average")
    distance = ma.fields.Nested(
        Ratio, allow_none=True, **member("Total variation distance from uniform; null beyond 500 items")
    )


class CycleCount(Answer):
    """Cycles of one length."""

    length = ma.fields.Integer(**member("Items in each"))
    count = ma.fields.Integer(**member("How many there are"))


class Cycles(Answer):
    """The cycles of every order that comes out."""

    cycles = ma.fields.List(ma.fields.Nested(CycleCount), **member("Shortest first"))
    variant = ma.fields.String(**optional("Of faro: which"))
    order = ma.fields.Integer(**optional("Of faro: how many of them bring every item back"))
    fixed_points = ma.fields.Integer(**optional("Of sattolo: items that stay where they were"))
    parity = ma.fields.String(**optional("Of sattolo: an odd or an even number of swaps"))
    distance = ma.fields.Nested(Ratio, **optional("Of sattolo: total variation distance from uniform"))
    separation = ma.fields.Nested(Ratio, **optional("Of sattolo: separation distance from uniform"))


class Remainders(Answer):
    """Remainders with one probability."""

    first = ma.fields.Integer(**member("The first of them"))
    count = ma.fields.Integer(**member("How many there are, one after the other"))
    probability = _ratio("Of each")
    bias = _ratio("That by the fair one, 1/n, less 1")


class Modulo(Answer):
    """What rand() % n does to one number below n."""

    bits = ma.fields.Integer(**member("Of the rand()"))
    likelier = ma.fields.Nested(Remainders, allow_none=True, **member("Those that come too often; null if none"))
    others = ma.fields.Nested(Remainders, **member("The rest"))
    distance = _ratio("Total variation distance of one draw from uniform")
    largest_bias = _ratio("The largest relative error of a probability")
    shuffle_bound = ma.fields.Float(
        **member("A bound to the total variation distance of a whole Fisher-Yates of n items that draws so")
    )


class Measure(Answer):
    """One test of an experiment."""

    name = ma.fields.String(**member("What was looked at"))
    meaning = ma.fields.String(**member("The same in words"))
    observed = ma.fields.Float(**member("What was seen: a mean, or of positions chi-square"))
    expected = ma.fields.Float(**member("What it is if every order is equally likely"))
    error = ma.fields.Float(**member("The standard deviation of what is seen"))
    z = ma.fields.Float(**member("The distance in that unit"))
    p = ma.fields.Float(**member("The probability that chance alone goes as far, on either side"))
    corrected = ma.fields.Float(**member("The same over all tests (Holm)"))
    surprising = ma.fields.Boolean(**member(f"Whether that is below {LEVEL}"))


class Tally(Answer):
    """A statistic over all trials."""

    total = ma.fields.Integer(**member("Its sum"))
    squares = ma.fields.String(**member("The sum of its squares, in digits: it may be beyond what JSON numbers hold"))
    histogram = ma.fields.List(ma.fields.Integer(), **member("How often each value was seen, from 0"))


class Counts(Answer):
    """What the trials add up to; counts of windows of one seed add up, member by member, to those of all of it."""

    n = ma.fields.Integer(**member("Items"))
    trials = ma.fields.Integer(**member("Shuffles"))
    draws = ma.fields.Integer(**member("Draws in all"))
    positions = ma.fields.List(
        ma.fields.List(ma.fields.Integer()), **member("A row for each item: how often it ended at each place")
    )
    tallies = ma.fields.Dict(
        ma.fields.String(), ma.fields.Nested(Tally), **member("By the name of the statistic, in its own whole units")
    )


class Measured(Answer):
    """What trials came to."""

    trials = ma.fields.Integer(**member("How many"))
    draws = ma.fields.Float(**member("Draws of one, on average"))
    biased = ma.fields.Boolean(**member("Whether any test is surprising; of a uniform shuffle, one report in 1,000 is"))
    verdict = ma.fields.String(**member("In a sentence"))
    measures = ma.fields.List(ma.fields.Nested(Measure), **member("Every test"))
    counts = ma.fields.Nested(Counts, **member("What it rests on"))


class BiasRecord(Answer):
    """How far from uniform a shuffle of n items is. What can be worked out is there."""

    algorithm = ma.fields.String(**member("The shuffle", enum=list(SHUFFLES)))
    uniformity = ma.fields.String(**member("How near it is to uniform", enum=list(Uniformity)))
    n = ma.fields.Integer(**member("Items"))
    arguments = ma.fields.Dict(ma.fields.String(), ma.fields.Raw(), **member("The shuffle's own parameters"))
    rand_bits = ma.fields.Integer(**optional("If it was asked"))
    seed = ma.fields.String(**optional("If it was asked"))
    index = ma.fields.Integer(**optional("Of the first trial under the seed", minimum=0, maximum=MAX_INDEX))
    stream = ma.fields.String(**optional("The definition that the seed was used with", enum=[STREAM]))
    measured = ma.fields.Nested(Measured, **optional("If trials were asked"))
    exact = ma.fields.Nested(Exact, **optional("For few items"))
    riffles = ma.fields.Nested(Riffles, **optional("For riffle, up to 500 items"))
    ties = ma.fields.Nested(Ties, **optional("For sort_keys"))
    cycles = ma.fields.Nested(Cycles, **optional("For faro and sattolo"))
    modulo = ma.fields.Nested(Modulo, **optional("If rand_bits was asked"))
