"""The Chinese set of 144 Mah-Jong tiles.

Unicode characters: the block Mahjong Tiles, U+1F000 to U+1F029. Flowers are numbered as on the tiles (plum, orchid,
chrysanthemum, bamboo), which is not the order of the block.
"""

from collections.abc import Iterator

from service.core.cards import Card

_COPIES = 4
_SUITS = {
    "D": ("Dots", "\N{MAHJONG TILE ONE OF CIRCLES}"),
    "B": ("Bamboo", "\N{MAHJONG TILE ONE OF BAMBOOS}"),
    "C": ("Characters", "\N{MAHJONG TILE ONE OF CHARACTERS}"),
}
_HONOURS = {
    "EW": ("East Wind", "\N{MAHJONG TILE EAST WIND}"),
    "SW": ("South Wind", "\N{MAHJONG TILE SOUTH WIND}"),
    "WW": ("West Wind", "\N{MAHJONG TILE WEST WIND}"),
    "NW": ("North Wind", "\N{MAHJONG TILE NORTH WIND}"),
    "RD": ("Red Dragon", "\N{MAHJONG TILE RED DRAGON}"),
    "GD": ("Green Dragon", "\N{MAHJONG TILE GREEN DRAGON}"),
    "WD": ("White Dragon", "\N{MAHJONG TILE WHITE DRAGON}"),
}
_BONUS = {
    "1F": ("Plum Flower", "\N{MAHJONG TILE PLUM}"),
    "2F": ("Orchid Flower", "\N{MAHJONG TILE ORCHID}"),
    "3F": ("Chrysanthemum Flower", "\N{MAHJONG TILE CHRYSANTHEMUM}"),
    "4F": ("Bamboo Flower", "\N{MAHJONG TILE BAMBOO}"),
    "1S": ("Spring Season", "\N{MAHJONG TILE SPRING}"),
    "2S": ("Summer Season", "\N{MAHJONG TILE SUMMER}"),
    "3S": ("Autumn Season", "\N{MAHJONG TILE AUTUMN}"),
    "4S": ("Winter Season", "\N{MAHJONG TILE WINTER}"),
}


def pack() -> Iterator[Card]:
    """Dots, bamboo and characters 1 to 9, winds and dragons, four of each; four flowers, four seasons."""
    for letter, (suit, one) in _SUITS.items():
        for value in range(1, 10):
            for copy in range(1, _COPIES + 1):
                yield Card(
                    code=f"{value}{letter}",
                    name=f"{value} of {suit}",
                    unicode=chr(ord(one) + value - 1),
                    rank=str(value),
                    suit=suit.lower(),
                    value=value,
                    copy=copy,
                )
    for code, (name, character) in _HONOURS.items():
        rank, suit = name.lower().split()
        for copy in range(1, _COPIES + 1):
            yield Card(code=code, name=name, unicode=character, rank=rank, suit=f"{suit}s", value=None, copy=copy)
    for code, (name, character) in _BONUS.items():
        suit = name.lower().split()[1]
        value = int(code[0])
        yield Card(code=code, name=name, unicode=character, rank=code[0], suit=f"{suit}s", value=value)
