"""Conditions on a finished deal, which are trees of predicates on its hands and piles; find contradictions in them."""

from collections.abc import Sequence
from typing import Annotated, NamedTuple, TypeGuard

from ..core.errors import Bounds, Details, Reason
from ..games.dealing import AnyDeals
from .predicates import HandShape, Predicate, WeightedSum


class Combination(NamedTuple):
    """A condition that holds if all of its parts hold (`is_all`), or if any part holds."""

    parts: tuple["Condition", ...]
    is_all: bool


class Not(NamedTuple):
    """A condition that holds if its part does not hold."""

    part: "Condition"


class Leaf(NamedTuple):
    """A condition on the cards of some hands and piles taken together: a predicate, with a minimum and a maximum.

    `path` is where the leaf stands in the request, such as `where.all[1].shape`.
    """

    path: str
    places: tuple[str, ...]
    predicate: Predicate
    min: int | None
    max: int | None


class WeightedPart(NamedTuple):
    """A part of a sum. It counts if `when` holds, or always if there is no `when`.

    A leaf or a sum without bounds counts its weight times its number; any other part counts its weight if it holds.
    """

    weight: int
    condition: "Condition"
    when: "Condition | None"

    @property
    def conditions(self) -> list["Condition"]:
        return [self.condition, *([self.when] if self.when else [])]


class Weighted(NamedTuple):
    """A condition on a sum."""

    path: str
    parts: tuple[WeightedPart, ...]
    min: int | None
    max: int | None


Condition = Combination | Not | Leaf | Weighted


def list_leaves(condition: Condition) -> list[Leaf]:
    """Return the leaves of a condition, at any depth, in the order of the request."""
    match condition:
        case Leaf():
            return [condition]
        case Not(part):
            return list_leaves(part)
        case Combination(conditions):
            return [leaf for part in conditions for leaf in list_leaves(part)]
        case Weighted(_, parts):
            return [
                leaf
                for part in parts
                for condition in part.conditions
                for leaf in list_leaves(condition)
            ]


class Contradiction(NamedTuple):
    """Why no deal can fulfil a condition."""

    path: str
    """Where the leaf or sum that cannot be fulfilled stands in the request, such as `where.all[1].shape`."""
    sentence: str
    reason: Reason | None = None
    """The reason for programs, if it has a code."""


def find_contradiction(
    condition: Condition, deals: AnyDeals, *, is_negated: bool = False
) -> Contradiction | None:
    """Return why no deal can fulfil a condition, or its negation if `is_negated`; None if no reason is found.

    No reason is found for every contradiction: each leaf is looked at by itself, and leaves of an `all` together.
    Of North with 15 points or more and North with 9 or fewer, the second has the contradiction in an `all`, and an
    `any` has none.
    """
    match condition:
        case Leaf() | Weighted():
            return _find_contradiction_of_bounds(
                condition, deals, is_negated=is_negated
            )
        case Not(part):
            return find_contradiction(part, deals, is_negated=not is_negated)
        case Combination(parts, is_all):
            contradictions = [
                find_contradiction(part, deals, is_negated=is_negated) for part in parts
            ]
            found = [item for item in contradictions if item is not None]
            # A negated `all` holds if any part fails, and a negated `any` holds if all parts fail.
            one_part_is_enough = is_all if is_negated else not is_all
            if one_part_is_enough:
                return found[0] if len(found) == len(parts) else None
            if found:
                return found[0]
            if is_negated:
                return None
            return _find_contradiction_between(_list_required_leaves(parts), deals)


def _find_contradiction_between(
    required: Sequence[Leaf], deals: AnyDeals
) -> Contradiction | None:
    """Return why no deal can fulfil all of some leaves together; None if no reason is found."""
    return _find_empty_range(required) or _find_shared_card(required, deals)


def _find_contradiction_of_bounds(
    leaf: Leaf | Weighted, deals: AnyDeals, *, is_negated: bool
) -> Contradiction | None:
    """Return why the number of a leaf or a sum is never between its bounds, or always if `is_negated`; or None."""
    if deals.procedure.needs_faces:  # the numbers of cards depend on them
        return None
    low, high = _find_range(leaf, deals)
    if is_negated:
        reaches_min = leaf.min is None or leaf.min <= low
        reaches_max = leaf.max is None or leaf.max >= high
        if reaches_min and reaches_max:
            return Contradiction(
                leaf.path,
                "Every deal fulfils this, so that its negation can never hold.",
            )
        return None
    is_above = leaf.min is not None and leaf.min > high
    is_below = leaf.max is not None and leaf.max < low
    if not is_above and not is_below:
        return None
    return _describe_impossible(leaf, deals, low, high)


class CardCount(Details):
    """A condition that the number of its cards makes impossible."""

    card_count: Annotated[int, "How many cards the condition is on"]


class CardBounds(CardCount, Bounds):
    """The numbers that so many cards can have."""


