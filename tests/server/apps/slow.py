"""The service with a path that holds a thread until another path is requested."""

from threading import Event

from service.api.http.concurrency import mark_short
from service.app import create_app

app = create_app()
_released = Event()


@app.get("/hold")
def hold() -> str:
    """Wait until `/release` is requested, for a minute at most."""
    _released.clear()
    return str(_released.wait(60))


@app.get("/release")
@mark_short
def release() -> str:
    """End `/hold`; all threads may be held."""
    _released.set()
    return ""
