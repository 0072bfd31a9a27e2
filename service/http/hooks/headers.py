"""Headers of every response: CORS headers, as the Fetch standard defines them, and security headers."""

from collections.abc import Sequence

from werkzeug.datastructures import Headers

ALL_ORIGINS = ("*",)

EXPOSED_HEADERS = "ETag, RateLimit, RateLimit-Policy, Retry-After, X-Request-ID"
"""Headers that pages may read beside the headers that the Fetch standard always lets them read."""

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
"""If a browser shows a response on its own, nothing in it runs, loads or is framed.

Pages and pictures have a policy of their own. The proxy that ends TLS sends HSTS.
"""


def cors_headers(origins: Sequence[str], origin: str | None) -> dict[str, str]:
    """Return the CORS headers for a page of `origin` ("" or None if unknown) if the service allows `origins`."""
    if tuple(origins) == ALL_ORIGINS:
        return {
            "Access-Control-Allow-Origin": "*",
            "Access-Control-Expose-Headers": EXPOSED_HEADERS,
        }
    # Every response has `Vary`, even if the origin is refused or missing: caches must keep origins apart.
    headers = {"Vary": "Origin"}
    if origin and origin in origins:
        headers["Access-Control-Allow-Origin"] = origin
        headers["Access-Control-Expose-Headers"] = EXPOSED_HEADERS
    return headers


def add_headers(headers: Headers, origins: tuple[str, ...], origin: str | None) -> None:
    """Add CORS headers, which never allow credentials, and security headers. Keep a Content-Security-Policy."""
    new_headers = cors_headers(origins, origin)
    earlier_vary = headers.get("Vary")
    if earlier_vary and "Vary" in new_headers:
        headers["Vary"] = f"{earlier_vary}, {new_headers.pop('Vary')}"
    headers.extend(new_headers.items())
    nosniff, policy = SECURITY_HEADERS
    if policy in headers:
        headers[nosniff] = SECURITY_HEADERS[nosniff]
    else:
        headers.extend(SECURITY_HEADERS.items())


def add_preflight_headers(headers: Headers, method: str) -> None:
    """Add the headers of a preflight response if the method is OPTIONS."""
    if method == "OPTIONS":
        headers.update(_PREFLIGHT_HEADERS)
