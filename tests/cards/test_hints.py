"""The card that a refusal suggests for a text that is no spelling: the one that its words name, or none.

hints.txt has texts as people and programs write them, each with the right suggestion: a code; a code and the option
with which a pack has the card; or - for no card: the text names none, or does so with words that the deck lacks.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.cards.deck import DECKS, Deck
from service.cards.hints import CardHints
from service.cards.options import PackOptions
from service.cards.shoe import build_shoe, parse_card
from service.cards.spellings import index_by_spelling, normalize
from service.cards.words import CardWords
from service.core.errors import Refused
from tests.tables import for_each

TYPED = [
    line.split(" | ")
    for line in (Path(__file__).parent / "hints.txt").read_text("utf-8").splitlines()
]
"""A deck, a text, and what is suggested."""
SUGGESTED = re.compile(
    r"Did you mean '(?P<code>\S+)' \(|(?P<other>\S+) is in a pack with (?P<option>\S+),"
)


def find_suggestion(sentence: str) -> str:
    suggested = SUGGESTED.search(sentence)
    return " ".join(filter(None, suggested.groups())) if suggested else "-"


@for_each(("deck", "text", "suggestion"), TYPED)
def test_a_card_is_suggested_by_the_rank_and_the_suit_that_a_text_names(
    deck: str, text: str, suggestion: str
) -> None:
    with pytest.raises(Refused) as refused:
        parse_card("exclude", text, DECKS[deck])
    assert find_suggestion(str(refused.value)) == suggestion


def vary(name: str, place: int) -> Iterator[str]:
    """Yield the words of a name in another order and without spaces, and the name without a letter of the longest."""
    words = name.split()
    yield " ".join(reversed(words))
    yield "".join(words)
    yield "-".join(words)
    longest = max(words, key=len)
    if longest.isalpha():
        letter = place % len(longest)
        yield name.replace(longest, longest[:letter] + longest[letter + 1 :])


@for_each("deck", DECKS.values(), ids=lambda deck: deck.name)
def test_a_name_with_a_slip_or_in_another_order_suggests_no_other_card(
    deck: Deck,
) -> None:
    pack = {card.code: card for card in build_shoe(deck, PackOptions())}
    spellings = index_by_spelling(pack.values(), deck.list_spellings())
    hints = CardHints(CardWords(spellings))
    texts = {
        (text, code)
        for place, (code, card) in enumerate(pack.items())
        for text in vary(card.name, place)
    }
    meant = {
        (text, code): hints.find_card(text)
        for text, code in texts
        if normalize(text) not in spellings
    }
    assert {
        key: card for key, card in meant.items() if card and card.code != key[1]
    } == {}
