"""Draw gifts, cycles and meetings by attempts under a bound on their number, exactly uniformly.

At each choice, an attempt goes on with a part of what is left with the probability bound(part) / bound(whole), and
fails with the remaining probability. So every arrangement has the same probability, 1 / bound(all).
docs/definitions/rules.md has the definitions, and proves that the bounds of the parts never add up to more than the
bound of the whole.

If a whole has the bound 8, and its parts the bounds 4 and 3, an attempt goes on with the first part in 4 of 8 cases,
with the second in 3, and fails in 1.

Source: Mark Huber and Jenny Law, Fast approximation of the permanent for very dense problems, 2008, for gifts; the
bounds of meetings, and the bounds in integers, are our own.

A set of items is an integer: bit i stands for item i.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from math import exp, isqrt, log, prod
from typing import NamedTuple

import numpy as np

from ..core.errors import NotFound
from ..core.rng.sources import MAX_BOUND, Source, WordSource
from ..core.work import Work

# FROZEN: these constants up to `_FIRST`.
MAX_ITEMS = 1_000
"""Lists of up to this number of items are drawn under bounds. For longer lists, only attempts are made."""
MAX_CHOICES = 100_000
"""A draw ends without a result after this number of choices."""
_S = 2**32 + 1
_FIRST = 11_674_931_555  # e * 2^32, rounded up

# FREE: these.
MARGIN = 1e-9  # a random number that is nearer to a floating-point boundary is compared in integers
_MINUS_INFINITY = -10_000.0  # the logarithm of 0 here, as exp(-5_000) is 0
_STEPS_OF_A_CHOICE = 20
_STEPS_OF_A_DEGREE = 6
_STEPS_OF_A_GIFT = 52

Shares = Sequence[tuple[float, int]]
"""Pairs of a probability and a set of items: each item of the set is chosen with this probability."""


class AcceptanceBounds:
    """T_r and R_r of the definition for r = 0 … MAX_ITEMS + 1, and their logarithms.

    Logarithms only decide sooner if a random number is far from a boundary; otherwise integers decide.

    FROZEN: the integers. FREE: the logarithms.
    """

    def __init__(self) -> None:
        """Compute all numbers. Each list has its number for r at position r.

        `t` begins with 0, e * 2^32 and 3.93 * 2^32, so `root` with 0, 2^64 and 1.202 * 2^64, rounded up.
        """
        self.t = [0, _FIRST]
        while len(self.t) < MAX_ITEMS + 2:
            t = self.t[-1]
            self.t.append(t + _S - -(_S**2) // (2 * t) - -(_S**3) // (5 * t * t))
        squares = [-(-(t << 128) // _FIRST) for t in self.t]
        self.root = [isqrt(square - 1) + 1 if square else 0 for square in squares]
        """R_r, 2^64 times the root of T_r / T_1, rounded up."""
        self.level = [log(max(t, _FIRST) / _FIRST) for t in self.t]
        """log(T_r / T_1), 0 for r = 0."""
        self.levels_from_minus_infinity = np.array([_MINUS_INFINITY, *self.level[1:]])
        """`level` as an array, but for r = 0 with `_MINUS_INFINITY`, which stands for the logarithm of 0."""
        falls = [
            log(before / t) for before, t in zip(self.t[1:], self.t[2:], strict=False)
        ]
        self.fall = [0.0, 0.0, *falls]
        """log(T_(r-1) / T_r), 0 for r < 2."""


load_bounds = cache(AcceptanceBounds)


def list_bits(items: int) -> Iterator[int]:
    """Yield the items of a set, ascending: 0b1010 -> 1, 3."""
    while items:
        yield (items & -items).bit_length() - 1
        items &= items - 1


def select_bit(items: int, place: int) -> int:
    """Return the item of a set at a place, in ascending order from 0: 0b1010 and 1 -> 3.

    The set is halved again and again: the place is in its lower half, or after all items of the lower half.
    """
    low = 0
    size = items.bit_length()
    while size > 1:
        half = size // 2
        lower = items & ((1 << half) - 1)
        count = lower.bit_count()
        if place < count:
            items = lower
            size = half
        else:
            items >>= half
            place -= count
            low += half
            size -= half
    return low


class Weights(NamedTuple):
    """The weights of items that can be chosen, and the whole, which is at least their sum."""

    of_items: Sequence[int]
    whole: int


Degrees = dict[int, int]
"""The set of items of each degree; a degree is the number of givers, receivers or partners left for an item.

