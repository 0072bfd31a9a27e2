"""The deals of a table or of a list, in which some cards may be given; and the procedure of plain deals of any deck."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any

from service.core.cards.card import Card
from service.core.cards.shoes import Shoe
from service.core.errors import Refused
from service.core.games.game import Table, numbered_seats
from service.core.games.given import Given, ItemList, parse_given, parse_given_items
from service.core.games.notation import burn, packets, rest, to_pile
from service.core.games.procedures import Deal, Procedure, all_cards
from service.core.kinds import Integer, ListOf
from service.core.shuffles.integers import MAX_MAGNITUDE
from service.core.shuffles.plans import Limits, Plan, ShuffleRequest, plan_shuffle

MAX_PILES = 100


class AnyDeals(ABC):
    """The deals of cards or of items: a shuffle of those that are not given decides each of them."""

    given: Given | None

    @property
    @abstractmethod
    def procedure(self) -> Procedure:
        """The procedure of the deals."""

    @property
    @abstractmethod
    def size(self) -> int:
        """The number of cards of a deal, in all hands and piles."""

    @property
    def boards(self) -> int:
        """The number of boards after which the deals begin at the same seat again."""
        return 1

    @abstractmethod
    def deal(self, order: Sequence[int], board: int = 1) -> Deal:
        """Return the deal that a shuffled order makes; in a game with boards, as that board."""

    @abstractmethod
    def name_card(self, index: int) -> str:
        """Return the words for a card."""

    @cached_property
    def rest(self) -> Sequence[int]:
        """The cards that are not given, by their number in a shuffle of them."""
        return self.given.rest if self.given else range(self.size)

    def plan(self, request: ShuffleRequest, limits: Limits, size: int | None = None) -> Plan:
        """Return the plan that shuffles the cards that are not given, of results of some size.

        Raises `Refused` as `plan_shuffle` does.
        """
        return plan_shuffle(len(self.rest), request, limits, size=self.size if size is None else size)

    def cards_by_place(self, order: Sequence[int], board: int = 1) -> dict[str, list[int]]:
        """Return the cards of each hand and pile of a deal."""
        deal = self.deal(order, board)
        return {name: all_cards(cards) for name, cards in (*deal.hands.items(), *deal.piles.items())}

    @cached_property
    def _first_places(self) -> dict[str, list[int]]:
        return self.cards_by_place(range(len(self.rest)), 0)

    @cached_property
    def sizes(self) -> dict[str, int]:
        """The number of cards of each hand and pile; of a deal that depends on faces, of one of its deals."""
        return {name: len(cards) for name, cards in self._first_places.items()}

    @cached_property
    def known(self) -> dict[str, list[int]]:
        """The given cards of each hand and pile."""
        rest = set(self.rest)
        return {name: [card for card in cards if card not in rest] for name, cards in self._first_places.items()}


@dataclass(frozen=True, eq=False)
class Deals(AnyDeals):
    """The deals of a table."""

    table: Table
    given: Given | None = None

    @property
    def shoe(self) -> Shoe:
        """The shoe that is dealt."""
        return self.table.shoe

    @property
    def procedure(self) -> Procedure:
        """The procedure of the table."""
        return self.table.procedure

    @property
    def size(self) -> int:
        """The number of cards in the shoe."""
        return len(self.shoe)

    @property
    def boards(self) -> int:
        """The number of boards after which the deals begin at the same seat again."""
        return self.table.boards

    def deal(self, order: Sequence[int], board: int = 1) -> Deal:
        """Return the deal that a shuffled order makes; in a game with boards, as that board."""
        if self.given:
            order = self.given.fill(order, self.table.first_seat(board))
        return self.table.deal(order, board)

    def name_card(self, index: int) -> str:
        """Return the code of a card."""
        return self.shoe.label(index)

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


@dataclass(frozen=True, eq=False)
class ItemDeals(AnyDeals):
    """The deals of a list of JSON values by a plain procedure."""

    items: Sequence[Any]
    plain: Procedure
    given: Given | None = None

    @property
    def procedure(self) -> Procedure:
        """The procedure, which looks at no face."""
        return self.plain

    @property
    def size(self) -> int:
        """The number of items in the list."""
        return len(self.items)

    def deal(self, order: Sequence[int], board: int = 1) -> Deal:  # noqa: ARG002 (of games with boards)
        """Return the deal that a shuffled order makes."""
        return self._positions.map_to(self.given.fill(order) if self.given else order)

    def name_card(self, index: int) -> str:
        """Return the place of an item in the request."""
        return f"items[{index}]"

    @cached_property
    def comparable(self) -> Sequence[Any]:
        """The items as `make_comparable` returns them."""
        return [make_comparable(item) for item in self.items]

    @cached_property
    def _positions(self) -> Deal:
        return self.plain.deal(range(self.size))


def make_comparable(value: Any) -> Any:
    """Return a JSON value that equals another one if both have the same canonical form: Python's True equals 1."""
    if isinstance(value, bool):
        return _BOOLEANS[value]
    if isinstance(value, dict):
        return {name: make_comparable(member) for name, member in value.items()}
    return [*map(make_comparable, value)] if isinstance(value, list) else value


