"""Cards for tests, by their codes or sampled from the service's own stream."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain, combinations, cycle, permutations
from math import comb, factorial, prod
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from service.cards.card import Card
from service.cards.deck import DECKS
from service.cards.options import PackOptions
from service.cards.shoe import build_shoe, parse_card
from service.core.rng.sources import WordSource
from service.core.rng.streams import sd1
from service.core.shuffles.registry import SHUFFLES

PACK = tuple(build_shoe(DECKS["standard"], PackOptions()))
SUITS = "SHDC"

Indices = NDArray[np.int64]

LADDERS: defaultdict[str, list[list[str]]] = defaultdict(list)
"""Hands of each order and what they are called: each beats those before it."""
for line in (Path(__file__).parent / "ladders.txt").read_text("utf-8").splitlines():
    order, *rung = line.split(" | ")
    LADDERS[order].append(rung)


def parse_cards(codes: str) -> tuple[Card, ...]:
    """Return the cards of codes that are separated by spaces."""
    return tuple(parse_card("cards", code, DECKS["standard"]) for code in codes.split())


def parse_ranks(ranks: str) -> tuple[Card, ...]:
    """Return cards of ranks that are separated by spaces, with alternating suits: no flush, and no card twice."""
    codes = [rank + suit for rank, suit in zip(ranks.split(), cycle(SUITS))]
    return parse_cards(" ".join(codes))


def sample_hands(seed: str, hands: int, cards: int) -> Iterator[list[Card]]:
    """Yield hands of that many cards, each from a newly shuffled pack; the same for the same seed."""
    source = WordSource(sd1(seed))
    shuffle = SHUFFLES["fisher_yates"]
    for _ in range(hands):
        yield [PACK[index] for index in shuffle.draw(len(PACK), source, cards, {})]


def hands_up_to_suits(
    cards: int, suits: Sequence[int], pack: Sequence[int] = range(52)
) -> tuple[Indices, list[int]]:
    """Return hands of the pack's indices, and how many hands each stands for: itself with some suits exchanged.

    The pack must have the same ranks of each of these suits.
    """
    listed = np.fromiter(
        chain.from_iterable(combinations(pack, cards)),
        np.int64,
        comb(len(pack), cards) * cards,
    )
    hands = listed.reshape(-1, cards)
    rank_bits = 1 << hands % 13
    held = [np.where(hands // 13 == suit, rank_bits, 0).sum(axis=1) for suit in suits]
    ranks = np.stack(held, axis=1)
    is_first = (ranks[:, 1:] <= ranks[:, :-1]).all(axis=1)
    numbers = []
    for row in ranks[is_first].tolist():
        alike = Counter(row).values()
        numbers.append(factorial(len(suits)) // prod(map(factorial, alike)))
    return hands[is_first], numbers


def exchange_suits(hands: Indices) -> Iterator[Indices]:
    """Yield hands of the pack's indices with their suits in each of the 24 orders."""
    for order in permutations(range(4)):
        yield np.array(order)[hands // 13] * 13 + hands % 13
