"""Draw by attempts: place items one after the other, and start anew at the first item that breaks a rule.

Every arrangement is equally probable in an attempt. So the first attempt that breaks no rule is uniform over the
arrangements that fulfil all rules.
"""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from service.core.errors import OverLimit
from service.core.rng.sources import WordSource
from service.core.shuffles.plans import COST_OF_A_SINGLE, Plan
from service.core.work import OutOfStepsError, Work

Orders = list[list[int]]
"""The lists of items that an attempt shuffles."""
Swaps = list[tuple[list[int], int, int]]
"""Orders, each with two positions whose items were swapped."""

SLOWNESS = 8
"""The time of a draw in an attempt, relative to fisher_yates. Each rule that is looked at is a step more."""

_FIRST_SHARE = 0.05  # of all steps: attempts before it is asked whether the rules contradict each other
_SEARCH_SHARE = 0.2  # of all steps: the answer


@dataclass(frozen=True, slots=True, kw_only=True)
class AttemptPlan(Plan):
    """Draws an arrangement by attempts. An attempt `is_certain` if it cannot fail.

    No attempt begins after `bounded_after` steps, unless it is 0: then `draw_bounded` goes on.
    """

    is_certain: bool = False
    bounded_after: int = 0
    slowness: int = SLOWNESS

    @abstractmethod
    def list_orders(self) -> Orders:
        """Return the lists of items that an attempt shuffles."""

    @abstractmethod
    def attempt(self, source: WordSource, work: Work, orders: Orders, swaps: Swaps) -> Sequence[int] | None:
        """Shuffle `orders` step by step. Return the arrangement, or None if an item breaks a rule.

        Append the swaps to `swaps`: they are undone after a failure, as to copy long orders takes longer than to fail.
        """

    @abstractmethod
    def check_contradiction(self, work: Work) -> None:
        """Raise `Refused` for rules that contradict each other, and `OutOfStepsError` if `work` does not tell."""

    def draw_bounded(self, source: WordSource, work: Work) -> Sequence[int]:
        """Return an arrangement in another way, drawn from the next words. Raises `Refused` if there is none."""
        raise NotImplementedError

    def draw_from(self, source: WordSource) -> Sequence[int]:
        return self.draw_within(source, Work())

    def draw_within(self, source: WordSource, work: Work) -> Sequence[int]:
        """Return the first arrangement that fulfils all rules. Raises `OverLimit` if the steps of `work` find none.

        If the first result of a response takes long, a search asks once whether the rules contradict each other.
        """
        work.begin_result()
        try:
            work.spend(COST_OF_A_SINGLE + max(self.size, self.n))
            if self.bounded_after:
                return self._draw_until(source, work, inf) or self.draw_bounded(source, work)
            stop = work.spent + _FIRST_SHARE * work.ceiling if work.results == 1 else inf
            result = self._draw_until(source, work, stop)
            if result is None:
                with work.within(_SEARCH_SHARE):
                    self.check_contradiction(work)
                result = self._draw_until(source, work, inf)
        except OutOfStepsError:
            raise OverLimit("items", TOO_RARE.format(work.ceiling)) from None
        return result or ()

    def _draw_until(self, source: WordSource, work: Work, stop: float) -> Sequence[int] | None:
        """Return an arrangement; None after an attempt that failed and reached `stop` steps or `bounded_after`."""
        orders, swaps, steps = self.list_orders(), Swaps(), 0
        while work.spent < stop and (steps < self.bounded_after or not self.bounded_after):
            work.spend(self.slowness)  # to begin
            if (result := self.attempt(source, work, orders, swaps)) is not None:
                return result
            steps += len(swaps)
            while swaps:
                order, one, other = swaps.pop()
                order[one], order[other] = order[other], order[one]
        return None


TOO_RARE = (
    "No arrangement that fulfils these rules was found in {:,.0f} steps of work (the operator's MAX_DRAWS): they are "
    "too rare to draw one exactly uniformly here. Leave out a rule, or ask for fewer results. Whether one is "
    "found depends on the random words too: another seed or index may find one."
)
