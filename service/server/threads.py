"""The threads of a worker, with one more that takes requests which have waited too long for the others.

The application refuses such a request by its `X-Request-Start` (`service.api.hooks.overload`). Without the further
thread it would do so only when a thread is free at last, however long the others are at work.
"""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event, Lock
from time import monotonic
from typing import Any

_MARGIN = 0.01  # seconds: the times of the proxy have milliseconds


class _Job:
    """A call that is run once, by the first of two threads that come to it."""

    __slots__ = ("_arguments", "_function", "_taken", "due", "future")

    def __init__(self, function: Callable[..., Any], arguments: tuple[Any, ...], due: float) -> None:
        self.future: Future[Any] = Future()
        self.due = due
        self._function, self._arguments = function, arguments
        self._taken = Lock()

    @property
    def is_taken(self) -> bool:
        """Return whether a thread runs the call, or has run it."""
        return self._taken.locked()

    def run(self) -> None:
        """Run the call, unless another thread did or does."""
        if not self._taken.acquire(blocking=False):
            return
        arguments, self._arguments = self._arguments, ()
        try:
            result = self._function(*arguments)
        except BaseException as error:
            self.future.set_exception(error)
        else:
            self.future.set_result(result)


class WorkerThreads(ThreadPoolExecutor):
    """A pool of threads whose calls wait at most `max_wait` seconds: then a further thread runs them, one by one.

    Without `max_wait` there is no further thread.
    """

    max_wait: float | None = None

    def __init__(self, threads: int) -> None:
        super().__init__(threads)
        self._overdue = ThreadPoolExecutor(1)
        self._is_stopped = Event()

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Future[Any]:  # type: ignore[override]
        """Return the future of a call that the first free thread runs."""
        if self.max_wait is None:
            return super().submit(function, *arguments)
        job = _Job(function, arguments, monotonic() + self.max_wait + _MARGIN)
        super().submit(job.run)
        self._overdue.submit(self._run_overdue, job)
        return job.future

    def _run_overdue(self, job: _Job) -> None:
        # Calls are due in their order, so that nothing is missed by sleeping until the first one is.
        if not job.is_taken:
            self._is_stopped.wait(max(0.0, job.due - monotonic()))
            job.run()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002
        """Stop the threads when all calls were run."""
        self._is_stopped.set()
        super().shutdown(wait, cancel_futures=cancel_futures)
        self._overdue.shutdown(wait, cancel_futures=cancel_futures)
