"""Galleries: all the pictures of a deck, by the number and by the code of the card.

The numbers are those of one full pack as it is by default, and the next number is the back (of 52 cards: 0 to 51, and
52, as Mullin had it). What only an option brings, such as jokers, comes after the back, so that no number ever moves.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from service.core.cards.card import Card
from service.core.cards.decks import DECKS, Deck
from service.core.cards.options import OPTIONS, PackOptions
from service.core.cards.shoes import parse_card
from service.core.errors import Refused, UnknownName
from service.pictures.drawing import Picture
from service.pictures.styles import PLAIN, STYLES, Style

BACK = "back"


class NoSuchPicture(UnknownName):
    """No picture of a deck goes by that; the sentence says what there is."""

    def __init__(self, sentence: str) -> None:
        Exception.__init__(self, sentence)


@dataclass(frozen=True, eq=False)
class Gallery:
    """The pictures of one deck."""

    deck: Deck
    style: Style

    @cached_property
    def fullest(self) -> PackOptions:
        """The options with which a pack has a card of every kind."""
        largest: dict[str, Any] = {name: OPTIONS[name].largest_pack for name in self.deck.options}
        return PackOptions(**{name: value for name, value in largest.items() if value is not None})

    @cached_property
    def cards(self) -> Mapping[int, Card]:
        """The card of each number but the back's."""
        pack = list(self.deck.build_pack(PackOptions()))
        known = {card.code for card in pack}
        more = {card.code: card for card in self.deck.build_pack(self.fullest) if card.code not in known}
        return dict(enumerate(pack)) | dict(enumerate(more.values(), start=len(pack) + 1))

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The number of each code; of identical cards the first."""
        return {card.code: number for number, card in reversed(list(self.cards.items()))}

    @property
    def back_number(self) -> int:
        """The number of the back: as many as there are cards in a pack."""
        return self.deck.size

    def face(self, card: Card) -> Picture:
        """The picture of a card."""
        return Picture(self.style.shape, card.name, self.style.face(card))

    def back(self) -> Picture:
        """The picture of every card's back."""
        return Picture(self.style.shape, "Back", self.style.back())

    def numbered(self, number: str) -> str:
        """The code of the card with that number, or `BACK`. Raises `NoSuchPicture`."""
        found = int(number) if number.isdecimal() and number.isascii() and len(number) < 6 else -1
        if found == self.back_number:
            return BACK
        if found not in self.cards:
            raise NoSuchPicture(
                f"There is no picture {number[:20]!r} of the {self.deck.name} deck. Its cards are 0 to "
                f"{self.back_number - 1}, {self.back_number} is the back{self._further()}."
            )
        return self.cards[found].code

    def called(self, text: str) -> str:
        """The code of the card that a text writes, in any spelling. Raises `NoSuchPicture`."""
        try:
            return parse_card("code", text, self.deck, self.fullest).code
        except Refused as refused:
            raise NoSuchPicture(str(refused)) from None

    def svg(self, name: str) -> str:
        """The picture of the card of a code, or that of the back for `BACK`, as a file."""
        picture = self.back() if name == BACK else self.face(self.cards[self.numbers[name]])
        return picture.svg(f"{self.deck.name}-{name}")

    def pictures(self) -> Iterator[tuple[str, Picture]]:
        """Every different picture with its name: the cards by their codes, and the back."""
        for code in dict.fromkeys(card.code for card in self.cards.values()):
            yield code, self.face(self.cards[self.numbers[code]])
        yield BACK, self.back()

    def _further(self) -> str:
        further = [number for number in self.cards if number > self.back_number]
        return f", and {further[0]} to {further[-1]} are what options bring" if further else ""


GALLERIES: Mapping[str, Gallery] = {name: Gallery(deck, STYLES.get(name, PLAIN)) for name, deck in DECKS.items()}
"""The gallery of every deck."""
