"""Results that show items of a caller's list: which items they show, for /v1/verify.

A response has the items that were drawn, and not the list. What the class of its results does not say, nobody guesses:
without its list such a response is unchecked.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar

from ...core.errors import Refused
from ..results import Json, Results, format_value

Shown = list[tuple[Any, Any]]
"""The index and the value of each item that a result shows, in the order of the result: if altered, any JSON values."""


class ListResults(Results):
    """Results of a caller's list.

    `members` are the members of a result that show items, empty where nobody says. `values` are the members that hold
    an item or items, in a result or in the objects in it. With `shows_all` each result shows each item of the list
    once.
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
        """Return whether items decide that are not shown, from the indices of those that are and the size of the list.

        By default all items decide, as they do under rules.
        """
        return not cls.shows_all and len(shown) < size

    @classmethod
    def name_items(cls, response: Json, names: Sequence[Any]) -> Any:
        """Return the results of a response in the form of their indices, with the name that stands for each item."""
        if len(cls.members) == 1:
            return name_indices(response[cls.members[0]], names)
        return {name: name_indices(response[name], names) for name in cls.members}


def name_indices(value: Any, names: Sequence[Any]) -> Any:
    """Return lists of indices, at any depth and in the member `indices` of objects, with names in their place."""
    if isinstance(value, list):
        return [name_indices(inner, names) for inner in value]
    if isinstance(value, int):
        return names[value]
    return name_indices(value["indices"], names)


def check_list(member: str, value: Any) -> list[Any]:
    """Return a value, of a member or within it, that must be a list. Raises `Refused`."""
    if not isinstance(value, list):
        raise Refused(member, "Must be a list, as in the original response.")
    return value


def check_objects(member: str, value: Any) -> list[Mapping[str, Any]]:
    """Return a value, of a member or within it, that must be a list of objects. Raises `Refused`."""
    for entry in check_list(member, value):
        if not isinstance(entry, Mapping):
            raise Refused(member, "Must have objects, as in the original response.")
    return value  # type: ignore[no-any-return]


def pair_items(indices: Any, items: Any, member: str | None = None) -> Shown:
    """Return each index with its item, None where there is none. `member` has both, if they are none themselves.

    Raises `Refused`.
    """
    known = check_list(member or "items", items)
    return [
        (index, known[place] if place < len(known) else None)
        for place, index in enumerate(check_list(member or "indices", indices))
    ]


def pair_places(result: Json, members: Sequence[str]) -> Shown:
    """Return the items of lists of objects with `indices` and `items`, such as hands. Raises `Refused`."""
    return [
        pair
        for member in members
        for place in check_objects(member, result[member])
        for pair in pair_items(place.get("indices"), place.get("items"), member)
    ]
