"""The table of styles: the functions that render the cards of each deck."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from ..cards.card import Card
from . import (
    flower_cards,
    french_suits,
    game_cards,
    german_suits,
    latin_suits,
    numbered_cards,
    pieces,
    reading_cards,
)
from .artwork import INDEX, drawing, symbol, text_path
from .svg import (
    CARD,
    INK,
    PAPER,
    TAROT,
    Frame,
    at_both_ends,
    group,
    lattice,
    paper,
    path,
)


class Style(NamedTuple):
    """The style of a deck's pictures: functions that return the SVG of a face and of the back."""

    face: Callable[[Card], str]
    back: Callable[[], str]


def _plain_face(card: Card) -> str:
    """Return the face of a card: its code in two corners, and its name in the middle with a line for each word."""
    words = card.name.split()
    line_height = 36
    first = CARD.height / 2 - line_height * (len(words) - 1) / 2
    lines = (
        text_path(word, 125, first + line_height * line, 30, INK, max_width=210)
        for line, word in enumerate(words)
    )
    return (
        paper()
        + at_both_ends(text_path(card.code, 16, 38, INDEX, INK, anchor=0, max_width=90))
        + "".join(lines)
    )


def _with_back(
    face: Callable[[Card], str],
    colour: str,
    line: str,
    emblem: Callable[[], str],
    frame: Frame = CARD,
    edge: str = PAPER,
) -> Style:
    """Return the style of cards with a lattice in two colours and an emblem on the back."""
    return Style(face, lambda: lattice(frame, colour, line, emblem(), edge))


def _pip(name: str, scale: str) -> Callable[[], str]:
    return lambda: group(drawing(name), transform=f"scale({scale})")


def _blossom(character: str, ink: str, fill: str) -> Callable[[], str]:
    return lambda: symbol(character, 0, 0, 62, ink, fill)


PLAIN = _with_back(_plain_face, "#4a5568", "#cbd5e0", str)
"""The style of a deck that has no pictures of its own."""

_FRENCH = _with_back(french_suits.face, "#24497e", "#a9c1e6", french_suits.suits_emblem)
_SPANISH = _with_back(
    latin_suits.spanish_face, "#8c1c2b", "#e7b3a8", _pip("coin", ".7")
)
_GERMAN = _with_back(
    german_suits.german_face, "#6b4423", "#d8b98f", _pip("acorn", ".66")
)
_WELI = _with_back(german_suits.weli_face, "#6b4423", "#d8b98f", _pip("acorn", ".66"))
_SWISS_CROSS = path("M-9-28H9V-9H28V9H9V28H-9V9H-28V-9H-9Z", fill="#fff")
_BALLS = Style(pieces.numbered_face, partial(drawing, "ball-back"))
_LETTERED_BALLS = Style(pieces.lettered_face, partial(drawing, "ball-back"))
_TWO_DRUMS = Style(pieces.drum_face, partial(drawing, "ball-back"))
_CHINESE = Style(pieces.chinese_face, partial(drawing, "tile-back"))
_AMERICAN = Style(pieces.american_face, partial(drawing, "tile-back"))
_RIICHI = Style(pieces.riichi_face, partial(drawing, "tile-back"))
_LETTERS = Style(numbered_cards.letter_face, numbered_cards.letter_back)
_HANAFUDA = _with_back(
    flower_cards.face,
    "#6d1a1f",
    "#a5544f",
    _blossom("🌸", "#6d1a1f", "#f3c6c0"),
    edge="#2a2422",
)
_FOUR_COLOURS = _with_back(
    game_cards.wild_face, "#22262e", "#6b7688", game_cards.shapes_emblem
)

