"""Deals of random lists that fulfil random conditions, of a live service, checked by the program in JavaScript.

ITEM_BATCHES is the number of batches, by default 200, and 60 in CI.
"""

import os
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from tests.independent.request_generator import Fields
from tests.independent.verifier import Service, run_verifier

pytestmark = pytest.mark.node

BATCHES = int(os.environ.get("ITEM_BATCHES", "200"))
NUMBERS: list[Any] = [1, 1.0, 2.5]
LISTS: list[Any] = [[], [1]]
OBJECTS: list[Any] = [{}, {"a": 1}, {"a": 1.0, "b": [None]}]
TEXTS: list[Any] = ["1", "é", "e\u0301"]
VALUES = NUMBERS + LISTS + OBJECTS + TEXTS + [True, False, None]


class ItemGenerator:
    """Generates requests to deal items under conditions. The service may refuse impossible ones."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def batch_request(self) -> Fields:
        items = [self.choose_item() for _ in range(self.random.randint(6, 40))]
        hands = self.random.randint(1, 3)
        burn = self.random.randint(0, 1)
        cards = self.random.randint(1, (len(items) - burn) // hands)
        left = len(items) - burn - hands * cards
        places = [str(hand) for hand in range(1, hands + 1)]
        fields: Fields = {
            "items": items,
            "hands": hands,
            "cards": cards,
            "burn": burn,
            "piles": [],
            "seed": f"list {self.random.random()}",
            "max_candidates": 200,
            "repeats": self.random.choice([1, 4]),
        }
        if self.random.random() < 0.5:
            known = self.random.sample(range(len(items)), self.random.randint(1, cards))
            fields["given"] = {"hands": {self.random.choice(places): known}}
        if left > 1:
            fields["piles"] = [
                {"name": "market", "cards": self.random.randint(1, left)}
            ]
            places.append("market")
        places.append("stock")
        fields["where"] = self.choose_condition(items, places, 1)
        return fields

    def choose_item(self) -> Any:
        match self.random.choice(["card", "card", "text", "value"]):
            case "card":
                kind = self.random.choice("xyz")
                cost = self.random.choice([-2, 0, 1, 3.0])
                return self.choose_members({"type": kind, "cost": cost})
            case "text":
                return self.random.choice(["king", "queen", "1"])
            case _:
                return self.random.choice(VALUES)

    def choose_members(self, value: Fields) -> Fields:
        """Return one or more members of an object that is not empty."""
        count = self.random.randint(1, len(value))
        return dict(self.random.sample(list(value.items()), count))

    def choose_condition(
        self, items: list[Any], places: list[str], depth: int
    ) -> Fields:
        """Return a condition on places, whose own conditions are deeper."""

        def choose_inner() -> Fields:
            return self.choose_condition(items, places, depth + 1)

        kinds = ["leaf", "leaf", "all", "any", "not", "weighted"]
        kind = self.random.choice(kinds if depth < 4 else ["leaf"])
        match kind:
            case "weighted":
                weighted = choose_inner() | {"weight": self.random.choice([-1, 2])}
                weighted.pop("min", None)
                weighted.pop("max", None)
                return {
                    "weighted": [weighted, choose_inner(), choose_inner()],
                    "min": 1,
                }
            case "not":
                return {"not": choose_inner()}
            case "all" | "any":
                return {kind: [choose_inner(), choose_inner()]}
            case _:
                return self.choose_leaf(items, places)

    def choose_leaf(self, items: list[Any], places: list[str]) -> Fields:
        """Return a condition on what one or two places hold."""
        item = self.random.choice(items)
        if isinstance(item, dict) and item:
            item = self.choose_members(item)
        counted: list[Fields] = [
            {"sum": "cost"},
            {"sum": {"king": 2, "1": -1}},
            {"item": item},
        ]
        low = self.random.randint(0, 2)
        bounds = [{"min": low}, {"max": low + 1}, {"min": low, "max": low + 2}]
        holders: list[Fields] = [
            {"hand": self.random.choice(places)},
            {"hands": self.random.sample(places, 2)},
        ]
        holder = self.random.choice(holders)
        return holder | self.random.choice(bounds) | self.random.choice(counted)


def collect(live: str, seed: int) -> list[Fields]:
    """Return files of batches that have a result, with their lists; requests that are refused are left out."""
    generator = ItemGenerator(seed)
    service = Service(live)
    found: list[Fields] = []
    while len(found) < BATCHES:
        request = generator.batch_request()
        status, response = service.send("/v1/items/deal/batch", request)
        if status == 422:
            assert response["errors"].keys() == {"where"}, (request, response)
        elif response["matches"]:
            found.append(response | {"original_items": request["items"]})
    return found


def test_random_searches_of_lists_are_confirmed_and_altered_ones_are_not(
    live: str, seed: int
) -> None:
    found = collect(live, seed)
    for response, result in zip(found, run_verifier("lines", found), strict=True):
        assert result == {"valid": True}, (response, result)
    altered = deepcopy(found)
    for response in altered:
        response["matches"][-1] += 1
    for response, result in zip(altered, run_verifier("lines", altered), strict=True):
        assert result["valid"] is False, response
        assert result["difference"]["where"].startswith("matches["), response
