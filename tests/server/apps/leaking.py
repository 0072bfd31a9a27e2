"""The service with a memory leak: every request leaves 128 KiB behind."""

from collections.abc import Callable, Iterable
from typing import Any

from service.wsgi import app

_LEAK: list[bytes] = []
_respond = app.wsgi_app


def leak(
    environ: dict[str, Any], start_response: Callable[..., Any]
) -> Iterable[bytes]:
    """Serve a request, and leak 128 KiB."""
    _LEAK.append(bytes(range(256)) * 512)
    response: Iterable[bytes] = _respond(environ, start_response)
    return response


app.wsgi_app = leak  # type: ignore[method-assign]
