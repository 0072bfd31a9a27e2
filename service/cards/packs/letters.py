"""Tiles with letters, as bags of word games have them: a bag for each language.

Unicode has no characters for the tiles.
"""

from collections.abc import Iterator
from itertools import repeat
from typing import NamedTuple

from ...verify_tables import parse_names
from ..card import Card


class LetterPack(NamedTuple):
    """The letters of a bag, each as `A 9 1`: the letter, the number of its tiles, and its value."""

    letters: str

    def list_cards(self) -> Iterator[Card]:
        """Yield the tiles letter by letter."""
        for entry in parse_names(self.letters):
            letter, copies, value = entry.split()
            yield from repeat(
                Card(
                    code=letter, name=f"Letter {letter}", rank=letter, value=int(value)
                ),
                int(copies),
            )

    def list_spellings(self) -> Iterator[tuple[str, str]]:
        """Yield nothing: a letter is its code."""
        return iter(())
