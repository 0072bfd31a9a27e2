"""/v1/problems: what each kind of problem means; the `type` of a problem leads here."""

import marshmallow as ma

from service.api.http.blueprint import Blueprint, Body, Example
from service.api.http.problems import PROBLEMS, Kind
from service.api.http.responses import AN_HOUR
from service.api.schemas.requests import Asks, Nothing
from service.api.schemas.responses import Answer, member
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


class ProblemKind(Answer):
    """A kind of problem."""

    name = ma.fields.String(**member("The last part of the type of such a problem", enum=list(PROBLEMS)))
    status = ma.fields.Integer(**member("The HTTP status"))
    title = ma.fields.String(**member("The title of such a problem"))
    meaning = ma.fields.String(**member("What is the matter"))


class ProblemKinds(Answer):
    """The kinds of problem."""

    problems = ma.fields.List(ma.fields.Nested(ProblemKind), **member("Every kind"))


@problems.resource("", asks=Asks, answers=ProblemKinds, caching=AN_HOUR, example=Example())
def list_problems(_: Nothing) -> Body:
    """List the kinds of problem."""
    return {"problems": [_record(kind) for kind in PROBLEMS.values()]}


@problems.resource(
    "/<name>",
    asks=Asks,
    answers=ProblemKind,
    caching=AN_HOUR,
    path=NAME,
    example=Example(path={"name": "refused"}),
)
def describe_problem(_: Nothing, name: str) -> Body:
    """Explain one kind of problem."""
    return _record(entry("problem", PROBLEMS, name))


def _record(kind: Kind) -> dict[str, str | int]:
    return {"name": kind.name, "status": kind.status, "title": kind.title, "meaning": kind.meaning}
