"""Pieces that are no cards: Mah-Jong tiles, dominoes and numbered balls.

The tiles are FluffyStuff's (assets/tiles), named by riichi codes; codes of the Chinese set are mapped to these. The
flowers and seasons are glyphs of Noto Sans Symbols 2. A domino has the higher end above, and each number of pips a
colour, as in large sets; Chinese dominoes are red and white on black. Each group of ten balls, each letter, or each
drum, has a colour.
"""

from collections.abc import Iterator
from functools import cache

from ..cards.card import Card
from .artwork import drawing, read_svg_content, symbol, text_path, text_width
from .french_suits import cap
from .svg import INK, PAPER, circle, group, move_to, path, pip_scale

_SUITS = {"D": "p", "B": "s", "C": "m"}
_HONOURS = {
    "EW": "1z",
    "SW": "2z",
    "WW": "3z",
    "NW": "4z",
    "WD": "5z",
    "GD": "6z",
    "RD": "7z",
}
_FLOWER = "#a31545"
_SEASON = "#15587a"
_NUMBER = "#1c2430"


@cache
def _vendored_tile(code: str) -> str:
    # Scaled down, so that it keeps clear of the edge.
    return group(
        read_svg_content("tiles", code),
        transform=move_to(150 - 150 * 0.9, 194 - 200 * 0.9, 0.9),
    )


def _picture(code: str) -> str:
    return drawing("white-dragon") if code == "5z" else _vendored_tile(code)


def _riichi_code(card: Card) -> str:
    return _HONOURS.get(card.code) or card.code[0] + _SUITS[card.code[1]]


def chinese_face(card: Card) -> str:
    """Return the face of a tile of the Chinese set; of a flower or a season, its symbol and its number."""
    if card.suit not in {"flowers", "seasons"}:
        return drawing("tile") + _picture(_riichi_code(card))
    picture = symbol(
        card.unicode or "",
        142,
        198,
        300,
        _FLOWER if card.suit == "flowers" else _SEASON,
    )
    return drawing("tile") + picture + text_path(card.rank, 246, 66, 70, _NUMBER)


def american_face(card: Card) -> str:
    """Return the face of a tile of the American set, which has numbers and initials in a corner."""
    if card.code == "FL":
        return _titled(
            symbol("🌸", 150, 168, 210, _FLOWER, "#f6b8c8"), "FLOWER", _FLOWER
        )
    if card.code == "JK":
        return _titled(
            group(cap("#c62828", "#2a5ca8"), transform=move_to(150, 210, 1.1)),
            "JOKER",
            _NUMBER,
        )
    picture = _picture(_riichi_code(card))
    if card.code == "WD":
        return drawing("tile") + picture
    corner = text_path(card.code[0], 46, 54, 70, _NUMBER)
    return drawing("tile") + group(picture, transform=move_to(50, 58, 0.79)) + corner


def _titled(picture: str, title: str, ink: str) -> str:
    return drawing("tile") + picture + text_path(title, 150, 316, 56, ink)


def riichi_face(card: Card) -> str:
    return drawing("tile") + _picture(card.code)


_PIP_COLOURS = (
    "#1c2430",
    "#1763a6",
    "#1e7a34",
    "#c1121f",
    "#7a4a12",
    "#0f2f66",
    "#8a6a00",
    "#7b1fa2",
    "#00707a",
    "#5d4fb3",
    "#b3541e",
    "#8e244d",
    "#3d4c57",
    "#4d7c0f",
    "#a21caf",
    "#155e75",
    "#854d0e",
    "#374151",
    "#9f1239",
)
_TWO = ((-1, -1), (1, 1))
_THREE = ((-1, -1), (0, 0), (1, 1))
_FEW: dict[int, tuple[tuple[float, float], ...]] = {
    0: (),
    1: ((0, 0),),
    2: _TWO,
    3: _THREE,
    4: (*_TWO, (-1, 1), (1, -1)),
    5: (*_THREE, (-1, 1), (1, -1)),
    6: tuple((x, y) for x in (-1, 1) for y in (-1, 0, 1)),
}
_COLUMNS = {
    7: (3, 1, 3),
    8: (3, 2, 3),
    9: (3, 3, 3),
    10: (3, 4, 3),
    11: (4, 3, 4),
    12: (4, 4, 4),
    13: (4, 5, 4),
    14: (5, 4, 5),
    15: (5, 5, 5),
    16: (5, 6, 5),
    17: (6, 5, 6),
    18: (6, 6, 6),
}
"""The number of pips in each of three columns."""
_RADII = {6: 17, 9: 15, 15: 12, 18: 10.5}
"""The radius of pips, by the most pips of an end."""


def domino_face(card: Card) -> str:
    high, low = map(int, card.code.split("-"))
    return drawing("domino") + _end(high, 101) + _end(low, 293)


def _end(pips: int, middle: int) -> str:
    """Return the pips of one end of a domino; `middle` is the y of the middle of this end."""
    radius = pip_scale(pips, _RADII)
    spread = 50 if pips < 10 else 58  # from the middle of an end to its outer pips
    circles = (
        circle(cx=100 + spread * x, cy=middle + spread * y, r=radius)
        for x, y in _pip_places(pips)
    )
    return group(*circles, fill=_PIP_COLOURS[pips]) if pips else ""


