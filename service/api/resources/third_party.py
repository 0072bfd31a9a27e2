"""Requests to check a result of another provider's scheme, derived from the dataclasses of service/third_party."""

from collections.abc import Mapping
from typing import Any, ClassVar

from service.api.schemas.fields import parameter
from service.api.schemas.one_of import Alternative
from service.core.kinds import Choice
from service.third_party.schemes import SCHEMES, FairnessScheme


class SchemeRequest(Alternative):
    """A result of another provider's scheme."""

    scheme_name: ClassVar[str]

    @classmethod
    def matches(cls, body: Mapping[str, Any]) -> bool:
        """Return whether the body names this scheme."""
        return body.get("scheme") == cls.scheme_name

    def build(self, values: dict[str, Any]) -> Any:
        """Return the request as the frozen dataclass of its scheme."""
        del values["scheme"]
        return self.target(**values)


def _build_schema(scheme: FairnessScheme) -> type[SchemeRequest]:
    name = Choice(f"{scheme.title} ({scheme.source}).", (scheme.name,), example=scheme.name)
    # In a base, whose parameters come first.
    named = type("NamedScheme", (SchemeRequest,), {"scheme": parameter(name)})
    members = {
        "__doc__": f"{scheme.title}.",
        "target": scheme.request_type,
        "scheme_name": scheme.name,
        "description": f"{scheme.result}, identified by scheme={scheme.name}",
    }
    return type(f"{scheme.name.title().replace('_', '')}Request", (named,), members)


SCHEME_REQUESTS: Mapping[str, type[SchemeRequest]] = {name: _build_schema(scheme) for name, scheme in SCHEMES.items()}
"""The request of every scheme by the name of the scheme."""
