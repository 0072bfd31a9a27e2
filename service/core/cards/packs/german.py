"""The German-suited packs of 32 and 36 cards, and the Swiss one of 36.

The suits have the letters of their English names, with which conditions name them too; those of their German names are
read. T is the 10, in Switzerland the banner.
"""

from collections.abc import Iterator

from service.core.cards.card import Card
from service.core.cards.packs import suited
from service.core.cards.packs.suited import Rank, Suit

_GERMAN_SUITS = {
    "A": Suit("Acorns", ("Eichel", "Eicheln", "Kreuz"), "E"),
    "L": Suit("Leaves", ("Gras", "Grün", "Laub", "Blatt"), "G"),
    "H": Suit("Hearts", ("Herz", "Rot")),
    "B": Suit("Bells", ("Schellen", "Schelle"), "S"),
}
_SWISS_SUITS = {
    "A": Suit("Acorns", ("Eichel", "Eicheln"), "E"),
    "R": Suit("Roses", ("Rosen", "Rose")),
    "S": Suit("Shields", ("Schilten", "Schilte")),
    "B": Suit("Bells", ("Schellen", "Schelle")),
}
_GERMAN_ACE = {"A": Rank(1, "Ace", ("Ass", "As", "Daus", "Sau"), ("D",))}
_GERMAN_COURTS = {
    "U": Rank(11, "Unter", ("Unter",)),
    "O": Rank(12, "Ober", ("Ober",)),
    "K": Rank(13, "King", ("König",)),
}
_SWISS_RANKS = {
    "A": Rank(1, "Ace", ("Ass", "As")),
    **suited.number_ranks(6, 9),
    "T": Rank(10, "Banner", ("Banner", "10"), ("10",)),
    "U": Rank(11, "Under", ("Under", "Unter", "Bauer")),
    "O": Rank(12, "Ober", ("Ober",)),
    "K": Rank(13, "King", ("König",)),
}
_FORMS = ("{suit} {rank}", "{suit}-{rank}")


def build_german(lowest: int) -> Iterator[Card]:
    """Yield suit by suit the ace, the `lowest` card with pips to the 10, unter, ober and king."""
    return suited.build_pack(_GERMAN_SUITS, _GERMAN_ACE | suited.number_ranks(lowest, 10) | _GERMAN_COURTS)


def build_swiss() -> Iterator[Card]:
    """Yield suit by suit the ace, 6 to 9, banner, under, ober and king."""
    return suited.build_pack(_SWISS_SUITS, _SWISS_RANKS)


def list_german_spellings() -> Iterator[tuple[str, str]]:
    """Yield further spellings, each with its code: the suit first (Eichel-Ober, EO), the ace as Daus or Sau."""
    return suited.list_spellings(_GERMAN_SUITS, _GERMAN_ACE | suited.number_ranks(6, 10) | _GERMAN_COURTS, *_FORMS)


def list_swiss_spellings() -> Iterator[tuple[str, str]]:
    """Yield further spellings, each with its code: the suit first, as in Schilten-Under."""
    return suited.list_spellings(_SWISS_SUITS, _SWISS_RANKS, *_FORMS)
