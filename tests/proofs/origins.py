"""Requests for which a signature or a proof tells who chose the answer."""

from typing import Any

Json = dict[str, Any]

_ITEMS = "/v1/items"
_PAIR = {"items": ["Ann", "Bob"]}
_BOTH = [{"item": "Ann", "group": 1}, {"item": "Bob", "group": 2}]
REQUESTS: dict[str, tuple[str, Json, str]] = {
    "with given cards": (
        "/v1/games/holdem/deal",
        {"given": {"hands": {"1": ["AS", "AH"]}}},
        "requester",
    ),
    "with a condition": (
        "/v1/games/bridge/deal",
        {"where": {"hand": "N", "points": "hcp", "min": 15}},
        "requester",
    ),
    "by a biased shuffle": (
        "/v1/decks/standard/shuffle",
        {"algorithm": "riffle"},
        "requester",
    ),
    "by a deterministic one": (
        "/v1/decks/standard/shuffle",
        {"algorithm": "faro"},
        "requester",
    ),
    "by short keys": (
        "/v1/decks/standard/shuffle",
        {"algorithm": "sort_keys", "key_bits": 1},
        "requester",
    ),
    "by long keys": ("/v1/decks/standard/shuffle", {"algorithm": "sort_keys"}, ""),
    "of one card": ("/v1/decks/standard/shuffle", {"only": ["AS"]}, "requester"),
    "of two cards": ("/v1/decks/standard/shuffle", {"only": ["AS", "AH"]}, ""),
    "of one integer": ("/v1/integers", {"min": 6, "max": 6}, "requester"),
    "of drums of one": (
        "/v1/integers/draw",
        {"drums": [{"min": 2, "max": 2}, {"max": 1}]},
        "requester",
    ),
    "of drums": ("/v1/integers/draw", {"drums": [{"max": 2}, {"max": 1}]}, ""),
    "of one item": (f"{_ITEMS}/shuffle", {"items": ["Ann"]}, "requester"),
    "of no item": (f"{_ITEMS}/shuffle", {"items": []}, "requester"),
    "of one item with a weight": (
        f"{_ITEMS}/draw",
        _PAIR | {"weights": [0, 3]},
        "requester",
    ),
    "of two items with a weight": (f"{_ITEMS}/draw", _PAIR | {"weights": [1, 3]}, ""),
    "of fixed items": (
        f"{_ITEMS}/groups",
        _PAIR | {"groups": 2, "fixed": _BOTH},
        "requester",
    ),
    "of groups": (f"{_ITEMS}/groups", _PAIR | {"groups": 2}, ""),
    "of dice": ("/v1/integers", {"max": 6, "count": 2, "replacement": True}, ""),
    "of a strip": ("/v1/bingo/strips", {}, ""),
    "with one fixed item": (
        f"{_ITEMS}/groups",
        {"items": ["Ann", "Bob", "Cem"], "groups": 3, "fixed": _BOTH[:1]},
        "",
    ),
    "of an item's arm": (
        f"{_ITEMS}/allocate",
        {"items": ["Ann"], "arms": [{"name": "A"}, {"name": "B"}], "block_sizes": [2]},
        "",
    ),
}
"""Requests, by what they are for; each with its path and who chose by it, "" for nobody."""
