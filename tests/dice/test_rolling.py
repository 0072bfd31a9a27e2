"""Dice are rolled as the definition says: whatever the words, each result has the probability of its odds."""

from collections import Counter, defaultdict
from fractions import Fraction
from functools import partial
from math import prod
from random import Random

from service.core.limits import Limits
from service.core.rng.scripted import ScriptedSource, enumerate_draws
from service.core.rng.streams import Randomness
from service.dice.notation import parse_roll
from service.dice.odds import find_odds
from service.dice.roll import DiceTerm, Roll
from service.dice.rolling import add_up, draw_faces, prepare_dice, split_sets
from tests.arrangements.enumeration import MIN_P, two_sided_p
from tests.dice.random_rolls import draw_roll
from tests.tables import for_each

_MOST_SEQUENCES = 5_000
_SETS = 500
_ROLLS = 50 * _SETS  # of each of the four notations
_FEWEST_EXPECTED = 20


def total_of(notation: str, *faces: int) -> int:
    """Return the total of a roll whose words bring these positions of faces."""
    roll = parse_roll(notation)
    numbers = draw_faces(roll, ScriptedSource(faces))
    return sum(add_up(roll, terms) for terms in split_sets(roll, numbers))


def show(notation: str, *faces: int) -> list[tuple[int, int, bool, bool]]:
    """Return face, rerolls, whether it is an extra die, and whether it is kept, of the dice of the only set."""
    roll = parse_roll(notation)
    numbers = draw_faces(roll, ScriptedSource(faces))
    [terms] = split_sets(roll, numbers)
    return [
        (settled.die.face, settled.die.rerolls, settled.die.is_extra, settled.is_kept)
        for dice in terms
        for settled in dice
    ]


def has_loop(term: DiceTerm) -> bool:
    return term.reroll is not None and not term.reroll.is_once


def count_sequences(roll: Roll) -> int:
    """Return the most sequences of words that a roll without loops reads."""
    sequences = 1
    for term in roll.dice_terms:
        faces = term.die.faces ** (1 if term.reroll is None else 2)
        of_a_die = faces * 11 if term.explodes else faces
        sequences *= of_a_die**term.count
    return sequences


@for_each("seed", range(60))
def test_all_sequences_of_words_give_the_odds(seed: int) -> None:
    written = draw_roll(Random(seed))
    roll = parse_roll(written.notation)
    if any(map(has_loop, roll.dice_terms)) or count_sequences(roll) > _MOST_SEQUENCES:
        return
    totals = defaultdict[int, Fraction](Fraction)
    for numbers, source in enumerate_draws(partial(draw_faces, roll)):
        assert numbers is not None
        [terms] = split_sets(roll, numbers)
        totals[add_up(roll, terms)] += Fraction(1, prod(source.bounds))
    outcomes = find_odds(roll, Limits()).outcomes
    assert totals == {outcome.total: outcome.probability for outcome in outcomes}


def test_of_equal_dice_the_earliest_are_kept() -> None:
    assert show("3d6kh1", 4, 4, 1) == [
        (5, 0, False, True),
        (5, 0, False, False),
        (2, 0, False, False),
    ]
    assert [kept for *_, kept in show("3d6dl1", 1, 1, 4)] == [True, False, True]
    assert [kept for *_, kept in show("3d6kl1", 1, 1, 4)] == [True, False, False]
    assert [kept for *_, kept in show("3d6dh1", 4, 4, 1)] == [True, False, True]


def test_keeps_apply_in_their_order() -> None:
    assert total_of("4d6dl1dh1", 0, 1, 4, 5) == 2 + 5
    assert total_of("4d6kh3kl1", 0, 1, 4, 5) == 2


def test_a_die_is_rolled_again_until_it_shows_another_face_or_once() -> None:
    assert show("2d6r<=2", 0, 1, 3, 5) == [(4, 2, False, True), (6, 0, False, True)]
    assert show("1d6ro<=2", 0, 1) == [(2, 1, False, True)]


def test_an_extra_die_is_rolled_at_once_and_rolled_again_like_any_other() -> None:
    assert show("2d6r1!", 5, 0, 2, 3) == [
        (6, 0, False, True),
        (3, 1, True, True),
        (4, 0, False, True),
    ]


def test_a_die_brings_at_most_ten_extra_dice() -> None:
    assert len(show("1d6!", *[5] * 20)) == 11
    assert len(show("2d6!", *[5] * 30)) == 22


def test_sets_and_terms_are_rolled_as_they_are_written() -> None:
    assert total_of("2x(1d6-1d4+10)", 5, 3, 0, 0) == (6 - 4 + 10) + (1 - 1 + 10)
    assert total_of("4dF", 0, 1, 2, 2) == -1 + 0 + 1 + 1
    assert total_of("5d10>=8", 7, 8, 9, 6, 0) == 3


@for_each("notation", ["4d6kh3", "3d6r1!", "2d20ro1kh1", "6d10! >=8"])
def test_a_hundred_thousand_sets_have_the_odds(notation: str) -> None:
    roll = parse_roll(f"{_SETS}x({notation})")
    sampler = prepare_dice(roll, Limits())
    counts: Counter[int] = Counter()
    for index in range(_ROLLS // _SETS):
        drawn = sampler.draw(Randomness(seed=notation, index=index))
        counts.update(add_up(roll, terms) for terms in split_sets(roll, drawn.indices))
    likely = [
        outcome
        for outcome in find_odds(roll, Limits()).outcomes
        if outcome.probability * _ROLLS >= _FEWEST_EXPECTED
    ]
    observed = [counts[outcome.total] for outcome in likely]
    expected = [float(outcome.probability) * _ROLLS for outcome in likely]
    observed.append(_ROLLS - sum(observed))
    expected.append(_ROLLS - sum(expected))
    squares = sum(
        (seen - mean) ** 2 / mean
        for seen, mean in zip(observed, expected, strict=True)
        if mean > 1
    )
    assert two_sided_p(squares, len(likely)) > MIN_P
