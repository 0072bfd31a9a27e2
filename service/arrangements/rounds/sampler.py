"""Draw groups for several rounds: every relabelling of a schedule is equally probable."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb

from ...core.errors import Refused
from ...core.limits import Limits, TooMany, weigh_objects
from ...core.rng.sources import WordSource
from ...core.shuffles.algorithms import fisher_yates, shuffle_list
from ...core.shuffles.samplers import Permutation, Sampler, build_permutation
from ...core.work import Work
from ...verdicts.results_left import Labels, ResultsLeft
from ..groups.rules import spread_evenly
from .meetings import Meetings
from .schedules import PlacesByGroup, RoundSizes, count_rounds, find_schedule

# FREE: how many sizes a refusal looks at, and the time of an item in a round, relative to fisher_yates.
_MAX_TRIED = 100
_SLOWNESS = 8


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class RoundSampler(Sampler):
    """Draws the items of the groups of each round: first the items of group 1 of round 1 in order of index."""

    rounds: Sequence[PlacesByGroup]
    """The groups of each round, of places in place of items."""
    met_again: int
    """The number of pairs of places that meet in more than one round."""

    def draw_from(self, source: WordSource) -> Sequence[int]:
        """Return the items of all groups. FROZEN: items are shuffled, then rounds, then the groups of each round.

        Larger groups come first, otherwise in the order in which they were shuffled.
        """
        items = fisher_yates(self.n, source, self.n)
        drawn: list[int] = []
        for groups in shuffle_list(self.rounds, source):
            shuffled = shuffle_list(groups, source)
            for group in sorted(shuffled, key=len, reverse=True):
                drawn += sorted(items[place] for place in group)
        return drawn

    def draw_permutation(
        self, source: WordSource, work: Work | None = None
    ) -> Permutation:
        indices = self.draw_within(source, work) if work else self.draw_from(source)
        return build_permutation(indices, source, {"drawn_by": "schedule"})

    def find_results_left(self, labels: Labels) -> ResultsLeft:
        """Return how many results there are: one if there is one group, or if all items are alike."""
        return ResultsLeft(labels.fill(len(self.rounds[0]), range(self.n)))


def prepare_rounds(
    sizes: RoundSizes, rounds: int, limits: Limits, size: int, *, meet_again: bool
) -> RoundSampler:
    """Return the sampler to draw some rounds. `size` is what the list counts in MAX_ITEMS.

    Raises `Refused` for groups of one, and for rounds in which somebody would meet twice, unless they may `meet_again`.
    """
    if sizes.size < 2:
        raise Refused("rounds", "Rounds need groups of two items or more.")
    known = count_rounds(sizes)
    if rounds > known and not meet_again:
        raise Refused("rounds", _explain_unknown(sizes, rounds, known))
    groups = rounds * sizes.groups
    items = rounds * sizes.items
    limits.check_objects(groups, items, "groups", "rounds")
    _check_work(sizes, rounds, known, limits)
    listed = _list_known(sizes, rounds)
    met_again = 0
    if rounds > known:
        met_again = _fill_rounds(sizes, rounds, listed)
    return RoundSampler(
        n=sizes.items,
        count=items,
        steps=items,
        slowness=_SLOWNESS,
        size=weigh_objects(rounds * size, groups),
        rounds=listed,
        met_again=met_again,
    )


def _list_known(sizes: RoundSizes, rounds: int) -> list[PlacesByGroup]:
    """Return the groups of rounds, as many as a schedule has, without the places that are empty."""
    schedule = find_schedule(sizes, rounds)
    listed: list[PlacesByGroup] = []
    for number in range(min(rounds, schedule.rounds)):
        groups = schedule.list_groups(number)
        listed.append([_leave_out(group, sizes.items) for group in groups])
    return listed


def _leave_out(group: Sequence[int], items: int) -> Sequence[int]:
    """Return a group without places that are empty, which have the numbers from `items` on."""
    return [place for place in group if place < items]


def _fill_rounds(sizes: RoundSizes, rounds: int, listed: list[PlacesByGroup]) -> int:
    """Add rounds to those that are `listed`; return how many pairs meet in more than one of all."""
    meetings = Meetings(sizes.items, listed)
    group_sizes = spread_evenly(*sizes)
    while len(listed) < rounds:
        groups = meetings.add_round(group_sizes)
        listed.append(groups)
    return meetings.count_again()


def _check_work(sizes: RoundSizes, rounds: int, known: int, limits: Limits) -> None:
    """Raise `TooMany` for rounds that take more steps than MAX_DRAWS; one beyond the known looks at all pairs."""
    steps = _SLOWNESS * rounds * sizes.items
    if rounds > known:
        steps += (rounds - known + 1) * sizes.items**2
    if steps > limits.draws.number:
        raise TooMany("rounds", steps, "steps of work", limits.draws)


def _explain_unknown(sizes: RoundSizes, rounds: int, known: int) -> str:
    """Return the sentences that refuse rounds, with what is known of sizes that are near."""
    pairs_of_round = sum(comb(size, 2) for size in spread_evenly(*sizes))
    most = comb(sizes.items, 2) // pairs_of_round
    are_known = "1 round is known" if known == 1 else f"{known:,} rounds are known"
    sentences = [
        f"Of {sizes.items:,} items in {sizes.groups:,} groups {are_known} in which nobody meets twice, and {most:,} "
        "are the most that pairs allow."
    ]
    if sizes.size > sizes.groups > 1:
        sentences.append(
            "A group has more items than there are groups, so in the next round two of them meet again."
        )
    more_groups = next(_list_near(sizes, rounds), None)
    if more_groups:
        sentences.append(f"In {more_groups:,} groups {rounds:,} rounds are known.")
    sentences.append(
        f"With `meet_again` all {rounds:,} are drawn, and `met_again` says how many pairs meet again."
    )
    return " ".join(sentences)


def _list_near(sizes: RoundSizes, rounds: int) -> Iterator[int]:
    """Yield larger numbers of groups in which the same items have so many rounds."""
    last = min(sizes.groups + _MAX_TRIED, (sizes.items + 1) // 2)
    for groups in range(sizes.groups + 1, last + 1):
        near = RoundSizes(sizes.items, groups)
        if count_rounds(near) >= rounds:
            yield groups
