"""The service, of which each worker is sent SIGTERM in the moment in which its loop closes."""

import signal
from asyncio.selector_events import BaseSelectorEventLoop
from typing import Any

from service.wsgi import app

__all__ = ["app"]

close_pipe: Any = BaseSelectorEventLoop._close_self_pipe  # type: ignore[attr-defined]


def close_pipe_and_stop(loop: BaseSelectorEventLoop) -> None:
    close_pipe(loop)
    signal.raise_signal(signal.SIGTERM)


BaseSelectorEventLoop._close_self_pipe = close_pipe_and_stop  # type: ignore[attr-defined]
