"""The numbers in the docstrings of service/core/shuffles: each test is named after the function that has the example.

A function of algorithms.py and its twins in vectorized.py and large.py have one test.
"""

from math import sqrt

import numpy as np
import pytest

from service.core.limits import Limits
from service.core.rng.scripted import ScriptedSource
from service.core.rng.streams import Randomness
from service.core.shuffle_requests import ShuffleRequest, prepare_shuffle
from service.core.shuffles import (
    algorithms,
    batches,
    binary_insertion,
    large,
    vectorized,
)
from service.core.shuffles.binary_insertion import binary_insertion_draws
from service.core.shuffles.coupon_collector import coupon_collector_draws
from service.core.shuffles.registry import SHUFFLES
from tests.core.chosen_words import (
    find_word,
    make_source_of,
    make_vector_source,
    make_vector_source_of,
)

ONE_PASS = {"passes": 1}


def test_fisher_yates() -> None:
    """A draw is the distance to the partner: 2 from place 0, and 1 from place 1."""
    assert algorithms.fisher_yates(4, ScriptedSource([2, 1]), 2) == [2, 0]


def test_durstenfeld() -> None:
    assert algorithms.durstenfeld(3, ScriptedSource([0, 1])) == [2, 1, 0]


def test_inside_out() -> None:
    """The first place, 0, takes no draw."""
    assert algorithms.inside_out(2, ScriptedSource([0])) == [1, 0]
    assert algorithms.inside_out(3, ScriptedSource([0, 1])) == [1, 2, 0]


def test_sort_keys() -> None:
    keys = [9, 4, 9]
    order = [1, 0, 2]
    assert algorithms.sort_keys(3, ScriptedSource(keys), 4) == order
    sources = make_vector_source_of(keys, [16, 16, 16])
    assert vectorized.sort_keys(3, sources, 4).T.tolist() == [order]


def test_rejection() -> None:
    draws = [2, 0, 2, 1]
    assert algorithms.rejection(3, ScriptedSource(draws), 3) == [2, 0, 1]
    sources = make_vector_source_of(draws, [3] * 4)
    assert vectorized.rejection(3, sources, 3).T.tolist() == [[2, 0, 1]]
    assert sources.draws.tolist() == [4]


def test_random_slot() -> None:
    draws = [2, 0, 2, 1]
    assert algorithms.random_slot(3, ScriptedSource(draws)) == [1, 2, 0]
    sources = make_vector_source_of(draws, [3] * 4)
    assert vectorized.random_slot(3, sources).T.tolist() == [[1, 2, 0]]


def test_naive_swap() -> None:
    assert algorithms.naive_swap(3, ScriptedSource([2, 2, 0])) == [1, 0, 2]


def test_random_comparator() -> None:
    coins = ScriptedSource([1, 0, 0, 1])
    assert algorithms.random_comparator(3, coins) == [0, 2, 1]
    assert len(coins.bounds) == 4


def test_binary_insertion_draws() -> None:
    assert binary_insertion_draws(2) == 1
    assert binary_insertion_draws(3) == 2.75


def test_insertion_draws() -> None:
    assert binary_insertion._insertion_draws(1) == 1
    assert binary_insertion._insertion_draws(2) == 1.5


def test_sattolo() -> None:
    """The last distance, 0, takes no draw."""
    assert algorithms.sattolo(3, ScriptedSource([1])) == [2, 0, 1]


def test_riffle() -> None:
    sides = [0, 1, 1, 0]
    order = [0, 2, 3, 1]
    assert algorithms.riffle(4, ScriptedSource(sides), **ONE_PASS) == order
    sources = make_vector_source_of(sides, [2] * 4)
    assert vectorized.riffle(4, sources, **ONE_PASS).T.tolist() == [order]


def test_overhand() -> None:
    draws = [3, 0, 1, 2]
    bounds = [5] * 4
    order = [2, 3, 4, 0, 1]
    assert algorithms.overhand(5, ScriptedSource(draws), **ONE_PASS) == order
    sources = make_vector_source_of(draws, bounds)
    assert vectorized.overhand(5, sources, **ONE_PASS).T.tolist() == [order]
    source = make_source_of(draws, bounds)
    assert large.overhand(5, source, **ONE_PASS).tolist() == order


def test_faro() -> None:
    for variant, order in {"out": [0, 2, 1, 3], "in": [2, 0, 3, 1]}.items():
        assert algorithms.faro(4, ScriptedSource(), 1, variant) == order
        sources = make_vector_source([])
        assert vectorized.faro(4, sources, 1, variant).T.tolist() == [order]


def test_vectorized_matrices() -> None:
    order = vectorized.fisher_yates(3, make_vector_source([], 5), 2)
    assert order.shape == (2, 5)


def test_is_zero() -> None:
    last_word_of_zero = (2**32 - 1) // 6
    sources = make_vector_source([last_word_of_zero, last_word_of_zero + 1])
    assert sources.is_zero(6, 2).T.tolist() == [[True, False]]


def test_below() -> None:
    bounds = np.array([6, 1, 2], np.uint64)
    sources = make_vector_source([find_word(5, 6), find_word(1, 2)])
    assert sources._below(bounds).T.tolist() == [[5, 0, 1]]
    assert sources.draws.tolist() == [2]


def test_draws_until() -> None:
    assert vectorized._draws_until(2, 2) == (3, sqrt(2))


def test_find_first_draws() -> None:
    drawn = np.array([[2], [0], [2]])
    is_first = vectorized._find_first_draws(drawn, 3)
    assert is_first.tolist() == [[True, True, False]]


def test_apply_swaps() -> None:
    partners = np.array([[2], [1]])
    order = vectorized._apply_swaps(3, range(2), partners)
    assert order.tolist() == [[2], [1], [0]]


def test_flat_indices() -> None:
    positions = np.array([[2, 2, 2]])
    assert vectorized._flat_indices(positions)[0, 1] == 7


def test_accumulate() -> None:
    rows = np.array([[1], [0], [1], [1]])
    assert vectorized._accumulate(np.add, rows).tolist() == [[1], [1], [2], [3]]


def test_draw_steps() -> None:
    source = make_source_of([4, 0, 2], [5, 4, 3])
    [(start, steps)] = large._draw_steps(5, source, 3)
    assert (start, steps.tolist()) == (0, [4, 0, 2])
    assert (start + np.arange(3) + steps).tolist() == [4, 1, 4]


def test_sparse() -> None:
    """Steps lead to the partners: 700 from 0, none from 1, 698 from 2."""
    source = make_source_of([700, 0, 698], [1_000, 999, 998])
    assert large._sparse(1_000, source, 3).tolist() == [700, 1, 0]


def test_find_met_again() -> None:
    partners = np.array([700, 1, 700, 900])
    assert large._find_met_again(partners, 4).tolist() == [0, 1, 2]


def test_coupon_collector_draws() -> None:
    assert coupon_collector_draws(6, 6) == pytest.approx(14.7)


def test_mean_draws() -> None:
    assert SHUFFLES["fisher_yates"].mean_draws(52, 5, {}) == 5
    assert SHUFFLES["riffle"].mean_draws(52, 5, {"passes": 7}) == 364


def test_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "block_size", lambda _: 4)
    sampler = prepare_shuffle(5, ShuffleRequest(), Limits())
    drawn = batches.draw_chunks(sampler, Randomness(), 10)
    assert [chunk.offsets for chunk in drawn] == [range(4), range(4, 8), range(8, 10)]
