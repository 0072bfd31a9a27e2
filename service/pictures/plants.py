"""The twelve plants of the flower cards, which grow from the bottom of a card or hang from its top.

`PLANTS` has each by name. They leave room for the object on the card.
"""

from collections.abc import Callable, Iterable, Mapping
from math import cos, radians, sin

from service.pictures.outlines import symbol
from service.pictures.svg import element, group, move_to

INK = "#23201d"
_GREEN, _DARK_GREEN, _BROWN = "#5a8f3c", "#24502f", "#6b4a2b"
_PURPLE, _VIOLET, _PINK, _RED, _GOLD = "#6f4aa5", "#9a7cc9", "#f2a9bd", "#d3343f", "#efb632"

Positions = Iterable[tuple[float, float, float]]
"""Each x, y and size."""


def _blossoms(character: str, fill: str, positions: Positions) -> str:
    return "".join(symbol(character, x, y, size, INK, fill) for x, y, size in positions)


def _stroke(d: str, colour: str, width: float) -> str:
    return element("path", d=d, fill="none", stroke=colour, stroke_width=width, stroke_linecap="round")


def _pine() -> str:
    fans = "".join(_fan(x, y, r) for x, y, r in ((70, 262, 50), (180, 262, 54), (125, 306, 70)))
    return _stroke("M28 340Q90 300 125 316T224 338", _BROWN, 14) + fans


def _fan(x: float, y: float, radius: float) -> str:
    ends = [(radius * sin(radians(turn)), -radius * cos(radians(turn))) for turn in range(-80, 81, 16)]
    needles = "".join(f"M0 0L{dx:.0f} {dy:.0f}" for dx, dy in ends)
    return group(
        element("path", d=f"M{-radius} 0A{radius} {radius} 0 0 1 {radius} 0Z", fill=_DARK_GREEN),
        _stroke(needles, "#7fb069", 2),
        transform=move_to(x, y),
    )


def _plum() -> str:
    branch = _stroke("M20 338Q80 300 108 250T214 214", _BROWN, 11) + _stroke("M112 262Q150 290 210 296", _BROWN, 7)
    return branch + _blossoms(
        "🏵", "#f28b9b", ((66, 292, 54), (132, 226, 54), (206, 214, 46), (206, 296, 54), (140, 296, 40))
    )


def _cherry() -> str:
    branch = _stroke("M16 300Q90 280 136 290T236 262", _BROWN, 9)
    return branch + _blossoms(
        "🌸", _PINK, ((54, 282, 62), (118, 306, 62), (176, 266, 62), (116, 244, 44), (216, 306, 44))
    )


def _wisteria() -> str:
    vines = _stroke("M12 62Q90 36 238 60", _BROWN, 7)
    return vines + "".join(_raceme(x, 56, high) for x, high in ((48, 6), (98, 8), (150, 7), (202, 5)))


def _raceme(x: float, top: float, rows: int) -> str:
    flowers = (
        element("circle", cx=x + across, cy=top + 19 * row, r=10.5, fill=_PURPLE if (row + number) % 2 else _VIOLET)
        for row in range(rows)
        for number, across in enumerate((-12, 8) if row < rows - 2 else (0,))
    )
    return group(*flowers, stroke=INK, stroke_width=1.5)


def _iris() -> str:
    blades = "".join(
        element("path", d=f"M{x} 338Q{x + bend} 250 {x + 2 * bend} 206Q{x + bend + 18} 270 {x + 20} 338Z")
        for x, bend in ((40, -8), (84, 10), (128, -6), (168, 12), (204, 4))
    )
    flowers = "".join(_iris_flower(x, y) for x, y in ((72, 236), (176, 222)))
    return group(blades, fill=_GREEN, stroke=INK, stroke_width=2) + flowers


def _iris_flower(x: float, y: float) -> str:
    petals = "".join(
        element("ellipse", cx=0, cy=-18, rx=13, ry=24, transform=f"rotate({turn})", fill=fill)
        for turn, fill in ((-118, _PURPLE), (118, _PURPLE), (-32, _VIOLET), (32, _VIOLET), (0, _PURPLE))
    )
    heart = element("ellipse", cy=2, rx=6, ry=9, fill=_GOLD)
    return group(petals, heart, transform=move_to(x, y), stroke=INK, stroke_width=2)


def _peony() -> str:
    return _blossoms("🌿", _GREEN, ((60, 302, 70), (196, 302, 70))) + _blossoms(
        "🌺", "#e05a72", ((74, 266, 84), (170, 250, 84), (124, 306, 70))
    )


