"""Numbered balls of keno, bingo, and lotteries with one drum or two. Unicode has no characters for them."""

from collections.abc import Iterator
from dataclasses import replace

from service.core.cards.card import Card

_COLUMN = 15  # numbers under each letter of 75-ball bingo


def build_numbered(last: int) -> Iterator[Card]:
    """Yield the balls 1 to `last`."""
    for number in range(1, last + 1):
        yield Card(code=str(number), name=f"Ball {number}", rank=str(number), value=number)


def list_spellings() -> Iterator[tuple[str, str]]:
    """Yield the spelling of each ball of one digit with a leading zero, and its code."""
    yield from ((f"{number:02}", str(number)) for number in range(1, 10))


def build_bingo75() -> Iterator[Card]:
    """Yield the balls B1 to B15, I16 to I30, N31 to N45, G46 to G60, O61 to O75."""
    for number in range(1, 5 * _COLUMN + 1):
        letter = "BINGO"[(number - 1) // _COLUMN]
        yield Card(
            code=f"{letter}{number}", name=f"{letter} {number}", rank=str(number), suit=letter.lower(), value=number
        )


def list_bingo75_spellings() -> Iterator[tuple[str, str]]:
    """Yield the spellings of each ball with a hyphen and without its letter, and its code."""
    for ball in build_bingo75():
        yield from ((f"{ball.code[0]}-{ball.rank}", ball.code), (ball.rank, ball.code))


def build_two_drums(last: int, letter: str, other_last: int, name: str) -> Iterator[Card]:
    """Yield the balls 1 to `last` of the main drum, then those of the other, by a letter in their codes and a name."""
    yield from (replace(ball, suit="main") for ball in build_numbered(last))
    for ball in build_numbered(other_last):
        yield replace(ball, code=letter + ball.code, name=f"{name} {ball.rank}", suit=name.lower())


def list_two_drums_spellings(letter: str) -> Iterator[tuple[str, str]]:
    """Yield the spelling of each ball of one digit of both drums with a leading zero, and its code."""
    for text, code in list_spellings():
        yield from ((text, code), (letter + text, letter + code))
