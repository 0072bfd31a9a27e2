"""Cards of Tichu: jade, swords, pagodas and stars, each in its colour, and four cards with an animal."""

from collections.abc import Callable, Mapping

from service.core.cards.card import Card
from service.pictures.backgrounds import INK, lattice, paper, with_rotated_copy
from service.pictures.outlines import symbol, text_path, text_width
from service.pictures.pip_layouts import pip_positions
from service.pictures.svg import CARD, element, group, move_to

_MIDDLE = CARD.width / 2
_GREEN, _BLACK, _BLUE, _RED = "#2f7d3b", "#2b2f38", "#1f5fa8", "#c2182b"
_Pip = Callable[[], str]


def _jade() -> str:
    """Return a bi, the ring of jade."""
    ring = "M0-46A46 46 0 1 1 0 46 46 46 0 1 1 0-46ZM0-15A15 15 0 1 0 0 15 15 15 0 1 0 0-15Z"
    dots = "".join(element("circle", cy=-31, r=4, transform=f"rotate({turn})") for turn in range(0, 360, 30))
    return group(element("path", d=ring, fill="#6cb877", stroke="#1d5a2a", stroke_width=3), group(dots, fill="#2f7d3b"))


def _sword() -> str:
    """Return a jian, the straight sword."""
    return group(
        element("path", d="M0-50 8-36V18H-8V-36Z", fill="#aeb7c4"),
        element("path", d="M0-44V16", stroke_width=1.5),
        element("path", d="M-22 18H22L14 28H-14Z", fill="#e0a81c"),
        element("rect", x=-5, y=28, width=10, height=16, fill=_BLACK),
        element("circle", cy=46, r=6, fill="#e0a81c"),
        stroke="#15181d",
        stroke_width=3,
        stroke_linejoin="round",
    )


def _pagoda() -> str:
    roofs = "".join(
        element(
            "path",
            d=f"M{-width} {y + 16}Q{-width / 2} {y + 12} {-width / 3:.1f} {y}H{width / 3:.1f}"
            f"Q{width / 2} {y + 12} {width} {y + 16}Z",
            fill="#2f78c4",
        )
        for width, y in ((26, -34), (34, -8), (42, 18))
    )
    walls = "".join(
        element("rect", x=-half, y=y, width=2 * half, height=12, fill="#f3e6c8")
        for half, y in ((14, -19), (19, 7), (25, 33))
    )
    return group(
        element("path", d="M0-50V-34", stroke_width=5),
        walls,
        roofs,
        element("rect", x=-6, y=34, width=12, height=12, fill=_BLUE),
        stroke="#0f2f57",
        stroke_width=2.5,
        stroke_linejoin="round",
        stroke_linecap="round",
    )


def _star() -> str:
    return symbol("★", 0, 2, 98, "#7c0d1a", "#d8263a") + symbol("★", 0, 2, 66, "#e8505f")


_SUITS: Mapping[str, tuple[_Pip, str, str]] = {
    "jade": (_jade, _GREEN, "#6cb877"),
    "swords": (_sword, _BLACK, "#aeb7c4"),
    "pagodas": (_pagoda, _BLUE, "#7fb2e5"),
    "stars": (_star, _RED, "#e8505f"),
}
"""The pip of each suit, 100 high, the colour of its ranks, and that of its figures."""
_FIGURES = {"J": "♙", "Q": "♕", "K": "♔"}
_ANIMALS = {
    "mah jong": ("🐦", "#8fbf5a", 150),
    "dog": ("🐕", "#c9955c", 170),
    "phoenix": ("🦚", "#f2b632", 190),
    "dragon": ("🐉", "#4fa35f", 200),
}


def face(card: Card) -> str:
    """Return the face of a card: its rank and suit in two corners, and pips, a chess piece or an animal."""
    if card.suit is None:
        return _special(card)
    pip, ink, fill = _SUITS[card.suit]
    corner = text_path(card.rank.replace("T", "10"), 26, 34, 38, ink) + group(pip(), transform=move_to(26, 72, 0.3))
    if card.rank in _FIGURES:
        middle = symbol(_FIGURES[card.rank], _MIDDLE, 175, 160, INK, fill)
    else:
        count = 1 if card.rank == "A" else card.value or 0
        scale = 1.5 if count == 1 else 0.62 if count < 7 else 0.54
        positions = pip_positions(count, _MIDDLE, 66, CARD.height - 66, 46)
        middle = "".join(group(pip(), transform=move_to(x, y, scale)) for x, y in positions)
    return paper() + with_rotated_copy(corner) + middle


def _special(card: Card) -> str:
    """Return a card without a suit: an animal above its name, in a golden frame."""
    animal, fill, size = _ANIMALS[card.rank]
    name = card.name.upper()
    frame = element(
        "rect",
        x=10,
        y=10,
        width=CARD.width - 20,
        height=CARD.height - 20,
        rx=8,
        fill="#fdf3d6",
        stroke="#b8860b",
        stroke_width=4,
    )
    corner = text_path("1", 34, 42, 40, INK) if card.value else symbol(animal, 34, 38, 32, INK, fill)
    title = text_path(name, _MIDDLE, 286, min(40, 40 * 190 / text_width(name, 40)), INK)
    return paper() + frame + corner + symbol(animal, _MIDDLE, 156, size, INK, fill) + title


def back() -> str:
    """Return the back of a card: a dark red lattice with a ring of jade."""
    return lattice(CARD, "#7a1520", "#d9a3a0", group(_jade(), transform="scale(.7)"))