Items 0 and 2 have two receivers left, item 1 has one: {2: 0b101, 1: 0b010}.
"""


def list_degrees(neighbours: Sequence[int], items: int) -> Degrees:
    """Return the degrees of the items of a set."""
    degrees: Degrees = {}
    for item in list_bits(items):
        degree = neighbours[item].bit_count()
        degrees[degree] = degrees.get(degree, 0) | (1 << item)
    return degrees


def lower_degrees(degrees: Degrees, items: int, gone: int = 0) -> None:
    """Lower the degrees of a set of items by 1, but remove the items that are `gone`.

    {2: 0b101, 1: 0b010} becomes {2: 0b100, 1: 0b001} with `items` 0b011 and `gone` 0b010.
    """
    lowered = [(degree, those & items) for degree, those in degrees.items()]
    for degree, part in lowered:
        if not part:
            continue
        if part == degrees[degree]:
            del degrees[degree]
        else:
            degrees[degree] ^= part
        kept = part & ~gone
        if kept:
            degrees[degree - 1] = degrees.get(degree - 1, 0) | kept


def locate(source: Source, first_digits: int, weights: Weights) -> int | None:
    """Return the place of the weight where a random number falls, or None if the number is beyond all weights.

    The number is between 0 and 1; the weights, divided by the whole, are parts of this range in turn. `first_digits`
    are the first 64 binary digits of the number. With the weights [1, 2] and the whole 4, the number 0.5 is in the
    second part: 1.

    FROZEN: 64 more digits are drawn at a time, until the place is certain.
    """
    ends = list(accumulate(weights.of_items))
    digits = first_digits
    size = 64
    while True:
        place = sum((end << size) <= digits * weights.whole for end in ends)
        is_beyond = place == len(ends)
        if is_beyond or (ends[place] << size) >= (digits + 1) * weights.whole:
            return None if is_beyond else place
        digits = (digits << 64) | source.below(MAX_BOUND)
        size += 64


@dataclass
class _OpenGifts:
    """The gifts that are still possible in an attempt; the attempt changes them. A set has bit i for item i.

    `receivers` and `givers` have, for each item, the sets of its possible receivers and givers, even if these are no
    longer left. `givers_left` have not given yet, and `of_givers` has their degrees. `receivers_left` have not received
    yet, and `of_receivers` has their degrees.
    """

    receivers: list[int]
    givers: list[int]
    of_givers: Degrees
    of_receivers: Degrees
    givers_left: int
    receivers_left: int

    def next_receiver(self) -> int:
        """Return the receiver with the fewest possible givers; if there are several, the one with the lowest number."""
        fewest = self.of_receivers[min(self.of_receivers)]
        lowest_bit = fewest & -fewest
        return lowest_bit.bit_length() - 1

    def find_givers(self, receiver: int) -> int:
        """Return the set of givers left that can give to a receiver."""
        return self.givers[receiver] & self.givers_left

    def count_receivers(self, giver: int) -> int:
        """Return to how many of the receivers left a giver can give."""
        return (self.receivers[giver] & self.receivers_left).bit_count()

    def give(self, giver: int, receiver: int) -> None:
        """Remove a giver and its receiver; other items then have fewer receivers or givers left."""
        lower_degrees(self.of_givers, self.find_givers(receiver), 1 << giver)
        lower_degrees(self.of_receivers, self.receivers[giver], 1 << receiver)
        self.givers_left ^= 1 << giver
        self.receivers_left ^= 1 << receiver

    def is_possible(self, giver: int, receiver: int) -> bool:
        """Return whether a giver can still give to a receiver, and neither was taken out."""
        can_give = (self.receivers[giver] >> receiver) & 1
        has_giver = (self.givers_left >> giver) & 1
        has_receiver = (self.receivers_left >> receiver) & 1
        return bool(can_give and has_giver and has_receiver)

    def strike_out(self, giver: int, receiver: int) -> None:
        """Remove one possible gift, but keep its giver and its receiver."""
        self.receivers[giver] ^= 1 << receiver
        self.givers[receiver] ^= 1 << giver
        lower_degrees(self.of_givers, 1 << giver)
        lower_degrees(self.of_receivers, 1 << receiver)


class BoundedAttempts:
    """The bounded attempts of one result. Raises `NotFound` after `MAX_CHOICES` choices."""

    def __init__(self, source: WordSource, work: Work) -> None:
        self.source = source
        self.work = work
        self.bounds = load_bounds()
        self.choices = 0

    def count_choice(self, steps: float) -> None:
        """Count a choice, and its steps."""
        self.work.spend(_STEPS_OF_A_CHOICE + steps)
        self.choices += 1
        if self.choices > MAX_CHOICES:
            raise NotFound("items", NOT_FOUND, MAX_CHOICES)

    def draw_candidate(self, degrees: Degrees, candidates: int) -> int | None:
        """Draw and return one of a set of candidates, or return None if the attempt has failed.

        Candidates have degrees d. The weight of a candidate is T_1 times the product of T_(d-1) over all other
        candidates; the whole is the product of T_d over all candidates. `degrees` may have further items. If the
        candidates 0 and 1 have the degrees 1 and 2, candidate 0 is chosen with the probability T_1 / T_2, and candidate
        1 is never chosen, as T_0 is 0. A single candidate of degree 2 is chosen with T_1 / T_2 as well.

        FROZEN: candidates are in the order of their degrees, and with the same degree in the order of their numbers. No
        number is drawn if one candidate is certain, or no candidate has a weight.
        """
        steps = _STEPS_OF_A_DEGREE * len(degrees) + candidates.bit_count() // 3
        self.count_choice(steps)
        parts = sorted(
            [
                (degree, those & candidates)
                for degree, those in degrees.items()
                if those & candidates
            ]
        )
        if not parts:
            return None
        lowest, of_lowest = parts[0]
        choosable = parts
        if lowest == 1:  # T_0 is 0, so all other candidates have the weight 0
            if of_lowest.bit_count() > 1:
                return None
            if len(parts) == 1:
                return of_lowest.bit_length() - 1
            choosable = parts[:1]
        fall = self.bounds.fall  # log(T_(d-1) / T_d), 0 for d < 2
        level = self.bounds.level  # log(T_d / T_1), 0 for d = 0
        all_fall = sum([part.bit_count() * fall[degree] for degree, part in parts])
        shares = [
            (exp(all_fall - level[degree - 1]), part) for degree, part in choosable
        ]
        return self.draw_by_shares(
            shares, lambda: self._weigh_candidates(parts, choosable)
        )

    def _weigh_candidates(
        self, parts: Sequence[tuple[int, int]], choosable: Sequence[tuple[int, int]]
    ) -> Weights:
        """Return the weight of each candidate that can be chosen, and the whole.

        `parts` are pairs of a degree and the set of candidates that have it, ascending; only the first may be 1.
        """
        t = self.bounds.t
        product = t[1] * prod(
            t[degree - 1] ** part.bit_count() for degree, part in parts if degree > 1
        )
        weights = [
            product // max(t[degree - 1], 1)
            for degree, part in choosable
            for _ in list_bits(part)
        ]
        whole = prod(t[degree] ** part.bit_count() for degree, part in parts)
        return Weights(weights, whole)

    def draw_by_shares(
        self, shares: Shares, weigh: Callable[[], Weights]
    ) -> int | None:
        """Draw and return an item of `shares`, or None with the probability that all shares leave.

        `weigh` returns the weights of these items, and the whole.

        With 64 random digits, floating-point numbers decide the item; only next to a boundary are the weights compared.
        With [(0.25, 0b011), (0.5, 0b100)], a random number of 0.3 gives item 1, as item 0 has the numbers below 0.25.
        """
        digits = self.source.below(MAX_BOUND)
        number_left = digits / MAX_BOUND
        for share, part in shares:
            size = share * part.bit_count()
            if number_left < size + MARGIN:
                place = number_left / share
                if abs(place - round(place)) * share > MARGIN:
                    return select_bit(part, int(place))
                items = [item for _, those in shares for item in list_bits(those)]
                self.work.spend(len(items) ** 2)
                exact_place = locate(self.source, digits, weigh())
                return None if exact_place is None else items[exact_place]
            number_left -= size
        return None

    def draw_goes_on(self, degree: int) -> bool:
        """Draw whether an attempt goes on after a gift of an item with this degree is struck out.

        Return True with the probability T_(degree-1) / T_degree: the bound without the gift, divided by the bound. For
        a degree of 1 or less it is False, without a draw.
        """
        t = self.bounds.t
        return degree > 1 and self.source.below(t[degree]) < t[degree - 1]

    def draw_gifts(
        self,
        receivers: Sequence[int],
        givers: Sequence[int],
        members: int,
        *,
        mutual: bool,
    ) -> Mapping[int, int]:
        """Return the receiver of each giver in `members`, which are a component: {0: 1, 1: 0}.

        Attempts are made until one succeeds. Unless `mutual`, no two give to each other.
        `receivers` and `givers` have for each item the sets of its possible receivers and givers.
        """
        taken = sum(1 << item for item in range(len(givers)) if givers[item] & members)
        self.work.spend(len(givers))
        givers_at_first = list_degrees(receivers, members)
        receivers_at_first = list_degrees(givers, taken)
        while True:
            gifts = _OpenGifts(
                receivers=list(receivers),
                givers=list(givers),
                of_givers=givers_at_first.copy(),
                of_receivers=receivers_at_first.copy(),
                givers_left=members,
                receivers_left=taken,
            )
            degrees = len(gifts.of_givers) + len(gifts.of_receivers)
            self.work.spend(degrees + len(givers) // 20)
            result = self._attempt_gifts(gifts, mutual=mutual)
            if result is not None:
                return result

    def _attempt_gifts(
        self, gifts: _OpenGifts, *, mutual: bool
    ) -> Mapping[int, int] | None:
        """Return the receiver of each giver, or None if a choice has failed. The attempt changes `gifts`.

        For two items that can only give to each other, return {0: 1, 1: 0} if `mutual`; otherwise the attempt fails.

        FROZEN: the order of receivers, as `next_receiver` returns them; and, if the gift back was possible, the draw
        after each gift whether to go on.
        """
        result: dict[int, int] = {}
        while gifts.receivers_left:
            receiver = gifts.next_receiver()
            self.work.spend(_STEPS_OF_A_GIFT)
            giver = self.draw_candidate(gifts.of_givers, gifts.find_givers(receiver))
            if giver is None:
                return None
            result[giver] = receiver
            gifts.give(giver, receiver)
            if mutual or not gifts.is_possible(receiver, giver):
                continue
            # Strike the gift back out. The attempt fails as often as this lowers the bound.
            if not self.draw_goes_on(gifts.count_receivers(receiver)):
                return None
            gifts.strike_out(receiver, giver)
        return result

    def draw_cycle(
        self, receivers: Sequence[int], givers: Sequence[int]
    ) -> Mapping[int, int]:
        """Return the receiver of each item in one cycle of all items, such as {0: 2, 2: 1, 1: 0}.

        `receivers` and `givers` have for each item the sets of its possible receivers and givers.
        """
        everyone_but_first = (1 << len(receivers)) - 2
        degrees = list_degrees(givers, everyone_but_first)
        self.work.spend(len(receivers))
        to_first = givers[0].bit_count()
        result = self._attempt_cycle(receivers, degrees.copy(), to_first)
        while result is None:
            self.work.spend(len(degrees))
            result = self._attempt_cycle(receivers, degrees.copy(), to_first)
        return result

    def _attempt_cycle(
        self, receivers: Sequence[int], degrees: Degrees, to_first: int
    ) -> Mapping[int, int] | None:
        """Return the receiver of each item on a way from item 0 through all others and back, or None.

        `degrees` are the degrees of all items but item 0, and change. `to_first` of these items can give to item 0.
        """
        items_left = sum(degrees.values())  # the set of the items without a giver yet
        giver = 0
        result: dict[int, int] = {}
        while items_left:
            candidates = receivers[giver] & items_left
            receiver = self.draw_candidate(degrees, candidates)
            if receiver is None:
                return None
            result[giver] = receiver
            items_left ^= 1 << receiver
            lower_degrees(degrees, candidates, 1 << receiver)
            if items_left and receivers[receiver] & 1:
                if not self.draw_goes_on(to_first):
                    return None
                to_first -= 1
            giver = receiver
        result[giver] = 0
        return result if receivers[giver] & 1 else None


NOT_FOUND = (
    f"No arrangement that fulfils these rules was found in {MAX_CHOICES:,} choices, where a draw ends: they are too "
    "rare to draw one exactly uniformly here, or there is none. Leave out a rule; another seed or index may find one."
)