STYLES: Mapping[str, Style] = {
    "standard": _FRENCH,
    "piquet": _FRENCH,
    "euchre": _FRENCH,
    "pinochle": _FRENCH,
    "five_hundred63": _with_back(
        french_suits.five_hundred_face, "#24497e", "#a9c1e6", french_suits.suits_emblem
    ),
    "spanish40": _SPANISH,
    "spanish48": _SPANISH,
    "italian40": _with_back(
        latin_suits.italian_face, "#1f5c3f", "#a9d3bd", _pip("cup", ".72")
    ),
    "german32": _GERMAN,
    "german36": _GERMAN,
    "german33": _WELI,
    "swiss36": _with_back(
        german_suits.swiss_face, "#b3202c", "#efb8b4", lambda: _SWISS_CROSS
    ),
    "tarot": _with_back(
        french_suits.tarot_face,
        "#5b2a86",
        "#cbb2e0",
        lambda: symbol("★", 0, -2, 56, "#fff"),
        TAROT,
    ),
    "tarock54": _with_back(
        french_suits.tarock_face,
        "#1f4e79",
        "#a9c1dc",
        lambda: symbol("★", 0, -2, 56, "#fff"),
        TAROT,
    ),
    "hanafuda": _HANAFUDA,
    "hanafuda34": _HANAFUDA,
    "hwatu": _with_back(
        flower_cards.hwatu_face,
        "#c8232c",
        "#e8767b",
        _blossom("🌺", "#8a1119", "#ffd7d4"),
        edge="#a3141c",
    ),
    "tarot_reading": _with_back(
        reading_cards.face, "#1d2450", "#8d97d6", reading_cards.emblem, TAROT
    ),
    "kabufuda": _with_back(
        numbered_cards.kabu_face,
        "#3a2a24",
        "#8f7465",
        lambda: symbol("★", 0, -2, 56, "#f6ead0"),
    ),
    "mahjong": _CHINESE,
    "american_mahjong": _AMERICAN,
    "riichi": _RIICHI,
    "dominoes": Style(pieces.domino_face, partial(drawing, "domino-back")),
    "chinese_dominoes": Style(
        pieces.chinese_domino_face, partial(drawing, "chinese-domino-back")
    ),
    "okey": Style(numbered_cards.okey_face, partial(drawing, "tile-back")),
    "keno": _BALLS,
    "bingo90": _BALLS,
    "lottery49": _BALLS,
    "bingo75": _LETTERED_BALLS,
    "powerball": _TWO_DRUMS,
    "mega_millions": _TWO_DRUMS,
    "euromillions": _TWO_DRUMS,
    "tichu": _with_back(
        game_cards.tichu_face, "#7a1520", "#d9a3a0", _pip("jade", ".7")
    ),
    "wild_colours": _FOUR_COLOURS,
    "wild_colours112": _FOUR_COLOURS,
    "whot": _with_back(
        game_cards.whot_face, "#8c1c2b", "#d99aa2", game_cards.five_shapes
    ),
    "colours80": _with_back(
        numbered_cards.coloured_face, "#2f2f46", "#8f8fb5", game_cards.shapes_emblem
    ),
    "bird_colours": _with_back(
        numbered_cards.coloured_face,
        "#2b3a55",
        "#93a4c3",
        numbered_cards.colours_emblem,
    ),
    "wizards": _with_back(
        numbered_cards.coloured_face, "#3b2d86", "#b3a8e6", _pip("wizard-hat", ".66")
    ),
    "fireworks": _with_back(
        numbered_cards.firework_face, "#141a2e", "#46558c", numbered_cards.burst_emblem
    ),
    "letters_english": _LETTERS,
    "letters_german": _LETTERS,
    "letters_french": _LETTERS,
    "letters_spanish": _LETTERS,
    "letters_italian": _LETTERS,
    "letters_dutch": _LETTERS,
    "letters_polish": _LETTERS,
    "letters_portuguese": _LETTERS,
    "numbers162": _with_back(
        numbered_cards.number_face,
        "#7a3d00",
        "#e8b98a",
        lambda: symbol("★", 0, -2, 58, "#fff"),
    ),
}
"""The style of each deck; decks without an entry have the style `PLAIN`."""
