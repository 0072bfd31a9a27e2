"""Experiments: many results of a shuffle, drawn in chunks and counted in blocks."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from service.core.bias.trials.blocks import Block
from service.core.bias.trials.counts import Counts
from service.core.errors import Refused
from service.core.rng.streams import MAX_INDEX, Randomness
from service.core.shuffles.batches import chunks
from service.core.shuffles.plans import Plan

MIN_ITEMS = 2
MAX_ITEMS = 512  # with more, the sum of squares of a block would exceed 64 bits; eight packs have 416
_BLOCK_CELLS = 2**17  # the arrays of a block then fit in the processor's cache


def run_trials(plan: Plan, randomness: Randomness, trials: int) -> Counts:
    """Return the counts of `trials` results of a plan, from the index on. Memory does not grow with `trials`.

    Counting costs about as much as drawing a pack of cards, and grows with n² (the inversions). Raises `Refused` as
    `check_trials` does.
    """
    check_trials(plan, randomness, trials)
    parts = _count_blocks(plan, randomness, trials)
    counts = next(parts)
    for part in parts:
        counts += part
    return counts


def check_trials(plan: Plan, randomness: Randomness, trials: int) -> None:
    """Raise `Refused` for trials that cannot be counted.

    Trials are of 2 to 512 items and of whole permutations; there is at least one, and each has an index of the seed.
    """
    n = plan.n
    if not MIN_ITEMS <= n <= MAX_ITEMS:
        raise Refused("n", f"Trials are of {MIN_ITEMS} to {MAX_ITEMS} items, not of {n:,}.")
    if plan.count != n:
        raise Refused("count", "Trials are of whole permutations, not of their first items.")
    if trials < 1:
        raise Refused("trials", "At least one trial is needed.")
    if (randomness.index or 0) + trials - 1 > MAX_INDEX:
        raise Refused("trials", f"The last trial would have an index above {MAX_INDEX:,}.")


def _count_blocks(plan: Plan, randomness: Randomness, trials: int) -> Iterator[Counts]:
    """Yield the counts of one block after the other; a block has several chunks of results."""
    min_trials = max(_BLOCK_CELLS // plan.n, plan.n)
    block = Block(plan.n, 1)
    orders: list[NDArray[Any]] = []
    size = draws = done = 0
    for chunk in chunks(plan, randomness, trials):
        orders.append(np.asarray(chunk.rows))
        size += len(chunk.offsets)
        draws += chunk.draws
        done += len(chunk.offsets)
        if size >= min_trials or done == trials:
            if block.trials != size:
                block = Block(plan.n, size)
            block.fill(orders)
            yield Counts.from_block(block, draws)
            orders, size, draws = [], 0, 0
