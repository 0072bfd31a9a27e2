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
from itertools import chain
from typing import Any, NamedTuple

from ..cards.card import Card
from ..cards.shoe import Shoe, parse_card
from ..cards.spellings import CardSpelling
from ..core.errors import Refused
from ..core.validation import parse_object
from .procedures import DealState, Face, PileCards, PlaceKind, Procedure, all_cards


class GivenPlace(NamedTuple):
    """Where cards are given: a hand or pile, or one named part of it. Without a `part` it is the whole hand or pile.

    As a text it is the path in the request: `given.hands.N` or `given.piles.board.flop`.
    """

    kind: PlaceKind
    name: str
    part: str | None = None

    def __str__(self) -> str:
        return ".".join(filter(None, ("given", *self)))


@dataclass(frozen=True, eq=False)
class ItemList:
    """A list of JSON values, which is dealt like the cards of a shoe.

    A request names a given item by its position in the list, so the label of an item is this position.
    """

    items: Sequence[Any]
    pack: Sequence[Card] = ()

    def __len__(self) -> int:
        return len(self.items)

    def label(self, index: int) -> int:
        return index


Stack = Shoe | ItemList  # cards or items in unshuffled order, before they are dealt


class _PlaceReader(NamedTuple):
    """The functions that read the cards or items of a place, and the noun for these in messages."""

    noun: str
    """The entries of a list, in messages."""
    find_index: Callable[[str, Any], int]
    """Takes the path of an entry, such as `given.hands.N[0]`, and the entry, and returns the index of its card."""
    split_text: Callable[[str], Sequence[str] | None]
    """Returns the spellings of the cards that one text has together, or None if it is no such text."""


@dataclass(frozen=True, eq=False)
class Given:
    """The given cards of a deal: the indices in the stack of the cards that a request fixes in each place.

    `procedure` deals the stack. The cards that are not given are `remaining_cards`. An order of these m cards is a
    permutation of 0…m-1, where each number is a position in `remaining_cards`.
    """

    procedure: Procedure
    stack: Stack
    cards: Mapping[GivenPlace, Sequence[int]]
    _fixed_positions: dict[int, Mapping[int, int]] = field(
        default_factory=dict, init=False, repr=False
    )
    """If no face decides where a card goes: for each first seat, what `_card_at` returns for every order."""

    @cached_property
    def remaining_cards(self) -> Sequence[int]:
        """The cards of the stack that are not given, in unshuffled order."""
        given_cards = {card for cards in self.cards.values() for card in cards}
        return [card for card in range(len(self.stack)) if card not in given_cards]

    def fill(self, remaining_order: Sequence[int], first_seat: int = 0) -> list[int]:
        """Return an order of the whole stack, as indices, which deals the given cards to their places.

        The positions without a given card have the remaining cards in the order `remaining_order`.
        """
        card_at = self._card_at(first_seat, remaining_order)
        cards = (self.remaining_cards[number] for number in remaining_order)
        return [
            card_at[position] if position in card_at else next(cards)
            for position in range(len(self.stack))
        ]

    def to_json(self) -> dict[str, Any]:
        """Return the given cards as the member `given` of a request, with canonical codes in the order of the deal."""
        members: dict[str, Any] = defaultdict(dict)
        for place, cards in self.cards.items():
            codes = [self.stack.label(card) for card in cards]
            if place.part is None:
                members[place.kind][place.name] = codes
            else:
                members[place.kind].setdefault(place.name, {})[place.part] = codes
        return dict(members)

    def _card_at(
        self, first_seat: int, remaining_order: Sequence[int]
    ) -> Mapping[int, int]:
        """Return the index of each given card by the position that it must have in the order of the stack."""
        if not self.procedure.needs_faces:
            if first_seat not in self._fixed_positions:
                state = _deal_certain_cards(self, first_seat)
                self._fixed_positions[first_seat] = state.card_at
            return self._fixed_positions[first_seat]
        state = _PositionState(self, first_seat, remaining_order)
        for step in self.procedure.steps:
            step.deal(state)
        return state.card_at


class _UnknownFaceError(Exception):
    """A step looks at the face of a remaining card while the order of these cards is unknown."""


