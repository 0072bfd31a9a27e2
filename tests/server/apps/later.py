"""The service as a later version may be: objects of its responses have a member that no document of today has.

The member is in the outermost object and in objects in its lists, but not in objects that are hashed or signed and in
the caller's items. It is removed from requests, as a later version would know it.
"""

import json
from collections.abc import Callable, Iterable
from io import BytesIO
from typing import Any

from service.http.problems import MEDIA_TYPE
from service.http.responses import JSON
from service.wsgi import app

ADDED = {"added_later": {"reason": "a later version has it"}}
_UNCHANGED = {"items", "original_items", "terms", "receipt", "jwks"}
_respond = app.wsgi_app


def _add(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    members = {
        name: [_add(item) for item in member]
        if isinstance(member, list) and name not in _UNCHANGED
        else member
        for name, member in value.items()
    }
    return members | ADDED


def _remove(value: Any) -> Any:
    if isinstance(value, list):
        return [_remove(item) for item in value]
    if isinstance(value, dict):
        return {
            name: _remove(member) for name, member in value.items() if name not in ADDED
        }
    return value


def respond(
    environ: dict[str, Any], start_response: Callable[..., Any]
) -> Iterable[bytes]:
    """Respond to a request without the member, and add it to the response."""
    # Nothing could be added to a compressed response
    environ.pop("HTTP_ACCEPT_ENCODING", None)
    body = environ["wsgi.input"].read()
    if body:
        body = json.dumps(_remove(json.loads(body))).encode()
        environ["wsgi.input"] = BytesIO(body)
        environ["CONTENT_LENGTH"] = str(len(body))
    started: list[Any] = []

    def start(*arguments: Any) -> Callable[[bytes], object]:
        started.extend(arguments)
        return lambda _: None

    body = b"".join(_respond(environ, start))
    status, headers = started[:2]
    is_json = dict(headers).get("Content-Type") in {JSON, MEDIA_TYPE}
    if is_json and not environ["PATH_INFO"].startswith("/openapi"):
        body = json.dumps(_add(json.loads(body))).encode()
    headers = [
        (name, str(len(body)) if name == "Content-Length" else value)
        for name, value in headers
    ]
    start_response(status, headers)
    return [body]


app.wsgi_app = respond  # type: ignore[method-assign]
