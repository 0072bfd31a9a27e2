"""The threads of a worker, and the one that takes calls which have waited too long for them."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, current_thread

import pytest

from service.server.threads import WorkerThreads


@contextmanager
def running_threads(threads: int, max_wait: float | None) -> Iterator[WorkerThreads]:
    pool = WorkerThreads(threads)
    if max_wait is not None:
        pool.limit_wait(max_wait)
    try:
        yield pool
    finally:
        pool.shutdown()


def name_thread() -> str:
    return current_thread().name


def test_calls_that_wait_too_long_are_run_once_each_by_one_further_thread() -> None:
    free = Event()
    runs: list[int] = []
    with running_threads(2, max_wait=0.2) as pool:
        holders = [pool.submit(free.wait) for _ in range(2)]
        start = time.monotonic()
        calls = [pool.submit(runs.append, number) for number in range(100)]
        thread = pool.submit(name_thread)
        usual = {thread.name for thread in pool._threads}
        assert thread.result(timeout=10) not in usual
        assert 0.2 < time.monotonic() - start < 1
        assert runs == [*range(100)]
        assert all(call.done() for call in calls)
        assert not any(holder.done() for holder in holders)
        free.set()
        assert pool.submit(name_thread).result(timeout=10) in usual
        assert runs == [*range(100)]


def test_calls_that_were_run_are_forgotten() -> None:
    with running_threads(2, max_wait=60) as pool:
        for number in range(1000):
            assert pool.submit(abs, -number).result(timeout=10) == number
        assert len(pool._jobs) < 10


def test_a_call_is_not_run_again_when_its_time_has_passed() -> None:
    runs: list[int] = []
    with running_threads(1, max_wait=0.05) as pool:
        for number in range(3):
            pool.submit(runs.append, number).result(timeout=10)
            time.sleep(0.1)
    assert runs == [0, 1, 2]


def test_without_a_longest_wait_calls_wait_until_a_thread_is_free() -> None:
    free = Event()
    with running_threads(1, max_wait=None) as pool:
        holder, call = pool.submit(free.wait), pool.submit(name_thread)
        time.sleep(0.3)
        assert not call.done()
        free.set()
        assert holder.result(timeout=10)
        assert call.result(timeout=10)


def test_the_error_of_a_call_is_that_of_its_future() -> None:
    with running_threads(1, max_wait=5) as pool:
        with pytest.raises(ZeroDivisionError):
            pool.submit(divmod, 1, 0).result(timeout=10)
        assert pool.submit(divmod, 7, 2).result(timeout=10) == (3, 1)


def test_threads_that_wait_for_nothing_end_at_once() -> None:
    free = Event()
    pool = WorkerThreads(1)
    pool.limit_wait(60)
    holder, call = pool.submit(free.wait), pool.submit(name_thread)
    start = time.monotonic()
    pool.shutdown(wait=False)
    free.set()
    assert holder.result(timeout=10)
    assert call.result(timeout=10)
    pool.shutdown()
    assert time.monotonic() - start < 10
