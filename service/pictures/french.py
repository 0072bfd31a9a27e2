"""French-suited cards: Adrian Kennard's (assets/french), with an ace of spades, jokers and a back of our own."""

from functools import cache

from service.core.cards.card import Card
from service.pictures.drawing import CARD, at, element, group
from service.pictures.grounds import INK, both_ways, lattice, paper
from service.pictures.outlines import symbol, words
from service.pictures.vendored import content

RED, BLACK = "#d40000", "#111111"
GOLD = "#e8b023"
SIGNS = {"S": ("♠", BLACK), "H": ("♥", RED), "D": ("♦", RED), "C": ("♣", BLACK)}
"""The sign and the colour of each suit."""

_LARGER = {
    'height="32" width="32" x="-114.4" y="-156"': 'height="41" width="41" x="-118.5" y="-161"',
    'height="26.77" width="26.77" x="-111.78" y="-119"': 'height="30" width="30" x="-113" y="-119"',
}
"""The index in the corners, rank and suit, as the asset has it and as we do: cards that overlap are known by it."""


@cache
def _drawn(code: str) -> str:
    """A card of the asset, in our units."""
    inside = content("french", code)
    for theirs, ours in _LARGER.items():
        inside = inside.replace(theirs, ours)
    return f'<svg width="{CARD.width}" height="{CARD.height}" viewBox="-120 -168 240 336">{inside}</svg>'


def face(card: Card) -> str:
    """A card as the asset has it; the ace of spades and the jokers as we draw them."""
    if card.rank == "joker":
        return _joker(int(card.code[1:]))
    return _drawn(card.code) + (_ornament() if card.code == "AS" else "")


def _ornament() -> str:
    """What is in the great spade of the ace: a smaller one, and four diamonds round it."""
    middle = at(CARD.width / 2, CARD.height / 2)
    diamonds = "".join(
        element("path", d="M0-5 4 0 0 5-4 0Z", transform=at(x, y)) for x, y in ((0, -42), (-34, 22), (34, 22), (0, 32))
    )
    return group(symbol("♠", 0, -2, 46, "#fff"), group(diamonds, fill="#fff"), transform=middle)


def cap(colour: str, other: str) -> str:
    """A jester's cap, about 190 wide and 130 high, with the middle of its brim at the origin."""
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
    """A jester's cap, in black or in red, and as many stars as its number says."""
    ink = (BLACK, RED)[(number - 1) % 2]
    colours = (("#3a4454", "#8b95a5"), ("#c62828", "#f0c9c4"))[(number - 1) % 2]
    letters = "".join(words(letter, 21, 26 + 24 * place, 24, ink) for place, letter in enumerate("JOKER"))
    stars = "".join(
        symbol("★", CARD.width / 2 + 30 * (place - (number - 1) / 2), 250, 24, ink) for place in range(number)
    )
    return paper(CARD, "#fff") + both_ways(letters) + group(cap(*colours), transform=at(125, 180)) + stars


def back() -> str:
    """A blue lattice with the four suits."""
    signs = "".join(
        symbol(sign, x, y, 24, "#fff")
        for (sign, _), (x, y) in zip(SIGNS.values(), ((0, -23), (23, 0), (0, 23), (-23, 0)), strict=True)
    )
    return lattice(CARD, "#24497e", "#a9c1e6", signs)
