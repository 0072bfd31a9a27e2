"""Galleries: all pictures of a deck, by the number and by the code of the card.

The numbers are the positions in a default pack, and the next number is the back (of 52 cards: 0 to 51, and 52, as in
Mullin's set). Cards that only options add, such as jokers, come after the back, so that numbers never change.
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
from service.pictures.styles import PLAIN, STYLES, Style
from service.pictures.svg import Picture

BACK = "back"


class NoSuchPicture(UnknownName):
    """There is no picture with that number or code; the message says which there are."""

    def __init__(self, message: str) -> None:
        Exception.__init__(self, message)


@dataclass(frozen=True, eq=False)
class Gallery:
    """The pictures of one deck."""

    deck: Deck
    style: Style

    @cached_property
    def fullest_options(self) -> PackOptions:
        """Return the options with which a pack has every kind of card."""
        largest: dict[str, Any] = {name: OPTIONS[name].largest_pack for name in self.deck.options}
        return PackOptions(**{name: value for name, value in largest.items() if value is not None})

    @cached_property
    def cards(self) -> Mapping[int, Card]:
        """Return the card of each number except the back's."""
        pack = list(self.deck.build_pack(PackOptions()))
        known = {card.code for card in pack}
        more = {card.code: card for card in self.deck.build_pack(self.fullest_options) if card.code not in known}
        return dict(enumerate(pack)) | dict(enumerate(more.values(), start=len(pack) + 1))

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """Return the number of each code; of identical cards the first."""
        return {card.code: number for number, card in reversed(list(self.cards.items()))}

    @property
    def back_number(self) -> int:
        """Return the number of the back, which is the size of a pack."""
        return self.deck.size

    def face(self, card: Card) -> Picture:
        """Return the picture of a card."""
        return Picture(self.style.shape, card.name, self.style.face(card))

    def back(self) -> Picture:
        """Return the picture of the back."""
        return Picture(self.style.shape, "Back", self.style.back())

    def find_by_number(self, number: str) -> str:
        """Return the code of the card with a number, or `BACK`. Raise NoSuchPicture if there is none."""
        index = int(number) if number.isdecimal() and number.isascii() and len(number) < 6 else -1
        if index == self.back_number:
            return BACK
        if index not in self.cards:
            raise NoSuchPicture(
                f"There is no picture {number[:20]!r} of the {self.deck.name} deck. Its cards are 0 to "
                f"{self.back_number - 1}, {self.back_number} is the back{self._describe_option_pictures()}."
            )
        return self.cards[index].code

    def find_by_text(self, text: str) -> str:
        """Return the code of the card that a text names, in any spelling. Raise NoSuchPicture if there is none."""
        try:
            return parse_card("code", text, self.deck, self.fullest_options).code
        except Refused as refused:
            raise NoSuchPicture(str(refused)) from None

    def to_svg(self, name: str) -> str:
        """Return the SVG document of the card with a code, or of the back for `BACK`."""
        picture = self.back() if name == BACK else self.face(self.cards[self.numbers[name]])
        return picture.to_svg(f"{self.deck.name}-{name}")

    def all_pictures(self) -> Iterator[tuple[str, Picture]]:
        """Yield every different picture with its name: the cards by their codes, then the back."""
        for code in dict.fromkeys(card.code for card in self.cards.values()):
            yield code, self.face(self.cards[self.numbers[code]])
        yield BACK, self.back()

    def _describe_option_pictures(self) -> str:
        numbers = [number for number in self.cards if number > self.back_number]
        return f", and {numbers[0]} to {numbers[-1]} are cards that options add" if numbers else ""


GALLERIES: Mapping[str, Gallery] = {name: Gallery(deck, STYLES.get(name, PLAIN)) for name, deck in DECKS.items()}
"""The gallery of every deck."""
