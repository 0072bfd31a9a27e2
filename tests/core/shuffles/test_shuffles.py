"""Properties of every shuffle."""

from inspect import signature
from math import log
from statistics import fmean, pstdev
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.core.errors import Refused
from service.core.limits import Limits, OperatorLimit, TooMany
from service.core.rng.sources import WordSource
from service.core.rng.streams import sd1
from service.core.shuffle_requests import ShuffleRequest, prepare_shuffle
from service.core.shuffles import vectorized
from service.core.shuffles.coupon_collector import coupon_collector_draws
from service.core.shuffles.registry import SHUFFLES
from service.core.shuffles.samplers import Permutation
from service.core.shuffles.shuffle import PartialShuffle, Uniformity, WholeShuffle
from tests.tables import for_each

every_shuffle = for_each("name", SHUFFLES)
SIZES = st.integers(0, 200)
SEEDS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20)
LIMITS = Limits()


def permute(
    n: int, count: int | None = None, limits: Limits = LIMITS, **members: Any
) -> Permutation:
    """Return `count` of n positions, as the request with these members draws them."""
    request = ShuffleRequest(**members)
    return prepare_shuffle(n, request, limits, count).draw(request)


def shuffle_integers(
    name: str, n: int, seed: str | None, count: int | None = None
) -> list[int]:
    """Return up to n integers from 0, as many as a shuffle takes, in its order."""
    n = SHUFFLES[name].sizes.floor(n)
    count = count if count is None else min(n, count)
    return list(permute(n, count, seed=seed, algorithm=name).indices)


@every_shuffle
@given(SIZES, SEEDS)
def test_a_shuffle_is_a_permutation(name: str, n: int, seed: str) -> None:
    order = shuffle_integers(name, n, seed)
    assert sorted(order) == list(range(len(order)))


@every_shuffle
@given(SIZES, SEEDS, st.integers(0, 200))
def test_a_sample_is_the_beginning_of_the_whole_shuffle(
    name: str, n: int, seed: str, count: int
) -> None:
    order = shuffle_integers(name, n, seed)
    count = min(count, len(order))
    assert shuffle_integers(name, n, seed, count) == order[:count]


PARTIAL = {
    name: shuffle
    for name, shuffle in SHUFFLES.items()
    if isinstance(shuffle, PartialShuffle)
}
SPARSE = [name for name, shuffle in PARTIAL.items() if shuffle.draw_sparse]


@every_shuffle
def test_a_request_names_the_parameters_that_the_algorithm_takes(name: str) -> None:
    shuffle = SHUFFLES[name]
    algorithm = (
        shuffle.draw_all if isinstance(shuffle, WholeShuffle) else shuffle.draw_first
    )
    _, _, *arguments = signature(algorithm).parameters
    own_arguments = [parameter.name for parameter in shuffle.parameters]
    assert arguments == (["count"] if name in PARTIAL else own_arguments)


@every_shuffle
def test_a_twin_that_draws_many_results_is_used(name: str) -> None:
    assert SHUFFLES[name].vectorized is getattr(vectorized, name, None)


@pytest.mark.parametrize("name", SPARSE)
@given(st.integers(1, 10_000), SEEDS, st.integers(1, 50))
def test_a_sample_is_the_same_whether_the_range_is_in_memory_or_not(
    name: str, n: int, seed: str, count: int
) -> None:
    count = min(n, count)
    shuffle = PARTIAL[name]
    assert shuffle.draw_sparse
    dense = WordSource(sd1(seed))
    sparse = WordSource(sd1(seed))
    assert shuffle.draw_sparse(n, sparse, count) == shuffle.draw_first(n, dense, count)
    if count < n:
        assert sparse.draws == dense.draws


@given(st.integers(1, 300), SEEDS)
def test_random_slot_and_rejection_are_each_others_inverse(n: int, seed: str) -> None:
    slots = shuffle_integers("random_slot", n, seed)
    items = shuffle_integers("rejection", n, seed)
    assert [slots[item] for item in items] == list(range(n))


@every_shuffle
def test_a_seed_gives_the_same_order_again_and_another_index_a_different_one(
    name: str,
) -> None:
    first = permute(52, seed="42", algorithm=name)
    assert permute(52, seed="42", index=0, algorithm=name) == first
    eighth = permute(52, seed="42", index=7, algorithm=name)
    assert name == "faro" or eighth.indices != first.indices


@every_shuffle
def test_orders_without_a_seed_are_all_different(name: str) -> None:
    orders = {tuple(shuffle_integers(name, 52, None)) for _ in range(50)}
    assert len(orders) == (1 if name == "faro" else 50)


@every_shuffle
@for_each("n", [1, 2, 52])
def test_the_expected_draws_are_the_mean_of_the_draws(name: str, n: int) -> None:
    shuffle = SHUFFLES[name]
    if shuffle.size_error(n):
        return
    trials = 300
    draws = [
        permute(n, seed="mean", index=index, algorithm=name).draws
        for index in range(trials)
    ]
    steps = shuffle.mean_draws(n, n, shuffle.defaults)
    # Within five standard errors; equal if the number of draws is constant.
    assert abs(fmean(draws) - steps) <= 5 * pstdev(draws) / trials**0.5


@for_each("n", [9_999, 10_000, 10_001, 10**6])
def test_the_expected_draws_of_rejection_have_no_step_where_the_formula_changes(
    n: int,
) -> None:
    for count in (1, n // 2, n // 2 + 1, n - 1, n):
        harmonic_sum = n * sum(1 / k for k in range(n - count + 1, n + 1))
        assert coupon_collector_draws(n, count) == pytest.approx(harmonic_sum, rel=1e-3)


def test_up_to_half_of_many_items_expected_draws_come_from_a_logarithm() -> None:
    by_logarithm = coupon_collector_draws(10_000, 5_000)
    assert by_logarithm == pytest.approx(10_000 * log(2), rel=1e-12)
    by_harmonic_numbers = coupon_collector_draws(10_000, 5_001)
    assert by_harmonic_numbers == pytest.approx(6_932.9718, abs=1e-4)


@for_each("name", PARTIAL)
def test_partial_shuffles_sample_a_range_beyond_memory(name: str) -> None:
    few = permute(2**53 - 1, 5, algorithm=name)
    assert len(set(few.indices)) == 5
    whole = permute(100, 60, seed="s", algorithm=name)
    assert (
        permute(100, 60, Limits(shuffled=OperatorLimit(10)), seed="s", algorithm=name)
        == whole
    )


@for_each("name", SHUFFLES.keys() - PARTIAL)
def test_other_shuffles_need_the_whole_range(name: str) -> None:
    sentence = f"{name} needs the whole range of 9,007,199,254,740,991"
    with pytest.raises(Refused, match=sentence):
        permute(2**53 - 1, 5, algorithm=name)


def test_more_draws_or_items_than_the_operator_allows_are_refused() -> None:
    six_passes = {"passes": 6}
    with pytest.raises(TooMany, match="5,000,000"):
        permute(1_000_000, algorithm="riffle", arguments=six_passes)
    with pytest.raises(TooMany, match="moves of faro"):
        permute(1_000_000, algorithm="faro", arguments=six_passes)
    with pytest.raises(TooMany, match="1,000,001 items"):
        permute(2_000_000, 1_000_001)


@every_shuffle
def test_every_entry_has_a_summary_a_credit_a_year_and_a_uniformity(name: str) -> None:
    shuffle = SHUFFLES[name]
    assert shuffle.summary.endswith(".")
    assert shuffle.credit
    assert 1500 < shuffle.year < 2030
    assert shuffle.uniformity in Uniformity
