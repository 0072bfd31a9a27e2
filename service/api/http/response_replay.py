"""Recover requests from responses for /v1/verify: find the endpoint that sent a response, and its parameters.

A seeded response names everything that it depends on, so it is its own receipt. The application does not start if
/v1/verify cannot recover the requests of an endpoint.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import marshmallow as ma

from service.api.http.draw_response import DrawResponse
from service.api.schemas.request_schemas import RequestSchema, batch_of
from service.api.schemas.response_schemas import DrawSchemas
from service.core.errors import Refused

Response = Mapping[str, Any]
Reasons = Mapping[str, str]

ORIGINAL_ITEMS = "original_items"
"""The member that a caller adds to a response of /v1/items: the list of the request."""

_NEVER_REPEATED = {"sign", "prove", "only"}
"""Parameters in no response: a signed response has no seed, a proved one has its proof, `only` becomes `exclude`."""


@dataclass(frozen=True, kw_only=True)
class Replay:
    """The way in which /v1/verify recovers the requests of an endpoint whose responses do not repeat every parameter.

    `recovered` names the missing parameters. `recover` takes the first result and the response, and returns those that
    the results imply. `reconcile` takes the response to the recovered request and the response to check, and returns
    the expected response and, by member, the reason why the member cannot be checked. `mark` is a member that only
    responses of this endpoint have, `without` a member that they never have.
    """

    recovered: Collection[str] = ()
    recover: Callable[[Response, Response], dict[str, Any]] = lambda *_: {}
    reconcile: Callable[[Response, Response], tuple[Response, Reasons]] = lambda expected, _: (expected, {})
    mark: str | None = None
    without: str | None = None


@dataclass(frozen=True)
class DrawEndpoint:
    """An endpoint with random results: its URL rule, its view, the schemas of its request and response."""

    rule: str
    view: Callable[..., DrawResponse]
    arguments: type[RequestSchema]
    schemas: DrawSchemas
    path: Sequence[str]
    replay: Replay

    @cached_property
    def result_fields(self) -> Mapping[str, ma.fields.Field[Any]]:
        return self.schemas.result._declared_fields

    @cached_property
    def single_schema(self) -> RequestSchema:
        return self.arguments()

    @cached_property
    def batch_schema(self) -> RequestSchema:
        return batch_of(self.arguments)()

    @cached_property
    def identifying(self) -> frozenset[str]:
        """Return the members that identify a response: of every result since 1.0.0, of the path, and the mark."""
        required = {
            name for name, field in self.result_fields.items() if field.required and "since" not in field.metadata
        }
        return frozenset({*required, *self.path, *filter(None, [self.replay.mark])})

    def matches(self, response: Response) -> bool:
        return self.identifying <= response.keys() and self.replay.without not in response

    @cached_property
    def members(self) -> Mapping[str, bool]:
        """Return the path of each member of a response, such as `hands.seat`, and whether 1.0.0 lacks it."""
        return dict(_walk_members(self.schemas.single)) | dict(_walk_members(self.schemas.batch))

    def is_known(self, name: str) -> bool:
        """Return whether `name` is a member of responses, a parameter of requests, or `ORIGINAL_ITEMS`."""
        return name in self.members or name in self.batch_schema.fields or name == ORIGINAL_ITEMS

    def adapt(self, expected: Any, response: Any, is_known: Callable[[str], bool], path: str = "") -> Iterator[str]:
        """Adapt an expected response to the version that made the response to check.

        Remove expected members that are later than 1.0.0 and not in the response. Add members of the response that this
        version does not have, and yield their paths. `is_known` says of a name whether any response may have it.
        """
        if isinstance(expected, list) and isinstance(response, list):
            for pair in zip(expected, response, strict=False):
                yield from self.adapt(*pair, is_known, path)
        elif isinstance(expected, dict) and isinstance(response, dict):
            prefix = path and f"{path}."
            for name in expected.keys() - response.keys():
                if self.members.get(prefix + name):
                    del expected[name]
            for name, value in response.items():
                inner = prefix + name
                if name not in expected and not (is_known(name) if not path else inner in self.members):
                    expected[name] = value
                    yield inner
                elif inner in self._objects:
                    yield from self.adapt(expected.get(name), value, is_known, inner)

    @cached_property
    def _objects(self) -> frozenset[str]:
        """Return the paths of members that are objects, or lists of objects, with documented members."""
        return frozenset(path.rpartition(".")[0] for path in self.members)

    def first_result(self, response: Response) -> Response:
        """Return the members of the first result. Raises `Refused` for a member that is not a list, but must be one."""
        members = {member: response[member] for member in self.result_fields if member in response}
        if "repeats" in response:
            has_results = response.get("matches") != []
            columns = {member: check_list(member, column, min_length=has_results) for member, column in members.items()}
            members = {member: next(iter(column), []) for member, column in columns.items()}
        for member, field in self.result_fields.items():
            if isinstance(field, ma.fields.List) and member in members:
                check_list(member, members[member])
        return members

    def check(self, endpoints: Iterable["DrawEndpoint"]) -> None:
        """Raise `UnknownRequest` if a response lacks a parameter, or looks like a response of one of `endpoints`."""
        fields = self.schemas.single._declared_fields
        parameters = fields.keys() - self.result_fields.keys()
        if missing_names := self.single_schema.fields.keys() - parameters - {*self.replay.recovered} - _NEVER_REPEATED:
            names = ", ".join(sorted(missing_names))
            raise UnknownRequest(f"{self.rule}: its responses lack {names}; give its draw_endpoint a replay.")
        response = {name: None for name, field in fields.items() if field.required or name == self.replay.mark}
        for neighbour in endpoints:
            if neighbour.matches(response) and len(neighbour.identifying) >= len(self.identifying):
                raise UnknownRequest(f"Responses of {self.rule} look like those of {neighbour.rule}; give one a mark.")


def _walk_members(schema: type[ma.Schema] | ma.Schema, path: str = "") -> Iterator[tuple[str, bool]]:
    """Yield each member's path, such as `hands.seat`, and whether it is later than 1.0.0 (its field has `since`)."""
    for name, field in schema._declared_fields.items():
        inner, is_later = field, "since" in field.metadata
        while isinstance(inner, ma.fields.List):
            inner = inner.inner
            is_later |= "since" in inner.metadata
        yield path + name, is_later
        if isinstance(inner, ma.fields.Nested):
            yield from _walk_members(inner.schema, f"{path}{name}.")


class UnknownRequest(Exception):
    """/v1/verify could not recover the requests of an endpoint that draws."""


def check_list(member: str, value: Any, min_length: int = 0) -> list[Any]:
    """Return a member that must be a list. Raises `Refused`."""
    if not isinstance(value, list) or len(value) < min_length:
        raise Refused(member, "Must be a list, as in the original response.")
    return value


def check_endpoints(endpoints: Iterable[DrawEndpoint]) -> None:
    """Raise `UnknownRequest`, which names the endpoint, if /v1/verify cannot recover a request from its response."""
    all_endpoints = list(endpoints)
    for endpoint in all_endpoints:
        endpoint.check(neighbour for neighbour in all_endpoints if neighbour is not endpoint)
