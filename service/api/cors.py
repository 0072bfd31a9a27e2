"""Which pages of other origins may call the service from a browser (the Fetch standard's CORS protocol), and how."""

from collections.abc import Sequence

from flask import Flask, Response, request

EVERYBODY = ("*",)

_PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET, HEAD, POST",
    "Access-Control-Allow-Headers": "Accept, Content-Type, If-None-Match",
    "Access-Control-Max-Age": "86400",
}


def allow_origins(app: Flask, origins: Sequence[str]) -> None:
    """Let pages of these origins read every answer, without credentials; of all origins, if they are `("*",)`."""
    everybody = tuple(origins) == EVERYBODY

    @app.after_request
    def add_headers(response: Response) -> Response:
        headers, environ = response.headers, request.environ
        if everybody:
            headers.add("Access-Control-Allow-Origin", "*")
        else:
            response.vary.add("Origin")  # also where it is missing or refused: caches must keep the cases apart
            if (origin := request.headers.get("Origin")) not in origins:
                return response
            headers.add("Access-Control-Allow-Origin", str(origin))
        for name in ("ETag", "Retry-After"):
            if name in headers:
                headers.add("Access-Control-Expose-Headers", name)
        if "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in environ and request.method == "OPTIONS":
            headers.update(_PREFLIGHT)
        return response
