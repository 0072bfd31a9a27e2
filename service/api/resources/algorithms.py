"""/v1/algorithms: what each shuffle does, costs, and whether it is uniform."""

from typing import Any

import marshmallow as ma

from service.api.http.blueprint import Blueprint, Body, Example
from service.api.http.responses import CACHE_HOUR
from service.api.schemas.requests import NoParameters, RequestSchema
from service.api.schemas.responses import ResponseSchema, optional, required
from service.core.shuffles.algorithms import Parameter, Shuffle, Uniformity
from service.core.shuffles.catalogue import SHUFFLES, shuffle_named
from service.core.shuffles.plans import DEFAULT_SHUFFLE

algorithms = Blueprint("algorithms", "/v1/algorithms", "The shuffles, who they are from and what they cost")

SIZES = (25, 52, 108, 144, 312, 1024)
NAME = ({"in": "path", "name": "name", "schema": {"type": "string", "enum": list(SHUFFLES)}, "example": "riffle"},)


class ParameterRecord(ResponseSchema):
    """A parameter of a shuffle."""

    name = ma.fields.String(**required("As a request gives it"))
    meaning = ma.fields.String(**required("What it says"))
    default = ma.fields.Raw(**required("What holds if it is left out", type=["integer", "string"]))
    minimum = ma.fields.Integer(**optional("The least value, of a number"))
    maximum = ma.fields.Integer(**optional("The greatest value, of a number"))
    choices = ma.fields.List(ma.fields.String(), **optional("The values, of a word"))


class DrawsRecord(ResponseSchema):
    """Expected draws for one n."""

    n = ma.fields.Integer(**required("Items"))
    draws = ma.fields.Float(**required("Draws on average"))


class ExpectedDraws(ResponseSchema):
    """Expected draws as a function of n."""

    formula = ma.fields.String(**required("In n, the number of items, and the parameters"))
    examples = ma.fields.List(ma.fields.Nested(DrawsRecord), **required("With the parameters' defaults"))


class AlgorithmRecord(ResponseSchema):
    """A shuffle."""

    name = ma.fields.String(**required("As a request gives it", enum=list(SHUFFLES)))
    summary = ma.fields.String(**required("How it works"))
    credit = ma.fields.String(**required("Who it is from"))
    year = ma.fields.Integer(**required("When it was published"))
    uniformity = ma.fields.String(**required("How near it is to uniform", enum=list(Uniformity)))
    default = ma.fields.Boolean(**required("Whether it is used if none is asked for"))
    sparse = ma.fields.Boolean(**required("Whether it can take a few items of a range too large to hold"))
    parameters = ma.fields.List(ma.fields.Nested(ParameterRecord), **required("Its own parameters"))
    expected_draws = ma.fields.Nested(ExpectedDraws, **required("What a whole shuffle of n items costs"))


class AlgorithmList(ResponseSchema):
    """The shuffles."""

    algorithms = ma.fields.List(ma.fields.Nested(AlgorithmRecord), **required("Every shuffle"))


@algorithms.api_endpoint("", arguments=RequestSchema, response=AlgorithmList, cache=CACHE_HOUR, example=Example())
def list_algorithms(_: NoParameters) -> Body:
    """List the shuffles."""
    return {"algorithms": [_record(shuffle) for shuffle in SHUFFLES.values()]}


@algorithms.api_endpoint(
    "/<name>",
    arguments=RequestSchema,
    response=AlgorithmRecord,
    cache=CACHE_HOUR,
    path=NAME,
    example=Example(path={"name": "riffle"}),
)
def describe_algorithm(_: NoParameters, name: str) -> Body:
    """Describe one shuffle."""
    return _record(shuffle_named(name))


def _record(shuffle: Shuffle) -> dict[str, Any]:
    return {
        "name": shuffle.name,
        "summary": shuffle.summary,
        "credit": shuffle.credit,
        "year": shuffle.year,
        "uniformity": shuffle.uniformity,
        "default": shuffle.name == DEFAULT_SHUFFLE,
        "sparse": shuffle.sparse is not None,
        "parameters": [_parameter(parameter) for parameter in shuffle.parameters],
        "expected_draws": {
            "formula": shuffle.formula,
            "examples": [{"n": n, "draws": round(shuffle.expect(n, n, shuffle.defaults), 2)} for n in SIZES],
        },
    }


def _parameter(parameter: Parameter) -> dict[str, Any]:
    record = {"name": parameter.name, "meaning": parameter.meaning, "default": parameter.default}
    if parameter.choices:
        return record | {"choices": parameter.choices}
    return record | {"minimum": parameter.least, "maximum": parameter.most}
