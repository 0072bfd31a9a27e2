"""Draws by weights from strata, such as booster packs: their exact probabilities, by enumeration."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations, product
from math import prod
from random import Random
from typing import Any

from service.arrangements.attributes import ListedItems
from service.arrangements.strata import Strata, prepare_strata
from service.core.rng.scripted import order_probabilities
from service.core.shuffles.samplers import Sampler
from service.lists.draw import weigh_strata
from service.settings import Settings

LIMITS = Settings().limits
CASES = 300


class Case:
    """A random list of at most 6 items in at most 3 strata, with weights, and the number of items of each stratum."""

    def __init__(self, random: Random) -> None:
        self.slots = random.choices("abc", k=random.randint(1, 6))
        self.weights = [random.randint(0, 3) for _ in self.slots]
        self.counts = {
            slot: random.randint(0, min(2, len(self.list_drawable(slot))))
            for slot in dict.fromkeys(self.slots)
        }

    def list_drawable(self, slot: str) -> Sequence[int]:
        """Return the items of a stratum that have a weight above 0."""
        items = range(len(self.slots))
        return [
            item for item in items if self.slots[item] == slot and self.weights[item]
        ]

    def enumerate_stratum(
        self, slot: str
    ) -> Iterator[tuple[tuple[int, ...], Fraction]]:
        """Yield each result of a stratum with its probability: each draw by the weights that are left."""
        drawable = self.list_drawable(slot)
        total = sum(self.weights[item] for item in drawable)
        for order in permutations(drawable, self.counts[slot]):
            left = total
            probability = Fraction(1)
            for item in order:
                probability *= Fraction(self.weights[item], left)
                left -= self.weights[item]
            yield order, probability

    def enumerate_results(self) -> dict[tuple[int, ...], Fraction]:
        """Return the probability of each result: strata in the order of their first items, each drawn by itself."""
        of_strata = [list(self.enumerate_stratum(slot)) for slot in self.counts]
        return {
            tuple(item for order, _ in parts for item in order): prod(
                (probability for _, probability in parts), start=Fraction(1)
            )
            for parts in product(*of_strata)
        }

    def prepare(self) -> Sampler:
        """Return the sampler of the service."""
        items = ListedItems([{"slot": slot} for slot in self.slots])
        strata = Strata(attribute="slot", counts=self.counts)
        weigh = weigh_strata(self.weights, "slot", LIMITS)
        return prepare_strata(items, strata, None, LIMITS, int, weigh=weigh)


def test_the_chance_of_each_pack_is_exactly_that_of_its_weights() -> None:
    random = Random(5)
    cases = [
        case
        for case in (Case(random) for _ in range(2 * CASES))
        if any(case.counts.values())
    ]
    assert len(cases) >= CASES
    for case in cases[:CASES]:
        sampler: Any = case.prepare()
        assert order_probabilities(sampler.draw_from) == case.enumerate_results(), vars(
            case
        )
