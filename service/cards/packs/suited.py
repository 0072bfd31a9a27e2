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

from ...verify_tables import parse_names, parse_record
from ..card import Card

MAX_JOKERS = 4

Ranks = str | int | Mapping[str, Sequence[str]]


class SuitOrRank(NamedTuple):
    """The names of a suit or a rank.

    `words` are its names in other forms of a card's name, by default its name; `codes` other texts for it in codes.
    A rank has a value, and a card of it has `rank` if that is not the rank's letter.
    """

    name: str
    words: str = ""
    codes: str = ""
    rank: str = ""
    value: int | None = None


class _SuitedCard(NamedTuple):
    """A suit and a rank of a pack: their letters in the code and their labels."""

    suit_letter: str
    suit: SuitOrRank
    rank_letter: str
    rank: SuitOrRank

    @property
    def code(self) -> str:
        return self.rank_letter + self.suit_letter


@dataclass(frozen=True, kw_only=True)
class SuitedPack:
    """A pack of suits and ranks, and jokers; suits and ranks are by their letters in codes."""

    suits: Mapping[str, Any]
    """The labels of the suits."""
    ranks: Ranks
    """The ranks of every suit, as their letters or as the highest number, or the ranks by suit."""
    rank_names: Mapping[str, Any] = field(default_factory=dict)
    """The labels of the ranks that are no number."""
    card_names: Mapping[str, str] = field(default_factory=dict)
    """By code, the names of cards that have a name of their own."""
    form: str = "{rank} of {suit}"
    """The form of a card's name."""
    other_forms: str = ""
    """The forms of its spellings, such as "{suit}-{rank}"."""

    def list_cards(self, jokers: int = 0) -> Iterator[Card]:
        """Yield the cards suit by suit, then the jokers."""
        for card in self._cards:
            name = self.card_names.get(card.code) or self.form.format(
                rank=card.rank.name, suit=card.suit.name
            )
            yield Card(
                code=card.code,
                name=name,
                rank=card.rank.rank or card.rank_letter,
                suit=card.suit.name.lower(),
                value=card.rank.value,
            )
        for number in range(1, jokers + 1):
            yield Card(code=f"X{number}", name=f"Joker {number}", rank="joker")

    def list_spellings(self) -> Iterator[tuple[str, str]]:
        """Yield further spellings, each with its code.

        Other letters and numbers may stand for the rank and the suit, and the suit may stand first. A joker goes
        without a number where there is but one. The Spanish ace of coins, AO, has OA, 1O, O1, "as de oros" and
        "1 de oros"; "Joker" and "Comodín" are yielded with each of the codes X1 to X4.
        """
        for text in ("Joker", "Comodín"):
            for number in range(1, MAX_JOKERS + 1):
                yield text, f"X{number}"
        forms = parse_names(self.other_forms)
        for card in self._cards:
            rank_codes = (card.rank_letter, *parse_names(card.rank.codes))
            suit_codes = (card.suit_letter, *parse_names(card.suit.codes))
            for rank_text, suit_text in product(rank_codes, suit_codes):
                yield rank_text + suit_text, card.code
                yield suit_text + rank_text, card.code
            rank_words = parse_names(card.rank.words) or (card.rank.name,)
            suit_words = parse_names(card.suit.words) or (card.suit.name,)
            for form, rank, suit in product(forms, rank_words, suit_words):
                yield (
                    form.format(rank=rank, suit=suit, letter=card.suit_letter),
                    card.code,
                )

    @cached_property
    def _cards(self) -> list[_SuitedCard]:
        suits = {
            letter: parse_record(SuitOrRank, suit)
            for letter, suit in self.suits.items()
        }
        ranks = {
            letter: parse_record(SuitOrRank, rank)
            for letter, rank in self.rank_names.items()
        }
        return [
            _SuitedCard(
                suit_letter,
                suit,
                rank_letter,
                ranks.get(rank_letter)
                or SuitOrRank(rank_letter, value=int(rank_letter)),
            )
            for suit_letter, suit in suits.items()
            for rank_letter in list_ranks(self.ranks, suit_letter)
        ]


def list_ranks(ranks: Ranks, suit: str) -> Iterable[str]:
    """Return the ranks of a suit; `ranks` are letters of all suits, letters or texts by suit, or the highest number."""
    if isinstance(ranks, int):
        return map(str, range(1, ranks + 1))
    return ranks if isinstance(ranks, str) else ranks[suit]
