"""Cross-origin resource sharing (the Fetch standard's CORS protocol): the origins whose pages may call the service."""

from collections.abc import Sequence

from werkzeug.datastructures import Headers

ALL_ORIGINS = ("*",)

EXPOSED_HEADERS = "ETag, Retry-After, X-Request-ID"
"""Headers that pages may read besides those that they always may."""

_PREFLIGHT_HEADERS = {
    "Access-Control-Allow-Methods": "GET, HEAD, POST",
    "Access-Control-Allow-Headers": (
        "Accept, Authorization, Content-Type, If-None-Match, Traceparent, Tracestate, X-API-Key, X-Request-ID"
    ),
    "Access-Control-Max-Age": "86400",
}


def cors_headers(origins: Sequence[str], origin: str | None) -> dict[str, str]:
    """Return the headers for a page of an origin ("" or None: none), given the origins that are allowed."""
    if tuple(origins) == ALL_ORIGINS:
        return {"Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": EXPOSED_HEADERS}
    vary = {"Vary": "Origin"}  # also without an origin, or for a refused one: caches must keep the cases apart
    if not origin or origin not in origins:
        return vary
    return {**vary, "Access-Control-Allow-Origin": origin, "Access-Control-Expose-Headers": EXPOSED_HEADERS}


def add_cors_headers(headers: Headers, origins: tuple[str, ...], origin: str | None) -> None:
    """Add the CORS headers of a response, which never allow credentials."""
    if origins == ALL_ORIGINS:
        headers.add("Access-Control-Allow-Origin", "*")
        headers.add("Access-Control-Expose-Headers", EXPOSED_HEADERS)
        return
    added = cors_headers(origins, origin)
    vary = headers.get("Vary")
    headers["Vary"] = f"{vary}, {added.pop('Vary')}" if vary else added.pop("Vary")
    headers.extend(added.items())


def add_preflight_headers(headers: Headers, method: str) -> None:
    """Add the headers of the response to a preflight request, which is an OPTIONS."""
    if method == "OPTIONS":
        headers.update(_PREFLIGHT_HEADERS)