def _clover() -> str:
    """Return bush clover, whose leaves are of three leaflets, with small blossoms."""
    stems = _stroke("M40 338Q60 250 100 214M120 338Q130 260 176 220M200 338Q200 290 218 250", _BROWN, 5)
    leaves = ((52, 290, 0.9), (72, 246, 0.8), (128, 300, 0.9), (150, 252, 0.8), (200, 312, 0.9), (214, 270, 0.8))
    blossoms = ((84, 230), (100, 214), (76, 246), (158, 232), (176, 218), (212, 258), (220, 244))
    return (
        stems
        + "".join(_trefoil(*leaf) for leaf in leaves)
        + group(
            *(element("circle", cx=x, cy=y, r=7.5) for x, y in blossoms), fill="#c9579a", stroke=INK, stroke_width=1.5
        )
    )


def _trefoil(x: float, y: float, scale: float) -> str:
    leaflets = "".join(element("ellipse", cy=-20, rx=10, ry=17, transform=f"rotate({turn})") for turn in (-90, 90, 0))
    return group(leaflets, fill="#7aa84a", stroke=INK, stroke_width=2, transform=move_to(x, y, scale))


def _pampas() -> str:
    hill = element("path", d="M-30 342V316Q125 226 280 316V342Z", fill="#3b3a36")
    return hill + "".join(
        _plume(x, 318 - abs(125 - x) / -6, lean) for x, lean in ((36, -1), (88, -1), (132, 1), (178, 1), (222, 1))
    )


def _plume(x: float, y: float, lean: int) -> str:
    """Return a stalk of grass whose head bows to one side."""
    stalk = _stroke(f"M{x} {y:.0f}Q{x + lean * 4} {y - 60:.0f} {x + lean * 16} {y - 84:.0f}", "#c9a94f", 3.5)
    head = "".join(
        element(
            "ellipse",
            cx=x + lean * (12 + 7 * n),
            cy=y - 74 - 9 * n,
            rx=4.5,
            ry=10,
            transform=f"rotate({lean * 58} {x + lean * (12 + 7 * n):g} {y - 74 - 9 * n:g})",
        )
        for n in range(4)
    )
    return stalk + group(head, fill="#e8cf86", stroke=INK, stroke_width=1.2)


def _chrysanthemum() -> str:
    return _blossoms("🌿", _GREEN, ((54, 306, 66), (200, 300, 66))) + _blossoms(
        "🌼", _GOLD, ((78, 256, 80), (166, 246, 80), (124, 306, 66))
    )


def _maple() -> str:
    return _blossoms("🍁", "#e2622c", ((70, 270, 84), (172, 254, 88), (122, 306, 62), (214, 312, 46)))


def _willow() -> str:
    return "".join(_strand(x, length) for x, length in ((30, 236), (72, 180), (116, 214), (160, 168), (204, 246)))


def _strand(x: float, length: float) -> str:
    leaves = "".join(
        element("ellipse", cx=x + side * 9, cy=y, rx=4, ry=13, transform=f"rotate({-side * 32} {x + side * 9:g} {y})")
        for number, y in enumerate(range(58, int(40 + length), 22))
        for side in ((-1, 1)[number % 2],)
    )
    return _stroke(f"M{x} 14V{30 + length}", _BROWN, 2.5) + group(leaves, fill=_GREEN, stroke=INK, stroke_width=1)


def _paulownia() -> str:
    leaves = "".join(
        element(
            "path",
            d="M0 0C-40-8-58-44-30-66-16-60-6-50 0-42 6-50 16-60 30-66 58-44 40-8 0 0Z",
            transform=move_to(x, y, 1.1, turn),
        )
        for x, y, turn in ((68, 322, -24), (182, 322, 24), (125, 338, 0))
    )
    spikes = "".join(_spike(x, y) for x, y in ((70, 246), (125, 236), (180, 246)))
    return spikes + group(leaves, fill=_DARK_GREEN, stroke="#a9c99a", stroke_width=2)


def _spike(x: float, y: float) -> str:
    flowers = "".join(
        element("circle", cx=x + across, cy=y - 17 * row, r=9.5, fill=_VIOLET if row % 2 else _PURPLE)
        for row, offsets in enumerate(((-11, 11), (-9, 9), (0,), (0,)))
        for across in offsets
    )
    return _stroke(f"M{x} {y - 50}V{y + 34}", _BROWN, 4) + group(flowers, stroke=INK, stroke_width=1.5)


PLANTS: Mapping[str, Callable[[], str]] = {
    "pine": _pine,
    "plum": _plum,
    "cherry": _cherry,
    "wisteria": _wisteria,
    "iris": _iris,
    "peony": _peony,
    "clover": _clover,
    "pampas": _pampas,
    "chrysanthemum": _chrysanthemum,
    "maple": _maple,
    "willow": _willow,
    "paulownia": _paulownia,
}
"""Every plant by the suit of its month."""
