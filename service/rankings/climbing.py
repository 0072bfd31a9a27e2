"""Combinations of climbing games, dou dizhu and big two: whether cards are one, and whether it beats another.

Houses differ. Dou dizhu is played as in RLCard (datamllab/rlcard): the single cards of an airplane may be alike, but
are of no rank of its triples, not four alike, and not both jokers. In big two a straight runs in the order of the game,
from 3-4-5-6-7 to J-Q-K-A-2, and straights and flushes compare their highest card, by its rank and then by its suit.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Annotated, NamedTuple

from ..cards.card import Card
from .poker_hands import RANK_NAMES


class Combination(StrEnum):
    """The kinds of combinations; of five cards of big two the weakest first."""

    NONE = "none"
    SINGLE = "single"
    PAIR = "pair"
    TRIPLE = "triple"
    TRIPLE_WITH_SINGLE = "triple_with_single"
    TRIPLE_WITH_PAIR = "triple_with_pair"
    PAIR_STRAIGHT = "pair_straight"
    AIRPLANE = "airplane"
    AIRPLANE_WITH_SINGLES = "airplane_with_singles"
    AIRPLANE_WITH_PAIRS = "airplane_with_pairs"
    FOUR_WITH_TWO_SINGLES = "four_with_two_singles"
    FOUR_WITH_TWO_PAIRS = "four_with_two_pairs"
    BOMB = "bomb"
    ROCKET = "rocket"
    STRAIGHT = "straight"
    FLUSH = "flush"
    FULL_HOUSE = "full_house"
    FOUR_OF_A_KIND = "four_of_a_kind"
    STRAIGHT_FLUSH = "straight_flush"


class PlayedCards(NamedTuple):
    """The combination that cards are.

    `strength` compares combinations that may be compared: in dou dizhu of one category and number of cards, in big two
    of one number of cards.
    """

    category: Annotated[Combination, "Its category"]
    description: Annotated[str, "The category in words, with its ranks"]
    best: Annotated[tuple[Card, ...], "The best cards: the deciding ones first"]
    strength: Annotated[int, "Among like combinations; 0 for none"]


MAX_PLAYED = 20  # cards of the landlord

_RANKS = "3456789TJQKA2"
_JOKERS = {"X1": 13, "X2": 14}  # the positions after the ranks
_SUITS = "DCHS"
_LAST_OF_STRAIGHT = _RANKS.index("A")  # in dou dizhu
_ALIKE = (Combination.SINGLE, Combination.PAIR, Combination.TRIPLE, Combination.BOMB)
_STRAIGHTS = {
    1: (5, Combination.STRAIGHT),
    2: (3, Combination.PAIR_STRAIGHT),
    3: (2, Combination.AIRPLANE),
}
"""By the cards of a rank: the fewest ranks of a straight, and its name."""

_WINGS = {1: Combination.AIRPLANE_WITH_SINGLES, 2: Combination.AIRPLANE_WITH_PAIRS}
_ONE_WING = {1: Combination.TRIPLE_WITH_SINGLE, 2: Combination.TRIPLE_WITH_PAIR}

_Counts = Mapping[int, int]  # the number of cards of each rank, by its position
_Found = tuple[
    Combination, tuple[int, ...]
]  # a combination and its deciding ranks, the highest last
_NOTHING: _Found = (Combination.NONE, ())


def _position(card: Card) -> int:
    return _JOKERS[card.code] if card.code in _JOKERS else _RANKS.index(card.rank)


def evaluate_dou_dizhu(cards: Sequence[Card]) -> PlayedCards:
    """Return the combination of dou dizhu that the cards of one pack with two jokers are."""
    category, deciding = _find_dou_dizhu(Counter(map(_position, cards)), len(cards))
    return _describe(
        category,
        cards,
        lambda card: _position(card) in deciding,
        deciding[-1] + 1 if deciding else 0,
    )


def _find_dou_dizhu(counts: _Counts, size: int) -> _Found:
    ranks = tuple(sorted(counts))
    if set(ranks) == set(_JOKERS.values()):
        return Combination.ROCKET, ranks
    if len(ranks) == 1:
        return _ALIKE[size - 1], ranks
    least, name = _STRAIGHTS.get(min(counts.values()), (MAX_PLAYED, Combination.NONE))
    if len(set(counts.values())) == 1 and len(ranks) >= least and _is_straight(ranks):
        return name, ranks
    if fours := tuple(rank for rank in ranks if counts[rank] == 4):
        return _find_four(counts, size, fours)
    return _find_with_wings(counts, size)


def _is_straight(ranks: Sequence[int], last: int = _LAST_OF_STRAIGHT) -> bool:
    return ranks[-1] <= last and ranks[-1] - ranks[0] == len(ranks) - 1


def _find_four(counts: _Counts, size: int, fours: tuple[int, ...]) -> _Found:
    others = [count for rank, count in counts.items() if rank not in fours]
    if size == 6 and not _has_both_jokers(counts):
        return Combination.FOUR_WITH_TWO_SINGLES, fours
    return (
        (Combination.FOUR_WITH_TWO_PAIRS, fours)
        if size == 8 and others == [2, 2]
        else _NOTHING
    )


def _has_both_jokers(counts: _Counts) -> bool:
    return all(joker in counts for joker in _JOKERS.values())


def _find_with_wings(counts: _Counts, size: int) -> _Found:
    """Return triples with as many single cards or pairs; a triple among the single cards does not lengthen the run."""
    triples = [rank for rank in sorted(counts) if counts[rank] == 3]
    for wing, name in _WINGS.items():
        length, rest = divmod(size, 3 + wing)
        for start in range(0 if rest else len(triples) - length + 1):
            body = tuple(triples[start : start + length])
            others = {rank: count for rank, count in counts.items() if rank not in body}
            if set(others.values()) != {2} if wing == 2 else _has_both_jokers(others):
                continue
            if length == 1:
                return _ONE_WING[wing], body
            longer = (
                triples[start - 1 : start + length] if start else [],
                triples[start : start + length + 1],
            )
            if _is_straight(body) and not any(
                len(run) > length and _is_straight(run) for run in longer
            ):
                return name, body
    return _NOTHING


def evaluate_big_two(cards: Sequence[Card]) -> PlayedCards:
    """Return the combination of big two that one to five cards of one pack are."""
    counts = Counter(_position(card) for card in cards)
    by_count = sorted(counts.values(), reverse=True)
    ranks = sorted(counts)
    highest = max(cards, key=_order)
    if len(cards) < 4:
        category = _ALIKE[len(cards) - 1] if len(ranks) == 1 else Combination.NONE
        return _describe(category, cards, lambda _: True, _order(highest) + 1)
    is_flush = len({card.suit for card in cards}) == 1
    is_run = len(ranks) == 5 and _is_straight(ranks, len(_RANKS) - 1)
    category = Combination.NONE
    if len(cards) == 5 and (is_flush or is_run):
        run = Combination.STRAIGHT_FLUSH if is_flush else Combination.STRAIGHT
        category = run if is_run else Combination.FLUSH
    elif by_count in ([3, 2], [4, 1]):
        category = (
            Combination.FULL_HOUSE if by_count[0] == 3 else Combination.FOUR_OF_A_KIND
        )
        highest = next(card for card in cards if counts[_position(card)] > 2)
    strength = (
        _FIVES.index(category) * 52 + _order(highest) + 1 if category in _FIVES else 0
    )
    return _describe(
        category, cards, lambda card: counts[_position(card)] == by_count[0], strength
    )


_FIVES = tuple(Combination)[-5:]


def _order(card: Card) -> int:
    """Return the place of a card among the 52 of big two: by its rank, then by its suit."""
    return _position(card) * 4 + _SUITS.index(card.code[-1])


def _describe(
    category: Combination,
    cards: Sequence[Card],
    decides: Callable[[Card], bool],
    strength: int,
) -> PlayedCards:
    if category is Combination.NONE:
        return PlayedCards(category, "no combination", tuple(cards), 0)
    best = tuple(
        sorted(cards, key=lambda card: (decides(card), _position(card)), reverse=True)
    )
    words = str(category).replace("_", " ")
    name = RANK_NAMES.get(best[0].rank, best[0].name.lower())
    return PlayedCards(
        category,
        words if category is Combination.ROCKET else f"{words}, {name}",
        best,
        strength,
    )


def beats_in_dou_dizhu(played: PlayedCards, other: PlayedCards) -> bool:
    """Return whether a combination beats another: one like it, or with a bomb or the rocket any other."""
    if (
        Combination.NONE in {played.category, other.category}
        or Combination.ROCKET is other.category
    ):
        return False
    if played.category is Combination.ROCKET:
        return True
    if played.category is Combination.BOMB and other.category is not Combination.BOMB:
        return True
    is_alike = (played.category, len(played.best)) == (other.category, len(other.best))
    return is_alike and played.strength > other.strength


def beats_in_big_two(played: PlayedCards, other: PlayedCards) -> bool:
    """Return whether a combination beats another of as many cards."""
    return len(played.best) == len(other.best) and played.strength > other.strength > 0
