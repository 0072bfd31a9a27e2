"""Responses of every kind that can be verified, as callers save them: later releases verify each of them.

A saved response is never made again. The responses of sealed shoes are golden vectors (tests/vectors).
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient

from service.app import create_app
from service.blueprints import BLUEPRINTS
from service.core.crypto.keys import VrfKey
from service.core.crypto.signatures import SigningKey
from service.settings import Settings
from tools.url_rules import compile_rule, fill_rule

Json = dict[str, Any]

KEY = VrfKey.from_base64url("A" * 43)
SETTINGS = Settings(
    vrf_keys=(KEY,), signing_keys=(SigningKey.from_base64url("A" * 43),)
)

_ITEMS = ["red", None, {"blue": 3}, [1.5], "red", 7, "é", 8, 9, 10]
_POINTS = {"hand": "N", "points": "hcp", "min": 20}
_DRAWS: dict[str, tuple[str, Json]] = {
    "shuffle": ("/v1/decks/piquet/shuffle", {}),
    "first cards": (
        "/v1/decks/standard/shuffle",
        {
            "decks": 2,
            "jokers": 1,
            "exclude": ["AS"],
            "count": 9,
            "notation": "name",
            "name_style": "retro",
        },
    ),
    "riffle": (
        "/v1/decks/euchre/shuffle",
        {"algorithm": "riffle", "notation": "unicode"},
    ),
    "deal": (
        "/v1/decks/euchre/deal",
        {"hands": 2, "packets": [3, 2], "burn": 1, "given": {"hands": {"1": ["AS"]}}},
    ),
    "search": (
        "/v1/decks/euchre/deal",
        {"hands": 2, "cards": 5, "where": {"hand": "1", "cards": ["AS"]}},
    ),
    "game": ("/v1/games/holdem/deal", {"players": 2, "suit_order": "CDHS"}),
    "packs": ("/v1/games/sixty_six/deal", {}),
    "tiles": ("/v1/games/riichi/deal", {}),
    "boards": ("/v1/games/bridge/deal", {"board": 3}),
    "search for boards": ("/v1/games/bridge/deal", {"board": 3, "where": _POINTS}),
    "search in vain": (
        "/v1/games/bridge/deal",
        {"max_candidates": 9, "where": _POINTS | {"min": 37}},
    ),
    "bingo card": ("/v1/games/bingo_card/deal", {}),
    "video poker": ("/v1/games/video_poker/draw", {"held": [1, 4]}),
    "integers": ("/v1/integers", {"max": 49, "count": 6}),
    "keys": ("/v1/integers", {"min": -3, "max": 9, "algorithm": "sort_keys"}),
    "dice": ("/v1/integers", {"max": 6, "count": 20, "replacement": True}),
    "drums": (
        "/v1/integers/draw",
        {"drums": [{"max": 50, "count": 5}, {"min": 0, "max": 12, "count": 2}]},
    ),
    "strip": ("/v1/bingo/strips", {}),
    "items": ("/v1/items/shuffle", {"items": _ITEMS}),
    "neighbours": (
        "/v1/items/shuffle",
        {"items": list("AABBC"), "neighbours": {"circle": True}},
    ),
    "dealt items": (
        "/v1/items/deal",
        {
            "items": _ITEMS,
            "hands": 2,
            "cards": 3,
            "burn": 1,
            "piles": [{"name": "market", "cards": 2}],
        },
    ),
    "drawn items": (
        "/v1/items/draw",
        {"items": _ITEMS, "count": 3, "weights": list(range(1, 11))},
    ),
    "groups": (
        "/v1/items/groups",
        {"items": _ITEMS, "groups": 3, "fixed": [{"item": "é", "group": 2}]},
    ),
    "pairs": (
        "/v1/items/pairs",
        {"items": _ITEMS, "apart": [["7", "é"]], "cycle": True},
    ),
    "allocation": (
        "/v1/items/allocate",
        {
            "items": _ITEMS,
            "arms": [{"name": "A"}, {"name": "B"}],
            "block_sizes": [2, 4],
        },
    ),
}
_NUMBERED = ("freecell", "klondike")
_OF_OTHERS: dict[str, Json] = {
    "rfc3797": {
        "scheme": "rfc3797",
        "sources": [["9"]],
        "pool": 25,
        "count": 2,
        "seen": [24, 25],
    },
    "stake": {
        "scheme": "stake",
        "server_seed": "server",
        "client_seed": "client",
        "nonce": 1,
        "game": "cards",
        "count": 3,
        "server_seed_hash": "b3eacd33433b31b5252351032c9b3e7a2e7aa7738d5decdf0dd6c62680853c06",
        "seen": ["8C", "6H", "AC"],
    },
    "hash_chain": {
        "scheme": "hash_chain",
        "game": "bustabit",
        "seen": "10.91",
        "game_hash": "94aa062026624e59a0ace092568d5f46e21b9bf1d5173609db8645dd62bdfc44",
        "salt": "00000000000000000001e08b7fd44f95e3e950ac65650a8031a6d5e1750e34be",
        "previous_hash": "94e66d98029c61ecd27c4fb6b381d401c823cf3dfbdac9246756d5b655e125aa",
    },
}


def read_saved(path: Path) -> dict[str, Json]:
    """Return the responses that are kept, by name."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return {entry["name"]: entry["file"] for entry in map(json.loads, lines)}


