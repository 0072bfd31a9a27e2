"""Draw groups item by item, as on television: each item goes to the first group that leaves an arrangement possible."""

from itertools import chain

from ...core.errors import Refused
from ...core.memory import Remembered
from ...core.rng.sources import WordSource
from ...core.shuffles.algorithms import shuffle_list
from ...core.work import OutOfStepsError, Work
from ..attempts import find_reason
from .completion import Completion
from .table import GroupTable

NOT_TOLD = (
    "Whether an arrangement stays possible after each item could not be told in {:,.0f} steps of work (the operator's "
    "MAX_DRAWS). Leave out a rule, or draw with the method exact."
)


def draw_sequentially(table: GroupTable, source: WordSource, work: Work) -> list[int]:
    """Return the items of all groups in one list: group by group, and ascending within a group.

    The items of a block, such as a pot, are shuffled. Each item goes to the first group with a free place of the block
    where the rules leave an arrangement possible; groups with more free places are tried first. So every result fulfils
    the rules, but results are not equally probable. Raises `Refused` if no arrangement fulfils the rules.
    """
    try:
        completion = work.memory.find(_COMPLETION) or _begin(table, work)
        group_of: dict[int, int] = dict(table.fixed)
        for block in table.blocks:
            places = list(block.places)
            for item in shuffle_list(block.items, source):
                work.spend(len(places))
                # FROZEN: groups are tried by their free places, the most first, then by their numbers.
                with_place = [group for group, free in enumerate(places) if free]
                with_place.sort(key=lambda group: -places[group])
                taker = next(
                    group for group in with_place if completion.take(item, group)
                )
                group_of[item] = taker
                places[taker] -= 1
    except OutOfStepsError:
        raise find_reason(work, "method", NOT_TOLD) from None
    completion.reopen()
    work.memory.keep(_COMPLETION, completion)
    groups: list[list[int]] = [[] for _ in table.sizes]
    for item in sorted(group_of):
        groups[group_of[item]].append(item)
    return list(chain.from_iterable(groups))


def _begin(table: GroupTable, work: Work) -> Completion:
    """Return the groups with the fixed items. Raises `Refused` if no arrangement fulfils the rules."""
    completion = Completion(table, work)
    if not completion.is_possible:
        raise Refused("items", "No arrangement fulfils these rules together.")
    return completion


_COMPLETION = Remembered[Completion]("completion of groups")
"""What the draws of a response fill in turn: the search keeps what it found for the next draw."""
