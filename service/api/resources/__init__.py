"""The resources of the API: one module for each, with its schemas and views, and modules that several share.

To add a resource, write its module and enter its blueprint in `BLUEPRINTS`.
"""

from . import (
    algorithms,
    arrangements,
    bias,
    bingo,
    decks,
    games,
    hands,
    integers,
    operations,
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
