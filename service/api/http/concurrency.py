"""Limit concurrent work by slots: large requests in all workers together, experiments and long streams in each worker.

A request acquires a slot before large work. It holds a slot of all workers until the last byte of a large response was
sent, and any other slot until the body is complete or sent. If no slot is free, the request does not wait: it gets 503
with Retry-After.
"""

from collections.abc import Callable
from fcntl import LOCK_EX, LOCK_NB, LOCK_UN, lockf
from functools import partial
from itertools import chain
from math import inf
from threading import BoundedSemaphore, Lock
from typing import Any, TypeVar
from weakref import finalize

from flask import Response
from werkzeug.wsgi import ClosingIterator

from ...core.work import MAX_SECONDS, Work
from .problems import Busy
from .request_context import current_request
from .shared_files import open_unnamed_file

LARGE = 2**17
"""A request is large if it needs more than this many items in the response, draws, moves, or bytes in the body."""

SHORT_REQUEST = 8_192
"""An event loop calls the application itself if the head and the body have at most this many bytes together."""

SHORT = 2_000
"""An event loop answers a request itself if it needs at most this many items, draws or moves, which take some 2 ms."""

LARGE_EXPERIMENT = 2**19
"""An experiment or a search is large if it takes longer than this many draws, some tenth of a second."""

View = TypeVar("View", bound=Callable[..., Any])

HELD_SLOTS = "shuffle_and_deal.slots"
"""The key of a request's slots in the WSGI environment."""

IN_LOOP = "shuffle_and_deal.in_loop"
"""The key in the WSGI environment of a request that an event loop answers itself."""

IS_RESET = "shuffle_and_deal.is_reset"
"""The key of a function in the WSGI environment: whether the client has reset the connection."""

WAITED = "shuffle_and_deal.waited"
"""The key of the seconds that a request waited in the server, in the WSGI environment."""


class LongWork(BaseException):
    """Raised instead of long work in an event loop, which calls the application again in a thread.

    It is no `Exception`, so that no error handler makes a response of it.
    """


class ClientLostError(BaseException):
    """Raised in work whose client has reset the connection. It is no `Exception`, as nobody takes a response."""


class Slots:
    """A semaphore for the threads of one worker, with `count` slots (1 or more)."""

    def __init__(self, count: int, message: str, retry_after: int) -> None:
        self._free = BoundedSemaphore(count)
        self._message, self._retry_after = message, retry_after

    def acquire(self) -> Callable[[], None]:
        """Acquire a slot and return the function that releases it. Raises `Busy` if every slot is taken."""
        if not self._free.acquire(blocking=False):
            raise busy(self._message, self._retry_after)
        return self._free.release


class SharedSlots:
    """A semaphore for the process that creates it and all processes forked from it, with `count` slots (1 or more).

    A slot is a lock on a byte of an unnamed file that was opened before the fork. The kernel releases the locks of a
    process that is killed.
    """

    def __init__(self, count: int, message: str, retry_after: int) -> None:
        self._file = open_unnamed_file("shuffle-and-deal-slots")
        finalize(self, self._file.close)
        self._count, self._message, self._retry_after = count, message, retry_after
        self._own: set[int] = set()
        self._lock = Lock()

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
    return Busy(f"{message} Try again in {retry_after} seconds, or at another replica.", retry_after)


def mark_short(view: View) -> View:
    """Let an event loop call a view itself; the view calls `require_thread` before work that may be long."""
    view.is_short = True  # type: ignore[attr-defined]
    return view


def is_short(view: object) -> bool:
    """Return whether a view was marked by `mark_short`."""
    return getattr(view, "is_short", False)


def require_thread() -> None:
    """Raise `LongWork` if an event loop answers the running request itself."""
    if IN_LOOP in current_request().environ:
        raise LongWork


def start_work(
    ceiling: float = inf, spent: float = 0, *, is_streamed: bool = False, slots: Slots | None = None
) -> Work:
    """Return the counter of the running request, which raises `ClientLostError` when the client resets its connection.

    A stream counts each result, and lasts as long as its client reads. With `slots` the request holds one from the step
    on at which its work is large, and the counter raises `Busy` if all are taken.
    """
    is_reset = current_request().environ.get(IS_RESET)

    def look() -> None:
        if is_reset is not None and is_reset():
            raise ClientLostError
        if slots is not None and work.spent > LARGE_EXPERIMENT:
            hold_slot(slots)

    work = Work(ceiling, look, inf if is_streamed else MAX_SECONDS, spent, counts_results=is_streamed)
    return work


def hold_slot(slots: Slots | SharedSlots) -> None:
    """Acquire a slot for the running request, unless it holds one of `slots`. Raises `Busy` if all are taken."""
    releases = current_request().environ.setdefault(HELD_SLOTS, {})
    if slots not in releases:
        releases[slots] = slots.acquire()


def release_when_sent(environ: dict[str, Any], response: Response) -> None:
    """Hand the slots of a request to the body of its response, which releases them at its end or when it is closed.

    Slots of one worker bound its work, slots of all workers also the memory of responses: if the body is complete, the
    first are released at once, and the others too unless the body is large. Otherwise a client that sends its next
    request as soon as it has the response could be refused because of its own last request.
    """
    releases = environ.pop(HELD_SLOTS)
    if not response.is_streamed:
        is_large = (response.calculate_content_length() or 0) > LARGE
        for slots in [slots for slots in releases if isinstance(slots, Slots) or not is_large]:
            releases.pop(slots)()
    release_slots = partial(release, {HELD_SLOTS: releases})
    body: Any = response.response
    # `iter` ends at None, which `release` returns: the next request may come before the server closes the body.
    response.response = ClosingIterator(chain(body, iter(release_slots, None)), release_slots)


def release(environ: dict[str, Any]) -> None:
    """Release the slots of a request; further calls do nothing."""
    for release_slot in environ.pop(HELD_SLOTS, {}).values():
        release_slot()
