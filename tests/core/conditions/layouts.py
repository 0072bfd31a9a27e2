"""Layouts of games and of plain deals, and deals of them, for tests of conditions."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from service.core.cards.decks import get_deck
from service.core.cards.options import PackOptions
from service.core.cards.shoes import Shoe, build_shoe
from service.core.conditions.layout import Layout
from service.core.conditions.search import draw_columns
from service.core.games.catalogue import get_game
from service.core.games.deals import DealRequest, build_procedure
from service.core.games.game import set_up
from service.core.games.given import Given, parse_given
from service.core.games.procedures import Deal, Procedure
from service.core.rng.streams import Randomness
from service.core.shuffles.plans import Limits, Plan, ShuffleRequest, plan_shuffle

LIMITS = Limits()


@dataclass(frozen=True)
class Table:
    """A layout and the plan that draws its orders."""

    layout: Layout
    plan: Plan

    def draw(self, seed: str, deals: int, index: int = 0) -> NDArray[Any]:
        """Return the drawn orders of successive indices, a column for each."""
        return draw_columns(self.plan, Randomness(seed=seed, index=index), range(deals))[0]


def set_up_game(
    name: str,
    players: int | None = None,
    given: dict[str, Any] | None = None,
    algorithm: str | None = None,
    options: PackOptions | None = None,
) -> Table:
    """Return the table of a game, with given cards."""
    game = get_game(name)
    table = set_up(game, players, options or PackOptions())
    known = parse_given(given or {}, table.procedure, table.shoe)

    def deal(order: Sequence[int], board: int) -> Deal:
        return table.deal(known.fill(order, game.first_seat(board)) if known else order, board)

    layout = Layout(
        shoe=table.shoe,
        rest=known.rest if known else range(len(table.shoe)),
        deal=deal,
        period=len(table.procedure.seats) if "board" in game.options else 1,
        needs_faces=table.procedure.needs_faces,
        ranking=game.ranking,
    )
    return Table(layout, _plan(known, table.shoe, algorithm))


def set_up_deck(
    deck: str, request: DealRequest, options: PackOptions | None = None, given: dict[str, Any] | None = None
) -> Table:
    """Return the table of a plain deal of a deck, with given cards."""
    shoe = build_shoe(get_deck(deck), options or PackOptions())
    return set_up_procedure(shoe, build_procedure(request, len(shoe)), given)


def toy_pack(*codes: str, jokers: int = 0, packs: int = 1) -> PackOptions:
    """Return the options that leave only those cards, and jokers, in a standard pack."""
    pack = build_shoe(get_deck("standard"), PackOptions()).pack
    excluded = tuple(card.code for card in pack if card.code not in codes)
    return PackOptions(exclude=excluded, jokers=jokers or None, decks=packs if packs > 1 else None)


def set_up_procedure(shoe: Shoe, procedure: Procedure, given: dict[str, Any] | None = None) -> Table:
    """Return the table of a procedure that deals a shoe, with given cards."""
    known = parse_given(given or {}, procedure, shoe)

    def deal(order: Sequence[int], _: int) -> Deal:
        return procedure.deal(known.fill(order) if known else order, shoe.pack)

    rest = known.rest if known else range(len(shoe))
    return Table(Layout(shoe=shoe, rest=rest, deal=deal, ranking="poker"), _plan(known, shoe, None))


def _plan(given: Given | None, shoe: Shoe, algorithm: str | None) -> Plan:
    request = ShuffleRequest(algorithm=algorithm)
    return given.plan(request, LIMITS) if given else plan_shuffle(len(shoe), request, LIMITS)
