"""The registration of deals: they are served beside the decks and the games that they deal."""

from ..capability import Capability
from . import decks, games  # noqa: F401 (importing games adds its view)
from .deal_searches import set_up_searches
from .documents import BoardFile, NumberedResponse
from .game_requests import GameDealQuery

DEALS = Capability(
    "deals",
    documents=(NumberedResponse, BoardFile),
    set_up=set_up_searches,
    forms={"games/deal": GameDealQuery, "decks/deal": decks.DeckDealQuery},
)
