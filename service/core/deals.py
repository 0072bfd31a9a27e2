"""Dealing: which places of a shuffled order go to which hand and pile."""

from collections.abc import Sequence
from dataclasses import dataclass

from service.core.errors import Refused


@dataclass(frozen=True, kw_only=True)
class Table:
    """What a request says of a deal: so many hands of so many cards.

    `packets` are the cards given to each hand at once, in turn (3, 2: three to everybody, then two); by default it is
    one at a time. `burn` cards go from the top to the pile `burns` before the first card is dealt.
    """

    hands: int
    cards: int | None = None
    packets: tuple[int, ...] = ()
    burn: int = 0


@dataclass(frozen=True)
class Dealt:
    """The cards of each hand in the order they came, and of each pile from the top."""

    hands: list[list[int]]
    piles: dict[str, list[int]]


def cards_each(table: Table, held: int) -> int:
    """How many cards each hand gets.

    Raises `Refused` if there are too few cards among those held, or if `packets` and `cards` do not agree.
    """
    each = _asked_each(table)
    needed = table.burn + table.hands * each
    if needed > held:
        raise Refused(
            "packets" if table.cards is None else "cards",
            f"{table.hands:,} × {each:,} cards and {table.burn:,} burned make {needed:,}, but there are {held:,}: "
            f"{needed - held:,} too few.",
        )
    return each


def deal(order: Sequence[int], table: Table) -> Dealt:
    """Deal from the top of a shuffled order round the table; what is left is the pile `stock`. Raises as above."""
    each = cards_each(table, len(order))
    cards = list(order)
    hands: list[list[int]] = [[] for _ in range(table.hands)]
    place = table.burn
    for packet in table.packets or (1,) * each:
        for hand in hands:
            hand.extend(cards[place : place + packet])
            place += packet
    burns = {"burns": cards[: table.burn]} if table.burn else {}
    return Dealt(hands, burns | {"stock": cards[place:]})


def _asked_each(table: Table) -> int:
    if not table.packets:
        if table.cards is None:
            raise Refused("cards", "Say how many cards each hand gets, with cards or with packets.")
        return table.cards
    each = sum(table.packets)
    if table.cards not in {None, each}:
        raise Refused(
            "packets",
            f"Packets of {', '.join(map(str, table.packets))} make {each:,} cards a hand, not {table.cards:,}.",
        )
    return each
