"""The context of each request for logs, metrics and traces: its id, its route and its problem, never its values.

The id is the client's `X-Request-ID` if that is well formed, or else a new id. Every response has the id in the same
header, and every problem has it as `request_id`.
"""

import os
import re
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from flask import Request, request

REQUEST_ID = "X-Request-ID"

_ENVIRON_KEY = "shuffle_and_deal.context"
_WELL_FORMED_ID = re.compile(r"[A-Za-z0-9._~:/+=@-]{1,128}")
_RULE_PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")


current_request: Callable[[], Request] = request._get_current_object  # type: ignore[attr-defined]
"""Return the running request itself; it is faster to read than Flask's proxy `request`."""


IS_REPLAY = ContextVar("IS_REPLAY", default=False)
"""Whether a view repeats the request of a response to check, which another implementation may have made."""


@dataclass(slots=True)
class RequestContext:
    """A request's id, its URL rule ("" if no rule matches its path) and its type of problem ("" for a success)."""

    request_id: str
    route: str = ""
    problem: str = ""


def request_id(header: str | None) -> str:
    """Return the id in a header if it has 1 to 128 letters, digits and `._~:/+=@-`, or else a new id."""
    if header and _WELL_FORMED_ID.fullmatch(header):
        return header
    return os.urandom(16).hex()


@lru_cache
def route_label(rule: str) -> str:
    """Return a URL rule as the OpenAPI document writes it, without converters; "none" for an empty rule."""
    return _RULE_PARAMETER.sub(r"{\1}", rule) or "none"


def context_of(environ: Mapping[str, Any]) -> RequestContext | None:
    """Return the context of a WSGI environment; None if the request never reached the application."""
    return environ.get(_ENVIRON_KEY)


def current_context() -> RequestContext:
    return ensure_context(current_request().environ)


def ensure_context(environ: dict[str, Any]) -> RequestContext:
    """Return the context of a WSGI environment; create it if it is missing."""
    context: RequestContext | None = environ.get(_ENVIRON_KEY)
    if context is None:
        context = RequestContext(request_id(environ.get("HTTP_X_REQUEST_ID")))
        environ[_ENVIRON_KEY] = context
    return context
