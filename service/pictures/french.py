"""French-suited cards: Adrian Kennard's (assets/french), with our own ace of spades, jokers and back."""

from functools import cache

from service.core.cards.card import Card
from service.pictures.backgrounds import INK, lattice, paper, with_rotated_copy
from service.pictures.outlines import symbol, text_path
from service.pictures.svg import CARD, element, group, move_to
from service.pictures.vendored_svgs import read_svg_content

RED, BLACK = "#d40000", "#111111"
GOLD = "#e8b023"
SIGNS = {"S": ("♠", BLACK), "H": ("♥", RED), "D": ("♦", RED), "C": ("♣", BLACK)}
"""The sign and the colour of each suit."""

_LARGER = {
    'height="32" width="32" x="-114.4" y="-156"': 'height="41" width="41" x="-118.5" y="-161"',
    'height="26.77" width="26.77" x="-111.78" y="-119"': 'height="30" width="30" x="-113" y="-119"',
}
"""The rank and suit in the corners, in the asset and enlarged: overlapping cards are recognised by them."""


@cache
def _vendored_face(code: str) -> str:
    """Return a card of the assets, in our units."""
    inner = read_svg_content("french", code)
    for original, enlarged in _LARGER.items():
        inner = inner.replace(original, enlarged)
    return f'<svg width="{CARD.width}" height="{CARD.height}" viewBox="-120 -168 240 336">{inner}</svg>'


def face(card: Card) -> str:
    """Return the face of a card. The ace of spades and the jokers are our own."""
    if card.rank == "joker":
        return _joker(int(card.code[1:]))
    return _vendored_face(card.code) + (_ornament() if card.code == "AS" else "")


def _ornament() -> str:
    """Return the ornament of the ace of spades: a small spade with four diamonds round it."""
    middle = move_to(CARD.width / 2, CARD.height / 2)
    diamonds = "".join(
        element("path", d="M0-5 4 0 0 5-4 0Z", transform=move_to(x, y))
        for x, y in ((0, -42), (-34, 22), (34, 22), (0, 32))
    )
    return group(symbol("♠", 0, -2, 46, "#fff"), group(diamonds, fill="#fff"), transform=middle)


def cap(colour: str, other: str) -> str:
    """Return a jester's cap, about 190 wide and 130 high, with the middle of its brim at the origin."""
    horn = "M-44 8C-46-44-78-64-98-24-74-34-54-22-12 8Z"
    bells = "".join(element("circle", cx=x, cy=y, r=9, fill=GOLD) for x, y in ((-97, -17), (97, -17), (0, -92)))
    return group(
        element("path", d=horn, fill=colour),
        element("path", d=horn, fill=colour, transform="scale(-1 1)"),
        element("path", d="M-32 8C-34-40-14-66 0-84 14-66 34-40 32 8Z", fill=other),
        bells,
        element("path", d="M-48 6Q0 18 48 6V24Q0 36-48 24Z", fill=GOLD),
        stroke=INK,
        stroke_width=3,
        stroke_linejoin="round",
    )


def _joker(number: int) -> str:
    """Return a joker: a jester's cap in black or red, with as many stars as its number."""
    ink = (BLACK, RED)[(number - 1) % 2]
    colours = (("#3a4454", "#8b95a5"), ("#c62828", "#f0c9c4"))[(number - 1) % 2]
    letters = "".join(text_path(letter, 21, 26 + 24 * index, 24, ink) for index, letter in enumerate("JOKER"))
    stars = "".join(
        symbol("★", CARD.width / 2 + 30 * (index - (number - 1) / 2), 250, 24, ink) for index in range(number)
    )
    return paper(CARD, "#fff") + with_rotated_copy(letters) + group(cap(*colours), transform=move_to(125, 180)) + stars


def back() -> str:
    """Return the back of a card: a blue lattice with the four suits."""
    signs = "".join(
        symbol(sign, x, y, 24, "#fff")
        for (sign, _), (x, y) in zip(SIGNS.values(), ((0, -23), (23, 0), (0, 23), (-23, 0)), strict=True)
    )
    return lattice(CARD, "#24497e", "#a9c1e6", signs)
