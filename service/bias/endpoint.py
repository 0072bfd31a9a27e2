"""/v1/algorithms/{name}/bias: the distance of a shuffle from uniform, exact or measured, and its matrix as a file."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Annotated, Any, ClassVar

from flask import Flask

from ..algorithms.endpoint import SHUFFLE
from ..capability import Capability
from ..core.errors import Refused, UnsupportedParameter
from ..core.limits import OperatorLimit, TooMany
from ..core.rng.streams import MAX_INDEX, STREAM
from ..core.seeded_request import SeededRequest
from ..core.shuffle_requests import (
    ShuffleArguments,
    ShuffleRequest,
    prepare_shuffle,
    shuffle_named,
)
from ..core.shuffles.registry import SHUFFLES
from ..core.shuffles.samplers import Sampler, describe_slowness
from ..core.shuffles.shuffle import Arguments, Shuffle, Uniformity
from ..core.value_types import MAX_MAGNITUDE, Flag, Integer, ListOf, Number
from ..http.blueprint import Blueprint, Body, Example
from ..http.concurrency import start_work
from ..http.draws.response_draft import seed_fields
from ..http.extensions import Extension
from ..http.problems import SeedsOff
from ..http.responses import CACHE_HOUR, CSV, NO_STORE, SVG, Asset
from ..http.schemas.request_schemas import RequestSchema
from ..http.schemas.response_schemas import (
    ResponseSchema,
    optional,
    required,
    schema_from_dataclass,
    write_record,
)
from ..http.services import services
from ..setting_fields import get_limit
from . import riffles
from .cycles import FaroCycles, SattoloCycles, faro_cycles, sattolo_cycles
from .fairness_page import describe_page
from .heatmaps import Caption, Matrix, check_size, matrix_to_csv, render_heat_map
from .modulo import BITS, ModuloBias, exact_modulo_bias, modulo_bias
from .positions import MAX_N as MAX_POSITIONS
from .positions import Positions, compute_positions, has_positions
from .reports import LEVEL, Report, UniformityTest, build_report, check_report
from .settings import BiasSettings
from .summary import ExactBias, exact_bias
from .trials import Counts, Tally, check_trials, run_trials

COMMON_MEMBERS = ("algorithm", "arguments", "n")
"""Fields of the rules' dataclasses that are members of the response itself, not of the objects in it."""

_schema_of = partial(schema_from_dataclass, exclude=COMMON_MEMBERS)


@dataclass(frozen=True, kw_only=True)
class TrialOptions:
    """The size of a shuffle, and whether its bias is exact or, with `trials`, measured."""

    n: Annotated[int, Integer("Number of items.", 1, MAX_MAGNITUDE, example=3)]
    trials: Annotated[
        int | None,
        Integer(
            "Measure the bias by this many shuffles of 2 to 512 items. With a seed they have the indices `index`, …",
            1,
            MAX_MAGNITUDE,
            aliases=("samples", "runs", "iterations", "repeats"),
        ),
    ] = None
    rand_bits: Annotated[
        int | None,
        Integer(
            "Compute the bias as if every number were drawn by rand() % n, with a rand() of these bits.",
            only=tuple(BITS),
            response_text="If the request has rand_bits",
        ),
    ] = None


@dataclass(frozen=True, kw_only=True)
class MatrixQuery(TrialOptions, ShuffleArguments, SeededRequest):
    """A query of the matrix of positions. Trials read the words of the seed, or of the operating system."""


@dataclass(frozen=True, kw_only=True)
class BiasQuery(MatrixQuery):
    """A query of a shuffle's bias."""

    positions: Annotated[
        bool,
        Flag("Whether to return the positions, if there is no exact distribution."),
    ] = True
    below: Annotated[
        float | None,
        Number(
            "Only for riffle: return the number of passes that brings the distance below this.",
            riffles.MIN_BELOW,
            1,
        ),
    ] = None
    order: Annotated[
        tuple[int, ...] | None,
        ListOf(
            "Only for riffle: an order of the items 0 to n - 1; return its probability.",
            Integer("", 0, MAX_MAGNITUDE),
            500,
        ),
    ] = None


class TrialParameters(RequestSchema):
    """The size of a shuffle, and whether its bias is exact or measured."""

    target: ClassVar[type] = TrialOptions


class MatrixRequest(RequestSchema):
    """A request for the matrix of positions."""

    target: ClassVar[type] = MatrixQuery


