"""Draw by attempts: place items one after the other, and start anew at the first item that breaks a rule.

Every arrangement is equally probable in an attempt. So the first attempt that breaks no rule is uniform over the
arrangements that fulfil all rules.
"""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from service.core.errors import Refused
from service.core.rng.sources import WordSource
from service.core.rng.streams import sd1
from service.core.shuffles.plans import Plan

Swap = tuple[list[int], int, int]
"""An order, and two positions whose items were swapped."""

SLOWNESS = 5
"""The time of a draw with its rules, relative to fisher_yates."""

_TRIAL_SEED = "trial of a plan"


@dataclass(frozen=True, slots=True, kw_only=True)
class AttemptPlan(Plan):
    """Draws an arrangement by attempts; at most `max_draws` draws make one result.

    An attempt `is_certain` if it cannot fail.
    """

    max_draws: int
    is_certain: bool = False
    slowness: int = SLOWNESS

    @abstractmethod
    def list_orders(self) -> list[list[int]]:
        """Return the lists of items that an attempt shuffles."""

    @abstractmethod
    def attempt(self, source: WordSource, orders: list[list[int]], swaps: list[Swap]) -> Sequence[int] | None:
        """Shuffle `orders` step by step. Return the arrangement, or None if an item breaks a rule.

        Append the swaps to `swaps`: they are undone after a failure, as to copy long orders takes longer than to fail.
        """

    def draw_from(self, source: WordSource) -> Sequence[int]:
        result = self._draw_within(source, self.max_draws)
        if result is None:
            raise Refused("items", f"No arrangement was found in {self.max_draws:,} draws. {TOO_RARE}")
        return result

    def estimate(self, max_draws: int) -> Self | None:
        """Return the plan with the cost of a first result; None if that took more than `max_draws` draws.

        The draws are the same every time, so that a request is refused for every seed or for none.
        """
        source = WordSource(sd1(_TRIAL_SEED))
        if self._draw_within(source, max_draws) is None:
            return None
        return replace(self, cost=max(source.draws, self.count))

    def _draw_within(self, source: WordSource, max_draws: int) -> Sequence[int] | None:
        stop, failures, orders = source.draws + max_draws, 0, self.list_orders()
        swaps: list[Swap] = []
        while source.draws < stop and failures < max_draws:
            if (result := self.attempt(source, orders, swaps)) is not None:
                return result
            while swaps:
                order, one, other = swaps.pop()
                order[one], order[other] = order[other], order[one]
            failures += 1  # an attempt may fail before its first draw
        return None

    @abstractmethod
    def find_contradiction(self) -> Refused | None:
        """Return the refusal of rules that contradict each other; None if they do not, or if it cannot be told."""


TOO_RARE = "Arrangements that fulfil these rules are too rare to draw one exactly uniformly here: leave out a rule."
