"""Find contradictions in conditions: what can be seen to be impossible without dealing."""

from collections.abc import Sequence

from service.core.conditions.condition import All, Any, Condition, Leaf, Not
from service.core.conditions.layout import Layout
from service.core.conditions.predicates import Shape, WeightedSum

Contradiction = tuple[str, str]
"""The path of the leaf that cannot be fulfilled, and a sentence."""


def find_contradiction(condition: Condition, layout: Layout, *, is_negated: bool = False) -> Contradiction | None:
    """Return why no deal can fulfil a condition, or its negation; None if that cannot be seen."""
    match condition:
        case Leaf():
            return _contradiction_of_leaf(condition, layout, is_negated=is_negated)
        case Not(part):
            return find_contradiction(part, layout, is_negated=not is_negated)
        case All(parts) | Any(parts):
            contradictions = [find_contradiction(part, layout, is_negated=is_negated) for part in parts]
            if isinstance(condition, All) is is_negated:  # one part is enough: not all is any not
                return contradictions[0] if all(contradictions) else None
            found = next(filter(None, contradictions), None)
            return found if found or is_negated else _find_shared_card(parts, layout)


def _contradiction_of_leaf(leaf: Leaf, layout: Layout, *, is_negated: bool) -> Contradiction | None:
    if layout.needs_faces:  # on which the numbers of cards depend
        return None
    known = [card for place in leaf.places for card in layout.known[place]]
    size = sum(layout.sizes[place] for place in leaf.places)
    low, high = leaf.predicate.bounds(known, layout.rest, size - len(known))
    if is_negated:
        if (leaf.min is None or leaf.min <= low) and (leaf.max is None or leaf.max >= high):
            return leaf.path, "Every deal fulfils this, so that its negation can never hold."
    elif (leaf.min is not None and leaf.min > high) or (leaf.max is not None and leaf.max < low):
        if isinstance(leaf.predicate, Shape):
            return leaf.path, f"No {size} cards of this deal can have this shape."
        return leaf.path, f"No {size} cards of this deal can fulfil this: the number is from {low} to {high}."
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
