"""Shown cards: each with the proof that it lies at its position of a round, for people who know the root alone."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Annotated, Any

from service.core.errors import Conflict, Refused, UnsupportedParameter
from service.core.kinds import Integer, ListOf, PlaceName
from service.core.sealed.receipts import Receipt
from service.core.sealed.rounds import Bitmap, Round, hash_seed
from service.core.sealed.shoe import SealedShoe
from service.core.sealed.terms import MAX_PRIVATE, ShoeScheme
from service.core.shuffles.plans import Limits

MAX_SHOWN = 500
"""The most cards that a request shows, or puts in views: each has a path of up to 16 digests."""

_Names = partial(ListOf, item=PlaceName(), max_length=100, is_empty_default=False)
_POSITION = Integer(max=MAX_PRIVATE - 1)


@dataclass(frozen=True, kw_only=True)
class Selection:
    """The cards to show of those told in this round: those of hands and piles, and single ones."""

    seats: Annotated[tuple[str, ...] | None, _Names("Seats whose told cards to show.", example=["1"])] = None
    piles: Annotated[tuple[str, ...] | None, _Names("Piles whose told cards to show.", example=["board"])] = None
    positions: Annotated[
        tuple[int, ...] | None,
        ListOf("Positions of told cards.", _POSITION, MAX_SHOWN, is_empty_default=False, example=[0]),
    ] = None


def show_card(current: Round, position: int) -> dict[str, Any]:
    """Return the card at a position, with its proof."""
    index = int(current.order[position])
    [(name, [label])] = current.terms.label_cards([index]).items()
    return {
        "round": current.number,
        "position": position,
        "index": index,
        name.removesuffix("s"): label,
        "salt": current.salt(position).hex(),
        "path": [step.hex() for step in current.tree.path(position)],
    }


def show_cards(shoe: SealedShoe, current: Round, selection: Selection, limits: Limits) -> list[dict[str, Any]]:
    """Return the selected cards of the current round of a shoe, in ascending position.

    Raises `Refused` for a seat or a pile that the shoe has not, `Conflict` for cards that were not told in this round.
    """
    if shoe.terms.scheme is not ShoeScheme.SHOE3:
        raise Refused("shoe", f"This shoe is of {shoe.terms.scheme}; cards of {ShoeScheme.SHOE3} can be shown alone.")
    positions = sorted({*_find_told(shoe, current, selection)})
    if len(positions) > MAX_SHOWN:
        raise Refused("positions", f"This asks for {len(positions):,} cards; {MAX_SHOWN} are the most at once.")
    limits.check_items(len(positions), "positions")
    return [show_card(current, position) for position in positions]


def _find_told(shoe: SealedShoe, current: Round, selection: Selection) -> Iterator[int]:
    """Yield the positions of the selected cards."""
    for position in selection.positions or ():
        if position >= shoe.size:
            raise Refused("positions", f"{position:,} is no position; this shoe has 0 to {shoe.size - 1:,}.")
        if position not in shoe.told:
            raise Conflict("positions", f"The card at position {position:,} was not told in this round.")
        yield position
    if selection.seats:
        yield from _find_places(shoe, current, "seats", selection.seats)
    if selection.piles:
        yield from _find_places(shoe, current, "piles", selection.piles)


def _find_places(shoe: SealedShoe, current: Round, field: str, names: Collection[str]) -> Iterator[int]:
    """Yield the positions of the told cards of seats, which are in hands, or in piles."""
    if shoe.terms.table is None:
        raise UnsupportedParameter("A shoe without a game", field, belongs_to=["a shoe of a game"])
    kind = "hands" if field == "seats" else field
    laid = [cards for cards in shoe.lay_out(current).cards if cards.kind == kind]
    known = shoe.terms.seats if kind == "hands" else tuple(dict.fromkeys(cards.name for cards in laid))
    for name in names:
        if name not in known:
            raise Refused(field, f"There is no {name!r} among the {field}: {', '.join(known) or 'none'}.")
        positions = chain.from_iterable(cards.positions for cards in laid if cards.name == name)
        told = Bitmap(shoe.told & Bitmap.of(positions))
        if not told:
            is_viewed = kind == "hands" and name in (shoe.terms.view_keys or {})
            hint = "; its player alone can show cards of a view" if is_viewed else ""
            raise Conflict(field, f"No card of {name!r} was told in this round{hint}.")
        yield from told


def write_partial(receipt: Receipt, current: Round, shown: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the partial receipt of a shoe in its last round as its JSON object: of all cards it has those shown."""
    full = receipt.to_json()
    in_play = None if receipt.in_play is None else len(receipt.in_play)
    return {
        **{name: full[name] for name in ("receipt", "commitment", "terms", "client_seed")},
        "seed_hash": hash_seed(receipt.server_seed).hex(),
        "drawn": {**full["drawn"], "in_play": in_play},
        "root": current.tree.root.hex() if receipt.draws else None,
        "shown": shown,
    }
