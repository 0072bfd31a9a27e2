"""Roll dice: draw the faces of a roll in the order of the definition, and tell which of them count.

docs/definitions/dice.md defines the draws.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..core.limits import Limits, TooMany, weigh_objects
from ..core.rng.sources import Source, WordSource
from ..core.shuffles.samplers import Sampler, describe_slowness
from .notation import FIELD
from .roll import MAX_EXTRA_DICE, DiceTerm, Keep, Roll

_SLOWNESS = 6
"""How many draws of fisher_yates take as long as rolling a die by itself."""
_NO_DIE = -1
"""Stands in a result where a die that explodes could have brought an extra die, and did not."""


class RolledDie(NamedTuple):
    """A die that lies on the table."""

    face: int
    rerolls: int
    """How many times it was rolled again."""
    is_extra: bool
    """Whether another die that showed its highest face brought it."""


class SettledDie(NamedTuple):
    """A rolled die, and what became of it."""

    die: RolledDie
    is_kept: bool


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class DiceSampler(Sampler):
    """Rolls dice. A result has for each die the position of its face, and how many times it was rolled again."""

    roll: Roll

    def draw_from(self, source: WordSource) -> Sequence[int]:
        return draw_faces(self.roll, source)


def prepare_dice(roll: Roll, limits: Limits) -> DiceSampler:
    """Return the sampler of a roll. Raises `TooMany` beyond the limits of items and of draws."""
    dice = roll.most_dice
    objects = dice + roll.sets
    limits.check_objects(objects, dice, "dice and sets", FIELD)
    draws = roll.sets * sum(map(_expect_draws, roll.dice_terms))
    slowness = _SLOWNESS if any(map(_is_rolled_alone, roll.dice_terms)) else 1
    steps = draws * slowness
    if steps > limits.draws.number:
        unit = f"draws{describe_slowness(slowness)}"
        raise TooMany(FIELD, round(steps), unit, limits.draws)
    count = roll.sets * sum(map(_count_numbers, roll.dice_terms))
    return DiceSampler(
        n=dice,
        count=count,
        steps=draws,
        slowness=slowness,
        size=weigh_objects(dice, objects),
        roll=roll,
    )


def _is_rolled_alone(term: DiceTerm) -> bool:
    """Return whether each die has to be seen before the next one is rolled."""
    return term.reroll is not None or term.explodes


def draw_faces(roll: Roll, source: Source) -> list[int]:
    """Return the numbers of a result, as `DiceSampler` describes them: set by set, term by term, die by die."""
    numbers = []
    for _ in range(roll.sets):
        for term in roll.dice_terms:
            numbers += _draw_term(term, source)
    return numbers


def _expect_draws(term: DiceTerm) -> float:
    """Return how many times the dice of a term are rolled, at most or on average."""
    rolls_of_a_die = 1.0
    if term.reroll is not None:
        rolls_of_a_die = (
            2 if term.reroll.is_once else term.die.faces / term.possible_faces
        )
    return term.most_dice * rolls_of_a_die


def _count_numbers(term: DiceTerm) -> int:
    """Return how many numbers a result has of a term."""
    return term.most_dice * _numbers_of_a_die(term)


def _numbers_of_a_die(term: DiceTerm) -> int:
    """Return 1 for dice that have the position of their face, and 2 if they have the number of rerolls as well."""
    return 1 if term.reroll is None else 2


def _draw_term(term: DiceTerm, source: Source) -> list[int]:
    """Return the numbers of a term.

    FROZEN: the numbers that are drawn, and their order (docs/definitions/dice.md).
    """
    if not _is_rolled_alone(term):
        return source.below_many(term.die.faces, term.count)
    numbers: list[int] = []
    for _ in range(term.count):
        numbers += _draw_die(term, source)
        if term.explodes:
            numbers += _draw_extra_dice(term, numbers, source)
    return numbers


def _draw_extra_dice(
    term: DiceTerm, numbers: Sequence[int], source: Source
) -> list[int]:
    """Return the numbers of the extra dice that the last die of `numbers` brings."""
    width = _numbers_of_a_die(term)
    highest = term.die.faces - 1
    extra: list[int] = []
    last = numbers[-width]
    for _ in range(MAX_EXTRA_DICE):
        if last == highest:
            extra += _draw_die(term, source)
            last = extra[-width]
        else:
            extra += [_NO_DIE] * width
    return extra


def _draw_die(term: DiceTerm, source: Source) -> list[int]:
    """Return the position of the face that a die shows, and with a reroll how many times it was rolled again."""
    face = source.below(term.die.faces)
    if term.reroll is None:
        return [face]
    rerolls = 0
    while term.reroll.has(term.die.lowest + face):
        face = source.below(term.die.faces)
        rerolls += 1
        if term.reroll.is_once:
            break
    return [face, rerolls]


def split_sets(
    roll: Roll, numbers: Sequence[int]
) -> Iterator[Sequence[Sequence[SettledDie]]]:
    """Yield the dice of each set of a result, by term."""
    start = 0
    for _ in range(roll.sets):
        terms = []
        for term in roll.dice_terms:
            end = start + _count_numbers(term)
            dice = _read_dice(term, numbers[start:end])
            terms.append(settle(term, dice))
            start = end
        yield terms


def _read_dice(term: DiceTerm, numbers: Sequence[int]) -> list[RolledDie]:
    """Return the dice of a term from its numbers."""
    width = _numbers_of_a_die(term)
    dice_of_a_chain = term.most_dice // term.count
    dice = []
    for place in range(term.most_dice):
        face = numbers[place * width]
        if face == _NO_DIE:
            continue
        rerolls = numbers[place * width + 1] if width == 2 else 0
        is_extra = place % dice_of_a_chain > 0
        dice.append(RolledDie(term.die.lowest + int(face), int(rerolls), is_extra))
    return dice


def settle(term: DiceTerm, dice: Sequence[RolledDie]) -> list[SettledDie]:
    """Return the dice in their order, each with whether it is kept."""
    kept = list(range(len(dice)))
    for keep in term.keeps:
        kept = _select(keep, kept, dice)
    kept_places = set(kept)
    return [SettledDie(die, place in kept_places) for place, die in enumerate(dice)]


def _select(keep: Keep, places: Sequence[int], dice: Sequence[RolledDie]) -> list[int]:
    """Return the places of the dice that stay, of those that are kept so far, the best first.

    Of the faces 3, 6, 6 and 1, `kh1` returns [1]: the place of the first 6.

    FROZEN: of equal faces the earliest is kept.
    """

    def rank(place: int) -> tuple[int, int]:
        face = dice[place].face
        return (-face if keep.keeps_highest else face, place)

    ranked = sorted(places, key=rank)
    return ranked[: keep.count_kept(len(places))]


def add_up(roll: Roll, terms: Sequence[Sequence[SettledDie]]) -> int:
    """Return the total of a set: the kept faces with the constants, or the number of successes."""
    total = roll.constant
    for term, dice in zip(roll.dice_terms, terms, strict=True):
        counted = sum(
            roll.count(settled.die.face) for settled in dice if settled.is_kept
        )
        total += -counted if term.is_subtracted else counted
    return total
