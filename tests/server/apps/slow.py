"""The service with paths that hold a process: until another is requested, the client resets, or the service stops.

What one process says to the others is in memory that they share, as they are forked after this module is imported. It
has no locks, as a process that is killed would keep them.
"""

import os
from collections.abc import Callable
from multiprocessing import get_context

from flask import request

from service.app import create_app
from service.wsgi_keys import LOOK
from tests.peers import accepts_connections
from tools.serving import wait_until

app = create_app()
_is_short: Callable[..., bool] = app.is_short
_IN_LOOP = {"/holder", "/release", "/works", "/drains"}
_IN_PROCESS = {"/hold", "/work", "/drain"}
_shared = get_context("fork")
_holder = _shared.Value("i", 0, lock=False)
_works = _shared.Value("b", 0, lock=False)
_drains = _shared.Value("b", 0, lock=False)


def is_short(method: str, path: str, query: str, length: int) -> bool:
    """Return whether the event loop answers a request: of the paths of this module those that wait for nothing."""
    return path in _IN_LOOP or (
        path not in _IN_PROCESS and _is_short(method, path, query, length)
    )


app.extensions["served"].is_short = is_short


@app.get("/hold")
def hold() -> str:
    """Wait until `/release` is requested, for a minute at most."""
    _holder.value = os.getpid()
    wait_until(lambda: _holder.value != os.getpid())
    return "released"


@app.get("/holder")
def find_holder() -> str:
    """Return the process that `/hold` has, or 0."""
    return str(_holder.value)


@app.get("/release")
def release() -> str:
    """End `/hold`; all processes may be held."""
    _holder.value = 0
    return ""


@app.get("/work")
def work() -> str:
    """Work without end, and look as often whether the client has gone."""
    _works.value = True
    try:
        while True:
            request.environ[LOOK]()
    finally:
        _works.value = False


@app.get("/works")
def is_working() -> str:
    """Return whether `/work` does."""
    return str(bool(_works.value))


@app.get("/drain")
def drain() -> str:
    """Wait until the service accepts no more connections, as it is stopped; return the process."""
    _drains.value = True
    port = int(request.environ["SERVER_PORT"])
    wait_until(lambda: not accepts_connections(port))
    return str(os.getpid())


@app.get("/drains")
def is_draining() -> str:
    """Return whether `/drain` waits."""
    return str(bool(_drains.value))
