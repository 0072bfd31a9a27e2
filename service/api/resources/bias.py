"""/v1/algorithms/{name}/bias: how far from uniform a shuffle is, exactly or by experiment; its matrix as a file."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from flask import current_app

from service.api.http.assets import Asset
from service.api.http.blueprint import Blueprint, Body, Example
from service.api.http.draw_view import limits
from service.api.http.responses import CACHE_HOUR, CSV, NO_STORE, SVG
from service.api.http.turns import Turns
from service.api.resources.algorithms import NAME
from service.api.resources.bias_records import BiasRecord
from service.api.schemas.fields import BoundedList, Integer, Number
from service.api.schemas.provenance import seeding
from service.api.schemas.requests import AlgorithmParametersMixin, SeedMixin, openapi
from service.core.bias.exact.summary import ExactBias, exact_bias
from service.core.bias.formulas.cycles import faro_cycles, sattolo_cycles
from service.core.bias.formulas.modulo import BITS, exact_modulo_bias, modulo_bias
from service.core.bias.formulas.riffles import LEAST_BELOW, enough_riffles, order_after_riffles, riffle_table
from service.core.bias.formulas.ties import ties
from service.core.bias.heatmaps import Caption, Matrix, heat_map, table
from service.core.bias.heatmaps import allow as allow_picture
from service.core.bias.trials.counts import Counts
from service.core.bias.trials.experiments import allow, run
from service.core.bias.trials.reports import measure
from service.core.errors import Refused, SeedsOff, TooMany
from service.core.rng.streams import Randomness
from service.core.shuffles.algorithms import Arguments, Shuffle
from service.core.shuffles.catalogue import shuffle_named
from service.core.shuffles.integers import MAX_MAGNITUDE
from service.core.shuffles.plans import Shuffling, plan

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


class MatrixRequest(AlgorithmParametersMixin, SeedMixin):
    """The matrix of which shuffle of how many items."""

    target = Bias

    n = Integer(1, MAX_MAGNITUDE, required=True, metadata=openapi("Items.", 3))
    trials = Integer(
        1,
        MAX_MAGNITUDE,
        metadata=openapi(
            "Measure instead, by so many shuffles of 2 to 512 items: with a seed those of `index`, `index` + 1, …"
        ),
    )
    rand_bits = Integer(
        min(BITS),
        max(BITS),
        tuple(BITS),
        metadata=openapi("As if every number were drawn as rand() % n, from a rand() of so many bits."),
    )


class BiasRequest(MatrixRequest):
    """Of which shuffle of how many items."""

    below = Number(
        LEAST_BELOW, 1, metadata=openapi("Only for riffle: how many passes leave a distance less than this.")
    )
    order = BoundedList(
        Integer(0, MAX_MAGNITUDE),
        1,
        500,
        metadata=openapi("Only for riffle: an order of the items 0 to n - 1, whose probability is told."),
    )


def _kept(asked: Bias) -> str:
    return NO_STORE if asked.trials and asked.seed is None else CACHE_HOUR


@bias.api_endpoint(
    "/<name>/bias",
    arguments=BiasRequest,
    response=BiasRecord,
    methods=("GET", "POST"),
    cache=_kept,
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
        return {**found, **seeding(asked), "measured": _measured(_counted(asked, name, asked.trials))}
    _without_seed(asked)
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


_LARGE = 5_000_000  # draws and items to count: some hundredths of a second

_FILE: dict[str, Any] = {
    "arguments": MatrixRequest,
    "methods": ("GET", "POST"),
    "cache": _kept,
    "path": NAME,
    "errors": (503,),
}
_THREE = Example({"n": 3}, path={"name": "naive_swap"})


@bias.api_endpoint("/<name>/bias.csv", response=CSV, example=_THREE, **_FILE)
def tabulate_bias(asked: Bias, name: str) -> Asset:
    """Give the matrix as CSV: a row for each item, and how probable each place is for it, or with trials how often.

    The first line has the places, from 0, and each row begins with its item.
    """
    return Asset(table(_matrix(asked, name)).encode(), CSV, f"{name}-{asked.n}.csv")


@bias.api_endpoint("/<name>/bias.svg", response=SVG, example=_THREE, **_FILE)
def draw_bias(asked: Bias, name: str) -> Asset:
    """Draw the matrix as a heat map of up to 128 items, in colours that the colour-blind can tell apart.

    A row is an item and a column a place. Blue is less probable than uniform, white as probable, vermilion more.
    """
    shuffle_named(name)
    allow_picture(asked.n)
    matrix = _matrix(asked, name)
    arguments = Shuffling(algorithm=name, arguments=asked.arguments).settled
    options = {**arguments, **({"rand_bits": asked.rand_bits} if asked.rand_bits else {})}
    what = ", ".join((name, *(f"{option} {value}" for option, value in options.items()), _many(asked.n, "item")))
    if asked.trials is None:
        return _pictured(asked, name, heat_map(matrix, Caption(what=what, how="worked out exactly")))
    first = f", index {asked.index:,}" if asked.index else ""
    how = _many(asked.trials, "trial") + (f"{first}, seed {asked.seed}" if asked.seed is not None else "")
    error = ((asked.n - 1) / asked.trials) ** 0.5
    shares = [[count / asked.trials for count in row] for row in matrix]
    return _pictured(asked, name, heat_map(shares, Caption(what=what, how=how, error=error)))


def _pictured(asked: Bias, name: str, picture: str) -> Asset:
    return Asset(picture.encode(), SVG, f"{name}-{asked.n}.svg")


def _many(number: int, unit: str) -> str:
    return f"{number:,} {unit}{'' if number == 1 else 's'}"


def _matrix(asked: Bias, name: str) -> Matrix:
    """A row for each item: the probability that it ends at each place, or with trials how often it did."""
    shuffle = shuffle_named(name)
    arguments = Shuffling(algorithm=name, arguments=asked.arguments).settled
    if asked.trials is not None:
        matrix: list[list[int]] = _counted(asked, name, asked.trials).positions.T.tolist()
        return matrix
    _without_seed(asked)
    try:
        positions = _exact(asked, shuffle, arguments).positions
    except Refused as beyond:
        if asked.rand_bits or shuffle.objects(asked.n):
            raise
        raise Refused(beyond.field, f"{beyond} For the matrix of more, give trials.") from None
    return [[cell.value or 0.0 for cell in row] for row in positions]


def _without_seed(asked: Bias) -> None:
    if asked.seed is not None:
        raise Refused("seed", "A seed is for trials; what is worked out exactly needs none.")


def _counted(asked: Bias, name: str, trials: int) -> Counts:
    if asked.seed is not None and not current_app.config["ALLOW_SEEDS"]:
        raise SeedsOff
    for option in ("rand_bits", "below", "order"):
        if getattr(asked, option) is not None:
            raise Refused(option, f"{option} is for what is worked out exactly, and not for trials.")
    limits().hold(asked.n, "n")
    shuffling = Shuffling(seed=asked.seed, index=asked.index, algorithm=name, arguments=asked.arguments)
    drawn = plan(asked.n, shuffling, limits())
    allow(drawn, trials)
    work = drawn.work + asked.n
    if round(work * trials) > limits().trials:
        raise TooMany(
            "trials",
            round(work * trials),
            "draws and items to count",
            limits().trials,
            "MAX_TRIALS",
            f"Give at most {int(limits().trials / work):,} trials at a time, whose counts add up over the indices of a "
            f"seed, or do them offline, where there is no limit: python -m benchmarks.trials {name} --items {asked.n}",
        )
    if work * trials < _LARGE:
        return run(drawn, trials)
    turns: Turns = current_app.config["EXPERIMENTS"]
    with turns.taken("A large experiment is being done.", retry_after=5):
        return run(drawn, trials)


def _measured(counts: Counts) -> dict[str, Any]:
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