class BiasRequest(MatrixRequest):
    """A request for a shuffle's bias."""

    target = BiasQuery


class Riffles(_schema_of(riffles.RiffleTable)):  # type: ignore[misc]
    """Riffles of any number of items, by the formula of Bayer and Diaconis (1992)."""

    enough = optional(_schema_of(riffles.RifflesNeeded), "If the request has below")
    order = optional(
        _schema_of(riffles.OrderAfterRiffles), "If the request has an order"
    )


_FaroCycles = _schema_of(FaroCycles, optional=("variant", "order"))
_SattoloCycles = _schema_of(
    SattoloCycles, optional=("fixed_points", "parity", "distance", "separation")
)


class CycleStructure(_FaroCycles, _SattoloCycles):  # type: ignore[misc, valid-type]
    """The cycles of every result of faro or sattolo."""


_KeyTies = _schema_of(riffles.KeyTies)


class UniformityTestSchema(schema_from_dataclass(UniformityTest)):  # type: ignore[misc]
    """One test of uniformity."""

    z = required(
        float, "Distance of the observed from the expected value in standard errors"
    )
    surprising = required(bool, f"Whether the corrected p-value is below {LEVEL}")


class TallySchema(schema_from_dataclass(Tally, exclude=("squares",))):  # type: ignore[misc]
    """The values of one statistic in all trials."""

    squares = required(
        str,
        "Sum of the squares of the values, in digits: it may exceed what JSON numbers hold",
    )


class CountsSchema(schema_from_dataclass(Counts, exclude=("positions", "tallies"))):  # type: ignore[misc]
    """The counts of trials. The counts of parts of a seed add up to the counts of the whole, member by member."""

    positions = required(
        list[list[int]],
        "A row for each item: how many trials brought it to each position",
    )
    tallies = required(
        dict[str, TallySchema],
        "Tallies by the name of the statistic, in integer units of its own",
    )


class MeasuredBias(schema_from_dataclass(Report, exclude=("n", "tests"))):  # type: ignore[misc]
    """The result of trials."""

    biased = required(
        bool,
        "Whether any test is significant; for a uniform shuffle, one report in 1,000 is",
    )
    verdict = required(str, "The result in one sentence")
    measures = required(list[UniformityTestSchema], "The tests of uniformity")
    counts = required(CountsSchema, "The counts that were tested")


class BiasResponse(ResponseSchema):
    """The distance of a shuffle of n items from uniform, as far as it can be computed."""

    described: ClassVar[type] = TrialOptions
    omitted = ("trials",)

    algorithm = required(str, "The shuffle", enum=list(SHUFFLES))
    uniformity = required(Uniformity, "Degree of uniformity")
    arguments = required(dict[str, Any], "The shuffle's own parameters")
    seed = optional(str, "If the request has a seed")
    index = optional(
        int, "Index of the first trial under the seed", minimum=0, maximum=MAX_INDEX
    )
    stream = optional(str, "Definition of the stream of the seed", enum=[STREAM])
    measured = optional(MeasuredBias, "If the request has trials")
    exact = optional(_schema_of(ExactBias), "The exact distribution, for few items")
    positions = optional(
        _schema_of(Positions),
        f"Without `exact`, up to {MAX_POSITIONS} items; not for sort_keys",
    )
    riffles = optional(Riffles, "For riffle, up to 500 items")
    ties = optional(_KeyTies, "For sort_keys")
    cycles = optional(CycleStructure, "For faro and sattolo")
    modulo = optional(_schema_of(ModuloBias), "If the request has rand_bits")


_MOST_STEPS = Extension[OperatorLimit]("most_steps_of_trials")
"""The operator's limit of the draws made and the items counted for trials."""

_MAX_CACHED = 32  # exact results: the largest have some 40 kB
# Counted in MAX_TRIALS (docs/reference.md, Limits), so that they stay as they are:
_STEPS_OF_A_TRIAL = 8  # draws that take as long as the smallest trial
_PAIRS_OF_AN_ITEM = 75  # pairs of items that are compared, for inversions, in the time of counting one item


