"""Which items of a caller's list a result shows, and how it writes them."""

from collections.abc import Collection, Sequence
from typing import Any

from ..http.caller_lists.results import ListResults, Shown, name_indices, pair_items
from ..http.results.result_types import Json, NumberResults, ResultPosition


def show_items(items: Sequence[Any], indices: Sequence[int]) -> Json:
    """Return the members that show items of a list: {"items": ["b", "a"], "indices": [1, 0]} for ["a", "b", "c"]."""
    return {"items": [items[index] for index in indices], "indices": indices}


class ItemResults(NumberResults, ListResults):
    """A writer of items of a list, in the order in which they were drawn, with their indices.

    A result depends on the items that it shows, and on no others.
    """

    members = ("items", "indices")

    def __init__(self, items: Sequence[Any]) -> None:
        super().__init__(max(len(items) - 1, 0))
        self._items = items

    def to_json(self, indices: Sequence[int], _: ResultPosition) -> Json:
        return show_items(self._items, indices)

    @classmethod
    def list_items(cls, result: Json) -> Shown:
        return pair_items(result["indices"], result["items"])

    @classmethod
    def needs_list(cls, shown: Collection[Any], size: int) -> bool:  # noqa: ARG003
        return False

    @classmethod
    def name_items(cls, response: Json, names: Sequence[Any]) -> Any:
        return name_indices(response["indices"], names)
