"""The memory that a function takes, in bytes that Python allocates.

The interpreter sometimes allocates for itself, such as when the table of interned strings doubles or when it imports a
module. So the function takes the least of several runs.
"""

import gc
import tracemalloc
from collections.abc import Callable

RUNS = 3


def measure_peak(work: Callable[[], object], limit: int) -> int:
    """Return the most bytes that a function has at a time: the least of three runs, or the first run below a limit."""
    peaks: list[int] = []
    while len(peaks) < RUNS and min(peaks, default=limit) >= limit:
        peaks.append(_trace(work)[1])
    return min(peaks)


def measure_kept(work: Callable[[], object], prepare: Callable[[], object]) -> int:
    """Return the bytes that stay in use after a function: the less of two runs. `prepare` frees an earlier result."""
    sizes = []
    for _ in range(2):
        prepare()
        sizes.append(_trace(work)[0])
    return min(sizes)


def _trace(work: Callable[[], object]) -> tuple[int, int]:
    """Return the bytes in use after a function, and the most that were in use at a time."""
    gc.collect()
    tracemalloc.start()
    try:
        work()
        gc.collect()
        return tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
