"""The French-suited packs: standard, piquet, euchre, pinochle, tarot and tarock.

Unicode characters: the block Playing Cards, U+1F0A0 to U+1F0FF, in rows of 16: the suits in the order spades,
hearts, diamonds, clubs, and then the fool and the trumps of tarot. Each suit has a knight between jack and queen, N as
in chess, which only tarot uses.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations, product
from typing import NamedTuple

from ...verify_tables import parse_names
from ..card import Card
from .suited import MAX_JOKERS, Ranks, list_ranks

SUITS = {"S": "Spades", "H": "Hearts", "D": "Diamonds", "C": "Clubs"}
SUIT_ORDER = "".join(SUITS)
SUIT_ORDERS = tuple("".join(order) for order in permutations(SUITS))

_NAMES = {"A": "Ace", "T": "10", "J": "Jack", "N": "Knight", "Q": "Queen", "K": "King"}
_RETRO_NAMES = {"2": "Deuce", "3": "Trey"}
SIGNS = {"S": "♠♤", "H": "♥♡", "D": "♦♢", "C": "♣♧"}
_OTHER_RANKS = {"A": ("1", "01"), "T": ("10", "0")}
_COURT_NUMBERS = {"J": "11", "Q": "12", "K": "13"}
"""Without a knight."""
_SPADES = 0x1F0A0
_ROW = 16
RANKS = "A23456789TJNQK"
_FOOL = "\N{PLAYING CARD FOOL}"
_TRUMPS = 21
_JOKERS = ("\N{PLAYING CARD BLACK JOKER}", "\N{PLAYING CARD RED JOKER}")
_JOKER_NAMES = (
    ("Black", "Small", "Little"),
    ("Red", "Big", "Large", "Coloured", "Colored"),
)
_CHINESE_JOKERS = ("小王", "大王")


class FrenchPack(NamedTuple):
    """A pack: the ranks of its suits, and of tarot packs further names of the trumps."""

    ranks: Ranks
    trumps: str = ""

    def list_cards(self, suit_order: str, jokers: int = 0) -> Iterator[Card]:
        """Yield the cards suit by suit; the trumps, 1 to 21, and the fool; the jokers.

        The codes are as AS, TH, 21T, FO and X1. The value of an ace is 1, of a king 13, or 14 in a pack with knights.
        """
        order = RANKS if self.trumps else RANKS.replace("N", "")
        for suit in suit_order:
            for rank in list_ranks(self.ranks, suit):
                yield _build_card(rank, suit, order.index(rank) + 1)
        if self.trumps:
            for value in range(1, _TRUMPS + 1):
                rank = str(value)
                character = chr(ord(_FOOL) + value)
                yield Card(
                    code=f"{rank}T",
                    name=f"Trump {rank}",
                    unicode=character,
                    rank=rank,
                    suit="trumps",
                    value=value,
                )
            yield Card(code="FO", name="Fool", unicode=_FOOL, rank="fool")
        for number in range(1, jokers + 1):
            character = _JOKERS[(number - 1) % len(_JOKERS)]
            yield Card(
                code=f"X{number}",
                name=f"Joker {number}",
                unicode=character,
                rank="joker",
            )

    def list_spellings(self) -> Iterator[tuple[str, str]]:
        """Yield further spellings, each with its code.

        The suit may be a sign or stand before the rank (RLCard); 10 and 0 (deckofcardsapi.com) stand for ten, 1 (West)
        for ace; T may stand before the number of a trump; a joker goes by its colour or its size, and without a number
        where there is but one.
        """
        yield from _list_suited_spellings(has_knights=bool(self.trumps))
        trump_names = parse_names(self.trumps)
        for value in range(1, _TRUMPS + 1) if trump_names else ():
            yield f"T{value}", f"{value}T"
            for name in trump_names:
                yield f"{name} {value}", f"{value}T"
        for number in range(1, MAX_JOKERS + 1):
            for text in _list_joker_names(number):
                yield text, f"X{number}"


def _list_suited_spellings(*, has_knights: bool) -> Iterator[tuple[str, str]]:
    """Yield spellings of the cards of suits, each with its code: (10♠, TS), (♠10, TS), …"""
    for suit, signs in SIGNS.items():
        for rank in RANKS:
            rank_texts = list_rank_texts(rank)
            if rank in _COURT_NUMBERS and not has_knights:
                rank_texts = [*rank_texts, _COURT_NUMBERS[rank]]
            for rank_text, suit_text in product(rank_texts, (suit, *signs)):
                yield rank_text + suit_text, rank + suit
                yield suit_text + rank_text, rank + suit


def list_rank_texts(rank: str) -> Sequence[str]:
    """Return the letter of a rank and the numbers that stand for it: T, 10 and 0; 7 and 07."""
    numbers = (f"0{rank}",) if rank.isdecimal() else _OTHER_RANKS.get(rank, ())
    return (rank, *numbers)


def _list_joker_names(number: int) -> Iterator[str]:
    """Yield the names of a joker: odd numbers are black and small, even ones red and big."""
    colour = (number - 1) % len(_JOKERS)
    yield f"Joker{number}"
    yield "Joker"
    for name in _JOKER_NAMES[colour]:
        for space in (" ", "-", ""):
            yield f"{name}{space}Joker"
    yield _CHINESE_JOKERS[colour]


def _build_card(rank: str, suit: str, value: int) -> Card:
    name = _NAMES.get(rank, rank)
    return Card(
        code=rank + suit,
        name=f"{name} of {SUITS[suit]}",
        retro_name=f"{_RETRO_NAMES.get(rank, name)} of {SUITS[suit]}",
        unicode=chr(_SPADES + _ROW * SUIT_ORDER.index(suit) + RANKS.index(rank) + 1),
        rank=rank,
        suit=SUITS[suit].lower(),
        value=value,
    )


def list_jokers(pack: Iterable[Card]) -> tuple[list[str], list[str]]:
    """Return the codes of the small, black jokers of a pack, and of the big, red ones."""
    black_sign, red_sign = _JOKERS
    black: list[str] = []
    red: list[str] = []
    for card in pack:
        if card.unicode == black_sign:
            black.append(card.code)
        elif card.unicode == red_sign:
            red.append(card.code)
    return black, red
