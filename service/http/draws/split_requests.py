"""Split a request that draws into its seed and all else: one draw is prepared for any seed.

A request is split once: `split_request` keeps what it returns in the environment of the request.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

import orjson
from flask import Request

from ...core.rng.streams import Randomness
from ..body_parsing import parse_body, split_seed_of_body
from ..query_parsing import parse_query, reject_body, split_seed, validate_query
from ..request_validation import validate
from ..schemas.request_schemas import RequestSchema

MAX_SPLIT_BODY = 512  # bytes, with the seed

_SPLIT = "shuffle_and_deal.split"
_UNSPLIT: tuple[bytes, Randomness | None] = (b"", None)


class SplitRequest(Protocol):
    """A request in a query or a body: its `randomness`, which is its seed and index, and `seedless`, all else as bytes.

    A request that cannot be split has no randomness, and nothing in `seedless`.
    """

    seedless: bytes
    randomness: Randomness | None

    def read(self) -> Mapping[str, Any]:
        """Return all parameters."""

    def names_one_of(self, parameters: Iterable[str]) -> bool:
        """Return whether the request has one of these parameters. It must have been split."""

    def validate(self) -> Any:
        """Return the dataclass that the schema makes of the request without its seed. It must have been split."""


class SplitQuery:
    """A request in a query. Raises `Malformed` if it has a body too."""

    def __init__(self, client_request: Request, schema: RequestSchema) -> None:
        environ = client_request.environ
        reject_body(environ)
        self._query = environ.get("QUERY_STRING", "").encode("latin-1")
        self._schema = schema
        self.seedless, self.randomness = split_seed(self._query, schema) or _UNSPLIT

    def read(self) -> Mapping[str, Any]:
        return parse_query(self._schema, self._query)

    def names_one_of(self, parameters: Iterable[str]) -> bool:
        return any(f"{name}=".encode() in self.seedless for name in parameters)

    def validate(self) -> Any:
        return validate_query(self._schema, self.seedless)


class SplitBody:
    """A request in a body; only a small one is split. Raises what `parse_body` raises."""

    def __init__(self, client_request: Request, schema: RequestSchema) -> None:
        self._parameters = schema.read_integers(parse_body(client_request))
        self._schema = schema
        is_small = 0 < (client_request.content_length or 0) <= MAX_SPLIT_BODY
        split = split_seed_of_body(self._parameters) if is_small else None
        self.seedless, self.randomness = split or _UNSPLIT

    def read(self) -> Mapping[str, Any]:
        return self._parameters

    def names_one_of(self, parameters: Iterable[str]) -> bool:
        return not self._parameters.keys().isdisjoint(parameters)

    def validate(self) -> Any:
        return validate(self._schema, orjson.loads(self.seedless))


def split_request(client_request: Request, schema: RequestSchema) -> SplitRequest:
    """Return the running request, split. Raises the error of a problem if it cannot be read."""
    environ = client_request.environ
    known: SplitRequest | None = environ.get(_SPLIT)
    if known is None:
        kind = SplitBody if environ["REQUEST_METHOD"] == "POST" else SplitQuery
        known = kind(client_request, schema)
        environ[_SPLIT] = known
    return known
