"""Requests whose size can be chosen, of each kind that takes long."""

from collections.abc import Callable
from functools import cache
from typing import Any

from flask.testing import FlaskClient

from service.core.shuffles.catalogue import SHUFFLES

Request = tuple[str, dict[str, Any] | None]


Build = Callable[[FlaskClient, int], Request | None]


def _json(client: FlaskClient, path: str, body: dict[str, Any] | None = None) -> Any:
    """Return the JSON of a response."""
    return (client.get(path) if body is None else client.post(path, json=body)).get_json()


@cache
def _play_shoe(client: FlaskClient, maximum: int, draws: int) -> dict[str, Any]:
    """Return the receipt of a shoe of integers from which that many were drawn one by one, and what was seen."""
    shoe, seen = _json(client, "/v1/shoes", {"max": maximum})["shoe"], []
    for _ in range(draws):
        drawn = _json(client, "/v1/shoes/draw", {"shoe": shoe, "count": 1})
        shoe = drawn["shoe"]
        seen.append(drawn["seen"])
    revealed = _json(client, "/v1/shoes/reveal", {"shoe": shoe})
    return {"receipt": revealed["receipt"], "seen": seen}


def _get(path: str) -> Build:
    return lambda _, count: (path.format(count), None)


def _post(path: str, **members: Any) -> Build:
    return lambda _, count: (path, members | {"repeats": count})


def _draw_sealed(**terms: Any) -> Build:
    return lambda client, count: (
        "/v1/shoes/draw",
        {"shoe": _json(client, "/v1/shoes", terms)["shoe"], "count": count},
    )


def _up_to(maximum: int, build: Build) -> Build:
    """Return a function that builds no request above a size: one that takes long to prepare, and is rejected."""
    return lambda client, count: build(client, count) if count <= maximum else None


def _verify_draws(draws: int, maximum: int) -> Build:
    return _up_to(draws, lambda client, count: ("/v1/verify", _play_shoe(client, maximum, count)))


def _verify_batch(maximum: int, path: str) -> Build:
    return _up_to(maximum, lambda client, count: ("/v1/verify", _json(client, path.format(count))))


_OMAHA = {"game": "omaha_hi_lo", "board": ["AC", "2C", "3C", "4S", "5C"], "independent": True}
_OMAHA_HAND = ["6H", "7H", "8H", "AH", "2D", "KD"]


def _search(game: str, where: dict[str, Any]) -> Build:
    path = f"/v1/games/{game}/deal/batch"
    return lambda _, count: (path, {"repeats": 1_000, "max_candidates": count, "where": where})


_TABLE = {f"{rank}{suit}": 20 * number for number, suit in enumerate("SHDC") for rank in "A23456789TJQK"}
_NEVER = {"hand": "N", "shape": "13-0-0-0"}
_SEARCHES: dict[str, tuple[str, dict[str, Any]]] = {
    "candidates of bridge, one predicate": ("bridge", _NEVER),
    "candidates of bridge, 63 predicates of points": (
        "bridge",
        {"all": [{"any": [{"hand": hand, "points": "hcp", "min": 37} for hand in "NESW"] * 15}, _NEVER]},
    ),
    "candidates of bridge, 60 tables of all cards": (
        "bridge",
        {
            "any": [
                {
                    "hand": hand,
                    "sum": {card: value + at for at, (card, value) in enumerate(_TABLE.items())},
                    "min": 1_200,
                }
                for hand in "NESW"
            ]
            * 15
        },
    ),
    "candidates of hold'em, 60 categories": (
        "holdem",
        {"any": [{"hand": seat, "category": "royal_flush"} for seat in ("1", "2", "3")] * 20},
    ),
    "candidates of blackjack": ("blackjack", {"hand": "stock", "cards": ["AS"], "max": 0}),
    "candidates of baccarat": ("baccarat", {"hand": "stock", "cards": ["AS"], "max": 0}),
}

