"""Seeded responses of every kind, and alterations of them anywhere."""

import json
from collections.abc import Iterable, Iterator
from copy import deepcopy
from typing import Any

from hypothesis import strategies as st

from service.app import create_app
from service.settings import Settings
from tests.http.spec import check_response, json_object
from tests.tables import read_table

Json = dict[str, Any]

VERIFY = "/v1/verify"
BOARD = "/v1/games/bridge/deal"
BOARDS = f"{BOARD}/batch"
CLIENT = create_app(Settings()).test_client()
ITEMS = ["red", None, {"blue": 3}, [1.5], "red", *range(35)]
"""So many items that no other seed gives the same by chance."""

REQUESTS = read_table("verification/verified.yaml")
QUERIES: dict[str, str] = REQUESTS["queries"]
KINDS_OF_ITEMS: dict[str, Json] = REQUESTS["items"]
BODIES: dict[str, Json] = REQUESTS["bodies"] | KINDS_OF_ITEMS
for request_of_items in KINDS_OF_ITEMS.values():
    request_of_items["body"]["items"] = ITEMS
KINDS = [*QUERIES, *BODIES]


def get_response(kind: str) -> Json:
    """Return the response to the request of a kind."""
    if kind in QUERIES:
        return json_object(CLIENT.get(QUERIES[kind]))
    request = BODIES[kind]
    return json_object(CLIENT.post(request["path"], json=request["body"]))


def get_checkable_response(kind: str) -> Json:
    """Return the response to the request of a kind, with its list if it has one."""
    response = get_response(kind)
    if kind in KINDS_OF_ITEMS:
        response["original_items"] = deepcopy(ITEMS)
    return response


def walk_paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of every element of a JSON value."""
    inner: Iterable[tuple[Any, Any]] = ()
    if isinstance(value, dict):
        inner = value.items()
    elif isinstance(value, list):
        inner = enumerate(value)
    for key, item in inner:
        yield (*path, key)
        yield from walk_paths(item, (*path, key))


def find_value(value: Any, path: Iterable[Any]) -> Any:
    """Return the element of a JSON value at a path."""
    for key in path:
        value = value[key]
    return value


ALTERED = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-1, 10**20),
    st.text("AKS5", max_size=2),
    st.just([]),
    st.just({}),
)


def is_decisive(path: tuple[Any, ...]) -> bool:
    """Return whether the response to no other request has another value at a path."""
    if path in {("request", "coins"), ("original_items",)}:
        return False
    return path[0] != "weights" or len(path) == 1


def is_same(member: Any, value: Any, other: Any) -> bool:
    """Return whether another value of a member is the same; a seat may be an integer or its digits."""
    if type(value) is type(other):
        return bool(value == other)
    return bool(member == "seat" and type(other) is int and value == str(other))


def check_altered(response: Json, data: st.DataObject, other: Any) -> None:
    """Alter a response anywhere, and check that it is not valid."""
    paths = [path for path in walk_paths(response) if is_decisive(path)]
    path = data.draw(st.sampled_from(paths))
    *parents, last = path
    parent = find_value(response, parents)
    if data.draw(st.booleans(), "removed"):
        del parent[last]
    elif is_same(last, parent[last], other):
        return
    else:
        parent[last] = other
    # Flask's client writes no integers beyond 64 bits.
    body = json.dumps(response)
    result = CLIENT.post(VERIFY, data=body, content_type="application/json")
    check_response(result)
    if result.status_code == 422:
        return
    assert result.status_code == 200, result.text
    valid = json_object(result)["valid"]
    is_repeatable = "seed" in response or "deal_number" in response
    # Without its request, or with another version's, a response is not drawn again, nor one of too many items.
    is_undrawn = path[0] == "request" or last == "size"
    if not is_repeatable:
        assert valid is None
    elif is_undrawn:
        assert valid is not True
    else:
        assert valid is False
