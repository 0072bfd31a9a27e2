"""The index of the service, its state, metrics, OpenAPI document, types of problems and public keys.

At /, /livez, /readyz, /metrics, /openapi.yaml, /openapi.json, /v1/problems and /.well-known/jwks.json.
"""

from dataclasses import dataclass
from typing import Annotated

from flask import abort, current_app, request

from .. import __version__
from ..core.selftest import SELF_TESTS
from ..core.unknown_names import get_entry
from ..core.value_types import Flag, ListOf, Text
from ..draining import is_draining
from ..http.blueprint import Blueprint, Body, PathParameter, ResponseNotes
from ..http.problems import PROBLEMS, Stopping
from ..http.request_context import route_label
from ..http.responses import CACHE_HOUR, HTML, JSON, NO_STORE, TEXT, YAML, Asset
from ..http.schemas.request_schemas import NoParameters, RequestSchema
from ..http.schemas.response_schemas import ResponseSchema, required
from ..http.services import services
from ..http.short import SHORT_ALONE
from ..names.suggestions import NameIndex
from .openapi import openapi_document

_RETRY_STOPPING = 1  # second: another replica answers

blueprint = Blueprint(
    "operations", "", "The index of the API, and the state of the process"
)


class Liveness(ResponseSchema):
    """The liveness of the process."""

    status = required(str, "The state", enum=["live"])


class Readiness(ResponseSchema):
    """The readiness of the process."""

    status = required(str, "The state", enum=["ready"])
    self_tests = required(
        list[str],
        "The self-tests that passed at startup; a failed one makes this a 503",
    )
    log = required(
        str,
        "stuck: nobody reads the log of this worker, which serves requests nevertheless",
        enum=["written", "stuck"],
    )
    lost_log_lines = required(
        int, "The lines of its log that this worker lost, because nobody read them"
    )


class EndpointRecord(ResponseSchema):
    """One path."""

    path = required(str, "The path")
    methods = required(dict[str, str], "The methods, with a summary of each")


class EndpointList(ResponseSchema):
    """The endpoints of the API."""

    name = required(str, "The name of the service")
    version = required(str, "The version")
    openapi = required(str, "The path of the OpenAPI document")
    endpoints = required(list[EndpointRecord], "The endpoints")


@dataclass(frozen=True, kw_only=True)
class DocumentArguments:
    """The arguments of the OpenAPI document."""

    examples: Annotated[
        bool,
        Flag(
            "Whether to add an example of every request and response, and every media type of a response."
        ),
    ] = False
    operations: Annotated[
        tuple[str, ...],
        ListOf(
            "The operations to describe.",
            default_text="all",
            item=Text(pattern="^[a-z0-9_]+$"),
            max_length=100,
            example=["shuffle_deck", "deal_game_post"],
        ),
    ] = ()
    without: Annotated[
        tuple[str, ...],
        ListOf(
            "Optional parameters to leave out, which keeps the tools of an agent short.",
            default_text="none",
            item=Text(pattern="^[a-z0-9_]+$"),
            max_length=100,
            example=["prove", "sign"],
        ),
    ] = ()
    responses: Annotated[
        bool,
        Flag(
            "Whether to describe responses. Few programs that make tools for agents read them."
        ),
    ] = True


@blueprint.api_endpoint(
    "/", response=EndpointList, cache=CACHE_HOUR, notes=ResponseNotes(pages=[HTML])
)
def list_endpoints(_: NoParameters) -> Body:
    """List the endpoints.

    Every path with its methods. A browser gets the table page instead.
    """
    summaries_by_rule: dict[str, dict[str, str]] = {}
    for blueprint_of_app in current_app.blueprints.values():
        if isinstance(blueprint_of_app, Blueprint):
            for operation in blueprint_of_app.operations:
                summaries = summaries_by_rule.setdefault(operation.rule, {})
                summaries[operation.method] = operation.texts.summary
    endpoints = [
        {"path": route_label(rule), "methods": summaries}
        for rule, summaries in sorted(summaries_by_rule.items())
    ]
    return {
        "name": "shuffle-and-deal",
        "version": __version__,
        "openapi": f"{request.script_root}/openapi.yaml",
        "endpoints": endpoints,
    }


