"""Leaves of random conditions: a predicate that is for the deals, a value of its kind, and bounds near dealt cards.

Conditions of Hypothesis (strategies.py) and random requests (tests/independent/condition_generator.py) have them. A new
predicate needs nothing here; a new kind of values, or of deals that a predicate needs, an entry.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, TypeVar

from service.cards.card import Card
from service.conditions import predicate_values as values
from service.conditions.condition import Leaf, Weighted
from service.conditions.leaves import PREDICATE_TYPES, Needs, PredicateType
from service.conditions.predicate_values import (
    CATEGORY_NAMES,
    FRENCH_SUITS,
    POINTS,
    LeafContext,
)
from service.games.dealing import Deals
from service.rankings.poker_orders import RANKS
from tests.conditions.definitions import value_of

Json = dict[str, Any]
Places = Mapping[str, Sequence[int]]
"""The cards of each hand and pile of a deal, by index in the shoe."""

T = TypeVar("T")

SHAPES_OF_13 = "4333 4432 54xx x5xx 0xxx (54)xx x(54)x 5(431) (42)(43)"


@dataclass(frozen=True)
class ValueChooser:
    """Chooses values of predicates on some cards of the deals."""

    random: Random
    deals: Deals
    cards: Sequence[Card]
    max_weight: int

    def choose_some(self, choices: Sequence[T], most: int) -> list[T]:
        """Return one to so many different ones."""
        count = self.random.randint(1, min(most, len(choices)))
        return self.random.sample(choices, count)

    @property
    def suits(self) -> list[str]:
        """The suits of the deals, in the order of a shape."""
        suits = list(self.deals.suits)
        return list(FRENCH_SUITS) if set(suits) == set(FRENCH_SUITS) else suits

    @property
    def codes(self) -> list[str]:
        return sorted({card.code for card in self.deals.cards})

    def choose_true(self) -> bool:
        return True

    def choose_rank_weights(self) -> object:
        ranks = sorted({card.rank for card in self.deals.cards})
        scales = [name for name, scale in POINTS.items() if scale.keys() <= set(ranks)]
        if scales and self.random.randrange(2):
            return self.random.choice(scales)
        chosen = self.choose_some(ranks, 8)
        return {rank: self.random.randint(-5, 12) for rank in chosen}

    def choose_suits(self) -> object:
        return self._spell_suits(self.choose_some(self.suits or FRENCH_SUITS, 4))

    def choose_french_suits(self) -> object:
        return self._spell_suits(self.choose_some(FRENCH_SUITS, 4))

    def choose_french_suits_or_true(self) -> object:
        return self.random.choice([True, self.choose_french_suits()])

    def _spell_suits(self, chosen: list[str]) -> object:
        """Return suits as a list or, if their first letters differ, by letters; one also by its name."""
        spellings: list[object] = [chosen]
        if len({suit[0] for suit in self.suits}) == len(self.suits):
            letters = [suit[0].upper() for suit in chosen]
            spellings += ["".join(letters), letters]
        if len(chosen) == 1:
            spellings += chosen
        return self.random.choice(spellings)

    def choose_place_by_length(self) -> int:
        return self.random.randint(1, max(1, len(self.suits)))

    def choose_shapes(self) -> object:
        shapes = [self._choose_shape() for _ in range(self.random.randint(1, 4))]
        return self.random.choice([shapes[0], shapes])

    def _choose_shape(self) -> str:
        """Return the shape of the cards, some lengths perhaps left open, or another shape for so many cards."""
        kinds = [self._count_suits, self._count_suits, self._choose_lengths]
        if len(self.cards) == 13 and self.random.randrange(3) == 0:
            known = self.random.choice([*SHAPES_OF_13.split(), "any 5431"])
            return self.random.choice([known, "balanced"])
        lengths = [str(length) for length in self.random.choice(kinds)()]
        if self.random.choice([True, False]):
            lengths = [self.random.choice([length, "x"]) for length in lengths]
        shapes = ["=".join(lengths), "-".join(lengths)]
        digits = "".join(lengths)
        if len(digits) == len(lengths) == 4:
            first, second = lengths[:2]
            shapes += [digits, f"any {digits}", f"{digits} any"]
            shapes += [f"({second}{first}){digits[2:]}", f"{first}({digits[1:]})"]
        return self.random.choice(shapes)

    def _count_suits(self) -> list[int]:
        suits = [card.suit for card in self.cards]
        return [suits.count(suit) for suit in self.suits]

    def _choose_lengths(self) -> list[int]:
        most = min(len(self.cards) + 1, 13)
        return [self.random.randint(0, most) for _ in self.suits]

    def choose_card_list(self) -> list[str]:
        """Return codes of the shoe; half of the time those of some of the cards alone."""
        held = sorted({card.code for card in self.cards})
        choices = held if held and self.random.randrange(2) else self.codes
        return self.choose_some(choices, self.random.choice([1, 6, 6]))

    def choose_card_weights(self) -> dict[str, int]:
        most = self.random.choice([99, self.max_weight])
        chosen = self.choose_some(self.codes, 12)
        return {code: self.random.randint(-most, most) for code in chosen}

    def choose_category(self) -> object:
        return self.random.choice([True, self.random.choice(CATEGORY_NAMES)])


_CHOOSE: Mapping[type[Any], Callable[[ValueChooser], object]] = {
    values.AlwaysTrue: ValueChooser.choose_true,
    values.CardList: ValueChooser.choose_card_list,
    values.CardWeights: ValueChooser.choose_card_weights,
    values.CategoryName: ValueChooser.choose_category,
    values.FrenchSuits: ValueChooser.choose_french_suits,
    values.FrenchSuitsOrTrue: ValueChooser.choose_french_suits_or_true,
    values.PlaceByLength: ValueChooser.choose_place_by_length,
    values.RankWeights: ValueChooser.choose_rank_weights,
    values.Shapes: ValueChooser.choose_shapes,
    values.Suits: ValueChooser.choose_suits,
}
"""What is chosen of each kind of values."""


def _has_few_cards_of_four_suits(deals: Deals, places: Sequence[str]) -> bool:
    return len(deals.suits) == 4 and _count(deals, places) <= 39


def _has_french(deals: Deals, ranks: str) -> bool:
    """Return whether the shoe has each of some ranks of each French suit once."""
    cards = [(card.suit, card.rank) for card in deals.cards]
    return all(
        cards.count((suit, rank)) == 1 for suit in FRENCH_SUITS for rank in ranks
    )


def _is_french_pack(deals: Deals) -> bool:
    """Return whether the shoe is a pack of 52 cards, with or without jokers."""
    suited = sum(card.suit is not None for card in deals.cards)
    return suited == 52 and _has_french(deals, RANKS)


def _is_hand_of_poker(deals: Deals, places: Sequence[str]) -> bool:
    """Return whether the cards of places, with those of the board, are a hand of poker."""
    size = _count(deals, {*places, "board"} & deals.sizes.keys())
    is_pack = len(deals.cards) == 52 and _is_french_pack(deals)
    is_poker = deals.table.ranking in {"poker", "jacks_or_better"}
    return is_poker and is_pack and 5 <= size <= 7


def _count(deals: Deals, places: Any) -> int:
    return sum(deals.sizes[place] for place in places)


_FITS: Mapping[str, Callable[[Deals, Sequence[str]], bool]] = {
    Needs.ANY_DECK: lambda *_: True,
    Needs.SUITS: lambda deals, _: bool(deals.suits),
    Needs.FOUR_SUITS: _has_few_cards_of_four_suits,
    Needs.FRENCH_HONOURS: lambda deals, _: _has_french(deals, "AKQ"),
    Needs.FRENCH_PACK: lambda deals, _: _is_french_pack(deals),
    Needs.POKER: _is_hand_of_poker,
    Needs.CASINO: lambda deals, _: deals.table.ranking in {"blackjack", "baccarat"},
}
"""Whether deals, and some hands and piles of them, are what a predicate needs."""
_LIKELIHOODS = {Needs.FOUR_SUITS: 2, Needs.POKER: 4, Needs.CASINO: 3}
"""How much likelier a predicate is chosen where it is for the deals, since few of them are of such a kind."""


def list_fitting(
    deals: Deals, places: Sequence[str]
) -> list[PredicateType[Deals, Any]]:
    """Return the predicates that hands and piles of deals can have, the likelier ones several times."""
    return [
        kind
        for kind in PREDICATE_TYPES.values()
        if _FITS[kind.needs](deals, places)
        for _ in range(_LIKELIHOODS.get(Needs(kind.needs), 1))
    ]


@dataclass(frozen=True)
class LeafChooser:
    """Chooses leaves of conditions on deals, whose bounds are near the numbers of the cards of one deal."""

    random: Random
    deals: Deals
    dealt: Places
    max_weight: int = 10**9
    """The largest weight of a card."""
    spell: Callable[[str], str] = str
    """Write the code of a card in one of its spellings."""

    def choose_leaf(self) -> Json:
        """Return a leaf with a predicate that the service accepts of its hands and piles."""
        places = self._choose_places()
        leaf = self._write_places(places)
        kind = self.random.choice(list_fitting(self.deals, places))
        value = self.choose_value(kind, places)
        leaf[kind.name] = kind.value.spell(value, self.spell)
        parsed = kind.parse(value, LeafContext(self.deals, "leaf", tuple(places)))
        if parsed.is_exact or (parsed.implied and self.random.choice([True, False])):
            return leaf
        counted = (*places, *parsed.shared)
        number = Leaf("leaf", counted, parsed.predicate, None, None)
        return leaf | self.choose_bounds(number, parsed.names)

    def _choose_places(self) -> list[str]:
        """Return up to three hands and piles, often one; those without cards rarely."""
        places = sorted(self.deals.sizes)
        filled = [place for place in places if self.deals.sizes[place]]
        if filled and self.random.randrange(12):
            places = filled
        count = min(self.random.choice([1, 1, 1, 2, 3]), len(places))
        return self.random.sample(places, count)

    def _write_places(self, places: Sequence[str]) -> Json:
        """Return the member of a leaf that names hands and piles; a number may be a text."""
        names = [
            self.random.choice([name, int(name) if name.isdigit() else name])
            for name in places
        ]
        if len(names) == 1 and self.random.choice([True, False]):
            return {"hand": names[0]}
        return {"hands": names}

    def choose_value(
        self, kind: PredicateType[Deals, Any], places: Sequence[str]
    ) -> object:
        """Return a value of a predicate on hands and piles."""
        cards = [
            self.deals.cards[card] for place in places for card in self.dealt[place]
        ]
        chooser = ValueChooser(self.random, self.deals, cards, self.max_weight)
        return _CHOOSE[type(kind.value)](chooser)

    def choose_bounds(
        self, condition: Leaf | Weighted, names: Sequence[str] = ()
    ) -> Json:
        """Return a minimum, a maximum or both: mostly around the number of the deal, and else beside it."""
        number = value_of(condition, self.deals, self.dealt)
        near = number + self.random.choice([0, 0, 0, -3, 3, 4])
        return self.choose_bounds_around(near, names)

    def choose_bounds_around(self, number: int, names: Sequence[str] = ()) -> Json:
        """Return a minimum, a maximum or both, with the number within them."""
        low: Any = number - self.random.randint(0, 2)
        high: Any = number + self.random.randint(0, 2)
        if names:
            low = _name(low, names)
            high = _name(high, names)
        both = {"min": low, "max": high}
        return self.random.choice([{"min": low}, {"max": high}, both])


def _name(number: int, names: Sequence[str]) -> str:
    """Return the name of a number, or the nearest one."""
    return names[min(max(number, 0), len(names) - 1)]
