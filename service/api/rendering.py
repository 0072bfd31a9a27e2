"""Responses: in which form, and for how long a cache may keep them."""

from collections.abc import Iterable
from hashlib import sha256
from http import HTTPStatus
from typing import Any

import orjson
from flask import Response, request
from flask.json.provider import JSONProvider
from werkzeug.datastructures import Headers

FOR_EVER = "public, max-age=31536000, immutable"
AN_HOUR = "public, max-age=3600"
NEVER = "no-store"

JSON = "application/json"
LINES = "application/x-ndjson"
TEXT = "text/plain"

_ANYTHING = {None, "*/*", JSON}


class OrjsonProvider(JSONProvider):
    """orjson as Flask's JSON."""

    def dumps(self, obj: Any, **_: Any) -> str:
        """JSON text."""
        return orjson.dumps(obj).decode()

    def loads(self, s: str | bytes, **_: Any) -> Any:
        """The value of a JSON text."""
        return orjson.loads(s)


class Answered(Response):
    """A response whose headers are final: they are not copied, checked and completed once more before they are sent."""

    def get_wsgi_headers(self, environ: Any) -> Headers:
        """The headers as they are; the length of the body is among them."""
        return self.headers if self.status_code == HTTPStatus.OK else super().get_wsgi_headers(environ)


def accepted(forms: tuple[str, ...]) -> str:
    """The form that the client likes best; the first, which is JSON, if it likes none."""
    if request.environ.get("HTTP_ACCEPT") in _ANYTHING:
        return forms[0]
    return request.accept_mimetypes.best_match(forms, forms[0])


def rendered(body: Any, kept: str = NEVER, form: str = JSON, status: int = 200, *, varies: bool = False) -> Response:
    """A response with a body, written as JSON if it is not bytes, that caches may keep as said.

    What may be kept has an ETag, and is a 304 for those who have it already.
    """
    if not isinstance(body, bytes):
        # The final newline is for those who read it in a terminal.
        body = orjson.dumps(body, option=orjson.OPT_APPEND_NEWLINE | orjson.OPT_SERIALIZE_NUMPY)
    headers = [("Content-Type", form if form != TEXT else f"{TEXT}; charset=utf-8"), ("Cache-Control", kept)]
    if varies:
        headers.append(("Vary", "Accept"))
    if kept != NEVER:
        headers.append(("ETag", f'"{sha256(body).hexdigest()[:32]}"'))
    response = Answered(body, None if status == 200 else status, headers)
    if kept != NEVER and "HTTP_IF_NONE_MATCH" in request.environ:
        response.make_conditional(request)
    return response


def streamed(lines: Iterable[bytes], kept: str, form: str) -> Response:
    """A response whose lines are made as they are sent; a client that hangs up ends their making."""
    return Response(lines, 200, {"Cache-Control": kept, "Vary": "Accept"}, form)