def _describe_impossible(
    leaf: Leaf | Weighted, deals: AnyDeals, low: int, high: int
) -> Contradiction:
    """Return the contradiction of a leaf or sum with a number, from `low` to `high`, that is never in its bounds."""
    bounds = Bounds(least=low, most=high)
    end = f"can fulfil this: the number is from {low} to {high}."
    if isinstance(leaf, Weighted):
        reason = Reason("impossible_sum", bounds)
        return Contradiction(leaf.path, f"No deal {end}", reason)
    size = sum(deals.sizes[place] for place in leaf.places)
    if isinstance(leaf.predicate, HandShape):
        sentence = f"No {size} cards of this deal can have this shape."
        reason = Reason("impossible_shape", CardCount(card_count=size))
        return Contradiction(leaf.path, sentence, reason)
    reason = Reason("impossible_number", CardBounds(card_count=size, **bounds))
    return Contradiction(leaf.path, f"No {size} cards of this deal {end}", reason)


def _find_range(leaf: Leaf | Weighted, deals: AnyDeals) -> tuple[int, int]:
    """Return a lower and an upper bound of the number of a leaf or of a sum, in any deal.

    The cards of a leaf are the cards given to its hands, and as many of the remaining cards as have room there. A sum
    adds up the bounds of its parts: a part with the weight 2 and the numbers 0 to 3 adds 0 to 6, and any part that is
    no number adds 0 or its weight. With `when`, a part may add 0 as well. No deal has to reach a bound, as parts of a
    sum may exclude each other.
    """
    if isinstance(leaf, Leaf):
        cards = [card for place in leaf.places for card in deals.given_by_place[place]]
        size = sum(deals.sizes[place] for place in leaf.places)
        return leaf.predicate.bounds(cards, deals.remaining_cards, size - len(cards))
    low = 0
    high = 0
    for part in leaf.parts:
        bounds = (0, 1)
        if is_number(part.condition):
            bounds = _find_range(part.condition, deals)
        ends = [part.weight * end for end in bounds]
        if part.when:
            ends.append(0)
        low += min(ends)
        high += max(ends)
    return low, high


def is_number(part: Condition) -> TypeGuard[Leaf | Weighted]:
    """Return whether a part of a sum counts as its number: a leaf or a sum without min and max.

    Any other part counts as 1 if it holds, and as 0 otherwise.
    """
    return isinstance(part, Leaf | Weighted) and part.min is None and part.max is None


def _find_empty_range(required: Sequence[Leaf]) -> Contradiction | None:
    """Return a contradiction at the first leaf that, with the bounds of earlier leaves, leaves no number, or None.

    Only leaves of the same hands with equal predicates are compared: 12 points or more, and later up to 9, of North.
    """
    ranges: dict[tuple[frozenset[str], Predicate], tuple[int | None, int | None]] = {}
    for leaf in required:
        key = frozenset(leaf.places), leaf.predicate
        low, high = ranges.get(key, (None, None))
        if leaf.min is not None:
            low = leaf.min if low is None else max(low, leaf.min)
        if leaf.max is not None:
            high = leaf.max if high is None else min(high, leaf.max)
        if low is not None and high is not None and low > high:
            return Contradiction(
                leaf.path,
                "Contradicts another bound of the same number: a minimum is above a maximum.",
            )
        ranges[key] = low, high
    return None


def _find_shared_card(
    required: Sequence[Leaf], deals: AnyDeals
) -> Contradiction | None:
    """Return a contradiction at the first leaf that needs a card that an earlier leaf needs elsewhere, or None.

    If a leaf needs the ace of spades in the hand of North, and the next leaf needs it in the hand of East, return the
    path of the next leaf.
    """
    place_of_card: dict[int, tuple[str, ...]] = {}
    for leaf in required:
        for card in _list_required_cards(leaf):
            owners = place_of_card.setdefault(card, leaf.places)
            if not set(owners) & set(leaf.places):
                name = deals.name_card(card)
                return Contradiction(
                    leaf.path,
                    f"{name} cannot be in {' or '.join(leaf.places)}: {' or '.join(owners)} must have it.",
                )
    return None


def _list_required_leaves(parts: Sequence[Condition]) -> list[Leaf]:
    """Return the leaves that hold whenever all parts hold: leaves among the parts, and among the parts of an `all`."""
    required_leaves: list[Leaf] = []
    for part in parts:
        if isinstance(part, Leaf):
            required_leaves.append(part)
        elif isinstance(part, Combination) and part.is_all:
            required_leaves += _list_required_leaves(part.parts)
    return required_leaves


def _list_required_cards(leaf: Leaf) -> list[int]:
    """Return the cards that the hands of a leaf must have: all that it counts if `min` is their number, else [].

    With `min` 2, a leaf that counts the cards 0 and 13 requires [0, 13]; with `min` 1 it requires none.
    """
    if not isinstance(leaf.predicate, WeightedSum) or leaf.min is None:
        return []
    weights = leaf.predicate.weights
    counts_cards = set(weights) <= {0, 1}
    if not counts_cards:
        return []
    cards = [card for card, weight in enumerate(weights) if weight]
    needs_every_card = leaf.min >= len(cards)
    return cards if needs_every_card else []
