"""HTTP: one module a resource, its schemas beside its views; and what they share.

To add a resource, write its module and enter its blueprint in `BLUEPRINTS`.
"""

from service.api.resources.algorithms import algorithms
from service.api.resources.bias import bias
from service.api.resources.bingo import bingo
from service.api.resources.decks import decks
from service.api.resources.games import games
from service.api.resources.hands import hands
from service.api.resources.integers import integers
from service.api.resources.items import items
from service.api.resources.operations import keys, operations, problems
from service.api.resources.orders import orders
from service.api.resources.pictures import pictures
from service.api.resources.shoes import shoes
from service.api.resources.verify import verify
from service.api.resources.video_poker import video_poker

BLUEPRINTS = (
    decks,
    pictures,
    games,
    video_poker,
    integers,
    items,
    bingo,
    hands,
    orders,
    shoes,
    verify,
    algorithms,
    bias,
    keys,
    problems,
    operations,
)
