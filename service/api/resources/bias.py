"""/v1/algorithms/{name}/bias: the distance of a shuffle from uniform, exact or measured, and its matrix as a file."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import Annotated, Any, ClassVar

import marshmallow as ma

from service.api.http.blueprint import Blueprint, Body, Example
from service.api.http.draw_response import seed_fields
from service.api.http.responses import CACHE_HOUR, CSV, NO_STORE, SVG, Asset
from service.api.http.services import services
from service.api.resources.algorithms import SHUFFLE
from service.api.schemas.requests import AlgorithmParametersMixin, SeedMixin, mixin_of, request_schema
from service.api.schemas.responses import ResponseSchema, optional, required, schema_from_dataclass
from service.core.bias.cycles import FaroCycles, SattoloCycles, faro_cycles, sattolo_cycles
from service.core.bias.heatmaps import Caption, Matrix, check_size, matrix_to_csv, render_heat_map
from service.core.bias.modulo import BITS, ModuloBias, exact_modulo_bias, modulo_bias
from service.core.bias.reports import LEVEL, Report, UniformityTest, build_report, check_report
from service.core.bias.riffles import (
    MIN_BELOW,
    KeyTies,
    OrderAfterRiffles,
    RifflesNeeded,
    RiffleTable,
    key_ties,
    order_after_riffles,
    riffle_table,
    riffles_needed,
)
from service.core.bias.summary import ExactBias, exact_bias
from service.core.bias.trials import Counts, Tally, check_trials, run_trials
from service.core.errors import Refused, SeedsOff, TooMany, UnsupportedParameter
from service.core.kinds import Integer, ListOf, Number
from service.core.rng.streams import MAX_INDEX, STREAM, Randomness
from service.core.shuffles.algorithms import SHUFFLES, Arguments, Shuffle, Uniformity, shuffle_named
from service.core.shuffles.integers import MAX_MAGNITUDE
from service.core.shuffles.plans import Plan, ShuffleRequest, describe_weight, plan_shuffle

COMMON_MEMBERS = ("algorithm", "arguments", "n")
"""Fields of core's results that the response has once, and the results in it have not."""

_schema_of = partial(schema_from_dataclass, exclude=COMMON_MEMBERS)


@dataclass(frozen=True, kw_only=True)
class TrialOptions:
    """The size of a shuffle, and whether its bias is exact or, with `trials`, measured."""

    n: Annotated[int, Integer("Number of items.", 1, MAX_MAGNITUDE, example=3)]
    trials: Annotated[
        int | None,
        Integer(
            "Measure the bias by this many shuffles of 2 to 512 items: with a seed those of `index`, `index` + 1, …",
            1,
            MAX_MAGNITUDE,
        ),
    ] = None
    rand_bits: Annotated[
        int | None,
        Integer(
            "Compute the bias as if every number were drawn by rand() % n, with a rand() of these bits.",
            only=tuple(BITS),
            shown="If the request has rand_bits",
        ),
    ] = None


@dataclass(frozen=True, kw_only=True)
class MatrixQuery(Randomness, TrialOptions):
    """A query of the matrix of positions; `arguments` are the shuffle's own parameters.

    Trials are on the words of a seed or of the operating system.
    """

    arguments: Arguments = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class BiasQuery(MatrixQuery):
    """A query of a shuffle's bias."""

    below: Annotated[
        float | None, Number("Only for riffle: return the number of passes whose distance is below this.", MIN_BELOW, 1)
    ] = None
    order: Annotated[
        tuple[int, ...] | None,
        ListOf(
            "Only for riffle: an order of the items 0 to n - 1; return its probability.",
            Integer("", 0, MAX_MAGNITUDE),
            500,
        ),
    ] = None


_MIXINS = mixin_of("TrialMixin", TrialOptions), AlgorithmParametersMixin, SeedMixin
MatrixRequest = request_schema("MatrixRequest", MatrixQuery, *_MIXINS)
BiasRequest = request_schema("BiasRequest", BiasQuery, *_MIXINS)


