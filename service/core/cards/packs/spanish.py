"""The Spanish-suited packs of 40 cards (ace to 7 and the courts) and of 48 (ace to 9 and the courts).

The suits have the letters of their Spanish names (oros, copas, espadas, bastos), as coins, cups and clubs begin alike
in English. Their order is that of la pinta, the gaps in the frame. The courts are numbered 10 (sota, jack), 11
(caballo, knight) and 12 (rey, king) in either pack.
"""

from collections.abc import Iterator

from service.core.cards.card import Card
from service.core.cards.packs import suited
from service.core.cards.packs.suited import Rank, Suit

_SUITS = {
    "O": Suit("Coins", ("oros",)),
    "C": Suit("Cups", ("copas",)),
    "E": Suit("Swords", ("espadas",)),
    "B": Suit("Clubs", ("bastos",)),
}
_ACE = {"A": Rank(1, "Ace", ("as", "1"), ("1",))}
_COURTS = {
    "J": Rank(10, "Jack", ("sota", "10"), ("10", "S")),
    "N": Rank(11, "Knight", ("caballo", "11"), ("11", "C")),
    "K": Rank(12, "King", ("rey", "12"), ("12", "R")),
}


def build_pack(highest: int) -> Iterator[Card]:
    """Yield suit by suit the ace, 2 to the `highest` card with pips, jack, knight and king."""
    return suited.build_pack(_SUITS, _ACE | suited.number_ranks(2, highest) | _COURTS)


def list_spellings() -> Iterator[tuple[str, str]]:
    """Yield further spellings, each with its code.

    The rank may be the number on the card or a court's Spanish initial; the suit may stand first; names are Spanish.
    """
    return suited.list_spellings(_SUITS, _ACE | suited.number_ranks(2, 9) | _COURTS, "{rank} de {suit}")
