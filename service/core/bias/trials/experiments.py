"""Trials: a shuffle done many times over, and what its results add up to."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from service.core.bias.trials.blocks import Block
from service.core.bias.trials.counts import Counts
from service.core.errors import Refused
from service.core.rng.streams import MAX_INDEX
from service.core.shuffles.batches import windows
from service.core.shuffles.plans import Plan

FEWEST_ITEMS = 2
MOST_ITEMS = 512  # more, and sums of squares in a block would pass 64 bits; eight packs are 416
_CELLS = 2**17  # of a block: its arrays stay near the processor


def run(drawn: Plan, trials: int) -> Counts:
    """What so many results of a plan add up to, from the index on that it has, in memory that does not grow with them.

    Counting costs about as much as drawing a pack of cards does, and grows with n² (the inversions).

    Raises `Refused` as `allow` does.
    """
    allow(drawn, trials)
    parts = _counted(drawn, trials)
    counts = next(parts)
    for part in parts:
        counts += part
    return counts


def allow(drawn: Plan, trials: int) -> None:
    """Raise `Refused` for what cannot be counted, however long it might take.

    That is a plan of other than 2…512 items or not of all of them, less than one trial, or more than the seed has left.
    """
    n = drawn.n
    if not FEWEST_ITEMS <= n <= MOST_ITEMS:
        raise Refused("n", f"Trials are of {FEWEST_ITEMS} to {MOST_ITEMS} items, not of {n:,}.")
    if drawn.count != n:
        raise Refused("count", "Trials are of whole permutations, not of the first few items of them.")
    if trials < 1:
        raise Refused("trials", "At least one trial is needed.")
    if (drawn.randomness.index or 0) + trials - 1 > MAX_INDEX:
        raise Refused("trials", f"The last trial would have an index above {MAX_INDEX:,}.")


def _counted(drawn: Plan, trials: int) -> Iterator[Counts]:
    enough = max(_CELLS // drawn.n, drawn.n)
    block = Block(drawn.n, 1)
    rows: list[NDArray[Any]] = []
    held = draws = done = 0
    for window in windows(drawn, trials):
        rows.append(np.asarray(window.rows))
        held += len(window.places)
        draws += window.draws
        done += len(window.places)
        if held >= enough or done == trials:
            if block.trials != held:
                block = Block(drawn.n, held)
            block.fill(rows)
            yield Counts.of(block, draws)
            rows, held, draws = [], 0, 0
