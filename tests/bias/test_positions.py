import numpy as np

from service.bias.methods import exact_distribution
from service.bias.positions import MAX_ERROR, MAX_N, compute_positions, has_positions
from service.core.shuffles.registry import SHUFFLES, Arguments

CASES: list[tuple[str, Arguments]] = [
    (
        name,
        {
            **shuffle.defaults,
            **({"passes": passes} if "passes" in shuffle.defaults else {}),
        },
    )
    for name, shuffle in SHUFFLES.items()
    for passes in ((1, 5) if "passes" in shuffle.defaults else (1,))
    if has_positions(shuffle, 2)
]


def test_positions_of_few_items_are_the_enumerated_ones_within_the_bound() -> None:
    for name, arguments in CASES:
        for n in range(1, 7):
            if has_positions(SHUFFLES[name], n):
                exact = exact_distribution(SHUFFLES[name], n, arguments).positions()
                positions = compute_positions(SHUFFLES[name], n, arguments)
                errors = abs(np.array(exact, float) - np.array(positions.values))
                assert errors.max() <= positions.error + 1e-16, (name, arguments, n)


def test_positions_of_many_items_are_doubly_stochastic_and_within_the_limit_of_error() -> (
    None
):
    for name, arguments in CASES:
        for passes in (1, 1_000):
            n = MAX_N
            given = (
                {**arguments, "passes": passes} if "passes" in arguments else arguments
            )
            positions = compute_positions(SHUFFLES[name], n, given)
            values = np.array(positions.values)
            assert positions.error <= MAX_ERROR, (name, given)
            for axis in (0, 1):
                assert abs(values.sum(axis) - 1).max() <= n * positions.error + 1e-13, (
                    name,
                    given,
                )


def test_sort_keys_and_unknown_numbers_of_items_have_no_positions() -> None:
    assert not has_positions(SHUFFLES["sort_keys"], 9)
    assert not has_positions(SHUFFLES["faro"], 9)
    assert not has_positions(SHUFFLES["naive_swap"], MAX_N + 1)
