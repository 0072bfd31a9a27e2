import re
from collections.abc import Callable
from typing import Any

from service.api.blueprints import BLUEPRINTS
from service.api.http.blueprint import Operation
from tests.tables import Test, for_each

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
    path = operation.example.path
    parameters = {
        name: value
        for name, value in operation.example.arguments.items()
        if name != "seed"
    }
    return re.sub("<(.*?)>", lambda name: path[name[1]], operation.rule), parameters
