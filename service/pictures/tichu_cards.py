"""Cards of Tichu: jade, swords, pagodas and stars, each in its colour, and four cards with an animal."""

from service.core.cards.card import Card
from service.pictures.artwork import drawing, symbol, text_path, text_width
from service.pictures.card_parts import INK, paper, pip_positions, with_rotated_copy
from service.pictures.svg import CARD, group, move_to

_SUITS = {
    "jade": ("jade", "#2f7d3b", "#6cb877"),
    "swords": ("jian", "#2b2f38", "#aeb7c4"),
    "pagodas": ("pagoda", "#1f5fa8", "#7fb2e5"),
    "stars": ("star", "#c2182b", "#e8505f"),
}
"""The pip of each suit, the colour of its ranks, and that of its figures."""
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
    name, ink, fill = _SUITS[card.suit]
    pip = _star() if name == "star" else drawing(name)
    corner = text_path(card.rank.replace("T", "10"), 26, 34, 38, ink) + group(pip, transform=move_to(26, 72, 0.3))
    if card.rank in _FIGURES:
        middle = symbol(_FIGURES[card.rank], 125, 175, 160, INK, fill)
    else:
        count = 1 if card.rank == "A" else card.value or 0
        scale = 1.5 if count == 1 else 0.62 if count < 7 else 0.54
        middle = "".join(group(pip, transform=move_to(x, y, scale)) for x, y in pip_positions(count, 66, 46))
    return paper() + with_rotated_copy(corner) + middle


def _star() -> str:
    return symbol("★", 0, 2, 98, "#7c0d1a", "#d8263a") + symbol("★", 0, 2, 66, "#e8505f")


def _special(card: Card) -> str:
    """Return a card without a suit: an animal above its name, in a golden frame."""
    animal, fill, size = _ANIMALS[card.rank]
    name = card.name.upper()
    frame = CARD.inset(10, rx=8, fill="#fdf3d6", stroke="#b8860b", stroke_width=4)
    corner = text_path("1", 34, 42, 40, INK) if card.value else symbol(animal, 34, 38, 32, INK, fill)
    title = text_path(name, 125, 286, min(40, 40 * 190 / text_width(name, 40)), INK)
    return paper() + frame + corner + symbol(animal, 125, 156, size, INK, fill) + title
