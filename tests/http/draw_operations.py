"""The operations of endpoints that draw, and requests that try each of their parameters."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import marshmallow as ma

from service.blueprints import BLUEPRINTS
from service.core.draw_requests import Member, read_members
from service.http.blueprint import Operation
from tests.tables import Test, for_each, read_table
from tools.openapi.schemas import is_of_file
from tools.url_rules import fill_rule

OF_EVERY_DRAW = ("seed", "index", "sign", "prove")
"""The parameters that other tests try with every operation."""

DRAW_OPERATIONS = [
    operation
    for blueprint in BLUEPRINTS
    for operation in blueprint.operations
    if "sign" in operation.schema.fields
]


def for_each_operation(operations: list[Operation]) -> Callable[[Test], Test]:
    return for_each("operation", operations, ids=lambda operation: operation.name)


def get_example(operation: Operation) -> tuple[str, dict[str, Any]]:
    """Return the path of an operation's example, and its parameters without the seed."""
    assert operation.example
    path = fill_rule(operation.rule, operation.example.path)
    parameters = {
        name: value
        for name, value in operation.example.arguments.items()
        if name != "seed"
    }
    return path, parameters


class ParameterRequest(NamedTuple):
    """A request with a parameter that makes a difference to it."""

    operation: Operation
    member: Member
    path: str
    body: dict[str, Any]

    @property
    def name(self) -> str:
        """Such as "sides of roll_dice_post"."""
        return f"{self.member.name} of {self.operation.name}"


_ENTRIES: Mapping[str, Mapping[str, Any]] = read_table("http/parameters.yaml")


def list_parameter_requests() -> Iterator[ParameterRequest]:
    """Yield a seeded POST for each parameter of each endpoint that draws.

    Parameters of files and of every draw are left out, and those that an endpoint refuses.
    """
    for operation in DRAW_OPERATIONS:
        if operation.method == "POST" and "repeats" not in operation.schema.fields:
            entries = _ENTRIES.get(operation.name, {})
            for name, field in operation.schema.fields.items():
                is_refused = name in entries and entries[name] is None
                is_elsewhere = name in OF_EVERY_DRAW or is_of_file(field)
                if not is_refused and not is_elsewhere:
                    yield _make_request(operation, name, entries.get(name, {}))


def _make_request(
    operation: Operation, parameter: str, entry: Mapping[str, Any]
) -> ParameterRequest:
    path, example = get_example(operation)
    if parameter in example:
        own = {}
    elif parameter in _ENTRIES["any"]:
        own = _ENTRIES["any"][parameter]
    else:
        own = {parameter: _find_value(operation.schema.fields[parameter])}
    body = {"seed": "42"} | entry.get("body", example | own)
    if body["seed"] is None:
        del body["seed"]
    schema: Any = operation.schema
    member = read_members(schema.target)[parameter]
    return ParameterRequest(operation, member, entry.get("path", path), body)


def _find_value(field: ma.fields.Field[Any]) -> Any:
    """Return a value of a parameter that is not its default."""
    default = field.metadata.get("default")
    if isinstance(default, bool):
        return not default
    return field.metadata.get("example")
