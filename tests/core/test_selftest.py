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
from service.core.shuffles.shuffle import PartialShuffle
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


ALGORITHMS = [
    (shuffle.name, attribute)
    for shuffle in SHUFFLES.values()
    for attribute in (
        "draw_first" if isinstance(shuffle, PartialShuffle) else "draw_all",
        "vectorized",
    )
    if getattr(shuffle, attribute)
]
"""What a self-test runs of each shuffle: its algorithm result by result, and vectorized."""


@for_each(("name", "attribute"), ALGORITHMS)
def test_a_broken_algorithm_is_detected_plain_and_vectorized(
    monkeypatch: pytest.MonkeyPatch, name: str, attribute: str
) -> None:
    shuffle = SHUFFLES[name]
    with monkeypatch.context() as patch:
        patch.setitem(vars(shuffle), attribute, reverse(getattr(shuffle, attribute)))
        assert failed_self_tests() == [name]


@for_each(
    ("constant", "name"),
    [
        ("_SHA256", "sha256"),
        ("_HMAC", "hmac_sha256"),
        ("_AES", "aes256"),
        ("FIRST_WORDS", "stream"),
    ],
)
def test_a_known_answer_that_is_not_computed_is_detected(
    monkeypatch: pytest.MonkeyPatch, constant: str, name: str
) -> None:
    known = getattr(selftest, constant)
    with monkeypatch.context() as patch:
        patch.setattr(selftest, constant, known[::-1])
        assert failed_self_tests() == [name]


def test_random_bytes_that_repeat_themselves_are_detected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "urandom", bytes)
    assert failed_self_tests() == ["operating_system"]


def test_a_self_test_that_raises_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SELF_TESTS, "sha256", lambda: json.loads("{"))
    assert failed_self_tests() == ["sha256"]