_BOOLEANS = (object(), object())


def set_up_item_deals(items: Sequence[Any], procedure: Procedure, given: Mapping[str, Any] | None) -> ItemDeals:
    """Return the deals of a list in which the items of a request are given.

    Raises `Refused` as `parse_given_items` does.
    """
    known = parse_given_items(given, procedure, ItemList(items)) if given else None
    return ItemDeals(items, procedure, known)


def set_up_deals(table: Table, given: Mapping[str, Any] | None) -> Deals:
    """Return the deals of a table in which the cards of a request are given. Raises `Refused` as `parse_given` does."""
    return Deals(table, parse_given(given, table.procedure, table.shoe) if given else None)


@dataclass(frozen=True, kw_only=True)
class DealRequest:
    """The parameters of a plain deal.

    Each of `hands` gets `cards` cards one at a time, or `packets`: cards given at once, in turn (3, 2: three to
    everybody, then two). `burn` cards go from the top to the pile `burns` before the first card is dealt.
    """

    hands: Annotated[int, Integer("Hands to deal.", 1, MAX_MAGNITUDE, example=4)]
    cards: Annotated[
        int | None,
        Integer("Cards in each hand; optional with packets.", 1, MAX_MAGNITUDE, example=5, shown="Cards in each hand"),
    ] = None
    packets: Annotated[
        tuple[int, ...],
        ListOf(
            "Cards given to a hand at once, in turn.",
            Integer("", 1, MAX_MAGNITUDE),
            100,
            example=[3, 2],
            implied="one at a time",
        ),
    ] = ()
    burn: Annotated[int, Integer("Cards burned before the first is dealt.", 0, MAX_MAGNITUDE, example=1)] = 0


def build_procedure(request: DealRequest, size: int, piles: Sequence[tuple[str, int]] = ()) -> Procedure:
    """Return the procedure of a plain deal from a shoe of `size` cards; the seats are 1, 2, ….

    `piles` are further piles, each with its number of cards, which get them after the hands. Raises `Refused` if there
    are too few cards, if `packets` and `cards` do not agree, or if two piles have one name.
    """
    each = _cards_each(request)
    _check_names([name for name, _ in piles])
    in_piles = sum(cards for _, cards in piles)
    required = request.burn + request.hands * each + in_piles
    if required > size:
        others = f"{request.burn:,} burned and {in_piles:,} in piles" if piles else f"{request.burn:,} burned"
        field = "packets" if request.cards is None else "cards"
        raise Refused(
            "piles" if required - in_piles <= size else field,
            f"{request.hands:,} × {each:,} cards{',' if piles else ' and'} {others} make {required:,}, but there are "
            f"{size:,}: {required - size:,} too few.",
        )
    burns = (burn(request.burn),) if request.burn else ()
    return Procedure(
        numbered_seats(request.hands),
        (
            *burns,
            packets(request.packets or (1,) * each),
            *(to_pile(name, cards) for name, cards in piles),
            rest("stock"),
        ),
    )


def _check_names(names: Sequence[str]) -> None:
    used = {"burns", "stock"}
    for name in names:
        if name in used:
            raise Refused("piles", f"Each pile needs a name of its own, neither burns nor stock; {name!r} is taken.")
        used.add(name)


def _cards_each(request: DealRequest) -> int:
    if not request.packets:
        if request.cards is None:
            raise Refused("cards", "Say how many cards each hand gets, with cards or with packets.")
        return request.cards
    each = sum(request.packets)
    if request.cards not in {None, each}:
        raise Refused(
            "packets",
            f"Packets of {', '.join(map(str, request.packets))} make {each:,} cards a hand, not {request.cards:,}.",
        )
    return each
