"""Bounds on what is done at a time: large requests in all workers, experiments and long streams in one worker.

A request acquires a slot when it is known to need one, and holds it until the last byte of its response was sent; one
that bounds work alone, until the body is complete. A request that finds no free slot does not wait: it gets 503 with
Retry-After.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fcntl import LOCK_EX, LOCK_NB, LOCK_UN, lockf
from functools import partial
from itertools import chain
from threading import BoundedSemaphore, Lock
from typing import Any
from weakref import finalize

from flask import Response
from werkzeug.wsgi import ClosingIterator

from service.api.http.problems import Busy
from service.api.http.shared_files import open_unnamed_file

LARGE = 2**17
"""Number of items in a response, of draws or moves for it, or of bytes of a body, above which a request is large."""

HELD_SLOTS = "shuffle_and_deal.slots"
"""The key of the WSGI environment under which a request has its slots."""


class Slots:
    """A number of slots, at least 1, in one worker."""

    def __init__(self, count: int, message: str, retry_after: int) -> None:
        self._free = BoundedSemaphore(count)
        self._message, self._retry_after = message, retry_after

    def acquire(self) -> Callable[[], None]:
        """Acquire a slot and return the function that releases it. Raises `Busy` if none is free."""
        if not self._free.acquire(blocking=False):
            raise busy(self._message, self._retry_after)
        return self._free.release

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Hold a slot while the context lasts. Raises `Busy` if none is free."""
        release = self.acquire()
        try:
            yield
        finally:
            release()


class SharedSlots:
    """A number of slots, at least 1, shared by all processes forked from the one that created them.

    A slot is a lock on a byte of an unnamed file that was opened before the fork. The kernel releases the
    locks of a process that is killed.
    """

    def __init__(self, count: int, message: str, retry_after: int) -> None:
        self._file = open_unnamed_file("shuffle-and-deal-slots")
        finalize(self, self._file.close)
        self._count, self._message, self._retry_after = count, message, retry_after
        self._own: set[int] = set()
        self._lock = Lock()

    def acquire(self) -> Callable[[], None]:
        """Acquire a slot and return the function that releases it. Raises `Busy` if none is free."""
        with self._lock:
            for slot in range(self._count):
                if slot not in self._own:  # the lock excludes other processes only
                    try:
                        lockf(self._file, LOCK_EX | LOCK_NB, 1, slot)
                    except OSError:
                        continue
                    self._own.add(slot)
                    return lambda: self._release(slot)
        raise busy(self._message, self._retry_after)

    def _release(self, slot: int) -> None:
        with self._lock:
            self._own.remove(slot)
            lockf(self._file, LOCK_UN, 1, slot)


def busy(message: str, retry_after: int) -> Busy:
    """Return the error of a request that must be sent again, after some seconds or to another replica."""
    return Busy(f"{message} Ask again in {retry_after} seconds, or of another replica.", retry_after)


def hold_slot(environ: dict[str, Any], slots: Slots | SharedSlots) -> None:
    """Acquire a slot for a request, once, until its response was sent. Raises `Busy` if none is free."""
    held = environ.setdefault(HELD_SLOTS, {})
    if slots not in held:
        held[slots] = slots.acquire()


def release_when_sent(environ: dict[str, Any], response: Response) -> None:
    """Hand the slots of a request to the body of its response, which releases them at its end or when it is closed.

    Those of one worker, which bound its work, are released at once if the body is complete: otherwise a client that
    asks again the moment that it has a response could be refused because of its own last request.
    """
    held = environ.pop(HELD_SLOTS)
    if not response.is_streamed:
        for slots in [slots for slots in held if isinstance(slots, Slots)]:
            held.pop(slots)()
    release_slots = partial(release, {HELD_SLOTS: held})
    body: Any = response.response
    # At the end as well, where None adds no part: the next request may come before the server closes the body.
    response.response = ClosingIterator(chain(body, iter(release_slots, None)), release_slots)


def release(environ: dict[str, Any]) -> None:
    """Release the slots of a request; further calls do nothing."""
    for release_slot in environ.pop(HELD_SLOTS, {}).values():
        release_slot()
