"""Recover the request of a seeded response of /v1/items for /v1/verify, with the caller's list or without it.

The response has the items that were drawn, and not the list, which the caller may add as `original_items`. Without the
list only indices and draws can be checked: an item may have been replaced, and so may `items_sha256`.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import orjson

from service.api.http.response_replay import ORIGINAL_ITEMS, Reasons, Response, check_list
from service.api.http.services import services
from service.api.resources.list_hashes import hash_list
from service.core.errors import Refused

_PLACE_MEMBERS = ("items", "indices")
_GIVE_LIST = f"To check them, add the caller's list as {ORIGINAL_ITEMS}."
_SHA256 = re.compile("[0-9a-f]{64}")


def recover_items(first: Response, response: Response) -> dict[str, Any]:
    """Return the parameter `items`: `original_items`, or the drawn items at their indices and null elsewhere."""
    size = response.get("size")
    places = [place for name in ("hands", "piles", "groups") for place in _check_places(name, first.get(name, []))]
    listed = first.get("pairs") or first.get("allocations") or [item for place in places for item in place["items"]]
    if type(size) is not int or size < (len(listed) or first.get("items") != []):  # a shuffle alone may be of no items
        raise Refused("size", "Must be the number of items, as in the original response.")
    services().limits.check_shuffled(size, "size")
    items = response.get(ORIGINAL_ITEMS)
    return {"items": items if items is not None and len(items) == size else _rebuild_list(response, size)}


def recover_drawn(first: Response, response: Response) -> dict[str, Any]:
    """Return the parameter `items` of a draw; the strata of a list are known only from the whole list."""
    if response.get("strata") is not None and ORIGINAL_ITEMS not in response:
        raise Refused(ORIGINAL_ITEMS, "Add the caller's list as original_items: the strata depend on all of its items.")
    return recover_items(first, response)


def recover_shuffle(first: Response, response: Response) -> dict[str, Any]:
    """Return the parameters of a shuffle: `items`, and `count` if the first result has fewer items than the list."""
    size, count = response.get("size"), len(first["items"])
    if type(size) is int and size < count:
        raise Refused("size", "Must be the number of items, as in the original response.")
    items = recover_items(first, response)
    return items | ({"count": count} if count < len(items["items"]) else {})


def recover_deal(first: Response, response: Response) -> dict[str, Any]:
    """Return the parameters of a deal: `items`, the number of `hands`, and the `piles` except burns and stock."""
    if not first["hands"]:
        raise Refused("result", "It has no hands: a search that found no deal of a list cannot be checked.")
    _check_places("hands", first["hands"])
    piles = _check_places("piles", first["piles"])[1 if response.get("burn") else 0 : -1]
    requested = [{"name": pile.get("name"), "cards": len(pile["indices"])} for pile in piles]
    return recover_items(first, response) | {"hands": len(first["hands"]), "piles": requested}


def recover_groups(first: Response, response: Response) -> dict[str, Any]:
    """Return the parameters of a draw of groups: `items`, and the number of `groups`."""
    return recover_items(first, response) | {"groups": len(check_list("groups", first["groups"], 1))}


def _check_places(member: str, places: Any) -> list[Response]:
    """Return the hands or the piles of a deal as a list. Raises `Refused` if one of them has no items or indices."""
    for place in check_list(member, places):
        if not isinstance(place, Mapping) or not all(isinstance(place.get(name), list) for name in _PLACE_MEMBERS):
            raise Refused(member, "Must have items and indices, as in the original response.")
    return list(places)


def _list_places(response: Response) -> list[Response]:
    """Return the objects of a response that have `items` and `indices`, or objects with these of its other entries."""
    names = next((members for members in _MEMBERS if members[0] in response), _PLACE_MEMBERS)
    values = [(name, response.get(name)) for name in names]
    columns = [check_list(name, value) if "repeats" in response else [value] for name, value in values]
    if names != _PLACE_MEMBERS:
        pairs = [(name, places) for name, column in zip(names, columns, strict=True) for places in column]
        return [
            place
            for name, places in pairs
            for place in (_read_entries if name in _ENTRIES else _check_places)(name, places)
        ]
    return [
        {name: check_list(name, value) for name, value in zip(names, values, strict=True)}
        for values in zip(*columns, strict=False)
    ]


def _read_entries(member: str, value: Any) -> list[Response]:
    """Return the items of the pairs or the allocations of one result as a place: the list in its own order."""
    name, *others = _ENTRIES[member]
    entries = check_list(member, value)
    if not all(isinstance(entry, Mapping) for entry in entries):
        raise Refused(member, f"Must have {name}, {' and '.join(others)}, as in the original response.")
    return [{"items": [entry.get(name) for entry in entries], "indices": [*range(len(entries))]}]


_MEMBERS = (("hands", "piles"), ("groups",), ("pairs",), ("allocations",))
_ENTRIES = {"pairs": ("giver", "receiver", "indices"), "allocations": ("item", "arm", "block")}


def _put_items_last(places: Any) -> Any:
    """Return hands, groups or pairs, at any depth of lists, with the items of each after its other members."""
    if isinstance(places, list):
        return [_put_items_last(inner) for inner in places]
    return {name: places[name] for name in sorted(places, key=_ITEMS.__contains__)}


_ITEMS = frozenset({"items", "item", "giver", "receiver"})


def _rebuild_list(response: Response, size: int) -> list[Any]:
    places = _list_places(response)
    entries = [
        (str(index), item)  # by its text: an index in a response that was altered may be any JSON value
        for place in (reversed(places) if "items" in response else places)
        for index, item in zip(place["indices"], place["items"], strict=False)
    ]
    if "groups" in response:  # their rules need the items at an altered index, too
        digest = response.get("items_sha256")
        for items in (_arrange(entries, size), _arrange(entries[::-1], size)):
            if _has_hash(items, digest):
                return items
    by_index = dict(reversed(entries))  # the first of a deal: an altered index is found where it is
    return [by_index.get(str(index)) for index in range(size)]


def _has_hash(items: list[Any], digest: Any) -> bool:
    try:
        return bool(hash_list(items) == digest)
    except orjson.JSONEncodeError:  # a number beyond the range of JSON here, for which the request is refused
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
    members = {name: expected[name] for name in sorted(expected, key=lambda name: last.get(name, 0))}
    names = [name for group in _MEMBERS for name in group if name in expected]
    members |= {name: _put_items_last(expected[name]) for name in names}
    if ORIGINAL_ITEMS in response:
        items = response[ORIGINAL_ITEMS]
        return {**members, "size": len(items), ORIGINAL_ITEMS: items}, {}
    indices = {index for place in _list_places(expected) for index in place["indices"]}
    if len(indices) == expected["size"]:
        return members, {"items": f"They agree with items_sha256, but both may have been replaced. {_GIVE_LIST}"}
    digest = response.get("items_sha256")
    if digest is not None and not (isinstance(digest, str) and _SHA256.fullmatch(digest)):
        raise Refused("items_sha256", "Must be 64 lower-case hexadecimal digits, as in the original response.")
    reasons = {"items": f"Only their indices were checked. {_GIVE_LIST}", "items_sha256": "Some items are not known."}
    return {**members, "items_sha256": digest}, reasons
