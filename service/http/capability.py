"""What the application learns of a capability: nothing else of it is known to http, to /v1/verify or to the pages."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import flask
import marshmallow as ma

from .blueprint import Blueprint
from .submitted import SubmittedResult

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

    `blueprints` serve its endpoints, and `documents` are the schemas of what /v1/verify checks of it. `find_later`
    returns the path of a member of a document that this version does not know and a later one may, and the name there.
    `set_up` prepares an application by its settings. `forms` are schemas of requests by the path that the page Table
    sends them to; `page_variables` returns, by the name of a page, variables of its template; `page_blueprints` serve
    the pages what no document has.

    The documentation has examples of its endpoints, by a service with the `example_settings`, and the problems of its
    `refused_examples`.
    """

    name: str
    blueprints: Sequence[Blueprint] = ()
    documents: Sequence[type[SubmittedResult]] = ()
    find_later: Callable[[Mapping[str, Any]], tuple[str, str] | None] = _find_nothing
    set_up: Callable[[flask.Flask, Any], None] = _set_up_nothing
    forms: Mapping[str, type[ma.Schema]] = MappingProxyType({})
    page_variables: Mapping[str, Callable[[], Variables]] = MappingProxyType({})
    page_blueprints: Sequence[flask.Blueprint] = ()
    example_settings: Mapping[str, Any] = MappingProxyType({})
    refused_examples: Sequence[RefusedExample] = ()
