"""Recover a caller's list from a response with its items, for /v1/verify.

The response has the items that were drawn, and not the whole list; the caller may add the list as `original_items`.
Without the list, only indices and draws can be checked: an item may have been replaced, and so may `items_sha256`.
"""

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any

import orjson

from ..core.errors import Refused
from ..http.caller_lists.hashes import hash_list
from ..http.caller_lists.results import ListResults, Shown, check_list
from ..http.results.result_types import Json, Results
from ..http.services import services
from .draw_endpoints import ORIGINAL_ITEMS, Reasons, Response

_GIVE_LIST = f"To check them, add the caller's list as {ORIGINAL_ITEMS}."
_SHA256 = re.compile("[0-9a-f]{64}")


class ListReader:
    """A reader of the caller's list from a response; a class of results says which items a result shows."""

    def __init__(self, results: type[ListResults]) -> None:
        self._results = results
        self.shows_all = results.shows_all

    @classmethod
    def for_results(
        cls, results: type[Results], members: Container[str]
    ) -> "ListReader | None":
        """Return a reader for a class of results, in responses with these members.

        Return None if the class does not say which items its results show, or if the responses lack these members, the
        size of the list or its hash.
        """
        if not issubclass(results, ListResults) or not results.members:
            return None
        needed = ("size", "items_sha256", *results.members)
        return cls(results) if all(name in members for name in needed) else None

    def recover_items(self, response: Response) -> list[Any]:
        """Return the list of a request: `original_items`, or else the shown items at their indices, and null elsewhere.

        A response with the size 3 that shows "b" at the index 1 gives [None, "b", None]. Raises `Refused` for malformed
        results, and for a size that is not the number of items.
        """
        size = _read_size(response)
        # Read them even if the list is there: a malformed result is wrong whatever the request says.
        shown = self._list_shown(response)
        if self.shows_all and any(len(result) != size for result in shown):
            raise Refused("size", "the number of items in each result")
        if response.get(ORIGINAL_ITEMS) is not None:
            items: list[Any] = response[ORIGINAL_ITEMS]
            if len(items) != size:
                raise Refused("size", f"the number of {ORIGINAL_ITEMS}")
            return items
        # FROZEN: where an altered item is found (golden vectors). If the items are plain, the last result comes first.
        is_plain = "items" in self._results.members
        ordered = shown[::-1] if is_plain else shown
        entries = [entry for result in ordered for entry in result]
        return self._rebuild_list(entries, response.get("items_sha256"), size)

    def needs_list(self, response: Response) -> bool:
        """Return whether the results depend on items that the response does not have."""
        if ORIGINAL_ITEMS in response:
            return False
        # The indices are compared as texts: an index in an altered response may be any JSON value.
        shown = {str(index) for index in self.find_indices(response)}
        return self._results.needs_list(shown, response["size"])

    def find_indices(self, response: Response) -> list[Any]:
        """Return the index of each item that a response shows, in the order of the response."""
        return [index for result in self._list_shown(response) for index, _ in result]

    def name_items(self, response: Response, names: Sequence[Any]) -> Any:
        """Return the results of a response as lists of names: each index is replaced by the name for its item."""
        return self._results.name_items(dict(response), names)

    def reconcile_items(
        self, expected: Response, response: Response
    ) -> tuple[Response, Reasons]:
        """Return the expected response with its items last, and, by member, why members cannot be checked."""
        members = self._put_items_last(expected)
        if ORIGINAL_ITEMS in response:
            return add_original_items(members, response), {}
        if len(set(self.find_indices(expected))) == expected["size"]:
            reason = f"They agree with items_sha256, but both may have been replaced. {_GIVE_LIST}"
            return members, {"items": reason}
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
        return dict(members) | {"items_sha256": digest}, reasons

    def _list_shown(self, response: Response) -> list[Shown]:
        """Return the items that each result of a response shows. Raises `Refused` for malformed results."""
        return [
            self._results.list_items(result)
            for result in _split_results(response, self._results.members)
        ]

    def _put_items_last(self, expected: Response) -> Response:
        """Return an expected response with its items, and then their hash, moved to its end.

        A comparison names the first member that differs, and the members before the items say more about a difference.
        """
        values = self._results.values
        last = dict.fromkeys(values, 1) | {"items_sha256": 2}
        members = {
            name: expected[name]
            for name in sorted(expected, key=lambda name: last.get(name, 0))
        }
        for name in self._results.members:
            if name not in values and name in expected:
                members[name] = _sort_places(expected[name], last)
        return members

    def _rebuild_list(self, entries: Shown, digest: Any, size: int) -> list[Any]:
        """Return the list with the items that results show at their indices, and None elsewhere.

        With `shows_all`, prefer a list with the hash `digest`.
        """
        if self.shows_all:  # the rules need items even at an altered index
            for items in (_arrange(entries, size), _arrange(entries[::-1], size)):
                if has_hash(items, digest):
                    return items
        # The first item of an index counts, so that an altered index is found where it is.
        by_index = {str(index): item for index, item in reversed(entries)}
        return [by_index.get(str(index)) for index in range(size)]


def _read_size(response: Response) -> int:
    """Return the number of items of a response. Raises `Refused` for another value, and `TooMany` above the limit."""
    size = response.get("size")
    if type(size) is not int or size < 0:
        raise Refused(
            "size", "Must be the number of items, as in the original response."
        )
    services().allowed.limits.check_shuffled(size, "size")
    return size


def add_original_items(expected: Response, response: Response) -> Response:
    """Return an expected response with the list that the caller added to the response."""
    return dict(expected) | {ORIGINAL_ITEMS: response[ORIGINAL_ITEMS]}


def has_hash(items: list[Any], digest: Any) -> bool:
    """Return whether a list has a hash."""
    try:
        return bool(hash_list(items) == digest)
    except orjson.JSONEncodeError:
        return False  # a number beyond the range of JSON here: the request is refused


def _split_results(response: Response, members: Sequence[str]) -> Iterator[Json]:
    """Yield the members of each result of a response, single or batch; None for missing members."""
    if "repeats" not in response:
        yield {name: response.get(name) for name in members}
        return
    columns = {name: check_list(name, response.get(name)) for name in members}
    # If a column is too short, the results after its end lack the member.
    for number in range(max(map(len, columns.values()))):
        yield {
            name: column[number] if number < len(column) else None
            for name, column in columns.items()
        }


def _sort_places(places: Any, last: Mapping[str, int]) -> Any:
    """Return objects, at any depth of lists, with the members in `last` at the end, sorted by their number there."""
    if isinstance(places, list) and places and not isinstance(places[0], int):
        return [_sort_places(inner, last) for inner in places]
    if not isinstance(places, Mapping):
        return places
    return {
        name: places[name]
        for name in sorted(places, key=lambda name: last.get(name, 0))
    }


def _arrange(entries: Shown, size: int) -> list[Any]:
    """Return the list with the first item of each index; the other items take the places that are left."""
    # The indices are texts: an altered index may be any JSON value. `...` is a place without an item.
    item_by_index: dict[str, Any] = dict.fromkeys(map(str, range(size)), ...)
    displaced = []
    for index, item in entries:
        if item_by_index.get(str(index)) is ...:
            item_by_index[str(index)] = item
        else:
            displaced.append(item)
    next_displaced = iter(displaced)
    return [
        next(next_displaced, None) if item is ... else item
        for item in item_by_index.values()
    ]