KINDS: dict[str, Build] = {
    **{f"integers, `{name}`": _get(f"/v1/integers?max={{}}&algorithm={name}") for name in SHUFFLES},
    "integers out of 2^53": _get("/v1/integers?max=9007199254740991&count={}"),
    "single integers out of 2^53": _get("/v1/integers/batch?max=9007199254740991&count=1&repeats={}"),
    "the same, verified": _verify_batch(60_000, "/v1/integers/batch?max=9007199254740991&count=1&seed=1&repeats={}"),
    "shuffles of 5,000 integers, `random_slot`": _get("/v1/integers/batch?max=5000&algorithm=random_slot&repeats={}"),
    "draws from 20 drums": _post("/v1/integers/draw/batch", drums=[{"max": 2, "count": 1}] * 20),
    "draws from 20 drums of 2^33": _post("/v1/integers/draw/batch", drums=[{"max": 2**33, "count": 1}] * 20),
    "shuffles of a pack": _get("/v1/decks/standard/shuffle/batch?repeats={}"),
    "shuffles of a pack, `overhand`, 1,000 passes": _get(
        "/v1/decks/standard/shuffle/batch?algorithm=overhand&passes=1000&repeats={}"
    ),
    "deals of a pack to 52 hands": _get("/v1/decks/standard/deal/batch?hands=52&cards=1&repeats={}"),
    "deals of hold'em for nine": _get("/v1/games/holdem/deal/batch?players=9&repeats={}"),
    "deals of five-card stud for nine": _get("/v1/games/five_card_stud/deal/batch?players=9&repeats={}"),
    "bridge deals": _get("/v1/games/bridge/deal/batch?repeats={}"),
    "bridge deals, verified": _verify_batch(2_000, "/v1/games/bridge/deal/batch?seed=1&repeats={}"),
    "strips of bingo tickets": _get("/v1/bingo/strips/batch?repeats={}"),
    "shuffles of two items": _post("/v1/items/shuffle/batch", items=[1, 2]),
    "deals of two items": _post("/v1/items/deal/batch", items=[1, 2], hands=2, cards=1),
    "deals of 100 items to 100 hands": _post("/v1/items/deal/batch", items=[*range(100)], hands=100, cards=1),
    "draws of an item with weights above 2^32": _post(
        "/v1/items/draw/batch", items=[1, 2, 3], weights=[2**50, 25, 5], replacement=True
    ),
    "draws of 5 of 10 items": _post("/v1/items/draw/batch", items=[*range(10)], weights=[*range(1, 11)], count=5),
    "hands of Omaha hi-lo, ranked": _up_to(
        10_000, lambda _, count: ("/v1/hands/rank", _OMAHA | {"hands": [_OMAHA_HAND] * count})
    ),
    "cards of a sealed pack": _draw_sealed(deck="standard"),
    "integers of a sealed shoe of two": _draw_sealed(max=2),
    "integers of a sealed shoe of a million": _draw_sealed(max=1_000_000),
    "draws from a sealed shoe of two, verified": _verify_draws(1_000, 2),
    "draws from a sealed shoe of a million, verified": _verify_draws(20, 1_000_000),
    **{
        f"trials of `{name}` with {n} items": _get(f"/v1/algorithms/{name}/bias?n={n}&trials={{}}")
        for name in SHUFFLES
        for n in (2, 52, 512)
        if (name, n) != ("overhand", 512)  # whose passes are too many for a report
    },
    "trials of `overhand` with 512 items, 20 passes": _get("/v1/algorithms/overhand/bias?n=512&passes=20&trials={}"),
    "trials of `riffle` with 52 items, 1,000 passes": _get("/v1/algorithms/riffle/bias?n=52&passes=1000&trials={}"),
    "exact bias of `overhand` with 7 items, passes": _get("/v1/algorithms/overhand/bias?n=7&passes={}"),
    **{kind: _search(game, where) for kind, (game, where) in _SEARCHES.items()},
}
"""The request of each kind, by its size. The conditions of searches are of those that hardly a deal fulfils."""