class Riffles(_schema_of(RiffleTable)):  # type: ignore[misc]
    """Riffles of any number of items, by the formula of Bayer and Diaconis (1992)."""

    enough = ma.fields.Nested(_schema_of(RifflesNeeded), **optional("If the request has below"))
    order = ma.fields.Nested(_schema_of(OrderAfterRiffles), **optional("If the request has an order"))


_FaroCycles = _schema_of(FaroCycles, optional=("variant", "order"))
_SattoloCycles = _schema_of(SattoloCycles, optional=("fixed_points", "parity", "distance", "separation"))


class CycleStructure(_FaroCycles, _SattoloCycles):  # type: ignore[misc, valid-type]
    """The cycles of every result of faro or sattolo."""


class UniformityTestSchema(schema_from_dataclass(UniformityTest)):  # type: ignore[misc]
    """One test of uniformity."""

    z = ma.fields.Float(**required("Distance of the observed from the expected value in standard errors"))
    surprising = ma.fields.Boolean(**required(f"Whether the corrected p-value is below {LEVEL}"))


class TallySchema(schema_from_dataclass(Tally, exclude=("squares",))):  # type: ignore[misc]
    """The values of one statistic in all trials."""

    squares = ma.fields.String(
        **required("Sum of the squares of the values, in digits: it may exceed what JSON numbers hold")
    )


class CountsSchema(schema_from_dataclass(Counts, exclude=("positions", "tallies"))):  # type: ignore[misc]
    """The counts of trials. Counts of parts of a seed add up, member by member, to those of the whole."""

    positions = ma.fields.List(
        ma.fields.List(ma.fields.Integer()),
        **required("A row for each item: the number of trials in which it came to each position"),
    )
    tallies = ma.fields.Dict(
        ma.fields.String(),
        ma.fields.Nested(TallySchema),
        **required("Tallies by the name of the statistic, in integer units of its own"),
    )


class MeasuredBias(schema_from_dataclass(Report, exclude=("n", "tests"))):  # type: ignore[misc]
    """The result of trials."""

    biased = ma.fields.Boolean(
        **required("Whether any test is significant; for a uniform shuffle, one report in 1,000 is")
    )
    verdict = ma.fields.String(**required("The result in one sentence"))
    measures = ma.fields.List(ma.fields.Nested(UniformityTestSchema), **required("The tests of uniformity"))
    counts = ma.fields.Nested(CountsSchema, **required("The counts that were tested"))


class BiasResponse(ResponseSchema):
    """The distance of a shuffle of n items from uniform, as far as it can be computed."""

    described: ClassVar[type] = TrialOptions
    omitted = ("trials",)

    algorithm = ma.fields.String(**required("The shuffle", enum=list(SHUFFLES)))
    uniformity = ma.fields.String(**required("Degree of uniformity", enum=list(Uniformity)))
    arguments = ma.fields.Dict(ma.fields.String(), ma.fields.Raw(), **required("The shuffle's own parameters"))
    seed = ma.fields.String(**optional("If the request has a seed"))
    index = ma.fields.Integer(**optional("Index of the first trial under the seed", minimum=0, maximum=MAX_INDEX))
    stream = ma.fields.String(**optional("Definition of the stream of the seed", enum=[STREAM]))
    measured = ma.fields.Nested(MeasuredBias, **optional("If the request has trials"))
    exact = ma.fields.Nested(_schema_of(ExactBias), **optional("The exact distribution, for few items"))
    riffles = ma.fields.Nested(Riffles, **optional("For riffle, up to 500 items"))
    ties = ma.fields.Nested(_schema_of(KeyTies), **optional("For sort_keys"))
    cycles = ma.fields.Nested(CycleStructure, **optional("For faro and sattolo"))
    modulo = ma.fields.Nested(_schema_of(ModuloBias), **optional("If the request has rand_bits"))


_LARGE_COST = 5_000_000  # draws and items to count: some hundredths of a second
_COST_OF_A_TRIAL = 8  # draws that take as long as the smallest trial
_PAIRS_OF_AN_ITEM = 100  # pairs of items that are compared, for the inversions, in the time in which an item is counted


