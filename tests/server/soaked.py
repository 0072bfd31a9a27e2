"""The service with a leak, for tests/server/test_soak.py: some kilobytes of every request are kept."""

from collections.abc import Callable, Iterable
from typing import Any

from service.wsgi import app as sound

_KEPT: list[bytes] = []


def app(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """The application, and 32 KiB that are never given back."""
    _KEPT.append(bytes(range(256)) * 128)
    answer: Iterable[bytes] = sound(environ, start_response)
    return answer
