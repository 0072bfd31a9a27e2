"""Evaluate a condition on many deals at a time, with masks: a mask has a bit for each card of the shoe."""

from array import array
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..games.deals import AnyDeals
from .condition import Combination, Condition, Leaf, Not, Weighted, is_number, leaves
from .predicates import WORD, Masks

Rows = NDArray[
    np.integer
]  # the drawn orders of many results: a row for each position, a column for each result
Flags = NDArray[np.bool_]
MaskOf = Callable[[str, NDArray[np.intp] | None], Masks]
"""Takes a hand or pile, and the numbers of some deals (None: all), and returns the masks of its cards."""


class DealtPlaces:
    """The masks of the hands and piles of `size` deals, computed by `mask_of` when a leaf first needs them.

    `selected` has the numbers of the deals, None for all.
    """

    def __init__(
        self, size: int, mask_of: MaskOf, selected: NDArray[np.intp] | None = None
    ) -> None:
        self.size = size
        self._mask_of, self._selected = mask_of, selected
        self._masks: dict[str, Masks] = {}

    def masks(self, places: Sequence[str]) -> Masks:
        """Return the masks of the cards of several places together, for each deal."""
        masks = []
        for place in places:
            if place not in self._masks:
                self._masks[place] = self._mask_of(place, self._selected)
            masks.append(self._masks[place])
        return (
            masks[0]
            if len(masks) == 1
            else [np.bitwise_or.reduce(words) for words in zip(*masks, strict=True)]
        )

    def select(self, flags: Flags) -> "DealtPlaces":
        """Return the masks of the deals with a true flag alone."""
        numbers = np.flatnonzero(flags)
        selected = numbers if self._selected is None else self._selected[numbers]
        places = DealtPlaces(len(numbers), self._mask_of, selected)
        places._masks = {
            place: [mask[numbers] for mask in masks]
            for place, masks in self._masks.items()
        }
        return places


def evaluate(condition: Condition, places: DealtPlaces) -> Flags:
    """Return a flag for each deal: whether it fulfils a condition. Later parts see only deals still undecided."""
    match condition:
        case Leaf() | Weighted():
            values = _count(condition, places)
            flags = (
                np.ones(places.size, np.bool_)
                if condition.min is None
                else values >= condition.min
            )
            return flags if condition.max is None else flags & (values <= condition.max)
        case Not(part):
            return ~evaluate(part, places)
        case Combination(parts, is_all):
            return _evaluate_parts(parts, places, is_all=is_all)


def _count(leaf: Leaf | Weighted, places: DealtPlaces) -> NDArray[Any]:
    """Return the number of a leaf, or of a sum, for each deal."""
    if isinstance(leaf, Leaf):
        return leaf.predicate.values(places.masks(leaf.places))
    total = np.zeros(places.size, np.int64)
    for weight, part, when in leaf.parts:
        numbers = _count(part, places) if is_number(part) else evaluate(part, places)
        total += weight * (
            numbers if when is None else numbers * evaluate(when, places)
        )
    return total


def _evaluate_parts(
    parts: Sequence[Condition], places: DealtPlaces, *, is_all: bool
) -> Flags:
    flags = np.full(places.size, is_all)
    positions = np.arange(places.size)  # of the deals still undecided
    for part in parts:
        is_decided = evaluate(part, places) != is_all
        flags[positions[is_decided]] = not is_all
        positions = positions[~is_decided]
        if not len(positions):
            break
        places = places.select(~is_decided)
    return flags


class _PlaceContents(NamedTuple):
    """The cards of a hand or pile: the positions (rows) of an order that are dealt to it, and its given cards."""

    rows: list[int]
    certain: list[int]
    certain_mask: int


