"""/, /livez, /readyz, /metrics and the OpenAPI document: what there is, and whether it runs."""

from functools import cache
from itertools import chain

import marshmallow as ma
import orjson
from flask import Response, abort, current_app, request

import service
from service.api.http.assets import Asset, asset_response
from service.api.http.blueprint import Blueprint, Body, Example
from service.api.http.responses import CACHE_HOUR, JSON, NO_STORE, OPENAPI, TEXT
from service.api.http.services import services
from service.api.schemas.requests import NoParameters, RequestSchema
from service.api.schemas.responses import ResponseSchema, required
from service.core.selftest import SELF_TESTS

YAML = "application/yaml"

operations = Blueprint("operations", "", "What there is, and whether it runs")


class State(ResponseSchema):
    """How the process is."""

    status = ma.fields.String(**required("In one word", enum=["live"]))


class Readiness(ResponseSchema):
    """Whether the process is ready."""

    status = ma.fields.String(**required("In one word", enum=["ready"]))
    self_tests = ma.fields.List(
        ma.fields.String(), **required("What it tested of itself at its start; had any failed, this would be a 503")
    )


class Endpoint(ResponseSchema):
    """One path."""

    path = ma.fields.String(**required("The path"))
    methods = ma.fields.Dict(ma.fields.String(), ma.fields.String(), **required("Its methods, and what each does"))


class Index(ResponseSchema):
    """What there is."""

    name = ma.fields.String(**required("This service"))
    version = ma.fields.String(**required("Its version"))
    openapi = ma.fields.String(**required("Where it is described in full"))
    endpoints = ma.fields.List(ma.fields.Nested(Endpoint), **required("What can be called"))


@operations.api_endpoint("/", arguments=RequestSchema, response=Index, example=Example(), cache=CACHE_HOUR)
def index(_: NoParameters) -> Body:
    """List what there is."""
    return {
        "name": "shuffle-and-deal",
        "version": service.__version__,
        "openapi": f"{request.script_root}/openapi.yaml",
        "endpoints": _endpoints(),
    }


@operations.api_endpoint("/livez", arguments=RequestSchema, response=State, example=Example(), cache=NO_STORE)
def livez(_: NoParameters) -> Body:
    """Say that the process is alive."""
    return {"status": "live"}


@operations.api_endpoint("/readyz", arguments=RequestSchema, response=Readiness, example=Example(), cache=NO_STORE)
def readyz(_: NoParameters) -> Body:
    """Say that the process is ready for requests: it passed the tests of itself, or this is a 503 that names them."""
    return {"status": "ready", "self_tests": list(SELF_TESTS)}


@operations.api_endpoint(
    "/metrics", arguments=RequestSchema, response=TEXT, example=Example(), cache=NO_STORE, errors=(404,)
)
def metrics(_: NoParameters) -> Asset:
    """Tell Prometheus what all workers did: requests by route, their times, problems, shuffles, words.

    It is there unless the operator's METRICS is false, and no proxy should pass it on.
    """
    published = services().metrics
    if published is None:
        abort(404)
    return Asset(published.text().encode(), TEXT, "metrics.txt")


@operations.document("/openapi.yaml", YAML)
def openapi_yaml() -> Response:
    """Describe the service: the very file at the top level of the project."""
    return asset_response(_yaml(), CACHE_HOUR)


@operations.document("/openapi.json")
def openapi_json() -> Response:
    """Describe the service: the same document in JSON."""
    return asset_response(_json(), CACHE_HOUR)


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
