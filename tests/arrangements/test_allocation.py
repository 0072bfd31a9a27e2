"""Allocations: a list that grows keeps its arms, and what a small list gets is as probable as it must be."""

import hmac
import random
import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from hashlib import sha256
from itertools import permutations, product
from math import factorial, prod
from typing import Any, NamedTuple

import pytest

from service.arrangements.allocation import (
    AllocationRules,
    AllocationSampler,
    Arm,
    DrawnArms,
    prepare_allocation,
)
from service.arrangements.attributes import ListedItems
from service.arrangements.stratum_streams import StrataSource, stratum_key
from service.core.limits import Limits, TooMany
from service.core.rng.scripted import enumerate_draws
from service.core.rng.sources import WordSource
from service.core.rng.streams import Randomness, keyed, sd1_key
from service.core.shuffles.batches import draw_chunks
from service.core.work import OutOfStepsError, Work
from tests.arrangements.enumeration import MIN_P, two_sided_p
from tests.tables import for_each
from tools.files import ROOT

ARMS = (Arm(name="drug"), Arm(name="placebo"))
CENTRES = ("Ulm", "Bonn", 3, "3,", None, True)
_RANDOM = random.Random("patients")
PATIENTS = [
    {"centre": _RANDOM.choice(CENTRES), "sex": _RANDOM.choice("fm"), "name": i}
    for i in range(300)
]
STRATA = ("centre", "sex")


def sampler(
    items: list[Any], *block_sizes: int, strata: tuple[str, ...] = STRATA
) -> AllocationSampler:
    """Return what allocates items to the two arms."""
    rules = AllocationRules(arms=ARMS, block_sizes=block_sizes, strata=strata)
    return prepare_allocation(ListedItems(items), rules, Limits(), 2 * len(items))


@for_each("sizes", [(4,), (2, 4, 6)], ids=["fixed", "random"])
@for_each(("index", "first"), [(0, 1), (7, 12)])
def test_a_list_that_grows_keeps_every_arm(
    sizes: tuple[int, ...], index: int, first: int
) -> None:
    randomness = Randomness(seed="trial", index=index)
    whole = sampler(PATIENTS, *sizes).draw(randomness).indices
    for number in range(first, 301):
        part = sampler(PATIENTS[:number], *sizes).draw(randomness).indices
        assert part == whole[:number], number


@for_each("sizes", [(4,), (2, 4, 6)], ids=["fixed", "random"])
@for_each("index", [0, 7])
def test_the_blocks_of_a_stratum_but_the_last_have_both_arms_equally(
    sizes: tuple[int, ...], index: int
) -> None:
    trial = sampler(PATIENTS, *sizes)
    assert len(trial.strata) == 12
    numbers = trial.draw(Randomness(seed="trial", index=index)).indices
    drawn = DrawnArms.from_numbers(numbers, 2)
    blocks = defaultdict(list)
    for patient, block, arm in zip(PATIENTS, drawn.blocks, drawn.arms, strict=True):
        blocks[patient["centre"], patient["sex"], block].append(arm)
    largest = max(sizes) // 2
    whole = 0
    for arms in blocks.values():
        assert arms.count(0) <= largest
        assert arms.count(1) <= largest
        whole += arms.count(0) == arms.count(1)
    assert whole >= len(blocks) - 12


def test_each_result_of_a_batch_grows_by_itself() -> None:
    randomness = Randomness(seed="b", index=3)
    [short] = draw_chunks(sampler(PATIENTS[:90], 2, 4), randomness, 20)
    [long] = draw_chunks(sampler(PATIENTS[:120], 2, 4), randomness, 20)
    assert (long.rows[:, :90] == short.rows).all()
    assert len({tuple(row) for row in short.rows.tolist()}) == 20


def test_without_a_seed_and_with_a_seed_a_small_list_is_uniform() -> None:
    """Three items in one stratum and two in another: all sequences of draws, and many indices of a seed."""
    small = sampler([{"sex": sex} for sex in "fmffm"], 2, 4, strata=("sex",))
    exact: defaultdict[Any, Fraction] = defaultdict(Fraction)
    for codes, source in enumerate_draws(small.draw_from):  # type: ignore[arg-type]
        exact[codes] += Fraction(1, prod(source.bounds))
    assert exact == expect(small)
    for randomness in (Randomness(seed="small"), Randomness()):
        counts: Counter[Any] = Counter()
        for chunk in draw_chunks(small, randomness, 2_000):
            counts.update(map(tuple, chunk.rows.tolist()))
        assert counts.keys() <= exact.keys()
        squares = Fraction()
        for codes, chance in exact.items():
            expected = 2_000 * chance
            squares += (counts[codes] - expected) ** 2 / expected
        p = two_sided_p(float(squares), len(exact) - 1)
        assert p > (MIN_P if randomness.seed else 1e-9)


def expect(small: AllocationSampler) -> dict[Any, Fraction]:
    """Return the probability of every result of two equal arms: all sizes are equally likely, and all orders."""
    chances: defaultdict[Any, Fraction] = defaultdict(Fraction)
    strata = list(small.strata.values())
    parts = [expect_stratum(len(members), small.block_sizes) for members in strata]
    for one in product(*parts):
        codes: dict[int, int] = {}
        for members, drawn in zip(strata, one, strict=True):
            codes |= zip(members, drawn, strict=True)
        result = tuple(codes[item] for item in range(small.n))
        chances[result] += prod(
            part[drawn] for part, drawn in zip(parts, one, strict=True)
        )
    return chances


