"""Draw by attempts: place items in turn, and start again at the first item that breaks a rule.

All arrangements are equally probable in an attempt. So the first attempt that breaks no rule is uniform over the
arrangements that fulfil all rules (rejection: John von Neumann, Various techniques used in connection with random
digits, 1951).
"""

from abc import abstractmethod
from array import array
from collections.abc import Callable, Mapping, MutableSequence, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, Literal, NamedTuple, TypeVar, get_args

from ..core.errors import Details, OverLimit, Reason
from ..core.memory import Remembered
from ..core.rng.sources import WordSource
from ..core.shuffles.samplers import Permutation, Sampler, build_permutation
from ..core.work import OutOfStepsError, Work

Orders = list[list[int]]
"""The lists of items that an attempt shuffles."""
Swaps = Sequence[MutableSequence[int]]
"""For each order, the swaps of its first positions: entry i is the position that was swapped with position i.

[[2, 1]] means: in the only order, position 0 was swapped with 2, then position 1 with itself.
"""

_DRAWS_OF_ATTEMPTS = 2_000
"""No attempt begins after this number of draws, or after `draws_of_an_item` for each item, whichever is more.

FROZEN: how many draws, and that the number of draws before an attempt decides whether it begins.
"""
DRAWS_OF_REJECTION = 250_000
"""FROZEN: if some rules are left to rejection, no arrangement begins after this number of draws of the stream."""

# FREE: these.
_STEPS_TO_BEGIN = 60  # a result

SLOWNESS = 8
"""The time of a draw in an attempt, relative to fisher_yates. Each rule that is looked at takes one more step."""

COUNT_SHARE = 0.8
"""The share of all steps of a response for a count that the caller asked for, even if no draw needs the count."""

_Drawn = TypeVar("_Drawn")

DrawnBy = Literal["attempts", "counting", "sequential"]
"""By which way a result was drawn: by attempts that keep the rules, by counting, or group after group."""
DRAWN_BY: tuple[DrawnBy, ...] = get_args(DrawnBy)

BY_COUNTING = Remembered[bool]("by counting")
"""Whether a result of the response was drawn by counting."""


