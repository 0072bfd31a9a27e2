"""/v1/algorithms/{name}/bias: how far from uniform a shuffle is, exactly or by experiment."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from flask import current_app

from service.api.algorithms import NAME
from service.api.bias_records import BiasRecord
from service.api.blueprint import Blueprint, Body, Example
from service.api.fields import Integer, Number, Several
from service.api.handlers import limits
from service.api.parameters import ParameterFields, SeedFields, described
from service.api.provenance import seeding
from service.api.rendering import AN_HOUR, NEVER
from service.core.algorithms import Arguments, Shuffle
from service.core.bias.cycles import faro_cycles, sattolo_cycles
from service.core.bias.exact import ExactBias, exact_bias
from service.core.bias.experiments import run
from service.core.bias.modulo import BITS, exact_modulo_bias, modulo_bias
from service.core.bias.reports import measure
from service.core.bias.riffles import LEAST_BELOW, enough_riffles, order_after_riffles, riffle_table
from service.core.bias.ties import ties
from service.core.errors import Refused, SeedsOff, TooMany
from service.core.integers import MAX_MAGNITUDE
from service.core.permutations import Shuffling, plan
from service.core.shuffles import shuffle_named
from service.core.streams import Randomness

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
