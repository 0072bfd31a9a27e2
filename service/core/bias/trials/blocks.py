"""Blocks: the orders of many trials in one array, so that a statistic of all of them takes a few operations on rows."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

_CACHE_LINE = 8  # integers


class Block:
    """The orders of many trials of n items: a row for each position, a column for each trial.

    There are `width` columns; those after the trials are padding and hold the unshuffled order. `cells` numbers the
    cells of the block, row by row. `dtype` is the smallest type that holds every count from 0 to n.

    New arrays would take more time than the statistics, so that a block is filled again and again.
    """

    def __init__(self, n: int, trials: int) -> None:
        self.n = n
        self.trials = trials
        # An odd number of cache lines: in rows a power of two apart, the cells of a column would evict each other.
        self.width = (-(-trials // _CACHE_LINE) | 1) * _CACHE_LINE
        self.dtype = np.min_scalar_type(n)
        self.order = np.repeat(np.arange(n, dtype=self.dtype)[:, None], self.width, axis=1)
        self.cells = np.arange(n * self.width).reshape(n, self.width)
        self._item_cells, self._positions = (np.zeros((n, self.width), np.intp) for _ in range(2))
        self._is_stale = True

    def fill(self, orders: list[NDArray[Any]]) -> None:
        """Replace the orders: each array has one in each row, and there are `trials` rows in all."""
        column = 0
        for rows in orders:
            self.order[:, column : column + len(rows)] = rows.T
            column += len(rows)
        self._is_stale = True

    @property
    def positions(self) -> NDArray[np.intp]:
        """Return the inverse of the orders: a row for each item, with the cell of its position in each column."""
        if self._is_stale:
            np.multiply(self.order, self.width, out=self._item_cells, dtype=np.intp)
            self._item_cells += self.cells[0]
            self._positions.reshape(-1)[self._item_cells] = self.cells
            self._is_stale = False
        return self._positions

    def take_cells(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Return the orders and their inverse as cells, in arrays that the caller may overwrite."""
        positions, self._is_stale = self.positions, True
        return self._item_cells, positions
