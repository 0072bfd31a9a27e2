"""Responses: in which form, and for how long a cache may keep them."""

from collections.abc import Mapping
from hashlib import sha256
from http import HTTPStatus
from typing import Any

import orjson
from flask import Response, request
from flask.json.provider import JSONProvider
from werkzeug.datastructures import Headers

from service.paths import project_path

CACHE_IMMUTABLE = "public, max-age=31536000, immutable"
CACHE_HOUR = "public, max-age=3600"
NO_STORE = "no-store"

JSON = "application/json"
NDJSON = "application/x-ndjson"
TEXT = "text/plain"
CSV = "text/csv"
SVG = "image/svg+xml"

OPENAPI = project_path("openapi.yaml")

_ANYTHING = {None, "*/*", JSON}


class OrjsonProvider(JSONProvider):
    """orjson as Flask's JSON."""

    def dumps(self, obj: Any, **_: Any) -> str:
        """JSON text."""
        return orjson.dumps(obj).decode()

    def loads(self, s: str | bytes, **_: Any) -> Any:
        """The value of a JSON text."""
        return orjson.loads(s)


class FinalResponse(Response):
    """A response whose headers are final: they are not copied, checked and completed once more before they are sent."""

    def get_wsgi_headers(self, environ: Any) -> Headers:
        """The headers as they are; the length of the body is among them."""
        return self.headers if self.status_code == HTTPStatus.OK else super().get_wsgi_headers(environ)


def accepted(forms: tuple[str, ...], environ: Mapping[str, Any]) -> str:
    """The form that the client likes best; the first, which is JSON, if it likes none."""
    if environ.get("HTTP_ACCEPT") in _ANYTHING:
        return forms[0]
    return request.accept_mimetypes.best_match(forms, forms[0])


def etag_of(*parts: str | bytes) -> str:
    """A strong ETag for what depends on these parts alone."""
    digest = sha256(b"\0".join(part if isinstance(part, bytes) else part.encode() for part in parts))
    return f'"{digest.hexdigest()[:32]}"'


def rendered(body: Any, kept: str = NO_STORE, form: str = JSON, status: int = 200) -> Response:
    """A response with a body, written as JSON if it is not bytes, that caches may keep as said.

    What may be kept has an ETag, and is a 304 for those who have it already.
    """
    headers = [("Content-Type", _TYPES.get(form, form)), ("Cache-Control", kept)]
    body = _written(body)
    if kept != NO_STORE:
        headers.append(("ETag", etag_of(body)))
    response = FinalResponse(body, None if status == HTTPStatus.OK else status, headers)
    if kept != NO_STORE and "HTTP_IF_NONE_MATCH" in request.environ:
        response.make_conditional(request)
    return response


def unchanged(etag: str) -> Response:
    """A 304: what the client has is still right."""
    return Response(status=304, headers={"ETag": etag, "Cache-Control": CACHE_IMMUTABLE, "Vary": "Accept"})


def drawn(body: Any, form: str, etag: str | None, name: str | None = None) -> Response:
    """A response with results; one that has an ETag may be kept for ever, one that has a name is saved as a file."""
    headers = [
        ("Content-Type", _TYPES.get(form, form)),
        ("Vary", "Accept"),
        ("Cache-Control", CACHE_IMMUTABLE if etag else NO_STORE),
    ]
    if etag:
        headers.append(("ETag", etag))
    if name:
        headers.append(("Content-Disposition", f'attachment; filename="{name}"'))
    return (
        FinalResponse(_written(body), None, headers)
        if isinstance(body, (bytes, dict))
        else Response(body, None, headers)
    )


_TYPES = {form: f"{form}; charset=utf-8" for form in (TEXT, CSV)}


def _written(body: Any) -> bytes:
    # The final newline is for those who read it in a terminal.
    return body if isinstance(body, bytes) else orjson.dumps(body, option=_OPTIONS)


_OPTIONS = orjson.OPT_APPEND_NEWLINE | orjson.OPT_SERIALIZE_NUMPY
