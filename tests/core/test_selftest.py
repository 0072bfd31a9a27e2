"""The tests that the service makes of itself at its start."""

import json
import os
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from service.core import selftest as known_answers
from service.core.selftest import ITEMS, ORDERS, RESULTS, SELF_TESTS, WORDS, digest, failures
from service.core.shuffles.catalogue import SHUFFLES
from service.core.shuffles.plans import Shuffling, plan
from tests.core.test_vectors import LIMITS, VECTORS


def test_all_of_them_pass() -> None:
    assert failures() == []


def test_the_words_are_those_of_the_golden_vectors() -> None:
    (case,) = (case for case in VECTORS["words"] if (case["seed"], case["index"]) == ("42", 0) and case["count"] == 16)
    assert case["hex"].startswith(WORDS)


@pytest.mark.parametrize("name", SHUFFLES)
def test_the_first_order_of_each_shuffle_is_a_golden_vector_and_the_others_follow(name: str) -> None:
    known, defaults = ORDERS[name], SHUFFLES[name].defaults
    (first,) = (
        case["indices"]
        for case in VECTORS["shuffles"]
        if (case["algorithm"], case["n"], case["seed"], case["index"]) == (name, ITEMS, known.seed, known.first)
        and {parameter: case[parameter] for parameter in defaults if parameter in case} == known.arguments
    )
    drawn = plan(
        ITEMS, Shuffling(seed=known.seed, index=known.first, algorithm=name, arguments=known.arguments), LIMITS
    )
    assert digest([first, *(drawn.draw(later).indices for later in range(1, RESULTS))]) == known.sha256


def backwards(rule: Any) -> Any:
    def turned(*arguments: Any, **more: Any) -> Sequence[int]:
        order: Sequence[int] = rule(*arguments, **more)
        return order[::-1]

    turned.__name__ = rule.__name__
    return turned


@pytest.mark.parametrize("way", ["rule", "together"])
@pytest.mark.parametrize("name", SHUFFLES)
def test_a_broken_shuffle_is_found_alone_and_together(monkeypatch: pytest.MonkeyPatch, name: str, way: str) -> None:
    whole = SHUFFLES[name]
    monkeypatch.setitem(SHUFFLES, name, replace(whole, **{way: backwards(getattr(whole, way))}))
    assert failures() == [name]


def test_a_broken_stream_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known_answers, "sd1", lambda seed: bytes)
    assert failures() == ["stream"]


def test_an_operating_system_that_repeats_itself_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "urandom", bytes)
    assert failures() == ["operating_system"]


def test_a_test_that_cannot_be_done_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SELF_TESTS, "sha256", lambda: json.loads("{"))
    assert failures() == ["sha256"]
