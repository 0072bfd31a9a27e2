"""Conditions: trees of predicates on the hands and piles of a finished deal."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from service.core.conditions.predicates import Predicate

Places = Mapping[str, Sequence[int]]
"""The cards of each hand and pile of a deal, by index in the shoe."""


@dataclass(frozen=True)
class All:
    """A condition that holds if all of its parts do."""

    parts: tuple["Condition", ...]

    def holds(self, places: Places) -> bool:
        """Return whether a deal fulfils the condition."""
        return all(part.holds(places) for part in self.parts)


@dataclass(frozen=True)
class Any:
    """A condition that holds if any of its parts does."""

    parts: tuple["Condition", ...]

    def holds(self, places: Places) -> bool:
        """Return whether a deal fulfils the condition."""
        return any(part.holds(places) for part in self.parts)


@dataclass(frozen=True)
class Not:
    """A condition that holds if its part does not."""

    part: "Condition"

    def holds(self, places: Places) -> bool:
        """Return whether a deal fulfils the condition."""
        return not self.part.holds(places)


@dataclass(frozen=True)
class Leaf:
    """A condition on the cards of some hands and piles taken together: a predicate, with a minimum and a maximum.

    `path` is where the leaf stands in the request, such as `where.all[1].shape`.
    """

    path: str
    places: tuple[str, ...]
    predicate: Predicate
    min: int | None
    max: int | None

    def holds(self, places: Places) -> bool:
        """Return whether a deal fulfils the condition."""
        value = self.predicate.value([card for place in self.places for card in places[place]])
        return (self.min is None or self.min <= value) and (self.max is None or value <= self.max)


Condition = All | Any | Not | Leaf


def leaves(condition: Condition) -> list[Leaf]:
    """Return the leaves of a condition, in the order of the request."""
    match condition:
        case Leaf():
            return [condition]
        case Not(part):
            return leaves(part)
        case All(parts) | Any(parts):
            return [leaf for part in parts for leaf in leaves(part)]
