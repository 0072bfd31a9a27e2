"""The registration of deals: parts of the blueprints of decks and of games, and what /v1/verify checks of deals."""

from ..capability import Capability
from ..conditions.condition import CardBounds, CardCount
from . import decks, games
from .deal_searches import set_up_searches
from .documents import BoardFile, NumberedResponse
from .game_requests import GameDealQuery
from .settings import DealSettings

DEALS = Capability(
    "deals",
    blueprints=(decks.blueprint, games.blueprint),
    documents=(NumberedResponse, BoardFile),
    settings=DealSettings,
    set_up=set_up_searches,
    forms={"games/deal": GameDealQuery, "decks/deal": decks.DeckDealQuery},
    reason_details=(CardCount, CardBounds),
)
