"""Numbered balls of keno, bingo, and lotteries with one drum or two; cards with a number alone.

Unicode has no characters for them.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ...verify_tables import parse_record
from ..card import Card

_COLUMN = 15  # numbers under each letter of 75-ball bingo


class NumberedBalls(NamedTuple):
    """The balls 1 to `last`: what a ball is called, and the letter before the number in codes."""

    name: str
    last: int
    suit: str | None = None
    letter: str = ""


class BallPack(NamedTuple):
    """The balls of one drum or more."""

    drums: Sequence[Mapping[str, Any]]

    def list_cards(self) -> Iterator[Card]:
        """Yield the balls drum by drum."""
        for drum in (parse_record(NumberedBalls, members) for members in self.drums):
            for number in range(1, drum.last + 1):
                rank = str(number)
                name = f"{drum.name} {number}"
                yield Card(
                    code=drum.letter + rank,
                    name=name,
                    rank=rank,
                    suit=drum.suit,
                    value=number,
                )

    def list_spellings(self) -> Iterator[tuple[str, str]]:
        """Yield the spelling of each ball of one digit with a leading zero, and its code."""
        for ball in self.list_cards():
            yield ball.code.replace(ball.rank, f"{ball.value:02}"), ball.code


def list_bingo75() -> Iterator[Card]:
    """Yield the balls B1 to B15, I16 to I30, N31 to N45, G46 to G60, O61 to O75."""
    for number in range(1, 5 * _COLUMN + 1):
        letter = "BINGO"[(number - 1) // _COLUMN]
        yield Card(
            code=f"{letter}{number}",
            name=f"{letter} {number}",
            rank=str(number),
            suit=letter.lower(),
            value=number,
        )


def list_bingo75_spellings() -> Iterator[tuple[str, str]]:
    """Yield the spellings of each ball with a hyphen and without its letter, and its code."""
    for ball in list_bingo75():
        yield from ((f"{ball.code[0]}-{ball.rank}", ball.code), (ball.rank, ball.code))
