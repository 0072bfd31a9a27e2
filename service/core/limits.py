"""The operator's limits for one request; they are checked before any random word is read."""

from typing import NamedTuple

from .errors import Excess, OverLimit, Reason

ITEMS_OF_AN_OBJECT = 20
"""A JSON object of a result, such as a group or a hand, counts as this number of items in MAX_ITEMS.

With its lists, an object takes up to 1.2 kB while it is written: all objects that MAX_ITEMS allows fit into the memory
that docs/operate.md states.
"""


def weigh_objects(items: int, objects: int) -> int:
    """Return how many items of MAX_ITEMS a result with `items` items in `objects` JSON objects counts as."""
    return items + ITEMS_OF_AN_OBJECT * objects


class OperatorLimit(NamedTuple):
    """A number that a request may not exceed."""

    number: int
    setting: str = ""
    """The operator's setting with the number, which errors name; "" if there is none."""

    def describe(self) -> str:
        """Return the limit as a clause: the limit here is 5,000,000 (the operator's MAX_DRAWS)."""
        credit = f" (the operator's {self.setting})" if self.setting else ""
        return f"the limit here is {self.number:,}{credit}"


class TooMany(OverLimit):
    """A request for a number above a limit; `instead` is a sentence that says what to do."""

    def __init__(
        self, field: str, size: int, unit: str, limit: OperatorLimit, instead: str = ""
    ) -> None:
        message = f"This asks for {size:,} {unit}; {limit.describe()}."
        excess = Excess(asked=size, limit=limit.number, setting=limit.setting)
        reason = Reason("over_limit", excess)
        super().__init__(field, f"{message} {instead}".rstrip(), reason)


class Limits(NamedTuple):
    """The limits of one request. The settings have others, with their names."""

    items: OperatorLimit = OperatorLimit(1_000_000)
    """The items of a response."""
    streamed: OperatorLimit = OperatorLimit(100_000_000)
    """The items or draws of a response that is streamed."""
    shuffled: OperatorLimit = OperatorLimit(1_000_000)
    """The items in memory, for a shuffle that needs its whole range."""
    draws: OperatorLimit = OperatorLimit(5_000_000)
    """The draws, or moves of fisher_yates, for a response that is not streamed."""

    def check_items(self, items: int, field: str = "count") -> None:
        """Raise `TooMany`, naming `field`, if a response may not have this number of items."""
        if items > self.items.number:
            raise TooMany(field, items, "items", self.items)

    def check_objects(self, objects: int, items: int, noun: str, field: str) -> None:
        """Raise `TooMany`, naming `field`, if a result of `items` items may not have `objects` JSON objects.

        The error calls the objects `noun`. Samplers check this before they make anything as large as a result.
        """
        weight = weigh_objects(items, objects)
        if weight > self.items.number:
            unit = (
                f"items, as each of {objects:,} {noun} counts as {ITEMS_OF_AN_OBJECT}"
            )
            raise TooMany(field, weight, unit, self.items)

    def check_shuffled(self, n: int, field: str) -> None:
        """Raise `TooMany`, naming `field`, if a shuffle may not hold n items in memory."""
        if n > self.shuffled.number:
            raise TooMany(field, n, "items", self.shuffled)
