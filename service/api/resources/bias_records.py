"""What an answer on the bias of a shuffle has in it; service/core/bias says what each figure is."""

from typing import Any

import marshmallow as ma

from service.api.schemas.responses import ResponseSchema, optional, required
from service.core.bias.exact.summary import MAX_EXAMPLES
from service.core.bias.trials.reports import LEVEL
from service.core.rng.streams import MAX_INDEX, STREAM
from service.core.shuffles.algorithms import Uniformity
from service.core.shuffles.catalogue import SHUFFLES


class Ratio(ResponseSchema):
    """An exact number."""

    fraction = ma.fields.String(allow_none=True, **required("As 5/27; null if that has more than about 1,000 digits"))
    value = ma.fields.Float(allow_none=True, **required("The nearest number; null if none is near"))


def _ratio(text: str) -> ma.fields.Nested:
    return ma.fields.Nested(Ratio, **required(text))


def _rows(text: str) -> ma.fields.List[Any]:
    return ma.fields.List(ma.fields.List(ma.fields.Nested(Ratio)), **required(text))


class Extreme(ResponseSchema):
    """The likeliest orders, or the least likely."""

    probability = _ratio("Of each of them")
    times_uniform = _ratio("That by the fair one, 1/n!")
    count = ma.fields.Integer(**required("How many there are"))
    orders = ma.fields.List(
        ma.fields.List(ma.fields.Integer()), **required(f"The first {MAX_EXAMPLES}: the item at each place, from 0")
    )


class DrawsNeeded(ResponseSchema):
    """How many draws it takes."""

    mean = _ratio("On average")
    variance = _ratio("Their variance")
    deviation = ma.fields.Float(**required("Their standard deviation"))


class Exact(ResponseSchema):
    """The exact distribution, found by running the shuffle on every sequence of draws."""

    orders = ma.fields.Integer(**required("n!"))
    reachable = ma.fields.Integer(**required("How many of them can come out"))
    distance = _ratio("Total variation distance from uniform")
    separation = _ratio("Separation distance from uniform")
    fixed_points = _ratio("Items that stay where they were, on average; 1 if uniform")
    positions = _rows("A row for each item: the probability that it ends at each place; 1/n if uniform")
    most_likely = ma.fields.Nested(Extreme, **required("The likeliest orders"))
    least_likely = ma.fields.Nested(Extreme, **required("The least likely orders, those that never come included"))
    draws = ma.fields.Nested(DrawsNeeded, **required("How many draws it takes"))


class RifflePasses(ResponseSchema):
    """What so many riffles do."""

    passes = ma.fields.Integer(**required("How many"))
    distance = _ratio("Total variation distance from uniform")
    separation = _ratio("Separation distance from uniform")
    unchanged = _ratio("Probability that every item is where it was, the likeliest order")
    unchanged_log10 = ma.fields.Float(**required("log10 of it"))
    times_uniform_log10 = ma.fields.Float(**required("log10 of how many times the fair probability it is"))


class Enough(ResponseSchema):
    """How many riffles are enough."""

    below = ma.fields.Float(**required("As asked"))
    passes = ma.fields.Integer(**required("The fewest that leave a distance less than that"))
    distance = _ratio("What they leave")


class OrderAfterRiffles(ResponseSchema):
    """How likely an order is after so many riffles."""

    passes = ma.fields.Integer(**required("As asked"))
    rising_sequences = ma.fields.Integer(**required("Those of the order"))
    probability = _ratio("Of the order")
    times_uniform = _ratio("That by the fair one, 1/n!")


class Riffles(ResponseSchema):
    """Riffles of any number of items, by the formula of Bayer and Diaconis (1992)."""

    rows = ma.fields.List(ma.fields.Nested(RifflePasses), **required("After 1 to passes riffles"))
    enough = ma.fields.Nested(Enough, **optional("If below was asked"))
    order = ma.fields.Nested(OrderAfterRiffles, **optional("If an order was asked"))


class Ties(ResponseSchema):
    """Ties among the keys of sort_keys, its only bias."""

    key_bits = ma.fields.Integer(**required("Of each key"))
    tie = _ratio("Probability that any two are equal: a bound to the total variation distance")
    equal_pairs = _ratio("Pairs of equal keys on average")
    distance = ma.fields.Nested(
        Ratio, allow_none=True, **required("Total variation distance from uniform; null beyond 500 items")
    )


