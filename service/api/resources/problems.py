"""/v1/problems: the types of problems, to which the member `type` of a problem leads."""

import marshmallow as ma

from service.api.http.blueprint import Blueprint, Body, Example
from service.api.http.problems import PROBLEMS, ProblemType
from service.api.http.responses import CACHE_HOUR
from service.api.schemas.requests import NoParameters, RequestSchema
from service.api.schemas.responses import ResponseSchema, required
from service.core.errors import get_entry

problems = Blueprint("problems", "/v1/problems", "The types of problems")

NAME = (
    {
        "in": "path",
        "name": "name",
        "schema": {"type": "string", "enum": list(PROBLEMS)},
        "example": "refused",
    },
)


class ProblemTypeRecord(ResponseSchema):
    """A type of problem."""

    name = ma.fields.String(**required("The last part of the `type`", enum=list(PROBLEMS)))
    status = ma.fields.Integer(**required("The HTTP status"))
    title = ma.fields.String(**required("The title"))
    meaning = ma.fields.String(**required("The meaning"))


class ProblemTypeList(ResponseSchema):
    """The types of problems."""

    problems = ma.fields.List(ma.fields.Nested(ProblemTypeRecord), **required("Every type"))


@problems.api_endpoint("", arguments=RequestSchema, response=ProblemTypeList, cache=CACHE_HOUR, example=Example())
def list_problems(_: NoParameters) -> Body:
    """List the types of problems.

    A problem is any response with a status of 400 or more. Its `type` is the path of one of these.
    """
    return {"problems": [_record(problem_type) for problem_type in PROBLEMS.values()]}


@problems.api_endpoint(
    "/<name>",
    arguments=RequestSchema,
    response=ProblemTypeRecord,
    cache=CACHE_HOUR,
    path=NAME,
    example=Example(path={"name": "refused"}),
)
def describe_problem(_: NoParameters, name: str) -> Body:
    """Describe a type of problem.

    The `type` of a problem is this path.
    """
    return _record(get_entry("problem", PROBLEMS, name))


def _record(problem_type: ProblemType) -> dict[str, str | int]:
    return {
        "name": problem_type.name,
        "status": problem_type.status,
        "title": problem_type.title,
        "meaning": problem_type.meaning,
    }
