"""An endpoint that accepts several schemas: the members of the body select one."""

from collections.abc import Mapping
from typing import Any, ClassVar

from service.api.schemas.requests import RequestSchema
from service.core.errors import Refused


class Alternative(RequestSchema):
    """A schema that `OneOfSchema` can select; `description` names it where a body matches none."""

    description: ClassVar[str]

    @classmethod
    def matches(cls, body: Mapping[str, Any]) -> bool:
        """Return whether this schema is the one for a body."""
        raise NotImplementedError

    @classmethod
    def read_members(cls, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the members that this schema validates, by default those of the body."""
        return body


class OneOfSchema:
    """Alternative schemas of one endpoint; the first that matches a body validates it.

    `name` is that of the component of the OpenAPI document, which is any object: few generators can make a union.
    """

    def __init__(self, name: str, *alternatives: type[Alternative]) -> None:
        self.name = name
        self.schemas = [alternative() for alternative in alternatives]

    @property
    def fields(self) -> dict[str, Any]:
        """Return the fields of all alternatives."""
        return {name: field for schema in self.schemas for name, field in schema.fields.items()}

    def select(self, body: Mapping[str, Any]) -> tuple[RequestSchema, Mapping[str, Any]]:
        """Return the schema for a body, and the members that it validates.

        Raises `Refused`, which describes all alternatives, if none matches.
        """
        for schema in self.schemas:
            if schema.matches(body):
                return schema, schema.read_members(body)
        raise Refused("body", f"Must be one of: {'; '.join(schema.description for schema in self.schemas)}.")
