"""Deal shuffled cards or items by a procedure. Given cards come to fixed places. Plain deals need no game."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, NamedTuple

from ..cards.card import Card
from ..cards.seats import HANDS_ALIASES
from ..cards.shoe import Shoe
from ..core.draw_requests import NAMED
from ..core.errors import Refused
from ..core.limits import Limits
from ..core.rng.sources import WordSource
from ..core.rng.streams import Randomness
from ..core.shuffle_requests import ShuffleRequest, prepare_shuffle
from ..core.shuffles.samplers import Permutation, Sampler
from ..core.value_types import MAX_MAGNITUDE, Integer, ListOf
from ..core.work import Work
from .game import DealTable, Table, expand_seats
from .given import Given, ItemList, parse_given, parse_given_items
from .microsoft import MAX_DEAL_NUMBER
from .notation import burn, packets, rest, to_pile
from .procedures import Deal, Procedure, all_cards

MAX_PILES = 100

# Names that callers give the parameters of deals by mistake:
PLAYERS_ALIASES = ("hands", "seats", "player count", "num players", "number of players")
CARDS_ALIASES = ("hand size", "cards per hand", "cards per player", "count", "size")
ITEMS_ALIASES = (
    "names",
    "participants",
    "people",
    "players",
    "teams",
    "list",
    "values",
    "entries",
    "elements",
)


class AnyDeals(ABC):
    """Deals cards or items by a procedure. Given cards lie in fixed places; the remaining cards are shuffled."""

    table: DealTable
    given: Given | None

    @property
    def procedure(self) -> Procedure:
        return self.table.procedure

    @property
    def size(self) -> int:
        """The number of cards in all hands and piles of a deal."""
        return self.table.size

    @property
    def boards(self) -> int:
        """The number of boards until the first card goes to the same seat again; 1 in a game without boards."""
        return self.table.boards

    def deal(self, order: Sequence[int], board: int = 1) -> Deal:
        """Deal a shuffled order of the remaining cards, and the given cards; in a game with boards, as this board."""
        if self.given:
            order = self.given.fill(order, self.table.first_seat(board))
        return self.table.deal(order, board)

    @abstractmethod
    def name_card(self, index: int) -> str:
        """Return a name for the card with this index, for messages."""

    @cached_property
    def remaining_cards(self) -> Sequence[int]:
        """The indices of the cards that are not given, in unshuffled order."""
        return self.given.remaining_cards if self.given else range(self.size)

    def sampler(
        self, request: ShuffleRequest, limits: Limits, size: int | None = None
    ) -> Sampler:
        """Return the sampler that shuffles the cards that are not given.

        `size` is the number of items that a result counts as for the limits: all cards of the deal, if it is None.
        Raises as `prepare_shuffle` does.
        """
        return prepare_shuffle(
            len(self.remaining_cards),
            request,
            limits,
            size=self.size if size is None else size,
        )

    def cards_by_place(
        self, order: Sequence[int], board: int = 1
    ) -> dict[str, list[int]]:
        """Deal an order as `deal` does, and return the cards of each hand and pile by name."""
        deal = self.deal(order, board)
        return {
            name: all_cards(cards)
            for name, cards in (*deal.hands.items(), *deal.piles.items())
        }

    @cached_property
    def _first_places(self) -> dict[str, list[int]]:
        """The cards of each hand and pile by name, if the remaining cards are dealt unshuffled."""
        return self.cards_by_place(range(len(self.remaining_cards)), 0)

    @cached_property
    def sizes(self) -> dict[str, int]:
        """The number of cards of each hand and pile; if the faces of cards decide it, the number in one example."""
        return {name: len(cards) for name, cards in self._first_places.items()}

    @cached_property
    def given_by_place(self) -> dict[str, list[int]]:
        """The given cards of each hand and pile by name."""
        shuffled = set(self.remaining_cards)
        return {
            name: [card for card in cards if card not in shuffled]
            for name, cards in self._first_places.items()
        }


@dataclass(frozen=True, eq=False)
class Deals(AnyDeals):
    """Deals the cards of a shoe by the procedure of its table."""

    table: Table
    given: Given | None = None

    @property
    def shoe(self) -> Shoe:
        return self.table.shoe

    def name_card(self, index: int) -> str:
        return self.shoe.label(index)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
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
    """Deals a list of JSON values by the procedure of a plain deal."""

    table: DealTable
    items: Sequence[Any]
    given: Given | None = None

    def name_card(self, index: int) -> str:
        return f"items[{index}]"

    @cached_property
    def comparable(self) -> Sequence[Any]:
        return [make_comparable(item) for item in self.items]


def make_comparable(value: Any) -> Any:
    """Return a value that compares as the JSON value does in canonical JSON: true does not equal 1, but 1.0 does."""
    if isinstance(value, bool):
        return _BOOLEANS[value]
    if isinstance(value, dict):
        return {name: make_comparable(member) for name, member in value.items()}
    if isinstance(value, list):
        return [make_comparable(item) for item in value]
    return value


_BOOLEANS = (object(), object())
"""The objects that stand for false and for true. They equal nothing else."""


def set_up_item_deals(
    items: Sequence[Any], procedure: Procedure, given: Mapping[str, Any] | None
) -> ItemDeals:
    """Return the `ItemDeals` of a list and a request's given items. Raises `Refused` as `parse_given_items` does."""
    table = DealTable(procedure=procedure, count=len(items))
    if not given:
        return ItemDeals(table, items)
    return ItemDeals(table, items, parse_given_items(given, procedure, ItemList(items)))


def set_up_deals(table: Table, given: Mapping[str, Any] | None) -> Deals:
    """Return the `Deals` of a table and a request's given cards. Raises `Refused` as `parse_given` does."""
    if not given:
        return Deals(table)
    return Deals(table, parse_given(given, table.procedure, table.shoe))


