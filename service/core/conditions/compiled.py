"""Evaluate conditions on many deals at a time."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial

import numpy as np
from numpy.typing import NDArray

from service.core.conditions.condition import All, Any, Condition, Leaf, Not, leaves
from service.core.conditions.layout import Layout
from service.core.conditions.predicates import WORD, Masks

Rows = NDArray[np.integer]
"""The drawn orders of many results: a row for each position, a column for each result."""
Flags = NDArray[np.bool_]
MaskOf = Callable[[str, NDArray[np.intp] | None], Masks]
"""A function that returns the masks of a place for some of the deals, or for all."""


class DealtPlaces:
    """The masks of the hands and piles of many deals, each computed when a leaf first needs it.

    `mask_of` computes that of one place for the deals `selected` (None: all).
    """

    def __init__(self, size: int, mask_of: MaskOf, selected: NDArray[np.intp] | None = None) -> None:
        self.size = size
        self._mask_of, self._selected = mask_of, selected
        self._masks: dict[str, Masks] = {}

    def masks(self, places: Sequence[str]) -> Masks:
        """Return the masks of some places taken together."""
        for place in places:
            if place not in self._masks:
                self._masks[place] = self._mask_of(place, self._selected)
        masks = [self._masks[place] for place in places]
        if len(masks) == 1:
            return masks[0]
        return [np.bitwise_or.reduce(words) for words in zip(*masks, strict=True)]

    def select(self, flags: Flags) -> "DealtPlaces":
        """Return the places of the deals that are flagged."""
        kept = np.flatnonzero(flags)
        selected = kept if self._selected is None else self._selected[kept]
        places = DealtPlaces(len(kept), self._mask_of, selected)
        places._masks = {place: [mask[kept] for mask in masks] for place, masks in self._masks.items()}
        return places


def evaluate(condition: Condition, places: DealtPlaces) -> Flags:
    """Return whether each deal fulfils a condition. Later parts look at the deals that earlier ones leave open."""
    match condition:
        case Leaf():
            values = condition.predicate.values(places.masks(condition.places))
            flags = np.ones(places.size, np.bool_)
            if condition.min is not None:
                flags &= values >= condition.min
            if condition.max is not None:
                flags &= values <= condition.max
            return flags
        case Not(part):
            return ~evaluate(part, places)
        case All(parts):
            return _evaluate_parts(parts, places, is_all=True)
        case Any(parts):
            return _evaluate_parts(parts, places, is_all=False)


def _evaluate_parts(parts: Sequence[Condition], places: DealtPlaces, *, is_all: bool) -> Flags:
    flags = np.full(places.size, is_all)
    undecided = places
    positions: NDArray[np.intp] | None = None
    for part in parts:
        result = evaluate(part, undecided)
        decided = ~result if is_all else result
        if positions is None:
            flags[decided] = not is_all
            positions = np.flatnonzero(~decided)
        else:
            flags[positions[decided]] = not is_all
            positions = positions[~decided]
        if not len(positions):
            break
        undecided = undecided.select(~decided)
    return flags


class Evaluator:
    """A condition compiled for the deals of a layout."""

    def __init__(self, condition: Condition, layout: Layout) -> None:
        self._condition, self.layout = condition, layout
        self._words = -(-len(layout.shoe) // WORD)
        self._sources: dict[int, dict[str, _Source]] = {}

    def matches(self, rows: Rows, first: int) -> Flags:
        """Return whether each of the drawn orders, the results from the number `first` on, fulfils the condition."""
        if self.layout.needs_faces:
            return evaluate(self._condition, self._deal_singly(rows, first))
        flags = np.empty(rows.shape[1], np.bool_)
        for phase in range(min(self.layout.period, rows.shape[1])):
            columns = rows if self.layout.period == 1 else np.ascontiguousarray(rows[:, phase :: self.layout.period])
            sources = self._sources_of((first + phase) % self.layout.period)
            places = DealtPlaces(columns.shape[1], partial(self._gather, sources, columns))
            flags[phase :: self.layout.period] = evaluate(self._condition, places)
        return flags

    def _gather(
        self, sources: Mapping[str, "_Source"], rows: Rows, place: str, selected: NDArray[np.intp] | None
    ) -> Masks:
        """Return the masks of a place of the deals `selected` (None: all), of drawn orders."""
        source = sources[place]
        size = rows.shape[1] if selected is None else len(selected)
        drawn = (rows[row] if selected is None else rows[row][selected] for row in source.rows)
        if self._words == 1:
            mask = np.full(size, sum(1 << card for card in source.known), np.uint64)
            for cards in drawn:
                mask |= self._bits[cards]
            return [mask]
        # A flag for each card, as the time for words grows with the square of the shoe.
        flags = np.zeros((size, self._words * WORD), np.bool_)
        flags[:, source.known] = True
        flat, starts = flags.reshape(-1), np.arange(size) * flags.shape[1]
        for cards in drawn:
            flat[starts + self._rest[cards]] = True
        return to_masks(flags)

    @cached_property
    def _rest(self) -> NDArray[np.intp]:
        return np.array(self.layout.rest, np.intp)

    @cached_property
    def _bits(self) -> NDArray[np.uint64]:
        """The bit of each drawn card in a mask of one word."""
        return np.uint64(1) << self._rest.astype(np.uint64)

    def _sources_of(self, phase: int) -> "dict[str, _Source]":
        if phase not in self._sources:
            drawn = {card: row for row, card in enumerate(self.layout.rest)}
            places = self.layout.cards_by_place(range(len(self.layout.rest)), phase)
            self._sources[phase] = {name: _Source(cards, drawn) for name, cards in places.items()}
        return self._sources[phase]

    def _deal_singly(self, rows: Rows, first: int) -> DealtPlaces:
        deals = []
        for number, order in enumerate(rows.T, start=first):
            places = self.layout.cards_by_place(order.tolist(), number)
            deals.append({name: np.array(places.get(name, ()), self._dtype) for name in self._places})

        def mask_of(place: str, selected: NDArray[np.intp] | None) -> Masks:
            chosen = deals if selected is None else [deals[at] for at in selected.tolist()]
            flags = np.zeros((len(chosen), self._words * WORD), np.bool_)
            for row, deal in zip(flags, chosen, strict=True):
                row[deal[place]] = True
            return to_masks(flags)

        return DealtPlaces(rows.shape[1], mask_of)

    @cached_property
    def _places(self) -> set[str]:
        """The places on which the condition depends."""
        return {place for leaf in leaves(self._condition) for place in leaf.places}

    @cached_property
    def _dtype(self) -> np.dtype[np.generic]:
        """The smallest type of the index of a card."""
        return np.min_scalar_type(len(self.layout.shoe) - 1)


class _Source:
    """The rows of a drawn order that go to a place, and its known cards."""

    def __init__(self, cards: Sequence[int], drawn: dict[int, int]) -> None:
        self.rows = [drawn[card] for card in cards if card in drawn]
        self.known = [card for card in cards if card not in drawn]


def to_masks(flags: Flags) -> Masks:
    """Return the masks of deals from a row of flags for each, with a flag for each card."""
    words = np.packbits(flags, bitorder="little").view("<u8")
    return list(words.reshape(len(flags), flags.shape[1] // WORD).T.astype(np.uint64, order="C"))
