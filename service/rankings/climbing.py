"""Combinations of climbing games, dou dizhu and big two: whether cards are one, and whether it beats another.

Houses differ. Dou dizhu is played as in RLCard (datamllab/rlcard): the single cards of an airplane may be alike, but
are of no rank of its triples, not four alike, and not both jokers. In big two a straight runs in the order of the game,
from 3-4-5-6-7 to J-Q-K-A-2, and straights and flushes compare their highest card, by its rank and then by its suit.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from typing import Annotated, NamedTuple

from ..cards.card import Card
from .poker_hands import RANK_NAMES


class ClimbingCategory(StrEnum):
    """The kinds of combinations. The last five are those of five cards in big two, the weakest first."""

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
    """The value of played cards as a combination; the category is `none` if they are no combination.

    The higher `strength` wins between combinations of as many cards; in dou dizhu they must also be of one category.
    """

    category: Annotated[ClimbingCategory, "Its category"]
    description: Annotated[str, "The category in words, with its ranks"]
    best: Annotated[tuple[Card, ...], "The best cards: the deciding ones first"]
    strength: Annotated[int, "Among like combinations; 0 for none"]


MAX_PLAYED = 20  # cards of the landlord

_RANKS = "3456789TJQKA2"
_JOKERS = {"X1": 13, "X2": 14}  # the positions after the ranks
_SUITS = "DCHS"
_LAST_OF_STRAIGHT = _RANKS.index("A")  # in dou dizhu
_ALIKE = (
    ClimbingCategory.SINGLE,
    ClimbingCategory.PAIR,
    ClimbingCategory.TRIPLE,
    ClimbingCategory.BOMB,
)


class _Straight(NamedTuple):
    """Ranks in a row with as many cards of each: how many ranks it takes at least, and its name."""

    min_ranks: int
    category: ClimbingCategory


_STRAIGHTS = {
    1: _Straight(5, ClimbingCategory.STRAIGHT),
    2: _Straight(3, ClimbingCategory.PAIR_STRAIGHT),
    3: _Straight(2, ClimbingCategory.AIRPLANE),
}
"""By the cards of each rank."""

_WINGS = {
    1: ClimbingCategory.AIRPLANE_WITH_SINGLES,
    2: ClimbingCategory.AIRPLANE_WITH_PAIRS,
}
_ONE_WING = {
    1: ClimbingCategory.TRIPLE_WITH_SINGLE,
    2: ClimbingCategory.TRIPLE_WITH_PAIR,
}
"""By the cards of a wing, which goes with each triple: several triples, and one."""

_Counts = Mapping[int, int]  # the number of cards of each rank, by its position


class _Found(NamedTuple):
    """A combination, and the positions of its deciding ranks, the highest last: of the triples, not of their wings."""

    category: ClimbingCategory
    ranks: tuple[int, ...] = ()


_NOTHING = _Found(ClimbingCategory.NONE)


def _find_position(card: Card) -> int:
    """Return the position of a card's rank, 0 for a three to 12 for a two, 13 and 14 for the jokers."""
    return _JOKERS[card.code] if card.code in _JOKERS else _RANKS.index(card.rank)


def evaluate_dou_dizhu(cards: Sequence[Card]) -> PlayedCards:
    """Return the combination of dou dizhu that the cards of one pack with two jokers are."""
    counts = Counter(_find_position(card) for card in cards)
    found = _find_dou_dizhu(counts, len(cards))
    strength = found.ranks[-1] + 1 if found.ranks else 0
    return _build_played_cards(found.category, cards, found.ranks, strength)


