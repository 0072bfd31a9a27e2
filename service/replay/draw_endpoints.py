"""The endpoints that draw, for /v1/verify: their requests, which draw a response again, and their responses."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import marshmallow as ma

from ..core.draw_requests import read_members
from ..core.object_types import ObjectOf, describe
from ..core.seeded_request import SeededRequest
from ..core.value_types import Choice, ListOf, ValueType
from ..http.blueprint import Blueprint
from ..http.draws.prepared_draw import DrawRoute
from ..http.schemas.fields import BoundedList, Value
from ..http.schemas.request_schemas import RequestSchema, add_repeats

Response = Mapping[str, Any]
Reasons = Mapping[str, str]

ORIGINAL_ITEMS = "original_items"
"""The member with the list of the request, which a caller adds to the response."""


@dataclass(frozen=True, eq=False)
class DrawEndpoint:
    """An endpoint with random results: its route, and the members that its requests and responses may have."""

    route: DrawRoute

    @cached_property
    def single_schema(self) -> RequestSchema:
        return self.route.body()

    @cached_property
    def batch_schema(self) -> RequestSchema:
        return add_repeats(self.route.body)()

    @cached_property
    def has_list(self) -> bool:
        """Return whether a request has the caller's list, as the member `items`."""
        return "items" in self.single_schema.fields

    @cached_property
    def not_repeated(self) -> frozenset[str]:
        """Return the names of the parameters that the `request` of no response repeats.

        They are `sign`, as a signed response has no `request`, and `items`, which a caller adds as `original_items`.
        The seed and the index have the same mark, but `PreparedDraw.describe_request` adds them.
        """
        members = read_members(self.route.arguments.target).values()
        unrepeated = {member.name for member in members if not member.is_repeated}
        return frozenset(unrepeated - read_members(SeededRequest).keys())

    @cached_property
    def parameters(self) -> Mapping[str, ValueType | None]:
        """Return, by path such as `drums.max`, the value type of each parameter that the endpoint declares.

        A list has the value type of its items, an ignored member has None.
        """
        value_types: dict[str, ValueType | None] = {}
        for name, field in self.route.arguments().fields.items():
            value_types.update(_walk_parameter(name, field))
        return value_types

    def find_unknown(self, values: Mapping[str, Any]) -> Iterator[str]:
        """Yield members of objects, and names, that this version does not know in parameters and a later one may."""
        for name, value in values.items():
            yield from self._find_unknown(name, value)

    def _find_unknown(self, path: str, value: Any) -> Iterator[str]:
        """Yield what this version does not know in the value of the parameter at a path.

        It yields the path of an unknown member of an object, such as "where.color", or a path with an unknown name:
        "deck spanish28".
        """
        value_type = self.parameters.get(path)
        if isinstance(value, list):
            for item in value:
                yield from self._find_unknown(path, item)
        elif isinstance(value, Mapping) and path in self._objects_of_request:
            for name, member in value.items():
                inner = f"{path}.{name}"
                if inner in self.parameters:
                    yield from self._find_unknown(inner, member)
                else:
                    yield inner
        elif isinstance(value, str) and _may_be_later(value_type, value):
            yield f"{path} {value}"

    @cached_property
    def _objects_of_request(self) -> frozenset[str]:
        """Return the paths of parameters that are objects, or lists of objects, with known members."""
        return frozenset(path.rpartition(".")[0] for path in self.parameters)

    @cached_property
    def members(self) -> Mapping[str, bool]:
        """Return the path of each member of a response, such as `hands.seat`, and whether 1.0.0 lacks it."""
        return dict(_walk_members(self.route.schemas.single)) | dict(
            _walk_members(self.route.schemas.batch)
        )

    def adapt(self, expected: Any, response: Any, path: str = "") -> Iterator[str]:
        """Adapt an expected response to the version that made the response to check.

        Remove expected members that are later than 1.0.0 and not in the response. Add members of the response that this
        version does not know, and yield their paths. `path` is the path of both values, "" for whole responses. If
        {"seat": 1} is expected at `hands`, and {"seat": 1, "color": "red"} was sent, add `color` and yield
        "hands.color".
        """
        if isinstance(expected, list) and isinstance(response, list):
            for expected_item, item in zip(expected, response, strict=False):
                yield from self.adapt(expected_item, item, path)
        elif isinstance(expected, dict) and isinstance(response, dict):
            yield from self._adapt_object(expected, response, path and f"{path}.")

    def _adapt_object(
        self, expected: dict[str, Any], response: dict[str, Any], prefix: str
    ) -> Iterator[str]:
        """Adapt an object as `adapt` does; `prefix` precedes the names of its members in their paths."""
        for name in expected.keys() - response.keys():
            is_later = self.members.get(prefix + name)
            if is_later:
                del expected[name]
        for name, value in response.items():
            path = prefix + name
            is_known = path in self.members or path == ORIGINAL_ITEMS
            if name not in expected and not is_known:
                expected[name] = value
                yield path
            elif path in self._objects:
                yield from self.adapt(expected.get(name), value, path)

    @cached_property
    def _objects(self) -> frozenset[str]:
        """Return the paths of members that are objects, or lists of objects, with documented members."""
        return frozenset(path.rpartition(".")[0] for path in self.members)


