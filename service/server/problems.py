"""The problems (RFC 9457) of requests that do not reach the application, or have lost their process."""

import time
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import NamedTuple

from gunicorn.asgi import parser
from gunicorn.http.errors import ExpectationFailed

from .calls import format_date
from .interfaces import ProblemResponse, Problems


class ProcessLostError(Exception):
    """The process that answered a request ended before it did: by the bound of its time, or by the kernel."""


class _ProblemType(NamedTuple):
    """The name of a type of problem, with a status and a detail to replace the defaults of the type."""

    name: str
    status: int | None = None
    detail: str | None = None


_MALFORMED = "malformed-request"
_NO_HTTP = _ProblemType(_MALFORMED, detail="This is not HTTP as this service reads it.")

_PROBLEM_TYPES: Mapping[type[BaseException], _ProblemType] = {
    parser.LimitRequestLine: _ProblemType("uri-too-long"),
    parser.LimitRequestHeaders: _ProblemType("headers-too-large"),
    ExpectationFailed: _ProblemType(
        _MALFORMED, 417, "The header Expect asks for something other than 100-continue."
    ),
    parser.UnsupportedTransferCoding: _ProblemType(
        _MALFORMED,
        501,
        "The transfer coding is unknown; send the body plain or chunked.",
    ),
    parser.InvalidHeader: _ProblemType(
        _MALFORMED,
        detail="A header is missing, repeated or not valid, such as the Host.",
    ),
    parser.ParseError: _NO_HTTP,
    ValueError: _NO_HTTP,
    EOFError: _ProblemType(
        _MALFORMED, detail="The connection ended before the request did."
    ),
    TimeoutError: _ProblemType("request-timeout"),
    ProcessLostError: _ProblemType("stopped"),
    BaseException: _ProblemType("internal-error"),
}
"""The problem for each error outside the application; the first class that matches decides."""


def write_problem(
    error: BaseException,
    request_headers: Iterable[tuple[bytes, bytes]],
    problems: Problems,
) -> ProblemResponse:
    """Return the response for an error outside the application.

    Nothing else of the request is in the response: the text of a parser's error may quote a seed.
    """
    problem_type = next(
        problem_type
        for error_type, problem_type in _PROBLEM_TYPES.items()
        if isinstance(error, error_type)
    )
    headers = {
        name.decode("latin-1").lower(): value.decode("latin-1")
        for name, value in request_headers
    }
    return problems.write(
        problem_type.name,
        headers,
        status=problem_type.status,
        detail=problem_type.detail,
    )


def format_problem(problem: ProblemResponse, method: str) -> bytes:
    """Return a response with a problem as it is sent, to HEAD without its body; it ends the connection."""
    headers = {"Date": format_date(int(time.time()))}
    headers |= problem.headers
    headers["Content-Length"] = str(len(problem.body))
    headers["Connection"] = "close"
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    status_line = f"HTTP/1.1 {problem.status} {HTTPStatus(problem.status).phrase}"
    head = f"{status_line}\r\n{lines}\r\n".encode("latin-1")
    return head if method == "HEAD" else head + problem.body
