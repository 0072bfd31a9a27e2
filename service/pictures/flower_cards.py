"""Flower cards: the plant of the month, and the object that makes the card a bright, an animal or a ribbon.

The number of the month is in the corner; printed cards do not have it. A Korean card that counts as two or three cards
of junk has two or three discs.
"""

from collections.abc import Callable, Iterable, Mapping

from ..cards.card import Card
from .artwork import drawing, index, symbol, text_path
from .french_suits import cap
from .svg import CARD, circle, element, group, move_to, path, rect

_INK = "#23201d"
_FRAME = "#2a2422"
_PAPER = "#faf3e0"
_SKY = "#c8322f"
_RED = "#cf2f2f"
_BLUE = "#41519f"

Symbols = Iterable[tuple[str, str, Iterable[tuple[float, float, float]]]]
"""Characters and their colours, each at several places: x, y and size."""

_LEAVES = "#5a8f3c"
_YELLOW = "#efb632"
_BLOSSOMS: Mapping[str, Symbols] = {
    "plum": [
        (
            "🏵",
            "#f28b9b",
            [
                (66, 292, 54),
                (132, 226, 54),
                (206, 214, 46),
                (206, 296, 54),
                (140, 296, 40),
            ],
        )
    ],
    "cherry": [
        (
            "🌸",
            "#f2a9bd",
            [
                (54, 282, 62),
                (118, 306, 62),
                (176, 266, 62),
                (116, 244, 44),
                (216, 306, 44),
            ],
        )
    ],
    "peony": [
        ("🌿", _LEAVES, [(60, 302, 70), (196, 302, 70)]),
        ("🌺", "#e05a72", [(74, 266, 84), (170, 250, 84), (124, 306, 70)]),
    ],
    "chrysanthemum": [
        ("🌿", _LEAVES, [(54, 306, 66), (200, 300, 66)]),
        ("🌼", _YELLOW, [(78, 256, 80), (166, 246, 80), (124, 306, 66)]),
    ],
    "maple": [
        (
            "🍁",
            "#e2622c",
            [(70, 270, 84), (172, 254, 88), (122, 306, 62), (214, 312, 46)],
        )
    ],
}
"""The symbols for blossoms and leaves by suit; other suits have them in the drawing of their plant."""
_WITHOUT_STEM = {"peony", "chrysanthemum", "maple"}
_HANGING = {"wisteria", "willow"}
_ENLARGEMENT = "translate(125 {0}) scale(1.32) translate(-125 -{0})"
"""The SVG transformation of a plant that is alone on its card."""

_ANIMALS: Mapping[str, Symbols] = {
    "Phoenix": [("🦚", "#f2b632", [(128, 104, 158)])],
    "Warbler": [("🐦", "#a9c24d", [(116, 130, 140)])],
    "Butterflies": [
        ("🦋", "#f2c14e", [(100, 132, 116)]),
        ("🦋", "#9ec5e8", [(186, 74, 80)]),
    ],
    "Boar": [("🐗", "#b98a5e", [(130, 142, 150)])],
    "Geese": [("🪿", "#e8e1d0", [(84, 140, 88), (186, 144, 88), (138, 70, 76)])],
    "Deer": [("🦌", "#d39a5c", [(128, 138, 164)])],
}
"""The symbols of the objects that are drawn in front of the plant, by the name of the object."""


def face(card: Card) -> str:
    """Return the face of a card: its plant, and the object that is on it."""
    plant = _plant(card.suit or "")
    picture = card.name.partition(" with ")[2]
    if picture.endswith("Ribbon"):
        scene = plant + _ribbon(picture)
    elif picture in _ANIMALS:
        scene = plant + _symbols(_ANIMALS[picture])
    elif picture:
        scene = _SCENES[picture](plant)
    else:
        fixed_height = 14 if card.suit in _HANGING else 342
        scene = group(plant, transform=_ENLARGEMENT.format(fixed_height))
    return _card(group(scene, clip_path="url(#paper)"), card.code[1:])


def _plant(suit: str) -> str:
    """Return the plant of a month, with room for an object: it grows from the bottom, or hangs from the top."""
    stem = "" if suit in _WITHOUT_STEM else drawing(suit)
    return stem + _symbols(_BLOSSOMS.get(suit, ()))


