"""Deals that have a published number instead of a seed: Microsoft's, of FreeCell and Klondike."""

from collections.abc import Sequence
from dataclasses import dataclass

from service.core.errors import Refused
from service.core.notations.microsoft import MAX_DEAL, deal_order
from service.core.permutations import Limits, Permutation, Plan
from service.core.sources import WordSource
from service.core.streams import Randomness


@dataclass(slots=True)
class NumberedDeals(Plan):
    """The orders of the deals from a number on: drawn without chance."""

    number: int = 1

    def under(self, randomness: Randomness) -> "NumberedDeals":
        """The same. Raises `Refused` for a seed."""
        if randomness.seed is not None:
            raise Refused("seed", "A deal_number stands for one order, and takes no seed.")
        return self

    def draw(self, later: int = 0) -> Permutation:
        """The deal so many numbers later."""
        return Permutation(deal_order(self.number + later), 0)

    def allow(self, repeats: int, limits: Limits, *, streamed: bool) -> None:
        """Raise `Refused`, on account of `repeats`, if there are not so many deals or the limits are passed."""
        if self.number + repeats - 1 > MAX_DEAL:
            raise Refused("repeats", f"The last deal would have a number above {MAX_DEAL:,}.")
        super(NumberedDeals, self).allow(repeats, limits, streamed=streamed)


def numbered(number: int) -> NumberedDeals:
    """The deals from that number on."""
    return NumberedDeals(Randomness(), _CARDS, _CARDS, _CARDS, _no_source, number=number)


_CARDS = 52


def _no_source(_: WordSource) -> Sequence[int]:
    raise AssertionError("A numbered deal draws nothing.")
