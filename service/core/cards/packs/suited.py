"""Packs of suits that have the same ranks, with names in English and in another language."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from service.core.cards.card import Card


@dataclass(frozen=True)
class Suit:
    """The English name of a suit, its names in the other language, and other letters that stand for it."""

    name: str
    words: tuple[str, ...]
    letters: str = ""


@dataclass(frozen=True)
class Rank:
    """The value of a rank, its English name, its names in the other language, and other texts that stand for it."""

    value: int
    name: str
    words: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()


Suits = Mapping[str, Suit]
Ranks = Mapping[str, Rank]
"""Suits and ranks by their letters in codes."""


def number_ranks(first: int, last: int) -> dict[str, Rank]:
    """Return the ranks of cards with pips by their numbers; 10 has the letter T."""
    numbers = {str(number): Rank(number, str(number), (str(number),)) for number in range(first, min(last, 9) + 1)}
    return numbers | ({"T": Rank(10, "10", ("10",), ("10",))} if last == 10 else {})


def build_pack(suits: Suits, ranks: Ranks) -> Iterator[Card]:
    """Yield the cards suit by suit. Unicode has no characters for them."""
    for (letter, suit), (rank, description) in product(suits.items(), ranks.items()):
        yield Card(
            code=rank + letter,
            name=f"{description.name} of {suit.name}",
            unicode=None,
            rank=rank,
            suit=suit.name.lower(),
            value=description.value,
        )


def list_spellings(suits: Suits, ranks: Ranks, *forms: str) -> Iterator[tuple[str, str]]:
    """Yield further spellings, each with its code.

    Other letters and numbers may stand for the rank and the suit, and the suit may stand first. `forms` are those of
    names in the other language, as in "{rank} de {suit}".
    """
    for (letter, suit), (rank, description) in product(suits.items(), ranks.items()):
        for text, sign in product((rank, *description.texts), (letter, *suit.letters)):
            yield from ((text + sign, rank + letter), (sign + text, rank + letter))
        for form, word, suit_word in product(forms, description.words, suit.words):
            yield form.format(rank=word, suit=suit_word), rank + letter
