"""Given cards: they lie in their places of a deal, and the rest of the shoe is shuffled into the free ones.

The deal goes as ever, but a hand or a pile that is to have a given card gets that one instead of the next one of the
shuffled rest. So each order of the rest stands for one order of the shoe with the given cards in their places, and the
other way round: a uniform shuffle of the rest is uniform on these.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, Protocol

from service.core.cards.card import Card
from service.core.cards.shoes import Shoe, parse_card
from service.core.cards.spellings import CardSpelling
from service.core.errors import Refused
from service.core.games.procedures import DealState, Face, PileCards, Procedure, all_cards
from service.core.validation import parse_object


class Place(NamedTuple):
    """A hand or a pile, or one of its parts: `kind` is hands or piles, `part` is None for the whole."""

    kind: str
    name: str
    part: str | None = None

    def __str__(self) -> str:
        return ".".join(filter(None, ("given", *self)))


class Stack(Protocol):
    """The cards of a shoe, or the items of a caller, in unshuffled order, before they are dealt."""

    @property
    def pack(self) -> Sequence[Card]:
        """The cards of one of the identical packs; none if no face decides where anything goes."""
        ...

    def __len__(self) -> int: ...

    def label(self, index: int) -> str | int:
        """Return the text or the number by which a request gives the card that has an index."""
        ...


@dataclass(frozen=True, eq=False)
class ItemList:
    """A list of JSON values, which are dealt like the cards of a shoe and given by their positions in it."""

    items: Sequence[Any]
    pack: Sequence[Card] = ()

    def __len__(self) -> int:
        return len(self.items)

    def label(self, index: int) -> int:
        """Return the position."""
        return index


@dataclass(frozen=True, eq=False)
class Given:
    """The given cards of a deal by their place, as indices in the shoe; `procedure` deals the shoe.

    `rest` are the other cards in unshuffled order, and orders of the rest are of the numbers 0…m-1 of these.
    """

    procedure: Procedure
    shoe: Stack
    cards: Mapping[Place, Sequence[int]]
    _fixed_positions: dict[int, Mapping[int, int]] = field(default_factory=dict, init=False, repr=False)
    """The positions of the given cards by the first seat, if no face decides where a card goes."""

    @cached_property
    def rest(self) -> Sequence[int]:
        """The cards of the shoe that are not given, in unshuffled order."""
        given = {card for cards in self.cards.values() for card in cards}
        return [card for card in range(len(self.shoe)) if card not in given]

    def fill(self, rest_order: Sequence[int], first_seat: int = 0) -> list[int]:
        """Return the order of the whole shoe that deals an order of the rest, and each given card to its place."""
        known = self._known(first_seat, rest_order)
        others = iter(rest_order)
        return [known[position] if position in known else self.rest[next(others)] for position in range(len(self.shoe))]

    def to_json(self) -> dict[str, Any]:
        """Return the given cards as a request has them, with canonical codes and in the order of the deal."""
        members: dict[str, Any] = defaultdict(dict)
        for place, cards in self.cards.items():
            codes = list(map(self.shoe.label, cards))
            if place.part is None:
                members[place.kind][place.name] = codes
            else:
                members[place.kind].setdefault(place.name, {})[place.part] = codes
        return dict(members)

    def _known(self, first_seat: int, rest_order: Sequence[int] = ()) -> Mapping[int, int]:
        """Return the position of every given card in the order of the shoe, and the card."""
        if not self.procedure.needs_faces:
            if first_seat not in self._fixed_positions:
                self._fixed_positions[first_seat] = _deal_certain_cards(self, first_seat).known
            return self._fixed_positions[first_seat]
        state = _PositionState(self, first_seat, rest_order)
        for step in self.procedure.steps:
            step.deal(state)
        return state.known


class _UnknownFaceError(Exception):
    """The face of a card that is not given decides how the deal goes on."""


class _PositionState(DealState):
    """A deal of the positions 0…n-1, which notes in `known` where the given cards lie.

    Without an order of the rest, the faces of the cards that are not given are unknown.
    """

    def __init__(self, given: Given, first_seat: int = 0, rest_order: Sequence[int] | None = None) -> None:
        procedure, shoe = given.procedure, given.shoe
        super().__init__(range(len(shoe)), procedure.seats_from(first_seat), shoe.pack)
        self.known: dict[int, int] = {}
        self.pending = {place: list(cards) for place, cards in given.cards.items()}
        self._rest, self._rest_order = given.rest, rest_order

    def lay(self, kind: str, name: str, part: str, cards: Sequence[int], face: Face) -> None:
        """Add positions to a part of a hand or a pile, and note its given cards at the first of these."""
        super().lay(kind, name, part, cards, face)
        pending = self.pending.get(Place(kind, name)) or self.pending.get(Place(kind, name, part)) or []
        for position in cards[: len(pending)]:
            self.known[position] = pending.pop(0)

    def face(self, card: int) -> Card:
        """Return the card at a position that has been dealt."""
        if self.top <= card < self.end:
            raise Refused("given", "This game picks cards from anywhere in the shuffle; none of them can be given.")
        if card in self.known:
            return super().face(self.known[card])
        if self._rest_order is None:
            raise _UnknownFaceError
        is_from_the_end = card >= self.end
        given_before = (
            len(self.order) - len(self._rest) if is_from_the_end else sum(other < card for other in self.known)
        )
        return super().face(self._rest[self._rest_order[card - given_before]])


def _deal_certain_cards(given: Given, first_seat: int = 0) -> _PositionState:
    """Deal the cards whose place does not depend on the faces of cards that are not given.

    A step that depends on them stops there; the most that it may take further is not certain to be left for later ones.
    """
    state = _PositionState(given, first_seat)
    for step in given.procedure.steps:
        remaining = state.remaining
        try:
            step.deal(state)
        except _UnknownFaceError:
            possible = step.max_cards(len(state.seats), remaining) - (remaining - state.remaining)
            state.end -= possible if possible > 0 else state.remaining
    return state


def parse_given(value: Mapping[str, Any], procedure: Procedure, shoe: Shoe) -> Given | None:
    """Return the given cards of a request, or None if there are none.

    Raises `Refused`, with the place in its sentence, for an unknown place, a card that is not in the shoe or is given
    more often than it has copies, and more cards than are certain to come to a place.
    """
    free = defaultdict[str, list[int]](list)
    for index in reversed(range(len(shoe))):
        free[shoe.label(index)].append(index)
    return _parse_given(value, procedure, shoe, "cards", lambda path, text: _parse_card(path, text, shoe, free))


def parse_given_items(value: Mapping[str, Any], procedure: Procedure, items: ItemList) -> Given | None:
    """Return the given items of a request, or None if there are none.

    Raises `Refused`, with the place in its sentence, for an unknown place, what is no position in the list, a position
    that is given twice, and more items than come to a place.
    """
    taken: set[int] = set()
    return _parse_given(
        value, procedure, items, "positions in items, from 0", lambda path, at: _parse_position(path, at, items, taken)
    )


def _parse_given(
    value: Mapping[str, Any], procedure: Procedure, shoe: Stack, unit: str, parse: Callable[[str, Any], int]
) -> Given | None:
    """Return the given cards or items, None without any. `parse` returns the index of one from its path and value."""
    parse_object("given", value, (), ("hands", "piles"))
    if not any(value.values()):
        return None
    places = _deal_certain_cards(Given(procedure, shoe, {}))
    cards: dict[Place, list[int]] = {}
    for kind, names in (("hands", places.hands), ("piles", places.piles)):
        for place, texts in _parse_places(kind, value.get(kind, {}), names, unit):
            cards[place] = [parse(f"{place}[{at}]", text) for at, text in enumerate(texts)]
    given = Given(procedure, shoe, {place: indices for place, indices in cards.items() if indices})
    _check_places(given)
    return given if given.cards else None


def _parse_places(
    kind: str, value: Any, names: Mapping[str, PileCards], unit: str
) -> Iterator[tuple[Place, Sequence[Any]]]:
    """Yield the places of one kind and their lists of cards, in the order of the deal."""
    members = parse_object(f"given.{kind}", value, (), names)
    for name, pile in names.items():
        parts, given = [part for part in pile if part], members.get(name, [])
        lists = {Place(kind, str(name)): given}  # str: a side of baccarat is no key of JSON
        if parts and isinstance(given, Mapping):
            parse_object(f"given.{kind}.{name}", given, (), parts)
            lists = {Place(kind, name, part): given.get(part, []) for part in parts}
        for place, texts in lists.items():
            if not isinstance(texts, list):
                alternative = f", or an object of its parts {', '.join(parts)}" if parts and not place.part else ""
                raise Refused("given", f"{place} must be a list of {unit}{alternative}.")
            yield place, texts


def _parse_card(path: str, value: Any, shoe: Shoe, free: Mapping[str, list[int]]) -> int:
    """Return the lowest free index of the card that a text stands for, and take it from the free ones."""
    text = CardSpelling().parse(path, value)
    try:
        code = parse_card("given", text, shoe.deck, shoe.options).code
    except Refused as refusal:
        raise Refused("given", f"{path}: {refusal}") from None
    if code in shoe.excluded_codes:
        raise Refused("given", f"{path}: {code} is not in the shoe.")
    if not free[code]:
        raise Refused("given", f"{path}: Every {code} of the shoe is given already.")
    return free[code].pop()


def _parse_position(path: str, value: Any, items: ItemList, taken: set[int]) -> int:
    """Return a position in a list, and add it to those that are taken."""
    if type(value) is not int or not 0 <= value < len(items):
        raise Refused(
            "given", f"{path} must be a position in items: an integer from 0 to {len(items) - 1:,}, without quotes."
        )
    if value in taken:
        raise Refused("given", f"{path}: The item {value} is given already.")
    taken.add(value)
    return value


def _check_places(given: Given) -> None:
    """Raise `Refused` unless every given card is certain to come to its place and to stay there."""
    for place, pending in _deal_certain_cards(given).pending.items():
        if pending:
            certain = len(given.cards[place]) - len(pending)
            count = "No card is" if not certain else "Only 1 card is" if certain == 1 else f"Only {certain} cards are"
            raise Refused("given", f"{place}[{certain}]: {count} certain to come there.")
    if given.procedure.needs_faces:
        deal = given.procedure.deal(given.fill(range(len(given.rest))), given.shoe.pack)
        for place, cards in given.cards.items():
            pile = getattr(deal, place.kind)[place.name]
            final = all_cards(pile) if place.part is None else pile[place.part]
            for at, card in enumerate(cards):
                if card not in final:
                    raise Refused("given", f"{place}[{at}]: {given.shoe.label(card)} does not stay there.")
