"""Evaluate poker hands with wild cards: jokers and named cards, deuces, and the joker of pai gow poker, the bug.

A wild card stands for the card that makes the best hand. It may stand for itself, but not for another card of the five,
so that no flush has two aces; only the fifth card of five of a kind repeats a card. Each order looks up the best hand
by the natural cards and the number of wild cards, without trying cards in place of the wild ones.

Sources: Kevin Suffecool, Enumerating Wild Card Hands (suffe.cool/poker/wild.html); of the bug 58 Pennsylvania Code
§ 645a.6.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import combinations, islice
from typing import Annotated, NamedTuple

from ..cards.card import Card
from ..cards.deck import DECKS
from ..cards.options import PackOptions
from ..cards.packs.french import SUIT_ORDER
from ..cards.packs.suited import MAX_JOKERS
from ..cards.shoe import parse_codes
from ..cards.spellings import CardSpelling
from ..core.errors import Refused
from ..core.value_types import ListOf
from .poker_hands import RANK_NAMES, describe
from .poker_orders import (
    HIGH,
    RANK_BITS,
    RANK_WEIGHTS,
    RANKS,
    SUIT_SHIFT,
    Category,
    HandOrder,
    weigh,
    weigh_ranks,
)

MAX_WILD = 16
JOKERS = tuple(f"X{number}" for number in range(1, MAX_JOKERS + 1))
DEUCES = tuple(f"2{suit}" for suit in SUIT_ORDER)
MAX_POKER_STRENGTH = 7_475
MAX_DEUCES_STRENGTH = 5_175


@dataclass(frozen=True, kw_only=True)
class NamedWildCards:
    """The parameter `wild` of a request to rank hands: the cards that are wild beside the jokers."""

    wild: Annotated[
        tuple[str, ...] | None,
        ListOf(
            f"Wild cards beside the jokers, X1 to X{MAX_JOKERS}: cards, ranks or suits, of at most {MAX_WILD} cards.",
            CardSpelling(),
            MAX_WILD,
            example=["deuces", "JH"],
            response_text="The wild cards beside the jokers",
        ),
    ] = None


class WildCategory(StrEnum):
    """The categories of five cards with wild cards, the weakest first in deuces wild.

    Deuces wild has `wild_royal_flush` and `natural_royal_flush` in place of `royal_flush`. The other orders have
    `royal_flush` but no `four_deuces`, and in them five of a kind beats every other hand.
    """

    HIGH_CARD = "high_card"
    ONE_PAIR = "one_pair"
    TWO_PAIR = "two_pair"
    THREE_OF_A_KIND = "three_of_a_kind"
    STRAIGHT = "straight"
    FLUSH = "flush"
    FULL_HOUSE = "full_house"
    FOUR_OF_A_KIND = "four_of_a_kind"
    STRAIGHT_FLUSH = "straight_flush"
    ROYAL_FLUSH = "royal_flush"
    FIVE_OF_A_KIND = "five_of_a_kind"
    WILD_ROYAL_FLUSH = "wild_royal_flush"
    FOUR_DEUCES = "four_deuces"
    NATURAL_ROYAL_FLUSH = "natural_royal_flush"


STANDS_FOR = "The card that each wild card stands for"


@dataclass(frozen=True, slots=True)
class WildHand:
    """The value of the best five cards of a hand.

    `strength` is 1 to 7462 as without wild cards, and 7463 to 7475 for five twos to five aces.
    """

    category: Annotated[WildCategory, "Its category"]
    description: Annotated[str, "The category in words, with its ranks"]
    best: Annotated[tuple[Card, ...], "The best five cards: the deciding ones first"]
    stands_for: Annotated[Mapping[str, str], STANDS_FOR]
    strength: Annotated[int, f"1 to {MAX_POKER_STRENGTH:,}: higher wins, equal ties"]


class WildKind(NamedTuple):
    """All hands that tie: they have the same five ranks, the deciding ones first, and are of one suit or of several.

    `wild_counts` has the numbers of wild cards that such a hand may have, and `wild_ranks` the ranks that these may
    stand for. Five aces are `WildKind("five_of_a_kind", "AAAAA", wild_counts=range(1, 6), wild_ranks="A")`.
    """

    category: WildCategory
    ranks: str
    is_suited: bool = False
    wild_counts: range = range(6)
    wild_ranks: str = RANKS

    def list_naturals(self) -> Iterator[tuple[int, int]]:
        """Yield pairs of a number of wild cards and the weight of the natural ranks beside them (`weigh_ranks`).

        The numbers are 0 and the fewest above 0, as far as the kind has them. There is a pair for each choice of ranks
        that the wild cards stand for: AAKQJ yields 0 with the weight of AAKQJ, and 1 with each of the weights of AKQJ,
        AAQJ, AAKJ and AAKQ, in any order.
        """
        weight = weigh_ranks(self.ranks)
        if 0 in self.wild_counts:
            yield 0, weight
        fewest_wild = max(self.wild_counts.start, 1)
        if fewest_wild in self.wild_counts:
            for replaced in set(combinations(self.ranks, fewest_wild)):
                if set(replaced) <= set(self.wild_ranks):
                    yield fewest_wild, weight - weigh_ranks(replaced)


class _Strengths(NamedTuple):
    """The best strengths of hands with one number of wild cards, by the weight of the ranks of their natural cards."""

    mixed: dict[int, int]
    """The strengths where the natural cards are of several suits."""
    suited: dict[int, int]
    """The strengths where the natural cards are of one suit."""


class _Best(NamedTuple):
    """The strength of the best hand, or 0 if there is none, and the natural cards in it."""

    strength: int
    naturals: tuple[Card, ...]


class WildOrder:
    """An order of hands of five cards, some of them wild. `list_kinds` returns its kinds, the weakest first."""

    def __init__(self, list_kinds: Callable[[], Sequence[WildKind]]) -> None:
        self._list_kinds = list_kinds

    @cached_property
    def kinds(self) -> Sequence[WildKind]:
        """The kinds of hands; the strength of a kind is its position, from 1."""
        return self._list_kinds()

    @cached_property
    def _tables(self) -> Sequence[_Strengths]:
        """The best strengths for each number of wild cards, 0 to 5.

        `_tables[3]` of the usual order has the strength of the royal flush for an ace and a king of one suit, and of
        four aces with a king for an ace and a king of two suits. A kind is entered into the table without wild cards
        and into the one with the fewest wild cards that it may have. Each table from two wild cards on is completed
        from the table with one wild card fewer.
        """
        tables = [_Strengths({}, {}) for _ in range(6)]
        for strength, kind in enumerate(self.kinds, start=1):
            for wild, weight in kind.list_naturals():
                table = _select_table(tables[wild], kind)
                table[weight] = strength  # replaces a weaker one
        # With one more wild card, try every rank for it as a natural card; the strongest hand counts.
        for wild in range(2, 6):
            _add_wild(tables[wild].mixed, tables[wild - 1].mixed)
            _add_wild(tables[wild].suited, tables[wild - 1].suited)
        # Natural cards of one suit need not become a flush.
        for mixed, suited in tables[1:]:
            for weight, strength in suited.items():
                suited[weight] = max(strength, mixed.get(weight, 0))
        return tables

    def find_best(self, naturals: Sequence[Card], wild: int) -> _Best:
        """Return the best hand that these natural cards and `wild` wild cards, 0 to 5, make together.

        Five natural cards are returned if wild cards do not improve on them. Otherwise the hand has all wild cards:
        one more never makes a hand weaker, as a wild card may stand for the natural card in whose place it is.
        """
        weights = weigh(naturals)
        best = _Best(0, ())
        for count in dict.fromkeys((0, wild)):
            strengths = self._rank_choices(weights, count)
            strength = max(strengths, default=0)
            if strength > best.strength:
                position = strengths.index(strength)
                choices = combinations(naturals, 5 - count)
                best = _Best(strength, next(islice(choices, position, None)))
        return best

    def _rank_choices(self, weights: Sequence[int], wild: int) -> list[int]:
        """Return the best strength with each choice of 5 - `wild` natural cards, in the order of `combinations`.

        `weights` has the weight of each natural card, as `weigh` returns it.
        """
        mixed, suited = self._tables[wild]
        one_suit = {(5 - wild) << (3 * suit) for suit in range(4)}
        return [
            (suited if (total >> SUIT_SHIFT) in one_suit else mixed)[total & RANK_BITS]
            for total in map(sum, combinations(weights, 5 - wild))
        ]


def _select_table(strengths: _Strengths, kind: WildKind) -> dict[int, int]:
    return strengths.suited if kind.is_suited else strengths.mixed


def _add_wild(strengths: dict[int, int], one_fewer: Mapping[int, int]) -> None:
    """Add to a table the hands of the table with one wild card fewer, where any natural card becomes a wild one.

    Both map the weight of natural ranks to a strength; the higher strength stays.
    """
    for weight, strength in one_fewer.items():
        for remaining in _remove_each(weight):
            strengths[remaining] = max(strength, strengths.get(remaining, 0))


def _remove_each(weight: int) -> Iterator[int]:
    """Yield the weight of ranks without one of them, for each of the ranks."""
    for rank_weight in RANK_WEIGHTS.values():
        if weight & (7 * rank_weight):  # the three bits that count the rank
            yield weight - rank_weight


def _list_kinds() -> list[WildKind]:
    """Return the kinds of the usual order, and above them five of a kind."""
    kinds = [
        WildKind(WildCategory(kind.category), kind.ranks, kind.is_suited)
        for kind in HIGH.list_kinds()
    ]
    return kinds + _list_fives(RANKS)


def _list_fives(ranks: str) -> list[WildKind]:
    """Return the kinds of five of a kind of these ranks; at least one card of the five is wild."""
    return [
        WildKind(
            WildCategory.FIVE_OF_A_KIND,
            rank * 5,
            wild_counts=range(1, 6),
            wild_ranks=rank,
        )
        for rank in ranks
    ]


def _list_deuces_kinds() -> list[WildKind]:
    """Return the kinds of hands in deuces wild, the weakest first.

    A deuce counts as a 2 only in four deuces and in 5-4-3-2-A. In every other hand it is better as another rank: it
    makes 7-6-5-4-3 of 6-5-4-3, rather than 6-5-4-3-2. The first kind is 86543, an eight high, and the last the natural
    royal flush; below it are four deuces, the wild royal flush, and five of a kind.
    """
    kinds = [
        kind
        for kind in _list_kinds()
        if ("2" not in kind.ranks or kind.ranks == "5432A")
        and kind.category not in {Category.ROYAL_FLUSH, WildCategory.FIVE_OF_A_KIND}
    ]
    ranks = RANKS.replace("2", "")
    kinds += _list_fives(ranks)
    royal_flush = WildKind(WildCategory.WILD_ROYAL_FLUSH, "AKQJT", is_suited=True)
    kinds.append(royal_flush._replace(wild_counts=range(1, 6)))
    kinds += (
        WildKind(
            WildCategory.FOUR_DEUCES,
            f"2222{rank}",
            wild_counts=range(4, 5),
            wild_ranks="2",
        )
        for rank in ranks
    )
    natural = WildCategory.NATURAL_ROYAL_FLUSH
    kinds.append(royal_flush._replace(category=natural, wild_counts=range(1)))
    return kinds


_COMPLETED = {
    Category.STRAIGHT,
    Category.FLUSH,
    Category.STRAIGHT_FLUSH,
    Category.ROYAL_FLUSH,
}


def list_bug_kinds(order: HandOrder) -> list[WildKind]:
    """Return the kinds of hands of an order and then five aces, the weakest first, where the one wild card is a bug.

    A bug is an ace, or any card that completes a straight or a flush.
    """
    kinds = [
        WildKind(
            WildCategory(kind.category),
            kind.ranks,
            kind.is_suited,
            wild_counts=range(2),
            wild_ranks=RANKS if kind.category in _COMPLETED else "A",
        )
        for kind in order.list_kinds()
    ]
    [five_aces] = _list_fives("A")
    return [*kinds, five_aces._replace(wild_counts=range(1, 2))]


POKER_WILD = WildOrder(_list_kinds)
"""The usual order of poker, and above it five of a kind."""

DEUCES_WILD = WildOrder(_list_deuces_kinds)
"""The order of deuces wild: natural royal flush, four deuces, wild royal flush, five of a kind, straight flush."""


def find_best_wild(
    cards: Sequence[Card],
    wild_codes: Collection[str] = JOKERS,
    order: WildOrder = POKER_WILD,
) -> WildHand:
    """Return the best hand of any five of five or more cards, where the cards with these codes are wild.

    AS KS QS JS X1 is a royal flush: `category` is `royal_flush`, `stands_for` is {"X1": "TS"}, `strength` is 7462.
    """
    naturals: list[Card] = []
    wild: list[Card] = []
    for card in cards:
        if card.code in wild_codes:
            wild.append(card)
        else:
            naturals.append(card)
    strength, chosen = order.find_best(naturals, min(len(wild), 5))
    kind = order.kinds[strength - 1]
    chosen_wild = wild[: 5 - len(chosen)]
    stands_for = _assign_roles(kind, chosen, chosen_wild) if chosen_wild else {}
    ranks = list(dict.fromkeys(kind.ranks))  # the deciding ones first
    best = sorted(
        (*chosen, *chosen_wild),
        key=lambda card: ranks.index(find_rank(card, stands_for)),
    )
    description = describe(kind.category, [RANK_NAMES[rank] for rank in ranks])
    return WildHand(kind.category, description, tuple(best), stands_for, strength)


def find_rank(card: Card, stands_for: Mapping[str, str]) -> str:
    """Return the rank of a card in a hand, such as "A"; a wild card has the rank of the card that it stands for."""
    return stands_for.get(card.code, card.code)[0]


def _assign_roles(
    kind: WildKind, naturals: Sequence[Card], wild: Sequence[Card]
) -> dict[str, str]:
    """Return the code of the card that each wild card stands for in a hand of a kind: itself where it fits.

    In a full house 99944 the natural cards 9S 9H 4H 4D and the joker X1 return `{"X1": "9D"}`.
    """
    missing_ranks = list(kind.ranks)
    for card in naturals:
        missing_ranks.remove(card.rank)
    suits = SUIT_ORDER
    if kind.is_suited and naturals:
        suits = naturals[0].code[1]
    taken = {card.code for card in naturals}
    roles: dict[str, str] = {}
    for card in wild:
        if card.rank in missing_ranks and card.code[1] in suits:
            missing_ranks.remove(card.rank)
            roles[card.code] = card.code
    taken |= roles.keys()
    for card in wild:
        if card.code not in roles:
            role = find_role(missing_ranks.pop(0), taken, suits)
            roles[card.code] = role
            taken.add(role)
    return {card.code: roles[card.code] for card in wild}


def find_role(rank: str, taken: Collection[str], suits: str = SUIT_ORDER) -> str:
    """Return the code of the first card of a rank that is not among `taken`, or of the first if all are."""
    codes = [rank + suit for suit in suits]
    return next((code for code in codes if code not in taken), codes[0])


def parse_wild(texts: Sequence[str]) -> tuple[str, ...]:
    """Return the codes of the cards that the texts of a request name as wild, beside the jokers.

    Raises `Refused` for a text that names no card, suit or rank, and for more than `MAX_WILD` cards.
    """
    codes = parse_codes("wild", texts, DECKS["standard"], PackOptions())
    if len(codes) > MAX_WILD:
        raise Refused(
            "wild",
            f"At most {MAX_WILD} cards are wild beside the jokers, not {len(codes)}.",
        )
    return codes
