"""The registration of deals: they are served beside the decks and the games that they deal."""

from ..http.capability import Capability
from . import decks, games
from .documents import BoardFile, NumberedResponse

DEALS = Capability(
    "deals",
    documents=(NumberedResponse, BoardFile),
    forms={"games/deal": games.GameDealQuery, "decks/deal": decks.DeckDealQuery},
)
