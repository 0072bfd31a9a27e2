"""Draw gifts, cycles and meetings by attempts under a bound of their number, exactly uniformly.

An attempt goes from what is left to one of its parts with the probability bound(part) / bound(whole), and fails with
the probability that remains. So every arrangement has the same probability, 1 / bound(all). docs/definitions/rules.md
has the definitions, and proves that the bounds of the parts never add up to more than the bound of the whole.

A set of items is an integer: bit i stands for item i.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import accumulate
from math import exp, isqrt, log, prod

import numpy as np

from ..core.errors import NotFound
from ..core.rng.sources import MAX_BOUND, Source, WordSource
from ..core.work import Work

MAX_ITEMS = 1_000
"""The items up to which draws are bounded. For more, only attempts are made."""
MAX_CHOICES = 100_000
"""The choices after which a draw ends without a result."""

_S = 2**32 + 1
_FIRST = 11_674_931_555  # e * 2^32, rounded up
MARGIN = 1e-9  # a random number that is nearer to a floating-point boundary is compared in integers
_NOTHING = -10_000.0  # the logarithm of 0 here, as exp(-5_000) is 0
_STEPS_OF_A_CHOICE = 20
_STEPS_OF_A_DEGREE = 6
_STEPS_OF_A_GIFT = 52

Shares = Sequence[tuple[float, int]]
"""The probability that an item is chosen, for each of a set of items."""


class Bounds:
    """T_r and R_r of the definition for r = 0 … MAX_ITEMS + 1, as `t` and `root`, and their logarithms.

    `fall` has log(T_(r-1) / T_r), 0 for r < 2, and `level` has log(T_r / T_1), 0 for r = 0, and
    `level_or_nothing` less than any other there.
    """

    def __init__(self) -> None:
        self.t = [0, _FIRST]
        while len(self.t) < MAX_ITEMS + 2:
            t = self.t[-1]
            self.t.append(t + _S - -(_S**2) // (2 * t) - -(_S**3) // (5 * t * t))
        squares = [-(-(t << 128) // _FIRST) for t in self.t]
        self.root = [isqrt(square - 1) + 1 if square else 0 for square in squares]
        self.level = [log(max(t, _FIRST) / _FIRST) for t in self.t]
        self.level_or_nothing = np.array([_NOTHING, *self.level[1:]])
        self.fall = [
            0.0,
            0.0,
            *(
                log(before / t)
                for before, t in zip(self.t[1:], self.t[2:], strict=False)
            ),
        ]


load_bounds = cache(Bounds)


def list_bits(items: int) -> Iterator[int]:
    """Yield the items of a set, ascending."""
    while items:
        yield (items & -items).bit_length() - 1
        items &= items - 1


def select_bit(items: int, place: int) -> int:
    """Return the item of a set at a place, in ascending order from 0."""
    low = 0
    size = items.bit_length()
    while size > 1:
        half = size // 2
        part = items & (1 << half) - 1
        if place < (count := part.bit_count()):
            items = part
            size = half
        else:
            items, place, low, size = (
                items >> half,
                place - count,
                low + half,
                size - half,
            )
    return low


Degrees = dict[int, int]
"""The items of each degree, a set: the number of givers, receivers or partners that are left for each."""


def list_degrees(neighbours: Sequence[int], items: int) -> Degrees:
    """Return the degrees of the items of a set."""
    degrees: Degrees = {}
    for item in list_bits(items):
        degree = neighbours[item].bit_count()
        degrees[degree] = degrees.get(degree, 0) | 1 << item
    return degrees


def lower_degrees(degrees: Degrees, items: int, gone: int = 0) -> None:
    """Lower the degrees of items by 1, but for those that are `gone`: remove these."""
    for degree, part in [
        (degree, part) for degree, those in degrees.items() if (part := those & items)
    ]:
        if part == degrees[degree]:
            del degrees[degree]
        else:
            degrees[degree] ^= part
        if part := part & ~gone:
            degrees[degree - 1] = degrees.get(degree - 1, 0) | part


def locate(
    source: Source, digits: int, weights: Sequence[int], whole: int
) -> int | None:
    """Return the place of the weight where a random number falls, None if it is beyond all of them.

    `digits` are its first 64 binary digits; as many more are drawn as tell.
    """
    ends = list(accumulate(weights))
    size = 64
    while True:
        place = sum(end << size <= digits * whole for end in ends)
        if place == len(ends) or ends[place] << size >= (digits + 1) * whole:
            return place if place < len(ends) else None
        digits, size = digits << 64 | source.below(MAX_BOUND), size + 64


class BoundedAttempts:
    """The bounded attempts of one result. Raises `NotFound` after `MAX_CHOICES` choices."""

    def __init__(self, source: WordSource, work: Work) -> None:
        self.source, self.work, self.bounds, self.choices = (
            source,
            work,
            load_bounds(),
            0,
        )

    def count_choice(self, steps: float) -> None:
        self.work.spend(_STEPS_OF_A_CHOICE + steps)
        self.choices += 1
        if self.choices > MAX_CHOICES:
            raise NotFound("items", NOT_FOUND)

    def choose(self, degrees: Degrees, candidates: int) -> int | None:
        """Return a candidate, or None: item i has the weight T_1 * product of T_(d-1) of the other candidates."""
        self.count_choice(
            _STEPS_OF_A_DEGREE * len(degrees) + candidates.bit_count() // 3
        )
        t = self.bounds.t
        fall = self.bounds.fall
        level = self.bounds.level
        parts = sorted(
            [
                (degree, part)
                for degree, those in degrees.items()
                if (part := those & candidates)
            ]
        )
        has_single = bool(parts) and parts[0][0] == 1
        if not parts or (has_single and parts[0][1].bit_count() > 1):
            return None
        if has_single and len(parts) == 1:
            return parts[0][1].bit_length() - 1
        chosen = (
            parts[:1] if has_single else parts
        )  # beside one with 1 way, all others weigh nothing
        all_fall = sum([part.bit_count() * fall[degree] for degree, part in parts])

        def weigh() -> tuple[Sequence[int], int]:
            product = t[1] * prod(
                t[degree - 1] ** part.bit_count()
                for degree, part in parts
                if degree > 1
            )
            weights = [
                product // max(t[degree - 1], 1)
                for degree, part in chosen
                for _ in list_bits(part)
            ]
            return weights, prod(
                t[degree] ** part.bit_count() for degree, part in parts
            )

        return self.pick(
            [(exp(all_fall - level[degree - 1]), part) for degree, part in chosen],
            weigh,
        )

    def pick(
        self, shares: Shares, weigh: Callable[[], tuple[Sequence[int], int]]
    ) -> int | None:
        """Return an item of `shares`, each with its probability, or None; `weigh` returns the weights and the whole."""
        digits = self.source.below(MAX_BOUND)
        left = digits / MAX_BOUND
        for share, part in shares:
            size = share * part.bit_count()
            if left < size + MARGIN:
                place = left / share
                if abs(place - round(place)) * share > MARGIN:
                    return select_bit(part, int(place))
                items = [item for _, those in shares for item in list_bits(those)]
                self.work.spend(len(items) ** 2)
                exact = locate(self.source, digits, *weigh())
                return None if exact is None else items[exact]
            left -= size
        return None

    def keeps(self, degree: int) -> bool:
        """Return True with the probability T_(degree-1) / T_degree: the bound without a gift, divided by it."""
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
        """Return the receiver of each of the givers `members`, which are a component.

        `receivers` and `givers` have for each item the sets of its possible receivers and givers.
        """
        taken = sum(1 << item for item in range(len(givers)) if givers[item] & members)
        self.work.spend(len(givers))
        start = list_degrees(receivers, members), list_degrees(givers, taken)
        while True:
            of_givers, of_receivers = (degrees.copy() for degrees in start)
            self.work.spend(len(of_givers) + len(of_receivers) + len(givers) // 20)
            result = self._attempt_gifts(
                list(receivers), list(givers), of_givers, of_receivers, mutual=mutual
            )
            if result is not None:
                return result

    def _attempt_gifts(
        self,
        receivers: list[int],
        givers: list[int],
        of_givers: Degrees,
        of_receivers: Degrees,
        *,
        mutual: bool,
    ) -> Mapping[int, int] | None:
        members = sum(of_givers.values())
        taken = sum(of_receivers.values())
        result: dict[int, int] = {}
        while taken:
            fewest = of_receivers[min(of_receivers)]
            receiver = (fewest & -fewest).bit_length() - 1
            candidates = givers[receiver] & members
            self.work.spend(_STEPS_OF_A_GIFT)
            if (giver := self.choose(of_givers, candidates)) is None:
                return None
            result[giver] = receiver
            members ^= 1 << giver
            taken ^= 1 << receiver
            lower_degrees(of_givers, candidates, 1 << giver)
            lower_degrees(of_receivers, receivers[giver], 1 << receiver)
            if (
                not mutual
                and members >> receiver
                & taken >> giver
                & receivers[receiver] >> giver
                & 1
            ):
                if not self.keeps((receivers[receiver] & taken).bit_count()):
                    return None
                receivers[receiver] ^= 1 << giver
                givers[giver] ^= 1 << receiver
                lower_degrees(of_givers, 1 << receiver)
                lower_degrees(of_receivers, 1 << giver)
        return result

    def draw_cycle(
        self, receivers: Sequence[int], givers: Sequence[int]
    ) -> Mapping[int, int]:
        """Return the receiver of each item in one cycle of all items."""
        start = list_degrees(givers, (1 << len(receivers)) - 2)
        self.work.spend(len(receivers))
        while (
            result := self._attempt_cycle(
                receivers, start.copy(), givers[0].bit_count()
            )
        ) is None:
            self.work.spend(len(start))
        return result

    def _attempt_cycle(
        self, receivers: Sequence[int], degrees: Degrees, to_first: int
    ) -> Mapping[int, int] | None:
        left = sum(degrees.values())
        giver = 0
        result: dict[int, int] = {}
        while left:
            candidates = receivers[giver] & left
            if (receiver := self.choose(degrees, candidates)) is None:
                return None
            result[giver] = receiver
            left ^= 1 << receiver
            lower_degrees(degrees, candidates, 1 << receiver)
            if left and receivers[receiver] & 1:
                if not self.keeps(to_first):
                    return None
                to_first -= 1
            giver = receiver
        return {**result, giver: 0} if receivers[giver] & 1 else None


NOT_FOUND = (
    f"No arrangement that fulfils these rules was found in {MAX_CHOICES:,} choices, where a draw ends: they are too "
    "rare to draw one exactly uniformly here, or there is none. Leave out a rule; another seed or index may find one."
)
