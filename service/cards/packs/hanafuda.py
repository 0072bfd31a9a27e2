"""The flower cards: twelve months of four; the Japanese pack, and the Korean one with its double junk and its jokers.

A code is the kind of the card and its month. The plain cards of a month count alike, so they are copies of one card; so
is the yellow one of paulownia, though some players in Hawaii count it more (dspace.dial.pipex.com, Hanafuda, points).
Unicode has no characters for these cards.
"""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from ...verify_tables import parse_names
from ..card import Card
from ..word_table import WORDS
from .suited import MAX_JOKERS

_KINDS = {"B": "bright", "A": "animal", "R": "ribbon", "P": "plain", "D": "double"}
_POINTS = {"B": 20, "A": 10, "R": 5, "P": 1, "D": 2}
_POETRY = "Poetry Ribbon"
_RED = "Red Ribbon"
_BLUE = "Blue Ribbon"
_PICTURES = {
    "Pine": {"B": "Crane", "R": _POETRY},
    "Plum": {"A": "Warbler", "R": _POETRY},
    "Cherry": {"B": "Curtain", "R": _POETRY},
    "Wisteria": {"A": "Cuckoo", "R": _RED},
    "Iris": {"A": "Bridge", "R": _RED},
    "Peony": {"A": "Butterflies", "R": _BLUE},
    "Clover": {"A": "Boar", "R": _RED},
    "Pampas": {"B": "Moon", "A": "Geese"},
    "Chrysanthemum": {"A": "Sake Cup", "R": _BLUE},
    "Maple": {"A": "Deer", "R": _BLUE},
    "Willow": {
        "B": "Rain Man",
        "A": "Swallow",
        "R": _RED,
        "P": "Lightning",
        "D": "Lightning",
    },
    "Paulownia": {"B": "Phoenix"},
}
_KOREAN_KINDS = {"B": "광", "A": "열끗", "R": "띠", "P": "피", "D": "쌍피"}
_MONTH_NAMES = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
_JAPANESE = WORDS["flowers"]
"""The Japanese names of `kinds`, and by `months` those of the flowers and of the pictures with them."""
_JOKER_JUNK = (2, 3)  # how many junk the jokers count as, in turn


class FlowerPack(NamedTuple):
    """A pack: the flower and the kinds of cards of each month, such as Pine BRPP, and the flowers' Korean names."""

    months: str
    korean_names: str = ""

    def list_cards(self, jokers: int = 0) -> Iterator[Card]:
        """Yield month by month the bright cards, animals, ribbons and plain cards; then the jokers, which are junk.

        The first is B1, "Pine with Crane", of the rank bright, the suit pine and the value 20; the third is P1, "Plain
        Pine". The first joker is X1, "Joker 1 (Double Junk)".
        """
        for month, flower, letter in self._list_cards():
            kind = _KINDS[letter]
            picture = _PICTURES[flower].get(letter)
            name = (
                f"{flower} with {picture}"
                if picture
                else f"{kind.capitalize()} {flower}"
            )
            yield Card(
                code=f"{letter}{month}",
                name=name,
                rank=kind,
                suit=flower.lower(),
                value=_POINTS[letter],
            )
        for number in range(1, jokers + 1):
            junk = _JOKER_JUNK[(number - 1) % 2]
            words = "Double" if junk == 2 else "Triple"
            name = f"Joker {number} ({words} Junk)"
            yield Card(code=f"X{number}", name=name, rank="joker", value=junk)

    def list_spellings(self) -> Iterator[tuple[str, str]]:
        """Yield further spellings, each with its code: the month first, in Korean; the picture; jokers by number.

        B1 has "1B", "Pine bright", "January bright", "Crane", "松に鶴" and "1月の光", in a Korean pack "송학 광", too.
        """
        korean_flowers = parse_names(self.korean_names)
        for month, flower, letter in self._list_cards():
            code = f"{letter}{month}"
            yield f"{month}{letter}", code
            for suit in (flower, _MONTH_NAMES[month - 1]):
                yield f"{suit} {_KINDS[letter]}", code
            # Other pictures are on cards of several months or kinds.
            if letter in "BA":
                yield _PICTURES[flower][letter], code
            for text in _list_japanese_names(month, flower, letter):
                yield text, code
            if len(korean_flowers) >= month:
                for suit in (korean_flowers[month - 1], f"{month}월"):
                    yield f"{suit} {_KOREAN_KINDS[letter]}", code
        for number in range(1, MAX_JOKERS + 1):
            yield f"Joker{number}", f"X{number}"
            yield f"Joker {number}", f"X{number}"

    def _list_cards(self) -> Iterator[tuple[int, str, str]]:
        """Yield the month, the flower and the letter of the kind of each card: (1, Pine, B), (1, Pine, R), …"""
        for month, text in enumerate(parse_names(self.months), start=1):
            flower, _, letters = text.partition(" ")
            for letter in letters:
                yield month, flower, letter


def _list_japanese_names(month: int, flower: str, kind: str) -> Iterator[str]:
    """Yield the Japanese names of a card: 松に鶴 by its picture, 松の光 and 1月の光 by its kind."""
    names = _JAPANESE["months"][flower]
    flowers = parse_names(names["name"])
    for name, picture in product(flowers, parse_names(names.get(kind, ""))):
        yield f"{name}に{picture}"
    kinds = parse_names(_JAPANESE["kinds"].get(kind, ""))
    for name, word in product((*flowers, f"{month}月"), kinds):
        yield f"{name}の{word}"
