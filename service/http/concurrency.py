"""Limit concurrent requests by slots: large requests, which take much memory, and long streams, which take long.

A request acquires a slot before it takes the memory, and holds it until the last byte of a large response is sent. If
no slot is free, the request does not wait: it gets a 503 with Retry-After.
"""

from collections.abc import Callable
from fcntl import LOCK_EX, LOCK_NB, LOCK_UN, lockf
from functools import partial
from itertools import chain
from math import inf
from threading import Lock
from typing import Any
from weakref import finalize

from flask import Response
from werkzeug.wsgi import ClosingIterator

from ..core.work import MAX_SECONDS, Work
from ..heap import trim_heap
from ..shared_files import open_unnamed_file
from ..wsgi_keys import LOOK
from .problems import Busy
from .request_context import current_request

LARGE = 2**17
"""A request is large if it holds more than this many items of a result or a response, or bytes of a body."""

HELD_SLOTS = "shuffle_and_deal.slots"
"""The key of a request's slots in the WSGI environment."""


class SharedSlots:
    """A semaphore for the process that creates it and all processes forked from it, with `count` slots (1 or more).

    A slot is a lock on a byte of an unnamed file that was opened before the fork. If a process is killed, the kernel
    releases its locks.
    """

    def __init__(self, count: int, message: str, retry_after: int) -> None:
        self._count = count
        self._message = message
        self._retry_after = retry_after
        self._lock = Lock()
        self._open()

    def reopen(self) -> None:
        """Stop sharing slots with other processes; share them only with processes forked from this one from now on."""
        self._close()
        self._open()

    def _open(self) -> None:
        self._file = open_unnamed_file("shuffle-and-deal-slots")
        self._close = finalize(self, self._file.close)
        self._own: set[int] = set()

    def acquire(self) -> Callable[[], None]:
        """Acquire a slot and return the function that releases it. Raises `Busy` if every slot is taken."""
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
    """Return the error for a request that the client may repeat, after some seconds or at another replica."""
    return Busy(
        f"{message} Try again in {retry_after} seconds, or at another replica.",
        retry_after,
    )


def start_work(
    ceiling: float = inf, spent: float = 0, *, is_streamed: bool = False
) -> Work:
    """Return the counter of work for the running request. The work ends when nobody waits for the response any more.

    A stream counts the work of each result by itself, and lasts as long as its client reads.
    """
    look = current_request().environ.get(LOOK, lambda: None)
    return Work(
        ceiling,
        look,
        inf if is_streamed else MAX_SECONDS,
        spent,
        counts_results=is_streamed,
    )


def hold_slot(slots: SharedSlots) -> None:
    """Acquire a slot for the running request, unless it holds one of `slots`. Raises `Busy` if all are taken."""
    # By semaphore, the function that releases its slot.
    releases = current_request().environ.setdefault(HELD_SLOTS, {})
    if slots not in releases:
        releases[slots] = slots.acquire()


def release_when_sent(environ: dict[str, Any], response: Response) -> None:
    """Hand the slots of a request to the body of its response. The body releases them at its end or when it is closed.

    If the body is complete and not large, the slots are released at once: a client that sends its next request as soon
    as it has the response must not be refused because of its own last request.
    """
    if not response.is_streamed and (response.calculate_content_length() or 0) <= LARGE:
        release(environ)
        return
    release_slots = partial(release, {HELD_SLOTS: environ.pop(HELD_SLOTS)})
    body: Any = response.response
    # `release` returns None, where `iter` ends. It runs at the end of the body, as the next request may come before the
    # server closes the body.
    response.response = ClosingIterator(
        chain(body, iter(release_slots, None)), release_slots
    )


def release(environ: dict[str, Any]) -> None:
    """Return the memory of a request to the system, and release its slots. Further calls do nothing.

    The next request that gets the slot may begin in another process at once, and takes as much memory.
    """
    releases = environ.pop(HELD_SLOTS, {})
    if releases:
        trim_heap()
    for release_slot in releases.values():
        release_slot()
