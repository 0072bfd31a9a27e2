"""Results of other providers' schemes: the schema of /v1/verify for each, made from the dataclass of the scheme."""

from collections.abc import Mapping
from dataclasses import MISSING
from functools import partial
from typing import Any, ClassVar

import marshmallow as ma

from ..capability import Capability
from ..core.object_types import Described, describe
from ..core.value_types import Choice
from ..http.schemas.fields import parameter
from ..replay.draw_endpoints import Response
from ..replay.submitted import SubmittedResult
from ..verdicts.confirmed import Confirmed
from ..verdicts.verdict import Check
from .table import SCHEMES, FairnessScheme


class SchemeRequest(SubmittedResult):
    """A result of another provider's scheme. Each subclass names the scheme; its fields are those of the dataclass."""

    provider: ClassVar[FairnessScheme]

    # Declared here, as parameters of a base come first; each subclass takes its own name alone.
    scheme = parameter(Choice("The scheme.", SCHEMES))

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        scheme = cls.provider
        cls.target = scheme.request_type
        cls.description = f"{scheme.result}, identified by scheme={scheme.name}"
        cls.listed = {
            "scheme": scheme.name,
            "title": scheme.title,
            "source": scheme.source,
            "fields": list(describe(scheme.request_type)),
        }

    @classmethod
    def derive_fields(cls, described: Described) -> dict[str, ma.fields.Field[Any]]:
        name = cls.provider.name
        meaning = f"{cls.provider.title} ({cls.provider.source})."
        scheme = parameter(Choice(meaning, (name,), example=name))
        return super().derive_fields(described) | {"scheme": scheme}

    @classmethod
    def matches(cls, body: Mapping[str, Any]) -> bool:
        return body.get("scheme") == cls.provider.name

    def open_check(
        self, values: dict[str, Any], _: Response, confirmed: Confirmed
    ) -> Check:
        del values["scheme"]
        return partial(self.provider.check, self.target(**values), confirmed)


class StakeRequest(SchemeRequest):
    provider = SCHEMES["stake"]


class Rfc3797Request(SchemeRequest):
    provider = SCHEMES["rfc3797"]


class DrandRequest(SchemeRequest):
    provider = SCHEMES["drand"]


class HashChainRequest(SchemeRequest):
    provider = SCHEMES["hash_chain"]


class NistBeaconRequest(SchemeRequest):
    provider = SCHEMES["nist_beacon"]


class RandomOrgRequest(SchemeRequest):
    provider = SCHEMES["random_org"]


def _describe_forms() -> Mapping[str, Any]:
    """Return the fields that each scheme takes, by name, for the form of the page Verify."""
    return {
        "schemes": {
            name: _describe_fields(scheme.request_type)
            for name, scheme in SCHEMES.items()
        }
    }


def _describe_fields(request_type: type) -> dict[str, Any]:
    """Return how the form shows each field of a scheme's request, by the field's name."""
    described = {}
    for name, field in describe(request_type).items():
        schema = field.value_type.schema
        described[name] = {
            "choices": schema.get("enum", []),
            "isRequired": field.default is MISSING,
            "isNumeric": _is_numeric(schema),
            "isList": schema["type"] == "array",
        }
    return described


def _is_numeric(schema: Mapping[str, Any]) -> bool:
    """Return whether a field is an integer or a list of integers."""
    item = schema.get("items") or schema
    return bool(item["type"] == "integer")


SCHEMES_OF_OTHERS = Capability(
    "schemes",
    documents=tuple(SchemeRequest.__subclasses__()),
    page_variables={"verify": _describe_forms},
)
