"""The exact distribution of every shuffle equals the enumeration of all its sequences, and published results."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from math import factorial, sqrt
from operator import attrgetter

import pytest

from service.bias.distributions import Distribution
from service.bias.methods import (
    MAX_PASSES,
    METHODS,
    bind_algorithm,
    collect_coupons,
    exact_distribution,
    exact_draws,
    method_of,
)
from service.bias.summary import exact_bias
from service.core.errors import Refused
from service.core.ratios import to_ratio
from service.core.rng.scripted import order_probabilities
from service.core.rng.sources import Source
from service.core.shuffles.registry import SHUFFLES
from service.core.shuffles.shuffle import Arguments, Shuffle, Uniformity, WholeShuffle
from tests.tables import for_each, list_some

NAME = attrgetter("name")
SMALL: Mapping[str, int] = {"passes": 2, "key_bits": 2}
COUPON_COLLECTORS = {
    name for name, method in METHODS.items() if method.draws is collect_coupons
}


def choose_small(shuffle: Shuffle) -> Arguments:
    """Return arguments that give a shuffle few sequences."""
    return {
        name: SMALL.get(name, default) for name, default in shuffle.defaults.items()
    }


@cache
def small_distribution(name: str, n: int) -> Distribution:
    """Return the distribution of a shuffle with few sequences."""
    shuffle = SHUFFLES[name]
    return exact_distribution(shuffle, n, choose_small(shuffle))


def every_shuffle(n: int) -> list[Shuffle]:
    """Return the shuffles that take n items."""
    return [shuffle for shuffle in SHUFFLES.values() if shuffle.size_error(n) is None]


INDEPENDENT = [
    (shuffle.name, n)
    for n in range(1, 6)
    for shuffle in every_shuffle(n)
    if shuffle.name not in COUPON_COLLECTORS
]


@for_each(("name", "n"), INDEPENDENT)
def test_independent_steps_give_the_distribution_of_all_sequences(
    name: str, n: int
) -> None:
    shuffle = SHUFFLES[name]
    arguments = choose_small(shuffle)
    if n == 5 and name in {"riffle", "overhand"}:
        arguments = {"passes": 1}
    probabilities = order_probabilities(bind_algorithm(shuffle, n, arguments))
    assert exact_distribution(shuffle, n, arguments).probabilities() == probabilities


@for_each("name", sorted(COUPON_COLLECTORS))
def test_ignoring_repeated_draws_does_not_change_the_distribution(name: str) -> None:
    shuffle = SHUFFLES[name]
    probabilities = order_probabilities(bind_algorithm(shuffle, 3, {}), max_draws=9)
    undecided = probabilities.pop(None)
    exact = exact_distribution(shuffle, 3, {}).probabilities()
    assert probabilities.keys() == exact.keys()
    for order, probability in exact.items():
        assert probabilities[order] == (1 - undecided) * probability


@for_each("n", range(1, 9))
def test_probabilities_add_up_to_one_and_so_does_every_row_and_column(n: int) -> None:
    for shuffle in list_some(s for s in every_shuffle(n) if n <= method_of(s).max_n):
        distribution = small_distribution(shuffle.name, n)
        assert sum(distribution.weights.tolist()) == distribution.total
        positions = distribution.positions()
        columns = list(zip(*positions, strict=True))
        assert {sum(row) for row in positions} <= {1}
        assert {sum(column) for column in columns} <= {1}


@for_each("n", range(1, 7))
def test_exactly_the_shuffles_listed_as_exact_are_uniform(n: int) -> None:
    for shuffle in every_shuffle(n):
        distribution = small_distribution(shuffle.name, n)
        orders = factorial(n)
        probabilities = set(distribution.probabilities().values())
        is_equally_likely = probabilities == {Fraction(1, orders)}
        is_uniform = is_equally_likely and distribution.reachable == orders
        assert is_uniform == (distribution.distance == 0)
        assert is_uniform == (distribution.separation == 0)
        if n > 2:
            assert is_uniform == (shuffle.uniformity is Uniformity.EXACT)
        elif n == 1 or shuffle.uniformity is Uniformity.EXACT:
            assert is_uniform


def test_naive_swap_of_three_gives_5_27_and_4_27() -> None:
    """Jeff Atwood, The Danger of Naïveté (2007): 3 orders at 5/27, 3 at 4/27."""
    bias = exact_bias(SHUFFLES["naive_swap"], 3, {})
    assert bias.most_likely.probability.fraction == "5/27"
    assert bias.most_likely.count == 3
    assert bias.most_likely.orders == ((0, 2, 1), (1, 0, 2), (1, 2, 0))
    assert bias.least_likely.probability.fraction == "4/27"
    assert bias.least_likely.count == 3
    assert bias.least_likely.orders == ((0, 1, 2), (2, 0, 1), (2, 1, 0))
    assert bias.distance.fraction == "1/18"
    assert bias.separation.fraction == "1/9"


@for_each(
    ("n", "involutions"),
    [(1, 1), (2, 2), (3, 4), (4, 10), (5, 26), (6, 76), (7, 232), (8, 764)],
)
def test_the_probability_that_naive_swap_changes_nothing_counts_involutions(
    n: int, involutions: int
) -> None:
    """D. Goldstein and D. Moews, The identity is the most likely exchange shuffle for large n (2003); OEIS A000085."""
    distribution = exact_distribution(SHUFFLES["naive_swap"], n, {})
    unchanged = distribution.probabilities()[tuple(range(n))]
    assert unchanged == Fraction(involutions, n**n)


@for_each("n", range(4, 9))
def test_the_most_likely_orders_of_naive_swap_move_the_first_item_to_the_end_of_each_half(
    n: int,
) -> None:
    """Goldstein and Moews, of 4 to 17 items: (n … m+1)(m … 1) with m = n/2, or the next whole number up or down."""
    halves = {n // 2, (n + 1) // 2}
    published = {(*range(1, m), 0, *range(m + 1, n), m) for m in halves}
    bias = exact_bias(SHUFFLES["naive_swap"], n, {})
    assert set(bias.most_likely.orders) == published


@for_each("n", range(2, 9))
def test_the_least_likely_order_of_naive_swap_moves_the_last_item_to_the_front(
    n: int,
) -> None:
    distribution = exact_distribution(SHUFFLES["naive_swap"], n, {})
    minimum = Fraction(2 ** (n - 1), n**n)
    assert distribution.min_probability == minimum
    last_to_front = (n - 1, *range(n - 1))
    assert distribution.probabilities()[last_to_front] == minimum


@for_each("n", range(2, 9))
def test_sattolo_produces_every_cycle_of_all_items_and_no_fixed_points(n: int) -> None:
    bias = exact_bias(SHUFFLES["sattolo"], n, {})
    assert bias.reachable == factorial(n - 1)
    assert bias.most_likely.count == bias.reachable
    assert bias.least_likely.probability.fraction == "0"
    assert bias.fixed_points.fraction == "0"
    assert bias.distance == to_ratio(1 - Fraction(1, n))


@for_each(
    ("n", "distance"),
    [(2, "0"), (3, "17/48"), (4, "17/48"), (5, "1429/3840"), (6, "1007/2560")],
)
def test_a_sort_by_coins_leaves_a_third_of_the_way_to_uniform(
    n: int, distance: str
) -> None:
    bias = exact_bias(SHUFFLES["random_comparator"], n, {})
    assert bias.distance.fraction == distance


@for_each("name", ["riffle", "overhand"])
def test_many_passes_approach_uniform(name: str) -> None:
    bias = exact_bias(SHUFFLES[name], 4, {"passes": 1_000})
    assert bias.distance.value is not None
    assert 0 < bias.distance.value < 1e-20


@for_each(
    ("name", "n", "draws"),
    [
        ("fisher_yates", 8, 7),
        ("sattolo", 8, 6),
        ("naive_swap", 8, 8),
        ("sort_keys", 5, 5),
        ("naive_swap", 1, 0),
    ],
)
def test_the_number_of_draws_is_constant_without_rejections(
    name: str, n: int, draws: int
) -> None:
    bias = exact_bias(SHUFFLES[name], n, {})
    assert bias.draws.mean.fraction == str(draws)
    assert bias.draws.variance.fraction == "0"
    assert bias.draws.deviation == 0


@for_each("shuffle", every_shuffle(4), ids=NAME)
def test_mean_draws_equal_the_expected_draws_of_the_catalogue(shuffle: Shuffle) -> None:
    arguments = choose_small(shuffle)
    steps = shuffle.mean_draws(4, 4, arguments)
    mean = exact_draws(shuffle, 4, arguments).mean
    assert float(mean) == pytest.approx(steps)


@for_each("shuffle", SHUFFLES.values(), ids=NAME)
def test_too_many_items_are_refused_with_the_limit(shuffle: Shuffle) -> None:
    max_n = method_of(shuffle).max_n
    for n in (0, shuffle.sizes.floor(max_n + 2), shuffle.sizes.floor(10**9)):
        with pytest.raises(Refused, match=f"1 to {max_n} items") as refusal:
            exact_bias(shuffle, n, {})
        assert refusal.value.field == "n"


@for_each("name", ["riffle", "overhand"])
@for_each("n", [5, 6, 7])
def test_too_many_passes_are_refused_with_the_limits(name: str, n: int) -> None:
    arguments = {"passes": MAX_PASSES[n] + 1}
    limits = "1,000 of 4 items, 500 of 5 items, 100 of 6 items, 10 of 7 items"
    with pytest.raises(Refused, match=limits) as refusal:
        exact_bias(SHUFFLES[name], n, arguments)
    assert refusal.value.field == "passes"


def test_a_faro_of_an_odd_number_is_refused() -> None:
    with pytest.raises(Refused, match="even number"):
        exact_bias(SHUFFLES["faro"], 5, {})


def top_to_random(n: int, source: Source) -> list[int]:
    """Put the first item into a random position."""
    order = list(range(1, n))
    order.insert(source.below(n), 0)
    return order


def endless(n: int, source: Source) -> list[int]:
    """Draw for ever."""
    while True:
        source.below(n)


def one_digit_keys(n: int, source: Source) -> list[int]:
    """Sort by keys of one digit."""
    keys = source.below_many(10, n)
    return sorted(range(n), key=keys.__getitem__)


def shuffle_without_method(algorithm: Callable[[int, Source], list[int]]) -> Shuffle:
    """Return a shuffle that is not in the catalogue."""
    return WholeShuffle(
        name=algorithm.__name__,
        summary="Unknown.",
        draw_all=algorithm,
        uniformity=Uniformity.BIASED,
        credit="nobody",
        year=2000,
        formula="1",
        expected_draws_of_all=lambda *_: 1,
    )


def test_a_shuffle_without_a_method_is_enumerated_in_full() -> None:
    bias = exact_bias(shuffle_without_method(top_to_random), 4, {})
    assert bias.reachable == 4
    assert bias.most_likely.probability.fraction == "1/4"
    assert bias.draws.mean.fraction == "1"


def test_a_shuffle_without_a_method_is_refused_if_it_has_too_many_results() -> None:
    with pytest.raises(Refused, match="more than 10,000 draws, or"):
        exact_bias(shuffle_without_method(endless), 3, {})
    with pytest.raises(Refused, match="more than 40,000 sequences"):
        exact_bias(shuffle_without_method(one_digit_keys), 5, {})


def test_a_probability_that_no_order_has_has_no_examples() -> None:
    distribution = exact_distribution(SHUFFLES["naive_swap"], 3, {})
    orders = distribution.orders_with(Fraction(1, 6))
    assert len(orders) == 0


@for_each(("n", "hey"), [(25, 121.6), (52, 223.8), (312, 1379.8), (1024, 7357.0)])
def test_heys_counts_of_visits_agree_with_the_coupon_collector(
    n: int, hey: float
) -> None:
    """Hey with Welopez, table of visits to the random function by the old method: one run of each size."""
    draws = exact_draws(SHUFFLES["rejection"], n, {})
    harmonic_number = sum(Fraction(1, k) for k in range(1, n + 1))
    assert draws.mean == n * harmonic_number
    assert abs(hey - draws.mean) < 1.6 * draws.deviation


def test_a_die_takes_14_7_throws_to_show_all_faces_with_a_variance_of_38_99() -> None:
    """Feller, An Introduction to Probability Theory and Its Applications 1, chapter IX."""
    draws = exact_draws(SHUFFLES["rejection"], 6, {})
    assert draws.mean == Fraction(147, 10)
    assert draws.variance == Fraction(3899, 100)
    assert draws.deviation == sqrt(38.99)


def test_a_single_item_takes_no_draw_and_too_many_items_are_refused() -> None:
    assert exact_draws(SHUFFLES["rejection"], 1, {}).mean == 0
    with pytest.raises(Refused, match="from 1 to 1,024") as refusal:
        exact_draws(SHUFFLES["rejection"], 1_025, {})
    assert refusal.value.field == "n"


def test_a_ratio_beyond_floats_has_no_value_and_a_long_one_no_fraction() -> None:
    assert to_ratio(Fraction(10**400)).value is None
    tiny = to_ratio(Fraction(1, 10**400))
    assert tiny.value is None
    assert tiny.fraction == "1/1" + "0" * 400
    assert to_ratio(Fraction(0)).value == 0
    assert to_ratio(Fraction(2**4000, 3**2600)).fraction is None
    assert to_ratio(Fraction(1, 3)).fraction == "1/3"