@cache
def _describe_endpoint(route: DrawRoute) -> DrawEndpoint:
    """Return the endpoint of a route. It is cached, so that its schemas are built once."""
    return DrawEndpoint(route)


def list_draw_endpoints(blueprints: Iterable[object]) -> Mapping[str, DrawEndpoint]:
    """Return, by URL rule, the endpoints with random results of all blueprints of the API in `blueprints`."""
    return {
        route.rule: _describe_endpoint(route)
        for blueprint in blueprints
        if isinstance(blueprint, Blueprint)
        for route in blueprint.draw_routes
    }


def _may_be_later(value_type: ValueType | None, name: str) -> bool:
    """Return whether a later version may know a name that this version does not know."""
    if not isinstance(value_type, Choice) or not value_type.grows:
        return False
    return name != "" and not value_type.fits(name)


def _walk_parameter(
    path: str, field: ma.fields.Field[Any]
) -> Iterator[tuple[str, ValueType | None]]:
    """Yield the path and the value type of a parameter, and of each member of the objects in it."""
    while isinstance(field, BoundedList):
        field = field.inner
    if isinstance(field, ma.fields.Nested):
        yield path, None
        for name, inner in field.schema.fields.items():
            yield from _walk_parameter(f"{path}.{name}", inner)
    elif isinstance(field, Value):
        yield from _walk_value_type(path, field.value_type)


def _walk_value_type(
    path: str, value_type: ValueType
) -> Iterator[tuple[str, ValueType | None]]:
    """Yield a path with its value type, for a list with the value type of its items; go on into members of objects."""
    while isinstance(value_type, ListOf):
        value_type = value_type.item
    yield path, value_type
    if isinstance(value_type, ObjectOf):
        for name, (inner, _) in describe(value_type.members).items():
            yield from _walk_value_type(f"{path}.{name}", inner)
        for name in value_type.ignored:
            yield f"{path}.{name}", None


def _walk_members(
    schema: type[ma.Schema] | ma.Schema, path: str = ""
) -> Iterator[tuple[str, bool]]:
    """Yield each member's path, such as `hands.seat`, and whether it is later than 1.0.0 (its field has `since`)."""
    for name, field in schema._declared_fields.items():
        inner = field
        is_later = "since" in field.metadata
        while isinstance(inner, ma.fields.List):
            inner = inner.inner
            is_later |= "since" in inner.metadata
        yield path + name, is_later
        if isinstance(inner, ma.fields.Nested):
            yield from _walk_members(inner.schema, f"{path}{name}.")
