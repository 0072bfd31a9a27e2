"""Given cards: a request fixes their hands or piles, and the remaining cards are shuffled into the free places.

A hand or pile gets its given cards first; every other card comes from the shuffled remaining cards, in turn. So each
order of the remaining cards stands for exactly one order of the shoe with the given cards in their places, and a
uniform shuffle of the remaining cards makes all these orders equally likely.
"""

from bisect import bisect, insort
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from ..cards.card import Card
from ..cards.shoe import Shoe, parse_card
from ..cards.spellings import CardSpelling
from ..core.errors import Refused
from ..core.validation import parse_object
from .procedures import DealState, Face, PileCards, Procedure, all_cards


class GivenPlace(NamedTuple):
    """A hand or pile, or a part of it: `kind` is hands or piles, `part` is None for the whole."""

    kind: str
    name: str
    part: str | None = None

    def __str__(self) -> str:
        return ".".join(filter(None, ("given", *self)))


@dataclass(frozen=True, eq=False)
class ItemList:
    """A list of JSON values, which is dealt like the cards of a shoe; a request gives items by position in the list."""

    items: Sequence[Any]
    pack: Sequence[Card] = ()

    def __len__(self) -> int:
        return len(self.items)

    def label(self, index: int) -> int:
        return index


Stack = Shoe | ItemList  # cards or items in unshuffled order, before they are dealt


@dataclass(frozen=True, eq=False)
class Given:
    """The given cards of a deal by place, as indices in the shoe; `procedure` deals the shoe.

    The m cards that are not given are `remaining_cards`; an order of them has the numbers 0…m-1, positions in the list.
    """

    procedure: Procedure
    shoe: Stack
    cards: Mapping[GivenPlace, Sequence[int]]
    _fixed_positions: dict[int, Mapping[int, int]] = field(
        default_factory=dict, init=False, repr=False
    )
    """The positions of the given cards by the first seat, if no face decides where a card goes."""

    @cached_property
    def remaining_cards(self) -> Sequence[int]:
        """The cards of the shoe that are not given, in unshuffled order."""
        given_cards = {card for cards in self.cards.values() for card in cards}
        return [card for card in range(len(self.shoe)) if card not in given_cards]

    def fill(self, remaining_order: Sequence[int], first_seat: int = 0) -> list[int]:
        """Return an order of the whole shoe that deals given cards to their places, others in `remaining_order`."""
        card_at = self._card_at(first_seat, remaining_order)
        cards = (self.remaining_cards[number] for number in remaining_order)
        return [
            card_at[position] if position in card_at else next(cards)
            for position in range(len(self.shoe))
        ]

    def to_json(self) -> dict[str, Any]:
        """Return the given cards as the member `given` of a request, with canonical codes in the order of the deal."""
        members: dict[str, Any] = defaultdict(dict)
        for place, cards in self.cards.items():
            codes = list(map(self.shoe.label, cards))
            if place.part is None:
                members[place.kind][place.name] = codes
            else:
                members[place.kind].setdefault(place.name, {})[place.part] = codes
        return dict(members)

    def _card_at(
        self, first_seat: int, remaining_order: Sequence[int]
    ) -> Mapping[int, int]:
        """Return the given cards by their position in the order of the shoe."""
        if not self.procedure.needs_faces:
            if first_seat not in self._fixed_positions:
                self._fixed_positions[first_seat] = _deal_certain_cards(
                    self, first_seat
                ).card_at
            return self._fixed_positions[first_seat]
        state = _PositionState(self, first_seat, remaining_order)
        for step in self.procedure.steps:
            step.deal(state)
        return state.card_at


class _UnknownFaceError(Exception):
    """A step looks at the face of a remaining card while the order of these cards is unknown."""


class _PositionState(DealState):
    """A deal of the positions 0…n-1 of an order, in which `card_at` has the given card, by index, at its position.

    `remaining_order` has the other cards; a step that needs the face of one raises `Refused` without it.
    """

    def __init__(
        self,
        given: Given,
        first_seat: int = 0,
        remaining_order: Sequence[int] | None = None,
    ) -> None:
        procedure = given.procedure
        shoe = given.shoe
        super().__init__(range(len(shoe)), procedure.seats_from(first_seat), shoe.pack)
        self.card_at: dict[int, int] = {}
        self._given_positions: list[int] = []  # in ascending order
        self.pending = {place: list(cards) for place, cards in given.cards.items()}
        self._remaining_cards, self._remaining_order = (
            given.remaining_cards,
            remaining_order,
        )

    def lay(
        self, kind: str, name: str, part: str, cards: Sequence[int], face: Face
    ) -> None:
        super().lay(kind, name, part, cards, face)
        pending = (
            self.pending.get(GivenPlace(kind, name))
            or self.pending.get(GivenPlace(kind, name, part))
            or []
        )
        free = (
            [position for position in cards if position not in self.card_at]
            if pending
            else []
        )  # not moved here
        for position in free[: len(pending)]:
            self.card_at[position] = pending.pop(0)
            insort(self._given_positions, position)

    def face(self, card: int) -> Card:
        if self.top <= card < self.end:
            raise Refused(
                "given",
                "This game picks cards from anywhere in the shuffle; none of them can be given.",
            )
        if card in self.card_at:
            return super().face(self.card_at[card])
        if self._remaining_order is None:
            raise _UnknownFaceError
        was_at_the_end = card >= self.end
        given_count = len(self.order) - len(self._remaining_cards)
        given_before = (
            given_count if was_at_the_end else bisect(self._given_positions, card)
        )
        return super().face(
            self._remaining_cards[self._remaining_order[card - given_before]]
        )


