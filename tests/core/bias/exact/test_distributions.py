"""The exact distribution of every shuffle, against the enumeration of all its sequences and what is published."""

from collections.abc import Callable, Mapping
from dataclasses import asdict
from fractions import Fraction
from math import factorial, sqrt

import orjson
import pytest

from service.core.bias.exact.enumeration import order_probabilities
from service.core.bias.exact.methods import MAX_PASSES, METHODS, bind_rule, exact_distribution, exact_draws
from service.core.bias.exact.ratios import to_ratio
from service.core.bias.exact.summary import exact_bias
from service.core.errors import Refused
from service.core.rng.sources import Source
from service.core.shuffles.algorithms import Arguments, Shuffle, Uniformity
from service.core.shuffles.catalogue import SHUFFLES

SMALL: Mapping[str, int] = {"passes": 2, "key_bits": 2}
COUPON_COLLECTORS = {name for name, method in METHODS.items() if method.is_coupon_collector}


def small(shuffle: Shuffle) -> Arguments:
    return {name: SMALL.get(name, default) for name, default in shuffle.defaults.items()}


def every_shuffle(n: int) -> list[Shuffle]:
    return [shuffle for shuffle in SHUFFLES.values() if shuffle.objects(n) is None]


@pytest.mark.parametrize(
    ("name", "n"),
    [(shuffle.name, n) for n in range(1, 6) for shuffle in every_shuffle(n) if shuffle.name not in COUPON_COLLECTORS],
)
def test_taking_a_shuffle_apart_gives_what_all_its_sequences_give(name: str, n: int) -> None:
    shuffle = SHUFFLES[name]
    if name in {"riffle", "overhand"} and n == 5:
        arguments: Arguments = {"passes": 1}
    else:
        arguments = small(shuffle)
    assert exact_distribution(shuffle, n, arguments).probabilities() == order_probabilities(
        bind_rule(shuffle, n, arguments)
    )


@pytest.mark.parametrize("name", sorted(COUPON_COLLECTORS))
def test_leaving_out_what_is_drawn_again_changes_nothing(name: str) -> None:
    shuffle = SHUFFLES[name]
    followed = order_probabilities(bind_rule(shuffle, 3, {}), max_draws=9)
    undecided = followed.pop(None)
    exact = exact_distribution(shuffle, 3, {}).probabilities()
    assert followed == {order: (1 - undecided) * probability for order, probability in exact.items()}


@pytest.mark.parametrize("n", range(1, 9))
def test_probabilities_add_up_to_one_and_so_does_every_row_and_column(n: int) -> None:
    for shuffle in every_shuffle(n):
        if n > METHODS[shuffle.name].max_n:
            continue
        found = exact_distribution(shuffle, n, small(shuffle))
        assert sum(found.weights.tolist()) == found.total
        positions = found.positions()
        assert [sum(row) for row in positions] == [sum(column) for column in zip(*positions, strict=True)] == [1] * n


@pytest.mark.parametrize("n", range(1, 7))
def test_the_shuffles_that_call_themselves_exact_are_and_no_others(n: int) -> None:
    for shuffle in every_shuffle(n):
        found = exact_distribution(shuffle, n, small(shuffle))
        uniform = set(found.probabilities().values()) == {Fraction(1, factorial(n))} and found.reachable == factorial(n)
        assert uniform == (found.distance == 0) == (found.separation == 0)
        assert uniform == (shuffle.uniformity is Uniformity.EXACT or n == 1 or (n == 2 and found.distance == 0))


def test_naive_swap_of_three_gives_5_27_and_4_27() -> None:
    """Jeff Atwood, The Danger of Naïveté (2007): 3 orders at 5/27, 3 at 4/27."""
    bias = exact_bias(SHUFFLES["naive_swap"], 3, {})
    assert (bias.most_likely.probability.fraction, bias.most_likely.count) == ("5/27", 3)
    assert (bias.least_likely.probability.fraction, bias.least_likely.count) == ("4/27", 3)
    assert bias.most_likely.orders == ((0, 2, 1), (1, 0, 2), (1, 2, 0))
    assert bias.least_likely.orders == ((0, 1, 2), (2, 0, 1), (2, 1, 0))
    assert bias.distance.fraction == "1/18"
    assert bias.separation.fraction == "1/9"


def test_naive_swap_of_four_gives_between_8_and_15_of_256() -> None:
    bias = exact_bias(SHUFFLES["naive_swap"], 4, {})
    assert bias.most_likely.probability == to_ratio(Fraction(15, 256))
    assert bias.least_likely.probability == to_ratio(Fraction(8, 256))


