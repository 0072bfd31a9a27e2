"""The self-tests that run when the service starts."""

import json
import os
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from service.core import selftest
from service.core.selftest import FIRST_WORDS, KNOWN_ANSWERS, SELF_TESTS, failed_self_tests
from service.core.shuffles.algorithms import SHUFFLES
from tests.core.test_vectors import VECTORS
from tests.tables import for_each
from tools.known_answers import compute_known_answer, list_vectors


def test_all_self_tests_pass() -> None:
    assert failed_self_tests() == []


def test_the_words_are_those_of_the_golden_vectors() -> None:
    (case,) = (case for case in VECTORS["words"] if (case["seed"], case["index"]) == ("42", 0) and case["count"] == 16)
    assert case["hex"].startswith(FIRST_WORDS)


def test_every_shuffle_has_its_known_answer() -> None:
    assert KNOWN_ANSWERS.keys() == SHUFFLES.keys(), "run: make vectors"


@for_each("name", KNOWN_ANSWERS)
def test_the_first_order_of_each_shuffle_is_a_golden_vector_and_the_others_follow(name: str) -> None:
    known = KNOWN_ANSWERS[name]
    stream = known.seed, known.index
    cases = [case for case in list_vectors(name) if (case["seed"], case["index"]) == stream]
    assert known in [compute_known_answer(name, case) for case in cases]


def test_a_known_answer_is_that_of_the_first_golden_vector_or_none() -> None:
    first = list_vectors("riffle")[0]
    known = compute_known_answer("riffle", first)
    assert (known.seed, known.index, known.arguments) == (first["seed"], first["index"], {})
    with pytest.raises(ValueError, match=r"The rule of riffle .* differs from the golden vector of the seed"):
        compute_known_answer("riffle", first | {"indices": first["indices"][::-1]})


def test_a_shuffle_without_a_known_answer_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(KNOWN_ANSWERS, "riffle")
    assert failed_self_tests() == ["riffle"]


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
