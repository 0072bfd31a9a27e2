"""Rolls that have a name: the dice of a game, or how they are rolled."""

from collections.abc import Mapping
from typing import NamedTuple

from ..names.suggestions import NameIndex


class NamedRoll(NamedTuple):
    """A roll with a name: what it is, its notation, and the source."""

    title: str
    notation: str
    source: str
    aliases: tuple[str, ...] = ()


NAMED_ROLLS: Mapping[str, NamedRoll] = {
    "yahtzee": NamedRoll(
        "The first roll of Yahtzee or Kniffel",
        "5d6",
        "Hasbro, Yahtzee rules",
        ("kniffel", "yatzy", "yacht", "generala", "poker dice"),
    ),
    "craps": NamedRoll("A roll of craps", "2d6", "Wikipedia, Craps", ("come-out",)),
    "farkle": NamedRoll(
        "The first roll of Farkle",
        "6d6",
        "Wikipedia, Farkle",
        ("zehntausend", "ten thousand", "zilch", "greed"),
    ),
    "liars_dice": NamedRoll(
        "The dice of a player of liar's dice",
        "5d6",
        "Wikipedia, Liar's dice",
        ("liar's dice", "perudo", "dudo", "bluff dice"),
    ),
    "fudge": NamedRoll(
        "Four Fudge dice, each -1, 0 or 1",
        "4dF",
        "Fudge, Grey Ghost Press",
        ("fate", "fate dice", "fudge dice"),
    ),
    "percentile": NamedRoll(
        "A number from 1 to 100", "1d%", "Basic Role-Playing", ("percent", "d100")
    ),
    "advantage": NamedRoll(
        "The higher of two d20", "2d20kh1", "D&D System Reference Document 5.1"
    ),
    "disadvantage": NamedRoll(
        "The lower of two d20", "2d20kl1", "D&D System Reference Document 5.1"
    ),
    "ability_scores": NamedRoll(
        "Six ability scores, each the best three of four dice",
        "6x(4d6kh3)",
        "D&D System Reference Document 5.1",
        ("ability score", "stats", "character"),
    ),
}
"""Every named roll by its name."""

ROLL_NAMES = NameIndex(NAMED_ROLLS)
