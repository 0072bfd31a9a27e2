"""The French-suited packs: the standard 52 cards, and the shorter packs of piquet, euchre and pinochle.

Unicode characters: the block Playing Cards, U+1F0A0 to U+1F0FF, whose rows of 16 are the suits in the order spades,
hearts, diamonds, clubs. Each row holds a knight between jack and queen, which only the tarot pack (tarot.py) has.
"""

from collections.abc import Iterator
from itertools import permutations, product

from service.core.cards.card import Card

SUITS = {"S": "Spades", "H": "Hearts", "D": "Diamonds", "C": "Clubs"}
SUIT_ORDER = "".join(SUITS)
SUIT_ORDERS = tuple("".join(order) for order in permutations(SUITS))
STANDARD = "A23456789TJQK"
PIQUET = "A789TJQK"
EUCHRE = "A9TJQK"
MAX_JOKERS = 4

_NAMES = {"A": "Ace", "T": "10", "J": "Jack", "N": "Knight", "Q": "Queen", "K": "King"}
_RETRO_NAMES = {"2": "Deuce", "3": "Trey"}
_SIGNS = {"S": "♠♤", "H": "♥♡", "D": "♦♢", "C": "♣♧"}
_OTHER_RANKS = {"A": ("1",), "T": ("10", "0")}
_SPADES, _ROW, _COLUMNS = 0x1F0A0, 16, ".A23456789TJNQK"
_JOKERS = "\N{PLAYING CARD BLACK JOKER}\N{PLAYING CARD RED JOKER}"


def pack(ranks: str, suit_order: str | None, jokers: int | None = None, copies: int = 1) -> Iterator[Card]:
    """The cards of those ranks, suit by suit, so many copies of each next to each other; and then the jokers."""
    for suit in suit_order or SUIT_ORDER:
        for rank in ranks:
            for copy in range(1, copies + 1):
                yield card(rank, suit, STANDARD.index(rank) + 1, copy)
    for number in range(1, (jokers or 0) + 1):
        yield Card(
            code=f"X{number}",
            name=f"Joker {number}",
            unicode=_JOKERS[(number - 1) % len(_JOKERS)],
            rank="joker",
            suit=None,
            value=None,
        )


def card(rank: str, suit: str, value: int, copy: int = 1) -> Card:
    """The card of that rank and suit."""
    name = _NAMES.get(rank, rank)
    return Card(
        code=rank + suit,
        name=f"{name} of {SUITS[suit]}",
        retro_name=f"{_RETRO_NAMES.get(rank, name)} of {SUITS[suit]}",
        unicode=chr(_SPADES + _ROW * SUIT_ORDER.index(suit) + _COLUMNS.index(rank)),
        rank=rank,
        suit=SUITS[suit].lower(),
        value=value,
        copy=copy,
    )


def spellings() -> Iterator[tuple[str, str]]:
    """Other ways to write a code, and the code.

    The suit as a sign, or before the rank (RLCard); 10 or 0 (deckofcardsapi.com) for ten and 1 (West) for ace; a joker
    by its colour, and without a number where there is but one.
    """
    for suit, signs in _SIGNS.items():
        for rank in (*STANDARD, "N"):
            for written, sign in product((rank, *_OTHER_RANKS.get(rank, ())), (suit, *signs)):
                yield from ((written + sign, rank + suit), (sign + written, rank + suit))
    for number in range(1, MAX_JOKERS + 1):
        colour = ("Black", "Red")[(number - 1) % 2]
        yield from ((text, f"X{number}") for text in (f"Joker{number}", "Joker", f"{colour} Joker"))
