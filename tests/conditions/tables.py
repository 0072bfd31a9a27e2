"""The deals of games and plain deals, and orders that are drawn for them, for tests of conditions."""

from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from service.cards.deck import get_deck
from service.cards.options import PackOptions
from service.cards.shoe import build_shoe
from service.conditions.candidate_search import draw_columns
from service.core.limits import Limits
from service.core.rng.streams import Randomness
from service.core.shuffle_requests import ShuffleRequest
from service.core.shuffles.samplers import Sampler
from service.core.work import Work
from service.games import game
from service.games.catalogue import get_game
from service.games.dealing import DealRequest, Deals, build_procedure
from service.games.given import parse_given

LIMITS = Limits()


@dataclass(frozen=True)
class Table:
    """Deals, and the plan that draws their orders."""

    deals: Deals
    sampler: Sampler

    def draw(self, seed: str, deals: int, index: int = 0) -> NDArray[Any]:
        """Return the drawn orders of successive indices, a column for each."""
        randomness = Randomness(seed=seed, index=index)
        orders, *_ = draw_columns(self.sampler, randomness, range(deals), Work())
        return orders


def set_up_game(
    name: str,
    players: int | None = None,
    given: dict[str, Any] | None = None,
    algorithm: str | None = None,
    options: PackOptions | None = None,
) -> Table:
    """Return the table of a game, with given cards."""
    table = game.set_up(get_game(name), players, options or PackOptions())
    known = parse_given(given or {}, table.procedure, table.shoe)
    deals = Deals(table, known)
    sampler = deals.sampler(ShuffleRequest(algorithm=algorithm), LIMITS)
    return Table(deals, sampler)


def set_up_deck(
    deck: str,
    request: DealRequest,
    options: PackOptions | None = None,
    given: dict[str, Any] | None = None,
) -> Table:
    """Return the table of a plain deal of a deck, with given cards."""
    shoe = build_shoe(get_deck(deck), options or PackOptions())
    procedure = build_procedure(request, len(shoe))
    known = parse_given(given or {}, procedure, shoe)
    deals = Deals(game.Table(shoe=shoe, procedure=procedure), known)
    return Table(deals, deals.sampler(ShuffleRequest(), LIMITS))


def toy_pack(*codes: str, jokers: int = 0, packs: int = 1) -> PackOptions:
    """Return the options that leave only those cards, and jokers, in a standard pack."""
    pack = build_shoe(get_deck("standard"), PackOptions()).pack
    excluded = tuple(card.code for card in pack if card.code not in codes)
    decks = packs if packs > 1 else None
    return PackOptions(exclude=excluded, jokers=jokers or None, decks=decks)
