"""Golden vectors, made by an implementation in another language that shares no code with this one: `make vectors`."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from service.core.integers import Range, draw
from service.core.permutations import Limits, Shuffling, permute
from service.core.shuffles import SHUFFLES
from service.core.sources import WordSource
from service.core.streams import sd1

VECTORS: dict[str, Any] = json.loads((Path(__file__).parent.parent / "vectors" / "sd1.json").read_text())
SETTINGS = ("key_bits", "passes", "variant")
LIMITS = Limits(items=10**7, shuffled=10**7, draws=10**8)


def name(case: dict[str, Any]) -> str:
    """The case in a line, with long texts cut."""
    return "-".join(str(value)[:12] for key, value in case.items() if key not in {"indices", "values", "hex", "sha256"})


def cases(kind: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", VECTORS[kind], ids=name)


def asked(case: dict[str, Any]) -> Shuffling:
    settings = {key: case[key] for key in SETTINGS if key in case}
    return Shuffling(seed=case["seed"], index=case["index"], algorithm=case["algorithm"], settings=settings)


def matches(case: dict[str, Any], order: list[int]) -> bool:
    if "sha256" in case:
        return hashlib.sha256(" ".join(map(str, order)).encode()).hexdigest() == str(case["sha256"])
    return order == [int(index) for index in case["indices"]]


@cases("words")
def test_the_words_of_the_stream_are_the_published_ones(case: dict[str, Any]) -> None:
    assert sd1(case["seed"], case["index"])(4 * case["count"]).hex() == case["hex"]


@cases("bounded")
def test_bounded_draws_are_the_published_ones_one_by_one_and_in_bulk(case: dict[str, Any]) -> None:
    bound, values = int(case["bound"]), [int(value) for value in case["values"]]
    one_by_one = WordSource(sd1(case["seed"], case["index"]))
    assert [one_by_one.below(bound) for _ in values] == values
    assert WordSource(sd1(case["seed"], case["index"])).below_many(bound, len(values)) == values


@cases("mixed")
def test_draws_under_changing_bounds_are_the_published_ones(case: dict[str, Any]) -> None:
    source = WordSource(sd1(case["seed"], case["index"]))
    assert [str(source.below(int(bound))) for bound in case["bounds"]] == case["values"]


@cases("shuffles")
def test_each_shuffle_of_the_published_seeds_is_the_published_one(case: dict[str, Any]) -> None:
    done = permute(case["n"], asked(case), LIMITS)
    assert done.draws == case["draws"]
    assert matches(case, done.indices)


@cases("large")
def test_each_shuffle_of_a_million_is_the_published_one(case: dict[str, Any]) -> None:
    done = permute(case["n"], asked(case), LIMITS)
    assert done.draws == case["draws"]
    assert matches(case, done.indices)


@cases("counts")
@pytest.mark.parametrize("dense", [True, False])
def test_the_first_few_of_each_shuffle_are_the_published_ones(case: dict[str, Any], dense: bool) -> None:
    shuffle, settings = SHUFFLES[case["algorithm"]], asked(case).settled
    source = WordSource(sd1(case["seed"], case["index"]))
    if shuffle.sparse is None:
        order = shuffle.order(case["n"], source, case["count"], settings)
    else:
        order = (shuffle.rule if dense else shuffle.sparse)(case["n"], source, case["count"])
    assert matches(case, order)
    if dense or case["count"] < case["n"]:
        assert source.draws == case["draws"]


@cases("sparse")
def test_samples_of_a_range_too_large_to_hold_are_the_published_ones(case: dict[str, Any]) -> None:
    done = permute(int(case["n"]), asked(case), LIMITS, case["count"])
    assert done.draws == case["draws"]
    assert matches(case, done.indices)


@cases("replacement")
def test_draws_with_replacement_are_the_published_ones(case: dict[str, Any]) -> None:
    dice = Range(
        min=case["min"],
        max=case["max"],
        count=case["count"],
        replacement=True,
        seed=case["seed"],
        index=case["index"],
    )
    done = draw(dice, LIMITS)
    assert done.indices == case["integers"]
    assert done.draws == case["draws"]


@pytest.mark.parametrize("kind", ["shuffles", "large"])
def test_every_shuffle_has_vectors(kind: str) -> None:
    assert {case["algorithm"] for case in VECTORS[kind]} == set(SHUFFLES)
