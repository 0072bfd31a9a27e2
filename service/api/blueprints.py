"""The blueprints of all resources, in the order of the OpenAPI document. To add a resource, enter it here."""

from .http import operations
from .resources import (
    algorithms,
    arrangements,
    bias,
    bingo,
    decks,
    games,
    hands,
    integers,
    orders,
    pictures,
    plans,
    shoes,
    verify,
    video_poker,
)

BLUEPRINTS = (
    decks.blueprint,
    pictures.blueprint,
    games.blueprint,
    video_poker.blueprint,
    integers.blueprint,
    arrangements.blueprint,
    bingo.blueprint,
    hands.blueprint,
    orders.blueprint,
    plans.blueprint,
    shoes.blueprint,
    verify.blueprint,
    algorithms.blueprint,
    bias.blueprint,
    operations.keys,
    operations.problems,
    operations.blueprint,
)