def _pip_places(pips: int) -> Iterator[tuple[float, float]]:
    """Yield x and y of each pip of an end, from -1 to 1 on both axes: two pips are at (-1, -1) and (1, 1)."""
    if pips in _FEW:
        yield from _FEW[pips]
        return
    tallest = max(_COLUMNS[pips])
    for x, count in zip((-1, 0, 1), _COLUMNS[pips], strict=True):
        for index in range(count):
            # The pips of a shorter column are between the pips of its neighbours.
            yield x, (2 * index - (count - 1)) / max(tallest - 1, 2)


_RED_PIPS = "#e5383b"
_WHITE_PIPS = "#f4f1e8"


def chinese_domino_face(card: Card) -> str:
    """Return the face of a Chinese domino: its ones and fours are red, and half of the pips of a double six."""
    high, low = map(int, card.code.split("-"))
    if high == low == 6:
        left_red = _chinese_six(104, _RED_PIPS, _WHITE_PIPS)
        right_red = _chinese_six(290, _WHITE_PIPS, _RED_PIPS)
        ends = left_red + right_red
    else:
        radius_of_one = 30 if high == low else 24
        ends = _chinese_end(high, 104, radius_of_one) + _chinese_end(
            low, 290, radius_of_one
        )
    return drawing("chinese-domino") + ends


def _chinese_end(pips: int, middle: int, radius_of_one: float) -> str:
    """Return the pips of one end of a Chinese domino; `middle` is the y of the middle of this end."""
    if pips == 1:
        return circle(cx=100, cy=middle, r=radius_of_one, fill=_RED_PIPS)
    colour = _RED_PIPS if pips == 4 else _WHITE_PIPS
    return "".join(_chinese_pip(x, y, middle, colour) for x, y in _FEW[pips])


def _chinese_six(middle: int, left: str, right: str) -> str:
    """Return an end of a double six: its left column in one colour, and its right column in another."""
    return "".join(
        _chinese_pip(x, y, middle, left if x < 0 else right) for x, y in _FEW[6]
    )


def _chinese_pip(x: float, y: float, middle: int, colour: str) -> str:
    return circle(cx=100 + 48 * x, cy=middle + 48 * 1.15 * y, r=19, fill=colour)


_BALL_COLOURS = (
    "#d99a00",
    "#c62828",
    "#1f6fb4",
    "#2e7d32",
    "#6a3fa0",
    "#d1602a",
    "#00838f",
    "#8d5524",
    "#5b6770",
    "#ad1457",
)
_MAIN_DRUM = "#5b6770"
_OTHER_DRUMS = {"P": "#c62828", "M": "#d99a00", "S": "#1f6fb4"}
"""The colour of the second drum of a lottery, by the letter in its codes."""
_AMBIGUOUS = {"6", "9", "66", "68", "86", "89", "98", "99"}
"""Numbers that read as another number upside down; they are underlined."""
_MAX_WIDTH = 92


def numbered_face(card: Card) -> str:
    group_of_ten = (int(card.rank) - 1) // 10
    colour = _BALL_COLOURS[group_of_ten % len(_BALL_COLOURS)]
    return _ball(colour) + _number(card.rank, 100, 80)


def lettered_face(card: Card) -> str:
    """Return a ball of 75-ball bingo: its letter above its number, in the colour of the letter."""
    return _lettered_ball(card, _BALL_COLOURS["BINGO".index(card.code[0])])


def drum_face(card: Card) -> str:
    """Return a ball of a lottery with two drums: grey with its number, or coloured with a letter for the second."""
    if card.suit == "main":
        return _ball(_MAIN_DRUM) + _number(card.rank, 100, 80)
    return _lettered_ball(card, _OTHER_DRUMS[card.code[0]])


def _lettered_ball(card: Card, colour: str) -> str:
    return (
        _ball(colour)
        + text_path(card.code[0], 100, 65, 36, INK)
        + _number(card.rank, 113, 62)
    )


def _ball(colour: str) -> str:
    shine = "M36 74A70 70 0 0 1 92 30"
    return (
        circle(cx=100, cy=100, r=97, fill=colour)
        + circle(
            cx=100,
            cy=100,
            r=94.5,
            fill="none",
            stroke="#000",
            stroke_opacity=0.25,
            stroke_width=5,
        )
        + circle(cx=100, cy=100, r=60, fill=PAPER)
        + path(
            shine,
            fill="none",
            stroke="#fff",
            stroke_opacity=0.55,
            stroke_width=10,
            stroke_linecap="round",
        )
    )


def _number(text: str, y: float, size: float) -> str:
    """Return a number that fits on the disc in the middle, underlined if it reads as a number upside down."""
    number = text_path(text, 100, y, size, INK, max_width=_MAX_WIDTH)
    if text not in _AMBIGUOUS:
        return number
    half = text_width(text, size) / 2 - 4
    line = f"M{100 - half:.1f} {y + size * 0.35 + 8:.1f}h{2 * half:.1f}"
    return number + path(line, stroke=INK, stroke_width=5)
