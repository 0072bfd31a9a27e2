"""Evaluate a condition on many deals at a time, with masks: a mask has a bit for each card of the shoe."""

from array import array
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..games.dealing import AnyDeals
from .condition import (
    Combination,
    Condition,
    Leaf,
    Not,
    Weighted,
    is_number,
    list_leaves,
)
from .predicates import WORD, Masks

Rows = NDArray[np.integer]
"""The drawn orders of many results: a row for each position, a column for each result."""
Flags = NDArray[np.bool_]
"""A flag for each of many deals."""
MaskOf = Callable[[str, NDArray[np.intp] | None], Masks]
"""Takes a hand or pile, and the numbers of some deals (None: all), and returns the masks of its cards."""


class DealtPlaces:
    """The masks of the hands and piles of `size` deals, computed by `mask_of` when a leaf first needs them.

    `selected` has the numbers of the deals; None stands for all.
    """

    def __init__(
        self, size: int, mask_of: MaskOf, selected: NDArray[np.intp] | None = None
    ) -> None:
        self.size = size
        self._mask_of = mask_of
        self._selected = selected
        self._masks: dict[str, Masks] = {}

    def masks(self, places: Sequence[str]) -> Masks:
        """Return the masks of the cards of several places together, for each deal."""
        masks = []
        for place in places:
            if place not in self._masks:
                self._masks[place] = self._mask_of(place, self._selected)
            masks.append(self._masks[place])
        if len(masks) == 1:
            return masks[0]
        return [np.bitwise_or.reduce(words) for words in zip(*masks, strict=True)]

    def select(self, flags: Flags) -> "DealtPlaces":
        """Return the masks of only the deals with a true flag."""
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
            values = _evaluate_number(condition, places)
            flags = np.ones(places.size, np.bool_)
            if condition.min is not None:
                flags &= values >= condition.min
            if condition.max is not None:
                flags &= values <= condition.max
            return flags
        case Not(part):
            return ~evaluate(part, places)
        case Combination(parts, is_all):
            return _evaluate_combination(parts, places, is_all=is_all)


def _evaluate_number(leaf: Leaf | Weighted, places: DealtPlaces) -> NDArray[Any]:
    """Return the number of a leaf, or of a sum, for each deal, whatever its bounds.

    Twice the points of North, where the points are 3 in one deal and 10 in the next, give [6, 20].
    """
    if isinstance(leaf, Leaf):
        return leaf.predicate.values(places.masks(leaf.places))
    total = np.zeros(places.size, np.int64)
    for part in leaf.parts:
        numbers = _evaluate_part(part.condition, places)
        if part.when is not None:
            numbers = numbers * evaluate(part.when, places)
        total += part.weight * numbers
    return total


def _evaluate_part(condition: Condition, places: DealtPlaces) -> NDArray[Any]:
    """Return what a part of a sum counts in each deal, without its weight: its number, or whether it holds."""
    if is_number(condition):
        return _evaluate_number(condition, places)
    return evaluate(condition, places)


def _evaluate_combination(
    parts: Sequence[Condition], places: DealtPlaces, *, is_all: bool
) -> Flags:
    """Return a flag for each deal: whether all parts hold (`is_all`), or any part.

    With `is_all`, a part decides the deals where it does not hold, otherwise the deals where it holds. The next part
    sees only undecided deals.
    """
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
    """The cards of a hand or pile."""

    rows: list[int]  # the positions of an order that go to the place, rows of `Rows`
    certain: list[int]  # the given cards of the place
    certain_mask: int  # the mask of one word with the given cards


class _CardsOfDeals(NamedTuple):
    """The cards that a hand or pile gets in many deals."""

    cards: "array[int]"  # of all deals in turn
    counts: list[int]  # how many of the cards each deal has