@blueprint.api_endpoint("/livez", response=Liveness, cache=NO_STORE, short=SHORT_ALONE)
def livez(_: NoParameters) -> Body:
    """Report that the process is alive.

    It says nothing of the self-tests: see `/readyz`.
    """
    return {"status": "live"}


@blueprint.api_endpoint(
    "/readyz", response=Readiness, cache=NO_STORE, short=SHORT_ALONE
)
def readyz(_: NoParameters) -> Body:
    """Report that the process is ready for requests.

    After a failed self-test this is a 503 that names the test, and so it is in the DRAIN_SECONDS before the process
    stops. It stays a 200 if nobody reads the log: otherwise a collector that hangs would take all replicas out of
    service.
    """
    if is_draining():
        raise Stopping("This replica is about to stop.", _RETRY_STOPPING)
    stats = services().stats
    return {
        "status": "ready",
        "self_tests": list(SELF_TESTS),
        "log": "stuck" if stats.is_log_stuck else "written",
        "lost_log_lines": stats.lost_lines,
    }


@blueprint.file_endpoint("/metrics", TEXT, cache=NO_STORE, short=SHORT_ALONE)
def metrics(_: NoParameters) -> Asset:
    """Export the metrics of all workers for Prometheus: requests by route, durations, problems, shuffles, words.

    404 if the operator's METRICS is false. No proxy should forward this path.
    """
    published = services().metrics
    if published is None:
        abort(404)
    return Asset(published.text().encode(), TEXT, "metrics.txt")


def _document(media_type: str, arguments: DocumentArguments) -> Asset:
    """Return the OpenAPI document for the arguments of a request."""
    return openapi_document(
        media_type,
        arguments.operations,
        arguments.without,
        has_responses=arguments.responses,
        has_examples=arguments.examples,
    )


class DocumentRequest(RequestSchema):
    """The parameters of the OpenAPI document."""

    target = DocumentArguments


@blueprint.file_endpoint(
    "/openapi.yaml", YAML, arguments=DocumentRequest, cache=CACHE_HOUR, example=None
)
def openapi_yaml(arguments: DocumentArguments) -> Asset:
    """Get the OpenAPI document in YAML, of all operations or of some."""
    return _document(YAML, arguments)


@blueprint.file_endpoint(
    "/openapi.json", JSON, arguments=DocumentRequest, cache=CACHE_HOUR, example=None
)
def openapi_json(arguments: DocumentArguments) -> Asset:
    """Get the OpenAPI document in JSON, of all operations or of some."""
    return _document(JSON, arguments)


problems = Blueprint(
    "problems",
    "/v1/problems",
    "The types of problems",
    (
        PathParameter.of_entries(
            "name",
            "refused",
            "The last part of the `type` of a problem.",
            NameIndex(PROBLEMS),
        ),
    ),
    is_open=True,
)


class ProblemTypeRecord(ResponseSchema):
    """A type of problem."""

    name = required(str, "The last part of the `type`", enum=list(PROBLEMS))
    status = required(int, "The HTTP status")
    title = required(str, "The title")
    meaning = required(str, "The meaning")


class ProblemTypeList(ResponseSchema):
    """The types of problems."""

    problems = required(list[ProblemTypeRecord], "Every type")


@problems.api_endpoint(
    "", response=ProblemTypeList, cache=CACHE_HOUR, short=SHORT_ALONE
)
def list_problems(_: NoParameters) -> Body:
    """List the types of problems.

    A problem is any response with a status of 400 or more. Its `type` is the path of one of these.
    """
    return {"problems": [problem._asdict() for problem in PROBLEMS.values()]}


@problems.api_endpoint(
    "/<name>", response=ProblemTypeRecord, cache=CACHE_HOUR, short=SHORT_ALONE
)
def describe_problem(_: NoParameters, name: str) -> Body:
    """Describe a type of problem.

    The `type` of a problem is this path.
    """
    return get_entry("problem", PROBLEMS, name)._asdict()
