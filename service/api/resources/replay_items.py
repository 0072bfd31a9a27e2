"""Recover the list of a response of /v1/items for /v1/verify.

The response has the items that were drawn, and not the list, which the caller may add as `original_items`. Without the
list only indices and draws can be checked: an item may have been replaced, and so may `items_sha256`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import orjson

from ...core.errors import Refused
from ..http.response_replay import ORIGINAL_ITEMS, Reasons, Response
from ..http.services import services
from .list_hashes import hash_list

_PLACE_MEMBERS: tuple[str, ...] = ("items", "indices")
_GIVE_LIST = f"To check them, add the caller's list as {ORIGINAL_ITEMS}."
_WHOLE = ("groups", "pairs", "allocations")
_SHA256 = re.compile("[0-9a-f]{64}")


def _check_list(member: str, value: Any) -> list[Any]:
    """Return a member that must be a list. Raises `Refused`."""
    if not isinstance(value, list):
        raise Refused(member, "Must be a list, as in the original response.")
    return value


def recover_items(response: Response) -> list[Any]:
    """Return the list of a request: `original_items`, or the drawn items at their indices and null elsewhere."""
    size = response.get("size")
    if type(size) is not int or size < 0:
        raise Refused(
            "size", "Must be the number of items, as in the original response."
        )
    services().limits.check_shuffled(size, "size")
    places = _list_places(
        response
    )  # also beside the list: what is no result is false before its request is read
    if any(number != size for number in _count_entries(response)):
        raise Refused("size", "the number of items in each result")
    items: list[Any] | None = response.get(ORIGINAL_ITEMS)
    if items is None:
        return _rebuild_list(response, places, size)
    if len(items) != size:
        raise Refused("size", f"the number of {ORIGINAL_ITEMS}")
    return items


def has_whole_list(response: Response) -> bool:
    """Return whether each result of a response has all items of the list, as those of rules have."""
    return (
        any(name in response for name in _WHOLE) or "neighbours" in response["request"]
    )


def _count_entries(response: Response) -> Iterator[int]:
    """Yield the number of items in each result of a response whose results have all of them."""
    if not has_whole_list(response):
        return
    name = next((name for name in _WHOLE if name in response), "indices")
    column = _check_list(name, response.get(name))
    for result in column if "repeats" in response else [column]:
        entries = _check_list(name, result)
        yield (
            sum(len(place["indices"]) for place in _read_places(name, entries))
            if name == "groups"
            else len(entries)
        )


def needs_list(response: Response, request: Mapping[str, Any]) -> bool:
    """Return whether items decide that the response does not have: of a draw by strata, or of a search in vain."""
    is_decided = ("strata" in request and "indices" in response) or (
        "where" in request and response.get("hands") == []
    )
    if ORIGINAL_ITEMS in response or not is_decided:
        return False
    known = {
        str(index) for place in _list_places(response) for index in place["indices"]
    }
    return bool(len(known) < response["size"])


def find_indices(response: Response) -> frozenset[int]:
    """Return the indices of the items that a response has."""
    return frozenset(
        index for place in _list_places(response) for index in place["indices"]
    )


def name_result(response: Response, names: Sequence[Any]) -> Any:
    """Return the result of a response in the form of its indices, with the name that stands for each item.

    A deal is an object of hands and piles; allocations are a list of pairs of a name and an arm.
    """
    if "hands" in response:
        return {
            member: _name_indices(response[member], names)
            for member in ("hands", "piles")
        }
    if "allocations" in response:
        results = (
            response["allocations"]
            if "repeats" in response
            else [response["allocations"]]
        )
        arms = [
            [[name, one["arm"]] for name, one in zip(names, result, strict=True)]
            for result in results
        ]
        return arms if "repeats" in response else arms[0]
    member = next(name for name in ("groups", "pairs", "indices") if name in response)
    return _name_indices(response[member], names)


def _name_indices(value: Any, names: Sequence[Any]) -> Any:
    """Return lists of indices, at any depth and in the member `indices` of objects, with names in their place."""
    if isinstance(value, list):
        return [_name_indices(inner, names) for inner in value]
    return (
        names[value]
        if isinstance(value, int)
        else _name_indices(value["indices"], names)
    )


def _list_places(response: Response) -> list[Response]:
    """Return the objects of a response that have `items` and `indices`, or objects with these of its other entries."""
    names = next(
        (members for members in _MEMBERS if members[0] in response), _PLACE_MEMBERS
    )
    columns = [[response.get(name)] for name in names]
    if "repeats" in response:
        columns = [
            _check_list(name, column)
            for name, (column,) in zip(names, columns, strict=True)
        ]
    if names == _PLACE_MEMBERS:
        return [
            dict(zip(names, map(_check_list, names, lists), strict=True))
            for lists in zip(*columns, strict=False)
        ]
    results = [
        (name, result)
        for name, column in zip(names, columns, strict=True)
        for result in column
    ]
    return [
        place
        for name, result in results
        for place in _read_places(name, _check_list(name, result))
    ]


def _read_places(member: str, places: list[Any]) -> list[Response]:
    """Return the places of one result; its pairs or allocations are one place, the list in its own order."""
    names, lists = (
        _ENTRIES.get(member, _PLACE_MEMBERS),
        () if member in _ENTRIES else _PLACE_MEMBERS,
    )
    for place in places:
        if not isinstance(place, Mapping) or not all(
            isinstance(place.get(name), list) for name in lists
        ):
            members = f"{', '.join(names[:-1])} and {names[-1]}"
            raise Refused(member, f"Must have {members}, as in the original response.")
    if lists:
        return places
    return [
        {
            "items": [entry.get(names[0]) for entry in places],
            "indices": [*range(len(places))],
        }
    ]


_MEMBERS: Sequence[tuple[str, ...]] = (
    ("hands", "piles"),
    ("groups",),
    ("pairs",),
    ("allocations",),
)
_ENTRIES = {
    "pairs": ("giver", "receiver", "indices"),
    "allocations": ("item", "arm", "block"),
}


def _put_items_last(places: Any) -> Any:
    """Return hands, groups or pairs, at any depth of lists, with the items of each after its other members."""
    if isinstance(places, list):
        return [_put_items_last(inner) for inner in places]
    return {name: places[name] for name in sorted(places, key=_ITEMS.__contains__)}


_ITEMS = frozenset({"items", "item", "giver", "receiver"})


def _rebuild_list(
    response: Response, places: Sequence[Response], size: int
) -> list[Any]:
    entries = [
        (
            str(index),
            item,
        )  # by its text: an index in a response that was altered may be any JSON value
        for place in (reversed(places) if "items" in response else places)
        for index, item in zip(place["indices"], place["items"], strict=False)
    ]
    if has_whole_list(response):  # its rules need the items at an altered index, too
        digest = response.get("items_sha256")
        for items in (_arrange(entries, size), _arrange(entries[::-1], size)):
            if has_hash(items, digest):
                return items
    by_index = dict(
        reversed(entries)
    )  # the first of a deal: an altered index is found where it is
    return [by_index.get(str(index)) for index in range(size)]


def has_hash(items: list[Any], digest: Any) -> bool:
    """Return whether a list has a hash."""
    try:
        return bool(hash_list(items) == digest)
    except (
        orjson.JSONEncodeError
    ):  # a number beyond the range of JSON here, for which the request is refused
        return False


def _arrange(entries: Sequence[tuple[str, Any]], size: int) -> list[Any]:
    """Return the list with the first item of each index; others take the places that are left."""
    by_index: dict[str, Any] = dict.fromkeys(map(str, range(size)), ...)
    others = []
    for index, item in entries:
        if by_index.get(index) is ...:
            by_index[index] = item
        else:
            others.append(item)
    left = iter(others)
    return [next(left, None) if item is ... else item for item in by_index.values()]


def reconcile_items(expected: Response, response: Response) -> tuple[Response, Reasons]:
    """Return the expected response with its items last, and by member the reason why it cannot be checked."""
    # A comparison names the first member that differs. Items come last: their indices say more.
    last = {"items": 1, "items_sha256": 2}
    members = {
        name: expected[name]
        for name in sorted(expected, key=lambda name: last.get(name, 0))
    }
    names = [name for group in _MEMBERS for name in group if name in expected]
    members |= {name: _put_items_last(expected[name]) for name in names}
    if ORIGINAL_ITEMS in response:
        items = response[ORIGINAL_ITEMS]
        return {**members, "size": len(items), ORIGINAL_ITEMS: items}, {}
    indices = find_indices(expected)
    if len(indices) == expected["size"]:
        return members, {
            "items": f"They agree with items_sha256, but both may have been replaced. {_GIVE_LIST}"
        }
    digest = response.get("items_sha256")
    if digest is not None and not (
        isinstance(digest, str) and _SHA256.fullmatch(digest)
    ):
        raise Refused(
            "items_sha256",
            "Must be 64 lower-case hexadecimal digits, as in the original response.",
        )
    reasons = {
        "items": f"Only their indices were checked. {_GIVE_LIST}",
        "items_sha256": "Some items are not known.",
    }
    return {**members, "items_sha256": digest}, reasons
