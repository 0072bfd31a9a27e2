"""The Italian pack of 40 cards: ace to 7 and the courts.

The suits have the letters of their Italian names (denari, coppe, spade, bastoni), as coins, cups and clubs begin alike
in English, and the order of the Spanish ones, as the regions have no common order. The courts count 8 (fante, jack), 9
(cavallo, knight) and 10 (re, king); in some regions the first is a donna.
"""

from collections.abc import Iterator

from service.core.cards.card import Card
from service.core.cards.packs import suited
from service.core.cards.packs.suited import Rank, Suit

_SUITS = {
    "D": Suit("Coins", ("denari", "danari", "ori")),
    "C": Suit("Cups", ("coppe",)),
    "S": Suit("Swords", ("spade",)),
    "B": Suit("Clubs", ("bastoni",)),
}
_RANKS = {
    "A": Rank(1, "Ace", ("asso", "1"), ("1",)),
    **suited.number_ranks(2, 7),
    "J": Rank(8, "Jack", ("fante", "donna", "8"), ("8", "F")),
    "N": Rank(9, "Knight", ("cavallo", "9"), ("9", "C")),
    "K": Rank(10, "King", ("re", "10"), ("10", "R")),
}


def build_pack() -> Iterator[Card]:
    """Yield suit by suit the ace, 2 to 7, jack, knight and king."""
    return suited.build_pack(_SUITS, _RANKS)


def list_spellings() -> Iterator[tuple[str, str]]:
    """Yield further spellings, each with its code.

    The rank may be the value of the card or a court's Italian initial; the suit may stand first; names are Italian.
    """
    return suited.list_spellings(_SUITS, _RANKS, "{rank} di {suit}")