class _PositionState(DealState):
    """A deal of the positions 0…n-1 of an order, which finds where each given card must be in the order.

    Steps deal positions as if they were cards. The first positions that come to a place get the cards that are given
    there. `card_at` has the index of a given card by its position; `pending` has, by place, the given cards that have
    no position yet. `remaining_order` is the order of the cards that are not given. Without this order, a step that
    looks at such a card raises `_UnknownFaceError`.
    """

    def __init__(
        self,
        given: Given,
        first_seat: int = 0,
        remaining_order: Sequence[int] | None = None,
    ) -> None:
        procedure = given.procedure
        stack = given.stack
        super().__init__(
            range(len(stack)), procedure.seats_from(first_seat), stack.pack
        )
        self.card_at: dict[int, int] = {}
        self._given_positions: list[int] = []  # in ascending order
        self.pending = {place: list(cards) for place, cards in given.cards.items()}
        self._remaining_cards = given.remaining_cards
        self._remaining_order = remaining_order

    def lay(
        self, kind: PlaceKind, name: str, part: str, cards: Sequence[int], face: Face
    ) -> None:
        """Lay positions. The first positions get the cards that are given there and have no position yet."""
        super().lay(kind, name, part, cards, face)
        pending = (
            self.pending.get(GivenPlace(kind, name))
            or self.pending.get(GivenPlace(kind, name, part))
            or []
        )
        if not pending:
            return
        # A position with a given card was laid before and is only moved here.
        free = [position for position in cards if position not in self.card_at]
        for position in free[: len(pending)]:
            self.card_at[position] = pending.pop(0)
            insort(self._given_positions, position)

    def face(self, card: int) -> Card:
        """Return the card at a position: a given card, or the next of the remaining cards in their order.

        If one card is given at position 0 of three, position 1 has the first card of the remaining order. Raises
        `Refused` for a position that is not taken yet.
        """
        if self.top <= card < self.end:
            raise Refused(
                "given",
                "This game picks cards from anywhere in the shuffle; none of them can be given.",
            )
        if card in self.card_at:
            return super().face(self.card_at[card])
        if self._remaining_order is None:
            raise _UnknownFaceError
        # The remaining cards lie, in turn, at the positions without a given card. Before a position that was taken from
        # the end of the shoe come all given cards.
        was_at_the_end = card >= self.end
        given_count = len(self.order) - len(self._remaining_cards)
        given_before = (
            given_count if was_at_the_end else bisect(self._given_positions, card)
        )
        number = self._remaining_order[card - given_before]
        return super().face(self._remaining_cards[number])


def _deal_certain_cards(given: Given, first_seat: int = 0) -> _PositionState:
    """Deal as far as the faces of the remaining cards decide nothing, and return the state.

    A position that is dealt comes to the same place in every order of the remaining cards. A step stops when it looks
    at the face of a remaining card. The further cards that it might have taken are taken away at the end of the shoe,
    so that no later step deals a position that it may not get.
    """
    state = _PositionState(given, first_seat)
    for step in given.procedure.steps:
        count_before = state.remaining
        try:
            step.deal(state)
        except _UnknownFaceError:
            max_cards = step.max_cards(len(state.seats), count_before)
            dealt = count_before - state.remaining
            undealt = max_cards - dealt
            state.end -= undealt if undealt > 0 else state.remaining
    return state


def parse_given(
    value: Mapping[str, Any], procedure: Procedure, shoe: Shoe
) -> Given | None:
    """Return the given cards of a request, or None if there are none.

    {"hands": {"N": ["AS", "KS"]}} gives two cards to north. Raises `Refused`, with the place in its sentence, for an
    unknown place, a card that is not in the shoe or is given more often than it has copies, and a card that is not
    certain to come to its place and to stay there.
    """
    # By code: the copies that are not given yet, the lowest index last.
    free = defaultdict[str, list[int]](list)
    for index in reversed(range(len(shoe))):
        free[shoe.label(index)].append(index)

    def find_card(path: str, text: Any) -> int:
        spelling = CardSpelling().read_member(path, text)
        card = parse_card("given", spelling, shoe.deck, shoe.options, f"{path}: ")
        if card.code in shoe.excluded_codes:
            raise Refused("given", f"{path}: {card.code} is not in the shoe.")
        copies = free[card.code]
        if not copies:
            raise Refused(
                "given", f"{path}: Every {card.code} of the shoe is given already."
            )
        return copies.pop()

    reader = _PlaceReader("cards", find_card, shoe.deck.split_text)
    return _parse_given(value, procedure, shoe, reader)


