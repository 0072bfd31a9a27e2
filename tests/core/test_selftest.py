"""The self-tests that run when the service starts."""

import json
import os
from collections.abc import Sequence
from typing import Any

import pytest

from service.core import selftest
from service.core.selftest import (
    FIRST_WORDS,
    KNOWN_ANSWERS,
    SELF_TESTS,
    failed_self_tests,
)
from service.core.shuffles.registry import SHUFFLES
from tests.tables import for_each
from tests.vectors.files import VECTORS
from tools.known_answers import compute_known_answer, list_vectors


def test_all_self_tests_pass() -> None:
    assert failed_self_tests() == []


def test_the_words_are_those_of_the_golden_vectors() -> None:
    stream = {"seed": "42", "index": 0, "count": 16}
    [case] = (case for case in VECTORS["words"] if stream.items() <= case.items())
    assert case["hex"].startswith(FIRST_WORDS)


def test_every_shuffle_has_its_known_answer() -> None:
    assert KNOWN_ANSWERS.keys() == SHUFFLES.keys(), "run: make generate"


@for_each("name", KNOWN_ANSWERS)
def test_the_first_order_of_each_shuffle_is_a_golden_vector_and_the_others_follow(
    name: str,
) -> None:
    answer = KNOWN_ANSWERS[name]
    stream = {"seed": answer.seed, "index": answer.index}
    cases = [case for case in list_vectors(name) if stream.items() <= case.items()]
    assert answer in [compute_known_answer(name, case) for case in cases]


def test_a_known_answer_comes_from_the_first_golden_vector() -> None:
    first, *_ = list_vectors("riffle")
    answer = compute_known_answer("riffle", first)
    assert answer.seed == first["seed"]
    assert answer.index == first["index"]
    assert answer.arguments == {}


def test_an_algorithm_that_differs_from_its_golden_vector_has_no_known_answer() -> None:
    first, *_ = list_vectors("riffle")
    other = first | {"indices": first["indices"][::-1]}
    sentence = r"The algorithm of riffle .* differs from the golden vector of the seed"
    with pytest.raises(ValueError, match=sentence):
        compute_known_answer("riffle", other)


def test_a_shuffle_without_a_known_answer_fails(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delitem(KNOWN_ANSWERS, "riffle")
    assert failed_self_tests() == ["riffle"]


def reverse(algorithm: Any) -> Any:
    """Return the algorithm with its order reversed."""

    def reversed_algorithm(*arguments: Any, **options: Any) -> Sequence[int]:
        order: Sequence[int] = algorithm(*arguments, **options)
        return order[::-1]

    return reversed_algorithm


@for_each("name", SHUFFLES)
@for_each("attribute", ["draw_first", "draw_all", "vectorized"])
def test_a_broken_algorithm_is_detected_plain_and_vectorized(
    monkeypatch: pytest.MonkeyPatch, name: str, attribute: str
) -> None:
    shuffle = SHUFFLES[name]
    algorithm = getattr(shuffle, attribute, None)
    if algorithm:
        with monkeypatch.context() as patch:
            patch.setitem(vars(shuffle), attribute, reverse(algorithm))
            assert failed_self_tests() == [name]


def test_a_broken_stream_repeated_random_bytes_and_a_self_test_that_raises_are_detected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(selftest, "sd1", lambda seed: bytes)
        assert failed_self_tests() == ["stream"]
    with monkeypatch.context() as patch:
        patch.setattr(os, "urandom", bytes)
        assert failed_self_tests() == ["operating_system"]
    with monkeypatch.context() as patch:
        patch.setitem(SELF_TESTS, "sha256", lambda: json.loads("{"))
        assert failed_self_tests() == ["sha256"]
