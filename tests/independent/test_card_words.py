"""Both implementations read a card by words as the same card, or the independent one does not know the words."""

from collections import Counter
from typing import Any

import pytest

from service.verify_tables import parse_names
from tests.cards.test_words import AMBIGUOUS, FRENCH, WRITTEN
from tests.independent.verifier import run_node

pytestmark = pytest.mark.node
_WELL_KNOWN = ("standard", "mahjong", "riichi")
_SHARE = 0.97
"""The least share of the texts for these decks that verify/ must read."""


def read_cards(texts: list[tuple[str, str]]) -> list[str | None]:
    """Return the code that verify/ reads of each deck and text; None for a text that it refuses."""
    lines = [{"deck": deck, "text": text} for deck, text in texts]
    read: Any = run_node("tests/independent/spell_cards.mjs", lines)
    return list(read)


def test_a_text_is_the_same_card_and_nearly_every_one_is_read() -> None:
    texts = [(deck, text) for deck, text, _ in WRITTEN]
    missed = Counter[bool]()
    for (deck, text, code), read in zip(WRITTEN, read_cards(texts), strict=True):
        assert read in {code, None}, (deck, text)
        if deck in _WELL_KNOWN:
            missed[read is None] += 1
    assert missed[False] >= _SHARE * missed.total()


def test_every_word_of_a_language_is_read() -> None:
    expected = {
        ("tarot", f"{word} ♠" if letter not in "SHDC" else f"{word} 7"): (
            f"{letter}S" if letter not in "SHDC" else f"7{letter}"
        )
        for words in FRENCH.values()
        for letter, text in words.items()
        for word in parse_names(text)
    }
    read = read_cards(list(expected))
    assert dict(zip(expected, read, strict=True)) == expected


def test_a_text_with_two_meanings_is_refused() -> None:
    texts = [(deck, text) for deck, text, _ in AMBIGUOUS]
    assert read_cards(texts) == [None] * len(texts)
