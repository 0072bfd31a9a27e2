"""How else than by its code a card can be written in a request: by its character, its names, and its family's habits.

What a family has of its own is in its module of the folder packs; to add to it, yield the text and the code there.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches

from service.core.cards.card import Card

Spellings = Iterable[tuple[str, str]]
"""Other texts for codes, each with the code."""

LONGEST = 40

_VARIATIONS = str.maketrans({"\N{VARIATION SELECTOR-15}": "", "\N{VARIATION SELECTOR-16}": "", "_": " "})
_WORDS = ("Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten")
_NUMBER = re.compile(r"\b(10|[0-9])\b")


def plain(text: str) -> str:
    """A text without what makes no difference: case, how a character is to be shown, underscores for spaces."""
    text = text.translate(_VARIATIONS)
    return text.upper() if text.isascii() else "".join(map(_capital, text))


def _capital(letter: str) -> str:
    """Its capital, but of a letter whose capital is another's (ſ, ı, ß) itself: it is not a case of that."""
    capital = letter.upper()
    return capital if capital.lower() == letter else letter


def spelled(pack: Iterable[Card], others: Spellings) -> Mapping[str, Card]:
    """The cards of a pack by every plain text that stands for one of them; of identical ones the first.

    A code stands for its card alone. Any other text that could stand for two (the joker, of several) stands for none.
    """
    cards: dict[str, Card] = {}
    for card in pack:
        cards.setdefault(card.code, card)
    codes = {plain(code): card for code, card in cards.items()}
    found: dict[str, set[str]] = {}
    for text, code in [*_own(cards.values()), *others]:
        if code in cards:
            for each in (text, _in_words(text)):
                found.setdefault(plain(each), set()).add(code)
    return {text: cards[code] for text, (code, *more) in found.items() if not more} | codes


def near(text: str, known: Mapping[str, Card]) -> str:
    """A sentence that suggests the nearest card, or says what codes there are, with a leading space."""
    for close in get_close_matches(plain(text[:LONGEST]), list(known), n=1):
        return f" Did you mean {known[close].code!r} ({known[close].name})?"
    first, *_, last = dict.fromkeys(card.code for card in known.values())
    return f" Its codes go from {first} to {last}."


def _own(cards: Iterable[Card]) -> Iterator[tuple[str, str]]:
    for card in cards:
        for text in (card.unicode, card.name, card.retro_name):
            if text:
                yield text, card.code


def _in_words(text: str) -> str:
    """A name with its numbers, to ten, in words; what is no name as it is."""
    return _NUMBER.sub(lambda number: _WORDS[int(number[0])], text) if " " in text else text
