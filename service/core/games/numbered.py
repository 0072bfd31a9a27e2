"""Deals that have a published number instead of a seed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from service.core.errors import Refused
from service.core.games.microsoft import MAX_DEAL_NUMBER
from service.core.rng.sources import WordSource
from service.core.rng.streams import Randomness
from service.core.shuffles.plans import Limits, Permutation, Plan


@dataclass(slots=True)
class NumberedDeals(Plan):
    """The orders of the deals from a number on, which no chance is in."""

    take: Callable[[WordSource], Sequence[int]] = lambda _: ()
    chance: bool = False
    number: int = 1
    order: Callable[[int], Sequence[int]] = lambda _: ()

    def under(self, randomness: Randomness) -> "NumberedDeals":
        """The same. Raises `Refused` for a seed."""
        if randomness.seed is not None:
            raise Refused("seed", "A deal_number stands for one order, and takes no seed.")
        return self

    def draw(self, later: int = 0) -> Permutation:
        """The deal so many numbers later."""
        return Permutation(self.order(self.number + later), 0)

    def allow(self, repeats: int, limits: Limits, *, streamed: bool) -> None:
        """Raise `Refused`, on account of `repeats`, if there are not so many deals or the limits are passed."""
        if self.number + repeats - 1 > MAX_DEAL_NUMBER:
            raise Refused("repeats", f"The last deal would have a number above {MAX_DEAL_NUMBER:,}.")
        super(NumberedDeals, self).allow(repeats, limits, streamed=streamed)
