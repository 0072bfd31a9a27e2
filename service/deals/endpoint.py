"""The registration of decks, games, hands and orders: what deals cards or ranks them."""

from ..http.capability import Capability
from . import bingo, decks, game_descriptions, games, hands, orders, video_poker
from .documents import BoardFile, NumberedResponse

DEALS = Capability(
    "deals",
    blueprints=(
        decks.blueprint,
        game_descriptions.blueprint,  # games.py deals by it
        video_poker.blueprint,
        bingo.blueprint,
        hands.blueprint,
        orders.blueprint,
    ),
    documents=(NumberedResponse, BoardFile),
    forms={
        "games/deal": games.GameDealQuery,
        "decks/shuffle": decks.DeckShuffleRequest,
        "decks/deal": decks.DeckDealQuery,
    },
)
