"""Packs of suits or colours with ranks: Spanish, Italian, German, Swiss, Tichu, okey, and packs made for one purpose.

The letters in codes begin the English names of suits and colours, but Spanish and Italian suits have the letters of
their own names (oros, copas, espadas, bastos), as coins, cups and clubs begin alike; swords of Tichu have W, as stars
begin alike; black has K, as in printing; crosses of whot have X, and its stars R. The Spanish order is la pinta, the
gaps in the frame of the cards, as the Italian regions have no common one. Unicode has no characters for these cards.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import Any, NamedTuple

from ...core.tables import parse_names, parse_record
from ..card import Card

MAX_JOKERS = 4

Ranks = str | int | Mapping[str, Sequence[str]]


class Label(NamedTuple):
    """The names of a suit or a rank.

    `words` are its names in other forms of a card's name, by default its name; `codes` other texts for it in codes.
    A rank has a value, and a card of it has `rank` if that is not the rank's letter.
    """

    name: str
    words: str = ""
    codes: str = ""
    rank: str = ""
    value: int | None = None


@dataclass(frozen=True, kw_only=True)
class SuitedPack:
    """A pack: the labels of its suits by their letters in codes, its ranks, and the labels of those without a number.

    `form` is the form of a card's name, `other_forms` are those of its spellings: "{suit}-{rank}". `card_names` are the
    names of cards without a form, by code.
    """

    suits: Mapping[str, Any]
    ranks: Ranks
    rank_names: Mapping[str, Any] = field(default_factory=dict)
    card_names: Mapping[str, str] = field(default_factory=dict)
    form: str = "{rank} of {suit}"
    other_forms: str = ""

    def list_cards(self, jokers: int = 0) -> Iterator[Card]:
        """Yield the cards suit by suit, then the jokers."""
        for _, suit, rank, label, code in self._cards:
            name = self.card_names.get(code) or self.form.format(
                rank=label.name, suit=suit.name
            )
            yield Card(
                code=code,
                name=name,
                rank=label.rank or rank,
                suit=suit.name.lower(),
                value=label.value,
            )
        for number in range(1, jokers + 1):
            yield Card(code=f"X{number}", name=f"Joker {number}", rank="joker")

    def list_spellings(self) -> Iterator[tuple[str, str]]:
        """Yield further spellings, each with its code.

        Other letters and numbers may stand for the rank and the suit, and the suit may stand first. A joker goes
        without a number where there is but one.
        """
        yield from (
            (text, f"X{number}")
            for text in ("Joker", "Comodín")
            for number in range(1, MAX_JOKERS + 1)
        )
        for letter, suit, rank, label, code in self._cards:
            for text, sign in product(
                (rank, *parse_names(label.codes)), (letter, *parse_names(suit.codes))
            ):
                yield from ((text + sign, code), (sign + text, code))
            words = (parse_names(each.words) or (each.name,) for each in (label, suit))
            for form, rank_word, suit_word in product(
                parse_names(self.other_forms), *words
            ):
                yield form.format(rank=rank_word, suit=suit_word, letter=letter), code

    @cached_property
    def _cards(self) -> list[tuple[str, Label, str, Label, str]]:
        """The letter and the label of the suit, the letter and the label of the rank, and the code of each card."""
        suits = {
            letter: parse_record(Label, suit) for letter, suit in self.suits.items()
        }
        ranks = {
            rank: parse_record(Label, label) for rank, label in self.rank_names.items()
        }
        return [
            (
                letter,
                suit,
                rank,
                ranks.get(rank) or Label(name=rank, value=int(rank)),
                rank + letter,
            )
            for letter, suit in suits.items()
            for rank in list_ranks(self.ranks, letter)
        ]


def list_ranks(ranks: Ranks, suit: str) -> Iterable[str]:
    """Return the ranks of a suit, from their letters, those or their texts by suit, or the highest of the numbers."""
    if isinstance(ranks, int):
        return map(str, range(1, ranks + 1))
    return ranks if isinstance(ranks, str) else ranks[suit]