def parse_given_items(
    value: Mapping[str, Any], procedure: Procedure, items: ItemList
) -> Given | None:
    """Return the given items of a request, or None if there are none.

    {"hands": {"1": [0, 5]}} gives the first and the sixth item of the list to seat 1.
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

    reader = _PlaceReader("positions in items, from 0", find_item, lambda _: None)
    return _parse_given(value, procedure, items, reader)


def _parse_given(
    value: Mapping[str, Any], procedure: Procedure, stack: Stack, reader: _PlaceReader
) -> Given | None:
    """Return the given cards or items of a request, or None if there are none.

    Raises `Refused` as the callers say.
    """
    parse_object("given", value, (), ("hands", "piles"))
    if all(places in (None, {}) for places in value.values()):
        return None
    deal = _deal_certain_cards(Given(procedure, stack, {}))
    lists = chain(
        _parse_places("hands", value.get("hands", {}), deal.hands, reader),
        _parse_places("piles", value.get("piles", {}), deal.piles, reader),
    )
    cards: dict[GivenPlace, list[int]] = {}
    for place, texts in lists:
        indices = [
            reader.find_index(f"{place}[{number}]", text)
            for number, text in enumerate(texts)
        ]
        if indices:
            cards[place] = indices
    given = Given(procedure, stack, cards)
    _check_certain(given)
    _check_final(given)
    return given if cards else None


def _parse_places(
    kind: PlaceKind, value: Any, names: Mapping[str, PileCards], reader: _PlaceReader
) -> Iterator[tuple[GivenPlace, Sequence[Any]]]:
    """Yield each place among the hands, or among the piles, with its list of cards, in the order of the deal.

    `value` is what the request has, and `names` has the hands or the piles of a deal. A hand or pile with named parts
    may have one list, which is yielded for the whole, or a list for each part. A place that the request leaves out is
    yielded with an empty list. Raises `Refused` for an unknown name and for a value of another form.

    The piles of hold'em with {"board": {"flop": ["AS"]}} give (GivenPlace("piles", "board", "flop"), ["AS"]), and with
    [] each of burns, board/turn, board/river and stock.
    """
    members = parse_object(f"given.{kind}", value, (), names)
    for name, pile in names.items():
        parts = [part for part in pile if part]
        member = members.get(name, [])
        if parts and isinstance(member, Mapping):
            parse_object(f"given.{kind}.{name}", member, (), parts)
            for part in parts:
                place = GivenPlace(kind, name, part)
                yield place, _read_list(place, member.get(part, []), reader)
        else:
            place = GivenPlace(kind, name)
            yield place, _read_list(place, member, reader, parts)


def _read_list(
    place: GivenPlace, value: Any, reader: _PlaceReader, parts: Sequence[str] = ()
) -> Sequence[Any]:
    """Return the entries of a place: a list as it is, or the cards that one text has together.

    Raises `Refused` for another value; with `parts`, the message names an object of these too.
    """
    entries = reader.split_text(value) if isinstance(value, str) else value
    if isinstance(entries, list):
        return entries
    alternative = f", or an object of its parts {', '.join(parts)}" if parts else ""
    raise Refused("given", f"{place} must be a list of {reader.noun}{alternative}.")


def _check_certain(given: Given) -> None:
    """Raise `Refused` unless every given card is certain to come to its place."""
    for place, pending in _deal_certain_cards(given).pending.items():
        if pending:
            certain = len(given.cards[place]) - len(pending)
            raise Refused(
                "given",
                f"{place}[{certain}]: {_count_certain(certain)} certain to come there.",
            )


def _count_certain(count: int) -> str:
    """Return words for a number of certain cards."""
    if count == 0:
        return "No card is"
    return "Only 1 card is" if count == 1 else f"Only {count} cards are"


def _check_final(given: Given) -> None:
    """Raise `Refused` for a given card that a step moves out of its place: an eight that begins the discards is buried.

    The sentence is "given.piles.discards[0]: 8S does not stay there."
    The deal of one order of the remaining cards shows this for every order. Given cards are the first of their place,
    and a step moves a card because of its own face or because of the cards before it in the place. There is one limit:
    a step moves no card if too few are left to replace those that it would move, and this may depend on the order.
    """
    if not given.procedure.needs_faces:
        return
    order = given.fill(range(len(given.remaining_cards)))
    deal = given.procedure.deal(order, given.stack.pack)
    for place, cards in given.cards.items():
        piles = deal.hands if place.kind == "hands" else deal.piles
        pile = piles[place.name]
        final = all_cards(pile) if place.part is None else pile[place.part]
        for number, card in enumerate(cards):
            if card not in final:
                raise Refused(
                    "given",
                    f"{place}[{number}]: {given.stack.label(card)} does not stay there.",
                )