def count_trials(
    query: MatrixQuery, name: str, trials: int, *, for_report: bool = False
) -> Counts:
    """Run `trials` shuffles of the query's items by the algorithm `name`, and return their counts.

    Raises `Refused` or `TooMany` for trials that cannot be run or are too few for a report.
    """
    limits = services().allowed.limits
    limits.check_shuffled(query.n, "n")
    request = ShuffleRequest(
        seed=query.seed, index=query.index, algorithm=name, arguments=query.arguments
    )
    sampler = prepare_shuffle(query.n, request, limits)
    check_trials(sampler, request, trials)
    if for_report:
        check_report(sampler.n, trials)
    _check_steps(sampler, request, trials)
    return run_trials(sampler, request, trials, start_work())


def _check_steps(sampler: Sampler, request: ShuffleRequest, trials: int) -> None:
    """Raise `TooMany` if the steps of all trials, weighted draws plus counted items, are above the limit."""
    limit = _MOST_STEPS.get()
    name = request.shuffle.name
    weight = request.shuffle.slowness_together
    steps = (
        (sampler.steps + _STEPS_OF_A_TRIAL) * weight
        + sampler.n
        + sampler.n**2 / _PAIRS_OF_AN_ITEM
    )
    if round(steps * trials) > limit.number:
        slowness = f"{describe_slowness(weight)}," if weight > 1 else ""
        raise TooMany(
            "trials",
            round(steps * trials),
            f"draws{slowness} and items to count",
            limit,
            f"Give at most {int(limit.number / steps):,} trials at a time and add up the counts, over the indices of a "
            f"seed, or do them offline, without a limit: make bench NAME=trials ARGS='{name} --items {sampler.n}'",
        )


def measured_members(counts: Counts) -> dict[str, Any]:
    """Return the member `measured` of a response: the tests of uniformity on `counts`, and the counts."""
    report = build_report(counts)
    record = counts.to_json()
    tests = [
        write_record(test) | {"z": test.z, "surprising": test.is_significant}
        for test in report.tests
    ]
    # Sums of squares may be larger than the integers that every JSON parser reads exactly.
    tallies = {
        name: tally | {"squares": str(tally["squares"])}
        for name, tally in record["tallies"].items()
    }
    positions = counts.positions.T.tolist()
    return {
        "trials": report.trials,
        "draws": report.draws,
        "biased": report.is_biased,
        "verdict": report.verdict,
        "measures": tests,
        "counts": record | {"positions": positions, "tallies": tallies},
    }


blueprint = Blueprint(
    "bias", "/v1/algorithms", "The distance of each shuffle from uniform", SHUFFLE
)

_RIFFLE = "riffle"


def _cache_control(query: MatrixQuery) -> str:
    return NO_STORE if query.trials and query.seed is None else CACHE_HOUR


@blueprint.api_endpoint(
    "/<name>/bias",
    arguments=BiasRequest,
    response=BiasResponse,
    methods=("GET", "POST"),
    cache=_cache_control,
    example=Example({"n": 3}),
)
def measure_bias(query: BiasQuery, name: str) -> Body:
    """Return the distance of a shuffle of n items from uniform: exact, or with trials as measured.

    With `trials`, tests of uniformity too.
    """
    shuffle = shuffle_named(name)
    arguments = _check_parameters(query, shuffle)
    common: dict[str, Any] = {
        "algorithm": name,
        "uniformity": shuffle.uniformity,
        "n": query.n,
        "arguments": arguments,
    }
    if query.trials is not None:
        counts = count_trials(query, name, query.trials, for_report=True)
        measured = {"measured": measured_members(counts)}
        return common | seed_fields(query) | measured
    return common | _exact_members(query, shuffle, arguments)


_FILE: dict[str, Any] = {
    "arguments": MatrixRequest,
    "methods": ("GET", "POST"),
    "cache": _cache_control,
    "example": Example({"n": 3}, path={"name": "naive_swap"}),
}


@blueprint.file_endpoint("/<name>/bias.csv", CSV, **_FILE)
def tabulate_bias(query: MatrixQuery, name: str) -> Asset:
    """Return the matrix of positions as CSV: for each item the probability of each position, or with trials the count.

    The first line has the positions, from 0, and each row begins with its item.
    """
    shuffle = shuffle_named(name)
    matrix = _matrix(query, shuffle, _check_parameters(query, shuffle))
    return Asset(matrix_to_csv(matrix).encode(), CSV, f"{name}-{query.n}.csv")


