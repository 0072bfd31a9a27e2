"""Headers of every response: those of CORS, which the Fetch standard defines, and security headers."""

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

SECURITY_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
}
"""Nothing in a response runs, loads or is framed if a browser shows it on its own.

Pages and pictures have a policy of their own. HSTS is sent by whoever ends TLS.
"""


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
    added = cors_headers(origins, origin)
    if "Vary" in added and (vary := headers.get("Vary")):
        headers["Vary"] = f"{vary}, {added.pop('Vary')}"
    headers.extend(added.items())


def add_preflight_headers(headers: Headers, method: str) -> None:
    """Add the headers of the response to a preflight request, which is an OPTIONS."""
    if method == "OPTIONS":
        headers.update(_PREFLIGHT_HEADERS)


def add_security_headers(headers: Headers) -> None:
    """Add the security headers to a response, so that a browser treats it as nothing but its media type.

    The policy is for a response that has none of its own.
    """
    nosniff, policy = SECURITY_HEADERS
    if policy in headers:
        headers[nosniff] = SECURITY_HEADERS[nosniff]
    else:
        headers.extend(SECURITY_HEADERS.items())
