"""Replay a seeded response of /v1/items, with the caller's list beside it or without.

The response has the items that were drawn and not the list. Without the list only indices and draws can be checked: an
item may have been replaced, and so may `items_sha256`.
"""

import re
from collections.abc import Mapping
from typing import Any

from service.api.http.services import services
from service.core.errors import Refused

Response = Mapping[str, Any]
Reasons = Mapping[str, str]

_ORIGINAL_ITEMS = "original_items"
"""The member with the caller's list, beside those of a response of /v1/items."""

_GIVE_LIST = f"To check them, add the caller's list as {_ORIGINAL_ITEMS}."
_SHA256 = re.compile("[0-9a-f]{64}")


def check_list(member: str, value: Any, min_length: int = 0) -> list[Any]:
    """Return a member that must be a list. Raises `Refused`."""
    if not isinstance(value, list) or len(value) < min_length:
        raise Refused(member, "Must be a list, as in the original response.")
    return value


def recover_items(_: Response, response: Response) -> dict[str, Any]:
    """Return the caller's list: as given, or else with every item of the response at its index and the others null."""
    size = response.get("size")
    if type(size) is not int or size < 0:
        raise Refused("size", "Must be the number of items, as in the original response.")
    services().limits.check_shuffled(size, "size")
    items = response.get(_ORIGINAL_ITEMS)
    return {"items": items if items is not None and len(items) == size else _rebuild_list(response, size)}


def recover_shuffled_items(first: Response, response: Response) -> dict[str, Any]:
    """Return the caller's list, and the number of items in a result if it is smaller."""
    size, count = response.get("size"), len(first["items"])
    if type(size) is int and size < count:
        raise Refused("size", "Must be the number of items, as in the original response.")
    items = recover_items(first, response)
    return items | ({"count": count} if count < len(items["items"]) else {})


def _rebuild_list(response: Response, size: int) -> list[Any]:
    is_batch = "repeats" in response
    results = [(response[name] if is_batch else [response[name]]) for name in ("indices", "items")]
    by_index = {  # by its text: an index in a response that was altered may be any JSON value
        str(index): item
        for indices, items in zip(*results, strict=False)
        for index, item in zip(check_list("indices", indices), check_list("items", items), strict=False)
    }
    return [by_index.get(str(index)) for index in range(size)]


def reconcile_items(expected: Response, response: Response) -> tuple[Response, Reasons]:
    """Return the expected response with its items last, and what cannot be checked without the caller's list."""
    members = {name: value for name, value in expected.items() if name not in {"items", "items_sha256"}}
    members |= {name: expected[name] for name in ("items", "items_sha256")}  # last: indices and draws come first
    if _ORIGINAL_ITEMS in response:
        items = response[_ORIGINAL_ITEMS]
        return {**members, "size": len(items), _ORIGINAL_ITEMS: items}, {}
    results = expected["indices"] if "repeats" in expected else [expected["indices"]]
    if len(set().union(*results)) == expected["size"]:
        return members, {"items": f"They agree with items_sha256, but both may have been replaced. {_GIVE_LIST}"}
    digest = response.get("items_sha256")
    if digest is not None and not (isinstance(digest, str) and _SHA256.fullmatch(digest)):
        raise Refused("items_sha256", "Must be 64 lower-case hexadecimal digits, as in the original response.")
    reasons = {"items": f"Only their indices were checked. {_GIVE_LIST}", "items_sha256": "Some items are not known."}
    return {**members, "items_sha256": digest}, reasons
