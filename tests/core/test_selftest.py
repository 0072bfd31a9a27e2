"""The self-tests that run when the service starts."""

import json
import os
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from service.core import selftest
from service.core.selftest import FIRST_WORDS, ITEMS, RESULTS, SELF_TESTS, digest, failed_self_tests
from service.core.shuffles.algorithms import SHUFFLES
from service.core.shuffles.plans import ShuffleRequest, plan_shuffle
from tests.core.test_vectors import LIMITS, VECTORS
from tests.tables import for_each


def test_all_self_tests_pass() -> None:
    assert failed_self_tests() == []


def test_the_words_are_those_of_the_golden_vectors() -> None:
    (case,) = (case for case in VECTORS["words"] if (case["seed"], case["index"]) == ("42", 0) and case["count"] == 16)
    assert case["hex"].startswith(FIRST_WORDS)


@for_each("name", SHUFFLES)
def test_the_first_order_of_each_shuffle_is_a_golden_vector_and_the_others_follow(name: str) -> None:
    known, defaults = SHUFFLES[name].known_answer, SHUFFLES[name].defaults
    vectors = [case for case in VECTORS["shuffles"] if (case["algorithm"], case["n"]) == (name, ITEMS)]
    firsts = [
        case["indices"]
        for case in vectors
        if (case["seed"], case["index"]) == (known.seed, known.index)
        and {parameter: case[parameter] for parameter in defaults if parameter in case} == known.arguments
    ]
    seeds = [(case["seed"], case["index"]) for case in vectors]
    assert firsts, f"The known answer of {name} needs the seed and the index of one of its golden vectors: {seeds}"
    (first,) = firsts
    request = ShuffleRequest(seed=known.seed, index=known.index, algorithm=name, arguments=known.arguments)
    plan = plan_shuffle(ITEMS, request, LIMITS)
    sha256 = digest([first, *(plan.draw(request, offset).indices for offset in range(1, RESULTS))])
    assert sha256 == known.sha256, f"The sha256 of the known answer of {name} is {sha256}"


def reverse(rule: Any) -> Any:
    def reversed_rule(*arguments: Any, **options: Any) -> Sequence[int]:
        order: Sequence[int] = rule(*arguments, **options)
        return order[::-1]

    reversed_rule.__name__ = rule.__name__
    return reversed_rule


@pytest.mark.parametrize(
    ("name", "attribute"),
    [(name, "rule") for name in SHUFFLES] + [(name, "vectorized") for name in SHUFFLES if SHUFFLES[name].vectorized],
)
def test_a_broken_rule_is_detected_plain_and_vectorized(
    monkeypatch: pytest.MonkeyPatch, name: str, attribute: str
) -> None:
    shuffle, others = SHUFFLES[name], set(failed_self_tests()) - {name}
    monkeypatch.setitem(SHUFFLES, name, replace(shuffle, **{attribute: reverse(getattr(shuffle, attribute))}))
    assert set(failed_self_tests()) - others == {name}


def test_a_broken_stream_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selftest, "sd1", lambda seed: bytes)
    assert failed_self_tests() == ["stream"]


def test_an_operating_system_that_repeats_its_random_bytes_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "urandom", bytes)
    assert failed_self_tests() == ["operating_system"]


def test_a_self_test_that_raises_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SELF_TESTS, "sha256", lambda: json.loads("{"))
    assert failed_self_tests() == ["sha256"]