def _find_dou_dizhu(counts: _Counts, size: int) -> _Found:
    """Return the combination of `size` cards with these counts, by the positions of ranks from the three up.

    {0: 3, 7: 1} gives (TRIPLE_WITH_SINGLE, (0,)), a triple of threes with a ten; if they are none, (NONE, ()).
    """
    ranks = tuple(sorted(counts))
    if set(ranks) == set(_JOKERS.values()):
        return _Found(ClimbingCategory.ROCKET, ranks)
    if len(ranks) == 1:
        return _Found(_ALIKE[size - 1], ranks)
    if len(set(counts.values())) == 1:
        straight = _STRAIGHTS.get(counts[ranks[0]])
        if straight and len(ranks) >= straight.min_ranks and _is_straight(ranks):
            return _Found(straight.category, ranks)
    fours = tuple(rank for rank in ranks if counts[rank] == 4)
    if fours:
        return _find_four(counts, size, fours)
    return _find_with_wings(counts, size)


def _is_straight(ranks: Sequence[int], last: int = _LAST_OF_STRAIGHT) -> bool:
    """Return whether ascending ranks are in a row, none above `last`."""
    return ranks[-1] <= last and ranks[-1] - ranks[0] == len(ranks) - 1


def _find_four(counts: _Counts, size: int, fours: tuple[int, ...]) -> _Found:
    """Return the combination of four of a kind with other cards: two, not both jokers, or two pairs."""
    other_counts = [count for rank, count in counts.items() if rank not in fours]
    if size == 6 and not _has_both_jokers(counts):
        return _Found(ClimbingCategory.FOUR_WITH_TWO_SINGLES, fours)
    if size == 8 and other_counts == [2, 2]:
        return _Found(ClimbingCategory.FOUR_WITH_TWO_PAIRS, fours)
    return _NOTHING


def _has_both_jokers(counts: _Counts) -> bool:
    return all(joker in counts for joker in _JOKERS.values())


def _find_with_wings(counts: _Counts, size: int) -> _Found:
    """Return the combination of a run of triples and one wing, a single card or a pair, for each triple.

    The number of cards says how long the run is: eight cards are two triples with two single cards, ten are two triples
    with two pairs. Each run of this length is tried, the lowest first, with all other cards as wings. A triple among
    the single cards must not be next to the run, as the run would be longer with it. For {0: 1, 4: 3, 5: 3, 9: 1}, by
    the positions of ranks from the three up, return (AIRPLANE_WITH_SINGLES, (4, 5)), the ranks of the triples.
    """
    triples = [rank for rank in sorted(counts) if counts[rank] == 3]
    for wing, category in _WINGS.items():
        length, left_over = divmod(size, 3 + wing)
        if left_over:
            continue
        for start in range(len(triples) - length + 1):
            run = tuple(triples[start : start + length])
            others = {rank: count for rank, count in counts.items() if rank not in run}
            if not _are_wings(others, wing):
                continue
            if length == 1:
                return _Found(_ONE_WING[wing], run)
            if _is_straight(run) and not _can_be_longer(triples, start, length):
                return _Found(category, run)
    return _NOTHING


def _are_wings(counts: _Counts, wing: int) -> bool:
    """Return whether the cards beside a run of triples are its wings; `counts` has their number by rank.

    With two cards in a `wing`, each rank must be a pair. With one card, any cards will do except both jokers.
    """
    if wing == 2:
        return set(counts.values()) == {2}
    return not _has_both_jokers(counts)


def _can_be_longer(triples: Sequence[int], start: int, length: int) -> bool:
    """Return whether the triple before a run of triples, or the one after it, is next to it in rank."""
    end = start + length
    runs = [triples[start - 1 : end]] if start > 0 else []
    if end < len(triples):
        runs.append(triples[start : end + 1])
    return any(_is_straight(run) for run in runs)


