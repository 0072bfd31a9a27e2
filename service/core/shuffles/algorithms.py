"""The textbook algorithm of every shuffle: the function that shuffles.

An algorithm takes the number of items n and a `Source`, and returns the order: a list with the item at each position,
items being 0…n-1. It draws from the source alone; registry.py has a sentence on how each works.

In all of them, i is the current position, and j is the position that was drawn for it.

FROZEN: the draws of each algorithm, their number, their order and their bounds, and what each draw swaps
(docs/definitions/stream.md).
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeVar

from ..rng.sources import Source

Item = TypeVar("Item")


def fisher_yates(n: int, source: Source, count: int) -> list[int]:
    """Return the first `count` items. For 4 items, the partners 2 of place 0 and 2 of place 1 give [2, 0]."""
    order = list(range(n))
    for i, j in enumerate(source.swap_partners(n, min(count, n - 1))):
        order[i], order[j] = order[j], order[i]
    return order[:count]


def shuffle_list(
    items: Sequence[Item], source: Source, count: int | None = None
) -> list[Item]:
    """Return the first `count` of a list's items, or all, in the order of `fisher_yates`."""
    n = len(items)
    order = fisher_yates(n, source, n if count is None else count)
    return [items[i] for i in order]


def sparse_fisher_yates(n: int, source: Source, count: int) -> list[int]:
    """Return the result of `fisher_yates`, storing only the positions that were swapped."""
    moved_items: dict[int, int] = {}  # by position: the item there, if not its own
    order = []
    for i, j in enumerate(source.swap_partners(n, count)):
        # Position i is not looked at again: its item goes to position j, and the item of position j is drawn.
        order.append(moved_items.get(j, j))
        moved_items[j] = moved_items.get(i, i)
    return order


def durstenfeld(n: int, source: Source) -> list[int]:
    """Return the order. For 3 items, the partners 0 of the last place and 1 of the second place give [2, 1, 0]."""
    order = list(range(n))
    last_to_second = range(n - 1, 0, -1)
    partners = source.below_each(range(n, 1, -1))
    for i, j in zip(last_to_second, partners, strict=True):
        order[i], order[j] = order[j], order[i]
    return order


def inside_out(n: int, source: Source) -> list[int]:
    """Return the order. For 3 items, the places 0, 0 and 1 give [0, …], then [1, 0, …], then [1, 2, 0]."""
    order = list(range(n))
    for i, j in enumerate(source.below_each(range(1, n + 1))):
        order[i] = order[j]
        order[j] = i
    return order


def sort_keys(n: int, source: Source, key_bits: int) -> list[int]:
    """Return the order. For the items 0, 1, 2, the keys 9, 4, 9 give [1, 0, 2]."""
    keys = source.below_many(2**key_bits, n)
    return sorted(range(n), key=keys.__getitem__)


def rejection(n: int, source: Source, count: int) -> list[int]:
    """Return the first `count` items. The draws 2, 0, 2, 1 give the 3 items [2, 0, 1]."""
    items: dict[int, None] = {}
    # At least `shortfall` more draws are needed, so these draws are never too many; the chunk bounds the memory.
    while shortfall := count - len(items):
        items.update(dict.fromkeys(source.below_many(n, min(shortfall, 2**16))))
    return list(items)


def random_slot(n: int, source: Source) -> list[int]:
    """Return the order. The slots 2, 0, 2, 1 give [1, 2, 0]: the second time, slot 2 is taken."""
    order = [0] * n
    for item, slot in enumerate(rejection(n, source, n)):
        order[slot] = item
    return order


def naive_swap(n: int, source: Source) -> list[int]:
    """Return the order. For 3 items, the partners 2, 2, 0 of the places 0, 1, 2 give [1, 0, 2]."""
    order = list(range(n))
    for i, j in enumerate(source.below_many(n, n)):
        order[i], order[j] = order[j], order[i]
    return order


def random_comparator(n: int, source: Source) -> list[int]:
    """Return the order. For 3 items, the coins 1, 0 begin a run of 2, and 0, 1 insert the last item: [0, 2, 1].

    So V8 sorts up to 63 items (third_party/v8/builtins/array-sort.tq): it finds a first run, ascending or descending,
    and inserts each item after it by binary search. A coin is a comparison: 0 says that the later item comes first.
    """
    order = list(range(n))
    run = _toss_run(n, source, order)
    for i in range(run, n):
        j = _toss_place(i, source)
        order.insert(j, order.pop(i))
    return order


def _toss_run(n: int, source: Source, order: list[int]) -> int:
    """Return the length of the first run, whose coins are all alike; reverse it in `order` if it descends."""
    if n < 2:
        return n
    direction = source.below(2)
    run = 2
    while run < n and source.below(2) == direction:
        run += 1
    if direction == 0:
        order[:run] = order[:run][::-1]
    return run


def _toss_place(i: int, source: Source) -> int:
    """Return the place among the first i items, from 0 to i, where a binary search by coins ends."""
    left = 0
    right = i
    while left < right:
        middle = (left + right) // 2
        if source.below(2) == 0:
            right = middle
        else:
            left = middle + 1
    return left


def sattolo(n: int, source: Source) -> list[int]:
    """Return the order. For 3 items, the distances 1 and 0 swap the places 0 and 2, then 1 and 2: [2, 0, 1]."""
    order = list(range(n))
    for i, distance in enumerate(source.below_each(range(n - 1, 0, -1))):
        j = i + 1 + distance
        order[i], order[j] = order[j], order[i]
    return order


def riffle(n: int, source: Source, passes: int) -> list[int]:
    """Return the order. The sides 0, 1, 1, 0 cut 4 cards into 0 1 and 2 3, and give [0, 2, 3, 1]."""
    order = list(range(n))
    for _ in range(passes):
        sides = source.below_many(2, n)  # by position: 0 the upper packet, 1 the lower
        cut = n - sum(sides)
        packets = (iter(order[:cut]), iter(order[cut:]))
        order = [next(packets[side]) for side in sides]
    return order


def overhand(n: int, source: Source, passes: int) -> list[int]:
    """Return the order. The draws 3, 0, 1, 2 cut 5 cards once, into 0 1 and 2 3 4, and give [2, 3, 4, 0, 1].

    Pemantle's model leaves the probability of a cut open. 1/5 makes packets of about five cards: ten or so from a pack
    of 52.
    """
    order = list(range(n))
    for _ in range(passes):
        draws = source.below_many(5, n - 1)  # for each gap between neighbours
        cuts = [position for position, draw in enumerate(draws, start=1) if draw == 0]
        packets = [order[start:end] for start, end in pairwise([0, *cuts, n])]
        order = [item for packet in reversed(packets) for item in packet]
    return order


def faro(n: int, source: Source, passes: int, variant: str) -> list[int]:  # noqa: ARG001 (it draws nothing)
    """Return the order. One pass of 4 items gives [0, 2, 1, 3], or [2, 0, 3, 1] if the `variant` is "in"."""
    order = list(range(n))
    top = 0 if variant == "out" else 1  # the new position of the top item
    for _ in range(passes):
        upper_half = order[: n // 2]
        lower_half = order[n // 2 :]
        order[top::2] = upper_half
        order[1 - top :: 2] = lower_half
    return order
