"""All results of small rolls, and how probable each is, by the definition alone: no code of the service is used.

A roll is written as its parts, so that no notation is read here.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

Faces = dict[int, Fraction]


@dataclass(frozen=True)
class DiceOfATest:
    """Dice of a term: their faces, the faces that are rolled again, and the modifiers."""

    count: int
    faces: Sequence[int]
    again: Sequence[int] = ()
    once: bool = False
    explodes: bool = False
    keeps: Sequence[tuple[str, int]] = ()
    sign: int = 1


def enumerate_totals(
    terms: Sequence[DiceOfATest], constant: int = 0, success: int | None = None
) -> Faces:
    """Return the probability of each total."""
    totals: Faces = {constant: Fraction(1)}
    for term in terms:
        added = _enumerate_term(term, success)
        sums = defaultdict[int, Fraction](Fraction)
        for before, probability in totals.items():
            for number, more in added.items():
                sums[before + term.sign * number] += probability * more
        totals = dict(sums)
    return totals


def _enumerate_term(term: DiceOfATest, success: int | None) -> Faces:
    """Return the probability of what a term adds, by all faces of all its dice."""
    chains = list(_list_chains(term, 10))
    totals = defaultdict[int, Fraction](Fraction)
    for chosen in product(chains, repeat=term.count):
        dice = [face for chain, _ in chosen for face in chain]
        probability = Fraction(1)
        for _, part in chosen:
            probability *= part
        kept = _keep(dice, term.keeps)
        if success is None:
            totals[sum(kept)] += probability
        else:
            totals[sum(face >= success for face in kept)] += probability
    return totals


def _list_chains(term: DiceOfATest, extra: int) -> Iterator[tuple[list[int], Fraction]]:
    """Yield the faces that a die and its extra dice may show, with their probability."""
    for face, probability in _enumerate_die(term).items():
        if term.explodes and extra and face == max(term.faces):
            for chain, more in _list_chains(term, extra - 1):
                yield [face, *chain], probability * more
        else:
            yield [face], probability


def _enumerate_die(term: DiceOfATest) -> Faces:
    """Return the probability of each face that a die shows in the end."""
    one = Fraction(1, len(term.faces))
    if not term.once:
        left = [face for face in term.faces if face not in term.again]
        return {face: Fraction(1, len(left)) for face in left}
    shown = defaultdict[int, Fraction](Fraction)
    for first in term.faces:
        if first in term.again:
            for second in term.faces:
                shown[second] += one * one
        else:
            shown[first] += one
    return shown


def _keep(dice: list[int], keeps: Sequence[tuple[str, int]]) -> list[int]:
    for kind, number in keeps:
        ranked = sorted(dice, reverse=kind in {"kh", "dh"})
        dice = ranked[:number] if kind in {"kh", "kl"} else ranked[number:]
    return dice
