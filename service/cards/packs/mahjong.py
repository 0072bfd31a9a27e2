"""Mah-Jong tiles: the tiles that the Chinese and the American set share, and the Japanese set of 136, for riichi.

Unicode characters: the block Mahjong Tiles, U+1F000 to U+1F029. It has no red fives. Flowers, which are in the table of
decks, are numbered as on the tiles (plum, orchid, chrysanthemum, bamboo), which is not the order of the block. The
flowers of the American set count alike, whatever is printed on them, so they are copies of one tile, with the character
of the first.

The riichi codes are in MPSZ, the notation of riichi software: m characters, p dots, s bamboo, z honours, and 0
for a red five. The unshuffled order is tenhou.net's numbering of the tiles, 0 to 135, where a red five is the first of
its fives. Three red fives are one of each suit, and the fourth, which most sets hold, is a second red five of dots
(riichi.wiki, Dora).
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product, repeat

from ..card import Card

_COPIES = 4
_SUITS = {
    "D": (
        "Dots",
        "\N{MAHJONG TILE ONE OF CIRCLES}",
        ("dot", "dots", "circle", "circles", "pin"),
        "筒餅饼",
    ),
    "B": (
        "Bamboo",
        "\N{MAHJONG TILE ONE OF BAMBOOS}",
        ("bam", "bams", "bamboo", "bamboos", "sou"),
        "索條条",
    ),
    "C": (
        "Characters",
        "\N{MAHJONG TILE ONE OF CHARACTERS}",
        ("crak", "craks", "character", "characters", "man", "wan"),
        "萬万",
    ),
}
"""The name of each suit, the character of its one, its names in spellings, and the signs on its tiles."""
_HONOURS = {
    "EW": ("East Wind", "\N{MAHJONG TILE EAST WIND}", "ton", "東东"),
    "SW": ("South Wind", "\N{MAHJONG TILE SOUTH WIND}", "nan", "南"),
    "WW": ("West Wind", "\N{MAHJONG TILE WEST WIND}", "shaa", "西"),
    "NW": ("North Wind", "\N{MAHJONG TILE NORTH WIND}", "pei", "北"),
    "RD": ("Red Dragon", "\N{MAHJONG TILE RED DRAGON}", "chun", "中"),
    "GD": ("Green Dragon", "\N{MAHJONG TILE GREEN DRAGON}", "hatsu", "發发発"),
    "WD": ("White Dragon", "\N{MAHJONG TILE WHITE DRAGON}", "haku", "白"),
}
"""The name of each honour, its character, its Japanese name, and the signs on its tile."""
_NUMERALS = "一二三四五六七八九"

_RIICHI_SUITS = {"m": "C", "p": "D", "s": "B"}
_RIICHI_HONOURS = ("EW", "SW", "WW", "NW", "WD", "GD", "RD")
_MPSZ = "mpsz"
_MPSZ_NUMBERS = "1234056789"
_RED_FIVES = "mpsp"  # their suits, the first to the fourth
MAX_RED_FIVES = len(_RED_FIVES)


def list_common_tiles() -> Iterator[Card]:
    """Yield dots, bamboo and characters 1 to 9, winds and dragons, four of each."""
    for suit, value in product(_SUITS, range(1, 10)):
        yield from repeat(_build_number(value, suit, suit), _COPIES)
    for honour in _HONOURS:
        yield from repeat(_build_honour(honour, honour), _COPIES)


def list_riichi_tiles(red_fives: int) -> Iterator[Card]:
    """Yield characters, dots and bamboo 1 to 9, winds and dragons, four of each; red fives stand before the rest."""
    for (letter, suit), value in product(_RIICHI_SUITS.items(), range(1, 10)):
        tile = _build_number(value, suit, letter)
        red_tile = replace(
            tile, code=f"0{letter}", name=f"Red {tile.name}", unicode=None
        )
        red_count = _RED_FIVES[:red_fives].count(letter) if value == 5 else 0
        yield from repeat(red_tile, red_count)
        yield from repeat(tile, _COPIES - red_count)
    for number, honour in enumerate(_RIICHI_HONOURS, start=1):
        yield from repeat(_build_honour(f"{number}z", honour), _COPIES)


def _build_number(value: int, suit: str, letter: str) -> Card:
    name, first_character, *_ = _SUITS[suit]
    character = chr(ord(first_character) + value - 1)
    code = f"{value}{letter}"
    suit_name = name.lower()
    return Card(
        code=code,
        name=f"{value} of {name}",
        unicode=character,
        rank=str(value),
        suit=suit_name,
        value=value,
    )


def _build_honour(code: str, honour: str) -> Card:
    name, character, *_ = _HONOURS[honour]
    rank, suit = name.lower().split()
    return Card(code=code, name=name, unicode=character, rank=rank, suit=f"{suit}s")


def list_common_spellings() -> Iterator[tuple[str, str]]:
    """Yield further spellings of these tiles, each with its code; the winds also by their initials."""
    for letter in _SUITS:
        yield from _suit_spellings(letter, letter)
    for code, (*_, signs) in _HONOURS.items():
        yield from ((sign, code) for sign in signs)
    yield from ((wind[0], wind) for wind in ("EW", "SW", "WW", "NW"))


def list_riichi_spellings() -> Iterator[tuple[str, str]]:
    """Yield further spellings of the Japanese set, each with its code; also mjai's (5mr, E S W N P F C)."""
    for letter, chinese_letter in _RIICHI_SUITS.items():
        yield from _suit_spellings(letter, chinese_letter)
        red_five = f"0{letter}"
        yield f"5{letter}r", red_five
        yield f"{letter}0", red_five
        for word in _SUITS[chinese_letter][2]:
            yield f"Red 5 {word}", red_five
    honours = zip(_RIICHI_HONOURS, "ESWNPFC", strict=True)
    for number, (honour, mjai) in enumerate(honours, start=1):
        *_, word, signs = _HONOURS[honour]
        for text in (mjai, f"z{number}", word, *signs):
            yield text, f"{number}z"


def _suit_spellings(letter: str, suit: str) -> Iterator[tuple[str, str]]:
    """Yield the spellings of a suit: with the letter first, by the names of the suit, by the signs on the tiles."""
    *_, words, signs = _SUITS[suit]
    for value, numeral in enumerate(_NUMERALS, start=1):
        code = f"{value}{letter}"
        yield f"{letter}{value}", code
        for word in words:
            yield f"{value} {word}", code
            yield f"{value} of {word}", code
        for sign in signs:
            yield f"{value}{sign}", code
            yield f"{numeral}{sign}", code


def format_mpsz(codes: Iterable[str]) -> str:
    """Return the codes of riichi tiles, sorted, as one text of MPSZ, such as `123m0567p11z`; "" for no tiles.

    As on tenhou.net, where the red five is the first of its fives, 0 stands before 5.
    """
    sorted_codes = sorted(codes, key=lambda code: _MPSZ_NUMBERS.index(code[0]))
    text = ""
    for suit in _MPSZ:
        numbers = "".join(code[0] for code in sorted_codes if code[1] == suit)
        if numbers:
            text += numbers + suit
    return text
