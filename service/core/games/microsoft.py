"""Microsoft's numbered deals of FreeCell, 1 to 1,000,000, which other programs for solitaire use too.

The generator is `rand` of Microsoft's C library; Jim Horne, who wrote FreeCell for Windows, published how it deals
(solitairelaboratory.com, mshuffle.txt; Rosetta Code, Deal cards for FreeCell). It is far from random, and serves only
to deal the games that players know by their numbers.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from service.core.errors import Refused
from service.core.rng.streams import Randomness
from service.core.shuffles.plans import Limits, Permutation, Plan

MAX_DEAL_NUMBER = 1_000_000

_MICROSOFT_SUITS = "CDHS"  # the suits of each rank, aces first, in Microsoft's unshuffled pack
_SUITS = "SHDC"
_COLUMNS = 7


def freecell_order(number: int) -> list[int]:
    """Return the cards of FreeCell's deal `number` in dealing order, as indices in the unshuffled standard deck.

    FreeCell deals the 52 cards row by row, eight to a row, from left to right.
    """
    pack = [13 * _SUITS.index(suit) + rank for rank in range(13) for suit in _MICROSOFT_SUITS]
    order = []
    state = number
    while pack:
        state = (state * 214013 + 2531011) % 2**31
        position = (state >> 16) % len(pack)
        pack[position], pack[-1] = pack[-1], pack[position]
        order.append(pack.pop())
    return order


def klondike_order(number: int) -> list[int]:
    """Return an order of the standard deck, as indices; the steps of klondike deal it as PySol's deal `number`.

    PySol first deals the cards that lie face down, row by row from right to left, and then the cards face up.
    """
    cards = iter(freecell_order(number))
    piles: list[list[int]] = [[] for _ in range(_COLUMNS)]
    for leftmost in (*range(1, _COLUMNS), 0):
        for pile in reversed(piles[leftmost:]):
            pile.append(next(cards))
    rows = [pile[row] for row in range(_COLUMNS) for pile in piles[row:]]
    return [*rows, *cards]


NUMBERED_ORDERS: Mapping[str, Callable[[int], Sequence[int]]] = {"freecell": freecell_order, "klondike": klondike_order}
"""Functions that return the order of a deal by its number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberedPlan(Plan):
    """Draws the published deals from `number` on, without randomness; `order` returns the order of a deal's number."""

    number: int
    order: Callable[[int], Sequence[int]]

    @property
    def is_random(self) -> bool:
        return False

    def draw(self, randomness: Randomness, offset: int = 0) -> Permutation:
        self.check_seed(randomness)
        return Permutation(self.order(self.number + offset), 0)

    def check_seed(self, randomness: Randomness) -> None:
        if randomness.seed is not None:
            raise Refused("seed", "A deal_number stands for one order, and takes no seed.")

    def check_batch(self, randomness: Randomness, repeats: int, limits: Limits, *, is_streamed: bool) -> None:
        self.check_seed(randomness)
        if self.number + repeats - 1 > MAX_DEAL_NUMBER:
            raise Refused("repeats", f"The last deal would have a number above {MAX_DEAL_NUMBER:,}.")
        super(NumberedPlan, self).check_batch(randomness, repeats, limits, is_streamed=is_streamed)