def evaluate_big_two(cards: Sequence[Card]) -> PlayedCards:
    """Return the combination of big two that one to five cards of one pack are.

    3D 3H is "pair, three" with the strength 3, as the three of hearts is the third of the 52 cards. Five cards add 52
    for each kind below theirs: 3D 3H 3C 4C 4D, "full house, three", has 1 + 2 * 52, as straights and flushes are lower.
    """
    counts = Counter(_find_position(card) for card in cards)
    category = _find_big_two(cards, counts)
    most_alike = max(counts.values())
    deciding = [rank for rank, count in counts.items() if count == most_alike]
    if category in {ClimbingCategory.FULL_HOUSE, ClimbingCategory.FOUR_OF_A_KIND}:
        # Any card of the triple or the four would do, as no other hand has three cards of this rank.
        # FROZEN: the card that was sent first, as `strength` does not change (docs/reference/decks.md).
        compared = next(card for card in cards if _find_position(card) in deciding)
    else:
        compared = max(cards, key=_find_place)
    strength = _find_place(compared) + 1
    if category in _FIVES:
        strength += _FIVES.index(category) * _PACK
    return _build_played_cards(category, cards, deciding, strength)


def _find_big_two(cards: Sequence[Card], counts: _Counts) -> ClimbingCategory:
    """Return the combination of one to five cards; `counts` has the number of cards of each rank."""
    if len(cards) == 5:
        return _find_five(cards, counts)
    if len(counts) == 1 and len(cards) < 4:
        return _ALIKE[len(cards) - 1]
    return ClimbingCategory.NONE


def _find_five(cards: Sequence[Card], counts: _Counts) -> ClimbingCategory:
    is_flush = len({card.suit for card in cards}) == 1
    ranks = sorted(counts)
    if len(ranks) == 5 and _is_straight(ranks, len(_RANKS) - 1):
        return (
            ClimbingCategory.STRAIGHT_FLUSH if is_flush else ClimbingCategory.STRAIGHT
        )
    if is_flush:
        return ClimbingCategory.FLUSH
    match sorted(counts.values()):
        case [1, 4]:
            return ClimbingCategory.FOUR_OF_A_KIND
        case [2, 3]:
            return ClimbingCategory.FULL_HOUSE
    return ClimbingCategory.NONE


_FIVES = tuple(ClimbingCategory)[-5:]
"""The combinations of five cards in big two, the weakest first."""
_PACK = 52


def _find_place(card: Card) -> int:
    """Return the place of a card among the 52 of big two: by its rank, then by its suit."""
    return _find_position(card) * 4 + _SUITS.index(card.code[-1])


def _build_played_cards(
    category: ClimbingCategory,
    cards: Sequence[Card],
    deciding: Collection[int],
    strength: int,
) -> PlayedCards:
    """Return played cards: the deciding ranks first, and high before low. Cards of no combination keep their order.

    3S 7D 7C 7H, of which 7 decides, are a TRIPLE_WITH_SINGLE in the order 7D 7C 7H 3S: "triple with single, seven".
    """
    if category is ClimbingCategory.NONE:
        return PlayedCards(category, "no combination", tuple(cards), 0)

    def weigh(card: Card) -> tuple[bool, int]:
        rank = _find_position(card)
        return rank in deciding, rank

    best = sorted(cards, key=weigh, reverse=True)
    description = str(category).replace("_", " ")
    if category is not ClimbingCategory.ROCKET:
        description += f", {RANK_NAMES.get(best[0].rank, best[0].name.lower())}"
    return PlayedCards(category, description, tuple(best), strength)


def beats_in_dou_dizhu(played: PlayedCards, other: PlayedCards) -> bool:
    """Return whether a combination beats another in dou dizhu.

    The rocket beats every other, and a bomb beats all but the rocket and higher bombs. Any other combination beats a
    weaker one of its category with as many cards.
    """
    if (
        ClimbingCategory.NONE in {played.category, other.category}
        or ClimbingCategory.ROCKET is other.category
    ):
        return False
    if played.category is ClimbingCategory.ROCKET:
        return True
    if (
        played.category is ClimbingCategory.BOMB
        and other.category is not ClimbingCategory.BOMB
    ):
        return True
    is_alike = (played.category, len(played.best)) == (other.category, len(other.best))
    return is_alike and played.strength > other.strength


def beats_in_big_two(played: PlayedCards, other: PlayedCards) -> bool:
    """Return whether a combination beats another in big two: it has as many cards and a higher strength."""
    return len(played.best) == len(other.best) and played.strength > other.strength > 0
