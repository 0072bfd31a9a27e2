"""Piles of a sealed shoe, from which cards are drawn, and the cards that stay in play as the others are shuffled."""

from collections.abc import Sequence
from dataclasses import dataclass

from service.core.cards.shoes import parse_card
from service.core.errors import Conflict, Refused, UnsupportedParameter
from service.core.games.stages import Layout, lay_stock
from service.core.sealed.rounds import Round
from service.core.sealed.shoe import MAX_IN_PLAY, SealedShoe


@dataclass(frozen=True)
class Pile:
    """The positions that are left in a pile, from its top; `label` are the words for it.

    A shoe without a game is one pile without a name.
    """

    positions: Sequence[int]
    name: str | None = None
    part: str | None = None
    label: str = "this round"


def lay_out_hand(shoe: SealedShoe, current: Round) -> Layout:
    """Return the layout of a shoe of a game in this round: of the hand, or of one stock if cards are in play."""
    assert shoe.terms.table is not None  # noqa: S101 (for the type checker)
    if shoe.in_play is not None:
        return lay_stock(shoe.terms.table, len(current))
    return current.lay_out(board_number(shoe), shoe.start)


def board_number(shoe: SealedShoe) -> int:
    """Return the number of the board of this round: each round is the next one."""
    return (shoe.terms.board or 1) + shoe.round


def find_pile(shoe: SealedShoe, current: Round, name: str | None = None, part: str | None = None) -> Pile:
    """Return a pile of a shoe, without a name the one that the game draws from.

    Raises `Refused` for a pile that the game has not, `Conflict` for one that no stage has laid yet.
    """
    if shoe.terms.table is None:
        for field, value in (("pile", name), ("part", part)):
            if value is not None:
                raise UnsupportedParameter("A shoe without a game", field, belongs_to=["a shoe of a game"])
        return Pile(range(shoe.top, len(current) - shoe.bottom))
    place = lay_out_hand(shoe, current).place(name, part, shoe.stages_dealt)
    return Pile(shoe.taken.remove_from(place.positions), place.name, place.part or None, place.label)


def count_drawable(shoe: SealedShoe) -> int:
    """Return how many cards of this round a draw without a pile can take, 0 before the game's pile lies there."""
    if shoe.terms.table is None:
        return shoe.remaining
    if shoe.next_stage is not None or shoe.terms.table.procedure.default_pile is None:
        return 0
    return len(find_pile(shoe, shoe.open_round()).positions)


def parse_in_play(shoe: SealedShoe, current: Round, cards: Sequence[int | str]) -> Sequence[int]:
    """Return the positions of cards in play, given by position in this round or by code.

    Raises `Refused` for a code that is not unique and for a shoe that is too large, and `Conflict` for a card that was
    not taken.
    """
    if shoe.size > MAX_IN_PLAY:
        raise Refused("in_play", f"Cards stay in play in a shoe of at most {MAX_IN_PLAY:,}; this has {shoe.size:,}.")
    positions: dict[int, None] = {}
    for number, card in enumerate(cards):
        position = card if isinstance(card, int) else current.positions[_find_unique(shoe, number, card)]
        if not 0 <= position < shoe.size:
            raise Refused("in_play", f"in_play[{number}] is {position:,}; positions are from 0 to {shoe.size - 1:,}.")
        if position in positions:
            raise Refused("in_play", f"in_play[{number}] is {card}, which is listed twice.")
        if not is_taken(shoe, current, position):
            raise Conflict("in_play", f"in_play[{number}] is {card}, which was not dealt and is not in play.")
        positions[position] = None
    return tuple(positions)


def is_taken(shoe: SealedShoe, current: Round, position: int) -> bool:
    """Return whether the card at a position was taken in this round or is in play from an earlier one."""
    if position >= len(current):
        return True
    if shoe.terms.game:
        return position in shoe.taken
    return position < shoe.top or position >= len(current) - shoe.bottom


def _find_unique(shoe: SealedShoe, number: int, text: str) -> int:
    """Return the index of the only card with a code."""
    if shoe.terms.shoe is None:
        raise Refused("in_play", f"in_play[{number}] is {text!r}; a shoe of integers takes positions.")
    cards = shoe.terms.shoe
    try:
        code = parse_card("in_play", text, cards.deck, cards.options).code
    except Refused as refusal:
        raise Refused("in_play", f"in_play[{number}]: {refusal}") from None
    indices = [index for index, card in enumerate(cards.pack) if card.code == code]
    if not indices:
        raise Refused("in_play", f"in_play[{number}]: there is no {code} in this shoe.")
    if len(indices) * cards.pack_count > 1:
        count = len(indices) * cards.pack_count
        raise Refused("in_play", f"in_play[{number}] is {code}, of which the shoe has {count}; give its position.")
    return indices[0]