class Evaluator:
    """A condition, prepared to be evaluated on many deals of a table."""

    def __init__(self, condition: Condition, deals: AnyDeals) -> None:
        self.condition = condition
        self.deals = deals
        self._words = -(-deals.size // WORD)  # of a mask
        self._contents: dict[int, dict[str, _PlaceContents]] = {}  # by the phase

    def matches(self, rows: Rows, first_board: int) -> Flags:
        """Return a flag for each order, a column of `rows`: whether its deal fulfils the condition.

        The first column is dealt as board `first_board`, the next column as the next board. Boards that are a period
        apart are dealt alike, so they are evaluated together, phase by phase: at bridge, the columns 0, 4, 8, ….
        """
        if self.deals.procedure.needs_faces:
            return evaluate(self.condition, self._deal_singly(rows, first_board))
        flags = np.empty(rows.shape[1], np.bool_)
        period = self.deals.boards
        for phase in range(min(period, rows.shape[1])):
            columns = rows
            if period > 1:
                columns = np.ascontiguousarray(rows[:, phase::period])
            contents = self._find_contents((first_board + phase) % period)
            mask_of = partial(self._gather_cards, contents, columns)
            places = DealtPlaces(columns.shape[1], mask_of)
            flags[phase::period] = evaluate(self.condition, places)
        return flags

    def _gather_cards(
        self,
        contents: Mapping[str, _PlaceContents],
        rows: Rows,
        place: str,
        selected: NDArray[np.intp] | None,
    ) -> Masks:
        """Return the masks of a hand or pile in the deals of `rows`, or only in deals `selected` by their numbers.

        If North gets the positions 0 and 2, and card 9 is given to North, its mask for the order 3, 7, 5 has the bits
        3, 5 and 9, provided that no card below 9 is given.
        """
        of_place = contents[place]
        size = rows.shape[1] if selected is None else len(selected)
        # For each position: the place of the dealt card, in each deal, among the remaining cards.
        dealt = (
            rows[row] if selected is None else rows[row][selected]
            for row in of_place.rows
        )
        if self._words == 1:
            mask = np.full(size, of_place.certain_mask, np.uint64)
            for cards in dealt:
                mask |= self._bits[cards]
            return [mask]
        # One flag for each card: the time for words would grow with the square of the shoe.
        flags = np.zeros((size, self._words * WORD), np.bool_)
        flags[:, of_place.certain] = True
        all_flags = flags.reshape(-1)  # of all deals in a row, with the same memory
        starts = np.arange(size) * flags.shape[1]
        for cards in dealt:
            all_flags[starts + self._remaining_cards[cards]] = True
        return to_masks(flags)

    @cached_property
    def _remaining_cards(self) -> NDArray[np.intp]:
        return np.array(self.deals.remaining_cards, np.intp)

    @cached_property
    def _bits(self) -> NDArray[np.uint64]:
        """The bit of each remaining card in a mask of one word."""
        return np.uint64(1) << self._remaining_cards.astype(np.uint64)

    def _find_contents(self, phase: int) -> dict[str, _PlaceContents]:
        """Return the rows of `Rows` and the given cards that are dealt to each hand and pile, by its name.

        `phase` is the number of a board modulo `deals.boards`: all boards of a phase are dealt alike. The result is
        cached by phase.
        """
        if phase not in self._contents:
            row_of = {card: row for row, card in enumerate(self.deals.remaining_cards)}
            cards_by_place = self.deals.cards_by_place(range(len(row_of)), phase)
            contents = {}
            for name, cards in cards_by_place.items():
                certain = [card for card in cards if card not in row_of]
                rows = [row_of[card] for card in cards if card in row_of]
                mask = sum(1 << card for card in certain)
                contents[name] = _PlaceContents(rows, certain, mask)
            # Set all contents at once, as other threads may use this evaluator.
            self._contents[phase] = contents
        return self._contents[phase]

    def _deal_singly(self, rows: Rows, first_board: int) -> DealtPlaces:
        """Return the places of the deals of `rows`, a column for each. The first is dealt as board `first_board`.

        Each is dealt by itself, as the faces of cards decide who gets the cards.
        """
        names = {place for leaf in list_leaves(self.condition) for place in leaf.places}
        cards_by_place = {name: _CardsOfDeals(array("I"), []) for name in names}
        for board, order in enumerate(rows.T, start=first_board):
            places = self.deals.cards_by_place(order.tolist(), board)
            for name, of_place in cards_by_place.items():
                pile = places.get(name, ())
                of_place.cards.extend(pile)
                of_place.counts.append(len(pile))
        mask_of = partial(self._flag_cards, cards_by_place)
        return DealtPlaces(rows.shape[1], mask_of)

    def _flag_cards(
        self,
        cards_by_place: Mapping[str, _CardsOfDeals],
        place: str,
        selected: NDArray[np.intp] | None,
    ) -> Masks:
        """Return the masks of the cards of a hand or pile in all deals, or only in deals `selected` by their numbers.

        If North gets the cards 3 and 5 in the first deal, and 7 in the second, the masks have the bits 3 and 5, and 7.
        """
        cards, counts = cards_by_place[place]
        flags = np.zeros((len(counts), self._words * WORD), np.bool_)
        deal_of_card = np.repeat(np.arange(len(counts)), counts)
        flags[deal_of_card, np.frombuffer(cards, np.uintc)] = True
        return to_masks(flags if selected is None else flags[selected])


def to_masks(flags: Flags) -> Masks:
    """Return the masks of deals; `flags` has a row for each deal with a flag for each card."""
    words = np.packbits(flags, bitorder="little").view("<u8")
    by_deal = words.reshape(len(flags), flags.shape[1] // WORD)
    return list(by_deal.T.astype(np.uint64, order="C"))
