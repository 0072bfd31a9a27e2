"""Plain deals of any deck: a number of cards to each hand, and the rest is the stock."""

from collections.abc import Sequence
from dataclasses import dataclass

from service.core.errors import Refused
from service.core.games.game import numbered_seats
from service.core.games.procedures import Procedure
from service.core.games.steps import burn, packets, rest, to_pile

MAX_PILES = 100


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


def build_procedure(request: DealRequest, size: int, piles: Sequence[tuple[str, int]] = ()) -> Procedure:
    """Return the procedure of a plain deal from a shoe of `size` cards; the seats are 1, 2, ….

    `piles` are further piles, each with its number of cards, which get them after the hands. Raises `Refused` if there
    are too few cards, if `packets` and `cards` do not agree, or if two piles have one name.
    """
    each = _cards_each(request)
    _check_names([name for name, _ in piles])
    in_piles = sum(cards for _, cards in piles)
    required = request.burn + request.hands * each + in_piles
    if required > size:
        others = f"{request.burn:,} burned and {in_piles:,} in piles" if piles else f"{request.burn:,} burned"
        field = "packets" if request.cards is None else "cards"
        raise Refused(
            "piles" if required - in_piles <= size else field,
            f"{request.hands:,} × {each:,} cards{',' if piles else ' and'} {others} make {required:,}, but there are "
            f"{size:,}: {required - size:,} too few.",
        )
    burns = (burn(request.burn),) if request.burn else ()
    return Procedure(
        numbered_seats(request.hands),
        (
            *burns,
            packets(request.packets or (1,) * each),
            *(to_pile(name, cards) for name, cards in piles),
            rest("stock"),
        ),
    )


def _check_names(names: Sequence[str]) -> None:
    used = {"burns", "stock"}
    for name in names:
        if name in used:
            raise Refused("piles", f"Each pile needs a name of its own, neither burns nor stock; {name!r} is taken.")
        used.add(name)


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
