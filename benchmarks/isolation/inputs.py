"""The requests of this benchmark: usual ones, those that once stopped the service, and those of the watcher."""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from benchmarks.limits.hostile import RULES, placed
from benchmarks.limits.structures import Attack, write_json
from benchmarks.limits.watcher import list_hostile

NDJSON = (("Accept", "application/x-ndjson"),)
NPY = (("Accept", "application/x-npy"),)
SHUFFLE_PATH = "/v1/decks/standard/shuffle"
HUGE_PATH = f"/v1/integers?max={2**53 - 1}&count=1000000"


def get(title: str, path: str, headers: tuple[tuple[str, str], ...] = ()) -> Attack:
    """Return a GET."""
    return Attack("", "", title, "GET", path, headers=headers)


def post(title: str, path: str, body: Any) -> Attack:
    """Return a POST of JSON."""
    return Attack("", "", title, "POST", path, partial(write_json, body))


SHUFFLE = get("a shuffle", SHUFFLE_PATH)
GROUPS = post(
    "groups of 24 names",
    "/v1/items/groups",
    {"items": [f"name {number}" for number in range(24)], "groups": 6},
)
_ORDERS = "orders: 500 items of 136 values in a circle"
LONG = post(_ORDERS, "/v1/items/shuffle", RULES[_ORDERS][1])
_HALF_A_MILLION: dict[str, Any] = {"items": [1] * 500_000}
_MARKS = "\u0301" * 9_000 + "\u0316" * 9_000

FIVE = (
    get(
        "trials of an experiment",
        "/v1/algorithms/naive_swap/bias?n=52&trials=1000000&seed=x",
    ),
    post(
        "a name of combining marks",
        "/v1/items/groups",
        {"items": [_MARKS, "b"], "groups": 2, "fixed": [{"item": "zz", "group": 1}]},
    ),
    post("placed items", "/v1/items/groups", placed(96, together=False)),
    post("placed items, together", "/v1/items/groups", placed(96, together=True)),
    post(
        "40,000 placed items, together",
        "/v1/items/groups",
        placed(40_000, together=True),
    ),
    post("500,000 groups", "/v1/items/groups", _HALF_A_MILLION | {"groups": 500_000}),
    post("250,000 pairs", "/v1/items/pairs", _HALF_A_MILLION),
    post(
        "500,000 allocated",
        "/v1/items/allocate",
        _HALF_A_MILLION | {"arms": [{"name": "a"}, {"name": "b"}]},
    ),
    get("a variant of the document", "/openapi.yaml?examples=true&without=seed"),
)
"""Requests each of which has stopped a worker once, and others of their kind."""

LARGEST = (
    get("a million integers", HUGE_PATH),
    get("a million integers as text", HUGE_PATH, (("Accept", "text/plain"),)),
    get(
        "lines of a million integers",
        HUGE_PATH.replace("?", "/batch?") + "&repeats=2",
        NDJSON,
    ),
    get("a million integers by rejection", f"{HUGE_PATH}&algorithm=rejection"),
    get("a permutation of a million integers", "/v1/integers?max=1000000"),
    get("19,230 packs by names", f"{SHUFFLE_PATH}/batch?repeats=19230&notation=name"),
    get("an array of a million decks", f"{SHUFFLE_PATH}/batch?repeats=1000000", NPY),
    post("349,000 objects", "/v1/items/shuffle", {"items": [{}] * 349_000}),
)
"""Requests for the largest responses, and one with the largest body."""


def list_inputs(kind: str, share: int) -> list[Attack]:
    """Return hostile requests: the `kind` "five" is `FIVE`, and "all" also has those of limits/hostile.py.

    Only one in `share` of them is returned. A request that has several names is there once.
    """
    requests = [*FIVE, *list_hostile()] if kind == "all" else FIVE
    return list(_leave_out_repeated(requests))[::share]


def _leave_out_repeated(requests: Iterable[Attack]) -> Iterator[Attack]:
    known = set[int]()
    for request in requests:
        content = hash((request.path, request.body, request.headers))
        if content not in known:
            known.add(content)
            yield request


def name(request: Attack) -> str:
    """Return the path of a request, and what is in it."""
    return f"{request.path.partition('?')[0]}: {request.structure}"