@pytest.mark.parametrize(("n", "involutions"), [(1, 1), (2, 2), (3, 4), (4, 10), (5, 26), (6, 76), (7, 232), (8, 764)])
def test_naive_swap_changes_nothing_in_as_many_ways_as_there_are_involutions(n: int, involutions: int) -> None:
    """D. Goldstein and D. Moews, The identity is the most likely exchange shuffle for large n (2003); OEIS A000085."""
    found = exact_distribution(SHUFFLES["naive_swap"], n, {})
    assert found.probabilities()[tuple(range(n))] == Fraction(involutions, n**n)


@pytest.mark.parametrize("n", range(4, 9))
def test_naive_swap_is_likeliest_to_bring_the_first_item_last_in_either_half(n: int) -> None:
    """Goldstein and Moews, of 4 to 17 items: (n … m+1)(m … 1) with m = n/2, or the next whole number up or down."""
    halves = {n // 2, (n + 1) // 2}
    likeliest = {(*range(1, m), 0, *range(m + 1, n), m) for m in halves}
    assert set(exact_bias(SHUFFLES["naive_swap"], n, {}).most_likely.orders) == likeliest


@pytest.mark.parametrize("n", range(2, 9))
def test_naive_swap_is_least_likely_to_bring_just_the_last_item_first(n: int) -> None:
    found = exact_distribution(SHUFFLES["naive_swap"], n, {})
    least = found.min_probability
    assert found.probabilities()[n - 1, *range(n - 1)] == least == Fraction(2 ** (n - 1), n**n)


@pytest.mark.parametrize("n", range(2, 9))
def test_sattolo_has_every_cycle_of_all_items_and_no_fixed_points(n: int) -> None:
    bias = exact_bias(SHUFFLES["sattolo"], n, {})
    assert bias.reachable == bias.most_likely.count == factorial(n - 1)
    assert bias.least_likely.probability.fraction == "0"
    assert bias.fixed_points.fraction == "0"
    assert bias.distance == to_ratio(1 - Fraction(1, n))


def test_a_uniform_shuffle_leaves_one_item_where_it_was() -> None:
    assert exact_bias(SHUFFLES["fisher_yates"], 8, {}).fixed_points.fraction == "1"


@pytest.mark.parametrize("name", ["riffle", "overhand"])
def test_many_passes_lead_to_uniform(name: str) -> None:
    bias = exact_bias(SHUFFLES[name], 4, {"passes": 1_000})
    assert bias.distance.value is not None
    assert 0 < bias.distance.value < 1e-20


@pytest.mark.parametrize(
    ("name", "n", "draws"),
    [("fisher_yates", 8, 7), ("sattolo", 8, 6), ("naive_swap", 8, 8), ("sort_keys", 5, 5), ("naive_swap", 1, 0)],
)
def test_bounded_draws_do_not_vary(name: str, n: int, draws: int) -> None:
    needed = exact_bias(SHUFFLES[name], n, {}).draws
    assert (needed.mean.fraction, needed.variance.fraction, needed.deviation) == (str(draws), "0", 0)


def test_draws_are_those_that_the_table_expects() -> None:
    for shuffle in every_shuffle(4):
        expected = shuffle.expect(4, 4, small(shuffle))
        assert float(exact_draws(shuffle, 4, small(shuffle)).mean) == pytest.approx(expected)


@pytest.mark.parametrize("shuffle", SHUFFLES.values(), ids=lambda shuffle: shuffle.name)
def test_a_refusal_says_how_far_it_goes(shuffle: Shuffle) -> None:
    most = METHODS[shuffle.name].max_n
    for n in (0, most + 1, 10**9):
        with pytest.raises(Refused, match=f"1 to {most} items") as refused:
            exact_bias(shuffle, n, {})
        assert refused.value.field == "n"


@pytest.mark.parametrize("name", ["riffle", "overhand"])
@pytest.mark.parametrize("n", range(5, 8))
def test_too_many_passes_are_refused_with_what_is_not_too_many(name: str, n: int) -> None:
    with pytest.raises(Refused, match="1,000 of 4 items, 500 of 5 items, 100 of 6 items, 10 of 7 items") as refused:
        exact_bias(SHUFFLES[name], n, {"passes": MAX_PASSES[n] + 1})
    assert refused.value.field == "passes"


@pytest.mark.parametrize(
    ("name", "arguments"), [("riffle", {"passes": 0}), ("sort_keys", {"key_bits": 65}), ("sort_keys", {"key_bits": 0})]
)
def test_a_parameter_out_of_its_range_is_refused(name: str, arguments: Mapping[str, int]) -> None:
    with pytest.raises(Refused, match="must be from 1 to") as refused:
        exact_bias(SHUFFLES[name], 3, arguments)
    assert refused.value.field in arguments


def test_a_faro_of_an_odd_number_is_refused() -> None:
    with pytest.raises(Refused, match="even number"):
        exact_bias(SHUFFLES["faro"], 5, {})


def top_to_random(n: int, source: Source) -> list[int]:
    """Put the first item into a random place."""
    order = list(range(1, n))
    order.insert(source.below(n), 0)
    return order


def endless(n: int, source: Source) -> list[int]:
    """Draw for ever."""
    while True:
        source.below(n)


def by_tenths(n: int, source: Source) -> list[int]:
    """Sort by keys of one digit."""
    keys = source.below_many(10, n)
    return sorted(range(n), key=keys.__getitem__)


def unlisted(rule: Callable[[int, Source], list[int]]) -> Shuffle:
    return Shuffle(rule, Uniformity.BIASED, "nobody", 2000, "1", lambda n: 1)


def test_a_shuffle_without_a_method_is_enumerated_in_full() -> None:
    bias = exact_bias(unlisted(top_to_random), 4, {})
    assert (bias.reachable, bias.most_likely.probability.fraction) == (4, "1/4")
    assert bias.draws.mean.fraction == "1"


def test_a_shuffle_without_a_method_is_refused_where_that_goes_too_far() -> None:
    with pytest.raises(Refused, match="more than 10,000 draws, if"):
        exact_bias(unlisted(endless), 3, {})
    with pytest.raises(Refused, match="more than 40,000 sequences"):
        exact_bias(unlisted(by_tenths), 5, {})


def test_an_order_that_is_not_reached_has_no_probability_and_no_example_of_another_is_given() -> None:
    found = exact_distribution(SHUFFLES["naive_swap"], 3, {})
    assert found.orders_with(Fraction(1, 6), 10) == []


def test_an_answer_can_be_written_to_json() -> None:
    bias = exact_bias(SHUFFLES["naive_swap"], 3, {})
    written = orjson.loads(orjson.dumps(asdict(bias)))
    assert written["positions"][1][0] == {"fraction": "10/27", "value": 10 / 27}
    assert written["least_likely"]["orders"] == [[0, 1, 2], [2, 0, 1], [2, 1, 0]]


@pytest.mark.parametrize(
    ("n", "hey"),
    [(25, 121.6), (52, 223.8), (312, 1379.8), (1024, 7357.0)],
)
def test_heys_counts_of_visits_are_what_chance_makes_of_n_harmonic_numbers(n: int, hey: float) -> None:
    """Hey with Welopez, table of visits to the random function by the old method: one run of each size."""
    draws = exact_draws(SHUFFLES["rejection"], n, {})
    assert draws.mean == n * sum(Fraction(1, k) for k in range(1, n + 1))
    assert abs(hey - draws.mean) < 1.6 * draws.deviation


@pytest.mark.parametrize(("n", "mean"), [(25, 95.40), (52, 235.98), (312, 1972.5), (1024, 7689.4)])
def test_the_means_of_a_coupon_collector(n: int, mean: float) -> None:
    assert float(exact_draws(SHUFFLES["random_slot"], n, {}).mean) == pytest.approx(mean, rel=1e-4)


def test_a_die_takes_14_7_throws_to_show_all_faces_with_a_variance_of_38_99() -> None:
    """Feller, An Introduction to Probability Theory and Its Applications 1, chapter IX."""
    draws = exact_draws(SHUFFLES["rejection"], 6, {})
    assert (draws.mean, draws.variance) == (Fraction(147, 10), Fraction(3899, 100))
    assert draws.deviation == sqrt(38.99)


def test_a_single_item_is_found_without_a_draw_and_too_many_are_not_added_up() -> None:
    assert exact_draws(SHUFFLES["rejection"], 1, {}).mean == 0
    with pytest.raises(Refused, match="from 1 to 1,024") as refused:
        exact_draws(SHUFFLES["rejection"], 1_025, {})
    assert refused.value.field == "n"


def test_a_ratio_has_no_value_where_floats_do_not_reach_and_no_fraction_where_it_is_too_long_to_read() -> None:
    assert to_ratio(Fraction(10**400)).value is to_ratio(Fraction(1, 10**400)).value is None
    assert to_ratio(Fraction(0)).value == 0
    assert to_ratio(Fraction(1, 10**400)).fraction == "1/1" + "0" * 400
    assert (to_ratio(Fraction(2**4000, 3**2600)).fraction, to_ratio(Fraction(1, 3)).fraction) == (None, "1/3")
