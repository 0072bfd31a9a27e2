"""/v1/algorithms/{name}/bias: how far from uniform a shuffle is, exactly or by experiment."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

import marshmallow as ma
from flask import current_app

from service.api.algorithms import NAME
from service.api.answers import Answer, member, optional
from service.api.blueprint import Blueprint, Body, Example
from service.api.fields import Integer, Number, Several
from service.api.handlers import limits
from service.api.parameters import ParameterFields, SeedFields, described
from service.api.provenance import seeding
from service.api.rendering import AN_HOUR, NEVER
from service.core.algorithms import Arguments, Shuffle, Uniformity
from service.core.bias.cycles import faro_cycles, sattolo_cycles
from service.core.bias.exact import MAX_EXAMPLES, ExactBias, exact_bias
from service.core.bias.experiments import run
from service.core.bias.modulo import BITS, exact_modulo_bias, modulo_bias
from service.core.bias.reports import LEVEL, measure
from service.core.bias.riffles import LEAST_BELOW, enough_riffles, order_after_riffles, riffle_table
from service.core.bias.ties import ties
from service.core.errors import Refused, SeedsOff, TooMany
from service.core.integers import MAX_MAGNITUDE
from service.core.permutations import Shuffling, plan
from service.core.shuffles import SHUFFLES, shuffle_named
from service.core.streams import MAX_INDEX, STREAM, Randomness

bias = Blueprint("bias", "/v1/algorithms", "How far from uniform each shuffle is")


@dataclass(frozen=True, kw_only=True)
class Bias(Randomness):
    """What is asked of a shuffle's bias; `arguments` are the shuffle's own parameters.

    With `trials` it is measured, on the words of a seed from an index on, or of the operating system.
    """

    n: int
    arguments: Arguments = field(default_factory=dict)
    trials: int | None = None
    rand_bits: int | None = None
    below: float | None = None
    order: tuple[int, ...] | None = None


class BiasRequest(ParameterFields, SeedFields):
    """Of which shuffle of how many items."""

    makes = Bias

    n = Integer(1, MAX_MAGNITUDE, required=True, metadata=described("Items.", 3))
    trials = Integer(
        1,
        MAX_MAGNITUDE,
        metadata=described(
            "Measure instead, by so many shuffles of 2 to 512 items: with a seed those of `index`, `index` + 1, …"
        ),
    )
    rand_bits = Integer(
        min(BITS),
        max(BITS),
        tuple(BITS),
        metadata=described("As if every number were drawn as rand() % n, from a rand() of so many bits."),
    )
    below = Number(
        LEAST_BELOW, 1, metadata=described("Only for riffle: how many passes leave a distance less than this.")
    )
    order = Several(
        Integer(0, MAX_MAGNITUDE),
        1,
        500,
        metadata=described("Only for riffle: an order of the items 0 to n - 1, whose probability is told."),
    )


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


@bias.resource(
    "/<name>/bias",
    asks=BiasRequest,
    answers=BiasRecord,
    methods=("GET", "POST"),
    caching=lambda asked: NEVER if asked.trials and asked.seed is None else AN_HOUR,
    path=NAME,
    example=Example({"n": 3}, path={"name": "riffle"}),
)
def measure_bias(asked: Bias, name: str) -> Body:
    """Say how far from uniform a shuffle of n items is: exactly, or with trials as they show it."""
    shuffle = shuffle_named(name)
    arguments = Shuffling(algorithm=name, arguments=asked.arguments).settled
    for option in ("below", "order"):
        if getattr(asked, option) is not None and name != _RIFFLE:
            raise Refused(option, f"{name} does not take {option}; it belongs to {_RIFFLE}.")
    found: dict[str, Any] = {"algorithm": name, "uniformity": shuffle.uniformity, "n": asked.n, "arguments": arguments}
    if asked.trials is not None:
        shuffling = Shuffling(seed=asked.seed, index=asked.index, algorithm=name, arguments=asked.arguments)
        return {**found, **seeding(asked), "measured": _measured(asked, shuffling, asked.trials)}
    if asked.seed is not None:
        raise Refused("seed", "A seed is for trials; what is worked out exactly needs none.")
    if asked.rand_bits:
        found |= {"rand_bits": asked.rand_bits, "modulo": _told(modulo_bias(asked.n, asked.rand_bits))}
    formula = _FORMULAS[name](asked, arguments) if name in _FORMULAS and not asked.rand_bits else {}
    try:
        found["exact"] = _told(_exact(asked, shuffle, arguments))
    except Refused as beyond:
        # A formula goes further than what is enumerated, and so does what is known of a single remainder.
        if not formula and not (asked.rand_bits and beyond.field == "n"):
            raise
    return {**found, **formula}


def _measured(asked: Bias, shuffling: Shuffling, trials: int) -> dict[str, Any]:
    if asked.seed is not None and not current_app.config["ALLOW_SEEDS"]:
        raise SeedsOff
    for option in ("rand_bits", "below", "order"):
        if getattr(asked, option) is not None:
            raise Refused(option, f"{option} is for what is worked out exactly, and not for trials.")
    limits().hold(asked.n, "n")
    drawn = plan(asked.n, shuffling, limits())
    work = round((drawn.work + asked.n) * trials)
    if work > limits().trials:
        raise TooMany("trials", work, "draws and items to count", limits().trials, "MAX_TRIALS")
    counts = run(drawn, trials)
    report = measure(counts)
    record = counts.as_json()
    measures = [asdict(one) | {"z": one.z, "surprising": one.surprising} for one in report.measures]
    return {
        "trials": report.trials,
        "draws": report.draws,
        "biased": report.biased,
        "verdict": report.verdict,
        "measures": measures,
        "counts": {
            **record,
            "positions": counts.positions.T.tolist(),
            "tallies": {name: _tally(tally) for name, tally in record["tallies"].items()},
        },
    }


def _tally(tally: Mapping[str, Any]) -> dict[str, Any]:
    return {**tally, "squares": str(tally["squares"])}


def _exact(asked: Bias, shuffle: Shuffle, arguments: Arguments) -> ExactBias:
    if asked.rand_bits:
        return exact_modulo_bias(shuffle, asked.n, asked.rand_bits)
    return exact_bias(shuffle, asked.n, arguments)


def _riffles(asked: Bias, arguments: Arguments) -> Body:
    told = _told(riffle_table(asked.n, arguments["passes"]))
    if asked.below is not None:
        told["enough"] = _told(enough_riffles(asked.n, asked.below))
    if asked.order is not None:
        if len(asked.order) != asked.n:
            raise Refused("order", f"An order of {asked.n} items has {asked.n} numbers, not {len(asked.order)}.")
        told["order"] = _told(order_after_riffles(asked.order, arguments["passes"]))
    return {"riffles": told}


_RIFFLE = "riffle"
_FORMULAS: Mapping[str, Callable[[Bias, Arguments], Body]] = {
    _RIFFLE: _riffles,
    "sort_keys": lambda asked, arguments: {"ties": _told(ties(asked.n, arguments["key_bits"]))},
    "faro": lambda asked, arguments: {"cycles": _told(faro_cycles(asked.n, arguments["variant"]))},
    "sattolo": lambda asked, _: {"cycles": _told(sattolo_cycles(asked.n))},
}


def _told(found: Any) -> dict[str, Any]:
    """The members of what was found, but for those that the answer has already."""
    return {name: value for name, value in asdict(found).items() if name not in {"algorithm", "arguments", "n"}}
