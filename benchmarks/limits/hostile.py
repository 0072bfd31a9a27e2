"""Requests that ask for much work with few bytes, each as a path and a body; a path without a body is a GET.

The values of "fitted" rules suit the draws of a stream that anybody can compute: a trial with it succeeds at once, and
every draw of another seed fails.
"""

from itertools import combinations
from random import Random
from typing import Any

_FITTED = "041561640031331163612121636542204430566434502323052540220155"
_NAMES = [*map(str, range(60))]


def meet(people: int, rounds: int) -> list[list[str]]:
    """Return the pairs of a round robin's first rounds."""
    circle = [*range(1, people)]
    seats = ([0, *circle[number:], *circle[:number]] for number in range(rounds))
    return [[str(one[seat]), str(one[-1 - seat])] for one in seats for seat in range(people // 2)]


def _draw_apart(people: int, pairs: int) -> list[list[str]]:
    return [[str(one), str(other)] for one, other in Random(1).sample([*combinations(range(people), 2)], pairs)]  # noqa: S311


def _leave_few(people: int, receivers: int) -> list[dict[str, str]]:
    """Return forbidden pairs that leave each giver the next person and some others."""
    random = Random(1)  # noqa: S311
    kept = [{one, (one + 1) % people, *random.sample(range(people), receivers)} for one in range(people)]
    pairs = [(one, other) for one in range(people) for other in range(people) if other not in kept[one]]
    return [{"giver": str(one), "receiver": str(other)} for one, other in pairs]


def _plan(path: str, body: dict[str, Any]) -> dict[str, Any]:
    return {"occasion": "x", "path": path, "body": body, "delay": 600}


def _count(values: list[int], groups: int, **limit: int | str) -> tuple[str, dict[str, Any]]:
    """Return a request to count the arrangements of items with these values of an attribute under one limit."""
    items = [{"a": value} for value in values]
    return "groups", {"items": items, "groups": groups, "limits": [{"attribute": "a", **limit}], "arrangements": True}


RULES: dict[str, tuple[str, dict[str, Any]]] = {
    "fitted groups": ("groups", {"items": [{"a": int(a)} for a in _FITTED], "groups": 10, "different": ["a"]}),
    "pairs of three classes": ("pairs", {"items": [{"a": int(a) // 3} for a in _FITTED], "different": ["a"]}),
    "fixed items and eleven limits": (
        "groups",
        {
            "items": [{"name": name, "a": int(a)} for name, a in zip(_NAMES, _FITTED, strict=True)],
            "groups": 10,
            "fixed": [{"item": str(item), "group": 10 - item} for item in range(8)],
            "limits": [{"attribute": "a", "max": 1}] * 11,
        },
    ),
    "300 pairs apart": ("groups", {"items": _NAMES, "groups": 10, "apart": _draw_apart(60, 300)}),
    "20 rounds met": ("pairs", {"items": _NAMES[:50], "apart": meet(50, 20)}),
    "20 rounds met, once each": ("pairs", {"items": _NAMES[:50], "apart": meet(50, 20), "mutual": False}),
    "many rules of many items": (
        "groups",
        {"items": [{"a": item % 90} for item in range(900)], "groups": 100, "different": ["a"] * 20},
    ),
    "minima": (
        "groups",
        {
            "items": [{"a": item % 7} for item in range(300)],
            "groups": 10,
            "limits": [{"attribute": "a", "min": 4, "max": 5}] * 20,
        },
    ),
    "a contradiction that is hard to see": (
        "groups",
        {
            "items": [
                {"row": row, "column": column, "sum": (row + column) % 6} for row in range(6) for column in range(6)
            ],
            "groups": 6,
            "different": ["row", "column", "sum"],
        },
    ),
    "a cycle of few bridges": ("pairs", {"items": [{"a": item // 30} for item in range(60)], "different": ["a"]}),
    "a few receivers left for each giver": (
        "pairs",
        {"items": _NAMES, "forbidden": _leave_few(60, 3), "mutual": False},
    ),
    "a cycle through an item that joins two halves": (
        "pairs",
        {
            "items": _NAMES[:17],
            "apart": [[str(one), str(other)] for one in range(1, 9) for other in range(9, 17)],
            "cycle": True,
        },
    ),
    "counting: rows of 440 nodes": _count([item % 2 for item in range(880)], 2, value="1", max=437),
    "counting: choices of six groups": _count([item % 3 for item in range(180)], 6, value="0", max=27),
    "counting: more classes than can be ordered": (
        "groups",
        {"items": [*map(str, range(300))], "groups": 20, "apart": _draw_apart(300, 300), "arrangements": True},
    ),
    "counting: many profiles": (
        "groups",
        {
            "items": [{"a": item % 5, "b": item % 7, "c": item % 3} for item in range(105)],
            "groups": 7,
            "limits": [
                {"attribute": "a", "min": 2, "max": 4},
                {"attribute": "b", "min": 1, "max": 3},
                {"attribute": "c", "min": 4, "max": 6},
            ],
            "arrangements": True,
        },
    ),
    "counting: many states, a large entry of the cache": _count([item // 10 for item in range(100)], 25, max=1),
    "counting: integers of 40,000 bits": _count([item < 40 for item in range(5_000)], 1_000, value="true", max=1),
    "counting: few steps with large integers": _count([item < 200 for item in range(5_000)], 250, value="true", max=2),
    "counting: two limits of 5,000 items": (
        "groups",
        {
            "items": [{"a": item % 2, "b": item % 3} for item in range(5_000)],
            "groups": 2,
            "limits": [{"attribute": "a", "max": 1_260}, {"attribute": "b", "max": 840}],
            "arrangements": True,
        },
    ),
    "counting: rules left to rejection": (
        "groups",
        {
            "items": [{"a": item % 12, "b": item // 12, "c": item * 5 % 7} for item in range(72)],
            "groups": 12,
            "different": ["a", "b"],
            "limits": [{"attribute": "c", "max": 2}],
        },
    ),
    "counting: more ways to place items than can be counted": (
        "groups",
        {
            "items": [*map(str, range(800))],
            "groups": 100,
            "paths": [[f"{group % part:0250}" for part in (3, 9, 27, 50, 100)] for group in range(100)],
            "placed": [{"items": [*map(str, range(8))], "level": 5}],
            "arrangements": True,
        },
    ),
    "in sequence: positions without end": (
        "groups",
        {"items": [{"a": item % 40, "b": item % 7} for item in range(400)], "groups": 50, "method": "sequential"}
        | {"different": ["a"], "limits": [{"attribute": "b", "min": 1, "max": 2}]},
    ),
    "orders: 500 items of 136 values in a circle": (
        "shuffle",
        {"items": [{"a": max(item // 40, item // 2 - 113)} for item in range(500)]}
        | {"neighbours": {"different": ["a"], "circle": True}, "arrangements": True},
    ),
    "orders: the second attribute is never kept": (
        "shuffle",
        {"items": [{"a": item % 2, "b": item // 250} for item in range(500)], "neighbours": {"different": ["a", "b"]}},
    ),
    "orders: 999 others between": (
        "shuffle",
        {"items": [{"a": item % 1_000} for item in range(3_000)], "neighbours": {"different": ["a"], "apart": 1_000}},
    ),
    "counting: groups that differ by their fixed items": (
        "groups",
        {
            "items": [{"name": item, "a": item % 4, "b": item % 5} for item in range(100)],
            "groups": 20,
            "fixed": [{"item": str(item), "group": item + 1} for item in range(20)],
            "limits": [{"attribute": "a", "max": 2}, {"attribute": "b", "max": 2}],
            "arrangements": True,
        },
    ),
}
"""Rules that are rare, impossible or slow to count, by what they try: the operation of /v1/items and its body."""

_ANSWERED = {
    "plan": {
        **{"plan": "plan1", "occasion": "x", "round": 1000},
        "chain_hash": "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
    },
    "beacon": {
        "chain_hash": "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
        **{"round": 1000, "signature": "b4" * 48},
    },
}
_LONG = [[f"{one}", f"{other}"] for one in range(300) for other in range(one)]


def _nest(levels: int) -> list[Any]:
    inner: list[Any] = []
    for _ in range(levels):
        inner = [inner]
    return inner


def _answer(request: dict[str, Any]) -> dict[str, Any]:
    """Return a file with a plan of a request, and a response that does not follow from the plan."""
    plan = {**_ANSWERED["plan"], "request": request}
    return {**_ANSWERED, "plan": plan, "answer": {"request": {**request, "seed": "1"}, "index": 0, "seed": "1"}}


PLANS: dict[str, tuple[str, dict[str, Any]]] = {
    **{
        f"rules: {name}": ("make_plan", _plan("/v1/items/groups", body))
        for name, (kind, body) in RULES.items()
        if kind == "groups"
    },
    "rules of 0.7 MB": (
        "make_plan",
        _plan("/v1/items/groups", {"items": [*map(str, range(300))], "groups": 2, "apart": _LONG}),
    ),
    "items in items": ("make_plan", _plan("/v1/items/shuffle", {"items": [_nest(190)] * 2_600})),
    "1,000 results": ("make_plan", _plan("/v1/games/bridge/deal/batch", {"repeats": 1_000})),
    "a plan in a plan": ("make_plan", _plan("/v1/integers", {"plan": _answer({"path": "/v1/integers", "max": 9})})),
    "a request of 1 MB": ("verify_result", _answer({"path": "/v1/items/groups", "apart": _LONG[:33_000]})),
    "a request in a request": ("verify_result", _answer({"path": "/v1/integers", "max": _nest(190)})),
    "a file in a file": ("verify_result", _answer({"path": "/v1/integers", **_answer({"path": "/v1/integers"})})),
}
"""Plans that are long, nested or slow to try, and files with such: the name of an operation and its body."""

NAMES = {
    "letters that become 18 each": "\ufdfa" * 60,
    "sixty letters": "gabcdefghijklmnopqrstuvwxyz" * 2 + "abcdef",
    "thirty words": "-".join("stpb" * 8)[:60],
    "words of games": "klondike spider freecell pyramid golf solitaire draw poker bridge",
    "a name again and again": "solitaire" * 7,
}
"""Names of no game, which are compared with all names."""
