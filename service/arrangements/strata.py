"""Draw a sample from a list by strata: given numbers of items for each value of an attribute, or in proportion."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Annotated, Any

from ..core.errors import Refused
from ..core.limits import Limits
from ..core.object_types import ByName
from ..core.rng.sources import WordSource
from ..core.shuffles.algorithms import shuffle_list
from ..core.shuffles.samplers import Sampler
from ..core.value_types import Integer, Path, Text
from ..verdicts.results_left import Labels, ResultsLeft, all_hold
from .attributes import ListedItems, find_text

MAX_STRATA = 1_000
MAX_COUNT = 1_000_000


class CountsByValue(ByName):
    """An object of up to `max_length` values of an attribute, with a number of items for each."""

    @property
    def accepted(self) -> str:
        return f"an object of up to {self.max_length:,} values, each with a number of items"

    def read_item(self, path: Path, name: str, item: Any) -> Any:
        if not self.name.fits(name) or not self.item.fits(item):
            raise path.object_to(
                f"{name[:60]!r}: Must be a value of the attribute with a number of items from 0 on."
            )
        return item


@dataclass(frozen=True, kw_only=True)
class Strata:
    """The strata of a sample: the values of an attribute, with a number of items for each, or in proportion."""

    attribute: Annotated[str, Text("The attribute.", 256, example="sex")]
    counts: Annotated[
        Mapping[str, int] | None,
        CountsByValue(
            "The number of items to draw by value; without it in proportion to the list.",
            item=Integer("", 0, MAX_COUNT),
            name=Text("", 256),
            max_length=MAX_STRATA,
            example={"f": 3, "m": 3},
        ),
    ] = None


@dataclass(frozen=True)
class SampledStratum:
    """The items with one value of the attribute, and how many of them are drawn."""

    text: str
    """The value."""
    members: Sequence[int]
    """The indices of the items, ascending."""
    count: int
    weighted: Sampler | None = None
    """The sampler of a draw by weights, whose results are places in `members`; None if all are equally probable.

    Of the members 4, 7 and 9 the places 2 and 0 are the items 9 and 4.
    """

    def draw_from(self, source: WordSource) -> Sequence[int]:
        """Return the indices of the items that are drawn."""
        if self.weighted is None:
            return shuffle_list(self.members, source, self.count)
        return [self.members[place] for place in self.weighted.draw_from(source)]


Weigh = Callable[[SampledStratum], Sampler]
"""A function that returns the sampler of a stratum by weights; it is the `weighted` of the stratum."""


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class StrataSampler(Sampler):
    """Draws a number of items from each stratum."""

    strata: Sequence[SampledStratum]
    """All strata in the order of their first items; nothing is drawn from those whose count is 0."""

    @property
    def counts(self) -> Mapping[str, int]:
        """Return the number of items that are drawn from each stratum, by its value: {"f": 3, "m": 3}."""
        return {stratum.text: stratum.count for stratum in self.strata}

    @property
    def drawn_strata(self) -> Sequence[SampledStratum]:
        """Return the strata from which something is drawn."""
        return [stratum for stratum in self.strata if stratum.count]

    def draw_from(self, source: WordSource) -> Sequence[int]:
        """Return the items of all strata. FROZEN: strata are in the order of their first items."""
        drawn: list[int] = []
        for stratum in self.strata:
            drawn += stratum.draw_from(source)
        return drawn

    def find_results_left(self, labels: Labels) -> ResultsLeft:
        """Return how many results there are: one if, in each stratum that is drawn from, all items are alike."""
        return ResultsLeft(
            all_hold(labels.are_alike(stratum.members) for stratum in self.drawn_strata)
        )

    def find_left_by_weights(
        self, labels: Labels, weights: Sequence[int]
    ) -> ResultsLeft:
        """Return how many results there are if items have weights, and what is known of the least certain stratum.

        There is one result if, in each stratum that is drawn from, all items with a weight above 0 are alike.
        """
        drawable = [
            [index for index in stratum.members if weights[index]]
            for stratum in self.drawn_strata
        ]
        likeliest = [labels.find_likeliest(weights, members) for members in drawable]
        return ResultsLeft(
            all_hold(map(labels.are_alike, drawable)),
            min(likeliest, key=lambda item: item.share),
        )


def prepare_strata(
    items: ListedItems,
    strata: Strata,
    count: int | None,
    limits: Limits,
    measure: Callable[[int], int],
    weigh: Weigh | None = None,
) -> StrataSampler:
    """Return the sampler to draw a sample by strata, in the order of the values in the list; its `counts` are resolved.

    `measure` returns the size of a result of so many items, as `Sampler.size` has it. Without `weigh` every item of a
    stratum is equally probable. Raises `Refused` for a `count` that is not the sum of the counts, and for more items
    than a stratum has.
    """
    values = items.group_by(strata.attribute, "strata.attribute")
    counts = _resolve_counts(items, values, strata, count)
    total = sum(counts.values())
    limits.check_items(total)
    resolved = [
        SampledStratum(text, indices, counts[text]) for text, indices in values.items()
    ]
    steps: float = len(items) + total
    if weigh is not None:
        resolved = [_add_weights(stratum, weigh) for stratum in resolved]
        steps += sum(stratum.weighted.steps for stratum in resolved if stratum.weighted)
    return StrataSampler(
        n=len(items), count=total, steps=steps, size=measure(total), strata=resolved
    )


def _add_weights(stratum: SampledStratum, weigh: Weigh) -> SampledStratum:
    """Return a stratum that is drawn by weights. A stratum from which nothing is drawn needs none."""
    return replace(stratum, weighted=weigh(stratum)) if stratum.count else stratum


def _resolve_counts(
    items: ListedItems,
    values: Mapping[str, Sequence[int]],
    strata: Strata,
    count: int | None,
) -> Mapping[str, int]:
    """Return the number of items to draw of each value, with the `counts` of the request or in proportion.

    If the values are f and m, the counts {"f": 3} give {"f": 3, "m": 0}. Raises `Refused` for more items than have a
    value, for a `count` that is another than the sum, and if there is nothing to draw.
    """
    if strata.counts is None:
        return _share(
            items, {text: len(indices) for text, indices in values.items()}, count
        )
    numbers = {
        find_text(text, values): number for text, number in strata.counts.items()
    }
    _check_counts(numbers, values, strata.attribute, count)
    return {text: numbers.get(text, 0) for text in values}


def _check_counts(
    numbers: Mapping[str, int],
    values: Mapping[str, Sequence[int]],
    attribute: str,
    count: int | None,
) -> None:
    """Raise `Refused` if a number is above the items with its value, and if `count` is another number than their sum.

    A sum of 0 is refused too.
    """
    for text, number in numbers.items():
        size = len(values.get(text, ()))
        if number > size:
            reason = (
                f"{number:,} items were asked for; {size:,} have {attribute} {text!r}."
            )
            raise Refused(f"strata.counts.{text}", reason)
    total = sum(numbers.values())
    if count not in {None, total}:
        reason = f"The counts of the strata add up to {total:,}, not {count:,}; leave count out."
        raise Refused("count", reason)
    if not total:
        raise Refused("strata.counts", "There is nothing to draw: every count is 0.")


def _share(
    items: ListedItems, sizes: Mapping[str, int], count: int | None
) -> Mapping[str, int]:
    """Share `count` among strata in proportion to their sizes, by largest remainders (Hamilton's method).

    With {"f": 5, "m": 3} and 3, the shares 15/8 and 9/8 give 1 to each, and the third goes to the larger remainder: 2
    and 1. Raises `Refused` without `count`, for a count above the number of items, and if an item has no stratum.
    """
    total = len(items)
    if sum(sizes.values()) < total:
        raise Refused(
            "strata",
            "In proportion every item needs the attribute; give counts, or leave such items out.",
        )
    if count is None:
        raise Refused(
            "count", "Say how many items to draw in proportion, or give strata.counts."
        )
    if count > total:
        raise Refused(
            "count",
            f"{count:,} different items were asked for, but there are {total:,}.",
        )
    shares = {text: count * size // total for text, size in sizes.items()}
    by_remainder = sorted(sizes, key=lambda text: -(count * sizes[text] % total))
    for text in islice(by_remainder, count - sum(shares.values())):
        shares[text] += 1
    return shares
