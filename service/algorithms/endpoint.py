"""/v1/algorithms: the shuffles, with their parameters, steps and uniformity."""

from typing import Any

from ..capability import Capability
from ..core.shuffle_requests import SHUFFLE_NAMES, shuffle_named
from ..core.shuffles.registry import DEFAULT_SHUFFLE, SHUFFLES
from ..core.shuffles.shuffle import Parameter, Shuffle, Uniformity
from ..http.blueprint import Blueprint, Body, PathParameter
from ..http.responses import CACHE_HOUR, members_of
from ..http.schemas.request_schemas import NoParameters
from ..http.schemas.response_schemas import ResponseSchema, optional, required
from ..http.short import SHORT_ALONE

SHUFFLE = (
    PathParameter.of_entries(
        "name",
        "riffle",
        "The shuffle: a name of /v1/algorithms (`list_algorithms`), or an alias that no other has.",
        SHUFFLE_NAMES,
    ),
)

blueprint = Blueprint(
    "algorithms",
    "/v1/algorithms",
    "The shuffles, with their authors and costs",
    SHUFFLE,
)

EXAMPLE_SIZES = (25, 52, 108, 144, 312, 1024)


class ParameterRecord(ResponseSchema):
    """A parameter of a shuffle."""

    name = required(str, "Name in a request")
    meaning = required(str, "Meaning")
    default = required(Any, "Default value: a number or a string")
    minimum = optional(int, "Minimum of a number")
    maximum = optional(int, "Maximum of a number")
    choices = optional(list[str], "The accepted values of a string")


class DrawsRecord(ResponseSchema):
    """Expected draws for one number of items."""

    n = required(int, "Number of items")
    draws = required(float, "Mean number of draws")


class ExpectedDraws(ResponseSchema):
    """Expected draws as a function of n."""

    formula = required(str, "Formula in n, the number of items, and the parameters")
    examples = required(list[DrawsRecord], "Examples with the default parameters")


class AlgorithmRecord(ResponseSchema):
    """A shuffle."""

    name = required(str, "Name in a request", enum=list(SHUFFLES))
    summary = required(str, "The rule in one sentence")
    credit = required(str, "Author")
    year = required(int, "Year of publication")
    uniformity = required(Uniformity, "Degree of uniformity")
    default = required(bool, "Whether it is used by default")
    sparse = required(
        bool, "Whether it can draw a few items of a range too large for memory"
    )
    max_items = optional(int, "The most items that it takes, if any")
    multiple_of = optional(int, "The number of items must be a multiple of this")
    parameters = required(list[ParameterRecord], "Its own parameters")
    expected_draws = required(ExpectedDraws, "Expected draws of a complete shuffle")


class AlgorithmList(ResponseSchema):
    """The shuffles."""

    algorithms = required(list[AlgorithmRecord], "Every shuffle")


@blueprint.api_endpoint("", response=AlgorithmList, cache=CACHE_HOUR, short=SHORT_ALONE)
def list_algorithms(_: NoParameters) -> Body:
    """List the shuffles.

    Each has its author, its parameters, its uniformity and its expected number of draws.
    """
    return {"algorithms": [shuffle_to_json(shuffle) for shuffle in SHUFFLES.values()]}


@blueprint.api_endpoint(
    "/<name>", response=AlgorithmRecord, cache=CACHE_HOUR, short=SHORT_ALONE
)
def describe_algorithm(_: NoParameters, name: str) -> Body:
    """Describe one shuffle.

    The response has its author, its parameters, its uniformity and its expected number of draws.
    """
    return shuffle_to_json(shuffle_named(name))


def shuffle_to_json(shuffle: Shuffle) -> dict[str, Any]:
    """Return the members of an `AlgorithmRecord`, with the mean draws of complete shuffles as examples.

    Of fisher_yates `expected_draws` is {"formula": "n - 1", "examples": [{"n": 25, "draws": 24}, …]}.
    """
    record = members_of(shuffle, "name", "summary", "credit", "year", "uniformity")
    record["default"] = shuffle.name == DEFAULT_SHUFFLE
    record["sparse"] = shuffle.is_sparse
    if shuffle.sizes.most is not None:
        record["max_items"] = shuffle.sizes.most
    if shuffle.sizes.step > 1:
        record["multiple_of"] = shuffle.sizes.step
    record["parameters"] = [
        _parameter_to_json(parameter) for parameter in shuffle.parameters
    ]
    record["expected_draws"] = {
        "formula": shuffle.formula,
        "examples": _list_mean_draws(shuffle),
    }
    return record


def _list_mean_draws(shuffle: Shuffle) -> list[dict[str, Any]]:
    """Return the mean draws of complete shuffles of some sizes, by the default parameters of the shuffle."""
    examples = []
    for n in filter(shuffle.sizes.includes, EXAMPLE_SIZES):
        draws = shuffle.mean_draws(n, count=n, arguments=shuffle.defaults)
        examples.append({"n": n, "draws": round(draws, 2)})
    return examples


def _parameter_to_json(parameter: Parameter) -> dict[str, Any]:
    """Return a parameter with its default: a text also with its choices, a number with its minimum and maximum."""
    record = {
        "name": parameter.name,
        "meaning": parameter.meaning,
        "default": parameter.default,
    }
    if parameter.choices:
        return record | {"choices": parameter.choices}
    return record | {"minimum": parameter.min, "maximum": parameter.max}


ALGORITHMS = Capability("algorithms", blueprints=(blueprint,))
