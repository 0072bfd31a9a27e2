"""The service with a path that holds a thread until another path is requested."""

from threading import Event

from service.api.http.concurrency import mark_short
from service.app import create_app

app = create_app()
_held, _released = Event(), Event()


@app.get("/hold")
def hold() -> str:
    """Wait until `/release` is requested, for a minute at most."""
    _released.clear()
    _held.set()
    return str(_released.wait(60))


@app.get("/is-held")
@mark_short
def is_held() -> str:
    """Return whether `/hold` has a thread."""
    return str(_held.is_set())


@app.get("/release")
@mark_short
def release() -> str:
    """End `/hold`; all threads may be held."""
    _held.clear()
    _released.set()
    return ""
