"""Microsoft's numbered deals of FreeCell, 1 to 1,000,000, which other programs for solitaire use too.

The generator is `rand` of Microsoft's C library; Jim Horne, who wrote FreeCell for Windows, published how it deals
(solitairelaboratory.com, mshuffle.txt; Rosetta Code, Deal cards for FreeCell). It is far from random, and serves only
to deal the games that players know by their number.
"""

MAX_DEAL_NUMBER = 1_000_000

_MICROSOFT_SUITS = "CDHS"  # the suits of each rank, aces first, in Microsoft's unshuffled pack
_SUITS = "SHDC"


def deal_order(number: int) -> list[int]:
    """Return the 52 cards of a deal in dealing order, as indices in the unshuffled standard deck.

    FreeCell deals them row by row, eight to a row, from left to right.
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
