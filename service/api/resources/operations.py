"""The index of the service, its state, metrics, OpenAPI document, types of problems and public keys.

At /, /livez, /readyz, /metrics, /openapi.yaml, /openapi.json, /v1/problems and /.well-known/jwks.json.
"""

from dataclasses import asdict, dataclass
from functools import cache
from itertools import chain
from typing import Annotated, Any

import marshmallow as ma
import orjson
from flask import abort, current_app, request

import service
from service.api.http.blueprint import Blueprint, Body, path_parameter
from service.api.http.problems import PROBLEMS
from service.api.http.responses import CACHE_HOUR, JSON, NO_STORE, OPENAPI, OPENAPI_ADDITIONS, TEXT, Asset
from service.api.http.services import services
from service.api.schemas.requests import NoParameters, request_schema
from service.api.schemas.responses import ResponseSchema, TextList, list_schema, required
from service.core.crypto.keys import VrfKey
from service.core.crypto.signatures import SigningKey
from service.core.errors import get_entry
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
    self_tests = TextList(**required("The self-tests that passed at startup; a failed one makes this a 503"))


class Endpoint(ResponseSchema):
    """One path."""

    path = ma.fields.String(**required("The path"))
    methods = ma.fields.Dict(ma.fields.String(), ma.fields.String(), **required("The methods, with a summary of each"))


class EndpointList(ResponseSchema):
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


@operations.api_endpoint("/", response=EndpointList, cache=CACHE_HOUR)
def list_endpoints(_: NoParameters) -> Body:
    """List the endpoints.

    Every path with its methods. A browser gets the table page instead.
    """
    groups = (group for group in current_app.blueprints.values() if isinstance(group, Blueprint))
    methods: dict[str, dict[str, str]] = {}
    for operation in chain.from_iterable(group.operations for group in groups):
        methods.setdefault(operation.rule, {})[operation.method] = operation.summary
    return {
        "name": "shuffle-and-deal",
        "version": service.__version__,
        "openapi": f"{request.script_root}/openapi.yaml",
        "endpoints": [
            {"path": rule.replace("<", "{").replace(">", "}"), "methods": summaries}
            for rule, summaries in sorted(methods.items())
        ],
    }


@operations.api_endpoint("/livez", response=Liveness, cache=NO_STORE)
def livez(_: NoParameters) -> Body:
    """Report that the process is alive.

    It says nothing of the self-tests: see `/readyz`.
    """
    return {"status": "live"}


@operations.api_endpoint("/readyz", response=Readiness, cache=NO_STORE)
def readyz(_: NoParameters) -> Body:
    """Report that the process is ready for requests.

    After a failed self-test this is a 503 that names the test.
    """
    return {"status": "ready", "self_tests": list(SELF_TESTS)}


@operations.api_endpoint("/metrics", response=TEXT, cache=NO_STORE)
def metrics(_: NoParameters) -> Asset:
    """Export the metrics of all workers for Prometheus: requests by route, durations, problems, shuffles, words.

    404 if the operator's METRICS is false. No proxy should forward this path.
    """
    published = services().metrics
    if published is None:
        abort(404)
    return Asset(published.text().encode(), TEXT, "metrics.txt")


@operations.api_endpoint("/openapi.yaml", response=YAML, cache=CACHE_HOUR, example=None)
def openapi_yaml(_: NoParameters) -> Asset:
    """Get the OpenAPI document in YAML.

    The document that clients are generated from.
    """
    return _yaml()


@operations.api_endpoint(
    "/openapi.json",
    arguments=request_schema("DocumentRequest", DocumentArguments),
    response=JSON,
    cache=CACHE_HOUR,
    example=None,
)
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


problems = Blueprint(
    "problems", "/v1/problems", "The types of problems", (path_parameter("name", "refused", enum=list(PROBLEMS)),)
)


class ProblemTypeRecord(ResponseSchema):
    """A type of problem."""

    name = ma.fields.String(**required("The last part of the `type`", enum=list(PROBLEMS)))
    status = ma.fields.Integer(**required("The HTTP status"))
    title = ma.fields.String(**required("The title"))
    meaning = ma.fields.String(**required("The meaning"))


ProblemTypeList = list_schema("ProblemTypeList", "problems", ProblemTypeRecord, "Every type")


@problems.api_endpoint("", response=ProblemTypeList, cache=CACHE_HOUR)
def list_problems(_: NoParameters) -> Body:
    """List the types of problems.

    A problem is any response with a status of 400 or more. Its `type` is the path of one of these.
    """
    return {"problems": list(map(asdict, PROBLEMS.values()))}


@problems.api_endpoint("/<name>", response=ProblemTypeRecord, cache=CACHE_HOUR)
def describe_problem(_: NoParameters, name: str) -> Body:
    """Describe a type of problem.

    The `type` of a problem is this path.
    """
    return asdict(get_entry("problem", PROBLEMS, name))


keys = Blueprint("keys", "/.well-known", "Public keys of signed responses and proofs")


class PublicKey(ResponseSchema):
    """An Ed25519 key (RFC 8037)."""

    kty = ma.fields.String(**required("The key type", enum=["OKP"]))
    crv = ma.fields.String(**required("The curve", enum=["Ed25519"]))
    x = ma.fields.String(**required("The public key, 32 bytes in base64url"))
    kid = ma.fields.String(**required("The key ID in receipts and proofs: the thumbprint of RFC 7638"))
    use = ma.fields.String(**required("The use of the key", enum=[SigningKey.USE, VrfKey.USE]))
    alg = ma.fields.String(**required("The algorithm", enum=[SigningKey.ALGORITHM, VrfKey.ALGORITHM]))


_KEYS = "The key that signs, then older and future ones; likewise those that prove; empty if there are none"


@keys.api_endpoint("/jwks.json", response=list_schema("KeySet", "keys", PublicKey, _KEYS), cache=CACHE_HOUR)
def list_keys(_: NoParameters) -> Body:
    """List the public keys of signed responses and proved deals.

    A JWK set (RFC 7517). The first key of a `use` signs or proves; the others are older and future ones.
    """
    return {"keys": [key.jwk for key in (*services().signing_keys, *services().vrf_keys)]}
