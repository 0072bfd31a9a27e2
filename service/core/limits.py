"""The operator's limits for one request; they are checked before any random word is read."""

from typing import NamedTuple

from .errors import TooMany

ITEMS_OF_AN_OBJECT = 20
"""A JSON object of a result, such as a group or a hand, counts as this number of items in MAX_ITEMS.

With its lists, an object takes up to 1.2 kB while it is written: all objects that MAX_ITEMS allows fit into the memory
that docs/operate.md states.
"""


class Limits(NamedTuple):
    """The operator's limits of one request."""

    items: int = 1_000_000
    """The items of a response."""
    streamed: int = 100_000_000
    """The items or draws of a response that is streamed."""
    shuffled: int = 1_000_000
    """The items in memory, for a shuffle that needs its whole range."""
    draws: int = 5_000_000
    """The draws, or moves of fisher_yates, for a response that is not streamed."""
    trials: int = 150_000_000
    """The draws and the items counted of an experiment on bias; some 8 ns each."""
    candidates: int = 2_000_000
    """The results that a search looks at."""

    def check_items(self, items: int, field: str = "count") -> None:
        """Raise `TooMany`, naming `field`, if a response may not have this number of items."""
        if items > self.items:
            raise TooMany(field, items, "items", self.items, "MAX_ITEMS")

    def check_objects(self, objects: int, items: int, noun: str, field: str) -> None:
        """Raise `TooMany`, naming `field`, if a result of `items` items may not have `objects` JSON objects.

        The error calls the objects `noun`. Samplers check this before they make anything as large as a result.
        """
        weight = items + ITEMS_OF_AN_OBJECT * objects
        if weight > self.items:
            unit = (
                f"items, as each of {objects:,} {noun} counts as {ITEMS_OF_AN_OBJECT}"
            )
            raise TooMany(field, weight, unit, self.items, "MAX_ITEMS")

    def check_shuffled(self, n: int, field: str) -> None:
        """Raise `TooMany`, naming `field`, if a shuffle may not hold n items in memory."""
        if n > self.shuffled:
            raise TooMany(field, n, "items", self.shuffled, "MAX_SHUFFLED")