class CycleCount(ResponseSchema):
    """Cycles of one length."""

    length = ma.fields.Integer(**required("Items in each"))
    count = ma.fields.Integer(**required("How many there are"))


class Cycles(ResponseSchema):
    """The cycles of every order that comes out."""

    cycles = ma.fields.List(ma.fields.Nested(CycleCount), **required("Shortest first"))
    variant = ma.fields.String(**optional("Of faro: which"))
    order = ma.fields.Integer(**optional("Of faro: how many of them bring every item back"))
    fixed_points = ma.fields.Integer(**optional("Of sattolo: items that stay where they were"))
    parity = ma.fields.String(**optional("Of sattolo: an odd or an even number of swaps"))
    distance = ma.fields.Nested(Ratio, **optional("Of sattolo: total variation distance from uniform"))
    separation = ma.fields.Nested(Ratio, **optional("Of sattolo: separation distance from uniform"))


class Remainders(ResponseSchema):
    """Remainders with one probability."""

    first = ma.fields.Integer(**required("The first of them"))
    count = ma.fields.Integer(**required("How many there are, one after the other"))
    probability = _ratio("Of each")
    bias = _ratio("That by the fair one, 1/n, less 1")


class Modulo(ResponseSchema):
    """What rand() % n does to one number below n."""

    bits = ma.fields.Integer(**required("Of the rand()"))
    likelier = ma.fields.Nested(Remainders, allow_none=True, **required("Those that come too often; null if none"))
    others = ma.fields.Nested(Remainders, **required("The rest"))
    distance = _ratio("Total variation distance of one draw from uniform")
    largest_bias = _ratio("The largest relative error of a probability")
    shuffle_bound = ma.fields.Float(
        **required("A bound to the total variation distance of a whole Fisher-Yates of n items that draws so")
    )


class Measure(ResponseSchema):
    """One test of an experiment."""

    name = ma.fields.String(**required("What was looked at"))
    meaning = ma.fields.String(**required("The same in words"))
    observed = ma.fields.Float(**required("What was seen: a mean, or of positions chi-square"))
    expected = ma.fields.Float(**required("What it is if every order is equally likely"))
    error = ma.fields.Float(**required("The standard deviation of what is seen"))
    z = ma.fields.Float(**required("The distance in that unit"))
    p = ma.fields.Float(**required("The probability that chance alone goes as far, on either side"))
    corrected = ma.fields.Float(**required("The same over all tests (Holm)"))
    surprising = ma.fields.Boolean(**required(f"Whether that is below {LEVEL}"))


class Tally(ResponseSchema):
    """A statistic over all trials."""

    total = ma.fields.Integer(**required("Its sum"))
    squares = ma.fields.String(**required("The sum of its squares, in digits: it may be beyond what JSON numbers hold"))
    histogram = ma.fields.List(ma.fields.Integer(), **required("How often each value was seen, from 0"))


class Counts(ResponseSchema):
    """What the trials add up to; counts of windows of one seed add up, member by member, to those of all of it."""

    n = ma.fields.Integer(**required("Items"))
    trials = ma.fields.Integer(**required("Shuffles"))
    draws = ma.fields.Integer(**required("Draws in all"))
    positions = ma.fields.List(
        ma.fields.List(ma.fields.Integer()), **required("A row for each item: how often it ended at each place")
    )
    tallies = ma.fields.Dict(
        ma.fields.String(), ma.fields.Nested(Tally), **required("By the name of the statistic, in its own whole units")
    )


class Measured(ResponseSchema):
    """What trials came to."""

    trials = ma.fields.Integer(**required("How many"))
    draws = ma.fields.Float(**required("Draws of one, on average"))
    biased = ma.fields.Boolean(
        **required("Whether any test is surprising; of a uniform shuffle, one report in 1,000 is")
    )
    verdict = ma.fields.String(**required("In a sentence"))
    measures = ma.fields.List(ma.fields.Nested(Measure), **required("Every test"))
    counts = ma.fields.Nested(Counts, **required("What it rests on"))


class BiasRecord(ResponseSchema):
    """How far from uniform a shuffle of n items is. What can be worked out is there."""

    algorithm = ma.fields.String(**required("The shuffle", enum=list(SHUFFLES)))
    uniformity = ma.fields.String(**required("How near it is to uniform", enum=list(Uniformity)))
    n = ma.fields.Integer(**required("Items"))
    arguments = ma.fields.Dict(ma.fields.String(), ma.fields.Raw(), **required("The shuffle's own parameters"))
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
