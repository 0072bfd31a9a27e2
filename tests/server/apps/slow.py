"""The service with paths that hold a thread: until another path is requested, or until the client resets."""

from threading import Event

from service.api.http.concurrency import mark_short, start_work
from service.app import create_app

app = create_app()
_held, _released, _works = Event(), Event(), Event()


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


@app.get("/work")
def work() -> str:
    """Count steps without end."""
    counter = start_work(is_streamed=True)
    _works.set()
    try:
        while True:
            counter.spend(1_000)
    finally:
        _works.clear()


@app.get("/works")
@mark_short
def is_working() -> str:
    """Return whether `/work` counts."""
    return str(_works.is_set())
