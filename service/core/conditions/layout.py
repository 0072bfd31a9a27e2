"""The layout of a deal, as far as a condition depends on it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from service.core.cards.card import Card
from service.core.cards.shoes import Shoe
from service.core.games.procedures import Deal, all_cards


@dataclass(frozen=True, eq=False, kw_only=True)
class Layout:
    """The hands and piles of a deal, and the function that deals them.

    `deal` deals a drawn order as the result with a number, which decides who gets the first card in a game with boards;
    its positions repeat after `period` numbers. `rest` are the cards that are drawn, by their number in the draw: all
    cards of the shoe but the known ones. With `needs_faces` the faces decide where any card goes. `ranking` is the name
    of the ranking of the game's hands, if it has one.
    """

    shoe: Shoe
    rest: Sequence[int]
    deal: Callable[[Sequence[int], int], Deal]
    period: int = 1
    needs_faces: bool = False
    ranking: str | None = None

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The cards of the shoe by index."""
        return self.shoe.pack * self.shoe.pack_count

    @cached_property
    def suits(self) -> dict[str, frozenset[int]]:
        """The cards of each suit by its name."""
        suits: dict[str, list[int]] = {}
        for index, card in enumerate(self.cards):
            if card.suit is not None:
                suits.setdefault(card.suit, []).append(index)
        return {name: frozenset(cards) for name, cards in suits.items()}

    @cached_property
    def sizes(self) -> dict[str, int]:
        """The number of cards of each hand and pile; of a deal that depends on faces, of one of its deals."""
        return {name: len(cards) for name, cards in self.cards_by_place(range(len(self.rest)), 0).items()}

    @cached_property
    def known(self) -> dict[str, list[int]]:
        """The known cards of each hand and pile."""
        drawn = set(self.rest)
        places = self.cards_by_place(range(len(self.rest)), 0)
        return {name: [card for card in cards if card not in drawn] for name, cards in places.items()}

    def cards_by_place(self, order: Sequence[int], number: int) -> dict[str, list[int]]:
        """Return the cards of each hand and pile of a deal."""
        deal = self.deal(order, number)
        return {name: all_cards(cards) for name, cards in (*deal.hands.items(), *deal.piles.items())}
