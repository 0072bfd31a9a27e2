"""Results that show items of a caller's list: which items they show, for /v1/verify.

A response has the items that were drawn, and not the list. If the class of its results does not say which items it
shows, nothing guesses them: without the list, such a response is unchecked.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar

from ...core.errors import Refused
from ..results.result_types import Json, Results, format_value

Shown = list[tuple[Any, Any]]
"""The index and the value of each item that a result shows, in order; in an altered result they are any JSON values."""


class ListResults(Results):
    """Results of a caller's list.

    `members` are the members of a result that show items; they are empty if the class does not say. `values` are the
    members that hold an item or items, in a result or in the objects in it. With `shows_all`, each result shows each
    item of the list once.
    """

    members: ClassVar[Sequence[str]] = ()
    values: ClassVar[Collection[str]] = ("items",)
    shows_all: ClassVar[bool] = False

    format_item = staticmethod(format_value)

    @classmethod
    def list_items(cls, result: Json) -> Shown:
        """Return the items that a result shows, from its `members`. Raises `Refused` naming a malformed member."""
        raise NotImplementedError

    @classmethod
    def needs_list(cls, shown: Collection[Any], size: int) -> bool:
        """Return whether a result depends on items that are not shown, by the `shown` indices and the list's size.

        By default it depends on all items, as it does under rules.
        """
        return not cls.shows_all and len(shown) < size

    @classmethod
    def name_items(cls, response: Json, names: Sequence[Any]) -> Any:
        """Return the results of a response as lists of names: each index is replaced by the name for its item."""
        if len(cls.members) == 1:
            return name_indices(response[cls.members[0]], names)
        return {name: name_indices(response[name], names) for name in cls.members}


def name_indices(value: Any, names: Sequence[Any]) -> Any:
    """Return lists of indices with names in place of the indices, at any depth; an object becomes its `indices`."""
    if isinstance(value, list):
        return [name_indices(inner, names) for inner in value]
    if isinstance(value, int):
        return names[value]
    return name_indices(value["indices"], names)


def check_list(member: str, value: Any) -> list[Any]:
    """Return the value of a member, or a value within it. Raises `Refused` unless it is a list."""
    if not isinstance(value, list):
        raise Refused(member, "Must be a list, as in the original response.")
    return value


def check_objects(member: str, value: Any) -> list[Mapping[str, Any]]:
    """Return the value of a member, or a value within it. Raises `Refused` unless it is a list of objects."""
    for entry in check_list(member, value):
        if not isinstance(entry, Mapping):
            raise Refused(member, "Must have objects, as in the original response.")
    return value  # type: ignore[no-any-return]


def pair_items(indices: Any, items: Any, member: str | None = None) -> Shown:
    """Return each index with its item, or with None if there is no item. Raises `Refused` unless both are lists.

    The error names `member`, the member that has both lists, or else the members `items` or `indices` themselves.
    """
    known = check_list(member or "items", items)
    return [
        (index, known[place] if place < len(known) else None)
        for place, index in enumerate(check_list(member or "indices", indices))
    ]


def pair_places(result: Json, members: Sequence[str]) -> Shown:
    """Return the items of lists of objects with `indices` and `items`, such as hands.

    Of {"hands": [{"indices": [2], "items": ["c"]}]} and the members ["hands"], this is [(2, "c")]. Raises `Refused` for
    a malformed member.
    """
    return [
        pair
        for member in members
        for place in check_objects(member, result[member])
        for pair in pair_items(place.get("indices"), place.get("items"), member)
    ]
