"""Requests of several kinds to one endpoint: what is there in the body says which kind it is."""

from collections.abc import Mapping
from typing import Any, ClassVar

from service.api.schemas.requests import RequestSchema
from service.core.errors import Refused


class Alternative(RequestSchema):
    """One kind of request. `matched_by` says in words what it is known by, `fits` whether a body has that."""

    matched_by: ClassVar[str]

    @classmethod
    def matches(cls, body: Mapping[str, Any]) -> bool:
        """Whether a body is of this kind."""
        raise NotImplementedError


class OneOfSchema:
    """Kinds of requests; a body is of the first that it fits."""

    def __init__(self, *kinds: type[Alternative]) -> None:
        self.schemas = [kind() for kind in kinds]

    @property
    def fields(self) -> dict[str, Any]:
        """The fields of all of them."""
        return {name: field for schema in self.schemas for name, field in schema.fields.items()}

    def of(self, body: Mapping[str, Any]) -> RequestSchema:
        """The schema of a body. Raises `Refused` if it is of no kind."""
        for schema in self.schemas:
            if schema.matches(body):
                return schema
        raise Refused("body", f"Must be one of: {'; '.join(schema.matched_by for schema in self.schemas)}.")
