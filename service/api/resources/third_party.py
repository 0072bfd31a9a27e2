"""Requests to check a result of another provider's scheme, derived from the dataclasses of core."""

from collections.abc import Mapping
from dataclasses import MISSING
from typing import Any, ClassVar

import marshmallow as ma

from service.api.schemas.fields import BoundedList, BoundedString, Choice, Integer, JsonObject
from service.api.schemas.one_of import Alternative
from service.api.schemas.requests import openapi
from service.third_party import fields as kinds
from service.third_party.schemes import SCHEMES, Scheme


class SchemeRequest(Alternative):
    """A result of another provider's scheme."""

    scheme_name: ClassVar[str]

    @classmethod
    def matches(cls, body: Mapping[str, Any]) -> bool:
        """Return whether the body names this scheme."""
        return body.get("scheme") == cls.scheme_name

    def build(self, values: dict[str, Any]) -> Any:
        """Return the request as the frozen dataclass of its scheme."""
        return SCHEMES[values.pop("scheme")].request_type(**values)


def _build_schema(scheme: Scheme[Any]) -> type[SchemeRequest]:
    metadata = openapi(f"{scheme.title} ({scheme.source}).", scheme.name)
    members = {
        "__doc__": f"{scheme.title}.",
        "scheme_name": scheme.name,
        "description": f"{scheme.result}, identified by scheme={scheme.name}",
        "scheme": Choice([scheme.name], required=True, metadata=metadata),
    }
    described = kinds.describe_fields(scheme.request_type)
    fields = {name: _build_field(kind, default) for name, (kind, default) in described.items()}
    return type(f"{scheme.name.title().replace('_', '')}Request", (SchemeRequest,), members | fields)


def _build_field(kind: kinds.Kind, default: Any) -> ma.fields.Field[Any]:
    documented = None if default is MISSING or default == () else default
    options: dict[str, Any] = {
        "required": default is MISSING,
        "metadata": openapi(kind.meaning, kind.example, documented) if kind.meaning else {},
    }
    match kind:
        case kinds.Text():
            return BoundedString(kind.max_length, **options)
        case kinds.Integer():
            return Integer(kind.min, kind.max, kind.only, **options)
        case kinds.Choice():
            return Choice(kind.choices, **options)
        case kinds.Listing():
            return BoundedList(_build_field(kind.item, None), kind.min_length, kind.max_length, **options)
        case kinds.Document():
            return JsonObject(**options)


SCHEME_REQUESTS: Mapping[str, type[SchemeRequest]] = {name: _build_schema(scheme) for name, scheme in SCHEMES.items()}
"""The request of every scheme by the name of the scheme."""
