"""Evaluate poker hands with wild cards: jokers and named cards, deuces, and the joker of pai gow poker, the bug.

A wild card stands for the card that makes the best hand, for itself too, but for no other card that is among the five:
there is no flush with two aces. The fifth card of a kind alone doubles one. Each order looks up the best hand with
some natural cards and the number of wild ones, so that no card is tried for a wild one.

Sources: Kevin Suffecool, Enumerating Wild Card Hands (suffe.cool/poker/wild.html); of the bug 58 Pennsylvania Code
§ 645a.6.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import combinations
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

    Deuces wild has no `royal_flush`, but one with deuces and one without; other orders have neither, nor four deuces,
    and five of a kind beat all.
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
    """A kind of hands: all hands with the same ranks, the deciding ones first, of one suit or of several, which tie.

    `wild` has the numbers of wild cards that such a hand may have, and `roles` are the ranks that they may stand for.
    """

    category: WildCategory
    ranks: str
    is_suited: bool = False
    wild: range = range(6)
    roles: str = RANKS


class WildOrder:
    """An order of hands of five cards, some of them wild. `list_kinds` returns its kinds, the weakest first."""

    def __init__(self, list_kinds: Callable[[], Sequence[WildKind]]) -> None:
        self._list_kinds = list_kinds

    @cached_property
    def kinds(self) -> Sequence[WildKind]:
        """The kinds of hands; the strength of a kind is its position, from 1."""
        return self._list_kinds()

    @cached_property
    def _tables(self) -> Sequence[tuple[Mapping[int, int], Mapping[int, int]]]:
        """For each number of wild cards, 0 to 5, the best strength by the ranks of the natural cards, as their weight.

        One table is for cards of several suits, and one for cards of one suit.
        """
        tables: list[tuple[dict[int, int], dict[int, int]]] = [
            ({}, {}) for _ in range(6)
        ]
        for strength, kind in enumerate(self.kinds, start=1):
            weight = weigh_ranks(kind.ranks)
            if 0 in kind.wild:
                tables[0][kind.is_suited][weight] = strength
            if (wild := max(kind.wild.start, 1)) in kind.wild:
                for roles in set(combinations(kind.ranks, wild)):
                    if set(roles) <= set(kind.roles):
                        tables[wild][kind.is_suited][weight - weigh_ranks(roles)] = (
                            strength
                        )
        # Where one more card is wild, the best hand is the best of those in which it is a natural card of any rank.
        for wild in range(2, 6):
            for smaller, larger in zip(tables[wild], tables[wild - 1], strict=True):
                for weight, strength in larger.items():
                    for rest in _remove_each(weight):
                        smaller[rest] = max(strength, smaller.get(rest, 0))
        for mixed, suited in tables[1:]:
            for weight, strength in suited.items():
                suited[weight] = max(strength, mixed.get(weight, 0))
        return tables

    def find_best(
        self, naturals: Sequence[Card], wild: int
    ) -> tuple[int, tuple[Card, ...]]:
        """Return the highest strength with a number of wild cards, up to 5, and the natural cards that make it.

        All wild cards count, as each may stand for a natural card; where none need count, none does.
        """
        weights = weigh(naturals)
        best: tuple[int, tuple[Card, ...]] = (0, ())
        for count in dict.fromkeys((0, wild)):
            mixed, suited = self._tables[count]
            one_suit = {5 - count << 3 * suit for suit in range(4)}
            strengths = [
                (suited if total >> SUIT_SHIFT in one_suit else mixed)[
                    total & RANK_BITS
                ]
                for total in map(sum, combinations(weights, 5 - count))
            ]
            if (strength := max(strengths, default=0)) > best[0]:
                position = strengths.index(strength)
                best = (
                    strength,
                    next(
                        five
                        for at, five in enumerate(combinations(naturals, 5 - count))
                        if at == position
                    ),
                )
        return best


def _remove_each(weight: int) -> Iterator[int]:
    """Yield the weight of ranks without one of them, for each of the ranks."""
    for one in RANK_WEIGHTS.values():
        if weight & 7 * one:
            yield weight - one


def _list_kinds() -> list[WildKind]:
    kinds = [
        WildKind(WildCategory(category), ranks, is_suited)
        for *_, is_suited, _, category, ranks in HIGH.list_kinds()
    ]
    return kinds + _list_fives(RANKS)


def _list_fives(ranks: str) -> list[WildKind]:
    return [
        WildKind(WildCategory.FIVE_OF_A_KIND, rank * 5, wild=range(1, 6), roles=rank)
        for rank in ranks
    ]


def _list_deuces_kinds() -> list[WildKind]:
    """Return the kinds of hands with wild deuces, none with a 2 but four deuces and the straight 5-4-3-2-A.

    Other ranks are better for a deuce: 7-6-5-4-3 instead of 6-5-4-3-2.
    """
    kinds = [
        kind for kind in _list_kinds() if "2" not in kind.ranks or kind.ranks == "5432A"
    ]
    plain = [
        kind
        for kind in kinds
        if kind.category not in {Category.ROYAL_FLUSH, WildCategory.FIVE_OF_A_KIND}
    ]
    ranks = RANKS.replace("2", "")
    return [
        *plain,
        *_list_fives(ranks),
        WildKind(
            WildCategory.WILD_ROYAL_FLUSH, "AKQJT", is_suited=True, wild=range(1, 6)
        ),
        *(
            WildKind(
                WildCategory.FOUR_DEUCES, f"2222{rank}", wild=range(4, 5), roles="2"
            )
            for rank in ranks
        ),
        WildKind(
            WildCategory.NATURAL_ROYAL_FLUSH, "AKQJT", is_suited=True, wild=range(1)
        ),
    ]


_COMPLETED = {
    Category.STRAIGHT,
    Category.FLUSH,
    Category.STRAIGHT_FLUSH,
    Category.ROYAL_FLUSH,
}


def list_bug_kinds(order: HandOrder) -> list[WildKind]:
    """Return the kinds of hands with a bug: an ace, or any card that completes a straight or a flush."""
    return [
        WildKind(
            WildCategory(category),
            ranks,
            is_suited,
            range(2),
            RANKS if category in _COMPLETED else "A",
        )
        for *_, is_suited, _, category, ranks in order.list_kinds()
    ] + [five._replace(wild=range(1, 2)) for five in _list_fives("A")]


POKER_WILD = WildOrder(_list_kinds)
"""The usual order of poker, and above it five of a kind."""

DEUCES_WILD = WildOrder(_list_deuces_kinds)
"""The order of deuces wild: natural royal flush, four deuces, wild royal flush, five of a kind, straight flush."""


def find_best_wild(
    cards: Sequence[Card],
    wild_codes: Collection[str] = JOKERS,
    order: WildOrder = POKER_WILD,
) -> WildHand:
    """Return the best hand of any five of five or more cards, where the cards with these codes are wild."""
    naturals: list[Card] = []
    wild: list[Card] = []
    for card in cards:
        (wild if card.code in wild_codes else naturals).append(card)
    strength, chosen = order.find_best(naturals, min(len(wild), 5))
    kind = order.kinds[strength - 1]
    wild = wild[: 5 - len(chosen)]
    stands_for = _assign(kind, chosen, wild) if wild else {}
    position = {rank: kind.ranks.index(rank) for rank in kind.ranks}
    best = sorted(
        (*chosen, *wild),
        key=lambda card: position[stands_for.get(card.code, card.code)[0]],
    )
    names = [RANK_NAMES[rank] for rank in position]
    return WildHand(
        kind.category, describe(kind.category, names), tuple(best), stands_for, strength
    )


def _assign(
    kind: WildKind, naturals: Sequence[Card], wild: Sequence[Card]
) -> dict[str, str]:
    """Return the code of the card that each wild card stands for in a hand of a kind: itself where it fits."""
    missing = list(kind.ranks)
    for card in naturals:
        missing.remove(card.rank)
    suits = (naturals[0].code[1] if kind.is_suited else "") or SUIT_ORDER
    taken = {card.code for card in naturals}
    roles = {}
    for card in wild:
        if card.rank in missing and card.code[1] in suits:
            missing.remove(card.rank)
            roles[card.code] = card.code
    taken |= roles.keys()
    for card in wild:
        if card.code not in roles:
            rank = missing.pop(0)
            roles[card.code] = role = find_role(rank, taken, suits)
            taken.add(role)
    return {card.code: roles[card.code] for card in wild}


def find_role(rank: str, taken: Collection[str], suits: str = SUIT_ORDER) -> str:
    """Return the code of the first card of a rank that is not among `taken`, or of the first if all are."""
    return next(
        (rank + suit for suit in suits if rank + suit not in taken), rank + suits[0]
    )


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