def count_trials(query: MatrixQuery, name: str, trials: int, *, for_report: bool = False) -> Counts:
    """Return the counts of the trials of a query, enough of them if it is for a report.

    Raises `Refused` or `TooMany` for trials that cannot be run, and `Busy` while another large experiment runs.
    """
    limits = services().limits
    limits.check_shuffled(query.n, "n")
    request = ShuffleRequest(seed=query.seed, index=query.index, algorithm=name, arguments=query.arguments)
    plan = plan_shuffle(query.n, request, limits)
    check_trials(plan, request, trials)
    if for_report:
        check_report(plan.n, trials)
    if _check_cost(plan, request, trials, limits.trials) < _LARGE_COST:
        return run_trials(plan, request, trials)
    with services().experiments.hold():
        return run_trials(plan, request, trials)


def _check_cost(plan: Plan, request: ShuffleRequest, trials: int, max_cost: int) -> float:
    """Return the draws and the items to count of all trials. Raises `TooMany` above the operator's limit."""
    name, weight = request.shuffle.name, request.shuffle.trial_slowness
    cost = (plan.cost + _COST_OF_A_TRIAL) * weight + plan.n + plan.n**2 / _PAIRS_OF_AN_ITEM
    if round(cost * trials) > max_cost:
        raise TooMany(
            "trials",
            round(cost * trials),
            f"draws{describe_weight(weight)}{',' * (weight > 1)} and items to count",
            max_cost,
            "MAX_TRIALS",
            f"Give at most {int(max_cost / cost):,} trials at a time, whose counts add up over the indices of a "
            f"seed, or do them offline, without a limit: make bench NAME=trials ARGS='{name} --items {plan.n}'",
        )
    return cost * trials


def measured_members(counts: Counts) -> dict[str, Any]:
    """Return the report on counts, and the counts, as the response has them."""
    report = build_report(counts)
    record = counts.to_json()
    tests = [asdict(test) | {"z": test.z, "surprising": test.is_significant} for test in report.tests]
    tallies = {name: {**tally, "squares": str(tally["squares"])} for name, tally in record["tallies"].items()}
    return {
        "trials": report.trials,
        "draws": report.draws,
        "biased": report.is_biased,
        "verdict": report.verdict,
        "measures": tests,
        "counts": {**record, "positions": counts.positions.T.tolist(), "tallies": tallies},
    }


bias = Blueprint("bias", "/v1/algorithms", "The distance of each shuffle from uniform", SHUFFLE)

_RIFFLE = "riffle"


def _cache_control(query: MatrixQuery) -> str:
    return NO_STORE if query.trials and query.seed is None else CACHE_HOUR


