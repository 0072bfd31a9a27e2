"""Numbered deals, 1 to 1,000,000: Microsoft's for FreeCell, and PySol's for Klondike. Other programs use them too.

The generator is `rand` of Microsoft's C library; Jim Horne, who wrote FreeCell for Windows, published how it deals
(solitairelaboratory.com, mshuffle.txt; Rosetta Code, Deal cards for FreeCell). It is far from random, and serves only
to deal the games that players know by their numbers.

FROZEN: the whole module, as these numbers are published.
"""

from collections.abc import Callable, Mapping, Sequence

MAX_DEAL_NUMBER = 1_000_000

# the suits of each rank, aces first, in Microsoft's unshuffled pack
_MICROSOFT_SUITS = "CDHS"
_SUITS = "SHDC"
_COLUMNS = 7


def freecell_order(number: int) -> list[int]:
    """Return the cards of FreeCell's deal `number` in dealing order, as indices in the unshuffled standard deck.

    FreeCell deals the 52 cards row by row, eight to a row, from left to right.
    """
    pack = [
        13 * _SUITS.index(suit) + rank
        for rank in range(13)
        for suit in _MICROSOFT_SUITS
    ]
    order = []
    state = number
    while pack:
        state = (state * 214013 + 2531011) % 2**31
        position = (state >> 16) % len(pack)
        order.append(pack[position])
        pack[position] = pack[-1]
        pack.pop()
    return order


def klondike_order(number: int) -> list[int]:
    """Return an order of the standard deck, as indices. The steps of klondike deal it as PySol's deal `number`.

    PySol first deals the cards that lie face down, row by row from right to left, and then the cards face up.
    """
    cards = iter(freecell_order(number))
    piles: list[list[int]] = [[] for _ in range(_COLUMNS)]
    for leftmost in (*range(1, _COLUMNS), 0):
        for pile in reversed(piles[leftmost:]):
            pile.append(next(cards))
    rows = [pile[row] for row in range(_COLUMNS) for pile in piles[row:]]
    return [*rows, *cards]


NUMBERED_ORDERS: Mapping[str, Callable[[int], Sequence[int]]] = {
    "freecell": freecell_order,
    "klondike": klondike_order,
}
"""Functions that return the order of a deal by its number."""
