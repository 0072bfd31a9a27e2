"""The Spanish-suited packs of 40 cards (ace to 7 and the courts) and of 48 (ace to 9 and the courts).

The suits have the letters of their Spanish names (oros, copas, espadas, bastos), as coins, cups and clubs begin alike
in English. The courts are numbered 10 (sota, jack), 11 (caballo, knight) and 12 (rey, king) in either pack.
Unicode has no characters for these cards.
"""

from collections.abc import Iterator

from service.core.cards.card import Card

SUITS = {"O": "Coins", "C": "Cups", "E": "Swords", "B": "Clubs"}
COURTS = {"J": 10, "N": 11, "K": 12}

_SPANISH_SUITS = {"O": "oros", "C": "copas", "E": "espadas", "B": "bastos"}
_SPANISH_NAMES = {"A": "as", "J": "sota", "N": "caballo", "K": "rey"}
_NAMES = {"A": "Ace", "J": "Jack", "N": "Knight", "K": "King"}


def build_pack(highest: int) -> Iterator[Card]:
    """Yield suit by suit the ace, 2 to the `highest` card with pips, jack, knight and king."""
    values = {"A": 1} | {str(pips): pips for pips in range(2, highest + 1)} | COURTS
    for letter, suit in SUITS.items():
        for rank, value in values.items():
            name = f"{_NAMES.get(rank, rank)} of {suit}"
            yield Card(code=rank + letter, name=name, unicode=None, rank=rank, suit=suit.lower(), value=value)


def list_spellings() -> Iterator[tuple[str, str]]:
    """Yield further spellings, each with its code.

    The rank may be the number on the card or a court's Spanish initial; the suit may stand first; names are Spanish.
    """
    for letter, suit in _SPANISH_SUITS.items():
        for rank in (*"A23456789", *COURTS):
            number = str({"A": 1, **COURTS}.get(rank, rank))
            name = _SPANISH_NAMES.get(rank, number)
            for spelling in {rank, number, name[0] if rank in COURTS else rank}:
                yield from ((spelling + letter, rank + letter), (letter + spelling, rank + letter))
            yield from ((f"{spelling} de {suit}", rank + letter) for spelling in {number, name})
