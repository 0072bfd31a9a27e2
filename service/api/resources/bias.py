"""/v1/algorithms/{name}/bias: the distance of a shuffle from uniform, exact or measured, and its matrix as a file."""

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from service.api.http.assets import Asset
from service.api.http.blueprint import Blueprint, Body, Example
from service.api.http.draw_response import seed_fields
from service.api.http.responses import CACHE_HOUR, CSV, NO_STORE, SVG
from service.api.http.services import services
from service.api.resources.algorithms import NAME_PARAMETER
from service.api.resources.bias_schemas import (
    COMMON_MEMBERS,
    BiasQuery,
    BiasRequest,
    BiasResponse,
    MatrixQuery,
    MatrixRequest,
)
from service.api.resources.bias_trials import count_trials, measured_members
from service.core.bias.cycles import faro_cycles, sattolo_cycles
from service.core.bias.heatmaps import Caption, Matrix, check_size, matrix_to_csv, render_heat_map
from service.core.bias.modulo import exact_modulo_bias, modulo_bias
from service.core.bias.riffles import key_ties, order_after_riffles, riffle_table, riffles_needed
from service.core.bias.summary import ExactBias, exact_bias
from service.core.errors import Refused, SeedsOff, UnsupportedParameter
from service.core.shuffles.algorithms import Arguments, Shuffle, shuffle_named
from service.core.shuffles.plans import ShuffleRequest

bias = Blueprint("bias", "/v1/algorithms", "The distance of each shuffle from uniform")

_RIFFLE = "riffle"


def _cache_control(query: MatrixQuery) -> str:
    return NO_STORE if query.trials and query.seed is None else CACHE_HOUR


@bias.api_endpoint(
    "/<name>/bias",
    arguments=BiasRequest,
    response=BiasResponse,
    methods=("GET", "POST"),
    cache=_cache_control,
    path=NAME_PARAMETER,
    example=Example({"n": 3}, path={"name": "riffle"}),
)
def measure_bias(query: BiasQuery, name: str) -> Body:
    """Return the distance of a shuffle of n items from uniform: exact, or with trials as measured.

    Exact by enumeration for few items, or by a formula where there is one. With `trials` measured by shuffles,
    with tests of uniformity.
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
    "path": NAME_PARAMETER,
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
