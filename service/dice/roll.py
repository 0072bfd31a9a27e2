"""Rolls of dice as values: terms of dice with their modifiers, constants, sets, and how each is written.

docs/definitions/dice.md defines what they mean; notation.py reads them from texts.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

MAX_EXTRA_DICE = 10
"""FROZEN: a die that was asked for brings at most this many extra dice, one after the other."""


class Die(NamedTuple):
    """A die: its lowest face, how many faces it has from there on, and how a notation writes them."""

    lowest: int
    faces: int
    name: str

    @property
    def highest(self) -> int:
        return self.lowest + self.faces - 1


class Reroll(NamedTuple):
    """Rolls a die again if it shows a face from `first` to `last`: until it shows another, or `is_once`."""

    first: int
    last: int
    is_once: bool

    def has(self, face: int) -> bool:
        return self.first <= face <= self.last

    @property
    def faces(self) -> int:
        """Return the number of faces that are rolled again."""
        return self.last - self.first + 1

    def format(self, die: Die) -> str:
        """Return the modifier as a notation has it: `r1`, `ro<=2`."""
        name = "ro" if self.is_once else "r"
        if self.first == self.last:
            return f"{name}{self.first}"
        if self.first == die.lowest:
            return f"{name}<={self.last}"
        return f"{name}>={self.first}"


class KeepRule(StrEnum):
    """Whether a modifier keeps dice or drops them, and the highest or the lowest; each as a notation has it."""

    KEEP_HIGHEST = "kh"
    KEEP_LOWEST = "kl"
    DROP_HIGHEST = "dh"
    DROP_LOWEST = "dl"


class Keep(NamedTuple):
    """Keeps, or drops, a number of the dice that are kept so far."""

    selection: KeepRule
    number: int

    def count_kept(self, dice: int) -> int:
        """Return how many of so many dice are kept; below 0 if more are dropped than there are."""
        if self.selection in {KeepRule.DROP_HIGHEST, KeepRule.DROP_LOWEST}:
            return dice - self.number
        return self.number

    @property
    def keeps_highest(self) -> bool:
        return self.selection in {KeepRule.KEEP_HIGHEST, KeepRule.DROP_LOWEST}

    def format(self) -> str:
        return f"{self.selection}{self.number}"


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceTerm:
    """Dice that are rolled together: `4d6r1!kh3` has the count 4, a die, a reroll, explodes and has one `Keep`."""

    is_subtracted: bool = False
    count: int
    die: Die
    reroll: Reroll | None = None
    explodes: bool = False
    keeps: tuple[Keep, ...] = ()

    @property
    def possible_faces(self) -> int:
        """Return how many faces a die of the term can show in the end."""
        if self.reroll is None or self.reroll.is_once:
            return self.die.faces
        return self.die.faces - self.reroll.faces

    @property
    def can_show_highest(self) -> bool:
        if self.reroll is None or self.reroll.is_once:
            return True
        return not self.reroll.has(self.die.highest)

    @property
    def most_dice(self) -> int:
        """Return how many dice of the term a result has at most, extra dice included."""
        return self.count * (1 + MAX_EXTRA_DICE) if self.explodes else self.count

    def format(self) -> str:
        """Return the term as a notation has it, without its sign."""
        reroll = self.reroll.format(self.die) if self.reroll else ""
        explosion = "!" if self.explodes else ""
        keeps = "".join(keep.format() for keep in self.keeps)
        return f"{self.count}d{self.die.name}{reroll}{explosion}{keeps}"


class Constant(NamedTuple):
    """A number that is added to the dice, or subtracted from them."""

    number: int
    is_subtracted: bool = False

    def format(self) -> str:
        return str(self.number)


Term = DiceTerm | Constant


@dataclass(frozen=True, kw_only=True)
class Roll:
    """A roll of dice: the terms of a set, how many sets are rolled, and whether dice are counted as successes."""

    terms: tuple[Term, ...]
    sets: int = 1
    success: int | None = None
    """The face from which on a die is a success; None if faces are added up."""

    @cached_property
    def dice_terms(self) -> Sequence[DiceTerm]:
        return [term for term in self.terms if isinstance(term, DiceTerm)]

    def count(self, face: int) -> int:
        """Return what a kept die with this face adds to its term: the face, or with `success` 1 from that face on."""
        if self.success is None:
            return face
        return int(face >= self.success)

    @cached_property
    def constant(self) -> int:
        """Return the sum of the constants."""
        return sum(
            -term.number if term.is_subtracted else term.number
            for term in self.terms
            if isinstance(term, Constant)
        )

    @property
    def most_dice(self) -> int:
        """Return how many dice a result has at most."""
        return self.sets * sum(term.most_dice for term in self.dice_terms)

    @property
    def largest_total(self) -> int:
        """Return a bound of the total: no result is above it, and none is below it with the other sign."""
        dice = sum(term.most_dice * term.die.highest for term in self.dice_terms)
        constants = sum(
            term.number for term in self.terms if isinstance(term, Constant)
        )
        return self.sets * (dice + constants)

    @property
    def has_one_result(self) -> bool:
        """Return whether each die has one face."""
        return all(term.die.faces == 1 for term in self.dice_terms)

    def format(self) -> str:
        """Return the notation of the roll, always written in the same way: `6x(4d6kh3)`, `1d20+5`, `5d10>=8`."""
        text = ""
        for term in self.terms:
            if term.is_subtracted:
                text += "-"
            elif text:
                text += "+"
            text += term.format()
        if self.success is not None:
            blank = " " if text.endswith("!") else ""
            text += f"{blank}>={self.success}"
        return f"{self.sets}x({text})" if self.sets > 1 else text