class DrawnItems(NamedTuple):
    """The items of all places of an arrangement, in the order of the places, and how they were drawn."""

    items: Sequence[int]
    drawn_by: DrawnBy


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class AttemptSampler(Sampler):
    """Draws an arrangement by attempts, or in another way if attempts fail."""

    draws_of_an_item: int
    """No attempt begins after this number of draws for each item, or `_DRAWS_OF_ATTEMPTS` in all, whichever is more."""
    is_certain: bool = False
    """Whether an attempt cannot fail."""
    slowness: int = SLOWNESS

    @abstractmethod
    def list_orders(self) -> Orders:
        """Return the lists of items that an attempt shuffles."""

    @abstractmethod
    def attempt(
        self, source: WordSource, work: Work, orders: Orders, swaps: Swaps
    ) -> Sequence[int] | None:
        """Shuffle `orders` step by step. Return the arrangement, or None if an item breaks a rule.

        Append the swaps to `swaps`. They are undone after a failure: copying long orders takes longer than failing.
        """

    @abstractmethod
    def draw_arrangement(self, source: WordSource, work: Work) -> Sequence[int]:
        """Return an arrangement that fulfils all rules. Raises `Refused` if there is none.

        Raises `OutOfStepsError` if the steps of `work` find none.
        """

    def draw_from(self, source: WordSource) -> Sequence[int]:
        return self.draw_within(source, Work())

    def draw_within(self, source: WordSource, work: Work) -> Sequence[int]:
        """Return an arrangement that fulfils all rules. Raises `OverLimit` if the steps of `work` find none."""
        return self.draw_result(self.draw_arrangement, source, work)

    def draw_result(
        self, draw: Callable[[WordSource, Work], _Drawn], source: WordSource, work: Work
    ) -> _Drawn:
        """Begin a result, and return what `draw` returns. Raises `OverLimit` if the steps of `work` are too few."""
        work.begin_result()
        try:
            work.spend(_STEPS_TO_BEGIN + max(self.size, self.n))
            return draw(source, work)
        except OutOfStepsError:
            raise find_reason(work, "items", TOO_RARE) from None

    def draw_by_attempts(
        self,
        source: WordSource,
        work: Work,
        *,
        is_endless: bool = False,
        max_draws: int | None = None,
    ) -> Sequence[int] | None:
        """Return an arrangement, or None if attempts end without an arrangement. With `is_endless` they never do.

        Otherwise no attempt begins after `max_draws` draws in all. Without `max_draws`, none begins after
        `_DRAWS_OF_ATTEMPTS` draws or `draws_of_an_item` draws for each item, whichever is more. None begins after an
        attempt that took no draw either, as it would fail again.
        """
        orders = self.list_orders()
        first_draw = source.draws
        draws_before = -1
        swaps = [array("q") for _ in orders]
        max_draws = max_draws or max(_DRAWS_OF_ATTEMPTS, self.draws_of_an_item * self.n)
        while is_endless or draws_before < source.draws - first_draw < max_draws:
            draws_before = source.draws - first_draw
            work.spend(self.slowness)  # to begin
            result = self.attempt(source, work, orders, swaps)
            if result is not None:
                return result
            for order, partners in zip(orders, swaps, strict=True):
                _undo_swaps(order, partners)
        return None


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class CountedSampler(AttemptSampler):
    """Draws arrangements that may be counted. In the `details` of a result, `drawn_by` says how it was drawn."""

    is_counted: bool
    """Whether the caller asks for the number of arrangements, even if no draw needs it."""

    @abstractmethod
    def draw_items(self, source: WordSource, work: Work) -> DrawnItems:
        """Return an arrangement that fulfils all rules. Raises `Refused` if there is none.

        Raises `OutOfStepsError` if the steps of `work` find none.
        """

    def draw_arrangement(self, source: WordSource, work: Work) -> Sequence[int]:
        return self.draw_items(source, work).items

    def draw_permutation(
        self, source: WordSource, work: Work | None = None
    ) -> Permutation:
        drawn = self.draw_result(self.draw_items, source, work or Work())
        return build_permutation(drawn.items, source, {"drawn_by": drawn.drawn_by})

    @abstractmethod
    def find_total(self, work: Work) -> int | None:
        """Return the number of arrangements, or None if it was not counted with this `work`."""

    def describe_work(self, work: Work) -> Mapping[str, str | None]:
        """Return the number of arrangements as `arrangements`, if the caller asked for it or a draw was by counting."""
        if not self.is_counted and not work.memory.find(BY_COUNTING):
            return {}
        total = self.find_total(work)
        return {"arrangements": None if total is None else write_digits(total)}


def write_digits(number: int) -> str:
    """Return a number as decimal digits. Python's `str` refuses integers of more than 4,300 digits."""
    return f"{Decimal(number):f}"


def _undo_swaps(order: list[int], partners: MutableSequence[int]) -> None:
    """Undo all swaps, the last first, and empty `partners`: swap i was of the positions i and partners[i].

    The order [2, 0, 1] and the partners [2, 2] become [0, 1, 2] and [].
    """
    while partners:
        partner = partners.pop()
        position = len(partners)
        item = order[partner]
        order[partner] = order[position]
        order[position] = item


class StepLimit(Details):
    """A result that was not found in the steps of work that a request may take."""

    steps: Annotated[int, "The steps of work that the operator allows"]


def find_reason(work: Work, field: str, sentence: str) -> OverLimit:
    """Return the error for a result that the steps of `work` did not find.

    If the results share the steps, and others were found, it asks for fewer. Otherwise it is at `field`, and says
    `sentence`, where "{}" stands for the number of steps.
    """
    reason = Reason("out_of_steps", StepLimit(steps=round(work.ceiling)))
    if work.results > 1 and not work.counts_results:
        too_many = TOO_MANY.format(work.results - 1, work.ceiling)
        return OverLimit("repeats", too_many, reason)
    return OverLimit(field, sentence.format(work.ceiling), reason)


TOO_RARE = (
    "No arrangement that fulfils these rules was found in {:,.0f} steps of work (the operator's MAX_DRAWS): if there "
    "are any, they are too rare to draw one exactly uniformly here. Leave out a rule. Whether one is found depends on "
    "the random words too: another seed or index may find one."
)
TOO_MANY = (
    "After {:,} results no other was found in {:,.0f} steps of work (the operator's MAX_DRAWS), which are for all "
    "results together. Ask for fewer at a time."
)