@blueprint.file_endpoint("/<name>/bias.svg", SVG, **_FILE)
def render_bias_heat_map(query: MatrixQuery, name: str) -> Asset:
    """Return the matrix of positions as a heat map of up to 128 items, in colours for every kind of colour vision.

    A row is an item and a column a position. Blue is less probable than uniform, white equally probable, vermilion
    more probable.
    """
    shuffle = shuffle_named(name)
    check_size(query.n)
    arguments = _check_parameters(query, shuffle)
    matrix = _matrix(query, shuffle, arguments)
    if query.trials is not None:
        matrix = [[count / query.trials for count in row] for row in matrix]
    picture = render_heat_map(matrix, _caption(query, name, arguments))
    return Asset(picture.encode(), SVG, f"{name}-{query.n}.svg")


def _check_parameters(query: MatrixQuery, shuffle: Shuffle) -> Arguments:
    """Return the shuffle's parameters with defaults. Raises `Refused` or `SeedsOff` for options that cannot combine."""
    arguments = ShuffleRequest(
        algorithm=shuffle.name, arguments=query.arguments
    ).resolved_arguments
    for option in ("below", "order"):
        if getattr(query, option, None) is not None and shuffle.name != _RIFFLE:
            raise UnsupportedParameter(shuffle.name, option, belongs_to=[_RIFFLE])
    if query.trials is None and query.seed is not None:
        raise Refused("seed", "A seed is for trials; an exact result needs none.")
    if query.seed is not None and not services().allowed.seeds:
        raise SeedsOff
    if query.trials is not None:
        for option in ("rand_bits", "below", "order"):
            if getattr(query, option, None) is not None:
                raise Refused(option, f"{option} is for exact results, not for trials.")
    return arguments


def _exact_members(
    query: BiasQuery, shuffle: Shuffle, arguments: Arguments
) -> dict[str, Any]:
    """Return the members that need no trials: the modulo bias, the distribution or positions, the shuffle's formula.

    Of naive_swap that is {"exact": …}; of 100 items `riffle` has too many orders, and returns {"riffles": …} alone, or
    with `positions` in the query {"positions": …, "riffles": …}. With `rand_bits` the members `rand_bits` and `modulo`
    come first, and there is no formula. Raises `Refused` if nothing can be worked out.
    """
    modulo: dict[str, Any] = {}
    formula: dict[str, Any] = {}
    if query.rand_bits:
        modulo = {
            "rand_bits": query.rand_bits,
            "modulo": _members(_compute(modulo_bias, query.n, query.rand_bits)),
        }
    elif shuffle.name in _FORMULAS:
        formula = _FORMULAS[shuffle.name](query, arguments)
    exact: dict[str, Any] = {}
    try:
        exact = {"exact": _members(_exact_bias(query, shuffle, arguments))}
    except Refused as refusal:
        # A formula goes further than the enumeration, and so does the modulo bias of a single draw.
        has_other_members = bool(formula) or (bool(modulo) and refusal.field == "n")
        try:
            exact = _position_members(query, shuffle, arguments, refusal)
        except Refused:
            if not has_other_members:
                raise
    return modulo | exact | formula


def _position_members(
    query: BiasQuery, shuffle: Shuffle, arguments: Arguments, refusal: Refused
) -> dict[str, Any]:
    """Return the positions as a member. Raises `refusal` if the query has no `positions`, or as `_positions` does."""
    if not query.positions:
        raise refusal
    return {"positions": _positions(query, shuffle, arguments, refusal)._asdict()}


def _positions(
    query: MatrixQuery, shuffle: Shuffle, arguments: Arguments, refusal: Refused
) -> Positions:
    """Return the positions of a shuffle that has too many orders for a distribution.

    Raises `Refused` if the positions are unknown. `refusal` says why there is no distribution.
    """
    if query.rand_bits or shuffle.size_error(query.n):
        raise refusal
    if not has_positions(shuffle, query.n):
        reason = str(refusal)
        if has_positions(shuffle, MAX_POSITIONS):
            reason += f" Its positions are computed for up to {MAX_POSITIONS} items."
        raise Refused(
            refusal.field, f"{reason} To measure the bias instead, give trials."
        )
    return compute_positions(shuffle, query.n, arguments)


def _exact_bias(
    query: MatrixQuery, shuffle: Shuffle, arguments: Arguments
) -> ExactBias:
    """Return the exact distribution, with `rand_bits` of draws by a modulo. Raises `Refused` for too many items."""
    bias: ExactBias
    if query.rand_bits:
        bias = _compute(exact_modulo_bias, shuffle, query.n, query.rand_bits)
    else:
        bias = _compute(_sum_up, shuffle, query.n, tuple(arguments.items()))
    return bias


