"""A plain deal of any deck: so many hands of so many cards, and the rest is the stock."""

from dataclasses import dataclass

from service.core.errors import Refused
from service.core.games.procedures import Procedure, burn, packets, rest


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


def procedure(table: Table, held: int) -> Procedure:
    """How that deal is done; the seats are 1, 2, ….

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
    first = (burn(table.burn),) if table.burn else ()
    return Procedure(
        tuple(str(seat) for seat in range(1, table.hands + 1)),
        (*first, packets(*table.packets or (1,) * each), rest("stock")),
    )


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
