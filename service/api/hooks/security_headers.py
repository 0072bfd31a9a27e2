"""What every answer tells browsers of itself, so that none makes more of it than it is."""

from flask import Flask, Response

SAFE = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
}
"""An answer is what its type says and, if a browser shows it by itself, nothing in it runs or is loaded or framed.

Pages and pictures have a policy of their own. HSTS belongs to whoever ends TLS, and is not sent here.
"""

_SAFE = list(SAFE.items())
_NOSNIFF, _POLICY = SAFE


def keep_safe(app: Flask) -> None:
    """Send `SAFE` with every answer that does not have its own."""

    @app.after_request
    def add_headers(response: Response) -> Response:
        headers = response.headers
        if _POLICY in headers:
            headers[_NOSNIFF] = SAFE[_NOSNIFF]
        else:
            for name, value in _SAFE:
                headers.add(name, value)
        return response