def _sum_up(
    shuffle: Shuffle, n: int, arguments: Iterable[tuple[str, Any]]
) -> ExactBias:
    """Return `exact_bias` of arguments as pairs of a name and a value, which a cache can compare."""
    return exact_bias(shuffle, n, dict(arguments))


@lru_cache(maxsize=_MAX_CACHED)
def _compute(function: Callable[..., Any], *arguments: Any) -> Any:
    """Return the result of a function that draws nothing, from a cache."""
    return function(*arguments)


def _riffle_members(query: BiasQuery, arguments: Arguments) -> dict[str, Any]:
    """Return the table of riffles, with the riffles that are enough and an order's probability if they are asked for.

    Raises `Refused` for an order of another number of items.
    """
    passes = arguments["passes"]
    members = _members(riffles.riffle_table(query.n, passes))
    if query.below is not None:
        riffles_needed = _compute(riffles.riffles_needed, query.n, query.below)
        members["enough"] = _members(riffles_needed)
    if query.order is not None:
        if len(query.order) != query.n:
            raise Refused(
                "order",
                f"An order of {query.n} items has {query.n} numbers, not {len(query.order)}.",
            )
        members["order"] = _members(riffles.order_after_riffles(query.order, passes))
    return {"riffles": members}


_FORMULAS: Mapping[str, Callable[[BiasQuery, Arguments], dict[str, Any]]] = {
    _RIFFLE: _riffle_members,
    "sort_keys": lambda query, arguments: {
        "ties": _members(_compute(riffles.key_ties, query.n, arguments["key_bits"]))
    },
    "faro": lambda query, arguments: {
        "cycles": _members(faro_cycles(query.n, arguments["variant"]))
    },
    "sattolo": lambda query, _: {"cycles": _members(sattolo_cycles(query.n))},
}


def _members(result: Any) -> dict[str, Any]:
    """Return the fields of a result of the rules, without the fields in `COMMON_MEMBERS`."""
    return {
        name: value
        for name, value in write_record(result).items()
        if name not in COMMON_MEMBERS
    }


def _matrix(query: MatrixQuery, shuffle: Shuffle, arguments: Arguments) -> Matrix:
    """Return a row for each item, with the probability of each position, or with trials how often it occurred."""
    if query.trials is not None:
        counts = count_trials(query, shuffle.name, query.trials)
        by_item: list[list[int]] = counts.positions.T.tolist()
        return by_item
    try:
        exact = _exact_bias(query, shuffle, arguments)
    except Refused as refusal:
        return _positions(query, shuffle, arguments, refusal).values
    # The value is None for a probability too small for a float.
    return [[cell.value or 0.0 for cell in row] for row in exact.positions]


def _caption(query: MatrixQuery, name: str, arguments: Arguments) -> Caption:
    """Return the caption of a heat map of a shuffle.

    For example "riffle, passes 7, 10 items" above "1,000 trials, index 1,234, seed s" or "worked out exactly".
    """
    parts = [name]
    parts += [f"{argument} {value}" for argument, value in arguments.items()]
    if query.rand_bits:
        parts.append(f"rand_bits {query.rand_bits}")
    parts.append(_count(query.n, "item"))
    title = ", ".join(parts)
    if query.trials is None:
        return Caption(title, "worked out exactly")
    subtitle = _count(query.trials, "trial")
    if query.seed is not None:
        if query.index:
            subtitle += f", index {query.index:,}"
        subtitle += f", seed {query.seed}"
    # The count of a cell has the mean T p and the variance T p (1 - p), of T trials with p = 1/n: its root by the mean.
    chance_deviation = ((query.n - 1) / query.trials) ** 0.5
    return Caption(title, subtitle, chance_deviation)


def _count(number: int, unit: str) -> str:
    """Return a number with its unit in the plural unless it is 1: "1,000 trials"."""
    return f"{number:,} {unit}{'' if number == 1 else 's'}"


def _set_up(app: Flask, settings: BiasSettings) -> None:
    """Give the application the limit of the steps of trials."""
    _MOST_STEPS.give(app, get_limit(settings, "max_trials"))


BIAS = Capability(
    "bias",
    blueprints=(blueprint,),
    settings=BiasSettings,
    set_up=_set_up,
    page_variables={"fairness": describe_page},
)
