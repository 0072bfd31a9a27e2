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
}
"""Rules whose arrangements are rare or none, by what they try: the operation of /v1/items and its body."""

NAMES = {
    "letters that become 18 each": "\ufdfa" * 60,
    "sixty letters": "gabcdefghijklmnopqrstuvwxyz" * 2 + "abcdef",
    "thirty words": "-".join("stpb" * 8)[:60],
    "words of games": "klondike spider freecell pyramid golf solitaire draw poker bridge",
    "a name again and again": "solitaire" * 7,
}
"""Names of no game, which are compared with all names."""
