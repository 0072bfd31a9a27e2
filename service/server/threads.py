"""The threads of a worker, with one more that takes requests which have waited too long for the others.

The application refuses such a request by its `X-Request-Start` (`service.api.hooks.overload`). Without the further
thread it would do so only when a thread is free at last, however long the others are at work.
"""

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event, Lock, Thread
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

    def __init__(self, threads: int) -> None:
        super().__init__(threads)
        self._max_wait: float | None = None
        self._jobs: deque[_Job] = deque()  # in the order in which they are due
        self._jobs_lock = Lock()
        self._is_stopped = Event()
        self._further_thread: Thread | None = None

    def limit_wait(self, seconds: float) -> None:
        """Start the further thread, for calls that have waited for some seconds. Call it in the worker's process."""
        self._max_wait = seconds
        self._further_thread = Thread(target=self._run_overdue, args=(seconds,), daemon=True)
        self._further_thread.start()

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Future[Any]:  # type: ignore[override]
        """Return the future of a call that the first free thread runs."""
        if self._max_wait is None:
            return super().submit(function, *arguments)
        job = _Job(function, arguments, monotonic() + self._max_wait + _MARGIN)
        self._drop_taken()
        self._jobs.append(job)
        super().submit(job.run)
        return job.future

    def _run_overdue(self, max_wait: float) -> None:
        delay = max_wait
        while not self._is_stopped.wait(delay):
            job = self._drop_taken()
            # A call that comes while this thread sleeps is due after `max_wait` at the earliest.
            delay = max_wait if job is None else max(0.0, job.due - monotonic())
            if job is not None and not delay:
                job.run()

    def _drop_taken(self) -> _Job | None:
        """Forget the oldest calls that a thread has taken; return the oldest other one."""
        with self._jobs_lock:
            while self._jobs and self._jobs[0].is_taken:
                self._jobs.popleft()
            return self._jobs[0] if self._jobs else None

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002
        """Stop the threads when all calls were run."""
        super().shutdown(wait, cancel_futures=cancel_futures)
        self._is_stopped.set()
        if wait and self._further_thread is not None:
            self._further_thread.join()
