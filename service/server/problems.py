"""The problems (RFC 9457) of requests that do not reach the application."""

import json
import time
from collections.abc import Mapping
from http import HTTPStatus

from gunicorn.asgi import parser
from gunicorn.http.errors import ExpectationFailed

from ..api.hooks.headers import SECURITY_HEADERS, cors_headers
from ..api.http.problems import MEDIA_TYPE, PROBLEMS, ProblemType
from ..api.http.request_context import REQUEST_ID, RequestContext, request_id
from .calls import format_date

_MALFORMED = PROBLEMS["malformed-request"]
_PROBLEMS: Mapping[type[BaseException], ProblemType] = {
    parser.LimitRequestLine: PROBLEMS["uri-too-long"],
    parser.LimitRequestHeaders: PROBLEMS["headers-too-large"],
    ExpectationFailed: _MALFORMED._replace(
        status=417, meaning="The header Expect asks for something other than 100-continue."
    ),
    parser.UnsupportedTransferCoding: _MALFORMED._replace(
        status=501, meaning="The transfer coding is unknown; send the body plain or chunked."
    ),
    parser.InvalidHeader: _MALFORMED._replace(meaning="A header is missing, repeated or not valid, such as the Host."),
    **dict.fromkeys(
        (parser.ParseError, ValueError), _MALFORMED._replace(meaning="This is not HTTP as this service reads it.")
    ),
    EOFError: _MALFORMED._replace(meaning="The connection ended before the request did."),
    TimeoutError: PROBLEMS["request-timeout"],
    BaseException: PROBLEMS["internal-error"],
}
"""The problem for each error outside the application; the first class that matches decides."""


def find_problem(error: BaseException) -> ProblemType:
    """Return the type of problem for an error outside the application."""
    return next(problem for kind, problem in _PROBLEMS.items() if isinstance(error, kind))


def format_problem(
    problem: ProblemType, request_headers: Mapping[bytes, bytes], origins: tuple[str, ...]
) -> tuple[bytes, RequestContext]:
    """Return a response with a problem, which ends the connection, and the request's context for the log.

    Nothing else of the request is in the response: the text of a parser's error may quote a seed.
    """
    id_ = request_id(request_headers.get(REQUEST_ID.lower().encode(), b"").decode("latin-1"))
    members = {"type": f"/v1/problems/{problem.name}", "title": problem.title, "status": problem.status}
    body = json.dumps({**members, "detail": problem.meaning, "request_id": id_}).encode()
    headers = {
        "Date": format_date(int(time.time())),
        "Content-Type": MEDIA_TYPE,
        "Content-Length": str(len(body)),
        "Cache-Control": "no-store",
        REQUEST_ID: id_,
        **SECURITY_HEADERS,
        **cors_headers(origins, request_headers.get(b"origin", b"").decode("latin-1")),
        "Connection": "close",
    }
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    head = f"HTTP/1.1 {problem.status} {HTTPStatus(problem.status).phrase}\r\n{lines}\r\n"
    return head.encode("latin-1") + body, RequestContext(id_, problem=problem.name)
