"""Groups, pairs and orders that the service draws, compared with every arrangement that fulfils the rules."""

from collections import Counter
from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.arrangements.enumeration import CASES, DRAWS, ENUMERATIONS, is_uniform


def read_groups(groups: list[Any]) -> Any:
    return tuple(tuple(group["indices"]) for group in groups)


def read_pairs(pairs: list[Any]) -> Any:
    return tuple(pair["indices"][1] for pair in pairs)


READERS: dict[str, tuple[str, Callable[[list[Any]], Any]]] = {
    "groups": ("groups", read_groups),
    "pairs": ("pairs", read_pairs),
    "shuffle": ("indices", tuple),
}
"""The member of a response that has the results, and what reads one."""
MAX_REPEATS = 1_000


def count_results(
    client: FlaskClient, kind: str, request: dict[str, Any], draws: int
) -> Counter[Any]:
    member, read = READERS[kind]
    counts: Counter[Any] = Counter()
    while (index := counts.total()) < draws:
        batch = {
            "seed": "a",
            "index": index,
            "repeats": min(draws - index, MAX_REPEATS),
        }
        response = client.post(f"/v1/items/{kind}/batch", json=request | batch)
        counts.update(map(read, (response.json or {})[member]))
    return counts


sampled_draws = pytest.mark.parametrize(
    "draws", [2_000, pytest.param(DRAWS, marks=pytest.mark.exhaustive)]
)


@sampled_draws
def test_draws_by_rules_are_uniform_over_all_arrangements(
    draws: int, client: FlaskClient
) -> None:
    wrong = [
        name
        for name, (kind, request) in CASES.items()
        if not is_uniform(
            count_results(client, kind, request, draws), ENUMERATIONS[kind](request)
        )
    ]
    assert wrong == []


@sampled_draws
def test_the_red_numbers_of_a_catan_board_are_uniform_over_the_places_that_are_no_neighbours(
    draws: int, client: FlaskClient
) -> None:
    counts: Counter[Any] = Counter()
    for order, number in count_results(
        client, "shuffle", {"items": TOKENS, "neighbours": BOARD}, draws
    ).items():
        counts[
            tuple(place for place, item in enumerate(order) if "red" in TOKENS[item])
        ] += number
    places = {
        red
        for red in combinations(range(len(TOKENS)), 4)
        if not any(set(edge) <= set(red) for edge in BOARD["edges"])
    }
    assert is_uniform(counts, places)


ROWS = [3, 4, 5, 4, 3]
CENTRES = [
    (2 * x - length, row) for row, length in enumerate(ROWS) for x in range(length)
]
TOKENS: list[dict[str, Any]] = [
    {"number": number, **({"red": True} if number in {6, 8} else {})}
    for number in [2, 3, 3, 4, 4, 5, 5, 6, 6, 8, 8, 9, 9, 10, 10, 11, 11, 12, 0]
]
BOARD: dict[str, Any] = {
    "different": ["red"],
    "edges": [
        [one, other]
        for (one, (x, row)), (other, (end, next_row)) in combinations(
            enumerate(CENTRES), 2
        )
        if (end - x, next_row - row) in {(2, 0), (1, 1), (-1, 1)}
    ],
}
"""The board of Catan, 19 places in rows, and its numbers; the desert has the number 0."""
