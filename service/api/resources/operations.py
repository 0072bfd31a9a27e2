"""/, /livez, /readyz, /metrics and the OpenAPI document: the index of the API and the state of the process."""

from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Annotated, Any

import marshmallow as ma
import orjson
from flask import abort, current_app, request

import service
from service.api.http.assets import Asset
from service.api.http.blueprint import Blueprint, Body, Example
from service.api.http.responses import CACHE_HOUR, JSON, NO_STORE, OPENAPI, OPENAPI_ADDITIONS, TEXT
from service.api.http.services import services
from service.api.schemas.requests import NoParameters, RequestSchema
from service.api.schemas.responses import ResponseSchema, required
from service.core.kinds import Flag
from service.core.selftest import SELF_TESTS

YAML = "application/yaml"

operations = Blueprint("operations", "", "The index of the API, and the state of the process")


class Liveness(ResponseSchema):
    """The liveness of the process."""

    status = ma.fields.String(**required("The state", enum=["live"]))


class Readiness(ResponseSchema):
    """The readiness of the process."""

    status = ma.fields.String(**required("The state", enum=["ready"]))
    self_tests = ma.fields.List(
        ma.fields.String(), **required("The self-tests that passed at startup; a failed one makes this a 503")
    )


class Endpoint(ResponseSchema):
    """One path."""

    path = ma.fields.String(**required("The path"))
    methods = ma.fields.Dict(ma.fields.String(), ma.fields.String(), **required("The methods, with a summary of each"))


class ServiceIndex(ResponseSchema):
    """The endpoints of the API."""

    name = ma.fields.String(**required("The name of the service"))
    version = ma.fields.String(**required("The version"))
    openapi = ma.fields.String(**required("The path of the OpenAPI document"))
    endpoints = ma.fields.List(ma.fields.Nested(Endpoint), **required("The endpoints"))


@dataclass(frozen=True, kw_only=True)
class DocumentArguments:
    """The arguments of the OpenAPI document."""

    examples: Annotated[
        bool,
        Flag(
            "Whether to add what helps a reader and not a program: a request and a response of every operation, and "
            "every media type of a response."
        ),
    ] = False


class DocumentRequest(RequestSchema):
    """The contents of the OpenAPI document."""

    target = DocumentArguments


@operations.api_endpoint("/", arguments=RequestSchema, response=ServiceIndex, example=Example(), cache=CACHE_HOUR)
def index(_: NoParameters) -> Body:
    """List the endpoints.

    Every path with its methods. A browser gets the table page instead.
    """
    return {
        "name": "shuffle-and-deal",
        "version": service.__version__,
        "openapi": f"{request.script_root}/openapi.yaml",
        "endpoints": _endpoints(),
    }


@operations.api_endpoint("/livez", arguments=RequestSchema, response=Liveness, example=Example(), cache=NO_STORE)
def livez(_: NoParameters) -> Body:
    """Report that the process is alive.

    It says nothing of the self-tests: see `/readyz`.
    """
    return {"status": "live"}


@operations.api_endpoint("/readyz", arguments=RequestSchema, response=Readiness, example=Example(), cache=NO_STORE)
def readyz(_: NoParameters) -> Body:
    """Report that the process is ready for requests.

    After a failed self-test this is a 503 that names the test.
    """
    return {"status": "ready", "self_tests": list(SELF_TESTS)}


@operations.api_endpoint("/metrics", arguments=RequestSchema, response=TEXT, example=Example(), cache=NO_STORE)
def metrics(_: NoParameters) -> Asset:
    """Export the metrics of all workers for Prometheus: requests by route, durations, problems, shuffles, words.

    404 if the operator's METRICS is false. No proxy should forward this path.
    """
    published = services().metrics
    if published is None:
        abort(404)
    return Asset(published.text().encode(), TEXT, "metrics.txt")


@operations.api_endpoint("/openapi.yaml", arguments=RequestSchema, response=YAML, cache=CACHE_HOUR, example=None)
def openapi_yaml(_: NoParameters) -> Asset:
    """Get the OpenAPI document in YAML, as in the repository.

    The document that clients are generated from.
    """
    return _yaml()


@operations.api_endpoint("/openapi.json", arguments=DocumentRequest, response=JSON, cache=CACHE_HOUR, example=None)
def openapi_json(arguments: DocumentArguments) -> Asset:
    """Get the OpenAPI document in JSON, for programs or for readers.

    The document that clients are generated from; `examples` adds what `/docs` shows.
    """
    return _json(has_examples=arguments.examples)


@cache
def _yaml() -> Asset:
    return Asset(OPENAPI.read_bytes(), YAML)


@cache
def _json(*, has_examples: bool) -> Asset:
    import yaml  # noqa: PLC0415 (nothing else needs it, and few ask for this)

    document = yaml.load(_yaml().body, Loader=yaml.CSafeLoader)
    if has_examples:
        document = merge(document, yaml.load(OPENAPI_ADDITIONS.read_bytes(), Loader=yaml.CSafeLoader))
    return Asset(orjson.dumps(document), JSON)


def merge(document: Body, additions: Body) -> dict[str, Any]:
    """Return a document with additions: members of objects are merged, all other values are replaced."""
    merged = dict(document)
    for name, value in additions.items():
        is_object = isinstance(value, dict) and isinstance(merged.get(name), dict)
        merged[name] = merge(merged[name], value) if is_object else value
    return merged


def _endpoints() -> list[dict[str, object]]:
    """Return the paths, as OpenAPI writes them, each with its methods and their summaries."""
    groups = (group for group in current_app.blueprints.values() if isinstance(group, Blueprint))
    methods: dict[str, dict[str, str]] = {}
    for operation in chain.from_iterable(group.operations for group in groups):
        methods.setdefault(operation.rule, {})[operation.method] = operation.summary
    return [
        {"path": rule.replace("<", "{").replace(">", "}"), "methods": summaries}
        for rule, summaries in sorted(methods.items())
    ]
