"""/, /livez, /readyz and the OpenAPI document: what there is, and whether it runs."""

from functools import cache
from itertools import chain

import marshmallow as ma
import orjson
from flask import Response, current_app, request

import service
from service.api.answers import Answer, member
from service.api.blueprint import Blueprint, Body, Example
from service.api.files import Asset, sent
from service.api.parameters import Asks, Nothing
from service.api.rendering import AN_HOUR, JSON, NEVER, OPENAPI

YAML = "application/yaml"

operations = Blueprint("operations", "", "What there is, and whether it runs")


class State(Answer):
    """How the process is."""

    status = ma.fields.String(**member("In one word", enum=["live", "ready"]))


class Endpoint(Answer):
    """One path."""

    path = ma.fields.String(**member("The path"))
    methods = ma.fields.Dict(ma.fields.String(), ma.fields.String(), **member("Its methods, and what each does"))


class Index(Answer):
    """What there is."""

    name = ma.fields.String(**member("This service"))
    version = ma.fields.String(**member("Its version"))
    openapi = ma.fields.String(**member("Where it is described in full"))
    endpoints = ma.fields.List(ma.fields.Nested(Endpoint), **member("What can be called"))


@operations.resource("/", asks=Asks, answers=Index, example=Example(), caching=AN_HOUR)
def index(_: Nothing) -> Body:
    """List what there is."""
    return {
        "name": "shuffle-and-deal",
        "version": service.__version__,
        "openapi": f"{request.script_root}/openapi.yaml",
        "endpoints": _endpoints(),
    }


@operations.resource("/livez", asks=Asks, answers=State, example=Example(), caching=NEVER)
def livez(_: Nothing) -> Body:
    """Say that the process is alive."""
    return {"status": "live"}


@operations.resource("/readyz", asks=Asks, answers=State, example=Example(), caching=NEVER)
def readyz(_: Nothing) -> Body:
    """Say that the process is ready for requests."""
    return {"status": "ready"}


@operations.document("/openapi.yaml", YAML)
def openapi_yaml() -> Response:
    """Describe the service: the very file at the top level of the project."""
    return sent(_yaml(), AN_HOUR)


@operations.document("/openapi.json")
def openapi_json() -> Response:
    """Describe the service: the same document in JSON."""
    return sent(_json(), AN_HOUR)


@cache
def _yaml() -> Asset:
    return Asset(OPENAPI.read_bytes(), YAML)


@cache
def _json() -> Asset:
    import yaml  # noqa: PLC0415 (nothing else needs it, and few ask for this)

    return Asset(orjson.dumps(yaml.load(_yaml().body, Loader=yaml.CSafeLoader)), JSON)


def _endpoints() -> list[dict[str, object]]:
    """The paths, as OpenAPI writes them, each with its methods and their summaries."""
    groups = (group for group in current_app.blueprints.values() if isinstance(group, Blueprint))
    methods: dict[str, dict[str, str]] = {}
    for operation in chain.from_iterable(group.operations for group in groups):
        methods.setdefault(operation.rule, {})[operation.method] = operation.summary
    return [
        {"path": rule.replace("<", "{").replace(">", "}"), "methods": summaries}
        for rule, summaries in sorted(methods.items())
    ]
