"""Groups, pairs and orders that the service draws, compared with every arrangement that fulfils the rules."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any, NamedTuple

import pytest
from flask.testing import FlaskClient

from tests.arrangements.enumeration import CASES, DRAWS, ENUMERATIONS, is_uniform
from tests.http.spec import json_object
from tests.tables import for_each


def read_groups(groups: list[Any]) -> Any:
    """Return the indices of the items of each group."""
    return tuple(tuple(group["indices"]) for group in groups)


def read_pairs(pairs: list[Any]) -> Any:
    """Return to whom each item gives."""
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
    """Return how often each result is drawn."""
    member, read = READERS[kind]
    counts: Counter[Any] = Counter()
    for index in range(0, draws, MAX_REPEATS):
        batch = {"seed": "a", "index": index, "repeats": min(draws, MAX_REPEATS)}
        response = client.post(f"/v1/items/{kind}/batch", json=request | batch)
        counts.update(map(read, json_object(response)[member]))
    assert counts.total() == draws
    return counts


sampled_draws = pytest.mark.parametrize(
    "draws", [2_000, pytest.param(DRAWS, marks=pytest.mark.exhaustive)]
)


@sampled_draws
@for_each("name", CASES)
def test_draws_by_rules_are_uniform_over_all_arrangements(
    name: str, draws: int, client: FlaskClient
) -> None:
    kind, request = CASES[name]
    arrangements = ENUMERATIONS[kind](request)
    assert is_uniform(count_results(client, kind, request, draws), arrangements)


@sampled_draws
def test_the_red_numbers_of_a_catan_board_are_uniform_over_the_places_that_are_no_neighbours(
    draws: int, client: FlaskClient
) -> None:
    request = {"items": TOKENS, "neighbours": BOARD}
    orders = count_results(client, "shuffle", request, draws)
    counts: Counter[Any] = Counter()
    for order, number in orders.items():
        red = tuple(place for place, item in enumerate(order) if "red" in TOKENS[item])
        counts[red] += number
    places = {
        red
        for red in combinations(range(len(TOKENS)), 4)
        if not any(set(edge) <= set(red) for edge in EDGES)
    }
    assert is_uniform(counts, places)


class Place(NamedTuple):
    """The centre of a place of the board, in halves of a place."""

    x: int
    row: int


def list_places(lengths: Sequence[int]) -> list[Place]:
    """Return the places of rows of these lengths."""
    return [
        Place(2 * number - length, row)
        for row, length in enumerate(lengths)
        for number in range(length)
    ]


def are_adjacent(one: Place, other: Place) -> bool:
    """Return whether a place is beside another one, or above it, which is later in the list."""
    distance = (other.x - one.x, other.row - one.row)
    return distance in {(2, 0), (1, 1), (-1, 1)}


PLACES = list_places([3, 4, 5, 4, 3])
EDGES = [
    [one, other]
    for one, other in combinations(range(len(PLACES)), 2)
    if are_adjacent(PLACES[one], PLACES[other])
]
NUMBERS = [2, 3, 3, 4, 4, 5, 5, 9, 9, 10, 10, 11, 11, 12, 0]
TOKENS: list[dict[str, Any]] = [{"number": number} for number in NUMBERS]
TOKENS += [{"number": number, "red": True} for number in (6, 6, 8, 8)]
BOARD: dict[str, Any] = {"different": ["red"], "edges": EDGES}
"""The board of Catan, 19 places in rows, and its numbers; the desert has the number 0."""
