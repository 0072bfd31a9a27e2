"""Deals that have a published number instead of a seed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from service.core.errors import Refused
from service.core.games.microsoft import MAX_DEAL_NUMBER
from service.core.rng.streams import Randomness
from service.core.shuffles.plans import Limits, Permutation, Plan


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberedPlan(Plan):
    """The deals from `number` on; `order` returns the order of a deal by its number."""

    number: int
    order: Callable[[int], Sequence[int]]

    @property
    def is_random(self) -> bool:
        """Return False: the number alone decides."""
        return False

    def draw(self, randomness: Randomness, offset: int = 0) -> Permutation:
        """Return the deal with the number `number` + offset. Raises `Refused` for a seed."""
        self.check_seed(randomness)
        return Permutation(self.order(self.number + offset), 0)

    def check_seed(self, randomness: Randomness) -> None:
        """Raise `Refused` for a seed, which could change nothing."""
        if randomness.seed is not None:
            raise Refused("seed", "A deal_number stands for one order, and takes no seed.")

    def check_batch(self, randomness: Randomness, repeats: int, limits: Limits, *, is_streamed: bool) -> None:
        """Raise `Refused`, naming `repeats`, if a batch passes the limits or the last numbered deal."""
        self.check_seed(randomness)
        if self.number + repeats - 1 > MAX_DEAL_NUMBER:
            raise Refused("repeats", f"The last deal would have a number above {MAX_DEAL_NUMBER:,}.")
        super(NumberedPlan, self).check_batch(randomness, repeats, limits, is_streamed=is_streamed)
