"""The Spanish-suited packs of 40 cards (ace to 7 and the courts) and of 48 (ace to 9 and the courts).

The suits have the letters of their Spanish names (oros, copas, espadas, bastos), as coins, cups and clubs begin alike
in English. The courts are numbered 10 (sota, jack), 11 (caballo, knight) and 12 (rey, king) in either pack.
Unicode has no characters for these cards.
"""

from collections.abc import Iterator

from service.core.cards import Card

SUITS = {"O": "Coins", "C": "Cups", "E": "Swords", "B": "Clubs"}
COURTS = {"J": 10, "N": 11, "K": 12}

_NAMES = {"A": "Ace", "J": "Jack", "N": "Knight", "K": "King"}


def pack(highest: int) -> Iterator[Card]:
    """Suit by suit: ace, 2 to the highest card with pips, jack, knight, king."""
    values = {"A": 1} | {str(pips): pips for pips in range(2, highest + 1)} | COURTS
    for letter, suit in SUITS.items():
        for rank, value in values.items():
            name = f"{_NAMES.get(rank, rank)} of {suit}"
            yield Card(code=rank + letter, name=name, unicode=None, rank=rank, suit=suit.lower(), value=value)


def spellings() -> Iterator[tuple[str, str]]:
    """Other ways to write a code, and the code: by the number on the card, and the courts by their Spanish initials."""
    for suit in SUITS:
        for other, rank in {"1": "A", "10": "J", "11": "N", "12": "K", "S": "J", "C": "N", "R": "K"}.items():
            yield other + suit, rank + suit
