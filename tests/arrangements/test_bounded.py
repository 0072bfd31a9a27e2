"""Bounded attempts, counted cycles and possible gifts, compared with every arrangement that fulfils the rules."""

import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, pairwise, permutations, product
from math import factorial, prod
from typing import Any

import numpy as np
import pytest

from service.arrangements import gifts, pairs
from service.arrangements.attributes import ListedItems
from service.arrangements.bounded import (
    BoundedAttempts,
    Bounds,
    list_bits,
    list_degrees,
    load_bounds,
    locate,
)
from service.arrangements.groups import prepare_groups
from service.arrangements.meetings import MeetingAttempts
from service.arrangements.pairs import ForbiddenPair, PairRules, prepare_pairs
from service.arrangements.rules import FixedItem, GroupRules
from service.core.errors import OverLimit, Refused
from service.core.rng.sources import Source, WordSource
from service.core.rng.streams import sd1
from service.core.shuffles.samplers import Limits
from service.core.work import OutOfStepsError, Work
from tests.arrangements.enumeration import enumerate_groups, enumerate_pairs, is_uniform
from tests.tables import for_each

S = 2**32 + 1
DRAWS = 500


def sum_exponential(x: Fraction, terms: int) -> Fraction:
    return sum((x**k / factorial(k) for k in range(terms)), Fraction())


def test_the_inequality_of_the_bounds_holds_exactly() -> None:
    """exp(x) < its first 9 terms + the last of them for 0 < x < 1; exp(1) > its first 30 terms."""
    t = Bounds().t[:502]
    assert t[1] < S * sum_exponential(Fraction(1), 30)
    for before, after in pairwise(t[1:]):
        x = Fraction(S, before)
        assert after >= before * (sum_exponential(x, 9) + x**8 / factorial(8))
    assert all(t[r - 1] * t[r + 1] <= t[r] ** 2 for r in range(1, 500))


def test_a_root_is_rounded_up() -> None:
    bounds = load_bounds()
    for degree in (0, 1, 2, 3, 100, 1_001):
        root = bounds.root[degree]
        assert (root - 1) ** 2 * bounds.t[1] < bounds.t[
            degree
        ] << 128 <= root**2 * bounds.t[1] or degree == root == 0


class Digits(Source):
    """A source of given integers."""

    def __init__(self, *given: int) -> None:
        self.given = list(given)

    def _draw(self, bound: int) -> int:
        assert bound == 2**64
        return self.given.pop(0)


def test_digits_are_drawn_until_they_tell() -> None:
    """The boundaries are 1/3 and 2/3; 64 digits of 1/3 are 0101…"""
    third = int("01" * 32, 2)
    for digits, place in (
        ([0], 0),
        ([third - 1], 0),
        ([third + 1], 1),
        ([2 * third + 1], None),
    ):
        assert locate(Digits(), digits[0], [1, 1], 3) == place
    for more, place in (
        ([third - 1], 0),
        ([third, third, third + 1], 1),
        ([third, 0], 0),
    ):
        source = Digits(*more)
        assert (locate(source, third, [1, 1], 3), source.given) == (place, [])
    assert locate(Digits(), 2**63, [1, 1], 2) == 1


def test_a_choice_is_the_one_that_integers_make() -> None:
    rng = random.Random(4)
    for number in range(300):
        neighbours = [
            (1 << rng.choice([1, 2, 3, 9])) - 1 for _ in range(rng.randint(2, 6))
        ]
        degrees, items = (
            list_degrees(neighbours, everyone := (1 << len(neighbours)) - 1),
            everyone,
        )
        t = load_bounds().t
        whole = prod(t[one.bit_count()] for one in neighbours)
        order = sorted(
            range(len(neighbours)), key=lambda item: neighbours[item].bit_count()
        )
        weights = [
            t[1]
            * prod(
                t[n.bit_count() - 1] for place, n in enumerate(neighbours) if place != i
            )
            for i in order
        ]
        near = sum(
            weights[: rng.randint(1, len(weights))]
        ) * 2**64 // whole - rng.randint(0, 1)
        for digits in (rng.getrandbits(64), min(max(near, 0), 2**64 - 1)):
            place = locate(Digits(number), digits, weights, whole)
            draw = BoundedAttempts(Digits(digits, number), Work())  # type: ignore[arg-type]
            assert draw.choose(degrees, items) == (
                None if place is None else order[place]
            )


