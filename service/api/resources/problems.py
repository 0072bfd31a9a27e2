"""/v1/problems: what each kind of problem means; the `type` of a problem leads here."""

import marshmallow as ma

from service.api.http.blueprint import Blueprint, Body, Example
from service.api.http.problems import PROBLEMS, ProblemType
from service.api.http.responses import CACHE_HOUR
from service.api.schemas.requests import NoParameters, RequestSchema
from service.api.schemas.responses import ResponseSchema, required
from service.core.errors import entry

problems = Blueprint("problems", "/v1/problems", "The kinds of problem that a request can meet")

NAME = (
    {
        "in": "path",
        "name": "name",
        "schema": {"type": "string", "enum": list(PROBLEMS)},
        "example": "refused",
    },
)


class ProblemKind(ResponseSchema):
    """A kind of problem."""

    name = ma.fields.String(**required("The last part of the type of such a problem", enum=list(PROBLEMS)))
    status = ma.fields.Integer(**required("The HTTP status"))
    title = ma.fields.String(**required("The title of such a problem"))
    meaning = ma.fields.String(**required("What is the matter"))


class ProblemKinds(ResponseSchema):
    """The kinds of problem."""

    problems = ma.fields.List(ma.fields.Nested(ProblemKind), **required("Every kind"))


@problems.api_endpoint("", arguments=RequestSchema, response=ProblemKinds, cache=CACHE_HOUR, example=Example())
def list_problems(_: NoParameters) -> Body:
    """List the kinds of problem."""
    return {"problems": [_record(kind) for kind in PROBLEMS.values()]}


@problems.api_endpoint(
    "/<name>",
    arguments=RequestSchema,
    response=ProblemKind,
    cache=CACHE_HOUR,
    path=NAME,
    example=Example(path={"name": "refused"}),
)
def describe_problem(_: NoParameters, name: str) -> Body:
    """Explain one kind of problem."""
    return _record(entry("problem", PROBLEMS, name))


def _record(kind: ProblemType) -> dict[str, str | int]:
    return {"name": kind.name, "status": kind.status, "title": kind.title, "meaning": kind.meaning}
