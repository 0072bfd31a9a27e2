"""Plain deals of any deck: a number of cards to each hand, and the rest is the stock."""

from dataclasses import dataclass

from service.core.errors import Refused
from service.core.games.procedures import Procedure, burn, packets, rest


@dataclass(frozen=True, kw_only=True)
class DealRequest:
    """The parameters of a plain deal.

    Each of `hands` gets `cards` cards one at a time, or `packets`: cards given at once, in turn (3, 2: three to
    everybody, then two). `burn` cards go from the top to the pile `burns` before the first card is dealt.
    """

    hands: int
    cards: int | None = None
    packets: tuple[int, ...] = ()
    burn: int = 0


def build_procedure(request: DealRequest, size: int) -> Procedure:
    """Return the procedure of a plain deal from a shoe of `size` cards; the seats are 1, 2, ….

    Raises `Refused` if there are too few cards, or if `packets` and `cards` do not agree.
    """
    each = _cards_each(request)
    required = request.burn + request.hands * each
    if required > size:
        raise Refused(
            "packets" if request.cards is None else "cards",
            f"{request.hands:,} × {each:,} cards and {request.burn:,} burned make {required:,}, but there are "
            f"{size:,}: {required - size:,} too few.",
        )
    burns = (burn(request.burn),) if request.burn else ()
    return Procedure(
        tuple(str(seat) for seat in range(1, request.hands + 1)),
        (*burns, packets(*request.packets or (1,) * each), rest("stock")),
    )


def _cards_each(request: DealRequest) -> int:
    if not request.packets:
        if request.cards is None:
            raise Refused("cards", "Say how many cards each hand gets, with cards or with packets.")
        return request.cards
    each = sum(request.packets)
    if request.cards not in {None, each}:
        raise Refused(
            "packets",
            f"Packets of {', '.join(map(str, request.packets))} make {each:,} cards a hand, not {request.cards:,}.",
        )
    return each