def test_shares_of_meetings_are_their_weights_and_an_item_fits() -> None:
    rng = random.Random(3)
    for _ in range(30):
        n = 10
        density = rng.random()
        draw = MeetingAttempts(WordSource(sd1("a")), Work())
        draw.meets = np.zeros((n, n))
        for x, y in combinations(range(n), 2):
            draw.meets[x, y] = draw.meets[y, x] = rng.random() < density
        degrees = draw.meets.sum(axis=1).astype(int)
        left = np.array(
            [x for x in np.argsort(degrees, kind="stable") if degrees[x]], int
        )
        if not len(left):
            continue
        fitting, _, _ = draw._find_fitting(degrees, left)
        for item, partners, shares in draw._list_shares(degrees, left):
            weights, whole = draw._weigh(degrees, left, item, partners.tolist())
            assert shares == pytest.approx(
                [weight / whole for weight in weights], abs=1e-12
            )
            if item == fitting:
                break
            assert sum(weights) > whole
        assert sum(weights) <= whole


def make_pairs(rng: random.Random) -> dict[str, Any]:
    n = rng.randint(3, 5)
    items = list(map(str, range(n)))
    density = rng.random() * 0.6
    forbidden = [
        {"giver": x, "receiver": y}
        for x in items
        for y in items
        if x != y and rng.random() < density
    ]
    return {
        "items": items,
        "forbidden": forbidden,
        "mutual": rng.random() < 0.5,
        "cycle": rng.random() < 0.4,
    }


