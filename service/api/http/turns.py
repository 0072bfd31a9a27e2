"""Turns: so many requests of a kind at a time, so that those which take long leave threads to those which do not."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from service.api.http.problems import Busy


class Turns:
    """So many at a time, at least 1, in one worker. Who comes when all are taken does not wait, and is told so."""

    def __init__(self, most: int) -> None:
        self._free = BoundedSemaphore(most)

    @contextmanager
    def taken(self, what: str, retry_after: int) -> Iterator[None]:
        """Take a turn while the context lasts. Raises `Busy` if none is free, with the seconds after which to ask."""
        if not self._free.acquire(blocking=False):
            raise Busy(f"{what} Ask again in {retry_after} seconds, or of another replica.", retry_after)
        try:
            yield
        finally:
            self._free.release()
