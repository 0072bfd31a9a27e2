"""Requests that ask for much work with few bytes, each as a path and a body; a path without a body is a GET.

The values of "fitted" rules suit the draws of a stream that anybody can compute: a trial with it succeeds at once, and
every draw of another seed fails.
"""

import json
from itertools import combinations
from random import Random
from typing import Any

_FITTED = "041561640031331163612121636542204430566434502323052540220155"
_NAMES = list(map(str, range(60)))


def meet(people: int, rounds: int) -> list[list[str]]:
    """Return the pairs of the first rounds of a round robin, by the circle method: person 0 stays, the others move."""
    pairs = []
    for number in range(rounds):
        circle = [0, *range(number + 1, people), *range(1, number + 1)]
        for seat in range(people // 2):
            pairs.append([str(circle[seat]), str(circle[-1 - seat])])
    return pairs


def _draw_apart(people: int, pairs: int) -> list[list[str]]:
    """Return random pairs of different people, the same ones each time."""
    all_pairs = list(combinations(range(people), 2))
    drawn = Random(1).sample(all_pairs, pairs)  # noqa: S311
    return [[str(first), str(second)] for first, second in drawn]


def _leave_few(people: int, receivers: int) -> list[dict[str, str]]:
    """Return forbidden pairs that leave each giver the next person and some others."""
    random = Random(1)  # noqa: S311
    forbidden = []
    for giver in range(people):
        allowed = {(giver + 1) % people, *random.sample(range(people), receivers)}
        for receiver in range(people):
            if receiver not in allowed and receiver != giver:
                forbidden.append({"giver": str(giver), "receiver": str(receiver)})
    return forbidden


def _plan(path: str, body: dict[str, Any]) -> dict[str, Any]:
    return {"occasion": "x", "path": path, "body": body, "delay": 600}


def _count(
    values: list[int], groups: int, **limit: int | str
) -> tuple[str, dict[str, Any]]:
    """Return a request to count the arrangements of items with these values of an attribute under one limit."""
    items = [{"a": value} for value in values]
    return "groups", {
        "items": items,
        "groups": groups,
        "limits": [{"attribute": "a", **limit}],
        "arrangements": True,
    }


RULES: dict[str, tuple[str, dict[str, Any]]] = {
    "fitted groups": (
        "groups",
        {"items": [{"a": int(a)} for a in _FITTED], "groups": 10, "different": ["a"]},
    ),
    "pairs of three classes": (
        "pairs",
        {"items": [{"a": int(a) // 3} for a in _FITTED], "different": ["a"]},
    ),
    "fixed items and eleven limits": (
        "groups",
        {
            "items": [
                {"name": name, "a": int(a)}
                for name, a in zip(_NAMES, _FITTED, strict=True)
            ],
            "groups": 10,
            "fixed": [{"item": str(item), "group": 10 - item} for item in range(8)],
            "limits": [{"attribute": "a", "max": 1}] * 11,
        },
    ),
    "300 pairs apart": (
        "groups",
        {"items": _NAMES, "groups": 10, "apart": _draw_apart(60, 300)},
    ),
    "20 rounds met": ("pairs", {"items": _NAMES[:50], "apart": meet(50, 20)}),
    "20 rounds met, once each": (
        "pairs",
        {"items": _NAMES[:50], "apart": meet(50, 20), "mutual": False},
    ),
    "many rules of many items": (
        "groups",
        {
            "items": [{"a": item % 90} for item in range(900)],
            "groups": 100,
            "different": ["a"] * 20,
        },
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
                {"row": row, "column": column, "sum": (row + column) % 6}
                for row in range(6)
                for column in range(6)
            ],
            "groups": 6,
            "different": ["row", "column", "sum"],
        },
    ),
    "a cycle of few bridges": (
        "pairs",
        {"items": [{"a": item // 30} for item in range(60)], "different": ["a"]},
    ),
    "a few receivers left for each giver": (
        "pairs",
        {"items": _NAMES, "forbidden": _leave_few(60, 3), "mutual": False},
    ),
    "a cycle through an item that joins two halves": (
        "pairs",
        {
            "items": _NAMES[:17],
            "apart": [
                [str(one), str(other)] for one in range(1, 9) for other in range(9, 17)
            ],
            "cycle": True,
        },
    ),
    "counting: rows of 440 nodes": _count(
        [item % 2 for item in range(880)], 2, value="1", max=437
    ),
    "counting: choices of six groups": _count(
        [item % 3 for item in range(180)], 6, value="0", max=27
    ),
    "counting: more classes than can be ordered": (
        "groups",
        {
            "items": list(map(str, range(300))),
            "groups": 20,
            "apart": _draw_apart(300, 300),
            "arrangements": True,
        },
    ),
    "counting: many profiles": (
        "groups",
        {
            "items": [
                {"a": item % 5, "b": item % 7, "c": item % 3} for item in range(105)
            ],
            "groups": 7,
            "limits": [
                {"attribute": "a", "min": 2, "max": 4},
                {"attribute": "b", "min": 1, "max": 3},
                {"attribute": "c", "min": 4, "max": 6},
            ],
            "arrangements": True,
        },
    ),
    "counting: many states, a large entry of the cache": _count(
        [item // 10 for item in range(100)], 25, max=1
    ),
    "counting: integers of 40,000 bits": _count(
        [item < 40 for item in range(5_000)], 1_000, value="true", max=1
    ),
    "counting: few steps with large integers": _count(
        [item < 200 for item in range(5_000)], 250, value="true", max=2
    ),
    "counting: two limits of 5,000 items": (
        "groups",
        {
            "items": [{"a": item % 2, "b": item % 3} for item in range(5_000)],
            "groups": 2,
            "limits": [
                {"attribute": "a", "max": 1_260},
                {"attribute": "b", "max": 840},
            ],
            "arrangements": True,
        },
    ),
    "counting: rules left to rejection": (
        "groups",
        {
            "items": [
                {"a": item % 12, "b": item // 12, "c": item * 5 % 7}
                for item in range(72)
            ],
            "groups": 12,
            "different": ["a", "b"],
            "limits": [{"attribute": "c", "max": 2}],
        },
    ),
    "counting: more ways to place items than can be counted": (
        "groups",
        {
            "items": list(map(str, range(800))),
            "groups": 100,
            "paths": [
                [f"{group % part:0250}" for part in (3, 9, 27, 50, 100)]
                for group in range(100)
            ],
            "placed": [{"items": list(map(str, range(8))), "level": 5}],
            "arrangements": True,
        },
    ),
    "in sequence: positions without end": (
        "groups",
        {
            "items": [{"a": item % 40, "b": item % 7} for item in range(400)],
            "groups": 50,
            "method": "sequential",
        }
        | {"different": ["a"], "limits": [{"attribute": "b", "min": 1, "max": 2}]},
    ),
    "orders: 500 items of 136 values in a circle": (
        "shuffle",
        {"items": [{"a": max(item // 40, item // 2 - 113)} for item in range(500)]}
        | {"neighbours": {"different": ["a"], "circle": True}, "arrangements": True},
    ),
    "orders: the second attribute is never kept": (
        "shuffle",
        {
            "items": [{"a": item % 2, "b": item // 250} for item in range(500)],
            "neighbours": {"different": ["a", "b"]},
        },
    ),
    "orders: 999 others between": (
        "shuffle",
        {
            "items": [{"a": item % 1_000} for item in range(3_000)],
            "neighbours": {"different": ["a"], "apart": 1_000},
        },
    ),
    "orders: runs of up to nine of five values": (
        "shuffle",
        {
            "items": [item % 5 for item in range(100)],
            "neighbours": {"run": 9},
            "arrangements": True,
        },
    ),
    "orders: places that can be shared in many ways": (
        "shuffle",
        {
            "items": list(range(40)),
            "fixed": [
                {
                    "item": str(item),
                    "positions": [item * step % 31 + 1 for step in range(1, 15)],
                }
                for item in range(1, 31)
            ],
        },
    ),
    "counting: groups that differ by their fixed items": (
        "groups",
        {
            "items": [
                {"name": item, "a": item % 4, "b": item % 5} for item in range(100)
            ],
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
        "plan": "plan1",
        "occasion": "x",
        "round": 1000,
        "chain_hash": "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
    },
    "beacon": {
        "chain_hash": "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
        "round": 1000,
        "signature": "b4" * 48,
    },
}
_LONG = [
    [f"{larger}", f"{smaller}"] for larger in range(300) for smaller in range(larger)
]


def _nest(levels: int) -> list[Any]:
    inner: list[Any] = []
    for _ in range(levels):
        inner = [inner]
    return inner


def _answer(request: dict[str, Any]) -> dict[str, Any]:
    """Return a file with a plan of a request, and a response that does not follow from the plan."""
    plan = _ANSWERED["plan"] | {"request": request}
    answer = {"request": request | {"seed": "1"}, "index": 0, "seed": "1"}
    return _ANSWERED | {"plan": plan, "answer": answer}


PLANS: dict[str, tuple[str, dict[str, Any]]] = {
    f"rules: {name}": ("make_plan", _plan("/v1/items/groups", body))
    for name, (kind, body) in RULES.items()
    if kind == "groups"
} | {
    "rules of 0.7 MB": (
        "make_plan",
        _plan(
            "/v1/items/groups",
            {"items": list(map(str, range(300))), "groups": 2, "apart": _LONG},
        ),
    ),
    "items in items": (
        "make_plan",
        _plan("/v1/items/shuffle", {"items": [_nest(190)] * 2_600}),
    ),
    "1,000 results": (
        "make_plan",
        _plan("/v1/games/bridge/deal/batch", {"repeats": 1_000}),
    ),
    "a plan in a plan": (
        "make_plan",
        _plan("/v1/integers", {"plan": _answer({"path": "/v1/integers", "max": 9})}),
    ),
    "a request of 1 MB": (
        "verify_result",
        _answer({"path": "/v1/items/groups", "apart": _LONG[:33_000]}),
    ),
    "a request in a request": (
        "verify_result",
        _answer({"path": "/v1/integers", "max": _nest(190)}),
    ),
    "a file in a file": (
        "verify_result",
        _answer({"path": "/v1/integers"} | _answer({"path": "/v1/integers"})),
    ),
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


def placed(items: int, *, together: bool) -> dict[str, Any]:
    """Return a request that no eight groups fulfil, though each of its rules can be fulfilled.

    The items are in eight sets of one size. The first items of all sets are to be in different groups, and those of the
    last two sets in group 8. With `together`, each set is to be in one group. Fixed items take 0 to 7 places of groups
    1 to 8, so that the groups have different room.
    """
    groups = 8
    size = items // groups - groups
    names = [str(number) for number in range(items)]
    sets = [names[number * size : (number + 1) * size] for number in range(groups)]
    other_names = iter(names[groups * size :])
    fixed = []
    for group in range(groups):
        for _ in range(group):
            fixed.append({"item": next(other_names), "group": group + 1})
    return {
        "items": list(range(items)),
        "groups": groups,
        "fixed": fixed,
        "together": [names for names in sets if len(names) > 1] if together else [],
        "paths": [[f"L{group}"] for group in range(groups)],
        "placed": [
            {"items": [names[0] for names in sets], "level": 1},
            {"items": [sets[6][0], sets[7][0]], "path": ["L7"]},
        ],
    }


_FULL = 2**20 - 4_000  # bytes of a body


def _fill(rule: dict[str, Any], groups: int | None = 2) -> dict[str, Any]:
    """Return a rule beside the most items that fit into a body, which have the names 0, 1, … and attributes 0 to 3."""
    room = _FULL - len(json.dumps(rule))
    items = [
        {"name": str(item), "0": item % 2, "1": item % 7, "2": item % 97, "3": item}
        for item in range(room // 64)
    ]
    request = {"items": items} | rule
    if groups:
        request["groups"] = groups
    return request


_THOUSAND = [str(name) for name in range(1_000)]
_ATTRIBUTES = ["0", "1", "2", "3"] * 5


def list_most_items() -> dict[str, tuple[str, dict[str, Any]]]:
    """Return the most items that fit beside each rule, by what they try: an operation of /v1/items and its body."""
    return {
        "apart: 1,000 pairs": (
            "groups",
            _fill({"apart": [[str(one), str(one + 1)] for one in range(1_000)]}),
        ),
        "apart: one list of 1,000 names": (
            "groups",
            _fill({"apart": [_THOUSAND]}, 1_000),
        ),
        "apart: 60 lists of 1,000 names": (
            "groups",
            _fill({"apart": [_THOUSAND] * 60}, 1_000),
        ),
        "together: 1,000 pairs": (
            "groups",
            _fill(
                {"together": [[str(one), str(one + 1)] for one in range(0, 2_000, 2)]}
            ),
        ),
        "together: a chain of 1,000 pairs": (
            "groups",
            _fill({"together": [[str(one), str(one + 1)] for one in range(1_000)]}),
        ),
        "together: 60 lists of 1,000 names": (
            "groups",
            _fill({"together": [_THOUSAND] * 60}),
        ),
        "fixed: 1,000 items": (
            "groups",
            _fill({"fixed": [{"item": name, "group": 1} for name in _THOUSAND]}),
        ),
        "different: 20 attributes": (
            "groups",
            _fill({"different": _ATTRIBUTES}, 5_000),
        ),
        "limits: 20 attributes": (
            "groups",
            _fill(
                {"limits": [{"attribute": one, "max": 9_000} for one in _ATTRIBUTES]}
            ),
        ),
        "sums: 20 attributes": (
            "groups",
            _fill({"sums": [{"attribute": one, "min": 0} for one in _ATTRIBUTES]}),
        ),
        "met: 10,000 pairs": (
            "groups",
            _fill({"met": [[str(one), str(one + 1)] for one in range(10_000)]}),
        ),
        "met: one group of 60,000 names": (
            "groups",
            _fill({"met": [[str(name) for name in range(60_000)]]}),
        ),
        "paths: 1,000 groups of 5 labels": (
            "groups",
            _fill(
                {
                    "paths": [
                        [str(group // part) for part in (500, 250, 50, 5, 1)]
                        for group in range(1_000)
                    ]
                },
                1_000,
            ),
        ),
        "placed: 20 lists of 8 names": (
            "groups",
            _fill(
                {
                    "paths": [
                        [str(group // part) for part in (500, 250, 50, 5, 1)]
                        for group in range(1_000)
                    ],
                    "placed": [
                        {"items": _THOUSAND[8 * one : 8 * one + 8], "level": 5}
                        for one in range(20)
                    ],
                },
                1_000,
            ),
        ),
        **{
            f"placed: {items:,} items{', together' if together else ''}": (
                "groups",
                placed(items, together=together),
            )
            for items in (96, 256, 1_000, 40_000)
            for together in (False, True)
        },
        "sequential: 20 attributes": (
            "groups",
            _fill({"different": _ATTRIBUTES, "method": "sequential"}, 5_000),
        ),
        "pairs apart: 60 lists of 1,000 names": (
            "pairs",
            _fill({"apart": [_THOUSAND] * 60}, None),
        ),
        "pairs different: 20 attributes": (
            "pairs",
            _fill({"different": _ATTRIBUTES}, None),
        ),
        "forbidden: 10,000 pairs": (
            "pairs",
            _fill(
                {
                    "forbidden": [
                        {"giver": str(one), "receiver": str(one + 1)}
                        for one in range(9_000)
                    ]
                },
                None,
            ),
        ),
        "forbidden: items in place of names": (
            "pairs",
            _fill(
                {
                    "forbidden": [
                        {"giver": {"name": str(one)}, "receiver": [[one]]}
                        for one in range(9_000)
                    ]
                },
                None,
            ),
        ),
        "neighbours: 20 attributes in a circle": (
            "shuffle",
            _fill({"neighbours": {"different": _ATTRIBUTES, "circle": True}}, None),
        ),
        "neighbours: 1,000 apart": (
            "shuffle",
            _fill({"neighbours": {"different": ["3"], "apart": 1_000}}, None),
        ),
        "neighbours: 1,770 edges": (
            "shuffle",
            {"items": [item % 30 for item in range(60)]}
            | {
                "neighbours": {
                    "edges": [[one, other] for one in range(60) for other in range(one)]
                }
            },
        ),
        "strata: each item its own": (
            "allocate",
            _fill(
                {
                    "arms": [{"name": "a"}, {"name": "b"}],
                    "block_sizes": [2],
                    "strata": _ATTRIBUTES,
                },
                None,
            ),
        ),
        "strata: 1,000 counts": (
            "draw",
            _fill(
                {
                    "strata": {
                        "attribute": "2",
                        "counts": dict.fromkeys(_THOUSAND[:97], 100),
                    }
                },
                None,
            ),
        ),
        "arms: 100, blocks of 10,000": (
            "allocate",
            _fill(
                {
                    "arms": [{"name": str(one)} for one in range(100)],
                    "block_sizes": [10_000] * 20,
                },
                None,
            ),
        ),
        "weights of 300 decimals": (
            "draw",
            {"items": [0] * 40_000, "weights": [1e-300] * 40_000, "count": 40_000},
        ),
    }


_SEATS = ("N", "E", "S", "W")


def _find(**where: Any) -> dict[str, Any]:
    """Return a request for the deal of bridge that fulfils a condition."""
    return {"seed": "1", "where": where}


def _nest_conditions(levels: int) -> dict[str, Any]:
    """Return a condition of the most levels, each of which asks for the one below it twice, as far as 512 allow."""
    leaf: dict[str, Any] = {"hands": ["N", "E", "S", "W"], "shape": ["xxxx"] * 8}
    inner = leaf
    for level in range(levels):
        inner = {
            "weighted": [{"when": inner, "hand": _SEATS[level % 4], "points": "hcp"}]
            * (2 if level < 6 else 1)
        }
        inner |= {"min": 1_000}
    return inner


_BOARD = '[Event ""]\n[Board "1"]\n[Deal "N:{}.{}.. ... ... ..."]\n\n'


def list_own() -> dict[str, tuple[str, Any]]:
    """Return structures that no schema tells of, by what they try: a path and a body; without a body it is a GET."""
    return {
        "a condition of conditions": (
            "/v1/games/bridge/deal",
            _find(**_nest_conditions(15)),
        ),
        "500 shapes of one hand": (
            "/v1/games/bridge/deal",
            _find(
                all=[
                    {"hand": "N", "shape": "(54)31"},
                    {"hand": "N", "shape": ["7xxx", "x7xx", "xx7x"] * 170},
                ]
            ),
        ),
        "shapes of 1 MB": (
            "/v1/games/bridge/deal",
            _find(hand="N", shape=["5=4=3=1"] * 100_000),
        ),
        "weights of 1 MB": (
            "/v1/games/bridge/deal",
            _find(hand="N", sum={f"{one}S": 1 for one in range(90_000)}),
        ),
        "known cards in 1,900 boards": (
            "/v1/games/bridge/deal",
            {
                "seed": "1",
                "given": {"deal": (_BOARD.format("AKQ", "JT9") * 3_000)[:100_000]},
                "board": 1_000,
            },
        ),
        "known cards in a text without end": (
            "/v1/games/bridge/deal",
            {"given": {"deal": "md|1SAHADAC" + "A" * 99_980}},
        ),
        "known cards in bars": (
            "/v1/games/bridge/deal",
            {"given": {"deal": "qx|" * 33_000}},
        ),
        "known cards in a link": (
            "/v1/games/bridge/deal",
            {
                "given": {
                    "deal": "https://www.bridgebase.com/tools/handviewer.html?"
                    + "n=SAHADACA&" * 9_000
                }
            },
        ),
        "known cards in open brackets": (
            "/v1/games/bridge/deal",
            {"given": {"deal": '[Deal "' * 14_000}},
        ),
        "200 names of no card": (
            "/v1/decks/standard/shuffle",
            {"exclude": [f"ace of spaces {one}" for one in range(200)]},
        ),
        "200 cards that are all near": (
            "/v1/decks/tarot/shuffle",
            {"only": [f"qween of swrods {one}" for one in range(200)]},
        ),
        "names that are one after normalization": (
            "/v1/items/groups",
            {"items": ["e" + "\u0301\u0316" * one for one in range(500)], "groups": 2}
            | {"apart": [["e" + "\u0316\u0301" * (one % 120) for one in range(1_000)]]},
        ),
        "names of one letter and 255 marks": (
            "/v1/items/groups",
            {
                "items": list(range(100)),
                "groups": 2,
                "apart": [["a" + "\u0301" * 127 + "\u0316" * 128] * 1_000],
            },
        ),
        "unknown members that are all near": (
            "/v1/items/groups",
            {"items": [1, 2], "groups": 2}
            | {f"gruops{one}": 1 for one in range(60_000)},
        ),
        "a rank of 2,568 digits": (
            "/v1/orders/unrank",
            {"size": 1_000, "rank": "4" + "9" * 2_566},
        ),
        "one order of 1,000 twice": (
            "/v1/orders/rank",
            {"indices": [*range(999), 998]},
        ),
        "a receipt of 10,000 cards": (
            "/v1/verify",
            {
                "receipt": {
                    "scheme": "sealed1",
                    "terms": {"deck": "standard"},
                    "drawn": [{"cards": ["AS"]}] * 20_000,
                }
            },
        ),
        "seen 40,000 times": (
            "/v1/verify",
            {
                "receipt": {"scheme": "sealed1"},
                "seen": [{"round": 1, "index": 0}] * 30_000,
            },
        ),
        "a file of 15,000 boards": (
            "/v1/verify",
            {"file": _BOARD.format("AKQ", "JT9") * 15_000},
        ),
        "a file in one line": ("/v1/verify", {"file": '[Deal "' + "A." * 520_000}),
        "a file without a value": ("/v1/verify", {"file": "[" * 1_040_000}),
        "a response of 300,000 integers": (
            "/v1/verify",
            {
                "min": 1,
                "max": 9,
                "count": 300_000,
                "replacement": True,
                "algorithm": "fisher_yates",
                "uniformity": "exact",
            }
            | {
                "draws": 300_000,
                "seed": "lottery",
                "index": 0,
                "stream": "sd1",
                "integers": [1] * 300_000,
            },
        ),
        "a response of 100,000 results": (
            "/v1/verify",
            {
                "min": 1,
                "max": 9,
                "count": 1,
                "replacement": True,
                "algorithm": "fisher_yates",
                "uniformity": "exact",
            }
            | {
                "draws": 100_000,
                "seed": "x",
                "index": 0,
                "stream": "sd1",
                "repeats": 100_000,
                "integers": [[1]] * 100_000,
            },
        ),
        "5,000 hands of 21 cards": (
            "/v1/hands/rank",
            {"game": "blackjack", "hands": [["A♠"] * 21] * 5_000, "independent": True},
        ),
        "5,000 hands of seven cards and four jokers": (
            "/v1/hands/rank",
            {
                "game": "poker_wild",
                "hands": [["X1", "X2", "X3", "X4", "AS", "KH", "2D"]] * 5_000,
                "independent": True,
            },
        ),
        "hands of names of no card": (
            "/v1/hands/rank",
            {
                "game": "holdem",
                "hands": [["qween of haerts", "king of spaeds"]] * 5_000,
                "independent": True,
            },
        ),
        "an order of 500 after riffles": (
            "/v1/algorithms/riffle/bias",
            {
                "n": 500,
                "passes": 1_000,
                "order": list(range(499, -1, -1)),
                "below": 1e-12,
            },
        ),
        "the variants of a document": (
            "/openapi.yaml?examples=true&without=seed,sign,prove",
            None,
        ),
        "a document of 100 operations": (
            "/openapi.yaml?operations=" + ",".join(f"a{one}" for one in range(100)),
            None,
        ),
    }


HEADS: dict[str, dict[str, str]] = {
    "4,000 media types": {"Accept": "a/b," * 2_000},
    "media types of decreasing quality": {
        "Accept": ",".join(f"a/b;q=0.{one}" for one in range(600))
    },
    "2,000 tags": {"If-None-Match": '"a",' * 2_000},
    "a tag without end": {"If-None-Match": '"' + "a" * 8_000},
    "1,300 cookies": {"Cookie": "a=b; " * 1_600},
    "a chain of proxies": {"X-Forwarded-For": "1.1.1.1," * 1_000},
    "a trace without end": {"traceparent": "00-" + "a" * 8_000},
    "an id without end": {"X-Request-ID": "a" * 8_000},
    "a key without end": {"Authorization": "Bearer " + "a" * 8_000},
    "parameters of a media type": {
        "Content-Type": "application/json" + "; a=b" * 1_600
    },
}
"""Headers of the greatest length."""
