"""Cards by the words for their rank and suit, in many languages, and texts with several meanings."""

from itertools import product
from pathlib import Path

import pytest

from service.cards.deck import DECKS
from service.cards.options import PackOptions
from service.cards.shoe import parse_card
from service.cards.word_table import WORDS
from service.core.errors import Refused
from service.verify_tables import parse_names
from tests.tables import for_each

WRITTEN = [
    tuple(line.split(" | "))
    for line in (Path(__file__).parent / "words.txt").read_text("utf-8").splitlines()
]
"""A deck, a text as people and programs write it, and the code of the card."""
FRENCH = WORDS["french"]
SUITS = "SHDC"


@for_each(("deck", "text", "code"), WRITTEN)
def test_a_card_is_read_by_the_words_for_its_rank_and_suit(
    deck: str, text: str, code: str
) -> None:
    assert parse_card("exclude", text, DECKS[deck]).code == code


@for_each("language", FRENCH)
def test_every_rank_and_suit_of_a_language_makes_a_card(language: str) -> None:
    words = {letter: parse_names(text) for letter, text in FRENCH[language].items()}
    suits = [(word, letter) for letter in SUITS for word in words.get(letter, ())]
    ranks = [
        (word, letter)
        for letter, texts in words.items()
        for word in texts
        if letter not in SUITS
    ]
    deck = DECKS["tarot"]
    for (rank, rank_letter), (suit, suit_letter) in product(
        ranks or [("K", "K")], suits
    ):
        code = rank_letter + suit_letter
        assert parse_card("exclude", f"{rank} {suit}", deck).code == code
        assert parse_card("exclude", f"{suit}-{rank}", deck).code == code


AMBIGUOUS = [
    ("standard", "V♥", "It may be JH (French) or QH (Dutch); write the code."),
    ("standard", "P10", "It may be TS (German) or TC (Portuguese); write the code."),
    ("mahjong", "B1", "It may be 1D or 1B; write the code."),
    ("mahjong", "F1", "It may be EW or 1F; write the code."),
]


@for_each(("deck", "text", "sentence"), AMBIGUOUS)
def test_a_text_with_two_meanings_is_refused_with_both(
    deck: str, text: str, sentence: str
) -> None:
    with pytest.raises(Refused) as refused:
        parse_card("exclude", text, DECKS[deck])
    assert str(refused.value).endswith(sentence)


def test_a_joker_that_could_be_either_is_refused_with_both() -> None:
    with pytest.raises(Refused, match="It may be X1 or X2; write the code"):
        parse_card("exclude", "joker", DECKS["standard"], PackOptions(jokers=2))


@for_each(
    "text", ["fem of hearts", "Bh", "S of A", "10 10", "ace of hearts and spades"]
)
def test_words_of_two_languages_and_other_words_make_no_card(text: str) -> None:
    with pytest.raises(Refused):
        parse_card("exclude", text, DECKS["standard"])
