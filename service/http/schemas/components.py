"""The components of the OpenAPI document that requests share, by the dataclass whose fields they have.

A component is a schema with a name that ends with "Parameters". The schema of a request finds its components by the
bases of its dataclass, so that only the dataclass says which parameters a request has.
"""

from collections.abc import Sequence
from dataclasses import is_dataclass
from typing import Any

_PARAMETERS = "Parameters"
_component_by_dataclass: dict[type, Any] = {}
_schema_without_component: dict[type, str] = {}
"""By a dataclass that had no component when a schema needed it: the name of the schema, which has the fields itself."""


def is_component(name: str) -> bool:
    """Return whether a request schema of this name is a component, which several requests may have."""
    return name.endswith(_PARAMETERS)


def add_component(component: type, target: type) -> None:
    """Keep the component of a dataclass.

    Raises `TypeError` if the dataclass has another component, or if a schema needed the component before it was there.
    """
    if target in _component_by_dataclass:
        other = _component_by_dataclass[target].__name__
        raise TypeError(
            f"{target.__name__} has the component {other}; it cannot have {component.__name__} too."
        )
    if target in _schema_without_component:
        schema = _schema_without_component[target]
        raise TypeError(
            f"{schema} needs {component.__name__}: import {component.__module__} before it."
        )
    _component_by_dataclass[target] = component


def find_components(target: type, schema: str) -> Sequence[Any]:
    """Return the components with fields of a dataclass, in the order of its bases.

    `class GameOptions(GamePacks, TableOptions)` has [GamePackParameters, PlayersParameters]. `schema` is the name of
    the schema that takes the components as bases.
    """
    found = _find_nearest(target)
    covered = {base for component in found for base in component.target.__mro__}
    for base in target.__mro__[1:]:
        if is_dataclass(base) and base not in covered:
            _schema_without_component.setdefault(base, schema)
    return [
        component
        for component in found
        if not any(component in other.__mro__[1:] for other in found)
    ]


def _find_nearest(cls: type) -> list[Any]:
    """Return the component of a dataclass; if it has none, the nearest components of its bases."""
    if cls in _component_by_dataclass:
        return [_component_by_dataclass[cls]]
    return [component for base in cls.__bases__ for component in _find_nearest(base)]
