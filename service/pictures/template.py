"""The plain template: what a card is called, and its code. Every deck that has no pictures of its own looks so."""

from html import escape

from service.core.cards import Card
from service.pictures.drawing import CARD, element

_WIDTH, _HEIGHT = CARD.width, CARD.height


def face(card: Card) -> str:
    """The code in two corners and the name in the middle."""
    words = card.name.split()
    lines = "".join(
        element("tspan", escape(word), x=_WIDTH / 2, dy=0 if first else 34)
        for first, word in zip((True, *[False] * len(words)), words, strict=False)
    )
    corner = element("text", escape(card.code), x=18, y=42, font_size=30, font_weight="bold")
    return element(
        "g",
        _ground("#fffdf8"),
        corner,
        element("g", corner, transform=f"rotate(180 {_WIDTH // 2} {_HEIGHT // 2})"),
        element("text", lines, y=_HEIGHT / 2 - 17 * (len(words) - 2), font_size=28, text_anchor="middle"),
        font_family="sans-serif",
        fill="#1c2430",
    )


def back() -> str:
    """A plain frame."""
    return _ground("#2f4a6d") + element(
        "rect", x=16, y=16, width=_WIDTH - 32, height=_HEIGHT - 32, rx=8, fill="none", stroke="#fff", stroke_width=4
    )


def _ground(fill: str) -> str:
    return element(
        "rect",
        x=0.5,
        y=0.5,
        width=_WIDTH - 1,
        height=_HEIGHT - 1,
        rx=12,
        fill=fill,
        stroke="#1c2430",
        stroke_opacity=0.6,
    )
