"""The exact odds of a roll: the probability of each total.

Faces have whole weights. Sums of dice are convolutions. For kept dice, the faces are placed from the highest to the
lowest: those that come to a kept rank count (order statistics). Both are in W. Feller, An Introduction to Probability
Theory and Its Applications, volume 1, chapters XI and II.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import comb
from typing import NamedTuple

from ..core.errors import Refused
from ..core.limits import Limits, OperatorLimit, TooMany
from .notation import FIELD
from .roll import MAX_EXTRA_DICE, DiceTerm, Roll
from .total_weights import TotalWeights

_MAX_WORK = OperatorLimit(4_000_000)
"""The most numbers of 64 bits that are added for the odds of a roll."""
_MAX_BITS = OperatorLimit(2_000_000)
"""The most bits that all weights of a distribution have together."""
_BITS_OF_A_WORD = 64

Count = Callable[[int], int]
"""Takes a face and returns what it adds to the total."""


class TotalOdds(NamedTuple):
    """A possible total, its probability, and the probability of this total or more."""

    total: int
    probability: Fraction
    at_least: Fraction


@dataclass(frozen=True)
class Odds:
    """The odds of the total of a set."""

    distribution: TotalWeights

    @cached_property
    def outcomes(self) -> Sequence[TotalOdds]:
        """The possible totals, the lowest first."""
        weights = self.distribution.weights
        everything = self.distribution.sum_of_weights
        this_or_more = list(accumulate(reversed(weights)))
        this_or_more.reverse()
        return [
            TotalOdds(
                total=self.distribution.lowest + place,
                probability=Fraction(weight, everything),
                at_least=Fraction(this_or_more[place], everything),
            )
            for place, weight in enumerate(weights)
            if weight
        ]

    @cached_property
    def mean(self) -> Fraction:
        return self._average_power(1)

    @cached_property
    def variance(self) -> Fraction:
        return self._average_power(2) - self.mean**2

    def _average_power(self, exponent: int) -> Fraction:
        """Return the mean of the totals to a power."""
        weighted = sum(
            (self.distribution.lowest + place) ** exponent * weight
            for place, weight in enumerate(self.distribution.weights)
        )
        return Fraction(weighted, self.distribution.sum_of_weights)


def find_odds(roll: Roll, limits: Limits) -> Odds:
    """Return the odds of a set of the roll.

    Raises `Refused` for a term that explodes and keeps some of its dice, and `TooMany` beyond the limits.
    """
    _check_size(roll, limits)
    total = TotalWeights(roll.constant, [1])
    for term in roll.dice_terms:
        dice = _distribute_term(term, roll.count)
        total = total.add(dice.negate() if term.is_subtracted else dice)
    return Odds(total)


def _check_size(roll: Roll, limits: Limits) -> None:
    """Raise `TooMany` if the totals, or the bits of their weights, are too many, before anything is computed."""
    totals = 1
    bits = 1
    for term in roll.dice_terms:
        if term.explodes and term.keeps:
            raise Refused(
                FIELD,
                f"There are no exact odds of {term.format()}: it keeps some of a number of dice that is not known "
                "before. Leave out ! or what is kept.",
            )
        totals += term.most_dice * _count_steps(term, roll)
        bits += term.most_dice * _sum_weights(term).bit_length()
    limits.check_objects(totals, totals, "totals", FIELD)
    if totals * bits > _MAX_BITS.number:
        raise TooMany(FIELD, totals * bits, "bits for exact odds", _MAX_BITS)


def _sum_weights(term: DiceTerm) -> int:
    """Return the sum of `_weigh_faces`."""
    if term.reroll is not None and term.reroll.is_once:
        return term.die.faces**2
    return term.possible_faces


def _count_steps(term: DiceTerm, roll: Roll) -> int:
    """Return by how much one more die of a term may change the total."""
    if roll.success is not None:
        return 1
    return max(term.die.faces - 1, term.die.highest)


def _distribute_term(term: DiceTerm, count: Count) -> TotalWeights:
    """Return the distribution of what the kept dice of a term add to the total."""
    weights = _weigh_faces(term)
    if term.keeps:
        return _distribute_kept(term, weights, count)
    die = _distribute_faces(term, weights, count)
    if term.explodes:
        die = _explode(term, weights, die, count)
    return die.repeat(term.count)


def _weigh_faces(term: DiceTerm) -> Sequence[int]:
    """Return the weight of each face that a die of the term shows in the end, the lowest face first.

    A die that is rolled again once shows a face at the first roll, or after one of the faces that are rolled again.
    """
    die = term.die
    faces = range(die.lowest, die.highest + 1)
    reroll = term.reroll
    if reroll is None:
        return [1] * die.faces
    if not reroll.is_once:
        return [0 if reroll.has(face) else 1 for face in faces]
    return [
        reroll.faces if reroll.has(face) else reroll.faces + die.faces for face in faces
    ]


def _distribute_faces(
    term: DiceTerm, weights: Sequence[int], count: Count
) -> TotalWeights:
    """Return the distribution of what one die adds to the total."""
    added = [count(term.die.lowest + place) for place in range(term.die.faces)]
    lowest = min(added)
    sums = [0] * (max(added) - lowest + 1)
    for number, weight in zip(added, weights, strict=True):
        sums[number - lowest] += weight
    return TotalWeights(lowest, sums)


def _explode(
    term: DiceTerm, weights: Sequence[int], die: TotalWeights, count: Count
) -> TotalWeights:
    """Return the distribution of what a die and its extra dice add to the total."""
    highest = TotalWeights(count(term.die.highest), weights[-1:])
    others = _distribute_faces(term, [*weights[:-1], 0], count)
    chain = die
    scale = 1
    for _ in range(MAX_EXTRA_DICE):
        scale *= die.sum_of_weights
        chain = others.scale(scale).join(highest.add(chain))
    return chain


def _distribute_kept(
    term: DiceTerm, weights: Sequence[int], count: Count
) -> TotalWeights:
    """Return the distribution of what the kept dice of a term add to the total.

    The dice have ranks, the highest face first. `placed[n]` is the distribution of what is added when n dice have the
    faces down to the present one: if m more dice have the next face, they have the ranks n to n + m - 1.
    """
    first, last = _find_kept_ranks(term)
    _check_kept(term, weights)
    placed = {0: TotalWeights(0, [1])}
    for place in reversed(range(term.die.faces)):
        added = count(term.die.lowest + place)
        following = dict(placed)
        for dice, before in placed.items():
            for more in range(1, term.count - dice + 1):
                kept = max(0, min(dice + more, last) - max(dice, first))
                ways = comb(term.count - dice, more) * weights[place] ** more
                shifted = before.scale(ways).shift(added * kept)
                other = following.get(dice + more)
                following[dice + more] = other.join(shifted) if other else shifted
        placed = following
    return placed[term.count]


def _find_kept_ranks(term: DiceTerm) -> tuple[int, int]:
    """Return the first kept rank, from 0 for the highest die, and the rank after the last."""
    first = 0
    last = term.count
    for keep in term.keeps:
        kept = keep.count_kept(last - first)
        if keep.keeps_highest:
            last = first + kept
        else:
            first = last - kept
    return first, last


def _check_kept(term: DiceTerm, weights: Sequence[int]) -> None:
    """Raise `TooMany` if the steps of `_distribute_kept` are too many."""
    bits = term.count * sum(weights).bit_length()
    words = bits // _BITS_OF_A_WORD + 1
    totals = term.count * term.die.faces
    work = term.die.faces * term.count**2 // 2 * totals * words
    if work > _MAX_WORK.number:
        raise TooMany(FIELD, work, "steps for exact odds", _MAX_WORK)
