"""Responses of the service as the independent implementation checks them, and their alterations."""

import json
from collections.abc import Iterator, Set
from copy import deepcopy
from itertools import chain, islice
from random import Random
from re import search, split
from typing import Any, NamedTuple
from urllib.parse import urlencode

from tests.independent.request_generator import ApiRequest, Fields, RequestGenerator
from tests.independent.verifier import run_verifier
from tests.server.client import JSON, fetch

REQUESTS = 500
MAX_QUERY_LENGTH = 3_000


def send(base: str, request: ApiRequest) -> Fields:
    """Send a request by GET or by POST, depending on its length; by POST if it has fields that a GET cannot have."""
    query = format_query(request.fields)
    needs_body = {"items", "held", "given", "drums"} & request.fields.keys()
    if needs_body or len(query) > MAX_QUERY_LENGTH or len(query) % 2:
        body = json.dumps(request.fields, ensure_ascii=False).encode()
        response = fetch(base, request.path, "POST", body, JSON)
    else:
        response = fetch(base, f"{request.path}?{query}")
    fields: Fields = response.json
    assert response.status == 200, (request, fields)
    return fields


def format_query(fields: Fields) -> str:
    return urlencode({name: format_value(value) for name, value in fields.items()})


def format_value(value: Any) -> str:
    """Return what a query has for a value of JSON."""
    if isinstance(value, list):
        return ",".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


RESULT_MEMBERS = {
    "size",
    "items_sha256",
    "uniformity",
    "draws",
    "indices",
    "integers",
    "strip",
    "hands",
    "piles",
    "dealt",
    "grid",
    "pbn",
    "number",
    "groups",
    "pairs",
    "allocations",
}
"""The members of a response that follow from its other members."""

OTHER_PILES = {"burns", "stock"}
"""The piles of a deal of items that its request does not name."""

ARRANGED = {"hands", "groups", "pairs", "allocations"}
"""The members of a response that have items, one of which each has."""


class Leaf(NamedTuple):
    """A path, with the list or object that it leads to and the key in it."""

    path: str
    parent: Any
    key: Any

    @property
    def member(self) -> str:
        """Return the member of the response that the leaf is in."""
        member, *_ = split(r"\W", self.path)
        return member

    def alter(self) -> None:
        """Add one to the number, or a point to the string."""
        value = self.parent[self.key]
        self.parent[self.key] = value + 1 if isinstance(value, int) else f"{value}."


def list_leaves(path: str, value: Any) -> Iterator[Leaf]:
    """Yield every number and string in a list or an object."""
    for key in range(len(value)) if isinstance(value, list) else value:
        item = value[key]
        item_path = f"{path}[{key}]" if isinstance(value, list) else f"{path}.{key}"
        item_path = item_path.removeprefix(".")
        if isinstance(item, dict | list):
            yield from list_leaves(item_path, item)
        elif item is not None:
            yield Leaf(item_path, value, key)


def is_own_name(response: Fields, leaf: Leaf) -> bool:
    """Return whether a leaf is the name of a pile that the request chose; a response with another name is valid too."""
    is_name_of_pile = leaf.path.startswith("piles") and leaf.key == "name"
    is_of_items = "items_sha256" in response
    return is_of_items and is_name_of_pile and leaf.parent["name"] not in OTHER_PILES


def names_item(response: Fields, path: str) -> bool:
    """Return whether a path leads to an index from which alone the item of its place is known.

    The list of the request is read from the results then. An altered index gives another number to the item of its
    place, so that the first place that differs may be another one with this item.
    """
    is_without_list = "items_sha256" in response and "original_items" not in response
    return is_without_list and "indices[" in path


def alter(response: Fields, random: Random) -> tuple[Fields, str]:
    """Return a copy with one number or string in its results altered, and the path of it."""
    copy = deepcopy(response)
    has_names = response["request"].get("notation") in {"name", "unicode"}
    items = r"items\[|\.(giver|receiver|item)\b"
    unchecked = rf"cards\[|{items}" if has_names else items
    members = RESULT_MEMBERS - unchecked_members(response)
    if "items_sha256" in response:
        members -= {"size"}
    leaves = [
        leaf
        for leaf in list_leaves("", copy)
        if leaf.member in members
        and not search(unchecked, leaf.path)
        and not is_own_name(copy, leaf)
    ]
    member = random.choice(sorted({leaf.member for leaf in leaves}))
    leaf = random.choice([leaf for leaf in leaves if leaf.member == member])
    leaf.alter()
    return copy, leaf.path


def unchecked_members(response: Fields) -> set[str]:
    """Return the members of a response that the independent implementation cannot check."""
    if "original_items" in response:
        return set()
    if "items_sha256" in response and not ARRANGED.isdisjoint(response):
        return {"items"}
    if "items" in response:
        rows = response["indices"] if "repeats" in response else [response["indices"]]
        has_all = len(set().union(*rows)) == response["size"]
        return {"items"} if has_all else {"items", "items_sha256"}
    has_names = response["request"].get("notation") in {"name", "unicode"}
    return {"cards"} if has_names else set()


def check_results(
    live: str, generator: RequestGenerator, count: int = REQUESTS
) -> None:
    requests = list(islice(generator.generate(), count))
    responses = [send(live, request) for request in requests]
    parts = [request.split_batch() for request in requests]
    results = iter(run_verifier("answer", chain.from_iterable(parts)))
    for request, response, own_parts in zip(requests, responses, parts, strict=True):
        own_results = [next(results) for _ in own_parts]
        expected = request.expected_response(own_results)
        assert {name: response.get(name) for name in expected} == expected, request
    assert next(results, None) is None


def check_receipts(
    live: str,
    generator: RequestGenerator,
    seed: int,
    never_checked: Set[str] = frozenset(),
    count: int = REQUESTS,
) -> None:
    """Check that a response is its own receipt, and that the path of an altered value is found."""
    requests = list(islice(generator.generate(), count))
    responses = [request.add_list(send(live, request)) for request in requests]
    results = run_verifier("lines", responses)
    for response, result in zip(responses, results, strict=True):
        unchecked = unchecked_members(response) | never_checked
        assert set(result.pop("unchecked", ())) == unchecked, response
        assert result == {"valid": None if unchecked else True}, response
    altered = [
        alter(response, Random(seed + number))
        for number, response in enumerate(responses)
    ]
    results = run_verifier("lines", [response for response, _ in altered])
    for (response, path), result in zip(altered, results, strict=True):
        assert result["valid"] is False, (path, response)
        where = result["difference"]["where"]
        is_other_place = names_item(response, path) and "items[" in where
        assert where == path or is_other_place, (path, result)
