"""Large permutations: the same bytes as those of shuffles.py, which is the definition, many times as fast.

A million Python integers do not fit into a processor's caches; a compact array does. Who installs the extra `fast`
(numba) has the swaps compiled as well, which takes a moment the first time.
"""

from array import array
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from service.core.sources import WordSource

SMALLEST = 20_000  # items

Swaps = Callable[[NDArray[Any], NDArray[Any]], None]


def fisher_yates(n: int, source: WordSource, count: int) -> Sequence[int] | None:
    """As in shuffles.py; None where that does it as well."""
    if n < SMALLEST:
        return None
    if (swap := compiled_swaps()) is None:
        compact = array("I", range(n))
        for place, other in enumerate(source.not_before(n, min(count, n - 1))):
            compact[place], compact[other] = compact[other], compact[place]
        return compact[:count].tolist()
    later = source.array_below_each(range(n, max(n - count, 1), -1))
    if later is None:
        return None
    order: Any = np.arange(n, dtype=np.int32)
    swap(order, later)
    return order[:count]  # type: ignore[no-any-return]


@cache
def compiled_swaps() -> Swaps | None:
    """Swaps each place with the one so many places after it; None where numba is not installed."""
    try:
        from numba import njit  # noqa: PLC0415 (it takes a second, and most requests never need it)
    except ImportError:
        return None

    def swap(order: NDArray[Any], later: NDArray[Any]) -> None:
        for place in range(len(later)):
            other = place + np.int64(later[place])
            order[place], order[other] = order[other], order[place]

    compiled: Swaps = njit(nogil=True)(swap)
    return compiled
