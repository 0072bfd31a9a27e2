"""Evaluate conditions on many deals at a time."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial

import numpy as np
from numpy.typing import NDArray

from service.core.conditions.condition import All, Any, Condition, Leaf, Not
from service.core.conditions.layout import Layout
from service.core.conditions.predicates import WORD, Masks, to_words

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
        masks = []
        for word, known in enumerate(source.known):
            table, mask = self._tables[word], np.full(size, known, np.uint64)
            for row in source.rows:
                drawn = rows[row] if selected is None else rows[row][selected]
                mask |= table[drawn]
            masks.append(mask)
        return masks

    @cached_property
    def _tables(self) -> list[NDArray[np.uint64]]:
        """For each word of a mask, the bits that each drawn card has in it."""
        bits = [[to_word(card, word) for card in self.layout.rest] for word in range(self._words)]
        return [np.array(row, np.uint64) for row in bits]

    def _sources_of(self, phase: int) -> "dict[str, _Source]":
        if phase not in self._sources:
            drawn = {card: row for row, card in enumerate(self.layout.rest)}
            places = self.layout.cards_by_place(range(len(self.layout.rest)), phase)
            self._sources[phase] = {name: _Source(cards, drawn, self._words) for name, cards in places.items()}
        return self._sources[phase]

    def _deal_singly(self, rows: Rows, first: int) -> DealtPlaces:
        deals = [self.layout.cards_by_place(order, first + at) for at, order in enumerate(rows.T.tolist())]

        def mask_of(place: str, selected: NDArray[np.intp] | None) -> Masks:
            chosen = deals if selected is None else [deals[at] for at in selected.tolist()]
            words = [to_words(deal.get(place, ())) for deal in chosen]
            padded = [(*word, *(0,) * (self._words - len(word))) for word in words]
            return list(np.array(padded, np.uint64).reshape(len(chosen), self._words).T.copy())

        return DealtPlaces(rows.shape[1], mask_of)


class _Source:
    """The rows of a drawn order that go to a place, and the mask of its known cards."""

    def __init__(self, cards: Sequence[int], drawn: dict[int, int], words: int) -> None:
        self.rows = [drawn[card] for card in cards if card in drawn]
        known = [card for card in cards if card not in drawn]
        self.known = [sum(to_word(card, word) for card in known) for word in range(words)]


def to_word(card: int, word: int) -> int:
    """Return the bit of a card in a word of a mask, 0 if it is in another word."""
    return 1 << card - word * WORD if card // WORD == word else 0
