"""Security headers, so that a browser treats a response as nothing but its media type."""

from werkzeug.datastructures import Headers

SECURITY_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
}
"""Nothing in a response runs, loads or is framed if a browser shows it on its own.

Pages and pictures have a policy of their own. HSTS is sent by whoever ends TLS.
"""

_ITEMS = list(SECURITY_HEADERS.items())
_NOSNIFF, _POLICY = SECURITY_HEADERS


def add_security_headers(headers: Headers) -> None:
    """Add the security headers to a response that has no policy of its own."""
    if _POLICY in headers:
        headers[_NOSNIFF] = SECURITY_HEADERS[_NOSNIFF]
    else:
        for name, value in _ITEMS:
            headers.add(name, value)
