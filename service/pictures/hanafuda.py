"""Flower cards: the plant of the month, and the object that makes the card a bright, an animal or a ribbon.

The number in the corner is that of the month, which printed cards do not have. On Korean cards discs count the junk for
which a card counts, if it counts for more than one.
"""

from collections.abc import Callable, Mapping

from service.core.cards.card import Card
from service.pictures.backgrounds import lattice
from service.pictures.french import cap
from service.pictures.outlines import symbol, text_path
from service.pictures.plants import INK, PLANTS
from service.pictures.svg import CARD, element, group, move_to

_FRAME, _PAPER, _SKY, _RED, _BLUE = "#2a2422", "#faf3e0", "#c8322f", "#cf2f2f", "#41519f"


def face(card: Card) -> str:
    """Return the face of a card: its plant, and the object that is on it."""
    plant = PLANTS[card.suit or ""]()
    picture = card.name.partition(" with ")[2]
    if picture.endswith("Ribbon"):
        scene = plant + _ribbon(picture)
    elif picture:
        scene = _SCENES[picture](plant)
    else:
        scene = group(plant, transform=_ENLARGEMENT.format(14 if card.suit in _HANGING else 342))
    return _paper() + group(scene, clip_path="url(#paper)") + _edge() + _month(card.code[1:])


def hwatu_face(card: Card) -> str:
    """Return the face of a Korean card: as of a Japanese one, but with discs on double junk; or a joker."""
    if card.rank not in {"joker", "double"}:
        return face(card)
    picture = _joker(card) if card.rank == "joker" else face(card)
    return picture + "".join(
        element("circle", cx=214 - 34 * number, cy=314, r=14, fill=_SKY, stroke=_PAPER, stroke_width=4)
        for number in range(card.value or 0)
    )


def _joker(card: Card) -> str:
    colours = (_SKY, "#efb632") if int(card.code[1:]) < 3 else (_BLUE, "#9ec5e8")
    return (
        _paper()
        + group(cap(*colours), transform=move_to(125, 160, 0.95))
        + text_path("JOKER", 125, 226, 40, INK)
        + _edge()
        + _month(card.code)
    )


_HANGING = {"wisteria", "willow"}
_ENLARGEMENT = "translate(125 {0}) scale(1.32) translate(-125 -{0})"
"""The transformation of a plant that is alone on its card."""


def _paper() -> str:
    clip = element("clipPath", element("rect", x=8, y=8, width=234, height=334, rx=7), id="paper")
    return element("defs", clip) + element("rect", width=250, height=350, rx=13, fill=_FRAME) + _sky(_PAPER)


def _sky(fill: str) -> str:
    return element("rect", x=8, y=8, width=234, height=334, rx=7, fill=fill)


def _edge() -> str:
    return element("rect", x=8, y=8, width=234, height=334, rx=7, fill="none", stroke=_FRAME, stroke_width=2)


def _month(number: str) -> str:
    return element("circle", cx=32, cy=32, r=18, fill=_PAPER, stroke=_FRAME, stroke_width=2) + text_path(
        number, 32, 32, 24, INK
    )


def _ribbon(picture: str) -> str:
    """Return a ribbon: blue, red, or red with the lines of a poem."""
    colour = _BLUE if picture.startswith("Blue") else _RED
    poem = element("path", d="M-8-76V-20M8-60V4M-8 0V56M8 24V76", stroke=INK, stroke_width=4, stroke_linecap="round")
    return group(
        element("rect", x=-25, y=-104, width=50, height=208, fill=colour, stroke=INK, stroke_width=2.5),
        element("path", d="M-25-88H25M-25 88H25", stroke="#fff", stroke_opacity=0.7, stroke_width=3),
        poem if picture.startswith("Poetry") else "",
        transform=move_to(134, 150, 1, 10),
    )


def _crane(plant: str) -> str:
    sun = element("circle", cx=182, cy=78, r=44, fill=_SKY)
    return sun + plant + symbol("🦩", 106, 146, 176, INK, "#ffffff") + element("circle", cx=96, cy=68, r=7, fill=_SKY)


def _curtain(plant: str) -> str:
    folds = "".join(
        element("path", d=f"M{x} 246V342H{x + 39}V246Z", fill=fill)
        for x, fill in zip(range(8, 242, 39), (_SKY, "#ffffff") * 3, strict=True)
    )
    band = element("rect", x=8, y=222, width=234, height=34, fill="#6f4aa5")
    rings = "".join(element("circle", cx=x, cy=239, r=7, fill="#efb632") for x in range(38, 240, 44))
    return group(plant, transform="translate(0 -116)") + group(folds, band, rings, stroke=INK, stroke_width=2)


