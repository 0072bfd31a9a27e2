"""Count the ways to give items their places where each has a list of them, and draw a way by its number.

docs/definitions/rules.md, "Places", defines the numbers. Items get their places one after the other. Places that the
same later items may have are of one kind, and what is left for the later items depends only on how many free places
there are of each kind.

For example, item 4 may have the places 0 and 1, and item 7 the places 0, 1 and 2. For item 4, both places are of one
kind; with either, item 7 has two left. So there are 2 * 2 = 4 ways.

Source: our own; it is the expansion of a permanent by rows, with equal columns put together.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from ...core.errors import Refused
from ...core.rng.sources import WordSource
from ...core.work import Work
from ..ranked_choices import choose_by_rank

# FROZEN: how much is counted at most.
_MAX_SIZE = 4_000_000
_SIZE_OF_A_STATE = 80
_SIZE_OF_A_KIND = 8

_STEPS_OF_A_CHOICE = 8  # FREE

_State = tuple[int, ...]
"""Each kind that has free places, ascending, followed by their number: (1, 2, 4, 1)."""
_NO_KIND = 0
"""The kind of places that no later item may have; they are not counted."""


@dataclass(frozen=True)
class _Turn:
    """The turn of an item to get its place."""

    item: int
    places: Sequence[int]
    kinds: Sequence[int]
    """The kind of each of these places."""
    later_kinds: Mapping[int, int]
    """For each of these kinds, the kind that its places are of for the later items. Other places stay of their kind."""

    def list_choices(self, state: _State) -> Iterator[tuple[int, int, _State]]:
        """Yield each kind where the item can stand, the number of its free places, and the state afterwards."""
        free = Counter(dict(zip(state[::2], state[1::2], strict=True)))
        before = {kind: free.pop(kind, 0) for kind in self.later_kinds}
        for kind, number in before.items():
            free[self.later_kinds[kind]] += number
        del free[_NO_KIND]
        for kind, number in before.items():
            if number:
                after = free - Counter([self.later_kinds[kind]])
                yield kind, number, tuple(chain.from_iterable(sorted(after.items())))


def _list_turns(lists: Mapping[int, Sequence[int]]) -> tuple[list[_Turn], _State]:
    """Return the turns of items with these places, in order, and the state at first.

    FROZEN: items come in the order of their last places, then of their first places, then of their numbers.
    """
    ordered = sorted(
        lists.items(), key=lambda entry: (entry[1][-1], entry[1][0], entry)
    )
    kind_of: defaultdict[int, int] = defaultdict(lambda: _NO_KIND)
    newest = _NO_KIND
    turns = []
    for item, places in reversed(ordered):
        kind_before: dict[int, int] = {}
        for place in places:
            later_kind = kind_of[place]
            if later_kind not in kind_before:
                newest += 1
                kind_before[later_kind] = newest
            kind_of[place] = kind_before[later_kind]
        later_kinds = {kind: later_kind for later_kind, kind in kind_before.items()}
        kinds = [kind_of[place] for place in places]
        turns.append(_Turn(item, places, kinds, later_kinds))
    start = sorted(Counter(kind_of.values()).items())
    return turns[::-1], tuple(chain.from_iterable(start))


def count_places(lists: Mapping[int, Sequence[int]], work: Work) -> "PlaceCounter":
    """Count the ways to give each item one of its places, and no place to two items: {0: [0, 1], 1: [1, 2]} has 3.

    Raises `Refused` if the states are too many.
    """
    turns, start = _list_turns(lists)
    states = _list_states(turns, start, work)
    ways: list[Mapping[_State, int]] = [dict.fromkeys(states[-1], 1)]
    for turn, states_before in zip(turns[::-1], states[-2::-1], strict=True):
        later = ways[-1]
        ways.append(
            {
                state: sum(
                    number * later[after]
                    for _, number, after in turn.list_choices(state)
                )
                for state in states_before
            }
        )
    return PlaceCounter(turns, start, ways[::-1])


def _list_states(
    turns: Sequence[_Turn], start: _State, work: Work
) -> list[Mapping[_State, None]]:
    """Return the states before each turn, and after the last. Raises `Refused` if they are too many."""
    states: list[Mapping[_State, None]] = [{start: None}]
    size = 0
    for number, turn in enumerate(turns):
        items_left = len(turns) - number
        after: dict[_State, None] = {}
        for state in states[-1]:
            kinds = len(state) // 2
            size += _SIZE_OF_A_STATE + _SIZE_OF_A_KIND * kinds + items_left
            if size > _MAX_SIZE:
                raise Refused("fixed", _TOO_MANY)
            work.spend(_STEPS_OF_A_CHOICE * (1 + len(turn.later_kinds)) * (2 + kinds))
            after.update((state, None) for *_, state in turn.list_choices(state))
        states.append(after)
    return states


_TOO_MANY = (
    "The positions of these items can be shared in too many ways to count them. Give fewer items several positions, or "
    "more items the same ones."
)


@dataclass(frozen=True)
class PlaceCounter:
    """Draws the places of items by the number of a way."""

    _turns: Sequence[_Turn]
    _start: _State
    _ways: Sequence[Mapping[_State, int]]
    """Before each turn, and after the last, the number of ways to go on by state."""

    @property
    def total(self) -> int:
        """Return the number of ways; it is 1 if there are no items."""
        return self._ways[0][self._start]

    def draw(self, source: WordSource) -> Mapping[int, int]:
        """Return the item of each place that is drawn; all ways are equally probable.

        FROZEN: the free places of an item ascend.
        """
        rank = source.below(self.total)
        state = self._start
        item_of: dict[int, int] = {}
        for turn, later in zip(self._turns, self._ways[1:], strict=True):
            after = {kind: state for kind, _, state in turn.list_choices(state)}
            choices = (
                ((place, after[kind]), later[after[kind]])
                for place, kind in zip(turn.places, turn.kinds, strict=True)
                if place not in item_of
            )
            (place, state), rank = choose_by_rank(choices, rank)
            item_of[place] = turn.item
        return item_of
