"""Answer requests for draws that were planned before, without Flask.

The draw of a request is planned when it comes first: Flask finds the view, and the view makes the draft of the
response, which the cache keeps for any seed. To draw from it and to write the response takes a fraction of what Flask
takes to find the view, so a request whose draw is in the cache is answered here, by the same functions.
"""

from collections.abc import Callable, Iterable, Mapping
from io import BytesIO
from typing import Any, NamedTuple

from flask import Request, Response
from werkzeug.routing import Rule

from .draws.draw_view import DrawHandler
from .draws.split_requests import MAX_SPLIT_BODY
from .hooks import Hooks
from .services import Services

Environ = dict[str, Any]
WsgiApplication = Callable[[Environ, Any], Iterable[bytes]]


class MatchedDraw(NamedTuple):
    """The URL rule of a request that draws, the names in its path, and its view."""

    rule: Rule
    names: Mapping[str, str]
    view: DrawHandler


class PlannedDraws:
    """WSGI middleware that answers requests whose draws are in the cache; all others go to Flask.

    `match` returns the rule, the names and the view of a request for a draw, and None for any other request. A request
    that is refused goes to Flask too, which refuses it again and writes the problem. So does one with a body of more
    than `max_body` bytes.
    """

    def __init__(
        self,
        flask_app: WsgiApplication,
        match: Callable[[Environ], MatchedDraw | None],
        hooks: Hooks,
        max_body: int,
        get_services: Callable[[], Services],
    ) -> None:
        self._flask_app = flask_app
        self._match = match
        self._hooks = hooks
        self._max_body = min(max_body, MAX_SPLIT_BODY)
        self._get_services = get_services

    def __call__(self, environ: Environ, start_response: Any) -> Iterable[bytes]:
        response = self._respond(environ)
        if response is None:
            return self._flask_app(environ, start_response)
        return response(environ, start_response)

    def _respond(self, environ: Environ) -> Response | None:
        matched = self._match(environ)
        if matched is None or not _keep_body(environ, self._max_body):
            return None
        # Without a reference from the environment, so that both are freed at once.
        client_request = Request(environ, populate_request=False)
        client_request.url_rule = matched.rule
        try:
            self._hooks.check(client_request)
            response = matched.view.respond_planned(
                client_request, matched.names, self._get_services()
            )
        except Exception:
            response = None  # Flask writes the problem, or logs what is none
        if response is None:
            _rewind_body(environ)
            return None
        return self._hooks.complete(client_request, response)


def _keep_body(environ: Environ, max_body: int) -> bool:
    """Read a short body into memory, so that Flask can read it again. Return False for a long one."""
    if environ["REQUEST_METHOD"] == "GET":
        return True
    length = environ.get("CONTENT_LENGTH") or ""  # of a body in chunks nobody knows it
    if not length.isdecimal() or int(length) > max_body:
        return False
    environ["wsgi.input"] = BytesIO(environ["wsgi.input"].read(int(length)))
    return True


def _rewind_body(environ: Environ) -> None:
    if environ["REQUEST_METHOD"] == "POST":
        environ["wsgi.input"].seek(0)
