"""The orders of many trials at once, laid out so that a statistic of all of them is a few operations on whole rows."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

_LINE = 8  # integers in a line of the processor's cache


class Block:
    """Orders of n items: a row for each place, a column for each trial.

    There are `width` columns, of which the last few are no trials and hold the unshuffled order. `home` numbers the
    cells, row by row. The arrays are large, and new ones cost more than what is done with them: a block is filled again
    and again.
    """

    def __init__(self, n: int, trials: int) -> None:
        self.n = n
        self.trials = trials
        # An odd number of lines: were rows a power of two apart, each column would crowd into a corner of the cache.
        self.width = (-(-trials // _LINE) | 1) * _LINE
        self.small = np.min_scalar_type(n)  # holds every count from 0 to n
        self.order = np.repeat(np.arange(n, dtype=self.small)[:, None], self.width, axis=1)
        self.home = np.arange(n * self.width).reshape(n, self.width)
        self._items, self._places = (np.zeros((n, self.width), np.intp) for _ in range(2))
        self._used_up = True

    def fill(self, rows: list[NDArray[Any]]) -> None:
        """With other orders, one for each row of those arrays, together as many as there are trials."""
        at = 0
        for part in rows:
            self.order[:, at : at + len(part)] = part.T
            at += len(part)
        self._used_up = True

    @property
    def places(self) -> NDArray[np.intp]:
        """The inverse of the order, a row for each item: its place, as a cell of its column."""
        if self._used_up:
            np.multiply(self.order, self.width, out=self._items, dtype=np.intp)
            self._items += self.home[0]
            self._places.reshape(-1)[self._items] = self.home
            self._used_up = False
        return self._places

    def cells(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """The order and its inverse as such cells, to be used up: whoever asks next waits for new ones."""
        places, self._used_up = self.places, True
        return self._items, places
