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

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product, repeat
from typing import NamedTuple

from ...verify_tables import parse_names
from ..card import Card
from ..word_table import WORDS

_COPIES = 4


class _Suit(NamedTuple):
    """A suit: its name, and the character of its one."""

    name: str
    first_character: str


class _Honour(NamedTuple):
    """A wind or a dragon: its name and its character."""

    name: str
    character: str


_SUITS = {
    "D": _Suit("Dots", "\N{MAHJONG TILE ONE OF CIRCLES}"),
    "B": _Suit("Bamboo", "\N{MAHJONG TILE ONE OF BAMBOOS}"),
    "C": _Suit("Characters", "\N{MAHJONG TILE ONE OF CHARACTERS}"),
}
_HONOURS = {
    "EW": _Honour("East Wind", "\N{MAHJONG TILE EAST WIND}"),
    "SW": _Honour("South Wind", "\N{MAHJONG TILE SOUTH WIND}"),
    "WW": _Honour("West Wind", "\N{MAHJONG TILE WEST WIND}"),
    "NW": _Honour("North Wind", "\N{MAHJONG TILE NORTH WIND}"),
    "RD": _Honour("Red Dragon", "\N{MAHJONG TILE RED DRAGON}"),
    "GD": _Honour("Green Dragon", "\N{MAHJONG TILE GREEN DRAGON}"),
    "WD": _Honour("White Dragon", "\N{MAHJONG TILE WHITE DRAGON}"),
}
_TABLE = WORDS["tiles"]
_WORDS: Mapping[str, Sequence[str]] = {
    letters: parse_names(words)
    for letters, words in (_TABLE["suits"] | _TABLE["honours"]).items()
}
"""The words and signs for each suit, wind and dragon, in English, Japanese and Chinese."""
_NUMERALS = "一二三四五六七八九"

_WINDS = ("EW", "SW", "WW", "NW")
_DRAGONS = ("RD", "GD", "WD")
_BOTZONE_SUITS: Mapping[str, Sequence[str]] = {
    letter: parse_names(suits) for letter, suits in _TABLE["botzone"].items()
}
"""The suits for which a letter stands before a number in the protocol of Botzone, and B also for bamboo."""
_RIICHI_SUITS = {"m": "C", "p": "D", "s": "B"}
_RIICHI_HONOURS = ("EW", "SW", "WW", "NW", "WD", "GD", "RD")
_MPSZ = "mpsz"
_MPSZ_SUIT = re.compile(f"([0-9]+)([{_MPSZ}])")
_MPSZ_TEXT = re.compile(f"(?:{_MPSZ_SUIT.pattern})+")
_MPSZ_NUMBERS = "1234056789"
_RED_FIVES = "mpsp"  # their suits, the first to the fourth
MAX_RED_FIVES = len(_RED_FIVES)


def list_common_tiles() -> Iterator[Card]:
    """Yield dots, bamboo and characters 1 to 9, winds and dragons, four of each."""
    for letter, value in product(_SUITS, range(1, 10)):
        yield from repeat(_build_number(value, letter, letter), _COPIES)
    for code in _HONOURS:
        yield from repeat(_build_honour(code, code), _COPIES)


def list_riichi_tiles(red_fives: int) -> Iterator[Card]:
    """Yield characters, dots and bamboo 1 to 9, winds and dragons, four of each; red fives stand before the rest.

    The codes are 1m four times, 2m, …; with three red fives, 0m 5m 5m 5m are the fives of characters; 7z is the last.
    """
    for (letter, chinese_letter), value in product(_RIICHI_SUITS.items(), range(1, 10)):
        tile = _build_number(value, chinese_letter, letter)
        red_tile = replace(
            tile, code=f"0{letter}", name=f"Red {tile.name}", unicode=None
        )
        red_count = _RED_FIVES[:red_fives].count(letter) if value == 5 else 0
        yield from repeat(red_tile, red_count)
        yield from repeat(tile, _COPIES - red_count)
    for number, chinese_code in enumerate(_RIICHI_HONOURS, start=1):
        yield from repeat(_build_honour(f"{number}z", chinese_code), _COPIES)


def _build_number(value: int, chinese_letter: str, letter: str) -> Card:
    suit = _SUITS[chinese_letter]
    character = chr(ord(suit.first_character) + value - 1)
    code = f"{value}{letter}"
    return Card(
        code=code,
        name=f"{value} of {suit.name}",
        unicode=character,
        rank=str(value),
        suit=suit.name.lower(),
        value=value,
    )


def _build_honour(code: str, chinese_code: str) -> Card:
    honour = _HONOURS[chinese_code]
    rank, suit = honour.name.lower().split()
    return Card(
        code=code,
        name=honour.name,
        unicode=honour.character,
        rank=rank,
        suit=f"{suit}s",
    )


def list_common_spellings() -> Iterator[tuple[str, str]]:
    """Yield further spellings of these tiles, each with its code; the winds also by their initials."""
    yield from _list_spellings(
        {suit: suit for suit in _SUITS}, {honour: honour for honour in _HONOURS}
    )
    yield from ((wind[0], wind) for wind in _WINDS)


def list_riichi_spellings() -> Iterator[tuple[str, str]]:
    """Yield further spellings of the Japanese set, each with its code: ("ton", "1z"), ("1 man", "1m").

    Among them are the names in mjai, a protocol of programs: ("5mr", "0m"), and E S W N P F C for the honours.
    """
    letters = {suit: letter for letter, suit in _RIICHI_SUITS.items()}
    codes = {honour: f"{number}z" for number, honour in enumerate(_RIICHI_HONOURS, 1)}
    yield from _list_spellings(letters, codes)
    for suit, letter in letters.items():
        red_five = f"0{letter}"
        yield f"5{letter}r", red_five
        yield f"{letter}0", red_five
        for word in _WORDS[suit]:
            yield f"Red 5 {word}", red_five
            yield f"{word}5r", red_five
    for mjai, code in zip("ESWNPFC", codes.values(), strict=True):
        yield mjai, code
        yield code[::-1], code


def _list_spellings(
    letters: Mapping[str, str], codes: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    """Yield spellings that all sets have in common, each with its code.

    `letters` has the letter in codes of each suit, `codes` the code of each honour. Botzone writes the dots as B1 to
    B9, which is bamboo elsewhere: these texts are yielded for both, so they stand for neither.
    """
    for suit, letter in letters.items():
        for value, numeral in enumerate(_NUMERALS, start=1):
            code = f"{value}{letter}"
            yield f"{letter}{value}", code
            for word in _WORDS[suit]:
                yield f"{value} {word}", code
                yield f"{value}{word}", code
                yield f"{numeral}{word}", code
    for botzone, suits in _BOTZONE_SUITS.items():
        for suit, value in product(suits, range(1, 10)):
            yield f"{botzone}{value}", f"{value}{letters[suit]}"
    for honour, code in codes.items():
        yield from ((word, code) for word in _WORDS[honour])
    for botzone, honours in (("F", _WINDS), ("J", _DRAGONS)):
        for number, honour in enumerate(honours, start=1):
            yield f"{botzone}{number}", codes[honour]


def split_mpsz(text: str) -> list[str] | None:
    """Return the codes of the tiles in a text of MPSZ, in its order: "123m0p" has 1m, 2m, 3m and 0p.

    Return None for any other text.
    """
    text = text.replace(" ", "")
    if not _MPSZ_TEXT.fullmatch(text):
        return None
    return [
        number + suit
        for numbers, suit in _MPSZ_SUIT.findall(text)
        for number in numbers
    ]


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
