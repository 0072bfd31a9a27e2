"""Results of other providers' schemes: the schema of /v1/verify for each, made from the dataclass of the scheme."""

from collections.abc import Mapping
from dataclasses import MISSING
from functools import partial
from typing import Any, ClassVar

from ..core.confirmed import Confirmed
from ..core.object_types import describe
from ..core.value_types import Choice
from ..core.verification import Check
from ..http.capability import Capability
from ..http.response_replay import Response
from ..http.responses import members_of
from ..http.schemas.fields import parameter
from ..http.submitted import SubmittedResult
from .table import SCHEMES, FairnessScheme


class SchemeRequest(SubmittedResult):
    """A result of another provider's scheme, derived from the dataclass of the scheme."""

    provider: ClassVar[FairnessScheme]

    @classmethod
    def matches(cls, body: Mapping[str, Any]) -> bool:
        return body.get("scheme") == cls.provider.name

    def open_check(
        self, values: dict[str, Any], _: Response, confirmed: Confirmed
    ) -> Check:
        del values["scheme"]
        return partial(self.provider.check, self.target(**values), confirmed)


def _make_schema(scheme: FairnessScheme) -> type[SchemeRequest]:
    name = Choice(
        f"{scheme.title} ({scheme.source}).", (scheme.name,), example=scheme.name
    )
    # In a base: parameters of a base come first.
    base = type("NamedScheme", (SchemeRequest,), {"scheme": parameter(name)})
    members = {
        "target": scheme.request_type,
        "provider": scheme,
        "description": f"{scheme.result}, identified by scheme={scheme.name}",
        "listed": {
            "scheme": scheme.name,
            **members_of(scheme, "title", "source"),
            "fields": list(describe(scheme.request_type)),
        },
    }
    return type(f"{scheme.name.title().replace('_', '')}Request", (base,), members)


def _describe_forms() -> Mapping[str, Any]:
    """Return the fields that each scheme takes, by name, for the form of the page Verify."""
    return {
        "schemes": {
            name: _describe_fields(scheme.request_type)
            for name, scheme in SCHEMES.items()
        }
    }


def _describe_fields(request_type: type) -> dict[str, Any]:
    return {
        name: {
            "choices": value_type.schema.get("enum", []),
            "isRequired": default is MISSING,
            "isNumeric": _is_numeric(value_type.schema),
            "isList": value_type.schema["type"] == "array",
        }
        for name, (value_type, default) in describe(request_type).items()
    }


def _is_numeric(schema: Mapping[str, Any]) -> bool:
    """Return whether a field is an integer or a list of integers."""
    item = schema.get("items") or schema
    return bool(item["type"] == "integer")


SCHEMES_OF_OTHERS = Capability(
    "schemes",
    documents=tuple(map(_make_schema, SCHEMES.values())),
    page_variables={"verify": _describe_forms},
)
