"""What the application knows about a capability: its endpoints, documents and settings, its part in draws and pages.

A few modules know more, by import: /v1/verify takes the form of a round of drand from proofs, and the form of the page
Table lists algorithms, cards and games.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import flask
import marshmallow as ma

from .core.errors import Details
from .http.blueprint import Blueprint
from .http.draws.evidence import Evidence
from .replay.submitted import SubmittedResult

Variables = Mapping[str, Any]


def _find_nothing(_: Mapping[str, Any]) -> None:
    return None


def _set_up_nothing(_: flask.Flask, __: Any) -> None:
    pass


class RefusedExample(NamedTuple):
    """A refused POST; the documentation shows the problem in its response."""

    path: str
    body: Mapping[str, Any]


class Capability(NamedTuple):
    """A capability, as it is registered in service/capabilities.py.

    `blueprints` serve its endpoints, and `documents` are the schemas of its documents for /v1/verify. `evidence` is
    what every request that draws may ask for, whatever capability serves the draw. `find_later` returns the path of a
    member of a document and the name there, if only a later version may know the name. `settings` is a dataclass of its
    settings (setting_fields.py), which `Settings` of service/settings.py includes. `set_up` prepares an application by
    its settings. `forms` are schemas of requests, by the path that the page Deal sends them to.
    `page_variables` returns, by the name of a page, variables of its template. `page_blueprints` serve pages what the
    OpenAPI document does not have. `reason_details` are the numbers and names in the reasons of its refusals,
    beside those of the core.

    The documentation has examples of its endpoints, made by a service with the `example_settings`, and the problems of
    its `refused_examples`.
    """

    name: str
    blueprints: Sequence[Blueprint] = ()
    documents: Sequence[type[SubmittedResult]] = ()
    evidence: Sequence[type[Evidence]] = ()
    find_later: Callable[[Mapping[str, Any]], tuple[str, str] | None] = _find_nothing
    settings: type | None = None
    set_up: Callable[[flask.Flask, Any], None] = _set_up_nothing
    forms: Mapping[str, type[ma.Schema]] = MappingProxyType({})
    page_variables: Mapping[str, Callable[[], Variables]] = MappingProxyType({})
    page_blueprints: Sequence[flask.Blueprint] = ()
    reason_details: Sequence[type[Details]] = ()
    example_settings: Mapping[str, Any] = MappingProxyType({})
    refused_examples: Sequence[RefusedExample] = ()
