"""Whole domains: every hand of a game, ranked by the service and compared with the published numbers.

A hand stands for those of other suits: test_poker.py and test_cribbage.py test that suits are interchangeable.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import chain, combinations, product
from math import comb
from typing import Any

import numpy as np
import pytest

from service.cards.card import Card
from service.cards.deck import DECKS
from service.cards.options import PackOptions
from service.cards.shoe import build_shoe
from service.rankings.counted_hands import CribbageKind, score_hand
from service.rankings.jacks_or_better import evaluate_jacks_or_better
from service.rankings.pay_tables import (
    evaluate_deuces_wild,
    evaluate_double_bonus,
    evaluate_joker_poker,
)
from service.rankings.poker_hands import MAX_STRENGTH, find_best_five
from tests.rankings.phevaluator_strengths import evaluate_with_phevaluator
from tests.rankings.published_counts import CATEGORIES
from tests.rankings.sample_cards import PACK, Indices, exchange_suits, hands_up_to_suits

pytestmark = [pytest.mark.exhaustive, pytest.mark.long]

# A pair of the 4 ranks from jack up wins, of the 9 others not.
WINS = CATEGORIES | {"jacks_or_better": 4 * 84_480, "nothing": 9 * 84_480 + 1_302_540}
del WINS["one_pair"], WINS["high_card"]

# Steven S. Lumetta, Amusing Cribbage Facts (lumetta.web.engr.illinois.edu/humor/cribbage.html)
SHOWS = {
    0: 1_009_008,
    1: 99_792,
    2: 2_813_796,
    3: 505_008,
    4: 2_855_676,
    5: 697_508,
    6: 1_800_268,
    7: 751_324,
    8: 1_137_236,
    9: 361_224,
    10: 388_740,
    11: 51_680,
    12: 317_340,
    13: 19_656,
    14: 90_100,
    15: 9_168,
    16: 58_248,
    17: 11_196,
    18: 2_708,
    20: 8_068,
    21: 2_496,
    22: 444,
    23: 356,
    24: 3_680,
    28: 76,
    29: 4,
}
# Wikipedia, Cribbage statistics
CRIBS_OF_NOTHING = 1_022_208


def test_every_poker_hand_has_its_published_category_strength_and_payout() -> None:
    hands, numbers = hands_up_to_suits(5, range(4))
    orders = [order.tolist() for order in exchange_suits(hands)]
    categories: Counter[str] = Counter()
    wins: Counter[str] = Counter()
    strengths = set()
    for at, number in enumerate(numbers):
        cards = [PACK[index] for index in orders[0][at]]
        others = [PACK[index] for index in orders[at % 24][at]]
        hand = find_best_five(cards)
        assert hand.strength == evaluate_with_phevaluator(*cards)
        assert hand.strength == find_best_five(others).strength
        categories[hand.category] += number
        wins[evaluate_jacks_or_better(cards).category] += number
        strengths.add(hand.strength)
    assert categories == CATEGORIES
    assert wins == WINS
    assert strengths == set(range(1, MAX_STRENGTH + 1))
    assert categories.total() == comb(52, 5)


def test_every_cribbage_hand_scores_as_published() -> None:
    """Only spades are starters, and hands that differ by an exchange of the other suits are counted together."""
    counts: Counter[int] = Counter()
    cribs_of_nothing = 0
    for starter in range(13):
        others = [card for card in range(52) if card != starter]
        hands, numbers = hands_up_to_suits(4, range(1, 4), others)
        for indices, number in zip(hands.tolist(), numbers, strict=True):
            hand = [PACK[index] for index in indices]
            score = score_hand(hand, PACK[starter])
            counts[score.points] += 4 * number
            if any(item.kind is CribbageKind.FLUSH for item in score.items):
                score = score_hand(hand, PACK[starter], crib=True)
            if score.points == 0:
                cribs_of_nothing += 4 * number
    assert cribs_of_nothing == CRIBS_OF_NOTHING
    assert counts == SHOWS
    assert counts.total() == comb(52, 4) * 48


# wizardofodds.com, Video Poker, Summary of Full Pay Tables: the part of the bets that is won under best play, with five
# coins, in hundredths of a percent
RETURNS: dict[Callable[[Sequence[Card]], Any], float] = {
    evaluate_jacks_or_better: 99.54,
    evaluate_double_bonus: 100.17,
    evaluate_deuces_wild: 100.76,
    evaluate_joker_poker: 100.65,
}


@pytest.mark.parametrize("evaluate", RETURNS)
def test_the_full_pay_machines_return_what_is_published_under_best_play(
    evaluate: Callable[..., Any],
) -> None:
    pack_size = 53 if evaluate is evaluate_joker_poker else 52
    won = find_return(lambda cards: evaluate(cards).payout, pack_size)
    assert round(100 * won, 2) == RETURNS[evaluate]


def find_return(pay: Callable[[list[Card]], int], pack_size: int) -> float:
    """Return the part of the bets that is won if of each hand those cards are held that win most on the average.

    A pack of 53 has a joker. `totals[k]` has for each k cards what all hands with them pay; by inclusion and exclusion
    it tells what all hands pay that have the held cards and none of the others.
    """
    pack = (*PACK, *parse_jokers())
    binomials = np.array(
        [[comb(card, size) for size in range(6)] for card in range(pack_size)]
    )

    def number(cards: Indices) -> Indices:
        """Return the position of each row of cards, sorted, among all choices of so many cards."""
        sizes = range(cards.shape[1])
        return sum(
            (binomials[cards[:, column], column + 1] for column in sizes),
            np.zeros(len(cards), np.int64),
        )

    hands, counts = hands_up_to_suits(5, range(4))
    payouts = np.zeros(comb(pack_size, 5))
    groups = [(hands, hands[:, :0])]
    if pack_size > len(PACK):
        four, more = hands_up_to_suits(4, range(4))
        groups.append((four, np.full((len(four), 1), len(PACK))))
        counts += more
    for naturals, jokers in groups:
        rows = np.hstack([naturals, jokers]).tolist()
        wins = [pay([pack[index] for index in row]) for row in rows]
        for exchanged in exchange_suits(naturals):
            others = np.hstack([np.sort(exchanged), jokers])
            payouts[number(others)] = wins
    cards_of_hands = chain.from_iterable(combinations(range(pack_size), 5))
    every_hand = np.fromiter(cards_of_hands, np.int64).reshape(-1, 5)
    won = payouts[number(every_hand)]
    totals = [np.zeros(comb(pack_size, size)) for size in range(6)]
    for size in range(6):
        for columns in combinations(range(5), size):
            choices = number(every_hand[:, columns])
            totals[size] += np.bincount(choices, won, comb(pack_size, size))
    dealt = np.vstack([np.hstack(group) for group in groups])
    held = [[column for column in range(5) if mask >> column & 1] for mask in range(32)]
    values_of = [totals[len(columns)][number(dealt[:, columns])] for columns in held]
    values = np.stack(values_of)
    for column, mask in product(range(5), range(32)):
        if not mask >> column & 1:
            values[mask] -= values[mask | 1 << column]
    draws = np.array([comb(pack_size - 5, 5 - len(columns)) for columns in held])
    best = (values / draws[:, None]).max(axis=0)
    return float(best @ np.array(counts)) / comb(pack_size, 5)


def parse_jokers() -> list[Card]:
    """Return the joker of a pack with one."""
    shoe = build_shoe(DECKS["standard"], PackOptions(jokers=1))
    return [card for card in shoe if card.rank == "joker"]
