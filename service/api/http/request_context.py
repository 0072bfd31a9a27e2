"""What is known of each request while it is answered, for logs, metrics and traces: never anything that was asked.

A request has an id, which is the client's `X-Request-ID` if that is sane, and is told in the header of that name with
every answer and in every problem.
"""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Flask, Response, current_app, request

from service.api.http.stats import Stats

REQUEST_ID = "X-Request-ID"

_METHODS = frozenset({"GET", "HEAD", "OPTIONS", "POST"})
_SEEN = "shuffle_and_deal.seen"
_SANE = re.compile(r"[A-Za-z0-9._~:/+=@-]{1,128}")
_PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
_PARENT = re.compile(r"(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?")


@dataclass(slots=True)
class Seen:
    """A request: its id, the rule that its path fits ("" if none does), and the kind of problem it met ("" if none)."""

    request_id: str
    stats: Stats
    route: str = ""
    problem: str = ""


def request_id(given: str | None) -> str:
    """The id of a request: the one given, if it is 1 to 128 letters, digits and `._~:/+=@-`, or a new one."""
    return given if given and _SANE.fullmatch(given) else os.urandom(16).hex()


def method_of(sent: str) -> str:
    """A method that there is; "other" for all else, which is whatever a client sends."""
    return sent if sent in _METHODS else "other"


def trace_id(traceparent: str | None) -> str | None:
    """The trace that a request is part of (W3C Trace Context); None if it says none, or says it wrong."""
    found = _PARENT.fullmatch(traceparent or "")
    return None if found is None or (found[2] and found[0].startswith("00")) else found[1]


def seen(environ: Mapping[str, Any]) -> Seen | None:
    """What is known of an answered request; None if the application has not seen it."""
    return environ.get(_SEEN)


def this_request() -> Seen:
    """What is known of the request under way."""
    return _of(request.environ, current_app.config["STATS"])


def name_requests(app: Flask) -> None:
    """Tell each client the id of its request, and keep for others what is known of it."""
    stats = app.config["STATS"]

    @app.after_request
    def name(response: Response) -> Response:
        answered = request._get_current_object()  # type: ignore[attr-defined]  # once: each look through it has a price
        found = _of(answered.environ, stats)
        if (rule := answered.url_rule) is not None:
            found.route = rule.rule
        response.headers.add(REQUEST_ID, found.request_id)
        return response


def _of(environ: dict[str, Any], stats: Stats) -> Seen:
    found: Seen | None = environ.get(_SEEN)
    if found is None:
        found = environ[_SEEN] = Seen(request_id(environ.get("HTTP_X_REQUEST_ID")), stats)
    return found


def written(rule: str) -> str:
    """The rule of a route as the OpenAPI document has it, without its converters; "none" for a path that fits none."""
    return _PARAMETER.sub(r"{\1}", rule) or "none"
