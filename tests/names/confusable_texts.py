"""Texts that look like others, or that may not be seen, and texts that are clear."""

import unicodedata

from tests.tables import read_table


def describe(character: str) -> str:
    """Return the code point and the name of a character."""
    return f"U+{ord(character):04X} {unicodedata.name(character, '')}".rstrip()


TEXTS = read_table("names/texts.yaml")


def begin_sentences(reasons: dict[str, list[tuple[int, str]]]) -> dict[str, str]:
    """Return the beginning of the sentence about each text, from the position of the character that it names."""
    return {
        text: f"Character {position} is {describe(text[position - 1])}{reason}"
        for reason, rows in reasons.items()
        for position, text in rows
    }


AMBIGUOUS = begin_sentences(TEXTS["ambiguous"])
"""Texts that look like others, and the beginning of the sentence about each."""

AMBIGUOUS["7\ud800"] = "Character 2 is U+D800, which cannot"
SHAKING_FACE = "\U0001fae8"
"""A character of Unicode 15: only a Python that has it knows its name."""
AMBIGUOUS[f"7{SHAKING_FACE}"] = (
    "Character 2 is U+1FAE8, which Unicode 14 does not have."
)

COVERED = begin_sentences(TEXTS["covered"])
"""Texts with marks that may not be seen, and the beginning of the sentence about each."""

UNAMBIGUOUS: list[str] = TEXTS["unambiguous"]
"""Texts in which every character can be seen."""
