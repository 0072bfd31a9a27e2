"""Evaluate conditions on many deals at a time."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from service.core.conditions.condition import Combination, Condition, Leaf, Not, leaves
from service.core.conditions.predicates import WORD, Masks
from service.core.games.deals import AnyDeals

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
        found = []
        for place in places:
            if place not in self._masks:
                self._masks[place] = self._mask_of(place, self._selected)
            found.append(self._masks[place])
        return found[0] if len(found) == 1 else [np.bitwise_or.reduce(words) for words in zip(*found, strict=True)]

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
        case Combination(parts, is_all):
            return _evaluate_parts(parts, places, is_all=is_all)


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


class _Source(NamedTuple):
    """The rows of a drawn order that go to a place, and the cards that are there in every deal."""

    rows: list[int]
    known: list[int]
    known_mask: int


class Evaluator:
    """A condition compiled for the deals of a table."""

    def __init__(self, condition: Condition, deals: AnyDeals) -> None:
        self.condition, self.deals = condition, deals
        self._words = -(-deals.size // WORD)
        self._sources: dict[int, dict[str, _Source]] = {}

    def matches(self, rows: Rows, first: int) -> Flags:
        """Return whether each of the drawn orders, the deals of the boards from `first` on, fulfils the condition."""
        if self.deals.procedure.needs_faces:
            return evaluate(self.condition, self._deal_singly(rows, first))
        flags, period = np.empty(rows.shape[1], np.bool_), self.deals.boards
        for phase in range(min(period, rows.shape[1])):
            columns = rows if period == 1 else np.ascontiguousarray(rows[:, phase::period])
            sources = self._sources_of((first + phase) % period)
            places = DealtPlaces(columns.shape[1], partial(self._gather, sources, columns))
            flags[phase::period] = evaluate(self.condition, places)
        return flags

    def _gather(
        self, sources: Mapping[str, _Source], rows: Rows, place: str, selected: NDArray[np.intp] | None
    ) -> Masks:
        """Return the masks of a place of the deals `selected` (None: all), of drawn orders."""
        source = sources[place]
        size = rows.shape[1] if selected is None else len(selected)
        if self._words == 1:
            mask = np.full(size, source.known_mask, np.uint64)
            for row in source.rows:
                mask |= self._bits[rows[row] if selected is None else rows[row][selected]]
            return [mask]
        # A flag for each card, as the time for words grows with the square of the shoe.
        flags = np.zeros((size, self._words * WORD), np.bool_)
        flags[:, source.known] = True
        flat, starts = flags.reshape(-1), np.arange(size) * flags.shape[1]
        for row in source.rows:
            flat[starts + self._rest[rows[row] if selected is None else rows[row][selected]]] = True
        return to_masks(flags)

    @cached_property
    def _rest(self) -> NDArray[np.intp]:
        return np.array(self.deals.rest, np.intp)

    @cached_property
    def _bits(self) -> NDArray[np.uint64]:
        """The bit of each drawn card in a mask of one word."""
        return np.uint64(1) << self._rest.astype(np.uint64)

    def _sources_of(self, phase: int) -> dict[str, _Source]:
        if phase not in self._sources:
            row_of = {card: row for row, card in enumerate(self.deals.rest)}
            sources = self._sources[phase] = {}
            for name, cards in self.deals.cards_by_place(range(len(row_of)), phase).items():
                known = [card for card in cards if card not in row_of]
                rows = [row_of[card] for card in cards if card in row_of]
                sources[name] = _Source(rows, known, sum(1 << card for card in known))
        return self._sources[phase]

    def _deal_singly(self, rows: Rows, first: int) -> DealtPlaces:
        needed = {place for leaf in leaves(self.condition) for place in leaf.places}
        dtype = np.min_scalar_type(self.deals.size - 1)
        dealt = []
        for board, order in enumerate(rows.T, start=first):
            places = self.deals.cards_by_place(order.tolist(), board)
            dealt.append({place: np.array(places.get(place, ()), dtype) for place in needed})

        def mask_of(place: str, selected: NDArray[np.intp] | None) -> Masks:
            chosen = dealt if selected is None else [dealt[at] for at in selected.tolist()]
            flags = np.zeros((len(chosen), self._words * WORD), np.bool_)
            for row, deal in zip(flags, chosen, strict=True):
                row[deal[place]] = True
            return to_masks(flags)

        return DealtPlaces(rows.shape[1], mask_of)


def to_masks(flags: Flags) -> Masks:
    """Return the masks of deals from a row of flags for each, with a flag for each card."""
    words = np.packbits(flags, bitorder="little").view("<u8")
    return list(words.reshape(len(flags), flags.shape[1] // WORD).T.astype(np.uint64, order="C"))
