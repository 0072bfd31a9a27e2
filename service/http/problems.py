"""Problem details (RFC 9457) for every error: one table says which problem the client gets for an exception.

To add a type of problem, enter it in `_TYPES`. If it has an exception, enter the exception in `PROBLEM_TYPES_BY_ERROR`.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple, get_type_hints

import marshmallow as ma
from flask import Response, current_app, request, url_for
from werkzeug.exceptions import HTTPException

from ..core.errors import (
    DETAILS,
    OTHER,
    BadToken,
    Conflict,
    Details,
    Message,
    Reason,
    Refused,
    ServiceError,
    UnknownName,
)
from ..core.work import TooSlow
from .request_context import current_context
from .responses import json_response
from .schemas.fields import MAX_ERRORS
from .schemas.response_schemas import ResponseSchema, build_field, optional, required

MEDIA_TYPE = "application/problem+json"

_MAX_NAME = 60

Messages = Mapping[str, Sequence[Message]]
"""The messages on each refused field, by its name."""


class Malformed(Exception):
    """A request that cannot be parsed; its message is the detail of the problem."""


class UnsupportedBody(Exception):
    """A body that is compressed or not JSON; the message names its form."""

    def __init__(self, message: str, *, is_compressed: bool = False) -> None:
        super().__init__(message)
        self.is_compressed = is_compressed


class BodyTooLarge(Exception):
    """A body of more than `limit` bytes; `advice` is a sentence that says what to do instead, or ""."""

    def __init__(self, limit: int, advice: str) -> None:
        sentence = f"The limit here is {limit:,} bytes (the operator's MAX_BODY_BYTES)."
        super().__init__(f"{sentence} {advice}".rstrip())


class Busy(Exception):
    """A valid request that must be sent again, after `retry_after` seconds."""

    def __init__(self, message: str, retry_after: int) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class SelfTestFailed(Busy):
    """Raised for requests to a worker that failed a self-test: 503, as another worker may answer."""


class Stopping(Busy):
    """Raised for the probe of readiness of a service that is about to stop: 503, as another replica is ready."""


class RateLimited(Busy):
    """A caller above the rate limit."""


class Unauthorized(Exception):
    """A request without an accepted API key; it `has_key` if it was sent with a wrong key."""

    def __init__(self, *, has_key: bool) -> None:
        reason = (
            "The API key is not one of the operator's API_KEYS."
            if has_key
            else "An API key is needed."
        )
        super().__init__(
            f"{reason} Send one as `Authorization: Bearer …` or as `X-API-Key: …`."
        )
        self.has_key = has_key


class SeedsOff(ServiceError):
    """A request that chooses an order (core/draw_requests.py) where ALLOW_SEEDS is off."""

    def __init__(self, choice: str = "seed") -> None:
        super().__init__(
            f"ALLOW_SEEDS is off, and this request's {choice} is refused: no request may choose an order."
        )


class InvalidValues(Exception):
    """Fields with invalid values, each with its messages."""

    def __init__(self, messages: Messages) -> None:
        # The response stays short enough for a person, however many errors there are.
        self.messages = {
            field[:_MAX_NAME]: list(of_field[:MAX_ERRORS])
            for field, of_field in islice(messages.items(), MAX_ERRORS)
        }
        super().__init__(
            " ".join(
                f"{field}: {' '.join(sentences)}"
                for field, sentences in _list_sentences(self.messages).items()
            )
        )


def _list_sentences(messages: Messages) -> dict[str, list[str]]:
    return {
        field: [message.sentence for message in of_field]
        for field, of_field in messages.items()
    }


class ProblemType(NamedTuple):
    """A type of problem: its name in URLs, its status, its title, and its `meaning`, which says what to do."""

    name: str
    status: int
    title: str
    meaning: str


_TYPES = (
    ProblemType(
        name="malformed-request",
        status=400,
        title="The request cannot be read",
        meaning="HTTP, JSON or percent-encoding is broken.",
    ),
    ProblemType(
        name="unauthorized",
        status=401,
        title="No accepted API key",
        meaning="Send one of the operator's API_KEYS with the request.",
    ),
    ProblemType(
        name="seeds-off",
        status=403,
        title="Seeds are turned off",
        meaning="The operator has set ALLOW_SEEDS to false.",
    ),
    ProblemType(
        name="unknown-name",
        status=404,
        title="No such entry",
        meaning="The path names an unknown deck, game or algorithm.",
    ),
    ProblemType(
        name="not-found",
        status=404,
        title="No such path",
        meaning="Nothing is served at that path; / lists the paths.",
    ),
    ProblemType(
        name="method-not-allowed",
        status=405,
        title="No such method here",
        meaning="The header Allow lists the methods of the path.",
    ),
    ProblemType(
        name="request-timeout",
        status=408,
        title="The request came too slowly",
        meaning="Its last byte did not arrive in time; send it again.",
    ),
    ProblemType(
        name="conflict",
        status=409,
        title="The shoe's state does not allow it",
        meaning="The shoe is unchanged; another draw may be possible.",
    ),
    ProblemType(
        name="too-large",
        status=413,
        title="The body is too large",
        meaning="The operator's MAX_BODY_BYTES is the limit.",
    ),
    ProblemType(
        name="uri-too-long",
        status=414,
        title="The address is too long",
        meaning="Send long parameters in the JSON body of a POST.",
    ),
    ProblemType(
        name="unsupported-media-type",
        status=415,
        title="The body is not plain JSON",
        meaning="Bodies are application/json in UTF-8, uncompressed.",
    ),
    ProblemType(
        name="invalid-values",
        status=422,
        title="A value is refused",
        meaning="The member errors says what each field accepts.",
    ),
    ProblemType(
        name="refused",
        status=422,
        title="The request cannot be answered",
        meaning="Its values contradict each other, or exceed a limit.",
    ),
    ProblemType(
        name="bad-token",
        status=422,
        title="The token is not valid",
        meaning="The token is forged, incomplete or expired; the service does not say which.",
    ),
    ProblemType(
        name="too-often",
        status=429,
        title="Too many requests",
        meaning="The header Retry-After says after how many seconds to try again.",
    ),
    ProblemType(
        name="headers-too-large",
        status=431,
        title="The headers are too large",
        meaning="The headers are too long or too many.",
    ),
    ProblemType(
        name="internal-error",
        status=500,
        title="The service failed",
        meaning="The fault is in the service; the log has its cause.",
    ),
    ProblemType(
        name="stopped",
        status=500,
        title="The request was stopped",
        meaning="It took more CPU time than one request may (the operator's MAX_CPU_SECONDS) or too much memory, or "
        "its process was killed; ask for less.",
    ),
    ProblemType(
        name="self-test-failed",
        status=503,
        title="This worker serves nothing",
        meaning="The worker failed a self-test when it started, so nobody could rely on its draws.",
    ),
    ProblemType(
        name="stopping",
        status=503,
        title="This replica stops soon",
        meaning="It answers requests until then; send new ones to another replica.",
    ),
    ProblemType(
        name="busy",
        status=503,
        title="Too many requests at a time",
        meaning="The header Retry-After says after how many seconds to try again.",
    ),
)
PROBLEMS = {kind.name: kind for kind in _TYPES}
"""Every type of problem by name."""

PROBLEM_TYPES_BY_ERROR: Mapping[type[Exception], str] = {
    Malformed: "malformed-request",
    UnsupportedBody: "unsupported-media-type",
    BodyTooLarge: "too-large",
    SelfTestFailed: "self-test-failed",
    Stopping: "stopping",
    RateLimited: "too-often",
    Busy: "busy",
    Unauthorized: "unauthorized",
    SeedsOff: "seeds-off",
    UnknownName: "unknown-name",
    InvalidValues: "invalid-values",
    Conflict: "conflict",
    BadToken: "bad-token",
    Refused: "refused",
    TooSlow: "refused",
}
"""The type of problem of each exception of the service; a subclass comes before its base."""


_WITHOUT_SUBJECT = ("Must ", "This is required", "This must ")
"""The beginnings of sentences about a field that do not name the field."""

_NAMES_BY_STATUS = {404: "not-found", 405: "method-not-allowed"}


_LONG_LIST = re.compile(r"one of: (\w+(?:, \w+){40,})(?=\.)")


def _count_names(names: re.Match[str]) -> str:
    """Return "one of the 41 names in errors" for a list of 41 names; the member `errors` has the whole list."""
    return f"one of the {names[1].count(',') + 1} names in errors"


class RefusalReason(ResponseSchema):
    """Why a value is refused, as a code; `describe_problem` adds the numbers of its sentence."""

    code = required(str, "What is wrong, as a name that stays; `other` without one")
    path = optional(
        str, "The path to the refused part of the field, as [2] or all[1].min"
    )


class Problem(ResponseSchema):
    """Problem details (RFC 9457); `describe_problem` says what is in its `reasons`."""

    type = required(str, "The path of the description of this type of problem")
    title = ma.fields.String(required=True)
    status = ma.fields.Integer(required=True)
    detail = required(str, "A sentence about this occurrence")
    errors = optional(
        Mapping[str, list[str]], "For each field with an error, what would be accepted"
    )
    reasons = optional(
        dict, "For fields with a known reason: a reason for each sentence in errors"
    )
    request_id = required(str, "The id in the header X-Request-ID and in the log")


def describe_problem(details: Iterable[type[Details]]) -> type[ma.Schema]:
    """Return the schema of a problem in which a reason may have the members of the core's `DETAILS` and of `details`.

    With PlayerBounds of games, a reason may have `without` and `other_games`.
    """
    members = {
        name: build_field(annotation)
        for cls in (*DETAILS, *details)
        for name, annotation in get_type_hints(cls, include_extras=True).items()
    }
    reason = RefusalReason.from_dict(members, name=RefusalReason.__name__)
    reasons = ma.fields.Dict(
        ma.fields.String(),
        ma.fields.List(ma.fields.Nested(reason)),
        metadata=Problem._declared_fields["reasons"].metadata,
    )
    return Problem.from_dict({"reasons": reasons}, name=Problem.__name__)


def problem_response(
    kind: ProblemType,
    detail: str,
    messages: Messages | None = None,
    status: int | None = None,
) -> Response:
    """Return a response with problem details, and record the type of problem for logs and metrics."""
    context = current_context()
    context.problem = kind.name
    status = status or kind.status
    body: dict[str, Any] = {
        "type": url_for("problems.describe_problem", name=kind.name),
        "title": kind.title,
        "status": status,
        "detail": detail,
    }
    if messages:
        body["errors"] = _list_sentences(messages)
        reasons = _list_reasons(messages)
        if reasons:
            body["reasons"] = reasons
    body["request_id"] = context.request_id
    return json_response(body, media_type=MEDIA_TYPE, status=status)


def _list_reasons(messages: Messages) -> dict[str, list[dict[str, Any]]]:
    """Return the reasons for each field that has one: as many as it has sentences, in their order."""
    return {
        field: [_write_reason(message.reason or OTHER) for message in of_field]
        for field, of_field in messages.items()
        if any(message.reason for message in of_field)
    }


def _write_reason(reason: Reason) -> dict[str, Any]:
    """Return a reason as JSON: {"code": "integer_range", "path": "[2]", "least": 1, "most": 5}."""
    place = {"path": reason.path} if reason.path else {}
    return {"code": reason.code} | place | dict(reason.details)


def handle_service_error(
    error: ServiceError
    | Malformed
    | UnsupportedBody
    | BodyTooLarge
    | InvalidValues
    | Busy
    | Unauthorized,
) -> Response:
    """Return the problem for an exception of the service, with the headers that its status needs."""
    kind = next(
        PROBLEMS[name]
        for cls, name in PROBLEM_TYPES_BY_ERROR.items()
        if isinstance(error, cls)
    )
    if isinstance(error, BadToken):
        current_app.logger.info(
            "Request %s was refused at %s: its token %s.",
            current_context().request_id,
            request.url_rule,
            error.cause,
        )
    messages = _list_messages(error)
    detail = _describe(error, kind)
    if messages:
        detail = _LONG_LIST.sub(_count_names, detail)
    response = problem_response(kind, detail, messages)
    if isinstance(error, Busy):
        response.headers["Retry-After"] = str(error.retry_after)
    if isinstance(error, UnsupportedBody) and error.is_compressed:
        response.headers["Accept-Encoding"] = "identity"
    if isinstance(error, Unauthorized):
        challenge = 'Bearer realm="shuffle-and-deal"'
        if error.has_key:
            challenge += ', error="invalid_token"'
        response.headers["WWW-Authenticate"] = challenge
    return response


def _list_messages(error: Exception) -> Messages | None:
    """Return the messages of an exception by field, or None if the exception names no field."""
    if isinstance(error, Refused):
        return {error.field: [Message(str(error), error.reason)]}
    return error.messages if isinstance(error, InvalidValues) else None


def _describe(error: Exception, kind: ProblemType) -> str:
    """Return the detail of a problem: the message of its exception, with the field or the meaning of the problem."""
    message = str(error)
    if isinstance(error, Refused) and message.startswith(_WITHOUT_SUBJECT):
        return f"{error.field}: {message}"
    if isinstance(error, UnsupportedBody):
        return f"{kind.meaning} {message}"
    return message


def handle_http_exception(error: HTTPException, advice: str = "") -> Response:
    """Return the problem for an error of Flask or Werkzeug, or for an uncaught exception (500, logged).

    `advice` is the end of its detail.
    """
    status = error.code or 500
    fallback = "malformed-request" if status < 500 else "internal-error"
    kind = PROBLEMS[_NAMES_BY_STATUS.get(status, fallback)]
    detail = _describe_http_exception(error, kind)
    response = problem_response(kind, f"{detail}{advice}", status=status)
    for name, value in error.get_headers():
        if name not in {"Content-Type", "Content-Length"}:
            response.headers[name] = value
    return response


def _describe_http_exception(error: HTTPException, kind: ProblemType) -> str:
    """Return the detail of a problem that Flask or Werkzeug found in the running request."""
    match kind.name:
        case "not-found":
            return (
                f"Nothing is served at {request.path[:200]!r}; GET / lists the paths."
            )
        case "method-not-allowed":
            methods = ", ".join(sorted(getattr(error, "valid_methods", None) or ()))
            return f"{request.method} is not possible here; {methods} are."
    return kind.meaning
