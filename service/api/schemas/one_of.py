"""Requests of several kinds to one endpoint: what is there in the body says which kind it is."""

from collections.abc import Mapping
from typing import Any, ClassVar

from service.api.schemas.requests import Asks
from service.core.errors import Refused


class Alternative(Asks):
    """One kind of request. `told_by` says in words what it is known by, `fits` whether a body has that."""

    told_by: ClassVar[str]

    @classmethod
    def fits(cls, body: Mapping[str, Any]) -> bool:
        """Whether a body is of this kind."""
        raise NotImplementedError


class Alternatives:
    """Kinds of requests; a body is of the first that it fits."""

    def __init__(self, *kinds: type[Alternative]) -> None:
        self.schemas = [kind() for kind in kinds]

    @property
    def fields(self) -> dict[str, Any]:
        """The fields of all of them."""
        return {name: field for schema in self.schemas for name, field in schema.fields.items()}

    def of(self, body: Mapping[str, Any]) -> Asks:
        """The schema of a body. Raises `Refused` if it is of no kind."""
        for schema in self.schemas:
            if schema.fits(body):
                return schema
        raise Refused("body", f"Must be one of: {'; '.join(schema.told_by for schema in self.schemas)}.")
