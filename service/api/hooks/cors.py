"""Which pages of other origins may call the service from a browser (the Fetch standard's CORS protocol), and how."""

from collections.abc import Sequence

from flask import Flask, Response, request

EVERYBODY = ("*",)

EXPOSED = "ETag, Retry-After, X-Request-ID"
"""What pages may read besides the headers that they always may."""

_PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET, HEAD, POST",
    "Access-Control-Allow-Headers": (
        "Accept, Authorization, Content-Type, If-None-Match, Traceparent, Tracestate, X-API-Key, X-Request-ID"
    ),
    "Access-Control-Max-Age": "86400",
}


def cors_headers(origins: Sequence[str], origin: str | None) -> dict[str, str]:
    """The headers of an answer to a page of that origin, "" or None if there is none, where these origins may read."""
    if tuple(origins) == EVERYBODY:
        return {"Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": EXPOSED}
    kept_apart = {"Vary": "Origin"}  # also where it is missing or refused: caches must keep the cases apart
    if not origin or origin not in origins:
        return kept_apart
    return {**kept_apart, "Access-Control-Allow-Origin": origin, "Access-Control-Expose-Headers": EXPOSED}


def allow_origins(app: Flask, origins: Sequence[str]) -> None:
    """Let pages of these origins read every answer, without credentials; of all origins, if they are `("*",)`."""
    app.config["ORIGINS"] = origins
    everybody = list(cors_headers(origins, None).items()) if tuple(origins) == EVERYBODY else None

    @app.after_request
    def add_headers(response: Response) -> Response:
        if everybody:
            for name, value in everybody:
                response.headers.add(name, value)
        else:
            found = cors_headers(origins, request.headers.get("Origin"))
            response.vary.add(found.pop("Vary"))
            response.headers.extend(found)
        if "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in request.environ and request.method == "OPTIONS":
            response.headers.update(_PREFLIGHT)
        return response
