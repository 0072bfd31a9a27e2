"""Find the possible gifts of a list, that is the gifts in any arrangement, and the components that they fall into.

A set of items is an integer: bit i stands for item i.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, NamedTuple

from ...core.errors import Details, Reason, Refused
from ...core.work import Work
from ..attributes import FirstItems, ListedItems, list_first
from ..bounded_attempts import list_bits
from ..item_graphs import (
    UnmatchedError,
    find_joint,
    list_components,
    match,
    reach,
    transpose,
)
from .cycles import MAX_COUNTED, Cycles

_STEPS_OF_A_SEARCH = 50_000


@dataclass(frozen=True, eq=False)
class Gifts:
    """The possible gifts of a list: each is in some arrangement."""

    receivers: Sequence[int]
    """The set of receivers of each item."""
    givers: Sequence[int]
    """The set of givers of each item."""
    components: Sequence[int]
    """Sets of givers who share receivers or, unless gifts may be mutual, who may give to each other."""

    @cached_property
    def cycles(self) -> Cycles:
        """Return the cycles of all items, for a list of up to `MAX_COUNTED` items."""
        return Cycles(self.receivers)

    def leave_one(self, *, mutual: bool, cycle: bool) -> bool | None:
        """Return whether there is only one arrangement, None if that is unknown."""
        if all(receivers.bit_count() == 1 for receivers in self.receivers):
            return True
        if not cycle:
            return False if mutual else None
        if len(self.receivers) > MAX_COUNTED:
            return None
        return self.cycles.total == 1


def find_gifts(
    items: ListedItems, allowed: Sequence[int], work: Work, *, mutual: bool, cycle: bool
) -> Gifts:
    """Return the possible gifts; `allowed` has, for each item, the set of items that it may give to.

    Unless `mutual`, no two items give to each other; with `cycle`, all gifts are one cycle. Raises `Refused` if there
    is no arrangement. With `cycle`, it only does so if islands, an item or a count show that there is none.
    """
    divided = _divide(items, allowed, work)
    if not mutual:
        struck = _strike_mutual(divided.receivers)
        while struck != divided.receivers:
            divided = _divide(items, struck, work, "if no two give to each other, ")
            struck = _strike_mutual(divided.receivers)
    receivers = divided.receivers
    givers = transpose(receivers)
    components = divided.components
    if not mutual:
        components = _join_mutual(receivers, givers, components, work)
        _check_mutual(items, receivers, components, work)
    gifts = Gifts(receivers, givers, components)
    if cycle:
        _check_joined(items, gifts, work)
        _check_counted(gifts, work)
    return gifts


class _Divided(NamedTuple):
    """The receivers of each item, as a set, and the sets of givers who share receivers."""

    receivers: list[int]
    components: list[int]


def _divide(
    items: ListedItems, allowed: Sequence[int], work: Work, premise: str = ""
) -> _Divided:
    """Return the gifts in any arrangement, where mutual gifts are allowed, and the components, all as sets.

    If 0 may give to 1, 1 to 0 and 2, and 2 to 0 and 1, `allowed` is [0b010, 0b101, 0b011]. Only 0 -> 1 -> 2 -> 0 is
    possible: return _Divided([0b010, 0b100, 0b001], [0b001, 0b010, 0b100]).

    One arrangement is found first. A step goes from a giver to any item that can give to the giver's receiver in this
    arrangement. Givers who reach each other by steps are a component. A gift can be in another arrangement only if, in
    this one, a giver of the same component has its receiver (Dulmage and Mendelsohn 1958). All other gifts are left
    out. Raises `Refused` if there is no arrangement; `premise` begins what the sentence says of the givers.
    """
    receivers = list(allowed)
    try:
        receiver_of = match(receivers, work)
    except UnmatchedError as error:
        raise _refuse_unmatched(items, error, premise) from None
    to_givers = transpose(receivers)
    work.spend(len(receivers))
    # For each giver, the givers that can give to its receiver; then the givers with receivers that it can give to.
    rivals = [to_givers[receiver] for receiver in receiver_of]
    onward = transpose(rivals)
    components = []
    givers_left = (1 << len(receivers)) - 1
    while givers_left:
        start = givers_left & -givers_left
        givers = reach(onward, start, givers_left, work) & reach(
            rivals, start, givers_left, work
        )
        received = sum(1 << receiver_of[giver] for giver in list_bits(givers))
        for giver in list_bits(givers):
            receivers[giver] &= received
        components.append(givers)
        givers_left ^= givers
    return _Divided(receivers, components)


class FirstGivers(Details):
    """Givers who have nobody to give to."""

    givers: Annotated[
        Sequence[int], "Positions in the list, from 0, of the first givers"
    ]
    giver_count: Annotated[int, "How many givers there are"]


class GiversAndReceivers(FirstGivers):
    """Givers who have fewer receivers than they are."""

    receivers: Annotated[Sequence[int], "Positions of the first receivers"]
    receiver_count: Annotated[int, "How many receivers there are"]


def _refuse_unmatched(
    items: ListedItems, error: UnmatchedError, premise: str
) -> Refused:
    """Return the error for givers with too few receivers together, or with none."""
    givers = items.describe(error.givers)
    receivers = items.describe(error.receivers)
    only = "only " if error.receivers else ""
    sentence = f"No arrangement fulfils these rules: {premise}{givers} may give {only}to {receivers}."
    first_givers = FirstGivers(
        givers=list_first(error.givers), giver_count=error.givers.bit_count()
    )
    if not error.receivers:
        return Refused("items", sentence, Reason("no_receiver", first_givers))
    details = GiversAndReceivers(
        **first_givers,
        receivers=list_first(error.receivers),
        receiver_count=error.receivers.bit_count(),
    )
    return Refused("items", sentence, Reason("too_few_receivers", details))


def _strike_mutual(receivers: Sequence[int]) -> list[int]:
    """Return the receivers of each item. If an item can only give to one receiver, remove the gift back to the item.

    Item 0 can only give to item 1, so item 1 gives to item 2: [0b010, 0b101, 0b001] -> [0b010, 0b100, 0b001].
    """
    struck = list(receivers)
    for giver in range(len(struck)):
        if struck[giver].bit_count() == 1:
            only = struck[giver].bit_length() - 1
            struck[only] &= ~(1 << giver)
    return struck


def _join_mutual(
    receivers: Sequence[int],
    givers: Sequence[int],
    components: Sequence[int],
    work: Work,
) -> list[int]:
    """Return the components; components are joined if two of their givers may give to each other."""
    near = [0] * len(receivers)
    for component in components:
        for giver in list_bits(component):
            near[giver] = component | (receivers[giver] & givers[giver])
    return list(list_components(near, work))


def _check_mutual(
    items: ListedItems, receivers: Sequence[int], components: Sequence[int], work: Work
) -> None:
    """Raise `Refused` if a short search shows that in some component two givers always give to each other."""
    search = _MutualSearch(work)
    for component in components:
        receivers_left = {giver: receivers[giver] for giver in list_bits(component)}
        if not search.may_end(receivers_left):
            reason = (
                f"in all ways, two of {items.describe(component)} give to each other."
            )
            raise Refused("mutual", f"No arrangement fulfils these rules: {reason}")


@dataclass
class _MutualSearch:
    """A depth-first search for arrangements without mutual gifts. It ends after `steps_left` steps."""

    work: Work
    steps_left: int = _STEPS_OF_A_SEARCH

    def may_end(self, receivers: Mapping[int, int]) -> bool:
        """Return whether there may be an arrangement of the givers left; `receivers` has the receivers left for each.

        Return True as well if all steps are spent.
        """
        self.steps_left -= len(receivers)
        if self.steps_left < 0 or not receivers:
            return True
        self.work.spend(len(receivers))
        giver = min(receivers, key=lambda open_giver: receivers[open_giver].bit_count())
        return any(
            self.may_end(_give(receivers, giver, receiver))
            for receiver in list_bits(receivers[giver])
        )


def _give(receivers: Mapping[int, int], giver: int, receiver: int) -> dict[int, int]:
    """Return the receivers left for the other givers after a gift. Its receiver must not give back."""
    others = {
        other_giver: other_receivers & ~(1 << receiver)
        for other_giver, other_receivers in receivers.items()
        if other_giver != giver
    }
    if receiver in others:
        others[receiver] &= ~(1 << giver)
    return others


class Islands(FirstItems):
    """Items that never give to the other items."""

    others: Annotated[Sequence[int], "Positions of the first other items"]
    other_count: Annotated[int, "How many other items there are"]


def _check_joined(items: ListedItems, gifts: Gifts, work: Work) -> None:
    """Raise `Refused` if islands, or an item that alone joins other items, show that no cycle passes all items.

    It says "One cycle of all items is not possible: islands {a, b} and {c, d} never give to each other", and if e gives
    to all and gets from all: "; {e} alone joins them, and one cycle passes it once". The details have the positions.
    """
    near = [
        receivers | givers
        for receivers, givers in zip(gifts.receivers, gifts.givers, strict=True)
    ]
    everyone = (1 << len(near)) - 1
    island = next(list_components(near, work))
    joint = None
    if island == everyone:
        joint = find_joint(near, work)
        if joint is None:
            return
        island = joint.island
    joining_item = 0 if joint is None else joint.item
    other_island = everyone ^ island ^ joining_item
    sentence = (
        f"One cycle of all items is not possible: islands {items.describe(island)} and {items.describe(other_island)} "
        "never give to each other"
    )
    if joint is not None:
        sentence += f"; {items.describe(joint.item)} alone joins them, and one cycle passes it once"
    details = Islands(
        items=list_first(island),
        item_count=island.bit_count(),
        others=list_first(other_island),
        other_count=other_island.bit_count(),
    )
    raise Refused("cycle", f"{sentence}.", Reason("islands", details))


def _check_counted(gifts: Gifts, work: Work) -> None:
    """Raise `Refused` if there is no cycle of all items. Items must be few enough to count the cycles."""
    n = len(gifts.receivers)
    if n > MAX_COUNTED:
        return
    work.spend(2 << n)
    if not gifts.cycles.total:
        raise Refused(
            "cycle",
            "No one cycle of all items fulfils these rules: all ways were counted.",
        )
