"""Deals of random lists that fulfil random conditions, of a live service, checked by the program in JavaScript.

ITEM_BATCHES is the number of batches, by default 200, and 60 in CI.
"""

import json
import os
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from tests.independent.request_generator import Fields
from tests.independent.verifier import run_verifier
from tests.server.client import JSON, fetch

pytestmark = pytest.mark.node

BATCHES = int(os.environ.get("ITEM_BATCHES", "200"))
VALUES: list[Any] = [
    1,
    1.0,
    2.5,
    "1",
    True,
    False,
    None,
    [],
    [1],
    {},
    {"a": 1},
    {"a": 1.0, "b": [None]},
    "é",
    "e\u0301",
]


class ItemGenerator:
    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def batch_request(self) -> Fields:
        items = [self.choose_item() for _ in range(self.random.randint(6, 40))]
        hands = self.random.randint(1, 3)
        burn = self.random.randint(0, 1)
        cards = self.random.randint(1, (len(items) - burn) // hands)
        left = len(items) - burn - hands * cards
        piles = (
            [{"name": "market", "cards": self.random.randint(1, left)}]
            if left > 1
            else []
        )
        places = [
            *map(str, range(1, hands + 1)),
            *(str(pile["name"]) for pile in piles),
            "stock",
        ]
        fields: Fields = {
            "items": items,
            "hands": hands,
            "cards": cards,
            "burn": burn,
            "piles": piles,
        }
        if self.random.random() < 0.5:
            known = self.random.sample(range(len(items)), self.random.randint(1, cards))
            fields["given"] = {"hands": {str(self.random.randint(1, hands)): known}}
        fields |= {
            "seed": f"list {self.random.random()}",
            "max_candidates": 200,
            "repeats": self.random.choice([1, 4]),
        }
        return fields | {"where": self.choose_condition(items, places, 1)}

    def choose_item(self) -> Any:
        kind = self.random.choice(["card", "card", "text", "value"])
        if kind == "card":
            members = {
                "type": self.random.choice("xyz"),
                "cost": self.random.choice([-2, 0, 1, 3.0]),
            }
            return dict(
                self.random.sample(list(members.items()), self.random.randint(1, 2))
            )
        return (
            self.random.choice(["king", "queen", "1"])
            if kind == "text"
            else self.random.choice(VALUES)
        )

    def choose_condition(
        self, items: list[Any], places: list[str], depth: int
    ) -> Fields:
        kind = self.random.choice(
            ["leaf", "leaf", "all", "any", "not", "weighted"] if depth < 4 else ["leaf"]
        )
        if kind == "weighted":
            members = [
                self.choose_condition(items, places, depth + 1) for _ in range(3)
            ]
            members[0] = {
                name: value
                for name, value in members[0].items()
                if name not in {"min", "max"}
            }
            return {
                "weighted": [
                    members[0] | {"weight": self.random.choice([-1, 2])},
                    *members[1:],
                ],
                "min": 1,
            }
        if kind == "not":
            return {"not": self.choose_condition(items, places, depth + 1)}
        if kind != "leaf":
            return {
                kind: [
                    self.choose_condition(items, places, depth + 1) for _ in range(2)
                ]
            }
        low = self.random.randint(0, 2)
        bounds = self.random.choice(
            [{"min": low}, {"max": low + 1}, {"min": low, "max": low + 2}]
        )
        chosen = self.random.sample(places, self.random.randint(1, 2))
        holder: Fields = {"hands": chosen} if len(chosen) > 1 else {"hand": chosen[0]}
        item = self.random.choice(items)
        if isinstance(item, dict) and item:
            item = dict(
                self.random.sample(
                    list(item.items()), self.random.randint(1, len(item))
                )
            )
        return (
            holder
            | bounds
            | self.random.choice(
                [{"sum": "cost"}, {"sum": {"king": 2, "1": -1}}, {"item": item}]
            )
        )


def test_random_searches_of_lists_are_confirmed_and_altered_ones_are_not(
    live: str, seed: int
) -> None:
    generator = ItemGenerator(seed)
    found: list[Fields] = []
    while len(found) < BATCHES:
        request = generator.batch_request()
        answer = fetch(
            live, "/v1/items/deal/batch", "POST", json.dumps(request).encode(), JSON
        )
        if answer.status == 422:
            assert answer.json["errors"].keys() == {"where"}, (request, answer.json)
        elif answer.json["matches"]:
            found.append(answer.json | {"original_items": request["items"]})
    for response, result in zip(found, run_verifier("lines", found), strict=True):
        assert result == {"valid": True}, (response, result)
    altered = deepcopy(found)
    for response in altered:
        response["matches"][-1] += 1
    for response, result in zip(altered, run_verifier("lines", altered), strict=True):
        assert (result["valid"], result["difference"]["where"][:8]) == (
            False,
            "matches[",
        ), (response, result)