@bias.api_endpoint(
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
    common = {"algorithm": name, "uniformity": shuffle.uniformity, "n": query.n, "arguments": arguments}
    if query.trials is not None:
        counts = count_trials(query, name, query.trials, for_report=True)
        return {**common, **seed_fields(query), "measured": measured_members(counts)}
    return {**common, **_exact_members(query, shuffle, arguments)}


_FILE: dict[str, Any] = {
    "arguments": MatrixRequest,
    "methods": ("GET", "POST"),
    "cache": _cache_control,
    "example": Example({"n": 3}, path={"name": "naive_swap"}),
}


@bias.api_endpoint("/<name>/bias.csv", response=CSV, **_FILE)
def tabulate_bias(query: MatrixQuery, name: str) -> Asset:
    """Return the matrix of positions as CSV: for each item the probability of each position, or with trials the count.

    The first line has the positions, from 0, and each row begins with its item.
    """
    shuffle = shuffle_named(name)
    matrix = _matrix(query, shuffle, _check_parameters(query, shuffle))
    return Asset(matrix_to_csv(matrix).encode(), CSV, f"{name}-{query.n}.csv")


@bias.api_endpoint("/<name>/bias.svg", response=SVG, **_FILE)
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
    """Return the shuffle's own parameters. Raises `Refused` or `SeedsOff` for parameters that do not fit together."""
    arguments = ShuffleRequest(algorithm=shuffle.name, arguments=query.arguments).resolved_arguments
    for option in ("below", "order"):
        if getattr(query, option, None) is not None and shuffle.name != _RIFFLE:
            raise UnsupportedParameter(shuffle.name, option, belongs_to=[_RIFFLE])
    if query.trials is None and query.seed is not None:
        raise Refused("seed", "A seed is for trials; an exact result needs none.")
    if query.seed is not None and not services().allow_seeds:
        raise SeedsOff
    if query.trials is not None:
        for option in ("rand_bits", "below", "order"):
            if getattr(query, option, None) is not None:
                raise Refused(option, f"{option} is for exact results, not for trials.")
    return arguments


def _exact_members(query: BiasQuery, shuffle: Shuffle, arguments: Arguments) -> Body:
    """Return the members that need no trials: the modulo bias, the exact distribution, and the shuffle's formula."""
    modulo: Body = {}
    formula: Body = {}
    if query.rand_bits:
        modulo = {"rand_bits": query.rand_bits, "modulo": _members(modulo_bias(query.n, query.rand_bits))}
    elif shuffle.name in _FORMULAS:
        formula = _FORMULAS[shuffle.name](query, arguments)
    try:
        exact = {"exact": _members(_exact_bias(query, shuffle, arguments))}
    except Refused as refusal:
        # The formulas go further than the enumeration, and so does the modulo bias of a single draw.
        if not formula and not (modulo and refusal.field == "n"):
            raise
        exact = {}
    return {**modulo, **exact, **formula}


def _exact_bias(query: MatrixQuery, shuffle: Shuffle, arguments: Arguments) -> ExactBias:
    if query.rand_bits:
        return exact_modulo_bias(shuffle, query.n, query.rand_bits)
    return exact_bias(shuffle, query.n, arguments)


def _riffle_members(query: BiasQuery, arguments: Arguments) -> Body:
    members = _members(riffle_table(query.n, arguments["passes"]))
    if query.below is not None:
        members["enough"] = _members(riffles_needed(query.n, query.below))
    if query.order is not None:
        if len(query.order) != query.n:
            raise Refused("order", f"An order of {query.n} items has {query.n} numbers, not {len(query.order)}.")
        members["order"] = _members(order_after_riffles(query.order, arguments["passes"]))
    return {"riffles": members}


_FORMULAS: Mapping[str, Callable[[BiasQuery, Arguments], Body]] = {
    _RIFFLE: _riffle_members,
    "sort_keys": lambda query, arguments: {"ties": _members(key_ties(query.n, arguments["key_bits"]))},
    "faro": lambda query, arguments: {"cycles": _members(faro_cycles(query.n, arguments["variant"]))},
    "sattolo": lambda query, _: {"cycles": _members(sattolo_cycles(query.n))},
}


def _members(result: Any) -> dict[str, Any]:
    """Return the fields of a result of core, without those that the response has already."""
    return {name: value for name, value in asdict(result).items() if name not in COMMON_MEMBERS}


def _matrix(query: MatrixQuery, shuffle: Shuffle, arguments: Arguments) -> Matrix:
    """Return a row for each item: the probability of each position, or with trials the count."""
    if query.trials is not None:
        counts: list[list[int]] = count_trials(query, shuffle.name, query.trials).positions.T.tolist()
        return counts
    try:
        positions = _exact_bias(query, shuffle, arguments).positions
    except Refused as refusal:
        if query.rand_bits or shuffle.size_error(query.n):
            raise
        raise Refused(refusal.field, f"{refusal} To measure the matrix instead, give trials.") from None
    return [[cell.value or 0.0 for cell in row] for row in positions]


def _caption(query: MatrixQuery, name: str, arguments: Arguments) -> Caption:
    options = {**arguments, **({"rand_bits": query.rand_bits} if query.rand_bits else {})}
    title = ", ".join((name, *(f"{option} {value}" for option, value in options.items()), _count(query.n, "item")))
    if query.trials is None:
        return Caption(title=title, subtitle="worked out exactly")
    index = f", index {query.index:,}" if query.index else ""
    seed = f"{index}, seed {query.seed}" if query.seed is not None else ""
    deviation = ((query.n - 1) / query.trials) ** 0.5
    return Caption(title=title, subtitle=_count(query.trials, "trial") + seed, deviation=deviation)


def _count(number: int, unit: str) -> str:
    return f"{number:,} {unit}{'' if number == 1 else 's'}"