def format_saved(saved: dict[str, Json]) -> str:
    """Return responses by name as text, each on a line of its own."""
    entries = ({"name": name, "file": file} for name, file in saved.items())
    return "".join(f"{json.dumps(entry, ensure_ascii=False)}\n" for entry in entries)


def make_responses() -> Iterator[tuple[str, Json]]:
    """Yield the name of every kind of response, and one of this version, as it goes to /v1/verify."""
    client = create_app(SETTINGS).test_client()
    terms = {"key": KEY.kid, "game": "table 7", "round": 1, "players": ["k3v9", "x0c2"]}
    for name, (path, body) in (_DRAWS | _list_examples()).items():
        yield name, _save(client, path, body | {"seed": "saved", "index": 5})
        yield (
            f"{name}, batch",
            _save(client, f"{path}/batch", body | {"seed": "saved", "repeats": 2}),
        )
        # The proof of video poker's draw is the proof of its deal.
        goes_on = path.startswith("/v1/games/") and path.endswith("/draw")
        if not goes_on:
            yield f"{name}, proved", _save(client, path, body | {"prove": terms})
    for game in _NUMBERED:
        yield (
            f"{game}, numbered",
            _save(client, f"/v1/games/{game}/deal", {"deal_number": 617}),
        )
        yield (
            f"{game}, numbered batch",
            _save(
                client, f"/v1/games/{game}/deal/batch", {"deal_number": 7, "repeats": 2}
            ),
        )
    yield "signed", _save(client, "/v1/integers", {"max": 49, "count": 6, "sign": True})
    for extension in ("pbn", "lin"):
        body = {
            "seed": "saved",
            "board": 7,
            "repeats": 2,
            "format": extension,
            "include_seed": True,
        }
        yield (
            extension,
            {"file": client.post("/v1/games/bridge/deal/batch", json=body).text},
        )
    yield from _OF_OTHERS.items()


def _list_examples() -> dict[str, tuple[str, Json]]:
    """Return the path and the body of the example of each endpoint that `_DRAWS` does not try, by its URL rule."""
    tried = {path for path, _ in _DRAWS.values()}
    examples: dict[str, tuple[str, Json]] = {}
    for blueprint in BLUEPRINTS:
        rules = {route.rule for route in blueprint.draw_routes}
        for operation in blueprint.operations:
            example = operation.example
            pattern = compile_rule(operation.rule)
            is_tried = any(pattern.fullmatch(path) for path in tried)
            if operation.rule in rules and example and not is_tried:
                path = fill_rule(operation.rule, example.path)
                body = {
                    name: value
                    for name, value in example.arguments.items()
                    if name not in {"seed", "index"}
                }
                examples[operation.rule] = path, body
    return examples


def _save(client: FlaskClient, path: str, body: Json) -> Json:
    """Return the response to a request, with the request's list, if it has one, as `original_items`."""
    response = client.post(path, json=body)
    assert response.status_code == 200, (path, response.text)  # noqa: S101 (a tool)
    saved: Json = dict(response.get_json())
    if "items" in body:
        saved["original_items"] = body["items"]
    return saved