def make_meetings(rng: random.Random) -> dict[str, Any]:
    n = rng.randint(4, 6)
    items = list(map(str, range(n)))
    density = rng.random() * 0.6
    apart = [[x, y] for x in items for y in items if x < y and rng.random() < density]
    fixed = [
        {"item": x, "group": rng.randint(1, n - n // 2)}
        for x in rng.sample(items, rng.choice([0, 0, 1, 2]))
    ]
    return {"items": items, "groups": n - n // 2, "apart": apart, "fixed": fixed}


def draw_pairs(request: dict[str, Any]) -> Callable[[WordSource, Work], Any]:
    forbidden = tuple(ForbiddenPair(**entry) for entry in request["forbidden"])
    rules = PairRules(
        forbidden=forbidden, mutual=request["mutual"], cycle=request["cycle"]
    )
    sampler = prepare_pairs(ListedItems(request["items"]), rules, Limits(), 0)
    return lambda source, work: tuple(sampler.draw_bounded(source, work))


def draw_meetings(request: dict[str, Any]) -> Callable[[WordSource, Work], Any]:
    fixed = tuple(FixedItem(**entry) for entry in request["fixed"])
    apart = tuple(map(tuple, request["apart"]))
    sampler = prepare_groups(
        ListedItems(request["items"]),
        GroupRules(groups=request["groups"], apart=apart, fixed=fixed),
        Limits(),
        0,
    )

    def draw(source: WordSource, work: Work) -> Any:
        result = sampler.draw_bounded(source, work)
        return tuple(
            tuple(result[start : start + 2]) for start in range(0, len(result), 2)
        )

    return draw


KINDS: dict[str, tuple[Any, Any, Any, int]] = {
    "pairs": (make_pairs, draw_pairs, enumerate_pairs, 16),
    "pairs without a count": (make_pairs, draw_pairs, enumerate_pairs, 1),
    "meetings": (make_meetings, draw_meetings, enumerate_groups, 16),
}
"""How requests are made, drawn and enumerated, and the items up to which cycles are counted."""


@pytest.mark.parametrize("kind", KINDS)
def test_random_rules_have_uniform_draws_or_are_refused(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    make, open_draw, enumerate_all, counted = KINDS[kind]
    for module in (gifts, pairs):
        monkeypatch.setattr(module, "MAX_COUNTED", counted)
    rng = random.Random(counted)
    wrong = []
    drawn = 0
    for number in range(24):
        request = make(rng)
        arrangements = enumerate_all(request)
        times = DRAWS if 2 < len(arrangements) < 40 and drawn < 3 else 1
        try:
            draw = open_draw(request)
            work = Work(1e6 if arrangements else 1e4)
            counts = Counter(
                draw(WordSource(sd1(f"{number}", index)), work)
                for index in range(times)
            )
        except (Refused, OverLimit, OutOfStepsError):
            if arrangements:
                wrong.append(request)
            continue
        drawn += times > 1
        if not (
            is_uniform(counts, arrangements)
            if times > 1
            else counts.keys() <= arrangements
        ):
            wrong.append(request)
    assert wrong == []
    assert drawn == 3


def test_an_item_that_joins_others_is_found() -> None:
    rng = random.Random(9)
    for _ in range(300):
        n = rng.randint(2, 8)
        density = rng.random()
        near = [0] * n
        for x, y in combinations(range(n), 2):
            if rng.random() < density:
                near[x] |= 1 << y
                near[y] |= 1 << x
        everyone = (1 << n) - 1
        if len(list(gifts.list_components(near, Work()))) > 1:
            continue
        parts = {
            x: [
                *gifts.list_components(
                    [one & ~(1 << x) if y != x else 0 for y, one in enumerate(near)],
                    Work(),
                )
            ]
            for x in range(n)
        }
        joints = {1 << x for x in range(n) if len(parts[x]) > 2}
        found = gifts.find_joint(near, Work())
        assert (found is None) == (not joints)
        if found:
            island, joint = found
            assert joint in joints
            assert island & joint == 0 < island < everyone ^ joint
            assert not any(
                near[x] & (everyone ^ island ^ joint) for x in list_bits(island)
            )


def test_possible_gifts_are_the_gifts_of_all_arrangements() -> None:
    rng = random.Random(7)
    for _ in range(100):
        n = rng.randint(2, 6)
        allowed = [
            sum(1 << y for y in range(n) if y != x and rng.random() < 0.5)
            for x in range(n)
        ]
        found = [
            r
            for r in permutations(range(n))
            if all(allowed[x] >> y & 1 for x, y in enumerate(r))
        ]
        if not found:
            with pytest.raises(Refused):
                gifts.Gifts(
                    ListedItems(list(range(n))),
                    allowed,
                    Work(),
                    mutual=True,
                    cycle=False,
                )
            continue
        possible = gifts.Gifts(
            ListedItems(list(range(n))), allowed, Work(), mutual=True, cycle=False
        )
        assert [set(list_bits(receivers)) for receivers in possible.receivers] == [
            set(ys) for ys in zip(*found, strict=True)
        ]
        assert (
            [x for part in possible.components for x in list_bits(part)]
            != []
            == [
                x
                for x in range(n)
                if sum(part >> x & 1 for part in possible.components) != 1
            ]
        )


SPOKES = {"ua", "ub", "uc", "ax", "by", "cz", "xy", "yz", "xz"}
NOT_BETWEEN = [
    pair
    for pair in product("uabcdefv", repeat=2)
    if not {"".join(pair), "".join(pair[::-1])}
    & {"ua", "ab", "bv", "uc", "cd", "dv", "ue", "ef", "fv"}
]
"""The gifts that are not along the three ways from u to v."""


@for_each(
    ("rules", "sentence"),
    [
        (
            {
                "mutual": False,
                "items": list("uabcxyz"),
                "forbidden": [
                    pair
                    for pair in product("uabcxyz", repeat=2)
                    if not {"".join(pair), "".join(pair[::-1])} & SPOKES
                ],
            },
            "No arrangement fulfils these rules: in all ways, two of {u, a, b, c, x, y, z} give to each other.",
        ),
        (
            {"cycle": True, "forbidden": [*product("ab", "cd"), *product("cd", "ab")]},
            "One cycle of all items is not possible: islands {a, b} and {c, d} never give to each other.",
        ),
        (
            {"mutual": False, "forbidden": list(product("ab", "cd"))},
            "No arrangement fulfils these rules: if no two give to each other, {b} may give to nobody.",
        ),
        (
            {"forbidden": list(product("abc", "abc"))},
            "No arrangement fulfils these rules: {a, b} may give only to {d}.",
        ),
        (
            {
                "cycle": True,
                "forbidden": [*product("ab", "cd"), *product("cd", "ab")],
                "items": list("abcde"),
            },
            "One cycle of all items is not possible: islands {a, b} and {c, d} never give to each other; {e} alone "
            "joins them, and one cycle passes it once.",
        ),
        (
            {"cycle": True, "forbidden": NOT_BETWEEN, "items": list("uabcdefv")},
            "No one cycle of all items fulfils these rules: all ways were counted.",
        ),
    ],
)
def test_what_is_impossible_is_told(rules: dict[str, Any], sentence: str) -> None:
    forbidden = [{"giver": x, "receiver": y} for x, y in rules["forbidden"]]
    draw = draw_pairs(
        {
            "items": list("abcd"),
            "mutual": True,
            "cycle": False,
            **rules,
            "forbidden": forbidden,
        }
    )
    with pytest.raises(Refused) as refused:
        draw(WordSource(sd1("a")), Work())
    assert str(refused.value) == sentence
