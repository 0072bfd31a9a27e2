"""Value types for seats and piles: their names, and a value or a list for each seat."""

import re
from dataclasses import dataclass
from typing import Any

from ..core.object_types import ByName
from ..core.value_types import JsonSchema, ListOf, Text, take_integers

HANDS_ALIASES = (
    "players",
    "seats",
    "player count",
    "num players",
    "num hands",
    "number of hands",
)
"""Names that callers give the parameter `hands` by mistake."""


class PlaceName(Text):
    """The name of a seat or a pile; an integer stands for its digits."""

    @property
    def accepted_in_requests(self) -> str:
        return f"{super().accepted_in_requests}, or an integer"

    @property
    def schema(self) -> JsonSchema:
        return take_integers(super().schema)

    def fits(self, value: object) -> bool:
        return type(value) is int or super().fits(value)

    def convert(self, value: Any) -> str:
        return str(value)


class ListedPlace(PlaceName):
    """A name in a list. The schema has texts alone, as generators would type a list of two types as one of anything."""

    schema = Text.schema


@dataclass(frozen=True, eq=False)
class SeatName(Text):
    """The name of a seat in a document that is signed or hashed: 1 to 32 of A-Z, a-z, 0-9, _ and -."""

    max_length: int = 32
    pattern: str = "^[A-Za-z0-9_\\-]{1,32}$"
    reason = None

    @property
    def accepted(self) -> str:
        return f"1 to {self.max_length} of A-Z, a-z, 0-9, _ and -"

    @property
    def accepted_in_requests(self) -> str:
        return self.accepted

    @property
    def schema(self) -> JsonSchema:
        return {"pattern": self.pattern}

    def fits(self, value: object) -> bool:
        without_anchors = self.pattern[1:-1]  # its "$" lets a line feed follow
        return (
            isinstance(value, str) and re.fullmatch(without_anchors, value) is not None
        )


@dataclass(frozen=True, eq=False)
class BySeat(ByName):
    """An object of up to `max_length` seats: their names, and a value of the type `item`, called `noun`, for each."""

    owner: str = "seat"


class SeatList(ListOf):
    """The list of a seat; a request is told which item is wrong."""

    names_items = True

    accepted_in_requests = ListOf.accepted_in_bodies
