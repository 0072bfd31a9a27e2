"""Responses: JSON, and for how long a cache may keep them."""

from typing import Any

import orjson
from flask import Response, request
from flask.json.provider import JSONProvider

FOR_EVER = "public, max-age=31536000, immutable"
AN_HOUR = "public, max-age=3600"
NEVER = "no-store"

JSON = "application/json"


class OrjsonProvider(JSONProvider):
    """orjson as Flask's JSON."""

    def dumps(self, obj: Any, **_: Any) -> str:
        """JSON text."""
        return orjson.dumps(obj).decode()

    def loads(self, s: str | bytes, **_: Any) -> Any:
        """The value of a JSON text."""
        return orjson.loads(s)


def rendered(body: Any, kept: str = NEVER, media_type: str = JSON, status: int = 200) -> Response:
    """A response with a body, written as JSON if it is not bytes, that caches may keep as said.

    What may be kept has an ETag, and is a 304 for those who have it already.
    """
    if not isinstance(body, bytes):
        # The final newline is for those who read it in a terminal.
        body = orjson.dumps(body, option=orjson.OPT_APPEND_NEWLINE)
    response = Response(body, status, mimetype=media_type)
    response.headers["Cache-Control"] = kept
    if kept != NEVER:
        response.add_etag()
        response.make_conditional(request)
    return response