def _moon(plant: str) -> str:
    return _sky(_SKY) + element("circle", cx=132, cy=128, r=78, fill="#fdf8e8") + plant


def _rain(plant: str) -> str:
    drops = "M50 60l-14 40M110 40l-14 40M200 46l-14 40M224 110l-14 40M54 250l-14 40M210 270l-14 40"
    rain = element("path", d=drops, stroke="#4a6a9b", stroke_width=4, stroke_linecap="round")
    return _sky("#dfe7ee") + plant + rain + symbol("☔", 128, 196, 190, INK, "#f2c14e")


def _bridge(plant: str) -> str:
    planks = ((14, 132), (84, 104), (154, 132))
    posts = "".join(f"M{x + 12} {y + 22}V{y + 58}M{x + 70} {y + 22}V{y + 58}" for x, y in planks)
    boards = "".join(element("rect", x=x, y=y, width=82, height=26, fill="#b98450") for x, y in planks)
    grain = "".join(f"M{x + 8} {y + 13}H{x + 74}" for x, y in planks)
    return plant + group(
        element("path", d=posts, stroke_width=8),
        boards,
        element("path", d=grain, stroke_width=1.5),
        stroke=INK,
        stroke_width=3,
    )


def _cup(plant: str) -> str:
    return plant + group(
        element("path", d="M-62-26H62C58 14 34 34 14 38V50H-14V38C-34 34-58 14-62-26Z", fill=_RED),
        element("ellipse", cy=-26, rx=62, ry=14, fill="#efb632"),
        element("ellipse", cy=-25, rx=50, ry=9, fill="#f8e6b0", stroke_width=1.5),
        stroke=INK,
        stroke_width=3,
        transform=move_to(132, 146),
    )


def _lightning(_: str) -> str:
    drum = element("circle", cx=186, cy=276, r=46, fill="#efb632", stroke=INK, stroke_width=4)
    return _sky("#3a2740") + drum + symbol("⚡", 116, 160, 230, INK, "#f9d648")


def _swallow(plant: str) -> str:
    return plant + symbol("🐦", 134, 190, 130, INK, "#3d5a98", angle=-18)


def _cuckoo(plant: str) -> str:
    moon = element("path", d="M206 250a42 42 0 1 0 14 62 50 50 0 0 1-14-62Z", fill=_SKY)
    return moon + plant + symbol("🦅", 118, 262, 128, INK, "#a08a72")


def _with_symbol(plant: str, character: str, fill: str, x: float, y: float, size: float) -> str:
    return plant + symbol(character, x, y, size, INK, fill)


_SCENES: Mapping[str, Callable[[str], str]] = {
    "Crane": _crane,
    "Curtain": _curtain,
    "Moon": _moon,
    "Rain Man": _rain,
    "Phoenix": lambda plant: _with_symbol(plant, "🦚", "#f2b632", 128, 104, 158),
    "Warbler": lambda plant: _with_symbol(plant, "🐦", "#a9c24d", 116, 130, 140),
    "Cuckoo": _cuckoo,
    "Bridge": _bridge,
    "Butterflies": lambda plant: _with_symbol(
        _with_symbol(plant, "🦋", "#f2c14e", 100, 132, 116), "🦋", "#9ec5e8", 186, 74, 80
    ),
    "Boar": lambda plant: _with_symbol(plant, "🐗", "#b98a5e", 130, 142, 150),
    "Geese": lambda plant: _with_symbol(
        _with_symbol(_with_symbol(plant, "🪿", "#e8e1d0", 84, 140, 88), "🪿", "#e8e1d0", 186, 144, 88),
        "🪿",
        "#e8e1d0",
        138,
        70,
        76,
    ),
    "Sake Cup": _cup,
    "Deer": lambda plant: _with_symbol(plant, "🦌", "#d39a5c", 128, 138, 164),
    "Swallow": _swallow,
    "Lightning": _lightning,
}
"""The scene of each object, by its name on the card."""


def back() -> str:
    """Return the back of a card: dark red, as on most flower cards."""
    return lattice(CARD, "#6d1a1f", "#a5544f", symbol("🌸", 0, 0, 62, "#6d1a1f", "#f3c6c0"), _FRAME)


def hwatu_back() -> str:
    """Return the back of a Korean card: bright red."""
    return lattice(CARD, "#c8232c", "#e8767b", symbol("🌺", 0, 0, 62, "#8a1119", "#ffd7d4"), "#a3141c")
