"""The number of a predicate is the one of its definition in a hand of each distribution, the rare ones too."""

from collections.abc import Sequence
from itertools import product
from random import Random

import numpy as np

from service.cards.options import PackOptions
from service.conditions.compiled import to_masks
from service.conditions.condition import Leaf
from service.conditions.leaves import PREDICATE_TYPES
from service.conditions.predicate_values import LeafContext
from service.conditions.predicates import WORD
from tests.conditions.definitions import value_of
from tests.conditions.leaf_choices import LeafChooser, list_fitting
from tests.conditions.tables import set_up_game
from tests.tables import for_each

BRIDGE = set_up_game("bridge").deals
VALUES = 12


def draw_hand(random: Random, lengths: Sequence[int]) -> list[int]:
    """Return a hand with so many cards of each suit."""
    hand = []
    for suit, length in zip(BRIDGE.suits.values(), lengths, strict=True):
        hand += random.sample(sorted(suit), length)
    return hand


def draw_hands(random: Random) -> list[list[int]]:
    """Return a hand of bridge with each number of spades, hearts, diamonds and clubs."""
    return [
        draw_hand(random, lengths)
        for lengths in product(range(14), repeat=4)
        if sum(lengths) == 13
    ]


@for_each("name", sorted({kind.name for kind in list_fitting(BRIDGE, ["N"])}))
def test_a_predicate_has_the_number_of_its_definition_in_every_hand(name: str) -> None:
    random = Random(f"hands for {name}")
    hands = draw_hands(random)
    flags = np.zeros((len(hands), WORD), np.bool_)
    for row, hand in zip(flags, hands, strict=True):
        row[hand] = True
    for _ in range(VALUES):
        chooser = LeafChooser(random, BRIDGE, {"N": random.choice(hands)})
        value = chooser.choose_value(PREDICATE_TYPES[name], ["N"])
        context = LeafContext(BRIDGE, name, ("N",))
        predicate = PREDICATE_TYPES[name].parse(value, context).predicate
        leaf = Leaf(name, ("N",), predicate, None, None)
        expected = [value_of(leaf, BRIDGE, {"N": hand}) for hand in hands]
        assert predicate.values(to_masks(flags)).tolist() == expected, value


def test_hands_have_all_distributions() -> None:
    assert len(draw_hands(Random("all"))) == 560


@for_each(
    ("hand", "total"),
    [
        ("AS KS", 21),
        ("AS 5S 5H", 21),
        ("AS 5S 6H", 12),
        ("AS 5S KS", 16),
        ("AS AH", 12),
        ("AS AH KS", 12),
    ],
)
def test_an_ace_counts_ten_more_up_to_21(hand: str, total: int) -> None:
    deals = set_up_game("blackjack", options=PackOptions(decks=1)).deals
    codes = [card.code for card in deals.cards]
    flags = np.zeros((1, WORD), np.bool_)
    flags[0, [codes.index(code) for code in hand.split()]] = True
    context = LeafContext(deals, "total", ("1",))
    predicate = PREDICATE_TYPES["total"].parse(True, context).predicate
    assert predicate.values(to_masks(flags)).tolist() == [total]
