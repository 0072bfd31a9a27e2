"""Numbered balls: keno and the two kinds of bingo. Unicode has no characters for them."""

from collections.abc import Iterator

from service.core.cards.card import Card

_COLUMN = 15  # numbers under each letter of 75-ball bingo


def build_numbered(last: int) -> Iterator[Card]:
    """Yield the balls 1 to `last`."""
    for number in range(1, last + 1):
        yield Card(code=str(number), name=f"Ball {number}", unicode=None, rank=str(number), suit=None, value=number)


def list_spellings() -> Iterator[tuple[str, str]]:
    """Yield the spelling of each ball of one digit with a leading zero, and its code."""
    yield from ((f"{number:02}", str(number)) for number in range(1, 10))


def build_bingo75() -> Iterator[Card]:
    """Yield the balls B1 to B15, I16 to I30, N31 to N45, G46 to G60, O61 to O75."""
    for number in range(1, 5 * _COLUMN + 1):
        letter = "BINGO"[(number - 1) // _COLUMN]
        yield Card(
            code=f"{letter}{number}",
            name=f"{letter} {number}",
            unicode=None,
            rank=str(number),
            suit=letter.lower(),
            value=number,
        )


def list_bingo75_spellings() -> Iterator[tuple[str, str]]:
    """Yield the spellings of each ball with a hyphen and without its letter, and its code."""
    for ball in build_bingo75():
        yield from ((f"{ball.code[0]}-{ball.rank}", ball.code), (ball.rank, ball.code))
