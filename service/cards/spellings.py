"""Spellings: the texts, other than its code, that stand for a card in a request.

In any deck these are the card's character and names. The further spellings of a family of decks are in its module in
the folder packs; to add a spelling, yield the text and the code there.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from itertools import chain

from ..core.value_types import JsonSchema, Text
from .card import Card

Spellings = Iterable[tuple[str, str]]
"""Pairs of a text and the code that it stands for."""

MAX_SPELLING = 40  # characters of a text that is read as a card


@dataclass(frozen=True, eq=False)
class CardSpelling(Text):
    """A text of a request that may spell a card: without a comma; the deck decides. A document may have any text."""

    max_length: int = MAX_SPELLING

    accepted_in_requests = (
        f"a card, such as AS, 10H or ace of spades, in up to {MAX_SPELLING} "
        "characters and without a comma"
    )
    reason = None

    @property
    def schema(self) -> JsonSchema:
        return {"type": "string", "pattern": f"^{_SPELLING.pattern}$"}

    def fits(self, value: object) -> bool:
        return isinstance(value, str) and _SPELLING.fullmatch(value) is not None

    def fits_in_documents(self, value: object) -> bool:
        return super().fits(value)


_SPELLING = re.compile(f"[^,]{{1,{MAX_SPELLING}}}")
_VARIATIONS = str.maketrans(
    {"\N{VARIATION SELECTOR-15}": "", "\N{VARIATION SELECTOR-16}": "", "_": " "}
)
_NUMBER_WORDS = (
    "Zero",
    "One",
    "Two",
    "Three",
    "Four",
    "Five",
    "Six",
    "Seven",
    "Eight",
    "Nine",
    "Ten",
)
_NUMBER = re.compile(r"\b(10|[0-9])\b")


def normalize(text: str) -> str:
    """Return a spelling in capitals, without variation selectors, and with spaces for underscores."""
    text = text.translate(_VARIATIONS)
    return text.upper() if text.isascii() else "".join(map(_capitalize, text))


def _capitalize(letter: str) -> str:
    """Return the capital of a letter; ſ, ı and ß stay, as their capitals belong to other letters."""
    capital = letter.upper()
    return capital if capital.lower() == letter else letter


def index_by_spelling(pack: Iterable[Card], spellings: Spellings) -> Mapping[str, Card]:
    """Return the cards of a pack by each normalized text that stands for a card; of identical cards the first.

    A text that could stand for two cards, such as joker where there are several, is left out unless it is a code.
    """
    cards = _list_different(pack)
    codes_by_text = list_codes_by_spelling(cards.values(), spellings)
    return {
        text: cards[code] for text, (code, *more) in codes_by_text.items() if not more
    }


def list_codes_by_spelling(
    pack: Iterable[Card], spellings: Spellings
) -> Mapping[str, Set[str]]:
    """Return the codes of the cards of a pack by each normalized text that could stand for them.

    In a standard pack with two jokers, "♠A" has {"AS"}, and "JOKER" has {"X1", "X2"}.
    """
    cards = _list_different(pack)
    codes_by_text: dict[str, set[str]] = {}
    for text, code in chain(_list_names(cards.values()), spellings):
        if code in cards:
            codes_by_text.setdefault(normalize(text), set()).add(code)
            if " " in text:
                in_words = normalize(_spell_numbers(text))
                codes_by_text.setdefault(in_words, set()).add(code)
    for code in cards:
        codes_by_text[normalize(code)] = {code}  # a code stands for its card alone
    return codes_by_text


def _list_names(cards: Iterable[Card]) -> Iterator[tuple[str, str]]:
    """Yield the character and the names of each card, each with its code."""
    for card in cards:
        for text in (card.unicode, card.name, card.retro_name):
            if text:
                yield text, card.code


def _list_different(pack: Iterable[Card]) -> dict[str, Card]:
    """Return the cards of a pack by code; of identical cards the first."""
    cards: dict[str, Card] = {}
    for card in pack:
        cards.setdefault(card.code, card)
    return cards


def index_by_group(pack: Iterable[Card]) -> Mapping[str, tuple[str, ...]]:
    """Return the codes of the cards of each suit and each rank, by each normalized text that names the suit or rank.

    Names are in the singular or the plural: hearts, king, sevens, deuces; a rank also goes by its letter or number. So
    the standard pack has ("2S", "2H", "2D", "2C") by each of "2", "TWO", "TWOS", "DEUCE" and "DEUCES".
    """
    # The codes are keys, in the order of the pack and without repetition.
    codes_by_suit_text: dict[str, dict[str, None]] = {}
    codes_by_rank: dict[str, dict[str, None]] = {}
    rank_by_text: dict[str, str] = {}
    for card in pack:
        codes_by_rank.setdefault(card.rank, {})[card.code] = None
        for text in _rank_texts(card):
            rank_by_text[normalize(text)] = card.rank
        for text in _suit_texts(card):
            codes_by_suit_text.setdefault(normalize(text), {})[card.code] = None
    groups = {text: tuple(codes_by_rank[rank]) for text, rank in rank_by_text.items()}
    for text, codes in codes_by_suit_text.items():
        groups[text] = tuple(codes)
    return groups


def _suit_texts(card: Card) -> Iterator[str]:
    """Yield the name of a card's suit in the plural and in the singular; nothing for a card without a suit."""
    if card.suit:
        yield card.suit
        yield card.suit[:-1] if card.suit.endswith("s") else f"{card.suit}s"


def _rank_texts(card: Card) -> Iterator[str]:
    """Yield the texts that name a card's rank: its code, and the first words of its names, such as deuce, deuces."""
    yield card.rank
    words = [
        name.partition(" of ")[0]
        for name in (card.name, card.retro_name)
        if name and " of " in name
    ]
    for word in (card.rank, *(word for word in words if " " not in word)):
        spelled = _spell_numbers(word)
        yield from (word, spelled)
        if len(spelled) > 1 and spelled[0].isalpha():
            yield f"{spelled}es" if spelled.endswith("x") else f"{spelled}s"


def _spell_numbers(text: str) -> str:
    """Return a text with its numbers up to ten in words."""
    return _NUMBER.sub(lambda number: _NUMBER_WORDS[int(number[0])], text)