class Evaluator:
    """A condition, prepared to be evaluated on many deals of a table."""

    def __init__(self, condition: Condition, deals: AnyDeals) -> None:
        self.condition, self.deals = condition, deals
        self._words = -(-deals.size // WORD)
        self._contents: dict[int, dict[str, _PlaceContents]] = {}

    def matches(self, rows: Rows, first: int) -> Flags:
        """Return a flag for each order, a column of `rows`: whether its deal fulfils the condition.

        The first column is dealt as board `first`, the next as the next board.
        """
        if self.deals.procedure.needs_faces:
            return evaluate(self.condition, self._deal_singly(rows, first))
        flags = np.empty(rows.shape[1], np.bool_)
        period = self.deals.boards
        for phase in range(min(period, rows.shape[1])):
            columns = (
                rows if period == 1 else np.ascontiguousarray(rows[:, phase::period])
            )
            contents = self._find_contents((first + phase) % period)
            places = DealtPlaces(
                columns.shape[1], partial(self._gather, contents, columns)
            )
            flags[phase::period] = evaluate(self.condition, places)
        return flags

    def _gather(
        self,
        contents: Mapping[str, _PlaceContents],
        rows: Rows,
        place: str,
        selected: NDArray[np.intp] | None,
    ) -> Masks:
        source = contents[place]
        size = rows.shape[1] if selected is None else len(selected)
        if self._words == 1:
            mask = np.full(size, source.certain_mask, np.uint64)
            for row in source.rows:
                mask |= self._bits[
                    rows[row] if selected is None else rows[row][selected]
                ]
            return [mask]
        # A flag for each card, as the time for words grows with the square of the shoe.
        flags = np.zeros((size, self._words * WORD), np.bool_)
        flags[:, source.certain] = True
        flat = flags.reshape(-1)
        starts = np.arange(size) * flags.shape[1]
        for row in source.rows:
            flat[
                starts
                + self._remaining_cards[
                    rows[row] if selected is None else rows[row][selected]
                ]
            ] = True
        return to_masks(flags)

    @cached_property
    def _remaining_cards(self) -> NDArray[np.intp]:
        return np.array(self.deals.remaining_cards, np.intp)

    @cached_property
    def _bits(self) -> NDArray[np.uint64]:
        """The bit of each remaining card in a mask of one word."""
        return np.uint64(1) << self._remaining_cards.astype(np.uint64)

    def _find_contents(self, phase: int) -> dict[str, _PlaceContents]:
        if phase not in self._contents:
            row_of = {card: row for row, card in enumerate(self.deals.remaining_cards)}
            contents = {}
            for name, cards in self.deals.cards_by_place(
                range(len(row_of)), phase
            ).items():
                certain = [card for card in cards if card not in row_of]
                rows = [row_of[card] for card in cards if card in row_of]
                contents[name] = _PlaceContents(
                    rows, certain, sum(1 << card for card in certain)
                )
            self._contents[phase] = (
                contents  # whole, as other threads may use this evaluator
            )
        return self._contents[phase]

    def _deal_singly(self, rows: Rows, first: int) -> DealtPlaces:
        names = {place for leaf in leaves(self.condition) for place in leaf.places}
        cards = {name: array("I") for name in names}
        sizes = {name: list[int]() for name in names}
        for board, order in enumerate(rows.T, start=first):
            places = self.deals.cards_by_place(order.tolist(), board)
            for name in names:
                pile = places.get(name, ())
                cards[name].extend(pile)
                sizes[name].append(len(pile))

        def mask_of(place: str, selected: NDArray[np.intp] | None) -> Masks:
            flags = np.zeros((rows.shape[1], self._words * WORD), np.bool_)
            flags[
                np.repeat(np.arange(len(flags)), sizes[place]),
                np.frombuffer(cards[place], np.uintc),
            ] = True
            return to_masks(flags if selected is None else flags[selected])

        return DealtPlaces(rows.shape[1], mask_of)


def to_masks(flags: Flags) -> Masks:
    """Return the masks of deals; `flags` has a row for each deal with a flag for each card."""
    words = np.packbits(flags, bitorder="little").view("<u8")
    return list(
        words.reshape(len(flags), flags.shape[1] // WORD).T.astype(np.uint64, order="C")
    )
