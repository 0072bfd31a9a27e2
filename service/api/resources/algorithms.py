"""/v1/algorithms: the shuffles, with their parameters, cost and uniformity."""

from typing import Any

import marshmallow as ma

from service.api.http.blueprint import Blueprint, Body, path_parameter
from service.api.http.responses import CACHE_HOUR
from service.api.schemas.requests import NoParameters
from service.api.schemas.responses import ResponseSchema, TextList, list_schema, members_of, optional, required
from service.core.shuffles.algorithms import SHUFFLES, Parameter, Shuffle, Uniformity, shuffle_named
from service.core.shuffles.plans import DEFAULT_SHUFFLE

SHUFFLE = (path_parameter("name", "riffle", enum=list(SHUFFLES)),)

algorithms = Blueprint("algorithms", "/v1/algorithms", "The shuffles, with their authors and costs", SHUFFLE)

EXAMPLE_SIZES = (25, 52, 108, 144, 312, 1024)


class ParameterRecord(ResponseSchema):
    """A parameter of a shuffle."""

    name = ma.fields.String(**required("Name in a request"))
    meaning = ma.fields.String(**required("Meaning"))
    default = ma.fields.Raw(**required("Default value: a number or a string"))
    minimum = ma.fields.Integer(**optional("Minimum of a number"))
    maximum = ma.fields.Integer(**optional("Maximum of a number"))
    choices = TextList(**optional("The accepted values of a string"))


class DrawsRecord(ResponseSchema):
    """Expected draws for one number of items."""

    n = ma.fields.Integer(**required("Number of items"))
    draws = ma.fields.Float(**required("Mean number of draws"))


class ExpectedDraws(ResponseSchema):
    """Expected draws as a function of n."""

    formula = ma.fields.String(**required("Formula in n, the number of items, and the parameters"))
    examples = ma.fields.List(ma.fields.Nested(DrawsRecord), **required("Examples with the default parameters"))


class AlgorithmRecord(ResponseSchema):
    """A shuffle."""

    name = ma.fields.String(**required("Name in a request", enum=list(SHUFFLES)))
    summary = ma.fields.String(**required("The rule in one sentence"))
    credit = ma.fields.String(**required("Author"))
    year = ma.fields.Integer(**required("Year of publication"))
    uniformity = ma.fields.String(**required("Degree of uniformity", enum=list(Uniformity)))
    default = ma.fields.Boolean(**required("Whether it is used by default"))
    sparse = ma.fields.Boolean(**required("Whether it can draw a few items of a range too large for memory"))
    parameters = ma.fields.List(ma.fields.Nested(ParameterRecord), **required("Its own parameters"))
    expected_draws = ma.fields.Nested(ExpectedDraws, **required("Expected draws of a complete shuffle"))


AlgorithmList = list_schema("AlgorithmList", "algorithms", AlgorithmRecord, "Every shuffle")


@algorithms.api_endpoint("", response=AlgorithmList, cache=CACHE_HOUR)
def list_algorithms(_: NoParameters) -> Body:
    """List the shuffles.

    Each has its author, its parameters, its uniformity and its expected number of draws.
    """
    return {"algorithms": [shuffle_to_json(shuffle) for shuffle in SHUFFLES.values()]}


@algorithms.api_endpoint("/<name>", response=AlgorithmRecord, cache=CACHE_HOUR)
def describe_algorithm(_: NoParameters, name: str) -> Body:
    """Describe one shuffle.

    The response has its author, its parameters, its uniformity and its expected number of draws.
    """
    return shuffle_to_json(shuffle_named(name))


def shuffle_to_json(shuffle: Shuffle) -> dict[str, Any]:
    """Return what the list has of a shuffle."""
    return {
        **members_of(shuffle, "name", "summary", "credit", "year", "uniformity"),
        "default": shuffle.name == DEFAULT_SHUFFLE,
        "sparse": shuffle.sparse is not None,
        "parameters": [_parameter_to_json(parameter) for parameter in shuffle.parameters],
        "expected_draws": {
            "formula": shuffle.formula,
            "examples": [
                {"n": n, "draws": round(shuffle.expected_cost(n, n, shuffle.defaults), 2)} for n in EXAMPLE_SIZES
            ],
        },
    }


def _parameter_to_json(parameter: Parameter) -> dict[str, Any]:
    record = {"name": parameter.name, "meaning": parameter.meaning, "default": parameter.default}
    if parameter.choices:
        return record | {"choices": parameter.choices}
    return record | {"minimum": parameter.min, "maximum": parameter.max}