@dataclass(frozen=True, kw_only=True)
class DealRequest:
    """The parameters of a plain deal, which is a deal without a game.

    Each of the `hands` gets `cards` cards one at a time, or `packets`: 3, 2 gives everybody three at once, then two.
    `burn` cards go from the top to the pile `burns` before the first card is dealt.
    """

    hands: Annotated[
        int,
        Integer(
            "Hands to deal; each counts as 20 items of a response.",
            1,
            MAX_MAGNITUDE,
            example=4,
            aliases=HANDS_ALIASES,
        ),
        NAMED,
    ]
    cards: Annotated[
        int | None,
        Integer(
            "Cards in each hand; optional with packets.",
            1,
            MAX_MAGNITUDE,
            example=5,
            aliases=CARDS_ALIASES,
        ),
        NAMED,
    ] = None
    packets: Annotated[
        tuple[int, ...],
        ListOf(
            "Cards given to a hand at once, in turn.",
            Integer("", 1, MAX_MAGNITUDE),
            100,
            example=[3, 2],
            default_text="one at a time",
        ),
        NAMED,
    ] = ()
    burn: Annotated[
        int,
        Integer("Cards burned before the first is dealt.", 0, MAX_MAGNITUDE, example=1),
        NAMED,
    ] = 0


class PileSize(NamedTuple):
    """A pile of a plain deal: its name, and how many cards it gets."""

    name: str
    cards: int


def build_procedure(
    request: DealRequest, size: int, piles: Sequence[PileSize] = ()
) -> Procedure:
    """Return the procedure of a plain deal from a shoe of `size` cards; the seats are 1, 2, ….

    `piles` are dealt after the hands. Raises `Refused` if there are too few cards, if `packets` and `cards` do not
    agree, or if two piles have the same name.
    """
    hand_size = _find_hand_size(request)
    _check_names([pile.name for pile in piles])
    _check_size(request, hand_size, piles, size)
    steps = [burn(request.burn)] if request.burn else []
    steps.append(packets(request.packets or (1,) * hand_size))
    steps += (to_pile(pile.name, pile.cards) for pile in piles)
    steps.append(rest("stock"))
    return Procedure(expand_seats("1, …, n", request.hands), tuple(steps))


def _find_hand_size(request: DealRequest) -> int:
    """Return how many cards each hand gets. Raises `Refused` if the request does not say it, or says it in two ways."""
    if not request.packets:
        if request.cards is None:
            raise Refused(
                "cards",
                "Say how many cards each hand gets, with cards or with packets.",
            )
        return request.cards
    hand_size = sum(request.packets)
    if request.cards not in {None, hand_size}:
        sizes = ", ".join(map(str, request.packets))
        raise Refused(
            "packets",
            f"Packets of {sizes} make {hand_size:,} cards a hand, not {request.cards:,}.",
        )
    return hand_size


def _check_names(names: Sequence[str]) -> None:
    """Raise `Refused` for a name that two piles have, or that a pile of every plain deal has."""
    taken = {"burns", "stock"}
    for name in names:
        if name in taken:
            raise Refused(
                "piles",
                f"Each pile needs a name of its own, neither burns nor stock; {name!r} is taken.",
            )
        taken.add(name)


def _check_size(
    request: DealRequest, hand_size: int, piles: Sequence[PileSize], size: int
) -> None:
    """Raise `Refused` for a deal of more cards than the `size` of the shoe, naming a member that asks for too many.

    For two hands of 30 it names `cards`: "2 × 30 cards and 0 burned make 60, but there are 52: 8 too few."
    """
    in_hands = request.burn + request.hands * hand_size
    in_piles = sum(pile.cards for pile in piles)
    required = in_hands + in_piles
    if required <= size:
        return
    hands_field = "packets" if request.cards is None else "cards"
    hands = f"{request.hands:,} × {hand_size:,} cards"
    burned = f"{request.burn:,} burned"
    addends = (
        f"{hands}, {burned} and {in_piles:,} in piles"
        if piles
        else f"{hands} and {burned}"
    )
    raise Refused(
        "piles" if in_hands <= size else hands_field,
        f"{addends} make {required:,}, but there are {size:,}: {required - size:,} too few.",
    )


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class NumberedSampler(Sampler):
    """Draws published deals in place of random ones: those with the numbers `number`, `number` + 1 and so on.

    `order` takes the number of a deal and returns its order. A seed is refused.
    """

    number: int
    order: Callable[[int], Sequence[int]]

    @property
    def is_random(self) -> bool:
        return False

    def draw_from(self, source: WordSource) -> Sequence[int]:  # noqa: ARG002 (it has no randomness)
        """Return the order of the first number; no word of the source is read."""
        return self.order(self.number)

    def draw(
        self,
        randomness: Randomness,
        offset: int = 0,
        work: Work | None = None,  # noqa: ARG002 (an order that is published takes no steps)
    ) -> Permutation:
        self.check_seed(randomness)
        return Permutation(self.order(self.number + offset), 0)

    def check_seed(self, randomness: Randomness) -> None:
        if randomness.seed is not None:
            raise Refused(
                "seed", "A deal_number stands for one order, and takes no seed."
            )

    def check_batch(
        self, randomness: Randomness, repeats: int, limits: Limits, *, is_streamed: bool
    ) -> None:
        self.check_seed(randomness)
        if self.number + repeats - 1 > MAX_DEAL_NUMBER:
            raise Refused(
                "repeats",
                f"The last deal would have a number above {MAX_DEAL_NUMBER:,}.",
            )
        # Not super(): `slots` makes a new class, and super() without arguments knows only the old one.
        Sampler.check_batch(self, randomness, repeats, limits, is_streamed=is_streamed)
