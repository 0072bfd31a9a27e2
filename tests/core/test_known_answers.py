"""The tests that the service makes of itself at its start."""

import hashlib
import json
import os
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from service.core import known_answers
from service.core.known_answers import ITEMS, ORDERS, SEED, SELF_TESTS, WORDS, failures
from service.core.shuffles import SHUFFLES
from tests.core.test_vectors import VECTORS


def test_all_of_them_pass() -> None:
    assert failures() == []


def test_the_words_are_those_of_the_golden_vectors() -> None:
    (case,) = (case for case in VECTORS["words"] if (case["seed"], case["index"]) == (SEED, 0) and case["count"] == 16)
    assert case["hex"].startswith(WORDS)


@pytest.mark.parametrize("name", SHUFFLES)
def test_the_order_of_each_shuffle_is_that_of_the_golden_vectors(name: str) -> None:
    defaults = SHUFFLES[name].defaults
    orders = [
        case["indices"]
        for case in VECTORS["shuffles"]
        if (case["algorithm"], case["n"], case["seed"], case["index"]) == (name, ITEMS, SEED, 0)
        and all(case.get(parameter, value) == value for parameter, value in defaults.items())
    ]
    assert [hashlib.sha256(bytes(order)).hexdigest() for order in orders] == [ORDERS[name]]


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
    monkeypatch.setitem(SHUFFLES, name, replace(whole, **{way: backwards(getattr(whole, way))}))  # type: ignore[arg-type]
    assert failures() == [name]


def test_a_broken_stream_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known_answers, "sd1", lambda seed: lambda size: bytes(size))
    assert failures() == ["stream"]


def test_an_operating_system_that_repeats_itself_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "urandom", bytes)
    assert failures() == ["operating_system"]


def test_a_test_that_cannot_be_done_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SELF_TESTS, "sha256", lambda: json.loads("{"))  # type: ignore[misc]
    assert failures() == ["sha256"]
