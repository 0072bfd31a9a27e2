"""Find contradictions in conditions: what can be seen to be impossible without dealing."""

from collections.abc import Sequence

from service.core.conditions.condition import All, Any, Condition, Leaf, Not
from service.core.conditions.layout import Layout
from service.core.conditions.predicates import WeightedSum

Contradiction = tuple[str, str]
"""The path of the leaf that cannot be fulfilled, and a sentence."""


def find_contradiction(condition: Condition, layout: Layout) -> Contradiction | None:
    """Return why no deal can fulfil a condition; None if that cannot be seen."""
    match condition:
        case Leaf():
            return _contradiction_of_leaf(condition, layout)
        case Not(part):
            return _contradiction_of_negation(part, layout)
        case Any(parts):
            contradictions = [find_contradiction(part, layout) for part in parts]
            return contradictions[0] if all(contradictions) else None
        case All(parts):
            found = (find_contradiction(part, layout) for part in parts)
            return next(filter(None, found), None) or _find_shared_card(parts, layout)


def _bounds(leaf: Leaf, layout: Layout) -> tuple[int, int] | None:
    """Return the bounds of a leaf's number; None for a deal whose sizes depend on faces."""
    if layout.needs_faces:
        return None
    return leaf.predicate.bounds(sum(layout.sizes[place] for place in leaf.places))


def _contradiction_of_leaf(leaf: Leaf, layout: Layout) -> Contradiction | None:
    if (bounds := _bounds(leaf, layout)) is None:
        return None
    low, high = bounds
    size = sum(layout.sizes[place] for place in leaf.places)
    if (leaf.min is not None and leaf.min > high) or (leaf.max is not None and leaf.max < low):
        return leaf.path, f"No {size} cards of this deal can fulfil this: the number is from {low} to {high}."
    return None


def _contradiction_of_negation(part: Condition, layout: Layout) -> Contradiction | None:
    if isinstance(part, Not):
        return find_contradiction(part.part, layout)
    if isinstance(part, Leaf) and (bounds := _bounds(part, layout)):
        low, high = bounds
        if (part.min is None or part.min <= low) and (part.max is None or part.max >= high):
            return part.path, "Every deal fulfils this, so that its negation can never hold."
    return None


def _find_shared_card(parts: Sequence[Condition], layout: Layout) -> Contradiction | None:
    """Return the second of two parts that need the same card in different hands."""
    place_of_card: dict[int, tuple[str, ...]] = {}
    for leaf in _required_leaves(parts):
        for card in _required_cards(leaf):
            other = place_of_card.setdefault(card, leaf.places)
            if not set(other) & set(leaf.places):
                code = layout.cards[card].code
                return leaf.path, f"{code} cannot be in {' or '.join(leaf.places)}: {' or '.join(other)} must have it."
    return None


def _required_leaves(parts: Sequence[Condition]) -> list[Leaf]:
    found: list[Leaf] = []
    for part in parts:
        if isinstance(part, Leaf):
            found.append(part)
        elif isinstance(part, All):
            found += _required_leaves(part.parts)
    return found


def _required_cards(leaf: Leaf) -> list[int]:
    """Return the cards that must be in the hands of a leaf: those of a sum that needs all its cards of weight 1."""
    if not isinstance(leaf.predicate, WeightedSum) or not set(leaf.predicate.weights) <= {0, 1}:
        return []
    cards = [card for card, weight in enumerate(leaf.predicate.weights) if weight]
    return cards if leaf.min is not None and leaf.min >= len(cards) else []
