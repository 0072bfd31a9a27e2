"""Each parameter is declared in one place or two; those that are declared in more are known."""

import ast
import inspect
import textwrap
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache

import marshmallow as ma

from service.blueprints import BLUEPRINTS
from service.http.blueprint import Operation
from service.http.schemas.request_schemas import OneOfSchema, RequestSchema

MAX_PLACES = 2

EXCEPTIONS: Mapping[str, str] = {
    "/v1/integers/draw drums": "a list of objects, which has a schema of its own",
    "/v1/items/deal piles": "a list of objects, which has a schema of its own",
    "/v1/orders/rank hands": "a list of objects, which has a schema of its own",
}
"""Parameters with more places, each with the reason."""


@cache
def assigned_names(cls: type) -> frozenset[str]:
    """Return the names in the body of a class that are assigned the result of a call, as fields are."""
    try:
        [body] = ast.parse(textwrap.dedent(inspect.getsource(cls))).body
    except (OSError, TypeError):  # a class that a function made
        return frozenset()
    assignments = [
        node for node in getattr(body, "body", ()) if isinstance(node, ast.Assign)
    ]
    return frozenset(
        target.id
        for node in assignments
        if isinstance(node.value, ast.Call)
        for target in node.targets
        if isinstance(target, ast.Name)
    )


def classes_that_declare(schema: type[ma.Schema], name: str) -> Iterator[str]:
    """Yield the classes of a schema that declare a field by hand."""
    for cls in schema.__mro__:
        if name in assigned_names(cls):
            yield f"{cls.__module__}.{cls.__name__}"


def declaring_dataclass(target: type, name: str) -> str:
    """Return the dataclass of a request that annotates a field."""
    names = [
        cls for cls in target.__mro__ if name in vars(cls).get("__annotations__", {})
    ]
    return f"{names[0].__module__}.{names[0].__name__}" if names else ""


def places_of(operation: Operation, schema: RequestSchema) -> Iterator[tuple[str, str]]:
    """Yield each parameter of an operation with each place that declares it."""
    responses = [
        response
        for response in operation.content.values()
        if isinstance(response, type)
    ]
    for name in schema.fields:
        for place in classes_that_declare(type(schema), name):
            yield name, place
        dataclass = declaring_dataclass(schema.target, name)
        if dataclass:
            yield name, dataclass
        for response in responses:
            for place in classes_that_declare(response, name):
                yield name, place


def count_places() -> Mapping[str, set[str]]:
    """Return the places of every parameter by path and name; the path of a batch is the path of its single draw.

    Where a path accepts one of several schemas, the parameters of each are by its name.
    """
    places = defaultdict(set)
    for operation in (
        operation for blueprint in BLUEPRINTS for operation in blueprint.operations
    ):
        path = operation.rule.removesuffix("/batch")
        schema = operation.schema
        named = {path: schema} if not isinstance(schema, OneOfSchema) else {}
        named |= {
            f"{path} {type(entry).__name__}": entry
            for entry in getattr(schema, "schemas", ())
        }
        for owner, entry in named.items():
            for name, place in places_of(operation, entry):
                places[f"{owner} {name}"].add(place)
    return places


def test_each_parameter_is_declared_once_or_twice_and_exceptions_more_often() -> None:
    many = {
        parameter: sorted(places)
        for parameter, places in count_places().items()
        if len(places) > MAX_PLACES
    }
    assert many.keys() == EXCEPTIONS.keys(), many