def expect_stratum(
    length: int, sizes: Sequence[int], block: int = 0
) -> Mapping[tuple[int, ...], Fraction]:
    """Return the probability of every result of a stratum from a block on."""
    if length <= 0:
        return {(): Fraction(1)}
    chances: defaultdict[tuple[int, ...], Fraction] = defaultdict(Fraction)
    for size in sizes:
        rest = expect_stratum(length - size, sizes, block + 1)
        orders = permutations([0, 1] * (size // 2))
        for order, later in product(orders, rest):
            first = tuple(2 * block + arm for arm in order[:length])
            chances[first + later] += rest[later] / len(sizes) / factorial(size)
    return chances


@for_each(
    ("one", "other"),
    [
        ([("a", "b,c")], [("a,b", "c")]),
        ([("a", None)], [("a", "null")]),
        ([("a", "b")], [("b", "a")]),
        ([("a", "1"), ("b", "2")], [("a", '1"],["b","2')]),
        ([], [("", "")]),
        ([("a", "\u00e9")], [("a", "e\u0301")]),
    ],
)
def test_no_two_strata_have_one_key(one: Any, other: Any) -> None:
    key = sd1_key("s")
    assert stratum_key(key, one) != stratum_key(key, other)


def test_texts_that_are_equal_are_of_one_stratum() -> None:
    items = [{"a": value} for value in (5, "5", 5.0, True, "true", None)]
    drawn = sampler(items, 2, strata=("a",))
    assert list(drawn.strata.values()) == [[0, 1, 2], [3, 4], [5]]


def test_the_definition_has_the_key_of_a_stratum_to_the_byte() -> None:
    text = (ROOT / "docs" / "definitions/rules.md").read_text()
    stratum = '[["centre","Ulm"],["sex",null]]'
    message = b"shuffle-and-deal stratum 1\n" + stratum.encode()
    stream = sha256(b"shuffle-and-deal stream 1\n42").digest()
    key = hmac.digest(stream, message, "sha256")
    assert stratum in text
    assert key.hex() in text
    assert stratum_key(sd1_key("42"), [("centre", "Ulm"), ("sex", None)]) == key
    words = StrataSource(sd1_key("42"), 3)
    words.below(9)
    words.open_stratum([("centre", "Ulm"), ("sex", None)])
    expected = WordSource(keyed(key, 3))
    for _ in range(70):
        assert words.below(2**32) == expected.below(2**32)
    assert words.words == 71
    assert words.draws == 71


def test_the_work_of_many_strata_is_counted_before_it_is_done() -> None:
    names = ("a", "b", "c", "d", "e")
    patients = [{name: f"{name}{i}" for name in names} for i in range(2_000)]
    many = sampler(patients, 2, strata=names)
    assert many.work >= 2_000 + 2_000 * 2
    work = Work(ceiling=many.work - 1)
    with pytest.raises(OutOfStepsError):
        many.draw(Randomness(seed="s"), 0, work)
    items = [{"a": i} for i in range(40_000)]
    with pytest.raises(TooMany, match="a block for each stratum"):
        sampler(items, 200, strata=("a",))


def test_the_guide_says_how_many_arms_can_be_known() -> None:
    guide = (ROOT / "docs" / "how" / "trial.md").read_text()
    rows = re.findall(
        r"^\| \[([\d, ]+)\] \| ([\d.]+)% \| ([\d.]+)% \|$", guide, re.MULTILINE
    )
    assert len(rows) == 5
    for sizes, known, guessed in rows:
        told = tell_arms([int(size) for size in sizes.split(", ")], 12)
        assert known == f"{told.certain * 100:.1f}", sizes
        assert guessed == f"{told.guessed * 100:.1f}", sizes


Belief = Mapping[tuple[int, int], float]
"""How many places of two arms may be left in a block, each with its probability and that of the arms before."""


class Told(NamedTuple):
    """The shares of the arms that are certain, and that the best guess tells, from the arms before."""

    certain: float
    guessed: float


def split_belief(belief: Belief, first: Belief) -> list[Belief]:
    """Return the belief after each arm, with the probability of that arm too; a full block is followed by the first."""
    parts: list[defaultdict[tuple[int, int], float]] = [
        defaultdict(float),
        defaultdict(float),
    ]
    for left, chance in belief.items():
        blocks = first if left == (0, 0) else {left: 1.0}
        for (a, b), share in blocks.items():
            parts[0][a - 1, b] += chance * share * a / (a + b)
            parts[1][a, b - 1] += chance * share * b / (a + b)
    return [{left: chance for left, chance in part.items() if chance} for part in parts]


def tell_arms(sizes: Sequence[int], patients: int) -> Told:
    """Return how many arms of so many patients can be told."""
    first = {(size // 2, size // 2): 1 / len(sizes) for size in sizes}
    beliefs: list[Belief] = [{(0, 0): 1.0}]
    certain = guessed = 0.0
    for _ in range(patients):
        following: list[Belief] = []
        for belief in beliefs:
            parts = split_belief(belief, first)
            totals = [sum(part.values()) for part in parts]
            guessed += max(totals)
            if 0 in totals:
                certain += max(totals)
            following += [part for part in parts if part]
        beliefs = following
    return Told(certain / patients, guessed / patients)
