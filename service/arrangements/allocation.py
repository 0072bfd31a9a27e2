"""Allocate items to the arms of a trial in permuted blocks."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Annotated, Any, NamedTuple

from ..core.draw_requests import NAMED, Named
from ..core.errors import Refused
from ..core.limits import Limits, TooMany
from ..core.object_types import ObjectOf
from ..core.rng.sources import WordSource
from ..core.rng.streams import Randomness, sd1_key
from ..core.shuffles.algorithms import shuffle_list
from ..core.shuffles.samplers import Permutation, Sampler
from ..core.value_types import Integer, ListOf, Text
from ..core.work import Work
from ..verdicts.results_left import Labels, ResultsLeft, all_hold
from . import parameter_aliases
from .attributes import ListedItems
from .requested_rules import MAX_ATTRIBUTES
from .stratum_streams import StrataSource, Stratum

MAX_ARMS = 100
_MAX_BLOCK = 10_000


@dataclass(frozen=True, kw_only=True)
class Arm:
    """An arm of a trial."""

    name: Annotated[str, Text("Its name.", 64, example="placebo")]
    ratio: Annotated[
        int,
        Integer(
            "Its share of each block, relative to the other arms.", 1, 1_000, example=1
        ),
    ] = 1


def _write_ratios(arms: Sequence[Arm]) -> list[dict[str, Any]]:
    """Return the arms with their ratios as JSON, including ratios of 1."""
    return [asdict(arm) for arm in arms]


@dataclass(frozen=True, kw_only=True)
class AllocationRules:
    """The arms of a trial, and the blocks: each arm has its share of a block."""

    arms: Annotated[
        tuple[Arm, ...],
        ListOf(
            "The arms of the trial.",
            ObjectOf("", members=Arm, component="Arm"),
            MAX_ARMS,
            2,
            example=[
                {"name": "treatment", "ratio": 2},
                {"name": "placebo", "ratio": 1},
            ],
            aliases=parameter_aliases.ARMS,
        ),
        Named(write=_write_ratios),
    ]
    block_sizes: Annotated[
        tuple[int, ...],
        ListOf(
            "Sizes of blocks, multiples of the sum of the ratios; each block has one at random.",
            Integer("", 1, _MAX_BLOCK),
            20,
            1,
            example=[3, 6],
        ),
        NAMED,
    ]
    strata: Annotated[
        tuple[str, ...],
        ListOf(
            "Attributes: the items with equal values have blocks of their own.",
            Text("", 256),
            MAX_ATTRIBUTES,
            example=["sex"],
            aliases=parameter_aliases.STRATA,
        ),
        NAMED,
    ] = ()


ItemsByStratum = Mapping[Stratum, Sequence[int]]
"""The items of each stratum: {(("centre", "Ulm"), ("sex", None)): [0, 3]}."""


class DrawnArms(NamedTuple):
    """For each item, the number of its block within its stratum, from 0, and its arm, from 0.

    A sampler's result has one number for each item: the block times the number of arms, plus the arm. With two arms,
    DrawnArms(blocks=[0, 2], arms=[1, 1]) is [1, 5].
    """

    blocks: Sequence[int]
    arms: Sequence[int]

    def to_numbers(self, arm_count: int) -> Sequence[int]:
        places = zip(self.blocks, self.arms, strict=True)
        return [block * arm_count + arm for block, arm in places]

    @classmethod
    def from_numbers(cls, numbers: Sequence[int], arm_count: int) -> "DrawnArms":
        blocks = [number // arm_count for number in numbers]
        arms = [number % arm_count for number in numbers]
        return cls(blocks, arms)


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class AllocationSampler(Sampler):
    """Draws the arm of each item; a result has the numbers of `DrawnArms`.

    Under a seed, each stratum is drawn from a stream of its own: an item added at the end of the list changes no arm.
    """

    strata: ItemsByStratum
    block_sizes: Sequence[int]
    """The size of each block is drawn from these sizes."""
    ratios: Sequence[int]
    """The share of each arm in a block, relative to the other arms."""

    def draw(
        self, randomness: Randomness, offset: int = 0, work: Work | None = None
    ) -> Permutation:
        """Draw one result as `Sampler.draw` does, but under a seed from a stream for each stratum."""
        if randomness.seed is None:
            # Not super(): `slots` makes a new class, and super() without arguments knows only the old one.
            return Sampler.draw(self, randomness, offset, work)
        source = StrataSource(
            sd1_key(randomness.seed), (randomness.index or 0) + offset
        )
        return self.draw_permutation(source, work)

    def draw_from(self, source: WordSource) -> Sequence[int]:
        return self._draw_arms(source).to_numbers(len(self.ratios))

    def _draw_arms(self, source: WordSource) -> DrawnArms:
        """Return the block and the arm of each item. Each block of a stratum is for its next items in the list.

        FROZEN: the order of draws, stratum by stratum, and block by block.
        """
        blocks = [0] * self.n
        arms = [0] * self.n
        for stratum, members in self.strata.items():
            if isinstance(source, StrataSource):
                source.open_stratum(stratum)
            start = 0
            block = 0
            while start < len(members):
                arms_of_block = self._draw_block(source)
                end = start + len(arms_of_block)
                # The last items of a stratum may be fewer than a block.
                for item, arm in zip(members[start:end], arms_of_block, strict=False):
                    blocks[item] = block
                    arms[item] = arm
                start = end
                block += 1
        return DrawnArms(blocks, arms)

    def find_results_left(self, labels: Labels) -> ResultsLeft:
        """Return how many results there are: one if all blocks are whole and of one size, and their items are alike."""
        size = self.block_sizes[0]
        if len(self.block_sizes) > 1 or any(
            len(members) % size for members in self.strata.values()
        ):
            return ResultsLeft(is_one=False)
        blocks = (
            members[start : start + size]
            for members in self.strata.values()
            for start in range(0, len(members), size)
        )
        return ResultsLeft(all_hold(map(labels.are_alike, blocks)))

    def _draw_block(self, source: WordSource) -> Sequence[int]:
        """Return the arms of a block in random order: [0, 1, 0, 0, 1, 0] for a size of 6 with the ratios 2 and 1.

        FROZEN: the size is drawn first.
        """
        size = self.block_sizes[source.below(len(self.block_sizes))]
        share = size // sum(self.ratios)
        arms = [
            arm for arm, ratio in enumerate(self.ratios) for _ in range(ratio * share)
        ]
        return shuffle_list(arms, source)


def prepare_allocation(
    items: ListedItems, rules: AllocationRules, limits: Limits, size: int
) -> AllocationSampler:
    """Return the sampler of allocations to arms. Raises `Refused` for sizes of blocks that the ratios do not divide."""
    if len(items) == 0:
        raise Refused("items", "There is nothing to allocate: give one item or more.")
    limits.check_objects(len(items), len(items), "allocations", "items")
    _check_arms(rules)
    strata = _divide(items, rules.strata)
    # The last block of a stratum is drawn whole, even if no items are left for its last arms.
    draws = len(items) + len(strata) * max(rules.block_sizes)
    if draws > limits.draws.number:
        unit = "draws, a block for each stratum among them"
        raise TooMany("block_sizes", draws, unit, limits.draws)
    return AllocationSampler(
        n=len(items),
        count=len(items),
        steps=draws,
        size=size,
        strata=strata,
        block_sizes=rules.block_sizes,
        ratios=[arm.ratio for arm in rules.arms],
    )


def _check_arms(rules: AllocationRules) -> None:
    """Raise `Refused` for arms of the same name, for equal block sizes, and for sizes that the ratios do not divide.

    The ratios 2 and 1 divide the multiples of 3.
    """
    names = [arm.name for arm in rules.arms]
    if len(set(names)) < len(names):
        raise Refused("arms", "Two arms have one name; give each a name of its own.")
    total = sum(arm.ratio for arm in rules.arms)
    are_equal = len(set(rules.block_sizes)) < len(rules.block_sizes)
    for number, block in enumerate(rules.block_sizes):
        if block % total or are_equal:
            raise Refused(
                f"block_sizes[{number}]",
                f"Must be different multiples of {total:,}, the sum of the ratios, such as {total:,} or {2 * total:,}.",
            )


def _divide(items: ListedItems, attributes: Sequence[str]) -> ItemsByStratum:
    """Return the items of each stratum, strata by first item. Raises `Refused` for attributes that no item has."""
    for place, attribute in enumerate(attributes):
        items.group_by(attribute, f"strata[{place}]")
    strata = defaultdict(list)
    for index, item in enumerate(items.items):
        values = tuple(
            (attribute, items.read_attribute(index, item, attribute))
            for attribute in attributes
        )
        strata[values].append(index)
    return strata
