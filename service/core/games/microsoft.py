"""Microsoft's numbered deals, 1 to 1,000,000: those of its FreeCell, which other solitaires deal from too.

The generator is `rand` of Microsoft's C library; Jim Horne, who wrote FreeCell for Windows, made known how it deals
(solitairelaboratory.com, mshuffle.txt; Rosetta Code, Deal cards for FreeCell). It is nothing like random, and here only
so that a deal that people know by its number can be dealt.
"""

MAX_DEAL_NUMBER = 1_000_000

_SUITS = "CDHS"  # in which order Microsoft's unshuffled pack has the suits of each rank, aces first
_OURS = "SHDC"


def deal_order(number: int) -> list[int]:
    """The 52 cards of a deal in the order in which they are dealt, as indices in the unshuffled standard deck.

    FreeCell deals them row by row, eight to a row, from left to right.
    """
    pack = [13 * _OURS.index(suit) + rank for rank in range(13) for suit in _SUITS]
    dealt = []
    state = number
    while pack:
        state = (state * 214013 + 2531011) % 2**31
        place = (state >> 16) % len(pack)
        pack[place], pack[-1] = pack[-1], pack[place]
        dealt.append(pack.pop())
    return dealt