def _deal_certain_cards(given: Given, first_seat: int = 0) -> _PositionState:
    """Deal the positions that come to the same place whatever the faces of the remaining cards are; return the state.

    A step stops when it looks at an unknown face. The cards that it might have taken are taken from the end of the
    shoe, so that later steps do not deal them.
    """
    state = _PositionState(given, first_seat)
    for step in given.procedure.steps:
        count_before = state.remaining
        try:
            step.deal(state)
        except _UnknownFaceError:
            undealt = step.max_cards(len(state.seats), count_before) - (
                count_before - state.remaining
            )
            state.end -= undealt if undealt > 0 else state.remaining
    return state


def parse_given(
    value: Mapping[str, Any], procedure: Procedure, shoe: Shoe
) -> Given | None:
    """Return the given cards of a request, or None if there are none.

    Raises `Refused`, with the place in its sentence, for an unknown place, a card that is not in the shoe or is given
    more often than it has copies, and more cards than are certain to come to a place.
    """
    free = defaultdict[str, list[int]](list)
    for index in reversed(range(len(shoe))):
        free[shoe.label(index)].append(index)

    def find_card(path: str, text: Any) -> int:
        code = parse_card(
            "given",
            CardSpelling().read_member(path, text),
            shoe.deck,
            shoe.options,
            f"{path}: ",
        ).code
        if code in shoe.excluded_codes:
            raise Refused("given", f"{path}: {code} is not in the shoe.")
        if not free[code]:
            raise Refused(
                "given", f"{path}: Every {code} of the shoe is given already."
            )
        return free[code].pop()  # the lowest

    return _parse_given(value, procedure, shoe, "cards", find_card)


def parse_given_items(
    value: Mapping[str, Any], procedure: Procedure, items: ItemList
) -> Given | None:
    """Return the given items of a request, or None if there are none.

    Raises `Refused`, with the place in its sentence, for an unknown place, a value that is no position in the list, a
    position that is given twice, and more items than come to a place.
    """
    given_positions: set[int] = set()

    def find_item(path: str, position: Any) -> int:
        if type(position) is not int or not 0 <= position < len(items):
            last = f"{len(items) - 1:,}"
            raise Refused(
                "given",
                f"{path} must be a position in items: an integer from 0 to {last}, without quotes.",
            )
        if position in given_positions:
            raise Refused("given", f"{path}: The item {position} is given already.")
        given_positions.add(position)
        return position

    return _parse_given(
        value, procedure, items, "positions in items, from 0", find_item
    )


def _parse_given(
    value: Mapping[str, Any],
    procedure: Procedure,
    shoe: Stack,
    unit: str,
    find_index: Callable[[str, Any], int],
) -> Given | None:
    """Return the given cards or items, or None. `find_index` returns the card that a path and a value name."""
    parse_object("given", value, (), ("hands", "piles"))
    if all(places in (None, {}) for places in value.values()):
        return None
    deal = _deal_certain_cards(Given(procedure, shoe, {}))
    cards: dict[GivenPlace, list[int]] = {}
    for kind, names in (("hands", deal.hands), ("piles", deal.piles)):
        for place, texts in _parse_places(kind, value.get(kind, {}), names, unit):
            cards[place] = [
                find_index(f"{place}[{number}]", text)
                for number, text in enumerate(texts)
            ]
    given = Given(
        procedure, shoe, {place: indices for place, indices in cards.items() if indices}
    )
    _check_places(given)
    return given if given.cards else None


def _parse_places(
    kind: str, value: Any, names: Mapping[str, PileCards], unit: str
) -> Iterator[tuple[GivenPlace, Sequence[Any]]]:
    """Yield each place of one kind, hands or piles, with its list of cards, in the order of the deal."""
    members = parse_object(f"given.{kind}", value, (), names)
    for name, pile in names.items():
        parts = [part for part in pile if part]
        member = members.get(name, [])
        lists = {GivenPlace(kind, name): member}
        if parts and isinstance(member, Mapping):
            parse_object(f"given.{kind}.{name}", member, (), parts)
            lists = {
                GivenPlace(kind, name, part): member.get(part, []) for part in parts
            }
        for place, texts in lists.items():
            if not isinstance(texts, list):
                alternative = (
                    f", or an object of its parts {', '.join(parts)}"
                    if parts and not place.part
                    else ""
                )
                raise Refused(
                    "given", f"{place} must be a list of {unit}{alternative}."
                )
            yield place, texts


def _check_places(given: Given) -> None:
    """Raise `Refused` unless every given card is certain to come to its place and to stay there."""
    for place, pending in _deal_certain_cards(given).pending.items():
        if pending:
            certain = len(given.cards[place]) - len(pending)
            count = (
                "No card is"
                if not certain
                else "Only 1 card is"
                if certain == 1
                else f"Only {certain} cards are"
            )
            raise Refused(
                "given", f"{place}[{certain}]: {count} certain to come there."
            )
    if given.procedure.needs_faces:
        deal = given.procedure.deal(
            given.fill(range(len(given.remaining_cards))), given.shoe.pack
        )
        for place, cards in given.cards.items():
            pile = getattr(deal, place.kind)[place.name]
            final = all_cards(pile) if place.part is None else pile[place.part]
            for number, card in enumerate(cards):
                if card not in final:
                    raise Refused(
                        "given",
                        f"{place}[{number}]: {given.shoe.label(card)} does not stay there.",
                    )
