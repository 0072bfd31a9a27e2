"""Packs of numbers in colours, with further cards, each made for a family of games; and one of numbers alone.

The tiles of okey and rummy are two of each number from 1 to 13 in four colours, and two jokers. A pack with a bird has
1 to 14 in four colours, one with wizards 1 to 13 with four wizards and four jesters. The fireworks have five colours,
and fewer of the higher numbers. A code is the number and the letter of the colour, which is K for black, as in
printing, since blue begins alike. Unicode has no characters for these cards.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product, repeat

from service.core.cards.card import Card

_COLOURS = {"R": "Red", "Y": "Yellow", "G": "Green", "B": "Blue", "K": "Black", "W": "White"}


@dataclass(frozen=True)
class SpecialCard:
    """A card without a number: its name, its other names, the number of its copies, and what it counts."""

    name: str
    others: tuple[str, ...] = ()
    copies: int = 1
    value: int | None = None


@dataclass(frozen=True, kw_only=True)
class NumberedPack:
    """A pack: the letters of its colours, the copies of each number in each, and the special cards by code.

    A pack without colours has the numbers alone.
    """

    colours: str = ""
    copies: Mapping[int, int]
    special: Mapping[str, SpecialCard]

    def build(self) -> Iterator[Card]:
        """Yield the numbers colour by colour, copy beside copy; then the special cards."""
        for (letter, colour), (number, copies) in product(self._colours, self.copies.items()):
            card = Card(
                code=f"{number}{letter}",
                name=f"{colour} {number}" if colour else f"Number {number}",
                rank=str(number),
                suit=colour.lower() or None,
                value=number,
            )
            yield from repeat(card, copies)
        for code, special in self.special.items():
            card = Card(code=code, name=special.name, rank=special.name.lower(), value=special.value)
            yield from repeat(card, special.copies)

    def list_spellings(self) -> Iterator[tuple[str, str]]:
        """Yield further spellings, each with its code: with the colour first, or last in words."""
        for (letter, colour), number in product(self._colours, self.copies):
            code = f"{number}{letter}"
            texts = (f"{letter}{number}", f"{letter}-{number}", f"{number} {colour}", f"{number} of {colour}")
            yield from ((text, code) for text in (texts if colour else (f"{number:02}",)))
        for code, special in self.special.items():
            yield from ((other, code) for other in special.others)

    @property
    def _colours(self) -> list[tuple[str, str]]:
        return [(letter, _COLOURS[letter]) for letter in self.colours] or [("", "")]


OKEY = NumberedPack(
    colours="RKBY",
    copies=dict.fromkeys(range(1, 14), 2),
    special={"JK": SpecialCard("Joker", ("false joker", "false okey", "sahte okey", "smiley"), copies=2)},
)
BIRD = NumberedPack(
    colours="RYGK",
    copies=dict.fromkeys(range(1, 15), 1),
    special={"BI": SpecialCard("Bird", ("rook", "crow", "raven"), value=20)},
)
WIZARDS = NumberedPack(
    colours="BRYG",
    copies=dict.fromkeys(range(1, 14), 1),
    special={
        "WI": SpecialCard("Wizard", ("Zauberer", "magician"), copies=4),
        "JE": SpecialCard("Jester", ("Narr", "fool"), copies=4),
    },
)
FIREWORKS = NumberedPack(colours="RYGWB", copies={1: 3, 2: 2, 3: 2, 4: 2, 5: 1}, special={})
NUMBERS = NumberedPack(
    copies=dict.fromkeys(range(1, 13), 12), special={"WW": SpecialCard("Wild", ("wild card", "joker"), copies=18)}
)
