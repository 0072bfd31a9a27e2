"""The standard pack of 52 French-suited cards, with up to four jokers.

Unicode characters: the block Playing Cards, U+1F0A0 to U+1F0FF, whose rows of 16 are the suits in the order spades,
hearts, diamonds, clubs. Each row holds a knight between jack and queen, which this pack has not.
"""

from collections.abc import Iterator
from itertools import permutations

from service.core.cards import Card

SUITS = {"S": "Spades", "H": "Hearts", "D": "Diamonds", "C": "Clubs"}
SUIT_ORDER = "".join(SUITS)
SUIT_ORDERS = tuple("".join(order) for order in permutations(SUITS))
RANKS = "A23456789TJQK"
MAX_JOKERS = 4

_NAMES = {"A": "Ace", "T": "10", "J": "Jack", "Q": "Queen", "K": "King"}
_RETRO_NAMES = {"2": "Deuce", "3": "Trey"}
_SPADES_ACE, _ROW, _KNIGHT = 0x1F0A1, 16, 11
_JOKERS = "\N{PLAYING CARD BLACK JOKER}\N{PLAYING CARD RED JOKER}"


def pack(suit_order: str, jokers: int) -> Iterator[Card]:
    """The 52 cards, suit by suit, ace to king, and then the jokers."""
    for suit in suit_order:
        for value, rank in enumerate(RANKS, start=1):
            name = _NAMES.get(rank, rank)
            yield Card(
                code=rank + suit,
                name=f"{name} of {SUITS[suit]}",
                retro_name=f"{_RETRO_NAMES.get(rank, name)} of {SUITS[suit]}",
                unicode=chr(_SPADES_ACE + _ROW * SUIT_ORDER.index(suit) + value - 1 + (value > _KNIGHT)),
                rank=rank,
                suit=SUITS[suit].lower(),
                value=value,
            )
    for number in range(1, jokers + 1):
        yield Card(
            code=f"X{number}",
            name=f"Joker {number}",
            unicode=_JOKERS[(number - 1) % len(_JOKERS)],
            rank="joker",
            suit=None,
            value=None,
        )


def spellings() -> Iterator[tuple[str, str]]:
    """Other ways to write a code, and the code: 10, 0 (deckofcardsapi.com) and 1 (West) for ten and ace."""
    for suit in SUITS:
        yield from ((f"10{suit}", f"T{suit}"), (f"0{suit}", f"T{suit}"), (f"1{suit}", f"A{suit}"))