def _symbols(symbols: Symbols) -> str:
    return "".join(
        symbol(character, x, y, size, _INK, fill)
        for character, fill, places in symbols
        for x, y, size in places
    )


def _card(content: str, number: str) -> str:
    clip = element("clipPath", CARD.inset(8, rx=7), id="paper")
    return (
        element("defs", clip)
        + rect(width=CARD.width, height=CARD.height, rx=13, fill=_FRAME)
        + _sky(_PAPER)
        + content
        + CARD.inset(8, rx=7, fill="none", stroke=_FRAME, stroke_width=2)
        + path("M8 8H64V56Q64 66 54 66H8Z", fill=_PAPER, stroke=_FRAME, stroke_width=2)
        + index(number, 36, 37, _INK)
    )


def _sky(fill: str) -> str:
    return CARD.inset(8, rx=7, fill=fill)


def _ribbon(picture: str) -> str:
    """Return a ribbon: blue, red, or red with the lines of a poem."""
    poem = path(
        "M-8-76V-20M8-60V4M-8 0V56M8 24V76",
        stroke=_INK,
        stroke_width=4,
        stroke_linecap="round",
    )
    fill = _BLUE if picture.startswith("Blue") else _RED
    return group(
        rect(
            x=-25,
            y=-104,
            width=50,
            height=208,
            fill=fill,
            stroke=_INK,
            stroke_width=2.5,
        ),
        path("M-25-88H25M-25 88H25", stroke="#fff", stroke_opacity=0.7, stroke_width=3),
        poem if picture.startswith("Poetry") else "",
        transform=move_to(134, 150, 1, 10),
    )


_SCENES: Mapping[str, Callable[[str], str]] = {
    "Crane": lambda plant: (
        circle(cx=182, cy=78, r=44, fill=_SKY)
        + plant
        + symbol("🦩", 114, 152, 168, _INK, "#ffffff")
        + circle(cx=104.5, cy=77.5, r=6.7, fill=_SKY)
    ),
    "Curtain": lambda plant: (
        group(plant, transform="translate(0 -116)") + drawing("curtain")
    ),
    "Moon": lambda plant: (
        _sky(_SKY) + circle(cx=132, cy=128, r=78, fill="#fdf8e8") + plant
    ),
    "Rain Man": lambda plant: (
        _sky("#dfe7ee")
        + plant
        + drawing("rain")
        + symbol("☔", 128, 196, 190, _INK, "#f2c14e")
    ),
    "Cuckoo": lambda plant: (
        drawing("crescent") + plant + symbol("🦅", 118, 262, 128, _INK, "#a08a72")
    ),
    "Bridge": lambda plant: plant + drawing("bridge"),
    "Sake Cup": lambda plant: plant + drawing("sake-cup"),
    "Swallow": lambda plant: (
        plant + symbol("🐦", 134, 190, 130, _INK, "#3d5a98", angle=-18)
    ),
    "Lightning": lambda _: (
        _sky("#3a2740") + drawing("drum") + symbol("⚡", 116, 160, 230, _INK, "#f9d648")
    ),
}
"""Functions that return the picture of a plant with an object, for the objects that are not symbols alone."""


def hwatu_face(card: Card) -> str:
    """Return the face of a Korean card: that of the Japanese card, or a joker.

    Double junk and jokers also have a disc for each card of junk that they count as.
    """
    if card.rank not in {"joker", "double"}:
        return face(card)
    picture = _joker(card) if card.rank == "joker" else face(card)
    return picture + "".join(
        circle(
            cx=214 - 34 * number, cy=314, r=14, fill=_SKY, stroke=_PAPER, stroke_width=4
        )
        for number in range(card.value or 0)
    )


def _joker(card: Card) -> str:
    colours = (_SKY, _YELLOW) if int(card.code[1:]) < 3 else (_BLUE, "#9ec5e8")
    picture = group(cap(*colours), transform=move_to(125, 160, 0.95))
    return _card(picture + text_path("JOKER", 125, 226, 40, _INK), card.code)
