"""The members of responses about a caller's list: its hash, how it was drawn, and items in random order."""

from typing import Any

from ..http.caller_lists.hashes import hash_list
from ..http.schemas.provenance import Provenance, ShuffleProvenance
from ..http.schemas.response_schemas import ResponseSchema, indices, required


class ListFields(ResponseSchema):
    """The caller's list."""

    size = required(int, "The number of items in the list")
    items_sha256 = required(
        str | None,
        "SHA-256 of the list in canonical JSON (RFC 8785): publish it before the draw, and anybody can check the list "
        "after. Null with a number above 2^53 - 1 in magnitude",
        pattern="^[0-9a-f]{64}$",
    )


def describe_list(items: list[Any]) -> dict[str, Any]:
    """Return the members of a response that identify the list, as in `ListFields`."""
    return {"size": len(items), "items_sha256": hash_list(items)}


class ItemsFields(ListFields, ShuffleProvenance):
    """The caller's items, shuffled."""


class ArrangementFields(ListFields, Provenance):
    """The caller's list, and how it was drawn."""

    algorithm = required(str | None, "Null: no shuffle applies")


class ItemSequence(ResponseSchema):
    """Items in random order."""

    items = required(list[Any | None], "The items, unchanged")
    indices = indices()
